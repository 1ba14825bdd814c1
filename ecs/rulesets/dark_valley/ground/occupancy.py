"""Who stands in a hex, and who controls it."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.unit_facts import is_combat_unit
from ecs.systems.ground.stacking import stacks, units_at


def army_at(w: World, index: int) -> Side | None:
    """The side that has combat units in a hex; None if nobody has."""
    return armies(w).get(index)


def armies(w: World) -> dict[int, Side]:
    """Board index -> the side whose combat units stand there."""

    def make() -> dict[int, Side]:
        return {i: u.type.side for i, stack in stacks(w).items() for u in stack if is_combat_unit(u)}

    return w.lasting("armies", (Place, Steps), make)


def fighters_at(w: World, index: int) -> list[Unit]:
    """The combat units in a hex, by entity."""
    return [u for u in units_at(w, index) if is_combat_unit(u)]


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex."""
    side: Side | None = w.ground[index].control
    return side
