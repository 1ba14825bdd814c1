"""Who stands in a hex, who controls it, and what that counts for (9.2)."""

from __future__ import annotations

from ecs.core.components import Ground, Place, Side, Steps
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


def cities(w: World) -> tuple[int, ...]:
    """The victory cities, by name."""
    return w.keep("vp-cities", lambda: tuple(h.index for h in sorted(w.board.hexes, key=lambda h: h.name) if h.vp))


def held(w: World, side: Side) -> int:
    """Victory points of a side: one for each city it controls (9.2)."""
    return w.lasting(
        ("held", side),
        (Ground,),
        lambda: sum(w.board.hexes[i].vp for i in cities(w) if w.ground[i].control is side),
    )


def standing(w: World) -> dict[Side, int]:
    """The victory points of the sides."""
    return {side: held(w, side) for side in (Side.AXIS, Side.SOVIET)}
