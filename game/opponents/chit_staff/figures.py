"""What the staff for chits and depots weighs by; `doctrines/campaign.toml` explains each figure."""

from __future__ import annotations

from dataclasses import dataclass

from game.opponents.doctrine import table


@dataclass(frozen=True, slots=True)
class Hungry:
    """What a march out of supply costs: hexes that cost little, what one of them costs, what one beyond."""

    free: int
    near: float
    beyond: float


@dataclass(frozen=True, slots=True)
class Instead:
    """Something for those on wheels and those on foot."""

    wheels: float
    foot: float


@dataclass(frozen=True, slots=True)
class FrontFigures:
    """How the front is read: pressure, raids and how far places call."""

    fade: tuple[float, ...]
    cornered: float
    raid: int
    scouted: int
    next_door: int
    kept: int
    beside: int
    leash: int
    long_leash: int
    rear: int
    band: int
    lifeline: float
    close: int


@dataclass(frozen=True, slots=True)
class GoalFigures:
    """What places, railways and enemy stacks are worth as goals, and the factors each takes."""

    decisive: float
    next_door: int
    key: float
    minor: float
    odds: float
    relief: float
    alarm: float
    guard: float
    guard_calls: int
    depot: float
    depot_near: int
    depot_guard: float
    depot_calls: int
    crush: float
    mass: float
    stack: float
    factor: float
    place: float
    place_most: float
    strangler: float
    corridor: float
    starving: float
    menace: float
    menace_near: int
    block: float
    block_calls: int
    stack_calls: int
    opening: float
    opening_calls: int
    opening_force: float
    urgent: float
    urgent_calls: int
    urgent_force: float


@dataclass(frozen=True, slots=True)
class OddsFigures:
    """Enemy factors for each own one, times the cover, against which a post is held, and what is divided by."""

    place: float
    depot: float
    garrison: float
    ruin: float


@dataclass(frozen=True, slots=True)
class StandFigures:
    """How the only capital is held, and the hexes round it."""

    marched: int
    siege: int
    nearing: float
    raiding: float
    ring: float
    ring_most: float
    ring_least: float
    ring_worth: float
    worth: float
    share: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class AttackFigures:
    """What an attack brings besides losses, and what it takes."""

    clear: float
    place: float
    corridor: float
    opened: float
    nuisance: float
    tired: float
    around: float
    unfed: float
    errand: float
    again: float
    rolling: float


@dataclass(frozen=True, slots=True)
class BombFigures:
    """Where guns and aircraft strike."""

    place: float
    alone: float
    enough: float
    most: float


@dataclass(frozen=True, slots=True)
class RetreatFigures:
    """Who bleeds and where beaten units go."""

    fast: float
    stand_place: float
    stand_steps: int
    cover: float
    far: float
    far_most: int
    place: float
    pocket: float
    hunger: float
    hunger_most: int
    company: float


@dataclass(frozen=True, slots=True)
class AdvanceFigures:
    """What it is worth that a unit follows a beaten enemy."""

    entered: float
    line: float
    fear: float
    bearable: float
    fear_most: float
    pocket: float
    pocket_most: int
    hunger: float
    hunger_most: int
    goals: float
    nearness: float
    taken: float
    ground: float
    left: float
    left_near: int


@dataclass(frozen=True, slots=True)
class ArmyFigures:
    """What a headquarters makes for, and where it stands."""

    spare: int
    nearer: float
    round_it: int
    elsewhere: float
    aim: float
    straggler: float
    way: float
    hunger: float
    free: int
    front: float
    tether: float


@dataclass(frozen=True, slots=True)
class ErrandFigures:
    """How goals are shared out among units."""

    haste: float
    crowd: float
    distant: float
    near: int
    soft: float
    hard: float
    mopping: float
    siege: float


@dataclass(frozen=True, slots=True)
class MarchFigures:
    """What a hex is worth to a unit that has an errand, besides what its temper says."""

    least: float
    step: float
    step_most: float
    guard_step: float
    place: float
    ground: float
    screen_most: float
    company_most: float
    company_beside: float
    company_fast: float
    first: float
    full: float
    pocket_most: int
    line_guard: float
    distant_threat: float
    barred: float
    barred_zone: float
    wheels: Hungry
    foot: Hungry
    fighting: Instead
    marching: Instead


