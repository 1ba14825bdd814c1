"""The rows a digest is made of: each field of a mark, read where it stands today."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ecs.core.components.former import FormerMarks, Layout

Numbers = Mapping[type, Mapping[int, int]]
"""Kind -> entity -> number of the mark."""


@dataclass(frozen=True, slots=True)
class PlainRow:
    """A mark told as it is."""

    read: Callable[[Any], Any]
    part: Any

    def text(self) -> str:
        """The row as digests tell it."""
        return repr(self.read(self.part))


@dataclass(frozen=True, slots=True)
class FormerRow:
    """A mark told as it once was; ``cells``: (mark, field, what is made of its value), or (None, "", value).

    Nothing is made of a value where the third is None.
    """

    cells: list[tuple[Any, str, Any]]

    def text(self) -> str:
        """The row as digests tell it."""
        values = [
            rest if part is None else getattr(part, name) if rest is None else rest(getattr(part, name))
            for part, name, rest in self.cells
        ]
        return repr(tuple(values))


@dataclass(frozen=True, slots=True)
class ReshapedRow:
    """A mark told with fields it once had; ``shape``: (field of today, None), or ("", value of one that is no more)."""

    shape: tuple[tuple[str, Any], ...]
    part: Any

    def text(self) -> str:
        """The row as digests tell it."""
        part = self.part
        return repr(tuple([getattr(part, name) if name else value for name, value in self.shape]))


Row = PlainRow | FormerRow | ReshapedRow


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
                rows.append(PlainRow(read, marks[number]))
    return rows, told_in


def _add_former(
    kind: FormerMarks, numbers: Numbers, marks: Sequence[Any], rows: list[Row], told_in: list[tuple[int, ...]]
) -> None:
    plan = [
        ([(numbers[p.kind], p.name, p.told) for p in field.places if p.kind in numbers], (None, "", field.default))
        for field in kind.fields.values()
    ]
    if all(not candidates or candidates[0][0] is numbers[kind.on] for candidates, _ in plan) and not any(
        told for candidates, _ in plan for _, _, told in candidates
    ):
        shape = tuple((candidates[0][1], None) if candidates else ("", rest) for candidates, (_, _, rest) in plan)
        for mark in numbers[kind.on].values():
            told_in[mark] = (*told_in[mark], len(rows))
            rows.append(ReshapedRow(shape, marks[mark]))
        return
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
        rows.append(FormerRow(cells))
