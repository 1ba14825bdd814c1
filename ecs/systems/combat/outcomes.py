"""The ends of an attack, and their chances.  Exact, and pure figures: no world."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class AttackEnd(NamedTuple):
    """How an attack ends, in counts of units and of combat factors.

    ``code``: the result carried out; ``left``: defenders that retreated; ``d_tired``, ``a_tired``: survivors that lie
    Disrupted or Dispersed.
    """

    code: str
    cleared: bool
    d_lost: int = 0
    left: int = 0
    d_tired: int = 0
    a_lost: int = 0
    a_tired: int = 0
    d_factors: int = 0
    a_factors: int = 0


Ends = tuple[tuple[AttackEnd, Fraction], ...]
"""The ends of an attack with their chances, likeliest first."""


def likeliest_first(found: Iterable[tuple[AttackEnd, Fraction]]) -> Ends:
    """Ends with their chances in order, like ones taken together."""
    chances: dict[AttackEnd, Fraction] = {}
    for end, p in found:
        chances[end] = chances.get(end, Fraction(0)) + p
    return tuple(sorted(chances.items(), key=lambda item: (-item[1], item[0])))


def mean(ends: Ends, field: str) -> Fraction:
    """What is to be expected of a count of ``AttackEnd``."""
    return _summed((p, getattr(end, field)) for end, p in ends)


def chance_to_clear(ends: Ends) -> Fraction:
    """The chance that nobody holds the hex any more."""
    return _summed((p, 1) for end, p in ends if end.cleared)


def _summed(parts: Iterable[tuple[Fraction, int]]) -> Fraction:
    """So many times each chance, in all: whole numbers over one denominator, and one fraction at the end."""
    counted = [(p, count) for p, count in parts if count]
    common = lcm(*(p.denominator for p, _ in counted))
    return Fraction(sum(count * p.numerator * (common // p.denominator) for p, count in counted), common)
