"""Chapter 3.3-3.6: how far a unit may go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ecs.core.commands import Command, Flee, Move
from ecs.core.components import (
    Assignment,
    Clock,
    CombatPhase,
    Decisions,
    Engagement,
    Flags,
    Marched,
    Place,
    Side,
    Steps,
    SupplyState,
    Weather,
)
from ecs.core.dice import roll
from ecs.core.events import Cause
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.chits import EXPLOIT
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup, Immobility
from ecs.rulesets.dark_valley.data.options import is_printed
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import (
    has,
    is_combat_unit,
    is_first_winter,
    mf,
    steps_left,
    strange,
    turn_side,
    weather,
)
from ecs.rulesets.dark_valley.ground.control import take_control, takes
from ecs.rulesets.dark_valley.ground.occupancy import LIMITS, MIXED, OUT_OF_SUPPLY, foe_map, state, strangers, zone_map
from ecs.rulesets.dark_valley.ground.removal import drive_out, lose_step
from ecs.rulesets.dark_valley.ground.terrain import (
    VOID_ZONES,
    barred_ground,
    cannot_act,
    closed_to,
    forts,
    is_closed,
    line_between,
    open_net,
)
from ecs.systems import marches
from ecs.systems.marches import make_move, reach
from ecs.systems.movement import Journey, Lazy, MarchRules, Terms, Way, nowhere
from ecs.systems.sentences import label, named, tell_roll, up_to

# -- What the orders of a unit depend on, besides the stacks and railways of its own side. ---------------------------


PLAY = (Clock, Decisions, Weather, Flags, ChitInPlay, Cup, CombatPhase)
STANDING = (Place, Steps, Immobility, SupplyState, Activation, Marched, Assignment, Engagement)


def circumstances(w: World, side: Side) -> tuple[object, ...]:
    """What all moves, journeys and attacks of a side depend on: what lies on the table, forts and voided works, enemies
    and enemy zones hex by hex."""
    maps = foe_map(w, side), foe_map(w, side, False), zone_map(w, side.other)
    return w.values(PLAY), tuple(forts(w).items()), VOID_ZONES.hexes(w), maps


ALL = 99
NetRow = tuple[tuple[int, int, bool], ...]


def allowance(w: World, unit: Unit) -> int:
    """Movement points of the unit now: weather and supply taken off, never below the least (4.4, 7.2); half of
    them in the second move of Deep Battle (2.7)."""
    table, line = rules(w).movement, weather(w)
    points, mech = mf(unit), has(unit, "mech")
    if unit.type.side is Side.SOVIET:
        points -= line.soviet
    elif mech:
        points -= line.axis_mech_winter if is_first_winter(w) and line.axis_mech_winter else line.axis_mech
    else:
        points -= line.axis
    hunger = state(w, unit)
    if hunger == OUT_OF_SUPPLY:
        points -= table.oos_mech if mech else table.oos_other
    elif hunger:
        points = (points + 1) // 2
    points = max(table.least, points) if mf(unit) else 0
    return (points + 1) // 2 if w[ChitInPlay].mode == EXPLOIT else points


class Stride(NamedTuple):
    """What the steps of a unit depend on besides the hexes closed to it.

    ``gait``: which column of the terrain chart it reads; ``ground``: the weather and the voided works; ``zones``: of
    every hex, 1 if it lies in an enemy zone.
    """

    gait: tuple[bool, bool, Side]
    ground: tuple[str, tuple[int, ...]]
    zones: bytes


def terms(w: World, unit: Unit) -> Terms:
    """The terms on which a unit moves now."""
    side, points = unit.type.side, allowance(w, unit)
    ground = w.weather.name, VOID_ZONES.hexes(w)
    stride = Stride((has(unit, "mech"), has(unit, "mountain"), side), ground, zone_map(w, side.other))
    return Terms(unit.hex, points, stride, _foes(w, unit), nowhere(w), barred_ground(w, unit))


def _foes(w: World, unit: Unit) -> bytes:
    return foe_map(w, unit.type.side, is_combat_unit(unit))


class MovementGraph(NamedTuple):
    """For every hex, the steps out of it: (hex, MP, stop there).  MP ``ALL``: only as the whole move (3.6).

    ``onward``: the steps of a march under way that meets no enemy.
    """

    steps: Lazy[int, NetRow]
    onward: Lazy[int, list[Way]]


@remembered()
def net_for(w: World, gait: tuple[bool, bool, Side], ground: tuple[str, tuple[int, ...]]) -> MovementGraph:
    """The steps of units of one gait on the ground as it lies now."""

    def row(index: int) -> NetRow:
        return tuple((j, *_step_cost(w, index, j, gait, ground)) for j in open_net(w)[index])

    steps = Lazy(row)
    return MovementGraph(
        steps,
        Lazy(lambda here: [(there, cost, False, halt) for there, cost, halt in steps[here] if cost != ALL]),
    )


def _step_cost(
    w: World, a: int, b: int, gait: tuple[bool, bool, Side], ground: tuple[str, tuple[int, ...]]
) -> tuple[int, bool]:
    mech, mountain, side = gait
    column, table, line = int(mech), rules(w), weather(w)
    spot, kinds = w.board.hexes[b], w.board.kinds(a, b)
    terrain = table.terrain["woods" if spot.terrain == "marsh" and ground[0] == "Snow" else spot.terrain]
    assert terrain.cost is not None, spot
    cost = terrain.cost[column]
    if mountain and terrain.mountaineers and ground[0] == "Fair":
        cost = table.movement.mountain_cost
    on_road = line.roads and ("road" in kinds or ("rail" in kinds and spot.terrain == "mountain"))
    if on_road:
        cost = table.movement.road_cost
    if side is Side.AXIS and "fortified_zone" in spot.traits and b not in ground[1]:
        cost += table.terrain["fortified_zone"].cost_axis
    row = table.side.get(line_between(w, a, b))
    if row is None:
        return cost, False
    if not (on_road and row.bridged):
        extra = row.cost_soviet if row.cost_soviet and side is Side.SOVIET else row.cost
        cost = ALL if extra[column] == ALL else cost + extra[column]
    return cost, row.halts or cost == ALL


def ways(w: World, walk: Terms) -> Callable[[int, bool, int], Iterable[Way]]:
    """The steps out of a hex on some terms."""
    stride, start, points = walk.stride, walk.start, walk.points
    net, zones, mech = net_for(w, stride.gait, stride.ground), stride.zones, stride.gait[0]
    extra, onward = rules(w).movement.zone_extra, net.onward

    def out_of(here: int, _: bool, spent: int) -> list[Way]:
        held, fresh = zones[here], here == start
        if not (held or fresh):
            return onward[here]
        if held and not mech and not fresh:
            return []
        found: list[Way] = []
        for there, cost, halt in net.steps[here]:
            whole = cost == ALL
            if whole and not fresh:
                continue
            if held and mech:
                cost += extra
            if held and not mech and zones[there]:
                halt = whole = True
            if whole or (fresh and spent + cost > points):
                # one hex is always allowed: it takes the whole move
                found.append((there, points - spent, False, True))
            else:
                found.append((there, cost, False, halt))
        return found

    return out_of


def pinned(w: World, unit: Unit) -> bool:
    """Is an emergency retreat the unit's only move: in an enemy zone, and every hex beside it that it may enter
    in one too, where an option forbids it the step from zone to zone (3.5)?

    Mechanised units may still pay their way, and headquarters slip through: they have no steps to lose.
    """
    zones = zone_map(w, unit.type.side.other)
    if is_printed(w, "zone_to_zone") or not zones[unit.hex] or has(unit, "mech") or has(unit, "hq"):
        return False
    foes, shut = _foes(w, unit), barred_ground(w, unit)
    return all(zones[j] or foes[j] or j in shut for j in open_net(w)[unit.hex])


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot begin to move."""
    if not w.phase.startswith("move-"):
        return Refusal("no-movement", "Units move only when a chit lets them.", "2.3")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{unit.type.long_name} is not yours to move.", "2.3")
    if unit.hex < 0:
        return Refusal("off-map", f"{unit.type.long_name} is not on the map.", "3.6")
    if has(unit, "air") or has(unit, "depot"):
        return Refusal("no-legs", f"{unit.type.long_name} does not move on the ground.", "3.6")
    if unit[Marched].moved:
        return Refusal("moved", f"{unit.type.long_name} has already moved with this chit.", "2.5")
    if unit[Immobility].rooted:
        return Refusal("rooted", f"{unit.type.long_name} must garrison its fort and may not leave.", "8.13")
    return chits.cannot_use(w, unit) or cannot_act(w, unit)


