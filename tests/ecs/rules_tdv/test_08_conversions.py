"""Chapter 8.5: conversions of both sides."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.components import Replacements, Steps
from ecs.rulesets.dark_valley.campaign import conversions
from ecs.rulesets.dark_valley.data.units import current_class
from tests.ecs.rules_tdv.stage import do, position, texts, where, why

BERLIN, MOSCOW, GORKI = "W1121", "E2314", "E3511"
AXIS = [
    ("ss_mot", "ss_panzer", 18, 20, 0),
    ("panzer41", "panzer43", 22, 26, 4),
    ("mot_div", "pzgren", 24, 28, 3),
]
SOVIET = [
    ("army41", "army42", 13, 1, 4),
    ("army42", "shock", 14, 2, 0),
    ("army42", "guards", 16, 2, 1),
    ("shock", "guards", 16, 2, 1),
    ("tank_corps", "gd_tank", 18, 1, 2),
    ("mech42", "gd_mech", 18, 1, 2),
    ("cav_corps", "gd_cav", 18, 1, 2),
    ("tank_army42", "tank_army", 22, 3, 0),
    ("tank_army", "gd_tank_army", 31, 2, 0),
]


def converts(kind: str, into: str, turn: int, spot: str, side: str) -> bool:
    game = position({"u": (kind, spot)}, turn=turn, phase=f"build-{side}")
    game._w.mark(Replacements, game._w.table, factors=20)
    return f"convert u {into}" in texts(game)


@pytest.mark.parametrize(("old", "new", "first", "last", "most"), AXIS)
def test_axis_conversions_in_their_turns(old: str, new: str, first: int, last: int, most: int) -> None:
    asked = {turn: converts(old, new, turn, BERLIN, "axis") for turn in (first - 1, first, last, last + 1)}
    assert list(asked.values()) == [False, True, True, False]


@pytest.mark.parametrize(("old", "new", "first", "cost", "most"), SOVIET)
def test_soviet_conversions_from_their_turn_on_for_factors(
    old: str, new: str, first: int, cost: int, most: int
) -> None:
    assert not converts(old, new, first - 1, MOSCOW, "soviet")
    game = position({"u": (old, MOSCOW)}, turn=first, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=cost - 1)
    assert why(game, f"convert u {new}") == "no-points"
    game._w.mark(Replacements, game._w.table, factors=cost)
    do(game, f"convert u {new}")
    assert (current_class(game._w.by_id["u"]), game._w[Replacements].factors) == (new, 0)


@pytest.mark.parametrize(
    ("old", "new", "turn", "most"),
    [(old, new, first, most) for old, new, first, _, most in AXIS if most]
    + [(old, new, first, most) for old, new, first, _, most in SOVIET if most],
)
def test_only_so_many_a_turn(old: str, new: str, turn: int, most: int) -> None:
    side = "axis" if (old, new) in [row[:2] for row in AXIS] else "soviet"
    spots = ["W1121", "W1827"] if side == "axis" else ["E2314", "E3511"]
    units = {f"u{n}": (old, spots[n % 2]) for n in range(most + 1)}
    game = position(units, turn=turn, phase=f"build-{side}")
    game._w.mark(Replacements, game._w.table, factors=20)
    do(game, *(f"convert u{n} {new}" for n in range(most)))
    assert why(game, f"convert u{most} {new}") == "enough"


def test_two_guards_corps_a_turn_whatever_their_arm() -> None:
    units = {"t": ("tank_corps", MOSCOW), "m": ("mech42", MOSCOW), "c": ("cav_corps", GORKI)}
    game = position(units, turn=18, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=20)
    do(game, "convert t gd_tank", "convert m gd_mech")
    assert why(game, "convert c gd_cav") == "enough"


@pytest.mark.parametrize(("new", "most", "turn"), [("shock", 5, 14), ("guards", 11, 16)])
def test_only_so_many_in_play(new: str, most: int, turn: int) -> None:
    units = {f"g{n}": (new, "[reserve]") for n in range(most)}
    game = position({**units, "u": ("army42", MOSCOW)}, turn=turn, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=20)
    assert why(game, f"convert u {new}") == "all-in-play"


def test_conversion_needs_supply_and_for_the_axis_no_enemy_zone() -> None:
    cut = position({"u": ("army41", MOSCOW)}, turn=13, phase="build-soviet", supply={"u": 1})
    assert why(cut, "convert u army42") == "no-supply"
    close = position({"u": ("panzer41", "W3018"), "x": ("army41", "W3118")}, turn=22, phase="build-axis")
    assert why(close, "convert u panzer43") == "in-zone"


def test_a_reduced_unit_stays_reduced() -> None:
    game = position({"u": ("panzer41", BERLIN)}, turn=22, phase="build-axis", reduced=["u"])
    do(game, "convert u panzer43")
    assert game._w.by_id["u"][Steps].lost == 1


def test_grossdeutschland_gets_its_tanks_by_itself() -> None:
    game = position({"GD": ("gd", BERLIN)}, turn=26, phase="build-axis")
    conversions.open_turn(game._w)
    assert current_class(game._w.by_id["GD"]) == "gd_panzer"


def test_old_mechanised_corps_are_given_up_for_two_factors() -> None:
    assert not texts(position({"m": ("mech41", MOSCOW)}, turn=7, phase="build-soviet"), "convert")
    game = position({"m": ("mech41", MOSCOW)}, turn=8, phase="build-soviet")
    do(game, "convert m factors")
    assert (where(game, "m"), game._w[Replacements].factors) == ("gone", 2)


# -- forming ----------------------------------------------------------------------------------------------


def rifles(*spots: str) -> dict[str, tuple[str, str]]:
    return {f"r{n}": ("rifle_div", spot) for n, spot in enumerate(spots)}


def merges(game: Any) -> list[str]:
    return texts(game, "merge")


def first_army(game: Any) -> str:
    return next(u.id for u in game._w.units if u.place.box == "mint" and current_class(u) == "army41")


def test_three_rifle_divisions_within_a_hex_of_each_other_form_an_army() -> None:
    game = position(rifles("E2314", "E2314", "E2315"), turn=10, phase="build-soviet")
    army = first_army(game)
    assert merges(game) == [f"merge {army} E2314", f"merge {army} E2315"]
    do(game, f"merge {army} E2314")
    assert where(game, army) == "E2314"
    assert {where(game, f"r{n}") for n in range(3)} == {"merged"}
    assert game._w.by_id[army][Steps].lost == 0


def test_divisions_too_far_apart_form_nothing() -> None:
    game = position(rifles("E2314", "E2314", "E2316"), turn=10, phase="build-soviet")
    assert not merges(game)
    assert why(game, f"merge {first_army(game)} E2314") == "not-enough"


def test_two_neighbours_count_only_if_they_are_neighbours_of_each_other() -> None:
    board = position({}, turn=10, phase="build-soviet").board
    centre = board.by_label["E2424"]
    ring = board.neighbours[centre]
    near = next(j for j in ring if j in board.neighbours[ring[0]])
    far = next(j for j in ring if j not in board.neighbours[ring[0]] and j != ring[0])
    labels = [board.hexes[i].label for i in (centre, ring[0], near, far)]
    close = position(rifles(labels[0], labels[1], labels[2]), turn=10, phase="build-soviet")
    assert len(merges(close)) == 3
    apart = position(rifles(labels[0], labels[1], labels[3]), turn=10, phase="build-soviet")
    assert not merges(apart)


def test_armies_are_formed_of_supplied_divisions_from_turn_10_three_a_turn() -> None:
    early = position(rifles(*["E2314"] * 3), turn=9, phase="build-soviet")
    assert why(early, f"merge {first_army(early)} E2314") == "too-early"
    hungry = position(rifles(*["E2314"] * 3), turn=10, phase="build-soviet", supply={"r0": 1})
    assert not merges(hungry)
    game = position(
        rifles(*(s for s in ("E2314", "E3511", "E2708", "E4325") for _ in range(3))), turn=10, phase="build-soviet"
    )
    for spot in ("E2314", "E3511", "E2708"):
        do(game, f"merge {first_army(game)} {spot}")
    assert why(game, f"merge {first_army(game)} E4325") == "enough"


def test_two_tank_corps_in_a_hex_form_a_tank_army() -> None:
    units = {"t1": ("tank_corps", MOSCOW), "t2": ("mech42", MOSCOW), "t3": ("gd_mech", MOSCOW)}
    assert not merges(position(units, turn=21, phase="build-soviet"))
    game = position(units, turn=22, phase="build-soviet")
    (line,) = merges(game)
    army = line.split()[1]
    do(game, line)
    assert current_class(game._w.by_id[army]) == "tank_army"
    assert (where(game, "t1"), where(game, "t2"), where(game, "t3")) == ("merged", "merged", MOSCOW)


def test_no_more_than_six_tank_armies() -> None:
    units = {"t1": ("tank_corps", MOSCOW), "t2": ("mech42", MOSCOW)}
    armies = {f"a{n}": ("tank_army42", "[reserve]") for n in range(6)}
    assert not merges(position({**units, **armies}, turn=22, phase="build-soviet"))


def test_units_merged_are_not_rebuilt() -> None:
    game = position({"r": ("rifle_div", "[merged]")}, turn=10, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=9)
    assert not texts(game, "rebuild")


@pytest.mark.parametrize(("reduced", "count"), [([], 2), (["k"], 1)])
def test_a_german_corps_splits_into_a_division_a_step_from_turn_37(reduced: list[str], count: int) -> None:
    early = position({"k": ("inf_corps", BERLIN)}, turn=36, phase="build-axis")
    assert why(early, "split k") == "too-early"
    game = position({"k": ("inf_corps", BERLIN)}, turn=37, phase="build-axis", reduced=reduced)
    do(game, "split k")
    there = [u for u in game._w.units if u.hex == game.board.by_label[BERLIN]]
    assert [current_class(u) for u in there] == ["inf_div"] * count
    assert where(game, "k") == "merged"


def test_a_full_stack_cannot_split() -> None:
    units = dict.fromkeys(("k", "l", "m"), ("inf_corps", BERLIN))
    game = position(units, turn=37, phase="build-axis")
    assert why(game, "split k") == "overstacked"
