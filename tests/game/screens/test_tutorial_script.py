"""Is the script of the tutorial sound: short boxes, keys that exist, a scenario that can be played?"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ecs import Side, find_scenario, load_scenario, new_game, parse, start
from ecs.core.ruleset import SetupError
from ecs.rulesets.darkest_crusade.campaign.victory import has_key_city, thresholds
from game.app.key_bindings import BY_NAME, PRESETS, KeyMap
from game.system.paths import data_root
from game.ui.tutorial import step_goals
from game.ui.tutorial.script import (
    TutorialError,
    load_script,
    names,
    the_script,
    told,
)
from tests.ecs.worlds import world_of
from tests.kits.rules_pages import headings
from tests.kits.tutorial_player import STEPS

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def test_no_box_has_more_than_forty_words() -> None:
    for preset in PRESETS:
        for step in the_script().step:
            words = told(f"{step.text} {step.keys}", KeyMap(preset))
            number = len(re.sub(r"\*\*|\[/?\w*\]|\(\w+:[\w.]+\)", "", words).split())
            assert 10 <= number <= 40, (preset, step.id, number)


def test_every_key_a_step_names_is_one_the_player_has() -> None:
    keymap = KeyMap("classic", {"undo": ["F8"], "end_phase": []})
    spoken = {name for step in the_script().step for name in names(step)} - {"move", "wheel", "cursor"}
    assert {"undo", "end_phase", "next_unit", "battle_planner", "cursor_click", "overlay_1"} <= spoken <= set(BY_NAME)
    assert told("{undo} {end_phase}", keymap) == "**F8** **(no key)**"
    bare = re.compile(r"\b(?:Ctrl|Shift|Alt|Enter|Space|Esc|Home|F\d+)\b")
    for step in the_script().step:
        assert not bare.search(f"{step.text} {step.keys}"), f"{step.id}: names a key that the player may have changed"


def test_the_words_follow_the_mouse_of_the_player() -> None:
    assert [told("{move} it", KeyMap(preset)) for preset in PRESETS] == ["click it", "right-click it", "drag it to it"]


def test_every_step_has_a_goal_a_place_on_the_board_and_a_rule_with_a_heading() -> None:
    script = the_script()
    game, known = new_game(script.scenario, seed=script.seed), set(headings("darkest-crusade"))
    phases = {phase.id for phase in game.view(Side.AXIS).phases}
    assert len(set(STEPS)) == len(STEPS)
    for step in script.step:
        assert step_goals.known(step.goal), step.id
        assert not step.rule or step.rule in known, step.id
        assert set(step.hexes) <= set(game.board.by_label) and set(step.phases) <= phases, step.id
        assert all(game.view(Side.AXIS).unit(unit) is not None for unit in step.units), step.id


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{undo}", "{undoo}", "step undo: no action is named 'undoo'"),
        ('orders = ["end"]', 'orders = ["ende"]', "step phase: orders: unknown command"),
        ("seed = 18", 'seed = "18"', "Expected `int`"),
        ('goal = "fired"', 'gaol = "fired"', "unknown field `gaol`"),
        ("[[step]]", "[[step", "not TOML"),
    ],
)
def test_a_damaged_script_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (data_root() / "maps" / "tutorials" / "kiev-1941.toml").read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TutorialError, match=r"^bad\.toml") as found:
        load_script(bad)
    assert said in str(found.value)


# -- the scenario -------------------------------------------------------------------------------------


def test_the_scenario_begins_in_september_with_the_ground_won_and_thresholds_of_its_own() -> None:
    game = new_game("tutorial-kiev-1941", seed=1)
    assert (game.turn, game.look(Side.AXIS).turn_name) == (4, "September 1941")
    held = {h.name: game.look(Side.AXIS).control[h.index] for h in game.board.hexes}
    assert held["Smolensk"] is Side.AXIS and held["Minsk"] is Side.AXIS and held["Kiev"] is Side.SOVIET
    assert thresholds(world_of(game)) == (5, 4) and has_key_city(world_of(game))
    assert thresholds(world_of(new_game("barbarossa-1941", seed=1))) == (8, 6)
    assert not has_key_city(world_of(new_game("barbarossa-1941", seed=1)))


def test_nobody_calls_a_reserve_that_is_not_in_the_game() -> None:
    game = new_game("tutorial-kiev-1941", seed=1)
    while game.moment[1] != "B1":
        game.apply(parse("end"))
    assert parse("call") not in game.legal()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('ground = "won"', 'ground = "lost"', "no region 'lost'"),
        ('"germany"', '"france"', "no region 'france'"),
        ('"C6"', '"Z99"', "no hex 'Z99'"),
    ],
)
def test_ground_that_is_not_on_the_map_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = find_scenario("tutorial-kiev-1941").path
    folder = tmp_path / "scenarios" / "darkest-crusade"
    folder.mkdir(parents=True)
    shutil.copy(path.parents[2] / "western_russia.tmx", tmp_path)
    shutil.copytree(path.parents[2] / "tilesets", tmp_path / "tilesets")
    (folder / path.name).write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SetupError, match=said):
        start(load_scenario(folder / path.name))
