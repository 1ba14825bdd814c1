"""The layout of the table: the map fills the window below the phase bar; side column, log and small map overlap it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pygame import Rect

from game.ui.cards.placing import hex_rect
from game.ui.cards.stack_fan import CARD as FAN
from game.ui.descriptions import hover_text
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView, Minimap
from game.ui.map_view.camera import Camera
from game.ui.panels.force_pool import FACE, carried
from game.ui.panels.inspector import picture
from game.ui.panels.legend import MapMargins, legend
from game.ui.panels.open_panels import OpenPanels
from game.ui.widgets import Ui
from game.ui.widgets.core import TOAST
from game.ui.widgets.seal import MARGIN, seal_rect

COLUMN = 340
GAP = 6  # between the cards on the map and its edge
LOG_WIDE, LOG_LEAST = 760, 420  # the log on the map: at most so wide; with less room it lies below the small map
SCARCE = 540  # height of the map below which the column needs all of it, at 100 %
SECOND, ABOVE = 36, "aboveseal"  # least height of the button above the seal, and the name under which it is measured
JOURNAL_LEAST = 230  # the opened log: so high at least, if there is room
NOTICE = 420  # what a message takes of the width: it lies left of a question that begins beyond
ADVICE = 200  # pixels at 100 % that the staff's advice is high before it has been built
STRIPS = ("panel:machine", "panel:review", "panel:staff")


class ColumnSide(Protocol):
    """The settings that the layout uses."""

    @property
    def column_side(self) -> str:
        """The side of the map with the column: "left" or "right"."""


class ScreenLayout:
    """Rectangles in pixels, worked out again for each build.  `window`: the map, edge to edge; `map_rect`: the part
    of it that neither column nor log can cover; `column` (no width if it is shut); `log`; `minimap`; `seal`, in the
    lower right corner; `second`, a button above it, of no height if there is none.
    `asked`: the upper edge of what lies over the seal: `second`, or the card in the corner while the column is shut.

    :param board_size: map pixels.
    """

    def __init__(self, panels: OpenPanels, settings: ColumnSide, board_size: tuple[int, int]) -> None:
        self.panels, self.settings, self.board_size = panels, settings, board_size
        self.window, self.map_rect = Rect(0, 46, 1280, 674), Rect(0, 46, 940, 560)
        self.column, self.log, self.minimap = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)
        self.seal = self.second = Rect(0, 0, 0, 0)
        self.asked = 0

    def arrange(self, ui: Ui, top: int, second: bool = False) -> None:
        """Divide the screen below the phase bar, whose lower edge is `top`.

        :param second: there is a button above the seal.
        """
        self.window = Rect(0, top, ui.size[0], ui.size[1] - top - self.foot(ui))
        self.seal = seal_rect(ui)
        self.seal.bottom = self.window.bottom - ui.px(MARGIN)
        self._stack_second(ui, second)
        self.asked = self.second.y
        self.column = self._column_rect(ui)
        if self._scarce(ui) and self.column.x > 0:
            self.seal.right = self.column.x - ui.px(GAP)  # beside a column that needs its whole height
            self._stack_second(ui, second)
        left = self.column.right if self.column.width and self.column.x == 0 else 0
        clear = Rect(left, top, self.window.width - self.column.width, self.window.height)
        self.minimap = self._minimap_rect(ui, clear)
        self.log = self._log_rect(ui, clear)
        high = self.log.top - top if self.log.height else clear.height
        self.map_rect = Rect(clear.x, top, clear.width, high)
        if self.log.x == clear.x and self.log.height:
            self.minimap.bottom = self.map_rect.bottom - ui.px(GAP)

    def frame(self, camera: Camera) -> None:
        """Fit a camera to the window, looking through its clear part."""
        camera.resize(self.window, self.map_rect)

    def foot(self, ui: Ui) -> int:
        """Pixels to keep free along the lower edge."""
        del ui
        return 0

    def _stack_second(self, ui: Ui, there: bool) -> None:
        """The button above the seal, as wide as it."""
        high = max(ui.px(SECOND), ui.height_of(ABOVE)) if there else 0
        self.second = Rect(self.seal.x, self.seal.y - (high + ui.px(GAP) if there else 0), self.seal.width, high)

    def _column_rect(self, ui: Ui) -> Rect:
        return self._side(ui) if self.panels.column_open else Rect(0, 0, 0, 0)

    def _side(self, ui: Ui) -> Rect:
        wide = min(ui.px(COLUMN), self.window.width * 45 // 100)
        x = 0 if self.settings.column_side == "left" else self.window.right - wide
        low = self.window.bottom if x == 0 or self._scarce(ui) else self.second.y - ui.px(GAP)
        return Rect(x, self.window.y, wide, low - self.window.y)

    def _scarce(self, ui: Ui) -> bool:
        """Is room so scarce that the column cannot spare the height of the seal?"""
        return self.window.height < ui.px(SCARCE)

    def free(self) -> Rect:
        """The clear part of the map down to the window's edge, or to the seal where that lies on it."""
        seen = self.map_rect
        low = self.asked if seen.right > self.seal.x else self.window.bottom
        return Rect(seen.x, seen.y, seen.width, low - seen.y)

    def corner(self, ui: Ui) -> Rect:
        """The place for questions while the column is closed: above the seal, and the log if that reaches there."""
        side, low = self._side(ui), self.second.y - ui.px(GAP)
        x = self.seal.right - side.width
        low = min(low, self.map_rect.bottom) if x < self.log.right else low
        return Rect(x, side.y, side.width, low - side.y)

    def _minimap_rect(self, ui: Ui, clear: Rect) -> Rect:
        """The small map, in the lower left corner; of a broad map a lower one, so that it never takes much of the
        width."""
        most = clear.width * 22 // 100 * self.board_size[1] // self.board_size[0]
        high = min(ui.px(190), clear.height * 30 // 100, most)
        wide = high * self.board_size[0] // self.board_size[1] if self.panels.show_minimap else 0
        return Rect(clear.x + ui.px(GAP), clear.bottom - ui.px(GAP) - high, wide, high)

    def _log_rect(self, ui: Ui, clear: Rect) -> Rect:
        """The latest news beside the small map; open, or where room is scarce, as wide as the clear part."""
        high = ui.text_of.line_height("small") + ui.px(12)
        if self.panels.log_open:
            most = min(max(clear.height * 60 // 100, ui.px(JOURNAL_LEAST)), clear.height * 67 // 100)
            high = min(most, ui.height_of("journal", clear.height))
        left = self.minimap.right + ui.px(GAP) if self.minimap.width else clear.x + ui.px(GAP)
        end = min(clear.right, self.seal.x) - ui.px(GAP)  # the seal is never covered
        wide = min(end - left, ui.px(LOG_WIDE))
        if self.panels.log_open or wide < ui.px(LOG_LEAST):
            return Rect(clear.x, clear.bottom - high, min(clear.width, end - clear.x), high)
        return Rect(left, clear.bottom - high - ui.px(GAP), wide, high)

    def strip(self, ui: Ui, name: str) -> Rect:
        """The place for a strip on the map while the column is closed."""
        room = Rect(self.map_rect)
        if self.asked < self.second.y and self.corner(ui).x > room.x:
            room.width = self.corner(ui).x - room.x  # beside what lies in the corner
        wide = min(ui.px(620), room.width - ui.px(24))
        high = ui.height_of(name, ui.px(40)) + ui.px(18)
        place = Rect(room.centerx - wide // 2, room.y + ui.px(8), wide, high)
        if self.minimap.width and place.colliderect(self.minimap):
            place.height = self.minimap.y - ui.px(GAP) - place.y  # what is below scrolls
        return place

    def advice(self, ui: Ui, given: bool) -> Rect:
        """The part of the map that the staff's advice takes, or is about to take."""
        if not given or self.column.width:
            return Rect(0, 0, 0, 0)
        box = self.strip(ui, "staff")
        return Rect(box.x, box.y, box.width, max(box.height, ui.px(ADVICE)))

    def card_top(self, ui: Ui) -> int:
        """The upper edge for a card on the map: below any strip."""
        strips = [spot.rect for spot in ui.spots if spot.kind == "panel" and spot.id.endswith(STRIPS)]
        seen = self.map_rect
        over = [rect.bottom for rect in strips if seen.colliderect(rect) and rect.bottom < seen.centery]
        return max([seen.y, *over]) + ui.px(10)


# -- What lies over the map: the small map, the legend, the hint at the pointer, a counter carried onto the map. -----


class MapEdge:
    """Declares the widgets on the map.

    :param unfold: opens the menu of orders at a pixel, if there is one.
    :param drain: carries out what the desk asks for.
    :param explain: opens the card of help of what is under the pointer.
    """

    def __init__(
        self,
        desk: TableController,
        table: BoardView,
        minimap: Minimap,
        panels: OpenPanels,
        layout: ScreenLayout,
        unfold: Callable[[tuple[int, int]], None],
        drain: Callable[[], None],
        explain: Callable[[], None],
    ) -> None:
        self.desk, self.table, self.small, self.panels, self.layout = desk, table, minimap, panels, layout
        self.unfold, self.drain = unfold, drain
        self.margins = MapMargins(desk, table, explain)
        self._carried = ""

    def build(self, ui: Ui) -> None:
        """The small map and the legend, and the room between for notices."""
        area = self.layout.map_rect
        self.margins.follow(ui)
        mini = self._minimap(ui) if self.panels.show_minimap else Rect(area.x, area.bottom, 0, 0)
        low = min(area.bottom, self.layout.asked) if area.right > self.layout.seal.x else area.bottom
        right = min(area.right, self.layout.seal.right + ui.px(8))  # the legend ends where the seal does
        clear = Rect(mini.right, area.y, right - mini.right, low - area.y)
        beside = clear.x + ui.px(NOTICE) < min(self.layout.seal.x, self.layout.corner(ui).x)
        ui.notice_area = Rect(clear.x, area.y, clear.width, area.height) if beside else clear
        if self.panels.show_legend:
            legend(ui, self.table, self.desk.state, clear)

    def _minimap(self, ui: Ui) -> Rect:
        rect = self.layout.minimap
        name = ui.name("minimap")
        ui.spot(name, "button", rect, text="Small map", focusable=False)
        ui.note_box(rect.inflate(ui.px(6), ui.px(6)), ui.theme.panel, ui.theme.border, 3)
        ui.note(self.small.draw, rect)
        if ui.used(name) or ui.pressed == name:
            self.small.jump(rect, ui.mouse)
        return rect

    def hint(self, ui: Ui) -> None:
        """The tooltip for the hex under the pointer or the cursor."""
        table, state = self.table, self.desk.state
        if state.hover is not None and ui.over(ui.mouse) and not state.held:
            self.desk.hover(None)  # the pointer is on a panel now
        index = state.cursor if state.by_keys else state.hover
        if index is None:
            self.margins.point(ui)
        elif state.by_keys and (self.desk.session.machine_to_act or ui.focus_shown):
            return
        if index is None or table.animation.running(ui.now) or self._is_fanned(ui, index):
            return
        picked = self.desk.selection.first if state.reach else ""
        spot = table.to_screen(index)
        if self.layout.window.collidepoint(spot) and not ui.over(spot):
            told = hover_text(self.desk.session.game, self.desk.view, index, picked)
            ui.hint(f"hex{index}", told, hex_rect(table, index))

    def _is_fanned(self, ui: Ui, index: int) -> bool:
        """Is this the hex of the picked units, already shown in the fan?"""
        picked = self.desk.picked
        return picked is not None and picked.hex == index and bool(_fans(ui))

    def carry(self, ui: Ui) -> None:
        """A counter dragged from a list or the fan onto the map: picked up at its edge, put down on release.

        One of several that are picked takes the others along.
        """
        on_fan = any(rect.collidepoint(ui.mouse) for rect in _fans(ui))
        over = self.layout.map_rect.collidepoint(ui.mouse) and not on_fan
        name = next((name for kind in ("unit:", "fan:") if (name := ui.pressed.rpartition(kind)[2]) != ui.pressed), "")
        picked = name in self.desk.state.selection and bool(self.desk.orders.hexes(name))
        if name and over and not self._carried and (picked or carried(self.desk, name)):
            self._carried = name
            self.drain()
        if not self._carried:
            return
        index = self.table.hex_at(*ui.mouse) if over else None
        self.desk.hover(index)
        if ui.pressed:
            self._in_hand(ui)
        else:
            self._put_down(index, ui.mouse)

    def _in_hand(self, ui: Ui) -> None:
        """The carried counter, at the pointer."""
        unit = self.desk.view.unit(self._carried)
        if unit is not None:
            size = ui.px(FACE)
            with ui.layered(TOAST):
                picture(ui, self.table.counters, unit, (ui.mouse[0] - size // 2, ui.mouse[1] - size // 2), size)

    def _put_down(self, index: int | None, pos: tuple[int, int]) -> None:
        """Put the carried counter down on a hex, as a click would, if it may go there."""
        self._carried = ""
        if index is not None and index in self.desk.orders.hexes(self.desk.selection.first):
            self.desk.click(index)
            self.unfold(pos)
        self.drain()


def _fans(ui: Ui) -> list[Rect]:
    """The place of the picked stack's fan on the map; empty if there is none."""
    return [spot.rect for spot in ui.spots if spot.kind == "panel" and spot.id.endswith(f"panel:{FAN}")]
