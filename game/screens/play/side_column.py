"""The side column of the table: tabs and their contents; strips, open questions and warnings at its foot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame
from pygame import Rect

from ecs import Command
from game.screens.play.turn_strips import ROOMY, TurnStrips
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.panels.arrivals_box import muster_box, risk_box, risk_foot, risked, wanted
from game.ui.panels.battle_planner import planner_tab
from game.ui.panels.chit_cup import choice_box, chooses, cup_tab
from game.ui.panels.decision_box import ExchangePrice, asks, question_box, question_foot
from game.ui.panels.inspector import hex_tab, stack_tab
from game.ui.panels.open_panels import CUP, HEX, PLANNER, STACK, TABS, OpenPanels
from game.ui.panels.phase_end import check_box, check_foot, remedy_for
from game.ui.panels.score_tab import score_tab
from game.ui.panels.staff_box import lead_button, march_button, repeat_button, staff_button
from game.ui.widgets import Ui
from game.ui.widgets.core import PAD
from game.ui.widgets.style.theme import Colour

FOOT = "questionfoot"
SHARES = {"staff": 80, "review": 70, "muster": 70, "question": 78}
"""The part of its room, in hundredths, that a box takes at most; 55 where none is named."""
RULE = 4  # height of the rule along the upper edge of a question on the map
LEAST = 40  # height of what is worth showing below the strip


class PhaseEnd(Protocol):
    """Ending a phase, and its warnings."""

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase; `anyway` overrules warnings."""

    def forget_check(self, kind: str) -> None:
        """Never give this warning again."""

    def drain(self) -> None:
        """Carry out what the desk asks for."""


