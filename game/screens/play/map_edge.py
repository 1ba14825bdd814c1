"""What lies over the map: the small map, the legend, the hint at the pointer, a counter carried onto the map."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from game.screens.play.screen_layout import ScreenLayout
from game.ui.cards.placing import hex_rect
from game.ui.cards.stack_fan import CARD as FAN
from game.ui.interaction.controller import TableController
from game.ui.map_view import Minimap, Table
from game.ui.panels.edges.legend import legend
from game.ui.panels.edges.map_margins import MapMargins
from game.ui.panels.forces.force_pool import FACE, carried
from game.ui.panels.inspector import picture
from game.ui.panels.open_panels import OpenPanels
from game.ui.panels.text.descriptions import hover_text
from game.ui.widgets import Ui
from game.ui.widgets.core import TOAST


class MapEdge:
    """Declares the widgets on the map.

    :param unfold: opens the menu of orders at a pixel, if there is one.
    :param drain: carries out what the desk asks for.
    :param explain: opens the card of help of what is under the pointer.
    """

    def __init__(
        self,
        desk: TableController,
        table: Table,
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
        ui.notice_area = Rect(mini.right, area.y, area.right - mini.right, area.height)
        if self.panels.show_legend:
            legend(ui, self.table, self.desk.state, ui.notice_area)

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
        """Words for the hex under the pointer or the cursor."""
        table, state = self.table, self.desk.state
        if state.hover is not None and ui.over(ui.mouse) and not state.held:
            self.desk.hover(None)  # the pointer is on a panel now
        index = state.cursor if state.by_keys else state.hover
        if index is None:
            self.margins.point(ui)
        elif state.by_keys and self.desk.session.machine_to_act:
            return
        if index is None or table.animation.running(ui.now) or self._is_fanned(ui, index):
            return
        picked = self.desk.selection.first if state.reach else ""
        spot = table.to_screen(index)
        if self.layout.window.collidepoint(spot) and not ui.over(spot):
            told = hover_text(self.desk.session.game, self.desk.view, index, picked)
            ui.hint(f"hex{index}", told, hex_rect(table, index))

    def _is_fanned(self, ui: Ui, index: int) -> bool:
        """Is this the hex of those who are picked, and does the fan tell of them?"""
        picked = self.desk.picked
        return picked is not None and picked.hex == index and bool(_fans(ui))

    def carry(self, ui: Ui) -> None:
        """A counter dragged off a list or the fan onto the map: in hand when it leaves it, put down where it is let go.

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
        """The carried counter is let go over a hex: as a click there, if it may go there."""
        self._carried = ""
        if index is not None and index in self.desk.orders.hexes(self.desk.selection.first):
            self.desk.click(index)
            self.unfold(pos)
        self.drain()


def _fans(ui: Ui) -> list[Rect]:
    """Where the fan of the picked stack lies on the map; nothing while there is none."""
    return [spot.rect for spot in ui.spots if spot.kind == "panel" and spot.id.endswith(f"panel:{FAN}")]
