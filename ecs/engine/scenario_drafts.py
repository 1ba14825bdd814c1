"""A scenario being made: who stands where, whose the ground is, when it begins.  Each change gives a new draft."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from ecs.board.board import Board
from ecs.core.components import Side
from ecs.core.files.faults import Fault, key_of, shape_faults
from ecs.core.files.scenario_grammar import ScenarioFile, UnitEntry, ZoneEntry
from ecs.core.files.scenario_source import SIDES
from ecs.core.files.toml_files import KeyPath as Place
from ecs.core.ruleset import Ruleset, Scenario
from ecs.core.view import View
from ecs.engine.queries import GameQueries
from ecs.engine.scenario_export import HELD, RetoldPosition, made, scenario_table
from ecs.systems.rulebook import rulebook
from ecs.systems.stacking import stacks


@dataclass(frozen=True, slots=True)
class DraftCounter:
    """A counter of the order of battle: in a hex, by its label, or in a box; ``lost``: steps lost already; ``at``:
    where it comes in, "" as usual."""

    id: str
    kind: str
    side: Side
    hex: str = ""
    box: str = ""
    zone: str = ""
    lost: int = 0
    dispersed: bool = False
    at: str = ""

    @property
    def entry(self) -> UnitEntry:
        """The counter as an order-of-battle entry of its own."""
        return UnitEntry(
            units=[f"{self.id}:{self.kind}"],
            hex=self.hex,
            box=self.box,
            zone=self.zone,
            lost=self.lost,
            dispersed=self.dispersed,
            at=self.at,
        )


@dataclass(frozen=True, slots=True)
class DraftFault:
    """Something that is wrong with a draft: in a sentence, and the counter it is about, "" for none."""

    text: str
    counter: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioDraft:
    """A scenario as it will be written.

    ``base``: the one it extends; ``scenario``: everything but counters and ground; ``held``: labels of the hexes the
    Axis holds, None as the scenario says without it.
    """

    base: Scenario
    scenario: Scenario
    counters: Mapping[str, DraftCounter] = field(default_factory=dict)
    held: frozenset[str] | None = None

    # -- changes --------------------------------------------------------------------------------------

    def placed(self, names: Iterable[str], label: str) -> ScenarioDraft:
        """The draft with these counters in a hex."""
        return self._changed(names, hex=label, box="")

    def boxed(self, names: Iterable[str], box: str) -> ScenarioDraft:
        """The draft with these counters in a box off the map."""
        return self._changed(names, hex="", box=box)

    def marked(self, names: Iterable[str], **marks: Any) -> ScenarioDraft:
        """The draft with other marks on these counters: ``lost``, ``dispersed``, ``zone``."""
        return self._changed(names, **marks)

    def without(self, names: Iterable[str]) -> ScenarioDraft:
        """The draft without these counters."""
        gone = set(names)
        return replace(self, counters={name: one for name, one in self.counters.items() if name not in gone})

    def joined(self, counters: Iterable[DraftCounter]) -> ScenarioDraft:
        """The draft with these counters added, or changed to what they are here."""
        return replace(self, counters={**self.counters, **{one.id: one for one in counters}})

    def painted(self, labels: Iterable[str], side: Side, before: Iterable[str]) -> ScenarioDraft:
        """The draft with these hexes held by a side; ``before``: those the Axis held so far."""
        held = frozenset(before if self.held is None else self.held)
        mine = frozenset(labels)
        return replace(self, held=held | mine if side is Side.AXIS else held - mine)

    def with_ground(self, held: frozenset[str] | None) -> ScenarioDraft:
        """The draft with these hexes held by the Axis; None: as the scenario has it."""
        return replace(self, held=held)

    def said(self, **words: Any) -> ScenarioDraft:
        """The draft with other settings: ``title``, ``blurb``, ``turns``, ``start_turn``, ``options``, ``rules`` ..."""
        return replace(self, scenario=replace(self.scenario, **words))

    def _changed(self, names: Iterable[str], **fields: Any) -> ScenarioDraft:
        changed = {name: replace(self.counters[name], **fields) for name in names}
        return replace(self, counters={**self.counters, **changed})

    # -- what it comes to -----------------------------------------------------------------------------

    def told(self, name: str) -> Scenario:
        """The draft as a scenario with this id."""
        whole = replace(self.scenario, id=name, units=tuple((o.side.value, o.entry) for o in self.counters.values()))
        if self.held is None:
            return whole
        word = next(w for w in (HELD, *(f"{HELD}-{n}" for n in range(2, 200))) if w not in whole.zones)
        zone = ZoneEntry(name=word, title="Axis-held hexes", also=sorted(self.held))
        return replace(whole, zones={**whole.zones, word: zone}, ground=word)

    def table(self, name: str) -> dict[str, Any]:
        """The keys of its file, by what differs from the scenario it extends."""
        return scenario_table(self.told(name), self.base)

    def shape_faults(self, name: str) -> Iterator[DraftFault]:
        """What no scenario file may say, whatever its rules and map."""
        for fault in shape_faults(self.raw(name), ScenarioFile):
            yield self.blamed(fault)

    def raw(self, name: str) -> dict[str, Any]:
        """All keys of a file that is complete in itself."""
        told = self.told(name)
        sides: dict[str, list[dict[str, Any]]] = {side.value: [] for side in Side}
        for one in self.counters.values():
            sides[one.side.value].append(msgspec.to_builtins(one.entry))
        words = {key: getattr(told, key) for key in _WORDS}
        zones = [msgspec.to_builtins(zone) for zone in told.zones.values()]
        tables = {key: dict(getattr(told, key)) for key in ("options", "rules", "points")} | dict(told.figures)
        return {**words, **tables, **sides, "map": told.map.name, "zones": zones}

    def blamed(self, fault: Fault) -> DraftFault:
        """A fault of :meth:`raw`, and the counter it is about."""
        where, counter = fault.path, ""
        if where[:1] and where[0] in [side.value for side in Side] and len(where) > 1:
            mine = [one.id for one in self.counters.values() if one.side.value == where[0]]
            counter, where = mine[int(where[1])], where[2:]
        key = key_of(where)
        return DraftFault(f"{counter + ': ' if counter else ''}{key + ': ' if key else ''}{fault.cause}", counter)


_WORDS = ("id", "ruleset", "title", "turns", "minutes", "blurb", "history", "start_turn", "weather", "ground")


def draft_made_of(scenario: Scenario, base: Scenario) -> ScenarioDraft:
    """A scenario to be changed; ``base``: the one its file will extend."""
    return ScenarioDraft(base, replace(scenario, units=()), _counters(scenario))


def draft_of_position(position: RetoldPosition) -> ScenarioDraft:
    """The position of a game to be changed; the ground it holds is painted."""
    told, held = position.told, None
    zones = dict(told.zones)
    if told.ground in zones and told.ground not in position.before.zones:
        held = frozenset(zones.pop(told.ground).also)
        told = replace(told, zones=zones, ground="")
    return ScenarioDraft(position.before, replace(told, units=()), _counters(told), held)


def _counters(scenario: Scenario) -> dict[str, DraftCounter]:
    every = [counter_of(Side(side), entry, text) for side, entry in scenario.units for text in entry.units]
    return {one.id: one for one in every}


def counter_of(side: Side, entry: UnitEntry, text: str) -> DraftCounter:
    """A counter of an entry; ``text``: its id and class."""
    name, _, kind = text.partition(":")
    return DraftCounter(name, kind, side, entry.hex, entry.box, entry.zone, entry.lost, entry.dispersed, entry.at)


# -- A scenario on the table before its first phase: to be looked at from both sides, not to be played. --------------


class LaidOut(GameQueries):
    """Answers about a scenario as its set-up leaves it.

    :raises SetupError: for an unknown option, class, hex or region, or a counter named twice.
    """

    def __init__(self, ruleset: Ruleset, scenario: Scenario, board: Board) -> None:
        self.seed = 0
        self._set_out(ruleset, scenario, board, {}, {})
        self.log, self.marks = [], []

    def close(self) -> None:
        """Release the world."""
        self._world.close()

    def seen_whole(self) -> View:
        """The position with every counter as its own side sees it: for its designer."""
        units = tuple(unit for side in Side for unit in self.look(side).units if unit.side is side)
        return replace(self.look(Side.AXIS), units=units)

    def turn_names(self) -> tuple[str, ...]:
        """The names of the turns of the calendar, from the first."""
        return tuple(
            rulebook(self._w).display.turn_name(self._w, turn) for turn in range(1, self.ruleset.terms.calendar + 1)
        )

    def counters(self) -> dict[str, DraftCounter]:
        """All counters there are, those too that the scenario does not name and the rules bring in."""
        found = made(self._w, self.ruleset, zones=True).items()
        return {name: counter_of(Side(side), entry, entry.units[0]) for name, (side, entry) in found}

    def untenable(self) -> Iterator[tuple[int, str]]:
        """Hexes in which the counters may not stand together: board index, and why in a sentence."""
        for index, units in sorted(stacks(self._w).items()):
            if len({unit.type.side for unit in units}) > 1:
                yield index, "both sides have counters there"
            elif why := self.ruleset.battlefield.excess(self._w, units, index):
                yield index, why

    def astray(self) -> Iterator[tuple[str, int, str]]:
        """Counters that take the hex they stand in and stand on ground of the enemy's: id, board index, and why not in
        a sentence."""
        for index, units in sorted(stacks(self._w).items()):
            held = self._w.ground[index].control
            if held is None or len({unit.type.side for unit in units}) > 1:
                continue
            for unit in units:
                if unit.type.side is not held and self.ruleset.battlefield.holds(self._w, unit):
                    yield unit.id, index, f"{unit.id} would be on {held}-held ground"

    def position_faults(self, changed: Collection[Place] = ()) -> Iterator[Fault]:
        """What is wrong with who stands where, told of the entry of the scenario that puts a counter there.

        :param changed: entries that a scenario has made of those of another; of several one of these is blamed.
        """
        entries: dict[str, Place] = {
            text.partition(":")[0]: (side, number, "hex")
            for side in SIDES
            for number, entry in enumerate(entry for whose, entry in self.scenario.units if whose == side)
            for text in entry.units
        }
        for index, why in self.untenable():
            places = [entries[unit.id] for unit in stacks(self._w)[index] if unit.id in entries]
            blamed = max(places, key=lambda place: (place[:2] in changed, place), default=())
            yield Fault(blamed, f"{self._named(index)}: {why}")
        for unit_id, index, why in self.astray():
            yield Fault(entries.get(unit_id, ()), f"{self._named(index)}: {why}; move it, or change 'ground'")

    def _named(self, index: int) -> str:
        spot = self.board.hexes[index]
        return f"{spot.label} ({spot.name})" if spot.name else spot.label
