"""The rows a digest is made of: each field of a mark, read where it stands today."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ecs.core.components.former import FormerMarks, Layout


@dataclass(frozen=True, slots=True)
class Cells:
    """A row: the values of a mark in the order of its fields."""

    read: Callable[[], Any]

    def text(self) -> str:
        """The row as digests tell it."""
        return repr(self.read())


def told_rows(
    layout: Layout, numbers: Mapping[type, Mapping[int, int]], marks: Sequence[Any]
) -> tuple[list[Cells], list[list[int]]]:
    """The rows in order, and for every mark the rows in which it is told.

    :param numbers: kind -> entity -> number of the mark.
    :param marks: the marks by number.
    """
    rows: list[Cells] = []
    told_in: list[list[int]] = [[] for _ in marks]
    for kind in layout:
        on = kind.on if isinstance(kind, FormerMarks) else kind
        for entity, number in numbers[on].items():
            if isinstance(kind, FormerMarks):
                cells, parts = _former(kind, entity, numbers, marks)
            else:
                cells, parts = _plain(kind, marks[number]), {number}
            for part in sorted(parts):
                told_in[part].append(len(rows))
            rows.append(cells)
    return rows, told_in


def _plain(kind: type, part: Any) -> Cells:
    read = attrgetter(*(f.name for f in fields(kind)))
    return Cells(lambda: read(part))


def _former(
    kind: FormerMarks, entity: int, numbers: Mapping[type, Mapping[int, int]], marks: Sequence[Any]
) -> tuple[Cells, set[int]]:
    cells: list[tuple[Any, str, Callable[[Any], Any], Any]] = []
    parts: set[int] = set()
    for field in kind.fields.values():
        here = next((now for now in field.places if entity in numbers.get(now.kind, ())), None)
        if here is None:
            cells.append((None, "", repr, field.default))
        else:
            number = numbers[here.kind][entity]
            parts.add(number)
            cells.append((marks[number], here.name, here.told, None))
    return Cells(
        lambda: tuple([told(getattr(part, name)) if name else rest for part, name, told, rest in cells])
    ), parts
