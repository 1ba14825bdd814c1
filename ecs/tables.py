"""How are typed tables read?  TOML checked cell by cell; a bad cell is named by file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from ecs.components import Side

T = TypeVar("T")
LIMIT = 1_000_000


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table whose keys are all known."""


class BySide(Part, Generic[T], frozen=True):
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


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict.

    :raises TableError: if it is missing, larger than a megabyte, or no TOML.
    """
    try:
        size = path.stat().st_size
        if size > LIMIT:
            raise TableError(f"{path.name}: {size} bytes; a table may have {LIMIT}")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise TableError(f"{path.name}: cannot be read: {e.strerror}") from None
    except UnicodeDecodeError as e:
        raise TableError(f"{path.name}: not UTF-8 at byte {e.start}") from None
    except tomllib.TOMLDecodeError as e:
        raise TableError(f"{path.name}: not TOML: {e}") from None


def load(path: Path, kind: type[T]) -> T:
    """A TOML file as ``kind`` (a msgspec Struct or dataclass).

    :raises TableError: naming the file and the key of the first bad cell.
    """
    try:
        return msgspec.convert(read_toml(path), kind)
    except msgspec.ValidationError as e:
        raise TableError(f"{path.name}: {e}") from None
