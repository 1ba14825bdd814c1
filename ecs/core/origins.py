"""Where the figures of a game come from: the printed game, a published account, or us."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ecs.core.files.toml_files import ORIGINS, Origin, TomlTable
from ecs.core.scenario import Option


class Origins(TomlTable, frozen=True):
    """What is printed or told in a published account; whatever is not named is ours.

    ``tables``: tables of the same file, and with dots single figures of them, which go before the table.  ``options``:
    by key; printed if the original offers the choice.  ``maps``: maps, set-ups and lists of scenarios, in words.
    """

    tables: dict[str, Origin] = {}
    options: dict[str, Origin] = {}
    maps: dict[str, Origin] = {}


def origin_faults(tables: Any) -> Iterator[str]:
    """Faults of origins that name no table or figure of the game."""
    for key in tables.origin.tables:
        found = tables
        for part in key.split("."):
            found = found.get(part) if isinstance(found, Mapping) else getattr(found, part, None)
        if found is None:
            yield f"origin.tables.{key}: no such table or figure"


def origin_sheets(tables: Any, options: Iterable[Option]) -> list[tuple[str, list[list[Any]]]]:
    """The origins of all tables, options and maps, as `rasputitsa tables` shows them."""
    found: Origins = tables.origin
    names = [name for name in tables.__struct_fields__ if name not in ("map", "origin")]
    keys = [key for name in names if not _is_marked(getattr(tables, name)) for key in (name, *_within(name, found))]
    rows: dict[str, list[list[Any]]] = {
        "Table": [[_spoken(key), ORIGINS[found.tables.get(key, "ours")]] for key in keys],
        "Option": [[option.title, ORIGINS[found.options.get(option.key, "ours")]] for option in options],
        "What": [[words, ORIGINS[origin]] for words, origin in found.maps.items()],
    }
    titles = {"Table": "the figures of each table", "Option": "the options", "What": "maps and set-ups"}
    return [(f"Where {titles[head]} come from", [[head, "From"], *rows[head]]) for head in rows]


def _within(name: str, found: Origins) -> Iterator[str]:
    """Figures of a table that have an origin of their own."""
    yield from (key for key in found.tables if key.startswith(f"{name}."))


def _is_marked(rows: Any) -> bool:
    """Does every row of a table name its own origin?"""
    return isinstance(rows, list) and all(hasattr(row, "origin") for row in rows)


def _spoken(key: str) -> str:
    return key.replace("_", " ").replace(".", ": ")
