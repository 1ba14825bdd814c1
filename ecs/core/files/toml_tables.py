"""Typed tables.  TOML checked cell by cell; a bad cell is named by file and key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from ecs.core.components import Side
from ecs.untrusted_input import UnreadableError, cause_of, parse_toml, plain, read_ordinary

T = TypeVar("T")
LIMIT = 1_000_000
Origin = Literal["printed", "account", "ours"]
"""Where a figure comes from: from the printed game, from a published account of play, or from us."""
ORIGINS: Mapping[Origin, str] = {"printed": "printed", "account": "published account", "ours": "ours"}
"""The same in words, as tables and rules pages tell it."""
Positive = Annotated[int, msgspec.Meta(ge=1)]
"""A number that others are divided by, or of which there is one at least."""
Hits = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""So many faces of the die, from 1, bring something about."""
Paces = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""Hexes of a retreat or an advance: every way of so many is looked at."""


class TomlTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table whose keys are all known."""


class PerSide(TomlTable, Generic[T], frozen=True):
    """A number, a word or a list for either side."""

    axis: T
    soviet: T

    def of(self, side: Side) -> T:
        """The side's own."""
        return self.axis if side is Side.AXIS else self.soviet


def by_turn(rows: Sequence[Sequence[int]], turn: int) -> tuple[int, ...]:
    """The row of a table of (last turn, ...) rows that holds for a turn, without the turn; the last row after it."""
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
