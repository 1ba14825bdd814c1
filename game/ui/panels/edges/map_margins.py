"""The sheets beside the map are kept up with the game; what the pointer is on there explains itself, a turn opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from ecs import View
from ecs.core.view import Forecast
from game.ui.interaction.controller import TableController
from game.ui.map_view import Table
from game.ui.map_view.margins.contents import contents_of
from game.ui.map_view.margins.margins import Margins
from game.ui.map_view.margins.sketch import Cell
from game.ui.widgets import Ui

BESIDE = "beside the map "
OPENS = "turn:"
"""Topics that a click opens; the map can be dragged by all else."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the sheets were filled from: the very same view and forecast are not looked at again."""

    view: View
    forecast: Forecast | None


class MapMargins:
    """Fills the sheets and answers the pointer.

    :param explain: opens the card of help of what is under the pointer.
    """

    def __init__(self, desk: TableController, table: Table, explain: Callable[[], Any]) -> None:
        self.desk, self.table, self.explain = desk, table, explain
        self.margins = Margins(table)
        self._known: Known | None = None

    def follow(self, ui: Ui) -> None:
        """Show what is now; nothing if they are switched off."""
        on = self.table.settings.map_margins and self.table.view is not None
        self.desk.state.margins = self.margins if on else None
        if not on:
            self._known = self.margins.contents = None
            self.table.camera.beyond = 0, 0
            return
        self.margins.scale = ui.scale
        self._fill()

    def _fill(self) -> None:
        view, forecast = self.table.view, self._forecast()
        known = self._known
        if view is None or (known is not None and known.view is view and known.forecast is forecast):
            return
        found = contents_of(view, self.desk.terms, self.desk.session.game.tables(), forecast)
        if found != self.margins.contents:
            self.margins.contents = found
        self._known = Known(view, forecast)

    def _forecast(self) -> Forecast | None:
        """Of the attack that is planned or fought."""
        plans = self.desk.plans
        return plans.forecast if plans.target >= 0 else None

    def point(self, ui: Ui) -> None:
        """Words for what is under the pointer; a turn can be clicked."""
        found = self._pointed(ui)
        if found is None:
            return
        cell, rect = found
        seen = rect.clip(self.table.camera.view)
        if cell.topic.startswith(OPENS):
            with ui.about(cell.topic), ui.clipped(self.table.camera.view):
                name = ui.name(f"{BESIDE}{cell.topic}")
                ui.spot(name, "button", seen, text=cell.tip, focusable=False, tooltip=cell.tip)
            if ui.used(name):
                self.explain()
            return
        ui.tell_of(cell.topic, seen)
        ui.hint(f"{BESIDE}{cell.topic} {rect.topleft}", cell.tip, seen)

    def _pointed(self, ui: Ui) -> tuple[Cell, Rect] | None:
        """The cell under the pointer, if nothing lies over it."""
        if self.desk.state.margins is None or ui.in_dialog or ui.popup:
            return None
        if any(spot.clip.collidepoint(ui.mouse) and BESIDE not in spot.id for spot in ui.spots):
            return None
        return self.margins.cell_at(self.table.camera, ui.mouse)
