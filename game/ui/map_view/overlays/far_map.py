"""The campaign map from afar: formations, dated fronts of earlier turns, names of rivers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import pygame

from ecs import Side
from ecs.board.board import Board
from ecs.core.view import UnitView, View
from game.packs.loader import SpritePack
from game.ui.map_view.camera import LEVELS, Camera
from game.ui.map_view.counters.counter_faces import CounterLook, Counters, look_of
from game.ui.map_view.counters.stack_layout import counter_size
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.declaration import DrawDisc
from game.ui.map_view.overlays.earlier_fronts import FormerFront
from game.ui.map_view.overlays.hex_markers import Blit, Spots
from game.ui.map_view.smooth_shapes import Vec, mix
from game.ui.widgets.style.theme import display_scale

# -- Counters gathered from afar: one large symbol for all of a side who stand near each other, with their strength. -

HEADQUARTERS = "hq"
SPACING = 1.15
"""Symbols stand that many of their own sides apart at least; who is nearer to one than that is counted to it."""
ROUNDS = 24


@dataclass(frozen=True, slots=True)
class Formation:
    """Units of one side that stand together.

    ``at``: map pixel of the symbol, ``home``: where the weight of its units is; ``lead``: the strongest of them;
    ``units``: how many; ``factors``: those they attack with, or of defence if none attacks, 0 unknown; ``name``: of the
    headquarters among them, or "".
    """

    side: Side
    at: tuple[float, float]
    home: tuple[float, float]
    lead: UnitView
    units: int
    factors: int
    name: str = ""

    @property
    def look(self) -> CounterLook:
        """The counter drawn for it."""
        look = look_of(self.lead)
        badges = tuple(badge for badge in look.badges if badge == "hidden")
        return look._replace(
            name=look.name if self.units == 1 else self.name,
            factors="" if look.veiled else str(self.factors),
            size="army" if self.units > 1 and look.size else look.size,
            badges=badges,
            disrupted=False,
        )


def formations(board: Board, units: Iterable[UnitView], near: float) -> tuple[Formation, ...]:
    """All units on the map as formations, the strongest first.

    :param near: map pixels within which units of a side are one formation, and symbols are kept apart.
    """
    stacks: dict[tuple[Side, int], list[UnitView]] = {}
    for unit in units:
        if unit.hex >= 0 and (unit.attack or unit.defence or unit.id.startswith("?") or _leads(unit)):
            stacks.setdefault((unit.side, unit.hex), []).append(unit)
    order = sorted(stacks, key=lambda spot: (-_weight(stacks[spot]), spot[0].value, spot[1]))
    found: list[Formation] = []
    left = dict.fromkeys(order)
    for spot in order:
        if spot in left:
            x, y = board.centre(spot[1])
            close = [s for s in left if s[0] is spot[0] and math.dist((x, y), board.centre(s[1])) <= near]
            for one in close:
                del left[one]
            found.append(_formation(board, spot[0], {s[1]: stacks[s] for s in close}))
    return _apart(found, near / SPACING)


def _leads(unit: UnitView) -> bool:
    """Is it a headquarters?"""
    return unit.symbol == HEADQUARTERS


def _weight(units: Iterable[UnitView]) -> int:
    return sum(max(u.attack, u.defence, 1) for u in units)


def _formation(board: Board, side: Side, stacks: dict[int, list[UnitView]]) -> Formation:
    weights = {index: _weight(here) for index, here in stacks.items()}
    total = sum(weights.values())
    spots = {index: board.centre(index) for index in stacks}
    x = sum(spots[i][0] * w for i, w in weights.items()) / total
    y = sum(spots[i][1] * w for i, w in weights.items()) / total
    units = [unit for here in stacks.values() for unit in here]
    lead = max(units, key=lambda u: (u.attack, u.defence, not u.id.startswith("?"), u.id))
    leaders = sorted(u.name for u in units if _leads(u))
    factors = sum(u.attack for u in units) or sum(u.defence for u in units)
    return Formation(side, (x, y), (x, y), lead, len(units), factors, leaders[0] if len(leaders) == 1 else "")


def _apart(found: Sequence[Formation], least: float) -> tuple[Formation, ...]:
    """Move symbols a little until none covers another, in `ROUNDS` rounds if there is room."""
    spots = [list(one.home) for one in found]
    for _ in range(ROUNDS):
        moved = False
        for a in range(len(spots)):
            for b in range(a + 1, len(spots)):
                moved = _push(spots[a], spots[b], least, a, b) or moved
        if not moved:
            break
    return tuple(replace(one, at=(x, y)) for one, (x, y) in zip(found, spots, strict=True))


def _push(one: list[float], two: list[float], least: float, a: int, b: int) -> bool:
    """Push two squares of a side of ``least`` apart along the way that is shorter."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    over_x, over_y = least - abs(dx), least - abs(dy)
    if over_x <= 0 or over_y <= 0:
        return False
    if over_x < over_y:
        part = (over_x / 2 + 0.01) * (1 if dx > 0 or (dx == 0 and a < b) else -1)
        one[0], two[0] = one[0] - part, two[0] + part
    else:
        part = (over_y / 2 + 0.01) * (1 if dy > 0 or (dy == 0 and a < b) else -1)
        one[1], two[1] = one[1] - part, two[1] + part
    return True


