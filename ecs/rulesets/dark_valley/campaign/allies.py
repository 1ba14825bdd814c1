"""Chapters 8.8-8.11: whom does a country's border hold back, and who leaves the war?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ecs.core.components import Flags, Ground, Place, Side, SupplyState
from ecs.core.events import Arrived, CountryLeft
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.unit_facts import current_class, has, is_combat_unit, kind
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.ground.displacement import drive_out
from ecs.rulesets.dark_valley.ground.elimination import leave_map
from ecs.rulesets.dark_valley.ground.occupancy import army_at, fighters_at
from ecs.rulesets.dark_valley.ground.supply.judging import is_judged, supply_of
from ecs.rulesets.dark_valley.ground.supply.state import OUT_OF_SUPPLY, SUPPLIED
from ecs.rulesets.dark_valley.ground.terrain import spots, within
from ecs.systems.ground.stacking import in_box, on_map
from ecs.systems.table.names import label

OPEN: frozenset[int] = frozenset()


# -- closed ground --------------------------------------------------------------------------------


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not move into now: closed countries, and what lies outside a locked district (8.8-8.11)."""
    closed = closed_country(w, unit)
    if unit.type.side is Side.AXIS:
        return closed | quiet_border(w) if w.clock.turn < rules(w).allies.enter else closed
    district = locked_in(w, unit)
    if not district:
        return closed
    return w.keep(("locked", district, closed), lambda: _all_but(w, w.board.regions[district]) | closed)


def quiet_border(w: World) -> frozenset[int]:
    """Slovakia and Hungary: no Axis unit stands on their border in June 1941 (8.9)."""
    regions = w.board.regions
    return w.keep("quiet", lambda: frozenset((*regions.get("slovakia", ()), *regions.get("hungary", ()))))


def closed_country(w: World, unit: Unit) -> frozenset[int]:
    """Hexes closed to the unit however it comes there, by advance and retreat too (8.9-8.11)."""
    word = _closed_to(w, unit)
    return w.keep(("closed", word), lambda: _closed(w, word)) if word else OPEN


def locked_in(w: World, unit: Unit) -> str:
    """The Military District a Soviet unit may not move out of on turn 1; "" if it is free to go (8.8)."""
    table = rules(w).districts
    if w.clock.turn > table.locked_turn or unit.type.side is Side.AXIS or w.options.get("md_lock") != "on":
        return ""
    return _district_of(w).get(unit.hex, "")


def _district_of(w: World) -> dict[int, str]:
    names = rules(w).districts.names
    return w.keep("districts", lambda: {i: n for n in names for i in w.board.regions.get(n, ())})


def _closed_to(w: World, unit: Unit) -> str:
    """The reason, as a word, why some countries are closed to a unit; "" if none is."""
    turn, table = w.clock.turn, rules(w).allies
    if has(unit, "finn"):
        return "finn"
    if current_class(unit) == "bul_army":
        return "bulgarian"
    if unit.type.side is Side.SOVIET and turn < table.enter:
        return "neutrals"
    if finns_play(w) and turn >= table.finland_from and (unit.type.side is Side.SOVIET or turn >= table.finland_out):
        return "finland"
    return ""


def _closed(w: World, word: str) -> frozenset[int]:
    regions = w.board.regions
    if word == "neutrals":
        return frozenset((*regions.get("romania", ()), *regions.get("hungary", ())))
    if word == "finland":
        return frozenset(finnish_edge(w))
    if word == "bulgarian":
        first = rules(w).allies.bulgaria_row - 1
        return frozenset(h.index for h in w.board.hexes if h.row < first)
    return _all_but(w, [j for i in finnish_edge(w) for j in within(w, i, 1)])


def _all_but(w: World, inside: Iterable[int]) -> frozenset[int]:
    return frozenset(range(len(w.board.hexes))) - frozenset(inside)


