"""Everything wrong with a file, found in one pass: each fault with its line, its key and a likely correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path as FilePath
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ecs.core.files.toml_files import LIMIT, KeyPath, line_of, places
from ecs.untrusted_input import UnreadableError, cause_of, meant, parse_toml, plain, read_ordinary

MOST_FAULTS = 100
SHORT = 60
_WORDS = {int: "a whole number", str: "text in quotes", bool: "true or false", float: "a number"}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where, and why; ``missing``: it is not there at all."""

    path: KeyPath
    cause: str
    missing: bool = False


class Source:
    """A TOML file with faults; the lines of its keys are looked up when the first fault is shown."""

    def __init__(self, path: FilePath) -> None:
        self.path = path

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        try:
            data = read_ordinary(self.path, LIMIT)
            parse_toml(data)
        except UnreadableError:
            return {}
        return places(data.decode("utf-8-sig"))

    def tell(self, fault: Fault) -> str:
        """The fault in a sentence that names file, line and key."""
        line = line_of(self._lines, fault.path)
        key = key_of(fault.path)
        return plain(f"{self.path.name}{f', line {line}' if line else ''}: {f'{key}: ' if key else ''}{fault.cause}")


def key_of(path: KeyPath) -> str:
    """A path as designers write it: ``axis[4].hex``, entries counted from 1."""
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f"{'.' if out else ''}{plain(part, SHORT)}"
    return out


def shown(value: object) -> str:
    """A value as a fault quotes it."""
    dated = hasattr(value, "isoformat")  # TOML has dates and times
    text = str(value).lower() if isinstance(value, bool) else str(value) if dated else repr(value)
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


# -- shapes ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@lru_cache(maxsize=64)
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by their keys in the file."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def shape_faults(value: object, kind: Any, path: KeyPath = (), more: Iterable[str] = ()) -> Iterator[Fault]:
    """Every place where a value read from a file does not fit a type, structs and lists included.

    :param kind: a msgspec Struct, or what one may have as a field.
    :param more: keys of the same file that are read elsewhere: one of them may have been meant.
    """
    if not _fits(value, kind):
        yield from _faults(value, kind, path, more)


def _fits(value: object, kind: Any) -> bool:
    """Is the value free of faults?  Answered at once where its tables allow no other keys."""
    if not _closed(kind):
        return False
    try:
        msgspec.convert(value, kind, dec_hook=parsed)
    except msgspec.ValidationError:
        return False
    return True


def parsed(kind: type, value: object) -> Any:
    """msgspec's hook for types that read themselves: by ``parse``, with ``expected`` as what they are written like."""
    return kind.parse(value)  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def _closed_table(kind: type[msgspec.Struct]) -> bool:
    return kind.__struct_config__.forbid_unknown_fields and all(map(_closed, _hints(kind).values()))


def _closed(kind: Any) -> bool:
    bare = _bare(kind)
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        return _closed_table(bare)
    return all(map(_closed, get_args(bare)))


def _faults(value: object, kind: Any, path: KeyPath = (), more: Iterable[str] = ()) -> Iterator[Fault]:
    bare = _bare(kind)
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        yield from _struct_faults(value, bare, path, more)
    elif get_origin(bare) in (Union, UnionType):
        table = isinstance(value, dict) and issubclass(first := get_args(bare)[0], msgspec.Struct)
        yield from _faults(value, first, path) if table else _leaf_faults(value, kind, path)
    elif get_origin(bare) is list or get_args(bare)[1:] == (...,):
        yield from _list_faults(value, kind, bare, path)
    elif get_origin(bare) is dict:
        yield from _table_faults(value, bare, path)
    elif get_origin(bare) is tuple and isinstance(value, list) and len(value) == len(get_args(bare)):
        for number, (entry, inner) in enumerate(zip(value, get_args(bare), strict=True)):
            yield from _faults(entry, inner, (*path, number))
    else:
        yield from _leaf_faults(value, kind, path)


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _struct_faults(value: object, kind: type[msgspec.Struct], path: KeyPath, more: Iterable[str]) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"{shown(value)}: expected a table")
        return
    fields = _fields(kind)
    for key in value:
        if key not in fields:
            yield Fault((*path, key), f"unknown key{meant(key, (*fields, *more))}")
    hints = _hints(kind)
    for name, field in fields.items():
        if name in value:
            yield from _faults(value[name], hints[field.name], (*path, name))
        elif field.required:
            yield Fault(path, f"{name!r} is missing: {described(hints[field.name])}", missing=True)


