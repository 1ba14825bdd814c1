"""Chapter 5.0: how many may stand in a hex?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ecs.components import Place, Side, Steps
from ecs.rulesets.russia_besieged.ground_tables import Stacking
from ecs.rulesets.russia_besieged.lay import fights, is_army, is_gun, is_major, letter, mobility, rules
from ecs.systems.naming import named
from ecs.systems.stacking import stacks, units_at
from ecs.view import Refusal
from ecs.world import Unit, World

FREE = frozenset({"AIR", "BASE", "PT", "DI"})
ARTILLERY, MARSHAL, MILITIA = "AR", "FM", "V"
NOBODY: frozenset[str] = frozenset()


class Crowd(NamedTuple):
    """What counts of a stack: combat units, armies among them, guns, Field Marshals, militia, Axis nations."""

    corps: int = 0
    armies: int = 0
    guns: int = 0
    marshals: int = 0
    militia: int = 0
    nations: frozenset[str] = NOBODY

    def __add__(self, other: Crowd) -> Crowd:  # type: ignore[override]
        """Both stacks in one hex."""
        return Crowd(
            self.corps + other.corps,
            self.armies + other.armies,
            self.guns + other.guns,
            self.marshals + other.marshals,
            self.militia + other.militia,
            self.nations | other.nations,
        )


def counts(unit: Unit) -> bool:
    """Does it count against the limit of a hex: a combat unit, but no artillery, militia or workers?"""
    return fights(unit) and mobility(unit) != "fixed"


def crowd_of(unit: Unit) -> Crowd:
    """What a unit adds to a stack."""
    word, corps = letter(unit), counts(unit)
    soldiers = unit.type.side is Side.AXIS and (fights(unit) or is_gun(unit))
    return Crowd(
        int(corps),
        int(corps and is_army(unit)),
        int(word == ARTILLERY),
        int(word == MARSHAL),
        int(word == MILITIA),
        frozenset((unit.type.nation,)) if soldiers else NOBODY,
    )


def crowds(w: World) -> dict[int, tuple[Side, Crowd]]:
    """Board index -> whose stack stands there, and what counts of it."""

    def make() -> dict[int, tuple[Side, Crowd]]:
        return {i: (stack[0].type.side, _together(stack)) for i, stack in stacks(w).items()}

    return w.lasting("crowds", (Place, Steps), make)


def _together(units: Iterable[Unit]) -> Crowd:
    total = Crowd()
    for unit in units:
        total += crowd_of(unit)
    return total


def fault(table: Stacking, found: Crowd, city: bool) -> str:
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


def full_for(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes, but the one it stands in, with no room for one more unit of this kind."""
    if letter(unit) in FREE:
        return frozenset()
    side, more, table = unit.type.side, crowd_of(unit), rules(w).stacking

    def make() -> frozenset[int]:
        mine = ((i, crowd) for i, (owner, crowd) in crowds(w).items() if owner is side)
        return frozenset(i for i, crowd in mine if fault(table, crowd + more, is_major(w, i)))

    return w.lasting(("full", side, more), (Place, Steps), make) - {unit.hex}
