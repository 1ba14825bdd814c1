"""A scenario file with what it extends: one table of keys, and where each of them stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ecs.board.board import Board
from ecs.core.files.faults import MOST_FAULTS, Fault, Source, shape_faults, shown
from ecs.core.files.scenario_grammar import LONGEST_GAME, Edits, ScenarioFile, UnitEntry, ZoneEntry
from ecs.core.files.toml_files import KeyPath as Place
from ecs.core.files.toml_files import TableError, laid_over, read_toml
from ecs.core.ruleset import Scenario, ScenarioTerms
from ecs.untrusted_input import copied, meant

DEEPEST_CHAIN = 8
SIDES = ("axis", "soviet")
OVERLAYS = ("units", "tables")
EDITS = tuple(f.encode_name for f in msgspec.structs.fields(Edits))
Finder = Callable[[str, Path], Path | None]
"""Where the scenario of an id lies that another file extends; None if there is none."""
REASONS: list[Callable[[str], str]] = []
"""Each says why the scenario of an id cannot be extended, "" if it does not know. The last one answers first."""
CALENDARS: list[Callable[[str], Iterable[tuple[str, str, str]]]] = []
"""Each tells the calendar of arrivals of a ruleset, by its id: of every counter its side, "id:class" and its box."""


@dataclass(slots=True)
class ScenarioSource:
    """What a file says, with all that it extends.

    ``raw``: the keys of the whole; ``faults``: what is wrong so far, in sentences; ``sources``: top key -> where it
    stands; ``elsewhere``: an entry that an edit has made -> where that stands; ``whole``: what it extends was found;
    ``sound``: the keys without those that have not the right shape, so that the others can be looked at all the same.
    """

    path: Path
    raw: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    elsewhere: dict[Place, tuple[Source, Place]] = field(default_factory=dict)
    whole: bool = True
    sound: dict[str, Any] = field(default_factory=dict)

    def tell(self, fault: Fault) -> str:
        """A fault in a sentence that names the file, this one or one that it extends, and the line."""
        source, place = self.elsewhere.get(fault.path[:2], (None, ()))
        if source is not None:
            return source.tell(Fault((*place, *fault.path[2:]), fault.cause))
        return self.sources.get(str(fault.path[0]) if fault.path else "", Source(self.path)).tell(fault)

    def blame(self, faults: Iterable[Fault]) -> None:
        """Add faults; only those that will be shown have their place looked up."""
        for fault in faults:
            self.faults.append(self.tell(fault) if len(self.faults) <= MOST_FAULTS else fault.cause)


def read_source(path: Path, find: Finder) -> ScenarioSource:
    """A scenario file and what it extends, as one table; what is wrong with its shape stands in its faults.

    :raises TableError: if a file cannot be read, or is no TOML.
    """
    return _read(path, find, ())


def _read(path: Path, find: Finder, chain: tuple[Path, ...]) -> ScenarioSource:
    raw = read_toml(path)
    own = Source(path)
    found = ScenarioSource(path)
    edits = {key: raw.pop(key) for key in EDITS if key in raw}
    wrong = [*shape_faults(edits, Edits)]
    base = None
    if "extends" in edits and not any(fault.path[:1] == ("extends",) for fault in wrong):
        base = _base(path, edits["extends"], find, (*chain, path), wrong)
    elif edits and "extends" not in edits:
        wrong += [Fault((key,), "allowed only in a scenario that extends another") for key in edits]
    found.whole = "extends" not in edits or (base is not None and base.whole)
    if base is not None:
        found.raw, found.sources, found.elsewhere = copied(base.raw), dict(base.sources), dict(base.elsewhere)
        found.faults += base.faults
    for key, value in raw.items():
        both = key in OVERLAYS and isinstance(value, dict) and isinstance(found.raw.get(key), dict)
        found.raw[key] = laid_over(found.raw[key], value) if both else value
        found.sources[key] = own
        found.elsewhere = {place: there for place, there in found.elsewhere.items() if place[0] != key}
    if base is not None and not wrong:
        wrong += _edited(found, own, edits)
    found.faults += [own.tell(fault) for fault in wrong]
    return found


def _base(path: Path, name: str, find: Finder, chain: tuple[Path, ...], wrong: list[Fault]) -> ScenarioSource | None:
    """The scenario another one extends."""
    there = find(name, path)
    cause = ""
    if there is None:
        cause = f"{name!r}: {next(filter(None, (why(name) for why in reversed(REASONS))))}"
    elif there.is_symlink():
        cause = f"{name!r} is a link to another file"
    elif there.resolve() in [one.resolve() for one in chain]:
        cause = f"{name!r} itself extends this scenario"
    elif len(chain) >= DEEPEST_CHAIN:
        cause = f"{name!r}: more than {DEEPEST_CHAIN} scenarios extend one another"
    if cause or there is None:
        wrong.append(Fault(("extends",), cause))
        return None
    return _read(there, find, chain)


NOTHING: dict[str, Any] = {"units": []}
UNKNOWN = "?"
_INSTEAD: dict[str, Any] = {
    **dict.fromkeys(("ruleset", "title", "map", "blurb", "history"), UNKNOWN),
    "id": "unknown",
    "turns": LONGEST_GAME,
    "minutes": 0,
    "axis": [],
    "soviet": [],
}


def without(raw: dict[str, Any], faults: Sequence[Fault]) -> dict[str, Any]:
    """The keys of a scenario, with harmless values in place of those of the wrong shape."""
    out = copied(raw)
    for fault in faults:
        key = fault.path[0] if fault.path else ""
        if key in SIDES and len(fault.path) > 1 and isinstance(out.get(key), list):
            out[key][fault.path[1]] = dict(NOTHING)
        elif key == "zones" and len(fault.path) > 1:
            zone = out[key][fault.path[1]]
            name = zone.get("name") if isinstance(zone, dict) else None
            out[key][fault.path[1]] = {"name": name if isinstance(name, str) else UNKNOWN, "title": UNKNOWN}
        elif len(fault.path) > 1 and isinstance(out.get(key), dict):
            out[key].pop(fault.path[1], None)
        else:
            out.pop(key, None)
    for name, kind in _FIELDS.items() if faults else ():
        if name in out and [*shape_faults(out[name], kind)]:
            del out[name]
    return {**_INSTEAD, **{name: value for name, value in out.items() if name in _FIELDS}}


_FIELDS = get_type_hints(ScenarioFile, include_extras=True)


# -- add, remove, move, reduce ----------------------------------------------------------------------


def _edited(found: ScenarioSource, own: Source, edits: dict[str, Any]) -> Iterator[Fault]:
    """Apply a scenario's edits to the orders of battle it extends; a name that matches nothing is a fault."""
    raw = found.raw
    if not all(_is_order_of_battle(raw.get(side)) for side in SIDES):
        return  # its own faults are told
    listed = {text.partition(":")[0] for side in SIDES for e in raw[side] for text in e["units"]}
    coming = _coming(raw) if any(names for _, names in _named(edits)) else {}
    known = listed | coming.keys()
    for place, names in _named(edits):
        for number, name in enumerate(names):
            if name not in known:
                cause = f"no counter {name!r} in the extended scenario{meant(name, known)}"
                yield Fault((*place, number), cause)
    for name in edits.get("remove", ()):
        _taken(raw, name)
        if name in coming:
            raw["absent"] = [*raw.get("absent", ()), name]
    for key in ("move", "reduce"):
        for entry in edits.get(key, ()):
            for name in sorted((coming.keys() - listed).intersection(entry["units"])):
                side, text, box = coming.pop(name)
                raw[side].append({"units": [text], "box": box})
    for key in ("move", "reduce"):
        for number, entry in enumerate(edits.get(key, ())):
            changes = {"lost": 1, **entry} if key == "reduce" else dict(entry)
            for name in changes.pop("units"):
                _put(found, name, changes, (own, (key, number)))
    for side, entries in edits.get("add", {}).items():
        for number, entry in enumerate(entries):
            found.elsewhere[side, len(raw[side])] = own, ("add", side, number)
            raw[side].append(entry)