SMALL = 19
"""Counters below that many pixels are gathered."""
SYMBOL = 34
"""Pixels of a symbol."""
LETTERS = 11
SHORTEST, STRAIGHT = 1.2, 0.82
"""A river is named along a stretch that many times as long as its name, and as straight as this."""
APART = 420
"""Screen pixels between two names of one river."""
MOST_RIVERS = 60
MOST_NAMED = 16

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED
Figure = tuple[tuple[float, float], CounterLook, int]
"""Where a formation is drawn, the counter drawn for it, and its units."""


class CampaignMap:
    """Draws the campaign map over the ground; `text_scale` is how much larger than usual words are to be."""

    def __init__(self, board: Board, pack: SpritePack, letters: Letters, counters: Counters, disc: DrawDisc) -> None:
        self.board, self.pack, self.letters, self.counters, self.disc = board, pack, letters, counters, disc
        self._painter: tuple[object, Callable[[Spots, int], Iterator[Blit]]] = ((), lambda at, level: iter(()))
        self._gathered: tuple[object, View | None, tuple[Formation, ...]] = (None, None, ())
        self._laid: tuple[object, View | None, list[Blit]] = (None, None, [])
        self._drawn: tuple[tuple[Formation, ...], list[Figure]] = ((), [])
        self._named: dict[tuple[int, float], list[Blit]] = {}

    def wanted(self, camera: Camera) -> bool:
        """Are counters too small to read at this zoom?"""
        return counter_size(self.board, camera.zoom) < SMALL * display_scale(camera.view.size)

    def painter(
        self, camera: Camera, text_scale: float, former: tuple[FormerFront, ...]
    ) -> Callable[[Spots, int], Iterator[Blit]]:
        """The painter of names and fronts on pieces of the map; the same object while these look the same."""
        key = (self.scale(camera, text_scale), former)
        if self._painter[0] != key:
            self._painter = (key, partial(self.paint, scale=key[0], former=former))
        return self._painter[1]

    # -- on the ground: painted with the pieces of the map ------------------------------------------------

    def paint(self, at: Spots, level: int, scale: float, former: Sequence[FormerFront]) -> Iterator[Blit]:
        """Draw names of rivers, and thin dated lines of former fronts, the latest the strongest."""
        ink = mix(self.pack.colour("name"), (120, 30, 30), 0.45)
        for age, front in enumerate(reversed(former)):
            alpha = max(90, 225 - 45 * age)
            for line in front.lines:
                yield from self._line(at, line, ink, alpha, scale)
        for picture, (x, y) in self._rivers(level, scale):
            yield picture, at.shifted(x, y)

    @staticmethod
    def _line(at: Spots, line: Sequence[Vec], ink: tuple[int, int, int], alpha: int, scale: float) -> Iterator[Blit]:
        left, top, right, bottom = at.area
        xs, ys = [x for x, _ in line], [y for _, y in line]
        if min(xs) < right and max(xs) > left and min(ys) < bottom and max(ys) > top:
            sheet, corner = at.sheet((min(xs) - 8, min(ys) - 8, max(xs) + 8, max(ys) + 8))
            thin = 1.5 * scale / sheet.zoom
            sheet.dashes(line, thin, ink, thin * 5, thin * 2.5, alpha)
            yield sheet.done(), corner

    def _dates(self, camera: Camera, spots: Sequence[Vec], former: Sequence[FormerFront]) -> Iterator[Blit]:
        """The date of each former front, where its line runs farthest from symbols and from the other dates."""
        taken, seen = list(spots), camera.clear.inflate(-80, -40)
        high = round(17 * display_scale(camera.view.size))
        for front in former:
            places = [camera.to_screen(*at) for line in front.lines for at in line[::6]]
            places = [place for place in places if seen.collidepoint(place)]
            if places:
                spot = max(places, key=lambda place: min((math.dist(place, at) for at in taken), default=0.0))
                taken.append(spot)
                tag = self.disc(front.title, high)
                yield tag, (spot[0] - tag.get_width() // 2, spot[1] - tag.get_height() // 2)

    def _rivers(self, level: int, scale: float) -> list[Blit]:
        key = (level, scale)
        if key not in self._named:
            self._named[key] = list(self._name_rivers(LEVELS[level], scale))
        return self._named[key]

    def _name_rivers(self, zoom: float, scale: float) -> Iterator[Blit]:
        """The longest rivers by name along their course, pixels of the enlarged map."""
        water = mix(self.pack.terrain("sea").ink, (8, 38, 92), 0.85)
        art = [a for a in self.board.art if "river" in a.kind and a.name and len(a.points) > 1]
        taken: list[tuple[str, Vec]] = []
        edge = pygame.Rect(0, 0, self.board.width * zoom, self.board.height * zoom).inflate(-90 * scale, -90 * scale)
        for line in sorted(art, key=lambda a: ("major" not in a.kind, -_length(a.points), a.name))[:MOST_RIVERS]:
            word = self.letters.word(
                line.name,
                round(LETTERS * scale),
                water,
                halo=self.pack.colour("name_halo"),
                slanted=True,
            )
            spot = _stretch(line.points, word.get_width() * SHORTEST / zoom)
            if spot is not None:
                (x, y), angle = spot
                here = (x * zoom, y * zoom)
                near = any(name == line.name and math.dist(here, at) < APART for name, at in taken)
                clear = all(math.dist(here, at) > word.get_width() for _, at in taken) and edge.collidepoint(here)
                if not near and clear and len(taken) < MOST_NAMED:
                    taken.append((line.name, here))
                    turned = pygame.transform.rotozoom(word, -angle, 1.0)
                    lift = word.get_height() * 0.62
                    away = math.radians(angle - 90)
                    x, y = here[0] + math.cos(away) * lift, here[1] + math.sin(away) * lift
                    yield turned, (round(x - turned.get_width() / 2), round(y - turned.get_height() / 2))

    # -- over the ground ----------------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        view: View,
        text_scale: float,
        former: tuple[FormerFront, ...] = (),
        moving: frozenset[str] = frozenset(),
    ) -> None:
        """The formations, those of the weaker below, each with the number of its units."""
        size = self.size(camera, text_scale)
        key = (camera.origin, tuple(camera.view), tuple(camera.clear), size, moving, former)
        if self._laid[0] != key or self._laid[1] is not view:
            found = self.gathered(camera, view, size, moving)
            dates = self._dates(camera, [camera.to_screen(*one.at) for one in found], former) if former else ()
            self._laid = (key, view, [*self._symbols(camera, found, size), *dates])
        surface.fblits(self._laid[2], PREMULTIPLIED)

    def at(self, camera: Camera, view: View, text_scale: float, pos: tuple[int, int]) -> Formation | None:
        """The formation whose symbol is on top at a screen pixel, or None."""
        size = self.size(camera, text_scale)
        for one in self.gathered(camera, view, size):
            box = pygame.Rect(0, 0, size, size)
            box.center = camera.to_screen(*one.at)
            if box.collidepoint(pos):
                return one
        return None

    def _symbols(self, camera: Camera, found: tuple[Formation, ...], size: int) -> list[Blit]:
        pad, reach = self.counters.pad(size), size * 2
        blits: list[Blit] = []
        box = camera.view.inflate(2 * reach, 2 * reach)
        (left, top), zoom, view = camera.origin, camera.zoom, camera.view
        for at, look, units in self._figures(found):
            x, y = round(at[0] * zoom) - left + view.x, round(at[1] * zoom) - top + view.y
            if box.collidepoint(x, y):
                blits.append((self.counters.picture(look, size), (x - size // 2 - pad, y - size // 2 - pad)))
                if units > 1:
                    disc = self.disc(str(units), max(13, round(size * 0.42)))
                    blits.append(
                        (disc, (x - size // 2 - disc.get_width() // 3, y - size // 2 - disc.get_height() // 3))
                    )
        return blits

    def _figures(self, found: tuple[Formation, ...]) -> list[Figure]:
        """The formations as they are drawn, the weakest first; worked out once for each gathering."""
        if self._drawn[0] is not found:
            self._drawn = (found, [(one.at, one.look, one.units) for one in reversed(found)])
        return self._drawn[1]

    @staticmethod
    def size(camera: Camera, text_scale: float) -> int:
        """The side of a symbol in pixels."""
        return round(SYMBOL * display_scale(camera.view.size) * min(1.5, max(1.0, text_scale)))

    @staticmethod
    def scale(camera: Camera, text_scale: float) -> float:
        """How much larger than usual words and thin lines are."""
        return display_scale(camera.view.size) * max(1.0, text_scale)

    def gathered(
        self, camera: Camera, view: View, size: int, moving: frozenset[str] = frozenset()
    ) -> tuple[Formation, ...]:
        """The formations at this zoom, for symbols of ``size`` pixels; worked out once for each view and zoom."""
        key = (camera.zoom, size, moving)
        if self._gathered[0] != key or self._gathered[1] is not view:
            units = (u for u in view.units if u.id not in moving)
            self._gathered = (key, view, formations(self.board, units, size * SPACING / camera.zoom))
        return self._gathered[2]


def _length(line: Sequence[Vec]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _stretch(points: Sequence[Vec], wanted: float) -> tuple[Vec, float] | None:
    """The middle and the angle of the straightest stretch of a line that is so long, or None if all are too bent."""
    best: tuple[float, Vec, float] | None = None
    for first in range(len(points) - 1):
        far, last = 0.0, first
        while last < len(points) - 1 and far < wanted:
            far += math.dist(points[last], points[last + 1])
            last += 1
        if far < wanted:
            break
        a, b = points[first], points[last]
        straight = math.dist(a, b) / far
        if straight >= STRAIGHT and (best is None or straight > best[0]):
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            angle += 180 if angle < -90 else -180 if angle > 90 else 0
            best = straight, points[(first + last) // 2], angle
    return None if best is None else (best[1], best[2])