def _list_faults(value: object, kind: Any, bare: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault(path, f"{shown(value)}: expected a list")
        return
    inner, found = get_args(bare)[0], False
    for number, entry in enumerate(value):
        for fault in _faults(entry, inner, (*path, number)):
            found = True
            yield fault
    if kind is not bare and not found:  # too long or too short
        yield from _leaf_faults(value, kind, path)


def _table_faults(value: object, bare: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"{shown(value)}: expected a table")
        return
    keys, inner = get_args(bare)
    for key, entry in value.items():
        yield from _leaf_faults(key, keys, (*path, key))
        yield from _faults(entry, inner, (*path, key))


def _leaf_faults(value: object, kind: Any, path: KeyPath) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind, dec_hook=parsed)
    except msgspec.ValidationError as error:
        wanted = described(kind)
        yield Fault(path, f"{shown(value)}: expected {wanted}" if wanted else cause_of(error))


def described(kind: Any) -> str:
    """What a type allows, in words: "a whole number from 0 to 9"."""
    if get_origin(kind) is not Annotated:
        if get_origin(kind) in (Union, UnionType):
            return described(get_args(kind)[0])
        if get_args(kind)[1:] == (...,):
            return f"a list of entries, each {described(get_args(kind)[0])}"
        if get_origin(kind) is tuple:
            return f"a list of {len(get_args(kind))}: {', '.join(described(inner) for inner in get_args(kind))}"
        if get_origin(kind) is list:
            return f"a list of entries, each {described(get_args(kind)[0])}"
        if get_origin(kind) is Literal:
            return f"one of {', '.join(map(repr, get_args(kind)))}"
        if get_origin(kind) is dict:
            inner = described(get_args(kind)[1])
            return f"a table, each value {inner}" if inner else "a table"
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return "a table"
        return str(getattr(kind, "expected", "")) or _WORDS.get(kind, "")
    base, *metas = get_args(kind)
    said = [meta.extra["expected"] for meta in metas if isinstance(meta, Meta) and meta.extra]
    if said:
        return str(said[0])
    listed = get_origin(base) is list or get_args(base)[1:] == (...,)
    bounds = "".join(_bounds(meta, "entries" if listed else "characters") for meta in metas if isinstance(meta, Meta))
    return f"a list{bounds}, each {described(get_args(base)[0])}" if listed else described(base) + bounds


def _bounds(meta: Meta, parts: str) -> str:
    if meta.ge is not None and meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    if meta.ge is not None:
        return f", at least {meta.ge}"
    if meta.le is not None:
        return f", at most {meta.le}"
    if meta.min_length is not None:
        least = "" if meta.min_length == meta.max_length else "at least "
        return f" of {least}{meta.min_length} {parts}"
    return f" of at most {meta.max_length} {parts}" if meta.max_length is not None else ""


# -- what a table is held to beyond its shape -----------------------------------------------------------------------


def row_faults(name: str, rows: Iterable[str], known: Sequence[str]) -> Iterator[str]:
    """Faults of a chart that should have a row for everything on the map, and no other.

    :param name: the key of the chart; its rows are looked up by the words of the map, or of the rules.
    """
    if set(rows) != set(known):
        yield f"{name}: expected {', '.join(known)}"


def step_faults(stepped: Mapping[str, Sequence[Sequence[Any]]], last: int) -> Iterator[str]:
    """Faults of rows of (last turn, ...) that do not rise, or do not reach the last turn needed.

    :param stepped: rows by the key of their table.
    """
    for name, rows in stepped.items():
        lasts = [row[0] for row in rows]
        if not lasts:
            yield f"{name}: an empty list; expected a row for each span of turns"
        elif lasts != sorted(set(lasts)) or lasts[-1] < last:
            yield f"{name}: last turns {shown(lasts)}; expected rising turns up to {last}"


def order_faults(pairs: Mapping[str, Sequence[int] | None]) -> Iterator[str]:
    """Faults of pairs whose lower number should stand first: first and last turn, fewest and most hexes.

    :param pairs: by the key of their table.
    """
    for name, pair in pairs.items():
        if pair is not None and pair[0] > pair[1]:
            yield f"{name}: {list(pair)}; expected the lower number first"


def more_faults(pairs: Mapping[tuple[str, str], tuple[int, int]]) -> Iterator[str]:
    """A fault for each pair in which the figure that should be larger is not.

    :param pairs: keys of the larger and the smaller -> what they are.
    """
    for (high, low), (more, less) in pairs.items():
        if more <= less:
            yield f"{high}: {more}; expected more than {low}, which is {less}"


def word_faults(named: Mapping[str, Iterable[str]], known: Iterable[str], kind: str) -> Iterator[str]:
    """A fault for each unknown word; "" names nothing and is allowed.

    :param named: words by the key of their table.
    :param kind: what they are: "class of counters".
    """
    known = frozenset(known)
    for name, words in named.items():
        for word in sorted({*words} - known - {""}):
            yield f"{name}: {shown(word)}: no {kind}{meant(word, known)}"
