"""Chapter 5: phases in their order, who acts in them, and that nobody ever stands without a choice."""

from __future__ import annotations

import random

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import EndPhase
from ecs.core.components import Concealment
from ecs.core.events import PhaseBegan
from ecs.rulesets.darkest_crusade.data.options import OPTIONS
from ecs.rulesets.darkest_crusade.sequence import PHASES
from tests.ecs.rules_dc.battles import OPEN, battle, declared, shoot
from tests.ecs.staging import do, is_disrupted, stage, texts, where, why

ORDER = [
    "T0",
    "A1",
    "A2a0-attack",
    "A2a0-fight",
    "A2a-move",
    "A2a-attack",
    "A2b",
    "A2c",
    "A2d-move",
    "A2d-attack",
    "A2d-fight",
    "A2e",
    "A3",
    "A4",
    "B1",
    "B2a-move",
    "B2a-attack",
    "B2b",
    "B2c",
    "B2d-move",
    "B2d-attack",
    "B2d-fight",
    "B3",
    "B4",
    "B5",
]


def test_the_phases_follow_in_the_printed_order() -> None:
    assert [p.id for p in PHASES if not p.id.startswith("S")] == ORDER


def test_each_phase_belongs_to_the_side_that_decides_in_it() -> None:
    sides = {p.id: p.side for p in PHASES}
    assert sides.pop("T0") is None
    assert sides.pop("A2b") is sides.pop("A4") is Side.SOVIET
    assert sides.pop("B2b") is sides.pop("B5") is Side.AXIS
    for phase, side in sides.items():
        if phase[0] in "AB":
            assert side is (Side.AXIS if phase[0] == "A" else Side.SOVIET), phase


def began(game: Game) -> list[tuple[int, str]]:
    """The phases a game has gone through."""
    return [(m.turn, m.phase) for m in game.marks]


def run(game: Game, turns: int) -> None:
    """End every phase at once until so many turns are over; other questions get their first answer."""
    while not game.over and game.turn <= turns:
        legal = game.legal()
        game.apply(EndPhase() if EndPhase() in legal else legal[0])


def test_the_extra_attacks_are_only_in_the_first_turn() -> None:
    game = new_game("barbarossa-1941", seed=3)
    run(game, 2)
    extra = [turn for turn, phase in began(game) if phase.startswith("A2a0")]
    assert set(extra) == {1}


def test_after_nine_turns_the_game_is_over_and_the_soviet_check_comes_only_in_the_last() -> None:
    game = new_game("barbarossa-1941", seed=3)
    run(game, 9)
    assert game.over and game.turn == 9
    begun = [e for record in game.log for e in record.events if isinstance(e, PhaseBegan)]
    assert [e.turn for e in begun if e.phase == "A4"] == [9]
    assert game.legal() == () and game.to_act is None
    refusal = game.why_not(EndPhase())
    assert refusal is not None and refusal.reason == "game-over"


def test_no_blitzkrieg_in_mud_and_in_the_first_snow_turn() -> None:
    for seed in range(6):
        game = new_game("barbarossa-1941", seed=seed)
        seen: dict[int, str] = {}
        while not game.over:
            seen[game.turn] = game._w.weather.name
            legal = game.legal()
            game.apply(EndPhase() if EndPhase() in legal else legal[0])
        blitz = {turn for turn, phase in began(game) if phase == "A2d-move"}
        snow = sorted(t for t in seen if seen[t] == "Snow")
        assert blitz == {t for t in seen if seen[t] == "Good"} | set(snow[1:])
        assert (seen[5], seen[6]) in (("Good", "Snow"), ("Mud", "Good"))


def test_a_command_by_the_other_side_is_refused() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"]})
    refusal = game.why_not(EndPhase(), Side.SOVIET)
    assert refusal is not None and refusal.reason == "not-your-turn" and refusal.rule == "5"


def test_a_command_of_another_phase_is_refused() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "K9": ["19.A"]})
    assert why(game, "attack 18.A K9 1") == "no-declaring"
    assert why(game, "cancel") == "not-now"


def test_all_attacks_are_declared_before_any_is_resolved() -> None:
    game = declared("A2a-attack", {OPEN: ["18.A"], "K9": ["19.A"], "L11": ["20.A"]}, "18.A K9")
    assert game._w.phase == "A2c"
    assert why(game, "attack 18.A L11 1") == "no-declaring"


def test_the_battle_phase_does_not_end_while_an_attack_waits() -> None:
    game = declared("A2a-attack", {OPEN: ["18.A"], "K9": ["19.A"]}, "18.A K9")
    assert texts(game) == ["resolve K9 1"]
    assert why(game, "end") == "battles-open"


def test_a_battle_that_does_not_wait_cannot_be_resolved() -> None:
    game = declared("A2a-attack", {OPEN: ["18.A"], "K9": ["19.A"]}, "18.A K9")
    assert why(game, "resolve L11 1") == why(game, "resolve K9 2") == "no-such-battle"


def test_during_a_battle_other_commands_wait_for_its_question() -> None:
    game = battle({OPEN: ["18.A"], "K9": ["19.A"]}, "18.A K9")
    assert why(game, "end") == "decision-open"


def test_a_unit_moves_once_in_an_operational_phase_and_once_more_in_blitzkrieg() -> None:
    game = stage("A2a-move", {OPEN: ["1.PzGr"]})
    do(game, "move 1.PzGr L11")
    assert why(game, "move 1.PzGr L10") == "moved"
    do(game, "end")
    assert game._w.phase == "A2d-move"
    do(game, "move 1.PzGr L10")
    assert where(game, "1.PzGr") == "L10"


