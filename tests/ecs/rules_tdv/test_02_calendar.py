"""2.4: the calendar, line by line, and what of it goes into the cup."""

from __future__ import annotations

from collections import Counter

import pytest

from ecs.rulesets.dark_valley.campaign import chit_cup
from ecs.rulesets.dark_valley.data.chits import is_panzer
from ecs.rulesets.dark_valley.data.components import Cup
from ecs.rulesets.dark_valley.data.tables import tables
from tests.ecs.rules_tdv.stage import do, position, texts
from tests.kits.rows import of_each

# fmt: off
SEASONS = ["January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December"]
# fmt: on

# turns, weather, initiative, Move/Combat, panzer, Soviet Move, Combat or Counterattack!, headquarters, Deep Battle
CALENDAR = """
1-1    Fair  Ax 2 1,1,2,2,3,4 1 CA1 -           0
2-2    Fair  Ax 2 1,1,2,2,3,4 2 CA1 -           0
3-4    Fair  Ax 2 1,1,2,2,3,4 2 CA1 ZH+ST       0
5-5    Mud   So 2 any3        2 CB1 ZH+ST       0
6-6    Mixed Ax 2 1,2,3,4     2 CB1 ZH+ST       0
7-9    Snow  So 1 any2        2 CB2 ZH+ST       0
10-10  Mixed So 1 any2        2 CB1 ZH+ST       0
11-11  Mud   So 1 any1        1 CB1 ZH+ST       0
12-12  Fair  So 2 any2        2 CB1 ZH+ST       0
13-16  Fair  Ax 2 1,1,4,4,2   2 CB1 ZH+ST       0
17-17  Mixed Ax 2 any3        2 CB1 ZH+ST       0
18-18  Mixed So 1 any2        2 CB2 ZH+ZC+ST+SC 0
19-21  Snow  So 1 any2        2 CB2 ZH+ZC+ST+SC 0
22-22  Mixed Ax 2 any3        1 CB1 ZH+ST       0
23-23  Mud   So 1 any1        1 CB1 ZH+ST       0
24-25  Fair  So 1 any2        1 CB1 ZH+ST       0
26-26  Fair  Ax 2 any3x2      2 CB2 ZH+ZC+ST+SC 1
27-28  Fair  So 1 any2        2 CB2 ZH+ZC+ST+SC 1
29-29  Mixed So 1 any2        2 CB2 ZH+ZC+ST+SC 1
30-30  Mud   So 1 any2        2 CB1 ZH+ST+SC    1
31-32  Snow  So 1 any2        2 CB2 ZH+ZC+ST+SC 1
33-33  Mixed So 1 any2        2 CB2 ZH+ZC+ST+SC 1
34-35  Mud   So 1 any1        2 CB2 ZH+ST+SC    1
36-36  Fair  So 1 any2        1 CB1 ZH+ST       0
37-37  Fair  So 1 any1        2 CB3 ZH+ZC+ST+SC 2
38-40  Fair  So 1 any2        2 CB3 ZH+ZC+ST+SC 2
41-41  Mixed So 1 any2        2 CB2 ZH+ZC+ST+SC 2
42-42  Mud   So 1 any2        2 CB2 ZH+ST+SC    1
43-43  Snow  So 1 any1        2 CB2 ZH+ST+SC    1
44-45  Snow  So 1 any1        2 CB3 ZH+ZC+ST+SC 3
46-46  Mixed So 1 any2        2 CB3 ZH+ZC+ST+SC 2
47-48  Fair  So 1 any1        3 CB3 ZH+ZC+ST+SC 3
"""
LINES = {
    turn: words
    for words in (line.split() for line in CALENDAR.strip().splitlines())
    for first, last in [words[0].split("-")]
    for turn in range(int(first), int(last) + 1)
}
HEADS = {
    "PzA1": ("pz_hq", "W2725"),
    "PzA2": ("pz_hq", "W2725"),
    "PzA3": ("pz_hq", "W2725"),
    "PzA4": ("pz_hq", "W2725"),
    "Zhukov": ("zhukov", "E2314"),
    "STAVKA": ("stavka", "E2314"),
}


def test_the_calendar_has_48_months_from_june_1941() -> None:
    lines = tables().turn
    assert sorted(LINES) == list(range(1, len(lines) + 1)) == list(range(1, 49))
    for n, line in enumerate(lines):
        assert line.name == f"{SEASONS[(5 + n) % 12]} {1941 + (5 + n) // 12}"


