"""Letters that write every word longer and with accents, as another language would: a stand-in for a translation.

A text keeps its wording everywhere in the program; only where it is measured and drawn does each word grow, so what a
layout does with longer words shows without a second language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pygame

from game.ui.widgets.style import text_rendering
from game.ui.widgets.style.text_rendering import Ink, Text

LONGER = 0.4  # by which share of its letters a word grows
ACCENTS = str.maketrans("AEIOUYaeiouycnsz", "ÄÉÎÖÜÝäéîöüýçñšž")
WORD = re.compile(r"[^\W\d_]+")


def longer(text: str) -> str:
    """A text with each word of letters 40 % longer and accented; figures and marks as they are."""
    return WORD.sub(lambda word: word[0].translate(ACCENTS) + "ö" * round(LONGER * len(word[0])), text)


class LongFont(pygame.font.Font):
    """A font that writes each word longer."""

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]
        """How wide and high the longer text is."""
        return super().size(longer(text))

    def render(self, text: str, antialias: bool, color: Ink, *more: Any) -> pygame.Surface:  # type: ignore[override]
        """The longer text as a picture."""
        return super().render(longer(text), antialias, color, *more)


@contextmanager
def long_words() -> Iterator[None]:
    """Everything is written with longer words for as long as this holds."""

    def letters(face: str, pixels: int, slanted: bool = False) -> pygame.font.Font:
        made = LongFont(text_rendering.FOLDER / text_rendering.FACES[face], pixels)
        made.italic = slanted
        return made

    with patch.object(text_rendering, "letters", letters):
        yield


@contextmanager
def cut_texts() -> Iterator[set[str]]:
    """A set that takes each text that is cut short to fit on its line."""
    found, fit = set[str](), Text.fit

    def noted(self: Text, text: str, size: str, bold: bool, width: int) -> str:
        shown = fit(self, text, size, bold, width)
        if shown != text:
            found.add(text)
        return shown

    with patch.object(Text, "fit", noted):
        yield found
