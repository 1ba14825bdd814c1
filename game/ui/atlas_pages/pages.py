"""The pages of an atlas: how it ended, the decisive battles, and a page for each turn with its map and story."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect

from ecs import Side
from game.play.atlas.record import Atlas, Turn
from game.play.atlas.text import (
    battle_row,
    battle_words,
    costliest,
    courses,
    figure_rows,
    history,
    luck_rows,
    service_rows,
    turn_in_words,
    verdict,
)
from game.play.atlas.war_map import LEGEND, WarMap
from game.play.front import Front
from game.play.great_events import THE
from game.system.disk import make_folder
from game.system.output_files import check_folder, check_output, write_output
from game.ui.atlas_pages.map_plate import MapPlate
from game.ui.atlas_pages.page_column import PAPER, QUIET, RULE, SIDES, PageColumn
from game.ui.widgets.style.text_rendering import Text

MARGIN, COLUMN = 28, 400
"""Of a page, and the least width of its words, in pixels of text at 100 %."""
MAP_PART = 0.64
"""Of the width of a page that a map may take at most."""
MOST_BATTLES, MOST_OF_A_TURN, MOST_SERVICE = 14, 6, 10
KEYS = {Side.AXIS: "The Axis", Side.SOVIET: "The Soviets"}


class AtlasPages:
    """The pages of one atlas, drawn on demand.  ``titles``: what each is called; ``told``: what stands
    on the one drawn last, in words."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self._war = WarMap(atlas.view.board)
        self.told: list[str] = []
        self._plates: dict[tuple[int, int], MapPlate] = {}
        pages: list[tuple[str, Callable[[pygame.Surface, Text], None]]] = [("The game", self._cover)]
        if atlas.battles:
            pages.append(("Battles", self._battles))
        for number, turn in enumerate(atlas.turns):
            pages.append((turn.name, partial(self._turn, number)))
        self._pages = pages
        self.titles = tuple(title for title, _ in pages)

    def draw(self, number: int, size: tuple[int, int], scale: float) -> pygame.Surface:
        """A page.

        :param size: pixels.
        :param scale: of its text; 1 is the window's at 100 %.
        :raises IndexError: if there is no such page.
        """
        surface = pygame.Surface(size)
        surface.fill(PAPER)
        self.told = []
        text = Text(scale)
        self._pages[number][1](surface, text)
        foot = f"{self.atlas.view.title}  ·  {number + 1} of {len(self._pages)}"
        word = text.picture(foot, "small", False, QUIET)
        margin = round(MARGIN * scale)
        surface.blit(word, (size[0] - margin - word.get_width(), size[1] - margin // 2 - word.get_height() // 2))
        return surface

    # -- pages -----------------------------------------------------------------------------------------

    def _cover(self, onto: pygame.Surface, text: Text) -> None:
        atlas = self.atlas
        view, last = atlas.view, atlas.turns[-1]
        column = self._beside_map(onto, text, len(atlas.turns) - 1, atlas.opening)
        column.words(view.title, "title")
        result = view.result
        column.words(result.text if result is not None else verdict(None), "large", bold=True)
        column.words(f"{view.turn_name} · {view.score_text}", "body", QUIET)
        if atlas.seen_by is not None:
            column.words(f"As seen by {THE[atlas.seen_by]}.", "body", QUIET)
        if atlas.first:
            column.words("Begun under older rules, so the first turns cannot be shown.", "body", QUIET)
        column.gap()
        column.table(("", *(str(side) for side in Side)), figure_rows(atlas), (6, 2, 2))
        column.gap()
        if len(atlas.turns) > 1:
            self._key(column)
            left = column.area.bottom - column.y - 3 * column.text.line_height("body")
            for title, values in courses(atlas.turns):
                column.curves(title, values, (atlas.turns[0].name, last.name), left // 3)
        if atlas.luck.throws:
            column.words(luck_rows(atlas)[0], "body")

    def _battles(self, onto: pygame.Surface, text: Text) -> None:
        atlas = self.atlas
        margin = round(MARGIN * text.scale)
        area = onto.get_rect().inflate(-2 * margin, -2 * margin)
        gap = round(area.width * 0.03)
        left = PageColumn(onto, Rect(area.x, area.y, round(area.width * 0.68), area.height), text, self.told)
        names = {turn.number: turn.name for turn in atlas.turns}
        rows = [battle_row(atlas, battle, names) for battle in costliest(atlas.battles, MOST_BATTLES)]
        heading = ("", "where", "who", "odds", "dice", "result", "lost : killed")
        shown = [n for n in range(len(heading)) if n < 3 or any(row[n] for row in rows)]
        parts = [(9, 9, 22, 4, 5, 4, 6)[n] for n in shown]
        left.words("The decisive battles", "heading")
        left.words(f"The costliest of {len(atlas.battles)}.", "body", QUIET)
        left.table([heading[n] for n in shown], [[row[n] for n in shown] for row in rows], parts)
        x = left.area.right + gap
        right = PageColumn(onto, Rect(x, area.y, area.right - x, area.height), text, self.told)
        service = list(service_rows(atlas, MOST_SERVICE, names))
        if service:
            right.words("Units that fought most", "heading")
            right.table(("", "side", "battles", ""), service, (5, 4, 4, 7))
            right.gap(16)
        if atlas.luck.throws:
            said, luck = luck_rows(atlas)
            right.words("The luck of the dice", "heading")
            right.words(said)
            right.table(("", "throws", "mean rank", "unluckier games"), luck, (4, 4, 5, 6))

    def _turn(self, number: int, onto: pygame.Surface, text: Text) -> None:
        atlas = self.atlas
        turn = atlas.turns[number]
        before = atlas.turns[number - 1].front if number else atlas.opening
        column = self._beside_map(onto, text, number, before)
        column.words(turn.name, "title")
        if turn.weather:
            column.words(turn.weather, "body", QUIET)
        column.gap()
        column.words(" ".join(turn_in_words(turn)) or "Nothing changed hands, and no unit was lost.")
        column.gap()
        self._fought(column, turn)
        past = history(turn.name)
        if past:
            column.aside("In history", past)
        column.words(LEGEND, "small", QUIET)

    def _fought(self, column: PageColumn, turn: Turn) -> None:
        """The costliest battles of a turn, a line each."""
        atlas = self.atlas
        fought = costliest([b for b in atlas.battles if b.turn == turn.number], MOST_OF_A_TURN)
        if fought:
            column.words("Battles", "body", bold=True)
            for battle in fought:
                column.words(battle_words(atlas, battle), "small")
            column.gap()

    # -- parts -----------------------------------------------------------------------------------------

    def _beside_map(self, onto: pygame.Surface, text: Text, number: int, before: Front) -> PageColumn:
        """The map of a turn on the left, and a column for text on its right."""
        margin = round(MARGIN * text.scale)
        area = onto.get_rect().inflate(-2 * margin, -2 * margin)
        least = round(COLUMN * text.scale)
        room = max(area.width // 3, min(round(area.width * MAP_PART), area.width - least - margin)), area.height
        plate = self._plates.get(room)
        if plate is None:
            self._plates.clear()
            plate = self._plates[room] = MapPlate(self._war, room)
        atlas = self.atlas
        picture = plate.draw(atlas.turns[number], before, atlas.battles)
        place = picture.get_rect(topleft=area.topleft)
        onto.blit(picture, place)
        pygame.draw.rect(onto, RULE, place, 1)
        x = place.right + margin
        return PageColumn(onto, Rect(x, area.y, area.right - x, area.height), text, self.told)

    def _key(self, column: PageColumn) -> None:
        """Which colour belongs to which side."""
        x, tall = column.area.x, column.text.line_height("small")
        for side, name in KEYS.items():
            column.surface.fill(SIDES[side], Rect(x, column.y + tall // 4, tall // 2, tall // 2))
            column.surface.blit(column.text.picture(name, "small", False, SIDES[side]), (x + tall * 3 // 4, column.y))
            x += tall * 3 // 2 + column.text.width(name, "small")
        column.y += tall
        column.gap()


# -- The pages of an atlas as pictures in a folder, as large as a sheet of A4 paper. ---------------------------------

SHEET = (1754, 1240)
"""A4 across, at 150 dots an inch."""
LETTERS = 1.5


def page_names(pages: AtlasPages) -> tuple[str, ...]:
    """The names of the files: "01-the-game.png", "03-june-1941.png"."""
    return tuple(
        f"{number:02d}-{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-') or 'page'}.png"
        for number, title in enumerate(pages.titles, 1)
    )


def page_picture(pages: AtlasPages, number: int) -> bytes:
    """A page as a PNG."""
    held = io.BytesIO()
    pygame.image.save(pages.draw(number, SHEET, LETTERS), held, "page.png")
    return held.getvalue()


def write_pages(pages: AtlasPages, folder: Path) -> tuple[Path, ...]:
    """Write all pages; the folder is made.

    :raises OutputError, OSError: if one cannot be written.
    """
    make_folder(check_folder(folder))
    written = tuple(check_output(folder / name) for name in page_names(pages))
    for number, path in enumerate(written):
        write_output(path, page_picture(pages, number))
    return written
