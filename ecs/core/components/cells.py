"""The rows a digest is made of: each field of a mark, read where it stands today."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ecs.core.components.former import FormerField, FormerMarks, Layout

Numbers = Mapping[type, Mapping[int, int]]
"""Kind -> entity -> number of the mark."""
Cell = tuple[Any, str, Any]
"""(Mark, its field, what is made of the value, if anything), or (marks, "", what is made of them), or (None, "", the
value)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``read``: the values out of ``of``, a mark or the cells that the fields of a former mark stand in."""

    read: Callable[[Any], Any]
    of: Any

    def text(self) -> str:
        """The row as digests tell it."""
        return repr(self.read(self.of))


def told_rows(layout: Layout, numbers: Numbers, marks: Sequence[Any]) -> tuple[list[Row], list[tuple[int, ...]]]:
    """The rows in order, and for every mark the rows in which it is told.

    :param marks: the marks by number.
    """
    rows: list[Row] = []
    told_in: list[tuple[int, ...]] = [()] * len(marks)
    for kind in layout:
        if isinstance(kind, FormerMarks):
            _add_former(kind, numbers, marks, rows, told_in)
        else:
            read = attrgetter(*(f.name for f in fields(kind)))
            for number in numbers[kind].values():
                told_in[number] = (*told_in[number], len(rows))
                rows.append(Row(read, marks[number]))
    return rows, told_in


def _add_former(
    kind: FormerMarks, numbers: Numbers, marks: Sequence[Any], rows: list[Row], told_in: list[tuple[int, ...]]
) -> None:
    plan = [
        (
            [(numbers[p.kind], p.name, p.told) for p in field.places if p.kind in numbers],
            _elsewhere(field, numbers, marks),
        )
        for field in kind.fields.values()
    ]
    gathered = [n for f in kind.fields.values() if f.gathered for n in numbers[f.gathered.kind].values()]
    for entity in numbers[kind.on]:
        cells, place = [], len(rows)
        for candidates, nothing in plan:
            for found, name, told in candidates:
                number = found.get(entity)
                if number is not None:
                    cells.append((marks[number], name, told))
                    if told_in[number][-1:] != (place,):
                        told_in[number] = (*told_in[number], place)
                    break
            else:
                cells.append(nothing)
        for number in gathered:
            told_in[number] = (*told_in[number], place)
        rows.append(Row(_values, cells))


def _elsewhere(field: FormerField, numbers: Numbers, marks: Sequence[Any]) -> Cell:
    """The value of a field that no mark of the entity holds: out of the marks of all markers of a kind, or none."""
    if field.gathered is None:
        return None, "", field.default
    return [marks[number] for number in numbers[field.gathered.kind].values()], "", field.gathered.told


def _values(cells: Sequence[Cell]) -> tuple[Any, ...]:
    return tuple(
        [
            (rest if part is None else rest(part))
            if not name
            else getattr(part, name)
            if rest is None
            else rest(getattr(part, name))
            for part, name, rest in cells
        ]
    )
