"""Somebody who plays the tutorial as its boxes say, by mouse or by keys, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from game.app.application import App
from game.app.settings import Settings
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.title import Title
from game.screens.tutorial import Tutorial
from game.ui.tutorial.instruction_box import widget_rect
from game.ui.tutorial.script import the_script
from tests.kits.pilot import Pilot, unwatched
from tests.kits.window import Seat

SIZE = (1280, 720)
STEPS = [step.id for step in the_script().step]


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
        with unwatched(self.app):
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
        assert self.scene.layout.map_rect.collidepoint(x, y), label
        self.pilot.click(x, y - 4)


def enroll(size: tuple[int, int] = SIZE, keys: bool = False, **settings: object) -> Pupil:
    """From the title of a first start to the tutorial."""
    app = App(Settings(**settings), headless=True, size=size)  # type: ignore[arg-type]
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    pilot = Pilot(app)
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
        assert scene.layout.map_rect.collidepoint(x, y), f"{pupil.at_step}: a ringed hex is out of sight"
        assert not panel.collidepoint(x, y)
        over = [spot.id for spot in ui.spots if spot.clip.collidepoint(x, y) and spot.id != "panel:tutorial"]
        assert not over, f"{pupil.at_step}: {over} lies over a ringed hex"
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
