"""Chapter 20: the secret Soviet set-up."""

from __future__ import annotations

import pytest

from ecs import Game, Side, new_game
from ecs.core.components import Concealment, Place
from ecs.rulesets.darkest_crusade.campaign import victory
from tests.ecs.rules_dc.ground import asked, begin
from tests.ecs.staging import do, enter, load_dice, stage, texts, where, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
FRONTIER = ["D5", "E4", "F4", "G3", "H3", "I2", "J3", "K3", "L3", "M3"]
ON = {"secret_setup": "on"}


def secret() -> Game:
    return new_game("barbarossa-1941", options=ON)


def real(game: Game, label: str) -> list[str]:
    index = game.board.by_label[label]
    return [u.id for u in game.view(SOVIET).at(index) if u.side is SOVIET and not {"dummy", "factory"} & u.traits]


def place(game: Game, unit: str, label: str) -> None:
    do(game, f"lift {unit}", f"deploy {label}")


def test_the_soviet_player_sets_up_first_and_then_the_german() -> None:
    game = secret()
    assert game.view(SOVIET).phase.id == "S1" and game.to_act is SOVIET
    do(game, "end")
    assert game.view(AXIS).phase.id == "S2" and game.to_act is AXIS
    do(game, "end")
    assert game.view(AXIS).phase.id == "A1"


def test_without_the_option_nobody_sets_up() -> None:
    assert new_game("barbarossa-1941").view(AXIS).phase.id == "A1"


def test_all_soviet_units_are_face_down() -> None:
    game = secret()
    seen = [u for u in game.view(AXIS).units if u.side is SOVIET and u.hex >= 0 and "factory" not in u.traits]
    assert len(seen) == 34 + 4  # the historical units and four dummies
    assert all(u.name == "?" and u.factors == "?" for u in seen)


def test_every_frontier_hex_holds_a_real_unit_from_the_start() -> None:
    game = secret()
    assert all(real(game, label) for label in FRONTIER)


def test_the_last_real_unit_of_a_frontier_hex_stays() -> None:
    game = secret()
    (only,) = real(game, "H3")
    assert why(game, f"lift {only}") == "frontier"
    place(game, "Dummy-1", "H3")
    assert why(game, f"lift {only}") == "frontier"
    place(game, "21.A", "H3")
    assert why(game, f"lift {only}") == ""


def test_soviet_units_are_set_up_anywhere_in_soviet_territory_and_nowhere_else() -> None:
    game = secret()
    do(game, "lift 28.A")
    soviet = {h.label for h in game.board.hexes if h.owner == "soviet"}
    assert {t.split()[1] for t in texts(game)} == soviet
    assert why(game, "deploy F2") == "no-berth"


def test_the_number_of_units_is_that_of_the_historical_set_up() -> None:
    game = secret()
    real_ones = [u for u in game.view(SOVIET).units if u.side is SOVIET and u.hex >= 0 and u.size != "none"]
    assert len(real_ones) == 34


def test_the_dummies_go_after_the_german_set_up() -> None:
    game = secret()
    do(game, "end", "end")
    assert all(where(game, f"Dummy-{n}") == "unused" for n in (1, 2, 3, 4))
    assert game.view(SOVIET).unit("Dummy-1") is None


def test_german_units_deploy_in_germany() -> None:
    game = secret()
    do(game, "end", "lift 4.A")
    germany = {"D3", "D4", "E2", "E3", "F2", "F3", "G1", "G2", "H2"}
    assert {t.split()[1] for t in texts(game)} == germany


def test_the_11th_army_starts_in_rumania_or_in_germany() -> None:
    game = secret()
    do(game, "end")
    place(game, "11.A", "F3")
    assert where(game, "11.A") == "F3"
    do(game, "lift 11.A")
    assert "deploy K2" in texts(game) and "deploy F2" in texts(game)


def test_allies_start_where_they_stand() -> None:
    game = secret()
    do(game, "end")
    for unit in ("3.RumA", "HunMobKps", "KarelianA"):
        assert why(game, f"lift {unit}") == "fixed"


