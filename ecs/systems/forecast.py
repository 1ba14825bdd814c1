"""What is known of an attack before the die: both sides' factors, and every end with its chance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import NamedTuple, Protocol

from ecs.core.components import Side
from ecs.core.known_facts import DieFace
from ecs.core.ruleset import AttackQuery
from ecs.core.view import CalculationLine, Forecast, Outcome, Refusal
from ecs.core.world import Unit, World
from ecs.systems.combat.odds import AttackEnd, Ends, chance_to_clear, mean
from ecs.systems.sentences import label


class Combatant(Protocol):
    """A unit as combat sees it."""

    @property
    def id(self) -> str:
        """The id of the counter."""


class Worth(NamedTuple):
    """The strength of one side of an attack, line by line and in all, and the column it is read in."""

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


def answer(
    w: World,
    asked: AttackQuery,
    found: Forecast,
    units: Collection[Unit],
    retreats: Iterable[str],
    refusals: Iterable[Refusal | None],
) -> Forecast:
    """The forecast of an attack on the map: its figures, the ways back by their labels, and why it may not be made.

    :param found: the figures, which may hold a refusal of their own.
    """
    refusal = refusal_text(units, refusals) or found.refusal
    return replace(found, hex=label(w, asked.hex), retreats=tuple(retreats), refusal=refusal)


def outcome(end: AttackEnd, p: Fraction) -> Outcome:
    """An end of an attack in which units lose steps and retreat, with its chance."""
    words = "hex taken" if end.cleared else "hex held"
    losses = f"defender loses {end.d_lost} ({end.d_factors} CF)"
    losses += f", {end.left} retreat" if end.left else ""
    losses += f"; attacker loses {end.a_lost} ({end.a_factors} CF)"
    text = f"{end.code}: {words}; {losses}"
    return Outcome(p, end.cleared, end.d_lost, end.left, end.a_lost, 0, text, end.d_factors, end.a_factors)


def told_faces(die: Iterable[DieFace]) -> tuple[tuple[str, str], ...]:
    """The faces of a die in words: as modified, and the result."""
    return tuple((str(face.read), f"{face.code}: {face.meaning}") for face in die)


def refusal_text(team: Collection[object], refusals: Iterable[Refusal | None]) -> str:
    """Why a team cannot make an attack: it is empty, or the first refusal; "" if it can."""
    if not team:
        return "Choose at least one attacker."
    return next((str(refusal) for refusal in refusals if refusal is not None), "")


# -- Figures typed for an imagined battle.  Words and numbers checked, the first bad one named. ----------------------

MOST_UNITS = 18


class OddsError(ValueError):
    """Figures that make no battle: names the argument and what is expected."""


class GivenFigures:
    """The arguments of an imagined battle, by name; a choice of words defaults to the first.

    Every method raises ``OddsError`` for an argument that is not as it should be.
    """

    def __init__(self, arguments: Mapping[str, str], known: Iterable[tuple[str, str]]) -> None:
        """Take arguments, all of which must be among the known (name, words) pairs."""
        names = [name for name, _ in known]
        for key in arguments:
            if key not in names:
                raise OddsError(f"no argument {key!r}; choose from: {', '.join(names)}")
        self._given = arguments

    def text(self, name: str) -> str:
        """An argument as it was typed; "" if it was not."""
        return self._given.get(name, "")

    def choice(self, name: str, *choices: str) -> str:
        """One of some words."""
        return _one_of(self._given.get(name, choices[0]), name, choices)

    def choices(self, name: str, *choices: str) -> list[str]:
        """Any of some words, between commas; "none" is none of them."""
        return [_one_of(word, name, choices) for word in self.text(name).split(",") if word and word != "none"]

    def yes(self, name: str, default: str = "no") -> bool:
        """True for yes, False for no."""
        return _one_of(self._given.get(name, default), name, ("yes", "no")) == "yes"

    def side(self) -> Side:
        """The attacking side."""
        return Side(self.choice("side", "axis", "soviet"))

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds."""
        text = self._given.get(name, str(default))
        if not text.isdigit() or not least <= int(text) <= most:
            raise OddsError(f"{name} = {text!r}; expected a whole number from {least} to {most}")
        return int(text)

    def number_or_none(self, name: str, default: int, least: int, most: int) -> int | None:
        """A whole number within bounds; None if the word is "none"."""
        return None if self.text(name) == "none" else self.number(name, default, least, most)

    def units(self, name: str) -> list[str]:
        """The units of one side, between commas."""
        return unit_list(self.text(name))


def unit_list(text: str) -> list[str]:
    """The units of one side, between commas.

    :raises OddsError: if they are too many.
    """
    found = [part for part in text.replace(" ", "").split(",") if part]
    if len(found) > MOST_UNITS:
        raise OddsError(f"{len(found)} units on one side; at most {MOST_UNITS}")
    return found


def _one_of(text: str, name: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise OddsError(f"{name} = {text!r}; expected one of: {', '.join(choices)}")
    return text
