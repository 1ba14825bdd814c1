"""Where a march can lead, and by what path.  One search for every game, over small whole-number costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ecs.core.commands import Command, Move, UnitOrders
from ecs.core.components import Place, Side
from ecs.core.entities import is_hidden
from ecs.core.events import Advanced, Moved, Retreated
from ecs.core.remembered_answers import MANY, remembered
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, labels

K = TypeVar("K")
V = TypeVar("V")
Way = tuple[int, int, bool, bool]
"""A step: the hex it leads to, what it costs, whether an advantage has been used up by then, whether the move ends
there."""
Arrival = tuple[int, int, tuple[int, ...]]
"""A hex that can be reached, the least cost, and the path, start first."""
STOPPED, USED = 1, 2
"""Bits of a state; the rest of it is the hex."""


@dataclass(frozen=True, slots=True)
class March:
    """A game's rules on a march.

    ``points``: what it may cost, in whatever the game counts.  ``ways``: the steps out of a hex: (hex, advantage used
    up, points spent so far) -> in a fixed order, no matter who stands there.  ``foes``: of every hex, 1 if it may not
    be entered; ``shut``: further hexes closed to the unit; ``halts``: of every hex, 1 if the move ends when it is
    entered.
    """

    start: int
    points: int
    ways: Callable[[int, bool, int], Iterable[Way]]
    foes: bytes
    shut: Collection[int]
    halts: bytes


def arrivals(march: March) -> list[Arrival]:
    """Every hex but the start within the points of a march: the cheapest first, then by board index.

    Of paths that cost the same the one found first counts, so that ways in a fixed order give the same path
    everywhere; before one that had to use up its advantage or to stop comes one that had not.
    """
    ways, foes, shut, halts, points = march.ways, march.foes, march.shut, march.halts, march.points
    first = march.start << 2
    cost_of, before = {first: 0}, {first: first}
    paths: dict[int, tuple[int, ...]] = {first: (march.start,)}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(first)
    seen = {march.start}
    out: list[Arrival] = []
    for spent, bucket in enumerate(buckets):
        for state in bucket:
            if cost_of[state] != spent:
                continue
            here = state >> 2
            if state != first:
                paths[state] = (*paths[before[state]], here)
            if state & STOPPED:
                continue
            for there, cost, used, halt in ways(here, bool(state & USED), spent):
                total = spent + cost
                if total > points or foes[there] or there in shut:
                    continue
                ahead = there << 2 | used << 1 | halt | halts[there]
                if ahead not in cost_of or total < cost_of[ahead]:
                    cost_of[ahead], before[ahead] = total, state
                    buckets[total].append(ahead)
        for state in sorted(bucket):
            if cost_of[state] == spent and state >> 2 not in seen:
                seen.add(state >> 2)
                out.append((state >> 2, spent, paths[state]))
    return out


def arrivals_by(march: March, via: Sequence[int]) -> list[Arrival]:
    """The same, of paths that pass these hexes in turn; none of them comes back to the start, where a march is fresh.

    The board is laid out once for each number of hexes that have been passed, one below the other.
    """
    if not via:
        return arrivals(march)
    size, last = len(march.foes), len(via)
    ways = march.ways

    def below(place: int, used: bool, spent: int) -> Iterable[Way]:
        passed, here = divmod(place, size)
        for there, cost, used_up, halt in ways(here, used, spent):
            on = passed + (passed < last and there == via[passed])
            yield on * size + there, cost, used_up, halt

    shut = {*march.shut, march.start}
    floors = range(last + 1)
    deep = March(
        march.start,
        march.points,
        below,
        march.foes * (last + 1),
        frozenset(floor * size + index for floor in floors for index in shut),
        march.halts * (last + 1),
    )
    found = [entry for entry in arrivals(deep) if entry[0] >= last * size]
    return [(there % size, cost, tuple(index % size for index in path)) for there, cost, path in found]


def steps(march: March, via: Sequence[int] = ()) -> dict[int, ReachStep]:
    """Every hex within the points of a march: board index -> the cheapest step there, its cost as the march counts.

    :param via: hexes that are passed in turn.
    """
    return {there: ReachStep(there, cost, path, False) for there, cost, path in arrivals_by(march, via)}


class Lazy(dict[K, V]):
    """Answers by key, each worked out when first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        made = self[key] = self.make(key)
        return made


@remembered(shared=True)
def nowhere(w: World) -> bytes:
    """For every hex, 0: nothing halts a march."""
    return bytes(len(w.board.hexes))


# -- Who may go where, by whatever way, why not, and how a journey is written down. ----------------------------------


class Going(Protocol):
    """The order that sends a unit to a hex."""

    @property
    def unit(self) -> str:
        """The id of the unit."""

    @property
    def hex(self) -> str:
        """The label of the hex."""


