"""How each moment looks from its first frame to its last: a city falls, a pocket, the season turns, the end."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from ecs import Side
from ecs.core.unit_names import signed
from ecs.core.view import View
from game.packs.loader import SpritePack
from game.play.atlas.text import verdict
from game.play.great_events import THE, Moment, great_city
from game.ui.moments.painting import (
    CREAM,
    GOLD,
    NIGHT,
    QUIET,
    Colour,
    darkened,
    fall_off,
    lay,
    paragraph,
    part_of,
    skyline,
    spotlit,
    strip,
    title,
    words,
)

EMBER = ((226, 104, 38), (60, 22, 12)), ((86, 32, 14), (52, 20, 10), (15, 8, 5))
DAWN = ((246, 217, 166), (70, 84, 106)), ((104, 104, 112), (62, 66, 78), (18, 19, 24))
COLD = ((190, 170, 160), (56, 70, 88)), ((78, 74, 80), (48, 48, 58), (13, 13, 17))
LOST, WON = (244, 151, 138), (134, 199, 146)
BANDS, SLICES = 24, 12
"""Of a map that comes in: rows of its slanting edge, and steps in which the edge fades."""
SEASONS = {"good": "Clear skies", "mixed": "Thaw", "mud": "Mud", "snow": "Winter"}


@dataclass(frozen=True, slots=True)
class Scenery:
    """The setting of a moment.

    ``size`` and ``area``: of the window, and the map in it; ``scale``: of text; ``before`` and ``after``: the window as
    it was, and the map as it is now without any panel; ``view``: the position; ``viewer``: who looks on, None for more
    than one or nobody; ``spots``: pixels of the hexes it is about, the first the middle; ``radius``: pixels round them.
    ``ground``: "good", "mixed", "mud" or "snow".  ``trays``: places of the stacks a chit moves; ``led``: how many units
    they are, and what they can attack, in words.
    """

    size: tuple[int, int]
    area: Rect
    scale: float
    before: Surface
    after: Surface
    view: View
    viewer: Side | None
    pack: SpritePack
    spots: tuple[tuple[int, int], ...]
    radius: int
    ground: str
    trays: tuple[Rect, ...] = ()
    led: str = ""

    def px(self, pixels: float) -> int:
        """Pixels for a length at 100 %."""
        return round(pixels * self.scale)


class Play:
    """A moment being played; ``lasts``: seconds in all, ``settles``: until the last frame is reached, ``heard``: until
    its sound is played."""

    lasts, settles, heard = 2.6, 1.2, 0.0

    def __init__(self, moment: Moment, at: Scenery) -> None:
        self.moment, self.at = moment, at

    def paint(self, surface: Surface, now: float) -> None:
        """Paint the frame that many seconds after the beginning."""
        raise NotImplementedError

    @property
    def told(self) -> str:
        """All its text, in one or two sentences."""
        return f"{self.moment.title}. {self.moment.text}".strip()

    def _blit_middle(self, surface: Surface, picture: Surface, y: int, part: float) -> int:
        """Draw a line in the middle of the window; return its lower edge."""
        lay(surface, picture, ((self.at.size[0] - picture.get_width()) // 2, y), part)
        return y + picture.get_height()


class CityFalls(Play):
    """The fall of a capital: its name over the whole window, its skyline, what it means."""

    lasts, settles, heard = 4.2, 2.5, 0.6  # the flag begins to go up

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        wide, high = at.size
        name = moment.names[0]
        self.dark = spotlit(at.after, at.spots[:1], at.radius, 0.16) if at.spots else darkened(at.after, 0.16)
        top = high * 36 // 100
        self.dark.fill((40, 40, 40), Rect(0, 0, wide, at.area.y), special_flags=pygame.BLEND_RGB_MULT)
        self.dark.blit(fall_off((wide, high * 14 // 100), 0, 225), (0, top))
        self.dark.fill(NIGHT, Rect(0, top + high * 14 // 100, wide, high))
        glow, inks = (COLD if at.ground == "snow" else DAWN) if moment.freed else EMBER
        self.dark.blit(fall_off((wide, high * 20 // 100), 210, 0), (0, at.area.y))
        self.sky = skyline(name, (wide, high * 42 // 100), glow, inks)
        self.name = title(name.upper(), min(high * 14 // 100, at.px(140)), wide * 9 // 10, spread=0.14)
        self.said = words(self._said(), at.px(34), CREAM, slanted=True)
        self.date = words(at.view.turn_name, at.px(24), CREAM)
        self.strip = strip((wide, at.px(66)), self._facts(), at.px(18))

    def _said(self) -> str:
        moment, viewer = self.moment, self.at.viewer
        assert moment.side is not None
        if viewer is None:
            return f"has fallen to {THE[moment.side]}"
        if moment.side is viewer:
            return "is free" if moment.freed else "has fallen"
        return "is lost"

    def _facts(self) -> list[tuple[str, Colour, bool]]:
        moment, view = self.moment, self.at.view
        good = self.at.viewer in (None, moment.side)
        change = f" ({signed(moment.points)})" if moment.points else ""
        counted = view.tally.parts[0] + change if view.tally.parts else ""
        city = great_city(moment.names[0])
        past = city.retaken if moment.freed else city.taken
        return [(counted, WON if good else LOST, False), (moment.text, CREAM, False), (past, QUIET, True)]

    @property
    def told(self) -> str:
        """The name, and what stands on the strip."""
        return " ".join((f"{self.moment.title}.", *(f"{fact.rstrip('.')}." for fact, _, _ in self._facts() if fact)))

    def paint(self, surface: Surface, now: float) -> None:
        """The map goes dark round the city; its skyline rises; then the words."""
        at, high = self.at, self.at.size[1]
        if now < 0.7:
            surface.blit(at.after, (0, 0))
        lay(surface, self.dark, (0, 0), part_of(now, 0.2, 0.5))
        self._flag(surface, part_of(now, 0.6, 0.6))
        risen = part_of(now, 1.0, 0.7)
        foot = high - self.strip.get_height()
        if risen > 0:
            lift = round((1 - risen) * at.px(120))
            surface.set_clip(Rect(0, 0, at.size[0], foot))
            lay(surface, self.sky, (0, foot - self.sky.get_height() + lift), risen)
            surface.set_clip(None)
        self._blit_middle(surface, self.date, high * 9 // 100, part_of(now, 1.0, 0.4))
        below = self._blit_middle(surface, self.name, high * 42 // 100, part_of(now, 1.3, 0.5))
        self._blit_middle(surface, self.said, below + at.px(2), part_of(now, 1.8, 0.3))
        up = part_of(now, 2.1, 0.3)
        lay(surface, self.strip, (0, high - round(self.strip.get_height() * up)), up)

    def _flag(self, surface: Surface, risen: float) -> None:
        """The flag of the side that took it goes up on the hex."""
        moment, at = self.moment, self.at
        if not at.spots or moment.side is None or risen <= 0:
            return
        tall = max(at.px(40), at.radius * 2 // 5)
        name, pack = f"icons/flag_{moment.side.value}", at.pack
        flag, casing = pack.surface(name, tall, pack.colour(moment.side.value)), pack.surface(name, tall, CREAM)
        x, y = at.spots[0]
        clip = Rect(0, y - 2 * tall, at.size[0], 2 * tall)
        surface.set_clip(clip)
        place = flag.get_rect(midbottom=(x + tall // 4, y + round(tall * (1 - risen))))
        surface.fblits([(casing, place.move(dx, dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2)])
        surface.blit(flag, place)
        surface.set_clip(None)


class Ringed(Play):
    """A pocket that was closed, or a destroyed army: its hexes lit, a rim drawn once round, and its size."""

    lasts, settles = 3.2, 1.9

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        self.dark = spotlit(at.after, at.spots, at.radius, 0.42) if at.spots else darkened(at.after, 0.42)
        bad = moment.side is at.viewer
        self.head = title(_headline(moment), at.px(56), at.size[0] * 8 // 10, spread=0.02)
        self.line = words(self._count(), at.px(26), LOST if bad else CREAM)
        self.band = fall_off((at.size[0], at.px(250)), 0, 235)

    def _count(self) -> str:
        moment, bad = self.moment, self.moment.side is self.at.viewer
        if moment.kind == "pocket":
            return f"{moment.total} units cut off"
        return f"{moment.total} units {'lost' if bad else 'destroyed'}"

    def paint(self, surface: Surface, now: float) -> None:
        """The rest of the map dims; the rim closes; then the words."""
        at, high = self.at, self.at.size[1]
        if now < 0.5:
            surface.blit(at.after, (0, 0))
        lay(surface, self.dark, (0, 0), part_of(now, 0.0, 0.4))
        self._rim(surface, part_of(now, 0.4, 0.8))
        shown = part_of(now, 1.2, 0.4)
        lay(surface, self.band, (0, high - self.band.get_height()), shown)
        below = self._blit_middle(surface, self.head, high - at.px(150), shown)
        self._blit_middle(surface, self.line, below, part_of(now, 1.5, 0.4))

    def _rim(self, surface: Surface, closed: float) -> None:
        """A circle round all of it, as far as it is drawn."""
        at = self.at
        if closed <= 0 or not at.spots:
            return
        points = [Rect(*spot, 1, 1) for spot in at.spots]
        box = points[0].unionall(points).inflate(2 * at.radius, 2 * at.radius)
        for wide, colour in ((at.px(8), NIGHT), (at.px(4), GOLD)):
            if closed >= 1:
                pygame.draw.ellipse(surface, colour, box.inflate(wide, wide), wide)
            else:
                pygame.draw.arc(surface, colour, box.inflate(wide, wide), 1.57, 1.57 + 6.283 * closed, wide)


class BreaksThrough(Play):
    """A hole torn in the front: the line parts, and an arrow goes through it to each mechanised unit beyond."""

    lasts, settles = 3.2, 1.9

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        self.dark = spotlit(at.after, at.spots, at.radius, 0.42) if at.spots else darkened(at.after, 0.42)
        assert moment.side is not None
        self.ink = at.pack.colour(moment.side.value)
        _, near, place = moment.title.partition(" near ")
        self.head = title(f"Breakthrough{near}{place}", at.px(56), at.size[0] * 8 // 10, spread=0.02)
        bad = at.viewer is moment.side.other
        self.line = words(f"{moment.total} mechanised units are through", at.px(26), LOST if bad else CREAM)
        self.band = fall_off((at.size[0], at.px(250)), 0, 235)
        self.hole, *ends = (pygame.Vector2(spot) for spot in at.spots)
        self.ends = [end for end in dict.fromkeys(map(tuple, ends)) if self.hole.distance_to(end) > at.radius / 3]
        self.ahead = self._ahead()

    def _ahead(self) -> pygame.Vector2:
        """The direction they go, as far as they agree."""
        ways = [pygame.Vector2(end) - self.hole for end in self.ends]
        whole = sum(ways, pygame.Vector2())
        return whole.normalize() if whole.length() > 1 else pygame.Vector2(1, 0)

    def paint(self, surface: Surface, now: float) -> None:
        """The rest of the map dims; the line tears; the arrows go through; then the words."""
        at, high = self.at, self.at.size[1]
        if now < 0.5:
            surface.blit(at.after, (0, 0))
        lay(surface, self.dark, (0, 0), part_of(now, 0.0, 0.4))
        self._tear(surface, part_of(now, 0.3, 0.6))
        for number, end in enumerate(self.ends):
            self._arrow(surface, pygame.Vector2(end), part_of(now, 0.7 + 0.1 * number, 0.7))
        shown = part_of(now, 1.2, 0.4)
        lay(surface, self.band, (0, high - self.band.get_height()), shown)
        below = self._blit_middle(surface, self.head, high - at.px(150), shown)
        self._blit_middle(surface, self.line, below, part_of(now, 1.5, 0.4))

    def _tear(self, surface: Surface, open_: float) -> None:
        """The two ends of the line, bent back from the hole."""
        reach, across = self.at.radius, self.ahead.rotate(90)
        for way in (across, -across) if open_ > 0 else ():
            near = self.hole + way * reach * 0.55 * open_
            bent, end = near + self.ahead * reach * 0.5 * open_, near + way * reach * 0.8
            points = [_curve(bent, near, end, step / 12) for step in range(13)]
            for wide, colour in ((self.at.px(10), NIGHT), (self.at.px(6), CREAM)):
                for one, two in pairwise(points):
                    pygame.draw.line(surface, colour, one, two, wide)
                    pygame.draw.circle(surface, colour, two, wide // 2)

    def _arrow(self, surface: Surface, end: pygame.Vector2, come: float) -> None:
        """From behind the hole through it and towards a unit, broader at its foot; it stops short of the counter."""
        if come <= 0:
            return
        foot, reach = self.hole - self.ahead * self.at.radius * 0.7, self.at.radius
        tip = end + (self.hole - end) * min(0.4, reach * 0.45 / max(1.0, self.hole.distance_to(end)))
        path = [_curve(foot, self.hole, tip, come * step / 16) for step in range(17)]
        for grown, colour in ((self.at.px(3), CREAM), (0, self.ink)):
            for step, (one, two) in enumerate(pairwise(path)):
                wide = round(self.at.px(15) * (1 - step / 30)) + 2 * grown
                pygame.draw.line(surface, colour, one, two, wide)
                pygame.draw.circle(surface, colour, two, wide // 2)
            along = path[-1] - path[-2]
            if along.length() > 0:
                way, size = along.normalize(), self.at.px(17) + grown
                head = [path[-1] + way * size, path[-1] + way.rotate(125) * size, path[-1] + way.rotate(-125) * size]
                pygame.draw.polygon(surface, colour, head)


def _curve(start: pygame.Vector2, middle: pygame.Vector2, end: pygame.Vector2, part: float) -> pygame.Vector2:
    """A point of the curve from start to end that is drawn towards the middle."""
    return start.lerp(middle, part).lerp(middle.lerp(end, part), part)


def _headline(moment: Moment) -> str:
    """ "The pocket near Uman" of "A pocket is closed near Uman"."""
    place = moment.title.partition(" near ")[2]
    return f"The pocket near {place}" if moment.kind == "pocket" and place else moment.title


class SeasonTurns(Play):
    """The new map comes in from the north-east behind a soft edge, and the name of the weather is written."""

    lasts, settles = 3.0, 1.9

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        self.edge = at.px(240)
        self.name = title(SEASONS.get(at.ground, moment.weather), at.px(120), at.size[0] * 8 // 10, spread=0.04)
        self.rule = paragraph(moment.text or moment.title, at.px(19), at.size[0] * 6 // 10, CREAM)
        self.band = fall_off((at.size[0], at.px(380)), 0, 225)

    def paint(self, surface: Surface, now: float) -> None:
        """The wipe, then name and rule."""
        at, high = self.at, self.at.size[1]
        come = min(1.0, max(0.0, (now - 0.2) / 1.2))
        if come >= 1:
            surface.blit(at.after, (0, 0))
        else:
            surface.blit(at.before, (0, 0))
            self._wipe(surface, come)
        shown = part_of(now, 0.7, 0.5)
        lay(surface, self.band, (0, high - self.band.get_height()), shown)
        below = self._blit_middle(surface, self.name, high - at.px(250), shown)
        self._blit_middle(surface, self.rule, below, part_of(now, 1.3, 0.4))

    def _wipe(self, surface: Surface, come: float) -> None:
        """The new map so far: sharp behind its edge, and ever fainter in it."""
        new, edge, (wide, high) = self.at.after, self.edge, self.at.size
        slant = high // 2
        front = round(wide - come * (wide + edge + slant))
        tall, step = -(-high // BANDS), -(-edge // SLICES)
        for y in range(0, high, tall):
            left = front + slant * y // high
            for n in range(SLICES):
                slice_ = Rect(left + n * step, y, step, tall).clip(new.get_rect())
                new.set_alpha(255 * n // SLICES)
                surface.blit(new, slice_, slice_)
            new.set_alpha(None)
            rest = Rect(max(0, left + edge), y, wide, tall).clip(new.get_rect())
            surface.blit(new, rest, rest)


class TheEnd(Play):
    """The end of the game: the winner, over the darkened map."""

    lasts, settles = 3.4, 1.8

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        wide = at.size[0]
        self.dark = darkened(at.after, 0.3)
        winner = at.view.result.winner if at.view.result is not None else None
        ink = CREAM if at.viewer is None or winner is None else WON if winner is at.viewer else LOST
        self.name = title(verdict(at.view.result), at.px(96), wide * 9 // 10, spread=0.03)
        self.text = paragraph(moment.title, at.px(22), wide * 6 // 10, ink)
        self.date = words(at.view.turn_name, at.px(24), QUIET)

    @property
    def told(self) -> str:
        """The winner, and why."""
        return f"{verdict(self.at.view.result)}. {self.moment.title}"

    def paint(self, surface: Surface, now: float) -> None:
        """The map goes dark, then the words."""
        at, high = self.at, self.at.size[1]
        if now < 0.9:
            surface.blit(at.after, (0, 0))
        lay(surface, self.dark, (0, 0), part_of(now, 0.0, 0.8))
        self._blit_middle(surface, self.date, high * 30 // 100, part_of(now, 0.6, 0.4))
        below = self._blit_middle(surface, self.name, high * 38 // 100, part_of(now, 0.8, 0.5))
        self._blit_middle(surface, self.text, below + at.px(8), part_of(now, 1.3, 0.4))
