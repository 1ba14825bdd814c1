"""The set-up editor: place counters of both sides, paint ground, save a scenario."""

from __future__ import annotations

from pathlib import Path

import pygame
from pygame import Rect

from ecs import (
    RULESETS,
    DraftCounter,
    Game,
    Scenario,
    ScenarioDraft,
    SetupError,
    Side,
    TableError,
    draft_of,
    draft_of_position,
    extended_by,
    load_scenario,
    retold,
)
from game.app.intents import Intent
from game.play.scenarios import is_shipped, list_scenarios
from game.screens.setup_editor.draft_desk import DraftDesk, SaveDialog
from game.screens.setup_editor.editor_tabs import CountersTab, TermsTab, fault_list, ground_tab
from game.screens.setup_editor.map_editing import MapHand
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.system.paths import user_root
from game.ui.cards.placing import hex_rect
from game.ui.descriptions import hex_lines, hex_title, short
from game.ui.help.help_card import Card, Meant
from game.ui.help.screen_help import option_card
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.first_look import show_front
from game.ui.widgets import Ui, escape

COLUMN = 380
COUNTERS, GROUND, TERMS, FAULTS = range(4)
PAUSE = 0.6  # seconds without a change before faults are looked for


class SetupEditor(Scene):
    """A draft on the board, the tray beside it.

    :param path: the player's file that is edited, if it is one.
    :param reserve: counters that other scenarios of the game have.
    :param notes: what no scenario can say of the position it comes from.
    :raises SetupError: if the draft cannot be laid out.
    """

    def __init__(
        self,
        kit: SharedResources,
        draft: ScenarioDraft,
        reserve: list[DraftCounter],
        path: Path | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.kit, self.notes = kit, notes
        self.desk = DraftDesk(draft, reserve, self._tell)
        pack = kit.pack.of_game(draft.scenario.ruleset)
        self.table = BoardView(self.desk.view.board, pack, kit.app.settings)
        self.state = TableState()
        self.hand = MapHand(self.desk, self.table, self.state, kit.app.inputs)
        self.counters, self.terms = CountersTab(self.desk, self.table), TermsTab(self.desk)
        self.saving = SaveDialog(self.desk, path)
        self.tab, self.leaving = COUNTERS, False
        self.map_rect = Rect(0, 0, 100, 100)
        self._shown: object = None
        self._looked = False
        self._due = 0.0

    def _tell(self, why: str) -> None:
        self.app.ui.notice(escape(why), "warn")

    def on_pack(self) -> None:
        """Draw with the pack in use."""
        self.table.follow(self.kit.pack.of_game(self.desk.draft.scenario.ruleset))

    def on_leave(self) -> None:
        """Switch the hex cursor off for other screens."""
        self.hand.on_cursor_leave()

    @property
    def animating(self) -> bool:
        """True while the map is being painted."""
        return self.table.rough

    def wake_in(self) -> float | None:
        """Look for faults once nothing has changed for a moment."""
        return None if self.desk.checked else max(0.0, self._due - self.app.ui.now)

    def update(self, dt: float) -> None:
        """Look for faults when there is time."""
        del dt
        if not self.desk.checked and self.app.ui.now >= self._due and not self.app.inputs.busy:
            self.desk.faults()
            self.redraw()

    def quit_question(self) -> str:
        """The warning that unsaved changes would be lost."""
        return "You have not saved the set-up as a scenario." if self.desk.changed else ""

    # -- building -------------------------------------------------------------------------------------

    def build(self, ui: Ui) -> None:
        """The bar above, the column on the right, the map in the rest."""
        high = ui.height_of("bar", ui.px(40)) + ui.px(16)
        with ui.panel("bar", Rect(0, 0, ui.size[0], high), pad=8, radius=0), ui.flow():
            self._bar(ui)
        wide = min(ui.px(COLUMN), ui.size[0] * 45 // 100)
        self.map_rect = Rect(0, high, ui.size[0] - wide, ui.size[1] - high)
        column = Rect(self.map_rect.right, high, wide, self.map_rect.height)
        self.table.camera.resize(self.map_rect)
        ui.notice_area = self.map_rect
        with ui.panel("column", column, radius=0):
            self._column(ui)
        self._show()
        if not self._looked:
            self._looked = True
            show_front(self.table, self.desk.view)
        if self.state.hover is not None and not self.app.inputs.busy:
            self._hint(ui, self.state.hover)
        self._dialogs(ui)

    def _bar(self, ui: Ui) -> None:
        desk, key = self.desk, self.app.key
        back, on = desk.steps
        ui.label("Set-up", "heading")
        scenario = desk.draft.scenario
        ui.label(f"{scenario.title}{' *' if desk.changed else ''}", color="muted")
        if ui.button("Undo", key("undo"), fill=False, enabled=back > 0, intent="undo"):
            desk.undo()
        if ui.button("Redo", key("redo"), fill=False, enabled=on > 0, intent="redo"):
            desk.redo()
        if ui.button("Save as a scenario", key("save"), fill=False, kind="primary", name="save as", intent="save"):
            self.saving.ask()
        if ui.button("Leave", "Esc", fill=False, name="leave"):
            self.leave()

    def _column(self, ui: Ui) -> None:
        faults = f"Faults ({len(self.desk.faults())})" if self.desk.checked else "Faults"
        self.tab = ui.tabs("tab", ("Counters", "Ground", "Scenario", faults), self.tab)
        if self.tab == COUNTERS:
            self.counters.build(ui)
        elif self.tab == GROUND:
            ground_tab(ui, self.desk, self.hand)
        elif self.tab == TERMS:
            self.terms.build(ui)
        else:
            fault_list(ui, self.desk, self._show_counter)
            if self.notes:
                ui.separator()
                ui.label("What a scenario cannot record", bold=True)
            for number, note in enumerate(self.notes):
                ui.text(escape(note), "small", "muted", name=f"note{number}")
        self.hand.painting = self.tab == GROUND
        self.state.overlays = frozenset({"control"}) if self.tab == GROUND else frozenset()

    def _show(self) -> None:
        """Show the present draft, and what is in hand, on the map."""
        desk = self.desk
        if self._shown is not desk.view:
            self._shown = desk.view
            self.table.set_view(desk.view)
            self._due = self.app.ui.now + PAUSE
        self.state.selection = desk.picked
        self.state.targets = frozenset(desk.untenable)

    def _show_counter(self, name: str) -> None:
        """Pick up a counter, and bring it into view."""
        self.desk.picked, self.tab = (name,), COUNTERS
        unit = self.desk.unit(name)
        if unit is not None and unit.hex >= 0:
            self.table.centre_on(unit.hex)

    def point_at(self, name: str = "", index: int = -1) -> None:
        """Pick up a counter and centre a hex, for a picture: the map is painted at once."""
        self.table.eager = True
        if name:
            self._show_counter(name)
        if index >= 0:
            self.table.centre_on(index)
        self.redraw()

    def _hint(self, ui: Ui, index: int) -> None:
        """The tooltip of a hex: its name, ground and counters."""
        view, terms = self.desk.view, self.desk.rules.glossary
        lines = [f"**{escape(hex_title(view, index))}**", *hex_lines(terms, view, index)]
        lines += [f"· {escape(short(terms, unit))}" for unit in view.at(index)]
        if index in self.desk.untenable:
            lines.append(f"[bad]{escape(self.desk.untenable[index])}[/]")
        ui.hint(f"hex:{index}", "\n".join(lines), hex_rect(self.table, index))

    def _dialogs(self, ui: Ui) -> None:
        done = self.saving.build(ui)
        if done and self.saving.path is not None:
            ui.notice(
                escape(f"Saved as the scenario {self.saving.path.stem}, under New game: {self.saving.path}"), "good"
            )
        if done == "play" and self.saving.path is not None:
            self.app.replace(self.kit.doors.new_game(self.saving.path.stem))
            return
        if self.leaving:
            words = "You will lose the changes since the last save."
            answer = ui.dialog(
                "leave editor", "Quit the set-up editor?", words, ("Quit editor", "Keep editing"), danger=True
            )
            if answer:
                self.leaving = False
            if answer == "Quit editor":
                self.app.pop()

    def leave(self) -> None:
        """Go back, after a question if changes would be lost."""
        if self.desk.changed:
            self.leaving = True
            self.redraw()
        else:
            self.app.pop()

    # -- the map --------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The map."""
        surface.fill(self.app.ui.theme.panel2)
        self.table.draw(surface, self.map_rect, self.state, self.app.ui.now)

    def handle(self, intent: Intent) -> bool:
        """Handle the map, and Esc: one step back, finally out."""
        if intent.name == "back":
            if not self.hand.let_go() and not self.hand.on_cursor_leave():
                self.leave()
            return True
        if intent.name in ("click", "drag_start") and not self.map_rect.collidepoint(intent.pos):
            return False
        return self.hand.answer(intent)

    def explain(self, meant: Meant) -> Card | None:
        """Say what an optional rule changes."""
        kind, _, key = meant.topic.partition(":")
        if kind == "option":
            return option_card(RULESETS[self.desk.draft.scenario.ruleset], key)
        return super().explain(meant)

    def state_text(self) -> str:
        """The screen's part of a crash report."""
        draft = self.desk.draft
        counters = len(draft.counters)
        return f"{type(self).__name__}: {draft.scenario.ruleset}, extends {draft.base.id}, {counters} counters"


# -- What the set-up editor begins with: a scenario, or the position of a game, and the counters of other scenarios. -

MADE = "draft"  # the id of a position that is being edited


def draft_of_scenario(scenario: Scenario) -> tuple[ScenarioDraft, Path | None]:
    """A scenario to edit, and the player's file to overwrite.

    A file of the player's that extends another scenario keeps extending it, and may be written over; any other is
    extended itself, by a new file.

    :raises SetupError, TableError: if a file cannot be read.
    """
    told = load_scenario(scenario.path)
    other = None if is_shipped(told) else extended_by(told.path)
    if other is None or user_root() / "maps" not in told.path.parents:
        return draft_of(told, told), None
    return draft_of(told, load_scenario(other)), told.path


def draft_of_game(game: Game) -> tuple[ScenarioDraft, tuple[str, ...]]:
    """The position of a game to edit, and what no scenario can say of it.

    :raises SetupError: if the position cannot be written as a scenario.
    """
    position = retold(game, MADE)
    return draft_of_position(position), position.notes


def reserve_of(ruleset: str) -> list[DraftCounter]:
    """All counters in the scenarios of a game, each once; unreadable files are left out."""
    found: dict[str, DraftCounter] = {}
    for path in list_scenarios():
        try:
            scenario = load_scenario(path)
        except (SetupError, TableError):
            continue
        if scenario.ruleset == ruleset:
            for side, text in ((side, text) for side, entry in scenario.units for text in entry.units):
                name, _, kind = text.partition(":")
                found.setdefault(name, DraftCounter(name, kind, Side(side)))
    return [*found.values()]
