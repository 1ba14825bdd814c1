"""What the staff for prepared and operational attacks weighs by; `doctrines/operations.toml` explains each figure."""

from __future__ import annotations

from dataclasses import dataclass

from game.opponents.doctrine import table


@dataclass(frozen=True, slots=True)
class OperationsOdds:
    """Enemy factors for each own one against which a post is held."""

    place: float
    line: float


@dataclass(frozen=True, slots=True)
class Posture:
    """When an army goes forward, and how much it fears."""

    bold: float
    sure: float
    disrupted: float
    cold: float
    mud: float
    brave: float
    wary: float
    careful: float
    reckless: float
    rings: float
    careful_rings: float


@dataclass(frozen=True, slots=True)
class OperationsMarch:
    """What a hex is worth to a unit without an attack, and what it goes for."""

    leash: int
    taking: float
    least: float
    mass: float
    relief: float
    relief_near: int
    guarded: float
    raid: int
    fed: float
    unfed: float
    factor: float
    stack_mass: float
    post: float
    post_lack: float
    post_odds: float
    taken: float
    rails: float
    company: float
    contact: float
    hem: float
    outside: float
    outside_factor: float
    second: tuple[int, ...]
    second_worth: float
    unfed_zone: float
    rear: int
    rear_deep: int


@dataclass(frozen=True, slots=True)
class OperationsRingPosts:
    """What is caught in a ring, and who closes it."""

    rounds: int
    doomed: float
    trapped: float
    city: float
    tied: float
    slow: float
    zone: float
    storm: float
    way: float
    strong: float
    strong_most: float
    fast: float


@dataclass(frozen=True, slots=True)
class OperationsReserves:
    """Where new units are wanted, and which are raised."""

    attack: float
    defence: float
    fast: float
    round: int
    sight: int
    fade: float
    least: float
    held: float
    future: float
    relief: float
    aim: float
    aim_worth: float
    threatened: float
    key: float
    solid: float
    blocked: float
    risk: float
    risk_key: float


@dataclass(frozen=True, slots=True)
class OperationsAnswers:
    """What results cost a stack, where it drives beaten enemies, and who advances."""

    go_on: float
    exchanged: float
    shaken: float
    shaken_hungry: float
    shifted: float
    ground: float
    buy: float
    starved: float
    hemmed: float
    hemmed_most: int
    place: float
    victory: float
    cover: float
    friends: float
    pull: float
    taken: float
    forward: float
    forward_most: float
    cut: float
    left: float
    unfed: float
    armour: float


ODDS = table("operations", "odds", OperationsOdds)
POSTURE = table("operations", "posture", Posture)
MARCH = table("operations", "march", OperationsMarch)
POST = table("operations", "ring_posts", OperationsRingPosts)
RESERVE = table("operations", "reserves", OperationsReserves)
ANSWER = table("operations", "answers", OperationsAnswers)
