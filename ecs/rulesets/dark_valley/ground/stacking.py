"""Chapter 3.1: how many may stand in a hex?"""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Place, Side, Steps
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.unit_facts import has, is_combat_unit, kind
from ecs.systems.ground.stacking import stacks, units_at
from ecs.systems.table.names import named

NOWHERE: frozenset[int] = frozenset()
MIXED = "Axis allies of different nations never share a hex"


def excess(w: World, units: Iterable[Unit]) -> str:
    """What is wrong with a stack of one side's units: a sentence, or "" if it may stand."""
    table = rules(w).stacking
    stack = list(units)
    fighters = [u for u in stack if is_combat_unit(u)]
    if len(fighters) > table.most:
        return f"at most {table.most} combat units may share a hex"
    if sum(1 for u in fighters if kind(u).size == "army") > table.armies:
        return f"at most {table.armies} armies may share a hex"
    if sum(1 for u in stack if has(u, "art")) > table.artillery:
        return f"at most {table.artillery} artillery unit may stand in a hex"
    return MIXED if len(allies_among(fighters)) > 1 else ""


def allies_among(units: Iterable[Unit]) -> set[str]:
    """The nations of the Axis allies among some units."""
    return {u.type.nation for u in units if is_combat_unit(u) and u.type.side is Side.AXIS and not has(u, "german")}


def strangers(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not even stop in for a while: Axis allies of another nation stand there (3.1)."""
    mine = allies_among([unit])
    if not mine:
        return frozenset()
    (nation,) = mine

    def make() -> frozenset[int]:
        return frozenset(i for i, stack in stacks(w).items() if allies_among(stack) - mine)

    return w.lasting(("strangers", nation), (Place, Steps), make)


def no_room(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not end its move in a hex; None if there is room."""
    words = excess(w, [*(u for u in units_at(w, index) if u is not unit), unit]) if index in stacks(w) else ""
    return Refusal("overstacked", f"{named(w, index)} is full: {words}.", "3.1") if words else None


def full_hexes(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes with no room for one more unit of this kind; the same object as long as they are the same."""
    if has(unit, "hq") or has(unit, "air") or has(unit, "depot"):
        return NOWHERE
    side = unit.type.side
    key = "full", side, unit.type.nation, kind(unit).size == "army", has(unit, "art"), has(unit, "german")

    def make() -> frozenset[int]:
        mine = ((i, stack) for i, stack in stacks(w).items() if stack[0].type.side is side)
        found = frozenset(i for i, stack in mine if excess(w, [*stack, unit]))
        return w.latest(key, found, lambda: found)

    return w.lasting(key, (Place, Steps), make)


def full_for(w: World, unit: Unit) -> frozenset[int]:
    """Own hexes, but the one it stands in, with no room for one more unit of this kind."""
    return full_hexes(w, unit) - {unit.hex}
