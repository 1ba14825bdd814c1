"""3.7, 3.8, 3.9: strategic movement by rail, by sea and through the air."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game
from ecs.core.components import Engagement, Side, SupplyState, Transport
from ecs.core.events import Cause
from ecs.rulesets.dark_valley.ground import railways, transport
from ecs.rulesets.dark_valley.ground import transport as strategic
from ecs.rulesets.dark_valley.ground.occupancy import zone_map
from ecs.rulesets.dark_valley.ground.terrain import PARTISANS
from tests.ecs.rules_tdv.railkit import around, board, rail_way
from tests.ecs.rules_tdv.stage import do, load_dice, only, position, texts, where, why

TO_MINSK = rail_way("W2925", "W4121")
TO_SMOLENSK = rail_way("W4121", "E1218")
CENTER = ("depot", "W4121")


def soviet(units: dict[str, tuple[str, str]], **more: Any) -> Game:
    """The Soviet phase of strategic movement."""
    return position(units, phase="rail-soviet", chit="", **more)


def axis(units: dict[str, tuple[str, str]], **more: Any) -> Game:
    """The Axis phase of strategic movement, the railway to Minsk and beyond held."""
    control = {"axis": [*TO_MINSK, *TO_SMOLENSK]} | more.pop("control", {})
    return position({"D-Center": CENTER, **units}, phase="rail-axis", chit="", control=control, **more)


# -- by rail --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "german", "russian"),
    [((1, 3), 0, 0), ((4, 9), 2, 4), ((10, 21), 4, 6), ((22, 36), 4, 8), ((37, 48), 3, 10)],
)
def test_rail_capacity(turns: tuple[int, int], german: int, russian: int) -> None:
    for turn in turns:
        w = soviet({}, turn=turn)._w
        assert (strategic.capacity(w, Side.AXIS), strategic.capacity(w, Side.SOVIET)) == (german, russian)


def test_units_travel_over_any_distance_and_are_counted() -> None:
    units = {
        name: ("army41", spot) for name, spot in zip("ABCDE", ["E2314"] * 2 + ["E3511"] * 2 + ["E4325"], strict=True)
    }
    game = soviet(units, turn=4)
    assert "rail A E2827" in texts(game, "rail")
    do(game, "rail A E2827", "rail B E2827", "rail C E2233", "rail D E2233")
    assert where(game, "A") == "E2827"
    assert why(game, "rail E E2314") == "trains-used"


def test_headquarters_travel_free_once() -> None:
    game = soviet({"Z": ("zhukov", "E2314"), "A": ("army41", "E2314")}, turn=4)
    game._w.mark(Transport, game._w.table, rail=4)
    assert why(game, "rail A E2827") == "trains-used"
    do(game, "rail Z E2827")
    assert game._w[Transport].rail == 4
    assert why(game, "rail Z E2314") == "moved"


def test_no_trains_before_september_1941() -> None:
    game = soviet({"Z": ("zhukov", "E2314"), "A": ("army41", "E2314")}, turn=3)
    assert texts(game, "rail") == []
    assert why(game, "rail A E2827") == "no-trains"


@pytest.mark.parametrize("state", [1, 2])
def test_units_out_of_supply_do_not_travel(state: int) -> None:
    assert why(soviet({"A": ("army41", "E2314")}, turn=4, supply={"A": state}), "rail A E2827") == "unsupplied"


def test_nobody_boards_in_an_enemy_zone() -> None:
    game = soviet({"A": ("army41", "E2314"), "G": ("inf_corps", around("E2314")[0])}, turn=4)
    assert why(game, "rail A E2827") == "enemy-zone"


def test_nobody_gets_off_in_an_enemy_zone() -> None:
    units = {"A": ("army41", "E2314"), "B": ("army41", "E2827"), "G": ("inf_corps", around("E2827")[0])}
    assert why(soviet(units, turn=4), "rail A E2827") == "enemy-zone"


def test_enemy_on_the_line_stops_trains() -> None:
    way = rail_way("E4234", "E3937")
    control = {"axis": [s for i in [board().by_label["E4234"]] for s in around("E4234")]}
    game = soviet({"A": ("army41", "E4234")}, turn=4, control=control)
    assert texts(game, "rail") == []
    assert why(game, f"rail A {way[-1]}") == "no-line"


def test_3_7_trains_end_on_any_own_railway_hex_out_of_enemy_zones() -> None:
    way = rail_way("E2314", "E2012")
    plain = next(s for s in way if not board().hexes[board().by_label[s]].place)
    game = soviet({"A": ("army41", "E3511")}, turn=4)
    assert why(game, f"rail A {plain}") == ""
    rail, foes = railways.friendly_rail(game._w, Side.SOVIET), zone_map(game._w, Side.AXIS)
    goals = {text.split()[-1] for text in texts(game, "rail")}
    numbers = strategic.RAILWAYS.lines(game._w, Side.SOVIET)
    home = board().by_label["E3511"]
    on_line = [i for i in range(len(rail)) if rail[i] and numbers[i] == numbers[home] and i != home]
    closed = {"W4701", "E1001"}  # the Finnish edge
    assert goals == {board().hexes[i].label for i in on_line if not foes[i]} - closed


def test_3_7_stations_are_towns_and_cities_and_hexes_about_a_headquarters() -> None:
    way = rail_way("E2314", "E2012")
    plain = next(s for s in way if not board().hexes[board().by_label[s]].place)
    near = next(s for s in around(plain) if s not in way)
    at = board().by_label[plain]
    assert at not in soviet({"A": ("army41", "E3511")}, turn=4).stations(Side.SOVIET)
    posted = soviet({"A": ("army41", "E3511"), "Z": ("zhukov", near)}, turn=4).stations(Side.SOVIET)
    assert {at, board().by_label["E2012"]} <= posted


def test_unit_off_the_railway_or_in_a_box_does_not_travel() -> None:
    off = next(
        h.label for h in board().hexes if h.nation == "SOV" and "rail" not in h.traits and h.label.startswith("E40")
    )
    game = soviet({"A": ("army41", off), "B": ("army41", "[dead]"), "V": ("sov_air2", "E2314")}, turn=4)
    assert why(game, "rail A E2827") == "no-railway"
    assert why(game, "rail B E2827") == "off-map"
    assert why(game, "rail V E2827") == "no-traveller"


def test_full_hex_takes_no_train() -> None:
    units = {"A": ("army41", "E3511")} | dict.fromkeys("BCD", ("rifle_div", "E2827"))
    assert why(soviet(units, turn=4), "rail A E2827") == "overstacked"


def test_axis_trains_run_as_far_as_the_depot() -> None:
    game = axis({"A": ("inf_corps", "W2725")}, turn=4)
    rail = railways.friendly_rail(game._w, Side.AXIS)
    at = board().by_label
    assert all(rail[at[s]] for s in TO_MINSK)
    assert not any(rail[at[s]] for s in TO_SMOLENSK[1:])
    assert "rail A W4121" in texts(game, "rail") and why(game, "rail A E1218") == "no-line"


def test_axis_trains_outside_the_soviet_union_need_no_depot() -> None:
    game = position({"A": ("inf_corps", "W1121")}, phase="rail-axis", chit="", turn=4)
    assert {"rail A W2717", "rail A W3018", "rail A W3650"} <= set(texts(game, "rail"))


def test_cut_off_depot_leaves_no_trains_in_russia() -> None:
    game = axis({"A": ("inf_corps", "W3823"), "S": ("rifle_div", TO_MINSK[8])}, turn=4)
    assert why(game, "rail A W4121") == "no-railway"


def test_partisans_stop_axis_trains() -> None:
    game = axis({"A": ("inf_corps", "W2725")}, turn=12)
    only(game._w, PARTISANS, board().by_label[TO_MINSK[-3]])
    assert why(game, "rail A W4121") == "no-line"


# -- by sea ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "open_"), [(2, "Fair", True), (6, "Mixed", True), (6, "Snow", False), (7, "Mixed", False)]
)
def test_soviets_sail_the_baltic_until_november_1941_but_not_in_snow(turn: int, weather: str, open_: bool) -> None:
    game = soviet({"A": ("rifle_div", "W3804")}, turn=turn, weather=weather)
    assert ("sail A W4702" in texts(game, "sail")) is open_
    assert why(game, "sail A W4702") == ("" if open_ else "no-port")


def test_one_unit_a_turn_in_the_baltic_and_two_in_the_black_sea() -> None:
    units = {"A": ("rifle_div", "W3804"), "B": ("rifle_div", "W3804")}
    units |= dict.fromkeys("CDE", ("rifle_div", "E1044"))
    game = soviet(units, turn=4)
    do(game, "sail A W4702", "sail C E1849", "sail D E2848")
    assert where(game, "D") == "E2848"
    assert why(game, "sail B W4702") == "ships-used" and why(game, "sail E E1849") == "ships-used"


def test_seas_do_not_meet() -> None:
    assert why(soviet({"A": ("rifle_div", "W3804")}, turn=4), "sail A E1849") == "no-voyage"


def test_port_must_be_friendly() -> None:
    game = soviet({"A": ("rifle_div", "E1044")}, turn=4, control={"axis": ["E1849"]})
    assert why(game, "sail A E1849") == "no-voyage"


def test_port_in_an_enemy_zone_must_be_held() -> None:
    units = {"A": ("rifle_div", "E1044"), "G": ("inf_corps", around("E2848")[0])}
    assert why(soviet(units, turn=4), "sail A E2848") == "no-voyage"
    assert why(soviet(units | {"B": ("rifle_div", "E2848")}, turn=4), "sail A E2848") == ""


def test_besieged_garrison_may_be_shipped_out() -> None:
    units = {"A": ("rifle_div", "E1044"), "G": ("inf_corps", around("E1044")[0])}
    assert why(soviet(units, turn=4, supply={"A": 2}), "sail A E1849") == ""


def test_nobody_lands_away_from_a_port_in_1941() -> None:
    assert why(soviet({"A": ("rifle_div", "E2848")}, turn=6), "sail A E2546") == "no-voyage"


def test_one_unit_a_turn_lands_on_a_clear_coast_and_may_not_attack() -> None:
    units = {"A": ("rifle_div", "E2848"), "B": ("rifle_div", "E2848"), "C": ("rifle_div", "E3149")}
    game = soviet(units, turn=7, control={"axis": ["E2347"]})
    do(game, "sail A E2347")
    w = game._w
    assert where(game, "A") == "E2347" and w.by_id["A"][Engagement].landed
    assert w.ground[w.board.by_label["E2347"]].control is Side.SOVIET
    assert why(game, "sail B E2048") == "no-voyage"
    do(game, "sail B E3149")
    assert not w.by_id["B"][Engagement].landed
    assert why(game, "sail C E2848") == "ships-used"


def test_3_8_a_landing_needs_no_enemy_in_the_hex_and_minds_no_zone() -> None:
    w = soviet({"G": ("inf_corps", "E2347")}, turn=7)._w
    labels = {w.board.hexes[i].label for i in transport.landings(w, Side.SOVIET)}
    touched = next(s for s in around("E2347") if board().by_label[s] in transport.beaches(w))
    assert "E2347" not in labels and {touched, "E1142"} <= labels
    assert all(w.board.hexes[i].terrain == "clear" for i in transport.beaches(w))
    assert {"E1043", "W4645", "E2747"} <= {w.board.hexes[i].label for i in transport.beaches(w)}
    assert not {"E2314", "E1849", "E3752"} & {w.board.hexes[i].label for i in transport.beaches(w)}


@pytest.mark.parametrize(("turn", "open_"), [(12, False), (13, True)])
def test_axis_ships_one_unit_on_the_black_sea_and_one_across_kerch(turn: int, open_: bool) -> None:
    units = {"A": ("inf_div", "W4350"), "B": ("inf_div", "W4350"), "C": ("inf_div", "E2447"), "D": ("inf_div", "E2447")}
    game = position(units, phase="rail-axis", chit="", turn=turn, control={"axis": ["E1849", "E2546"]})
    if not open_:
        assert texts(game, "sail") == []
        return
    do(game, "sail A E1849", "sail C E2546")
    assert (where(game, "A"), where(game, "C")) == ("E1849", "E2546")
    assert why(game, "sail B E1849") == "ships-used" and why(game, "sail D E2546") == "ships-used"


@pytest.mark.parametrize(("turn", "weather", "open_"), [(39, "Fair", False), (40, "Fair", True), (43, "Snow", False)])
def test_axis_sails_the_baltic_from_september_1944(turn: int, weather: str, open_: bool) -> None:
    game = position(
        {"A": ("inf_div", "W2912")}, phase="rail-axis", chit="", turn=turn, weather=weather, control={"axis": ["W2912"]}
    )
    assert (texts(game, "sail") != []) is open_


# -- the air drop ---------------------------------------------------------------------------------


def test_airborne_corps_jumps_up_to_six_hexes_into_an_empty_hex(monkeypatch: Any) -> None:
    game = soviet({"A": ("airborne", "E2314"), "G": ("inf_corps", "E1716")}, turn=8)
    there = next(s for s in around("E2314", 6) if s in around("E1716", 2))
    load_dice(monkeypatch, 3)
    do(game, f"drop A {there}")
    state = game._w.by_id["A"][SupplyState]
    assert where(game, "A") == there and state.dropped
    assert game._w.ground[game._w.board.by_label[there]].control is Side.SOVIET


@pytest.mark.parametrize("die", [1, 2])
def test_drop_is_lost_for_good_on_1_or_2(monkeypatch: Any, die: int) -> None:
    game = soviet({"A": ("airborne", "E2314")}, turn=8)
    load_dice(monkeypatch, die)
    do(game, f"drop A {around('E2314', 3)[0]}")
    assert where(game, "A") == "gone"


def test_dropped_corps_is_never_rebuilt_however_it_dies(monkeypatch: Any) -> None:
    from ecs.rulesets.dark_valley.ground.removal import eliminate

    game = soviet({"A": ("airborne", "E2314")}, turn=8)
    load_dice(monkeypatch, 6)
    do(game, f"drop A {around('E2314', 3)[0]}")
    w = game._w
    w.mark(SupplyState, w.by_id["A"], dropped=False)
    eliminate(w, w.by_id["A"], Cause.FIRE, "test", "5.8")
    assert where(game, "A") == "gone"


def test_one_drop_a_turn(monkeypatch: Any) -> None:
    game = soviet({"A": ("airborne", "E2314"), "B": ("airborne", "E2314")}, turn=8)
    load_dice(monkeypatch, 6)
    first, second = around("E2314", 3)[:2]
    do(game, f"drop A {first}")
    assert why(game, f"drop B {second}") == "dropped"


@pytest.mark.parametrize(
    ("kind", "spot", "weather", "goal", "reason"),
    [
        ("airborne", "E2314", "Mud", "E2317", "mud"),
        ("rifle_div", "E2314", "Fair", "E2317", "not-airborne"),
        ("airborne", "E2316", "Fair", "E2317", "no-airfield"),
        ("airborne", "E2314", "Fair", "E2321", "too-far"),
        ("airborne", "E2314", "Fair", "E2012", "city"),
        ("airborne", "E2314", "Fair", "E2318", "occupied"),
    ],
)
def test_drops_that_are_refused(kind: str, spot: str, weather: str, goal: str, reason: str) -> None:
    game = soviet({"A": (kind, spot), "G": ("inf_div", "E2318")}, turn=8, weather=weather)
    assert why(game, f"drop A {goal}") == reason
    assert f"drop A {goal}" not in texts(game, "drop")


def water_between(a: str, b: str) -> bool:
    at = board().by_label
    return any("river" in kind for kind in board().kinds(at[a], at[b]))


def landed(monkeypatch: Any, *dice: int) -> Game:
    """An airborne corps has come down next to a reduced German division, alone behind the front."""
    away = [*around("E2314", 4), *around("E2314", 5)]
    near = {s for s in away if board().hexes[board().by_label[s]].terrain == "clear"}
    beside, foe = next((s, t) for s in sorted(near) for t in around(s) if t in near and not water_between(s, t))
    game = soviet({"A": ("airborne", "E2314"), "G": ("weak_div", foe), "R": ("rifle_div", "E2316")}, turn=8)
    load_dice(monkeypatch, 3, *dice)
    do(game, f"drop A {beside}")
    return game


def test_3_9_a_dropped_corps_may_attack_at_once_alone(monkeypatch: Any) -> None:
    game = landed(monkeypatch, 6, 6, 6)
    w = game._w
    foe = w.board.hexes[w.by_id["G"].hex].label
    assert texts(game) == ["done", f"resolve {foe} 1"]
    decision = game.view(Side.SOVIET).decision
    assert decision is not None and "attack at once" in decision.prompt and "1-1" in decision.prompt
    assert why(game, "resolve E2314 1") == "not-adjacent"
    assert not game.forecast(Side.SOVIET, w.by_id["G"].hex, ["A"]).refusal
    do(game, f"resolve {foe} 1")
    assert "1-1" in " ".join(event.text for event in game.log[-1].events)
    while w.decisions.stack:
        do(game, "done" if "done" in texts(game) else texts(game)[0])
    assert w.phase == "rail-soviet" and "end" in texts(game)


def test_3_9_a_dropped_corps_may_leave_it(monkeypatch: Any) -> None:
    game = landed(monkeypatch)
    do(game, "done")
    assert where(game, "A") and game._w.phase == "rail-soviet" and not game._w.decisions.stack


def test_3_9_nothing_is_asked_where_nobody_is_near(monkeypatch: Any) -> None:
    game = soviet({"A": ("airborne", "E2314"), "R": ("rifle_div", "E2316")}, turn=8)
    load_dice(monkeypatch, 3)
    do(game, f"drop A {around('E2314', 3)[0]}")
    assert not game._w.decisions.stack
