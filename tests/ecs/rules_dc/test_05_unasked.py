"""Chapter 5: what is done unasked because there is only one answer, and what undo takes back then."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, new_game
from ecs.core.components import Concealment
from ecs.engine import invariants
from ecs.rulesets.darkest_crusade.data.components import ReplacementPool
from tests.ecs.rules_dc.battles import DUEL, OPEN, declared, shoot
from tests.ecs.rules_dc.ground import asked
from tests.ecs.staging import do, load_dice, stage, texts, where
from tests.kits.random_play import Picker

AXIS, SOVIET = Side.AXIS, Side.SOVIET
MP = pytest.MonkeyPatch


def told(game: Game, side: Side = AXIS) -> list[str]:
    """What a side reads of the last command."""
    return [text for record, text in game.reading(side) if record is game.log[-1]]


def test_5_a_movement_phase_ends_when_its_last_unit_has_moved_and_undo_takes_the_move_back() -> None:
    game = stage("A2a-move", DUEL, unasked=True)
    before = game.digest()
    do(game, "move 18.A K10")
    assert game.moment == (2, "A2a-attack", "")
    assert "Axis movement: nothing to do." in told(game)
    assert game.undo() is not None
    assert game.digest() == before and game.moment[1] == "A2a-move" and where(game, "18.A") == "K9"
    game.redo()
    assert game.moment == (2, "A2a-attack", "") and where(game, "18.A") == "K10"


def test_5_a_phase_with_something_left_to_do_waits_for_its_end() -> None:
    game = stage("A2a-move", {**DUEL, "K10": ["17.A"]}, unasked=True)
    do(game, "move 18.A L9")
    assert game.moment[1] == "A2a-move" and "end" in texts(game)


def test_5_no_phase_hands_over_to_the_other_side_by_itself() -> None:
    game = stage("A2a-move", {"K10": ["18.A"], "D9": ["8.A"]}, weather="Mud", unasked=True)
    do(game, "move 18.A K11")
    assert game.to_act is AXIS and texts(game) == ["end"] and game.can_undo
    do(game, "end")
    assert game.to_act is SOVIET


def test_5_the_only_battle_of_the_germans_begins_unasked_and_no_die_is_thrown() -> None:
    game = declared("A2a-attack", DUEL, f"18.A {OPEN}", unasked=True)
    assert asked(game) == "fire" and game.thrown == 0
    game.undo()
    assert game.moment[1] == "A2a-attack" and "end" in texts(game)


def test_5_a_battle_that_begins_with_a_die_is_not_begun_unasked() -> None:
    units = {"K9": ["16.A"], OPEN: ["40.PzKps"]}
    game = declared("B2a-attack", units, f"16.A {OPEN}", unasked=True)
    assert texts(game) == [f"resolve {OPEN} 1"] and game.thrown == 0 and game.can_undo
    do(game, f"resolve {OPEN} 1")
    assert game.thrown == 2


def test_5_a_battle_that_shows_a_hidden_unit_is_not_begun_unasked() -> None:
    game = stage("A2a-attack", {"K9": ["18.A"], OPEN: ["16.A"], "D9": ["8.A"]}, unasked=True)
    game._w.mark(Concealment, game._w.by_id["16.A"], hidden=True)
    do(game, f"attack 18.A {OPEN} 1", "end")
    assert texts(game) == [f"resolve {OPEN} 1"] and game._w.by_id["16.A"][Concealment].hidden and game.can_undo


def test_5_the_only_advance_is_made_unasked_and_told(monkeypatch: MP) -> None:
    game = declared("A2a-attack", DUEL, f"18.A {OPEN}", unasked=True)
    shoot(game, monkeypatch, 1, 6)  # three hits
    assert where(game, "18.A") == OPEN and asked(game) == ""
    assert any(text.startswith("German 18th Army advances to") for text in told(game))


def two(monkeypatch: Any, **more: Any) -> Game:
    """Two armies have cleared a hex and must spread one hit; whoever is left must advance."""
    units = {"K9": ["18.A"], "K10": ["17.A"], OPEN: ["16.A"], "D9": ["8.A"]}
    game = declared("A2a-attack", units, f"18.A {OPEN}", f"17.A {OPEN}", unasked=True, **more)
    shoot(game, monkeypatch, 1, 3)
    assert asked(game) == "hits"
    return game


def test_5_undo_after_an_unasked_advance_takes_back_the_players_own_choice(monkeypatch: MP) -> None:
    game = two(monkeypatch)
    before = game.digest()
    do(game, "hit 18.A")
    assert where(game, "17.A") == OPEN and any(text.startswith("German 17th Army advances to") for text in told(game))
    game.undo()
    assert game.digest() == before and where(game, "17.A") == "K10" and asked(game) == "hits"


def test_5_an_only_answer_that_would_cost_an_undo_is_asked(monkeypatch: MP) -> None:
    game = two(monkeypatch, weather="Snow")  # no panzers, no Blitzkrieg: behind the battle the Soviets are to act
    do(game, "hit 18.A")
    assert texts(game) == [f"advance 17.A {OPEN}"] and game.can_undo
    do(game, f"advance 17.A {OPEN}")
    assert game.to_act is SOVIET and not game.can_undo


def test_5_only_answers_left_to_the_player_are_those_that_cost_an_undo() -> None:
    for seed, options in ((3, {}), (4, {}), (5, {"combat_dice": "lotsa_dice"}), (6, {"secret_setup": "on"})):
        game, picker, single, asks = new_game("barbarossa-1941", seed=seed, options=options), Picker(seed), 0, 0
        while not game.over and len(game.log) < 500:
            legal, can = game.legal(), game.can_undo
            asks += 1
            game.apply(legal[0] if len(legal) == 1 else picker.pick(game))
            if len(legal) == 1:
                single += 1
                assert can and not game.can_undo, (game.log[-1].command, can)
        assert single * 20 < asks
        game.close()


def test_5_behind_a_die_the_last_battle_begins_unasked(monkeypatch: MP) -> None:
    units = {"K9": ["16.A"], OPEN: ["40.PzKps"], "C8": ["7.A"], "D8": ["4.RumA"]}
    game = declared("B2a-attack", units, f"16.A {OPEN}", "7.A D8", unasked=True)
    assert texts(game) == ["resolve D8 1", f"resolve {OPEN} 1"] and game.can_undo
    load_dice(monkeypatch, 6, 1, 6, 6)  # 7.A dies, the Rumanians stand, and nothing but 16.A's battle is left
    do(game, "resolve D8 1", "done")
    assert asked(game) != "" and game.thrown == 4


def test_5_behind_a_die_a_phase_that_is_done_closes_unasked(monkeypatch: MP) -> None:
    game = stage("B1", {"N5": ["8.A"], "D4": ["18.A"]}, turn=7, unasked=True, called=1)
    load_dice(monkeypatch, 1)
    game._w.mark(ReplacementPool, game._w.table, drafting=True, tank_points=0, infantry_points=0)
    assert texts(game, "sail") and "end" in texts(game)
    do(game, "sail 8.A P6")
    assert game.to_act is AXIS
    assert where(game, "8.A") == "pool" and "Soviet replacements: nothing to do." in told(game, SOVIET)


def test_5_what_was_done_unasked_is_replayed_kept_and_taken_back_alike() -> None:
    game, picker = new_game("barbarossa-1941", seed=7), Picker(7, careful=True)
    trail = {len(game.log): game.digest()}
    for number in range(240):
        if game.over:
            break
        game.apply(picker.pick(game))
        trail[len(game.log)] = game.digest()
        if number % 20 == 0:
            invariants.undoing(game, trail)
    invariants.keeping(game)
    invariants.replaying(game)
    assert any(text.endswith(": nothing to do.") for _, text in game.reading(AXIS))


def test_5_looking_ahead_over_unasked_answers_leaves_no_trace(monkeypatch: MP) -> None:
    game = declared("A2a-attack", DUEL, f"18.A {OPEN}", unasked=True)
    before, lines = game.digest(), len(game.log)
    with game.what_if(seed=5):
        load_dice(monkeypatch, 1, 6)
        do(game, "fire 0")
        assert where(game, "18.A") == OPEN
    assert (game.digest(), len(game.log)) == (before, lines)
