"""Painters of the map overlays: supply, zones of control, enemy reach, control, gauges, moved, objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pygame

from ecs import Side
from ecs.board.board import Board
from ecs.core.view import Marker, RangeArea, View
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.camera import Camera
from game.ui.map_view.counters.stack_layout import counter_size
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit, Spots, Stamps, disc
from game.ui.map_view.smooth_shapes import Colour
from game.ui.map_view.view_state import TableState

VEIL = 34
"""How strongly a marked hex is tinted, of 255."""
ACTED = frozenset({"moved", "attacking", "allotted", "noattack"})
"""Badges of units that have done something this turn."""


def paint_zones(brush: Brush, zones: Mapping[int, tuple[str, ...]]) -> list[Blit]:
    """A bar on each side across which an enemy unit's zone reaches; `zones`: unit ids by covered hex."""
    blits = []
    homes = {u.id: u.hex for u in brush.view.units}
    for covered in brush.at.seen(zones):
        sides = 0
        for owner in zones[covered]:
            sides |= brush.stamps.facing(covered, homes.get(owner, -1))
        if sides:
            stamp = brush.stamps.stamp("enemy_zoc", brush.level, sides)
            blits.append(brush.stamps.placed(stamp, brush.at[covered]))
    return blits


def paint_enemy_reach(brush: Brush, counts: Mapping[int, int]) -> list[Blit]:
    """Hexes the enemy can reach, with the number of his units if more than one."""
    colour = brush.pack.overlay("enemy_reach").colour
    discs = [
        brush.stamps.placed(brush.disc(str(counts[h]), 18, colour), brush.at[h])
        for h in brush.at.seen(counts)
        if counts[h] > 1
    ]
    return brush.stamps.area("enemy_reach", counts, brush.level, brush.at, VEIL) + discs


