"""Finding places in a TOML text: the line of every key and of every entry of a list."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from ecs.core.components import Side
from ecs.untrusted_input import UnreadableError, cause_of, parse_toml, plain, read_ordinary

KeyPath = tuple[str | int, ...]
"""Keys, and numbers of entries of lists from 0: ``("axis", 3, "hex")``."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*")


def places(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every key and entry of a text that is TOML; what cannot be followed is left out."""
    reader = _Reader(text)
    with suppress(IndexError, ValueError):  # where only the parser proper can follow: what is found so far is right
        reader.read()
    return reader.found


def line_of(found: dict[KeyPath, int], path: KeyPath) -> int:
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
        self.found: dict[KeyPath, int] = {}
        self.lists: dict[KeyPath, int] = {}

    def read(self) -> None:
        """Headers and keys to the end."""
        table: KeyPath = ()
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

    def _note(self, path: KeyPath, at: int) -> None:
        self.found.setdefault(path, bisect_right(self.ends, at - 1) + 1)

    def _note_all(self, path: KeyPath, at: int) -> None:
        for length in range(1, len(path) + 1):
            self._note(path[:length], at)

    def _keys(self) -> KeyPath:
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

    def _within(self, keys: KeyPath) -> KeyPath:
        """The path of a header: a list of tables means its last entry."""
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            if path in self.lists:
                path = (*path, self.lists[path])
        return path

    def _listed(self) -> KeyPath:
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

    def _pair(self, table: KeyPath) -> None:
        here, keys = self.at, self._keys()
        for length in range(1, len(keys) + 1):
            self._note((*table, *keys[:length]), here)
        self._expect("=")
        self._value((*table, *keys))

    def _value(self, path: KeyPath) -> None:
        self._skip()
        letter = self.text[self.at]
        if letter == "[":
            self._entries(path)
        elif letter == "{":
            self._inline(path)
        else:
            self._taken(_TEXT if letter in "\"'" else _PLAIN)

    def _entries(self, path: KeyPath) -> None:
        self.at += 1
        number = 0
        while self.text[self._skip()] != "]":
            self._note((*path, number), self.at)
            self._value((*path, number))
            number += 1
            if self.text[self._skip()] == ",":
                self.at += 1
        self.at += 1

    def _inline(self, path: KeyPath) -> None:
        self.at += 1
        while self.text[self._skip()] != "}":
            self._pair(path)
            if self.text[self._skip()] == ",":
                self.at += 1
        self.at += 1


# -- Typed tables.  TOML checked cell by cell; a bad cell is named by file and key. ----------------------------------

T = TypeVar("T")
LIMIT = 1_000_000
Origin = Literal["printed", "account", "ours"]
"""Where a figure comes from: from the printed game, from a published account of play, or from us."""
ORIGINS: Mapping[Origin, str] = {"printed": "printed", "account": "published account", "ours": "ours"}
"""The same in words, as tables and rules pages tell it."""
Positive = Annotated[int, msgspec.Meta(ge=1)]
"""A number that others are divided by, or of which there is one at least."""
Hits = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""That many faces of the die, from 1, bring something about."""
Paces = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""Hexes of a retreat or an advance: every way of so many is looked at."""


class TomlTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table whose keys are all known."""


class PerSide(TomlTable, Generic[T], frozen=True):
    """A number, a word or a list for either side."""

    axis: T
    soviet: T

    def of(self, side: Side) -> T:
        """The value of a side."""
        return self.axis if side is Side.AXIS else self.soviet


def by_turn(rows: Sequence[Sequence[int]], turn: int) -> tuple[int, ...]:
    """The row that holds on a turn among rows of (last turn, ...), without the turn; the last row after it."""
    for row in rows:
        if turn <= row[0]:
            return tuple(row[1:])
    return tuple(rows[-1][1:])


class TableError(ValueError):
    """A data file that cannot be used: names file, place and cause."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict.

    :raises TableError: if it is missing, larger than a megabyte, or no TOML.
    """
    try:
        return parse_toml(read_ordinary(path, LIMIT))
    except UnreadableError as e:
        raise TableError(f"{path.name}: {e}") from None


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """A table with another laid over it: tables are joined, rows of a list that are named by number changed one by one,
    everything else is put in the place of what was."""
    return {**under, **{key: _over(under.get(key), value) for key, value in over.items()}}


def _over(before: Any, value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if isinstance(before, Mapping):
        return laid_over(before, value)
    rows = {row_of(key, before): inner for key, inner in value.items()} if isinstance(before, list) else {-1: value}
    if -1 in rows:
        return value
    return [_over(old, rows[number]) if number in rows else old for number, old in enumerate(before)]


def row_of(key: object, rows: Sequence[Any]) -> int:
    """The index of the row of a list that a key names: "1" is the first; -1 if there is no such row."""
    word = str(key)
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 5 else 0
    return number - 1 if str(number) == word and 1 <= number <= len(rows) else -1


def load(path: Path, kind: type[T], over: Mapping[str, Any] | None = None) -> T:
    """A TOML file as ``kind`` (a msgspec Struct or dataclass).

    :param over: figures that go before those of the file.
    :raises TableError: naming the file and the key of the first bad cell.
    """
    try:
        return msgspec.convert(laid_over(read_toml(path), over or {}), kind)
    except msgspec.ValidationError as e:
        raise TableError(f"{path.name}: {cause_of(e)}") from None


def load_checked(
    path: Path, kind: type[T], faults: Callable[[T], Iterable[str]], over: Mapping[str, Any] | None = None
) -> T:
    """A TOML file as ``kind``, if its tables have the shape of the printed ones.

    :param faults: what is wrong with tables that could be read.
    :param over: figures that go before those of the file.
    :raises TableError: naming the file, and the key of the first bad cell or the first fault.
    """
    found = load(path, kind, over)
    for fault in faults(found):
        raise TableError(f"{path.name}: {fault}")
    return found


# -- A table written down as TOML, for people to read and edit: a key a line, a list of tables as blocks. ------------

WIDTH = 120


def toml_text(table: Mapping[str, Any], notes: Iterable[str] = ()) -> str:
    """A table as the text of a TOML file.

    :param table: values are texts, numbers, truth values, lists and tables; a list of tables is written as blocks, its
        key as it stands ("add.axis").
    :param notes: remarks for the top, a paragraph each.
    """
    said = [line for note in notes for line in wrap(plain(note, 4000), WIDTH - 2, break_on_hyphens=False)]
    blocks = {key: value for key, value in table.items() if _is_blocks(value)}
    lines = [f"# {line}" for line in said] + [""] * bool(said)
    lines += [f"{key} = {_value(value)}" for key, value in table.items() if key not in blocks]
    lines += [line for key, entries in blocks.items() for entry in entries for line in _block(key, entry)]
    return "\n".join(lines) + "\n"


def _is_blocks(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _block(key: str, entry: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"[[{key}]]"
    for name, value in entry.items():
        yield f"{_key(name)} = {_value(value)}"


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _quoted(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {_value(found)}" for key, found in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return _list([_value(found) for found in value])
    return _quoted(value) if isinstance(value, str) else repr(value)


def _list(items: list[str]) -> str:
    """A list on one line, if that is not too long; else as many on a line as there is room for."""
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH - 10:
        return line
    rows = [""]
    for item in items:
        if len(rows[-1]) + len(item) + 2 > WIDTH - 4 and rows[-1]:
            rows.append("")
        rows[-1] += f"{item}, "
    return "[\n" + "".join(f"    {row.rstrip()}\n" for row in rows) + "]"


def _quoted(text: str) -> str:
    safe = (c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return f'"{"".join(safe)}"'
