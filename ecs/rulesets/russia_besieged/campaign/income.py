"""Chapters 19, 20 and 24.1: the replacement points each side receives, and the workers who earn them."""

from __future__ import annotations

from ecs.core.commands import MoveByRail
from ecs.core.components import Place, Replacements, Side, Transport
from ecs.core.dice import roll
from ecs.core.events import LeftMap, Rolled
from ecs.core.files.scenarios import UnitEntry
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.ruleset import Scenario
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign import leaders
from ecs.rulesets.russia_besieged.data.calendar import (
    ally_income,
    archangel_income,
    german_income,
    off_map_income,
    strange,
    turn_side,
)
from ecs.rulesets.russia_besieged.data.components import marks
from ecs.rulesets.russia_besieged.data.options import HANDICAP, is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import classes, letter
from ecs.rulesets.russia_besieged.ground.movement import oil_shortage_flag
from ecs.rulesets.russia_besieged.ground.occupancy import holder, zone_map
from ecs.rulesets.russia_besieged.ground.railways import open_rails, out_of_war
from ecs.rulesets.russia_besieged.ground.removal import CAPTIVE, DEAD, leave_map
from ecs.rulesets.russia_besieged.ground.supply import is_place_fed, joined_to
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.systems import scorekeeping
from ecs.systems.arrivals import has_waited
from ecs.systems.deployment import place_counters, unseen
from ecs.systems.movement import Journey
from ecs.systems.network import joined
from ecs.systems.rail import rail_net
from ecs.systems.replacements import Drawn, IncomeRules
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named
from ecs.systems.stacking import units_at
from ecs.systems.trains import room_left

# -- Chapter 24.1: workers in the Soviet cities, and their evacuation to the east. -----------------------------------
# A worker gives the RP its city would give without the option. One that has left by rail is in the box "east:TURN" and
# works there from that turn on.

LETTER, OPTION, PHASE, EAST = "W", "workers", "move1-soviet", "east"
RULE = "24.1"
TRAINS = this_turn("workers")


def settle_in(w: World, scenario: Scenario, soviet: frozenset[int], seen: set[str]) -> None:
    """Put the workers of the option into the cities the Soviets hold at the start.

    :param soviet: the ground they hold; ``seen``: ids used so far, added to.
    """
    if not _is_chosen(w):
        return
    for name, points in rules(w).replace.cities.items():
        index = w.board.spot(name)
        if index is not None and index in soviet:
            texts = [f"Workers-{name}-{n}:{rules(w).workers.counter}" for n in range(1, points + 1)]
            entry = UnitEntry(units=unseen(texts, seen), hex=label(w, index))
            place_counters(w, scenario, Side.SOVIET, entry, seen, classes(), marks)


def _is_chosen(w: World) -> bool:
    return is_on(w, OPTION)


@remembered()
def every(w: World) -> tuple[Unit, ...]:
    """All worker counters, wherever they are; empty without the option."""
    return tuple(u for u in w.units if letter(u) == LETTER)


# -- what they give -----------------------------------------------------------------------------------------


def points(w: World, name: str) -> int:
    """RP that a city in Soviet hands and in supply gives: by its workers, or by the chart without the option."""
    if not _is_chosen(w):
        return rules(w).replace.cities[name]
    return sum(1 for i in w.board.named(name) for u in units_at(w, i) if letter(u) == LETTER)


def points_in_the_east(w: World) -> int:
    """RP of workers who have gone east and have been there long enough."""
    return sum(has_waited(w, unit, EAST) for unit in every(w))


# -- going east ---------------------------------------------------------------------------------------------


@remembered()
def exits(w: World) -> tuple[int, ...]:
    """The rail heads of the east edge."""
    return tuple(sorted(w.board.spots(rules(w).rail.exits[EAST])))