def cannot_act(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may neither move, attack nor bombard: the Axis allies, and all in Romania, wait for July (8.9)."""
    if w.clock.turn >= rules(w).allies.enter or unit.type.side is Side.SOVIET:
        return None
    if has(unit, "depot"):
        return None
    if not has(unit, "german"):
        return Refusal("not-at-war", f"{unit.type.name} enters the war in July 1941.", "8.9")
    if unit.hex in romania(w):
        return Refusal("waiting", f"{unit.type.name} waits in Romania until July 1941.", "8.9")
    return None


def romania(w: World) -> frozenset[int]:
    """The hexes of Romania."""
    return w.keep("romania", lambda: frozenset(w.board.regions.get("romania", ())))


def suffers_cold(w: World, unit: Unit) -> bool:
    """A Romanian unit outside Romania in Snow: its factor is halved (8.11)."""
    return (
        w.weather.name == "Snow" and unit.type.nation == "ROM" and is_combat_unit(unit) and unit.hex not in romania(w)
    )


def quarrel(units: Iterable[Unit]) -> bool:
    """Hungarians and Romanians among the units: they never take part in one attack together (8.11)."""
    return {"HUN", "ROM"} <= {u.type.nation for u in units if u.type.side is Side.AXIS}


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
    seen = tuple(label(w, u.hex) for u in units if u.hex >= 0)
    for unit in units:
        leave_map(w, unit, "gone")
    if seen:
        w.emit(CountryLeft(where=seen, rule="8.11", country=name, how="home"))


def end_of_turn(w: World) -> None:
    """The end of a turn: does Romania change sides, does Hungary collapse, do the Finns stir (8.10, 8.11)?"""
    if "romania-switched" not in w[Flags].flags and romania_breaks(w):
        _switch_romania(w)
    capital = w.board.by_label[rules(w).allies.hungary_capital]
    if "hungary-fallen" not in w[Flags].flags and w.ground[capital].control is Side.SOVIET:
        _break_hungary(w)
    if finns_stir(w):
        _flag(w, "finland-in")


def romania_breaks(w: World) -> bool:
    """From June 1944: do the Soviets hold Bucharest or Ploesti, or both Iasi and Galati (8.11)?"""
    table = rules(w).allies
    if w.clock.turn < table.romania_from:
        return False
    held = [w.ground[i].control is Side.SOVIET for i in spots(w, table.romania_capital)]
    east = [w.ground[i].control is Side.SOVIET for i in spots(w, table.romania_east)]
    return any(held) or all(east)


def _switch_romania(w: World) -> None:
    """Romania changes sides: its units go, four of its corps join the Soviets, places without Germans open up;
    Germans there who lived on its cities are out of supply."""
    _flag(w, "romania-switched")
    send_home(w, [u for u in w.units if u.type.nation == "ROM" and u.place.box != "gone"], "Romania")
    for unit in [u for u in in_box(w, "mint") if current_class(u) == "sov_rum_corps"][: rules(w).allies.romania_corps]:
        w.mark(Place, unit, box=f"turn:{w.clock.turn + 1}")
    for index in sorted(romania(w)):
        spot = w.board.hexes[index]
        if spot.place and army_at(w, index) is not Side.AXIS and w.ground[index].control is not Side.SOVIET:
            drive_out(w, index, Side.SOVIET)
            take_control(w, index, Side.SOVIET)
    for unit in on_map(w, Side.AXIS):
        if unit.hex in romania(w) and is_judged(unit) and unit[SupplyState].level == SUPPLIED != supply_of(w, unit):
            w.mark(SupplyState, unit, level=OUT_OF_SUPPLY)
    spots_lost = tuple(rules(w).allies.romania_capital)
    w.emit(CountryLeft(where=spots_lost, rule="8.11", country="Romania", how="switched"))


def _break_hungary(w: World) -> None:
    """Budapest has fallen: all Hungarian units but one corps are removed (8.11)."""
    _flag(w, "hungary-fallen")
    units = [u for u in w.units if u.type.nation == "HUN" and u.place.box != "gone"]
    corps = [u for u in units if u.hex >= 0 and is_combat_unit(u) and kind(u).size == "corps"]
    send_home(w, [u for u in units if u not in corps[:1]], "Hungary")


def _flag(w: World, word: str) -> None:
    if word not in w[Flags].flags:
        w.mark(Flags, w.table, flags=tuple(sorted((*w[Flags].flags, word))))


# -- Finland ---------------------------------------------------------------------------------------


def finns_play(w: World) -> bool:
    """Is the option of a Finnish front in use?"""
    return w.options.get("finns") == "on"


def finnish_edge(w: World) -> tuple[int, ...]:
    """The hexes of the Karelian edge."""
    return spots(w, rules(w).allies.finland_edge)


def leningrad_guard(w: World) -> tuple[int, int]:
    """Soviet armies and smaller units in Leningrad or north of it, near enough to watch the Finns (8.10)."""
    city = w.board.by_label[rules(w).supply.leningrad]
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
            w.mark(Ground, w.hexes[index], control=None)
    if not table.finland_from <= turn < table.finland_out:
        return
    for index in finnish_edge(w):
        if army_at(w, index) is not Side.SOVIET and w.ground[index].control is not Side.AXIS:
            w.mark(Ground, w.hexes[index], control=Side.AXIS)
    if "finland-in" in w[Flags].flags:
        for unit in [u for u in in_box(w, "mint") if has(u, "finn")][: table.finland_corps]:
            w.mark(Place, unit, box="arrived")
            w.emit(Arrived(rule="8.10", unit=unit.id, source="finland"))
