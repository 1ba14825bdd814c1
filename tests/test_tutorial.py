"""Can a newcomer play the tutorial from the title to its end, back and again at every step, by mouse or keys alone?"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from ecs import Side, find_scenario, new_game, parse
from ecs.ruleset import SetupError
from ecs.rulesets.darkest_crusade.victory import has_key_city, thresholds
from game.app import App
from game.keymap import BY_NAME, PRESETS, KeyMap
from game.saves import Saves
from game.scenes.kit import Kit
from game.scenes.table import TableScene
from game.scenes.title import Title
from game.scenes.tutorial import Tutorial
from game.settings import Settings
from game.settings import load as load_settings
from game.tutorial import goals
from game.tutorial.box import widget_rect
from game.tutorial.script import MOST_WORDS, TutorialError, load_script, names, the_script, told, word_count
from tests.rulespage import headings
from tests.windowkit import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

SIZE = (1280, 720)
STEPS = [step.id for step in the_script().step]


# -- the script ---------------------------------------------------------------------------------------


def test_no_box_has_more_than_forty_words() -> None:
    for preset in PRESETS:
        for step in the_script().step:
            words = told(f"{step.text} {step.keys}", KeyMap(preset))
            assert 10 <= word_count(words) <= MOST_WORDS, (preset, step.id, word_count(words))


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
        assert goals.known(step.goal), step.id
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
    from game.paths import data_root

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
    assert thresholds(game._w) == (5, 4) and has_key_city(game._w)
    assert thresholds(new_game("barbarossa-1941", seed=1)._w) == (8, 6)
    assert not has_key_city(new_game("barbarossa-1941", seed=1)._w)


def test_nobody_calls_a_reserve_that_is_not_in_the_game() -> None:
    game = new_game("tutorial-kiev-1941", seed=1)
    while game.moment[1] != "B1":
        game.apply(parse("end"))
    assert parse("call") not in game.legal()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('ground = "won"', 'ground = "lost"', "no zone of that name"),
        ('"germany"', '"france"', "no region 'france'"),
        ('"C6"', '"Z99"', "no hex 'Z99'"),
    ],
)
def test_ground_that_is_not_on_the_map_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    from ecs import load_scenario, start

    path = find_scenario("tutorial-kiev-1941").path
    folder = tmp_path / "scenarios" / "darkest-crusade"
    folder.mkdir(parents=True)
    shutil.copy(path.parents[2] / "western_russia.tmx", tmp_path)
    shutil.copytree(path.parents[2] / "tilesets", tmp_path / "tilesets")
    (folder / path.name).write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SetupError, match=said):
        start(load_scenario(folder / path.name))


# -- playing it ---------------------------------------------------------------------------------------


@dataclass
class Pupil(Seat):
    """Somebody who does what the boxes say."""

    scene: Tutorial

    @property
    def at_step(self) -> str:
        """The step he is at."""
        return self.scene.step.id

    def goes_on(self, step: str) -> bool:
        """Let time pass; has the tutorial left this step?"""
        for _ in range(400):
            self.app.step((), 0.3)
            if self.at_step != step:
                return True
        return False

    def touch(self, label: str) -> None:
        """Click a hex without moving the map."""
        self.app.dirty = True
        self.pilot.wait(0.6, 2)
        x, y = self.scene.table.to_screen(self.scene.session.game.board.by_label[label])
        assert self.scene.furniture.map_rect.collidepoint(x, y), label
        self.pilot.click(x, y - 4)


def enroll(size: tuple[int, int] = SIZE, keys: bool = False, **settings: object) -> Pupil:
    """From the title of a first start to the tutorial."""
    app = App(Settings(**settings), headless=True, size=size)  # type: ignore[arg-type]
    kit = Kit(app, Saves(), silent=True)
    app.push(Title(kit))
    pilot = app.pilot()
    if keys:
        pilot.key("Enter")
        pilot.key("Enter")
    else:
        pilot.press("Begin")
        pilot.press("Tutorial")
    assert isinstance(app.top, Tutorial)
    pupil = Pupil(app, app.top, pilot)
    pilot.wait(0.2)
    return pupil


def by_mouse(pupil: Pupil) -> None:
    """Do what the step says with the mouse."""
    pilot, step = pupil.pilot, pupil.at_step
    if pupil.scene.step.goal == "next":
        pilot.press("Next")
    elif step == "look":
        pilot.wheel(-1, 500, 300)
    elif step == "phase":
        pilot.press("end phase")
    elif step == "pick":
        pupil.touch("L4")
    elif step == "why":
        pupil.touch("K6")
        assert any("(rule:" in text for text in pupil.notices())
        pilot.press("Next")
    elif step in ("move", "stack"):
        pupil.touch({"move": "M4", "stack": "L5"}[step])
        if pupil.scene.desk.menu:
            pilot.click(*menu_line(pupil, 0))
    elif step == "undo":
        pilot.press("Undo")
    elif step == "plan":
        pilot.press("end phase")
        pupil.touch("K5")
    elif step == "odds":
        pilot.press("Declare attack")
    elif step in ("fight", "strike"):
        pilot.press("end phase")
        pilot.press("Fight")
        pupil.settle()
        pilot.press("fire")
    elif step == "hits":
        pilot.press("17.A takes the hit")
    elif step == "supply":
        pilot.key(pupil.app.key("overlay_1"))  # the box names only the key
        pilot.press("Next")
    elif step == "blitz":
        pilot.press("end phase")
        pupil.touch("J6")
        pilot.press("Declare attack")
    elif step == "advance":
        pilot.press("2.PzGr 4")
        pupil.touch("J6")
        pupil.settle()
        pilot.press("No more advances")
    elif step == "computer":
        pilot.press("To my turn")
    elif step == "victory":
        pilot.press("Score")
        pilot.press("Next")


def menu_line(pupil: Pupil, number: int) -> tuple[int, int]:
    """The pixel in the middle of a line of the open menu."""
    return pupil.pilot.find(f"Tutorial/popup:orders/row{number}").clip.center


def press_by_keys(pupil: Pupil, end: str) -> None:
    """Tab to a button and press it; back to the map."""
    pupil.focus(end)
    pupil.pilot.key("Enter")
    if pupil.app.ui.focus_shown:
        pupil.pilot.key("Esc")


def walk(pupil: Pupil, label: str) -> None:
    """Bring the hex cursor to a hex, by the letters."""
    pilot, state = pupil.pilot, pupil.scene.desk.state
    board = pupil.scene.session.game.board
    pilot.key("C")
    for _ in range(12):
        assert state.cursor is not None
        here, there = board.centre(state.cursor), board.centre(board.by_label[label])
        if state.cursor == board.by_label[label]:
            return
        east = there[0] > here[0]
        up, down = ("E", "C") if east else ("Q", "Z")
        level = "D" if east else "A"
        pilot.key(level if there[1] == here[1] else up if there[1] < here[1] else down)
    raise AssertionError(f"the cursor never comes to {label}")


def by_keys(pupil: Pupil) -> None:
    """Do what the step says with the keyboard."""
    pilot, step = pupil.pilot, pupil.at_step
    if pupil.scene.step.goal == "next":
        pilot.key("Enter")
    elif step == "look":
        pilot.key("-")
    elif step == "phase":
        pilot.key("Ctrl+Enter")
    elif step == "pick":
        for _ in range(6):
            if pupil.scene.desk.state.selection[:1] != ("17.A",):
                pilot.key("N")
    elif step == "why":
        walk(pupil, "K6")
        pilot.key("Enter")
        pilot.key("Enter")
    elif step in ("move", "stack"):
        walk(pupil, {"move": "M4", "stack": "L5"}[step])
        pilot.key("Enter")
        if pupil.scene.desk.menu:
            pilot.key("1")
    elif step == "undo":
        pilot.key("U")
    elif step == "plan":
        pilot.key("Ctrl+Enter")
        walk(pupil, "K5")
        pilot.key("B")
    elif step == "odds":
        press_by_keys(pupil, "Declare attack")
    elif step in ("fight", "strike"):
        pilot.key("Ctrl+Enter")
        press_by_keys(pupil, "fight")
        pupil.settle()
        press_by_keys(pupil, "fire")
    elif step == "hits":
        press_by_keys(pupil, "hit 17.A")
    elif step == "supply":
        pilot.key("1")
        pilot.key("Enter")
    elif step == "blitz":
        pilot.key("Ctrl+Enter")
        walk(pupil, "J6")
        pilot.key("B")
        press_by_keys(pupil, "Declare attack")
    elif step == "advance":
        press_by_keys(pupil, "pick 2.PzGr")
        press_by_keys(pupil, f"to {pupil.scene.session.game.board.by_label['J6']}")
        pupil.settle()
        press_by_keys(pupil, "done")
    elif step == "computer":
        pilot.key("Shift+Space")
    elif step == "victory":
        press_by_keys(pupil, "tab/Score")
        pilot.key("Enter")


def check_the_look(pupil: Pupil) -> None:
    """The box shows all its words, and lies over nothing it speaks of."""
    scene, ui = pupil.scene, pupil.app.ui
    pupil.app.dirty = True
    pupil.app.step((), 0.1)
    panel = next(spot for spot in ui.spots if spot.id == "panel:tutorial").rect
    body = next(region for region in ui.regions if region.id == "tutorial:body")
    assert body.most == 0, f"{pupil.at_step}: the box has more words than room"
    for index in scene.ringed():
        x, y = scene.table.to_screen(index)
        assert scene.furniture.map_rect.collidepoint(x, y), f"{pupil.at_step}: a ringed hex is out of sight"
        assert not panel.collidepoint(x, y)
    if scene.step.spots:
        rect = widget_rect(ui, scene.step.spots)
        assert rect is not None, f"{pupil.at_step}: nothing there to be outlined"
        assert not rect.colliderect(panel), pupil.at_step


def is_back(pupil: Pupil, digest: str) -> bool:
    """Does the game stand as it did when the step began? If it is the computer's turn it may have played on since."""
    scene = pupil.scene
    begun, now = scene.moments[scene.number], [record.command for record in scene.session.game.log[1:]]
    played = len(now) > len(begun.commands) and not scene.session.human_to_act
    same = tuple(now[: len(begun.commands)]) == begun.commands
    return begun.digest == digest and same and (played or scene.session.game.digest() == digest)


