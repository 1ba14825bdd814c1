"""The log panel: its lines as one side may read them, in chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pygame import Rect

from ecs import View
from game.ui.descriptions import Follows, say
from game.ui.panels.event_log import (
    FILTERS,
    HEADLINES,
    PHASE,
    TURN,
    Chapter,
    Log,
    LogLine,
    by_place,
    folded_at_first,
    in_chapters,
    rows,
)
from game.ui.widgets import Ui, escape
from game.ui.widgets.core import PAD
from game.ui.widgets.layout import Column
from game.ui.widgets.style import drawing
from game.ui.widgets.style.theme import CONTRAST, DARK, mix

# -- The log on the screen: its latest news as a whisper, and opened a journal that can be folded and searched. ------

MOST = 300  # rows shown at once: fewer than the layouts of texts that are kept
BOTTOM = 10**6
INDENT, MARK, AGAIN = 16, 14, 24  # of a level, of the mark that folds, of the one that shows it again; at 100 %
BODY = "journal lines"


@dataclass(slots=True)
class Journal:
    """The reading state of the log: the filter, the search, and what was folded by hand.

    ``shown``: it is open; ``kept``: the chapters as they were last made, and of what; ``again``: the record of the line
    that is to be shown again on the map, -1 for none.
    """

    kind: str = "All"
    words: str = ""
    folds: dict[str, bool] = field(default_factory=dict)
    found: dict[str, bool] = field(default_factory=dict)
    shown: bool = False
    kept: tuple[tuple[int, int, str, str], list[Chapter]] = ((-1, 0, "", ""), [])
    again: int = -1

    def by_hand(self) -> dict[str, bool]:
        """What was folded by hand; kept separately during a search."""
        return self.found if self.words.strip() else self.folds

    def folded(self, chapters: Sequence[Chapter]) -> dict[str, bool]:
        """Whether each chapter is folded; search results and headlines are unfolded at first."""
        hand, first = self.by_hand(), folded_at_first(chapters)
        few = bool(self.words.strip()) or self.kind == HEADLINES
        out: dict[str, bool] = {}
        for chapter in _all(chapters):
            out[chapter.key] = hand.get(chapter.key, not few and first(chapter))
        return out


def ticker(ui: Ui, log: Log, rect: Rect, key: str) -> bool:
    """Declare the whisper with the latest news if there is any, on one line; True when it is clicked, which opens the
    log.

    :param rect: where it may lie; it is no wider than what it says.
    """
    news = log.news() or LogLine("", (), (), "")
    told = by_place(news, log.session.game.board)
    ink, edge, gap = CONTRAST if ui.theme == CONTRAST else DARK, ui.px(10), ui.px(16)
    open_it = f"Log {key}".strip()
    more = ui.text_of.width(open_it, "small") + (gap if told else 0)
    said = ui.text_of.fit(told, "small", bool(news.great), rect.width - more - 2 * edge)
    wide = ui.text_of.width(said, "small", bool(news.great)) + more + 2 * edge
    place = Rect(rect.x, rect.y, min(wide, rect.width), rect.height)
    with ui.about(f"said:{news.rule}|{news.plain}"):
        name = ui.name("ticker")
        whole = escape(told) if said != told else ""
        ui.spot(name, "button", place, text=f"{told} {open_it}".strip(), tooltip=whole, focusable=False)
    ui.note(drawing.draw_whisper, place, ink.panel, ui.px(4))
    top = place.y + (place.height - ui.text_of.line_height("small")) // 2
    ui.note_text(said, (place.x + edge, top), ink.colour(news.great or "text"), "small", bool(news.great))
    ui.note_text(open_it, (place.right - edge - ui.text_of.width(open_it, "small"), top), ink.muted, "small")
    return ui.used(name) > 0


def journal(ui: Ui, out: Follows, log: Log, view: View, rect: Rect, state: Journal, key: str) -> bool:
    """Declare the log; False when it is to be closed."""
    fresh = log.fresh()
    pad = ui.px(8)
    ui.spot("panel:log", "panel", rect, focusable=False)
    ui.note_box(rect, ui.theme.panel, mix(ui.theme.panel, ui.theme.border, 0.7), 8)
    inside = rect.inflate(-2 * pad, -2 * pad)
    with ui.scope("log"):
        before = (state.kind, state.words)
        chapters = _found(log, view, state)
        with ui.area(inside, gap=4) as head:
            stays = _head(ui, state, chapters, key)
        if before != (state.kind, state.words):
            state.found.clear()
            chapters = _found(log, view, state)
        if not state.shown or before != (state.kind, state.words) or (fresh and ui.scrolled.get(BODY, 0) >= _most(ui)):
            ui.scrolled[BODY] = BOTTOM
        was_open, state.shown = state.shown, stays
        top = head.bottom + ui.px(8)
        below = Rect(inside.x, top, inside.width, max(0, inside.bottom - top))
        with ui.scrolling(BODY, below, gap=2):
            tall = _body(ui, out, chapters, state)
    high = top - rect.y + tall + pad
    ui.measured("journal:body", max(high, ui.height_of("journal")) if was_open else high)  # nothing moves in use
    return stays


def _found(log: Log, view: View, state: Journal) -> list[Chapter]:
    """The chapters to show, kept until something is written or searched for."""
    now = (len(log.lines()), log.edition, state.kind, state.words)
    if state.kept[0] != now:
        state.kept = now, in_chapters(log.lines(state.kind), view, state.words, empty=state.kind == "Turns")
    return state.kept[1]


def _all(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Chapters with all their sub-chapters."""
    out: list[Chapter] = []
    for chapter in chapters:
        out += [chapter, *_all([one for one in chapter.members if isinstance(one, Chapter)])]
    return out


