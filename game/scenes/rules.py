"""What do the rules say?  Rule pages and help, as text that scrolls, with a list of sections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pygame import Rect

from game.input import Intent
from game.keymap import ACTIONS
from game.paths import data_root
from game.scenes.base import Scene
from game.scenes.kit import Kit
from game.ui import Item, Ui, escape

LARGEST = 1_000_000
_HEADING = re.compile(r"^(#{1,4})\s+(.*?)\s*#*$")
_NUMBER = re.compile(r"^\W*(?:Rule\s+|Chapter\s+)?(\d+(?:\.\d+)*)")
KEYS_TITLE = "Keys and mouse"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it, as marked-up paragraphs; ``rule`` is its number or ""."""

    title: str
    level: int
    rule: str
    paragraphs: tuple[str, ...]


def rules_folder() -> Path:
    """Where the rule pages are."""
    return data_root() / "docs" / "rules"


def read_pages(ruleset: str, folder: Path | None = None) -> tuple[list[Section], str]:
    """The sections of a ruleset's page; else a sentence that says why there are none."""
    path = (folder or rules_folder()) / f"{ruleset}.md"
    try:
        text = path.read_text(encoding="utf-8")[:LARGEST]
    except (OSError, UnicodeDecodeError):
        return [], f"There is no rules page for {ruleset or 'this game'} here ({path.name})."
    return sections(text), ""


def sections(text: str) -> list[Section]:
    """A Markdown text cut at its headings."""
    out: list[Section] = []
    title, level, lines = "", 1, list[str]()
    for line in text.splitlines():
        found = _HEADING.match(line)
        if found:
            _close(out, title, level, lines)
            title, level, lines = found[2], len(found[1]), []
        else:
            lines.append(line)
    _close(out, title, level, lines)
    return out


def _close(out: list[Section], title: str, level: int, lines: list[str]) -> None:
    if title or any(line.strip() for line in lines):
        number = _NUMBER.match(title)
        out.append(Section(plain_markdown(title), level, number[1] if number else "", tuple(paragraphs(lines))))


def paragraphs(lines: list[str]) -> list[str]:
    """Lines joined to paragraphs; list items and table rows stay by themselves."""
    out: list[str] = []
    fresh = True
    for line in lines:
        bare = line.strip()
        if not bare or set(bare) <= set("|-: "):
            fresh = True
            continue
        item = re.match(r"^(?:[-*+]|\d+\.)\s+", bare)
        if bare.startswith("|"):
            out.append(markup(" · ".join(cell.strip() for cell in bare.strip("|").split("|"))))
            fresh = True
        elif item or fresh:
            out.append(
                ("• " if item and not bare[0].isdigit() else "")
                + markup(bare[item.end() :] if item and not bare[0].isdigit() else bare)
            )
            fresh = False
        else:
            out[-1] += " " + markup(bare)
    return out


def plain_markdown(text: str) -> str:
    """A heading without its marks."""
    return re.sub(r"[*`_]|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or "", text)


def markup(text: str) -> str:
    """A line of Markdown in the marks of the widgets: bold stays, links keep their words."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(\*\*)", text.replace("`", ""))
    return "".join(part if part == "**" else escape(part.replace("*", "")) for part in parts)


def section_of(found: list[Section], rule: str) -> int:
    """The section that holds a rule: "9.2.3" is in "9.2", else in "9"; 0 if nothing fits."""
    wanted = (re.search(r"\d+(?:\.\d+)*", rule) or [""])[0]
    while wanted:
        for index, section in enumerate(found):
            if section.rule == wanted:
                return index
        wanted = wanted.rpartition(".")[0]
    return 0


class Rules(Scene):
    """The rule pages of a game, and the keys."""

    def __init__(self, kit: Kit, ruleset: str, rule: str = "") -> None:
        self.kit = kit
        self.sections, self.problem = read_pages(ruleset)
        self.row = section_of(self.sections, rule)
        self.words = ""
        self._revealed = False

    def update(self, dt: float) -> None:
        """Bring the section that was asked for into the list, once."""
        del dt
        region = next((r for r in self.app.ui.regions if r.id.endswith("/sections")), None)
        if region is not None and not self._revealed:
            self._revealed = True
            row_high = (region.content or region.most + region.rect.height) // max(1, len(self.listed()))
            self.app.ui.scroll_to(region, (self.row - 3) * row_high)

    @property
    def animating(self) -> bool:
        """Until the list stands where it should."""
        return not self._revealed

    def listed(self) -> list[Section]:
        """All sections, with the keys as the last."""
        return [*self.sections, self._keys()]

    def _keys(self) -> Section:
        keymap = self.kit.app.inputs.keymap
        lines = ["**Mouse**: " + escape(keymap.style.about)]
        lines += [f"**{escape(', '.join(keymap.keys(a.name)) or '—')}** — {escape(a.label)}" for a in ACTIONS]
        return Section(KEYS_TITLE, 1, "", tuple(lines))

    def build(self, ui: Ui) -> None:
        """Sections left, text right."""
        margin, gap = ui.px(14), ui.px(8)
        area = Rect(margin, margin, ui.size[0] - 2 * margin, ui.size[1] - 2 * margin)
        side = min(ui.px(320), area.width * 2 // 5)
        found = self._matching()
        with ui.panel("contents", Rect(area.x, area.y, side, area.height), "Rules and help", pad=12):
            if ui.button("Back", "Esc", kind="primary"):
                self.app.pop()
                return
            self.words = ui.entry("search", self.words, hint="Search the rules")
            items = [Item("  " * (section.level - 1) + section.title) for _, section in found]
            rows = [index for index, _ in found]
            row = rows.index(self.row) if self.row in rows else (0 if rows else -1)
            row = ui.listbox("sections", items, row, max(120, area.height / ui.scale - 190), hint="Nothing found.")
            if rows and rows[row] != self.row:
                self.row = rows[row]
                ui.scrolled.pop("page:body", None)
        with ui.panel("page", Rect(area.x + side + gap, area.y, area.width - side - gap, area.height), pad=24):
            self._page(ui)

    def _matching(self) -> list[tuple[int, Section]]:
        wanted = self.words.strip().casefold()
        whole = list(enumerate(self.listed()))
        if not wanted:
            return whole
        return [(i, s) for i, s in whole if wanted in f"{s.title} {' '.join(s.paragraphs)}".casefold()]

    def _page(self, ui: Ui) -> None:
        listed = self.listed()
        if self.problem and self.row == 0:
            ui.text(f"[warn]{escape(self.problem)}[/]")
        section = listed[min(self.row, len(listed) - 1)]
        ui.label(section.title, "title")
        last = self.row + 1
        while section.level > 1 and last < len(listed) and listed[last].level > section.level:
            last += 1
        for part in listed[self.row : last]:
            if part is not section:
                ui.heading(part.title)
            with ui.scope(part.title):
                for number, paragraph in enumerate(part.paragraphs):
                    ui.text(paragraph, "large" if section.title != KEYS_TITLE else "body", name=f"p{number}")
        if last < len(listed):
            ui.space(8)
            following = listed[last]
            if ui.button(f"Next: {following.title}", name="next section", fill=False):
                self.row = last
                ui.scrolled.pop("page:body", None)

    def handle(self, intent: Intent) -> bool:
        """Links to other rules stay on this screen."""
        if intent.name == "link" and intent.text.startswith("rule:"):
            self.row = section_of(self.sections, intent.text)
            return True
        return False
