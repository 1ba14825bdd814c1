"""Chapters 8.3 and 8.4: replacements."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Replacements, Steps, SupplyState
from ecs.rulesets.dark_valley.campaign import replacements
from ecs.rulesets.dark_valley.data.units import kind
from ecs.rulesets.dark_valley.ground.supply import loc_map
from ecs.systems.replacements import draw_income
from tests.ecs.rules_tdv.railkit import around
from tests.ecs.rules_tdv.stage import do, position, texts, where, why

BERLIN, MOSCOW = "W1121", "E2314"


@pytest.mark.parametrize(
    ("turn", "infantry", "panzer"),
    [
        (2, 4, 0),
        (3, 4, 0),
        (4, 4, 1),
        (5, 2, 0),
        (6, 0, 0),
        (8, 0, 0),
        (9, 4, 2),
        (12, 4, 2),
        (13, 3, 2),
        (21, 3, 2),
        (22, 5, 4),
        (26, 5, 4),
        (27, 3, 2),
        (36, 3, 2),
        (37, 3, 1),
        (43, 3, 1),
        (44, 2, 1),
        (48, 2, 1),
    ],
)
def test_axis_steps_of_a_turn(turn: int, infantry: int, panzer: int) -> None:
    game = position({}, turn=turn, phase="build-axis")
    draw_income(game._w)
    assert (game._w[Replacements].infantry, game._w[Replacements].panzer) == (infantry, panzer)


@pytest.mark.parametrize(
    ("turn", "romania", "hungary"), [(1, 0, 0), (2, 1, 0), (13, 1, 1), (14, 1, 0), (40, 0, 0), (45, 0, 1), (47, 0, 0)]
)
def test_allied_steps_of_a_turn(turn: int, romania: int, hungary: int) -> None:
    game = position({}, turn=turn, phase="build-axis")
    draw_income(game._w)
    assert (game._w[Replacements].allies, game._w[Replacements].hungary) == (romania, hungary)


def test_axis_steps_are_not_kept() -> None:
    game = position({}, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=4, panzer=2, allies=1)
    do(game, "end")
    assert (game._w[Replacements].infantry, game._w[Replacements].panzer, game._w[Replacements].allies) == (0, 0, 0)


def test_a_step_restores_a_reduced_unit_of_its_kind() -> None:
    units = {"k": ("inf_corps", BERLIN), "p": ("panzer41", BERLIN)}
    game = position(units, phase="build-axis", reduced=["k", "p"])
    game._w.mark(Replacements, game._w.table, infantry=1)
    assert texts(game, "refit") == ["refit k"]
    assert why(game, "refit p") == "no-points"
    do(game, "refit k")
    assert (game._w.by_id["k"][Steps].lost, game._w[Replacements].infantry) == (0, 0)


def test_a_unit_out_of_supply_gets_no_replacements() -> None:
    game = position({"k": ("inf_corps", BERLIN)}, phase="build-axis", reduced=["k"], supply={"k": 1})
    game._w.mark(Replacements, game._w.table, infantry=1)
    assert why(game, "refit k") == "no-supply"


def test_two_steps_rebuild_a_german_unit_reduced_for_the_next_turn() -> None:
    game = position({"k": ("inf_corps", "[dead]")}, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=3)
    assert texts(game, "rebuild") == ["rebuild k 1"]
    assert why(game, "rebuild k 0") == "reduced-only"
    do(game, "rebuild k 1")
    assert where(game, "k") == "new"
    assert (game._w.by_id["k"][Steps].lost, game._w[Replacements].infantry) == (1, 1)


@pytest.mark.parametrize(("choice", "able"), [("printed", False), ("all", True)])
@pytest.mark.parametrize("kind", ["inf_div", "light_div"])
def test_8_3_a_german_unit_of_one_step_is_not_rebuilt_unless_chosen(kind: str, choice: str, able: bool) -> None:
    game = position({"d": (kind, "[dead]")}, phase="build-axis", options={"german_rebuilding": choice})
    game._w.mark(Replacements, game._w.table, infantry=4)
    assert texts(game, "rebuild") == (["rebuild d 0"] if able else [])
    assert why(game, "rebuild d 0") == ("" if able else "one-step")


def test_one_step_rebuilds_a_romanian_corps_none_an_italian() -> None:
    game = position({"r": ("rum_corps", "[dead]"), "i": ("ita_corps", "[dead]")}, phase="build-axis")
    game._w.mark(Replacements, game._w.table, allies=1, infantry=4)
    assert texts(game, "rebuild") == ["rebuild r 0"]
    assert why(game, "rebuild i 0") == "no-replacements"


def test_a_lost_corps_is_rebuilt_on_the_cadre_of_a_division_once_a_turn() -> None:
    units = {
        "k": ("inf_corps", "[dead]"),
        "l": ("inf_corps", "[dead]"),
        "d": ("inf_div", BERLIN),
        "s": ("weak_div", "W3018"),
    }
    game = position(units, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=2)
    assert texts(game, "cadre") == ["cadre k d", "cadre k s"]
    assert why(game, "cadre k l") == "not-a-cadre"
    do(game, "cadre k s")
    assert (where(game, "k"), where(game, "s")) == ("W3018", "merged")
    assert (game._w.by_id["k"][Steps].lost, game._w[Replacements].infantry) == (1, 1)
    assert not texts(game, "cadre")
    assert why(game, "cadre l d") == "once"


def test_no_cadre_for_a_corps_lost_in_a_pocket() -> None:
    game = position({"k": ("inf_corps", "[dead]"), "d": ("inf_div", BERLIN)}, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=1)
    game._w.mark(SupplyState, game._w.by_id["k"], lost_cut_off=True)
    assert why(game, "cadre k d") == "no-cadre"


# -- Soviet factors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "factors"),
    [(4, 0), (5, 25), (12, 25), (13, 30), (21, 30), (22, 35), (30, 40), (37, 45), (48, 45)],
)
def test_soviet_factors_by_turn(turn: int, factors: int) -> None:
    game = position({}, turn=turn, phase="build-soviet")
    assert replacements.income(game._w) == factors


def test_each_key_city_lost_costs_five_factors() -> None:
    game = position({}, turn=5, phase="build-soviet", control={"axis": ["W4731"]})
    assert replacements.income(game._w) == 20


def test_a_key_city_cut_off_yields_nothing() -> None:
    game = position({}, turn=5, phase="build-soviet")
    w = game._w
    kharkov = w.board.by_label["E2233"]
    ring = {f"p{n}": ("panzer41", w.board.hexes[j].label) for n, j in enumerate(w.board.neighbours[kharkov])}
    assert replacements.income(position(ring, turn=5, phase="build-soviet")._w) == 20


def test_up_to_twenty_factors_are_saved() -> None:
    game = position({}, turn=5, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=33)
    do(game, "end")
    assert game._w[Replacements].factors == 20


def test_a_soviet_unit_costs_its_factor_full_or_reduced_and_comes_at_once() -> None:
    game = position({"a": ("army41", "[dead]")}, turn=5, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=3)
    assert texts(game, "rebuild") == ["rebuild a 0", "rebuild a 1"]
    do(game, "rebuild a 1")
    assert where(game, "a") == "arrived"
    assert game._w[Replacements].factors == 2


def test_flipping_to_full_costs_the_difference() -> None:
    game = position({"a": ("army42", MOSCOW)}, turn=13, phase="build-soviet", reduced=["a"])
    game._w.mark(Replacements, game._w.table, factors=2)
    do(game, "refit a")
    assert game._w[Replacements].factors == 0


@pytest.mark.parametrize(("kind", "last"), [("mech41", 9), ("rifle_div", 18), ("mtn_rifle", 18), ("militia", 18)])
def test_old_classes_are_rebuilt_no_longer(kind: str, last: int) -> None:
    for turn, able in ((last, True), (last + 1, False)):
        game = position({"u": (kind, "[dead]")}, turn=turn, phase="build-soviet")
        game._w.mark(Replacements, game._w.table, factors=9)
        assert ("rebuild u 0" in texts(game)) is able
        assert able or why(game, "rebuild u 0") == "class-gone"


def test_airborne_lost_after_a_drop_is_gone() -> None:
    game = position({"v": ("airborne", "[gone]")}, turn=8, phase="build-soviet")
    game._w.mark(Replacements, game._w.table, factors=9)
    assert why(game, "rebuild v 0") == "not-dead"


def encircled_leningrad(ladoga: str) -> Game:
    """Leningrad with a garrison in a ring of German corps, in October 1941; ``ladoga``: who holds the far shore."""
    ring = sorted({*around("W4702"), *around("W4702", 2)} - {"W4603"})
    units = {"A": ("rifle_corps", "W4702"), "B": ("militia", "W4603")}
    units |= {f"E{n}": ("inf_corps", s) for n, s in enumerate(ring)}
    shore = ["E1203", "E1202", "E1102", "E1301"]
    return position(units, turn=5, phase="build-soviet", control={ladoga: shore})


def test_8_4_encircled_leningrad_fed_over_ladoga_is_not_isolated_and_yields_its_factors() -> None:
    game = encircled_leningrad("soviet")
    assert not loc_map(game._w, Side.SOVIET)[game.board.by_label["W4702"]]
    cities = {game.board.hexes[i].name for i in replacements.key_cities(game._w)}
    assert "Leningrad" in cities and replacements.income(game._w) == 5 * len(cities)


def test_8_4_leningrad_cut_off_from_the_lake_too_yields_nothing() -> None:
    game = encircled_leningrad("axis")
    assert "Leningrad" not in {game.board.hexes[i].name for i in replacements.key_cities(game._w)}


@pytest.mark.parametrize("turn", [26, 27])
def test_8_5_a_panzer_division_raised_after_the_conversions_is_one_of_its_time(turn: int) -> None:
    game = position({"p": ("panzer41", "[dead]"), "m": ("mot_div", "[dead]")}, turn=turn, phase="build-axis")
    game._w.mark(Replacements, game._w.table, panzer=4)
    do(game, "rebuild p 1", "rebuild m 1")
    w = game._w
    new = turn > 26
    assert kind(w.by_id["p"]).full == ((5, 6) if new else (4, 6))
    assert w.by_id["m"][Steps].grade == "", "motorised divisions are still converted"
