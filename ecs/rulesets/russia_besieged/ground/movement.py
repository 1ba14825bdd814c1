"""Chapter 6.0: movement: how far, by what path, where to, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ecs.core.commands import Move
from ecs.core.components import (
    Assignment,
    Clock,
    CombatPhase,
    Engagement,
    Flags,
    Ground,
    Marched,
    Place,
    Rebasing,
    Side,
    Steps,
    SupplyState,
)
from ecs.core.remembered_answers import remembered
from ecs.core.unit_names import weather_words
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import impulse, strange, turn_side, weather
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, IceRoadUse, Impulse, JointAttacks
from ecs.rulesets.russia_besieged.data.tables import SHELF, rules, tables
from ecs.rulesets.russia_besieged.data.units import (
    SUPPLIED,
    is_combat_unit,
    is_leader,
    is_second_stage,
    letter,
    ma,
    mobility,
    state,
)
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.control import capture
from ecs.rulesets.russia_besieged.ground.occupancy import (
    armies,
    army_at,
    barred_ground,
    closed_to,
    foe_map,
    full_hexes,
    germans_in_finland,
    holder,
    is_ice_gate_shut,
    no_room,
    partisans,
    zone_map,
)
from ecs.rulesets.russia_besieged.ground.removal import leaderless
from ecs.rulesets.russia_besieged.ground.terrain import (
    between,
    cities,
    ground_word,
    has_rail,
    ice_ends,
    is_closed,
    land_net,
    open_net,
    rail_map,
    strait,
    terrain,
)
from ecs.systems import marches, scorekeeping
from ecs.systems.marches import make_move, reach
from ecs.systems.movement import Journey, Lazy, MarchRules, Terms, Way, nowhere
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import named

GO, STOP, STOP_OFF_RAIL = 0, 1, 2
NetRow = tuple[tuple[int, int], ...]  # hex, one of the three above


def allowance(w: World, unit: Unit) -> int:
    """Hexes a unit may go in this impulse (3.4): by weather, impulse, side and class, oil, supply."""
    table, side = rules(w).march, unit.type.side
    if is_leader(unit):
        return ma(unit)
    way = mobility(unit)
    if way not in ("mot", "cav", "foot") or scorekeeping.has_flag(w, leaderless(side)):
        return 0
    walker = calendar.MovingUnit(side, way, ma(unit), finn=unit.type.nation == "FIN")
    found = calendar.allowance(walker, weather(w), impulse(w), w.clock.turn)
    if found and way == "mot" and scorekeeping.has_flag(w, oil_shortage_flag(side)):
        found = max(table.least, _short_of_oil(w, side, found))
    if found and state(unit) != SUPPLIED:
        found = max(table.least, -(-found // table.oos))
    return found


def _short_of_oil(w: World, side: Side, found: int) -> int:
    oil = rules(w).oil
    if side is Side.SOVIET:
        return found + (oil.soviet_first if impulse(w) == 1 else 0)
    return found + oil.ploesti_first if impulse(w) == 1 else min(found, oil.ploesti_second)


def oil_shortage_flag(side: Side) -> Flag:
    """Flag of a side whose motorised units are short of oil (20)."""
    return Flag(f"dry-{side.value}")


class MovementClass(NamedTuple):
    """The column of the terrain chart that a unit reads.

    ``mot``: on wheels; ``mountaineer``: class M; ``shunned``: ground that its class never enters.
    """

    mot: bool
    mountaineer: bool
    shunned: frozenset[str]


class Stride(NamedTuple):
    """What the steps of a unit depend on besides the hexes closed to it; None for leaders.

    ``rails``: of every hex, 1 if its own trains run there (motorised units only); ``special``: hexes it may reach from
    its start as its whole move, over ice or strait.
    """

    gait: MovementClass
    weather: str
    rails: bytes
    special: tuple[int, ...]


def gait(unit: Unit) -> MovementClass:
    """The column of the terrain chart a unit reads."""
    return MovementClass(mobility(unit) == "mot", letter(unit) == "M", _shunned(letter(unit)))


@SHELF.remembered(64)
def _shunned(kind: str) -> frozenset[str]:
    return frozenset(name for name, row in tables().terrain.items() if kind in row.banned)


def terms(w: World, unit: Unit) -> Terms:
    """The terms on which a unit moves now."""
    side, points = unit.type.side, allowance(w, unit)
    if is_leader(unit):
        return Terms(unit.hex, points, None, _unsafe(w, side), nowhere(w), ends=seats(w, unit))
    pace, special = gait(unit), (j for j in special_ways(w, unit.hex) if special_bar(w, unit, j) == "")
    stride = Stride(pace, weather(w), rail_map(w, side) if pace.mot else b"", tuple(special) if points else ())
    foes = foe_map(w, side, is_combat_unit(unit))
    return Terms(unit.hex, points, stride, foes, halts(w, side), barred_ground(w, unit))


@remembered(Place, Steps)
def halts(w: World, side: Side) -> bytes:
    """For every hex, 1 if the units of a side stop there: in an enemy zone, the Axis also with partisans (4.0, 16)."""
    out = bytearray(zone_map(w, side.other))
    for i in partisans(w) if side is Side.AXIS else ():
        out[i] = 1
    return bytes(out)


PLAY = (Clock, Impulse, JointAttacks, CombatPhase, AutomaticVictory, IceRoadUse, Flags)
STANDING = (Place, Steps, SupplyState, Marched, Assignment, Rebasing, Engagement)


def circumstances(w: World, side: Side) -> tuple[object, ...]:
    """What all moves, journeys and attacks of a side depend on: what lies on the table, the weather, enemies, zones of
    either side and own railways hex by hex, partisans, who closes the ice road, and who is in Finland."""
    return (
        w.values(PLAY),
        weather(w),
        *(foe_map(w, side, storms) for storms in (True, False)),
        *(zone_map(w, s) for s in Side),
        rail_map(w, side),
        frozenset((i, is_second_stage(band)) for i, band in partisans(w).items()),
        *(army_at(w, gate) for gate in w.board.named(rules(w).ice_road.gate)),
        germans_in_finland(w),
    )


# -- Kerch and the ice road -----------------------------------------------------------------------------


def special_ways(w: World, index: int) -> tuple[int, ...]:
    """Where the strait or the ice road leads to from a hex."""
    return tuple(next(j for j in ends if j != index) for ends in (strait(w), ice_ends(w)) if index in ends)


def special_bar(w: World, unit: Unit, there: int) -> str:
    """Why a unit may not take the strait or the ice road from where it starts: a sentence, or ""."""
    zones = zone_map(w, unit.type.side.other)
    if there in strait(w):
        if weather(w) in rules(w).kerch.closed:
            return f"no unit may cross the Strait of Kerch in {weather_words(weather(w))}"
        if zones[unit.hex] and zones[there]:
            return "no unit may cross the Strait of Kerch from one enemy zone of control to another"
        return ""
    return "only Soviet units may use the ice road" if unit.type.side is Side.AXIS else ice_shut(w)


def ice_shut(w: World) -> str:
    """Why the ice road is closed now: a sentence, or "" (6.3)."""
    road = rules(w).ice_road
    if weather(w) not in road.weather:
        return "Lake Ladoga is frozen only in Snow"
    if is_ice_gate_shut(w):
        gate = " and ".join(named(w, i) for i in w.board.named(road.gate))
        return f"an enemy zone of control covers {gate}, the end of the ice road"
    if len(w[IceRoadUse].units) >= road.units:
        return "a unit has already used the ice road this impulse"
    return ""


# -- the steps out of a hex -----------------------------------------------------------------------------


@remembered()
def net_for(w: World, stride: MovementClass, sky: str) -> Lazy[int, NetRow]:
    """The steps of units of one gait in one weather.  The strait is no step of it."""

    def row(index: int) -> NetRow:
        found = [(j, entry(w, index, j, stride, sky)) for j in open_net(w)[index]]
        return tuple((j, way) for j, way in found if way is not None)

    return Lazy(row)


def entry(w: World, a: int, b: int, stride: MovementClass, sky: str) -> int | None:
    """How a unit enters a hex from the one next to it: on, to stop there, or to stop unless on its own railway; None:
    not at all (6.1, 6.4)."""
    sides, word, line = between(w, a, b).values(), ground_word(w, b), terrain(w, b)
    if word in stride.shunned or (line.weather and sky not in line.weather) or any(row.narrow for row in sides):
        return None
    if line.frozen and sky == "Snow":
        line = rules(w).terrain["clear"]
    way = line.mot if stride.mot else line.foot
    if stride.mountaineer and line.mountaineers:
        way = "free"
    if way == "never" or (way == "rail" and not has_rail(w, a, b)):
        return None
    if any(sky in row.stops(stride.mot) for row in sides):
        return STOP
    if way == "free":
        return GO
    return STOP_OFF_RAIL if way == "stop" and line.rail_free and has_rail(w, a, b) else STOP


def can_enter(w: World, unit: Unit, a: int, b: int) -> bool:
    """May a unit of its class go from a hex into the one next to it at all, enemies and stacks apart?  For retreats and
    advances: never over sea, lake or strait."""
    return b in enterable(w, unit, a)


def enterable(w: World, unit: Unit, here: int) -> set[int]:
    """Hexes next to one that a unit of its class can enter from there."""
    barred = barred_ground(w, unit)
    return {j for j, _ in net_for(w, gait(unit), weather(w))[here] if j not in barred}


# -- reach ------------------------------------------------------------------------------------------------


def ways(w: World, walk: Terms) -> Callable[[int, bool, int], Iterable[Way]]:
    """The steps out of a hex on some terms.  Field Marshals and Dictators go through safe hexes of their side (14)."""
    stride, start = walk.stride, walk.start
    if stride is None:
        over = land_net(w)
        return lambda here, _, spent: [(j, 1, False, False) for j in over[here]]
    net, rails = net_for(w, stride.gait, stride.weather), stride.rails
    mired = terrain(w, start).one_hex

    def out_of(here: int, _: bool, spent: int) -> list[Way]:
        first = here == start
        found: list[Way] = [
            (j, 1, False, way == STOP or (way == STOP_OFF_RAIL and not (rails[here] and rails[j])) or (mired and first))
            for j, way in net[here]
        ]
        return found + [(j, walk.points, False, True) for j in stride.special] if first else found

    return out_of


@remembered(Place, Steps, Ground)
def _unsafe(w: World, side: Side) -> bytes:
    """For every hex, 1 if no leader of a side may go there: not its own, or in an enemy zone without its army."""
    foes, zones, held = foe_map(w, side, False), zone_map(w, side.other), armies(w)
    own = (i for i, ground in enumerate(w.ground) if ground.control is side and not foes[i])
    safe = {i for i in own if not zones[i] or held.get(i) is side}
    return bytes(i not in safe for i in range(len(foes)))


def is_seat(w: World, unit: Unit, index: int) -> bool:
    """May a leader stay in a hex: a Field Marshal only with a combat unit or in a city of his side (14.2)?"""
    return index in seats(w, unit)


def seats(w: World, unit: Unit) -> frozenset[int]:
    """All hexes in which a leader may stay, room and safety aside."""
    return _seats(w, unit.type.side) if letter(unit) == "FM" else _whole_map(w)


@remembered()
def _whole_map(w: World) -> frozenset[int]:
    return frozenset(range(len(w.board.hexes)))


@remembered(Place, Steps, Ground)
def _seats(w: World, side: Side) -> frozenset[int]:
    manned = (i for i, who in armies(w).items() if who is side)
    return frozenset((*manned, *(i for i in cities(w) if holder(w, i) is side)))


# -- who may move -----------------------------------------------------------------------------------------


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot begin to move."""
    name, word = unit.type.long_name, letter(unit)
    if not w.phase.startswith("move"):
        return Refusal("no-movement", "Units move only in the movement segment of an impulse.", "3.0")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.0")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "6.0")
    if word in ("AIR", "BASE", "PT"):
        return Refusal("no-legs", f"{name} does not move on the ground.", "6.0")
    if unit[Marched].moved:
        return Refusal("moved", f"{name} has already moved this impulse.", "6.0")
    return _held_fast(w, unit)


