"""Chapters 1.3 and 11: is every counter there, with its factors, in its turn?"""

from __future__ import annotations

from collections import Counter

import pytest

from ecs.core.files.scenarios import maps_root
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.units import Arrival, arrivals, classes, grade_on, kinds, parted, units

AXIS_NATIONS = {"GER", "ROM", "HUN", "ITA", "SLK", "FIN", "SPA"}


def force(name: str) -> list[str]:
    return next(f.units for f in units().force if f.name == name)


def coming(turn: int, side: str) -> list[Arrival]:
    return [entry for entry in arrivals().arrive if (entry.turn, entry.side) == (turn, side)]


def printed(texts: list[str]) -> Counter[str]:
    """How many of every "class steps CF-MA", in the words of the order of battle."""
    cards = [classes()[kind] for _, kind in parted(texts)]
    return Counter(f"{c.kind}{c.steps} {c.full[0]}-{c.full[1]}" for c in cards)


# -- classes ----------------------------------------------------------------------------------------------


def test_every_class_is_drawn_with_a_known_symbol_and_echelon() -> None:
    pictures = maps_root().parent / "sprites" / "standard"
    for name, card in classes().items():
        assert (pictures / "symbols" / f"{card.symbol}.svg").is_file(), name
        assert card.size == "none" or (pictures / "echelons" / f"{card.size}.svg").is_file(), name


@pytest.mark.parametrize(
    ("kind", "mobility", "armour", "zoc"),
    [
        ("A", "mot", True, True), ("PG", "mot", True, True), ("MX", "mot", True, True), ("S", "foot", True, True),
        ("I", "foot", False, True), ("GI", "foot", False, True), ("M", "foot", False, True), ("C", "cav", False, True),
        ("AB", "foot", False, True), ("AR", "foot", False, False), ("V", "fixed", False, False),
    ],
)  # fmt: skip
def test_what_the_classes_have_in_common(kind: str, mobility: str, armour: bool, zoc: bool) -> None:
    found = kinds()[kind]
    assert (found.mobility, found.armour, found.zoc) == (mobility, armour, zoc)


@pytest.mark.parametrize(
    ("kind", "full", "reduced"),
    [
        ("ger_inf_54", (5, 4), (2, 4)), ("ger_inf_44", (4, 4), (2, 4)), ("ger_pz_87", (8, 7), (4, 6)),
        ("ger_pz_97", (9, 7), (5, 6)), ("ss_pz_107", (10, 7), (5, 6)), ("ger_pg_76", (7, 6), (3, 5)),
        ("ss_mot_46", (4, 6), None), ("ger_mtn_64", (6, 4), (3, 4)), ("volkssturm", (1, 0), None),
        ("spa_inf_24", (2, 4), None), ("rum_inf_23", (2, 3), (1, 3)), ("fin_inf_34", (3, 4), (1, 4)),
        ("army_23", (2, 3), (1, 3)), ("army_43", (4, 3), (2, 3)), ("shock_54", (5, 4), (2, 4)),
        ("guards_64", (6, 4), (3, 4)), ("mech41_15", (1, 5), None), ("tank_corps_36", (3, 6), None),
        ("tank_army_56", (5, 6), (3, 5)), ("tank_army_76", (7, 6), (4, 5)), ("art_82", (8, 2), None),
        ("airborne_13", (1, 3), None), ("cav_25", (2, 5), None), ("militia", (1, 0), None),
    ],
)  # fmt: skip
def test_factors_of_the_counters(kind: str, full: tuple[int, int], reduced: tuple[int, int] | None) -> None:
    assert (classes()[kind].full, classes()[kind].reduced) == (full, reduced)


def test_every_reduced_side_follows_the_formula() -> None:
    for name, card in classes().items():
        if card.reduced:
            assert card.reduced == kinds()[card.kind].reduce(card.full), name


