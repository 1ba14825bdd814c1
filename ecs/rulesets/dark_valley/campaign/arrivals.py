"""Chapters 8.1, 8.2, 8.7: new units."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, Enter, Store
from ecs.core.components import Ground, Place, Replacements, Side, Steps, SupplyState, Withdrawals
from ecs.core.dice import roll
from ecs.core.events import Changed, Rolled
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import UNIT_MARKS, ChitInPlay
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground import railways, supply
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, LIMITS, army_at, full_for, no_room, zone_map
from ecs.rulesets.dark_valley.ground.removal import REMOVAL
from ecs.rulesets.dark_valley.ground.terrain import closed_country, is_place, romania, within
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike, Entry, Newcomer, bring_in, comes_now, entry_place
from ecs.systems.movement import Journey
from ecs.systems.network import joined, marked, net_along
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named
from ecs.systems.single_orders import Errand
from ecs.systems.stacking import in_box, units_at

WAITING, RESERVE = "arrived", "reserve"
BACK = this_turn("back")
GERMAN_PLACES = frozenset({"GER", "POL"})
SOVIET_UNION = "SOV"
BLUE = "blue_div"
BALKANS = frozenset({"ROM", "BUL"})


# -- who comes, and the end of the phase -----------------------------------------------------------


def _is_due(w: World, unit: Unit) -> bool:
    displaced = unit.place.box == "dead" and has(unit, "hq")  # it had nowhere to go (2.6)
    return comes_now(w, unit) or unit.place.box == "new" or displaced


def close_build(w: World) -> None:
    """The phase ends: unplaced Soviet units go to the reserve, points that cannot be kept are lost (8.3, 8.4, 8.7)."""
    if turn_side(w) is Side.SOVIET:
        for unit in waiting(w, Side.SOVIET):
            if may_be_stored(unit):
                w.mark(Place, unit, box=RESERVE)
        w.mark(Replacements, w.table, factors=min(w[Replacements].factors, rules(w).replace.save))
        return
    w.mark(Replacements, w.table, infantry=0, panzer=0, allies=0, hungary=0)
    w.mark(Withdrawals, w.table, orders=())


def _likeness(w: World, unit: Unit) -> tuple[str, ...]:
    own = unit.id if has(unit, "hq") else ""
    return current_class(unit), str(unit[Steps].lost), str(unit.type.side), own, str(_own_door(w, unit))


ALIKE = Alike(_likeness, (Place, Steps))


# -- where units come in --------------------------------------------------------------------------


def entry_hexes(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes by which units like this one come in, room or not (8.1, 8.2)."""
    kind = "air" if has(unit, "air") else "depot" if has(unit, "depot") else "hq" if has(unit, "hq") else ""
    own = current_class(unit) if unit.type.side is Side.SOVIET or current_class(unit) == BLUE else ""
    return _doors(w, Newcomer((unit.type.side, unit.type.nation, kind, own, _own_door(w, unit)), unit))


def _own_door(w: World, unit: Unit) -> int:
    """The hex by which the scenario lets a new unit come in; -1 if it names none."""
    return entry_place(w, unit) if unit.place.box == WAITING else -1


@per_position
def _doors(w: World, newcomer: Newcomer) -> tuple[int, ...]:
    unit = newcomer.unit
    side, at = unit.type.side, _own_door(w, unit)
    if at >= 0 and w.ground[at].control is side and not zone_map(w, side.other)[at]:
        return (at,)
    return tuple(_axis_doors(w, unit) if side is Side.AXIS else _soviet_doors(w, unit))


def _axis_doors(w: World, unit: Unit) -> list[int]:
    depots = [d.hex for d in railways.depots(w) if d.hex >= 0 and railways.is_live(w, d)]
    if has(unit, "depot"):
        return sorted(set(depots))
    named_places = rules(w).doors.get(unit.type.nation)
    if current_class(unit) == BLUE and (front := _blue_doors(w)):
        return front
    if named_places is not None:
        found = [i for i in w.board.spots(named_places) if w.ground[i].control is Side.AXIS]
        if unit.type.nation == "ITA" and not found:
            found = depots
    else:
        found = [*home_places(w), *depots]
    foes = zone_map(w, Side.SOVIET)
    found = [i for i in sorted(set(found)) if not foes[i] and army_at(w, i) is not Side.SOVIET]
    return [i for i in found if has_base(w, i)] if has(unit, "air") else found


def _blue_doors(w: World) -> list[int]:
    """Novgorod, where the Spaniards relieve Germans, while it is Axis, in supply and out of enemy zones (8.11)."""
    spot = w.board.spot(rules(w).allies.blue_door)
    if spot is None:
        return []
    open_ = w.ground[spot].control is Side.AXIS and spot in supply.in_supply(w, Side.AXIS)
    return [spot] if open_ and not zone_map(w, Side.SOVIET)[spot] else []


