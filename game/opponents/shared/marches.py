"""Where units without an attack, ring or post go: towards what they can take or must cover, hex by hex."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import sqrt
from typing import Protocol, TypeVar

from ecs.core.commands import Move
from ecs.core.view import ReachStep, UnitView
from game.opponents.players import Choice
from game.opponents.shared.map_analysis import Net
from game.opponents.shared.position_reading import FrontReading

# -- Who goes where in a movement segment.  The orders given so far, who is still in hand, and in which order they go.


class MarchOrders(ABC):
    """One side's movement segment, planned as a whole.  Lists are by board index.

    Units without an order are in hand: ``stack`` holds those that have one, or cannot move, where they will stand.

    :param net: neighbours for those who march, and for their zones.
    :param used: units that have other orders and are left alone.
    """

    def __init__(self, now: FrontReading, net: Net, used: frozenset[str]) -> None:
        self.now, self.side, self.board, self.atlas, self.net = now, now.side, now.board, now.atlas, net
        self.size = now.atlas.size
        self.shut = [h in now.foes_at for h in range(self.size)]
        able = {u.id: now.reach(u.id) for u in now.mine if u.can_act and u.id not in used}
        self.steps: dict[str, dict[int, ReachStep]] = {name: steps for name, steps in able.items() if steps}
        self.placed: dict[str, int] = {}
        self.why: dict[str, str] = {}
        self.stack: dict[int, list[UnitView]] = {h: list(stack) for h, stack in now.mine_at.items()}
        for name in self.steps:
            self._lift(now.by_id[name])

    # -- what a game decides ------------------------------------------------------------------------------

    @abstractmethod
    def fits(self, unit: UnitView, others: Sequence[UnitView], h: int) -> bool:
        """Is there room for a unit beside others in a hex?"""

    @abstractmethod
    def casts(self, unit: UnitView) -> bool:
        """Does a unit exert a zone of control?"""

    @property
    def zone_net(self) -> Net:
        """Neighbours that zones of control reach."""
        return self.net

    def may_stand(self, unit: UnitView, h: int) -> bool:
        """May a unit end its move in a hex it can reach?"""
        return self.has_room(unit, h)

    def _goes_late(self, name: str) -> bool:
        """Does a unit move only after others that are in no hurry either?"""
        return False

    # -- orders -------------------------------------------------------------------------------------------

    def free(self) -> list[UnitView]:
        """Units that may move and have no order yet."""
        return [self.now.by_id[name] for name in sorted(self.steps) if name not in self.placed]

    def at(self, unit: UnitView) -> int:
        """Where a unit will stand."""
        return self.placed.get(unit.id, unit.hex)

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        if unit.id in self.placed:
            self._lift(unit)
        self.stack.setdefault(h, []).append(unit)
        self.placed[unit.id], self.why[unit.id] = h, why

    def _lift(self, unit: UnitView) -> None:
        h = self.at(unit)
        self.stack[h] = [u for u in self.stack[h] if u.id != unit.id]

    def spots(self, unit: UnitView) -> list[int]:
        """Hexes in which a unit may end its move, if there is room, its own first."""
        return [h for h in (unit.hex, *sorted(self.steps[unit.id])) if self.may_stand(unit, h)]

    def has_room(self, unit: UnitView, h: int) -> bool:
        """Will there be room for a unit in a hex, by the orders given?"""
        return self.fits(unit, self.stack.get(h, ()), h)

    def closed(self, hexes: Iterable[int]) -> set[int]:
        """Hexes that units in these hexes close: their own, and those in their zones."""
        return {j for h in hexes for j in (h, *self.zone_net[h])}

    def walls(self) -> set[int]:
        """All hexes closed by units that have their place."""
        return self.closed(h for h, stack in self.stack.items() if any(map(self.casts, stack)))

    def orders(self) -> list[Choice]:
        """The moves in an order in which no unit finds its hex full."""
        by_id = self.now.by_id
        waiting = sorted((n for n, h in self.placed.items() if h != by_id[n].hex), key=self._goes_late)
        stack = {h: list(units) for h, units in self.now.mine_at.items()}
        out: list[Choice] = []
        moved = True
        while waiting and moved:
            moved = False
            for name in list(waiting):
                unit, h = by_id[name], self.placed[name]
                if self.fits(unit, stack.get(h, ()), h):
                    stack[unit.hex].remove(unit)
                    stack.setdefault(h, []).append(unit)
                    out.append((Move(name, self.now.label(h)), self.why[name]))
                    waiting.remove(name)
                    moved = True
        return out


# -- Who is sent on which errand.  The best pairs first, each unit sent making the next less needed. -----------------

Bid = tuple[float, str, int]
"""What a unit is worth on an errand, the unit, the number of the errand."""
LEAST = 0.5


class Wanting(Protocol):
    """Something units are sent to: the factors it needs, and those sent so far."""

    demand: float
    sent: float


E = TypeVar("E", bound=Wanting)


@dataclass(slots=True)
class Errand:
    """Something to take, to hold or to beat: its value, and how many factors it needs."""

    hex: int
    worth: float
    demand: float
    taking: bool
    sent: float = 0.0


def share_out(
    bids: Iterable[Bid], errands: Sequence[E], crowd: float, brings: Callable[[str, E], float]
) -> dict[str, E]:
    """Unit -> errand; its ``sent`` grows by what each unit brings.

    :param crowd: what a unit more is worth, as a share, on an errand that has as many as it takes.
    """
    pairs = [(-value, name, k, value) for value, name, k in bids]
    heapify(pairs)
    out: dict[str, E] = {}
    while pairs:
        minus, name, k, value = heappop(pairs)
        if name in out:
            continue
        errand = errands[k]
        full = errand.sent / max(errand.demand, LEAST)
        current = value if full < 1 else value * crowd / full
        if current < -minus - 1e-9:
            heappush(pairs, (-current, name, k, value))
            continue
        out[name] = errand
        errand.sent += max(brings(name, errand), LEAST)
    return out


HASTE, CROWD, FAST, FIRST, STEP = 0.9, 0.3, 1.6, 1.5, 0.45
LIGHT, MOST_WORTH = 3.0, 5.0


class ErrandMovement(ABC):
    """Sends available units to the hexes that suit them best.

    ``LONGEST``: hexes from which an errand still calls; ``HEAVY``: how much an attack factor keeps a unit from guards.

    :param bold: goes for the enemy's places and stacks, and guards with as little as will do.
    """

    LONGEST = 22
    HEAVY = 1

    def __init__(self, march: MarchOrders, storm: Sequence[float], fear: float, bold: bool = True) -> None:
        """:param storm: enemy factors that can fall on each hex; ``fear``: how much it minds losing what it exposes."""
        self.march, self.now, self.storm, self.fear, self.bold = march, march.now, storm, fear, bold
        self.errands = self._errands()
        self.errand = self._share()

    # -- what a game decides --------------------------------------------------------------------------------

    @abstractmethod
    def _errands(self) -> list[Errand]:
        """Everything to be taken, covered or beaten."""

    @abstractmethod
    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """The value of having a unit in a hex, with the march there."""

    @abstractmethod
    def is_fast(self, unit: UnitView) -> bool:
        """Does a unit go ahead of the others?"""

    @abstractmethod
    def force(self, h: int) -> float:
        """What will hold a hex, by the orders given."""

    def way(self, unit: UnitView, goal: int) -> Sequence[int]:
        """For every hex, how far a unit there is from a goal."""
        return self.march.atlas.far(goal)

    def brings(self, unit: UnitView, errand: Errand) -> float:
        """What a unit adds to an errand."""
        return float(unit.attack)

    # -- what for -------------------------------------------------------------------------------------------

    def _share(self) -> dict[str, Errand]:
        """Unit -> errand, the best pair first; each unit sent makes the next less needed."""
        bids: list[Bid] = []
        for unit in self.march.free():
            quick = FAST if self.is_fast(unit) else 1.0
            self.now.seat.working()
            for k, errand in enumerate(self.errands):
                away = self.way(unit, errand.hex)[unit.hex]
                guards = self.bold and not errand.taking
                if away <= self.LONGEST and (not guards or away <= 2 * unit.movement):
                    value = errand.worth * HASTE ** (away / quick)
                    if guards:
                        value *= (LIGHT + 2.0) / (LIGHT + self.HEAVY * unit.attack)
                    bids.append((value, unit.id, k))
        by_id = self.now.by_id
        return share_out(bids, self.errands, CROWD, lambda name, errand: self.brings(by_id[name], errand))

    # -- where to -------------------------------------------------------------------------------------------

    def go(self, who: Callable[[UnitView], bool] = lambda _: True) -> None:
        """Order all available units, or those of a kind, the strong and fast first."""
        units = [u for u in self.march.free() if who(u)]
        units.sort(key=lambda u: (-u.attack * (FIRST if self.is_fast(u) else 1.0), u.hex, u.id))
        for unit in units:
            self._send(unit)

    def _send(self, unit: UnitView) -> int | None:
        """Order a unit to its best hex; None if there is no room in any, not even its own."""
        march, steps = self.march, self.march.steps[unit.id]
        spots = march.spots(unit)
        if not spots:
            march.send(unit, unit.hex, "")
            return None
        best = max(spots, key=lambda h: (self.value(unit, h, steps.get(h)), h == unit.hex, -h))
        errand = self.errand.get(unit.id)
        why = "To a better position."
        if errand is not None:
            why = f"{'Towards' if errand.taking else 'To cover'} {self.now.name(errand.hex)}."
        march.send(unit, best, why)
        return best

    def progress(self, unit: UnitView, h: int) -> float:
        """What a hex gains a unit on the way to its errand, and at its end."""
        errand = self.errand.get(unit.id)
        if errand is None:
            return 0.0
        way = self.way(unit, errand.hex)
        gained = max(-2 * unit.movement, way[unit.hex] - way[h])
        value = STEP * sqrt(min(errand.worth, MOST_WORTH)) * gained
        if h == errand.hex:
            lacks = errand.taking or self.force(h) < errand.demand
            value += 1.0 + errand.worth if lacks else 0.0
        return value
