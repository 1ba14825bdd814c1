"""The rows a digest is made of: each field of a mark, read where it stands today.

Rows name marks by their numbers.  Games that have the same marks on the same entities share them: those of one scenario
mostly do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ecs.core.components.former import FormerField, FormerMarks, Layout

Numbers = Mapping[type, Mapping[int, int]]
"""Kind -> entity -> number of the mark."""
Cell = tuple[Any, str, Any]
"""(Number of the mark, its field, what is made of the value, if anything), or (numbers of marks, "", what is made of
them), or (None, "", the value)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``read``: the values out of a mark, if there is one, or out of all marks and ``cells``."""

    read: Callable[..., Any]
    mark: int = -1
    cells: Sequence[Cell] = ()

    def text(self, marks: Sequence[Any]) -> str:
        """The row as digests tell it; ``marks``: by number."""
        return repr(self.read(marks[self.mark]) if self.mark >= 0 else self.read(marks, self.cells))


Rows = tuple[list[Row], list[tuple[int, ...]]]
_shared: deque[tuple[Layout, Numbers, Rows]] = deque(maxlen=8)


def told_rows(layout: Layout, numbers: Numbers) -> Rows:
    """The rows in order, and for every mark the rows in which it is told."""
    for known, counted, rows in tuple(_shared):  # another thread may add to them meanwhile
        if known == layout and counted == numbers:
            return rows
    rows = _rows(layout, numbers)
    _shared.appendleft((layout, numbers, rows))
    return rows


def _rows(layout: Layout, numbers: Numbers) -> Rows:
    rows: list[Row] = []
    told_in: list[tuple[int, ...]] = [()] * sum(map(len, numbers.values()))
    for kind in layout:
        if isinstance(kind, FormerMarks):
            _add_former(kind, numbers, rows, told_in)
        else:
            read = attrgetter(*(f.name for f in fields(kind)))
            for number in numbers[kind].values():
                told_in[number] = (*told_in[number], len(rows))
                rows.append(Row(read, number))
    return rows, told_in


def _add_former(kind: FormerMarks, numbers: Numbers, rows: list[Row], told_in: list[tuple[int, ...]]) -> None:
    plan = [
        ([(numbers[p.kind], p.name, p.told) for p in field.places if p.kind in numbers], _elsewhere(field, numbers))
        for field in kind.fields.values()
    ]
    gathered = [n for f in kind.fields.values() if f.gathered for n in numbers[f.gathered.kind].values()]
    for entity in numbers[kind.on]:
        cells, place = [], len(rows)
        for candidates, nothing in plan:
            for found, name, told in candidates:
                number = found.get(entity)
                if number is not None:
                    cells.append((number, name, told))
                    if told_in[number][-1:] != (place,):
                        told_in[number] = (*told_in[number], place)
                    break
            else:
                cells.append(nothing)
        for number in gathered:
            told_in[number] = (*told_in[number], place)
        rows.append(Row(_values, cells=cells))


def _elsewhere(field: FormerField, numbers: Numbers) -> Cell:
    """The value of a field that no mark of the entity holds: out of the marks of all markers of a kind, or none."""
    if field.gathered is None:
        return None, "", field.default
    return tuple(numbers[field.gathered.kind].values()), "", field.gathered.told


def _values(marks: Sequence[Any], cells: Sequence[Cell]) -> tuple[Any, ...]:
    return tuple(
        [
            (rest if found is None else rest([marks[number] for number in found]))
            if not name
            else getattr(marks[found], name)
            if rest is None
            else rest(getattr(marks[found], name))
            for found, name, rest in cells
        ]
    )