def bounds(w: World, unit: Unit) -> frozenset[int] | None:
    """The hexes a chit keeps its units to (8.7); None if there is no such limit."""
    zone = w[ChitInPlay].zone
    return frozenset(zone) if zone and not has(unit, "hq") else None


def _room(w: World, unit: Unit, ends: frozenset[int]) -> frozenset[int]:
    """A pinned unit has nothing but its emergency retreat."""
    limit = frozenset[int]() if pinned(w, unit) else bounds(w, unit)
    return ends - strangers(w, unit) if limit is None else (ends - strangers(w, unit)) & limit


def march(w: World, unit: Unit, step: ReachStep) -> None:
    """Move the unit along a path."""
    make_move(w, unit, step.path, "move", "3.6")
    chits.spend(w, unit)


def _enters(w: World, unit: Unit, index: int, last: bool) -> None:
    """Combat units drive out what cannot fight, and take control of the hex they end in; mechanised ones of all they
    pass; isolated ones take nothing (2.6, 9.2)."""
    if is_combat_unit(unit):
        drive_out(w, index, unit.type.side)
        if (last or has(unit, "mech")) and takes(w, unit, index):
            take_control(w, index, unit.type.side)


def ways_out(w: World, unit: Unit) -> list[int]:
    """The hexes next to a unit that it may enter and stay in, zones aside."""
    foes, near = _foes(w, unit), LIMITS.with_room(w, unit, open_net(w)[unit.hex], barred_ground(w, unit))
    return [j for j in near if not foes[j]]


