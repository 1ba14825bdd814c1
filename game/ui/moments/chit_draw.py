"""The chit draw: a shaken cup, a chit that leaves it and turns, and the troops it moves, lit on the map."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from ecs import Side
from ecs.core.view import ChitView
from game.packs.loader import SpritePack
from game.play.great_events import THE, Moment
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.smooth_shapes import mix
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
    spotlit,
    title,
    words,
)
from game.ui.moments.plays import Play, Scenery

WOOD: Colour = (142, 90, 44)
BLANK: Colour = (214, 206, 184)
SHAKEN, OUT, TURNED = 0.56, 0.86, 1.08
"""Seconds until the cup is still, the chit is out, and its face is up."""
TILT = 8
RIGHT, LEFT = (76, 30), (24, 48)
"""Where the chit comes to lie, in hundredths of the window: left, below its name, if on the right it would hide what is
lit."""
MOST_BLANKS = 16
LEADS = {"first": ("begins with", "begin with"), "played": ("plays", "play")}
"""What a side does with a chit that is not drawn: of one, and of several."""


class ChitDrawn(Play):
    """Cup, chit, its name and rule; the units it moves are lit, the rest of the map dim."""

    lasts, settles = 2.6, 1.4

    def __init__(self, moment: Moment, at: Scenery) -> None:
        super().__init__(moment, at)
        wide, high = at.size
        self.dark = darkened(at.after, 0.42)
        self.lit = spotlit(at.after, at.spots[:1], at.radius, 0.42, 0.1) if at.spots else darkened(at.after, 0.7)
        self.side = at.px(min(248, at.size[1] * 30 // 100 / at.scale))
        self.face = pygame.transform.rotozoom(chit_face(at.pack, moment.chit, self.side, moment.side, False), 4, 1.0)
        self.back = _blank(self.side, _colour(at.pack, moment.side))
        self.cup = _cup(at.px(200), at.px(250), [_colour(at.pack, side) for side in _left(at.view.chits)])
        left = self._lights(RIGHT) and not self._lights(LEFT)
        (x, y), across = (LEFT, 22) if left else (RIGHT, 78)
        self.cup_at = (wide * across // 100, high - at.px(66) - at.px(140))
        self.chit_at = (wide * x // 100, high * y // 100)
        room = wide * 46 // 100
        self.corner = fall_off((wide, high * 46 // 100), 225, 0)
        self.lead = words(self._lead(), at.px(19), GOLD, "plain")
        self.name = title(moment.title, at.px(84), room, spread=0.0)
        self.rule = paragraph(moment.text, at.px(19), room * 8 // 10, CREAM)
        self.led = words(at.led, at.px(19), CREAM, "bold")
        self.foot = self._foot()

    @property
    def told(self) -> str:
        """Its name, its rule, and whom it moves."""
        return f"{super().told} {self.at.led}".strip()

    def _lights(self, place: tuple[int, int]) -> bool:
        """Would the chit, there in hundredths of the window, lie on what is lit for it?"""
        chit = Rect(0, 0, self.side, self.side)
        chit.center = self.at.size[0] * place[0] // 100, self.at.size[1] * place[1] // 100
        for x, y in self.at.spots[:1]:
            near = min(max(x, chit.left), chit.right), min(max(y, chit.top), chit.bottom)
            return pygame.Vector2(x, y).distance_to(near) < self.at.radius
        return False

    def _lead(self) -> str:
        side, how = self.moment.side, self.moment.names[0]
        if how == "drawn" or side is None:
            return "Drawn from the cup"
        whose, several = THE[side], side is Side.SOVIET
        return f"{whose[:1].upper()}{whose[1:]} {LEADS[how][several]}"

    def _foot(self) -> Surface:
        """The month, and the chits left in the cup as blank backs."""
        at = self.at
        high = at.px(54)
        sheet = Surface((at.size[0], high), pygame.SRCALPHA, 32)
        sheet.fill((*NIGHT, 225))
        x = at.px(24)
        for picture in (
            words(at.view.turn_name, at.px(24), CREAM),
            words("Still in the cup", at.px(16), QUIET, "plain"),
        ):
            sheet.blit(picture, (x, (high - picture.get_height()) // 2))
            x += picture.get_width() + at.px(24)
        size = at.px(30)
        for side in _left(at.view.chits)[:MOST_BLANKS]:
            sheet.blit(_blank(size, _colour(at.pack, side)), (x, (high - size) // 2))
            x += size + at.px(12)
        return sheet

    def paint(self, surface: Surface, now: float) -> None:
        """Paint a frame."""
        at, (wide, high) = self.at, self.at.size
        if now < 0.3:
            surface.blit(at.after, (0, 0))
        lay(surface, self.dark, (0, 0), part_of(now, 0.0, 0.25))
        shown = part_of(now, 0.0, 0.25)
        lay(surface, self.foot, (0, high - self.foot.get_height()), shown)
        tilt = 0.0
        if 0.2 < now < SHAKEN:
            tilt = (TILT, -TILT, TILT)[min(2, int((now - 0.2) / 0.12))]
        cup = pygame.transform.rotozoom(self.cup, tilt, 1.0) if tilt else self.cup
        lay(surface, cup, cup.get_rect(center=self.cup_at).topleft, shown)
        told = part_of(now, TURNED, 0.3)
        if told:
            lay(surface, self.lit, (0, 0), told)
            self._circle(surface, told)
            for tray in at.trays if told == 1 else ():
                pygame.draw.rect(surface, GOLD, tray.inflate(at.px(8), at.px(8)), max(2, at.px(3)), at.px(5))
            lay(surface, self.foot, (0, high - self.foot.get_height()), 1.0)
            surface.blit(self.cup, self.cup.get_rect(center=self.cup_at))
            lay(surface, self.corner, (0, at.area.y), told)
            x, y = wide * 6 // 100, at.area.y + at.px(44)
            for picture, gap in ((self.lead, 0), (self.name, 6), (self.rule, 16), (self.led, 0)):
                lay(surface, picture, (x, y), told)
                y += picture.get_height() + at.px(gap)
        if now > SHAKEN:
            self._chit(surface, now)

    def _chit(self, surface: Surface, now: float) -> None:
        """The chit, growing on its way out of the cup, then turning."""
        out = part_of(now, SHAKEN, OUT - SHAKEN)
        (ax, ay), (bx, by) = self.cup_at, self.chit_at
        ay -= self.cup.get_height() // 2
        centre = round(ax + (bx - ax) * out), round(ay + (by - ay) * out)
        grown = 0.2 + 0.8 * out
        turn = min(1.0, max(0.0, (now - OUT) / (TURNED - OUT)))
        picture = self.back if turn < 0.5 else self.face
        wide = max(2, round(picture.get_width() * grown * abs(1 - 2 * turn)))
        if (wide, grown) != (picture.get_width(), 1.0):
            picture = pygame.transform.smoothscale(picture, (wide, round(picture.get_height() * grown)))
        surface.blit(picture, picture.get_rect(center=centre))

    def _circle(self, surface: Surface, shown: float) -> None:
        """A dotted rim round what the chit moves, and a dotted line to it."""
        at = self.at
        if not at.spots:
            return
        centre = pygame.Vector2(at.spots[0])
        dots = [centre + pygame.Vector2(at.radius, 0).rotate(angle) for angle in range(0, round(360 * shown), 3)]
        way = pygame.Vector2(self.chit_at) - centre
        start, end = at.radius, way.length() - self.side * 0.7
        step = at.px(14)
        if way.length() > 1:
            dots += [
                centre + way.normalize() * reach
                for reach in range(round(start), round(start + (end - start) * shown), step)
            ]
        for dot in dots:
            if at.area.collidepoint(dot):
                pygame.draw.circle(surface, GOLD, dot, max(2, at.px(2.4)))


def _left(chits: Sequence[ChitView]) -> list[Side | None]:
    """The owners of the chits still in the cup, one by one."""
    return [chit.side for chit in chits if chit.state == "cup" for _ in range(chit.count)]


def _colour(pack: SpritePack, side: Side | None) -> Colour:
    if side is None:
        return BLANK
    red, green, blue = pack.colour(side.value)[:3]
    return red, green, blue


def _blank(size: int, colour: Colour) -> Surface:
    """The back of a chit."""
    sheet = Surface((size, size), pygame.SRCALPHA, 32)
    radius = max(2, size // 7)
    pygame.draw.rect(sheet, mix(colour, NIGHT, 0.5), sheet.get_rect(), border_radius=radius)
    pygame.draw.rect(
        sheet, colour, sheet.get_rect().inflate(-max(2, size // 16), -max(2, size // 16)), border_radius=radius
    )
    return sheet


def _cup(wide: int, high: int, chits: Sequence[Colour]) -> Surface:
    """A wooden cup with the visible part of its chits."""
    fine = 2
    sheet = Surface((wide * fine, high * fine), pygame.SRCALPHA, 32)
    w, h = sheet.get_size()
    lip = h // 6
    for x in range(w):
        part = x / w
        shade = 0.75 * abs(part - 0.35) + 0.05
        lean = (part - 0.5) * 0.36 * w
        pygame.draw.line(sheet, mix(WOOD, NIGHT, min(0.8, shade)), (x, lip // 2), (x - lean, h - lip // 3), 3)
    for y, thick in ((h * 30 // 100, h // 22), (h * 82 // 100, h // 28)):
        inset = 0.18 * w * (y - lip / 2) / h
        band = Rect(round(inset), y, round(w - 2 * inset), thick)
        pygame.draw.ellipse(sheet, (70, 42, 20), band.move(0, thick // 2), 0)
    pygame.draw.ellipse(sheet, mix(WOOD, CREAM, 0.25), Rect(0, 0, w, lip))
    pygame.draw.ellipse(sheet, (46, 28, 14), Rect(0, 0, w, lip).inflate(-w // 20, -lip // 5))
    size = lip * 3 // 5
    for number, colour in enumerate(chits[:3]):
        tile = pygame.transform.rotozoom(_blank(size, colour), (14, -6, -20)[number], 1.0)
        sheet.blit(tile, tile.get_rect(center=(w * (3 + 2 * number) // 10, lip // 2)))
    return pygame.transform.smoothscale(sheet, (wide, high))
