"""A staff that leads a whole front: each segment is planned once, then carried out command by command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from ecs import Side
from ecs.core.commands import (
    Aim,
    Assign,
    ChooseMode,
    Defer,
    Disband,
    EndPhase,
    Flee,
    Move,
    PlayChit,
    Resolve,
    Spearhead,
    Strike,
)
from ecs.core.view import RangeArea, UnitView
from game.opponents.chit_staff import combat_phase, rear_orders
from game.opponents.chit_staff.attack_planner import AttackPlanner, LossWeights
from game.opponents.chit_staff.combat_phase import Battles
from game.opponents.chit_staff.drive import DRIVE, drives
from game.opponents.chit_staff.figures import CHITS
from game.opponents.chit_staff.movement_orders import TEMPERS, PlayStyle
from game.opponents.chit_staff.movement_planner import MovementPlanner, flights
from game.opponents.chit_staff.position import Position, strength
from game.opponents.doctrine import Taking, table
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.answers import of_kind
from game.opponents.shared.phase_staff import NO_PHASE, PhaseStaff
from game.opponents.shared.position_reading import NO_LIMIT, USUAL, Style

# -- The chit that is taken or played, and what it is used for. ------------------------------------------------------


def attack_value(now: Position, mood: LossWeights) -> float:
    """What attacks from the present hexes would bring."""
    bases = {u.id: (u.hex,) for u in now.mine if now.far_foe[u.hex] == 1}
    return sum(CHITS.fight * a.value for a in AttackPlanner(now, mood).plan(bases, sorted(now.foes_at)))


def move_value(now: Position) -> float:
    """What marching would bring: every unit not in contact comes nearer."""
    away = now.far_foe
    last = len(CHITS.march) - 1
    return sum(CHITS.march[min(away[u.hex], last)] * float(strength(u) ** CHITS.power) for u in now.mine)


def mode(now: Position, mood: LossWeights, driving: bool = False) -> Choice:
    """Move or fight?  On a drive the chit is for movement, unless attacks gain much more."""
    fight, march = attack_value(now, mood), move_value(now)
    if fight > march * (DRIVE.combat if driving else 1.0):
        return ChooseMode("combat"), "Attacks gain more than moves."
    if driving:
        return ChooseMode("move"), "The drive continues."
    return ChooseMode("move"), "Moves gain more than attacks."


def pick(now: Position, mood: LossWeights) -> Choice | None:
    """The chit to begin with, to choose in secret, or to play from the hand."""
    options = of_kind(now.view.legal, PlayChit)
    if not options:
        return None
    areas = now.seat.areas()
    if EndPhase() in now.view.legal:
        return _held(now, options[0], areas)
    fight = cache(lambda: attack_value(now, mood))
    values = {c: _worth(now, fight, c.chit, areas) for c in options}
    best = max(options, key=lambda c: (values[c], c.chit))
    return best, "This chit gains most now."


def _head(areas: tuple[RangeArea, ...], chit: str) -> RangeArea | None:
    """The area that the headquarters of a chit reaches."""
    return next((area for area in areas if chit in area.chits), None)


def _worth(now: Position, attacks: Callable[[], float], chit: str, areas: tuple[RangeArea, ...]) -> float:
    """The value of a chit; ``attacks``: what attacks would bring."""
    area = _head(areas, chit)
    if area is None:
        powers = next((c.powers for c in now.view.chits if c.id == chit), ())
        fight = attacks() if "fight" in powers else 0.0
        march = CHITS.choice * move_value(now) if "move" in powers else 0.0
        return max(fight, march)
    inside = frozenset(area.hexes)
    force = sum(strength(u) * (1.0 if "mech" in u.traits else CHITS.foot) for u in now.mine if u.hex in inside)
    contact = sum(now.foe_cf[h] for h in inside)
    return CHITS.head * force * (1.0 if contact else CHITS.quiet)


def _held(now: Position, command: PlayChit, areas: tuple[RangeArea, ...]) -> Choice | None:
    """When to play a held chit: when it reaches something to do, at the latest when the cup is empty."""
    area = _head(areas, command.chit)
    left = sum(c.count for c in now.view.chits if c.state == "cup")
    if left <= CHITS.last or area is None:
        return command, "Last chance to play it."
    inside = frozenset(area.hexes)
    foes = sum(now.foe_cf[h] for h in inside)
    ours = sum(strength(u) for u in now.mine if u.hex in inside)
    if foes and ours >= foes:
        return command, "Targets are within reach."
    later = Defer(command.chit)
    return (later, "No target is within reach yet.") if later in now.view.legal else None


def spearhead(now: Position) -> Choice:
    """The leader of a breakthrough: the unit with most friends and some enemies round it."""

    def merit(c: Spearhead) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        disk = [h for h, _ in now.atlas.disk(unit.hex, CHITS.spearhead)]
        force = sum(strength(u) for h in disk for u in now.mine_at.get(h, ()))
        foes = any(now.foe_cf[h] for h in disk)
        return force * (1.0 if foes else CHITS.unopposed), c.unit

    return max(of_kind(now.view.legal, Spearhead), key=merit), "It leads the strongest force."


STANDING = ("fight",)
TAKING = table("campaign", "taking", Taking)
FIGHTING = frozenset({Assign, Aim, Resolve, Strike})


@dataclass(frozen=True, slots=True)
class Hunger:
    """The cost of ending a march out of supply, by season."""

    winter: float
    summer: float


HUNGER = table("campaign", "hunger", Hunger)


class ChitOfficer(PhaseStaff):
    """The planner for chits and depots.  A phase may come several times a month, and is planned again each time."""

    MOST = 900

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._queue: list[Choice] | None = None
        self._battles: Battles | None = None

    def _begin(self, seat: Seat) -> None:
        self._queue, self._battles = None, None

    def _answer(self, seat: Seat) -> Choice:
        return combat_phase.answer(Position(seat))

    def _end(self, seat: Seat) -> Choice:
        self._phase = NO_PHASE
        return super()._end(seat)

    def _owed(self, seat: Seat) -> Choice:
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
        if kinds & FIGHTING:
            seat.weighing("Which attacks to make", 0.2)
            self._battles = Battles(self._temper(Position(seat)).mood)
            return self._battles.next(seat)
        if ChooseMode in kinds:
            now = Position(seat)
            temper = self._temper(now)
            return mode(now, temper.mood, drives(now, temper))
        if PlayChit in kinds:
            now = Position(seat)
            return pick(now, self._temper(now).mood)
        if Spearhead in kinds:
            return spearhead(Position(seat))
        if len(legal) <= 1 or self._phase[1].startswith("setup"):
            return None
        return self._behind(seat, lambda refused: rear_orders.order(Position(seat), refused))

    # -- marching ---------------------------------------------------------------------------------------

    def _march(self, seat: Seat) -> Choice | None:
        """The next move of the plan; a move refused for want of room is tried once more at the end."""
        if self._queue is None:
            self._queue = list(self._planned(self._plan(seat)))
        waiting: list[Choice] = []
        while self._queue:
            choice = self._queue.pop(0)
            if seat.allows(choice[0]):
                self._queue.extend(waiting)
                return choice
            waiting.append(choice)
        return self._make_room(seat)

    def _make_room(self, seat: Seat) -> Choice | None:
        """Relieve an overstacked hex: one unit moves the least distance; if none can, the weakest is given up."""
        if seat.allows(EndPhase()):
            return None
        now = Position(seat)
        full = {u.id: u for u in now.mine if "crowded" in u.badges}
        ways = [c for c in of_kind(now.view.legal, Move) if c.unit in full]
        if ways:
            return min(ways, key=lambda c: self._detour(now, full[c.unit], c)), "To make room."
        lost = [c for c in of_kind(now.view.legal, Disband) if c.unit in full]
        return (min(lost, key=lambda c: (full[c.unit].attack, c.unit)), "There is no room.") if lost else None

    @staticmethod
    def _detour(now: Position, unit: UnitView, command: Move) -> tuple[int, float, int, Move]:
        """How far a unit must go that makes room, and what threatens it there."""
        h = now.board.by_label[command.hex]
        return now.board.distance(unit.hex, h), now.threat[h], unit.attack, command

    def _plan(self, seat: Seat) -> list[Choice]:
        seat.weighing("Moves, then attacks", 0.2)
        now = Position(seat, self._style)
        temper = self._temper(now)
        chit = next((c for c in now.view.chits if c.state == "now"), None)
        fights = chit is None or (chit.powers == ("move", "fight") and not chit.either)
        walkers = chit.on_foot if chit is not None and chit.on_foot is not None else NO_LIMIT
        ready = any(c.state == "cup" and c.side is self._side and c.powers == STANDING for c in now.view.chits)
        return flights(now) + MovementPlanner(now, temper, fights, walkers, ready).plan()

    def _temper(self, now: Position) -> PlayStyle:
        """How this side plays now, given its mood."""
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
        if not self._thorough:
            return TEMPERS["recruit"]
        temper = TEMPERS["stronger" if now.bold else "weaker"]
        hunger = HUNGER.winter if now.view.known.winter else HUNGER.summer
        return replace(temper, taking=TAKING.at(now.balance), hunger=hunger)
