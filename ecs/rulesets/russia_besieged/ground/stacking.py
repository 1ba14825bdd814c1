"""Chapter 5.0: how many may stand in a hex?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ecs.core.components import Place, Side, Steps
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.schema.ground import Stacking
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import (
    current_class,
    is_fighting_class,
    letter,
)
from ecs.rulesets.russia_besieged.data.units import classes, kinds
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.systems.ground.stacking import stacks, units_at
from ecs.systems.table.names import named

FREE = frozenset({"AIR", "BASE", "PT", "DI"})
ARTILLERY, MARSHAL, MILITIA = "AR", "FM", "V"
NOBODY: frozenset[str] = frozenset()
NOWHERE: frozenset[int] = frozenset()


class StackCount(NamedTuple):
    """What counts of a stack: combat units, armies among them, guns, Field Marshals, militia, Axis nations."""

    corps: int = 0
    armies: int = 0
    guns: int = 0
    marshals: int = 0
    militia: int = 0
    nations: frozenset[str] = NOBODY

    def __add__(self, other: StackCount) -> StackCount:  # type: ignore[override]
        """Both stacks in one hex."""
        return StackCount(
            self.corps + other.corps,
            self.armies + other.armies,
            self.guns + other.guns,
            self.marshals + other.marshals,
            self.militia + other.militia,
            self.nations | other.nations,
        )


def crowd_of(unit: Unit) -> StackCount:
    """What a unit adds to a stack."""
    return _crowd_of(current_class(unit), unit.type.side, unit.type.nation)


@lru_cache(maxsize=1024)
def _crowd_of(name: str, side: Side, nation: str) -> StackCount:
    """By class, side and nation; corps and armies count against the limit of a hex, militia and workers do not."""
    front = classes()[name]
    word, fights = front.kind, is_fighting_class(name)
    corps = fights and kinds()[word].mobility != "fixed"
    soldiers = side is Side.AXIS and (fights or word == ARTILLERY)
    return StackCount(
        int(corps),
        int(corps and front.army),
        int(word == ARTILLERY),
        int(word == MARSHAL),
        int(word == MILITIA),
        frozenset((nation,)) if soldiers else NOBODY,
    )


def crowds(w: World) -> dict[int, tuple[Side, StackCount]]:
    """Board index -> whose stack stands there, and what counts of it."""

    def make() -> dict[int, tuple[Side, StackCount]]:
        return {i: (stack[0].type.side, _together(stack)) for i, stack in stacks(w).items()}

    return w.lasting("crowds", (Place, Steps), make)


def _together(units: Iterable[Unit]) -> StackCount:
    total = StackCount()
    for unit in units:
        total += crowd_of(unit)
    return total


def fault(table: Stacking, found: StackCount, city: bool) -> str:
    """What is wrong with a stack: a sentence, or "" if it may stand.  ``city``: in a Major City."""
    if city and found.corps > table.city:
        return f"at most {table.city} combat units may share a Major City"
    if not city and found.corps > table.most:
        return f"at most {table.most} combat units may share a hex"
    if not city and found.armies > table.armies:
        return f"at most {table.armies} of the combat units in a hex may be armies"
    for number, most, name in (
        (found.guns, table.artillery, "artillery unit"),
        (found.marshals, table.marshals, "Field Marshal"),
        (found.militia, table.militia, "militia units"),
    ):
        if number > most:
            return f"at most {most} {name} may stand in a hex"
    return _strangers(table, found.nations)


def _strangers(table: Stacking, nations: frozenset[str]) -> str:
    """Which nations of a stack do not stand together: a sentence, or ""."""
    if len(nations) < 2:
        return ""
    if any(nations.issuperset(pair) for pair in table.apart):
        return "Romanians and Hungarians never share a hex"
    if "FIN" in nations and not nations.issubset(table.finns_with):
        return "Finns share a hex only with Finns and Germans"
    return ""


def excess(w: World, units: Iterable[Unit], index: int) -> str:
    """What is wrong with a stack of one side's units in a hex: a sentence, or "" if it may stand."""
    return fault(rules(w).stacking, _together(units), is_major(w, index))


def over(w: World, index: int) -> str:
    """What is wrong with the stack that stands in a hex now; "" if nothing."""
    return excess(w, units_at(w, index), index) if index in stacks(w) else ""


def no_room(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not end its move in a hex; None if there is room."""
    words = ""
    if index in stacks(w):
        others = [u for u in units_at(w, index) if u is not unit and u.type.side is unit.type.side]
        words = excess(w, [*others, unit], index)
    return Refusal("overstacked", f"{named(w, index)} is full: {words}.", "5.0") if words else None


def full_hexes(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes with no room for one more unit of this kind; the same object as long as they are the same."""
    if letter(unit) in FREE:
        return NOWHERE
    side, more = unit.type.side, crowd_of(unit)

    def make() -> frozenset[int]:
        table = rules(w).stacking
        full = [hexes for (crowd, city), hexes in _alike(w, side).items() if fault(table, crowd + more, city)]
        found = frozenset(chain.from_iterable(full))
        return w.latest(("full", side, more), found, lambda: found)

    return w.lasting(("full", side, more), (Place, Steps), make)


def _alike(w: World, side: Side) -> dict[tuple[StackCount, bool], list[int]]:
    """What may count of a side's stack, and whether in a Major City -> the hexes with such a stack."""

    def make() -> dict[tuple[StackCount, bool], list[int]]:
        found: dict[tuple[StackCount, bool], list[int]] = {}
        for i, (owner, crowd) in crowds(w).items():
            if owner is side:
                found.setdefault((crowd, is_major(w, i)), []).append(i)
        return found

    return w.lasting(("alike", side), (Place, Steps), make)


def full_for(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes, but the one it stands in, with no room for one more unit of this kind."""
    return full_hexes(w, unit) - {unit.hex}
