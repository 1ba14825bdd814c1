"""The supply state that counts for a unit now: as it was marked, but for relief, landings and the first winter."""

from __future__ import annotations

from ecs.core.components import Side, SupplyState
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.turn import is_first_winter
from ecs.rulesets.dark_valley.ground.terrain import is_city

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2


def is_fed(unit: Unit) -> bool:
    """Had the unit a line of supply when it was last judged, or when the chit in play named it (4.3)?"""
    return unit[SupplyState].level == SUPPLIED or unit[SupplyState].relieved


def state(w: World, unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 isolated (4.4).

    A unit reached again at the start of its chit, or just landed from the air, counts as supplied; in the first
    winter no Axis unit outside a city does.
    """
    now = SUPPLIED if unit[SupplyState].relieved or unit[SupplyState].dropped else unit[SupplyState].level
    if now == SUPPLIED and is_first_winter(w) and unit.type.side is Side.AXIS and unit.hex >= 0:
        return SUPPLIED if is_city(w, unit.hex) else OUT_OF_SUPPLY
    return now