def test_axis_units_are_corps_and_soviet_infantry_and_tank_armies_are_armies() -> None:
    for name, card in classes().items():
        if card.fights:
            army = card.nation not in AXIS_NATIONS and (card.kind in {"I", "GI", "S"} or "tank_army" in card.traits)
            assert card.size == ("army" if army else "corps"), name


def test_artillery_militia_workers_mechanised_cavalry_and_airborne_have_one_step() -> None:
    one = {"AR", "V", "W", "MX", "C", "AB"}
    for name, card in classes().items():
        single = card.kind in one or name.startswith("tank_corps") or name == "spa_inf_24" or not card.fights
        assert card.steps == (1 if single else 2), name


# -- June 1941 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counters"),
    [("North", 9), ("Centre", 16), ("South", 12), ("Romania", 9), ("Finland", 4), ("Baltic", 6), ("Western", 12),
     ("Kiev", 14), ("Odessa", 7), ("Leningrad", 4), ("Stavka", 10), ("Transcaucasus", 4)],
)  # fmt: skip
def test_how_many_counters_each_army_group_and_district_has(name: str, counters: int) -> None:
    assert len(force(name)) == counters


def test_totals_of_the_axis() -> None:
    start = [u for name in ("North", "Centre", "South", "Romania", "Finland") for u in force(name)]
    found = Counter((classes()[kind].nation, classes()[kind].kind in {"I", "M", "C"}) for _, kind in parted(start))
    assert found == {("GER", False): 10, ("GER", True): 30, ("ROM", True): 6, ("FIN", True): 4}


@pytest.mark.parametrize(
    ("name", "factors"),
    [
        ("North", {"I2 5-4": 5, "I2 4-4": 2, "A2 8-7": 2}),
        ("Centre", {"I2 5-4": 9, "I2 4-4": 2, "A2 9-7": 3, "A2 8-7": 2}),
        ("South", {"I2 5-4": 4, "I2 4-4": 4, "M2 6-4": 1, "A2 8-7": 3}),
        ("Romania", {"I2 5-4": 3, "M2 4-4": 1, "C1 2-5": 1, "I2 3-3": 2, "I2 2-3": 2}),
        ("Finland", {"I2 4-4": 3, "I2 3-4": 1}),
        ("Baltic", {"I2 3-3": 3, "MX1 3-5": 2, "AB1 1-3": 1}),
        ("Western", {"I2 3-3": 2, "I2 4-3": 1, "I2 2-3": 1, "MX1 4-5": 1, "MX1 2-5": 2, "MX1 1-5": 3, "C1 2-5": 1,
                     "AB1 1-3": 1}),
        ("Kiev", {"I2 4-3": 3, "I2 3-3": 1, "MX1 4-5": 2, "MX1 3-5": 2, "MX1 2-5": 3, "MX1 1-5": 1, "C1 2-5": 1,
                  "AB1 1-3": 1}),
        ("Odessa", {"I2 4-3": 1, "MX1 3-5": 1, "MX1 2-5": 1, "C1 2-5": 1, "I2 2-3": 2, "AB1 1-3": 1}),
        ("Leningrad", {"I2 3-3": 1, "I2 2-3": 1, "MX1 3-5": 1, "MX1 2-5": 1}),
        ("Stavka", {"I2 3-3": 5, "MX1 3-5": 2, "MX1 2-5": 3}),
        ("Transcaucasus", {"I2 2-3": 4}),
    ],
)  # fmt: skip
def test_factors_of_the_armies_of_june(name: str, factors: dict[str, int]) -> None:
    assert printed(force(name)) == factors


