"""Is a forged position refused in one sentence, and does one that is let in never end in a crash?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ecs.core.components import Clock
from ecs.engine.invariants import ImpossiblePosition, examine
from ecs.engine.serialization import write_position
from game.app.application import App
from game.app.settings import Settings
from game.play.session import Session
from game.saves.fallback_position import IMPOSSIBLE, ON_TRUST
from game.saves.storage.save_folder import SaveError, Saves, load_game, write_save
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from tests.ecs.worlds import world_of
from tests.hostile_input import forged_saves
from tests.hostile_input.forged_saves import NAMES, as_base, as_last_position, as_shortcut, trials
from tests.kits.save_files import ABOUT, LONG, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")
BASED = forged_saves.SAVES / "tdv-based.save"


def test_forged_positions_are_refused_or_played_and_never_crash() -> None:
    """A few of each game; `python -m tests.hostile_input.forged_saves` goes on for as long as one likes."""
    ends = [(what, end) for _, what, end in trials(8, 100)]
    assert not [(what, end) for what, end in ends if end.startswith("!")]


@pytest.mark.parametrize("name", NAMES)
def test_the_position_of_a_real_game_is_let_in(name: str) -> None:
    game = load_game(forged_saves.SAVES / f"{name}.save", packs={}).game
    examine(game)
    game.close()


Rows = dict[str, Any]
CHANGES: dict[str, Callable[[Rows], Any]] = {
    "a unit off the map": lambda m: m["Place"].__setitem__(0, [10**5, ""]),
    "a unit nowhere": lambda m: m["Place"].__setitem__(0, [-1, ""]),
    "a unit in two places": lambda m: m["Place"].__setitem__(0, [3, "dead"]),
    "a phase beyond the end": lambda m: m["Clock"][0].__setitem__(1, 500),
    "a phase before the first": lambda m: m["Clock"][0].__setitem__(1, -1),
    "a turn that never comes": lambda m: m["Clock"][0].__setitem__(0, 500),
    "a decision there is not": lambda m: m["Decisions"][0].__setitem__(0, ["nonsense"]),
    "dice that no seed gives": lambda m: m["Dice"][0].__setitem__(0, 2**64),
    "a number out of all bounds": lambda m: m["ReplacementPool"][0].__setitem__(0, 10**30),
    "a word too long": lambda m: m["Weather"][0].__setitem__(0, "x" * 5000),
    "a counter that is not there": lambda m: m["Battle"][0].__setitem__(1, [10**5]),
    "entries by the thousand": lambda m: m["Battle"][0].__setitem__(1, [1] * 5000),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("way", [as_base, as_last_position], ids=["base", "last position"])
def test_what_is_plainly_impossible_is_refused_in_one_sentence(
    tmp_path: Path, change: Callable[[Rows], Any], way: Callable[..., bytes]
) -> None:
    game = played(30)
    rows = json.loads(write_position(game))
    change(rows)
    path = tmp_path / "forged.save"
    path.write_bytes(way(game, json.dumps(rows).encode()))
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert "\n" not in str(caught.value) and path.name in str(caught.value)
    assert IMPOSSIBLE in str(caught.value) or "position" in str(caught.value)
    game.close()


def test_a_possible_position_behind_a_foreign_shortcut_counts_for_nothing(tmp_path: Path) -> None:
    game, other = played(30), played(30, seed=8)
    path = tmp_path / "forged.save"
    path.write_bytes(as_shortcut(game, write_position(other)))
    loaded = load_game(path, packs={})
    assert loaded.game.digest() == game.digest() and any(LONG in warning for warning in loaded.warnings)


def test_the_reason_is_told_to_whoever_asks_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(5)
    world_of(game).mark(Clock, world_of(game).table, phase=77)
    with pytest.raises(ImpossiblePosition, match="no phase 77"):
        examine(game)


def test_the_rules_that_fail_on_a_based_game_lead_to_the_title_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    loaded = load_game(BASED, packs={})
    session = Session(loaded.game, {}, None, loaded.particulars())
    app.push(TableScene(kit, session))
    app.step()

    def fails(*_: object) -> None:
        raise KeyError("nonsense")

    monkeypatch.setattr(TableScene, "update", fails)
    app.guarded_step((), 0.1)
    assert isinstance(app.top, Title)
    assert any(ON_TRUST in notice.text for notice in app.ui.notices)
    app.step()


def test_the_rules_that_fail_on_any_other_game_are_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    app.push(TableScene(all_resources(app, Saves(), silent=True), Session(played(3), {})))

    def fails(*_: object) -> None:
        raise KeyError("nonsense")

    monkeypatch.setattr(TableScene, "update", fails)
    with pytest.raises(KeyError):
        app.guarded_step((), 0.1)


def test_a_based_game_saved_here_is_taken_up_at_once(tmp_path: Path) -> None:
    loaded = load_game(BASED, packs={})
    path = write_save(tmp_path / "one.save", loaded.game, loaded.particulars())
    assert load_game(path, packs={}).warnings == () and ABOUT.base is None