def test_counters_are_lifted_by_their_owner_in_the_set_up_only() -> None:
    game = secret()
    assert why(game, "lift 4.A") == "no-lifting" and why(game, "lift 99.A") == "no-such-unit"
    assert why(game, "lift TF-Kharkov") == "no-lifting"
    do(game, "end")
    assert why(game, "lift 8.A") == "no-lifting"
    do(game, "end")
    assert why(game, "lift 4.A") == "no-lifting"


def test_the_germans_deploy_in_the_open() -> None:
    game = secret()
    do(game, "end")
    place(game, "4.A", "F2")
    assert any("4th Army sets up at Warsaw" in text for _, text in game.reading(SOVIET))


def test_what_the_soviets_set_up_is_not_told() -> None:
    game = secret()
    do(game, "lift 28.A")
    view = game.view(AXIS).decision
    assert view is not None and "28.A" not in view.prompt
    do(game, "deploy K10")
    assert not any("28.A" in text for _, text in game.reading(AXIS))


def test_units_are_revealed_when_they_are_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"], "J10": ["3.A"]}, options=ON)
    for name in ("8.A", "3.A"):
        game._w.mark(Concealment, game._w.by_id[name], hidden=True)
    begin(game, "J9", "4.A")
    assert game.view(AXIS).unit("8.A") is not None and game.view(AXIS).unit("3.A") is None


def test_soviet_attackers_are_revealed_when_their_attacks_are_fixed() -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["16.A"], "J10": ["3.A"]}, options=ON)
    for name in ("16.A", "3.A"):
        game._w.mark(Concealment, game._w.by_id[name], hidden=True)
    do(game, "attack 16.A J8 1")
    assert game.view(AXIS).unit("16.A") is None
    do(game, "end")
    assert game.view(AXIS).unit("16.A") is not None and game.view(AXIS).unit("3.A") is None


def test_brown_armies_raised_again_may_come_in_hidden_and_others_do_not() -> None:
    game = stage("B1", turn=3, options=ON)
    for name in ("29.A", "33.A", "15.Mech"):
        game._w.mark(Place, game._w.by_id[name], box="pool")
    enter(game)
    do(game, "raise 29.A J12", "raise 33.A K12", "raise 15.Mech L12")
    view = game.view(AXIS)
    assert view.unit("29.A") is None and view.unit("33.A") is not None and view.unit("15.Mech") is not None


def test_the_relief_of_a_hidden_16th_army_stays_hidden() -> None:
    game = stage("B1", {"K10": ["16.A"]}, options=ON)
    game._w.mark(Concealment, game._w.by_id["16.A"], hidden=True)
    game._w.mark(Place, game._w.by_id["29.A"], box="pool")
    do(game, "substitute 16.A 29.A")
    assert game.view(AXIS).unit("29.A") is None
    assert not any("29.A" in text or "16.A" in text for _, text in game.reading(AXIS))


def test_hidden_units_are_forecast_as_average_ones() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["16.A"]}, options=ON)
    game._w.mark(Concealment, game._w.by_id["16.A"], hidden=True)
    found = game.forecast(AXIS, game.board.by_label["J9"], ["4.A"])
    assert found.estimate and found.defenders == ("?",) and found.defence_strength == 1


def test_the_secret_set_up_costs_two_cities_of_every_threshold() -> None:
    assert victory.thresholds(secret()._w) == (6, 4)
    assert victory.thresholds(new_game("barbarossa-1941")._w) == (8, 6)


def test_german_armies_may_not_be_put_in_rumania() -> None:
    game = secret()
    do(game, "end", "lift 4.A")
    assert why(game, "deploy K2") == "no-berth" and asked(game) == "deploy"


def test_dice_are_not_needed_for_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch)
    game = secret()
    do(game, "end", "end")
    assert game._w.dice.thrown == 0


def test_raising_a_hidden_army_can_be_taken_back_and_a_revealed_unit_cannot() -> None:
    game = stage("B1", {"K10": ["3.A"]}, options=ON)
    game._w.mark(Place, game._w.by_id["29.A"], box="pool")
    enter(game)
    do(game, "raise 29.A J12")
    assert game.can_undo
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["16.A"]}, options=ON)
    game._w.mark(Concealment, game._w.by_id["16.A"], hidden=True)
    do(game, "attack 16.A J8 1", "end")
    assert not game.can_undo and "revealed" in game.undo_reason
