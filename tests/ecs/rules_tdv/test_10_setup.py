"""10.1, 10.6: how the board is set up, and where a counter may be put before the first turn."""

from __future__ import annotations

from functools import cache

import pytest

from ecs import Game, new_game, parse
from ecs.core.components import Place, Side
from ecs.rulesets.dark_valley.campaign import setup
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit
from ecs.rulesets.dark_valley.ground.occupancy import excess
from ecs.rulesets.dark_valley.ground.terrain import is_place
from ecs.systems.stacking import on_map, stacks, units_at
from tests.ecs.rules_tdv.ground import board
from tests.ecs.rules_tdv.stage import do, texts, where, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
NAMES = board().by_label
DISTRICTS = ("BMD", "WMD", "KMD", "OMD")
SCENARIOS = ("tdv-barbarossa-1941", "tdv-fall-blau-1942", "tdv-zitadelle-1943", "tdv-bagration-1944")
LATER = SCENARIOS[1:]
PRINTED = {
    "22.SD": "W3804",
    "191.SD": "W4304",
    "22.MK": "W3529",
    "98.SD": "W4416",
    "112.SD": "W4614",
    "9.MK": "W4330",
    "2.KK": "W4539",
    "190.SD": "W4633",
    "190a.SD": "E1134",
    "4.KK": "E3147",
    "172.SD": "E1849",
    "53.SD": "E2019",
    "129.SD": "E2123",
    "148.SD": "E1026",
    "25.MK": "E1026",
    "170.SD": "E1013",
    "7.MK": "E1013",
}
DEPOTS = {"D-North": "W3018", "D-Center": "W2925", "D-South": "W2832", "D-Rom": "W4042"}
BUCHAREST_AND_PLOESTI = {"W3650", "W3648"}


@cache
def started(name: str) -> Game:
    """A scenario as it begins: read only."""
    return new_game(name)


def fresh(phase: str = "setup-soviet", name: str = SCENARIOS[0]) -> Game:
    game = new_game(name)
    if phase == "setup-axis":
        do(game, "end")
    assert game._w.phase == phase
    return game


def refused(game: Game, line: str) -> tuple[str, str]:
    refusal = game.why_not(parse(line))
    assert refusal is not None, line
    return refusal.reason, refusal.rule


def put_downs(game: Game, unit: str) -> set[str]:
    """Where a lifted counter may go."""
    do(game, f"lift {unit}")
    found = {line.split()[1] for line in texts(game, "deploy")}
    do(game, f"deploy {where(game, unit)}")
    return found


def zone(name: str, side: Side) -> set[str]:
    return {board().hexes[i].label for i in setup.zone_hexes(started(SCENARIOS[0])._w, name, side)}


# -- the board as it stands -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_over_the_limit_or_across_the_border(name: str) -> None:
    w = started(name)._w
    assert not [i for i, stack in stacks(w).items() if excess(w, stack)]
    for unit in w.units:
        if unit.hex >= 0:
            assert w.ground[unit.hex].control is unit.type.side, unit.id
        if unit.hex >= 0 and has(unit, "air"):
            assert is_place(w, unit.hex)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_counter_stands_where_its_zone_allows(name: str) -> None:
    w = started(name)._w
    for unit in w.units:
        if unit.hex >= 0 and setup.zone_of(w, unit) is not None:
            assert unit.hex in setup.berths(w, unit), (unit.id, board().hexes[unit.hex].label)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_line_is_held(name: str) -> None:
    w = started(name)._w
    lines = [(z, side) for z in w.scenario.zones.values() if z.cover for side in Side]
    mine = [(z, s) for z, s in lines if any(u.type.set == z.name and u.type.side is s for u in w.units)]
    assert mine and not [i for z, s in mine for i in setup.uncovered(w, z, s)]


@pytest.mark.parametrize("name", SCENARIOS)
def test_panzer_headquarters_stand_with_their_tanks(name: str) -> None:
    w = started(name)._w
    heads = [u for u in on_map(w, AXIS) if u.type.kind == "pz_hq"]
    assert heads and all(any(has(u, "mech") and has(u, "german") for u in units_at(w, h.hex)) for h in heads)


