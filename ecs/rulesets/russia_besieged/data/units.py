"""The counters, what is printed on them, and the schedule of arrivals (1.3, 11, 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ecs.core.components import Steps, SupplyState
from ecs.core.files.figures import Sheet
from ecs.core.files.toml_files import Origin, TableError, TomlTable, load
from ecs.core.world import Unit
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.data.tables import HERE, KEPT, SHELF, names_of, tables
from ecs.systems.combat.counter_state import Counters

Mobility = Literal["mot", "cav", "foot", "fixed", "none"]
SideWord = Literal["axis", "soviet"]


class ClassTraits(TomlTable, frozen=True):
    """What all counters of a class (A, PG, I ...) have in common (1.3).

    ``mobility``: "fixed" stays where it is, "none" is no combat unit; ``armour``: 10.5; ``ma_lost``: movement the
    reduced side loses; ``cf_up``: half its factor is rounded up; ``passive``: it never attacks.
    """

    name: str
    mobility: Mobility
    armour: bool = False
    zoc: bool = False
    ma_lost: int = 0
    cf_up: bool = False
    passive: bool = False

    def reduce(self, full: tuple[int, int]) -> tuple[int, int]:
        """The reduced side of a counter by the formula."""
        cf, ma = full
        return (-(-cf // 2) if self.cf_up else max(1, cf // 2)), ma - self.ma_lost


class UnitClass(TomlTable, frozen=True):
    """What is printed on one counter: CF and MA of the two sides (no reduced side: one step)."""

    name: str
    nation: str
    style: str
    symbol: str
    size: str
    kind: str
    full: tuple[int, int]
    reduced: tuple[int, int] | None = None
    traits: list[str] = []
    origin: Origin = "ours"

    @property
    def factors(self) -> tuple[int, int]:
        """Attack and defence: one combat factor for both."""
        return self.full[0], self.full[0]

    @property
    def steps(self) -> int:
        """Steps of the unit at full strength."""
        return 2 if self.reduced else 1

    @property
    def army(self) -> bool:
        """Is it of army size (5)?"""
        return self.size == "army"

    @property
    def fights(self) -> bool:
        """Is it a combat unit?"""
        return kinds()[self.kind].mobility != "none"


class Force(TomlTable, frozen=True):
    """Counters of one army group, district or pool of June 1941, as "id:class"."""

    name: str
    side: SideWord
    units: list[str]


class Units(TomlTable, frozen=True):
    """All of units.toml."""

    kind: dict[str, ClassTraits]
    classes: dict[str, UnitClass] = msgspec.field(name="class")
    force: list[Force]


class Arrival(TomlTable, frozen=True):
    """Counters that come in a turn (11.4).  ``at``: where; ``gone``: only once that nation has left the war."""

    turn: int
    side: SideWord
    units: list[str]
    at: str = ""
    gone: str = ""
    origin: Origin = "ours"


class Withdrawal(TomlTable, frozen=True):
    """Counters that leave (11.4).  ``late``: the turn instead, in a scenario that begins on ``turn``."""

    turn: int
    units: list[str]
    late: int = 0


class ReturningUnit(TomlTable, frozen=True):
    """A withdrawn counter that returns as another class (11.4)."""

    turn: int
    unit: str
    grade: str


class Restore(TomlTable, frozen=True):
    """Counters raised again if they are not on the map (11.4)."""

    turn: int
    units: list[str]
    grade: str


class ConversionRule(TomlTable, frozen=True):
    """A counter that becomes another class, and may take a new name (11.4)."""

    turn: int
    unit: str
    grade: str
    name: str = ""


class Wave(TomlTable, frozen=True):
    """Old classes that count as a new one from this turn on (11.4)."""

    turn: int
    old: list[str]
    new: str


class Arrivals(TomlTable, frozen=True):
    """All of arrivals.toml."""

    arrive: list[Arrival]
    withdraw: list[Withdrawal]
    back: list[ReturningUnit]
    restore: list[Restore]
    convert: list[ConversionRule]
    wave: list[Wave]


@SHELF.remembered()
def units() -> Units:
    """Classes, counters and the armies of June 1941.

    :raises TableError: for an unknown class, or a counter named twice.
    """
    return read_units(HERE / "units.toml", SHELF.over("units", "class"))


def kinds() -> dict[str, ClassTraits]:
    """Class letters (A, PG, I ...) and what they share."""
    return units().kind


def classes() -> dict[str, UnitClass]:
    """Unit class by name."""
    return units().classes


@SHELF.remembered()
def arrivals() -> Arrivals:
    """The units that come, leave and change, by turn.

    :raises TableError: for an unknown class, counter, place or turn.
    """
    return read_arrivals(HERE / "arrivals.toml", units())


def grade_on(grade: str, turn: int) -> str:
    """The class a counter of a class counts as on a turn, after the waves (11.4)."""
    for wave in sorted(arrivals().wave, key=lambda wave: wave.turn):
        if turn >= wave.turn and grade in wave.old:
            grade = wave.new
    return grade


SHELF.sheets.append(Sheet("units", HERE / "units.toml", dict[str, UnitClass], units, key="class", kept=KEPT))


def read_units(path: Path, over: Mapping[str, Any] | None = None) -> Units:
    """A file of classes and counters, checked; ``over``: figures that go before those of the file."""
    found = load(path, Units, over)
    for fault in _unit_faults(found):
        raise TableError(f"{path.name}: {fault}")
    return found


def read_arrivals(path: Path, known: Units) -> Arrivals:
    """A file of arrivals, checked against the counters of the game."""
    found = load(path, Arrivals)
    for fault in _arrival_faults(found, known):
        raise TableError(f"{path.name}: {fault}")
    return found


def parted(texts: Iterable[str]) -> list[tuple[str, str]]:
    """(id, class) of "id:class" texts."""
    return [(name, kind) for name, _, kind in (text.partition(":") for text in texts)]


def _unit_faults(found: Units) -> Iterable[str]:
    for name, card in found.classes.items():
        if card.kind not in found.kind:
            yield f"class.{name}: no kind {card.kind!r}"
    for force in found.force:
        yield from _class_faults(f"force {force.name}", force.units, found)
    yield from _twice(force.units for force in found.force)


def _arrival_faults(found: Arrivals, known: Units) -> Iterable[str]:
    names, last = names_of(tables()), len(tables().turns)
    lists = [force.units for force in known.force] + [entry.units for entry in found.arrive]
    ids = {name for texts in lists for name, _ in parted(texts)}
    yield from _twice(lists)
    for entry in found.arrive:
        yield from _class_faults(f"arrive, turn {entry.turn}", entry.units, known)
        if entry.at and entry.at not in names:
            yield f"arrive, turn {entry.turn}: no place {entry.at!r}"
    named = [(line.turn, name) for line in found.withdraw for name in line.units]
    named += [(line.turn, name) for line in found.restore for name in line.units]
    named += [(line.turn, line.unit) for line in found.back] + [(line.turn, line.unit) for line in found.convert]
    for turn, name in named:
        if name not in ids:
            yield f"turn {turn}: no counter {name!r}"
    grades = [(line.turn, line.grade) for line in found.back] + [(line.turn, line.grade) for line in found.restore]
    grades += [(line.turn, line.grade) for line in found.convert]
    grades += [(wave.turn, name) for wave in found.wave for name in (*wave.old, wave.new)]
    for turn, grade in grades:
        if grade not in known.classes:
            yield f"turn {turn}: no class {grade!r}"
    for turn in [entry.turn for entry in found.arrive] + [turn for turn, _ in (*named, *grades)]:
        if not 1 <= turn <= last:
            yield f"turn {turn}: the calendar has turns 1 to {last}"


def _class_faults(where: str, texts: Iterable[str], found: Units) -> Iterable[str]:
    for name, kind in parted(texts):
        if kind not in found.classes:
            yield f"{where}: {name}: no class {kind!r}"
        if not name or " " in name:
            yield f"{where}: {name!r}: a counter id may not contain a space"


def _twice(lists: Iterable[list[str]]) -> Iterable[str]:
    tally = Counter(name for texts in lists for name, _ in parted(texts))
    for name, times in sorted(tally.items()):
        if times > 1:
            yield f"counter {name!r} appears {times} times"


# -- What a counter is: its class, printed factors and steps as they stand after conversions and losses. -------------


@SHELF.remembered()
def trait_sets() -> dict[str, frozenset[str]]:
    """Traits of every class of counters."""
    return {name: frozenset(one.traits) for name, one in classes().items()}


@SHELF.remembered()
def districts() -> dict[str, str]:
    """Army group or district of June 1941 by counter (11.1, 11.2)."""
    return {text.partition(":")[0]: force.name for force in units().force for text in force.units}


def current_class(unit: Unit) -> str:
    """The class of counters the unit belongs to now, after conversions (11.4)."""
    return unit[Steps].grade or unit.type.kind


def card(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter now."""
    return classes()[unit[Steps].grade or unit.type.kind]


