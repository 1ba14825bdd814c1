"""Chapters 7.0 and 8: transport by rail and by sea: who goes, and where to."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.commands import MoveByRail, Sail
from ecs.core.components import Engagement, Ground, Marched, Place, Rebasing, Side, Steps, SupplyState, Transport
from ecs.core.dice import roll
from ecs.core.events import Cause, Rolled
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.unit_names import weather_words
from ecs.core.view import CalculationLine, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side, weather
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory
from ecs.rulesets.russia_besieged.data.ground_tables import Mission
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import (
    SUPPLIED,
    is_army,
    is_combat_unit,
    is_gun,
    is_leader,
    is_second_stage,
    letter,
    ma,
    mobility,
    state,
)
from ecs.rulesets.russia_besieged.ground.air_drops import fields, ready_in_range
from ecs.rulesets.russia_besieged.ground.control import retaken
from ecs.rulesets.russia_besieged.ground.movement import cannot_move, is_seat, seats
from ecs.rulesets.russia_besieged.ground.occupancy import (
    LIMITS,
    barred_ground,
    blocked_map,
    closed_to,
    foe_map,
    holder,
    no_room,
    partisans,
    zone_map,
)
from ecs.rulesets.russia_besieged.ground.railways import open_rails, usable_rail
from ecs.rulesets.russia_besieged.ground.removal import eliminate, lose_step, room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import region
from ecs.systems import scorekeeping
from ecs.systems.marches import make_move
from ecs.systems.movement import Journey
from ecs.systems.network import unmarked
from ecs.systems.rail import RailRules, Railways
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import label, named
from ecs.systems.trains import note_voyage, room_left

# -- Chapter 7.0: rail transport: who goes, and where to. ------------------------------------------------------------

PHASE = "move1"


def weight(unit: Unit) -> int:
    """What a unit counts on the railway; leaders and air groups go free."""
    if not is_combat_unit(unit) and not is_gun(unit):
        return 0
    return calendar.rail_weight(letter(unit), is_army(unit))


# -- who may board ----------------------------------------------------------------------------------------


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-rail", "Units may go by rail only in the movement segment of the First Impulse.", "7.0")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.0")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "7.0")
    if (
        letter(unit) in ("BASE", "PT")
        or mobility(unit) == "fixed"
        or ((is_combat_unit(unit) or is_gun(unit)) and not ma(unit))
    ):
        return Refusal("immobile", f"{name} cannot go by rail.", "7.0")
    if unit[Marched].moved or unit[Rebasing].based:
        return Refusal("moved", f"{name} has already moved this impulse.", "7.0")
    return _kept_back(w, unit) or _no_train(w, unit)


def _kept_back(w: World, unit: Unit) -> Refusal | None:
    name = unit.type.long_name
    if unit.entity in w[AutomaticVictory].units:
        return Refusal("victor", f"{name} won an automatic victory and cannot move.", "9.4")
    if state(unit) != SUPPLIED:
        return Refusal("unsupplied", f"{name} is out of supply.", "13.1")
    return None


def _no_train(w: World, unit: Unit) -> Refusal | None:
    name, side = unit.type.long_name, unit.type.side
    load, left = weight(unit), room_left(w, side)
    if load > left:
        return Refusal("trains-used", f"Rail capacity left: {left}. {name} needs {load}.", "7.0")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} is in an enemy zone of control.", "7.0")
    if side is Side.AXIS and any(is_second_stage(partisans(w)[j]) for j in _beside(w, unit.hex)):
        return Refusal("partisans", f"Partisans next to {name} stop the trains.", "16.5")
    if not open_rails(w, side)[unit.hex]:
        return Refusal("no-railway", f"{name} is not on a railway open to its side.", "7.0")
    return None


def _beside(w: World, index: int) -> list[int]:
    return [j for j in w.board.neighbours[index] if j in partisans(w)]


# -- where to ---------------------------------------------------------------------------------------------


def stops(w: World, side: Side) -> bytes:
    """For every hex, 1 if it lies in no enemy zone."""
    return unmarked(zone_map(w, side.other))


RAILWAYS = Railways(open_rails, stops)


def off_map(w: World, unit: Unit) -> tuple[int, ...]:
    """Rail heads to which a unit on one of the same map edge may go round off the map, as its whole move (7.0)."""
    usable = open_rails(w, unit.type.side)
    for names in rules(w).rail.exits.values():
        edge = w.board.spots(names)
        if unit.hex in edge:
            return tuple(sorted(i for i in edge if i != unit.hex and usable[i]))
    return ()


def _room(w: World, unit: Unit, ends: frozenset[int]) -> frozenset[int]:
    """Aircraft need a base; Field Marshals need troops or a city."""
    if letter(unit) == "AIR":
        return ends & _bases(w, unit.type.side)
    return ends & seats(w, unit) if is_leader(unit) else ends


@remembered(Place, Steps, Ground)
def _bases(w: World, side: Side) -> frozenset[int]:
    """Hexes with room for one more air group."""
    return frozenset(fields(w, side))


def _is_berth(w: World, unit: Unit, index: int) -> bool:
    """May a counter that does not fight stay there: aircraft on a base, a Field Marshal with troops or in a city?"""
    if letter(unit) == "AIR":
        return room_for_air(w, unit.type.side, index) > 0
    return not is_leader(unit) or is_seat(w, unit, index)


def _hexes(w: World, path: tuple[int, ...]) -> int:
    """Guns that came by train do not fire, however near (12)."""
    return max(len(path) - 1, rules(w).artillery.moved + 1)


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    side, shut = unit.type.side, barred_ground(w, unit)
    numbers = RAILWAYS.lines(w, side, shut)
    if there in shut:
        return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.long_name} now.", "21.0")
    if usable_rail(w, side)[there] and holder(w, there) is not side:
        words = f"{named(w, there)} is in enemy hands, though empty. Trains run only where a friendly unit has been."
        return Refusal("not-yours", words, "7.0")
    if zone_map(w, side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} is in an enemy zone of control.", "7.0")
    if not numbers[there] or (numbers[there] != numbers[unit.hex] and there not in off_map(w, unit)):
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7.0")
    if not _is_berth(w, unit, there):
        if is_leader(unit):
            words = f"{unit.type.long_name} must end its move with a combat unit or in a friendly city."
            return Refusal("no-seat", words, "14.2")
        return Refusal("no-base", f"{named(w, there)} has no room for an air group.", "11.1")
    return no_room(w, unit, there)


RAIL = RailRules(
    Journey(MoveByRail, strange, cannot_board, cannot_alight, "7.0"),
    RAILWAYS,
    capacity=lambda w, side: calendar.rail_capacity(side, w.clock.turn),
    weight=weight,
    room=_room,
    shut=barred_ground,
    off_map=off_map,
    hexes=_hexes,
    remembers=lambda unit: is_combat_unit(unit) or is_gun(unit),
)

# -- Chapter 8: sea transport: who is shipped where, who lands, and who drowns. --------------------------------------

TRANSPORT, INVASION, EVACUATION = "transport", "invasion", "evacuation"
COAST = {"Black": "invasion_coast"}
LANDED = "landing-axis"
RULES = {TRANSPORT: "8.3", INVASION: "8.4", EVACUATION: "8.6"}


class Voyage(NamedTuple):
    """A voyage worked out: what kind on which sea, the lowest die that succeeds (0: no roll), modifiers by line."""

    sea: str
    mission: str
    need: int
    lines: tuple[CalculationLine, ...]

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return sum(line.value for line in self.lines)


# -- seas and ports ---------------------------------------------------------------------------------------


@remembered()
def harbours(w: World) -> dict[str, tuple[int, ...]]:
    """Ports, by sea (8.0)."""
    return {sea: tuple(sorted(w.board.spots(ports))) for sea, ports in rules(w).sea.ports.items()}


def sea_at(w: World, index: int) -> str:
    """The sea a port lies on; "" if the hex is no port."""
    return next((sea for sea, ports in harbours(w).items() if index in ports), "")


def is_frozen(w: World, index: int) -> bool:
    """Is a port closed by ice in this impulse (8.1)?"""
    return weather(w) in rules(w).sea.shut_weather and index in _northern_ports(w)


@remembered()
def _northern_ports(w: World) -> frozenset[int]:
    return frozenset(w.board.spots(rules(w).sea.shut))


def is_port(w: World, side: Side, index: int) -> bool:
    """Is it a port of a side that ships can use now?"""
    return bool(sea_at(w, index)) and holder(w, index) is side and not is_frozen(w, index)


def capacity(w: World, side: Side, sea: str) -> int:
    """Units a side may ship on a sea in this player turn."""
    ports = w.board.spots(rules(w).sea.regained.ports)
    again = any(holder(w, i) is Side.SOVIET and scorekeeping.has_flag(w, retaken(w, i)) for i in ports)
    return calendar.sea_capacity(side, sea, w.clock.turn, regained=again)


def shipped(w: World, word: str, sea: str) -> int:
    """Units that have gone by sea in this player turn: "sea", or "evacuation" out of a port in danger."""
    return sum(1 for entry in w[Transport].voyages if entry.startswith(f"{word}:{sea}"))


def mission_table(w: World, mission: str) -> Mission:
    """The rolls that a mission needs."""
    sea = rules(w).sea
    return {TRANSPORT: sea.transport, INVASION: sea.invasion, EVACUATION: sea.evacuation}[mission]


# -- who sails ----------------------------------------------------------------------------------------------


def cannot_embark(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot go by sea now."""
    name, side = unit.type.long_name, unit.type.side
    refusal = cannot_move(w, unit)
    if refusal is not None and refusal.reason != "leaderless":
        return refusal
    if not w.phase.startswith("move1"):
        return Refusal("first-impulse", "Ships sail only in the First Impulse.", "8.0")
    word = letter(unit)
    if not is_combat_unit(unit) or word in rules(w).sea.never or (word == "A" and is_army(unit)):
        return Refusal("not-by-sea", f"{name} cannot go by sea.", "8.1")
    if state(unit) != SUPPLIED:
        return Refusal("out-of-supply", f"{name} is out of supply.", "8.1")
    sea = sea_at(w, unit.hex)
    if not sea or holder(w, unit.hex) is not side:
        return Refusal("no-port", f"{name} is not in a friendly port.", "8.1")
    if is_frozen(w, unit.hex):
        return Refusal("ice", f"{named(w, unit.hex)} is icebound.", "8.1")
    most = capacity(w, side, sea)
    if not most:
        return Refusal("no-ships", "You have no ships on this sea now.", "8.0")
    if is_endangered(w, side, unit.hex):
        return _no_evacuation(w, unit, sea)
    if shipped(w, "sea", sea) >= most:
        return Refusal("ships-used", f"No more units may sail on this sea this turn (limit {most}).", "8.0")
    return None


