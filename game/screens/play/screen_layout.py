"""The layout of the table: the map fills the window below the phase bar; side column, log and small map lie on it."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from game.ui.map_view.camera import Camera
from game.ui.panels.open_panels import OpenPanels
from game.ui.widgets import Ui

COLUMN = 340
GAP = 6  # between the cards on the map and its edge
LOG_WIDE, LOG_LEAST = 760, 420  # the log on the map: at most so wide; with less room it lies below the small map
TICKER_LINES = 3  # the last lines that are shown while the log is shut
JOURNAL_LEAST = 230  # the opened log: so high at least, if there is room
STRIPS = ("panel:machine", "panel:review", "panel:staff")


class ColumnSide(Protocol):
    """What the layout reads of the settings."""

    @property
    def column_side(self) -> str:
        """The side of the map on which the column stands: "left" or "right"."""


class ScreenLayout:
    """Rectangles in pixels, worked out anew for each build.  `window`: the map, edge to edge; `map_rect`: the part
    of it that neither column nor log can cover; `column` (no width if it is shut); `log`; `minimap`.

    :param board_size: map pixels.
    """

    def __init__(self, panels: OpenPanels, settings: ColumnSide, board_size: tuple[int, int]) -> None:
        self.panels, self.settings, self.board_size = panels, settings, board_size
        self.window, self.map_rect = Rect(0, 46, 1280, 674), Rect(0, 46, 940, 560)
        self.column, self.log, self.minimap = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)

    def arrange(self, ui: Ui, top: int) -> None:
        """Share out the screen below the phase bar, whose lower edge is `top`."""
        self.window = Rect(0, top, ui.size[0], ui.size[1] - top - self.foot(ui))
        self.column = self._column_rect(ui)
        left = self.column.right if self.column.width and self.column.x == 0 else 0
        clear = Rect(left, top, self.window.width - self.column.width, self.window.height)
        self.minimap = self._minimap_rect(ui, clear)
        self.log = self._log_rect(ui, clear)
        high = self.log.top - top if self.log.height else clear.height
        self.map_rect = Rect(clear.x, top, clear.width, high)
        if self.log.x == clear.x and self.log.height:
            self.minimap.bottom = self.map_rect.bottom - ui.px(GAP)

    def frame(self, camera: Camera) -> None:
        """Let a camera fill the window, and look through the clear part of it."""
        camera.resize(self.window, self.map_rect)

    def foot(self, ui: Ui) -> int:
        """Pixels to keep free along the lower edge."""
        del ui
        return 0

    def _column_rect(self, ui: Ui) -> Rect:
        return self._side(ui) if self.panels.column_open else Rect(0, 0, 0, 0)

    def _side(self, ui: Ui) -> Rect:
        wide = min(ui.px(COLUMN), self.window.width * 45 // 100)
        x = 0 if self.settings.column_side == "left" else self.window.right - wide
        return Rect(x, self.window.y, wide, self.window.height)

    def corner(self, ui: Ui) -> Rect:
        """Where questions lie on the map while the column is shut: along its lower edge, above the log."""
        side = self._side(ui)
        return Rect(side.x, side.y, side.width, self.map_rect.bottom - side.y)

    def _minimap_rect(self, ui: Ui, clear: Rect) -> Rect:
        """The small map, in the lower left corner; of a broad map a lower one, so that it never takes much of the
        width."""
        most = clear.width * 22 // 100 * self.board_size[1] // self.board_size[0]
        high = min(ui.px(190), clear.height * 30 // 100, most)
        wide = high * self.board_size[0] // self.board_size[1] if self.panels.show_minimap else 0
        return Rect(clear.x + ui.px(GAP), clear.bottom - ui.px(GAP) - high, wide, high)

    def _log_rect(self, ui: Ui, clear: Rect) -> Rect:
        """The last lines beside the small map; open, or where room is scarce, as wide as the clear part."""
        line = ui.text_of.line_height("small") + ui.px(2)
        said = min(ui.height_of("log", TICKER_LINES * line), TICKER_LINES * line)
        whole = max(line, (clear.height // 5 - ui.px(14)) // line * line)  # no line is cut in two
        high = min(max(said, line), whole) + ui.px(14)
        if self.panels.log_open:
            most = min(max(clear.height * 60 // 100, ui.px(JOURNAL_LEAST)), clear.height * 67 // 100)
            high = min(most, ui.height_of("journal", clear.height))
        left = self.minimap.right + ui.px(GAP) if self.minimap.width else clear.x + ui.px(GAP)
        wide = min(clear.right - ui.px(GAP) - left, ui.px(LOG_WIDE))
        if self.panels.log_open or wide < ui.px(LOG_LEAST):
            return Rect(clear.x, clear.bottom - high, clear.width, high)
        return Rect(left, clear.bottom - high - ui.px(GAP), wide, high)

    def strip(self, ui: Ui, name: str) -> Rect:
        """Where a strip lies on the map while the column is shut."""
        wide = min(ui.px(620), self.map_rect.width - ui.px(24))
        high = ui.height_of(name, ui.px(40)) + ui.px(18)
        return Rect(self.map_rect.centerx - wide // 2, self.map_rect.y + ui.px(8), wide, high)

    def card_top(self, ui: Ui) -> int:
        """The upper edge of a card on the map: below the strip that may lie there."""
        strips = [spot.rect.bottom for spot in ui.spots if spot.kind == "panel" and spot.id.endswith(STRIPS)]
        over = [bottom for bottom in strips if not self.column.width and bottom < self.map_rect.centery]
        return max([self.map_rect.y, *over]) + ui.px(10)
