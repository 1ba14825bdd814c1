"""The layout of the table: where phase bar, side column, log and map lie on the screen."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from game.ui.panels.open_panels import OpenPanels
from game.ui.widgets import Ui

COLUMN = 340
STRIPS = ("panel:machine", "panel:review", "panel:staff")


class ColumnSide(Protocol):
    """What the layout reads of the settings."""

    @property
    def column_side(self) -> str:
        """The side of the map on which the column stands: "left" or "right"."""


class ScreenLayout:
    """Rectangles in pixels, worked out anew for each build: `map_rect`, `column` (no width if it is shut), `log`."""

    def __init__(self, panels: OpenPanels, settings: ColumnSide) -> None:
        self.panels, self.settings = panels, settings
        self.map_rect = Rect(0, 46, 940, 560)
        self.column, self.log = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)
        self._area = Rect(0, 0, 1, 1)

    def arrange(self, ui: Ui, top: int) -> None:
        """Share out the screen below the phase bar, whose lower edge is `top`."""
        self._area = Rect(0, top, ui.size[0], ui.size[1] - top - self.foot(ui))
        self.column = self._column_rect(ui)
        self.log = self._log_rect(ui)
        self.map_rect = Rect(self.log.x, self._area.y, self.log.width, self._area.height - self.log.height)

    def foot(self, ui: Ui) -> int:
        """Pixels to keep free along the lower edge."""
        del ui
        return 0

    def _column_rect(self, ui: Ui) -> Rect:
        if not self.panels.column_open:
            return Rect(0, 0, 0, 0)
        wide = min(ui.px(COLUMN), self._area.width * 45 // 100)
        x = 0 if self.settings.column_side == "left" else self._area.right - wide
        return Rect(x, self._area.y, wide, self._area.height)

    def _log_rect(self, ui: Ui) -> Rect:
        line = ui.text_of.line_height("small") + ui.px(2)
        low = min(3 * line + ui.px(14), self._area.height // 5)
        high = self._area.height * 45 // 100 if self.panels.log_open else low
        left = self.column.right if self.column.width and self.column.x == 0 else 0
        return Rect(left, self._area.bottom - high, self._area.width - self.column.width, high)

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

    def minimap(self, ui: Ui, board_size: tuple[int, int]) -> Rect:
        """Where the small map lies, for a board of so many pixels."""
        area = self.map_rect
        high = min(ui.px(190), area.height * 35 // 100)
        rect = Rect(area.x + ui.px(6), 0, high * board_size[0] // board_size[1], high)
        rect.bottom = area.bottom - ui.px(6)
        return rect
