"""What is wrong with a scenario beside its game and its map, or with a map beside its game: every fault at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ecs.board.board import Board
from ecs.core.files.faults import Fault, shown
from ecs.core.files.scenario_grammar import ScenarioFile, UnitEntry, ZoneEntry
from ecs.core.files.scenario_source import hex_in_key, place_fault, same_hex_faults, unknown_places
from ecs.core.files.toml_files import KeyPath as Place
from ecs.core.ruleset import Ruleset, ScenarioNumber, ScenarioTerms, options_of
from ecs.untrusted_input import meant

SIDES = ("axis", "soviet")
MOST_TOLD = 5  # things a map lacks for a game it is not made for
DUE = "turn:"  # how a box begins in which counters wait for their turn
CONVERTED = 4  # turns after the last one in which a converted counter may be due in a position that was played


def scenario_faults(raw: Mapping[str, Any], ruleset: Ruleset, board: Board) -> list[Fault]:
    """Everything that is wrong with a scenario of the right shape.

    :param raw: its keys, with those of what it extends.
    """
    data = msgspec.convert(raw, ScenarioFile)
    figures = {"units": data.units, "tables": data.tables}
    found = ruleset.figures.shelf.faults(figures, board.words, frozenset(board.regions))
    shelf = ruleset.figures.shelf
    before, mark = shelf.overlay, shelf.mark
    shelf.lay({} if found else figures)
    try:
        found += _Scenario(data, ruleset, board).faults()
    finally:
        shelf.lay(before, mark)
    return found


class _Scenario:
    """A scenario, beside the rules and the board it is meant for."""

    def __init__(self, data: ScenarioFile, ruleset: Ruleset, board: Board) -> None:
        self.data, self.ruleset, self.board, self.terms = data, ruleset, board, ruleset.terms
        self.zones = {zone.name for zone in data.zones}

    def faults(self) -> list[Fault]:
        """All of them, in the order of the grammar."""
        return [
            *self._lacking(),
            *self._turns(),
            *self._weather(),
            *self._options(),
            *self._ground(),
            *self._zones(),
            *self._points(),
            *_number_faults(self.data.rules, self.data.victory, self.terms, self.board),
            *self._counters(),
            *self._absent(),
        ]

    def _lacking(self) -> Iterator[Fault]:
        for lack in self.ruleset.figures.needs().missing(self.board):
            yield Fault(("map",), f"{self._map()}: {lack}")

    def _turns(self) -> Iterator[Fault]:
        if self.data.turns > self.terms.calendar and not self.terms.endless:
            yield Fault(
                ("turns",),
                f"{self.data.turns}: the calendar of {self.ruleset.title} ends with turn {self.terms.calendar}",
            )

    def _weather(self) -> Iterator[Fault]:
        name = self.data.weather
        if name and name not in self.terms.weathers:
            cause = f"{shown(name)}: no such weather in {self.ruleset.title}{meant(name, self.terms.weathers)}"
            yield Fault(("weather",), cause)

    def _options(self) -> Iterator[Fault]:
        known = {option.key: [value for value, _ in option.choices] for option in options_of(self.ruleset)}
        for key, value in self.data.options.items():
            if key not in known:
                yield Fault(("options", key), f"no option of {self.ruleset.title}{meant(key, known)}")
            elif value not in known[key]:
                yield Fault(("options", key), f"{shown(value)}: expected one of: {', '.join(known[key])}")
        for number, key in enumerate(self.data.unused_options):
            if key not in known:
                yield Fault(
                    ("unused_options", number), f"{shown(key)}: no option of {self.ruleset.title}{meant(key, known)}"
                )

    def _ground(self) -> Iterator[Fault]:
        name = self.data.ground
        if name and name not in self.zones and name not in self.board.regions:
            known = {*self.zones, *self.board.regions}
            yield Fault(
                ("ground",),
                f"{shown(name)}: no zone of this scenario and no region of {self._map()}{meant(name, known)}",
            )

    def _points(self) -> Iterator[Fault]:
        for key in self.data.points:
            if not self.terms.points:
                yield Fault(("points", key), f"no place scores points in {self.ruleset.title}")
            elif cause := place_fault(self.board, key):
                yield Fault(("points", key), cause)
        yield from same_hex_faults(self.board, "points", {key: key for key in self.data.points})

    def _map(self) -> str:
        return f"the map {self.board.name}"

    def _zones(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for number, zone in enumerate(self.data.zones):
            place: Place = ("zones", number)
            if zone.name in seen:
                yield Fault((*place, "name"), f"{shown(zone.name)}: two zones have this name")
            seen.add(zone.name)
            yield from self._regions(zone, place)
            yield from unknown_places(self.board, zone.also, (*place, "also"))

    def _regions(self, zone: ZoneEntry, place: Place) -> Iterator[Fault]:
        for key in ("regions", "outside", "air_in"):
            yield from self._unknown(getattr(zone, key), (*place, key), self.board.regions, "region")
        for key in ("front", "cover"):
            name = getattr(zone, key)
            if name and name not in self.board.regions:
                yield self._stranger(name, (*place, key), self.board.regions, "region")

    def _unknown(self, names: Iterable[str], place: Place, known: Collection[str], what: str) -> Iterator[Fault]:
        for number, name in enumerate(names):
            if name not in known:
                yield self._stranger(name, (*place, number), known, what)

    def _stranger(self, name: str, place: Place, known: Collection[str], what: str) -> Fault:
        return Fault(place, f"{shown(name)}: no {what} of {self._map()}{meant(name, known)}")

    def _absent(self) -> Iterator[Fault]:
        coming = self.ruleset.figures.calendar() if self.data.absent else ()
        known = {text.partition(":")[0] for _, text, _ in coming}
        for number, name in enumerate(self.data.absent):
            if name not in known:
                yield Fault(
                    ("absent", number),
                    f"{shown(name)}: not in the calendar of {self.ruleset.title}{meant(name, known)}",
                )

    # -- counters ---------------------------------------------------------------------------------

    @property
    def _last_turn(self) -> int:
        """The last turn of the scenario or, if that is later, of the game's calendar."""
        return max(self.data.turns, self.terms.calendar)

    def _counters(self) -> Iterator[Fault]:
        seen: dict[str, Place] = {}
        for side in SIDES:
            for number, entry in enumerate(getattr(self.data, side)):
                yield from self._entry(entry, (side, number))
                for which, text in enumerate(entry.units):
                    yield from self._counter(text, entry, (side, number, "units", which), seen)

    def _entry(self, entry: UnitEntry, place: Place) -> Iterator[Fault]:
        if entry.hex and (cause := place_fault(self.board, entry.hex)):
            yield Fault((*place, "hex"), cause)
        if entry.at and (cause := place_fault(self.board, entry.at)):
            yield Fault((*place, "at"), cause)
        elif entry.at and not self.terms.doors:
            yield Fault((*place, "at"), f"the rules of {self.ruleset.title} say where counters come in")
        if not entry.units:
            return
        if bool(entry.hex) == bool(entry.box):
            yield Fault(
                place, "it has a hex and a box: give only one of them" if entry.hex else "it needs a hex or a box"
            )
        elif entry.box and not self.terms.has_box(entry.box):
            names = [box.name for box in self.terms.boxes]
            yield Fault((*place, "box"), f"{shown(entry.box)}: no box of {self.ruleset.title}{meant(entry.box, names)}")
        elif entry.box.startswith(DUE) and int(entry.box.removeprefix(DUE)) > self._last_turn + CONVERTED:
            yield Fault((*place, "box"), f"{shown(entry.box)}: the last turn is {self._last_turn}")
        if entry.zone and entry.zone not in self.zones:
            yield Fault(
                (*place, "zone"), f"{shown(entry.zone)}: no zone of this scenario{meant(entry.zone, self.zones)}"
            )
        if entry.dispersed and not self.terms.dispersed:
            yield Fault((*place, "dispersed"), f"{self.ruleset.title} has no Dispersed units")

    def _counter(self, text: str, entry: UnitEntry, place: Place, seen: dict[str, Place]) -> Iterator[Fault]:
        unit_id, _, kind = text.partition(":")
        classes = self.ruleset.figures.classes()
        if kind not in classes:
            yield Fault(place, f"{shown(text)}: no unit class {kind!r}{meant(kind, classes)}")
        elif entry.lost and not self.terms.lasting:
            yield Fault((*place[:2], "lost"), f"{entry.lost}: no counter starts with losses in {self.ruleset.title}")
        elif entry.lost and not entry.lost < classes[kind].steps:
            yield Fault(
                (*place[:2], "lost"),
                f"{entry.lost}: {unit_id} has {classes[kind].steps} steps, and at least one must be left",
            )
        if unit_id in seen:
            yield Fault(place, f"the counter {unit_id!r} appears twice; each id may appear only once")
        seen[unit_id] = place