def test_units_with_a_printed_town_and_the_depots_stand_there_and_stay() -> None:
    game = fresh()
    for unit, spot in PRINTED.items():
        assert where(game, unit) == spot and refused(game, f"lift {unit}") == ("fixed", "10.1")
    do(game, "end")
    for unit, spot in DEPOTS.items():
        assert where(game, unit) == spot and refused(game, f"lift {unit}") == ("fixed", "10.1")


def test_the_soviets_set_up_first_then_the_axis_then_the_air_bases() -> None:
    game = fresh()
    assert game.to_act is SOVIET and refused(game, "lift Pz1") == ("no-lifting", "10.1")
    do(game, "end")
    assert game._w.phase == "setup-axis" and game.to_act is AXIS
    assert refused(game, "lift 10.SD") == ("no-lifting", "10.1")
    do(game, "end")
    assert game._w.phase == "air-axis" and game.turn == 1
    assert refused(game, "lift Pz1") == ("no-lifting", "10.1")


# -- the Soviet districts (step 4) --------------------------------------------------------------------------


@pytest.mark.parametrize("district", DISTRICTS)
def test_a_district_is_set_up_in_its_own_hexes(district: str) -> None:
    labels = {board().hexes[i].label for i in board().regions[district]}
    assert zone(district, SOVIET) <= labels
    assert {board().hexes[i].label for i in board().regions[f"{district}_border"]} <= zone(district, SOVIET)


@pytest.mark.parametrize("district", DISTRICTS)
def test_every_border_hex_keeps_a_unit(district: str) -> None:
    game = fresh()
    for index in board().regions[f"{district}_border"]:
        guards = [u for u in units_at(game._w, index) if is_combat_unit(u)]
        assert guards
        if len(guards) == 1 and guards[0].type.set == district:
            assert refused(game, f"lift {guards[0].id}") == ("border", "10.1")


def test_a_border_unit_goes_when_another_has_come() -> None:
    game = fresh()
    assert why(game, "lift 10.SD") == "border"
    do(game, "lift 11.SD", "deploy W2915")
    assert why(game, "lift 10.SD") == ""


def test_an_open_border_would_be_refused_at_the_end() -> None:
    game = fresh()
    game._w.mark(Place, game._w.by_id["10.SD"], hex=NAMES["W3314"])
    assert refused(game, "end") == ("border-open", "10.1")


def test_district_units_stay_in_it_and_keep_the_limit() -> None:
    game = fresh()
    spots = put_downs(game, "11.SD")
    assert spots <= zone("BMD", SOVIET) and "W2914" not in spots and "E2314" not in spots
    assert "W3418" not in spots, "three units stand at Kaunas"
    do(game, "lift 11.SD")
    assert refused(game, "deploy W3418") == ("no-berth", "10.1")
    assert refused(game, "deploy W2914") == ("no-berth", "10.1")
    assert refused(game, "end") == ("decision-open", "10.1")


def test_nothing_is_put_down_that_was_not_picked_up() -> None:
    assert refused(fresh(), "deploy W3314") == ("nothing-lifted", "10.1")


# -- the reserve (step 2) -----------------------------------------------------------------------------------


def test_the_reserve_stands_in_towns_behind_the_districts_one_a_hex() -> None:
    game = fresh()
    inside = {i for d in DISTRICTS for i in board().regions[d]}
    units = [u for u in game._w.units if u.type.set == "R"]
    assert len(units) == len({u.hex for u in units}) == 30
    for unit in units:
        spot = board().hexes[unit.hex]
        assert spot.place and spot.index not in inside and spot.nation == "SOV"
        assert [u.id for u in units_at(game._w, unit.hex) if is_combat_unit(u)] == [unit.id]
    spots = put_downs(game, "118.SD")
    assert spots and all(board().hexes[NAMES[s]].place and NAMES[s] not in inside for s in spots)
    assert "E1713" not in spots and "E1026" not in spots, "Rzhev and Gomel are taken"
    assert "W4731" not in spots, "Kiev belongs to its district"


# -- the Axis (step 5) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("group", "unit"), [("AGN", "I.K"), ("AGC", "V.K"), ("AGS", "IV.K"), ("ROM", "R-V")])
def test_each_army_group_in_its_zone(group: str, unit: str) -> None:
    spots = put_downs(fresh("setup-axis"), unit)
    labels = {board().hexes[i].label for i in board().regions[group]}
    assert spots and spots - (BUCHAREST_AND_PLOESTI if group == "ROM" else set()) <= labels
    assert not {board().hexes[NAMES[s]].owner for s in spots} - {"axis"}


