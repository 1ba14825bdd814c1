"""Chapter 9: victory in all five scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Side, board_of, find_scenario
from ecs.core.components import Ground, Verdict
from ecs.rulesets.dark_valley.campaign import victory
from ecs.rulesets.dark_valley.data.components import Milestones
from ecs.rulesets.dark_valley.data.tables import tables
from ecs.rulesets.dark_valley.ground import occupancy
from ecs.systems.victory import check
from tests.ecs.rules_tdv.stage import position

AXIS_START = {
    "Berlin", "Stettin", "Breslau", "Prague", "Vienna", "Koenigsberg", "Danzig", "Posen", "Warsaw", "Lodz", "Krakow",
    "Budapest", "Bucharest", "Ploesti",
}  # fmt: skip
TAKEN_BY_1942 = {
    "Lwow", "Riga", "Tallinn", "Minsk", "Kishinev", "Gomel", "Kiev", "Odessa", "Krivoi Rog", "Dnepropetrovsk",
    "Zaporozhe", "Stalino", "Vitebsk", "Smolensk", "Bryansk", "Orel", "Kursk", "Kharkov",
}  # fmt: skip
OTHERS = {
    "Rostov", "Leningrad", "Moscow", "Kalinin", "Tula", "Voronezh", "Voroshilovgrad", "Sevastopol", "Krasnodar",
    "Maikop", "Grozny", "Stalingrad", "Saratov", "Gorki", "Yaroslavl",
}  # fmt: skip
MOSCOW, KIEV, LENINGRAD, KURSK, BERLIN = "E2314", "W4731", "W4702", "E2227", "W1121"
STALINGRAD, GROZNY = "E4234", "E4949"
MINSK, LWOW, RIGA, WARSAW, BUCHAREST = "W4121", "W3333", "W3511", "W2725", "W3650"


def end(
    number: int, turn: int, last: int, points: int, *, axis: Any = (), soviet: Any = (), missed: int = 0, bid: str = ""
) -> str:
    """The result at the end of a turn with so many cities in Axis hands, some of them named; "" if none."""
    game = position({}, turn=turn, phase="end", chit="", victory=number, options={"bid": bid} if bid else None)
    w = game._w
    w.turns = last
    w.mark(Milestones, w.table, missed=missed)
    fixed = {**dict.fromkeys(axis, Side.AXIS), **dict.fromkeys(soviet, Side.SOVIET)}
    free = [i for i in occupancy.cities(w) if w.board.hexes[i].label not in fixed]
    keys = {MOSCOW, LENINGRAD, STALINGRAD, GROZNY, KURSK, KIEV}
    free.sort(key=lambda i: (w.board.hexes[i].label in keys, w.board.hexes[i].label != BERLIN, i))
    more = points - sum(side is Side.AXIS for side in fixed.values())
    for place, index in enumerate(free):
        w.mark(Ground, w.hexes[index], control=Side.AXIS if place < more else Side.SOVIET)
    for spot, side in fixed.items():
        w.mark(Ground, w.hexes[w.board.by_label[spot]], control=side)
    assert occupancy.held(w, Side.AXIS) == points
    check(w)
    assert w.clock.over == bool(w[Verdict].result)
    return w[Verdict].result


HELD_IN_JANUARY_1942 = {
    "Lwow", "Riga", "Tallinn", "Minsk", "Kishinev", "Gomel", "Kiev", "Odessa", "Krivoi Rog", "Dnepropetrovsk",
    "Zaporozhe", "Stalino", "Vitebsk", "Smolensk", "Bryansk", "Orel", "Kursk", "Kharkov",
}  # fmt: skip
NAMED_BY_A_SOURCE = {
    "Lwow", "Kiev", "Vitebsk", "Smolensk", "Leningrad", "Moscow", "Kalinin", "Orel", "Kharkov", "Krasnodar",
}  # fmt: skip


def test_9_3_in_barbarossa_history_stands_one_city_short_of_victory() -> None:
    hexes = board_of(find_scenario("tdv-barbarossa-1941")).hexes
    worth = {spot.name: spot.vp for spot in hexes if spot.vp}
    assert sum(worth.values()) == 44 and {"Bryansk", "Kursk", "Krivoi Rog"}.isdisjoint(worth)
    assert set(worth) >= NAMED_BY_A_SOURCE
    assert sum(worth.get(name, 0) for name in AXIS_START | HELD_IN_JANUARY_1942) == 29
    assert tables().victory.barbarossa_cities == 30


def test_the_campaign_counts_all_47() -> None:
    assert sum(spot.vp for spot in board_of(find_scenario("tdv-campaign-1941")).hexes) == 47


def test_47_cities_14_of_them_axis_at_the_start() -> None:
    w = position({})._w
    assert len(occupancy.cities(w)) == 47
    axis = {w.board.hexes[i].name for i in occupancy.cities(w) if w.ground[i].control is Side.AXIS}
    assert axis == AXIS_START
    assert (occupancy.held(w, Side.AXIS), occupancy.held(w, Side.SOVIET)) == (14, 33)
    names = {w.board.hexes[i].name for i in occupancy.cities(w)}
    assert names == AXIS_START | TAKEN_BY_1942 | OTHERS


@pytest.mark.parametrize(
    ("ground", "points", "held"),
    [
        ("axis_1942_06", 32, AXIS_START | TAKEN_BY_1942),
        ("axis_1943_07", 32, AXIS_START | TAKEN_BY_1942 - {"Kursk"} | {"Sevastopol"}),
        ("axis_1944_06", 20, AXIS_START | {"Lwow", "Riga", "Tallinn", "Minsk", "Kishinev", "Vitebsk"}),
    ],
)
def test_axis_cities_at_the_start_of_the_later_scenarios(ground: str, points: int, held: set[str]) -> None:
    w = position({}, ground=ground)._w
    assert occupancy.held(w, Side.AXIS) == points
    assert {w.board.hexes[i].name for i in occupancy.cities(w) if w.ground[i].control is Side.AXIS} == held


def test_score_lines_and_text() -> None:
    for number in range(5):
        w = position({}, victory=number)._w
        lines = victory.score(w)
        assert len(lines) == 47 and sum(line.points for line in lines) == 47
        assert victory.tally(w).text


@pytest.mark.parametrize(
    ("turn", "points", "axis", "wanted"),
    [
        (8, 30, [], "axis-barbarossa"),
        (5, 30, [], "axis-barbarossa"),
        (8, 29, [], "soviet-barbarossa"),
        (7, 29, [], ""),
        (6, 20, [MOSCOW, KIEV], "axis-barbarossa"),
        (6, 20, [MOSCOW, LENINGRAD], "axis-barbarossa"),
        (6, 20, [MOSCOW], ""),
        (8, 20, [KIEV, LENINGRAD], "soviet-barbarossa"),
    ],
)
def test_barbarossa(turn: int, points: int, axis: list[str], wanted: str) -> None:
    soviet = [] if points > 25 else [s for s in (MOSCOW, KIEV, LENINGRAD) if s not in axis]
    assert end(1, turn, 8, points, axis=axis, soviet=soviet or [MOSCOW]) == wanted


@pytest.mark.parametrize(
    ("bid", "turn", "points", "wanted"),
    [
        ("18", 8, 18, "axis-bid"),
        ("18", 8, 17, "soviet-barbarossa"),
        ("18", 7, 29, ""),
        ("18", 7, 30, "axis-barbarossa"),
        ("29", 8, 28, "soviet-barbarossa"),
        ("printed", 8, 29, "soviet-barbarossa"),
    ],
)
def test_a_bid_of_cities_is_asked_for_when_the_last_turn_ends(bid: str, turn: int, points: int, wanted: str) -> None:
    assert end(1, turn, 8, points, soviet=[MOSCOW], bid=bid) == wanted


def test_a_bid_counts_in_barbarossa_alone_and_is_told() -> None:
    assert end(2, 21, 21, 31, soviet=[STALINGRAD], bid="18") == "draw"
    w = position({}, options={"bid": "18"})._w
    assert "at the end the Axis wins with 18" in victory.tally(w).parts
    assert [(mark.figure, mark.turn) for mark in victory.gauge(w).goals] == [(30, 0), (18, w.turns)]
    assert len(victory.gauge(position({})._w).goals) == 1


@pytest.mark.parametrize(
    ("turn", "points", "axis", "wanted"),
    [
        (21, 34, [], "axis-blau"),
        (20, 34, [], ""),
        (21, 33, [], "draw"),
        (21, 31, [], "draw"),
        (21, 30, [], "soviet-blau"),
        (16, 30, [STALINGRAD, GROZNY], "axis-blau"),
        (16, 30, [STALINGRAD], ""),
    ],
)
def test_fall_blau(turn: int, points: int, axis: list[str], wanted: str) -> None:
    soviet = [s for s in (STALINGRAD, GROZNY) if s not in axis]
    assert end(2, turn, 21, points, axis=axis, soviet=soviet) == wanted


@pytest.mark.parametrize(
    ("turn", "points", "axis", "wanted"),
    [
        (27, 20, [KURSK], "axis-kursk"),
        (26, 20, [KURSK], ""),
        (28, 20, [KURSK], ""),
        (27, 30, [], ""),
        (32, 27, [], "axis-zitadelle"),
        (32, 26, [], "draw"),
        (32, 23, [], "draw"),
        (32, 22, [], "soviet-zitadelle"),
    ],
)
def test_zitadelle(turn: int, points: int, axis: list[str], wanted: str) -> None:
    assert end(3, turn, 32, points, axis=axis, soviet=[] if axis else [KURSK]) == wanted


@pytest.mark.parametrize(
    ("soviet", "wanted"),
    [
        ([MINSK, LWOW, RIGA, WARSAW], "soviet-bagration-4"),
        ([MINSK, LWOW, RIGA, BUCHAREST], "soviet-bagration-4"),
        ([MINSK, LWOW, RIGA], "soviet-bagration"),
        ([MINSK, WARSAW, BUCHAREST], "draw"),
        ([MINSK, LWOW], "draw"),
        ([MINSK], "axis-bagration"),
        ([], "axis-bagration"),
    ],
)
def test_bagration(soviet: list[str], wanted: str) -> None:
    axis = [s for s in (MINSK, LWOW, RIGA, WARSAW, BUCHAREST) if s not in soviet]
    assert end(4, 40, 40, 20, axis=axis, soviet=soviet) == wanted
    assert end(4, 39, 40, 20, axis=axis, soviet=soviet) == ""


@pytest.mark.parametrize(
    ("turn", "points", "axis", "wanted"),
    [
        (15, 42, [], "axis-conquest"),
        (15, 41, [], ""),
        (15, 30, [MOSCOW, LENINGRAD, STALINGRAD], "axis-conquest"),
        (15, 30, [MOSCOW, LENINGRAD], ""),
    ],
)
def test_campaign_conquest(turn: int, points: int, axis: list[str], wanted: str) -> None:
    soviet = [s for s in (MOSCOW, LENINGRAD, STALINGRAD) if s not in axis][:1]
    assert end(0, turn, 48, points, axis=axis, soviet=soviet) == wanted


@pytest.mark.parametrize(
    ("turn", "points", "berlin", "missed", "wanted"),
    [
        (46, 5, True, 0, "level+2"),
        (30, 5, True, 1, "level+2"),
        (46, 5, True, 2, "level+1"),
        (47, 5, True, 0, "level+1"),
        (47, 5, True, 2, "level+0"),
        (48, 5, True, 0, "level+0"),
        (48, 5, True, 2, "level-1"),
        (48, 7, False, 0, "level-1"),
        (48, 8, False, 0, "level-2"),
        (48, 8, False, 3, "level-2"),
        (47, 8, False, 0, ""),
    ],
)
def test_the_end_of_the_campaign(turn: int, points: int, berlin: bool, missed: int, wanted: str) -> None:
    fixed = {"soviet": [BERLIN]} if berlin else {"axis": [BERLIN]}
    assert end(0, turn, 48, points, missed=missed, **fixed) == wanted


@pytest.mark.parametrize(("turn", "most"), [(21, 32), (32, 26), (40, 18)])
def test_milestones(turn: int, most: int) -> None:
    for points, missed in ((most, 0), (most + 1, 1)):
        game = position({}, turn=turn, phase="end", chit="", victory=0)
        w = game._w
        w.turns = 48
        for place, index in enumerate(sorted(occupancy.cities(w), key=lambda i: w.board.hexes[i].label != BERLIN)):
            w.mark(Ground, w.hexes[index], control=Side.AXIS if place < points else Side.SOVIET)
        check(w)
        assert w[Milestones].missed == missed


def test_levels_and_winners() -> None:
    levels = {word: (r.winner, r.level) for word, r in victory.RESULTS.items()}
    assert levels["level+2"] == (Side.SOVIET, "decisive")
    assert levels["level+1"] == (Side.SOVIET, "marginal")
    assert levels["level+0"] == (None, "draw")
    assert levels["level-1"] == (Side.AXIS, "marginal")
    assert levels["level-2"] == (Side.AXIS, "decisive")
    assert levels["soviet-bagration-4"] == (Side.SOVIET, "decisive")


def test_the_end_of_a_game_closes_everything() -> None:
    game = position({}, turn=8, phase="end", chit="")
    w = game._w
    w.turns = 8
    check(w)
    assert game.over and game.legal() == ()
    assert game.result is victory.RESULTS["soviet-barbarossa"]