@dataclass(frozen=True, slots=True)
class StaffFigures:
    """Where headquarters and guns go."""

    foot: float
    shared: float
    own: float
    post: float
    naked: float
    escort: float
    alone: float
    hunger: float
    pocket: float
    least: float
    guns: float
    guns_most: float
    guns_far: float


@dataclass(frozen=True, slots=True)
class ChitFigures:
    """Which chit is taken or played, and what it is used for."""

    fight: float
    march: tuple[float, ...]
    power: float
    choice: float
    head: float
    foot: float
    quiet: float
    last: int
    spearhead: int
    unopposed: float


@dataclass(frozen=True, slots=True)
class ReserveFigures:
    """Where new and idle units are wanted."""

    heard: int
    taking: float
    taking_fade: float
    holding_fade: float
    lack: float
    margin: float
    front: float
    open: int
    urgent: float
    pocket: float
    cover: float
    crowd: float
    behind: int
    strong: float
    idle: int
    least: float
    staff_company: float
    staff_near: int
    staff_far: int
    staff_off: float
    staff_risk: float
    staff_safe: int
    staff_escort: float
    staff_place: float


@dataclass(frozen=True, slots=True)
class RepairFigures:
    """Who gets replacements, who must leave, what is fortified, where aircraft are based."""

    near: int
    behind: float
    fast: float
    missed: float
    missed_near: int
    works_near: float
    works: float
    razed: int
    target: float
    target_most: float
    reach: int
    base: int
    off: float
    pocket: float
    overrun: float
    close: int
    escort: float
    least: float


@dataclass(frozen=True, slots=True)
class DepotFigures:
    """What a hex is worth to a depot."""

    along: float
    least: float
    goal: float
    draw: float
    fed: float
    beyond: float
    fade: float
    near: int
    beside: float
    bearable: float
    storm: float
    exposed: float
    soon: int
    empty: float
    weak: float
    weak_near: int
    escort: float


@dataclass(frozen=True, slots=True)
class GuardFigures:
    """What is guarded and by whom, and the line that closes the front."""

    menaced: int
    relief: int
    alarms: tuple[float, ...]
    raiders: int
    line_march: int
    line_band: int
    line_near: int
    line_hex: int
    line_step: int
    line_far: int
    cover: float
    front: float
    strong: float
    tied: float
    alone: float
    rings: int


@dataclass(frozen=True, slots=True)
class RailwayFigures:
    """Where depots are bound, and who opens and mends their railways."""

    key: float
    other: float
    lure: float
    longest: int
    ahead: float
    aside: float
    fade: float
    first: int
    blocked: int
    restored: float
    detour: float
    fought: float
    off: int
    menders: int
    broken: float
    mending: float
    pioneers: int
    openers: int
    next_one: float
    ending: float
    least: float
    zone: float
    fear: float
    strong: float


FRONT = table("campaign", "front", FrontFigures)
GOAL = table("campaign", "goals", GoalFigures)
ODDS = table("campaign", "odds", OddsFigures)
STAND = table("campaign", "last_stand", StandFigures)
ATTACK = table("campaign", "attacks", AttackFigures)
BOMB = table("campaign", "bombardment", BombFigures)
RETREAT = table("campaign", "retreat", RetreatFigures)
ADVANCE = table("campaign", "advance", AdvanceFigures)
ARMY = table("campaign", "armies", ArmyFigures)
ERRAND = table("campaign", "errands", ErrandFigures)
MARCH = table("campaign", "march", MarchFigures)
STAFFS = table("campaign", "staffs", StaffFigures)
CHITS = table("campaign", "chits", ChitFigures)
RESERVE = table("campaign", "reserves", ReserveFigures)
REPAIR = table("campaign", "repairs", RepairFigures)
DEPOT = table("campaign", "depots", DepotFigures)
GUARD = table("campaign", "guards", GuardFigures)
RAIL = table("campaign", "railways", RailwayFigures)