def test_an_advance_does_not_cost_the_move_of_the_next_phase() -> None:
    with pytest.MonkeyPatch.context() as patch:
        game = battle({OPEN: ["1.PzGr"], "K9": ["5.Mech"]}, "1.PzGr K9")
        shoot(game, patch, 1, 6)
    do(game, "advance 1.PzGr K9")
    assert game._w.phase == "A2d-move"
    assert "move 1.PzGr K8" in texts(game, "move") or "move 1.PzGr J9" in texts(game, "move")


def test_units_disrupted_in_the_first_turn_attack_neither_move_nor_attack_until_their_recovery() -> None:
    with pytest.MonkeyPatch.context() as patch:
        units = {"H2": ["17.A"], "I2": ["6.A(R)", "26.A"], "D4": ["18.A"]}
        game = battle(units, "17.A I2", phase="A2a0-attack", turn=1)
        shoot(game, patch, 6, 1)
    do(game, "done")
    assert game._w.phase == "A2a-move" and is_disrupted(game, "17.A")
    assert why(game, "move 17.A H3") == "disrupted"
    do(game, "end")
    assert why(game, "attack 17.A I2 1") in ("disrupted", "no-declaring")
    while game._w.phase[0] == "A":
        do(game, "end")
    assert not is_disrupted(game, "17.A")


def test_a_unit_that_attacked_before_moving_may_move_and_attack_again() -> None:
    with pytest.MonkeyPatch.context() as patch:
        game = battle({"G2": ["6.A"], "H3": ["5.Mech"], "I3": ["9.Mech"]}, "6.A H3", phase="A2a0-attack", turn=1)
        shoot(game, patch, 1, 6)
    do(game, "advance 6.A H3")
    assert game._w.phase == "A2a-move"
    assert "move 6.A H4" in texts(game, "move")
    do(game, "end")
    assert "attack 6.A I3 1" in texts(game, "attack")


# -- undo ---------------------------------------------------------------------------------------------------


def test_undo_goes_back_through_moves_but_not_across_a_die() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "J9": ["19.A"]})
    do(game, "move 18.A K9", "end", "attack 18.A J9 1", "end", "resolve J9 1")
    assert game.can_undo
    with pytest.MonkeyPatch.context() as patch:
        shoot(game, patch, 6, 6)
    assert not game.can_undo
    assert game.undo() is None


def test_undo_and_redo_restore_the_same_position() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "J9": ["19.A"]})
    start = game.digest()
    do(game, "move 18.A K9", "end", "attack 18.A J9 1")
    after = game.digest()
    for _ in range(3):
        game.undo()
    assert game.digest() == start
    for _ in range(3):
        game.redo()
    assert game.digest() == after


def test_undo_stops_where_a_hidden_unit_was_shown() -> None:
    game = declared("A2a-attack", {OPEN: ["18.A"], "J9": ["19.A"], "K9": ["16.A(G)"]}, "16.A(G) J9")
    game._w.mark(Concealment, game._w.by_id["19.A"], hidden=True)
    do(game, "resolve J9 1")
    assert not game.can_undo


# -- options (23) -------------------------------------------------------------------------------------------


def test_the_options_of_the_rules_and_their_defaults() -> None:
    assert {o.key: (o.default, tuple(v for v, _ in o.choices)) for o in OPTIONS} == {
        "combat_dice": ("table", ("table", "lotsa_dice")),
        "weather_mode": ("columns", ("columns", "die")),
        "supply_mode": ("halve", ("halve", "hits", "die")),
        "supply_screen": ("all", ("all", "ready")),
        "after_sailing": ("act", ("act", "rest")),
        "axis_oil": ("all", ("all", "any")),
        "first_turn_river_mode": ("once", ("once", "per_attack")),
        "panzer_op_move": ("1", ("1", "2")),
        "secret_setup": ("off", ("off", "on")),
        "finns": ("restricted", ("restricted", "free")),
        "rumania": ("spared", ("spared", "closed")),
        "new_units": ("one", ("one", "each")),
        "handicap": ("none", ("none", *(f"{side}{level}" for side in ("axis", "soviet") for level in (1, 2, 3)))),
    }


# -- no dead ends, no double acts ---------------------------------------------------------------------------

EVERYTHING = {
    "combat_dice": "lotsa_dice",
    "weather_mode": "die",
    "supply_mode": "die",
    "supply_screen": "ready",
    "after_sailing": "rest",
    "axis_oil": "any",
    "first_turn_river_mode": "per_attack",
    "panzer_op_move": "2",
    "finns": "free",
    "rumania": "closed",
    "new_units": "each",
}


@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, EVERYTHING), (3, {"secret_setup": "on"})])
def test_random_play_always_leaves_a_choice_until_the_game_ends(seed: int, options: dict[str, str]) -> None:
    game, dice = new_game("barbarossa-1941", seed=seed, options=options), random.Random(seed)
    for _ in range(4000):
        if game.over:
            break
        legal = game.legal()
        assert legal, (game.turn, game._w.phase, game._w.decisions.stack)
        game.apply(pick(game, legal, dice))
    assert game.over


def pick(game: Game, legal: tuple[object, ...], dice: random.Random):  # type: ignore[no-untyped-def]
    """A wild but purposeful choice: attacks and odd decisions often, ends now and then."""
    useful = [c for c in legal if getattr(c, "verb", "") not in ("withdraw", "cancel", "disband", "end")]
    ends = [c for c in legal if getattr(c, "verb", "") == "end"]
    if ends and (not useful or dice.random() < 0.12):
        return ends[0]
    return dice.choice(useful or list(legal))
