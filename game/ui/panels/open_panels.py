"""The open panels of the table: the tab of the side column, log, small map, legend, dialogs, warnings."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs import View
from ecs.core.glossary import Glossary
from game.ui.descriptions import full_name
from game.ui.interaction.click_commands import place_name
from game.ui.interaction.controller import TableController
from game.ui.panels.arrivals_box import ArrivalsState
from game.ui.panels.journal import Journal
from game.ui.panels.phase_end import Check
from game.ui.widgets import Item, Ui

# -- Where something is.  Finds a hex, a city or a unit by name. -----------------------------------------------------

MOST = 30


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was found: its hex, and the unit if it is one."""

    text: str
    hex: int
    unit: str = ""


def search(terms: Glossary, view: View, words: str) -> list[Found]:
    """Hexes by number or name, then units by name; nothing for no words."""
    wanted = words.strip().casefold()
    if not wanted:
        return []
    out = [Found(place_name(view.board, index), index) for index in view.board.find(wanted)]
    for unit in view.units:
        if unit.hex >= 0 and wanted in f"{unit.name} {unit.id}".casefold() and not unit.id.startswith("?"):
            out.append(Found(f"{full_name(terms, unit)} at {place_name(view.board, unit.hex)}", unit.hex, unit.id))
    return out[:MOST]


class Finder:
    """The find dialog."""

    def __init__(self) -> None:
        self.words, self.row = "", 0

    def build(self, ui: Ui, terms: Glossary, view: View) -> Found | bool | None:
        """Declare it: what was chosen, True when it is left, None while it is open."""
        with ui.modal("find", "Find a hex, city or unit", 460, veil=60) as dialog:
            words = ui.entry("find", self.words, hint="Kiev, G3, 4.A …")
            sent = ui.submitted("find")
            if words != self.words:
                self.words, self.row = words, 0
            found = search(terms, view, self.words)
            items = [Item(one.text) for one in found]
            self.row = ui.listbox("found", items, min(self.row, len(items) - 1), 240, hint="Type a name or a number.")
            if found and (sent or ui.opened("found")):
                return found[max(0, self.row)]
            with ui.row(1, 1):
                if ui.button("Go there", kind="primary", enabled=bool(found)) and found:
                    return found[max(0, self.row)]
                if ui.button("Close", "Esc"):
                    return True
        return True if dialog.cancelled else None


TABS = ("Hex", "Stack", "Planner", "Score", "Cup")
HEX, STACK, PLANNER, SCORE, CUP = range(5)
ORDERS = "orders"
"""The name of the menu that unfolds where a click has several meanings."""
PLAN_CARD = "planner"
"""The name of the planner where it lies as a card on the map."""


@dataclass(slots=True)
class OpenPanels:
    """What is open now; `checks` are warnings before a phase ends, `finder` is the find dialog.

    `plan_on_map`: the planner lies as a card beside the battle, and not in the column.
    """

    tab: int = HEX
    column_open: bool = False
    show_minimap: bool = True
    show_legend: bool = True
    log_open: bool = False
    menu_open: bool = False
    standing_open: bool = False
    plan_on_map: bool = False
    finder: Finder | None = None
    checks: list[Check] = field(default_factory=list)
    journal: Journal = field(default_factory=Journal)
    muster: ArrivalsState = field(default_factory=ArrivalsState)

    @property
    def only_warned(self) -> bool:
        """Are there warnings, all of which can be overruled?"""
        return bool(self.checks) and all(check.kind for check in self.checks)

    def turn_to(self, tab: int) -> None:
        """Open the column at this tab."""
        self.tab, self.column_open = tab, True


class TabFollower:
    """Turns to the tab that fits what the player has just done."""

    def __init__(self, desk: TableController, panels: OpenPanels) -> None:
        self.desk, self.panels = desk, panels
        self._was: tuple[int, tuple[str, ...], int] = (-1, (), -1)
        self._phase = ""

    def follow(self, ui: Ui) -> None:
        """Look at what has changed since the last time."""
        desk, panels = self.desk, self.panels
        state, plans = desk.state, desk.plans
        now = (plans.target, state.selection, desk.here)
        if now[0] != self._was[0]:
            ui.scrolled.pop(f"tab{PLANNER}:body", None)
            ui.scrolled.pop(f"{PLAN_CARD}:body", None)
            more = (desk.terms.odds and bool(state.targets)) or bool(desk.quick.fights())
            panels.tab = PLANNER if now[0] >= 0 or more else STACK if state.selection else HEX
        elif now[1] != self._was[1] and now[1] and panels.tab != PLANNER:
            panels.tab = STACK
        elif now[2] != self._was[2] and not now[1] and panels.tab in (HEX, STACK):
            panels.tab = STACK if desk.view.at(desk.here) else HEX
        self._was = now
        if self._phase != self._now():
            self._phase = self._now()
            battles = bool(state.targets) and (desk.terms.odds or not desk.orders.by_unit)
            planning = battles or plans.target >= 0
            panels.tab = PLANNER if planning else HEX if panels.tab == PLANNER else panels.tab

    def settle(self, tab: int) -> None:
        """Show this tab, whatever was picked last."""
        self.panels.tab = tab
        self._was = (self.desk.plans.target, self.desk.state.selection, self.desk.here)
        self._phase = self._now()

    def _now(self) -> str:
        return f"{self.desk.view.turn} {self.desk.view.phase.id}"
