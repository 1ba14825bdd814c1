"""Chapters 8.10, 8.11: countries that leave the war or change sides, and the Finns who stir."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs.core.components import Place, Side, SupplyState
from ecs.core.events import Arrived, CountryLeft
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit, kind
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.ground.occupancy import OUT_OF_SUPPLY, SUPPLIED, army_at, fighters_at
from ecs.rulesets.dark_valley.ground.removal import REMOVAL, drive_out
from ecs.rulesets.dark_valley.ground.supply import is_judged, supply_of
from ecs.rulesets.dark_valley.ground.terrain import (
    FINLAND_IN,
    HUNGARY_FALLEN,
    ROMANIA_SWITCHED,
    finnish_edge,
    finns_play,
    romania,
    within,
)
from ecs.systems import scorekeeping
from ecs.systems.arrivals import schedule
from ecs.systems.control import hand_over
from ecs.systems.stacking import in_box, on_map

# -- leaving the war -------------------------------------------------------------------------------


def exits(w: World) -> None:
    """The start of a turn: contingents whose time is up go home (8.10, 8.11)."""
    turn, table = w.clock.turn, rules(w).allies
    going: tuple[tuple[int, str, Callable[[Unit], bool]], ...] = (
        (table.italy_out, "Italy", lambda u: u.type.nation == "ITA"),
        (table.blue_out, "Spain", lambda u: current_class(u) == "blue_div"),
        (table.slovakia_out, "Slovakia", lambda u: u.type.nation == "SLK"),
        (table.finland_out, "Finland", lambda u: has(u, "finn")),
    )
    for out, name, of_it in going:
        if turn >= out:
            send_home(w, [u for u in w.units if u.place.box != "gone" and of_it(u)], name)


def send_home(w: World, units: Sequence[Unit], name: str) -> None:
    """Take the units of a country out of the game for good, with one line for it."""
    seen = REMOVAL.send_home(w, units, "gone")
    if seen:
        w.emit(CountryLeft(where=seen, rule="8.11", country=name, how="home"))


def end_of_turn(w: World) -> None:
    """The end of a turn: does Romania change sides, does Hungary collapse, do the Finns stir (8.10, 8.11)?"""
    if not scorekeeping.has_flag(w, ROMANIA_SWITCHED) and romania_breaks(w):
        _switch_romania(w)
    capital = w.board.spots([rules(w).allies.hungary_capital])
    if not scorekeeping.has_flag(w, HUNGARY_FALLEN) and any(w.ground[i].control is Side.SOVIET for i in capital):
        _break_hungary(w)
    if finns_stir(w):
        scorekeeping.flag(w, FINLAND_IN)


def romania_breaks(w: World) -> bool:
    """From June 1944: do the Soviets hold Bucharest or Ploesti, or both Iasi and Galati (8.11)?"""
    table = rules(w).allies
    if w.clock.turn < table.romania_from:
        return False
    held = [w.ground[i].control is Side.SOVIET for i in w.board.spots(table.romania_capital)]
    east = [w.ground[i].control is Side.SOVIET for i in w.board.spots(table.romania_east)]
    return any(held) or (bool(east) and all(east))


def _switch_romania(w: World) -> None:
    """Romania changes sides: its units go, four of its corps join the Soviets, places without Germans open up;
    Germans there who lived on its cities are out of supply."""
    scorekeeping.flag(w, ROMANIA_SWITCHED)
    send_home(w, [u for u in w.units if u.type.nation == "ROM" and u.place.box != "gone"], "Romania")
    for unit in [u for u in in_box(w, "mint") if current_class(u) == "sov_rum_corps"][: rules(w).allies.romania_corps]:
        schedule(w, unit, w.clock.turn + 1)
    for index in sorted(romania(w)):
        spot = w.board.hexes[index]
        if spot.place and army_at(w, index) is not Side.AXIS and w.ground[index].control is not Side.SOVIET:
            drive_out(w, index, Side.SOVIET)
            take_control(w, index, Side.SOVIET)
    for unit in on_map(w, Side.AXIS):
        if unit.hex in romania(w) and is_judged(unit) and unit[SupplyState].level == SUPPLIED != supply_of(w, unit):
            w.mark(SupplyState, unit, level=OUT_OF_SUPPLY)
    spots_lost = tuple(w.board.hexes[i].label for i in w.board.spots(rules(w).allies.romania_capital))
    w.emit(CountryLeft(where=spots_lost, rule="8.11", country="Romania", how="switched"))


def _break_hungary(w: World) -> None:
    """Budapest has fallen: all Hungarian units but one corps are removed (8.11)."""
    scorekeeping.flag(w, HUNGARY_FALLEN)
    units = [u for u in w.units if u.type.nation == "HUN" and u.place.box != "gone"]
    corps = [u for u in units if u.hex >= 0 and is_combat_unit(u) and kind(u).size == "corps"]
    send_home(w, [u for u in units if u not in corps[:1]], "Hungary")


# -- Finland ---------------------------------------------------------------------------------------


def leningrad_guard(w: World) -> tuple[int, int]:
    """Soviet armies and smaller units in Leningrad or north of it, near enough to watch the Finns (8.10)."""
    city = w.board.spot(rules(w).supply.leningrad)
    if city is None:
        return 0, 0
    row = w.board.hexes[city].row
    near = [i for i in sorted(within(w, city, rules(w).allies.finland_reach)) if w.board.hexes[i].row <= row]
    units = [u for i in near for u in fighters_at(w, i) if u.type.side is Side.SOVIET]
    armies = sum(1 for u in units if kind(u).size == "army")
    return armies, len(units) - armies


def finns_stir(w: World) -> bool:
    """Is Finland in the war and the guard too weak?  Armies and divisions add up, each as its share (8.10)."""
    table = rules(w).allies
    if not finns_play(w) or not table.finland_from <= w.clock.turn < table.finland_out:
        return False
    armies, others = leningrad_guard(w)
    need = table.finland_armies * table.finland_divisions
    return armies * table.finland_divisions + others * table.finland_armies < need


def open_finland(w: World) -> None:
    """The start of a turn: the Karelian edge, and two Finnish corps if the guard was too weak (8.10)."""
    turn, table = w.clock.turn, rules(w).allies
    if not finns_play(w):
        return
    if turn == table.finland_out:
        for index in finnish_edge(w):
            hand_over(w, index, None)
    if not table.finland_from <= turn < table.finland_out:
        return
    for index in finnish_edge(w):
        if army_at(w, index) is not Side.SOVIET:
            hand_over(w, index, Side.AXIS)
    if scorekeeping.has_flag(w, FINLAND_IN):
        for unit in [u for u in in_box(w, "mint") if has(u, "finn")][: table.finland_corps]:
            w.mark(Place, unit, box="arrived")
            w.emit(Arrived(rule="8.10", unit=unit.id, source="finland"))
