"""A position as one line of text that can be mailed, kept in a notebook, and read back.

    rasputitsa-position 1 {"scenario": "barbarossa-1941", "seed": 1, "options": {...}, "units": {...}, ...}

A version, then a JSON object.  Told is only what differs from the scenario as it begins: by the id of a counter, by the
label of a hex, and for the table, kind of mark -> field -> value.  Of several markers of a kind that lie on the table
the second is called "Fort 2".  How the position came about is not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ecs.core.components import Place
from ecs.engine.engine import Game
from ecs.engine.figures_in_force import UNFIT
from ecs.engine.invariants import examine
from ecs.engine.serialization import SerializationError, migrate_position, write_position

HEAD = "rasputitsa-position"
VERSION = 1
LONGEST = 2**20
"""Letters; the largest of the game's own positions has a tenth of them."""

Told = dict[str, dict[str, dict[str, Any]]]
"""By counter, hex or "" for the table: kind of mark -> field -> value."""


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The contents of the line after the version."""

    scenario: str
    seed: int = 0
    options: dict[str, str] = {}
    table: dict[str, dict[str, Any]] = {}
    units: Told = {}
    hexes: Told = {}


Begin = Callable[[Line], Game]
"""A game just set up, by what a line says of its scenario, seed and options."""


def write_line(game: Game, fresh: Game) -> str:
    """The position of a game.

    :param fresh: the same scenario with the same options and seed, just set up.
    """
    line = Line(game.scenario.id, game.seed, dict(game.options))
    before = list(_marks(fresh))
    for (group, name, kind, _, now), (*_, then) in zip(_marks(game), before, strict=True):
        if changed := {field: value for field, value in now.items() if value != then[field]}:
            told = line.table if group == "table" else getattr(line, group).setdefault(name, {})
            told[kind] = changed
    return f"{HEAD} {VERSION} {msgspec.json.encode(line).decode()}"


def read_line(text: str, begin: Begin) -> Game:
    """The game that continues from a position.

    :raises SerializationError: naming what is wrong; also if no game could lead there.
    """
    line = parsed(text)
    game = begin(line)
    found: dict[str, Any] = msgspec.json.decode(write_position(game))
    told = {("table", ""): line.table}
    told |= {("units", name): kinds for name, kinds in line.units.items()}
    told |= {("hexes", name): kinds for name, kinds in line.hexes.items()}
    numbers: dict[str, int] = {}
    known = {("table", "")}
    for group, name, called, kind, now in _marks(game):
        row = numbers[kind] = numbers.get(kind, -1) + 1
        known.add((group, name))
        changed = told.get((group, name), {}).pop(called, {})
        if strange := [field for field in changed if field not in now]:
            raise SerializationError(f"{name or 'the table'}: {kind} has no field {strange[0][:40]!r}")
        found[kind][row] = [_index(game, kind, field, changed.get(field, value)) for field, value in now.items()]
    for (group, name), left in told.items():
        if left or (group, name) not in known:
            raise SerializationError(f"{name[:40] or 'the table'}: not in this scenario, or it has no such mark")
    try:
        game.resume(migrate_position(game, msgspec.json.encode(found)), game.log[:1], [])
        examine(game)
    except UNFIT:
        raise SerializationError("no game could lead to this position") from None
    return game


def parsed(text: str) -> Line:
    """The contents of a line.

    :raises SerializationError: if it is none.
    """
    head, _, rest = text.strip().partition(" ")
    version, _, body = rest.partition(" ")
    if head != HEAD or len(text) > LONGEST:
        raise SerializationError(f"a position must begin with “{HEAD} {VERSION}”")
    if version != str(VERSION):
        raise SerializationError(f"position version {version[:20]!r}; this game reads version {VERSION}")
    try:
        return msgspec.json.decode(body, type=Line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SerializationError(str(error)[:200]) from None


def _marks(game: Game) -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
    """Every mark in the order of the position: "table", "units" or "hexes", its name there, what it is called in a
    line, its kind and its fields."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for group, name, kind, values in game.marked():
        told, called = dict(values), kind.__name__
        if kind is Place and told["hex"] >= 0:
            told["hex"] = game.board.hexes[told["hex"]].label
        seen[group, name, called] += 1
        number = seen[group, name, called]
        yield group, name, f"{called} {number}" if number > 1 else called, called, msgspec.to_builtins(told)


def _index(game: Game, kind: str, field: str, value: Any) -> Any:
    """A value as positions keep it: a hex by its index."""
    if kind != Place.__name__ or field != "hex" or not isinstance(value, str):
        return value
    if value not in game.board.by_label:
        raise SerializationError(f"no hex {value[:40]!r} on this map")
    return game.board.by_label[value]
