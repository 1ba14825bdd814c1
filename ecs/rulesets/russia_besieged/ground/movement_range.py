"""Chapters 6.0-6.4: how far a unit gets, and by what path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

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
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import impulse, weather
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, IceRoadUse, Impulse, JointAttacks
from ecs.rulesets.russia_besieged.data.tables import rules, tables
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
from ecs.rulesets.russia_besieged.ground.occupancy import (
    armies,
    army_at,
    barred_ground,
    foe_map,
    germans_in_finland,
    holder,
    partisans,
)
from ecs.rulesets.russia_besieged.ground.removal import leaderless
from ecs.rulesets.russia_besieged.ground.terrain import (
    NORTHERN_SWAMP,
    ground_word,
    has_rail,
    ice_ends,
    is_city,
    land_net,
    line_between,
    open_net,
    rail_map,
    strait,
)
from ecs.rulesets.russia_besieged.ground.zones_and_stacking import zone_map
from ecs.systems import scorekeeping
from ecs.systems.movement import Terms, Way, nowhere
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
    """Which column of the terrain chart a unit reads.

    ``mot``: on wheels; ``mountaineer``: class M; ``heavy``: a class that never enters the Northern Swamp.
    """

    mot: bool
    mountaineer: bool
    heavy: bool


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
    return MovementClass(mobility(unit) == "mot", letter(unit) == "M", letter(unit) in tables().northern_swamp.banned)


def terms(w: World, unit: Unit) -> Terms:
    """The terms on which a unit moves now."""
    side, points = unit.type.side, allowance(w, unit)
    if is_leader(unit):
        return Terms(unit.hex, points, None, _unsafe(w, side), nowhere(w), ends=seats(w, unit))
    pace, special = gait(unit), (j for j in special_ways(w, unit.hex) if special_bar(w, unit, j) == "")
    stride = Stride(pace, weather(w), rail_map(w, side) if pace.mot else b"", tuple(special) if points else ())
    foes = foe_map(w, side, is_combat_unit(unit))
    return Terms(unit.hex, points, stride, foes, halts(w, side), barred_ground(w, unit))


def halts(w: World, side: Side) -> bytes:
    """Of every hex, 1 if the units of a side stop there: in an enemy zone, the Axis also with partisans (4.0, 16)."""

    def make() -> bytes:
        out = bytearray(zone_map(w, side.other))
        for i in partisans(w) if side is Side.AXIS else ():
            out[i] = 1
        return bytes(out)

    return w.lasting(("halts", side), (Place, Steps), make)


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
            return f"nobody crosses the Strait of Kerch in {weather(w)}"
        if zones[unit.hex] and zones[there]:
            return "nobody crosses the Strait of Kerch out of an enemy zone of control into another"
        return ""
    return "only Soviet units take the ice road" if unit.type.side is Side.AXIS else ice_shut(w)


def ice_shut(w: World) -> str:
    """Why the ice road is closed now: a sentence, or "" (6.3)."""
    road = rules(w).ice_road
    if weather(w) not in road.weather:
        return "Lake Ladoga is frozen in Snow only"
    if is_ice_gate_shut(w):
        gate = " and ".join(named(w, i) for i in w.board.named(road.gate))
        return f"an enemy zone of control covers {gate}, the end of the ice road, and no Soviet unit holds it"
    if len(w[IceRoadUse].units) >= road.units:
        return "a unit has taken the ice road in this impulse"
    return ""


def is_ice_gate_shut(w: World) -> bool:
    """Does an Axis zone close the ice road, for supply as well (6.3)?"""
    gates, zones = w.board.named(rules(w).ice_road.gate), zone_map(w, Side.AXIS)
    return any(army_at(w, i) is not Side.SOVIET and (zones[i] or army_at(w, i) is Side.AXIS) for i in gates)


# -- the steps out of a hex -----------------------------------------------------------------------------


class MovementGraph(dict[int, NetRow]):
    """Of every hex, the steps out of it, worked out when first asked for.  The strait is no step of it."""

    def __init__(self, w: World, stride: MovementClass, sky: str) -> None:
        super().__init__()
        self._w, self._stride, self._sky = w, stride, sky

    def __missing__(self, index: int) -> NetRow:
        found = [(j, entry(self._w, index, j, self._stride, self._sky)) for j in open_net(self._w)[index]]
        row = tuple((j, way) for j, way in found if way is not None)
        self[index] = row
        return row


def net_for(w: World, stride: MovementClass, sky: str) -> MovementGraph:
    """The steps of units of one gait in one weather."""
    return w.keep(("net", stride, sky), lambda: MovementGraph(w, stride, sky))


def entry(w: World, a: int, b: int, stride: MovementClass, sky: str) -> int | None:
    """How a unit enters a hex from the one next to it: on, to stop there, or to stop unless on its own railway; None:
    not at all (6.1, 6.4)."""
    table, water, word = rules(w), line_between(w, a, b), ground_word(w, b)
    if water == "strait" or (word == NORTHERN_SWAMP and (stride.heavy or sky not in table.northern_swamp.weather)):
        return None
    line = table.terrain[word]
    if line.frozen and sky == "Snow":
        line = table.terrain["clear"]
    way = line.mot if stride.mot else line.foot
    if stride.mountaineer and line.mountaineers:
        way = "free"
    if way == "never" or (way == "rail" and not has_rail(w, a, b)):
        return None
    if water == "river" and sky in (table.river.mot if stride.mot else table.river.foot):
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
    mired = ground_word(w, start) == NORTHERN_SWAMP and rules(w).northern_swamp.hexes_entered > 0

    def out_of(here: int, _: bool, spent: int) -> list[Way]:
        first = here == start
        found: list[Way] = [
            (j, 1, False, way == STOP or (way == STOP_OFF_RAIL and not (rails[here] and rails[j])) or (mired and first))
            for j, way in net[here]
        ]
        return found + [(j, walk.points, False, True) for j in stride.special] if first else found

    return out_of


def _unsafe(w: World, side: Side) -> bytes:
    """Of every hex, 1 if no leader of a side may go there: not its own, or in an enemy zone without its army."""

    def make() -> bytes:
        foes, zones, held = foe_map(w, side, False), zone_map(w, side.other), armies(w)
        own = (i for i, ground in enumerate(w.ground) if ground.control is side and not foes[i])
        safe = {i for i in own if not zones[i] or held.get(i) is side}
        return bytes(i not in safe for i in range(len(foes)))

    return w.lasting(("unsafe", side), (Place, Steps, Ground), make)


def is_seat(w: World, unit: Unit, index: int) -> bool:
    """May a leader stay in a hex: a Field Marshal only with a combat unit or in a city of his side (14.2)?"""
    return index in seats(w, unit)


def seats(w: World, unit: Unit) -> frozenset[int]:
    """All hexes a leader may stay in, as far as room and safety are not to blame."""
    side = unit.type.side
    if letter(unit) != "FM":
        return w.keep("everywhere", lambda: frozenset(range(len(w.board.hexes))))

    def make() -> frozenset[int]:
        cities = w.on_board("cities", lambda: tuple(i for i in range(len(w.board.hexes)) if is_city(w, i)))
        manned = (i for i, who in armies(w).items() if who is side)
        return frozenset((*manned, *(i for i in cities if holder(w, i) is side)))

    return w.lasting(("seats", side), (Place, Steps, Ground), make)
