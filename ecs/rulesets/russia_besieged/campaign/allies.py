"""Chapter 21: countries that leave the war."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.events import Cause, CountryLeft
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign.arrivals import entries
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_german, is_gun
from ecs.rulesets.russia_besieged.ground.control import drive_out, take_control
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, holder
from ecs.rulesets.russia_besieged.ground.railways import out_of_war
from ecs.rulesets.russia_besieged.ground.removal import GONE, REMOVAL, eliminate
from ecs.rulesets.russia_besieged.ground.terrain import is_city, region
from ecs.systems import scorekeeping
from ecs.systems.arrivals import schedule
from ecs.systems.stacking import units_at

FINLAND, ROMANIA, HUNGARY = "FIN", "ROM", "HUN"
COUNTRIES = {
    "FIN": "Finland", "ROM": "Romania", "HUN": "Hungary", "ITA": "Italy", "SPA": "Spain", "SLK": "Slovakia",
}  # fmt: skip


def has_left(w: World, nation: str) -> bool:
    """Has a country left the war?"""
    return scorekeeping.has_flag(w, out_of_war(nation))


# -- the end of a turn --------------------------------------------------------------------------------------


def end_of_turn(w: World) -> None:
    """The end of a turn: contingents whose time is up go home, and who surrenders (21.2, 21.3)."""
    table = rules(w).allies
    for nation, last in table.gone.items():
        if w.clock.turn >= last and not has_left(w, nation):
            _leave(w, nation, "home", "21.2")
    if not has_left(w, FINLAND) and finland_breaks(w):
        _lose_finland(w)
    if not has_left(w, ROMANIA) and romania_breaks(w):
        _switch_romania(w)
    if not has_left(w, HUNGARY) and _is_soviet(w, table.hungary_capital):
        _leave(w, HUNGARY, "fallen", "21.3")


def _is_soviet(w: World, name: str) -> bool:
    return any(holder(w, i) is Side.SOVIET for i in w.board.named(name))


def finland_breaks(w: World) -> bool:
    """Is Helsinki Soviet, or late in the war Leningrad (21.3)?"""
    table = rules(w).allies
    tired = w.clock.turn >= table.finland_tires and _is_soviet(w, table.finland_tires_of)
    return tired or _is_soviet(w, table.finland_capital)


def romania_breaks(w: World) -> bool:
    """Is Bucharest Soviet, or are two of the other cities (21.3)?"""
    table = rules(w).allies
    lost = sum(_is_soviet(w, name) for name in table.romania_cities)
    return _is_soviet(w, table.romania_capital) or lost >= table.romania_lost


def _leave(w: World, nation: str, how: str, rule: str) -> None:
    """All units of a country go home for good; units that waited for that come (11.4)."""
    scorekeeping.flag(w, out_of_war(nation))
    units = [u for u in w.units if u.type.nation == nation and u.place.box != GONE]
    seen = REMOVAL.send_home(w, units, GONE)
    if units:
        w.emit(CountryLeft(where=seen, rule=rule, country=nation, how=how))


def _lose_finland(w: World) -> None:
    """Finland leaves: its units go, Germans there are lost, Helsinki counts as Soviet (21.3)."""
    table, land = rules(w).allies, sorted(region(w, "finland"))
    _leave(w, FINLAND, "peace", "21.3")
    for index in land:
        for unit in list(units_at(w, index)):
            if is_german(unit) and (is_combat_unit(unit) or is_gun(unit)):
                eliminate(w, unit, Cause.BY_TREATY, "Finland makes peace", "21.3")
            elif unit.type.side is Side.AXIS:
                drive_out(w, unit)
    for index in w.board.named(table.finland_capital):
        take_control(w, index, Side.SOVIET)
    _call(w, FINLAND)


def _switch_romania(w: World) -> None:
    """Romania changes sides: its units go, its cities without Axis units are Soviet, two armies join them (21.3)."""
    table = rules(w).allies
    _leave(w, ROMANIA, "switched", "21.3")
    for index in sorted(region(w, "romania")):
        if not is_city(w, index) or army_at(w, index) is Side.AXIS or holder(w, index) is Side.SOVIET:
            continue
        for unit in [u for u in units_at(w, index) if u.type.side is Side.AXIS]:
            drive_out(w, unit)
        take_control(w, index, Side.SOVIET)
    for name in table.romania_joins:
        joiner = w.unit(name)
        if joiner is not None and joiner.hex < 0:
            schedule(w, joiner, w.clock.turn + 1)


def _call(w: World, nation: str) -> None:
    """Call in units that come once a country has left: in their turn, or on the next if that is past (11.4)."""
    for name, line in entries(w).items():
        unit = w.unit(name)
        if line.gone == nation and unit is not None and unit.place.box.startswith("turn:"):
            schedule(w, unit, max(line.turn, w.clock.turn + 1))