def test_headquarters_are_put_down_with_german_tanks_only() -> None:
    game = fresh("setup-axis")
    for spot in put_downs(game, "PzA3"):
        assert any(has(u, "mech") and has(u, "german") for u in units_at(game._w, NAMES[spot]))


def test_the_last_tanks_do_not_leave_their_headquarters() -> None:
    game = fresh("setup-axis")
    do(game, "lift Pz7", f"deploy {sorted(put_downs(game, 'Pz7') - {'W3220'})[0]}")
    assert refused(game, "lift Pz20") == ("lone-headquarters", "2.6")
    do(game, "lift PzA3", "deploy W3120")
    assert why(game, "lift Pz20") == ""


@pytest.mark.parametrize("unit", ["I.Air", "II.Air", "VIII.Air", "V.Air", "IV.Air"])
def test_aircraft_start_on_towns_near_their_army_group(unit: str) -> None:
    game = fresh("setup-axis")
    group = board().regions[game._w.by_id[unit].type.set]
    for spot in put_downs(game, unit):
        here = board().hexes[NAMES[spot]]
        assert here.place and here.nation in ("GER", "POL", "ROM") and game._w.ground[here.index].control is AXIS
        assert min(board().distance(here.index, i) for i in group) <= 6
        assert sum(1 for u in units_at(game._w, here.index) if has(u, "air") and u.id != unit) < 2


def test_a_zone_reaches_farther_for_aircraft() -> None:
    game = fresh("setup-axis")
    assert "W2326" in put_downs(game, "II.Air") and "W2326" not in put_downs(game, "XX.K")


# -- later scenarios (10.6) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LATER)
def test_sectors_reach_six_hexes_behind_the_front(name: str) -> None:
    w = started(name)._w
    for one in w.scenario.zones.values():
        assert one.front and one.depth == 6
        for side in Side:
            if any(u.type.set == one.name and u.type.side is side for u in w.units):
                front = w.board.regions[one.front]
                found = setup.zone_hexes(w, one.name, side)
                assert found and all(w.ground[i].control is side for i in found)
                assert max(min(w.board.distance(i, j) for j in front) for i in found[::7]) <= 6


def test_a_front_is_held_by_its_own_side_and_on_the_line() -> None:
    game = new_game("tdv-bagration-1944")
    w = game._w
    line = frozenset(w.board.regions["front_1944_06"])
    held = {i for i in line if any(is_combat_unit(u) for u in units_at(w, i))}
    lone = next(i for i in sorted(held) if held.isdisjoint(w.board.neighbours[i]))
    assert not setup.gap(w, lone, line, 2)
    for unit in units_at(w, lone):
        w.mark(Place, unit, hex=-1, box="dead")
    assert setup.gap(w, lone, line, 2), "Soviets across the front and Germans behind it do not hold it"


def test_a_unit_on_which_the_hexes_beside_it_rely_stays() -> None:
    game = new_game("tdv-bagration-1944")
    w = game._w
    if game.to_act is SOVIET:
        do(game, "end")
    line = frozenset(w.board.regions["front_1944_06"])
    checked = 0
    for unit in on_map(w, AXIS):
        here, guards = unit.hex, [u for u in units_at(w, unit.hex) if is_combat_unit(u)]
        if guards == [unit] and here in line and setup.zone_of(w, unit):
            near = [j for j in (here, *w.board.neighbours[here]) if j in line]
            opens = [j for j in near if setup.gap(w, j, line, 2, here)]
            assert (why(game, f"lift {unit.id}") == "border") is bool(opens)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", LATER)
def test_lifting_and_putting_down_never_opens_the_line(name: str) -> None:
    game = new_game(name)
    while game._w.phase.startswith("setup-"):
        for line in texts(game, "lift")[::9]:
            if why(game, line) == "":
                do(game, line)
                do(game, texts(game, "deploy")[-1])
        assert why(game, "end") == ""
        do(game, "end")


def test_unknown_counters() -> None:
    assert refused(fresh(), "lift X") == ("no-such-unit", "1.2")
