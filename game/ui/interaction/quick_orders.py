"""Shortcuts: a second click declares the plan, one fights all battles or advances all; picks the next unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Protocol

from ecs import Command, Side, View
from ecs.core.commands import Advance, Assign, Done, Fire, Move, Resolve
from ecs.core.glossary import Glossary
from game.play.session import Session
from game.play.standing_orders import Answer, answer_of, order_once_for_all
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.click_commands import LegalOrders
from game.ui.interaction.group_orders import Routine, army_of, leading_first
from game.ui.interaction.marches import Marches
from game.ui.interaction.selection import Selection, SidePosition
from game.ui.interaction.ui_messages import Outbox
from game.ui.map_view import TableState
from game.ui.widgets import escape

NONE = Fraction(0)
USUAL = 90
"""Percent: the chance of attacks that are made all together, unless the player has set another."""


class Habits(Protocol):
    """The settings that these shortcuts use."""

    next_after_march: bool
    """Is the next unit picked when one has marched?"""
    fight_at: int
    """Percent: the chance that attacks have which are made all together."""


class OrderingDesk(Protocol):
    """The player's seat: his view, and his commands."""

    view: View
    orders: LegalOrders
    session: Session
    plans: BattlePlan
    selection: Selection
    position: SidePosition
    state: TableState
    out: Outbox

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""

    def select(self, units: Iterable[str]) -> None:
        """Pick units."""

    def light(self) -> None:
        """Work out the lit hexes again."""

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""