@pytest.mark.parametrize("way", [by_mouse, by_keys])
def test_the_tutorial_can_be_played_through_with_back_and_reset_at_every_step(way: object, home: Path) -> None:
    assert callable(way)
    keys = way is by_keys
    pupil = enroll(keys=keys)
    scene, pilot = pupil.scene, pupil.pilot
    begun: dict[str, str] = {}
    for step in STEPS[:-1]:
        assert pupil.at_step == step and not scene.lost
        begun[step] = scene.moments[scene.number].digest
        assert is_back(pupil, begun[step])
        if step != "computer":  # that step does not wait
            check_the_look(pupil)
        way(pupil)
        assert pupil.goes_on(step), f"{step} cannot be done: {pupil.notices()}, {pupil.title}"
        assert pupil.at_step == STEPS[STEPS.index(step) + 1]
        pilot.key("Backspace") if keys else pilot.press("Back")
        assert pupil.at_step == step and is_back(pupil, begun[step])
        way(pupil)
        assert pupil.goes_on(step), f"{step} cannot be done a second time"
        pilot.key("Shift+Backspace") if keys else pilot.press("Reset")
        assert pupil.at_step == STEPS[STEPS.index(step) + 1]
    assert pupil.at_step == "end" and load_settings(home)[0].tutorial_done
    for step in reversed(STEPS[:-1]):
        pilot.press("Back")
        assert pupil.at_step == step and is_back(pupil, begun[step])
    assert not list(Saves().list_saves())


