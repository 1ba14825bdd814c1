"""What is told of an attack before the die: both sides' factors, and every end with its chance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from math import floor
from typing import NamedTuple, Protocol

from ecs.core.view import CalculationLine, Forecast, Outcome, Refusal
from ecs.systems.combat.outcomes import AttackEnd, Ends, chance_to_clear, mean


class Combatant(Protocol):
    """A unit as far as a fight goes."""

    @property
    def id(self) -> str:
        """Which counter it is."""


class Worth(NamedTuple):
    """What one side of an attack is worth, line by line and in all, and the column its attack or fire is read in."""

    lines: tuple[CalculationLine, ...]
    total: int | Fraction
    column: int = 0


def forecast_of(
    team: Iterable[Combatant],
    foes: Iterable[Combatant],
    attack: Worth,
    defence: Worth,
    ends: Ends,
    tell: Callable[[AttackEnd, Fraction], Outcome],
) -> Forecast:
    """The forecast of an attack from its figures alone: where it is made, and what its game adds, is left open."""
    return Forecast(
        hex="",
        attackers=tuple(troop.id for troop in team),
        defenders=tuple(troop.id for troop in foes),
        attack_lines=attack.lines,
        attack_strength=floor(attack.total),
        attack_column=max(0, attack.column),
        defence_lines=defence.lines,
        defence_strength=floor(defence.total),
        defence_column=max(0, defence.column),
        notes=(),
        outcomes=tuple(tell(end, p) for end, p in ends),
        retreats=(),
        rounds=1,
        p_cleared=chance_to_clear(ends),
        mean_defender_factors_lost=mean(ends, "d_factors"),
        mean_attacker_factors_lost=mean(ends, "a_factors"),
        mean_defenders_lost=mean(ends, "d_lost"),
        mean_attackers_lost=mean(ends, "a_lost"),
        mean_attackers_disrupted=mean(ends, "a_tired"),
    )


def outcome(end: AttackEnd, p: Fraction) -> Outcome:
    """An end of an attack in which units lose steps and retreat, with its chance."""
    words = "hex taken" if end.cleared else "hex held"
    losses = f"defender loses {end.d_lost} ({end.d_factors} CF)"
    losses += f", {end.left} retreat" if end.left else ""
    losses += f"; attacker loses {end.a_lost} ({end.a_factors} CF)"
    text = f"{end.code}: {words}; {losses}"
    return Outcome(p, end.cleared, end.d_lost, end.left, end.a_lost, 0, text, end.d_factors, end.a_factors)


def refusal_text(team: Collection[object], refusals: Iterable[Refusal | None]) -> str:
    """Why a team may not make an attack: nobody is in it, or the first refusal; "" if it may."""
    if not team:
        return "No attackers are chosen."
    return next((str(refusal) for refusal in refusals if refusal is not None), "")