def test_there_are_as_many_pool_counters_as_the_rules_ever_allow() -> None:
    t = tables()
    kinds_of = Counter(kind for f in units().force for _, kind in parted(f.units))
    assert kinds_of["ger_air"] == max(row[1] for row in t.air.pool)
    assert kinds_of["sov_air"] == max(row[2] for row in t.air.pool)
    assert (kinds_of["ger_base"], kinds_of["sov_base"]) == (t.air.markers.axis, t.air.markers.soviet)
    assert kinds_of["partisan"] == max(row[1] for row in t.partisans.most)
    names = {name for f in units().force for name, _ in parted(f.units)}
    assert {*t.marshals.who, "Hitler", "Stalin"} <= names
    assert classes()["ger_marshal"].full[1] == classes()["sov_marshal"].full[1] == 10
    assert classes()["hitler"].full[1] == classes()["stalin"].full[1] == 6


# -- arrivals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "counters"),
    [(2, 8), (3, 4), (5, 1), (6, 1), (7, 7), (8, 1), (10, 2), (11, 2), (16, 1), (17, 2), (18, 1), (20, 2), (21, 3),
     (22, 2), (23, 4), (24, 5)],
)  # fmt: skip
def test_how_many_axis_counters_come_each_turn(turn: int, counters: int) -> None:
    assert sum(len(entry.units) for entry in coming(turn, "axis")) == counters


@pytest.mark.parametrize(
    ("turn", "counters"),
    [(1, 2), (2, 16), (3, 11), (4, 8), (5, 5), (6, 4), (7, 7), (8, 9), (9, 2), (10, 9), (11, 5), (13, 4), (16, 2),
     (17, 1), (19, 1), (21, 2), (23, 2)],
)  # fmt: skip
def test_how_many_soviet_counters_come_each_turn(turn: int, counters: int) -> None:
    assert sum(len(entry.units) for entry in coming(turn, "soviet")) == counters


def test_nobody_comes_on_the_other_turns() -> None:
    assert {e.turn for e in arrivals().arrive if e.side == "axis"} == {
        2, 3, 5, 6, 7, 8, 10, 11, 16, 17, 18, 20, 21, 22, 23, 24
    }  # fmt: skip
    assert {e.turn for e in arrivals().arrive if e.side == "soviet"} == {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17, 19, 21, 23
    }  # fmt: skip


def test_counters_come_to_their_own_side() -> None:
    for entry in arrivals().arrive:
        for name, kind in parted(entry.units):
            assert (classes()[kind].nation in AXIS_NATIONS) is (entry.side == "axis"), name


@pytest.mark.parametrize(
    ("turn", "side", "factors"),
    [
        (2, "axis", {"A2 8-7": 1, "I2 4-4": 3, "MX1 3-5": 1, "MX1 2-5": 1, "MX1 1-5": 1, "AR1 6-2": 1}),
        (7, "axis", {"I2 3-3": 4, "M2 4-3": 1, "MX1 4-6": 1, "AR1 8-2": 1}),
        (11, "axis", {"A2 10-7": 1, "I2 4-4": 1}),
        (23, "axis", {"A2 9-7": 1, "V1 1-0": 3}),
        (24, "axis", {"I2 2-4": 1, "V1 1-0": 4}),
        (2, "soviet", {"I2 2-3": 12, "V1 1-0": 4}),
        (3, "soviet", {"I2 2-3": 8, "V1 1-0": 3}),
        (4, "soviet", {"S2 4-3": 1, "I2 3-3": 5, "C1 3-5": 2}),
        (7, "soviet", {"A2 5-6": 2, "I2 4-3": 3, "A1 3-6": 2}),
        (8, "soviet", {"A2 5-6": 1, "A2 4-6": 1, "GI2 5-4": 1, "I2 4-3": 2, "A1 3-6": 2, "AR1 4-2": 1, "V1 1-0": 1}),
        (10, "soviet", {"GI2 6-4": 1, "GI2 5-4": 1, "S2 5-4": 1, "MX1 4-6": 3, "A1 4-6": 1, "AR1 6-2": 2}),
        (13, "soviet", {"MX1 4-6": 2, "AR1 8-2": 2}),
    ],
)
def test_factors_of_those_who_come(turn: int, side: str, factors: dict[str, int]) -> None:
    assert printed([u for entry in coming(turn, side) for u in entry.units]) == factors


