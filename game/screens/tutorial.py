"""The tutorial: the table with a box that asks for one thing at a time and can go back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect

from ecs import Side, find_scenario, parse
from game.play.session import GameSetup, Session, begin
from game.saves.storage.save_folder import HUMAN
from game.screens.play.play_screen import TableScene
from game.screens.play.screen_layout import ColumnSide, ScreenLayout
from game.screens.play.table_panels import TablePanels
from game.screens.shared.resources import SharedResources
from game.ui.panels.open_panels import OpenPanels
from game.ui.tutorial.instruction_box import Place, box, box_height, is_large, ring_hexes, ring_widget
from game.ui.tutorial.script import Script, Step, the_script
from game.ui.tutorial.step_goals import StepProgress, ViewPoint, Watched, meet, met, view_of
from game.ui.widgets import Ui

START_ZOOM = 0.85
CLEAR = 58  # percent of the map from above: below lie the small map, notices and the legend


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as a step began: the commands so far, and what was picked, open and shown."""

    commands: tuple[str, ...]
    digest: str
    camera: ViewPoint
    selection: tuple[str, ...]
    overlays: frozenset[str]
    target: int
    tab: int
    here: int


class LayoutAboveBox(ScreenLayout):
    """The layout of the table, above the box; `guided`: whether the box is shown."""

    def __init__(
        self, panels: OpenPanels, settings: ColumnSide, board_size: tuple[int, int], guided: Callable[[], bool]
    ) -> None:
        super().__init__(panels, settings, board_size)
        self.guided = guided

    def arrange(self, ui: Ui, top: int, second: bool = False) -> None:
        """Arrange the table, without the legend where it would cover much of the map."""
        super().arrange(ui, top, second)
        self.panels.show_legend = not is_large(ui) and self.map_rect.width > ui.px(600)

    def foot(self, ui: Ui) -> int:
        """The height of the box."""
        return box_height(ui) if self.guided() else 0

    def _log_rect(self, ui: Ui, clear: Rect) -> Rect:
        """The place of the log, which gives way where room is scarce."""
        rect = super()._log_rect(ui, clear)
        if is_large(ui) and self.foot(ui) and not self.panels.log_open:
            rect = Rect(rect.x, rect.bottom, rect.width, 0)
        return rect


