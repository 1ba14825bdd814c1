"""A game written down so that it can go on at once.  Its position and its log as text: no commands are played.

A position is a JSON object, kind of mark -> rows of plain values.  A piece of the log is a JSON object:
"records", [side, turn, phase, kinds of its events in order] each, and kind of event -> rows of plain values;
the commands themselves are kept elsewhere.  What is read is checked against the types of marks and events.
The roster of a position says what its rows mean, so that later rules can still read it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ecs.core.components import Clock, Side
from ecs.core.events import EVENTS, Event, Record
from ecs.engine.engine import Game, Position
from ecs.rulesets import RULESETS

_NONE: Iterator[Event] = iter(())


class SerializationError(ValueError):
    """A saved position or log that does not fit, or is damaged."""


class PositionSchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a saved position relies on: digest of all counters and hexes in order, ids of phases, fields of marks."""

    counters: str
    phases: list[str]
    fields: dict[str, list[str]]


# -- writing --------------------------------------------------------------------------------------


def write_position(game: Game) -> bytes:
    """The position of a game."""
    return msgspec.json.encode({**game.position(), "roster": _roster(game)})


def _roster(game: Game) -> PositionSchema:
    text = msgspec.json.encode([game.unit_ids(), [h.label for h in game.board.hexes]])
    phases = [phase.id for phase in game.ruleset.sequence.phases]
    return PositionSchema(
        hashlib.sha256(text).hexdigest()[:16],
        phases,
        {kind.__name__: [*_names_of(kind)] for kind in game.ruleset.kinds},
    )


def write_records(records: Sequence[Record]) -> bytes:
    """A piece of the log."""
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for record in records:
        for event in record.events:
            kind = type(event).__name__
            rows.setdefault(kind, []).append(_readers()[kind](event))
    heads = [(r.side, r.turn, r.phase, [type(event).__name__ for event in r.events]) for r in records]
    return msgspec.json.encode({"records": heads, **rows})


@lru_cache(maxsize=1)
def _readers() -> Mapping[str, Callable[[Event], tuple[Any, ...]]]:
    return {name: attrgetter(*_names_of(kind)) for name, kind in EVENTS.items()}


# -- reading --------------------------------------------------------------------------------------


def read_position(text: bytes, kinds: tuple[type, ...]) -> Position:
    """A position with values of the right types.

    :param kinds: what can be marked in its game.
    :raises KeepingError: otherwise.
    """
    found = _decoded(_position_decoder(kinds), text)
    return {kind.__name__: getattr(found, kind.__name__) for kind in kinds}


def read_records(text: bytes, first: int, commands: Sequence[str]) -> list[Record]:
    """A piece of the log.

    :param first: the number of its first record.
    :param commands: the commands of these very records.
    :raises KeepingError: if it is damaged, or not as long as ``commands``.
    """
    found = _pieces(text)
    if len(found.records) != len(commands):
        raise SerializationError(f"{len(found.records)} records, {len(commands)} commands")
    told = {name: _events(kind, getattr(found, name)) for name, kind in EVENTS.items()}
    log = []
    for number, ((side, turn, phase, kinds), command) in enumerate(zip(found.records, commands, strict=True), first):
        events = tuple([event for kind in kinds if (event := next(told.get(kind, _NONE), None)) is not None])
        if len(events) != len(kinds):
            raise SerializationError(f"record {number}: events are missing")
        log.append(Record(number, side, command, turn, phase, events))
    if any(next(rest, None) is not None for rest in told.values()):
        raise SerializationError("events that belong to no record")
    return log


def _events(kind: type[Event], rows: Iterable[tuple[Any, ...]]) -> Iterator[Event]:
    names = _names_of(kind)
    return (kind(**dict(zip(names, row, strict=True))) for row in rows)


def _pieces(text: bytes) -> Any:
    """A piece of the log as it is written, or as older versions wrote it, whose events had fewer fields."""
    try:
        return _decoded(_log_decoder(), text)
    except SerializationError as fault:
        try:
            raw = msgspec.json.decode(text, type=dict[str, list[list[Any]]])
            named = {name: (EVENTS[name], rows) for name, rows in raw.items() if name in EVENTS}
            filled = {name: [_filled(kind, row) for row in rows] for name, (kind, rows) in named.items()}
            return _decoded(_log_decoder(), msgspec.json.encode({**raw, **filled}))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise fault from None


def _filled(kind: type[Event], row: list[Any]) -> list[Any]:
    """A row completed with the fields its kind of event has gained since, at their defaults."""
    rest = fields(kind)[len(row) :]
    return row if any(f.default is MISSING for f in rest) else [*row, *(f.default for f in rest)]


