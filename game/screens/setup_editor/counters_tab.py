"""The counters of a set-up that is edited: what is in hand and what can be done with it, and the tray."""

from __future__ import annotations

from collections.abc import Callable

from ecs import Side
from ecs.core.view import UnitView
from game.screens.setup_editor.draft_desk import DraftDesk, turn_of
from game.ui.map_view import Table
from game.ui.panels.inspector import picture
from game.ui.panels.text.descriptions import class_name
from game.ui.widgets import Item, Ui, escape

FACE = 56
ROWS, REST = 300, 470  # of the tray: at least so high, and less than the window by so much, at 100 %
NO_ZONE = "No set-up zone"
HOW = (
    "Click a counter to lift it, then a hex to put it there; or drag it. Shift adds counters to the hand; a second "
    "click takes the next of the stack, a double click spreads it out. The tray below has all that is not on the map."
)


class CountersTab:
    """Declares the tab; remembers which tray is open and what it is searched for."""

    def __init__(self, desk: DraftDesk, table: Table) -> None:
        self.desk, self.table = desk, table
        self.side, self.wanted = 0, ""

    def build(self, ui: Ui) -> None:
        """What is in hand, then the tray."""
        if self.desk.picked:
            self._hand(ui)
        else:
            ui.text(HOW, "small", "muted")
        ui.separator()
        self._tray(ui)

    # -- in hand --------------------------------------------------------------------------------------

    def _hand(self, ui: Ui) -> None:
        desk = self.desk
        name = desk.picked[0]
        one, unit = desk.counter(name), desk.unit(name)
        if one is None:
            return
        if unit is not None:
            self._face(ui, unit)
        else:
            ui.label(f"{name}, {desk.rules.glossary.kind(one.kind)}", bold=True)
        if len(desk.picked) > 1:
            ui.label(f"and {len(desk.picked) - 1} more: {', '.join(desk.picked[1:])}", "small", "muted")
        ui.label(self._where(unit), "small", "muted")
        most = min(desk.steps_of(other) for other in desk.picked) - 1
        if most > 0:
            lost = round(ui.slider("Steps lost", min(one.lost, most), 0, most, name="lost"))
            if lost != one.lost:
                desk.mark(lost=lost)
        if desk.rules.terms.dispersed:
            dispersed = ui.checkbox("Dispersed", one.dispersed)
            if dispersed != one.dispersed:
                desk.mark(dispersed=dispersed)
        self._zones(ui, one.zone)
        self._boxes(ui, one.box)
        with ui.flow():
            if ui.button("Leave out", "Del", fill=False, name="leave out", intent="leave_out"):
                desk.leave_out()
            if ui.button("One more like it", fill=False, name="copy"):
                desk.copy()
            if ui.button("Put down", "Esc", fill=False, name="put down"):
                desk.picked = ()

    def _face(self, ui: Ui, unit: UnitView) -> None:
        """The counter with its name and figures."""
        terms = self.desk.rules.glossary
        size = ui.px(FACE)
        with ui.row(-FACE - 8, 1):
            rect = ui.place(size, size)
            picture(ui, self.table.counters, unit, (rect.x, rect.y), size)
            with ui.column(gap=2):
                ui.label(f"{unit.name}, {class_name(terms, unit)}", bold=True)
                ui.label(terms.figures(unit), "small", "muted")

    def _where(self, unit: UnitView | None) -> str:
        if unit is None:
            return "Not in this scenario: click a hex to deploy it."
        if unit.hex < 0:
            return f"Off the map: {self._box_words(unit.box)}. Click a hex to deploy it."
        return f"In {self.desk.view.board.hexes[unit.hex].label}. Click another hex to move it."

    def _box_words(self, box: str) -> str:
        turn = turn_of(box)
        if turn >= 0:
            names = dict(enumerate((name for name, _ in self.desk.view.turn_track), 1))
            return f"comes in turn {turn}" + (f" ({names[turn]})" if turn in names else "")
        word, colon, rest = box.partition(":")
        known = {found.name: found.meaning for found in self.desk.rules.terms.boxes}
        return known.get(box) or f"{known.get(f'{word}{colon}', word)} {rest}".strip()

    def _zones(self, ui: Ui, zone: str) -> None:
        """The set-up zone, where the scenario has some."""
        zones = self.desk.draft.scenario.zones
        if not zones:
            return
        names = ["", *zones]
        now = names.index(zone) if zone in names else 0
        titles = [NO_ZONE, *(f"Set-up zone: {found.title}" for found in zones.values())]
        chosen = ui.dropdown("zone", titles, now, tooltip="Where the owner may move it about before the first turn.")
        if chosen != now:
            self.desk.mark(zone=names[chosen])

    def _boxes(self, ui: Ui, box: str) -> None:
        """The box off the map, and the turn in which the counter comes."""
        desk = self.desk
        boxes = [found for found in desk.rules.terms.boxes if found.name == "turn:" or not found.name.endswith(":")]
        names = ["", *(found.name for found in boxes)]
        turn = turn_of(box)
        now = names.index("turn:" if turn >= 0 else box) if turn >= 0 or box in names else 0
        titles = ["On the map" if not box else "In another box", *(f"Box: {found.meaning}" for found in boxes)]
        chosen = ui.dropdown("box", titles, now, tooltip="Off the map, in a box.")
        first, last = desk.draft.scenario.start_turn, desk.draft.scenario.turns
        if chosen not in (now, 0):
            desk.box(f"turn:{min(first + 1, last)}" if names[chosen] == "turn:" else names[chosen])
        elif turn >= 0:
            wanted = round(ui.slider("Comes in turn", turn, 1, max(turn, last), name="turn"))
            if wanted != turn:
                desk.box(f"turn:{wanted}")

    # -- the tray -------------------------------------------------------------------------------------

    def _tray(self, ui: Ui) -> None:
        """All counters of a side that are not on the map; one that is chosen is in hand."""
        self.side = ui.tabs("tray side", ("Axis, off the map", "Soviets, off the map"), self.side)
        side = sorted(Side)[self.side]
        self.wanted = ui.entry("find", self.wanted, hint="Find a counter", limit=40)
        rows = [row for row in self._rows(side) if self.wanted.casefold() in f"{row[1]} {row[2]} {row[3]}".casefold()]
        names = [row[0] for row in rows]
        now = names.index(self.desk.picked[0]) if self.desk.picked and self.desk.picked[0] in names else -1
        items = [Item(text, right, below) for _, text, right, below in rows]
        chosen = ui.listbox(
            "tray", items, now, max(ROWS, ui.size[1] / ui.scale - REST), hint="All counters are on the map."
        )
        if chosen != now and 0 <= chosen < len(names):
            self.desk.picked = (names[chosen],)
            ui.unstable = True

    def _rows(self, side: Side) -> list[tuple[str, str, str, str]]:
        """Id, name, box and class of the counters of a tray: by box, then the absent ones."""
        terms = self.desk.rules.glossary
        units = sorted(self.desk.off_map(side), key=lambda u: (turn_of(u.box) < 0, turn_of(u.box), u.box, u.name))
        lying = [(u.id, u.name, _short_box(u.box), f"{class_name(terms, u)}  {u.factors}".strip()) for u in units]
        absent = sorted(self.desk.absent(side), key=lambda one: (one.kind, one.id))
        return [*lying, *((one.id, one.id, "left out", terms.kind(one.kind)) for one in absent)]


def _short_box(box: str) -> str:
    turn = turn_of(box)
    return f"turn {turn}" if turn >= 0 else box


def fault_list(ui: Ui, desk: DraftDesk, show: Callable[[str], None]) -> None:
    """The faults of the draft; one that is about a counter leads to it."""
    faults = desk.faults()
    if not faults:
        ui.text("[good]No faults.[/] The scenario can be begun as it is.")
    for number, fault in enumerate(faults):
        with ui.scope(f"fault{number}"), ui.row(4, 1) if fault.counter else ui.row(1):
            ui.text(f"[bad]•[/] {escape(fault.text)}", "small")
            if fault.counter and ui.button("Show", name="show"):
                show(fault.counter)
    if desk.late and ui.button("Let the late counters come in the first turn", name="bring on"):
        desk.bring_on()
