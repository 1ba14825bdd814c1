"""The side column of the table: tabs, the strip of the other side's turn, open questions and warnings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame
from pygame import Rect

from game.screens.play.turn_strips import ROOMY, TurnStrips
from game.ui.interaction.controller import TableController
from game.ui.map_view import Table
from game.ui.panels.battle.battle_planner import planner_tab
from game.ui.panels.end_phase_check import check_box, remedy_for
from game.ui.panels.forces.arrivals_box import muster_box, wanted
from game.ui.panels.forces.chit_cup import choice_box, chooses, cup_tab
from game.ui.panels.inspector import hex_tab, stack_tab
from game.ui.panels.open_panels import CUP, HEX, PLANNER, STACK, TABS, OpenPanels
from game.ui.panels.questions.decision_box import asks, question_box, question_foot
from game.ui.panels.questions.staff_box import march_button, repeat_button, staff_button
from game.ui.panels.score_tab import score_tab
from game.ui.widgets import Ui
from game.ui.widgets.core import PAD
from game.ui.widgets.style.theme import Colour

FOOT = "questionfoot"
LEAST = 40  # height of what is worth showing below the strip


class PhaseEnd(Protocol):
    """Ending a phase, and its warnings."""

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase; `anyway` overrules warnings."""

    def forget_check(self, kind: str) -> None:
        """Never warn of this again."""

    def drain(self) -> None:
        """Carry out what the desk asks for."""