@of_each("turn", sorted(LINES))
def test_calendar_row(turn: int) -> None:
    _, weather, first, mc, panzer, move, fight, heads, deep = LINES[turn]
    line = tables().turn[turn - 1]
    assert (line.weather, line.first, line.mc) == (weather, {"Ax": "axis", "So": "soviet"}[first], int(mc))
    if panzer.startswith("any"):
        count, _, doubled = panzer.removeprefix("any").partition("x")
        assert (line.choose, line.twice, line.panzer) == (int(count), 1 if doubled else 0, [])
    else:
        assert (line.choose, line.panzer) == (0, [int(n) for n in panzer.split(",")])
    assert line.move == int(move)
    assert (line.counter, line.combat) == ((int(fight[2:]), 0) if fight[:2] == "CA" else (0, int(fight[2:])))
    assert line.soviet == ([] if heads == "-" else heads.split("+"))
    assert line.deep == int(deep)


@pytest.mark.parametrize("turn", [1, 3, 5, 13, 18, 26, 37, 43, 44])
def test_the_cup_holds_what_the_calendar_says(turn: int) -> None:
    game = position(HEADS, turn=turn, phase="rail-soviet", chit="", options={"summer_chits": "two"})
    w = game._w
    chit_cup.fill(w)
    _, _, _, mc, panzer, move, fight, heads, deep = LINES[turn]
    wanted = Counter({"LOG": 1, "AX_MC": int(mc), "SU_MV": int(move), f"SU_{fight[:2]}": int(fight[2:])})
    wanted["SU_DB"] = int(deep)
    if not panzer.startswith("any"):
        wanted.update(f"AX_PZ{n}" for n in panzer.split(","))
    names = [] if heads == "-" else heads.split("+")
    wanted.update(f"SU_{name}" for name in names if name != "ST")
    assert Counter(w[Cup].inside) == +wanted
    assert w[Cup].held == tuple(name for name, there in (("SU_ST", "ST" in names), ("AX_OD", 2 <= turn <= 5)) if there)


def test_chits_of_headquarters_off_the_map_stay_out() -> None:
    units = {"PzA1": ("pz_hq", "W2725"), "PzA2": ("pz_hq", "[dead]"), "Zhukov": ("zhukov", "E2314")}
    game = position(units, turn=4, phase="rail-soviet", chit="")
    chit_cup.fill(game._w)
    inside = game._w[Cup].inside
    assert {c for c in inside if is_panzer(c)} == {"AX_PZ1"} and inside.count("AX_PZ1") == 2
    assert "SU_ZH" in inside and "SU_ST" not in game._w[Cup].held


def test_the_odessa_front_is_held_on_turns_2_to_5() -> None:
    for turn in range(1, 8):
        game = position({}, turn=turn, phase="rail-soviet", chit="")
        chit_cup.fill(game._w)
        assert ("AX_OD" in game._w[Cup].held) is (2 <= turn <= 5)


@pytest.mark.parametrize(("turn", "picks"), [(5, 3), (7, 2), (11, 1), (17, 3), (26, 4)])
def test_the_axis_chooses_different_panzer_chits(turn: int, picks: int) -> None:
    game = position(HEADS, turn=turn, phase="rail-soviet", chit="")
    do(game, "end")
    assert game._w.phase == "choose-axis"
    for n in range(1, picks + 1):
        assert game._w.phase == "choose-axis" and len(chit_cup.panzers_inside(game._w)) == n - 1
        do(game, texts(game, "chit")[0])
    assert game._w.phase in ("first-axis", "first-soviet")
    doubled = Counter(chit_cup.panzers_inside(game._w)).most_common()
    assert [n for _, n in doubled] == ([2, 1, 1] if turn == 26 else [1] * picks)


def test_only_panzer_armies_on_the_map_can_be_chosen() -> None:
    game = position({"PzA3": ("pz_hq", "W2725")}, turn=5, phase="rail-soviet", chit="")
    do(game, "end")
    assert texts(game, "chit") == ["chit AX_PZ3"]
    do(game, "chit AX_PZ3")
    assert game._w.phase == "first-soviet"


@pytest.mark.parametrize(
    ("choice", "months"),
    [("two", []), ("1941", [1, 2, 3, 4]), ("1942", [1, 2, 3, 4, 13, 14, 15, 16]), ("", [1, 2, 3, 4])],
)
def test_2_4_by_an_option_three_move_combat_chits_go_into_the_cup_in_summer(choice: str, months: list[int]) -> None:
    """Three in the summer of 1941 unless something else is chosen."""
    for turn in (1, 3, 4, 5, 12, 13, 16, 17, 25):
        game = position({}, turn=turn, chit="", options={"summer_chits": choice} if choice else {})
        chit_cup.fill(game._w)
        assert game._w[Cup].inside.count("AX_MC") == (3 if turn in months else tables().turn[turn - 1].mc), turn
