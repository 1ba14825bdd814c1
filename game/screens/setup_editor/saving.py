"""Saving an edited set-up as a scenario, from a dialog."""

from __future__ import annotations

from pathlib import Path

from ecs import MapError, ScenarioDraft, SetupError, TableError
from ecs.untrusted_input import plain
from game.play.scenarios import list_scenarios
from game.saves.scenario_files.scenario_export import free_name, own_folder, title_of, write_draft
from game.screens.setup_editor.draft_desk import DraftDesk
from game.system.output_files import OutputError
from game.ui.widgets import Ui, escape

LONGEST_NAME = 60


class SaveDialog:
    """Asks for the name of the file; ``path``: where it was written last, None before."""

    def __init__(self, desk: DraftDesk, path: Path | None = None) -> None:
        self.desk, self.path = desk, path
        self.open, self.fresh, self.name, self.problem = False, False, "", ""

    def ask(self) -> None:
        """Open the dialog, with the name it was saved under or a free one."""
        self.problem = ""
        if not self.name:
            try:
                base = self.desk.draft.base.id[:LONGEST_NAME]
                self.name = self.path.stem if self.path is not None else free_name(own_folder(), f"{base}-mine")
            except (OutputError, OSError) as error:
                self.problem = str(error)
        self.open = self.fresh = True

    def build(self, ui: Ui) -> str:
        """Declare it; "saved" or "play" once when it has been written, else ""."""
        if not self.open:
            return ""
        done = ""
        with ui.modal("save scenario", "Save as a scenario", 560) as dialog:
            ui.label("Name of the file, and id of the scenario")
            if self.fresh:
                ui.suggest("scenario name")
                self.fresh = False
            self.name = ui.entry("scenario name", self.name, limit=80)
            if ui.submitted("scenario name"):
                done = "saved"
            there = self._there()
            if there:
                ui.text(f"[warn]{escape(there.name)} is there already:[/] it is written over.", "small")
            faults = self.desk.faults()
            for fault in faults[:3]:
                ui.text(f"[bad]•[/] {escape(fault.text)}", "small")
            if len(faults) > 3:
                ui.text(f"[bad]and {len(faults) - 3} more faults[/], see the tab Faults", "small")
            if self.problem:
                ui.text(f"[bad]Not saved:[/] {escape(self.problem)}", "small")
            with ui.flow():
                if ui.button("Save it", "Enter", kind="primary", fill=False):
                    done = "saved"
                if ui.button("Save and play it", fill=False):
                    done = "play"
                if ui.button("Cancel", "Esc", fill=False):
                    self.open = False
        if dialog.cancelled:
            self.open = False
        return done if done and self._save() else ""

    def _titled(self) -> ScenarioDraft:
        """The draft; one that has no title of its own is called by the name of its file."""
        draft, before = self.desk.draft, self.path.stem if self.path is not None else ""
        if draft.scenario.title in (draft.base.title, title_of(before)) and self.name != before:
            return draft.said(title=title_of(self.name) or draft.base.title)
        return draft

    def _there(self) -> Path | None:
        """The player's file of this name, if there is one."""
        try:
            path = own_folder() / f"{self.name}.toml"
            return path if self.name and path.exists() else None
        except (OutputError, OSError, ValueError):
            return None

    def _save(self) -> bool:
        """Write the file; False, and why, if that cannot be."""
        try:
            path = own_folder() / f"{self.name}.toml"
            used = next((known for known in list_scenarios() if known.stem == self.name), None)
            if used is not None and used.resolve() != path.resolve():
                raise OutputError(f"the id {self.name} is taken by {used}: give the file another name")
            titled = self._titled()
            write_draft(titled, path, force=True)
            self.desk.do(titled)
        except (SetupError, TableError, MapError, OutputError, OSError, ValueError) as error:
            self.problem = plain(str(error), 400)
            return False
        self.path, self.open, self.problem = path, False, ""
        self.desk.saved = self.desk.draft
        return True
