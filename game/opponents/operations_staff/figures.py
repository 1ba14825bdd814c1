"""What the staff for prepared and operational attacks weighs by; `doctrines/operations.toml` explains each figure."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Side
from game.opponents.doctrine import table


@dataclass(frozen=True, slots=True)
class OperationsOdds:
    """Enemy factors for each own one, and what is divided by."""

    place: float
    line: float
    falls: float
    stack: float
    risk: float
    held: float
    assault: float
    team: float
    aim: float
    errand: float


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
    worth_most: float
    rails: float
    company: float
    contact: float
    contact_least: float
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
    fed: int
    fed_fresh: float
    gain: float
    waited: float
    by_rail: float
    next_turn: float
    deciding: float
    attacked: float
    struck: float
    near: int


@dataclass(frozen=True, slots=True)
class OperationsAnswers:
    """What results cost a stack, where it drives beaten enemies, and who advances."""

    go_on: float
    joiner: float
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


@dataclass(frozen=True, slots=True)
class OperationsLine:
    """Where a line runs, and who stands on it."""

    city: float
    ahead: float
    base: float
    per_odds: float
    contact: float
    unmanned: float
    farther: float
    deep: int
    good: float
    hopeless: float
    close: int
    firm: float
    force: int
    force_near: int
    great: int
    screened: int
    screens: int
    cover: tuple[float, ...]
    raided: int
    cities_first: float
    most_odds: float
    far: float
    stay: float
    ground: float
    gap: float
    outnumbered: float
    zone: float
    guard: float
    guard_most: float
    terrain: dict[str, float]
    places: dict[str, float]


@dataclass(frozen=True, slots=True)
class OperationsAttacks:
    """Which attacks are made, by whom, and what their results are worth."""

    most: int
    worthwhile: dict[Side, float]
    air: float
    beyond: tuple[float, ...]
    unanswered: float
    later: float
    joiner: float
    river: float
    apart: float
    stay: float
    threat: float
    unfed: float
    touched: float
    left: float
    poor: float
    dying: float
    nearer_most: float
    farther_most: float
    spread: float
    calm: float
    unfed_times: float
    unfed_risk: float
    exchanged: float
    standing: float
    driven: float
    driven_gain: float
    far_gain: float
    near: float
    near_gain: float


@dataclass(frozen=True, slots=True)
class OperationsWorth:
    """What places and units are worth."""

    point: float
    decisive: float
    income: float
    places: dict[str, float]
    locality: float
    junction: float
    pull_most: float
    fade: float
    leading: float


@dataclass(frozen=True, slots=True)
class OperationsThreat:
    """What the enemy could bring against a hex."""

    river: float
    river_german: float
    unfed: float
    bases: int
    least_odds: float
    exchanged: float
    shielded: float


ODDS = table("operations", "odds", OperationsOdds)
POSTURE = table("operations", "posture", Posture)
MARCH = table("operations", "march", OperationsMarch)
POST = table("operations", "ring_posts", OperationsRingPosts)
RESERVE = table("operations", "reserves", OperationsReserves)
ANSWER = table("operations", "answers", OperationsAnswers)
LINE = table("operations", "line", OperationsLine)
ATTACK = table("operations", "attacks", OperationsAttacks)
WORTH = table("operations", "worth", OperationsWorth)
THREAT = table("operations", "threat", OperationsThreat)
