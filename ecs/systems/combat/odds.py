"""The odds of an attack.  The columns of a printed table of combat results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

NO_COLUMN = -1


@dataclass(frozen=True, slots=True)
class OddsColumns:
    """The columns of a table of combat results; ``NO_COLUMN`` is below the table.

    ``heads``: the odds at which each begins, (attack, defence), the worst first.  ``between``: what stands between the
    two in print.
    """

    heads: tuple[tuple[int, int], ...]
    between: str = "-"

    def reached(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The last column whose odds two totals reach, fractions in the defender's favour; none without a defence."""
        if defence <= 0:
            return NO_COLUMN
        ours, theirs = attack.numerator * defence.denominator, defence.numerator * attack.denominator
        return max((i for i, (a, d) in enumerate(self.heads) if ours * d >= theirs * a), default=NO_COLUMN)

    def title(self, column: int) -> str:
        """The heading of a column."""
        attack, defence = self.heads[max(0, column)]
        head = f"{attack}{self.between}{defence}"
        return f"below {head}" if column == NO_COLUMN else head

    def odds(self, column: int) -> Fraction:
        """The odds of a column in figures; 0 below the table."""
        return Fraction(0) if column == NO_COLUMN else Fraction(*self.heads[column])

    def shifted(self, column: int, by: int, least: int = 0) -> int:
        """A column moved, within the table or down to ``least``; odds below the table stay there."""
        return column if column == NO_COLUMN else max(least, min(len(self.heads) - 1, column + by))
