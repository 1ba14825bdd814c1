"""6.4: airbases and readiness."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Readiness
from ecs.rulesets.dark_valley.combat import air
from ecs.rulesets.dark_valley.ground.removal import drive_out
from tests.ecs.rules_tdv.railkit import around, board, shut_in
from tests.ecs.rules_tdv.stage import do, load_dice, position, texts, where, why


def bases(units: dict[str, tuple[str, str]], **more: Any) -> Game:
    """The Axis air base phase."""
    return position(units, phase="air-axis", chit="", **more)


def is_done(game: Game, unit: str) -> bool:
    return bool(game._w.by_id[unit][Readiness].spent)


def test_unit_that_stays_gets_ready() -> None:
    game = bases({"A": ("ger_air4", "W2725")})
    game._w.mark(Readiness, game._w.by_id["A"], spent=True)
    air.end_air(game._w)
    assert not is_done(game, "A")


def test_unit_that_changes_base_is_spent_until_it_has_stayed_a_turn() -> None:
    game = bases({"A": ("ger_air4", "W2725")})
    w = game._w
    air.rebase(w, _command("base A W2717"))
    assert where(game, "A") == "W2717" and is_done(game, "A")
    assert air.base_commands(w, w.by_id["A"]) == [] and why(game, "base A W2725") == "based"
    air.end_air(w)
    assert is_done(game, "A")
    air.start_air(w)
    air.end_air(w)
    assert not is_done(game, "A")


def _command(line: str) -> Any:
    from ecs import parse

    return parse(line)


def test_only_the_side_whose_phase_it_is() -> None:
    game = bases({"A": ("sov_air2", "E2314")}, turn=20)
    game._w.mark(Readiness, game._w.by_id["A"], spent=True)
    air.end_air(game._w)
    assert is_done(game, "A") and why(game, "base A E2012") == "enemy-unit"


def test_base_is_an_own_town_or_city_within_fifteen_hexes() -> None:
    game = bases({"A": ("ger_air4", "W2725")})
    goals = {line.split()[-1] for line in texts(game, "base")}
    assert all(board().hexes[board().by_label[s]].place in ("town", "major") for s in goals)
    assert all(board().distance(board().by_label["W2725"], board().by_label[s]) <= 15 for s in goals)
    assert why(game, "base A W1121") == "too-far"
    assert why(game, "base A W4121") == "no-communications"
    assert why(game, "base A W2925") == "no-base"


def test_two_air_units_fill_a_base() -> None:
    game = bases({"A": ("ger_air4", "W2725"), "B": ("ger_air2", "W2717"), "C": ("rum_air", "W2717")})
    assert why(game, "base A W2717") == "base-full" and "base A W2717" not in texts(game, "base")


def test_base_needs_communications() -> None:
    units = {"A": ("ger_air4", "W3326"), "G": ("inf_corps", "W4121")}
    units |= {f"S{n}": ("rifle_corps", s) for n, s in enumerate(shut_in("W4121"))}
    game = bases(units)
    assert why(game, "base A W4121") == "no-communications"
    open_ = bases({"A": ("ger_air4", "W3326"), "G": ("inf_corps", "W4121")})
    assert why(open_, "base A W4121") == ""


@pytest.mark.parametrize(("state", "done"), [(0, False), (1, True), (2, True)])
def test_supplied_artillery_gets_ready(state: int, done: bool) -> None:
    game = bases({"A": ("ger_arty", "W2725")}, supply={"A": state})
    game._w.mark(Readiness, game._w.by_id["A"], spent=True)
    air.start_air(game._w)
    assert is_done(game, "A") is done


@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False), (6, False)])
def test_air_unit_whose_base_is_taken(monkeypatch: Any, die: int, lost: bool) -> None:
    game = bases({"A": ("ger_air4", "W3018")})
    load_dice(monkeypatch, die)
    drive_out(game._w, board().by_label["W3018"], Side.SOVIET)
    assert (where(game, "A") == "dead") is lost
    if not lost:
        assert is_done(game, "A") and where(game, "A") in [s for n in range(1, 4) for s in around("W3018", n)]


def test_ground_units_have_no_base() -> None:
    assert why(bases({"A": ("inf_div", "W2725")}), "base A W2717") == "no-aircraft"


def test_leaving_the_phase_readies_those_that_stayed() -> None:
    game = bases({"A": ("ger_air4", "W2725"), "B": ("ger_air4", "W2725")})
    for name in "AB":
        game._w.mark(Readiness, game._w.by_id[name], spent=True)
    do(game, "base A W2717", "end")
    assert is_done(game, "A") and not is_done(game, "B")
