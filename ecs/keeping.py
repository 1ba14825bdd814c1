"""How is a game written down to go on at once?  Its position and its log as text: no commands are played.

A position is a JSON object, kind of mark -> rows of plain values.  A piece of history is a JSON list, one
entry a record: [side, turn, phase, [[kind of event, value, value ...], ...]]; the commands themselves are
kept elsewhere.  Whatever is read is checked against the types of the marks and events.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ecs.components import MARKED, Side
from ecs.engine import Game, Position
from ecs.events import EVENTS, Event, Record

_Row = tuple[Side | None, int, str, list[list[Any]]]


class KeepingError(ValueError):
    """What was written down does not fit, or is damaged."""


# -- writing --------------------------------------------------------------------------------------


def write_position(game: Game) -> bytes:
    """The position of a game."""
    return msgspec.json.encode(game.position())


def write_records(records: Sequence[Record]) -> bytes:
    """A piece of the log."""
    return msgspec.json.encode([(r.side, r.turn, r.phase, [_written(event) for event in r.events]) for r in records])


def _written(event: Event) -> tuple[Any, ...]:
    kind = type(event).__name__
    read = _readers()[kind]
    return (kind, *read(event))


@lru_cache(maxsize=1)
def _readers() -> Mapping[str, Callable[[Event], tuple[Any, ...]]]:
    return {name: attrgetter(*(f.name for f in fields(kind))) for name, kind in EVENTS.items()}


# -- reading --------------------------------------------------------------------------------------


def read_position(text: bytes) -> Position:
    """A position, its values of the right types.

    :raises KeepingError: otherwise.
    """
    found = _decoded(text, _position_type())
    return {kind.__name__: getattr(found, kind.__name__) for kind in MARKED}


def read_records(text: bytes, first: int, commands: Sequence[str]) -> list[Record]:
    """A piece of the log.

    :param first: the number of its first record.
    :param commands: the commands of these very records.
    :raises KeepingError: if it is damaged, or not as long as ``commands``.
    """
    rows: list[_Row] = _decoded(text, list[_Row])
    if len(rows) != len(commands):
        raise KeepingError(f"{len(rows)} records, {len(commands)} commands")
    try:
        return [
            Record(first + n, side, command, turn, phase, tuple([_event(values) for values in events]))
            for n, ((side, turn, phase, events), command) in enumerate(zip(rows, commands, strict=True))
        ]
    except msgspec.ValidationError as e:
        raise KeepingError(str(e)[:200]) from None


def _decoded(text: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise KeepingError(str(e)[:200]) from None


def _event(values: list[Any]) -> Event:
    known = _event_types().get(values[0]) if values and isinstance(values[0], str) else None
    if known is None:
        raise KeepingError(f"no event is of the kind {str(values[:1])[:40]}")
    kind, names, types = known
    return kind(**dict(zip(names, msgspec.convert(values[1:], types), strict=True)))


@lru_cache(maxsize=1)
def _event_types() -> Mapping[str, tuple[type[Event], tuple[str, ...], Any]]:
    return {name: (kind, tuple(f.name for f in fields(kind)), _row_of(kind)) for name, kind in EVENTS.items()}


@lru_cache(maxsize=1)
def _position_type() -> Any:
    rows = [(kind.__name__, list[_row_of(kind)]) for kind in MARKED]  # type: ignore[misc]
    return msgspec.defstruct("Position", rows, forbid_unknown_fields=True)


def _row_of(kind: type) -> Any:
    """The type of all values of a mark or event, in order."""
    hints = get_type_hints(kind)
    return tuple[tuple(hints[f.name] for f in fields(kind))]  # type: ignore[misc]


# -- fitting --------------------------------------------------------------------------------------


def stamp(game: Game) -> str:
    """16 hex digits: those of another scenario, other tables, or (where the sources lie open) other rules differ."""
    scenario = {f.name: getattr(game.scenario, f.name) for f in fields(game.scenario) if f.name not in ("map", "path")}
    text = msgspec.json.encode([_rules_stamp(), scenario], order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]


@lru_cache(maxsize=1)
def _rules_stamp() -> str:
    root, found = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for ending in ("py", "toml") for path in root.rglob(f"*.{ending}")):
        found.update(path.relative_to(root).as_posix().encode() + b"\n")
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()
