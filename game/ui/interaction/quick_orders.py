"""Fewer clicks: a second one declares the plan, one fights all battles, all advance, the next unit is picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from ecs import Command, Side, View
from ecs.core.commands import Advance, Assign, Done, Fire, Move, Resolve
from ecs.core.glossary import Glossary
from game.play.session import Session
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.click_commands import LegalOrders, in_hand
from game.ui.interaction.group_orders import Routine, army_of, leading_first
from game.ui.interaction.marches import Marches
from game.ui.interaction.selection import Selection
from game.ui.interaction.ui_messages import Outbox
from game.ui.map_view import TableState


class Habits(Protocol):
    """What is read of the settings."""

    @property
    def next_after_march(self) -> bool:
        """Is the next unit picked when one has marched?"""


class OrderingDesk(Protocol):
    """Whoever plays: what he sees and may do, and giving his commands."""

    view: View
    orders: LegalOrders
    session: Session
    plans: BattlePlan
    selection: Selection
    state: TableState
    out: Outbox

    @property
    def terms(self) -> Glossary:
        """How this game is spoken of."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""

    def select(self, units: Iterable[str]) -> None:
        """Pick units."""

    def light(self) -> None:
        """Work out again what is lit."""

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""


class QuickOrders:
    """Orders that stand for several.  ``habits`` are the player's; without them nothing is picked by itself."""

    def __init__(self, desk: OrderingDesk) -> None:
        self.desk = desk
        self.habits: Habits | None = None
        self._fighting: tuple[int, str] | None = None
        self._advancing: tuple[int, Side] | None = None  # turn and side that all advance unasked
        self.marches = Marches(desk)
        self.routine = Routine(desk)

    # -- who is meant --------------------------------------------------------------------------------

    def whole_stack(self) -> None:
        """Pick all own counters in the hex of the one that is picked; if they are picked already, it alone."""
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

    def confirm(self, index: int) -> bool:
        """A click on the hex that is being planned against: declare the attack as it is planned; could it be?

        On the last waypoint of the unit that is picked: march, all that are picked.
        """
        plans = self.desk.plans
        if self.marches.ends_at(index):
            return self.marches.march(self.desk.state.selection) > 0
        planned = plans.target >= 0 and plans.target == plans.first_of(index) and not plans.fighting
        if not planned or plans.gathering or plans.overrun() is not None:
            return False
        return bool(plans.changes()) and not plans.obstacle() and plans.declare()

    def propose(self, index: int) -> bool:
        """A question asks for an attack: send to this hex whom the planner proposes, all as one order; could it be?

        Not where the player has picked somebody himself: he means that one.
        """
        desk, plans = self.desk, self.desk.plans
        chosen = desk.selection.first not in ("", in_hand(desk.view, desk.orders))
        ways = (c for by in desk.orders.by_unit.values() for c in by.get(index, ()))
        if chosen or not plans.gathering or not any(isinstance(c, Assign) for c in ways):
            return False
        team = plans.propose(index)
        orders = [Assign(name, desk.view.board.hexes[index].label, plans.wave) for name in team]
        return bool(orders) and all(desk.give(order, follows=number > 0) for number, order in enumerate(orders))

    def gather(self, index: int) -> bool:
        """A click on an enemy, where a question asks for an attack: the first sends whom the planner proposes, the
        second fights it as it stands then; False if it means something else."""
        plans = self.desk.plans
        if not plans.gathering:
            return False
        fight = next((c for c in self.desk.orders.by_hex.get(index, ()) if isinstance(c, Resolve)), None)
        if fight is not None and plans.target == index:
            return self.desk.give(fight)
        return self.propose(index)

    def attack(self) -> bool:
        """Attack as it is planned: declare it, and fight where battles are fought one at a time; could it be done?"""
        plans = self.desk.plans
        if plans.target < 0 or plans.fighting or plans.gathering or plans.overrun() is not None or plans.obstacle():
            return False
        return (plans.may_fight or bool(plans.changes())) and plans.declare(fight=plans.may_fight)

    def fights(self) -> list[Command]:
        """The battles that can be fought now, each on the table that promises most."""
        desk, found = self.desk, list[Command]()
        tables = [(number, kind) for number, _, kind in desk.terms.tables] or [(0, Resolve)]
        for battle in desk.view.battles:
            legal = desk.orders.by_hex.get(battle.hex, ())
            ways = [(n, c) for n, kind in tables for c in legal if type(c) is kind and self._is_of(c, battle.wave)]
            if battle.state == "declared" and ways:
                chances = [(self._chance(battle.hex, battle.attackers, n), -n) for n, _ in ways]
                found.append(ways[chances.index(max(chances))][1])
        return found

    @staticmethod
    def _is_of(command: Command, wave: int) -> bool:
        return getattr(command, "wave", wave) == wave

    def _chance(self, index: int, team: tuple[str, ...], table: int) -> float:
        press = table if self.desk.terms.tables else 0
        return float(self.desk.session.game.forecast(self.desk.view.side, index, team, press).p_cleared)

    def fight_all(self) -> None:
        """Fight what is declared, one battle after the other; questions wait for their answers."""
        self._fighting = self._moment

    def stop(self) -> bool:
        """No more battles and advances by themselves; were there any to come?"""
        there = self.going or self._advancing == self._turn
        self._fighting = self._advancing = None
        return there

    @property
    def _turn(self) -> tuple[int, Side]:
        return self.desk.view.turn, self.desk.view.side

    @property
    def _moment(self) -> tuple[int, str]:
        return self.desk.view.turn, self.desk.view.phase.id

    @property
    def going(self) -> bool:
        """Is the next step of the battles to be done by itself?"""
        if self._fighting is None or self._fighting != self._moment or not self.desk.session.human_to_act:
            return False
        return self._next() is not None

    def _next(self) -> Command | None:
        """The dice of the round that is open, else the next battle; None while a question waits, or at the end."""
        decision = self.desk.view.decision
        if decision is None:
            return next(iter(self.fights()), None)
        fires = [c for c in self.desk.orders.general if isinstance(c, Fire)] if decision.id == "fire" else []
        return min(fires, key=lambda fire: abs(fire.press), default=None)

    def step(self) -> bool:
        """Go on with battles and advances; False if there is nothing to be done by itself."""
        if self.advances_unasked:
            self.advance_all()
            return True
        command = self._next() if self.going else None
        if command is None:
            if self._fighting is not None and self.desk.view.decision is None and self.desk.session.human_to_act:
                self._fighting = None
            return False
        if not self.desk.give(command):
            self._fighting = None
        return True

    # -- advances ------------------------------------------------------------------------------------

    @property
    def advances_unasked(self) -> bool:
        """Is an advance asked for that everybody makes, as was said for the whole turn?"""
        return self._advancing == self._turn and self.desk.session.human_to_act and bool(self.advances())

    def advances(self) -> list[Advance]:
        """Who may advance into the hex that the question is about."""
        decision = self.desk.view.decision
        ways = self._ways(decision.hex) if decision is not None else iter(())
        return [c for c in ways if isinstance(c, Advance)]

    def _ways(self, index: int) -> Iterator[Command]:
        for by in self.desk.orders.by_unit.values():
            yield from by.get(index, ())

    def advance_all(self) -> None:
        """Let everybody advance who may; one undo takes it back."""
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
        """A unit has marched from a hex and is done: pick the nearest one that can still act, if the player likes."""
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