def letter(unit: Unit) -> str:
    """Its class of 1.3: A, PG, MX, S, I, GI, M, C, AB, AR, V; AIR, BASE, FM, DI, PT."""
    return _letters()[unit[Steps].grade or unit.type.kind]


@SHELF.remembered()
def _letters() -> dict[str, str]:
    return {name: front.kind for name, front in classes().items()}


def kind(unit: Unit) -> ClassTraits:
    """What all counters of its class have in common (1.3)."""
    return kinds()[card(unit).kind]


def has(unit: Unit, trait: str) -> bool:
    """Does the unit's present class have a trait?"""
    return trait in trait_sets()[unit[Steps].grade or unit.type.kind]


@SHELF.remembered()
def _fighters() -> frozenset[str]:
    known = kinds()
    return frozenset(n for n, c in classes().items() if known[c.kind].mobility != "none" and c.kind != "AR")


def is_combat_unit(unit: Unit) -> bool:
    """Does it hold a hex by itself: a combat unit other than artillery (4.1, 9.5)?"""
    return (unit[Steps].grade or unit.type.kind) in _fighters()


def is_fighting_class(name: str) -> bool:
    """Do counters of a class hold a hex by themselves?"""
    return name in _fighters()


def is_gun(unit: Unit) -> bool:
    """Artillery (12)?"""
    return letter(unit) == "AR"