class QuickOrders:
    """Orders that stand for several.  ``habits`` are the player's settings."""

    def __init__(self, desk: OrderingDesk) -> None:
        self.desk = desk
        self.habits: Habits | None = None
        self._fighting: tuple[int, str] | None = None
        self._least = Fraction(0)  # the chance below which no attack is made by itself
        self._queue: list[int] = []  # hexes whose attack is still to be planned, if it is good enough
        self._ours: frozenset[str] = frozenset()  # our units on the map as the battles began
        self._advancing: tuple[int, Side] | None = None  # turn and side that all advance unasked
        self._standing: tuple[View | None, Answer | None] = (None, None)
        self.marches = Marches(desk)
        self.routine = Routine(desk)

    # -- who is meant --------------------------------------------------------------------------------

    def whole_stack(self) -> None:
        """Pick all own counters in the hex of the picked one; if all are picked, only that one."""
        desk, unit = self.desk, self.desk.selection.picked
        if unit is None or unit.hex < 0:
            desk.tell("Pick a unit first.")
            return
        own = leading_first([u for u in desk.view.at(unit.hex) if u.side is desk.view.side], desk.orders)
        desk.select((unit.id,) if set(own) <= set(desk.state.selection) else own)

    def whole_army(self) -> None:
        """Pick all that can act in the range of the headquarters; without one, all round about."""
        desk, unit = self.desk, self.desk.selection.picked
        if unit is None or unit.hex < 0:
            desk.tell("Pick a unit first.")
            return
        desk.select(army_of(desk, desk.session.game, unit))

    # -- attacks -------------------------------------------------------------------------------------

    def propose(self, index: int) -> bool:
        """Send the units the planner proposes to an attack a question asks for, as one order; True if possible."""
        desk, plans = self.desk, self.desk.plans
        team = plans.propose(index)
        orders = [Assign(name, desk.view.board.hexes[index].label, plans.wave) for name in team]
        return bool(orders) and all(desk.give(order, follows=number > 0) for number, order in enumerate(orders))

    def attack(self) -> bool:
        """Make the planned attack: declare it, and fight where battles come one at a time; True if possible."""
        plans = self.desk.plans
        if plans.target < 0 or plans.fighting or plans.gathering or plans.wins_outright or plans.obstacle():
            return False
        return (plans.may_fight or bool(plans.changes())) and plans.declare(fight=plans.may_fight)

    def fights(self, least: Fraction = NONE) -> list[Command]:
        """The battles that can be fought now with at least this chance, each on the table that promises most, from
        north to south."""
        desk, found = self.desk, list[tuple[float, Command]]()
        tables = [(number, kind) for number, _, kind in desk.terms.tables] or [(0, Resolve)]
        for battle in desk.view.battles:
            legal = desk.orders.by_hex.get(battle.hex, ())
            ways = [(n, c) for n, kind in tables for c in legal if type(c) is kind and self._is_of(c, battle.wave)]
            if battle.state == "declared" and ways:
                chances = [(self._chance(battle.hex, battle.attackers, n), -n) for n, _ in ways]
                if max(chances)[0] >= least:
                    found.append((desk.view.board.centre(battle.hex)[1], ways[chances.index(max(chances))][1]))
        return [command for _, command in sorted(found, key=lambda entry: entry[0])]

    @staticmethod
    def _is_of(command: Command, wave: int) -> bool:
        return getattr(command, "wave", wave) == wave

    def _chance(self, index: int, team: tuple[str, ...], table: int) -> Fraction:
        press = table if self.desk.terms.tables else 0
        return self.desk.session.game.forecast(self.desk.view.side, index, team, press).p_cleared

    def fight_all(self) -> None:
        """Fight all declared battles one after the other; questions wait for their answers."""
        self._fighting, self._least, self._queue = self._moment, NONE, []

    @property
    def threshold(self) -> int:
        """The least chance, in percent, of attacks made all together."""
        return self.habits.fight_at if self.habits is not None else USUAL

    def good_fights(self) -> int:
        """How many attacks, declared or possible, have the chance set by the player."""
        if self.desk.view.decision is not None or not self.desk.session.human_to_act:
            return 0
        return len(self.fights(Fraction(self.threshold, 100))) + len(self._good_targets())

    def _good_targets(self) -> list[int]:
        """Hexes whose attack could be declared now with that chance, if all joined who may; north to south."""
        desk, least = self.desk, Fraction(self.threshold, 100)
        if len(desk.terms.tables) > 1 or self.desk.view.decision is not None:
            return []
        taken = {battle.hex for battle in desk.view.battles}
        found = [i for i, ahead in desk.plans.targets.of(desk.position) if ahead.p_cleared >= least]
        return sorted((i for i in found if i not in taken), key=lambda i: desk.view.board.centre(i)[1])

    def fight_good(self) -> None:
        """Make all attacks that have the chance the player has set, from north to south: declare them, and fight where
        one follows the other.  The loss of a unit of ours ends it, and so does Esc; questions wait for their answers.
        """
        view = self.desk.view
        self._fighting, self._least, self._queue = self._moment, Fraction(self.threshold, 100), self._good_targets()
        self._ours = frozenset(u.id for u in view.units if u.side is view.side and u.hex >= 0)

    def _gone_wrong(self) -> str:
        """Units lost since the battles began, if that should end them."""
        if not self._least:
            return ""
        units = {unit.id: unit for unit in self.desk.view.units}
        lost = sorted(name for name in self._ours if name not in units or units[name].hex < 0)
        return ", ".join(units[name].long_name if name in units else name for name in lost)

    def stop(self) -> bool:
        """Stop making battles and advances by themselves; return whether any were to come."""
        there = self.going or self._advancing == self._turn
        self._fighting = self._advancing = None
        self._queue = []
        return there

    @property
    def _turn(self) -> tuple[int, Side]:
        return self.desk.view.turn, self.desk.view.side

    @property
    def _moment(self) -> tuple[int, str]:
        return self.desk.view.turn, self.desk.view.phase.id

    @property
    def going(self) -> bool:
        """Does the next step of the battles happen by itself?"""
        if self._fighting is None or self._fighting != self._moment or not self.desk.session.human_to_act:
            return False
        return self._next() is not None or (bool(self._queue) and self.desk.view.decision is None)

    def _next(self) -> Command | None:
        """The dice of the round that is open, else the next battle; None while a question waits, or at the end."""
        decision = self.desk.view.decision
        if decision is None:
            return next(iter(self.fights(self._least)), None)
        fires = [c for c in self.desk.orders.general if isinstance(c, Fire)] if decision.id == "fire" else []
        return min(fires, key=lambda fire: abs(fire.press), default=None)

    def step(self) -> bool:
        """Continue with battles and advances; False if nothing happens by itself."""
        if self.advances_unasked:
            self.advance_all()
            return True
        answer = self.standing_answer
        if answer is not None:
            given = all(self.desk.give(order, follows=number > 0) for number, order in enumerate(answer.orders))
            self.desk.tell(f"Standing order: {escape(answer.told)}", "staff")
            return given
        if self.going and (lost := self._gone_wrong()):
            self.stop()
            self.desk.tell(f"The attacks stop: {lost} destroyed.", "warn")
            return False
        command = self._next() if self.going else None
        if command is None and self.going:
            return self._attack_next()
        if command is None:
            if self._fighting is not None and self.desk.view.decision is None and self.desk.session.human_to_act:
                self._fighting = None
                self.desk.plans.close()  # that of the last attack
            return False
        if not self.desk.give(command):
            self._fighting = None
        return True

    def _attack_next(self) -> bool:
        """Declare the next good attack as the planner proposes it, if it still is good."""
        plans, index = self.desk.plans, self._queue.pop(0)
        plans.open(index)
        if plans.target == index and not plans.obstacle() and plans.forecast.p_cleared >= self._least:
            return plans.declare(fight=plans.may_fight)
        plans.close()
        return True

    # -- standing orders -----------------------------------------------------------------------------

    @property
    def standing_answer(self) -> Answer | None:
        """A standing order's answer to the open question; None if the player decides."""
        if self._standing[0] is not self.desk.view:
            decision = self.desk.view.decision
            self._standing = (self.desk.view, answer_of(self.desk.session) if decision is not None else None)
        return self._standing[1]

    def stand_by(self, question: str, order: str) -> None:
        """Set a standing order; "ask" removes it."""
        order_once_for_all(self.desk.session, self.desk.view.side, question, order)
        self._standing = (None, None)

    # -- advances ------------------------------------------------------------------------------------

    @property
    def advances_unasked(self) -> bool:
        """Is an advance asked for that all units make, as ordered for the whole turn?"""
        return self._advancing == self._turn and self.desk.session.human_to_act and bool(self.advances())

    def advances(self) -> list[Advance]:
        """Units that may advance into the hex of the question."""
        decision = self.desk.view.decision
        ways = self._ways(decision.hex) if decision is not None else iter(())
        return [c for c in ways if isinstance(c, Advance)]

    def _ways(self, index: int) -> Iterator[Command]:
        for by in self.desk.orders.by_unit.values():
            yield from by.get(index, ())

    def advance_all(self) -> None:
        """Advance all that may; one undo takes it back."""
        follows = False
        while self.advances() and self.desk.give(self.advances()[0], follows):
            follows = True
        done = next((c for c in self.desk.orders.general if isinstance(c, Done)), None)
        if follows and done is not None and self.desk.view.decision is not None:
            self.desk.give(done, follows=True)

    def advance_always(self) -> None:
        """The same, after every battle until the turn ends or Esc is pressed."""
        self._advancing = self._turn
        self.advance_all()

    # -- marches -------------------------------------------------------------------------------------

    def march_on(self, command: Command, start: int) -> None:
        """A unit has finished its march: pick the nearest one that can still act, if the player likes."""
        desk = self.desk
        wanted = self.habits is not None and self.habits.next_after_march and isinstance(command, Move)
        if not wanted or start < 0 or desk.view.decision is not None or not desk.session.human_to_act:
            return
        able = [unit for name in desk.can_act() if (unit := desk.view.unit(name)) is not None]
        if not able or (desk.selection.first and desk.orders.hexes(desk.selection.first)):
            return
        x, y = desk.view.board.centre(start)

        def apart(index: int) -> float:
            there = desk.view.board.centre(index)
            return (there[0] - x) ** 2 + (there[1] - y) ** 2

        unit = min(able, key=lambda each: (apart(each.hex), each.id))
        desk.selection.tops[unit.hex] = unit.id
        desk.select((unit.id,))
        desk.out.look_at = unit.hex
