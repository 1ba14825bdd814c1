"""Can a side tell from anything it is shown what is hidden from it?  Two games that differ in that alone look alike."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ecs import (
    RULESETS,
    Game,
    Side,
    list_scenarios,
    load_scenario,
    new_game,
)
from ecs.core.components import Concealment
from ecs.core.known_facts import Tally
from ecs.core.ruleset import as_it_is
from ecs.core.view import HiddenInformation
from ecs.engine import invariants
from ecs.engine.invariants import InvariantViolation
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, Cup
from ecs.rulesets.darkest_crusade.data.components import ReplacementPool
from game.app.launch import PictureOptions, screenshot
from game.cli import entry_point
from game.play.session import Session
from game.screens.game_report import losses
from game.screens.play.play_screen import TableScene
from game.screens.replay import Replay
from game.screens.shared.base import Scene
from game.ui.interaction.controller import TableController
from game.ui.map_view.overlays.enemy_reach import _reach, enemy_reach
from game.ui.map_view.overlays.registry import ENEMY_REACH
from tests import ROOT
from tests.ecs.staging import do, stage
from tests.ecs.worlds import world_of
from tests.kits.random_play import Picker
from tests.kits.shown_to_a_side import ASKED, DRAWN, HIDING, REFEREE, TOLD, seated, told_apart, twins

pytestmark = pytest.mark.usefixtures("worlds_given_back")

AXIS, SOVIET = Side.AXIS, Side.SOVIET
DARKEST, VALLEY = "barbarossa-1941", "tdv-zitadelle-1943"
SHORT = [(DARKEST, 1, 40, 8), (DARKEST, 2, 40, 8), (VALLEY, 1, 13, 6), ("tdv-bagration-1944", 2, 13, 6)]
TRUTH = re.compile(
    r"game\.log\b|what_if\(|\.digest\(|\.marks\b|game\.marked\(|\.undo_reason|\.snapshot\(|\.position\(|\.concealed\("
)
READERS = {
    "ui/interaction/selection.py": "may the reach of the enemy be told",
    "ui/cards/first_turn.py": "what the side itself ordered",
    "ui/interaction/group_orders.py": "what the side itself ordered",
    "ui/panels/event_log.py": "lines as told, reasons as they may be known",
    "ui/panels/decision_box.py": "own units that an exchange would take",
    "ui/map_view/overlays/earlier_fronts.py": "who held what, which both sides know",
    "ui/map_view/overlays/advances.py": "marches, as the side may read of them",
    "ui/map_view/overlays/enemy_reach.py": "the reach of the enemy, by guesses",
    "screens/play/playback.py": "the briefing, of events as the side may read them",
    "screens/replay.py": "lines as told, commands as they may be read",
    "screens/tutorial.py": "a game that hides nothing",
    "ui/tutorial/step_goals.py": "the same game",
}
"""Modules of the window that look into the true log or position, and what for."""


# -- the lists are whole ------------------------------------------------------------------------------


def test_every_question_of_a_game_is_on_one_of_the_two_lists() -> None:
    public = {name for name in dir(Game) if not name.startswith("_")}
    public |= {name for kind in Game.__mro__ for name in inspect.get_annotations(kind) if not name.startswith("_")}
    assert public == set(ASKED) | REFEREE
    assert not REFEREE & set(ASKED)


def test_every_screen_that_shows_a_game_is_compared() -> None:
    elsewhere = {"SaveList", "Tutorial", "Title"}  # lines of saves are compared as text; the tutorial hides nothing
    found = set()
    for path in sorted((ROOT / "game" / "screens").rglob("*.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and issubclass(kind, Scene) and kind.__module__ == module.__name__:
                wanted = inspect.signature(kind).parameters
                if {"session", "table", "game"} & set(wanted):
                    found.add(name)
    assert found - elsewhere == {kind.__name__ for kind in DRAWN}


def test_no_other_part_of_the_window_looks_into_the_true_game() -> None:
    found = set()
    for room in ("screens", "ui"):
        for path in sorted((ROOT / "game" / room).rglob("*.py")):
            if TRUTH.search(path.read_text(encoding="utf-8")):
                found.add(path.relative_to(ROOT / "game").as_posix())
    assert found == set(READERS), "whoever looks there shows what it finds through tests/kits/shown_to_a_side.py"


# -- what is hidden cannot be told -----------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "seed", "most", "every"), SHORT)
def test_no_answer_tells_what_is_hidden(scenario: str, seed: int, most: int, every: int) -> None:
    asks, looked = {**ASKED, **TOLD}, 0
    for pair in twins(scenario, seed, most, every):
        looked += 1
        assert told_apart(pair.one, pair.other, pair.blind, asks) == [], pair.one.log[-1].command
        assert "view" in told_apart(pair.one, pair.other, pair.blind.other, {"view": ASKED["view"]})
    assert looked


@pytest.mark.parametrize("scenario", [DARKEST, VALLEY])
def test_no_picture_and_no_word_on_a_screen_tells_what_is_hidden(scenario: str) -> None:
    pair = next(twins(scenario, 1, 1, 1))
    kinds = DRAWN if scenario == DARKEST else (TableScene, Replay)
    for kind in kinds:
        assert DRAWN[kind](pair.one, pair.blind) == DRAWN[kind](pair.other, pair.blind), kind.__name__
    owner = pair.blind.other
    assert DRAWN[TableScene](pair.one, owner) != DRAWN[TableScene](pair.other, owner), "its owner sees it"
    pair.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_the_reach_of_the_enemy_is_never_less_than_the_truth(seed: int) -> None:
    for pair in twins(VALLEY, seed, 8, 7):
        for game in (pair.one, pair.other):
            told = enemy_reach(game, SOVIET)
            truth = Counter(index for hexes in _reach(game, SOVIET, as_it_is).values() for index in hexes)
            assert truth and all(told.get(index, 0) >= count for index, count in truth.items())


def test_the_legend_says_that_the_reach_is_supposed() -> None:
    pair = next(twins(VALLEY, 1, 1, 1))
    desk = TableController(seated(pair.one, SOVIET))
    desk.toggle("enemy_reach")
    assert desk.state.known["enemy_reach"] and desk.state.supposed
    assert not TableController(seated(pair.one, AXIS)).state.supposed
    assert "any hidden chit could bring" in ENEMY_REACH.guessed[0].text
    pair.close()


def test_seats_change_behind_a_screen_while_chits_are_hidden() -> None:
    pair = next(twins(VALLEY, 1, 1, 1))
    assert Session(pair.one, {AXIS: "human", SOVIET: "human"}).secret
    fresh = new_game(VALLEY)
    assert not Session(fresh, {AXIS: "human", SOVIET: "human"}).secret, "nothing is hidden yet"
    fresh.close()
    pair.close()


# -- the rulebook's own word ---------------------------------------------------------------------------


def of_every_game() -> Iterator[tuple[str, dict[str, str]]]:
    """The shortest scenario of each game, and those in which something is hidden."""
    known = [load_scenario(path) for path in list_scenarios()]
    for ruleset in RULESETS:
        ours = [s for s in known if s.ruleset == ruleset]
        yield min(ours, key=lambda s: (s.turns - s.start_turn, s.id)).id, {}
    yield from HIDING.items()


@pytest.mark.parametrize(("scenario", "options"), list(of_every_game()))
def test_where_nothing_is_said_to_be_hidden_both_sides_see_all_there_is(scenario: str, options: dict[str, str]) -> None:
    game, picker = new_game(scenario, seed=3, options=options), Picker(3, careful=True)
    for number in range(60):
        if game.over:
            break
        if number % 4 == 0:
            invariants.candour(game)
        game.apply(picker.pick(game))
    hides = any(game.ruleset.secrecy.seals(world_of(game), record) for record in game.log) or game.secret
    assert not (hides and game.ruleset.id in ("russia-besieged", "war-against-russia"))
    assert hides or not any(event.veil for record in game.log for event in record.events)
    game.close()


def _as_the_other_sees(game: Game, side: Side) -> HiddenInformation:
    """What is hidden from the wrong side."""
    return game.ruleset.secrecy.concealed(world_of(game), side.other)


def test_a_rulebook_that_denies_what_it_hides_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for scenario in (DARKEST, VALLEY):
        pair = next(twins(scenario, 1, 1, 1))
        invariants.candour(pair.one)
        with monkeypatch.context() as patch:
            patch.setattr(Game, "concealed", _as_the_other_sees)
            with pytest.raises(InvariantViolation, match="candour"):
                invariants.candour(pair.one)
        pair.close()


def test_panzer_chits_are_hidden_from_the_soviets_until_they_are_drawn() -> None:
    pair = next(twins(VALLEY, 1, 1, 1))
    game, w = pair.one, world_of(pair.one)
    picked = game.concealed(SOVIET).chits
    assert picked == tuple(c for c in w[Cup].inside if c.startswith("AX_PZ")) and len(picked) > 1
    assert game.concealed(AXIS) == type(game.concealed(AXIS))()
    w.mark(Cup, w.table, inside=tuple(c for c in w[Cup].inside if c not in picked))
    assert not game.concealed(SOVIET) and not game.secret
    w.wipe(w.table, CUP_MARKS)
    assert w[Cup] == Cup() and not game.secret
    pair.close()


# -- one fault each --------------------------------------------------------------------------------------


def test_a_unit_that_dies_face_down_is_not_weighed_in_the_report() -> None:
    game = stage("B1", {"K10": ["28.A"], "H9": ["16.A"]}, options={"secret_setup": "on"})
    for name in ("28.A", "16.A"):
        world_of(game).mark(Concealment, world_of(game).by_id[name], hidden=True)
    do(game, "disband 28.A")
    assert losses(seated(game, AXIS))[SOVIET] == (0, 0)
    assert losses(seated(game, SOVIET))[SOVIET][0] == 1


def test_while_units_lie_face_down_the_axis_does_not_see_who_is_in_the_pool() -> None:
    game = stage("B1", {"K10": ["28.A"], "H9": ["16.A"]}, options={"secret_setup": "on"})
    for name in ("28.A", "16.A"):
        world_of(game).mark(Concealment, world_of(game).by_id[name], hidden=True)
    do(game, "disband 28.A")
    assert game.look(AXIS).unit("28.A") is None and game.look(SOVIET).unit("28.A") is not None
    assert dict(game.look(AXIS).boxes)["Soviet replacement pool"].startswith("1 off the map")
    world_of(game).mark(Concealment, world_of(game).by_id["16.A"], hidden=False)
    assert game.look(AXIS).boxes == game.look(SOVIET).boxes, "now it can be worked out anyway"


def secret_pool() -> Game:
    """Two hidden units of other kinds in one hex, a third elsewhere, at the start of the Soviet replacements."""
    game = stage("B1", {"K10": ["28.A", "7.Mech"], "H9": ["16.A"]}, turn=3, options={"secret_setup": "on"})
    for name in ("28.A", "7.Mech", "16.A"):
        world_of(game).mark(Concealment, world_of(game).by_id[name], hidden=True)
    return game


def show(game: Game, shown: Mapping[str, Any]) -> None:
    """Let the rules of a game show something else."""
    w = world_of(game)
    w.rulebook = replace(w.rulebook, display=replace(w.rulebook.display, **shown))


def test_20_nothing_a_view_holds_tells_which_hidden_unit_was_disbanded() -> None:
    for more in ((), ("end",)):
        one, other = secret_pool(), secret_pool()
        do(one, "disband 28.A", *more)
        do(other, "disband 7.Mech", *more)
        assert told_apart(one, other, AXIS, {**ASKED, **TOLD}) == []
        assert "view" in told_apart(one, other, SOVIET, ASKED)
        invariants.secrets(one)
        one.close()
        other.close()


@pytest.mark.parametrize("part", ["boxes", "facts", "turn_track", "tally", "markers"])
def test_a_box_or_list_that_names_a_hidden_unit_is_found_out(part: str) -> None:
    game = secret_pool()
    do(game, "disband 7.Mech")
    invariants.secrets(game)
    lines = (("Soviet replacement pool", "28.A"),)
    if part == "tally":
        told = replace(game.ruleset.victory, tally=lambda w: Tally(("28.A",)))
        game.ruleset = replace(game.ruleset, victory=told)
    else:
        alike: dict[str, Any] = {name: lambda w: lines for name in ("turn_track", "markers")}
        shown: dict[str, Any] = {part: alike.get(part, lambda w, side: lines)}
        show(game, shown)
    world_of(game).mark(ReplacementPool, world_of(game).table, infantry_points=1)
    with pytest.raises(InvariantViolation, match="secrets"):
        invariants.secrets(game)


@pytest.mark.parametrize("part", ["boxes", "facts"])
def test_a_box_that_names_a_unit_which_left_the_map_unseen_is_found_out(part: str) -> None:
    game = secret_pool()
    do(game, "disband 7.Mech")
    shown: dict[str, Any] = {part: lambda w, side: (("Soviet replacement pool", "7.Mech"),)}
    show(game, shown)
    world_of(game).mark(ReplacementPool, world_of(game).table, infantry_points=1)
    with pytest.raises(InvariantViolation, match="secrets"):
        invariants.secrets(game)


def test_undo_does_not_name_an_order_of_a_hidden_unit_to_the_enemy() -> None:
    game = stage("B2a-move", {"K10": ["28.A"], "F3": ["4.A"]}, options={"secret_setup": "on"})
    world_of(game).mark(Concealment, world_of(game).by_id["28.A"], hidden=True)
    game.apply(next(c for c in game.legal() if c.text().startswith("move 28.A")))
    assert game.undo_words(AXIS) == "Undo: the last order of the other side."
    assert game.undo_words(SOVIET).startswith("Undo: move 28.A")


def test_a_picture_of_a_game_with_hidden_things_shows_what_both_may_know(tmp_path: Path) -> None:
    pair = next(twins(DARKEST, 1, 1, 1))
    files = [tmp_path / name for name in ("one.png", "other.png", "soviet.png")]
    for path, game, side in zip(files, (pair.one, pair.other, pair.one), (None, None, SOVIET), strict=True):
        assert pair.one.open_to is AXIS
        screenshot(game, path, (640, 480), PictureOptions(side=side or game.open_to))
    one, other, owner = (path.read_bytes() for path in files)
    assert one == other != owner
    pair.close()


def test_the_command_that_draws_asks_for_the_side_or_shows_common_knowledge(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("common.png", "axis.png", "soviet.png")]
    for path, side in zip(files, ((), ("--side", "axis"), ("--side", "soviet")), strict=True):
        line = ["screenshot", "--scenario", DARKEST, "--option", "secret_setup=on", "--size", "640x480", "--out"]
        assert entry_point.main([*line, str(path), *side]) == 0
    common, axis, soviet = (path.read_bytes() for path in files)
    assert common == axis != soviet