def cannot_leave(w: World, unit: Unit) -> Refusal | None:
    """Why workers may not leave their city now."""
    table, name = rules(w).workers, unit.type.long_name
    if letter(unit) != LETTER:
        return Refusal("no-workers", f"{name} is not a worker.", RULE)
    if w.phase != PHASE:
        return Refusal("no-rail", "Workers may go east only in the movement segment of the Soviet First Impulse.", RULE)
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", RULE)
    if scorekeeping.count(w, TRAINS) >= table.moved:
        return Refusal("workers-gone", f"No more workers may go east this turn (limit {table.moved}).", RULE)
    if zone_map(w, Side.AXIS)[unit.hex]:
        return Refusal("enemy-zone", f"{named(w, unit.hex)} is in an enemy zone of control.", "7.0")
    left = room_left(w, Side.SOVIET)
    if left < table.weight:
        words = f"Rail capacity left: {left}. {name} needs {table.weight}."
        return Refusal("trains-used", words, "7.0")
    return None


@remembered(most=FEW)
def _lines_from(w: World, rail: bytes, start: int) -> bytes:
    return joined(rail_net(w), rail, (start,))


def ways_out(w: World, unit: Unit) -> list[int]:
    """Rail heads of the east edge that trains reach from a city, other than itself."""
    reached = _lines_from(w, open_rails(w, Side.SOVIET), unit.hex)
    return [i for i in exits(w) if reached[i] and i != unit.hex]


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why workers may not leave by a rail head."""
    if there not in exits(w):
        return Refusal("no-exit", f"Workers leave only by railheads on the east edge, not by {named(w, there)}.", RULE)
    if there not in ways_out(w, unit):
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7.0")
    return None


def leave(w: World, command: MoveByRail) -> None:
    """Workers go off the east edge, and work there some turns later."""
    unit, start = w.by_id[command.unit], w.by_id[command.unit].hex
    back = w.clock.turn + rules(w).workers.away
    leave_map(w, unit, f"{EAST}:{back}")
    scorekeeping.add(w, TRAINS)
    w.add(Transport, w.table, "rail", rules(w).workers.weight)
    path = (label(w, start), command.hex)
    w.emit(LeftMap(where=path, rule=RULE, unit=unit.id, path=path, turn=back))


TO_THE_EAST = Journey(
    MoveByRail, strange, cannot_leave, _no_way, goals=ways_out, goes=lambda unit: letter(unit) == LETTER
)
leave_commands, judge_leave = TO_THE_EAST.commands, TO_THE_EAST.judge

# -- Chapters 19 and 20: the replacement points each side receives. --------------------------------------------------

PURSES = {"GER": "infantry", "SOV": "factors", "POL": "factors", "ROM": "allies", "HUN": "hungary"}
LENINGRAD = "Leningrad"
RP_BID = "rp_bid"
NO_PLOESTI = Count("no-ploesti")
CITY_POINTS = "city_points"


# -- the start and the end of the phase ---------------------------------------------------------------------


def _draw(w: World, side: Side, extra: int) -> Drawn:
    return _draw_axis(w, extra) if side is Side.AXIS else _draw_soviet(w, extra)


INCOME = IncomeRules(turn_side, HANDICAP, _draw)


def _draw_axis(w: World, extra: int) -> Drawn:
    """The Axis gets its RP; those of the allies are for this turn alone (19.2, 20)."""
    _count_wells(w)
    _count_ploesti(w)
    due, table = halved(w, Side.AXIS, axis_income(w)), rules(w).replace
    rp = max(0, w[Replacements].infantry + due + extra - _settle_debt(w, Side.AXIS))
    armour = by_turn(table.german_armour, w.clock.turn)[0]
    romania, hungary = ally_rp(w, "ROM"), ally_rp(w, "HUN")
    w.mark(Replacements, w.table, infantry=rp, panzer=armour, allies=romania, hungary=hungary)
    for nation in table.allies:
        if nation not in PURSES:
            scorekeeping.put(w, purse_word(nation), ally_rp(w, nation))
    return Drawn("19.2", (("RP", due),), (("RP", rp),))


def _draw_soviet(w: World, extra: int) -> Drawn:
    """The Soviets get their RP, and captured units may be rebuilt again (19.2, 20, 10.68)."""
    _bring_back(w)
    wells = w.board.spots(rules(w).oil.soviet_wells)
    dry = bool(wells) and all(holder(w, i) is not Side.SOVIET for i in wells)
    scorekeeping.flag(w, oil_shortage_flag(Side.SOVIET), dry)
    for name, rp in limited_cities(w).items():
        scorekeeping.put(w, city_word(name), rp)
    due = halved(w, Side.SOVIET, soviet_income(w) + lend_lease(w))
    rp = max(0, w[Replacements].factors + due + bid(w) + extra - _settle_debt(w, Side.SOVIET))
    w.mark(Replacements, w.table, factors=rp)
    return Drawn("19.2", (("RP", due), ("bid", bid(w))), (("RP", rp),))


def _settle_debt(w: World, side: Side) -> int:
    """The debt of a side's income, which is then owed no more."""
    debt = scorekeeping.count(w, debt_word(side))
    scorekeeping.put(w, debt_word(side), 0)
    return debt


