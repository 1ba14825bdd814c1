"""Room in the bar at the top.  One line at every size of window and letters: what gives way, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygame import Rect

from game.ui.widgets import Ui
from game.ui.widgets.core import PAD

BAR_GAP = 5
HIGH, MARGIN = 46, 6
CONTROL = 34
ICON = 24
USUAL = ("End phase — 88 can act", "End phase — 8 battles open")
"""What the button that ends a phase says as a rule: its place is wide enough for any of it."""
BRIEF = "End phase · 88"
GIVES_WAY = ("weather", "count", "chit", "gauge", "title", "modes", "sky", "track", "score")
"""What is left out or shortened where the window is too narrow, in this order: the first name is the first to go."""
SLOTS = (frozenset[str](), frozenset({"key"}), frozenset({"key", "undo"}), frozenset({"key", "undo", "end"}))
"""What gives way in the place of the buttons: the key, the words of Undo and Redo, those of the end of the phase."""
SHARE = 0.335
"""The part of the window the buttons take at most, if they can."""


def bar_high(ui: Ui) -> int:
    """Pixels of the bar: always the same, so that it never moves the map."""
    return ui.px(HIGH)


@dataclass(frozen=True, slots=True)
class Room:
    """How a bar is laid out: `gone` has what gave way, `title` is as wide as the name of the phase may be, `slot` the
    place of the buttons at the right, `left` that of all else."""

    gone: frozenset[str]
    title: int
    left: Rect
    slot: Rect


def button_wide(ui: Ui, *texts: str, key: str = "") -> int:
    """Pixels of a button that may carry any of these texts."""
    extra = ui.text_of.width(key, "small") + ui.px(PAD) if key else 0
    return max(ui.text_of.width(text) for text in texts) + extra + 2 * ui.px(PAD)


def slot_wide(ui: Ui, gone: frozenset[str], key: str) -> int:
    """Pixels of the buttons: the same whatever the last of them says, so that none of them moves."""
    marks = ui.px(ICON) + 2 * ui.px(PAD)
    pair = 2 * marks if "undo" in gone else button_wide(ui, "Undo") + button_wide(ui, "Redo")
    words = (BRIEF,) if "end" in gone else USUAL
    return pair + button_wide(ui, *words, key="" if "key" in gone else key) + 2 * ui.px(BAR_GAP)


def two_lines(ui: Ui, text: str) -> int:
    """Pixels a text needs on two lines of small letters."""
    whole = ui.text_of.width(text, "small", True)
    words = text.split(" ")
    pairs = (
        max(ui.text_of.width(" ".join(part), "small", True) for part in (words[:n], words[n:]) if part)
        for n in range(1, len(words) + 1)
    )
    return min(whole, *pairs) + ui.px(2)


def share_out(ui: Ui, parts: Mapping[str, int], title: str, key: str) -> Room:
    """The first way in which everything lies on one line.  The buttons take what they need at this size of window and
    letters, never more; the rest is shared.

    :param parts: pixels of each part on the left by its name in `GIVES_WAY`, or by another name if it always stays.
    :param key: of the button that ends the phase.
    """
    pad, gap = ui.px(MARGIN), ui.px(BAR_GAP)
    inside = Rect(pad, pad, ui.size[0] - 2 * pad, bar_high(ui) - 2 * pad)
    slots = [(slot_wide(ui, short, key), short) for short in SLOTS]
    slot, short = next((pair for pair in slots if pair[0] <= inside.width * SHARE), slots[-1])
    room = inside.width - slot - gap
    left = Rect(inside.x, inside.y, room, inside.height)
    place = Rect(inside.right - slot, inside.y, slot, inside.height)
    for number in range(len(GIVES_WAY) + 1):
        gone = frozenset(GIVES_WAY[:number])
        wide = two_lines(ui, title) if "title" in gone else ui.text_of.width(title, "body", True) + 1
        others = sum(part + gap for name, part in parts.items() if part and name not in gone)
        if room - others >= wide:
            return Room(gone | short, wide, left, place)
    return Room(gone | short, max(ui.px(60), room - others), left, place)
