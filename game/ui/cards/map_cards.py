"""The cards on the map: each keeps clear of its subject and of the others.  One is the planner beside its battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import pygame
from pygame import Rect

from game.ui.cards.placing import (
    ASKED,
    NEVER,
    Shunned,
    aside,
    asked_for,
    beside,
    best_place,
    corners,
    covered,
    hex_rect,
    in_the_way,
    left_of,
    lit,
)
from game.ui.cards.stack_fan import StackFan
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.panels.battle_planner import plan_sheet
from game.ui.panels.decision_box import asks
from game.ui.panels.open_panels import PLAN_CARD, OpenPanels
from game.ui.widgets import Ui
from game.ui.widgets.style import drawing
from game.ui.widgets.style.theme import Colour

# -- The planner as a card beside its battle, joined to the hex by a line. -------------------------------------------

WIDE, NARROW, LOW, HIGH = 318, 200, 250, 560
PAD, GAP, EDGE = 11, 14, 8
TARGET, OURS, WAY_OUT = 400, 40, 12
"""How much it matters that a card covers the target, a hex of the attackers, one to retreat to."""


class PlannerCard:
    """Declares the card.  ``rect``: its place, empty while it is not shown; ``about``: the hex it lies beside."""

    def __init__(self, desk: TableController, table: BoardView, panels: OpenPanels) -> None:
        self.desk, self.table, self.panels = desk, table, panels
        self.rect = Rect(0, 0, 0, 0)
        self._kept: tuple[object, Rect] | None = None
        self._room: tuple[object, bool] = (None, False)
        self.about, self._area = -1, Rect(0, 0, 0, 0)

    def settle(self, ui: Ui, area: Rect, column: bool) -> None:
        """Decide whether the planner lies on the map or in the column.  ``area``: the clear part of the map."""
        desk = self.desk
        about = desk.plans.target >= 0 and desk.session.human_to_act and not desk.session.hands_over
        self.panels.plan_on_map = about and (not column or self._fits(ui, area))

    def _fits(self, ui: Ui, area: Rect) -> bool:
        """Is there room for the card without covering target or attackers?  Checked when it is opened."""
        asked = (self.desk.plans.target, tuple(area), ui.scale)
        if self._room[0] != asked:
            room = area.inflate(-2 * ui.px(EDGE), -2 * ui.px(EDGE))
            wide, high = ui.px(WIDE), min(room.height, ui.px(HIGH))
            fits = room.height >= ui.px(LOW) and room.width >= wide + 3 * hex_rect(self.table, asked[0]).width
            hexes = [(rect, weight) for rect, weight in self._hexes() if weight >= OURS]
            self._room = asked, fits and covered(self._best(ui, wide, high, room, hexes), hexes) < TARGET
        return self._room[1]

    def build(self, ui: Ui, area: Rect, shunned: Shunned) -> None:
        """Declare the card on the clear part of the map, where it covers least."""
        self.rect, self.about, self._area = Rect(0, 0, 0, 0), -1, area
        if not self.panels.plan_on_map or self.desk.plans.target < 0:
            self._kept = None
            return
        room = area.inflate(-2 * ui.px(EDGE), -2 * ui.px(EDGE))
        wide = min(ui.px(WIDE), room.width)
        high = min(ui.height_of(PLAN_CARD, ui.px(LOW)) + 2 * ui.px(PAD), room.height)
        shunned = [*self._hexes(), *shunned]
        place = self._place(ui, wide, high, room, shunned)
        if covered(place, shunned) >= OURS:  # rather a low card than one on its battle
            free = min([room.bottom, *(rect.top - ui.px(GAP) for rect, weight in shunned if weight >= NEVER)]) - room.y
            low = Rect(room.topleft, (room.width, max(free, ui.px(LOW))))
            lower = self._best(ui, wide, min(high, low.height), low, shunned)
            place = min(place, lower, key=lambda box: covered(box, shunned) >= OURS)
        if in_the_way(place, shunned):
            closed = [rect for rect, weight in shunned if weight >= NEVER and rect.colliderect(place)]
            room = left_of(closed, room, ui.px(GAP), ui.px(NARROW))
            place = self._place(ui, min(wide, room.width), high, room, shunned)
        if self.desk.plans.fighting and asks(self.desk) and covered(place, shunned) >= TARGET:
            return  # the map is what answers the question
        self.rect, self.about = place, self.desk.plans.target
        self.tie(ui)
        ui.keep_in_sight(self.rect)
        with ui.above():
            ui.note(drawing.draw_shadow, self.rect, ui.theme.shadow, ui.px(9))
            with ui.panel(PLAN_CARD, self.rect, pad=PAD):
                plan_sheet(ui, self.desk, self.table.pack)

    def tie(self, ui: Ui) -> None:
        """The line from the card to its hex."""
        if self.about >= 0:
            target = hex_rect(self.table, self.about)
            ui.note(_line, ui.theme.accent, ui.theme.panel, self._area, target, self.rect, max(2, ui.px(3)))

    # -- where ---------------------------------------------------------------------------------------

    def _hexes(self) -> list[tuple[Rect, int]]:
        """The card's hexes: the target, where the attackers stand, where the beaten can go."""
        desk, plans = self.desk, self.desk.plans
        ours = {unit.hex for unit, _ in plans.candidates() if unit.hex >= 0}
        ours |= {unit.hex for name in plans.ticked if (unit := desk.view.unit(name)) is not None and unit.hex >= 0}
        board = desk.view.board
        ways = {board.by_label[label] for label in plans.forecast.retreats if label in board.by_label}
        beside = set(board.neighbours[plans.target]) & {*ours, *ways}
        hexes = dict.fromkeys(ways | ours, WAY_OUT) | dict.fromkeys(beside & ours, OURS)
        hexes |= dict.fromkeys(plans.hexes(plans.target), TARGET)
        return [(hex_rect(self.table, index).inflate(-6, -6), weight) for index, weight in sorted(hexes.items())]

    def _place(self, ui: Ui, wide: int, high: int, room: Rect, shunned: Shunned) -> Rect:
        """The place of the card: it stays there for the same battle and view while it hides no answer, and grows
        downwards.

        A plan that has become a battle is so much lower that its old place may be far from the hex: then it moves.
        """
        camera, plans = self.table.camera, self.desk.plans
        now = (plans.target, camera.x, camera.y, camera.level, tuple(room), wide)
        if self._kept is not None and self._kept[0] == now and 2 * high >= self._kept[1].height:
            kept = Rect(self._kept[1].topleft, (wide, high)).clamp(room)
            most = covered(self._kept[1], shunned)
            if covered(kept, shunned) <= most and most < ASKED:
                return kept
        place = self._best(ui, wide, high, room, shunned)
        self._kept = (now, place)
        return place

    def _best(self, ui: Ui, wide: int, high: int, room: Rect, shunned: Shunned) -> Rect:
        """Beside target and attackers, else beside the target, else beyond the ways out of it, else in a corner, or
        aside of what it may not cover: where it covers least."""
        target = hex_rect(self.table, self.desk.plans.target)
        near = target.unionall([rect for rect, weight in shunned if weight in (TARGET, OURS)])
        whole = near.unionall([rect for rect, weight in shunned if weight == WAY_OUT])
        sides = [place for box in (near, target, whole) for place in beside(wide, high, box, ui.px(GAP))]
        closed = [rect for rect, weight in shunned if weight == NEVER]
        free = aside(wide, high, closed, target, room)
        return best_place([*sides, *corners(wide, high, room), *free], room, shunned, target)


