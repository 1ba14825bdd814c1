"""3.6, 7.2: what a step costs, cell for cell of the terrain chart, and by road, water, weather and country."""

from __future__ import annotations

from functools import cache

import pytest

from ecs.core.components import Side
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.tables import classes, tables
from ecs.rulesets.dark_valley.ground import movement
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.ground.terrain import VOID_ZONES
from tests.ecs.rules_tdv.ground import board
from tests.ecs.rules_tdv.stage import position

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ALL = 99
NAMES = board().by_label
WATER = {"river", "major_river", "volga", "lake", "strait", "impassable"}

# the published chart: MP of units without vehicles / mechanised units
CHART = {
    "clear": "1",
    "woods": "1/2",
    "marsh": "2/3",
    "rough": "2",
    "mountain": "2/4",
    "desert_steppe": "2",
    "town": "OT",
    "city": "OT",
    "works": "OT",
    "weak_fort": "OT",
    "fort": "OT",
    "fortified_zone": "+2",
}
HEXSIDES = {"river": "0/+1", "major_river": "+1/+2", "volga": "+2/All"}


def cell(text: str) -> tuple[int, int]:
    """A cell of the chart as two numbers."""
    walk, _, drive = text.partition("/")
    first, second = (ALL if word == "All" else int(word) for word in (walk, drive or walk))
    return first, second


@cache
def world(weather: str) -> World:
    """The empty map in a weather: its steps are worked out once."""
    return position({}, weather=weather)._w


@cache
def step(a: str, b: str, who: str = "", weather: str = "Fair", side: Side = AXIS) -> tuple[int, bool] | None:
    """(MP, must stop) of a step between neighbours; ``who``: "" on foot, "mech", "mountain"; None: prohibited."""
    w = world(weather)
    net = movement.net_for(w, (who == "mech", who == "mountain", side), (weather, VOID_ZONES.hexes(w))).steps
    row = {j: (cost, stop) for j, cost, stop in net[NAMES[a]]}
    return row.get(NAMES[b])


def cost(a: str, b: str, who: str = "", weather: str = "Fair", side: Side = AXIS) -> int:
    found = step(a, b, who, weather, side)
    assert found is not None, (a, b)
    return found[0]


@cache
def sides(terrain: str, kinds: frozenset[str] = frozenset()) -> tuple[tuple[str, str], ...]:
    """Steps into a terrain over hexsides of exactly these kinds, fortified zones left out."""
    out = []
    for one in board().hexsides:
        if one.kinds - {"border"} == kinds or (kinds and one.kinds - {"border", "rail"} == kinds):
            for a, b in ((one.a, one.b), (one.b, one.a)):
                spot = board().hexes[b]
                if spot.terrain == terrain and "fortified_zone" not in spot.traits:
                    out.append((board().hexes[a].label, spot.label))
    return tuple(out)


@cache
def bare(terrain: str) -> tuple[str, str]:
    """A step into a terrain over a hexside with nothing on it."""
    for spot in board().hexes:
        if spot.terrain == terrain and "fortified_zone" not in spot.traits:
            for j in board().neighbours[spot.index]:
                if not board().kinds(spot.index, j) - {"border"}:
                    return board().hexes[j].label, spot.label
    raise LookupError(terrain)


# -- the chart ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHART)
def test_the_mp_column_of_the_chart(name: str) -> None:
    row = tables().terrain[name]
    if CHART[name] == "OT":
        assert (row.cost, row.cost_axis) == (None, 0)
    elif CHART[name].startswith("+"):
        assert (row.cost, row.cost_axis) == (None, int(CHART[name]))
    else:
        assert (row.cost, row.cost_axis) == (cell(CHART[name]), 0)


def test_the_chart_has_no_other_rows() -> None:
    assert set(tables().terrain) == set(CHART)
    assert set(tables().side) == {*HEXSIDES, "strait", "lake", "impassable"}
    assert tables().side["strait"].cost == (0, 0)
    assert [name for name, row in tables().side.items() if row.closed] == ["lake", "impassable"]


