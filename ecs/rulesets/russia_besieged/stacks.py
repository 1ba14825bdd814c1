"""Chapter 5.0: how many may stand in a hex?"""

from __future__ import annotations

from collections.abc import Iterable

from ecs.components import Place, Side, Steps
from ecs.rulesets.russia_besieged.lay import fights, is_army, is_gun, is_major, letter, mobility, rules
from ecs.systems.naming import named
from ecs.systems.stacking import stacks, units_at
from ecs.view import Refusal
from ecs.world import Unit, World

FREE = frozenset({"AIR", "BASE", "PT", "DI"})


def counts(unit: Unit) -> bool:
    """Does it count against the limit of a hex: a combat unit, but no artillery, militia or workers?"""
    return fights(unit) and mobility(unit) != "fixed"


def excess(w: World, units: Iterable[Unit], index: int) -> str:
    """What is wrong with a stack of one side's units in a hex: a sentence, or "" if it may stand."""
    table = rules(w).stacking
    stack = list(units)
    crowd = [u for u in stack if counts(u)]
    if is_major(w, index):
        if len(crowd) > table.city:
            return f"at most {table.city} combat units may share a Major City"
    elif len(crowd) > table.most:
        return f"at most {table.most} combat units may share a hex"
    elif sum(1 for u in crowd if is_army(u)) > table.armies:
        return f"at most {table.armies} of the combat units in a hex may be armies"
    for word, most, name in (
        ("AR", table.artillery, "artillery unit"),
        ("FM", table.marshals, "Field Marshal"),
        ("V", table.militia, "militia units"),
    ):
        if sum(1 for u in stack if letter(u) == word) > most:
            return f"at most {most} {name} may stand in a hex"
    return strangers(w, (u for u in stack if fights(u) or is_gun(u)))


def strangers(w: World, units: Iterable[Unit]) -> str:
    """Which nations of a stack do not stand together: a sentence, or ""."""
    table = rules(w).stacking
    nations = {u.type.nation for u in units if u.type.side is Side.AXIS}
    for pair in table.apart:
        if nations.issuperset(pair):
            return "Romanians and Hungarians never share a hex"
    if "FIN" in nations and not nations.issubset(table.finns_with):
        return "Finns share a hex only with Finns and Germans"
    return ""


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
    side, word = unit.type.side, letter(unit)
    extra = word if word in ("AR", "FM", "V") else ""
    few = 0 if extra or side is Side.AXIS else rules(w).stacking.armies  # Soviet stacks this small take anybody
    key = (side, unit.type.nation, extra, is_army(unit), counts(unit))

    def make() -> frozenset[int]:
        mine = ((i, stack) for i, stack in stacks(w).items() if stack[0].type.side is side and len(stack) >= few)
        return frozenset(i for i, stack in mine if excess(w, [*stack, unit], i))

    return w.lasting(("full", key), (Place, Steps), make) - {unit.hex}
