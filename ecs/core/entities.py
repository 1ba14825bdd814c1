"""Handles of the things on the table, and the marks they bear.

A handle is a counter with its components, the number of a hex or of the table.
"""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, make_dataclass
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NewType, TypeVar

from ecs.core.components import Concealment, Disruption, Place, UnitType

# -- The marks of one game, numbered kind by kind, with what is told of each: its row, and its line of the digest. ---
# A copy shares the numbers, takes the rows, and makes a mark only when somebody asks for it. Rows never change, so
# that neither of two games sees what is written in the other.

Row = Any
"""The values of a mark, in the order of its fields: a tuple, or the value itself where there is but one field."""


@lru_cache(maxsize=256)
def blank(kind: type) -> dict[str, Any]:
    """The fields of a mark as they are before the game."""
    fresh = kind()
    return {f.name: getattr(fresh, f.name) for f in fields(kind)}


@lru_cache(maxsize=256)
def reader(kind: type) -> Callable[[Any], Row]:
    """What reads the row of a mark."""
    return attrgetter(*blank(kind))


@lru_cache(maxsize=256)
def _blank_row(kind: type) -> Row:
    """The row of a mark as it is before the game."""
    return reader(kind)(kind())


@lru_cache(maxsize=256)
def _maker(kind: type) -> Callable[[Row], Any]:
    """What makes a mark of its row; by position, which is quicker than by name."""
    names = tuple(blank(kind))
    likeness: Any = make_dataclass(kind.__name__, names)
    fill, single = likeness.__init__, len(names) == 1

    def made(row: Row) -> Any:
        part: Any = object.__new__(kind)
        fill(part, row) if single else fill(part, *row)
        return part

    return made


def named(kind: type, row: Row) -> dict[str, Any]:
    """The values of a row by the names of the fields."""
    return dict(zip(blank(kind), values(kind, row), strict=True))


def values(kind: type, row: Row) -> tuple[Any, ...]:
    """The values of a row, as a tuple of one too."""
    return (row,) if len(blank(kind)) == 1 else row


class Marks:
    """Every mark of one game.

    :param found: kind -> the marks of this kind, each with the entity it is on, by entity.

    ``numbers``: kind -> entity -> the number of the mark; ``whose``: the entity, and ``kinds``: the kind, by number.
    """

    def __init__(self, found: Mapping[type, Sequence[tuple[int, Any]]]) -> None:
        self.numbers: dict[Any, dict[int, int]] = {}
        self.whose: list[int] = []
        self.kinds: list[type] = []
        self._parts: list[Any] = []
        for kind, marks in found.items():
            self.numbers[kind] = {entity: number for number, (entity, _) in enumerate(marks, len(self._parts))}
            self.whose += [entity for entity, _ in marks]
            self.kinds += [kind] * len(marks)
            self._parts += [part for _, part in marks]
        self._rows: list[Row] = [None] * len(self._parts)
        self._texts = [""] * len(self._parts)
        self._unread = set(range(len(self._parts)))
        self._stale = set(self._unread)

    def copy(self) -> Marks:
        """The same marks, to be written on separately; none of them is made yet."""
        made = copy(self)
        made._parts, made._rows = [None] * len(self._parts), list(self.rows())
        made._unread = set()
        made._texts, made._stale = list(self._texts), set(self._stale)
        return made

    def part(self, number: int) -> Any:
        """A mark, live."""
        part = self._parts[number]
        if part is None:
            part = self._parts[number] = _maker(self.kinds[number])(self._rows[number])
        return part

    def of_kind(self, kind: type, entities: Iterable[int]) -> list[Any]:
        """The marks of a kind on these entities, live."""
        numbers, part = self.numbers[kind], self.part
        return [part(numbers[entity]) for entity in entities]

    def outdate(self, numbers: Iterable[int]) -> None:
        """Drop what is known of these marks: they have been written on."""
        self._stale.update(numbers)
        self._unread.update(numbers)

    def rows(self) -> Sequence[Row]:
        """The rows of all marks, by number; the next question may change the list."""
        for number in self._unread:
            self._rows[number] = reader(self.kinds[number])(self._parts[number])
        self._unread.clear()
        return self._rows

    def each(self) -> Iterator[tuple[int, type, Row]]:
        """Every mark by number: the entity it is on, its kind, its row."""
        return zip(self.whose, self.kinds, self.rows(), strict=True)

    def digest(self) -> str:
        """SHA-256 of all marks, 16 hex digits: equal in every process for equal games.

        Lists only what differs from a blank mark, so that a mark or a field that is added later changes the digest of
        no game that does not use it.
        """
        rows = self.rows()
        for number in self._stale:
            row = rows[number]
            self._texts[number] = "" if row == _blank_row(self.kinds[number]) else self._told(number, row)
        self._stale.clear()
        return hashlib.sha256("".join(self._texts).encode()).hexdigest()[:16]

    def _told(self, number: int, row: Row) -> str:
        """A mark that is not blank as a line of the digest."""
        kind = self.kinds[number]
        before = blank(kind).items()
        pairs = zip(before, values(kind, row), strict=True)
        written = [f"{name}={value!r}" for (name, old), value in pairs if value != old]

        rank = number - next(iter(self.numbers[kind].values()))
        return f"{kind.__name__} {rank} {' '.join(written)}\n"