def _number_faults(
    rules: Mapping[str, int], victory: Mapping[str, int], terms: ScenarioTerms, board: Board
) -> Iterator[Fault]:
    """What is wrong with [rules] and [victory]."""
    keys = [number.key for number in terms.numbers]
    names = [number.victory for number in terms.numbers if number.victory]
    for key, value in rules.items():
        number = terms.number(key)
        if number is None:
            yield Fault(("rules", key), f"no such number in this game{meant(key, keys)}")
            continue
        if number.by_hex and (cause := place_fault(board, hex_in_key(key, terms))):
            yield Fault(("rules", key), cause)
        yield from _range_faults(("rules", key), value, number)
    for found in (number for number in terms.numbers if number.by_hex):
        words = {key: key.removeprefix(found.key) for key in rules if key.startswith(found.key)}
        yield from same_hex_faults(board, "rules", words)
    for key, value in victory.items():
        number = terms.deciding(key)
        if number is None:
            yield Fault(("victory", key), f"no such victory condition in this game{meant(key, names)}")
        else:
            yield from _range_faults(("victory", key), value, number)


def _range_faults(place: Place, value: int, number: ScenarioNumber) -> Iterator[Fault]:
    if not number.least <= value <= number.most:
        yield Fault(place, f"{value}: expected {number.least} to {number.most}: {number.meaning}")


