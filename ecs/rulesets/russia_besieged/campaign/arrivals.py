"""Chapter 18: new units."""

from __future__ import annotations

from ecs.core.commands import Enter
from ecs.core.components import Clock, Ground, Place, Side, Steps
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign import leaders
from ecs.rulesets.russia_besieged.campaign.conversions import outlook
from ecs.rulesets.russia_besieged.campaign.replacements import RAISED
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side
from ecs.rulesets.russia_besieged.data.components import UNIT_MARKS
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import Arrival, arrivals, current_class, is_combat_unit, letter, parted
from ecs.rulesets.russia_besieged.ground.control import take_control
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, barred_ground, full_for, holder, no_room, zone_map
from ecs.rulesets.russia_besieged.ground.railways import out_of_war
from ecs.rulesets.russia_besieged.ground.supply import is_place_fed, on_rail
from ecs.rulesets.russia_besieged.ground.terrain import is_city, is_major
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike, Entry, Newcomer, bring_in, comes_now, entry_place
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named

WAITING = leaders.WAITING
BOXES = (WAITING, RAISED)
ROMANIA = "ROM"


# -- who comes ----------------------------------------------------------------------------------------------


def _is_due(w: World, unit: Unit) -> bool:
    return comes_now(w, unit) and not _waits_for_exit(w, unit)


def _waits_for_exit(w: World, unit: Unit) -> bool:
    """Does it come only after a country has left the war, which that country has not (11.4)?"""
    line = entries(w).get(unit.id)
    return line is not None and bool(line.gone) and not scorekeeping.has_flag(w, out_of_war(line.gone))


@remembered()
def entries(w: World) -> dict[str, Arrival]:
    """The line of the calendar each counter comes by."""
    return {name: line for line in arrivals().arrive for name, _ in parted(line.units)}


# -- where units come in ------------------------------------------------------------------------------------


def named_place(w: World, unit: Unit) -> int:
    """The place the scenario or the calendar names for a new unit; -1 if none, or none of the map.  Rebuilt units know
    none."""
    line, said = entries(w).get(unit.id), entry_place(w, unit)
    if said >= 0 and unit.place.box == WAITING:
        return said
    spot = w.board.spot(line.at) if line is not None and unit.place.box == WAITING else None
    return -1 if spot is None else spot


def entry_hexes(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes by which a unit comes in, room or not: own, free of enemy zones (18)."""
    kind, at = unit.type, named_place(w, unit)
    return _doors(w, Newcomer((kind.side, kind.nation, _word(unit), is_combat_unit(unit)), unit), at)


@per_position
def _doors(w: World, newcomer: Newcomer, at: int) -> tuple[int, ...]:
    unit = newcomer.unit
    if at >= 0 and _is_free(w, unit, at):
        return (at,)
    if letter(unit) == "V":
        return ()
    found = _axis_doors(w, unit) if unit.type.side is Side.AXIS else _soviet_doors(w, unit, at)
    shut = barred_ground(w, unit)
    return tuple(i for i in sorted(set(found)) if i not in shut and _is_free(w, unit, i))


def _word(unit: Unit) -> str:
    word = letter(unit)
    return current_class(unit) if unit.id in turncoats() else word if word in ("V", "FM") else ""


def turncoats() -> frozenset[str]:
    """Counters of a country that changed sides."""
    return frozenset(name for line in arrivals().arrive if line.gone == ROMANIA for name, _ in parted(line.units))


def _is_free(w: World, unit: Unit, index: int) -> bool:
    side = unit.type.side
    foes = army_at(w, index) is side.other or zone_map(w, side.other)[index]
    return holder(w, index) is side and not foes


def _axis_doors(w: World, unit: Unit) -> list[int]:
    found = list(w.board.spots(rules(w).arrive.doors.get(unit.type.nation, [])))
    return [i for i in found if is_place_fed(w, Side.AXIS, i)] if unit.type.nation == "GER" else found


def _soviet_doors(w: World, unit: Unit, at: int) -> list[int]:
    table = rules(w).arrive
    if unit.id in turncoats():
        return [h.index for h in w.board.hexes if h.nation == ROMANIA and is_city(w, h.index)]
    edge = list(w.board.spots(table.edge))
    if at >= 0:
        return edge
    cities = [
        i
        for i in _eastern_cities(w)
        if not is_combat_unit(unit) or scorekeeping.count(w, _door_word(w, i)) < table.city_units
    ]
    return edge + cities


@per_position
def _eastern_cities(w: World) -> tuple[int, ...]:
    """Soviet Major Cities in the east of the country on a railway that leads home (18)."""
    return tuple(i for i in _cities_of_the_east(w) if on_rail(w, Side.SOVIET, i))


@remembered(shared=True)
def _cities_of_the_east(w: World) -> tuple[int, ...]:
    east = rules(w).arrive.city_east_of
    fair = (h.index for h in w.board.hexes if h.owner == Side.SOVIET.value and h.col + 1 > east)
    return tuple(i for i in fair if is_major(w, i))


def _door_word(w: World, index: int) -> Count:
    return this_turn(f"in:{label(w, index)}")


# -- commands -----------------------------------------------------------------------------------------------


def _likeness(w: World, unit: Unit) -> tuple[object, ...]:
    own = unit.id if letter(unit) == "FM" else str(named_place(w, unit))
    return current_class(unit), unit[Steps].lost, unit.type.side, own, outlook(w, unit)


def _no_door(w: World, unit: Unit, index: int) -> Refusal:
    """Why a unit cannot come in by a hex."""
    if unit.type.side is Side.SOVIET and scorekeeping.count(w, _door_word(w, index)) >= rules(w).arrive.city_units:
        return Refusal("city-full", f"{named(w, index)} takes no more units this turn.", "18")
    at = named_place(w, unit)
    if at >= 0 and index != at:
        text = f"{unit.type.long_name} enters at {named(w, at)}, once no enemy is there."
        return Refusal("named-place", text, "18")
    text = f"{named(w, index)} is not a friendly entry hex for {unit.type.long_name} outside enemy zones."
    return Refusal("no-door", text, "18")


def enter(w: World, command: Enter) -> None:
    """Place the unit; it may act at once."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    edge = w.board.spots(rules(w).arrive.edge)
    if is_combat_unit(unit) and index in _eastern_cities(w) and index not in (*edge, named_place(w, unit)):
        scorekeeping.add(w, _door_word(w, index))
    source = "replacement" if unit.place.box == RAISED else "reinforcement"
    w.wipe(unit, UNIT_MARKS)
    if is_combat_unit(unit):
        take_control(w, index, unit.type.side)
    bring_in(w, unit, index, "18", source=source)


ENTRY = Entry(
    phase="arrive-",
    boxes=BOXES,
    rule="18",
    when="Reinforcements enter at the start of their side's turn.",
    nobody="this turn's reinforcements",
    turn_side=turn_side,
    alike=Alike(_likeness, (Place, Steps, Ground, Clock)),
    doors=entry_hexes,
    full=full_for,
    no_room=no_room,
    no_door=_no_door,
    is_due=_is_due,
)
waiting, BY_DOOR = ENTRY.waiting, ENTRY.journey(strange)
enter_commands, judge_enter = BY_DOOR.commands, BY_DOOR.judge