C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True, eq=False)
class Journey(Generic[C]):
    """A game's rules on one way to go: on foot, by rail, by sea, through the air.

    ``order``: makes the order for a unit to go to a hex.  ``strange``: why an order names what is not in the game.
    ``cannot_leave``: why a unit may not set out at all; ``cannot_enter``: why not for that hex, once it is known to be
    no end of such a journey.  ``elsewhere``: the rule by which a journey leads to another hex; "" if ``cannot_enter``
    speaks of the hex it starts in as well.  ``goals``: where it leads to, for a unit that may set out; ``goes``: a
    quick look whether a unit ever goes this way.
    """

    order: Callable[[str, str], C]
    strange: Callable[[World, str, str], Refusal | None]
    cannot_leave: Callable[[World, Unit], Refusal | None]
    cannot_enter: Callable[[World, Unit, int], Refusal | None]
    elsewhere: str = ""
    goals: Callable[[World, Unit], Iterable[int]] = lambda w, unit: ()
    goes: Callable[[Unit], bool] = lambda unit: True

    def commands(self, w: World, unit: Unit) -> Sequence[Command]:
        """The orders of this journey a unit can be given now."""
        if not self.goes(unit) or self.cannot_leave(w, unit) is not None:
            return []
        return self.orders(w, unit, tuple(self.goals(w, unit)))

    def judge(self, w: World, command: Going) -> Refusal | None:
        """Why a unit cannot go to a hex."""
        refusal = self.strange(w, command.unit, command.hex)
        if refusal is not None:
            return refusal
        unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
        refusal = self.cannot_leave(w, unit)
        if refusal is not None:
            return refusal
        if self.elsewhere and there == unit.hex:
            return Refusal("same-hex", f"{unit.type.long_name} is there already.", self.elsewhere)
        return self.cannot_enter(w, unit, there)

    @remembered(most=MANY)
    def orders(self, w: World, unit: Unit, ends: Collection[int]) -> UnitOrders:
        """The orders for all these ends of a unit's journey, in the order of the legal list: the very same ones as long
        as the ends are.  ``ends``: a tuple or a frozenset."""
        made, names = self._made(w, unit), labels(w)
        return UnitOrders(map(made.__getitem__, sorted(map(names.__getitem__, ends))))

    @remembered(most=MANY)
    def _made(self, w: World, unit: Unit) -> Lazy[str, C]:
        return Lazy(partial(self.order, unit.id))


# -- What a game decides of marches; ecs/systems/marches.py does the rest. ---------------------------------------------


class Terms(NamedTuple):
    """Everything a march depends on; units on the same terms share its answer.

    ``points``: what it may cost, in whatever the game counts.  ``stride``: what its steps depend on besides, as the
    game tells it.  Of every hex, ``foes``: 1 if enemies keep the unit out; ``halts``: 1 if the march ends there.
    ``shut``: further hexes closed to it.  ``ends``: hexes it may end in; None: all it gets to.
    """

    start: int
    points: int
    stride: Any
    foes: bytes
    halts: bytes
    shut: frozenset[int] = frozenset()
    ends: frozenset[int] | None = None


def plain_step(w: World, walk: Terms, arrival: Arrival) -> ReachStep:
    """A step of a march whose cost is shown as it is counted."""
    there, cost, path = arrival
    return ReachStep(there, cost, path, False)


def everywhere(w: World, unit: Unit, ends: frozenset[int]) -> frozenset[int]:
    """A march that no stack blocks."""
    return ends


@dataclass(frozen=True, slots=True)
class MarchRules:
    """A game's rules on marches.

    ``journey``: who may not set out, and why not for a hex.  ``terms``: those on which a unit marches now; ``ways``:
    the steps out of a hex on some terms; ``step``: what a player reads of an arrival.  ``room``: of the hexes a unit
    gets to, those it may be sent to.  ``go``: takes a unit along a step and writes down what that uses up.
    ``enters``: what a unit does to a hex it comes into, by whatever way, the last of its path or not; ``sets_out``:
    what is written down before it leaves for some hexes.  ``veil``: what the enemy reads of a hidden unit's way; None
    where none are hidden.  ``depends``: what the orders of a unit depend on, to be compared; None: they are not
    remembered.  ``circumstances``: what all orders of a side depend on; ``standing``: the kinds of mark on a unit that
    its orders depend on; ``passing``: those of what it has done, wiped when all may act again.
    """

    journey: Journey[Move]
    terms: Callable[[World, Unit], Terms]
    ways: Callable[[World, Terms], Callable[[int, bool, int], Iterable[Way]]]
    go: Callable[[World, Unit, ReachStep], None]
    enters: Callable[[World, Unit, int, bool], None]
    sets_out: Callable[[World, Unit, tuple[int, ...]], None] = lambda w, unit, hexes: None
    veil: Callable[[World, tuple[int, ...], str], str] | None = None
    step: Callable[[World, Terms, Arrival], ReachStep] = plain_step
    room: Callable[[World, Unit, frozenset[int]], frozenset[int]] = everywhere
    depends: Callable[[World, Unit], object] = lambda w, unit: None
    circumstances: Callable[[World, Side], tuple[object, ...]] = lambda w, side: ()
    standing: tuple[type, ...] = ()
    passing: tuple[type, ...] = ()


KINDS: dict[str, type[Moved]] = {"advance": Advanced, "retreat": Retreated}


def travel(w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str, *, bonus: bool = False) -> None:
    """Put a unit at the end of its path and tell of it; what it meets there is dealt with elsewhere."""
    start, end = path[0], path[-1]
    veil = w.rulebook.march.veil
    w.mark(Place, unit, hex=end)
    w.emit(
        KINDS.get(how, Moved)(
            where=(label(w, start), label(w, end)),
            rule=rule,
            unit=unit.id,
            path=tuple(label(w, i) for i in path),
            how=how,
            bonus=bonus,
            veil=veil(w, path, how) if veil and is_hidden(unit) else "",
            owner=unit.type.side if veil else None,
        )
    )