def _most(ui: Ui) -> int:
    """How far the log could be scrolled, in pixels, when last declared."""
    return max((region.most for region in ui.regions if region.id == BODY), default=0)


# -- what stands over the lines ---------------------------------------------------------------------


def _head(ui: Ui, state: Journal, chapters: Sequence[Chapter], key: str) -> bool:
    """Filters, the search field, and the button that folds all; False when the log is to be closed."""
    wide = ui.layout.width_for(10**5, fill=True)
    folded = state.folded(chapters)
    all_shut = all(folded[chapter.key] for chapter in chapters)
    fold = "Unfold all" if all_shut else "Fold all"
    need = sum(ui.text_of.width(text) + 2 * ui.px(PAD) + ui.px(4) for text in (*FILTERS, "Unfold all", "Smaller"))
    need += ui.text_of.width(key, "small") + ui.px(PAD)
    if need <= wide:
        with ui.flow(gap=4):
            for name in FILTERS:
                if ui.button(name, name=f"filter {name}", pressed=name == state.kind, fill=False):
                    state.kind = name
            flip = ui.button(fold, name="fold all", enabled=bool(chapters), fill=False)
            stays = not ui.button("Smaller", key, name="log size", fill=False)
    else:
        with ui.row(1, 1, 1, gap=4):
            state.kind = FILTERS[ui.dropdown("filter", FILTERS, FILTERS.index(state.kind))]
            flip = ui.button(fold, name="fold all", enabled=bool(chapters))
            stays = not ui.button("Smaller", key, name="log size")
    state.words = ui.entry("search", state.words, hint="Search: a place, a unit, a month …")
    if flip:
        hand = state.by_hand()
        hand.clear()
        hand.update({chapter.key: not all_shut for chapter in chapters})
    return stays


# -- the lines --------------------------------------------------------------------------------------


def _body(ui: Ui, out: Follows, chapters: Sequence[Chapter], state: Journal) -> int:
    """Declare headings and lines; pixels they take."""
    column = ui.layout
    start = column.y
    folded = state.folded(chapters)
    shown = list(rows(chapters, lambda chapter: folded[chapter.key]))
    if not shown:
        ui.label("Nothing found." if state.words.strip() else "The log is empty.", color="muted")
    elif state.words.strip():
        total = sum(chapter.total for chapter in chapters)
        ui.label(f"{total} line{'s' if total != 1 else ''} found", "small", "muted")
    if len(shown) > MOST:
        ui.text(f"{len(shown) - MOST} earlier lines hidden. Search, or fold the chapters below.", "small", "muted")
    for number, row in enumerate(shown[-MOST:]):
        if isinstance(row, Chapter):
            if _heading(ui, row, folded[row.key]):
                state.by_hand()[row.key] = not folded[row.key]
                ui.scrolled[BODY] = min(ui.scrolled.get(BODY, 0), _most(ui))  # the heading stays where it is
        else:
            with ui.row(-INDENT * (row[0] + 1), 1, -AGAIN, gap=0):
                ui.place(0, 0, fill=False)
                with ui.column(gap=2):
                    _line(ui, out, row[1], f"line{number}")
                if _again(ui, number):
                    state.again = row[1].record
    return column.y - start


