"""The legend: the meaning of marks on the map, of active overlays and of whatever is lit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame
from pygame import Rect

from ecs import View
from ecs.core.view import Forecast, RangeArea
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.margins.margin_facts import contents_of
from game.ui.map_view.margins.margins import Margins
from game.ui.map_view.margins.sheet_painting import Cell
from game.ui.map_view.overlays.hex_markers import ALL_SIDES
from game.ui.map_view.overlays.overlay_layers import GIVEN, LEGEND_LEVEL
from game.ui.map_view.overlays.painters import VEIL
from game.ui.map_view.overlays.registry import OVERLAYS, RANGES
from game.ui.widgets import Ui

AREAS = {"headquarters": ("command", "In range of"), "depot": ("depot", "Supplied by"), "air": ("air", "In range of")}
CUT = ("supply_out", "Cut off:")
CHOICE = "Can act now"
SIZE = 30
Line = tuple[pygame.Surface | None, str, str]


def entries(table: BoardView, state: TableState) -> list[Line]:
    """Pictures, words and names of everything now drawn over the map."""
    found = _switched_on(table, state)
    for name in _lit(table.view, state):
        found += [(entry.picture, entry.text, name) for entry in table.overlays.legend(name)]
    stamp = table.overlays.stamps.stamp
    for kind in dict.fromkeys(area.kind for area in state.areas):
        alike = [area for area in state.areas if area.kind == kind]
        style, words = AREAS.get(kind, ("command", "Reach of"))
        found.append((stamp(style, LEGEND_LEVEL), f"{words} {_named(alike)}", "ranges"))
    dead = [area for area in state.areas if area.kind == "depot" and not area.live]
    if dead:
        found.append((stamp(CUT[0], LEGEND_LEVEL), f"{CUT[1]} {_named(dead)}", "ranges"))
    if state.cold:
        found.append((stamp("cold", LEGEND_LEVEL), state.cold_text, "cold"))
    if state.choices and state.choice_text:
        found.append((stamp("reach", LEGEND_LEVEL, ALL_SIDES, 2 * VEIL), state.choice_text, "choices"))
    elif state.choices and not state.selection:
        named = table.view is not None and any(chit.state == "now" for chit in table.view.chits)
        found.append((stamp("reach", LEGEND_LEVEL), CHOICE if named else "Can be clicked", "choices"))
    return list({text: (picture, text, name) for picture, text, name in found}.values())


def _switched_on(table: BoardView, state: TableState) -> list[Line]:
    """Lines of the declared overlays; ranges come further down, by their owner.

    Those that are on from the start appear only where the legend is open for another and they show anything.
    """
    found: list[Line] = []
    chosen = any(overlay.id in state.overlays and not overlay.standing for overlay in OVERLAYS)
    for overlay in OVERLAYS:
        if (
            overlay.id in state.overlays
            and (not overlay.standing or (chosen and state.known.get(overlay.id, True)))
            and not (overlay is RANGES and state.areas)
        ):
            marks = (state.supposed and overlay.guessed) or overlay.lines
            drawn = (table.overlays.entry(mark) for mark in marks)
            found += [(entry.picture, entry.text, overlay.id) for entry in drawn] or [(None, overlay.title, overlay.id)]
    return found


def _lit(view: View | None, state: TableState) -> list[str]:
    """Names of what is lit or drawn on the map besides the overlays."""
    names = []
    if state.reach:
        names.append("reach" if any(step.bonus for step in state.reach.values()) else "moves")
    if state.dry:
        names.append("dry")
    if state.targets:
        names.append("targets")
    if view is not None and any(b.state == "declared" for b in view.battles):
        names.append("battles")
    if view is not None:
        names += [kind for kind in GIVEN if _given(view, kind)]
    return [*names, *(("overruns",) if state.overruns else ()), *(("led",) if state.led else ())]


def _given(view: View, trait: str) -> bool:
    """Does anything of this kind support an attack?"""
    given = (u for u in view.units if u.target >= 0 and "spent" not in u.badges)
    return any(trait in unit.traits for unit in given)


def _named(areas: list[RangeArea]) -> str:
    """Whose ranges are shown."""
    return areas[0].title if len(areas) == 1 else f"{len(areas)} counters"


def legend(ui: Ui, table: BoardView, state: TableState, area: Rect) -> None:
    """Declare the legend in the lower right corner of the map, above the panels that lie there."""
    lines = entries(table, state)
    if not lines:
        return
    size, pad, gap = ui.px(SIZE), ui.px(8), ui.px(6)
    wide = max(ui.text_of.width(text, "small") for _, text, _ in lines) + size + gap + 2 * pad
    wide = min(wide, area.width - 2 * pad)
    high = len(lines) * (size + 2) + 2 * pad
    if high > area.height // 2:
        return
    box, panels = Rect(area.right - wide - pad, area.bottom - high - pad, wide, high), ui.panels_so_far()
    while (hit := box.collidelist(panels)) >= 0:
        box.bottom = panels[hit].top - pad
    if box.top < area.top:
        return
    ui.spot("legend", "panel", box, focusable=False)
    ui.keep_in_sight(box)
    ui.note_box(box, ui.theme.panel, ui.theme.border)
    y = box.y + pad
    for picture, text, name in lines:
        ui.tell_of(f"overlay:{name}|{text}", Rect(box.x, y, box.width, size + 2))
        if picture is not None:
            scale = size / max(picture.get_size())
            small = pygame.transform.smoothscale_by(picture, scale)
            ui.note(
                _stamp, small, (box.x + pad + (size - small.get_width()) // 2, y + (size - small.get_height()) // 2)
            )
        room = box.width - size - gap - 2 * pad
        shown = ui.text_of.fit(text, "small", False, room)
        ui.note_text(shown, (box.x + pad + size + gap, y + (size - ui.text_of.line_height("small")) // 2), size="small")
        y += size + 2


def _stamp(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int]) -> None:
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


# -- The sheets beside the map are kept up with the game; what the pointer is on there explains itself, a turn opens.

BESIDE = "beside the map "
OPENS = "turn:"
"""Topics that a click opens; the map can be dragged by all else."""


@dataclass(frozen=True, slots=True)
class Known:
    """The inputs of the sheets: the very same view and forecast are not read again."""

    view: View
    forecast: Forecast | None


class MapMargins:
    """Fills the sheets and handles the pointer.

    :param explain: opens the card of help of what is under the pointer.
    """

    def __init__(self, desk: TableController, table: BoardView, explain: Callable[[], Any]) -> None:
        self.desk, self.table, self.explain = desk, table, explain
        self.margins = Margins(table)
        self._known: Known | None = None

    def follow(self, ui: Ui) -> None:
        """Show the present state; nothing if they are switched off."""
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
        """The forecast of the attack being planned or fought."""
        plans = self.desk.plans
        return plans.forecast if plans.target >= 0 else None

    def point(self, ui: Ui) -> None:
        """The tooltip for what is under the pointer; a turn can be clicked."""
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