# -- Handles of the things on the table: a counter with its components, the number of a hex or of the table. ---------

T = TypeVar("T")
Entity = NewType("Entity", int)
"""What stands for a hex or for the table; mypy refuses the index of a hex on the board in its place."""


class UnknownMarkError(LookupError):
    """A mark of a kind that the entity does not have, or that the game never registered."""


class Components(dict[type, Any]):
    """The components of an entity, by kind: printed ones at once, marks when they are first asked for.

    :param fixed: the components that are never written on, by kind.
    :param marks: those of the game.
    """

    __slots__ = ("_marks", "entity")

    def __init__(self, entity: int, fixed: Mapping[builtins.type, Any], marks: Marks) -> None:
        super().__init__(fixed)
        self.entity, self._marks = entity, marks

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[T]) -> T:
            """The component of this kind."""

    def __contains__(self, kind: object) -> bool:
        return dict.__contains__(self, kind) or self.entity in self._marks.numbers.get(kind, ())

    def __missing__(self, kind: type) -> Any:
        numbers = self._marks.numbers
        number = numbers.get(kind, {}).get(self.entity)
        if number is None:
            known = [*self, *(k for k, on in numbers.items() if self.entity in on and k not in self.keys())]
            raise UnknownMarkError(f"there is no {kind.__name__} here, only: {', '.join(k.__name__ for k in known)}")
        part = self[kind] = self._marks.part(number)
        return part


class Unit(Components):
    """A counter and its components, all live: the handle the rules work with.

    What every counter has is an attribute; look up what a game adds by kind: ``unit[Steps].lost``.
    It is a dictionary, with nothing between the question and the look-up: rules ask hundreds of times a command.
    """

    __slots__ = ("place", "type")
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __init__(self, entity: int, fixed: Mapping[builtins.type, Any], marks: Marks) -> None:
        super().__init__(entity, fixed, marks)
        self.type: UnitType = self[UnitType]
        self.place: Place = self[Place]

    def __repr__(self) -> str:
        return f"Unit({self.entity}, {self.type.id!r})"

    @property
    def id(self) -> str:
        """The counter id."""
        return self.type.id

    @property
    def hex(self) -> int:
        """Board index, or -1 when in a box."""
        return self.place.hex

    @property
    def ready(self) -> bool:
        """On the map and UnDisrupted."""
        return self.place.hex >= 0 and not self[Disruption].disrupted


def is_hidden(unit: Unit) -> bool:
    """Does the counter lie face down?"""
    return Concealment in unit and unit[Concealment].hidden