def close(w: World) -> None:
    """The phase ends: RP beyond those that may be saved are lost (19.2)."""
    save = rules(w).replace.save
    if turn_side(w) is Side.SOVIET:
        w.mark(Replacements, w.table, factors=min(save.soviet, w[Replacements].factors))
        return
    w.mark(Replacements, w.table, infantry=min(save.axis, w[Replacements].infantry), panzer=0, allies=0, hungary=0)
    for nation in rules(w).replace.allies:
        if nation not in PURSES:
            scorekeeping.put(w, purse_word(nation), 0)


# -- what comes in ------------------------------------------------------------------------------------------


def halved(w: World, side: Side, rp: int) -> int:
    """The RP of a side, half of them in the turn after the loss of its Dictator (14.15)."""
    word = Count(f"halved-{side.value}")
    if not leaders.is_lost(w, side) or scorekeeping.count(w, word) >= rules(w).dictators.income_halved:
        return rp
    scorekeeping.add(w, word)
    return rp // 2


def axis_income(w: World) -> int:
    """RP the Germans get this turn, oil included, before any halving (19.2, 20)."""
    table, oil = rules(w).replace, rules(w).oil
    if not _own(w, table.german_all, Side.AXIS):
        return 0
    rp = german_income(w.clock.turn)
    rp += sum(less for name, less in table.german_lost.items() if _lost(w, name, Side.AXIS))
    rp += sum(
        more for name, more in oil.axis_wells.items() if scorekeeping.count(w, _well_word(name)) >= oil.axis_turns
    )
    return max(0, rp)