def _coming(raw: dict[str, Any]) -> dict[str, tuple[str, str, str]]:
    """The calendar of the game, but for counters that never come here: id -> side, "id:class", box."""
    absent, game = raw.get("absent", []), raw.get("ruleset")
    if not isinstance(game, str) or [*shape_faults(absent, list[str])]:
        return {}
    lines = [line for calendar in CALENDARS for line in calendar(game)]
    found = {text.partition(":")[0]: (side, text, box) for side, text, box in lines}
    return {name: line for name, line in found.items() if name not in absent}


def _is_order_of_battle(entries: object) -> bool:
    return not [*shape_faults(entries, list[UnitEntry])]


def _named(edits: dict[str, Any]) -> Iterator[tuple[Place, list[str]]]:
    """The lists of counters that edits name."""
    yield ("remove",), edits.get("remove", [])
    for key in ("move", "reduce"):
        for number, entry in enumerate(edits.get(key, ())):
            yield (key, number, "units"), entry["units"]


def _taken(raw: dict[str, Any], name: str) -> tuple[str, dict[str, Any]] | None:
    """Take a counter out of its entry; return its side and an entry of its own."""
    for side in SIDES:
        for number, entry in enumerate(raw[side]):
            for text in entry["units"]:
                if text.partition(":")[0] == name:
                    rest = [other for other in entry["units"] if other != text]
                    raw[side][number] = {**entry, "units": rest}
                    return side, {**entry, "units": [text]}
    return None


