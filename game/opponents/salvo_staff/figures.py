"""What the staff for games of fire and hits weighs by; `doctrines/salvo.toml` explains each figure."""

from __future__ import annotations

from dataclasses import dataclass

from game.opponents.doctrine import table


@dataclass(frozen=True, slots=True)
class SalvoOdds:
    """What marches and threats are divided by."""

    pace: float
    near: float
    ahead: float
    resistance: float


@dataclass(frozen=True, slots=True)
class SalvoAttacks:
    """What an attack is worth, in factors."""

    dear: float
    cheap: float
    disrupt: float
    tired: float
    step: float
    below_even: float
    most_units: int
    tempo: float
    link: float
    poor: float
    more: float
    enough: float
    standing: float
    leaving: float
    progress: float
    cut: float
    sure: float


@dataclass(frozen=True, slots=True)
class SalvoMarch:
    """Where units go."""

    delay: float
    stride: float
    goal: float
    goal_worth: float
    goal_most: float
    starved: float
    alarm: float
    aim: float
    beside: float
    guard: float


@dataclass(frozen=True, slots=True)
class SalvoGuards:
    """Who stays in home cities and comes to them."""

    watch: float
    safe: float
    relief: int
    relief_march: int
    doorstep: int
    late: float
    group: int


@dataclass(frozen=True, slots=True)
class SalvoGround:
    """What places are worth, and what presses on a hex."""

    places: dict[str, float]
    point: float
    home: float
    rough: dict[str, float]
    other: float
    fortress: float
    major: float
    empty: float
    most_threat: float
    hold: float
    quiet: float
    steep: float
    tired: float
    laid_low: float
    unfed: float
    unknown: float


@dataclass(frozen=True, slots=True)
class SalvoAnswers:
    """Who takes losses, how hard attackers press, and who retreats."""

    most_units: int
    most_tried: int
    presses: int
    reserve: float
    kept: float
    hurt: float
    leave: float
    leave_least: float


@dataclass(frozen=True, slots=True)
class SalvoRear:
    """Units that are rebuilt, relieved or dug in."""

    fire: float
    panic: float
    danger: float
    exposed: float
    exposed_from: int
    winter: float


ODDS = table("salvo", "odds", SalvoOdds)
ATTACK = table("salvo", "attacks", SalvoAttacks)
MARCH = table("salvo", "march", SalvoMarch)
GUARD = table("salvo", "guards", SalvoGuards)
GROUND = table("salvo", "ground", SalvoGround)
ANSWER = table("salvo", "answers", SalvoAnswers)
REAR = table("salvo", "rear", SalvoRear)