def is_leader(unit: Unit) -> bool:
    """A Field Marshal or Dictator (14)?"""
    return letter(unit) in ("FM", "DI")


def is_army(unit: Unit) -> bool:
    """Is it of army size, not a corps (1.3)?"""
    return card(unit).army


def is_armour(unit: Unit) -> bool:
    """Is it of an armour class: A, PG, MX, S (10.5)?"""
    return kind(unit).armour


def is_german(unit: Unit) -> bool:
    """German, SS included; not the Axis allies."""
    return unit.type.nation == "GER"


def mobility(unit: Unit) -> str:
    """mot, cav or foot; fixed for militia; none for units that are not combat units (1.3)."""
    return kind(unit).mobility


COUNTERS = Counters(card)
cf, ma, full_steps, steps_left = COUNTERS.strength, COUNTERS.movement, COUNTERS.full_steps, COUNTERS.steps_left


def is_second_stage(unit: Unit) -> bool:
    """Are these promoted partisans (16.4)?"""
    return Partisan in unit and unit[Partisan].promoted


# -- The supply state that counts for a unit now: as it was marked, but for landings from the air. -------------------

SUPPLIED, OUT_OF_SUPPLY, SURROUNDED = 0, 1, 2


def state(unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 surrounded (13.1); just dropped counts as 0."""
    return SUPPLIED if unit[SupplyState].dropped else unit[SupplyState].level