def _no_evacuation(w: World, unit: Unit, sea: str) -> Refusal | None:
    most, done = rules(w).sea.evacuated, shipped(w, EVACUATION, sea)
    if done >= most or done > shipped(w, EVACUATION, f"{sea}:{label(w, unit.hex)}"):
        return Refusal("ships-used", f"On each sea {most} units a turn may be evacuated, all from one port.", "8.6")
    return None


def is_endangered(w: World, side: Side, index: int) -> bool:
    """Does a port lie in an enemy zone, so that it is left by evacuation only (8.1)?"""
    return bool(zone_map(w, side.other)[index])


# -- where to ---------------------------------------------------------------------------------------------------


def voyages(w: World, unit: Unit) -> dict[int, str]:
    """Where a unit in a port may be shipped, capacity permitting: board index -> mission."""
    side, sea = unit.type.side, sea_at(w, unit.hex)
    blocked, leaves = blocked_map(w, side), is_endangered(w, side, unit.hex)
    mission, foes = EVACUATION if leaves else TRANSPORT, foe_map(w, side)
    out: dict[int, str] = {}
    if sea in mission_table(w, mission).of(side):
        ports = (i for i in harbours(w)[sea] if i != unit.hex and is_port(w, side, i) and not foes[i])
        out = {i: mission for i in ports if leaves or not blocked[i]}
    if not leaves and cannot_land(w, unit, sea) is None:
        for i in beaches(w, sea):
            if i != unit.hex and not foes[i] and not is_frozen(w, i):
                out.setdefault(i, INVASION)
    return {i: out[i] for i in sorted(out)}


