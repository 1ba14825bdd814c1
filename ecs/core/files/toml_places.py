"""Where a TOML text says what it says: the line of every key and of every entry of a list."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress

Path = tuple[str | int, ...]
"""Keys, and numbers of entries of lists from 0: ``("axis", 3, "hex")``."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*")


def places(text: str) -> dict[Path, int]:
    """The line, from 1, of every key and entry of a text that is TOML; what cannot be followed is left out."""
    reader = _Reader(text)
    with suppress(IndexError, ValueError):  # where only the parser proper can follow: what is found so far is right
        reader.read()
    return reader.found


def line_of(found: dict[Path, int], path: Path) -> int:
    """The line of a key, or of the nearest table round it; 0 if not even that is known."""
    for length in range(len(path), 0, -1):
        if path[:length] in found:
            return found[path[:length]]
    return 0


class _Reader:
    """One pass through the text."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ends = [i for i, letter in enumerate(text) if letter == "\n"]
        self.found: dict[Path, int] = {}
        self.lists: dict[Path, int] = {}

    def read(self) -> None:
        """Headers and keys to the end."""
        table: Path = ()
        while self._skip() < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self._listed()
            elif self.text[self.at] == "[":
                self.at += 1
                here = self.at
                table = self._within(self._keys())
                self._note_all(table, here)
                self._expect("]")
            else:
                self._pair(table)

    def _skip(self) -> int:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def _expect(self, letter: str) -> None:
        self._skip()
        if self.text[self.at] != letter:
            raise ValueError(letter)
        self.at += 1

    def _taken(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError(pattern.pattern)
        self.at = match.end()
        return match[0]

    def _note(self, path: Path, at: int) -> None:
        self.found.setdefault(path, bisect_right(self.ends, at - 1) + 1)

    def _note_all(self, path: Path, at: int) -> None:
        for length in range(1, len(path) + 1):
            self._note(path[:length], at)

    def _keys(self) -> Path:
        """A key of one or more parts."""
        parts: list[str | int] = []
        self._skip()
        while True:
            word = self._taken(_KEY)
            parts.append(tomllib.loads(f"k = {word}")["k"] if word[0] in "\"'" else word)
            dot = _DOT.match(self.text, self.at)
            if dot is None:
                return tuple(parts)
            self.at = dot.end()

    def _within(self, keys: Path) -> Path:
        """The path of a header: a list of tables means its last entry."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.lists:
                path = (*path, self.lists[path])
        return path

    def _listed(self) -> Path:
        """[[header]]: another entry of a list of tables."""
        here, self.at = self.at, self.at + 2
        keys = self._keys()
        parent = (*self._within(keys[:-1]), keys[-1])
        self.lists[parent] = self.lists.get(parent, -1) + 1
        path = (*parent, self.lists[parent])
        self._note_all(path, here)
        self._expect("]")
        self._expect("]")
        return path

    def _pair(self, table: Path) -> None:
        here, keys = self.at, self._keys()
        for length in range(1, len(keys) + 1):
            self._note((*table, *keys[:length]), here)
        self._expect("=")
        self._value((*table, *keys))

    def _value(self, path: Path) -> None:
        self._skip()
        letter = self.text[self.at]
        if letter == "[":
            self._entries(path)
        elif letter == "{":
            self._inline(path)
        else:
            self._taken(_TEXT if letter in "\"'" else _PLAIN)

    def _entries(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self.text[self._skip()] != "]":
            self._note((*path, number), self.at)
            self._value((*path, number))
            number += 1
            if self.text[self._skip()] == ",":
                self.at += 1
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while self.text[self._skip()] != "}":
            self._pair(path)
            if self.text[self._skip()] == ",":
                self.at += 1
        self.at += 1