def _held_fast(w: World, unit: Unit) -> Refusal | None:
    name = unit.type.long_name
    if impulse(w) == 2 and is_locked(w, unit):
        return Refusal("locked", f"{name} is locked in a raging battle and stays to fight again.", "10.6")
    if unit.entity in w[AutomaticVictory].units:
        return Refusal("victor", f"{name} won an automatic victory and cannot move.", "9.4")
    if mobility(unit) == "fixed" or not ma(unit):
        return Refusal("immobile", f"{name} never leaves its city.", "1.3")
    if not is_leader(unit) and scorekeeping.has_flag(w, leaderless(unit.type.side)):
        return Refusal("leaderless", "No unit may move in the impulse after the Dictator is lost.", "14.15")
    return None


def is_locked(w: World, unit: Unit) -> bool:
    """Is the unit one of the attackers in a battle that continues in the Second Impulse (10.6)?"""
    return any(unit.entity in attackers for _, attackers in w[JointAttacks].locked)


# -- moving -------------------------------------------------------------------------------------------------


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    iced = not is_leader(unit) and {unit.hex, step.hex} == set(ice_ends(w)) and len(step.path) == 2
    make_move(w, unit, step.path, "move", "6.3" if iced else "6.0", hexes=len(step.path) - 1)
    if iced:
        w.mark(IceRoadUse, w.table, units=tuple(sorted((*w[IceRoadUse].units, unit.entity))))


