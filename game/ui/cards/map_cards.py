"""The cards on the map: each keeps clear of its subject and of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from pygame import Rect

from game.ui.cards.placing import NEVER, asked_for, hex_rect, lit
from game.ui.cards.planner_card import PlannerCard
from game.ui.cards.stack_fan import StackFan
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.panels.open_panels import OpenPanels
from game.ui.widgets import Ui

LEGEND, HINT, ASKED = "legend", "firsthint", ("panel:question", "panel:questionfoot", "panel:muster", "panel:staff")


class ClearMap(Protocol):
    """The part of the map not covered by panels."""

    map_rect: Rect
    minimap: Rect
    column: Rect
    seal: Rect
    second: Rect


class MapCards:
    """Declares the cards.  ``spoken``: hexes being talked about, which no card may cover."""

    def __init__(
        self, desk: TableController, table: BoardView, panels: OpenPanels, layout: ClearMap, key: Callable[[str], str]
    ) -> None:
        self.desk, self.table, self.layout = desk, table, layout
        self.spoken: Callable[[], Iterable[int]] = tuple
        self.fan = StackFan(desk, table, key)
        self.planner = PlannerCard(desk, table, panels)

    def settle(self, ui: Ui) -> None:
        """Decide what lies on the map in this build, before the column is declared."""
        self.desk.state.planned = self.desk.plans.sketch()
        self.planner.settle(ui, self._area(), bool(self.layout.column.width))

    def build(self, ui: Ui) -> None:
        """All cards."""
        area, others = self._area(), self._others(ui)
        self.planner.build(ui, area, [*others, *asked_for(self.table, self.desk.state)])
        if self.planner.rect.width:
            others.append((self.planner.rect, NEVER))
        self.fan.build(ui, area, [*others, *self._lit()], not self.layout.column.width)
        self._keep_in_sight(ui)
        if self.desk.state.margins is not None:
            self.desk.state.margins.card = self.planner.rect

    def _keep_in_sight(self, ui: Ui) -> None:
        """No tooltip over the fan, over who is picked or ticked, over what is planned against, or over own units round
        an enemy that is pointed at."""
        desk, view = self.desk, self.desk.view
        named = (*desk.state.selection[:1], *desk.plans.ticked)
        hexes = {unit.hex for name in named if (unit := view.unit(name)) is not None}
        for index in sorted({*hexes, *self._round_enemy(), desk.plans.target} - {-1}):
            ui.keep_in_sight(hex_rect(self.table, index))
        if self.fan.rect.width:
            ui.keep_in_sight(self.fan.rect)

    def _round_enemy(self) -> set[int]:
        """Own hexes beside an enemy under the pointer: those that could attack him."""
        view, pointed = self.desk.view, self.desk.state.hover
        if pointed is None or not any(unit.side is view.side.other for unit in view.at(pointed)):
            return set()
        near = view.board.neighbours[pointed]
        return {unit.hex for unit in view.units if unit.side is view.side and unit.hex in near}

    def _area(self) -> Rect:
        """The clear part of the map to the right of the small map."""
        clear, small = self.layout.map_rect, self.layout.minimap
        if not small.width:
            return Rect(clear)
        return Rect(small.right, clear.y, clear.right - small.right, clear.height)

    def _others(self, ui: Ui) -> list[tuple[Rect, int]]:
        """What lies on the map already: the seal, the button above it, panels."""
        panels = [spot for spot in ui.spots if spot.kind == "panel" and spot.id.endswith((LEGEND, HINT, *ASKED))]
        lying = [(spot.rect, 8 if spot.id.endswith((LEGEND, HINT)) else NEVER) for spot in panels]
        named = ((hex_rect(self.table, index), NEVER) for index in self.spoken())
        return [(self.layout.seal, NEVER), (self.layout.second, NEVER), *lying, *named]

    def _lit(self) -> list[tuple[Rect, int]]:
        """Lit hexes, and the target of the plan."""
        target = self.desk.plans.target
        return [*lit(self.table, self.desk.state), *(((hex_rect(self.table, target), NEVER),) if target >= 0 else ())]
