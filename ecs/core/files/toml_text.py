"""A table written down as TOML, for people to read and edit: a key a line, a list of tables as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from ecs.untrusted_input import plain

WIDTH = 120


def toml_text(table: Mapping[str, Any], notes: Iterable[str] = ()) -> str:
    """The text of a file.

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