class SideColumn:
    """Declares the column's widgets."""

    def __init__(
        self, desk: TableController, table: Table, panels: OpenPanels, strips: TurnStrips, phase_end: PhaseEnd
    ) -> None:
        self.desk, self.table, self.panels = desk, table, panels
        self.strips, self.phase_end = strips, phase_end
        self._warned: tuple[object, object] = (None, None)

    def build(self, ui: Ui, rect: Rect, strip: str) -> None:
        """The column in its rectangle, with a strip ("machine", "review" or "") above the tabs."""
        panels, desk = self.panels, self.desk
        self._drop_stale_warnings()
        ui.keep_in_sight(rect)
        head = Rect(rect.x, rect.y, rect.width, ui.height_of("tabs", ui.px(34)) + ui.px(12))
        with ui.panel("tabs", head, pad=6, radius=0):
            titles = TABS if desk.view.chits else TABS[:CUP]
            panels.tab = ui.tabs("tab", titles, min(panels.tab, len(titles) - 1), TABS)
        y = head.bottom
        if strip:
            y = self._boxed(ui, _below(rect, y), strip, lambda ui: self.strips.build(ui, strip))
            if rect.bottom - y < ui.px(LEAST):
                self.phase_end.drain()
                return
        if strip in ("", "review") and desk.session.human_to_act and not desk.session.hands_over and not asks(desk):
            y = self._boxed(ui, _below(rect, y), "staffcall", self._helpers)
        if panels.checks or desk.view.decision is not None or chooses(desk) or wanted(desk):
            y = self._boxed(ui, _below(rect, y), "question", self._question)
            y = self._question_foot(ui, _below(rect, y))
        else:
            panels.muster.asked = None
        y = self._body(ui, _below(rect, y))
        ui.note(_frame, ui.theme.border, Rect(rect.x - 1, rect.y, rect.width + 2, y - rect.y), max(1, ui.px(1)))
        self.phase_end.drain()

    def _helpers(self, ui: Ui) -> None:
        """What the staff can do, and who has a way to go."""
        staff_button(ui, self.desk, self.strips.key)
        march_button(ui, self.desk, self.strips.key)
        repeat_button(ui, self.desk, self.strips.key)

    def _drop_stale_warnings(self) -> None:
        """Warnings are of one position: with the next one, or with a question, they are gone."""
        panels, view = self.panels, self.desk.view
        if self._warned[0] is not panels.checks:
            self._warned = (panels.checks, view)
        if panels.checks and (view is not self._warned[1] or view.decision is not None):
            panels.checks = []

    def _body(self, ui: Ui, room: Rect) -> int:
        """The open tab, no higher than what it says; where it ends."""
        name = f"tab{self.panels.tab}"
        high = min(room.height, ui.height_of(name, room.height) + 2 * ui.px(PAD + 4))
        with ui.panel(name, Rect(room.x, room.y, room.width, high), radius=0):
            self._tab(ui)
        return room.y + high

    def _boxed(self, ui: Ui, room: Rect, name: str, build: Callable[[Ui], None]) -> int:
        """A box above the tabs, as high as its content if there is room; where it ends."""
        share = 80 if name == "staff" else 55
        if name == "review":
            share = 70 if ui.text_scale <= ROOMY else 100
        if name == "question":
            share = 90 if chooses(self.desk) else 70 if wanted(self.desk) else 55
        foot = ui.height_of(FOOT) + ui.px(14) if name == "question" and self._foot_on() else 0
        high = min(room.height * share // 100 - foot, ui.height_of(name, ui.px(80)) + ui.px(28))
        with ui.panel(name, Rect(room.x, room.y, room.width, high), color="panel2", radius=0):
            build(ui)
        return room.y + high

    def _foot_on(self) -> bool:
        """Has the question buttons that must always be in sight?"""
        return not self.panels.checks and asks(self.desk)

    def _question_foot(self, ui: Ui, room: Rect) -> int:
        """The buttons that end a question, below it and never scrolled away; where they end."""
        if not self._foot_on():
            return room.y
        high = min(room.height // 2, ui.height_of(FOOT, ui.px(40)) + ui.px(14))
        rect = Rect(room.x, room.y, room.width, high)
        with ui.panel(FOOT, rect, color="panel2", radius=0, pad=7), ui.about("question"):
            question_foot(ui, self.desk)
            repeat_button(ui, self.desk, self.strips.key)
        return rect.bottom

    def _question(self, ui: Ui) -> None:
        asked = self.desk.view.decision is not None or self.panels.checks
        with ui.about("question" if asked else "phase:" if chooses(self.desk) else "muster"):
            self._asked(ui)

    def _asked(self, ui: Ui) -> None:
        desk, pack = self.desk, self.table.pack
        if self.panels.checks:
            self._warnings(ui)
        elif desk.view.decision is not None:
            question_box(ui, desk, pack)
        elif chooses(desk):
            choice_box(ui, desk, pack)
        else:
            muster_box(ui, desk, self.table, self.panels.muster)

    def _warnings(self, ui: Ui) -> None:
        """What the player should know before the phase ends, and below it what can be chosen instead."""
        desk, panels = self.desk, self.panels
        remedy = remedy_for(desk)
        answer = check_box(ui, desk.out, panels.checks, self.phase_end.forget_check, remedy)
        if answer == "end":
            self.phase_end.end_phase(anyway=True)
        elif answer:
            panels.checks = []
        if answer == "mend":
            desk.give_all(remedy)
        if chooses(desk):
            before = desk.view
            choice_box(ui, desk, self.table.pack)
            panels.checks = panels.checks if desk.view is before else []

    def _tab(self, ui: Ui) -> None:
        desk, tab = self.desk, self.panels.tab
        if tab == HEX:
            hex_tab(ui, desk, self.table)
        elif tab == STACK:
            stack_tab(ui, desk, self.table)
        elif tab == PLANNER:
            planner_tab(ui, desk, self.table.pack, self.panels.plan_on_map)
        elif tab == CUP:
            cup_tab(ui, desk, self.table.pack)
        else:
            score_tab(ui, desk)


def _below(rect: Rect, y: int) -> Rect:
    """What is left of a rectangle below a line."""
    return Rect(rect.x, y, rect.width, rect.bottom - y)


def _frame(surface: pygame.Surface, colour: Colour, rect: Rect, width: int) -> None:
    """The edge of a card on the map."""
    pygame.draw.rect(surface, colour, rect, width)
