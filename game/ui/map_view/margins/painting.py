"""Sheets beside the map as they are painted, at the size they have on the screen."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.packs.loader import MAX_SIZE, SpritePack
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.counters.counter_faces import Counters
from game.ui.map_view.drawing.map_text import SMALLEST, Letters, font
from game.ui.map_view.margins.palette import Palette
from game.ui.map_view.margins.sketch import Area, Box, Chit, Face, Icon, Lettering, Plan

PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


class Pens(Protocol):
    """What sheets are painted with."""

    pack: SpritePack
    letters: Letters
    counters: Counters


def painted(plan: Plan, times: float, palette: Palette, pens: Pens) -> pygame.Surface:
    """A sheet, so many times as large as it was laid out."""
    sheet = pygame.Surface((round(plan.width * times), round(plan.height * times)), 0, 32)
    sheet.fill(palette.of("paper"))
    for item in plan.items:
        rect = _enlarged(item.box, times)
        if isinstance(item, Area):
            _area(sheet, rect, item, palette)
        elif isinstance(item, Lettering):
            _word(sheet, rect, item, times, palette, pens.letters)
        elif isinstance(item, Icon):
            size = max(1, min(MAX_SIZE, rect.w, rect.h))
            picture = pens.pack.surface(item.name, size, palette.of(item.ink))
            sheet.blit(picture, picture.get_rect(center=rect.center))
        elif isinstance(item, Face):
            pad = pens.counters.pad(rect.w)
            sheet.blit(pens.counters.picture(item.look, rect.w), rect.move(-pad, -pad), special_flags=PREMULTIPLIED)
        elif isinstance(item, Chit):
            sheet.blit(chit_face(pens.pack, item.id, rect.w, item.side, item.faded), rect)
    pygame.draw.rect(sheet, palette.of("edge"), sheet.get_rect(), max(1, round(times)))
    inner = sheet.get_rect().inflate(-round(6 * times), -round(6 * times))
    pygame.draw.rect(sheet, palette.of("cell"), inner, 1)
    return sheet


def _enlarged(box: Box, times: float) -> pygame.Rect:
    """A box on the sheet as painted; its edges are rounded, so that neighbours touch."""
    left, top, wide, high = box
    x, y = round(left * times), round(top * times)
    return pygame.Rect(x, y, max(1, round((left + wide) * times) - x), max(1, round((top + high) * times) - y))


def _area(sheet: pygame.Surface, rect: pygame.Rect, area: Area, palette: Palette) -> None:
    if area.fill:
        sheet.fill(palette.of(area.fill), rect)
    if area.edge:
        thick = 2 if area.edge == "now" else 1
        pygame.draw.rect(sheet, palette.of(area.edge), rect, thick)


def _word(
    sheet: pygame.Surface, rect: pygame.Rect, word: Lettering, times: float, palette: Palette, letters: Letters
) -> None:
    """A line of text, made smaller where it would not fit; its middle is that of the box."""
    face, size = "bold" if word.bold else "plain", max(SMALLEST, round(word.size * times))
    wide = font(face, size).size(word.text)[0]
    if wide > rect.w:
        size = max(SMALLEST, size * rect.w // wide)
    picture = letters.word(word.text, size, palette.of(word.ink), face=face)
    box = picture.get_rect(centery=rect.centery, left=rect.left)
    if word.align == "right":
        box.right = rect.right
    elif word.align == "centre":
        box.centerx = rect.centerx
    sheet.blit(picture, box, special_flags=PREMULTIPLIED)