def paint_danger(brush: Brush, times: Mapping[int, int]) -> list[Blit]:
    """Rings round stacks in danger, and how many times as strong the enemy could be."""
    colour, size = brush.pack.overlay("target").colour, counter_size(brush.board, brush.zoom)
    blits = brush.stamps.each("target", times, brush.level, brush.at)
    for h in brush.at.seen(times):
        x, y = brush.at[h]
        blits.append(
            brush.stamps.placed(brush.disc(f"×{times[h]}", max(18, size * 2 // 5), colour), (x, y + size // 2))
        )
    return blits


def paint_control(brush: Brush, known: object = None) -> list[Blit]:
    """The land of each side, outlined."""
    del known
    blits: list[Blit] = []
    for side, style in ((Side.AXIS, "held_axis"), (Side.SOVIET, "held_soviet")):
        held = [i for i, holder in enumerate(brush.view.control) if holder is side]
        blits += brush.stamps.area(style, held, brush.level, brush.at, VEIL, coasts=not brush.fine)
    return blits


def paint_moved(brush: Brush, known: object = None) -> list[Blit]:
    """Hexes with units that have moved or fought."""
    del known
    done = {u.hex for u in brush.view.units if u.hex >= 0 and not ACTED.isdisjoint(u.badges)}
    return brush.stamps.each("moved", done, brush.level, brush.at, VEIL * 2)


def paint_gauges(brush: Brush, gauges: tuple[Side | None, ...]) -> list[Blit]:
    """Every railway in the colour of the side whose trains run on it; where two gauges meet the line changes."""
    blits: list[Blit] = []
    for casing in (True, False):
        for i in brush.at.seen(i for i, side in enumerate(gauges) if side is not None):
            rails = (j for j in brush.board.neighbours[i] if _is_rail(brush, i, j))
            ways = sum(brush.stamps.facing(i, j) for j in rails)
            if ways:
                track = brush.stamps.track(f"gauge_{gauges[i]!s}".lower(), brush.level, ways, casing)
                blits.append(brush.stamps.placed(track, brush.at[i]))
    return blits


def _is_rail(brush: Brush, a: int, b: int) -> bool:
    return "rail" in brush.board.kinds(a, b) or "rail" in brush.board.kinds(b, a)


def paint_objectives(brush: Brush, known: object = None) -> list[Blit]:
    """Points in a ring of the holder's colour: above the counters of a city, in the middle of a region."""
    del known
    board = brush.board
    size = max(18, round(counter_size(board, brush.zoom) * 0.45))
    lift = round(board.layout.tile_h * brush.zoom * 0.3)
    blits: list[Blit] = []
    for line in brush.view.score:
        spots = [brush.at[board.by_label[label]] for label in line.hexes if label in board.by_label]
        if spots:
            colour = brush.pack.colour(line.holder.value if line.holder else "contested")
            x, y = (sum(axis) // len(spots) for axis in zip(*spots, strict=True))
            blits.append(brush.stamps.placed(brush.disc(str(line.points), size, colour), (x, y - lift)))
    return blits


# -- How far a headquarters, a depot or an air unit reaches, and what has been built in a hex. -----------------------

STYLES = {"headquarters": "command", "depot": "depot", "air": "air"}
CHAIN = "chain"
LINES = ("depot", CHAIN)
DEAD = "supply_out"
"""The overlay whose colours show a railway that brings nothing."""
MARKER_TINTS: dict[str, Colour] = {
    "works": (20, 60, 110),
    "weak_fort": (20, 60, 110),
    "fort": (20, 60, 110),
    "partisan": (150, 24, 24),
    "locked": (158, 20, 40),
    "people": (122, 44, 14),
    "advised": (70, 70, 70),
    "torn": (110, 84, 60),
}
MARKER_ICONS = {"advised": "partisan", "torn": "partisan"}
"""Kinds drawn with the icon of another, in a tint of their own."""
MARKER_SIDE = {"partisan": -1, "torn": -1, "advised": 0}
"""Where a marker stands beside the counters: 1 on the right of the hex, -1 on the left, 0 in the middle."""
MARKER_GROWTH = {"advised": 1.7}
"""Kinds drawn larger than others: they lie in empty hexes."""
LEAST_MARKER = 9
WHITE: Colour = (255, 255, 255)


def asked_for(state: TableState) -> tuple[RangeArea, ...]:
    """The areas to draw: those of the picked units, or all with the overlay "ranges"."""
    return tuple(a for a in state.areas if "ranges" in state.overlays or a.unit in state.selection)


class Reaches:
    """Pictures of areas and markers."""

    def __init__(self, board: Board, pack: SpritePack, stamps: Stamps, letters: Letters) -> None:
        self.board, self.pack, self.stamps, self.letters = board, pack, stamps, letters
        self._signs: Store[tuple[str, int]] = Store()

    def areas(self, state: TableState, level: int, at: Spots) -> list[Blit]:
        """Tinted reaches of depots below, railways above them, rings round headquarters and air units on top."""
        drawn = asked_for(state)
        blits: list[Blit] = []
        depots = [a for a in drawn if a.kind == "depot"]
        for area in depots:
            if area.live:
                blits += self.stamps.area("depot", area.hexes, level, at)
                blits += self.stamps.area("depot_rim", area.hexes, level, at)
        blits += self.lines(depots, level, at)
        for area in drawn:
            if area.kind not in LINES:
                blits += self.stamps.area(STYLES.get(area.kind, "command"), area.hexes, level, at)
        return blits

    def lines(self, areas: Iterable[RangeArea], level: int, at: Spots) -> list[Blit]:
        """Railways behind depots, or ready to be converted."""
        drawn = [*areas]
        return [blit for casing in (True, False) for area in drawn for blit in self._railway(area, level, at, casing)]

    def _railway(self, area: RangeArea, level: int, at: Spots, casing: bool) -> list[Blit]:
        """The railway behind a depot: half a line in each hex towards the hexes before and after it."""
        ways: dict[int, int] = {}
        for a, b in zip(area.line, area.line[1:], strict=False):
            ways[a] = ways.get(a, 0) | self.stamps.facing(a, b)
            ways[b] = ways.get(b, 0) | self.stamps.facing(b, a)
        name = CHAIN if area.kind == CHAIN else "depot" if area.live else DEAD
        return [
            self.stamps.placed(self.stamps.track(name, level, ways[h], casing), at[h]) for h in at.seen(ways) if ways[h]
        ]

    def markers(self, view: View, camera: Camera, at: Spots) -> list[Blit]:
        """Works, forts, partisans and the militia of a city, beside the counters of their hex."""
        layout = self.board.layout
        size = max(LEAST_MARKER, round(min(layout.tile_w * 0.34, 32) * camera.zoom))
        blits: list[Blit] = []
        shown = frozenset(at.seen({marker.hex for marker in view.markers}))
        for marker in view.markers:
            if marker.hex not in shown:
                continue
            side = MARKER_SIDE.get(marker.kind, 1)
            x, y = at[marker.hex]
            x += round(side * layout.tile_w * camera.zoom * 0.37)
            large = round(size * MARKER_GROWTH.get(marker.kind, 1))
            blits.append(self.stamps.placed(self.sign(marker, large), (x, y)))
            if marker.factor > 1:
                number = self._number(marker.factor, max(LEAST_MARKER, round(size * 0.6)))
                blits.append(self.stamps.placed(number, (x + size // 2, y - size // 2)))
        return blits

    def _number(self, factor: int, size: int) -> pygame.Surface:
        """A figure on a small disc."""
        return self._signs.get(
            (f"{factor}*", size),
            lambda: disc(
                self.letters.word(str(factor), max(8, round(size * 0.72)), WHITE, face="bold"),
                size,
                self.pack.colour("shadow"),
                WHITE,
            ),
        )

    def sign(self, marker: Marker, size: int) -> pygame.Surface:
        """The picture of a marker; a disc with a question mark for an unknown kind."""
        kind = marker.kind
        if kind not in MARKER_TINTS:
            return self._signs.get(
                ("?", size),
                lambda: disc(pygame.Surface((1, 1), pygame.SRCALPHA), size, self.pack.colour("shadow"), WHITE),
            )
        return self._signs.get(
            (kind, size),
            lambda: self.pack.surface(f"icons/{MARKER_ICONS.get(kind, kind)}", size, MARKER_TINTS[kind]).premul_alpha(),
        )