@remembered(Ground)
def home_places(w: World) -> tuple[int, ...]:
    """Axis towns and cities of Germany and Poland on railways that lead to the western edge (8.1)."""
    hexes, mine = w.board.hexes, bytes(ground.control is Side.AXIS for ground in w.ground)
    edge = [h.index for h in hexes if "edge_axis" in h.traits]
    reached = marked(joined(net_along(w, "rail"), mine, edge))
    return tuple(i for i in sorted(reached) if is_place(w, i) and hexes[i].nation in GERMAN_PLACES)


def _soviet_doors(w: World, unit: Unit) -> list[int]:
    table, loc, kind = rules(w).pool, supply.loc_map(w, Side.SOVIET), current_class(unit)
    if has(unit, "far_east"):
        found = list(w.board.spots(table.far_east))
    elif kind == "sov_rum_corps":
        found = _romanian_doors(w)
    elif kind == "bul_army":
        shut = closed_country(w, unit)
        found = [h.index for h in w.board.hexes if h.place and h.nation in BALKANS and h.index not in shut]
    else:
        found = list(_soviet_cities(w))
    found = [i for i in sorted(found) if w.ground[i].control is Side.SOVIET and loc[i]]
    if has(unit, "air"):
        return [i for i in found if has_base(w, i)]
    if not is_combat_unit(unit):
        return found
    return [i for i in found if scorekeeping.count(w, _door_word(w, i)) < table.city_most]


@remembered(shared=True)
def _soviet_cities(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if h.nation == SOVIET_UNION and (h.place == "major" or h.vp))


def _romanian_doors(w: World) -> list[int]:
    capital = w.board.spot(rules(w).allies.romania_capital[0])
    if capital is not None and w.ground[capital].control is Side.SOVIET:
        return [capital]
    return [i for i in sorted(romania(w)) if w.board.hexes[i].place]


def _door_word(w: World, index: int) -> Count:
    return this_turn(f"in:{label(w, index)}")


def has_base(w: World, index: int) -> bool:
    """Is there room for one more air unit (6.4)?"""
    based = sum(1 for u in units_at(w, index) if has(u, "air"))
    return is_place(w, index) and based < rules(w).bombard.most_at_base


def enter(w: World, command: Enter) -> None:
    """Place the unit: a reinforcement in its city, or one of the reserve at the front."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    if w.phase == "entry-soviet":
        w.mark(ChitInPlay, w.table, quota=w[ChitInPlay].quota - 1)
    elif unit.type.side is Side.SOVIET and is_combat_unit(unit):
        scorekeeping.add(w, _door_word(w, index))
    w.wipe(unit, UNIT_MARKS)
    source = "reserve" if w.phase == "entry-soviet" else "reinforcement"
    rule = "8.7" if source == "reserve" else "8.1" if unit.type.side is Side.AXIS else "8.2"
    bring_in(w, unit, index, rule, source=source)


def judge_enter(w: World, command: Enter) -> Refusal | None:
    """Why a unit may not come in there."""
    return (FROM_RESERVE if w.phase == "entry-soviet" else BY_DOOR).judge(w, command)


def _no_door(w: World, unit: Unit, index: int) -> Refusal:
    """Why a unit cannot come in by a hex."""
    if unit.type.side is Side.AXIS:
        words = "a working depot or a town of the unit's own country on an open railway, outside enemy zones"
        return Refusal("no-door", f"{named(w, index)} is not {words}.", "8.1")
    if scorekeeping.count(w, _door_word(w, index)) >= rules(w).pool.city_most:
        return Refusal("city-full", f"{named(w, index)} cannot take any more units this turn.", "8.2")
    return Refusal(
        "no-door", f"{named(w, index)} is not a city with a line of communications where this unit may enter.", "8.2"
    )


ENTRY = Entry(
    phase="build-",
    boxes=(WAITING,),
    rule="8.1",
    when="Reinforcements enter at the start of their side's turn.",
    nobody="this turn's reinforcements",
    turn_side=turn_side,
    alike=ALIKE,
    doors=entry_hexes,
    full=full_for,
    no_room=no_room,
    no_door=_no_door,
    is_due=_is_due,
    rule_of={Side.SOVIET: "8.2"},
)
waiting, BY_DOOR = ENTRY.waiting, ENTRY.journey(strange)
enter_commands = BY_DOOR.commands


# -- the reserve ----------------------------------------------------------------------------------


def may_be_stored(unit: Unit) -> bool:
    """May it wait in the reserve: a fighting unit or artillery, but not one of the Balkans?"""
    return (is_combat_unit(unit) or has(unit, "art")) and current_class(unit) not in ("bul_army", "sov_rum_corps")


def cannot_store(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not go to the reserve (8.7)."""
    table = rules(w).pool
    if w.phase != "build-soviet" or unit.type.side is not Side.SOVIET:
        return Refusal("no-storing", "Soviet units go to the reserve only at the start of their turn.", "8.7")
    if not may_be_stored(unit):
        return Refusal("never-stored", f"{unit.type.long_name} cannot go to the reserve.", "8.7")
    if unit.place.box == WAITING:
        return ALIKE.not_first(w, unit, "8.1")
    if unit.hex < 0 or w.clock.turn < table.back_from:
        return Refusal("too-early", f"Units may leave the front for the reserve from turn {table.back_from}.", "8.7")
    if (
        w.board.hexes[unit.hex].place != "major"
        or zone_map(w, Side.AXIS)[unit.hex]
        or unit[SupplyState].level == ISOLATED
    ):
        return Refusal(
            "not-in-city",
            f"{unit.type.long_name} must be in a city with a line of communications, outside enemy zones.",
            "8.7",
        )
    if scorekeeping.count(w, BACK) >= table.back_most:
        return Refusal("enough-back", f"At most {table.back_most} units a turn may return to the reserve.", "8.7")
    return None


