"""The rules pages of all games, with their tables and links, and the keys."""

from __future__ import annotations

import re

from pygame import Rect

from ecs import RULESETS
from game.app.intents import Intent
from game.app.key_bindings import ACTIONS
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.ui.help.help_card import Card, Meant
from game.ui.help.rules_pages import Grid, Section, read_pages, section_of
from game.ui.widgets import Item, Ui, escape

KEYS_TITLE = "Keys and mouse"
WIDE = 900  # pixels at 100 %; longer lines are hard to read


class Rules(Scene):
    """The rules pages; the game is chosen at the top."""

    def __init__(self, kit: SharedResources, ruleset: str, rule: str = "") -> None:
        self.kit = kit
        self.words = ""
        self.turn_to(ruleset, rule)

    def open_rules(self, game: str, rule: str) -> bool:
        """Show the page of a game."""
        self.turn_to(game, rule)
        self.redraw()
        return True

    def turn_to(self, ruleset: str, rule: str = "") -> None:
        """Open a game's page at a rule."""
        self.game = ruleset if ruleset or not RULESETS else next(iter(RULESETS))
        self.sections, self.problem = read_pages(self.game)
        self._listed = [*self.sections, self._keys()]
        self.row = section_of(self.sections, rule)
        self._revealed = self._built = False

    def update(self, dt: float) -> None:
        """Scroll the list to the section asked for, once."""
        del dt
        region = next((r for r in self.app.ui.regions if r.id.endswith("/sections")), None)
        if region is not None and self._built and not self._revealed:
            self._revealed = True
            row_high = (region.content or region.most + region.rect.height) // max(1, len(self.listed()))
            self.app.ui.scroll_to(region, (self.row - 3) * row_high)

    @property
    def animating(self) -> bool:
        """True until the list has scrolled."""
        return not self._revealed

    def listed(self) -> list[Section]:
        """All sections, with the keys as the last."""
        return self._listed

    def _keys(self) -> Section:
        keymap = self.kit.app.inputs.keymap
        rows = tuple((escape(", ".join(keymap.keys(a.name)) or "—"), escape(a.label)) for a in ACTIONS)
        mouse = "**Mouse**: " + escape(keymap.style.about)
        return Section(KEYS_TITLE, 1, "", (mouse, Grid(("Key", "What it does"), rows)))

    def build(self, ui: Ui) -> None:
        """Games and sections on the left, text on the right."""
        margin, gap = ui.px(14), ui.px(8)
        area = Rect(margin, margin, ui.size[0] - 2 * margin, ui.size[1] - 2 * margin)
        side = min(ui.px(320), area.width * 27 // 100 if ui.text_scale > 1.4 else area.width * 2 // 5)
        with ui.panel("contents", Rect(area.x, area.y, side, area.height), "Rules and help", pad=12):
            if ui.button("Back", "Esc", kind="primary"):
                self.app.pop()
                return
            self._games(ui)
            self.words = ui.entry("search", self.words, hint="Search the rules")
            found = self._matching()
            items = [Item("  " * (s.level - 1) + s.title) for _, s in found]
            rows = [index for index, _ in found]
            row = rows.index(self.row) if self.row in rows else (0 if rows else -1)
            high = max(120, area.height / ui.scale - 235)
            row = ui.listbox("sections", items, row, high, hint="Nothing found.")
            if rows and rows[row] != self.row:
                self._go(rows[row])
        page = Rect(area.x + side + gap, area.y, area.width - side - gap, area.height)
        with ui.panel("page", page, pad=10 if ui.text_scale > 1.4 else 24):
            self._page(ui)
        self._built = True

    def _games(self, ui: Ui) -> None:
        """The choice of a game, each with its page."""
        games = list(RULESETS)
        now = games.index(self.game) if self.game in games else 0
        chosen = ui.dropdown("game", [RULESETS[name].title for name in games], now)
        if chosen != now:
            self.turn_to(games[chosen])
            ui.scrolled.pop("page:body", None)

    def _go(self, row: int) -> None:
        self.row = row
        self.app.ui.scrolled.pop("page:body", None)

    def _matching(self) -> list[tuple[int, Section]]:
        wanted = self.words.strip().casefold()
        whole = list(enumerate(self.listed()))
        if not wanted:
            return whole
        return [(i, s) for i, s in whole if wanted in s.words.casefold()]

    def _page(self, ui: Ui) -> None:
        listed = self.listed()
        if self.problem and self.row == 0:
            ui.text(f"[warn]{escape(self.problem)}[/]")
        section = listed[min(self.row, len(listed) - 1)]
        followed = ""
        ui.label(section.title, "title")
        last = self.row + 1
        while section.level > 1 and last < len(listed) and listed[last].level > section.level:
            last += 1
        for part in listed[self.row : last]:
            if part is not section:
                ui.heading(part.title)
            with ui.scope(part.title):
                followed = self._section(ui, part) or followed
        if last < len(listed):
            ui.space(8)
            following = listed[last]
            if ui.button(f"Next: {following.title}", name="next section", fill=False):
                self._go(last)
        if followed.startswith("rule:"):
            self._go(section_of(self.sections, followed))

    def _section(self, ui: Ui, part: Section) -> str:
        """Paragraphs and tables; returns the link followed."""
        followed = ""
        for number, paragraph in enumerate(part.paragraphs):
            if isinstance(paragraph, Grid):
                used = ui.grid(f"table{number}", paragraph.head, paragraph.rows)
            else:
                used = self._paragraph(ui, paragraph, number)
            followed = used or followed
        return followed

    def _paragraph(self, ui: Ui, text: str, number: int) -> str:
        """A paragraph no wider than is easy to read; search words are marked."""
        with ui.row(-min(WIDE, ui.layout.width_for(10**5, fill=True) / ui.scale)):
            return ui.text(self._marked(text), "large" if ui.text_scale < 1.5 else "body", name=f"p{number}")

    def _marked(self, text: str) -> str:
        wanted = self.words.strip()
        if len(wanted) < 3 or not wanted.isalpha():
            return text
        return re.sub(rf"(?i)(?<![\w\[:/]){wanted}(?![\]\(])", lambda m: f"[good]{m[0]}[/]", text)

    def explain(self, meant: Meant) -> Card | None:
        """For a link to another rule, the beginning of that rule."""
        from game.ui.help.screen_help import rule_card

        if meant.kind == "link" and ":rule:" in meant.name:
            return rule_card(self.game, meant.name.rpartition("rule:")[2].partition("#")[0])
        row = meant.last.removeprefix("row")
        if meant.kind == "row" and "/sections/" in meant.name and row.isdigit():
            found = self._matching()[int(row)][1]
            if found.rule:
                return rule_card(self.game, found.rule)
        return super().explain(meant)

    def handle(self, intent: Intent) -> bool:
        """Follow links to other rules on this screen."""
        if intent.name == "link" and intent.text.startswith("rule:"):
            self._go(section_of(self.sections, intent.text))
            return True
        return False
