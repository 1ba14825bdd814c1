"""The set-up being edited: the draft now and before, and the board it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ecs import (
    DraftCounter,
    DraftFault,
    MapError,
    ScenarioDraft,
    SetupError,
    Side,
    TableError,
    draft_faults,
    lay_out,
    ruleset_of,
)
from ecs.core.view import UnitView, View
from ecs.untrusted_input import plain
from game.play.scenarios import list_scenarios
from game.saves.scenario_export import free_name, own_folder, title_of, write_draft
from game.system.output_files import OutputError
from game.ui.widgets import Ui, escape

NAME = "draft"  # a scenario that is only looked at
MOST_BACK = 200


class DraftDesk:
    """Makes changes to a draft, one at a time, and undoes them.

    ``picked``: ids of counters in hand, the first is the one that is shown.  ``reserve``: counters that other scenarios
    of the game have.  ``tell``: says why something cannot be done.

    :raises SetupError: if the draft cannot be laid out as it is.
    """

    def __init__(self, draft: ScenarioDraft, reserve: Iterable[DraftCounter], tell: Callable[[str], None]) -> None:
        self.draft, self.first, self.tell = draft, draft, tell
        self.reserve = {one.id: one for one in reserve}
        self.rules = ruleset_of(draft.scenario)
        self.picked: tuple[str, ...] = ()
        self.saved: ScenarioDraft = draft
        self._past: list[ScenarioDraft] = []
        self._future: list[ScenarioDraft] = []
        self._topic = ""
        self._faults: tuple[ScenarioDraft | None, list[DraftFault]] = (None, [])
        self.there: dict[str, DraftCounter] = {}
        self.untenable: dict[int, str] = {}
        self.astray: tuple[tuple[str, int, str], ...] = ()
        self.turn_names: tuple[str, ...] = ()
        self.view = self._laid(draft)

    # -- as it looks ----------------------------------------------------------------------------------

    def _laid(self, draft: ScenarioDraft) -> View:
        """The board with a draft on it.

        :raises SetupError: if it cannot be laid out.
        """
        table = lay_out(draft.told(NAME))
        try:
            view, self.there, self.untenable = table.seen_whole(), table.counters(), dict(table.untenable())
            self.astray = tuple(table.astray())
            self.turn_names = self.turn_names or table.turn_names()
        finally:
            table.close()
        return view

    def unit(self, name: str) -> UnitView | None:
        """A counter as it appears."""
        return self.view.unit(name)

    def off_map(self, side: Side) -> list[UnitView]:
        """The counters of a side that lie in boxes."""
        return [unit for unit in self.view.units if unit.side is side and unit.hex < 0]

    def absent(self, side: Side) -> list[DraftCounter]:
        """Counters of a side, from other scenarios or formerly in this one, that are not laid out."""
        seen = {unit.id for unit in self.view.units}
        return [one for name, one in self.reserve.items() if one.side is side and name not in seen]

    @property
    def changed(self) -> bool:
        """Are there unsaved changes?"""
        return self.draft is not self.saved

    @property
    def held(self) -> frozenset[str]:
        """Labels of the hexes the Axis holds."""
        return frozenset(spot.label for spot in self.view.board.hexes if self.view.control[spot.index] is Side.AXIS)

    @property
    def checked(self) -> bool:
        """Has the present draft been searched for faults?"""
        return self._faults[0] is self.draft

    def faults(self) -> list[DraftFault]:
        """Everything wrong with the present draft: the scenario's grammar, then illegal positions."""
        if not self.checked:
            hexes = self.view.board.hexes
            crowds = [
                DraftFault(f"{hexes[index].label}: {why}", next((u.id for u in self.view.at(index)), ""))
                for index, why in self.untenable.items()
            ]
            strays = [DraftFault(f"{hexes[index].label}: {why}", name) for name, index, why in self.astray]
            self._faults = (self.draft, [*draft_faults(self.draft, NAME), *crowds, *strays, *self._late()])
        return self._faults[1]

    @property
    def late(self) -> list[str]:
        """Counters waiting for a turn that is over when the scenario begins."""
        first = self.draft.scenario.start_turn
        return [one.id for one in self.draft.counters.values() if 0 <= turn_of(one.box) < first]

    def bring_on(self) -> bool:
        """Have late counters come in the first turn, or wait to be placed in a game without arrivals then."""
        box = self.rules.terms.overdue or f"turn:{self.draft.scenario.start_turn}"
        return self.do(self.draft.boxed(self.late, box))

    def _late(self) -> list[DraftFault]:
        first, late = self.draft.scenario.start_turn, self.late
        word = "counter is due" if len(late) == 1 else "counters are due"
        return [DraftFault(f"{len(late)} {word} before the first turn ({first})", late[0])] if late else []

    # -- orders ---------------------------------------------------------------------------------------

    def do(self, draft: ScenarioDraft, topic: str = "") -> bool:
        """Adopt a changed draft; False, and why, if it cannot be laid out.

        :param topic: changes of one topic that follow one another, as letters of a title, are taken back as one.
        """
        if draft == self.draft:
            return False
        try:
            self.view = self._laid(draft)
        except (SetupError, TableError) as error:
            self.view = self._laid(self.draft)
            self.tell(str(error))
            return False
        if not topic or topic != self._topic:
            self._past = [*self._past, self.draft][-MOST_BACK:]
        self.draft, self._future, self._topic = draft, [], topic
        self._drop_gone()
        return True

    def say(self, **words: object) -> bool:
        """Change one of the scenario's keys."""
        return self.do(self.draft.said(**words), "+".join(words))

    def undo(self) -> bool:
        """Undo the last change."""
        return self._step(self._past, self._future, "There is nothing to undo.")

    def redo(self) -> bool:
        """Redo the change last undone."""
        return self._step(self._future, self._past, "There is nothing to redo.")

    @property
    def steps(self) -> tuple[int, int]:
        """How many changes can be undone, and how many redone."""
        return len(self._past), len(self._future)

    def _step(self, source: list[ScenarioDraft], target: list[ScenarioDraft], nothing: str) -> bool:
        if not source:
            self.tell(nothing)
            return False
        target.append(self.draft)
        self.draft, self._topic = source.pop(), ""
        self.view = self._laid(self.draft)
        self._drop_gone()
        return True

    def _drop_gone(self) -> None:
        self.picked = tuple(name for name in self.picked if self.unit(name) is not None or name in self.reserve)

    # -- counters -------------------------------------------------------------------------------------

    def pick(self, name: str, add: bool = False) -> None:
        """Pick up a counter, or with ``add`` one more of the same side, or put it back."""
        first = self.counter(self.picked[0]) if self.picked else None
        mine = self.counter(name)
        if not add or first is None or mine is None or first.side is not mine.side:
            self.picked = () if self.picked == (name,) and not add else (name,)
        elif name in self.picked:
            self.picked = tuple(other for other in self.picked if other != name)
        else:
            self.picked = (*self.picked, name)

    def counter(self, name: str) -> DraftCounter | None:
        """A counter as the scenario will have it: named by it, brought in by the rules, or in reserve."""
        return self.draft.counters.get(name) or self.there.get(name) or self.reserve.get(name)

    def _with(self, names: Sequence[str]) -> ScenarioDraft:
        """The draft with these counters named in it."""
        new = [one for name in names if name not in self.draft.counters and (one := self.counter(name)) is not None]
        return self.draft.joined(new) if new else self.draft

    def put(self, index: int) -> bool:
        """Place the counters in hand in a hex; False, and why, if they may not stand there."""
        names, label = self.picked, self.view.board.hexes[index].label
        before, was = self.draft, self.untenable.get(index)
        if not names or not self.do(self._with(names).placed(names, label)):
            return False
        why = self.untenable.get(index)
        if why and why != was:
            self.undo()
            self._future.clear()
            assert self.draft is before
            self.tell(f"Cannot be placed in {label}: {why}.")
            return False
        return True

    def box(self, name: str) -> bool:
        """Move the counters in hand to a box off the map."""
        return bool(self.picked) and self.do(self._with(self.picked).boxed(self.picked, name))

    def leave_out(self) -> bool:
        """Leave the counters in hand out of the scenario; they go to the tray."""
        names = self.picked
        for name in names:
            if (one := self.counter(name)) is not None:
                self.reserve.setdefault(name, replace(one, hex="", box="", zone="", lost=0, dispersed=False))
        done = bool(names) and self.do(self.draft.without(names))
        self.picked = () if done else self.picked
        return done

    def mark(self, **marks: object) -> bool:
        """Give the counters in hand other marks: steps lost, a zone."""
        return bool(self.picked) and self.do(self._with(self.picked).marked(self.picked, **marks))

    def copy(self) -> bool:
        """Add a counter like the first in hand, under a free id, in the same place and in hand."""
        first = self.counter(self.picked[0]) if self.picked else None
        if first is None:
            return False
        taken = {*self.draft.counters, *self.there, *self.reserve}
        stem = first.id[:36]
        name = next(name for n in range(2, 10_000) if (name := f"{stem}-{n}") not in taken)
        if self.do(self._with([first.id]).joined([replace(first, id=name)])):
            self.picked = (name,)
            return True
        return False

    def steps_of(self, name: str) -> int:
        """The full number of steps of a counter."""
        one = self.counter(name)
        kind = self.rules.figures.classes().get(one.kind) if one is not None else None
        return int(kind.steps) if kind is not None and self.rules.terms.lasting else 1