def _again(ui: Ui, number: int) -> bool:
    """The mark at the end of a line that replays it on the map; True when used."""
    rect = ui.place(ui.px(AGAIN), ui.text_of.line_height("small"))
    name = ui.name(f"again {number}")
    spot = ui.spot(name, "button", rect, text="Show it again", tooltip="Replay on the map from here.")
    ink = ui.theme.accent if name in (ui.hover, ui.focus) else ui.theme.muted
    if ui.visible(rect):
        ui.note_mark("play", rect.inflate(-ui.px(8), -ui.px(6)), ink)
    ui.ring(spot, 0, 4)
    return ui.used(name) > 0


def _heading(ui: Ui, chapter: Chapter, folded: bool) -> bool:
    """Declare a heading that folds what is under it; True when used."""
    size = "body" if chapter.level == TURN else "small"
    before = ui.px(INDENT * chapter.level + 4) + ui.px(MARK) + ui.px(4)
    count = _count(chapter)
    room = ui.layout.width_for(10**5, fill=True) - before - ui.px(4)
    lines = ui.text_of.wrap(chapter.title, size, True, room)
    high = ui.text_of.line_height(size) * len(lines) + ui.px(8 if chapter.level == TURN else 5)
    with ui.about(f"said:{chapter.rule}|{chapter.title}: {count}"):
        rect = ui.place(10**5, high)
        name = ui.name(f"fold {chapter.key}")
        used = ui.used(name) > 0
        state = "folded" if folded else "unfolded"
        spot = ui.spot(name, "button", rect, text=f"{chapter.title}, {count}", state=state)
    if ui.visible(rect):
        if chapter.level == TURN or ui.hover == name:
            ui.note_box(rect, ui.theme.selection if chapter.level == TURN else ui.theme.panel2, None, 4)
        _heading_ink(ui, Rect(rect.x + before, rect.y, room, high), lines, size, chapter, folded)
    ui.ring(spot, 0, 4)
    return used


def _heading_ink(ui: Ui, place: Rect, lines: Sequence[str], size: str, chapter: Chapter, folded: bool) -> None:
    """The mark, the title, and the count where there is room beside it."""
    ink = "accent" if chapter.level == PHASE else "text"
    step, mark, count = ui.text_of.line_height(size), ui.px(MARK), _count(chapter)
    top = place.centery - step * len(lines) // 2
    at = Rect(place.x - mark - ui.px(4), top + (step - mark) // 2, mark, mark)
    ui.note_mark("right" if folded else "down", at, ui.theme.colour(ink))
    for number, line in enumerate(lines):
        ui.note_text(line, (place.x, top + number * step), ink, size, True)
    used = ui.text_of.width(lines[-1], size, True) + ui.px(12)
    if used + ui.text_of.width(count, "small") <= place.width:
        down = top + len(lines) * step - step // 2 - ui.text_of.line_height("small") // 2
        ui.note_text(count, (place.x + used, down), "muted", "small")


def _count(chapter: Chapter) -> str:
    """ "12 lines, 3 headlines"; "3 headlines" where there are no other lines."""
    great = f"{chapter.great} headline{'s' if chapter.great != 1 else ''}" if chapter.great else ""
    if chapter.great == chapter.total and great:
        return great
    lines = f"{chapter.total} line{'s' if chapter.total != 1 else ''}"
    return f"{lines}, {great}" if great else lines


def _line(ui: Ui, out: Follows, line: LogLine, name: str) -> None:
    """A line of the log; a headline has a bar in its colour beside it."""
    column = ui.layout
    assert isinstance(column, Column)
    top = column.y
    with ui.about(f"said:{line.rule}|{line.plain}"):
        say(ui, out, line.markup, "small", name=name)
    bar = Rect(column.x - ui.px(8), top, ui.px(4), column.bottom - top)
    if line.great and ui.visible(bar):
        ui.note_box(bar, ui.theme.colour(line.great), None, 2)
