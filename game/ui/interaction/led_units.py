"""Units led by the staff at the player's table: their orders are given as the phase begins, one a frame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ecs import Command, View
from game.opponents import Hurry
from game.play.delegation import Delegation, Order, asked_of, is_alone, is_for, orders_for
from game.play.session import Deed, Session
from game.ui.interaction.staff_desk import StaffDesk
from game.ui.map_view import TableState
from game.ui.widgets import escape

ROUNDS = 4
"""How often the staff looks again in a phase, as dice have fallen since it planned."""


class LedDesk(Protocol):
    """The player's seat as the staff uses it to lead some of the units."""

    session: Session
    staff: StaffDesk
    state: TableState
    view: View

    def take_in(self, deed: Deed) -> None:
        """A command was carried out: animate, sound, refresh."""

    def refresh(self) -> None:
        """Look again."""

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""


class LedUnits:
    """Gives the orders of units left to the staff."""

    def __init__(self, desk: LedDesk) -> None:
        self.desk = desk
        self.delegation = Delegation(desk.session)
        self._plan: list[Order] = []
        self._moment: object = None  # for which the staff has planned
        self._rounds = self._given = self._thrown = 0
        self._looked: View | None = None  # what was last searched for news

    @property
    def units(self) -> frozenset[str]:
        """Units the staff leads now."""
        return self.delegation.led if self.desk.session.about.led else frozenset()

    def entrust(self, names: Iterable[str], until: str) -> None:
        """Leave units to the staff from now on."""
        self.delegation.entrust(names, until)
        self._moment, self._plan = None, []
        self.desk.refresh()

    def take_back(self, names: Iterable[str]) -> None:
        """Take these units back from the staff."""
        self.delegation.take_back(names)
        self._plan = []
        self.desk.refresh()

    def stop(self) -> bool:
        """Give no more of their orders in this phase; return whether there were any to come."""
        there = bool(self._plan)
        self._plan, self._rounds = [], ROUNDS
        return there

    @property
    def busy(self) -> bool:
        """Does the staff still have orders to give, or one of its questions open?"""
        if not self._due:
            return False
        if self.desk.view.decision is not None:
            return asked_of(self.desk.view, self.units)
        return bool(self._plan) or self._moment != self._now()

    @property
    def _due(self) -> bool:
        session = self.desk.session
        return bool(session.about.led) and session.human_to_act and not session.hands_over and bool(self.units)

    def _now(self) -> object:
        view = self.desk.view
        return view.turn, view.phase.id, next((chit.id for chit in view.chits if chit.state == "now"), "")

    def step(self) -> bool:
        """Give one order, or one answer; False if there is nothing for the staff to do."""
        if not self.desk.session.about.led:
            return False
        if self._looked is not self.desk.view:
            self._looked = self.desk.view
            for told in self.delegation.expire():
                self.desk.tell(escape(told), "bad")
        if not self._due:
            return False
        if self.desk.view.decision is not None:
            return self._answer()
        if self._moment != self._now():
            self._moment, self._plan, self._rounds, self._given = self._now(), [], 0, 0
            self._think()
        elif not self._plan and self._rounds < ROUNDS and self.desk.session.game.thrown != self._thrown:
            self._think()
        return self._give()

    def _answer(self) -> bool:
        if not asked_of(self.desk.view, self.units):
            return False
        before = self.desk.view
        self.desk.staff.answer_quietly()
        return self.desk.view is not before

    def _think(self) -> None:
        """Plan, unless in this phase nothing was found before or the player no longer waits."""
        session = self.desk.session
        self._thrown = session.game.thrown
        try:
            self._plan = orders_for(session.game, self.desk.view.side, self.units, session.thought)
        except Hurry:
            self._plan = []
        self._rounds = self._rounds + 1 if self._plan else ROUNDS

    def _give(self) -> bool:
        """Give the next legal order of the plan; at its end, say so."""
        while self._plan:
            command, reason = self._plan.pop(0)
            if self._may_give(command):
                session = self.desk.session
                deed = session.do(command, reason, follows=self._given > 0)
                self._given += 1
                self.desk.take_in(deed)
                return True
        if self._given:
            orders = "1 order" if self._given == 1 else f"{self._given} orders"
            self.desk.tell(f"The staff gives {orders} to the units it leads. The log has the reasons.")
        self._given = 0
        return False

    def _may_give(self, command: Command) -> bool:
        view, led = self.desk.view, self.units
        if not is_for(command, led, view) or not is_alone(command, led, view):
            return False
        return self.desk.session.game.why_not(command, view.side) is None
