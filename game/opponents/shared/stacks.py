"""Who stands beside whom: what every staff asks of a stack before it sends a unit there."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.view import UnitView


def stand_together(units: Sequence[UnitView]) -> bool:
    """Do the nations of these units share a hex?"""
    nations = {unit.nation for unit in units}
    return all(unit.apart.isdisjoint(nations) for unit in units)
