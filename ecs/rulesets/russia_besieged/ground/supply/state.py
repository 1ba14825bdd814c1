"""The supply state that counts for a unit now: as it was marked, but for landings from the air."""

from __future__ import annotations

from ecs.core.components import SupplyState
from ecs.core.world import Unit

SUPPLIED, OUT_OF_SUPPLY, SURROUNDED = 0, 1, 2


def state(unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 surrounded (13.1); just dropped counts as 0."""
    return SUPPLIED if unit[SupplyState].dropped else unit[SupplyState].level
