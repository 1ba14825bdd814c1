"""Chapter 6: how many may stand in a hex?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ecs.core.components import Place, Side
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import Stacking, rules
from ecs.rulesets.war_against_russia.data.unit_facts import is_air, is_armour, is_army
from ecs.rulesets.war_against_russia.ground.terrain import is_rough
from ecs.systems.ground.stacking import stacks, units_at
from ecs.systems.table.names import named

NOBODY: frozenset[str] = frozenset()


class StackCount(NamedTuple):
    """What counts of a stack: units, those larger than a corps, armour, nations."""

    units: int = 0
    armies: int = 0
    armour: int = 0
    nations: frozenset[str] = NOBODY

    def __add__(self, other: StackCount) -> StackCount:  # type: ignore[override]
        """Both stacks in one hex."""
        return StackCount(
            self.units + other.units,
            self.armies + other.armies,
            self.armour + other.armour,
            self.nations | other.nations,
        )


def crowd_of(unit: Unit) -> StackCount:
    """What a unit adds to a stack; aircraft nothing."""
    if is_air(unit):
        return StackCount()
    return StackCount(1, int(is_army(unit)), int(is_armour(unit)), frozenset((unit.type.nation,)))


def crowds(w: World) -> dict[int, tuple[Side, StackCount]]:
    """Board index -> whose stack stands there, and what counts of it."""

    def make() -> dict[int, tuple[Side, StackCount]]:
        return {i: (stack[0].type.side, _together(stack)) for i, stack in stacks(w).items()}

    return w.lasting("crowds", (Place,), make)


def _together(units: Iterable[Unit]) -> StackCount:
    total = StackCount()
    for unit in units:
        total += crowd_of(unit)
    return total


def fault(table: Stacking, found: StackCount, rough: bool) -> str:
    """What is wrong with a stack: a sentence, or "" if it may stand.  ``rough``: in swamp or mountain."""
    if found.units > table.most:
        return f"at most {table.most} units may share a hex"
    if found.armies > table.armies:
        return f"at most {table.armies} of the units in a hex may be larger than a corps"
    if rough and found.armour > table.rough_armour:
        return f"at most {table.rough_armour} armour unit may stand in a swamp or mountain hex"
    if found.nations.issuperset(table.apart):
        return "Hungarians and Rumanians never share a hex"
    return ""


def excess(w: World, units: Iterable[Unit], index: int) -> str:
    """What is wrong with a stack of one side's units in a hex: a sentence, or "" if it may stand."""
    return fault(rules(w).stacking, _together(units), is_rough(w, index))


def over(w: World, index: int) -> str:
    """What is wrong with the stack that stands in a hex now; "" if nothing."""
    return excess(w, units_at(w, index), index) if index in stacks(w) else ""


def no_room(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not end its move in a hex; None if there is room."""
    words = ""
    if index in stacks(w):
        others = [u for u in units_at(w, index) if u is not unit and u.type.side is unit.type.side]
        words = excess(w, [*others, unit], index)
    return Refusal("overstacked", f"{named(w, index)} is full: {words}.", "6") if words else None


def full_for(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes, but the one it stands in, with no room for one more unit of this kind."""
    side, more, table = unit.type.side, crowd_of(unit), rules(w).stacking
    if not more.units:
        return frozenset()

    def make() -> frozenset[int]:
        mine = ((i, crowd) for i, (owner, crowd) in crowds(w).items() if owner is side)
        return frozenset(i for i, crowd in mine if fault(table, crowd + more, is_rough(w, i)))

    return w.lasting(("full", side, more), (Place,), make) - {unit.hex}
