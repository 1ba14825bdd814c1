"""The menu of the table: everything besides playing on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect

from ecs import MapError, SetupError, Side, TableError
from game.app.intents import Intent
from game.play.session import Session
from game.saves.scenario_export import write_own_scenario
from game.saves.storage.save_folder import SaveError
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.system.output_files import OutputError
from game.system.paths import spare_folder, typed_folder
from game.ui.widgets import Ui, escape

LINES: tuple[tuple[str, str, str], ...] = (
    ("Continue", "back", "resume"),
    ("Dispatches", "briefing", "briefing"),
    ("Skip this phase from now on", "", "pass"),
    ("Standing orders …", "", "standing"),
    ("Save …", "save", "save"),
    ("Save as a scenario", "", "scenario"),
    ("Edit set-up …", "", "setup"),
    ("Load …", "load", "load"),
    ("Options …", "settings", "settings"),
    ("Rules and help …", "", "help"),
    ("Standings …", "statistics", "statistics"),
    ("Replay …", "", "replay"),
    ("Quit to title", "", "title"),
    ("Quit", "", "quit"),
)


PRACTICE = "Practice games are not saved."


def game_menu(ui: Ui, title: str, key: Callable[[str], str], phase: str = "") -> str | None:
    """Declare the menu; return the choice, "resume" if it was left, None while it stays open.

    :param phase: the phase that can be passed over from now on ("pass"), if there is one.
    """
    lines = [line for line in LINES if line[2] != "pass" or phase]
    with ui.modal("menu", title, 380) as dialog:
        for text, action, what in lines:
            shown = key(action) if action else ""
            if ui.button(text, shown, name=what, kind="primary" if what == "resume" else "normal", left=True):
                return what
    return "resume" if dialog.cancelled else None


def leave_for(kit: SharedResources, session: Session, rule: str, what: str) -> None:
    """Open another screen over the table, or leave it; `rule` is where the rules are opened.

    ``what``: a line of the menu; "letters" shows their folder; "replay:N" begins the replay after N commands, and lets
    it run.
    """
    app, doors = kit.app, kit.doors
    what, _colon, at = what.partition(":")
    if what == "save" and session.saves is None:
        app.ui.notice(PRACTICE)
    elif what == "save":
        app.push(doors.saves(session))
    elif what == "letters" and session.mail is not None:
        kit.show_folder(session.mail.post.folder)
    elif what == "scenario":
        save_as_scenario(session, app.ui)
    elif what == "setup":
        edit_setup(kit, session)
    elif what == "load":
        app.push(doors.saves())
    elif what == "settings":
        app.push(doors.options())
    elif what == "help":
        app.push(doors.rules(session.game.ruleset.id, rule))
    elif what == "statistics":
        app.push(doors.report(session))
    elif what == "replay":
        app.push(doors.replay(session, int(at) if at else None))
    elif what == "title":
        session.close()
        app.replace(doors.title())
    elif what == "quit":
        app.ask_quit()


def quick_save(session: Session, ui: Ui) -> None:
    """Save in the quick slot of the game, and say so or why not."""
    if session.saves is None:
        ui.notice(PRACTICE)
        return
    try:
        session.quicksave()
        ui.notice("Saved. F9 loads this position.", "good")
    except SaveError as error:
        ui.notice(escape(str(error)), "bad")


class LostFolder:
    """The question where to keep a game whose folder is gone, until it is answered or the folder returns."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.place, self.refused, self.put_off = str(spare_folder()), "", False
        self._built = False  # as it was in the last build

    @property
    def changed(self) -> bool:
        """Was the folder lost, or found again, since the last build?"""
        return self._built is not self.session.homeless

    def build(self, ui: Ui) -> None:
        """Declare the question, if it is due."""
        saves, self._built = self.session.saves, self.session.homeless
        if saves is None or not self.session.homeless:
            self.refused, self.put_off = "", False
            return
        if self.put_off:
            return
        with ui.modal("lost folder", "The folder of this game is missing", 600) as dialog:
            ui.text(f"**{escape(str(saves.folder))}** is missing, so nothing is being saved.")
            ui.text("The game itself is intact. Choose a folder to save all of it.")
            if self.refused:
                ui.text(f"[bad]Not saved:[/] {escape(self.refused)}", "small")
            if ui.button("Recreate the folder", kind="primary"):
                self._give(ui, None)
            ui.separator()
            ui.label("Or choose another folder", bold=True)
            self.place = ui.entry("place", self.place, limit=1000)
            ui.text("When you quit, the game returns to its old folder if that is back.", "small", "muted")
            if ui.button("Save there", enabled=bool(self.place.strip())):
                self._give(ui, typed_folder(self.place))
            if ui.button("Play on without saving") or dialog.cancelled:
                self.put_off = True

    def keep(self, ui: Ui) -> bool:
        """Make sure the game is kept before it is left; if its folder cannot be made again, ask again."""
        if self.session.homeless:
            self.put_off, ui.changed = False, True
            self._give(ui, None)
        return not self.session.homeless

    def _give(self, ui: Ui, folder: Path | None) -> None:
        try:
            path = self.session.move(folder)
        except SaveError as error:
            self.refused, ui.unstable = str(error), True
            return
        ui.notice(f"The game is being saved again: {escape(str(path.parent))}", "good")


