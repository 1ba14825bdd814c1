"""A staff that leads a side phase by phase: each phase is planned once, then carried out command by command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, pi

from ecs import Board, Command, Side, View
from ecs.core.commands import Assign, EndPhase, Move
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import asked_once
from game.opponents.shared.position_reading import USUAL, FrontReading, Style, nearest_place, place_name, place_of

NO_PHASE = (-1, "")


class PhaseStaff(ABC):
    """The planner of officer and recruit; a recruit does without much of it.

    ``MOST``: commands in a phase, after which it is ended.  ``plan``: the orders planned last; ``aims``: by unit, the
    hex it is to attack once they are carried out.
    """

    MOST = 600

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        self._side, self._thorough, self._style = side, level != "recruit", style
        self._phase: tuple[int, str] = NO_PHASE
        self._given = 0
        self._orders: Iterator[Choice] | None = None
        self._refused: set[Command] = set()
        self.plan: list[Choice] = []
        self.aims: dict[str, int] = {}

    def choose(self, seat: Seat) -> Choice:
        """The next command and its reason."""
        turn, phase, question = seat.moment
        if question:
            return self._answer(seat)
        if (turn, phase) != self._phase:
            self._phase = turn, phase
            self._given, self._orders, self._refused = 0, None, set()
            self._begin(seat)
        self._given += 1
        choice = self._next(seat) if self._given <= self.MOST else None
        return choice if choice is not None else self._end(seat)

    # -- what a game decides --------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self, seat: Seat) -> None:
        """Begin a phase."""

    @abstractmethod
    def _answer(self, seat: Seat) -> Choice:
        """The answer to the open question."""

    @abstractmethod
    def _next(self, seat: Seat) -> Choice | None:
        """The next order of the phase; None if nothing more is worth doing."""

    @abstractmethod
    def _owed(self, seat: Seat) -> Choice:
        """Why the phase cannot end yet."""

    def _end(self, seat: Seat) -> Choice:
        """The end of the phase, if it is legal."""
        return (EndPhase(), "") if seat.allows(EndPhase()) else self._owed(seat)

    # -- handing out ----------------------------------------------------------------------------------------

    def _planned(self, orders: list[Choice], aims: Mapping[str, int] | None = None) -> list[Choice]:
        """Note what is planned now."""
        self.plan, self.aims = list(orders), dict(aims or {})
        return orders

    def _to_attacks(
        self, seat: Seat, now: FrontReading, places: Mapping[str, tuple[int, int]], why: Callable[[int, int], str]
    ) -> Iterator[Choice]:
        """Move units to the hexes they attack from, as planned.

        :param places: unit -> the hex it attacks from, and the one it attacks; ``why``: what it goes for, by both.
        """
        bases = {n: base for n, (base, _) in places.items()}
        marches = ((Move(n, now.label(h)), why(*places[n])) for n, h in bases.items() if now.by_id[n].hex != h)
        self._planned(list(marches), {n: target for n, (_, target) in places.items()})
        return gathered(seat, now, bases, lambda n: why(*places[n]))

    def _handed_out(self, seat: Seat) -> Choice | None:
        """The next order of the plan that is legal."""
        return next((choice for choice in self._orders or () if seat.allows(choice[0])), None)

    def _behind(self, seat: Seat, order: Callable[[set[Command]], Choice | None]) -> Choice | None:
        """The next legal order behind the front, none twice in a phase.

        :param order: names one that is not among those refused.
        """
        while (choice := order(self._refused)) is not None:
            self._refused.add(choice[0])
            if seat.allows(choice[0]):
                return choice
        return None


def gathered(seat: Seat, now: FrontReading, places: Mapping[str, int], why: Callable[[str], str]) -> Iterator[Choice]:
    """Orders to the hexes that units attack from, in an order with room; a unit that finds none stays where it is.

    :param why: what a unit goes there for.
    """
    waiting = {name: h for name, h in sorted(places.items()) if now.by_id[name].hex != h}
    while waiting:
        for name, h in list(waiting.items()):
            command = Move(name, now.label(h))
            if seat.allows(command):
                del waiting[name]
                yield command, why(name)
                break
        else:
            return


# -- What a plan is after.  A sentence that gathers the orders of a phase: who does what, where, and from which side.

Spots = Mapping[str, int]

FEWEST = 3  # orders that make an operation
POCKET = 14  # hexes an enemy may still reach when he is called surrounded
NAMED = 3  # formations named by name
NEAR = 4  # hexes from an enemy within which a march away from him is a retreat
WATER = frozenset({"river", "major_river", "volga"})
POINTS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLURALS = {"army": "armies", "corps": "corps", "division": "divisions", "brigade": "brigades"}


def operation(view: View, orders: Sequence[Choice], aims: Spots) -> str:
    """The operation in a line, as it looks before the first of these orders; "" if it is not worth a line.

    Pockets that are closed come first, then attacks, then where the rest goes.

    :param aims: by unit, the hex it is to attack once the orders are carried out.
    """
    plan = Plan(view, [command for command, _ in orders], aims)
    if len(plan.marches) + len(plan.attackers) < FEWEST:
        return ""
    clauses = [clause for clause in (plan.pocket() or plan.attack(), *plan.travels()) if clause]
    text = "; ".join(clauses[:2])
    return f"{text[:1].upper()}{text[1:]}." if text else ""


class Plan:
    """A plan's orders, read against the position they were planned for.

    ``marches``: by unit, the hex it is to march to; ``attackers``: by unit, the hex it is to attack.
    """

    def __init__(self, view: View, commands: Iterable[Command], aims: Spots) -> None:
        self.view, self.board = view, view.board
        self.units = {unit.id: unit for unit in view.units if unit.hex >= 0}
        self.mine = [unit for unit in self.units.values() if unit.side is view.side]
        self.foes = sorted({unit.hex for unit in self.units.values() if unit.side is view.side.other})
        self.marches: dict[str, int] = {}
        self.attackers = {name: target for name, target in aims.items() if name in self.units}
        for command in commands:
            if isinstance(command, (Move, Assign)) and command.unit in self.units:
                kind = self.marches if isinstance(command, Move) else self.attackers
                kind[command.unit] = self.board.by_label[command.hex]

    # -- clauses --------------------------------------------------------------------------------------

    def pocket(self) -> str:
        """An enemy stack whose last way out these marches close: who closes it, where, from which side."""
        if not self.marches:
            return ""
        before, after = self._held({}), self._held(self.marches)
        best: tuple[int, list[str], int] | None = None
        for foe in self.foes:
            if not self._closed(foe, after) or self._closed(foe, before):
                continue
            who = [name for name, h in self.marches.items() if self.board.distance(h, foe) <= 2]
            if who and (best is None or len(who) > best[0]):
                best = len(who), who, foe
        if best is None:
            return ""
        _, who, foe = best
        return f"{self._who(who)} {_verb(who, 'close')} the pocket {place_of(self.board, foe)}{self._from(who, foe)}"

    def _held(self, marches: Spots) -> frozenset[int]:
        """Hexes an enemy cannot pass: those of units fit to fight, and all next to them."""
        held = {marches.get(unit.id, unit.hex) for unit in self.mine if unit.defence > 0}
        return frozenset(held | {near for h in held for near in self.board.neighbours[h]})

    def _closed(self, start: int, held: frozenset[int]) -> bool:
        seen, edge = {start}, [start]
        while edge and len(seen) <= POCKET:
            ways = {j for h in edge for j in self.board.neighbours[h]} - seen
            edge = [j for j in sorted(ways) if j not in held]
            seen.update(edge)
        return len(seen) <= POCKET

    def attack(self) -> str:
        """The heaviest attack, and the number of others."""
        if not self.attackers:
            return ""
        force: Counter[int] = Counter()
        for name, target in self.attackers.items():
            force[target] += max(1, self.units[name].attack)
        target = max(force, key=lambda h: (force[h], -h))
        who = [name for name, h in self.attackers.items() if h == target]
        clause = f"{self._who(who)} {_verb(who, 'attack')} {self._place(target)}{self._from(who, target)}"
        more = len(force) - 1
        return f"{clause}, with {counted(more, 'more attack', 'more attacks')}" if more else clause

    def travels(self) -> list[str]:
        """Where most advance, and where most retreat; the larger movement first.

        No unit falls back into ground the enemy holds, though it leaves the enemy behind it.
        """
        forward, back = list[str](), list[str]()
        for name, there in self.marches.items():
            now, then = self._to_foe(self.units[name].hex), self._to_foe(there)
            if then < now or self.view.control[there] is self.view.side.other:
                forward.append(name)
            elif then > now and now <= NEAR:
                back.append(name)
        told = []
        if len(forward) >= FEWEST:
            goal = self._goal(forward)
            held = all(self.view.control[h] is self.view.side for h in self.board.named(goal))
            told.append((len(forward), f"{self._some(forward)} {'move up to' if held else 'advance on'} {goal}"))
        if len(back) >= FEWEST and 2 * len(back) >= len(forward):
            told.append((len(back), f"{self._some(back)} fall back {self._behind(back)}"))
        return [clause for _, clause in sorted(told, key=lambda t: -t[0])]

    # -- words ----------------------------------------------------------------------------------------

    def _who(self, names: Sequence[str]) -> str:
        """Up to three formations by name, strongest first; further ones are only counted."""
        ranked = sorted((self.units[name] for name in names), key=lambda u: (-u.attack, u.hex, u.id))
        shown = ranked[: NAMED if len(ranked) <= NAMED else NAMED - 1]
        words = list(dict.fromkeys(unit.long_name for unit in shown))
        rest = len(ranked) - len(shown)
        words += [f"{counted(rest, 'other', 'others')}"] if rest else []
        return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]

    def _some(self, names: Sequence[str]) -> str:
        """A count of armies, corps or divisions; units where they are of several kinds."""
        sizes = Counter(self.units[name].size for name in names)
        size, most = sizes.most_common(1)[0]
        return counted(len(names), size, PLURALS.get(size, "units") if 5 * most >= 4 * len(names) else "units")

    def _place(self, index: int) -> str:
        return place_name(self.board, index).replace("the hex near", "the enemy near")

    def _goal(self, names: Sequence[str]) -> str:
        """The place nearest to where most of the strength goes."""
        votes: Counter[str] = Counter()
        for name in names:
            votes[nearest_place(self.board, self.marches[name])[0]] += max(1, self.units[name].attack)
        return max(votes, key=lambda place: (votes[place], place))

    def _behind(self, names: Sequence[str]) -> str:
        """ "behind" the river most of them will have before them, or "to" the place most go to."""
        rivers: Counter[str] = Counter()
        for name in names:
            here = self.marches[name]
            ahead = [j for j in self.board.neighbours[here] if self._to_foe(j) < self._to_foe(here)]
            rivers.update({river for j in ahead for river in river_names(self.board).get((here, j), ())})
        river, count = max(rivers.items(), key=lambda r: (r[1], r[0]), default=("", 0))
        return f"behind the {river}" if 2 * count >= len(names) else f"towards {self._goal(names)}"

    def _from(self, names: Sequence[str], target: int) -> str:
        """The direction they come from, by their present hexes."""
        x, y = self.board.centre(target)
        spots = [self.board.centre(self.units[name].hex) for name in names]
        dx = sum(spot[0] for spot in spots) / len(spots) - x
        dy = y - sum(spot[1] for spot in spots) / len(spots)
        return f" from the {POINTS[round(4 * atan2(dy, dx) / pi) % 8]}" if abs(dx) + abs(dy) > 1 else ""

    @asked_once
    def _to_foe(self, index: int) -> int:
        return min((self.board.distance(index, foe) for foe in self.foes), default=0)


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun, in words up to twelve."""
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {one if number == 1 else many}"


def _verb(who: Sequence[str], verb: str) -> str:
    return verb if len(who) > 1 else f"{verb}s"


@lru_cache(maxsize=8)
def river_names(board: Board) -> Mapping[tuple[int, int], tuple[str, ...]]:
    """By hexside, the rivers named on it."""
    return {(side.a, side.b): side.names for side in board.hexsides if side.names and side.kinds & WATER}