@pytest.mark.parametrize("name", HEXSIDES)
def test_the_hexside_rows_of_the_chart(name: str) -> None:
    assert tables().side[name].cost == cell(HEXSIDES[name])


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("terrain", ["clear", "woods", "marsh", "rough", "mountain", "desert_steppe"])
def test_each_terrain_on_the_map(terrain: str, side: Side) -> None:
    a, b = bare(terrain)
    assert (cost(a, b, "", "Fair", side), cost(a, b, "mech", "Fair", side)) == cell(CHART[terrain])


def test_towns_and_cities_cost_what_their_ground_costs() -> None:
    seen = set()
    for spot in board().hexes:
        if spot.place and "fortified_zone" not in spot.traits and spot.terrain != "mountain":
            near = [j for j in board().neighbours[spot.index] if not board().kinds(spot.index, j) & (WATER | {"road"})]
            for j in near[:1]:
                seen.add((spot.place, spot.terrain))
                wanted = cell(CHART[spot.terrain])
                label = board().hexes[j].label
                assert (cost(label, spot.label), cost(label, spot.label, "mech")) == wanted
    assert {place for place, _ in seen} == {"major", "town"}


# -- mountain troops --------------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", ["rough", "mountain"])
@pytest.mark.parametrize("weather", ["Fair", "Mixed", "Mud", "Snow"])
def test_mountain_troops_pay_one_in_fair_weather_only(terrain: str, weather: str) -> None:
    a, b = bare(terrain)
    assert cost(a, b, "mountain", weather) == (1 if weather == "Fair" else 2)


def test_mountain_troops_walk_like_others_elsewhere() -> None:
    for terrain in ("clear", "woods", "marsh", "desert_steppe"):
        assert cost(*bare(terrain), "mountain") == cost(*bare(terrain))


def test_who_is_a_mountain_unit() -> None:
    found = {name for name, card in classes().items() if "mountain" in card.traits}
    assert found == {"mtn_corps", "mtn_div", "rum_mtn", "ita_alpini", "mtn_rifle"}


def test_no_mountain_unit_is_mechanised() -> None:
    assert not [n for n, card in classes().items() if {"mech", "mountain"} <= set(card.traits)]


# -- water ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("terrain", ["clear", "woods", "marsh", "rough"])
def test_rivers(terrain: str, side: Side) -> None:
    a, b = sides(terrain, frozenset({"river"}))[0]
    base = cell(CHART[terrain])
    assert (cost(a, b, "", "Fair", side), cost(a, b, "mech", "Fair", side)) == (base[0], base[1] + 1)


@pytest.mark.parametrize("weather", ["Fair", "Mixed", "Mud"])
def test_rivers_flow_but_in_snow(weather: str) -> None:
    a, b = sides("clear", frozenset({"river"}))[0]
    assert (cost(a, b, "mech", weather), cost(a, b, "mech", "Snow")) == (2, 1)


@pytest.mark.parametrize("weather", ["Fair", "Snow"])
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_major_rivers_never_freeze(weather: str, side: Side) -> None:
    a, b = sides("clear", frozenset({"major_river"}))[0]
    assert (cost(a, b, "", weather, side), cost(a, b, "mech", weather, side)) == (2, 3)


@pytest.mark.parametrize("weather", ["Fair", "Snow"])
def test_the_volga_for_the_axis(weather: str) -> None:
    a, b = sides("clear", frozenset({"volga"}))[0]
    assert step(a, b, "", weather) == (3, False) and step(a, b, "mech", weather) == (ALL, True)


def test_the_volga_for_the_soviets_is_a_river() -> None:
    a, b = sides("clear", frozenset({"volga"}))[0]
    assert (cost(a, b, "", "Fair", SOVIET), cost(a, b, "mech", "Fair", SOVIET)) == (1, 2)


def test_everybody_stops_at_the_kerch_straits() -> None:
    for side in (AXIS, SOVIET):
        for who in ("", "mech"):
            assert step("E2447", "E2546", who, "Fair", side) == (1, True)
            assert step("E2546", "E2447", who, "Fair", side) == (1, True)


def test_lakes_and_seas_are_never_crossed() -> None:
    shut = [s for s in board().hexsides if s.kinds & {"lake", "impassable"}]
    assert shut
    for one in shut:
        a, b = board().hexes[one.a].label, board().hexes[one.b].label
        assert step(a, b) is None and step(b, a, "mech", "Snow", SOVIET) is None