class Tutorial(TableScene):
    """The tutorial at one of its steps. Its game is not saved."""

    def __init__(self, kit: SharedResources, script: Script | None = None, eager: bool = False) -> None:
        self.script = script or the_script()
        self.guided = True
        super().__init__(kit, self._fresh(), eager)
        self.number = 0
        self.moments: list[Moment] = []
        self.since = StepProgress(0, view_of(self.table.camera))

    def assemble(self, session: Session) -> None:
        """Put the parts together; only the lesson gives messages."""
        super().assemble(session)
        self.headlines.silent = True
        self.panels.column_open = True  # most lessons point into it

    def _layout(self) -> ScreenLayout:
        return LayoutAboveBox(self.panels, self.app.settings, self.table.board_size, lambda: self.guided)

    @property
    def watched(self) -> Watched:
        """What the goals of the steps check."""
        return Watched(self.desk, self.table.camera, self.panels)

    def _fresh(self) -> Session:
        players = {Side.AXIS: HUMAN, Side.SOVIET: self.script.computer}
        return begin(GameSetup(find_scenario(self.script.scenario), players, {}, self.script.seed), None)

    @property
    def step(self) -> Step:
        """The player's present step."""
        return self.script.step[self.number]

    @property
    def place(self) -> Place:
        """The step, and its place in the tutorial."""
        asked = self.desk.view.decision is not None and self.session.human_to_act
        done = self.step.stay and self.done
        return Place(self.step, self.number + 1, len(self.script.step), done, self.lost, asked)

    @property
    def lost(self) -> bool:
        """Has the game gone past the point where this step could be done?"""
        step, playing = self.step, self.session.human_to_act
        return bool(step.phases) and playing and self.desk.view.phase.id not in step.phases and not self.done

    @property
    def done(self) -> bool:
        """Has the player done what the step asks for?"""
        return met(self.step.goal, self.watched, self.since)

    # -- what the table does ------------------------------------------------------------------------

    def _widgets(self) -> TablePanels:
        """The widgets of the table; cards on the map keep clear of what the step is about."""
        panels = super()._widgets()
        panels.cards.spoken = lambda: self.ringed() if self.guided else ()
        return panels

    def open_view(self) -> None:
        """Show Kiev and the armies round it, large enough to read."""
        camera = self.table.camera
        self.layout.frame(camera)
        camera.zoom_to(START_ZOOM)
        self._centre()
        self._begin_step()

    def update(self, dt: float) -> None:
        """Play, and go to the next step once this one is done and has been seen."""
        super().update(dt)
        if self.app.top is not self or not self.moments or not self.guided:
            return
        if self.done and not self.step.stay and not self.table.animation.running(self.app.ui.now):
            self.go_on()

    def drain(self) -> None:
        """Carry out what the desk asks for; a refusal is noticed."""
        if any(message.kind == "warn" for message in self.desk.out.messages):
            self.since.refused = True
        super().drain()

    def build(self, ui: Ui) -> None:
        """The box first, so that Tab reaches it first; then the table above it."""
        used = link = ""
        if self.guided:
            used, link = box(ui, self.place, self.app.inputs.keymap)
        super().build(ui)
        if self.guided:
            ring_widget(ui, self.step.spots)
        if link:
            self.follow_link(link)
        if used:
            self._press(used)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, and rings on the map."""
        super().draw(surface)
        if self.guided:
            ring_hexes(surface, self.table, self.layout.map_rect, self.ringed(), self.app.ui)

    def ringed(self) -> list[int]:
        """The hexes the step is about."""
        by_label, step = self.session.game.board.by_label, self.step
        found = [by_label[label] for label in step.hexes]
        stand = [u.hex for name in step.units if (u := self.desk.view.unit(name)) is not None and u.hex >= 0]
        return list(dict.fromkeys([*found, *stand]))

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase without warnings about missed attacks and the like."""
        del anyway
        super().end_phase(anyway=True)

    def quit_question(self) -> str:
        """Leaving needs no confirmation."""
        return ""

    def _bring_news(self) -> None:
        """Show no page of news: it would cover what the lesson points at."""
        if self.guided:
            self.playback.dispatch = None
        super()._bring_news()

    # -- steps --------------------------------------------------------------------------------------

    def _press(self, used: str) -> None:
        self.kit.play("click")
        if used == "Leave":
            self.leave()
        elif used == "Play on":
            self.guided = False
        elif used == "Back":
            self.back()
        elif used == "Reset":
            self.reset()
        elif used == "Do it for me":
            self.show_me()
        else:
            self.go_on()
        self.redraw()

    def go_on(self) -> None:
        """Go to the next step."""
        if self.number + 1 < len(self.script.step):
            if self.step.goal.startswith("turn:"):  # the map has followed the computer about
                self._centre()
            self.number += 1
            self._begin_step()

    def back(self) -> None:
        """Go back to the step before, as it began."""
        self.number = max(0, self.number - 1)
        self.reset()

    def reset(self) -> None:
        """Return to the beginning of this step."""
        del self.moments[self.number + 1 :]
        self._restore(self.moments[self.number])

    def show_me(self) -> None:
        """Do what the step asks for, and continue."""
        self.reset()
        for text in self.step.orders:
            self.desk.give(parse(text))
            self._follow_up()
        meet(self.step.goal, self.watched)
        if self.step.goal.startswith("turn:"):
            self.playback.fast = "turn"
        else:
            self.drain()
            self.table.animation.skip()
            self.go_on()

    def _follow_up(self) -> None:
        """Answer questions in the player's own turn that are for the computer, or have only one answer."""
        while self.desk.view.decision is not None:
            asked = len(self.session.game.log)
            if self.session.machine_to_act:
                self.playback.one()
            else:
                self.only_answer()
            if len(self.session.game.log) == asked:
                return

    def go_to_step(self, number: int) -> None:
        """Show the steps up to this one (from 1) as they are meant to be done."""
        while self.number + 1 < min(number, len(self.script.step)):
            self.show_me() if self.step.goal != "next" else self.go_on()
            while self.playback.fast and self.session.machine_to_act:
                self.playback.one()
            if self.playback.fast:
                self.playback.back_to_player()
                self.go_on()

    def leave(self) -> None:
        """Leave for the title."""
        self.session.game.close()
        self.app.replace(self.kit.doors.title())

    def _begin_step(self) -> None:
        """Remember how it begins, and bring its subject into view."""
        self.app.ui.notices.clear()  # they might lie over what comes next
        self._look_at(self.ringed())
        game, desk = self.session.game, self.desk
        desk.hover(desk.state.cursor)
        moment = Moment(
            tuple(record.command for record in game.log[1:]),
            game.digest(),
            view_of(self.table.camera),
            desk.state.selection,
            frozenset(desk.overlays),
            desk.plans.target,
            self._tab_now(),
            desk.here,
        )
        del self.moments[self.number :]
        self.moments.append(moment)
        self.since = StepProgress(len(game.log), view_of(self.table.camera))
        if self.number + 1 == len(self.script.step) and not self.app.settings.tutorial_done:
            self.app.settings.tutorial_done = True
            self.kit.keep_settings()
        self.redraw()

    def _centre(self) -> None:
        self.table.centre_on(self.session.game.board.by_label[self.script.middle])

    def _look_at(self, hexes: list[int]) -> None:
        """Bring hexes into view, large enough to read and above the small map and the legend, if they are not."""
        camera, board = self.table.camera, self.table.board
        if hexes and camera.zoom < START_ZOOM:
            camera.zoom_to(START_ZOOM)
        margin = min(round(board.layout.tile_h * camera.zoom * 0.6), min(camera.clear.size) // 4)
        if hexes:
            points = [self.table.to_screen(index) for index in hexes]
            room = camera.clear.inflate(-2 * margin, -2 * margin)
            low = min(room.bottom, camera.clear.top + camera.clear.height * CLEAR // 100)
            across = _overhang([x for x, _ in points], room.left, room.right)
            camera.pan(across, _overhang([y for _, y in points], room.top, low))

    def _restore(self, moment: Moment) -> None:
        """Replay the game up to a moment, and restore the table."""
        old, fresh = self.session, self._fresh()
        for text in moment.commands:
            fresh.game.apply(parse(text))
        old.game.close()
        self._sit_down_again(fresh)
        desk, camera = self.desk, self.table.camera
        desk.overlays.update(moment.overlays)
        desk.here = moment.here
        if moment.target >= 0 and not desk.plans.fighting:
            desk.plans.open(moment.target)
        desk.select(moment.selection)
        camera.level, camera.x, camera.y = moment.camera
        self.follower.settle(moment.tab)
        self.since = StepProgress(len(self.session.game.log), view_of(self.table.camera))
        self.drain()
        self.redraw()

    def _tab_now(self) -> int:
        """The tab that fits what has just been done."""
        self.follower.follow(self.app.ui)
        return self.panels.tab

    def _sit_down_again(self, session: Session) -> None:
        """Start everything afresh that knew the other game; the pictures of the map are kept."""
        self.assemble(session)
        self.app.ui.notices.clear()
        self.playback.mark_read()
        self.table.animation.skip()
        self.table.set_view(self.desk.view)


def _overhang(points: list[int], low: int, high: int) -> int:
    """How far a view must move so that all points lie between two edges; the middle, if they cannot."""
    if max(points) - min(points) > high - low:
        return (max(points) + min(points)) // 2 - (low + high) // 2
    return min(0, min(points) - low) + max(0, max(points) - high)