def _sets_out(w: World, unit: Unit, hexes: tuple[int, ...]) -> None:
    if is_combat_unit(unit):
        supply.note(w, hexes, unit.type.side.other)


def _enters(w: World, unit: Unit, index: int, last: bool) -> None:
    """A combat unit takes every hex it enters and drives out what cannot fight (4.1, 9.5)."""
    if is_combat_unit(unit):
        capture(w, unit, index)


# -- refusals -----------------------------------------------------------------------------------------------


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    if foe_map(w, unit.type.side, is_combat_unit(unit))[there]:
        return Refusal("enemy-occupied", f"{named(w, there)} is in enemy hands.", "6.0")
    if there in reach(w, unit):
        return no_room(w, unit, there)
    if is_leader(unit):
        return _no_seat(w, unit, there)
    return closed_to(w, unit, there) or _no_way(w, unit, there) or _too_far(w, unit, there)


def _no_seat(w: World, unit: Unit, there: int) -> Refusal:
    if not is_seat(w, unit, there):
        words = f"{unit.type.long_name} must end its move with a combat unit or in a friendly city."
        return Refusal("no-seat", words, "14.2")
    words = f"{unit.type.long_name} may move at most {allowance(w, unit)} hexes, and only through safe friendly hexes."
    return Refusal("too-far", words, "14.2" if letter(unit) == "FM" else "14.0")


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a hex cannot be entered from the unit's hex, or by any way; None if it is only too far."""
    if there in special_ways(w, unit.hex):
        words, rule = special_bar(w, unit, there), "6.2" if there in strait(w) else "6.3"
        if words:
            return Refusal(
                "strait" if rule == "6.2" else "ice-road", f"{unit.type.long_name} cannot move: {words}.", rule
            )
    near = there in w.board.neighbours[unit.hex]
    if near and is_closed(w, unit.hex, there):
        return Refusal("water-between", "A lake or the sea separates these hexes.", "6.1")
    stride, name = gait(unit), named(w, there)
    word, row = ground_word(w, there), terrain(w, there)
    reason, mire = word.replace("_", "-"), word.replace("_", " ").title()
    if word in stride.shunned or (stride.mot and row.mot == "never"):
        return Refusal(reason, f"{unit.type.long_name} may never enter the {mire}.", "6.4")
    if row.weather and weather(w) not in row.weather:
        return Refusal(reason, f"Units may enter the {mire} only in {' and '.join(row.weather)}.", "6.4")
    if stride.mot and near and entry(w, unit.hex, there, stride, weather(w)) is None:
        return Refusal(
            "no-railway", f"{name} is {word}. {unit.type.long_name} may enter it only along a railway.", "6.1"
        )
    return None


