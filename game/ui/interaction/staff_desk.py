"""The staff at the player's table: advice asked for and accepted, and units led by it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ecs import Command, Refusal, View
from ecs.core.commands import EndPhase
from game.opponents import Hurry
from game.play.autoplay import Advice
from game.play.delegation import Delegation, Order, asked_of, is_alone, is_for, orders_for
from game.play.session import Deed, Session
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.click_commands import hex_of, unit_of
from game.ui.interaction.ui_messages import Outbox
from game.ui.map_view import TableState
from game.ui.map_view.view_state import StaffMark
from game.ui.widgets import escape

# -- Staff advice for the player at the table: requested, marked on the map, accepted singly or to the end. ----------

SHOWN_AHEAD = 12  # orders of the plan marked behind the next one


class PlayersDesk(Protocol):
    """The player's seat as the staff uses it."""

    session: Session
    state: TableState
    out: Outbox
    view: View
    plans: BattlePlan

    def give(self, command: Command) -> bool:
        """Give a command; True if it was carried out."""

    def refuse(self, why: str | Refusal) -> None:
        """Report why not."""

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""


class StaffDesk:
    """The staff's place at the table.  ``advice``: what it would do next, or None; ``going_on``: all that is left of
    the phase is being accepted, an order a frame."""

    def __init__(self, desk: PlayersDesk) -> None:
        self.desk, self.session = desk, desk.session
        self.advice: Advice | None = None
        self.going_on = self._to_the_end = False
        self._phase: tuple[int, str] = (0, "")
        self._entrusted: tuple[int, str, str] = (0, "", "")
        self._battle = -1

    def ask(self) -> None:
        """Ask for staff advice on this position.  Esc stops it while it thinks."""
        side = self.session.game.to_act
        if side is None or not self.session.human_to_act or self.session.hands_over:
            self.desk.refuse("The staff advises only on your turn.")
            return
        try:
            self.advice = self.session.staff.advise(side)
        except Hurry:
            self.dismiss()
            return
        self._phase = self.session.game.moment[:2]
        if not self.desk.plans.fighting and not self.desk.plans.gathering:
            self.desk.plans.close()  # the map goes where the advice is
        self._mark(self.advice)

    def accept(self) -> None:
        """Follow the advice; while the phase lasts and no question arises, the next advice follows."""
        advice = self.advice
        if advice is None:
            self.ask()
            return
        self.dismiss(still=False)
        if self.desk.give(advice.command) and self._goes_on():
            self.ask()

    def accept_all(self) -> None:
        """Follow this advice and all that follows in the phase, including answers to questions, until only its end is
        left."""
        if self.advice is None:
            self.ask()
        self.going_on = self.advice is not None

    def step(self) -> None:
        """The next of all that are accepted; while the other side answers in between, it waits."""
        if self.session.game.moment[:2] != self._phase:
            self.dismiss()
            return
        self._to_the_end = True
        self.accept()
        self._to_the_end = False
        left = self.session.machine_to_act if self.advice is None else not isinstance(self.advice.command, EndPhase)
        self.going_on = self.going_on and left

    def answer(self) -> None:
        """Let the staff answer the open question for the player, and say why."""
        self.ask()
        advice = self.advice
        self.dismiss()
        if advice is not None and self.desk.give(advice.command) and advice.reason:
            self.desk.tell(f"The staff: {escape(advice.reason)}", "staff")

    def entrust(self, battle: bool) -> None:
        """Let the staff answer this question and all of its kind: in this battle, or to the end of the phase."""
        decision = self.desk.view.decision
        if decision is None:
            return
        self._entrusted, self._battle = self.session.game.moment, decision.hex if battle else -1
        self.answer()

    @property
    def entrusted(self) -> bool:
        """Has the open question been left to the staff?"""
        decision = self.desk.view.decision
        if decision is None or self.session.game.moment != self._entrusted or not self.session.human_to_act:
            return False
        return self._battle in (-1, decision.hex)

    def answer_quietly(self) -> None:
        """Answer a question left to the staff; a player who stops it answers himself from now on."""
        self.ask()
        advice = self.advice
        self.dismiss()
        if advice is None or not self.desk.give(advice.command):
            self._entrusted = (0, "", "")

    def dismiss(self, still: bool = True) -> bool:
        """Close the advice; return whether there was any.  `still`: accept nothing more."""
        there = self.advice is not None or (self.going_on and still)
        self.advice, self.desk.state.advised = None, ()
        self.going_on = self.going_on and not still
        return there

    def keep_up(self) -> None:
        """The game has changed: close advice for another position."""
        if self.advice is not None and not self.session.staff.fits(self.advice):
            self.dismiss()

    def _goes_on(self) -> bool:
        """Is the player still to act in the phase of the advice, with no question open unless all that
        is left is being accepted?"""
        turn, phase, asked = self.session.game.moment
        return self.session.human_to_act and (turn, phase) == self._phase and (self._to_the_end or not asked)

    # -- marks ----------------------------------------------------------------------------------------

    def _mark(self, advice: Advice) -> None:
        orders = (advice.command, *advice.later[:SHOWN_AHEAD])
        found = [self._mark_of(unit_of(c), hex_of(c), c.verb, c is advice.command) for c in orders]
        self.desk.state.advised = marks = tuple(mark for mark in found if mark is not None)
        if marks and marks[0].next:
            self.desk.out.look_at = marks[0].way[-1]

    def _mark_of(self, name: str, label: str, verb: str, is_next: bool) -> StaffMark | None:
        """An arrow for a march, a broad one for an attack, a ring for any other place."""
        view = self.desk.view
        unit, there = view.unit(name), view.board.by_label.get(label, -1)
        here = unit.hex if unit is not None else -1
        if there < 0:
            return StaffMark("place", (here,), is_next) if here >= 0 else None
        if here < 0 or here == there:
            return StaffMark("place", (there,), is_next)
        if verb == "attack":
            return StaffMark("attack", (here, there), is_next)
        step = self.session.game.reach(name).get(there) if verb == "move" and is_next else None
        return StaffMark("march", step.path if step is not None else (here, there), is_next)


# -- Units led by the staff at the player's table: their orders are given as the phase begins, one a frame. ----------

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
            self.desk.tell(f"The staff gives {orders} to the units it leads. The log has the reasons.", "staff")
        self._given = 0
        return False

    def _may_give(self, command: Command) -> bool:
        view, led = self.desk.view, self.units
        if not is_for(command, led, view) or not is_alone(command, led, view):
            return False
        return self.desk.session.game.why_not(command, view.side) is None