def _put(found: ScenarioSource, name: str, changes: dict[str, Any], where: tuple[Source, Place]) -> None:
    """Put a counter elsewhere, or with other losses, at the end of its order of battle."""
    taken = _taken(found.raw, name)
    if taken is None:
        return
    side, entry = taken
    if "hex" in changes or "box" in changes:
        entry = {key: value for key, value in entry.items() if key not in ("hex", "box")}
    found.elsewhere[side, len(found.raw[side])] = where
    found.raw[side].append({**entry, **changes})


def refuse(faults: list[str]) -> None:
    """Raise the first of these faults, if there are any, and say how many more there are.

    :raises TableError: with it.
    """
    if faults:
        more = len(faults) - 1
        raise TableError(f"{faults[0]} (and {more} more; `rasputitsa check` lists them)" if more else faults[0])


# -- Hexes that a scenario names by what is there: a label, the name of a place, or a role, read on its map. ---------

MOST_TOLD = 5


def place_fault(board: Board, word: str) -> str:
    """Why a word names no hex, or several; "" if it names one."""
    found = board.called(word)
    if len(found) == 1:
        return ""
    if found:
        labels = [board.hexes[index].label for index in found]
        more = f" and {len(labels) - MOST_TOLD} more" if len(labels) > MOST_TOLD else ""
        return (
            f"{shown(word)}: could be {len(found)} hexes of the map {board.name}: {', '.join(labels[:MOST_TOLD])}{more}"
        )
    label = next((label for label in board.by_label if label.casefold() == word.casefold()), "")
    known = {label} if label else {*board.by_name}
    return f"{shown(word)}: no hex of the map {board.name} has this label or name{meant(word, known)}"


def label_of(board: Board, word: str) -> str:
    """The label of the hex that a word means; the word itself where it means none, or several."""
    found = board.called(word)
    return board.hexes[found[0]].label if len(found) == 1 else word


def same_hex_faults(board: Board, key: str, words: Mapping[str, str]) -> Iterator[Fault]:
    """Faults of keys of a table that mean the same hex.

    :param words: key -> the word in it that means a hex.
    """
    seen: dict[str, str] = {}
    for name, word in words.items():
        other = seen.setdefault(label_of(board, word), name)
        if other != name:
            yield Fault((key, name), f"this is the same hex as {shown(other)}; name it only once")


def located(scenario: Scenario, terms: ScenarioTerms, board: Board) -> Scenario:
    """The scenario with place names replaced by hex labels; the same object if it uses none."""
    units = tuple((side, _labelled(entry, board)) for side, entry in scenario.units)
    zones = {name: _zone(zone, board) for name, zone in scenario.zones.items()}
    rules = {_rule(key, terms, board): value for key, value in scenario.rules.items()}
    changed = {"units": units, "zones": zones, "rules": rules}
    was = {"units": scenario.units, "zones": dict(scenario.zones), "rules": dict(scenario.rules)}
    return scenario if changed == was else replace(scenario, units=units, zones=zones, rules=rules)


def hex_in_key(key: str, terms: ScenarioTerms) -> str:
    """The word for a hex that a key of ``[rules]`` ends with; "" if it names none."""
    number = terms.number(key)
    return key.removeprefix(number.key) if number is not None and number.by_hex else ""


def unknown_places(board: Board, words: Iterable[str], place: Place) -> Iterator[Fault]:
    """A fault for each word of a list that names no hex."""
    for number, word in enumerate(words):
        if cause := place_fault(board, word):
            yield Fault((*place, number), cause)


def _rule(key: str, terms: ScenarioTerms, board: Board) -> str:
    word = hex_in_key(key, terms)
    return key.removesuffix(word) + label_of(board, word) if word else key


def _labelled(entry: UnitEntry, board: Board) -> UnitEntry:
    spots = {key: label_of(board, word) for key in ("hex", "at") if (word := getattr(entry, key))}
    changed = {key: label for key, label in spots.items() if label != getattr(entry, key)}
    return msgspec.structs.replace(entry, **changed) if changed else entry


def _zone(zone: ZoneEntry, board: Board) -> ZoneEntry:
    also = [label_of(board, word) for word in zone.also]
    return zone if also == zone.also else msgspec.structs.replace(zone, also=also)
