"""The luck of the dice: how good each throw was among all that could have been, and how unusual the sum of them is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from ecs.core.known_facts import DieFace, SideEffect

Chances = Sequence[tuple[int, int]]
"""(how good for the thrower, how often) for every end a throw may have."""
GRAIN = 10_000
"""Places of a throw are counted in this many parts when many are added up."""
RETREAT, DISORDER, STEP, ALL = 1, 1, 2, 20


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw by its place among all that were possible.

    ``better`` and ``level``: the shares of them that it beats, and that are as good; ``chances``: places and weights of
    all ends, for the sum of many throws.
    """

    better: Fraction
    level: Fraction
    chances: tuple[tuple[Fraction, Fraction], ...]

    @property
    def place(self) -> Fraction:
        """0 for the worst there could have been, 1 for the best, one half in the middle."""
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
    """The place of an end of worth ``fell`` among all.

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
    """The same throw in the eyes of the other side."""
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
    """Sums too many to be kept apart, put together where they lie next to each other."""
    step = max(1, (max(sums) - min(sums)) // (GRAIN // 2))
    after: dict[int, float] = {}
    for total, chance in sums.items():
        near = total // step * step
        after[near] = after.get(near, 0.0) + chance
    return after
