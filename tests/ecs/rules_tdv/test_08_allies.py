"""Chapters 8.8-8.13: districts, allies, Finland, partisans, forts and works."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Flags, SupplyState
from ecs.rulesets.dark_valley.campaign import allies, fortifications, partisans
from ecs.rulesets.dark_valley.data.components import ChitInPlay, Immobility
from ecs.rulesets.dark_valley.ground import railways, terrain
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, PARTISANS, forts
from ecs.systems import scorekeeping
from tests.ecs.rules_tdv.railkit import depots_alone, rail_way
from tests.ecs.rules_tdv.stage import do, load_dice, only, position, texts, where, why
from tests.ecs.staging import enter

BUCHAREST, PLOESTI, IASI, GALATI, BUDAPEST, LENINGRAD = "W3650", "W3648", "W4042", "W4146", "W2039", "W4702"
BERLIN, MOSCOW, KIEV = "W1121", "E2314", "W4731"


def barred(game: Any, unit: str) -> frozenset[int]:
    return terrain.barred_ground(game._w, game._w.by_id[unit])


# -- districts and the first turn ---------------------------------------------------------------------------


@pytest.mark.parametrize("district", ["BMD", "WMD", "KMD", "OMD"])
def test_a_district_holds_its_units_on_turn_1(district: str) -> None:
    board = position({}).board
    spot = board.hexes[board.regions[district][0]].label
    game = position({"r": ("rifle_div", spot)}, turn=1, phase="move-soviet", chit="SU_MV")
    inside = set(board.regions[district])
    assert set(range(len(board.hexes))) - barred(game, "r") == inside
    free = position({"r": ("rifle_div", spot)}, turn=2, phase="move-soviet", chit="SU_MV")
    assert not barred(free, "r")


def test_the_lock_is_an_option_and_does_not_hold_in_retreat() -> None:
    board = position({}).board
    spot = board.hexes[board.regions["WMD"][0]].label
    units = {"r": ("rifle_div", spot)}
    free = position(units, turn=1, phase="move-soviet", chit="SU_MV", options={"md_lock": "off"})
    locked = position(units, turn=1, phase="move-soviet", chit="SU_MV")
    assert barred(free, "r") == terrain.closed_country(locked._w, locked._w.by_id["r"])


def test_romania_and_hungary_are_closed_to_the_soviets_on_turn_1() -> None:
    game = position({"m": ("mech41", MOSCOW)}, turn=1, phase="move-soviet", chit="SU_MV")
    regions = game.board.regions
    assert barred(game, "m") == set(regions["romania"]) | set(regions["hungary"])


@pytest.mark.parametrize(
    ("kind", "spot", "reason"),
    [
        ("rum_corps", IASI, "not-at-war"),
        ("hun_corps", BUDAPEST, "not-at-war"),
        ("inf_corps", IASI, "waiting"),
        ("inf_corps", BERLIN, ""),
    ],
)
def test_allies_and_germans_in_romania_wait_for_turn_2(kind: str, spot: str, reason: str) -> None:
    for turn, wanted in ((1, reason), (2, "")):
        game = position({"u": (kind, spot)}, turn=turn)
        refusal = terrain.cannot_act(game._w, game._w.by_id["u"])
        assert (refusal.reason if refusal else "") == wanted


# -- leaving the war -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "out"), [("ita_corps", 22), ("blue_div", 29), ("slo_fast", 39), ("fin_corps", 40)])
def test_contingents_go_home_in_their_turn(kind: str, out: int) -> None:
    for turn in (out - 1, out):
        game = position({"u": (kind, BERLIN)}, turn=turn, phase="build-axis")
        allies.exits(game._w)
        assert where(game, "u") == ("gone" if turn == out else BERLIN)


@pytest.mark.parametrize(
    ("taken", "turn", "breaks"),
    [
        ([BUCHAREST], 37, True),
        ([PLOESTI], 37, True),
        ([IASI, GALATI], 37, True),
        ([IASI], 37, False),
        ([BUCHAREST], 36, False),
    ],
)
def test_when_romania_breaks(taken: list[str], turn: int, breaks: bool) -> None:
    game = position({}, turn=turn, control={"soviet": taken})
    assert allies.romania_breaks(game._w) is breaks


def test_romania_changes_sides() -> None:
    units = {"R": ("rum_corps", "W2725"), "A": ("rum_air", "W2725"), "G": ("inf_corps", BUCHAREST)}
    game = position(units, turn=37, control={"soviet": [IASI, GALATI]})
    allies.end_of_turn(game._w)
    w = game._w
    assert where(game, "R") == where(game, "A") == "gone"
    assert [u.place.box for u in w.units if u.type.kind == "sov_rum_corps"] == ["turn:38"] * 4
    assert w.ground[w.board.by_label[BUCHAREST]].control is Side.AXIS
    assert w.ground[w.board.by_label[PLOESTI]].control is Side.SOVIET
    allies.end_of_turn(w)
    assert sum(f == "romania-switched" for f in w[Flags].flags) == 1


def test_germans_in_romania_are_out_of_supply_when_it_changes_sides_unless_they_trace_elsewhere() -> None:
    units = {"G": ("inf_corps", "W3650"), "H": ("inf_corps", "W4042"), "D-South": ("depot", "W4042")}
    game = position(units, turn=39, control={"axis": rail_way("W2832", "W4042"), "soviet": ["W3648"]})
    depots_alone(game)
    allies.end_of_turn(game._w)
    assert "romania-switched" in game._w[Flags].flags
    assert [game._w.by_id[name][SupplyState].level for name in "GH"] == [1, 0]


def test_the_corps_that_changed_sides_come_in_at_bucharest() -> None:
    game = position({"S": ("sov_rum_corps", "[arrived]")}, turn=38, phase="build-soviet")
    assert not texts(game, "enter")
    link = [h.label for h in game.board.hexes if h.nation == "ROM" or "OMD" in h.traits]
    game = position({"S": ("sov_rum_corps", "[arrived]")}, turn=38, phase="build-soviet", control={"soviet": link})
    assert texts(game, "enter") == [f"enter S {BUCHAREST}"]


def test_hungary_is_left_one_corps_when_budapest_falls() -> None:
    units = {
        "F": ("hun_fast", BERLIN),
        "H1": ("hun_corps", BERLIN),
        "H2": ("hun_corps", "W1827"),
        "H3": ("hun_corps", "[dead]"),
    }
    game = position(units, turn=43, control={"soviet": [BUDAPEST]})
    allies.end_of_turn(game._w)
    assert [where(game, name) for name in units] == [BERLIN, "gone", "gone", "gone"]


def test_romanians_suffer_the_cold_abroad() -> None:
    game = position({"a": ("rum_corps", IASI), "b": ("rum_corps", KIEV)}, turn=19)
    cold = {name: terrain.suffers_cold(game._w, game._w.by_id[name]) for name in ("a", "b")}
    assert cold == {"a": False, "b": True}


def test_hungarians_and_romanians_quarrel() -> None:
    game = position({"r": ("rum_corps", IASI), "h": ("hun_corps", BUDAPEST), "g": ("inf_corps", BERLIN)})
    r, h, g = (game._w.by_id[name] for name in "rhg")
    assert terrain.quarrel([r, h]) and not terrain.quarrel([r, g])


# -- Finland ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guard", "stirs"),
    [
        (["army41", "army41"], False),
        (["army41"], True),
        (["rifle_div"] * 3, True),
        (["army41", "rifle_div", "rifle_div"], True),
    ],
)
def test_the_finns_stir_when_leningrad_is_not_watched(guard: list[str], stirs: bool) -> None:
    units = {f"u{n}": (kind, LENINGRAD) for n, kind in enumerate(guard)}
    game = position(units, turn=3)
    assert allies.finns_stir(game._w) is stirs
    assert not allies.finns_stir(position(units, turn=3, options={"finns": "off"})._w)


def test_the_karelian_edge_is_axis_from_turn_3_and_the_corps_stay_there() -> None:
    game = position({}, turn=3, phase="build-axis")
    w = game._w
    allies.open_finland(w)
    assert [w.ground[i].control for i in terrain.finnish_edge(w)] == [Side.AXIS] * 2
    w.mark(Flags, w.table, flags=(*w[Flags].flags, "finland-in"))
    allies.open_finland(w)
    arrived = [u for u in w.units if u.place.box == "arrived"]
    assert [u.type.kind for u in arrived] == ["fin_corps"] * 2
    assert texts(game, "enter")[0].endswith("W4701")
    reach = {j for i in terrain.finnish_edge(w) for j in (i, *w.board.neighbours[i])}
    assert set(range(len(w.board.hexes))) - barred(game, arrived[0].id) <= reach


def test_finland_leaves_on_turn_40_and_its_edge_is_nobodys() -> None:
    game = position({"F": ("fin_corps", "W4701"), "r": ("army41", LENINGRAD)}, turn=40, phase="build-axis")
    enter(game)
    w = game._w
    assert where(game, "F") == "gone"
    assert [w.ground[i].control for i in terrain.finnish_edge(w)] == [None] * 2
    assert set(terrain.finnish_edge(w)) <= barred(game, "r")


# -- partisans -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "die", "count"), [(11, 6, 3), (11, 3, 0), (22, 6, 5), (22, 1, 0), (37, 6, 6), (10, 6, 0), (41, 6, 0)]
)
def test_partisans_rise_by_the_die(turn: int, die: int, count: int, monkeypatch: Any) -> None:
    game = position({}, turn=turn, phase="partisans-soviet", chit="LOG", ground="axis_1942_06")
    load_dice(monkeypatch, die)
    partisans.rise(game._w)
    w = game._w
    assert w[ChitInPlay].quota == count
    if count:
        do(game, "advised")
    assert len(PARTISANS.hexes(w)) == count
    for index in PARTISANS.hexes(w):
        spot = w.board.hexes[index]
        assert spot.terrain in ("woods", "marsh") and "rail" in spot.traits and spot.nation == "SOV"


def partisan_month(die: int, monkeypatch: Any, units: dict[str, tuple[str, str]] | None = None) -> Game:
    """June 1943: the Logistics chit is drawn, the Axis front of 1942 behind it, and the die falls."""
    depot = {"D-Center": ("depot", "E1218")}
    game = position({**depot, **(units or {})}, turn=25, phase="partisans-soviet", chit="LOG", ground="axis_1942_06")
    load_dice(monkeypatch, die, *[1] * 9)
    partisans.rise(game._w)
    return game


def test_8_12_as_many_markers_as_the_die_says_while_legal_hexes_remain(monkeypatch: Any) -> None:
    game = partisan_month(6, monkeypatch)
    assert len(partisans.targets(game._w)) > 150
    assert why(game, "end") == "partisans-due"
    do(game, "advised")
    assert len(PARTISANS.hexes(game._w)) == 5
    assert game._w.phase != "partisans-soviet"


def test_8_12_the_soviet_player_places_them_and_leaves_the_rest_to_the_staff(monkeypatch: Any) -> None:
    game = partisan_month(6, monkeypatch)
    assert game.to_act is Side.SOVIET
    near = [text for text in texts(game) if text.startswith("rise ")]
    do(game, near[0], near[1])
    spots = {game.board.by_label[text.split()[1]] for text in near[:2]}
    assert set(PARTISANS.hexes(game._w)) == spots and game._w[ChitInPlay].quota == 3
    assert not spots & set(partisans.advice(game._w)), "advice is for what is left"
    assert game.undo() is not None and game._w[ChitInPlay].quota == 4
    do(game, near[1], "advised")
    assert len(PARTISANS.hexes(game._w)) == 5 and spots < set(PARTISANS.hexes(game._w))


def test_8_12_the_advice_cuts_the_railway_behind_a_depot_first(monkeypatch: Any) -> None:
    game = partisan_month(2, monkeypatch)
    depot = game._w.by_id["D-Center"]
    assert railways.is_live(game._w, depot)
    (first,) = partisans.advice(game._w)
    assert first in railways.rail_line(game._w, depot)
    do(game, "advised")
    assert PARTISANS.hexes(game._w) == (first,)


def test_8_12_nothing_is_asked_when_the_die_brings_none(monkeypatch: Any) -> None:
    game = partisan_month(1, monkeypatch)
    assert game._w[ChitInPlay].quota == 0 and not partisans.commands(game._w) and partisans.may_end(game._w) is None
    assert why(game, "rise E1218") == "no-partisans"


def test_partisans_are_an_option_and_last_until_the_next_logistics(monkeypatch: Any) -> None:
    game = position({}, turn=37, phase="log-axis", chit="LOG", ground="axis_1942_06", options={"partisans": "off"})
    only(game._w, PARTISANS, 1, 2)
    partisans.rise(game._w)
    assert PARTISANS.hexes(game._w) == ()


def test_partisans_keep_away_from_axis_units_and_are_driven_off() -> None:
    game = position({}, turn=37, phase="move-axis", ground="axis_1942_06")
    spot = partisans.targets(game._w)[0]
    board = game.board
    near = board.hexes[board.neighbours[spot][0]].label
    game = position({"s": ("weak_div", near)}, turn=37, phase="move-axis", ground="axis_1942_06")
    assert spot not in partisans.targets(game._w)
    far = max(range(len(board.hexes)), key=lambda i: board.distance(i, spot))
    only(game._w, PARTISANS, spot, far)
    do(game, "end")
    assert PARTISANS.hexes(game._w) == (far,)


# -- forts and works ---------------------------------------------------------------------------------------------


def test_the_printed_forts() -> None:
    game = position({})
    labels = {game.board.hexes[i].label: size for i, size in fortifications.printed(game._w)}
    assert labels == {"W4702": 2, "E1849": 2, "W2717": 2, "W3326": 1, "E1044": 1, "W2912": 1}


@pytest.mark.parametrize(("turn", "fresh"), [(1, 0), (2, 4), (3, 0), (4, 0), (5, 1), (6, 0), (7, 1), (8, 0)])
def test_markers_of_defensive_works(turn: int, fresh: int) -> None:
    game = position({}, turn=turn, phase="build-soviet")
    fortifications.open_soviet(game._w)
    assert scorekeeping.count(game._w, "works-hand") == fresh


def test_works_are_placed_in_cities_and_two_a_turn_are_moved() -> None:
    game = position({}, turn=3, phase="build-soviet")
    w = game._w
    only(w, DEFENSIVE_WORKS, *(w.board.by_label[s] for s in (MOSCOW, KIEV, "E2233")))
    assert len(texts(game, "raze")) == 3
    assert why(game, "build works E3511") == "no-works"
    do(game, f"raze {MOSCOW}", "build works E3511", f"raze {KIEV}", "build works E2708")
    assert why(game, "raze E2233") == "enough-moved"
    assert {w.board.hexes[i].label for i in DEFENSIVE_WORKS.hexes(w)} == {"E3511", "E2708", "E2233"}


def test_works_are_lost_with_their_city() -> None:
    from ecs.rulesets.dark_valley.ground.control import take_control

    game = position({}, turn=3, phase="build-soviet")
    w = game._w
    index = w.board.by_label[KIEV]
    only(w, DEFENSIVE_WORKS, index)
    take_control(w, index, Side.AXIS)
    assert DEFENSIVE_WORKS.hexes(w) == ()


@pytest.mark.parametrize(("turn", "able"), [(27, False), (28, True), (36, True), (37, False)])
def test_a_weak_fort_a_turn(turn: int, able: bool) -> None:
    game = position({"k": ("inf_corps", BERLIN), "l": ("inf_corps", "W1827")}, turn=turn, phase="build-axis")
    assert (f"build weak_fort {BERLIN}" in texts(game)) is able
    if able:
        do(game, f"build weak_fort {BERLIN}")
        assert not texts(game, "build")
        assert forts(game._w)[game.board.by_label[BERLIN]] == 1


def test_8_13_weak_forts_are_built_in_cities_in_supply_garrisoned_or_not() -> None:
    """Radom is a town, Warsaw a city; Vitebsk counts for victory, and has one in the scenario of 1944."""
    game = position({"k": ("inf_corps", "W2727")}, turn=28, phase="build-axis")
    assert "build weak_fort W2725" in texts(game)
    assert why(game, "build weak_fort W2727") == "no-fort-site"
    assert game.board.by_label["W4717"] in fortifications.cities(game._w)


@pytest.mark.parametrize(
    ("turn", "built", "left"), [(36, 0, 0), (37, 0, 1), (39, 1, 0), (40, 1, 1), (46, 3, 1), (48, 4, 0)]
)
def test_a_fort_every_third_turn_four_at_most(turn: int, built: int, left: int) -> None:
    game = position({}, turn=turn, phase="build-axis")
    if built:
        scorekeeping.add(game._w, "fort", built)
    assert fortifications.axis_left(game._w, "fort") == left


def test_the_garrison_of_a_fort_stays_and_the_fort_falls_with_its_city() -> None:
    from ecs.rulesets.dark_valley.ground.control import take_control
    from ecs.rulesets.dark_valley.ground.terrain import fort_at

    game = position({"k": ("inf_corps", BERLIN)}, turn=37, phase="build-axis")
    do(game, f"build fort {BERLIN}")
    w = game._w
    index = w.board.by_label[BERLIN]
    assert w.by_id["k"][Immobility].rooted and fort_at(w, index) == 2
    take_control(w, index, Side.SOVIET)
    assert fort_at(w, index) == 0
    fortifications.open_axis(w)
    assert not w.by_id["k"][Immobility].rooted


def test_a_fort_needs_a_garrison_in_supply() -> None:
    game = position({}, turn=37, phase="build-axis")
    assert why(game, f"build fort {BERLIN}") == "not-garrisoned"


# -- read again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "closed"), [(1, True), (2, False)])
def test_8_9_no_axis_unit_enters_slovakia_or_hungary_in_june(turn: int, closed: bool) -> None:
    game = position({"k": ("inf_corps", "W2935")}, turn=turn, phase="move-axis", ground="")
    w = game._w
    slovak = next(i for i in sorted(w.board.regions["slovakia"]) if w.board.distance(i, w.by_id["k"].hex) == 1)
    assert (slovak in barred(game, "k")) is closed
    spot = w.board.hexes[slovak].label
    assert (why(game, f"move k {spot}") == "closed-country") is closed


def test_8_11_the_blue_division_comes_in_at_novgorod_while_it_is_axis() -> None:
    line = rail_way("W3018", "E1107")
    units = {"Blue": ("blue_div", "[arrived]"), "D-North": ("depot", line[-3])}
    game = position(units, turn=5, phase="build-axis", control={"axis": line})
    assert texts(game, "enter") == ["enter Blue E1107"]
    lost = position(units, turn=5, phase="build-axis", control={"axis": line[:-1], "soviet": ["E1107"]})
    assert "enter Blue E1107" not in texts(lost) and texts(lost, "enter")
