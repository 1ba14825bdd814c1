"""The luck of the dice: how good each throw was among all possible ones, and how unusual their sum is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from ecs import Side
from ecs.core.events import Fired
from ecs.core.known_facts import DieFace, SideEffect

Chances = Sequence[tuple[int, int]]
"""(how good for the thrower, how often) for every end a throw may have."""
GRAIN = 10_000
"""Places of a throw are counted in this many parts when many are added up."""
RETREAT, DISORDER, STEP, ALL = 1, 1, 2, 20
EVEN = (0.35, 0.65)
"""Shares of games between which the dice count as neither kind nor unkind."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw by its place among all possible ones.

    ``better`` and ``level``: the shares of them that it beats, and that are as good; ``chances``: places and weights of
    all ends, for the sum of many throws.
    """

    better: Fraction
    level: Fraction
    chances: tuple[tuple[Fraction, Fraction], ...]

    @property
    def place(self) -> Fraction:
        """0 for the worst possible, 1 for the best, one half in the middle."""
        return self.better + self.level / 2


@dataclass(frozen=True, slots=True)
class Fortune:
    """The throws of a game as one side sees them.

    ``throws``: how many; ``place``: the mean of their places, one half in the long run; ``unluckier``: the share of
    games with these throws in which the side would have been less lucky, half of those as lucky counted.
    """

    throws: int
    place: Fraction
    unluckier: float


def throw_of(chances: Chances, fell: int) -> Throw:
    """The place among all of an end of worth ``fell``.

    :raises ValueError: if no end has that worth.
    """
    weights: Counter[int] = Counter()
    for worth, weight in chances:
        weights[worth] += weight
    if not weights[fell]:
        raise ValueError(f"no end is worth {fell}")
    worths, total = sorted(weights), sum(weights.values())
    below = [0, *accumulate(weights[worth] for worth in worths)]
    rows = [
        (Fraction(2 * below[n] + weights[worth], 2 * total), Fraction(weights[worth], total))
        for n, worth in enumerate(worths)
    ]
    at = bisect_left(worths, fell)
    return Throw(Fraction(below[at], total), Fraction(weights[fell], total), tuple(rows))


def worth_to_attacker(face: DieFace) -> int:
    """What a face of the die does to the defenders, less what it does to the attackers: only the order counts."""
    return _hurt(face.defenders) - _hurt(face.attackers)


def _hurt(effect: SideEffect) -> int:
    if effect.all:
        return ALL
    retreat = RETREAT * effect.retreat[1] + DISORDER * effect.disrupted
    return min(ALL - 1, STEP * effect.lost + 3 * STEP * effect.pays + retreat)


def turned(throw: Throw) -> Throw:
    """The same throw as the other side sees it."""
    rows = tuple((1 - place, weight) for place, weight in reversed(throw.chances))
    return Throw(1 - throw.better - throw.level, throw.level, rows)


def luck_of(throws: Iterable[Throw]) -> Fortune:
    """All throws together: exact but for the places, which are counted in parts of ``GRAIN``."""
    found = list(throws)
    if not found:
        return Fortune(0, Fraction(1, 2), 0.5)
    sums: dict[int, float] = {0: 1.0}
    fell = 0
    for throw in found:
        fell += round(throw.place * GRAIN)
        rows = [(round(place * GRAIN), float(weight)) for place, weight in throw.chances]
        after: dict[int, float] = {}
        for total, chance in sums.items():
            for place, weight in rows:
                after[total + place] = after.get(total + place, 0.0) + chance * weight
        sums = after if len(after) <= GRAIN else _coarser(after)
    less = sum(chance for total, chance in sums.items() if total < fell)
    level = sum(chance for total, chance in sums.items() if total == fell)
    return Fortune(len(found), sum((t.place for t in found), Fraction(0)) / len(found), less + level / 2)


def _coarser(sums: dict[int, float]) -> dict[int, float]:
    """Merge neighbouring sums when there are too many to keep apart."""
    step = max(1, (max(sums) - min(sums)) // (GRAIN // 2))
    after: dict[int, float] = {}
    for total, chance in sums.items():
        near = total // step * step
        after[near] = after.get(near, 0.0) + chance
    return after


# -- The ledger: all throws of a game that can be weighed.  Whoever tells of luck reads this one. ----------------------


@dataclass(frozen=True, slots=True)
class Salvos:
    """What the dice owed the fire of one side and what they gave: salvos, hits expected and scored."""

    fired: int = 0
    expected: Fraction = Fraction(0)
    scored: int = 0


@dataclass(slots=True)
class Ledger:
    """``throws``: with the side that threw; ``unweighed``: throws that could not be ranked."""

    throws: list[tuple[Side, Throw]] = field(default_factory=list)
    unweighed: int = 0
    salvos: dict[Side, Salvos] = field(default_factory=lambda: dict.fromkeys(sorted(Side), Salvos()))
    _fortunes: dict[Side, tuple[int, Fortune]] = field(default_factory=dict)

    def fire(self, event: Fired) -> None:
        """Enter one side's fire."""
        old = self.salvos[event.side]
        mean = old.expected + Fraction(event.expected_sixths, 6)
        self.salvos[event.side] = Salvos(old.fired + 1, mean, old.scored + event.hits)
        if event.chances:
            self.throws.append((event.side, throw_of(event.chances, event.hits)))

    def throws_for(self, side: Side) -> list[Throw]:
        """All throws as a side sees them: its own, and those against it reversed."""
        return [throw if thrower is side else turned(throw) for thrower, throw in self.throws]

    def fortune(self, side: Side) -> Fortune:
        """How kind the dice were to a side, in its own throws and in those against it."""
        known = self._fortunes.get(side)
        if known is None or known[0] != len(self.throws):
            known = self._fortunes[side] = len(self.throws), luck_of(self.throws_for(side))
        return known[1]

    def in_words(self) -> str:
        """How kind the dice were to the Axis, and how often they are as kind; "" before the first throw."""
        if not self.throws:
            return ""
        share = self.fortune(Side.AXIS).unluckier
        if EVEN[0] <= share <= EVEN[1]:
            return "The dice favoured neither side."
        kind, often = ("kinder", share) if share > 0.5 else ("less kind", 1 - share)
        told = f"{100 * often:.0f} %" if often < 0.995 else "more than 99 %"
        return f"The dice were {kind} to the Axis than in {told} of games with the same rolls."