def test_do_it_for_me_leads_through_every_step() -> None:
    pupil = enroll()
    for step in STEPS[:-1]:
        assert pupil.at_step == step
        pupil.pilot.press("Next" if pupil.scene.step.goal == "next" else "Do it for me")
        if pupil.at_step == step:
            assert pupil.goes_on(step)
    view = pupil.scene.desk.view
    assert (view.turn, view.weather, view.result) == (5, "Mud", None)
    pupil.pilot.press("Play on")
    assert not [spot for spot in pupil.app.ui.spots if spot.id == "panel:tutorial"]
    pupil.pilot.press("end phase")
    assert pupil.title == "Axis movement"


def test_what_the_boxes_tell_is_what_happens() -> None:
    pupil = enroll()
    scene = pupil.scene

    def at(step: str) -> None:
        scene.go_to_step(STEPS.index(step) + 1)

    at("odds")
    assert [str(scene.desk.plans.forecast.p_cleared), *scene.desk.plans.ticked] == ["181/216", "1.PzGr", "17.A"]
    at("hits")
    assert scene.desk.view.decision is not None and "1 hit" in scene.desk.view.decision.prompt
    assert scene.desk.view.unit("38.A").hex < 0 and scene.desk.view.unit("21.A").hex < 0  # type: ignore[union-attr]
    at("supply")
    spot = scene.session.game.board.by_label
    units = {unit.id: unit for unit in scene.desk.view.units}
    assert units["1.PzGr"].hex == spot["K5"] and "disrupted" in units["17.A"].badges
    at("computer")
    assert {unit.id: unit for unit in scene.desk.view.units}["2.PzGr"].hex == spot["J6"]
    at("review")
    units = {unit.id: unit for unit in scene.desk.view.units}
    assert units["5.A"].hex == spot["J5"] and "unsupplied" in units["37.A"].badges
    assert "disrupted" not in units["17.A"].badges and scene.review


