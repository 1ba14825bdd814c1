"""Who stands where?"""

from __future__ import annotations

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
    return [u for u in w.units if u.place.hex >= 0 and u.type.side is side]


def in_box(w: World, box: str) -> list[Unit]:
    """The units in a box, by entity."""
    return [u for u in w.units if u.place.box == box]
