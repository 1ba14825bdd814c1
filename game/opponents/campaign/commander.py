"""A staff that leads a whole front.  Each segment is planned once, then handed out command by command."""

from __future__ import annotations

from dataclasses import replace

from ecs import Side
from ecs.core.commands import (
    Aim,
    Assign,
    ChooseMode,
    Disband,
    EndPhase,
    Flee,
    Move,
    PlayChit,
    Resolve,
    Spearhead,
    Strike,
)
from ecs.core.view import UnitView
from game.opponents.campaign import chits
from game.opponents.campaign.battle import battle_answers
from game.opponents.campaign.battle.attack_planner import LossWeights
from game.opponents.campaign.battle.combat_phase import Battles
from game.opponents.campaign.movement.movement_orders import PlayStyle
from game.opponents.campaign.movement.movement_planner import MovementPlanner, flights
from game.opponents.campaign.position import Position
from game.opponents.campaign.rear import rear_orders
from game.opponents.player import Choice
from game.opponents.seat import Seat
from game.opponents.shared.phase_staff import NO_PHASE, PhaseStaff
from game.opponents.shared.style import USUAL, Style

ANY_NUMBER = 99
STANDING = ("fight",)
HUNGER = {True: 3.0, False: 0.3}
FIGHT = frozenset({Assign, Aim, Resolve, Strike})


class General(PhaseStaff):
    """The planner for chits and depots.  A phase may come several times a month, and is planned anew each time."""

    MOST = 900

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._queue: list[Choice] | None = None
        self._battles: Battles | None = None

    def _begin(self, seat: Seat) -> None:
        self._queue, self._battles = None, None

    def _answer(self, seat: Seat) -> Choice:
        return battle_answers.answer(Position(seat))

    def _end(self, seat: Seat) -> Choice:
        self._phase = NO_PHASE
        if seat.allows(EndPhase()):
            return EndPhase(), ""
        return seat.legal()[0], ""

    def _next(self, seat: Seat) -> Choice | None:
        if self._queue is not None:
            return self._march(seat)
        if self._battles is not None:
            return self._battles.next(seat)
        legal = seat.legal()
        kinds = {type(c) for c in legal}
        if Move in kinds or Flee in kinds:
            return self._march(seat)
        if kinds & FIGHT:
            seat.weighing("Which attacks to make", 0.2)
            self._battles = Battles(self._temper(Position(seat)).mood)
            return self._battles.next(seat)
        if ChooseMode in kinds:
            now = Position(seat)
            return chits.mode(now, self._temper(now).mood)
        if PlayChit in kinds:
            now = Position(seat)
            return chits.pick(now, self._temper(now).mood)
        if Spearhead in kinds:
            return chits.spearhead(Position(seat))
        if len(legal) <= 1 or self._phase[1].startswith("setup"):
            return None
        return self._behind(seat, lambda refused: rear_orders.order(Position(seat), refused))

    # -- marching ---------------------------------------------------------------------------------------

    def _march(self, seat: Seat) -> Choice | None:
        """The next move of the plan; what was refused, for want of room, is tried once more at the end."""
        if self._queue is None:
            self._queue = self._plan(seat)
            self.plan = list(self._queue)
        waiting: list[Choice] = []
        while True:
            while self._queue:
                choice = self._queue.pop(0)
                if seat.allows(choice[0]):
                    self._queue.extend(waiting)
                    return choice
                waiting.append(choice)
            return self._make_room(seat)

    def _make_room(self, seat: Seat) -> Choice | None:
        """Too many stand in a hex: one goes on, no farther than it must; where none can, the weakest is given up."""
        if seat.allows(EndPhase()):
            return None
        now = Position(seat)
        full = {u.id: u for u in now.mine if "crowded" in u.badges}
        ways = [c for c in now.view.legal if isinstance(c, Move) and c.unit in full]
        if ways:
            return min(ways, key=lambda c: self._detour(now, full[c.unit], c)), "To make room."
        lost = [c for c in now.view.legal if isinstance(c, Disband) and c.unit in full]
        return (min(lost, key=lambda c: (full[c.unit].attack, c.unit)), "There is no room.") if lost else None

    @staticmethod
    def _detour(now: Position, unit: UnitView, command: Move) -> tuple[int, float, int, Move]:
        """How far a unit must go that makes room, and what threatens it there."""
        h = now.board.by_label[command.hex]
        return now.board.distance(unit.hex, h), now.threat[h], unit.attack, command

    def _plan(self, seat: Seat) -> list[Choice]:
        seat.weighing("Marches and the attacks after them", 0.2)
        now = Position(seat, self._style)
        temper = self._temper(now)
        chit = next((c for c in now.view.chits if c.state == "now"), None)
        fights = chit is None or (chit.powers == ("move", "fight") and not chit.either)
        walkers = chit.on_foot if chit is not None and chit.on_foot is not None else ANY_NUMBER
        ready = any(c.state == "cup" and c.side is self._side and c.powers == STANDING for c in now.view.chits)
        return flights(now) + MovementPlanner(now, temper, fights, walkers, ready).plan()

    def _temper(self, now: Position) -> PlayStyle:
        """How this side plays now, as it leans."""
        temper, lean = self._by_balance(now), self._style
        mood = replace(
            temper.mood, price=(1 + lean.fear) / 2 * temper.mood.price, least=lean.thrift * temper.mood.least
        )
        return replace(
            temper,
            taking=lean.take * temper.taking,
            holding=lean.hold * temper.holding,
            fear=lean.fear * temper.fear,
            cut=lean.fear * temper.cut,
            dash=lean.fear * temper.dash,
            mood=mood,
        )

    def _by_balance(self, now: Position) -> PlayStyle:
        ratio = now.balance
        if not self._thorough:
            return PlayStyle(1.0, 0.3, 0.2, 0.1, 0.1, LossWeights(1.0, 1.0, 0.5), massing=False, screens=0.0)
        taking = min(1.4, max(0.35, 0.4 + 0.5 * ratio))
        hunger = HUNGER[now.view.known.winter]
        if now.bold:
            return PlayStyle(taking, 0.6, 0.3, 0.05, 0.02, LossWeights(0.8, 1.7), screens=0.6, hunger=hunger)
        return PlayStyle(taking, 1.0, 0.8, 0.7, 0.7, LossWeights(1.0), hunger=hunger)