@remembered()
def beaches(w: World, sea: str) -> tuple[int, ...]:
    """Hexes on a sea where troops may be put ashore (12.6)."""
    return tuple(sorted(region(w, COAST[sea]))) if sea in COAST else ()


def cannot_land(w: World, unit: Unit, sea: str) -> Refusal | None:
    """Why a unit may not invade (8.4)."""
    table, side = rules(w).landing, unit.type.side
    if sea not in rules(w).sea.invasion.of(side):
        return Refusal("no-invasion", "You cannot invade on this sea.", "8.4")
    if letter(unit) not in table.classes:
        return Refusal("not-marines", f"{unit.type.long_name} cannot land on open coast.", "8.4")
    if weather(w) not in table.weather:
        return Refusal("weather", f"Units cannot land on open coast in {weather_words(weather(w))}.", "8.4")
    if sum(word.startswith(INVASION) for word in w[Transport].voyages) >= table.units:
        return Refusal("landed", f"No more units may land on open coast this turn (limit {table.units}).", "8.4")
    most = table.axis_game if side is Side.AXIS else table.year
    if scorekeeping.count(w, _landings(w, side)) >= most:
        span = "game" if side is Side.AXIS else "year"
        return Refusal("no-more-landings", f"You may land on open coast at most {most} times a {span}.", "8.4")
    return None