def _too_far(w: World, unit: Unit, there: int) -> Refusal:
    """What ends the unit's move short of the hex: a zone, river or ground on a way that would be short enough."""
    points, steps, name = allowance(w, unit), reach(w, unit), named(w, there)
    short = [steps[j] for j in w.board.neighbours[there] if j in steps and steps[j].cost < points]
    for step in short:
        if zone_map(w, unit.type.side.other)[step.hex]:
            words = f"{name} is out of reach: the enemy zone of control at {named(w, step.hex)} ends the move."
            return Refusal("zone-stop", words, "4.0")
    for step in short:
        before, last = step.path[-2:]
        if any(weather(w) in row.stops(gait(unit).mot) for row in between(w, before, last).values()):
            sky = weather_words(weather(w))
            words = f"{name} is out of reach: in {sky} the river before {named(w, last)} ends the move."
            return Refusal("river-stop", words, "6.1")
        if entry(w, before, last, gait(unit), weather(w)) != GO:
            words = f"{name} is out of reach: the {_words(w, last)} at {named(w, last)} ends the move."
            return Refusal("terrain-stop", words, "6.1")
    size = f"{points} hex{'es' if points != 1 else ''}"
    return Refusal("too-far", f"{name} is too far. {unit.type.long_name} can move only {size} this impulse.", "6.0")


def _words(w: World, index: int) -> str:
    return ground_word(w, index).replace("_", " ")


def _depends(w: World, unit: Unit) -> object:
    """Leaders also depend on who controls what: their orders are not remembered."""
    known = not is_leader(unit)
    return (marches.circumstances(w, unit.type.side), marches.standing(w, unit), full_hexes(w, unit)) if known else None


MARCH = MarchRules(
    Journey(Move, strange, cannot_move, cannot_march_to, "6.0"),
    terms,
    ways,
    _march,
    _enters,
    _sets_out,
    room=lambda w, unit, ends: ends - full_hexes(w, unit),
    depends=_depends,
    circumstances=circumstances,
    standing=STANDING,
)
