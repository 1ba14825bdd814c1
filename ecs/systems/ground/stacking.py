"""Who stands where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ecs.core.components import Place, Side
from ecs.core.world import Unit, World


def stacks(w: World) -> dict[int, list[Unit]]:
    """Board index -> the units in that hex, by entity."""

    def make() -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in w.units:
            if unit.place.hex >= 0:
                found.setdefault(unit.place.hex, []).append(unit)
        return found

    return w.lasting("stacks", (Place,), make)


def units_at(w: World, hex_index: int) -> list[Unit]:
    """The units in a hex, by entity; empty if there are none."""
    return stacks(w).get(hex_index, [])


def side_at(w: World, hex_index: int) -> Side | None:
    """The side whose units stand in a hex; None if it is empty."""
    found = stacks(w).get(hex_index)
    return found[0].type.side if found else None


def on_map(w: World, side: Side) -> list[Unit]:
    """A side's units on the map, by entity."""

    def make() -> list[Unit]:
        return [u for u in w.units if u.place.hex >= 0 and u.type.side is side]

    return [*w.lasting(("on-map", side), (Place,), make)]


def in_box(w: World, box: str) -> list[Unit]:
    """The units in a box, by entity."""

    def make() -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in w.units:
            found.setdefault(unit.place.box, []).append(unit)
        return found

    return [*w.lasting("boxes", (Place,), make).get(box, ())]


@dataclass(frozen=True, slots=True)
class Armies:
    """Whose armies stand where.

    ``fights``: is a unit one of those that make an army?  ``bars``: does it keep out enemies that could drive others
    out?  ``depends``: the kinds of mark the first depends on; ``besides``: those the second depends on as well.
    """

    fights: Callable[[Unit], bool]
    bars: Callable[[Unit], bool]
    depends: tuple[type, ...]
    besides: tuple[type, ...] = ()

    def by_hex(self, w: World) -> dict[int, Side]:
        """Board index -> the side whose combat units stand there."""

        def make() -> dict[int, Side]:
            return {i: u.type.side for i, stack in stacks(w).items() for u in stack if self.fights(u)}

        return w.lasting("armies", self.depends, make)

    def contact(self, w: World, side: Side) -> bytes:
        """Of every hex, 1 if an army of a side stands next to it."""

        def make() -> bytes:
            near, out = w.board.neighbours, bytearray(len(w.board.hexes))
            for i, owner in self.by_hex(w).items():
                if owner is side:
                    for j in near[i]:
                        out[j] = 1
            return bytes(out)

        return w.lasting(("contact", side), self.depends, make)

    def side_at(self, w: World, index: int) -> Side | None:
        """The side that has combat units in a hex; None if nobody has."""
        return self.by_hex(w).get(index)

    def fighters_at(self, w: World, index: int) -> list[Unit]:
        """The combat units in a hex, by entity."""
        return [u for u in units_at(w, index) if self.fights(u)]

    def foes(self, w: World, side: Side, storms: bool = True) -> bytes:
        """Of every hex, 1 if the other side keeps a mover out: with units that bar the way, or, if he could not drive
        others out, with anything."""

        def make() -> bytes:
            out = bytearray(len(w.board.hexes))
            for i, stack in stacks(w).items():
                for unit in stack:
                    if unit.type.side is not side and (not storms or self.bars(unit)):
                        out[i] = 1
                        break
            return bytes(out)

        return w.lasting(("foes", side, storms), (*self.depends, *self.besides), make)