def test_named_places_of_arrival() -> None:
    places = {name: e.at for e in arrivals().arrive for name, _ in parted(e.units) if e.at}
    assert (places["24.A"], places["51.A"], places["42.A"], places["1.Sh"]) == (
        "Moscow", "Simferopol", "Leningrad", "Moscow",
    )  # fmt: skip
    assert (places["XVIII.Gb"], places["IX.SS"], places["VS-Vienna"]) == ("Konigsberg", "Budapest", "Vienna")


def test_conditional_arrivals() -> None:
    gone = {name: e.gone for e in arrivals().arrive for name, _ in parted(e.units) if e.gone}
    assert gone == {"XVIII.Gb": "FIN", "Rum1": "ROM", "Rum4": "ROM"}


def test_withdrawals_and_returns() -> None:
    found = arrivals()
    assert [(w.turn, w.units, w.late) for w in found.withdraw] == [
        (10, ["4.TA"], 0), (16, ["II.SS"], 0), (19, ["II.SS"], 20),
    ]  # fmt: skip
    assert [(b.turn, b.unit, classes()[b.grade].full) for b in found.back] == [
        (14, "4.TA", (6, 6)), (18, "II.SS", (9, 7)), (23, "II.SS", (9, 7)),
    ]  # fmt: skip


def test_conversions() -> None:
    found = {(c.turn, c.unit): (c.name, classes()[c.grade].kind, classes()[c.grade].full) for c in arrivals().convert}
    assert found == {
        (7, "CSIR"): ("I-XXXV", "I", (3, 3)),
        (7, "R-I"): ("", "I", (3, 3)), (7, "R-IV"): ("", "I", (3, 3)), (7, "R-VI"): ("", "I", (3, 3)),
        (12, "62.A"): ("8.Gd", "GI", (6, 4)), (12, "64.A"): ("7.Gd", "GI", (6, 4)),
        (12, "66.A"): ("5.Gd", "GI", (6, 4)), (12, "24.A"): ("4.Gd", "GI", (6, 4)),
        (12, "21.A"): ("6.Gd", "GI", (6, 4)), (12, "30.A"): ("10.Gd", "GI", (6, 4)),
        (13, "XLVIII.Pz"): ("", "A", (10, 7)), (13, "III.Pz"): ("", "A", (9, 7)),
        (13, "XXIV.Pz"): ("", "PG", (7, 6)), (13, "Wiking"): ("", "PG", (6, 6)),
        (13, "16.A"): ("11.Gd", "GI", (6, 4)), (13, "3.TA"): ("3.GTA", "A", (7, 6)),
        (13, "5.TA"): ("5.GTA", "A", (7, 6)), (14, "1.TA"): ("", "A", (7, 6)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("grade", "turn", "full"),
    [
        ("army_23", 12, (2, 3)), ("army_23", 13, (4, 4)), ("army_43", 18, (4, 4)), ("army_33", 19, (5, 4)),
        ("army_44", 19, (5, 4)), ("pol_34", 20, (3, 4)), ("guards_64", 20, (6, 4)), ("tank_army_66", 18, (6, 6)),
        ("tank_army_66", 19, (8, 7)), ("gd_tank_army_76", 19, (8, 7)), ("tank_corps_36", 19, (3, 6)),
        ("ger_inf_54", 18, (5, 4)), ("ger_inf_54", 19, (4, 4)),
    ],
)  # fmt: skip
def test_waves_lift_and_wear_down_whole_classes(grade: str, turn: int, full: tuple[int, int]) -> None:
    assert classes()[grade_on(grade, turn)].full == full


def test_armies_lost_are_raised_anew_in_may_1943() -> None:
    assert [(r.turn, r.units, classes()[r.grade].full) for r in arrivals().restore] == [(13, ["27.A", "53.A"], (4, 4))]