def role_faults(board: Board, rulesets: Mapping[str, Ruleset], absent: Callable[[str], str]) -> Iterator[str]:
    """What the map lacks for the game it says it is made for, a sentence each; nothing if it names none.

    :param absent: why there is no game of an id.
    """
    if not board.game:
        return
    ruleset = rulesets.get(board.game)
    if ruleset is None:
        yield f"property 'game': {absent(board.game)}"
        return
    yield from (f"{lack} ({ruleset.title})" for lack in ruleset.figures.needs().missing(board))


def role_notes(board: Board, rulesets: Mapping[str, Ruleset]) -> Iterator[str]:
    """Of the game the map is made for, what is left out on it; if it names none, a sentence for each game."""
    for ruleset in rulesets.values():
        needs = ruleset.figures.needs()
        lacking = [*needs.missing(board)]
        if board.game == ruleset.id and not lacking:
            if without := [name for name, _ in needs.absent(board)]:
                yield f"does without what the rules of {ruleset.title} call {', '.join(without)}"
        elif not board.game and lacking:
            more = f"; and {len(lacking) - MOST_TOLD} more" if len(lacking) > MOST_TOLD else ""
            yield f"cannot be played by the rules of {ruleset.title}: {'; '.join(lacking[:MOST_TOLD])}{more}"
        elif not board.game:
            yield f"can be played by the rules of {ruleset.title}"