def flee_commands(w: World, unit: Unit) -> list[Command]:
    """The emergency retreats open to a unit."""
    if not unit[Activation].active or unit[Marched].moved or unit.hex < 0 or cannot_move(w, unit) is not None:
        return []
    return [Flee(unit.id, label(w, i)) for i in ways_out(w, unit)] if pinned(w, unit) else []


def flee(w: World, command: Flee) -> None:
    """One hex through enemy zones, and a step for it; a unit of one step may survive (3.5)."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    make_move(w, unit, (unit.hex, index), "flee", "3.5")
    chits.spend(w, unit)
    if steps_left(unit) > 1:
        lose_step(w, unit, Cause.EMERGENCY_RETREAT, "emergency retreat", "3.5")
        return
    die, killed = roll(w), rules(w).movement.flee_killed
    if die <= killed:
        words = f"emergency retreat, die {die}, lost on {up_to(killed)}"
        lose_step(w, unit, Cause.EMERGENCY_RETREAT, words, "3.5")
        return
    tell_roll(w, unit, die, "emergency retreat", "3.5", limit=killed)


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    if _foes(w, unit)[there]:
        return Refusal("enemy-occupied", f"{named(w, there)} is in enemy hands.", "3.6")
    if there in w.board.neighbours[unit.hex] and is_closed(w, unit.hex, there):
        return Refusal("water-between", "A lake or the sea separates these hexes.", "3.6")
    refusal = closed_to(w, unit, there)
    if refusal is not None:
        return refusal
    if pinned(w, unit):
        words = f"{unit.type.long_name} is pinned. It can only make an emergency retreat of one hex."
        return Refusal("pinned", words, "3.5")
    limit = bounds(w, unit)
    if limit is not None and there not in limit:
        return Refusal("out-of-range", f"{named(w, there)} is out of headquarters range.", "8.7")
    if there in reach(w, unit):
        return Refusal("overstacked", f"{named(w, there)} is closed to {unit.type.long_name}: {MIXED}.", "3.1")
    return Refusal(
        "too-far",
        f"{named(w, there)} is out of reach. {unit.type.long_name} has {allowance(w, unit)} "
        "movement points; terrain, water and enemy zones cost more.",
        "3.6",
    )


def judge_flee(w: World, command: Flee) -> Refusal | None:
    """Why there is no emergency retreat."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit = w.by_id[command.unit]
    refusal = cannot_move(w, unit)
    if refusal is None and is_printed(w, "zone_to_zone"):
        words = f"{unit.type.long_name} may spend its whole move on one hex from zone to zone, without losing a step."
        return Refusal("no-need", words, "3.3")
    if refusal is None and pinned(w, unit):
        words = "An emergency retreat goes one hex, to an open hex with room and no enemies."
        return Refusal("flee-where", words, "3.5")
    return refusal or Refusal(
        "not-pinned",
        f"{unit.type.long_name} may make an emergency retreat only when enemy zones surround it.",
        "3.5",
    )


MARCH = MarchRules(
    Journey(Move, strange, cannot_move, cannot_march_to, "3.6"),
    terms,
    ways,
    march,
    _enters,
    room=_room,
    depends=lambda w, u: (marches.circumstances(w, u.type.side), marches.standing(w, u), strangers(w, u)),
    circumstances=circumstances,
    standing=STANDING,
    passing=(Activation, Marched, Assignment),
)
ORDERS = (Handler(Flee, flee, judge_flee), marches.BY_WAY)
