"""Supply lines: the ways along which supply comes to the stacks of the side that looks on, broader where it feeds
more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ecs import Game
from ecs.core.view import View
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit
from game.ui.map_view.overlays.painters import VEIL

BROAD, MIDDLING = 9, 3
"""From so many stacks fed along it a line is drawn at its broadest, or broader."""


@dataclass(frozen=True, slots=True)
class SupplyLines:
    """``ways``: of every fed hex, the next one towards its source, itself where a way begins; ``traffic``: how many
    stacks live on each hex of a way; ``cut_off``: hexes of ours with units to which no way leads; ``homes``: hexes by
    unit."""

    ways: Mapping[int, int]
    traffic: Mapping[int, int]
    cut_off: frozenset[int]
    homes: Mapping[str, int]


def supply_lines(game: Game, view: View) -> SupplyLines:
    """The supply lines of all our stacks with units that fight."""
    ways = game.supply_ways(view.side)
    own = {u.id: u.hex for u in view.units if u.side is view.side and u.hex >= 0}
    stacks = {u.hex for u in view.units if u.id in own and (u.attack or u.defence)}
    traffic = Counter[int]()
    for index in stacks:
        traffic.update(line_from(ways, index))
    unfed = {u.hex for u in view.units if u.id in own and u.hex in stacks and not u.supplied}
    return SupplyLines(ways, traffic, frozenset(stacks - ways.keys() & unfed), own)


def line_from(ways: Mapping[int, int], index: int) -> list[int]:
    """The hexes from here to where the way begins, both included; empty where none leads."""
    line = [index] if index in ways else []
    while line and ways[line[-1]] != line[-1]:
        line.append(ways[line[-1]])
    return line


def paint_supply_lines(brush: Brush, known: SupplyLines) -> list[Blit]:
    """Lines along the hexes; those of the picked units in another colour, sources in a ring, the cut off marked."""
    chosen = {known.homes[name] for name in brush.picked if name in known.homes}
    bold = {i for index in chosen for i in line_from(known.ways, index)}
    blits: list[Blit] = []
    for casing in (True, False):
        for index in brush.at.seen(known.traffic):
            weight = known.traffic[index]
            look = "supply_line_3" if weight >= BROAD else "supply_line_2" if weight >= MIDDLING else "supply_line_1"
            blits += _piece(brush, known, index, known.traffic.keys(), look, casing)
    for casing in (True, False):
        for index in brush.at.seen(bold):
            blits += _piece(brush, known, index, bold, "supply_line_picked", casing)
    begins = [i for i in known.traffic if known.ways[i] == i]
    blits += brush.stamps.each("supply_full", begins, brush.level, brush.at)
    return blits + brush.stamps.each("supply_out", known.cut_off, brush.level, brush.at, VEIL)


def _piece(brush: Brush, known: SupplyLines, index: int, used: Iterable[int], look: str, casing: bool) -> list[Blit]:
    """What of a line lies in one hex: to the next one, and from those that lead here."""
    ways, facing = known.ways, brush.stamps.facing
    sides = facing(index, ways[index]) if ways[index] != index else 0
    for other in brush.board.neighbours[index]:
        if ways.get(other) == index and other in used:
            sides |= facing(index, other)
    return [brush.stamps.placed(brush.stamps.track(look, brush.level, sides, casing), brush.at[index])] if sides else []
