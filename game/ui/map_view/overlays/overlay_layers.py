"""Everything drawn over the map: lit hexes, paths, attacks, the declared overlays, and pictures for the legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import pygame

from ecs import Side
from ecs.board.board import Board
from ecs.core.view import BattleView, View
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.camera import LEVELS, Camera
from game.ui.map_view.counters.stack_layout import counter_size, middle
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays import registry
from game.ui.map_view.overlays.advances import sample_arrow
from game.ui.map_view.overlays.arrows import STYLE, Arrows, staff_blits
from game.ui.map_view.overlays.declaration import Brush, Mark, Overlay
from game.ui.map_view.overlays.front_lines import sample_front
from game.ui.map_view.overlays.hex_markers import ALL_SIDES, Blit, Spots, Stamps, disc
from game.ui.map_view.overlays.painters import VEIL, Reaches
from game.ui.map_view.overlays.supply_lines import sample_cross
from game.ui.map_view.smooth_shapes import Colour
from game.ui.map_view.terrain.map_lines import is_fine
from game.ui.map_view.terrain.terrain_tiles import Dress
from game.ui.map_view.view_state import StaffMark, TableState

GIVEN = {"air": "air", "art": "artillery", "marshal": "marshal"}
"""What may be given to an attack, by trait, and its symbol."""

Painted = Callable[[Spots, int], Iterable[Blit]]
"""Draws on a piece of the map, given where on it each hex lies, and the level."""

Help = tuple[dict[int, Counter[str]], list[tuple[int, int]]]
"""How often each kind of help is given to the attack on a hex; the flights, from base to target."""

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED
LEGEND_LEVEL = LEVELS.index(0.6)
PLANNED = 150  # opacity of the arrows of an attack that is not declared yet, of 255
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class LegendLine:
    """One line of a legend: a small picture and its meaning."""

    picture: pygame.Surface
    text: str


class Overlays:
    """Draws over the map, under and over the counters."""

    def __init__(self, board: Board, pack: SpritePack, letters: Letters) -> None:
        self.board, self.pack, self.letters = board, pack, letters
        self.stamps = Stamps(board, pack)
        self.arrows = Arrows()
        self.reaches = Reaches(board, pack, self.stamps, letters)
        self._reach = max(board.layout.tile_w, board.layout.tile_h) * 0.75
        self._discs: Store[tuple[str, int, Colour, Colour]] = Store()
        self.fine = is_fine(board)
        self._worn: tuple[object, View | None, TableState] = (None, None, TableState())
        self._clothes: Dress | None = None
        self._more: Painted | None = None
        self._under: tuple[object, View | None, tuple[object, ...], list[Blit]] = ((), None, (), [])
        self._help_of: View | None = None
        self._help: Help = ({}, [])
        self._flags_of: View | None = None
        self._flagged: list[tuple[int, Side]] = []
        self._centres = [board.centre(h.index) for h in board.hexes]

    def dress(self, view: View | None, state: TableState, more: Painted | None = None) -> Dress | None:
        """The function that draws overlays on pieces of the map, so that panning costs nothing; None if none is on.

        It is another object whenever what they show has changed.

        :param more: something else to be laid there, the same object as long as it looks the same.
        """
        drawn = drawn_overlays("ground", state)
        if view is None or not (drawn or more):
            return None
        looks_on = any(not overlay.standing for overlay in drawn)
        shown = (drawn, view if looks_on else None, more, *(state.known.get(overlay.id) for overlay in drawn))
        if self._worn[0] != shown:
            self._worn = (shown, view, replace(state))
            self._more = more
            self._clothes = partial(self._dress)
        return self._clothes

    def under(self, surface: pygame.Surface, camera: Camera, view: View, state: TableState) -> None:
        """Draw what lies between the ground and the counters."""
        at = self._spots(camera)
        level, stamps = camera.level, self.stamps
        blits = list(self._laid_under(camera, view, state, at))
        blits += stamps.area("cold", state.cold, level, at, coasts=False)
        blits += self.reaches.areas(state, level, at)
        open_hexes = [h for h, step in state.reach.items() if step.bonus]
        blits += stamps.area("reach", [h for h, step in state.reach.items() if not step.bonus], level, at, VEIL)
        blits += stamps.area("reach_no_attack", open_hexes, level, at, VEIL)
        blits += [stamps.placed(stamps.link(level), at[h]) for h in at.seen(state.dry)]
        blits += stamps.each("reach", state.choices, level, at, VEIL * 2)
        blits += stamps.each("target", state.targets, level, at, VEIL)
        blits += stamps.each("selection", self._picked(view, state), level, at, VEIL)
        if state.chain is not None:
            blits += self.reaches.lines((state.chain,), level, at)
        surface.fblits(blits + self._flags(view, camera, at), PREMULTIPLIED)

    def _laid_under(self, camera: Camera, view: View, state: TableState, at: Spots) -> list[Blit]:
        """The declared overlays between ground and counters; kept until something moves or changes."""
        drawn = drawn_overlays("under", state)
        known = tuple(state.known.get(overlay.id) for overlay in drawn)
        looked = (camera.origin, camera.level, tuple(camera.view), drawn, state.selection)
        if not (self._under[0] == looked and self._under[1] is view and _same(self._under[2], known)):
            brush = self._brush(view, camera.level, camera.zoom, at, state.selection)
            self._under = (looked, view, known, painted(brush, drawn, state))
        return self._under[3]

    def over(self, surface: pygame.Surface, camera: Camera, view: View, state: TableState) -> None:
        """Draw what lies over the counters: markers, attacks, the way to go, the pointer and the cursor."""
        at = self._spots(camera)
        blits = [] if state.bare else self.reaches.markers(view, camera, at)
        for battle in view.battles:
            blits += self._battle(battle, view, camera)
        if state.planned is not None:
            blits += self._arrows(state.planned, view, camera, PLANNED)
        blits += self._flights(view, camera)
        blits += self._overruns(state, camera)
        brush = self._brush(view, camera.level, camera.zoom, at)
        blits += painted(brush, drawn_overlays("over", state), state)
        marks = (*state.advised, *(StaffMark("march", way, True) for way in state.routes if len(way) > 1))
        led = self.stamps.stamp(STYLE, camera.level, inset=1) if state.led else None
        blits += [self.stamps.placed(led, at[h]) for h in at.seen(state.led)] if led is not None else []
        blits += staff_blits(marks, self.board, self.pack, self.stamps, self.arrows, camera, at)
        if len(state.path) > 1:
            blits += self._path(state, camera, at)
        if state.chain is not None:
            x, y = at[state.chain.line[-1]]
            tag = self.disc(state.chain.title, 24)
            away = round(self.board.layout.tile_h * camera.zoom * 0.5) + 24
            blits.append((tag, (x - tag.get_width() // 2, y - away)))
        if state.looked >= 0:
            ring = self.stamps.stamp("selection", camera.level, inset=0)
            blits.append(self.stamps.placed(ring, at[state.looked]))
        if state.hover is not None:
            ring = self.stamps.stamp("objective", camera.level, inset=0)
            blits.append(self.stamps.placed(ring, at[state.hover]))
        if state.cursor is not None:
            ring = self.stamps.stamp("selection", camera.level, inset=2)
            blits.append(self.stamps.placed(ring, at[state.cursor]))
        surface.fblits(blits, PREMULTIPLIED)

    def disc(self, text: str, size: int, face: Colour | None = None, rim: Colour = WHITE) -> pygame.Surface:
        """A short text on a dark disc."""
        colour = face or self.pack.colour("shadow")
        key = (text, size, colour, rim)
        return self._discs.get(
            key, lambda: disc(self.letters.word(text, round(size * 0.68), rim, face="bold"), size, colour, rim)
        )

    def burst(self, size: int) -> pygame.Surface:
        """Crossed swords on a disc: a battle."""
        colour = self.pack.overlay("target").colour
        return self._discs.get(
            ("burst", size, colour, WHITE),
            lambda: disc(
                self.pack.surface("icons/battle", max(6, round(size * 0.78)), WHITE).premul_alpha(), size, colour, WHITE
            ),
        )

    def legend(self, name: str) -> list[LegendLine]:
        """The meaning of the marks "reach", "moves", "targets", "selection", "battles", "overruns" and the like."""
        if name == "overruns":
            return [LegendLine(self.star(30), "Automatic victory possible here")]
        if name == "dry":
            return [LegendLine(self.stamps.link(LEGEND_LEVEL), "Out of supply there")]
        if name == "battles":
            return [LegendLine(self.burst(30), LEGENDS[name][0][1])]
        if name in GIVEN:
            return [LegendLine(self._given(name, 1, 30), LEGENDS[name][0][1])]
        return [self.entry(Mark(style, text)) for style, text in LEGENDS.get(name, ())]

    def entry(self, mark: Mark) -> LegendLine:
        """The legend line of a declared mark."""
        if mark.shape == "arrow":
            return LegendLine(sample_arrow(self.stamps.style(mark.style).colour), mark.text)
        if mark.shape == "rail":
            return LegendLine(self._rail_piece(mark.style), mark.text)
        if mark.shape == "supply":
            return LegendLine(self.stamps.supply_line(LEGEND_LEVEL, 0b001001, 1), mark.text)
        if mark.shape == "front":
            return LegendLine(sample_front(), mark.text)
        if mark.shape == "cross":
            return LegendLine(sample_cross(), mark.text)
        return LegendLine(self.stamps.stamp(mark.style, LEGEND_LEVEL, ALL_SIDES, VEIL), mark.text)

    def _rail_piece(self, style: str) -> pygame.Surface:
        piece = self.stamps.track(style, LEGEND_LEVEL, 0b001001, True).copy()
        piece.blit(self.stamps.track(style, LEGEND_LEVEL, 0b001001, False), (0, 0), special_flags=PREMULTIPLIED)
        return piece

    # -- parts ------------------------------------------------------------------------------------

    @staticmethod
    def _picked(view: View, state: TableState) -> set[int]:
        return {u.hex for u in view.units if u.id in state.selection and u.hex >= 0} if state.selection else set()

    def _spots(self, camera: Camera) -> Spots:
        return Spots(camera.origin, camera.view, camera.zoom, self._centres, self._reach)

    def _dress(self, chunk: pygame.Surface, left: int, top: int, level: int) -> None:
        at = Spots((left, top), chunk.get_rect(), LEVELS[level], self._centres, self._reach)
        _, view, state = self._worn
        if view:
            brush = self._brush(view, level, LEVELS[level], at)
            chunk.fblits(painted(brush, drawn_overlays("ground", state), state), PREMULTIPLIED)
        if self._more is not None:
            chunk.fblits(list(self._more(at, level)), PREMULTIPLIED)

    def _brush(self, view: View, level: int, zoom: float, at: Spots, picked: tuple[str, ...] = ()) -> Brush:
        return Brush(self.board, self.pack, self.stamps, self.disc, self.fine, view, level, zoom, at, picked)

    def _flags(self, view: View, camera: Camera, at: Spots) -> list[Blit]:
        """A flag in each place that has changed hands, at the upper left of its hex."""
        layout, size = self.board.layout, max(13, round(25 * camera.zoom * min(1.0, self.board.layout.tile_w / 112)))
        dx, dy = round(layout.tile_w * camera.zoom * 0.38), round(layout.tile_h * camera.zoom * 0.24)
        blits: list[Blit] = []
        for index, holder in self._changed(view):
            x, y = at[index]
            blits.append(self.stamps.placed(self._flag(holder, size), (x - dx, y - dy)))
        return blits

    def _changed(self, view: View) -> list[tuple[int, Side]]:
        """Places not held by their first holder; worked out once for each view."""
        if self._flags_of is not view:
            self._flags_of = view
            held = [(h, view.control[h.index]) for h in self.board.hexes if h.place]
            self._flagged = [(h.index, side) for h, side in held if side and side.value != h.owner]
        return self._flagged

    def _flag(self, holder: Side, size: int) -> pygame.Surface:
        key = (holder.value, size, self.pack.colour(holder.value), WHITE)
        return self._discs.get(
            key, lambda: self.pack.surface(f"icons/flag_{holder.value}", size, key[2]).premul_alpha()
        )

    def _battle(self, battle: BattleView, view: View, camera: Camera) -> list[Blit]:
        """An arrow from each attacking hex, and a burst with crossed swords on the target."""
        alpha = 120 if battle.state == "fought" else 255
        return [*self._arrows(battle, view, camera, alpha), *self._burst(battle, camera)]

    def _arrows(self, battle: BattleView, view: View, camera: Camera, alpha: int) -> list[Blit]:
        """An arrow from each attacking hex to each that is attacked beside it."""
        style = self.pack.overlay("target")
        sources = sorted({u.hex for u in view.units if u.id in battle.attackers and u.hex >= 0})
        targets = sorted({battle.hex, *(u.hex for u in view.units if u.id in battle.defenders and u.hex >= 0)})
        blits = []
        for source, target in ((a, b) for a in sources for b in targets if b in self.board.neighbours[a]):
            start, end = middle(self.board, source), middle(self.board, target)
            picture, corner = self.arrows.attack(start, end, style, camera.level, battle.wave, alpha)
            blits.append((picture, camera.to_screen(start[0] + corner[0], start[1] + corner[1])))
        return blits

    def _flights(self, view: View, camera: Camera) -> list[Blit]:
        """A thin line from each base to the hex its aircraft fly to, and the support of each attack."""
        style, blits = self.pack.overlay("air"), list[Blit]()
        given, legs = self._help_given(view)
        for base, target in legs:
            start, end = middle(self.board, base), middle(self.board, target)
            picture, corner = self.arrows.flight(start, end, style, camera.level)
            blits.append((picture, camera.to_screen(start[0] + corner[0], start[1] + corner[1])))
        size = max(18, round(counter_size(self.board, camera.zoom) * 0.42))
        for index, kinds in sorted(given.items()):
            x, y = camera.to_screen(*middle(self.board, index))
            x -= round(counter_size(self.board, camera.zoom) * 0.5)
            y += round(counter_size(self.board, camera.zoom) * 0.5)
            for place, kind in enumerate(k for k in GIVEN if k in kinds):
                blits.append(self.stamps.placed(self._given(kind, kinds[kind], size), (x + place * size, y)))
        return blits

    def _help_given(self, view: View) -> Help:
        """What is given to the attack on each hex, and from where to where aircraft fly; worked out once for each
        view."""
        if self._help_of is not view:
            given: dict[int, Counter[str]] = {}
            legs: list[tuple[int, int]] = []
            for unit in view.units:
                if unit.target < 0 or "spent" in unit.badges:
                    continue
                kind = next((trait for trait in GIVEN if trait in unit.traits), "")
                if kind:
                    given.setdefault(unit.target, Counter())[kind] += 1
                if kind == "air" and unit.hex not in (-1, unit.target):
                    legs.append((unit.hex, unit.target))
            self._help_of, self._help = view, (given, legs)
        return self._help

    def _given(self, kind: str, count: int, size: int) -> pygame.Surface:
        """A disc with the symbol of an attack's support, and its number."""
        colour = self.pack.overlay("air").colour
        key = (f"{kind}*{count}", size, colour, WHITE)

        def make() -> pygame.Surface:
            symbol = self.pack.surface(f"symbols/{GIVEN[kind]}", max(6, round(size * 0.74)), WHITE).premul_alpha()
            face = disc(symbol, size, colour, WHITE)
            if count > 1:
                number = self.letters.word(str(count), max(9, round(size * 0.5)), WHITE, face="bold")
                face.blit(
                    number, (size - number.get_width(), size - number.get_height() + 2), special_flags=PREMULTIPLIED
                )
            return face

        return self._discs.get(key, make)

    def _overruns(self, state: TableState, camera: Camera) -> list[Blit]:
        """A star over each hex where an automatic victory can be won."""
        size = max(20, round(counter_size(self.board, camera.zoom) * 0.5))
        away = round(counter_size(self.board, camera.zoom) * 0.5)
        spots = {i: camera.to_screen(*middle(self.board, i)) for i in sorted(state.overruns)}
        return [self.stamps.placed(self.star(size), (x, y - away)) for x, y in spots.values()]

    def star(self, size: int) -> pygame.Surface:
        """The mark of an automatic victory that can be won."""
        colour = self.pack.overlay("supply_full").colour
        return self._discs.get(
            ("star", size, colour, WHITE), lambda: self.pack.surface("icons/overrun", size, colour).premul_alpha()
        )

    def _burst(self, battle: BattleView, camera: Camera) -> list[Blit]:
        size = max(20, round(counter_size(self.board, camera.zoom) * 0.42))
        x, y = camera.to_screen(*middle(self.board, battle.hex))
        x += round(counter_size(self.board, camera.zoom) * 0.58 + (battle.wave - 1) * size * 0.9)
        y -= round(counter_size(self.board, camera.zoom) * 0.32)
        blits: list[Blit] = [self.stamps.placed(self.burst(size), (x, y))]
        if battle.wave > 1:
            number = self.disc(str(battle.wave), max(13, size // 2))
            blits.append(self.stamps.placed(number, (x + size // 2, y - size // 3)))
        return blits

    def _path(self, state: TableState, camera: Camera, at: Spots) -> list[Blit]:
        points = [self.board.centre(h) for h in state.path]
        picture, (dx, dy) = self.arrows.path(points, self.pack.overlay("reach"), camera.level)
        blits: list[Blit] = [(picture, camera.to_screen(points[0][0] + dx, points[0][1] + dy))]
        blits += [
            self.stamps.placed(self.disc(str(self._cost(state, i)), 17), at[h])
            for i, h in enumerate(state.path[:-1])
            if i
        ]
        if state.path_text:
            x, y = at[state.path[-1]]
            tag = self.disc(state.path_text, 24)
            blits.append((tag, (x - tag.get_width() // 2, y + 14)))
        return blits

    @staticmethod
    def _cost(state: TableState, place: int) -> int:
        step = state.reach.get(state.path[place])
        return step.cost if step else place


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return len(before) == len(now) and all(a is b for a, b in zip(before, now, strict=True))


def drawn_overlays(layer: str, state: TableState) -> tuple[Overlay, ...]:
    """The active overlays of a layer that have a painter and all they need to know."""
    return tuple(
        overlay
        for overlay in registry.OVERLAYS
        if overlay.layer == layer
        and overlay.id in state.overlays
        and overlay.paint is not None
        and (overlay.ask is None or overlay.id in state.known)
    )


def painted(brush: Brush, overlays: Iterable[Overlay], state: TableState) -> list[Blit]:
    """What their painters draw, in order."""
    return [blit for o in overlays if o.paint is not None for blit in o.paint(brush, state.known.get(o.id))]


LEGENDS: dict[str, tuple[tuple[str, str], ...]] = {
    "reach": (("reach", "Can move here and still attack"), ("reach_no_attack", "Can move here, but not attack after")),
    "moves": (("reach", "Can move here"),),
    "targets": (("target", "Can be attacked"),),
    "selection": (("selection", "The picked unit"),),
    "led": ((STYLE, "The staff leads units here"),),
    "battles": (("target", "Attack declared; arrows come from the attackers"),),
    "air": (("air", "Aircraft fly to this hex"),),
    "art": (("air", "Guns help this attack"),),
    "marshal": (("air", "A Field Marshal leads this attack"),),
}
"""What the marks mean that are no overlays: they come with the position, the picked unit or the question."""