# -- What the right button means: the picked march to the hex, plan the attack on it, or go on with what is planned. -


class ClickedDesk(Protocol):
    """The player's seat as a click sees it."""

    view: View
    orders: LegalOrders
    state: TableState
    plans: BattlePlan
    quick: QuickOrders

    def click(self, index: int | None, unit_id: str = "") -> None:
        """A click: a lit hex is acted on."""


def do_the_obvious(desk: ClickedDesk, index: int) -> bool:
    """Do with the picked units what the hex asks for; False if that is nothing in particular."""
    picked, view = desk.state.selection, desk.view
    foes = [unit for unit in view.at(index) if unit.side is not view.side]
    if foes and (desk.quick.gather(index) or desk.quick.confirm(index)):
        return True
    if not picked:
        return False
    if foes and desk.plans.may_open(index):
        return _plan(desk, index)
    if desk.orders.hexes(picked[0]).get(index):
        desk.click(index)
        return True
    return False


def _plan(desk: ClickedDesk, index: int) -> bool:
    """Plan the attack on a hex with those that are picked, as far as they can join; False if none of them can."""
    plans, picked = desk.plans, desk.state.selection
    before = plans.target
    plans.open(index)
    able = {unit.id for unit, reason in plans.candidates() if not reason}
    team = tuple(name for name in picked if name in able)
    if team and not plans.gathering and not plans.fighting:
        plans.ticked = team
        return True
    if not team and _assigns(desk, picked[0], index):
        desk.click(index)
        return True
    if not team and before < 0 and not plans.fighting:
        plans.close()
    return bool(team)


def _assigns(desk: ClickedDesk, name: str, index: int) -> bool:
    """May a unit be sent to attack the hex from where it is, though it stands not beside it?"""
    return any(isinstance(c, Assign) for c in desk.orders.hexes(name).get(index, ()))