# -- roads -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ["Fair", "Mixed", "Mud", "Snow"])
@pytest.mark.parametrize("terrain", ["woods", "marsh", "rough", "mountain"])
def test_roads_cost_one_but_in_snow(terrain: str, weather: str) -> None:
    a, b = sides(terrain, frozenset({"road"}))[0]
    ground = "woods" if terrain == "marsh" else terrain
    wanted = cell(CHART[ground]) if weather == "Snow" else (1, 1)
    assert (cost(a, b, "", weather), cost(a, b, "mech", weather)) == wanted


def test_a_bridge_takes_the_river_away_but_not_the_major_river_nor_the_volga() -> None:
    small = sides("clear", frozenset({"road", "river"}))[0]
    great = sides("clear", frozenset({"road", "major_river"}))[0]
    volga = sides("clear", frozenset({"road", "volga"}))[0]
    assert (cost(*small), cost(*small, "mech")) == (1, 1)
    assert (cost(*great), cost(*great, "mech")) == (2, 3)
    assert (cost(*volga), cost(*volga, "mech")) == (3, ALL)


def test_a_railway_is_a_road_in_the_mountains_only() -> None:
    def line(terrain: str) -> tuple[str, str]:
        for one in board().hexsides:
            for a, b in ((one.a, one.b), (one.b, one.a)):
                if one.kinds - {"border"} == {"rail"} and board().hexes[b].terrain == terrain:
                    return board().hexes[a].label, board().hexes[b].label
        raise LookupError(terrain)

    assert (cost(*line("mountain")), cost(*line("mountain"), "mech")) == (1, 1)
    assert (cost(*line("mountain"), "", "Snow"), cost(*line("mountain"), "mech", "Snow")) == (2, 4)
    for terrain in ("woods", "marsh", "rough", "desert_steppe"):
        assert (cost(*line(terrain)), cost(*line(terrain), "mech")) == cell(CHART[terrain])


def test_a_railway_in_the_mountains_is_a_bridge_too() -> None:
    assert board().kinds(NAMES["W3238"], NAMES["W3239"]) >= {"rail", "river"}
    assert (cost("W3238", "W3239"), cost("W3238", "W3239", "mech")) == (1, 1)


# -- snow, fortified zones --------------------------------------------------------------------------------------


def test_marsh_is_woods_in_snow() -> None:
    a, b = bare("marsh")
    assert (cost(a, b, "", "Snow"), cost(a, b, "mech", "Snow")) == cell(CHART["woods"])
    for weather in ("Mixed", "Mud"):
        assert (cost(a, b, "", weather), cost(a, b, "mech", weather)) == cell(CHART["marsh"])


@pytest.mark.parametrize("spot", [h.label for h in board().hexes if "fortified_zone" in h.traits])
def test_fortified_zones_cost_the_axis_two_more(spot: str) -> None:
    for j in board().neighbours[NAMES[spot]]:
        near = board().hexes[j].label
        for who in ("", "mech"):
            ours, theirs = step(near, spot, who, "Fair", SOVIET), step(near, spot, who)
            if ours is not None and theirs is not None and not board().kinds(j, NAMES[spot]) & {"volga"}:
                assert theirs[0] == ours[0] + 2


@pytest.mark.parametrize(("choice", "price"), [("either", 3), ("soviet", 1)])
def test_8_13_by_an_option_a_fortified_zone_is_void_once_the_axis_has_held_it(choice: str, price: int) -> None:
    spot = "W4222"
    near = next(
        board().hexes[j].label
        for j in board().neighbours[NAMES[spot]]
        if not board().kinds(j, NAMES[spot]) & (WATER | {"road"})
    )
    w = position({}, options={"zones_shield": choice})._w
    take_control(w, NAMES[spot], AXIS)
    take_control(w, NAMES[spot], SOVIET)
    net = movement.net_for(w, (False, False, AXIS), ("Fair", VOID_ZONES.hexes(w))).steps
    assert {j: c for j, c, _ in net[NAMES[near]]}[NAMES[spot]] == price and cost(near, spot) == 3
