"""Where something is.  Finds a hex, a city or a unit by name."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import View
from ecs.core.glossary import Glossary
from game.ui.interaction.click_commands import place_name
from game.ui.panels.text.descriptions import full_name
from game.ui.widgets import Item, Ui

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