def turn_of(box: str) -> int:
    """The turn in which the counters of a box come; -1 for another box."""
    word, colon, turn = box.partition(":")
    return int(turn) if word == "turn" and colon and turn.isdecimal() else -1


# -- Saving an edited set-up as a scenario, from a dialog. -----------------------------------------------------------

LONGEST_NAME = 60


class SaveDialog:
    """Asks for the name of the file; ``path``: where it was last written, None before."""

    def __init__(self, desk: DraftDesk, path: Path | None = None) -> None:
        self.desk, self.path = desk, path
        self.open, self.fresh, self.name, self.problem = False, False, "", ""

    def ask(self) -> None:
        """Open the dialog with the last name or a free one."""
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
            ui.label("File name, and id of the scenario")
            if self.fresh:
                ui.suggest("scenario name")
                self.fresh = False
            self.name = ui.entry("scenario name", self.name, limit=80)
            if ui.submitted("scenario name"):
                done = "saved"
            there = self._there()
            if there:
                ui.text(f"[warn]{escape(there.name)} already exists[/] and will be overwritten.", "small")
            faults = self.desk.faults()
            for fault in faults[:3]:
                ui.text(f"[bad]•[/] {escape(fault.text)}", "small")
            if len(faults) > 3:
                ui.text(f"[bad]and {len(faults) - 3} more faults[/], see the Faults tab", "small")
            if self.problem:
                ui.text(f"[bad]Not saved:[/] {escape(self.problem)}", "small")
            with ui.flow():
                if ui.button("Save scenario", "Enter", kind="primary", fill=False):
                    done = "saved"
                if ui.button("Save and play scenario", fill=False):
                    done = "play"
                if ui.button("Cancel", "Esc", fill=False):
                    self.open = False
        if dialog.cancelled:
            self.open = False
        return done if done and self._save() else ""

    def _titled(self) -> ScenarioDraft:
        """The draft; without a title of its own it takes that of its file."""
        draft, before = self.desk.draft, self.path.stem if self.path is not None else ""
        if draft.scenario.title in (draft.base.title, title_of(before)) and self.name != before:
            return draft.said(title=title_of(self.name) or draft.base.title)
        return draft

    def _there(self) -> Path | None:
        """The player's file of this name, if any."""
        try:
            path = own_folder() / f"{self.name}.toml"
            return path if self.name and path.exists() else None
        except (OutputError, OSError, ValueError):
            return None

    def _save(self) -> bool:
        """Write the file; False, and why, if it fails."""
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