def _line(
    surface: pygame.Surface, ink: Colour, casing: Colour, area: Rect, target: Rect, card: Rect, wide: int
) -> None:
    """A short line from the edge of the hex to the nearest edge of the card, with an end on the hex."""
    before = surface.get_clip()
    surface.set_clip(area.clip(before))
    x, y = target.center
    near = (min(max(x, card.left), card.right - 1), min(max(y, card.top + 2 * wide), card.bottom - 2 * wide))
    along = pygame.Vector2(near) - pygame.Vector2(x, y)
    reach = min(target.width, target.height) * 0.46
    if along.length() > reach:
        start = pygame.Vector2(x, y) + along * (reach / along.length())
        for colour, broad in ((casing, wide + 4), (ink, wide)):
            pygame.draw.line(surface, colour, start, near, broad)
            pygame.draw.circle(surface, colour, start, broad)
    surface.set_clip(before)


# -- The cards on the map: each keeps clear of its subject and of the others. ----------------------------------------

LEGEND, QUESTION = "legend", ("panel:question", "panel:questionfoot", "panel:muster", "panel:staff")


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
        panels = [spot for spot in ui.spots if spot.kind == "panel" and spot.id.endswith((LEGEND, *QUESTION))]
        lying = [(spot.rect, 8 if spot.id.endswith(LEGEND) else NEVER) for spot in panels]
        named = ((hex_rect(self.table, index), NEVER) for index in self.spoken())
        return [(self.layout.seal, NEVER), (self.layout.second, NEVER), *lying, *named]

    def _lit(self) -> list[tuple[Rect, int]]:
        """Lit hexes, and the target of the plan."""
        target = self.desk.plans.target
        return [*lit(self.table, self.desk.state), *(((hex_rect(self.table, target), NEVER),) if target >= 0 else ())]
