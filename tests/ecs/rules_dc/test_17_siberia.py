"""Chapter 17: the Siberian reserve and the shock armies."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Place
from ecs.rulesets.darkest_crusade.data.components import Strength
from tests.ecs.rules_dc.ground import GERMANS, begin, control, ring
from tests.ecs.staging import do, enter, is_disrupted, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch
WHITE = ["1.GdsK", "1.Shock", "2.Shock", "3.Shock", "4.Shock"]
EDGE = ["D12", "E12", "F12", "G12", "H12", "I12", "J12", "K12", "L12", "M12", "N12", "O12", "P12", "Q11"]


def reserve(turn: int, units: dict[str, list[str]] | None = None, called: int = 0, **more: object) -> Game:
    """A Soviet replacement phase with the white units in their box."""
    game = stage("B1", units, turn=turn, called=called, **more)  # type: ignore[arg-type]
    for name in WHITE:
        if game._w.by_id[name].hex < 0:
            game._w.mark(Place, game._w.by_id[name], box="siberia")
    return game


def waiting(game: Game) -> list[str]:
    return sorted({t.split()[1] for t in texts(game, "enter")})


def doors(game: Game, unit: str = "1.GdsK") -> set[str]:
    return {t.split()[2] for t in texts(game, "enter") if t.split()[1] == unit}


def test_three_groups_arrive_in_three_consecutive_turns() -> None:
    assert waiting(reserve(7, called=7)) == ["1.GdsK", "1.Shock", "3.Shock"]
    assert waiting(reserve(8, called=7)) == ["1.GdsK", "1.Shock", "3.Shock", "4.Shock"]
    assert waiting(reserve(9, called=7)) == sorted(WHITE)


def test_nobody_arrives_before_the_reserve_is_called() -> None:
    game = reserve(7)
    assert waiting(game) == [] and why(game, "enter 1.GdsK H9") == "not-waiting"


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_from_december_on_the_reserve_is_called_without_risk(monkeypatch: MP, turn: int) -> None:
    game = reserve(turn)
    load_dice(monkeypatch)
    do(game, "call")
    assert not game.over and waiting(game) == ["1.GdsK", "1.Shock", "3.Shock"]


@pytest.mark.parametrize(("turn", "losing"), [(6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6)])
def test_each_month_earlier_is_a_sixth_more_to_lose_the_game(monkeypatch: MP, turn: int, losing: int) -> None:
    game = reserve(turn)
    load_dice(monkeypatch, losing)
    do(game, "call")
    assert game.over and game.result is not None and game.result.winner is Side.AXIS
    if losing < 6:
        game = reserve(turn)
        load_dice(monkeypatch, losing + 1)
        do(game, "call")
        assert not game.over


def test_the_reserve_is_called_once_and_only_in_the_soviet_replacement_phase(monkeypatch: MP) -> None:
    assert why(reserve(8, called=7), "call") == "no-reserve-call"
    assert why(stage("B2a-move", turn=7), "call") == "no-reserve-call"


def test_white_units_enter_ready_at_the_eastern_edge_and_in_supplied_towns_and_cities() -> None:
    game = reserve(7, called=7)
    places = {h.label for h in game.board.hexes if h.place and control(game, h.label) is Side.SOVIET}
    assert doors(game) == {*EDGE, *places}
    do(game, "enter 1.GdsK J12")
    assert where(game, "1.GdsK") == "J12" and not is_disrupted(game, "1.GdsK")


def test_white_units_enter_on_or_next_to_any_supplied_soviet_unit() -> None:
    game = reserve(7, {"K10": ["8.A"]}, called=7)
    assert {"K10", "K9", "K11", "J10", "J11", "L10", "L11"} <= doors(game)


def test_white_units_do_not_enter_next_to_an_unsupplied_unit() -> None:
    around = ring("K10", GERMANS)
    game = reserve(7, {"K10": ["8.A"], **around}, called=7)
    assert "K10" not in doors(game) and why(game, "enter 1.GdsK K10") == "no-entry"


def test_white_units_never_enter_on_the_enemy() -> None:
    game = reserve(7, {"K10": ["8.A"], "K9": ["4.A"]}, called=7)
    assert "K9" not in doors(game)


def test_white_units_do_not_walk_into_an_undefended_fortress_or_victory_city_of_the_enemy() -> None:
    game = reserve(7, {"G6": ["8.A"]}, called=7, control={"axis": ["G7"]})
    assert "G7" not in doors(game) and "G5" in doors(game)


def test_white_units_do_not_enter_rumania_while_it_is_closed() -> None:
    units, closed = {"L3": ["8.A"]}, {"rumania": "closed"}
    assert "L2" not in doors(reserve(7, units, called=7, options=closed))
    assert "L2" in doors(reserve(7, units, called=7, options=closed, rumania_open=True))
    assert "L2" in doors(reserve(7, units, called=7))


def test_white_units_do_not_enter_across_the_sea() -> None:
    game = reserve(7, {"N6": ["8.A"]}, called=7, control={"axis": ["O5"]})
    assert "O5" not in doors(game)


def test_a_white_unit_that_enters_an_enemy_hex_takes_it() -> None:
    game = reserve(7, {"I9": ["8.A"]}, called=7, control={"axis": ["I8"]})
    do(game, "enter 1.GdsK I8")
    assert control(game, "I8") is Side.SOVIET


def test_a_shock_army_may_be_emplaced_in_the_hex_where_it_enters() -> None:
    game = reserve(7, called=7)
    do(game, "enter 1.Shock H9", "emplace 1.Shock")
    view = game.view(Side.SOVIET).unit("1.Shock")
    assert view is not None and (view.attack, view.defence, view.hits) == (3, 3, 3)


def test_an_undisrupted_supplied_shock_army_may_be_emplaced_at_the_start_of_the_turn() -> None:
    assert why(reserve(8, {"H9": ["1.Shock"]}, called=7), "emplace 1.Shock") == ""


def test_disrupted_or_unsupplied_or_other_units_are_not_emplaced() -> None:
    assert why(reserve(8, {"H9": ["1.Shock"]}, called=7, disrupted=["1.Shock"]), "emplace 1.Shock") == "no-emplacement"
    cut_off = reserve(8, {"K10": ["1.Shock"], **ring("K10", GERMANS)}, called=7)
    assert why(cut_off, "emplace 1.Shock") == "no-emplacement"
    assert why(reserve(8, {"H9": ["1.GdsK"]}, called=7), "emplace 1.GdsK") == "no-emplacement"


def test_an_emplaced_army_that_moves_flips_back() -> None:
    game = stage("B2a-move", {"K10": ["1.Shock"]}, strong=["1.Shock"])
    do(game, "move 1.Shock K9")
    assert not game._w.by_id["1.Shock"][Strength].strong


def test_an_emplaced_army_that_is_disrupted_flips_back(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["1.Shock"]}, strong=["1.Shock"])
    load_dice(monkeypatch, 5, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0")
    assert is_disrupted(game, "1.Shock") and not game._w.by_id["1.Shock"][Strength].strong


def test_an_emplaced_army_that_retreats_flips_back(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["1.Shock"]}, strong=["1.Shock"])
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0", "retreat 1.Shock J10")
    assert not game._w.by_id["1.Shock"][Strength].strong


def test_entry_is_for_the_replacement_phase() -> None:
    game = reserve(7, {"H9": ["8.A"]}, called=7)
    enter(game)
    do(game, "end")
    assert why(game, "enter 1.GdsK H9") == "not-waiting"
