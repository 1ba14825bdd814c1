"""The odds of an attack, and the columns of a printed combat results table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

NO_COLUMN = -1


@dataclass(frozen=True, slots=True)
class OddsColumns:
    """The columns of a combat results table; ``NO_COLUMN`` is below the table.

    ``heads``: the odds at which each begins, (attack, defence), the worst first.
    """

    heads: tuple[tuple[int, int], ...]

    def reached(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The last column whose odds two totals reach, rounding in the defender's favour; none without a defence."""
        if defence <= 0:
            return NO_COLUMN
        ours, theirs = attack.numerator * defence.denominator, defence.numerator * attack.denominator
        return max((i for i, (a, d) in enumerate(self.heads) if ours * d >= theirs * a), default=NO_COLUMN)

    def title(self, column: int) -> str:
        """The heading of a column."""
        attack, defence = self.heads[max(0, column)]
        head = f"{attack}-{defence}"
        return f"below {head}" if column == NO_COLUMN else head

    def odds(self, column: int) -> Fraction:
        """The odds of a column in figures; 0 below the table."""
        return Fraction(0) if column == NO_COLUMN else Fraction(*self.heads[column])

    def shifted(self, column: int, by: int, least: int = 0) -> int:
        """A column moved, within the table or down to ``least``; odds below the table stay there."""
        return column if column == NO_COLUMN else max(least, min(len(self.heads) - 1, column + by))


def mixed(value: Fraction) -> str:
    """A number with its fraction: 3, 1½, 2¼."""
    whole, rest = divmod(value, 1)
    tail = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest)
    if tail is None:
        return str(value)
    return f"{whole}{tail}" if whole or not tail else tail


# -- The ends of an attack, and their chances.  Exact, and pure figures: no world. -----------------------------------


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
    """Ends with their chances, the likeliest first, equal ones merged."""
    chances: dict[AttackEnd, Fraction] = {}
    for end, p in found:
        chances[end] = chances.get(end, Fraction(0)) + p
    return tuple(sorted(chances.items(), key=lambda item: (-item[1], item[0])))


def mean(ends: Ends, field: str) -> Fraction:
    """The expected value of a count of ``AttackEnd``."""
    return _summed((p, getattr(end, field)) for end, p in ends)


def chance_to_clear(ends: Ends) -> Fraction:
    """The chance that the hex ends up empty of defenders."""
    return _summed((p, 1) for end, p in ends if end.cleared)


def _summed(parts: Iterable[tuple[Fraction, int]]) -> Fraction:
    """The sum of counts times chances: whole numbers over one denominator, and one fraction at the end."""
    counted = [(p, count) for p, count in parts if count]
    common = lcm(*(p.denominator for p, _ in counted))
    return Fraction(sum(count * p.numerator * (common // p.denominator) for p, count in counted), common)
