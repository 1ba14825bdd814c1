"""What an attack comes to: who holds the hex, who is hurt, what is lost.  By forecast, and from figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ecs import RULESETS, Forecast
from tests.workshop.situations.situation_file import Ladder, SituationError, ratio


@dataclass(frozen=True, slots=True)
class Yield:
    """What an attack comes to, in shares of 1.

    ``taken``: no defender is left in the hex; of the defenders, ``destroyed``: none is left anywhere; ``driven``: they
    are out of the hex but some live; ``shaken``: some hold it, but not unhurt; ``steady``: nothing has happened to
    them.  ``hurt``: some attacker is lost, reduced, Disrupted or Dispersed.  ``theirs``, ``ours``: defenders' and
    attackers' factors lost, of those that were there.
    """

    taken: Fraction
    destroyed: Fraction
    driven: Fraction
    shaken: Fraction
    steady: Fraction
    hurt: Fraction
    theirs: Fraction
    ours: Fraction


def expected(forecast: Forecast, theirs: Fraction, ours: Fraction) -> Yield:
    """What a forecast says, against so many factors of each side."""
    chances = dict.fromkeys(("destroyed", "driven", "shaken", "steady"), Fraction(0))
    hurt = Fraction(0)
    for end in forecast.outcomes:
        if end.defenders_lost >= len(forecast.defenders):
            fate = "destroyed"
        elif end.cleared:
            fate = "driven"
        else:
            shaken = end.defenders_lost or end.defenders_disrupted or end.defender_factors_lost
            fate = "shaken" if shaken else "steady"
        chances[fate] += end.probability
        if end.attackers_lost or end.attackers_disrupted or end.attacker_factors_lost:
            hurt += end.probability
    return Yield(
        taken=forecast.p_cleared,
        **chances,
        hurt=hurt,
        theirs=forecast.mean_defender_factors_lost / theirs,
        ours=forecast.mean_attacker_factors_lost / ours,
    )


# -- from figures -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rung:
    """The attack at one ratio, from figures alone: what was typed, how the table reads it, what comes of it."""

    ratio: str
    attack: str
    forecast: Forecast
    expected: Yield


def climbed(ruleset: str, ladder: Ladder, where: str) -> list[Rung]:
    """The rungs of a ladder, in the order of the file.

    :raises SituationError: if figures make no battle, or do not stand in the ratio they claim.
    """
    out: list[Rung] = []
    for claim, attackers in ladder.attack.items():
        try:
            forecast: Forecast = RULESETS[ruleset].combat.odds({**ladder.figures, "attack": attackers})
        except ValueError as e:
            raise SituationError(f"{where}: ladder {claim}: {e}") from None
        if forecast.refusal:
            raise SituationError(f"{where}: ladder {claim}: {forecast.refusal}")
        ours, theirs = totals(forecast)
        if ours != theirs * ratio(where, claim):
            raise SituationError(f"{where}: ladder {claim}: {attackers} are {ours} to {theirs}")
        out.append(Rung(claim, attackers, forecast, expected(forecast, theirs, ours)))
    return out


def totals(forecast: Forecast) -> tuple[Fraction, Fraction]:
    """The factors a forecast compares, attackers' and defenders'."""
    if forecast.odds:
        return forecast.attack_total, forecast.defence_total
    return Fraction(forecast.attack_strength), Fraction(forecast.defence_strength)
