"""Turns marked-up text into coloured, bold and clickable words on lines.

Marks: **bold**, [warn]colour by theme name[/], [label](target) for a link. A backslash keeps the next
character plain. Anything else is text.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass, replace

import pygame

from game.ui.widgets.style.text_rendering import Text, cut_word
from game.ui.widgets.style.theme import NAMES

_MARK = re.compile(
    r"\\(?P<plain>.)|(?P<bold>\*\*)|\[(?P<label>[^\]\[]+)\]\((?P<target>[^)]+)\)"
    rf"|\[(?P<colour>{'|'.join(NAMES)}|#[0-9a-fA-F]{{6}})\]|(?P<close>\[/\])"
)
_KEPT = 400
RULE_LINK = 14  # letters of a link to a rule that stays on one line


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style; `target` is not empty on links."""

    text: str
    bold: bool = False
    colour: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A run placed on a line; x and y are pixels from the top left of the paragraph."""

    x: int
    y: int
    width: int
    run: Run


def escape(text: str) -> str:
    """Text with its markup escaped, for names typed by players or read from packs."""
    return re.sub(r"([\\*\[\]])", r"\\\1", text)


def sentence(text: str) -> str:
    """Text with a full stop, where it does not end in a mark of its own."""
    return text if text.endswith((".", "?", "!", "…", ":")) else f"{text}."


def plain(markup: str) -> str:
    """The text as a screen reader would say it."""
    return "".join(run.text for run in parse(markup))


def parse(markup: str) -> list[Run]:
    """Runs in reading order."""
    runs: list[Run] = []
    bold, colours, last = False, [""], 0
    for match in _MARK.finditer(markup):
        _add(runs, markup[last : match.start()], bold, colours[-1])
        last = match.end()
        if match["bold"]:
            bold = not bold
        elif match["colour"]:
            colours.append(match["colour"])
        elif match["close"]:
            colours = colours[:-1] or [""]
        elif match["label"]:
            runs.append(Run(match["label"], bold, colours[-1] or "accent", match["target"]))
        else:
            _add(runs, match["plain"], bold, colours[-1])
    _add(runs, markup[last:], bold, colours[-1])
    return runs


def _add(runs: list[Run], text: str, bold: bool, colour: str) -> None:
    if text:
        runs.append(Run(text, bold, colour))


class RichText:
    """Paragraph layouts, kept per width."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self._kept: OrderedDict[tuple[str, str, int], tuple[tuple[Word, ...], int]] = OrderedDict()

    def layout(self, markup: str, size: str, width: int) -> tuple[tuple[Word, ...], int]:
        """Words with their places, and the total height in pixels."""
        key = (markup, size, width)
        if key not in self._kept:
            self._kept[key] = self._flow(parse(markup), size, width)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _flow(self, runs: list[Run], size: str, width: int) -> tuple[tuple[Word, ...], int]:
        words: list[Word] = []
        x = y = 0
        high = self.text.line_height(size)
        for chunk in _chunks(runs):
            wide = sum(self.text.width(run.text, size, run.bold) for run in chunk)
            space = chunk[0].text.isspace()
            if chunk[0].text == "\n" or (x and x + wide > width and not space):
                x, y = 0, y + high
            if space and (x == 0 or chunk[0].text == "\n"):
                continue
            for run in chunk:
                font = self.text.font(size, run.bold)
                rest, full = cut_word(run.text, font, width) if wide > width else (run.text, [])
                for line in full:
                    _place(words, 0, y, replace(run, text=line), font)
                    x, y = 0, y + high
                x = _place(words, x, y, replace(run, text=rest), font)
        return tuple(words), y + high


def _chunks(runs: list[Run]) -> list[list[Run]]:
    """What must stay together on a line: spaces, line ends, words even if their style changes inside, "83 %", and a
    link to a rule ("Rule 9.2")."""
    chunks: list[list[Run]] = []
    for run in runs:
        whole = run.target.startswith("rule:") and len(run.text) <= RULE_LINK
        for piece in [run.text] if whole else re.findall(r"\n|[^\S\n]+|[^\s]+(?: %\S*)?", run.text):
            styled = replace(run, text=piece)
            if chunks and not piece.isspace() and not chunks[-1][0].text.isspace():
                chunks[-1].append(styled)
            else:
                chunks.append([styled])
    return chunks


def _place(words: list[Word], x: int, y: int, run: Run, font: pygame.font.Font) -> int:
    """Join neighbours of one style into one word, so that a line is few pictures; returns the new x."""
    if words:
        last = words[-1]
        old = last.run
        same = (old.bold, old.colour, old.target) == (run.bold, run.colour, run.target)
        if same and last.y == y:
            text = old.text + run.text
            size = font.size(text)[0]
            words[-1] = Word(last.x, y, size, replace(run, text=text))
            return last.x + size
    wide = font.size(run.text)[0]
    words.append(Word(x, y, wide, run))
    return x + wide
