"""Who stands in a hex, and who controls it."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.unit_facts import is_combat_unit, letter
from ecs.systems.ground.stacking import stacks, units_at


def armies(w: World) -> dict[int, Side]:
    """Board index -> the side whose combat units stand there."""

    def make() -> dict[int, Side]:
        return {i: u.type.side for i, stack in stacks(w).items() for u in stack if is_combat_unit(u)}

    return w.lasting("armies", (Place, Steps), make)


def army_at(w: World, index: int) -> Side | None:
    """The side that has combat units in a hex; None if nobody has."""
    return armies(w).get(index)


def fighters_at(w: World, index: int) -> list[Unit]:
    """The combat units in a hex, by entity."""
    return [u for u in units_at(w, index) if is_combat_unit(u)]


def partisans(w: World) -> dict[int, Unit]:
    """Board index -> the partisans there (16)."""
    return w.lasting(
        "partisans",
        (Place, Steps),
        lambda: {i: u for i, stack in stacks(w).items() for u in stack if letter(u) == "PT"},
    )


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex (4.1)."""
    side: Side | None = w.ground[index].control
    return side