def store_commands(w: World, unit: Unit) -> Sequence[Command]:
    """May the unit go to the reserve?"""
    return STORING.commands(w, unit) if w.phase == "build-soviet" else []


def store(w: World, command: Store) -> None:
    """Send the unit to the reserve as it is."""
    unit = w.by_id[command.unit]
    if unit.hex >= 0:
        scorekeeping.add(w, BACK)
    REMOVAL.put(w, unit, RESERVE)
    w.emit(Changed(rule="8.7", unit=unit.id, state="reserve"))


STORING = Errand(Store, strange, cannot_store)


def open_entry(w: World) -> None:
    """The STAVKA chit: how many units of the reserve may come on (8.7)."""
    table = rules(w).chits
    ready = len([u for u in in_box(w, RESERVE) if u.type.side is Side.SOVIET])
    if w.clock.turn > table.stavka_more[-1][0]:
        w.mark(ChitInPlay, w.table, quota=ready)
        return
    faces = tuple(roll(w) for _ in range(table.stavka_dice))
    quota = sum(faces) + by_turn(table.stavka_more, w.clock.turn)[0]
    w.mark(ChitInPlay, w.table, quota=quota)
    w.emit(Rolled(rule="8.7", what="STAVKA reserve", faces=faces, brings=quota))


@per_position
def landing_ground(w: World) -> tuple[int, ...]:
    """Soviet hexes with a line of communications within range of STAVKA or Zhukov (8.7)."""
    table, loc, near = rules(w).chits, supply.loc_map(w, Side.SOVIET), set[int]()
    for name, reach in (("stavka", table.stavka), ("zhukov", table.headquarters)):
        for unit in w.units:
            if current_class(unit) == name and unit.hex >= 0:
                near |= within(w, unit.hex, reach)
    return tuple(i for i in sorted(near) if loc[i] and w.ground[i].control is Side.SOVIET)


def cannot_come_on(w: World, unit: Unit) -> Refusal | None:
    """Why a unit of the reserve may not come on."""
    if unit.place.box != RESERVE:
        return Refusal("not-in-reserve", f"{unit.type.long_name} is not in the reserve.", "8.7")
    if w[ChitInPlay].quota <= 0:
        return Refusal("quota-spent", "STAVKA has committed all its units for this chit.", "8.7")
    return ALIKE.not_first(w, unit, "8.1")


def pool_commands(w: World, unit: Unit) -> Sequence[Command]:
    """Every hex where a unit of the reserve may come on."""
    return FROM_RESERVE.commands(w, unit) if w.phase == "entry-soviet" else []


def _committed(w: World, unit: Unit) -> list[int]:
    return LIMITS.with_room(w, unit, landing_ground(w), closed_country(w, unit))


def _not_committed(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit of the reserve may not come on in a hex."""
    if index in landing_ground(w) and index not in closed_country(w, unit):
        return no_room(w, unit, index)
    return Refusal(
        "out-of-range",
        f"{named(w, index)} must be a Soviet hex with a line of communications, within range of STAVKA or Zhukov.",
        "8.7",
    )


FROM_RESERVE = Journey(Enter, strange, cannot_come_on, _not_committed, goals=_committed)
ORDERS = (Handler(Enter, enter, judge_enter), Handler(Store, store, STORING.judge))