def _decoded(decoder: Any, text: bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise SerializationError(str(e)[:200]) from None


@lru_cache(maxsize=8)
def _position_decoder(kinds: tuple[type, ...]) -> Any:
    rows = [(kind.__name__, list[_row_of(kind)]) for kind in kinds]  # type: ignore[misc]
    return msgspec.json.Decoder(
        msgspec.defstruct("Position", [*rows, ("roster", PositionSchema)], forbid_unknown_fields=True)
    )


@lru_cache(maxsize=1)
def _log_decoder() -> Any:
    heads = ("records", list[tuple[Side | None, int, str, list[str]]])
    rows = [(name, list[_row_of(kind)], ()) for name, kind in EVENTS.items()]  # type: ignore[misc]
    return msgspec.json.Decoder(msgspec.defstruct("Piece", [heads, *rows], forbid_unknown_fields=True))


def _row_of(kind: type) -> Any:
    """The type of all values of a mark or event, in order."""
    hints = get_type_hints(kind)
    return tuple[tuple(hints[name] for name in _names_of(kind))]  # type: ignore[misc]


def _names_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


# -- fitting --------------------------------------------------------------------------------------


def migrate_position(game: Game, text: bytes) -> Position:
    """A position that other rules wrote down, read for a game just set up: what they did not know stands as set up.

    :raises KeepingError: if counters, map or marks are not those of this game.
    """
    try:
        raw = msgspec.json.decode(text, type=dict[str, Any])
        roster = msgspec.convert(raw.pop("roster", None), PositionSchema)
        fresh: dict[str, list[list[Any]]] = msgspec.json.decode(msgspec.json.encode(game.position()))
        if roster.counters != _roster(game).counters:
            raise SerializationError("its counters or its map have changed")
        found = {}
        for kind in game.ruleset.kinds:
            rows = _fitted(kind, raw.get(kind.__name__) or [], fresh[kind.__name__], roster)
            if kind is Clock:
                rows = [_at_phase(row, roster, game) for row in rows]
            found[kind.__name__] = msgspec.convert(rows, list[_row_of(kind)], str_keys=True)  # type: ignore[misc]
    except (TypeError, LookupError, AttributeError):
        raise SerializationError("its position is impossible") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise SerializationError(f"its position is impossible: {str(e)[:200]}") from None
    return found


def _at_phase(row: list[Any], roster: PositionSchema, game: Game) -> list[Any]:
    """A clock that shows the same phase, wherever it now stands in the sequence of play."""
    number = _names_of(Clock).index("phase")
    phases = [phase.id for phase in game.ruleset.sequence.phases]
    if not 0 <= row[number] < len(roster.phases):
        raise LookupError(row[number])
    if roster.phases[row[number]] not in phases:
        raise SerializationError(f"the phase {roster.phases[row[number]]} no longer exists")
    return [*row[:number], phases.index(roster.phases[row[number]]), *row[number + 1 :]]


def _fitted(kind: type, rows: list[list[Any]], fresh: list[list[Any]], roster: PositionSchema) -> list[list[Any]]:
    """The rows of one kind of mark with the fields of today."""
    if not rows:
        return fresh
    now = [*_names_of(kind)]
    then = roster.fields[kind.__name__]
    if len(rows) != len(fresh) or any(len(row) != len(then) for row in rows):
        raise SerializationError(f"its marks {kind.__name__} have changed")
    out = []
    for row, new in zip(rows, fresh, strict=True):
        old = dict(zip(then, row, strict=True))
        out.append([old.get(name, value) for name, value in zip(now, new, strict=True)])
    return out


def stamp(game: Game) -> str:
    """16 hex digits: those of another scenario, other tables, or (where the sources lie open) other rules differ; of a
    plug-in those of any other file of it."""
    words = ("map", "path", "briefing", "unused_options")  # where it lies and what it says changes no position
    scenario = {f.name: getattr(game.scenario, f.name) for f in fields(game.scenario) if f.name not in words}
    rules = [_rules_stamp(), *filter(None, [RULESETS.digest_of(game.ruleset.id)])]
    text = msgspec.json.encode([*rules, scenario], order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]


@lru_cache(maxsize=1)
def _rules_stamp() -> str:
    root, found = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(path for ending in ("py", "toml") for path in root.rglob(f"*.{ending}")):
        found.update(path.relative_to(root).as_posix().encode() + b"\n")
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()