def _landings(w: World, side: Side) -> Count:
    """Name of the count of invasions: the Axis ones of the game, the Soviet ones of the year."""
    return Count(LANDED if side is Side.AXIS else f"landing-soviet-{calendar.year_of(w.clock.turn)}")


def voyage(w: World, unit: Unit, there: int) -> Voyage | None:
    """The voyage to a hex, worked out for the planner and the dice; None if there is none."""
    mission = voyages(w, unit).get(there)
    if mission is None:
        return None
    table, side, sea = rules(w).sea, unit.type.side, sea_at(w, unit.hex)
    need, lines = mission_table(w, mission).of(side)[sea], []
    if need:
        foes = len(ready_in_range(w, side.other, (unit.hex, there)))
        if foes:
            lines.append(CalculationLine("Enemy aircraft in range", max(table.air_most, table.air * foes), "8.2"))
        zones = zone_map(w, side.other)
        if not zones[unit.hex] and not zones[there]:
            lines.append(CalculationLine("Clear of enemy zones", table.clear_water, "8.2"))
    return Voyage(sea, mission, need, tuple(lines))


def goals(w: World, unit: Unit) -> list[int]:
    """Where a unit in a port may be shipped now."""
    return LIMITS.with_room(w, unit, voyages(w, unit), barred_ground(w, unit))


def sail(w: World, command: Sail) -> None:
    """Ship the unit and roll for what happens at sea (8.2)."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    trip = voyage(w, unit, there)
    if trip is None:
        return
    start, rule = unit.hex, RULES[trip.mission]
    words = [f"{EVACUATION}:{trip.sea}:{label(w, start)}" if trip.mission == EVACUATION else f"sea:{trip.sea}"]
    if trip.mission == INVASION:
        words.append(f"{INVASION}:{trip.sea}")
        scorekeeping.add(w, _landings(w, unit.type.side))
    note_voyage(w, *words)
    die = _throw(w, unit, trip, there) if trip.need else 0
    arrives = die + trip.modifier >= trip.need
    if trip.need and (die <= rules(w).sea.lost or (not arrives and trip.mission == INVASION)):
        eliminate(w, unit, Cause.AT_SEA, "lost at sea", "8.2")
        return
    make_move(w, unit, (start, there), "sea", rule)
    ashore = trip.mission == INVASION
    w.mark(Engagement, unit, landed=trip.mission == EVACUATION)
    w.mark(SupplyState, unit, dropped=ashore)
    for _ in range(0 if arrives else rules(w).sea.failed):
        lose_step(w, unit, Cause.AT_SEA, "hit at sea", "8.2")


def _throw(w: World, unit: Unit, trip: Voyage, there: int) -> int:
    table = rules(w).sea
    die = roll(w, table.faces)
    where = (label(w, unit.hex), label(w, there))
    w.emit(
        Rolled(
            where=where,
            rule="8.2",
            what="sea",
            faces=(die,),
            errand=trip.mission,
            unit=unit.id,
            hex=where[1],
            modifier=trip.modifier,
            least=trip.need,
        )
    )
    return die


def cannot_disembark(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not be put ashore in a hex."""
    if there in voyages(w, unit):
        return closed_to(w, unit, there) or no_room(w, unit, there)
    return _no_voyage(w, unit, there)


def _no_voyage(w: World, unit: Unit, there: int) -> Refusal:
    side, sea, name = unit.type.side, sea_at(w, unit.hex), named(w, there)
    if is_frozen(w, there):
        return Refusal("ice", f"{name} is icebound.", "8.1")
    if foe_map(w, side)[there]:
        return Refusal("enemy-occupied", f"{name} is in enemy hands.", "8.0")
    if there not in harbours(w)[sea] and there not in beaches(w, sea):
        return Refusal("no-voyage", f"{name} is neither a port nor a landing place on this sea.", "8.0")
    if is_endangered(w, side, unit.hex):
        return Refusal("evacuation", f"Ships from {named(w, unit.hex)} may sail only to friendly ports.", "8.6")
    if there in beaches(w, sea) and not (holder(w, there) is side and there in harbours(w)[sea]):
        refusal = cannot_land(w, unit, sea)
        if refusal is not None:
            return refusal
    if holder(w, there) is side and there in harbours(w)[sea]:
        return Refusal("port-in-zone", f"{name} is in an enemy zone of control, with no friendly unit there.", "8.3")
    return Refusal("no-voyage", f"{name} is not a friendly port.", "8.3")


BY_SEA = Journey(Sail, strange, cannot_embark, cannot_disembark, "8.0", goals)
sail_commands, judge_sail = BY_SEA.commands, BY_SEA.judge
ORDERS = (Handler(Sail, sail, judge_sail),)