def test_whoever_goes_his_own_way_is_offered_a_reset() -> None:
    pupil = enroll()
    pupil.scene.go_to_step(STEPS.index("move") + 1)
    begun = pupil.scene.session.game.digest()
    pupil.pilot.press("end phase")
    assert pupil.scene.lost and pupil.at_step == "move"
    assert pupil.pilot.find("Reset").kind == "primary"
    pupil.pilot.press("Reset")
    assert not pupil.scene.lost and pupil.scene.session.game.digest() == begun
    pupil.pilot.press("end phase")
    pupil.pilot.press("Do it for me")
    assert pupil.at_step == "undo"


def test_leaving_asks_nothing_and_the_tutorial_touches_no_save() -> None:
    mine = sit_down()
    mine.scene.session.save("mine")
    mine.scene.session.close()
    before = {path.name: path.read_bytes() for path in Saves().folder.iterdir()}
    app = App(Settings(first_run=False), headless=True, size=SIZE)
    kit = Kit(app, Saves(), silent=True)
    app.push(Title(kit))
    pilot = app.pilot()
    assert pilot.find("Continue").kind == "primary" and app.ui.focus == ""
    pilot.press("Tutorial")
    scene = app.top
    assert isinstance(scene, Tutorial)
    pilot.key("F5")
    pilot.key("Ctrl+S")
    assert app.top is scene and any("not saved" in notice.text for notice in app.ui.notices)
    assert scene.quit_question() == ""
    pilot.press("Do it for me") if scene.step.goal != "next" else pilot.press("Next")
    pilot.press("Leave")
    assert isinstance(app.top, Title) and app.top.last is not None
    assert {path.name: path.read_bytes() for path in Saves().folder.iterdir()} == before
    pilot.press("Continue")
    assert isinstance(app.top, TableScene) and not isinstance(app.top, Tutorial)


@pytest.mark.parametrize(("done", "first"), [(False, "Tutorial"), (True, "New game")])
def test_enter_on_the_title_means_the_tutorial_until_it_has_been_played(done: bool, first: str) -> None:
    app = App(Settings(first_run=False, tutorial_done=done), headless=True, size=SIZE)
    app.push(Title(Kit(app, Saves(), silent=True)))
    pilot = app.pilot()
    assert pilot.find(first).kind == "primary"
    shown = [spot.text for spot in app.ui.spots if spot.text in ("Tutorial", "New game", "Load", "Rules", "Quit")]
    assert shown == ["Tutorial", "New game", "Load", "Rules", "Quit"]


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 2.0), ((1920, 1080), 1.0), ((800, 600), 1.0)])
def test_every_box_can_be_read_at_any_size(size: tuple[int, int], scale: float) -> None:
    pupil = enroll(size=size, text_scale=scale)
    for number, step in enumerate(STEPS, start=1):
        pupil.scene.go_to_step(number)
        assert pupil.at_step == step
        if step != "computer":
            check_the_look(pupil)


def test_a_picture_of_a_step_can_be_drawn(tmp_path: Path) -> None:
    from game.cli import main

    out = tmp_path / "step.png"
    words = ["screenshot", "--scenario", "tutorial-kiev-1941", "--scene", "tutorial", "--step", "12"]
    assert main([*words, "--size", "640x480", "--out", str(out)]) == 0
    assert out.read_bytes()[:4] == b"\x89PNG"