def edit_setup(kit: SharedResources, session: Session) -> None:
    """Open the position in the set-up editor, or say why not; the game is not touched."""
    try:
        kit.app.push(kit.doors.setup_editor(session.game.scenario, session))
    except (SetupError, TableError, MapError) as error:
        kit.app.ui.notice(escape(f"Cannot edit the set-up: {error}."), "bad")


def save_as_scenario(session: Session, ui: Ui) -> None:
    """Write the position into the player's folder of scenarios, and say where, or why not."""
    if session.saves is None:
        ui.notice(PRACTICE)
        return
    try:
        path, notes = write_own_scenario(session.game)
    except (SetupError, TableError, MapError, OutputError) as error:
        ui.notice(escape(f"Not saved as a scenario: {error}."), "bad")
        return
    left = " The first lines of the file list what a scenario cannot record." if notes else ""
    ui.notice(escape(f"Saved as the scenario {path.stem}, under New game: {path}.{left}"), "good")


# -- The hand-over between two players at one table: nothing of either side is to be seen. ---------------------------


class HandOver(Scene):
    """A blank screen until the other player says he is there.

    :param session: the game, for the phase to come.
    :param take_seat: gives the seat to a side.
    """

    def __init__(self, session: Session, side: Side, take_seat: Callable[[Side], None]) -> None:
        self.session, self.side, self.take_seat = session, side, take_seat

    def draw(self, surface: pygame.Surface) -> None:
        """Draw one colour, and no map."""
        surface.fill(self.app.ui.theme.panel2)

    def on_enter(self) -> None:
        """Clear the messages to the previous player."""
        if self.side is not self.session.viewer:
            self.app.ui.notices.clear()

    def build(self, ui: Ui) -> None:
        """The name of the side, and its button."""
        wide = min(ui.px(560), ui.size[0] - ui.px(32))
        high = min(ui.height_of("handover", ui.px(240)) + ui.px(56), ui.size[1] - ui.px(32))
        rect = Rect((ui.size[0] - wide) // 2, (ui.size[1] - high) // 2, wide, high)
        phase = self.session.game.look(self.side).phase
        with ui.panel("handover", rect, pad=28):
            ui.label(f"The {self.side} player", "title", align="centre")
            ui.label("Your turn. Ask the other player to look away.", "large", align="centre")
            ui.text(escape(f"Next: {phase.title}. {phase.text}"), color="muted")
            ui.space(8)
            if ui.button(f"I am the {self.side} player", "Enter", name="ready", kind="primary", intent="cursor_click"):
                self.seat()

    def handle(self, intent: Intent) -> bool:
        """Enter takes the seat; Esc does nothing: there is no way back to the other's view."""
        if intent.name == "cursor_click":
            self.seat()
        return True

    def seat(self) -> None:
        """Show the game to the other player from now on."""
        self.take_seat(self.side)
        self.app.pop()
