"""Chapters 3 to 10: the numbers of supply, rail, sea, air, replacements, politics and victory, typed in."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.files.toml_files import by_turn
from ecs.rulesets.russia_besieged.data.calendar import (
    air_pool,
    ally_income,
    archangel_income,
    german_income,
    off_map_income,
    rail_capacity,
    rail_chain,
    rail_groups,
    rail_weight,
    sea_capacity,
    supply_length,
)
from ecs.rulesets.russia_besieged.data.tables import names_of, tables
from ecs.rulesets.russia_besieged.data.units import arrivals
from tests.ecs.rules_rb.stage import board, majors, spots

AXIS, SOVIET = Side.AXIS, Side.SOVIET
WEATHERS = ("Clear", "Lt Mud", "Mud", "Snow")
ALL = range(1, 26)


def steps(numbers: str) -> list[int]:
    """ "3x2 5x1" is 3 3 5."""
    pairs = [part.split("x") for part in numbers.split()]
    return [int(number) for number, times in pairs for _ in range(int(times))]


# -- ground (3) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "foot", "mot", "rail_free", "frozen", "mountaineers"),
    [
        ("clear", "free", "free", False, False, False), ("forest", "free", "stop", True, False, False),
        ("swamp", "stop", "rail", False, True, False), ("mountain", "stop", "rail", False, False, True),
        ("northern_swamp", "stop", "never", False, False, False), ("major_city", "free", "free", False, False, False),
    ],
)  # fmt: skip
def test_terrain_stops_and_bans(
    ground: str, foot: str, mot: str, rail_free: bool, frozen: bool, mountaineers: bool
) -> None:
    row = tables().terrain[ground]
    assert (row.foot, row.mot) == (foot, mot)
    assert (row.rail_free, row.frozen, row.mountaineers) == (rail_free, frozen, mountaineers)


def test_rivers_stop_in_mud() -> None:
    assert (tables().side["river"].stop_foot, tables().side["river"].stop_mot) == (["Mud"], ["Lt Mud", "Mud"])


def test_special_hexes() -> None:
    t = tables()
    assert (spots(*t.ice_road.ends), t.ice_road.length, spots(t.ice_road.gate)) == (["2712", "2912"], 2, ["2912"])
    assert spots(*t.kerch.ends) == ["3541", "3641"]
    assert spots(t.supply.finnish_edge) == ["2201", "2301", "2401", "2501", "2601"]
    rows = {34: "06 07 08", 35: "05 06 07 08 09", 36: "03 04 05 06 07 08 09"}
    mire = {board().hexes[i].label for i in board().regions["northern_swamp"]}
    assert mire == {f"{column}{row}" for column in rows for row in rows[column].split()}


def test_stacking() -> None:
    s = tables().stacking
    assert (s.most, s.armies, s.city, s.artillery, s.marshals, s.militia) == (3, 2, 4, 1, 1, 2)
    assert (s.apart, s.finns_with) == ([["ROM", "HUN"]], ["GER", "FIN"])


# -- rail (7) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "numbers"), [(AXIS, "4x1 4x5 5x6 5x13"), (SOVIET, "2x1 4x5 5x6 6x13")])
def test_rail_capacity(side: Side, numbers: str) -> None:
    assert [rail_capacity(side, turn) for turn in ALL] == steps(numbers)


@pytest.mark.parametrize(
    ("kind", "army", "weight"),
    [("I", False, 1), ("I", True, 1), ("A", False, 1), ("A", True, 2), ("MX", False, 1), ("S", True, 2),
     ("GI", True, 2), ("AR", False, 2), ("C", False, 1)],
)  # fmt: skip
def test_what_units_count_on_the_railway(kind: str, army: bool, weight: int) -> None:
    assert rail_weight(kind, army) == weight


@pytest.mark.parametrize(("side", "numbers"), [(AXIS, "3x12 2x13"), (SOVIET, "4x25")])
def test_rail_groups(side: Side, numbers: str) -> None:
    assert [rail_groups(side, turn) for turn in ALL] == steps(numbers)


@pytest.mark.parametrize(
    ("weathers", "one", "two"),
    [(("Clear", "Clear"), 8, 12), (("Lt Mud", "Lt Mud"), 8, 12), (("Clear", "Mud"), 6, 9), (("Snow", "Snow"), 5, 7),
     (("Mud", "Snow"), 5, 7)],
)  # fmt: skip
def test_rail_conversion(weathers: tuple[str, str], one: int, two: int) -> None:
    assert (rail_chain(weathers), rail_chain(weathers, groups=2)) == (one, two)


def test_rail_exits_by_edge() -> None:
    t = tables()
    hexes = {edge: spots(*names) for edge, names in t.rail.exits.items()}
    assert hexes == {
        "west": ["0223", "0228", "0432"], "east": ["5018", "5323", "5626"], "north": ["3702"],
        "south_west": ["0840"], "south_east": ["5050"],
    }  # fmt: skip


# -- sea (8) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "sea", "numbers"),
    [(AXIS, "Baltic", "1x16 2x9"), (AXIS, "Black", "1x25"), (AXIS, "Caspian", "0x25"), (SOVIET, "Baltic", "1x2 0x23"),
     (SOVIET, "Black", "2x25"), (SOVIET, "Caspian", "2x25")],
)  # fmt: skip
def test_sea_capacity(side: Side, sea: str, numbers: str) -> None:
    assert [sea_capacity(side, sea, turn) for turn in ALL] == steps(numbers)


def test_the_baltic_opens_again_with_riga_or_reval() -> None:
    assert [sea_capacity(SOVIET, "Baltic", 20, regained=True), sea_capacity(AXIS, "Baltic", 5, regained=True)] == [1, 1]
    assert tables().sea.regained.ports == ["Reval", "Riga"]


def test_rolls_at_sea() -> None:
    s = tables().sea
    assert (s.transport.soviet, s.transport.axis) == (
        {"Black": 3, "Baltic": 5, "Caspian": 0}, {"Black": 3, "Baltic": 2},
    )  # fmt: skip
    assert (s.invasion.soviet, s.invasion.axis) == ({"Black": 5}, {"Black": 7})
    assert (s.evacuation.soviet, s.evacuation.axis) == (
        {"Black": 4, "Baltic": 5, "Caspian": 0}, {"Black": 4, "Baltic": 3},
    )  # fmt: skip
    assert (s.lost, s.failed, s.clear_water, s.air, s.air_most, s.evacuated) == (1, 1, 1, -1, -2, 2)


def test_ports() -> None:
    s = tables().sea
    assert {sea: len(ports) for sea, ports in s.ports.items()} == {"Baltic": 8, "Black": 9, "Caspian": 3, "White": 1}
    assert s.shut == ["Reval", "Helsinki", "Leningrad", "Archangel", "Rostov"]


def test_landings() -> None:
    found = tables().landing
    assert (found.units, found.year, found.axis_game, found.classes) == (1, 3, 1, ["I", "AB", "GI", "M"])


# -- supply (13) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "combat", "turn", "lengths"),
    [
        (AXIS, False, 1, (14, 10, 7, 8)), (AXIS, False, 2, (14, 10, 7, 8)), (AXIS, False, 3, (12, 10, 7, 8)),
        (AXIS, False, 25, (12, 10, 7, 8)), (SOVIET, False, 1, (9, 8, 6, 8)), (SOVIET, False, 25, (9, 8, 6, 8)),
        (AXIS, True, 2, (10, 6, 4, 5)), (AXIS, True, 3, (8, 6, 4, 5)), (AXIS, True, 4, (8, 6, 4, 3)),
        (AXIS, True, 6, (8, 6, 4, 3)), (AXIS, True, 7, (8, 6, 4, 5)),
        (SOVIET, True, 12, (5, 4, 3, 5)), (SOVIET, True, 13, (6, 5, 3, 6)), (SOVIET, True, 18, (6, 5, 3, 6)),
        (SOVIET, True, 19, (8, 7, 3, 8)),
    ],
)  # fmt: skip
def test_supply_lengths(side: Side, combat: bool, turn: int, lengths: tuple[int, ...]) -> None:
    assert tuple(supply_length(side, turn, weather, combat) for weather in WEATHERS) == lengths


def test_limited_sources_ports_and_the_caucasus() -> None:
    s, c = tables().supply, tables().caucasus
    assert (s.city_units, s.city_reach, s.taken_units, s.taken_turns) == (4, 2, 3, 3)
    assert (s.port_units, s.port_reach, s.port_air, s.axis_black_from, s.soviet_baltic_last) == (4, 4, 4, 3, 2)
    assert c.axis_reach == 3
    assert {"4345", "4445", "5645"} <= {board().hexes[i].label for i in board().regions["caucasus"]}


def test_surrendered_soviet_units_come_back_after_four_then_two_turns() -> None:
    assert [by_turn(tables().surrender.back, turn)[0] for turn in (1, 10, 13, 25)] == [4, 4, 2, 2]


# -- air (11), drops (15) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "numbers"),
    [(AXIS, "5x3 4x2 5x4 4x3 5x2 3x4 2x4 2x3"), (SOVIET, "0x3 1x3 2x3 3x3 4x2 5x4 6x4 6x3")],
)
def test_the_air_pool(side: Side, numbers: str) -> None:
    assert [air_pool(side, turn) for turn in ALL] == steps(numbers)


def test_airbases_and_ranges() -> None:
    a = tables().air
    assert (a.base.major, a.base.minor, a.base.marker, a.most_in_hex) == (3, 2, 2, 3)
    assert (a.markers.axis, a.markers.soviet, a.range.axis, a.range.soviet, a.displaced) == (5, 8, 8, 6, 12)


def test_air_drops() -> None:
    d = tables().drop
    assert [by_turn(d.drops, t)[0] for t in (9, 10)] == [1, 2]
    assert [by_turn(d.range, t)[0] for t in (12, 13)] == [6, 8]
    assert (d.from_turn, d.success, d.zone, d.again) == (2, {"Clear": 3, "Lt Mud": 5, "Snow": 6}, -1, 3)


# -- replacements (19), lend-lease and oil (20) -------------------------------------------------------------------

CITIES = {
    "Moscow": 3, "Leningrad": 2, "Gorki": 2, "Kharkov": 2, "Kuibyshev": 2, "Tula": 1, "Kiev": 1, "Odessa": 1,
    "Dnepropetrovsk": 1, "Stalino": 1, "Voronezh": 1, "Stalingrad": 1, "Saratov": 1, "Rostov": 1, "Baku": 1,
}  # fmt: skip


def test_soviet_cities_and_22_points_on_turn_one() -> None:
    assert tables().replace.cities == CITIES
    assert sum(tables().replace.cities.values()) + off_map_income(1) == 22


def test_income_by_turn() -> None:
    assert [off_map_income(t) for t in ALL] == steps("1x4 3x6 5x6 7x9")
    assert [german_income(t) for t in ALL] == steps("0x1 3x3 5x6 6x12 4x3")
    assert [by_turn(tables().replace.german_armour, t)[0] for t in ALL] == steps("2x10 3x15")


def test_income_of_the_allies() -> None:
    assert [ally_income("ROM", t) for t in (1, 2, 25)] == [1, 1, 1]
    assert [ally_income("HUN", t) for t in range(1, 7)] == [ally_income("FIN", t) for t in range(1, 7)]
    assert [ally_income("HUN", t) for t in range(1, 7)] == [0, 1, 0, 1, 0, 1]
    assert [t for t in ALL if ally_income("ITA", t)] == [8, 10]
    assert ally_income("SPA", 4) == 0


def test_what_a_step_costs() -> None:
    r = tables().replace
    assert r.cost == {"I": 1, "C": 1, "GI": 2, "S": 2, "M": 2, "AB": 2, "MX": 2, "PG": 2, "A": 2, "AR": 3}
    assert (r.cost_air, r.save.axis, r.save.soviet, r.no_stalin, r.never) == (3, 3, 5, -2, ["V", "W"])
    assert (r.german_lost, r.german_all) == ({"Ploesti": -2, "Breslau": -1, "Konigsberg": -1}, "Berlin")
    assert (r.no_mech41_from, r.airborne_most, r.leningrad_most, r.never_nations) == (3, 2, 1, ["SPA"])


@pytest.mark.parametrize(
    ("turn", "die", "rp"),
    [(3, 10, 0), (4, 3, 0), (4, 4, 1), (6, 7, 1), (6, 8, 2), (7, 1, 1), (12, 10, 3), (13, 3, 2), (25, 8, 4)],
)
def test_the_archangel_convoys(turn: int, die: int, rp: int) -> None:
    assert archangel_income(turn, die) == rp


def test_other_lend_lease_and_oil() -> None:
    lend, oil = tables().lend_lease, tables().oil
    assert (lend.south_from, lend.south, lend.pacific_from, lend.pacific) == (11, ["Baku", "Astrakhan"], 7, 1)
    assert (oil.axis_wells, oil.axis_turns) == ({"Maikop": 1, "Grozny": 1, "Baku": 2}, 2)
    assert (oil.ploesti_first, oil.ploesti_second, oil.soviet_first, oil.soviet_armour_cost) == (-1, 1, -1, 3)


# -- leaders, partisans, allies -----------------------------------------------------------------------------------


def test_field_marshals_and_when_they_serve() -> None:
    assert {name: (m.side, *m.turns) for name, m in tables().marshals.who.items()} == {
        "Leeb": ("axis", 1, 5), "Bock": ("axis", 1, 8), "Rundstedt": ("axis", 1, 4), "Manstein": ("axis", 6, 18),
        "Model": ("axis", 12, 25), "Zhukov": ("soviet", 3, 25), "Vasilevsky": ("soviet", 10, 25),
        "Rokossovsky": ("soviet", 11, 25), "Konev": ("soviet", 13, 25),
    }  # fmt: skip


def test_dictators() -> None:
    d = tables().dictators
    assert (d.homes.axis, d.homes.soviet) == ("Berlin", "Moscow")
    assert (d.defence, d.escape, d.escape_surrounded) == (1, 5, 7)


def test_partisans() -> None:
    p = tables().partisans
    assert [by_turn(p.placed, t)[0] for t in ALL] == steps("0x2 1x4 2x6 3x13")
    assert [by_turn(p.most, t)[0] for t in ALL] == steps("3x4 6x6 10x15")
    assert (p.german, p.german_rough, p.apart, p.hunted, p.hunt) == (2, 1, 3, 2, 8)
    assert (p.hunt_unit, p.hunt_most, p.hunt_rough, p.hunt_stage_2, p.stage_2_from, p.flips) == (1, 3, -2, -2, 7, 2)


def test_allies_of_the_axis() -> None:
    a = tables().allies
    assert (a.gone, a.no_attack) == ({"ITA": 12, "SPA": 16, "SLK": 20}, {"FIN": 1, "ROM": 1, "HUN": 1, "SLK": 1})
    assert (a.finland_tires, a.bulgaria_open, a.romania_lost) == (21, 21, 2)
    assert a.romania_cities == ["Jassy", "Galatz", "Constanza", "Ploesti"]


# -- places and victory ---------------------------------------------------------------------------------------------


def test_there_are_26_major_cities_31_minor_ones_and_three_wells() -> None:
    assert (len(majors("axis")), len(majors("soviet"))) == (7, 19)
    towns = [h for h in board().hexes if h.place == "town"]
    wells = [h for h in towns if "oil" in h.traits]
    assert (len(towns), len(wells), sum(h.owner == "soviet" for h in towns if h not in wells)) == (34, 3, 18)


@pytest.mark.parametrize(
    ("name", "spot"),
    [("Berlin", "0223"), ("Moscow", "3520"), ("Leningrad", "2712"), ("Kiev", "2630"), ("Stalingrad", "4733"),
     ("Brest-Litovsk", "1626"), ("Ploesti", "1841"), ("Baku", "5949"), ("Temesvar", "1038")],
)  # fmt: skip
def test_where_places_lie(name: str, spot: str) -> None:
    assert spots(name) == [spot]


def test_every_name_the_calendar_writes_is_declared() -> None:
    said = {line.at for line in arrivals().arrive if line.at}
    assert len(said) > 10 and said <= names_of(tables())


def test_tournament_points_and_pars() -> None:
    v = tables().victory
    assert (v.major, v.minor, v.well, v.moscow, v.bid_rp) == (2, 1, 1, 1, 1)
    assert {s.id: (s.turns, s.long, s.par) for s in tables().scenarios} == {
        "23.1": ((1, 5), 0, [19]), "23.2": ((1, 7), 0, [19, 20]), "23.3": ((1, 10), 0, [28]), "23.4": ((1, 25), 0, []),
        "23.5": ((7, 10), 25, [28]), "23.6": ((13, 16), 25, [13]), "23.7": ((19, 22), 25, []),
    }  # fmt: skip


def test_the_district_that_is_locked() -> None:
    d = tables().district
    assert (d["Transcaucasus"].rows, d["Transcaucasus"].locked) == ((43, 51), 2)
