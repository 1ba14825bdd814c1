"""Can a newcomer play the tutorial from the title to its end, back and again at every step, by mouse or keys alone?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ecs import parse
from game.app.application import App
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.saves.listing import all_saves
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.game_report import Report
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from game.screens.tutorial import Tutorial
from tests.kits.pilot import Pilot, unwatched
from tests.kits.tutorial_player import SIZE, STEPS, Pupil, by_keys, by_mouse, check_the_look, enroll, is_back
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.mark.parametrize("way", [by_mouse, by_keys])
def test_the_tutorial_can_be_played_through_with_back_and_reset_at_every_step(
    way: Callable[[Pupil], None], home: Path
) -> None:
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
        if keys and step not in STEPS[:4]:  # how one goes back is the same at every step
            continue
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
    assert not list(all_saves(Saves().folder))


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
    desk, foes = pupil.scene.desk, ("6.A", "2.A", "17.A", "1.PzGr", "2.PzGr")
    for text in ("end", "move 2.A I5", "move 17.A K4", "end", *(f"attack {name} J5 1" for name in foes)):
        assert desk.give(parse(text))
    assert desk.session.game.forecast(desk.view.side, desk.session.game.board.by_label["J5"], foes).p_cleared == 1
    desk.session.reseat(dict.fromkeys(desk.session.players, "recruit"))
    with unwatched(pupil.app):
        for _ in range(600):
            pupil.app.step((), 0.5)
            if isinstance(pupil.app.top, Report):
                break
    assert isinstance(pupil.app.top, Report) and not pupil.pilot.find("Save").enabled
    pupil.pilot.press("Title")
    assert isinstance(pupil.app.top, Title) and not list(all_saves(Saves().folder))


def test_what_the_boxes_tell_is_what_happens() -> None:
    pupil = enroll()
    scene = pupil.scene

    def at(step: str) -> None:
        scene.go_to_step(STEPS.index(step) + 1)

    at("odds")
    assert [str(scene.desk.plans.forecast.p_cleared), *scene.desk.plans.ticked] == ["181/216", "1.PzGr", "17.A"]
    at("hits")
    assert scene.desk.view.decision is not None and "one hit" in scene.desk.view.decision.prompt
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
    assert "disrupted" not in units["17.A"].badges and scene.playback.review


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
    before = {path: path.read_bytes() for path in Saves().folder.rglob("*") if path.is_file()}
    app = App(Settings(first_run=False), headless=True, size=SIZE)
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    pilot = Pilot(app)
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
    assert {path: path.read_bytes() for path in Saves().folder.rglob("*") if path.is_file()} == before
    pilot.press("Continue")
    assert isinstance(app.top, TableScene) and not isinstance(app.top, Tutorial)


@pytest.mark.parametrize(("done", "first"), [(False, "Tutorial"), (True, "New game")])
def test_enter_on_the_title_means_the_tutorial_until_it_has_been_played(done: bool, first: str) -> None:
    app = App(Settings(first_run=False, tutorial_done=done), headless=True, size=SIZE)
    app.push(Title(all_resources(app, Saves(), silent=True)))
    pilot = Pilot(app)
    assert pilot.find(first).kind == "primary"
    shown = [spot.text for spot in app.ui.spots if spot.text in ("Tutorial", "New game", "Load", "Rules", "Quit")]
    assert shown == ["Tutorial", "New game", "Load", "Rules", "Quit"]


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 2.0), ((800, 600), 1.0)])
def test_every_box_can_be_read_at_any_size(size: tuple[int, int], scale: float) -> None:
    pupil = enroll(size=size, text_scale=scale)
    for number, step in enumerate(STEPS, start=1):
        pupil.scene.go_to_step(number)
        assert pupil.at_step == step
        if step != "computer":
            check_the_look(pupil)


def test_a_picture_of_a_step_can_be_drawn(tmp_path: Path) -> None:
    from game.cli.entry_point import main

    out = tmp_path / "step.png"
    words = ["screenshot", "--scenario", "tutorial-kiev-1941", "--scene", "tutorial", "--step", "12"]
    assert main([*words, "--size", "640x480", "--out", str(out)]) == 0
    assert out.read_bytes()[:4] == b"\x89PNG"
