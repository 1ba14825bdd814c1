"""Does every figure a table of The Dark Valley may carry change an answer, or is it refused?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from ecs import Side
from ecs.core.components import Clock, Weather
from ecs.core.files.figures import PRINTED
from ecs.core.files.scenarios import UnitEntry, find_scenario
from ecs.core.world import World
from ecs.rulesets.dark_valley import RULESET
from ecs.rulesets.dark_valley.campaign.setup import set_up
from ecs.rulesets.dark_valley.combat import retreat_and_advance
from ecs.rulesets.dark_valley.combat.battlefield import is_barrier
from ecs.rulesets.dark_valley.combat.odds import AttackConditions, Combatant, work_out_odds
from ecs.rulesets.dark_valley.data.ground_tables import SideLine, Terrain, WeatherLine
from ecs.rulesets.dark_valley.data.tables import GROUND, HEXSIDES, SHELF, STANDING, WEATHERS, tables
from ecs.rulesets.dark_valley.ground import movement
from ecs.rulesets.dark_valley.ground.logistics import advance_of, is_sheltered
from ecs.rulesets.dark_valley.ground.occupancy import has_zone, zone_net
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, STRONG, WEAK, build_fort, open_net, rows
from ecs.rulesets.dark_valley.table.view import weather_text
from tests.ecs.rules_tdv.ground import board, plain
from tests.kits.row_figures import Figure, every_figure, works_or_is_refused
from tests.kits.rows import of_each

OPEN = plain()
ROWS = {"terrain": (Terrain, (*GROUND, *STANDING)), "side": (SideLine, HEXSIDES), "weather": (WeatherLine, WEATHERS)}
"""Tables of rows that are all of one shape: the shape, and the rows."""
COMMON = {"movement": {"mountain_cost": 3}}
"""Laid over the printed figures throughout, so that climbing well shows on any ground."""
UNITS = {"p": "panzer41", "i": "inf_corps", "m": "mtn_div", "a": "army42", "t": "tank_corps"}


@pytest.fixture(autouse=True)
def printed_figures() -> Iterator[None]:
    yield
    SHELF.lay(PRINTED, "")


def fights() -> Iterator[object]:
    """What attacks are worth on all ground, over all water, in all weather."""
    team = [Combatant("i", "i", 5, 2), Combatant("p", "p", 4, 2, tank=True, mech=True)]
    places = [(name, *more) for name in GROUND for more in ((), *((stands,) for stands in STANDING))]
    for side in Side:
        for place in places:
            odds = work_out_odds(AttackConditions(side, place, halve_once=False), tuple(team), tuple(team))
            yield odds.attack.total, odds.defence.total, odds.shifts
        for water in HEXSIDES:
            across = tuple(one._replace(water=water) for one in team)
            odds = work_out_odds(AttackConditions(side), across, tuple(team))
            yield odds.attack.total, odds.defence.total, odds.shifts


@cache
def samples() -> tuple[int, ...]:
    """Two hexes of each kind of ground with what stands on it, and beside each kind of hexside."""
    kinds: dict[object, list[int]] = {}
    for spot in board().hexes:
        kinds.setdefault((spot.terrain, spot.place, "fortified_zone" in spot.traits), []).append(spot.index)
    for side in board().hexsides:
        kinds.setdefault(side.kinds, []).append(side.a)
    return tuple(sorted({index for found in kinds.values() for index in found[:2]}))


def marches(w: World) -> Iterator[object]:
    """What steps out of all these hexes cost every gait."""
    for side in Side:
        for gait in ((False, False, side), (True, False, side), (False, True, side)):
            net = movement.net_for(w, gait, (w.weather.name, ()))
            yield [net.steps[index] for index in samples()]


def pursuits(w: World) -> Iterator[object]:
    """Where a second hex of an advance may lead, and what the Axis neither attacks nor retreats across."""
    unit, steps = w.by_id["p"], [(j, index) for index in samples() for j in w.board.neighbours[index]]
    yield [retreat_and_advance._is_easy(w, unit, a, b) for a, b in steps]
    yield [is_barrier(w, Side.AXIS, a, b) for a, b in steps]


def months(w: World) -> Iterator[object]:
    """What the weather of the month does to units, railways and bombs."""
    yield advance_of(w, 4), w.weather.name
    for unit in w.units:
        yield movement.allowance(w, unit), has_zone(w, unit)


def empty_map() -> World:
    """The map with a few counters on it, by the figures in force."""
    w = World(board(), tables(), {}, 48, ("dawn",), RULESET.kinds, RULESET.sentences, rulebook=RULESET.rulebook)
    places = [UnitEntry(units=[f"{name}:{kind}"], hex=OPEN(0, n)) for n, (name, kind) in enumerate(UNITS.items())]
    sides = [("soviet" if name in "at" else "axis", entry) for name, entry in zip(UNITS, places, strict=True)]
    w.scenario = replace(find_scenario("tdv-barbarossa-1941"), units=tuple(sides), zones={})
    set_up(w, w.scenario)
    DEFENSIVE_WORKS.lay(w, samples()[0])
    build_fort(w, samples()[1], WEAK)
    build_fort(w, samples()[2], STRONG)
    return w


def answers() -> Iterator[object]:
    """What the rules say to a list of questions, by the figures in force."""
    yield from fights()
    w = empty_map()
    yield open_net(w), zone_net(w)
    for turn, weather in ((2, "Fair"), (17, "Mixed"), (5, "Mud"), (20, "Snow"), (8, "Snow")):
        w.mark(Clock, w.table, turn=turn)
        w.mark(Weather, w.table, name=weather)
        yield from months(w)
        yield weather_text(w)
        yield [is_sheltered(w, index) for index in samples()]
        yield [max(row.bombard for row in rows(w, index)) for index in samples()]
        yield from marches(w)
        yield from pursuits(w)


@pytest.fixture(scope="module")
def as_printed() -> list[object]:
    SHELF.lay({"tables": COMMON})
    return [*answers()]


@of_each("figure", every_figure(tables(), ROWS))
def test_a_figure_of_any_row_works_or_is_refused(figure: Figure, as_printed: list[object]) -> None:
    assert works_or_is_refused(SHELF, tables, figure, answers, as_printed, COMMON)
