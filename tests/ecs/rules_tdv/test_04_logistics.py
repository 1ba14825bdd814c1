"""4.3, 4.5, 4.6: attrition, supply from the air, depots."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Clock, Readiness, Steps, SupplyState
from ecs.rulesets.dark_valley.data.components import DepotAdvance
from ecs.rulesets.dark_valley.ground import logistics, railways
from ecs.rulesets.dark_valley.ground import supply as supply
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.sequence import PHASES
from ecs.systems import marches
from tests.ecs.rules_tdv.railkit import all_rails, around, board, depots_alone, edge, rail_way, shut_in
from tests.ecs.rules_tdv.stage import do, load_dice, only_fort, position, texts, where, why

# The published depot advance table: die -> Fair, Mixed, Mud or Snow
ADVANCE = {1: (4, 3, 2), 2: (4, 3, 2), 3: (4, 3, 2), 4: (6, 4, 3), 5: (6, 5, 3), 6: (6, 6, 3)}
COLUMNS = {"Fair": 0, "Mixed": 1, "Mud": 2, "Snow": 2}
LINE = rail_way("W2925", "W4121")


def pocket(
    spot: str = "W4121", supply: int = 2, options: dict[str, str] | None = None, **more: tuple[str, str]
) -> Game:
    """A German corps shut in by three Soviet corps, at the logistics chit."""
    units = {"A": ("inf_corps", spot)} | {f"S{n}": ("rifle_corps", s) for n, s in enumerate(shut_in(spot))}
    return position(units | more, phase="log-axis", chit="LOG", supply={"A": supply}, options=options)


def steps(game: Game, unit: str) -> int:
    """Steps lost."""
    return int(game._w.by_id[unit][Steps].lost)


def state(game: Game, unit: str) -> int:
    """The marker: 0 none, 1 out of supply, 2 isolated."""
    return int(game._w.by_id[unit][SupplyState].level)


# -- attrition ------------------------------------------------------------------------------------


def clear_hex() -> str:
    """A clear hex without a town well inside the Soviet Union."""
    return next(
        h.label
        for h in board().hexes
        if h.terrain == "clear" and not h.place and h.label.startswith("E23") and len(board().neighbours[h.index]) == 6
    )


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_unit_isolated_a_second_time_loses_a_step_on_1_to_3(monkeypatch: Any, die: int) -> None:
    game = pocket(clear_hex())
    load_dice(monkeypatch, die)
    logistics.attrition(game._w)
    assert steps(game, "A") == (1 if die <= 3 else 0)


@pytest.mark.parametrize("die", [1, 2, 3, 4])
@pytest.mark.parametrize("ground", ["city", "mountain", "marsh", "fort", "weak fort"])
def test_shelter_saves_it_on_a_3(monkeypatch: Any, ground: str, die: int) -> None:
    spots = {
        "city": "W4121",
        "mountain": _inland("mountain"),
        "marsh": _inland("marsh"),
        "fort": clear_hex(),
        "weak fort": clear_hex(),
    }
    game = pocket(spots[ground])
    if "fort" in ground:
        w = game._w
        only_fort(w, w.board.by_label[spots[ground]], 2 if ground == "fort" else 1)
    load_dice(monkeypatch, die)
    logistics.attrition(game._w)
    assert steps(game, "A") == (1 if die <= 2 else 0)


def _inland(terrain: str) -> str:
    for h in board().hexes:
        plain = h.terrain == terrain and not h.place and len(board().neighbours[h.index]) == 6
        if plain and not any(board().kinds(h.index, j) & {"lake", "volga"} for j in board().neighbours[h.index]):
            return h.label
    raise AssertionError(terrain)


@pytest.mark.parametrize("before", [0, 1])
def test_first_isolation_costs_no_step(before: int) -> None:
    game = pocket(supply=before)
    logistics.attrition(game._w)
    assert (state(game, "A"), steps(game, "A")) == (2, 0)


@pytest.mark.parametrize("die", [3, 4, 5])
@pytest.mark.parametrize(("choice", "least"), [("slow", 3), ("quick", 4), ("at_once", 4)])
def test_4_3_by_an_option_isolated_units_die_quicker(monkeypatch: Any, choice: str, least: int, die: int) -> None:
    for spot, limit in ((clear_hex(), least), ("W4121", least - 1)):
        game = pocket(spot, options={"attrition": choice})
        load_dice(monkeypatch, die)
        logistics.attrition(game._w)
        assert steps(game, "A") == int(die <= limit)


def test_4_3_by_an_option_a_pocket_rolls_in_the_month_it_is_closed(monkeypatch: Any) -> None:
    for choice, lost in (("quick", 0), ("at_once", 1)):
        game = pocket(clear_hex(), supply=0, options={"attrition": choice})
        load_dice(monkeypatch, 4)
        logistics.attrition(game._w)
        assert (state(game, "A"), steps(game, "A")) == (2, lost)


def test_4_6_a_pocket_that_would_roll_at_once_may_be_fed_from_the_air(monkeypatch: Any) -> None:
    for choice, pockets in (("quick", False), ("at_once", True)):
        game = pocket(supply=0, options={"attrition": choice})
        assert bool(logistics.pockets(game._w)) is pockets


def test_one_step_unit_starves_to_death(monkeypatch: Any) -> None:
    units = {"B": ("inf_div", "W4121")} | {f"S{n}": ("rifle_corps", s) for n, s in enumerate(shut_in("W4121"))}
    game = position(units, phase="log-axis", chit="LOG", supply={"B": 2})
    load_dice(monkeypatch, 2)
    logistics.attrition(game._w)
    assert where(game, "B") == "dead"


def test_soviet_pockets_starve_too(monkeypatch: Any) -> None:
    spot = clear_hex()
    units = {"A": ("army41", spot)} | {f"G{n}": ("inf_corps", s) for n, s in enumerate(shut_in(spot))}
    game = position(units, phase="log-axis", chit="LOG", supply={"A": 2})
    load_dice(monkeypatch, 3)
    logistics.attrition(game._w)
    assert steps(game, "A") == 1


def test_markers_change_at_the_logistics_chit() -> None:
    units = {
        "D-Center": ("depot", "W2925"),
        "A": ("inf_div", "W2926"),
        "B": ("inf_div", "W2932"),
        "C": ("inf_div", "W2931"),
    }
    game = depots_alone(position(units, phase="log-axis", chit="LOG", supply={"A": 2, "B": 2, "C": 1}))
    logistics.attrition(game._w)
    assert [state(game, name) for name in "ABC"] == [0, 1, 0]


def test_both_sides_are_judged_at_one_instant() -> None:
    """A unit that becomes isolated keeps its zone until all are judged."""
    spot = clear_hex()
    units = {"A": ("army41", spot)} | {f"G{n}": ("inf_corps", s) for n, s in enumerate(shut_in(spot))}
    game = position(units, phase="log-axis", chit="LOG")
    logistics.attrition(game._w)
    assert state(game, "A") == 2


def test_headquarters_do_not_starve(monkeypatch: Any) -> None:
    units = {"A": ("inf_corps", "W4121"), "H": ("pz_hq", "W4121")}
    units |= {f"S{n}": ("rifle_corps", s) for n, s in enumerate(shut_in("W4121"))}
    game = position(units, phase="log-axis", chit="LOG", supply={"H": 2})
    load_dice(monkeypatch)
    logistics.attrition(game._w)
    assert where(game, "H") == "W4121"


def test_unit_dropped_from_the_air_lives_on_what_it_carries_until_logistics() -> None:
    spot = clear_hex()
    units = {"A": ("airborne", spot)} | {f"G{n}": ("inf_corps", s) for n, s in enumerate(shut_in(spot))}
    game = position(units, phase="log-axis", chit="LOG")
    w = game._w
    w.mark(SupplyState, w.by_id["A"], dropped=True)
    logistics.attrition(w)
    assert (state(game, "A"), w.by_id["A"][SupplyState].dropped) == (2, False)


def test_unit_reached_again_acts_as_supplied_while_the_chit_lasts() -> None:
    from ecs.rulesets.dark_valley.ground import occupancy as supply_state
    from ecs.rulesets.dark_valley.ground import supply as supply

    game = position(
        {"D-Center": ("depot", "W2925"), "A": ("inf_div", "W2926"), "B": ("inf_div", "W2932")}, supply={"A": 2, "B": 2}
    )
    w = depots_alone(game)._w
    supply.relieve(w, [w.by_id["A"], w.by_id["B"]])
    assert [supply_state.state(w, w.by_id[name]) for name in "AB"] == [0, 2]
    assert state(game, "A") == 2


# -- supply from the air --------------------------------------------------------------------------


def test_german_air_unit_feeds_a_pocket_round_a_base(monkeypatch: Any) -> None:
    game = pocket(Air=("ger_air2", "W3326"))
    assert texts(game, "airlift") == ["airlift Air W4121"]
    load_dice(monkeypatch)
    do(game, "airlift Air W4121", "end")
    assert steps(game, "A") == 0 and game._w.by_id["Air"][Readiness].spent


def test_only_one_pocket_is_fed() -> None:
    game = pocket(Air=("ger_air2", "W3326"), More=("ger_air2", "W3326"))
    do(game, "airlift Air W4121")
    assert texts(game, "airlift") == []
    assert why(game, "airlift More W4121") == "fed"


@pytest.mark.parametrize(
    ("kind", "base", "done", "reason"),
    [
        ("ger_air2", "W2725", False, "out-of-range"),
        ("ger_air2", "W3326", True, "spent"),
        ("rum_air", "W3326", False, "no-aircraft"),
    ],
)
def test_airlift_needs_a_ready_german_air_unit_within_ten_hexes(kind: str, base: str, done: bool, reason: str) -> None:
    game = pocket(Air=(kind, base))
    game._w.mark(Readiness, game._w.by_id["Air"], spent=done)
    assert why(game, "airlift Air W4121") == reason
    assert texts(game, "airlift") == []


def test_a_pocket_without_a_base_is_not_fed() -> None:
    game = pocket(clear_hex(), Air=("ger_air2", "E1218"))
    assert why(game, f"airlift Air {clear_hex()}") == "no-pocket"


def test_units_that_would_not_starve_are_no_pocket() -> None:
    game = pocket(supply=0, Air=("ger_air2", "W3326"))
    assert why(game, "airlift Air W4121") == "no-pocket"


def test_air_units_leave_a_base_that_is_cut_off() -> None:
    game = pocket(Air=("ger_air2", "W4121"), supply=0)
    logistics.attrition(game._w)
    assert where(game, "Air") != "W4121" and game._w.by_id["Air"][Readiness].spent


# -- depots ---------------------------------------------------------------------------------------


def depot(turn: int = 3, weather: str = "Fair", spot: str = "W4121", **more: tuple[str, str]) -> Game:
    """The Center depot on a line held to Smolensk, before its die is thrown."""
    line = [*LINE, *rail_way("W4121", "E1218")]
    units = {"D-Center": ("depot", spot), **more}
    return position(units, turn=turn, weather=weather, phase="depots-axis", chit="LOG", control={"axis": line})


def roll(game: Game) -> None:
    """Throw the dice of the depots."""
    logistics.roll_depots(game._w)


@pytest.mark.parametrize("weather", list(COLUMNS))
@pytest.mark.parametrize("die", list(ADVANCE))
def test_depot_advance_table(weather: str, die: int) -> None:
    game = depot(weather=weather)
    assert logistics.advance_of(game._w, die) == ADVANCE[die][COLUMNS[weather]]


@pytest.mark.parametrize("die", list(ADVANCE))
@pytest.mark.parametrize(("turn", "bonus"), [(1, 2), (2, 1), (3, 0)])
def test_depots_roll_higher_in_june_and_july_1941(turn: int, bonus: int, die: int) -> None:
    game = depot(turn=turn, weather="Mixed")
    assert logistics.advance_of(game._w, die) == ADVANCE[min(6, die + bonus)][1]


def test_june_1941_die_2_is_six_hexes(monkeypatch: Any) -> None:
    game = depot(turn=1)
    load_dice(monkeypatch, 2)
    roll(game)
    assert game._w.by_id["D-Center"][DepotAdvance].hexes == 6


def test_mud_die_4_is_three_hexes(monkeypatch: Any) -> None:
    game = depot(weather="Mud")
    load_dice(monkeypatch, 4)
    roll(game)
    assert game._w.by_id["D-Center"][DepotAdvance].hexes == 3


def test_depot_advances_along_held_rails_as_far_as_the_die(monkeypatch: Any) -> None:
    game, way = depot(), rail_way("W4121", "E1218")
    load_dice(monkeypatch, 1)
    roll(game)
    goals = {line.split()[-1] for line in texts(game, "depot")}
    assert way[4] in goals and way[5] not in goals
    assert why(game, f"depot D-Center {way[5]}") == "too-far"


def test_depot_goes_back_along_its_line_without_limit(monkeypatch: Any) -> None:
    game = depot(weather="Mud")
    load_dice(monkeypatch, 1)
    roll(game)
    goals = {line.split()[-1] for line in texts(game, "depot")}
    assert set(LINE[:-1]) <= goals
    do(game, f"depot D-Center {LINE[0]}")
    assert where(game, "D-Center") == LINE[0]


def test_depot_moves_once(monkeypatch: Any) -> None:
    game, way = depot(), rail_way("W4121", "E1218")
    load_dice(monkeypatch, 1)
    roll(game)
    w = game._w
    logistics.move_depot(w, _command(f"depot D-Center {way[1]}"))
    assert logistics.depot_commands(w, w.by_id["D-Center"]) == []
    assert why(game, f"depot D-Center {way[2]}") == "moved"


def _command(line: str) -> Any:
    from ecs import parse

    return parse(line)


def test_depot_leaves_no_railway_and_no_ground_of_its_own(monkeypatch: Any) -> None:
    game = depot()
    load_dice(monkeypatch, 6)
    roll(game)
    beyond = next(s for s in around("W4121") if s not in LINE and s not in rail_way("W4121", "E1218"))
    assert why(game, f"depot D-Center {beyond}") == "no-rail"


def test_depot_enters_no_enemy_zone_and_stops_beside_no_enemy(monkeypatch: Any) -> None:
    way = rail_way("W4121", "E1218")
    beside = next(s for s in around(way[4]) if s not in way and way[2] not in around(s))
    zone, none = depot(S=("rifle_corps", beside)), depot(S=("rifle_div", beside))
    load_dice(monkeypatch, 6, 6)
    for game in (zone, none):
        roll(game)
    assert why(zone, f"depot D-Center {way[4]}") == "no-rail"
    assert why(none, f"depot D-Center {way[4]}") == "enemy-near"


def test_own_unit_lets_a_depot_stop_beside_the_enemy(monkeypatch: Any) -> None:
    way = rail_way("W4121", "E1218")
    beside = next(s for s in around(way[4]) if s not in way and way[2] not in around(s))
    guards = {f"G{n}": ("inf_div", s) for n, s in enumerate(way) if s in around(beside)}
    game = depot(S=("rifle_corps", beside), **guards)
    load_dice(monkeypatch, 6)
    roll(game)
    assert why(game, f"depot D-Center {way[4]}") == ""


def test_depot_that_is_cut_off_does_not_roll(monkeypatch: Any) -> None:
    game = depot(S=("rifle_div", LINE[10]))
    load_dice(monkeypatch)
    roll(game)
    assert why(game, f"depot D-Center {rail_way('W4121', 'E1218')[1]}") == "cut-off"


# -- units without a line of supply, on railways (4.5) ---------------------------------------------


def beside_the_line(*clear_of: str) -> tuple[str, str]:
    """A hex of the line to Minsk, and a hex next to it and to no other of the line but its neighbours on it."""
    labels = board().by_label
    for spot in LINE[6:-4]:
        for j in board().neighbours[labels[spot]]:
            bare = not board().hexes[j].place and board().hexes[j].label not in (*LINE, *clear_of)
            if bare and not board().kinds(labels[spot], j) & {"lake", "volga"}:
                return spot, board().hexes[j].label
    raise AssertionError("no hex beside the line")


@pytest.mark.parametrize(("level", "choice", "live"), [(0, "own_hex", False), (1, "own_hex", True), (1, "zone", False)])
def test_4_5_a_unit_without_a_line_of_supply_closes_no_railway_by_its_zone(level: int, choice: str, live: bool) -> None:
    _, near = beside_the_line()
    units = {"D-Center": ("depot", LINE[-1]), "S": ("army41", near)}
    options = {"unsupplied_on_rails": choice}
    game = position(units, control={"axis": LINE}, supply={"S": level}, options=options)
    assert railways.is_live(game._w, game._w.by_id["D-Center"]) is live


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("choice", ["own_hex", "zone"])
def test_4_5_whoever_stands_on_a_railway_closes_it_there(level: int, choice: str) -> None:
    units = {"D-Center": ("depot", LINE[-1]), "S": ("rifle_div", LINE[7])}
    game = position(units, control={"axis": LINE}, supply={"S": level}, options={"unsupplied_on_rails": choice})
    assert not railways.is_live(game._w, game._w.by_id["D-Center"])


@pytest.mark.parametrize(("level", "choice", "live"), [(0, "own_hex", False), (1, "own_hex", True), (1, "zone", False)])
def test_4_5_remnants_that_cross_a_railway_do_not_take_it(level: int, choice: str, live: bool) -> None:
    spot, near = beside_the_line()
    units = {"D-Center": ("depot", LINE[-1]), "S": ("rifle_div", near)}
    options = {"unsupplied_on_rails": choice}
    game = position(
        units, phase="move-soviet", chit="SU_MV", control={"axis": LINE}, supply={"S": level}, options=options
    )
    w, unit = game._w, game._w.by_id["S"]
    marches.go(w, unit, (w.board.by_label[near], w.board.by_label[spot]), "move", "3.6")
    assert not railways.is_live(w, w.by_id["D-Center"])
    marches.go(w, unit, (w.board.by_label[spot], w.board.by_label[near]), "move", "3.6")
    assert railways.is_live(w, w.by_id["D-Center"]) is live


def test_4_5_remnants_take_the_towns_they_reach() -> None:
    town = next(spot for spot in LINE[3:-1] if board().hexes[board().by_label[spot]].place)
    near = next(
        board().hexes[j].label for j in board().neighbours[board().by_label[town]] if board().hexes[j].label not in LINE
    )
    game = position({"S": ("rifle_div", near)}, control={"axis": LINE}, supply={"S": 1})
    w = game._w
    marches.go(w, w.by_id["S"], (w.board.by_label[near], w.board.by_label[town]), "move", "3.6")
    assert w.ground[w.board.by_label[town]].control is Side.SOVIET


# -- the Soviet railhead (4.1) ---------------------------------------------------------------------

EAST = rail_way("E2314", "W4121")
"""Moscow to Minsk."""


def retaken(choice: str) -> Game:
    """The Soviets take the line from Vyazma to Minsk, hex by hex."""
    moscow, first = board().hexes[board().by_label["E2314"]], EAST.index("E1716")
    west = [spot for spot in all_rails() if board().hexes[board().by_label[spot]].col < moscow.col]
    lost = [spot for spot in west if spot not in EAST[:first]]
    game = position({}, turn=26, control={"axis": lost}, options={"soviet_railhead": choice})
    for spot in EAST[first:]:
        take_control(game._w, board().by_label[spot], Side.SOVIET)
    return game


def fed_to(game: Game) -> int:
    """How many hexes from Moscow the line is fed."""
    fed = railways.fed_rail(game._w, Side.SOVIET).before
    return next((n for n, spot in enumerate(EAST) if board().by_label[spot] not in fed), len(EAST))


def test_4_1_railways_the_soviets_take_feed_them_at_once() -> None:
    assert fed_to(retaken("at_once")) == len(EAST)


@pytest.mark.parametrize("hexes", [7, 8])
def test_4_1_by_an_option_the_soviet_railhead_advances_with_each_logistics_chit(hexes: int) -> None:
    game, first = retaken(str(hexes)), EAST.index("E1716")
    assert fed_to(game) == first
    for month in (1, 2):
        railways.relay(game._w)
        assert fed_to(game) == min(len(EAST), first + month * hexes)


def test_4_1_a_torn_railway_carries_nobody_and_says_why() -> None:
    game = position({"A": ("army42", "E2314")}, turn=26, phase="rail-soviet", chit="", options={"soviet_railhead": "7"})
    take_control(game._w, board().by_label["E1716"], Side.AXIS)
    take_control(game._w, board().by_label["E1716"], Side.SOVIET)
    assert why(game, "rail A E1716") == "torn-rails"
    assert [m.kind for m in game.view(Side.SOVIET).markers if m.hex == board().by_label["E1716"]] == ["torn"]
    logistics.attrition(game._w)
    assert why(game, "rail A E1716") == ""


def test_4_1_the_axis_lays_rails_of_its_own_where_it_returns() -> None:
    game = retaken("7")
    take_control(game._w, board().by_label["E1716"], Side.AXIS)
    assert board().by_label["E1716"] not in railways.torn_rails(game._w)


def test_4_1_where_the_enemy_stands_the_railhead_waits() -> None:
    lost = EAST[EAST.index("E1716") :]
    units = {"A": ("inf_corps", lost[3])}
    game = position(units, turn=26, control={"axis": lost}, options={"soviet_railhead": "8"})
    for spot in [spot for spot in lost if spot != lost[3]]:
        take_control(game._w, board().by_label[spot], Side.SOVIET)
    railways.relay(game._w)
    assert fed_to(game) == EAST.index("E1716") + 2


def test_depot_may_take_a_branch_line(monkeypatch: Any) -> None:
    line = [*LINE, *rail_way("W4121", "E1218"), *rail_way("W4121", "W4523")]
    game = position({"D-Center": ("depot", "W4121")}, phase="depots-axis", chit="LOG", control={"axis": line}, turn=3)
    load_dice(monkeypatch, 6)
    roll(game)
    goals = {text.split()[-1] for text in texts(game, "depot")}
    assert rail_way("W4121", "W4523")[3] in goals and rail_way("W4121", "E1218")[3] in goals


@pytest.mark.parametrize(
    ("name", "home"),
    [("D-North", "W1827"), ("D-Center", "W1827"), ("D-South", "W1827"), ("D-Rom", "W3648"), ("D-Cauc", "W1827")],
)
def test_4_5_a_captured_depot_comes_back_at_the_source_end_of_its_line(monkeypatch: Any, name: str, home: str) -> None:
    game = position({name: ("depot", "[depots]")}, phase="depots-axis", chit="LOG")
    load_dice(monkeypatch)
    roll(game)
    assert where(game, name) == home
    assert texts(game, "depot") == []


def test_mechanised_units_open_the_railway_they_ride_along_others_only_the_hex_they_stop_in(monkeypatch: Any) -> None:
    ahead = rail_way("W2925", "W4121")[4:8]
    units = {"D-Center": ("depot", "W3226"), "p": ("panzer41", "W3226"), "k": ("inf_corps", "W3226")}
    held = {"axis": rail_way("W2925", "W3226")}
    foot = position(units, phase="move-axis", control=held)
    do(foot, f"move k {ahead[1]}")
    assert [foot._w.ground[board().by_label[s]].control for s in ahead[:2]] == [Side.SOVIET, Side.AXIS]
    game = position(units, phase="move-axis", control=held)
    do(game, f"move p {ahead[2]}")
    w = game._w
    path = [s for s in ahead if w.ground[board().by_label[s]].control is Side.AXIS]
    assert len(path) == 3
    w.mark(Clock, w.table, phase=[p.id for p in PHASES].index("depots-axis"))
    load_dice(monkeypatch, 6)
    roll(game)
    goals = {text.split()[-1] for text in texts(game, "depot")}
    assert goals.intersection(ahead) == set(path)


def test_from_siedlce_the_depot_feeds_smolensk_after_three_fair_throws(monkeypatch: Any) -> None:
    line = rail_way("W2925", "E1218")
    spot = "W2925"
    for turn, die in ((1, 4), (2, 4), (3, 3)):
        units = {"D-Center": ("depot", spot), "k": ("inf_corps", "E1218")}
        game = position(units, phase="depots-axis", chit="LOG", turn=turn, control={"axis": line})
        load_dice(monkeypatch, die)
        roll(game)
        spot = line[line.index(spot) + game._w.by_id["D-Center"][DepotAdvance].hexes]
        do(game, f"depot D-Center {spot}")
    assert (line.index(spot), len(line) - 1) == (16, 22)
    assert supply.supply_of(game._w, game._w.by_id["k"]) == 0


def test_depot_a_soviet_unit_enters_upon_is_captured_and_back_with_the_next_logistics(monkeypatch: Any) -> None:
    units = {"D-Center": ("depot", "W4121"), "m": ("mech41", "W4221")}
    game = position(units, phase="move-soviet", chit="SU_MV", control={"axis": LINE})
    do(game, "move m W4121")
    assert where(game, "D-Center") == "depots"
    w = game._w
    w.mark(Clock, w.table, phase=[p.id for p in PHASES].index("depots-axis"))
    load_dice(monkeypatch)
    roll(game)
    assert where(game, "D-Center") == "W1827" and texts(game, "depot") == []
    load_dice(monkeypatch, 1)
    roll(game)
    assert texts(game, "depot")


def test_4_5_a_captured_depot_comes_back_where_its_line_is_fed_from_if_the_nearest_source_is_lost() -> None:
    lost = {"soviet": ["W1827"]}
    game = position({"D-Center": ("depot", "[depots]")}, phase="depots-axis", chit="LOG", control=lost)
    roll(game)
    w = game._w
    there = w.by_id["D-Center"].hex
    assert there in railways.rail_ends(w, Side.AXIS) and there != board().by_label["W1827"]


def test_4_5_a_captured_depot_stays_clear_of_the_enemy_before_its_source() -> None:
    units = {"D-Rom": ("depot", "[depots]"), "S": ("rifle_div", around("W3648")[0])}
    game = position(units, phase="depots-axis", chit="LOG")
    roll(game)
    w = game._w
    there = w.by_id["D-Rom"].hex
    assert there >= 0 and not logistics.near_enemy(w, there)


def test_captured_depot_waits_when_no_source_is_left() -> None:
    lost = [*edge("edge_axis"), "W1121", "W1827", "W1436"]
    game = position({"D-Center": ("depot", "[depots]")}, phase="depots-axis", chit="LOG", control={"soviet": lost})
    roll(game)
    assert where(game, "D-Center") == "depots"


def test_uncovered_depot_in_an_enemy_zone_is_pulled_back() -> None:
    way = rail_way("W4121", "E1218")
    beside = next(s for s in around("W4121") if s not in way and LINE[-2] not in around(s) and s not in LINE)
    game = depot(S=("rifle_corps", beside))
    logistics.pull_back(game._w)
    assert where(game, "D-Center") in (LINE[-2], way[1])


def test_covered_depot_stays() -> None:
    way = rail_way("W4121", "E1218")
    beside = next(s for s in around("W4121") if s not in way and s not in LINE)
    game = depot(S=("rifle_corps", beside), G=("inf_div", "W4121"))
    logistics.pull_back(game._w)
    assert where(game, "D-Center") == "W4121"


def test_depots_are_pulled_back_when_axis_movement_begins() -> None:
    phase = next(p for p in PHASES if p.id == "move-axis")
    assert logistics.pull_back in phase.on_enter