class SideColumn:
    """Declares the column's widgets."""

    def __init__(
        self, desk: TableController, table: BoardView, panels: OpenPanels, strips: TurnStrips, phase_end: PhaseEnd
    ) -> None:
        self.desk, self.table, self.panels = desk, table, panels
        self.strips, self.phase_end = strips, phase_end
        self._price = ExchangePrice()
        self._warned: tuple[object, object] = (None, None)
        self._held: dict[str, tuple[object, int]] = {}  # the height of a box, and for what it is kept

    def build(self, ui: Ui, rect: Rect, strip: str) -> None:
        """The column in its rectangle.  What comes unasked, a strip ("machine", "review", "staff" or "") and questions,
        lies at its foot: tabs and what is under them keep their places."""
        panels, desk = self.panels, self.desk
        ui.keep_in_sight(rect)
        self._drop_stale_warnings()
        head = Rect(rect.x, rect.y, rect.width, ui.height_of("tabs", ui.px(34)) + ui.px(12))
        with ui.panel("tabs", head, pad=6, radius=0):
            titles = TABS if desk.view.chits else TABS[:CUP]
            panels.tab = ui.tabs("tab", titles, min(panels.tab, len(titles) - 1), TABS)
        room = self.foot(ui, _below(rect, head.bottom), strip)
        if high := rect.bottom - room.bottom:
            ui.note(_frame, ui.theme.border, Rect(rect.x - 1, room.bottom, rect.width + 2, high), max(1, ui.px(1)))
        y = room.y
        if desk.session.humans and room.height > ui.px(LEAST):
            y = self._boxed(ui, room, "staffcall", self._helpers)
        if self._musters(room) and room.bottom - y > ui.px(LEAST):
            later = asks(desk) or risked(desk, panels.muster) is not None
            y = self._boxed(ui, _below(room, y), "muster", self._first if later else self._muster)
        if room.bottom - y > ui.px(LEAST):
            y = self._body(ui, _below(room, y))
        ui.note(_frame, ui.theme.border, Rect(rect.x - 1, rect.y, rect.width + 2, y - rect.y), max(1, ui.px(1)))
        self.phase_end.drain()

    def corner(self, ui: Ui, room: Rect, strip: str) -> Rect:
        """While the column is shut: the same questions in the corner above the seal, or what can come into play; the
        strip lies on the map.  What is left of the room."""
        self._drop_stale_warnings()
        left = self.foot(ui, room, strip, apart=True)
        if left.height == room.height and self._musters(room):
            left = self._docked(ui, left, ("muster", "musterfoot"), self._muster, None)
        card = Rect(room.x, left.bottom, room.width, room.bottom - left.bottom)
        if card.height:
            ui.keep_in_sight(card)
            ui.note(_frame, ui.theme.border, card, max(1, ui.px(1)))
            ui.note(_frame, ui.theme.text, Rect(card.x, card.y, card.width, ui.px(RULE)), ui.px(RULE))
        self.phase_end.drain()
        return left

    def _musters(self, room: Rect) -> bool:
        """Is there anything to bring into play, or was there before a question arose?"""
        there = chooses(self.desk) or wanted(self.desk) or (asks(self.desk) and self._kept("muster", room) > 0)
        self.panels.muster.asked = self.panels.muster.asked if there else None
        return there

    # -- at the foot ----------------------------------------------------------------------------------

    def foot(self, ui: Ui, room: Rect, strip: str, apart: bool = False) -> Rect:
        """Warnings or a question, and above them a strip, along the lower edge: the buttons of each below its words,
        so that they stay where they are however long the words.  Returns what is left of the room.

        :param apart: the strip lies elsewhere.
        """
        panels, desk, left = self.panels, self.desk, Rect(room)
        if panels.checks:
            remedy = remedy_for(desk)
            left = self._docked(ui, left, ("question", FOOT), self._warnings, lambda ui: self._answer(ui, remedy))
        elif desk.view.decision is not None and (strip != "machine" or asks(desk)):
            left = self._docked(
                ui, left, ("question", FOOT), self._question, self._question_foot if asks(desk) else None
            )
        elif (risk := risked(desk, panels.muster)) is not None:
            left = self._docked(ui, left, ("question", FOOT), lambda ui: self._risk(ui, risk), self._risk_foot)
        if strip and not apart:
            show, press = (lambda ui: self.strips.build(ui, strip)), (lambda ui: self.strips.foot(ui, strip))
            left = self._docked(ui, left, (strip, f"{strip}foot"), show, press)
        return left

    def _docked(
        self,
        ui: Ui,
        room: Rect,
        names: tuple[str, str],
        show: Callable[[Ui], None],
        press: Callable[[Ui], None] | None,
    ) -> Rect:
        """A box at the lower edge of the room, as high as what it says: its words, and below them its buttons, which
        are never scrolled away.  What is left of the room."""
        name, foot = names
        share = 100 if name in ("review", "question") and ui.text_scale > ROOMY else self._share(name)
        low = min(room.height // 2, ui.height_of(foot, ui.px(40)) + ui.px(14)) if press is not None else 0
        high = min(room.height * share // 100 - low, ui.height_of(name, ui.px(80)) + ui.px(28))
        top = room.bottom - low - high
        with ui.panel(name, Rect(room.x, top, room.width, high), color="panel2", radius=0):
            show(ui)
        if press is not None:
            with ui.panel(foot, Rect(room.x, top + high, room.width, low), color="panel2", radius=0, pad=7):
                press(ui)
        return Rect(room.x, room.y, room.width, top - room.y)

    def _question(self, ui: Ui) -> None:
        with ui.about("question"):
            question_box(ui, self.desk, self.table.pack, self._price)

    def _question_foot(self, ui: Ui) -> None:
        with ui.about("question"):
            question_foot(ui, self.desk, self.panels.plan_on_map)
            repeat_button(ui, self.desk, self.strips.key)

    def _risk(self, ui: Ui, risk: Command) -> None:
        with ui.about("muster"):
            risk_box(ui, self.desk, risk)

    def _risk_foot(self, ui: Ui) -> None:
        with ui.about("muster"):
            risk_foot(ui, self.desk, self.panels.muster)

    def _warnings(self, ui: Ui) -> None:
        """Warnings before the phase ends."""
        with ui.about("question"):
            check_box(ui, self.desk.out, self.desk.view.board, self.panels.checks, self.phase_end.forget_check)

    def _answer(self, ui: Ui, remedy: tuple[Command, ...]) -> None:
        """Remove the obstacle, or go back."""
        with ui.about("question"):
            answer = check_foot(ui, self.panels.checks, remedy)
        if answer:
            self.panels.checks = []
        if answer == "mend":
            self.desk.give_all(remedy)

    # -- below the tabs -------------------------------------------------------------------------------

    def _helpers(self, ui: Ui) -> None:
        """Buttons for the staff, and for units with waypoints."""
        if not staff_button(ui, self.desk, self.strips.key):
            return
        lead_button(ui, self.desk)
        march_button(ui, self.desk, self.strips.key)
        repeat_button(ui, self.desk, self.strips.key)

    def _drop_stale_warnings(self) -> None:
        """Remove warnings once the position changes or a question arises."""
        panels, view = self.panels, self.desk.view
        if self._warned[0] is not panels.checks:
            self._warned = (panels.checks, view)
        if panels.checks and (view is not self._warned[1] or view.decision is not None):
            panels.checks = []

    def _body(self, ui: Ui, room: Rect) -> int:
        """The open tab, no higher than its contents; its lower edge."""
        name = f"tab{self.panels.tab}"
        high = min(room.height, ui.height_of(name, room.height) + 2 * ui.px(PAD + 4))
        with ui.panel(name, Rect(room.x, room.y, room.width, high), radius=0):
            self._tab(ui)
        return room.y + high

    def _boxed(self, ui: Ui, room: Rect, name: str, build: Callable[[Ui], None]) -> int:
        """A box below the tabs; where it ends.  It does not become lower while the phase lasts, so that what lies below
        keeps its place."""
        high = max(ui.height_of(name, ui.px(80)) + ui.px(28), self._kept(name, room))
        fresh = self._held.get(name, (None, 0))[0] != self._now(room)  # its height is still that of another phase
        self._held[name] = (self._now(room), 0 if fresh else high)
        ui.unstable = ui.unstable or fresh
        high = min(room.height * self._share(name) // 100, high)
        with ui.panel(name, Rect(room.x, room.y, room.width, high), color="panel2", radius=0):
            build(ui)
        return room.y + high

    def _share(self, name: str) -> int:
        """The most of its room that a box may take, in hundredths."""
        return 90 if name == "muster" and chooses(self.desk) else SHARES.get(name, 55)

    def _now(self, room: Rect) -> object:
        """A key under which a box keeps its height: the phase, and how its lists are shown."""
        view, muster = self.desk.view, self.panels.muster
        return view.turn, view.phase.id, room.width, muster.pool, muster.shown, muster.filter

    def _kept(self, name: str, room: Rect) -> int:
        """The height a box has had in this phase, 0 if it was absent."""
        about, high = self._held.get(name, (None, 0))
        return high if about == self._now(room) else 0

    def _first(self, ui: Ui) -> None:
        """Show the open question before anything else in the phase."""
        ui.label("Answer the question below first.", "small", "muted")

    def _muster(self, ui: Ui) -> None:
        """Units that can be brought into play, or chits to choose from."""
        with ui.about("phase:" if chooses(self.desk) else "muster"):
            if not chooses(self.desk):
                muster_box(ui, self.desk, self.table, self.panels.muster)
                return
            before = self.desk.view
            choice_box(ui, self.desk, self.table.pack)
            self.panels.checks = self.panels.checks if self.desk.view is before else []

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
    """The part of a rectangle below a line."""
    return Rect(rect.x, y, rect.width, rect.bottom - y)


def _frame(surface: pygame.Surface, colour: Colour, rect: Rect, width: int) -> None:
    """The edge of a card on the map."""
    pygame.draw.rect(surface, colour, rect, width)