def soviet_income(w: World) -> int:
    """RP of the cities, by their points, and of the east this turn, before lend-lease and halving
    (19.2)."""
    table = rules(w).replace
    worth = sum(points(w, name) for name in table.cities if _feeds(w, Side.SOVIET, name))
    rp = -(-(worth + points_in_the_east(w)) // city_points(w)) + off_map_income(w.clock.turn)
    return max(0, rp + (table.no_stalin if leaders.is_away(w, Side.SOVIET) else 0))


def city_points(w: World) -> int:
    """Points of cities that make one RP: as chosen for this game, else as the tables have it (19.1)."""
    return int(w.options.get(CITY_POINTS) or rules(w).replace.city_points)


def bid(w: World) -> int:
    """RP of the bid for sides that fall due this turn: one a turn from the first, then a second round (23.8)."""
    agreed = int(w.options.get(RP_BID, "0"))
    turn, turns = w.clock.turn - w.scenario.start_turn, w.turns - w.scenario.start_turn + 1
    rounds = len(range(turn, abs(agreed), turns))
    return rounds * rules(w).victory.bid_rp * (1 if agreed > 0 else -1)


def limited_cities(w: World) -> dict[str, int]:
    """RP of cut-off Major Cities, which only the units there may use (19.2, 13.4)."""
    table, out = rules(w).replace, {}
    for name, index in ((city, i) for city in table.cities for i in w.board.named(city)):
        rp = points(w, name)
        if holder(w, index) is Side.SOVIET and is_major(w, index) and not is_place_fed(w, Side.SOVIET, index):
            most = table.leningrad_most if name == LENINGRAD else rp
            out[name] = min(most, rp // table.limited)
    return out


def lend_lease(w: World) -> int:
    """RP that come by sea and over the mountains this turn; rolls for the Archangel convoys (20.1)."""
    table, turn, rp = rules(w).lend_lease, w.clock.turn, 0
    if turn >= table.archangel_from and is_archangel_open(w):
        die = roll(w, rules(w).combat.faces)
        rp = archangel_income(turn, die)
        w.emit(Rolled(rule="20.1", what="lend-lease", faces=(die,), brings=rp))
    if turn >= table.south_from:
        for name in table.south:
            if not _own(w, name, Side.SOVIET):
                break
            rp += 1
    return rp + (table.pacific if turn >= table.pacific_from else 0)


def is_archangel_open(w: World) -> bool:
    """Is the port Soviet, and its railway to Moscow, or else to Gorki, unbroken (20.1)?"""
    table = rules(w).lend_lease
    *line, end = table.archangel_line
    if not _own(w, end, Side.SOVIET):
        end = table.archangel_else
    if not _own(w, line[0], Side.SOVIET):
        return False
    reached = joined_to(w, Side.SOVIET, w.board.named(line[0]))
    return bool(w.board.named(end)) and all(i in reached for i in w.board.spots((*line, end)))


def ally_rp(w: World, nation: str) -> int:
    """RP of an ally of the Axis this turn; none once it has left the war (19.2)."""
    return 0 if scorekeeping.has_flag(w, out_of_war(nation)) else ally_income(nation, w.clock.turn)


def _own(w: World, name: str, side: Side) -> bool:
    return any(holder(w, i) is side for i in w.board.named(name))


def _lost(w: World, name: str, side: Side) -> bool:
    """Does a side not hold all of a place on the map?"""
    return any(holder(w, i) is not side for i in w.board.named(name))


def _feeds(w: World, side: Side, name: str) -> bool:
    """Does a side hold a place on the map, and is it in supply?"""
    return any(is_place_fed(w, side, i) for i in w.board.named(name))


def _well_word(name: str) -> Count:
    return Count(f"well:{name}")


def _count_wells(w: World) -> None:
    """Full turns the Axis has held an oil field in supply (20)."""
    for name in rules(w).oil.axis_wells:
        held = _feeds(w, Side.AXIS, name)
        scorekeeping.put(w, _well_word(name), scorekeeping.count(w, _well_word(name)) + 1 if held else 0)


def _count_ploesti(w: World) -> None:
    """Turns the Axis has been without Ploesti; then its motorised units run dry (20)."""
    oil = rules(w).oil
    gone = scorekeeping.count(w, NO_PLOESTI) + 1 if _lost(w, oil.ploesti, Side.AXIS) else 0
    scorekeeping.put(w, NO_PLOESTI, gone)
    scorekeeping.flag(w, oil_shortage_flag(Side.AXIS), gone >= oil.ploesti_turns)


def _bring_back(w: World) -> None:
    """Surrendered Soviet units whose time has come lie in the Eliminated box (10.68)."""
    for unit in w.units:
        if has_waited(w, unit, CAPTIVE):
            w.mark(Place, unit, box=DEAD)


# -- where it is counted ------------------------------------------------------------------------------------


def purse_word(nation: str) -> Count:
    """Name of the count of a small ally's RP."""
    return this_turn(f"rp:{nation}")


def city_word(name: str) -> Count:
    """Name of the count of a cut-off city's RP."""
    return this_turn(f"city:{name}")


def debt_word(side: Side) -> Count:
    """Name of the count of RP the next income will lack, for units that could not be withdrawn (18)."""
    return Count(f"debt:{side.value}")
