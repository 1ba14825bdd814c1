"""How does a battle end, in figures and in words?  For forecasts."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ecs.core.view import Outcome


class AttackEnd(NamedTuple):
    """How an attack ends, in counts of units and of combat factors.  ``left``: defenders that retreated."""

    cleared: bool
    d_lost: int
    left: int
    a_lost: int
    d_factors: int
    a_factors: int


def outcome(title: str, end: AttackEnd, p: Fraction) -> Outcome:
    """An end with its chance, told under the result that brings it."""
    words = "hex taken" if end.cleared else "hex held"
    losses = f"defender loses {end.d_lost} ({end.d_factors} CF)"
    losses += f", {end.left} retreat" if end.left else ""
    losses += f"; attacker loses {end.a_lost} ({end.a_factors} CF)"
    text = f"{title}: {words}; {losses}"
    return Outcome(p, end.cleared, end.d_lost, end.left, end.a_lost, 0, text, end.d_factors, end.a_factors)
