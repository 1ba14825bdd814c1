"""Every figure a row of a chart may carry: with another value of it some answer changes, or the table is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ecs import TableError
from ecs.core.files.figures import FigureShelf

Charts = Mapping[str, tuple[type[msgspec.Struct], Iterable[str]]]
"""Charts whose rows are all of one shape: the shape, and the rows."""
Figure = tuple[str, str, str, Any]


def other(value: Any) -> Any:
    """A figure that differs: another number, the opposite, another word, one entry more."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (5 if value < 90 else -90)
    if isinstance(value, tuple):
        return [other(item) for item in value]
    if isinstance(value, list):
        return [other(item) for item in value] or ["?"]
    if isinstance(value, dict):
        return {"?": "?"}
    return f"{value}!" if isinstance(value, str) else [1, 1]


def every_figure(tables: Any, charts: Charts, words: Mapping[str, Sequence[Any]] | None = None) -> Iterator[Figure]:
    """Chart, row, key and another value of each figure a row may carry, written there or not.

    :param words: by key, values that mean something to the rules; the first that differs is taken.
    """
    for chart, (shape, names) in charts.items():
        for name in names:
            row = getattr(tables, chart)[name]
            for field in msgspec.structs.fields(shape):
                now = getattr(row, field.name)
                values = (word for word in (words or {}).get(field.name, ()) if word != now)
                yield chart, name, field.name, next(values, None) or other(now)


def works_or_is_refused(
    shelf: FigureShelf,
    read: Callable[[], object],
    figure: Figure,
    answers: Callable[[], Iterator[object]],
    as_printed: list[object],
    common: Mapping[str, Any] | None = None,
) -> bool:
    """Lay one figure over the printed ones, and see.

    :param read: reads the tables in force.
    :param answers: what the rules say by them to a list of questions.
    :param as_printed: the same without that figure.
    :param common: laid over the printed figures throughout.
    """
    chart, row, key, value = figure
    shelf.lay({"tables": {**(common or {}), chart: {row: {key: value}}}})
    try:
        read()
    except TableError as error:
        return f"{chart}.{row}" in str(error) or f"{chart}[...].{key}" in str(error)
    return any(new != old for new, old in zip(answers(), as_printed, strict=True))
