"""What the staff for two impulses weighs by; `doctrines/impulse.toml` explains each figure."""

from __future__ import annotations

from dataclasses import dataclass

from game.opponents.doctrine import table


@dataclass(frozen=True, slots=True)
class Distance:
    """What a march far from railheads costs: hexes that cost little, what one of them costs, what one beyond."""

    free: int
    near: float
    beyond: float


@dataclass(frozen=True, slots=True)
class ImpulseAttack:
    """What an attack costs besides losses, and what it opens."""

    least: float
    air: float
    touch: float
    touch_light: float
    march: float
    river: float
    foot: float
    fast: float
    hole: float
    shuts: float
    near: float
    exposed: float
    calm: float
    crowd: float
    most: int
    anew: int
    anew_near: int
    strong: float
    armour: float
    weak: float
    choice: float
    choice_most: int


@dataclass(frozen=True, slots=True)
class ImpulseLosses:
    """What a step lost costs, in factors that go with it."""

    mech: float
    allied: float
    last: float


@dataclass(frozen=True, slots=True)
class ImpulseRetreat:
    """How good a hex is to fall back to."""

    far: float
    far_most: int
    place_most: float
    fed: float
    hunger: float
    hunger_most: int
    zone: float
    cover: float
    company: float
    exit: float
    exits_most: int


@dataclass(frozen=True, slots=True)
class ImpulseAdvance:
    """What it is worth to have a unit in a hex at the end of a battle."""

    least: float
    drive: float
    capture: float
    ground: float
    empty: float
    entered: float
    hopeless: float
    beyond: float
    beyond_most: int
    foot: float
    fear: float
    late_fear: float
    bearable: float
    fear_most: float
    march: float
    bold: float
    weak: float
    way_out: float


@dataclass(frozen=True, slots=True)
class ImpulseOdds:
    """Enemy factors for each own one against which a city is held, and what is divided by."""

    city: float
    allied: float
    storm: float
    few: float


@dataclass(frozen=True, slots=True)
class ImpulseGoals:
    """What units without an attack go for."""

    leash: int
    taking: float
    least: float
    mass: float
    relief: float
    relief_near: int
    guarded: float
    early: float
    raid: int
    fed: float
    unfed: float
    factor: float
    fed_mass: float
    unfed_mass: float
    post_raid: int
    post: float
    weak: int
    doubled: int


@dataclass(frozen=True, slots=True)
class ImpulseMarch:
    """What a hex is worth to a unit on its way, besides its goal."""

    taken: float
    rails: float
    company: float
    company_most: int
    fear: float
    safe: float
    wheels: Distance
    foot: Distance
    beyond_most: int
    rounds: int
    ring_cover: float
    ring_storm: float
    ring_strong: float
    ring_foot: float
    tied: float
    alone: float
    bases: int
    flying: float
    flying_most: int
    scouted: int


@dataclass(frozen=True, slots=True)
class ImpulseArrivals:
    """What replacements are spent on, where units come in, where partisans rise."""

    fast: float
    armour: float
    body: float
    air: float
    guns: float
    front: float
    front_near: int
    behind: float
    late: float
    sector: float
    sector_most: float
    crowd: float
    wanted: float
    way: float
    way_most: int
    base: float
    naked: float
    hunted: int
    lurking: float
    least_cut: float
    caught: float
    caught_more: float
    hunters_most: int
    rough: float


@dataclass(frozen=True, slots=True)
class ImpulseLeaders:
    """Where Field Marshals command, guns stand and the Dictator is safe."""

    better: float
    touching: float
    following: float
    apart: int
    shared: float
    sidelong: float
    led: float
    far: float
    far_most: int
    deserted: float
    doomed: float
    lost: float
    close: int
    safe: int
    unseen: int
    nearer: float
    alone: float
    siege: float
    field: float
    nearness: float


@dataclass(frozen=True, slots=True)
class ImpulseAir:
    """Where airbases are laid and aircraft land."""

    forward: int
    wide: int
    fade: float
    spear: float
    ahead: float
    railway: float
    unfed: float
    shelled: float
    soon: int
    crowd: float
    crowd_near: int
    good: float
    better: float
    gain: float


@dataclass(frozen=True, slots=True)
class ImpulseRear:
    """Where men are wanted: places in danger, places to be taken."""

    strong: float
    alarm: int
    near: int
    nearing: float
    raid: int
    danger: float
    danger_fade: float
    held: float
    lack: float
    idle: float
    hope: float
    hope_least: float
    even: float
    aim: float
    aim_fade: float
    take_fade: float
    weak: float
    spears: int
    spear_armour: float
    unreached: float
    overrun: float
    pressed: float
    fed: int
    hungry: int
    halved: float
    farther: float
    serious: float
    fade: tuple[float, ...]
    walls: dict[str, float]
    overrun_at: float
    overrun_own: int
    pressed_at: float
    pressed_near: int
    cuts: int


@dataclass(frozen=True, slots=True)
class ImpulseTransport:
    """Who goes by rail, sea or air, and hunts bands."""

    reserve: int
    least: float
    sent: float
    spread: float
    starved: float
    left: int
    lost: float
    hunt: int
    hunt_far: float
    hunt_fast: float


@dataclass(frozen=True, slots=True)
class ImpulseRailways:
    """Which railways are converted, and what it is worth to free them."""

    full: int
    fighting: int
    end: int
    full_fade: float
    fighting_worth: float
    fighting_fade: float
    city: float
    detour: float
    risk: float
    freed: float
    freed_most: float
    spots: int
    longest: int


@dataclass(frozen=True, slots=True)
class ImpulseDuties:
    """What attacks that must be made cost, and who is spared."""

    owed: float
    spare_air: float
    spare_marshal: float


@dataclass(frozen=True, slots=True)
class ImpulsePlaces:
    """What places are worth besides their points, and how far factors press."""

    minor: float
    junction: float
    reach_fade: tuple[float, ...]
    pull: float


ATTACK = table("impulse", "attacks", ImpulseAttack)
LOSS = table("impulse", "losses", ImpulseLosses)
RETREAT = table("impulse", "retreat", ImpulseRetreat)
ADVANCE = table("impulse", "advance", ImpulseAdvance)
ODDS = table("impulse", "odds", ImpulseOdds)
GOAL = table("impulse", "goals", ImpulseGoals)
MARCH = table("impulse", "march", ImpulseMarch)
ENTRY = table("impulse", "arrivals", ImpulseArrivals)
LEADER = table("impulse", "leaders", ImpulseLeaders)
AIR = table("impulse", "air", ImpulseAir)
REAR = table("impulse", "rear", ImpulseRear)
TRIP = table("impulse", "transport", ImpulseTransport)
RAIL = table("impulse", "railways", ImpulseRailways)
DUTY = table("impulse", "duties", ImpulseDuties)
PLACE = table("impulse", "places", ImpulsePlaces)
