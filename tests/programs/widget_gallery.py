"""Every widget on one page, for tests and for looking at."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from game.ui.widgets import Item, MenuItem, Ui

TERRAIN = ["Clear", "Forest", "Swamp", "Hills", "Major river", "City", "Mountain pass in deep snow"]
UNITS = [Item(f"{n}. Panzer-Division", "6-8", "3rd Panzer Corps · in supply") for n in range(1, 15)]
CRT = [
    ("1", "A1", "–", "D1", "D1", "D2"),
    ("2", "A1", "A1", "–", "D1", "D1"),
    ("3", "–", "A1", "D1r", "D1", "DE"),
    ("4", "A2", "–", "D1r", "D2", "DE"),
]


@dataclass
class Gallery:
    """The values the widgets show, and what happened to them."""

    done: list[str] = field(default_factory=list)
    tab: int = 0
    mute: bool = True
    fog: bool = False
    side: int = 1
    volume: float = 70
    terrain: int = 4
    name: str = "Sixth Army"
    unit: int = 2
    dialog: bool = False

    def build(self, ui: Ui) -> None:
        """Declare everything."""
        wide, high = ui.size
        bar = max(ui.px(48), ui.height_of("bar") + ui.px(14))
        with ui.panel("bar", Rect(0, 0, wide, bar), pad=7, radius=0), ui.flow():
            ui.label("Darkest Crusade", "heading")
            ui.label("Turn 4 of 26 · 12 July 1941 · Dry", color="muted")
            if ui.button(
                "End Combat — 2 battles open",
                "Ctrl+Enter",
                kind="primary",
                intent="end_phase",
                guarded=True,
                fill=False,
                tooltip="Ends the phase. [Rule 8.1](rule:8.1)",
            ):
                self.done.append("end phase")
        third = (wide - ui.px(32)) // 3
        left = Rect(ui.px(8), bar + ui.px(8), third, high - bar - ui.px(16))
        with ui.panel("left", left, "Orders"):
            self._left(ui)
        middle = left.move(third + ui.px(8), 0)
        with ui.panel("middle", middle, "Settings"):
            self._middle(ui)
        with ui.panel("right", middle.move(third + ui.px(8), 0)):
            self._right(ui)
        self._over(ui)

    def _left(self, ui: Ui) -> None:
        ui.text(
            "**3rd Panzer Corps** may attack [warn]Kiev[/] at 3-1. [Rule 8.3](rule:8.3) says a major river "
            "[good]halves[/] attackers across it; [bad]one battle[/] is still open."
        )
        with ui.row(1, 1):
            if ui.button("Attack", "B", kind="primary", tooltip="Open the battle planner."):
                self.done.append("attack")
            if ui.button("Move", "Ctrl+M"):
                self.done.append("move")
        with ui.row(1, 1):
            ui.button("Undo", "Ctrl+Z", enabled=False, tooltip="A die was rolled.")
            if ui.button("Delete game", kind="danger"):
                self.dialog = True
        with ui.flow():
            ui.button("Fit", kind="quiet", fill=False)
            ui.button("Supply", "1", pressed=True, fill=False)
            ui.button("", icon="up", fill=False, tooltip="Larger", name="zoom in")
            if ui.button("Menu", icon="down", fill=False):
                ui.open_menu("unit", ui.mouse)
        ui.progress(0.62, "Computer thinks: Soviet movement 62 %")
        self.unit = ui.listbox("units", UNITS, self.unit, 200)
        if ui.opened("units"):
            self.done.append(f"opened {self.unit}")

    def _middle(self, ui: Ui) -> None:
        self.mute = ui.checkbox("Mute when another window is in front", self.mute)
        self.fog = ui.checkbox("Fog of war", self.fog, tooltip="Enemy stacks show only their top counter.")
        self.side = ui.radio("side", ("Axis", "Soviet", "Both"), self.side)
        self.volume = ui.slider("Effects", self.volume, 0, 100, 5, shown=lambda value: f"{value:.0f} %")
        with ui.row(1, 2):
            ui.label("Terrain")
            self.terrain = ui.dropdown("terrain", TERRAIN, self.terrain)
        with ui.row(1, 2):
            ui.label("Name")
            self.name = ui.entry("name", self.name, hint="Name of the save")
        if ui.submitted("name"):
            self.done.append(f"named {self.name}")
        ui.label("A quiet remark in small type, long enough to need a second line in this column.", "small", "muted")

    def _right(self, ui: Ui) -> None:
        self.tab = ui.tabs("tabs", ("Odds", "Log", "Help"), self.tab)
        ui.grid("crt", ("Die", "1-2", "1-1", "2-1", "3-1", "4-1"), CRT)
        ui.separator()
        ui.heading("Battle of Kiev")
        ui.label("Donaudampfschifffahrtsgesellschaft and Днепропетровск, Łódź, Kişinev", one_line=True)
        ui.text("Attack **18** against **6**: [accent]3-1[/]. " * 6, "small")

    def _over(self, ui: Ui) -> None:
        picked = ui.menu("unit", [MenuItem("Move", "click"), MenuItem("Entrench", "E", False), MenuItem("Guard", "G")])
        if picked is not None:
            self.done.append(f"menu {picked}")
        if self.dialog:
            answer = ui.dialog(
                "delete",
                "Delete this game?",
                "“Sixth Army” goes for good; its **log** is kept.",
                ("Delete", "Keep"),
                danger=True,
            )
            self.dialog = not answer
            if answer:
                self.done.append(answer)
