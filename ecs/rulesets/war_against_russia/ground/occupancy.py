"""Who stands in a hex, and who controls it."""

from __future__ import annotations

from ecs.core.components import Place, Side
from ecs.core.world import Unit, World
from ecs.systems.ground import control
from ecs.systems.ground.stacking import stacks, units_at

holder = control.holder


def fighters_at(w: World, index: int, side: Side | None = None) -> list[Unit]:
    """The combat units in a hex, by entity; of one side if told."""
    return [u for u in units_at(w, index) if side is None or u.type.side is side]


def holders(w: World) -> dict[int, Side]:
    """Board index -> the side whose units stand there."""

    def make() -> dict[int, Side]:
        return {i: stack[0].type.side for i, stack in stacks(w).items()}

    return w.lasting("holders", (Place,), make)


def army_at(w: World, index: int) -> Side | None:
    """The side that has units in a hex; None if nobody has."""
    return holders(w).get(index)
