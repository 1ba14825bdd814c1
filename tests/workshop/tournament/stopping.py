"""When a series of pairs has shown enough.  Wilson's bounds, and Wald's sequential test of two hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from game.simulation.series import wilson

Rule = Literal["wilson", "sprt", "never"]
RULES: tuple[Rule, ...] = ("wilson", "sprt", "never")

EVEN = 0.5
LEAST = 8
"""Pairs before Wilson's bounds may end a series: a few in a row are won by anybody."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """What ends a series early.

    ``rule``: "wilson" once the bounds of the share of pairs leave one half out, "sprt" by Wald's test, or "never".
    ``worse``, ``better``: the shares of pairs under H0 and H1 of that test; ``error``: the chance of deciding wrongly
    under either.
    """

    rule: Rule = "never"
    worse: float = 0.5
    better: float = 0.65
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the test decides for H1; its negative decides for H0."""
        return log((1 - self.error) / self.error)

    def ratio(self, points: Sequence[float]) -> float:
        """Log-likelihood ratio of H1 to H0; a drawn pair is half won and half lost."""
        won = sum(points)
        return won * log(self.better / self.worse) + (len(points) - won) * log((1 - self.better) / (1 - self.worse))

    def verdict(self, points: Sequence[float]) -> str:
        """Why the series ends with these pairs, in words; "" if it goes on.

        :param points: of every pair in the order of the seeds, 1 won, 0 lost.
        """
        if self.rule == "wilson" and len(points) >= LEAST:
            low, high = wilson(sum(points), len(points))
            if low > EVEN or high < EVEN:
                return f"the bounds of the share leave one half out: the first is {_stronger(low > EVEN)}"
        if self.rule == "sprt":
            ratio = self.ratio(points)
            if abs(ratio) >= self.bound:
                taken = f"H1, a share of {self.better:g}" if ratio > 0 else f"H0, a share of {self.worse:g}"
                return f"the sequential test takes {taken}"
        return ""


def _stronger(is_so: bool) -> str:
    return "stronger" if is_so else "weaker"
