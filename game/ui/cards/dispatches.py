"""The page that tells the other side's turn as news, over the dimmed map, before the player takes command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect, Surface

from game.play.dispatches import Dispatch, Headline
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.map_view.camera import Camera
from game.ui.map_view.overlays.registry import ADVANCES, known_of
from game.ui.moments.painting import darkened
from game.ui.widgets import Ui
from game.ui.widgets.seal import seal, seal_rect
from game.ui.widgets.style.theme import display_scale

WIDE, HIGH, PAD = 1240, 900, 32  # of the sheet at 100 %
NARROW = 820  # a sheet with less room has one column
LOW = 760  # in a room less high the orders lie below the first story
NAME, MASTHEAD = "dispatches", "D I S P A T C H E S"
ZOOM = 0.7  # of the cut-outs
TALL = 0.56  # of a cut-out, to its width
BLUR = 8  # how much smaller the map behind is made, and back
MAIN = 62  # hundredths of the sheet for the first story
Key = tuple[int, tuple[int, int]]


class NewsPage:
    """Shows dispatches; while it is open nothing else is shown.

    :param key: the key of an action.
    :param go_to: shows a hex.
    :param leave_for: opens another screen over the table.
    """

    def __init__(
        self,
        desk: TableController,
        table: BoardView,
        key: Callable[[str], str],
        go_to: Callable[[int], None],
        leave_for: Callable[[str], None],
    ) -> None:
        self.desk, self.table, self.key, self.go_to, self.leave_for = desk, table, key, go_to, leave_for
        self.shown: Dispatch | None = None
        self._again = 0
        self._behind: Surface | None = None
        self._cuts: dict[Key, Surface] = {}
        self._rough: set[Key] = set()
        self._known: dict[str, object] = {}

    def open(self, news: Dispatch, again_from: int) -> None:
        """Show this page.

        :param again_from: the command from which the replay shows it again.
        """
        self.close()
        self.shown, self._again = news, again_from

    def close(self) -> bool:
        """Close it; return whether it was open."""
        was, self.shown, self._behind = self.shown, None, None
        self._cuts, self._rough, self._known = {}, set(), {}
        return was is not None

    @property
    def rough(self) -> bool:
        """Are parts of its map still unpainted?"""
        return bool(self._rough)

    @property
    def told(self) -> str:
        """The whole page in words."""
        if self.shown is None:
            return ""
        return " ".join((f"{self.shown.summary}.", *(f"{one.title}. {one.text}" for one in self.shown.stories)))

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, paint: Callable[[], None]) -> None:
        """Draw the map behind it, dim and out of focus.

        :param paint: paints the map.
        """
        if self._behind is None or self._behind.get_size() != surface.get_size():
            paint()
            wide, high = surface.get_size()
            small = pygame.transform.smoothscale(surface, (max(1, wide // BLUR), max(1, high // BLUR)))
            self._behind = darkened(pygame.transform.smoothscale(small, (wide, high)), 0.42)
        surface.blit(self._behind, (0, 0))

    def build(self, ui: Ui) -> str:
        """Declare it; "close", "log" or "steps" when a button says so, or ""."""
        news = self.shown
        assert news is not None
        corner, edge = seal_rect(ui), ui.px(12)
        wide = min(ui.px(WIDE), ui.size[0] - 2 * edge)
        left = (ui.size[0] - wide) // 2
        beside = left + wide + edge <= corner.x
        room = ui.size[1] - 2 * edge if beside else corner.y - 2 * edge
        high = min(room, ui.px(HIGH), ui.height_of(NAME, room) + 2 * ui.px(PAD - 4))
        sheet = Rect(left, edge + max(0, (room - high) // 3), wide, high)
        ui.keep_in_sight(Rect(0, 0, *ui.size))
        with ui.panel(NAME, sheet, pad=PAD - 4, radius=0):
            self._masthead(ui, news)
            if wide >= ui.px(NARROW):
                used = self._broadsheet(ui, news, low=room < ui.px(LOW))
            else:
                self._story(ui, 0, news.stories[0], "heading")
                self._rest(ui, news)
                ui.separator()
                self._orders(ui, news)
                used = self._closer(ui)
        now = self.desk.view.phase.title
        if seal(ui, corner, "Take command", now, "Enter", name="take command", intent="cursor_click"):
            used = "close"
        return used

    def _broadsheet(self, ui: Ui, news: Dispatch, low: bool) -> str:
        """Two columns; the orders lie below both, or below the first story where the window is low, or below the
        balance where there is no other story."""
        used, alone = "", len(news.stories) == 1
        with ui.row(MAIN, 100 - MAIN, gap=28):
            with ui.column(gap=6):
                self._story(ui, 0, news.stories[0], "title")
                if low and not alone:
                    ui.separator()
                    self._orders(ui, news)
            with ui.column(gap=6):
                self._rest(ui, news)
                if alone:
                    ui.separator()
                    self._orders(ui, news)
                    ui.space(8)
                if low or alone:
                    used = self._closer(ui)
        if low or alone:
            return used
        ui.separator()
        with ui.row(MAIN, 100 - MAIN, gap=28):
            with ui.column(gap=2):
                self._orders(ui, news)
            with ui.column():
                return self._closer(ui)

    def _rest(self, ui: Ui, news: Dispatch) -> None:
        """The smaller stories, and the balance."""
        for number, story in enumerate(news.stories[1:], 1):
            self._beside(ui, number, story)
            ui.separator()
        self._balance(ui, news)

    def _masthead(self, ui: Ui, news: Dispatch) -> None:
        view = self.desk.view
        with ui.row(2, 5, 2):
            with ui.column(gap=0):
                ui.label(f"No. {view.turn}", "small", bold=True)
                ui.label(f"{view.side} headquarters", "small", "muted")
            room = ui.layout.width_for(10**5, fill=True)
            fits = [size for size in ("display", "title") if ui.text_of.width(MASTHEAD, size) < room]
            ui.label(MASTHEAD if fits else "Dispatches", fits[0] if fits else "heading", align="centre")
            with ui.column(gap=0):
                ui.label(view.turn_name, "small", bold=True, align="right")
                ui.label(view.weather, "small", "muted", align="right")
        ui.separator(double=True)
        ui.label(news.summary, "aside", "muted", align="centre")
        ui.separator()

    def _story(self, ui: Ui, number: int, story: Headline, size: str) -> None:
        self._picture(ui, number, story)
        ui.label(story.title, size)
        if story.text:
            ui.label(story.text, "story")

    def _beside(self, ui: Ui, number: int, story: Headline) -> None:
        """A smaller story, its text beside its picture."""
        with ui.row(45, 55, gap=12):
            with ui.column(gap=0):
                self._picture(ui, number, story)
            with ui.column(gap=4):
                ui.label(story.title, "heading")
                if story.text:
                    ui.label(story.text, "story")

    def _picture(self, ui: Ui, number: int, story: Headline) -> None:
        """The map of a place; a click goes there."""
        if story.hex < 0:
            return
        wide = ui.layout.width_for(10**5, fill=True)
        rect = ui.place(wide, min(round(wide * TALL), ui.size[1] * 38 // 100))
        name = ui.name(f"story {number}")
        spot = ui.spot(name, "button", rect, text=story.title)
        ui.note(self._cut, number, story.hex, rect)
        ui.note(_rule, rect, ui.theme.text)
        ui.ring(spot)
        if ui.used(name):
            self.close()
            self.go_to(story.hex)
            ui.unstable = True

    def _balance(self, ui: Ui, news: Dispatch) -> None:
        ui.label("The turn in figures", "heading")
        rows = [("", "by the Axis", "by the Soviets"), *((what, str(a), str(b)) for what, a, b in news.balance)]
        for number, (what, axis, soviet) in enumerate(rows):
            with ui.column(gap=0):
                line = ui.place(0, ui.text_of.line_height("body"))
                size, ink = ("small", "muted") if number == 0 else ("body", "text")
                ui.note_text(what, line.topleft, ink, size)
                for text, part in ((axis, 0.72), (soviet, 1.0)):
                    x = line.x + round(line.width * part) - ui.text_of.width(text, size, number > 0)
                    ui.note_text(text, (x, line.y), ink, size, number > 0)
        ui.label(news.score, "body", "muted")

    def _orders(self, ui: Ui, news: Dispatch) -> None:
        ui.label("Your orders", "heading")
        ui.label(news.orders, "story")

    def _closer(self, ui: Ui) -> str:
        used = ""
        with ui.row(1, 1, 1, gap=8):
            if ui.button("Watch it again", name="news again"):
                self.leave_for(f"replay:{self._again}")
            if ui.button("Step through", name="news steps"):
                used = "steps"
            if ui.button("Every move", self.key("log"), name="news log", intent="log"):
                used = "log"
        return used

    # -- cut-outs ---------------------------------------------------------------------------------------------

    def _cut(self, surface: Surface, number: int, index: int, rect: Rect) -> None:
        """The board at a place, with the paths of both sides' marches."""
        key = (number, rect.size)
        if key not in self._cuts or key in self._rough:
            self._cuts[key] = self._painted(key, index)
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        surface.blit(self._cuts[key], rect)
        surface.set_clip(clip)

    def _painted(self, key: Key, index: int) -> Surface:
        table, desk = self.table, self.desk
        picture, usual = Surface(key[1]), table.camera
        self._known = self._known or known_of({ADVANCES.id}, desk.session.game, desk.view)
        state = replace(desk.state.hushed(), hover=None, cursor=None, fan=None, areas=(), margins=None, advised=())
        state.known, state.overlays = {**state.known, **self._known}, state.overlays | {ADVANCES.id}
        table.camera = Camera(table.board.width, table.board.height, slack=0)
        table.camera.resize(picture.get_rect())
        table.camera.zoom_to(ZOOM * display_scale(usual.view.size))
        table.camera.centre_on(*table.board.centre(index))
        try:
            table.draw(picture, picture.get_rect(), state)
            (self._rough.add if table.rough else self._rough.discard)(key)
        finally:
            table.camera = usual
        return picture


def _rule(surface: Surface, rect: Rect, colour: tuple[int, int, int]) -> None:
    pygame.draw.rect(surface, colour, rect, 1)
