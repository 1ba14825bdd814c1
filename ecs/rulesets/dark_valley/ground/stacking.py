"""Chapter 3.1: stacking limits."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Place, Side, Steps
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, kind
from ecs.systems.stacking import Limits, StackCount, StackLimits, units_at

MIXED = "Axis allies of different nations never share a hex"


def crowd_of(unit: Unit) -> StackCount:
    """What a unit counts towards a stack."""
    fights = is_combat_unit(unit)
    army = fights and kind(unit).size == "army"
    return StackCount((int(fights), int(army), int(has(unit, "art"))), frozenset(allies_among((unit,))))


def limits(w: World, _: bool) -> Limits:
    """How many combat units, armies and artillery units may share a hex."""
    table = rules(w).stacking
    return (
        (table.most, f"at most {table.most} combat units may share a hex"),
        (table.armies, f"at most {table.armies} armies may share a hex"),
        (table.artillery, f"at most {table.artillery} artillery unit may stand in a hex"),
    )


def allies_among(units: Iterable[Unit]) -> set[str]:
    """The nations of the Axis allies among some units."""
    return {u.type.nation for u in units if is_combat_unit(u) and u.type.side is Side.AXIS and not has(u, "german")}


def strangers(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not even stop in for a while: Axis allies of another nation stand there (3.1)."""
    mine = frozenset(allies_among([unit]))
    return _strangers(w, mine) if mine else frozenset()


@remembered(Place, Steps)
def _strangers(w: World, mine: frozenset[str]) -> frozenset[int]:
    return frozenset(i for i, (_, crowd) in LIMITS.crowds(w).items() if crowd.nations - mine)


def _is_free(unit: Unit) -> bool:
    return has(unit, "hq") or has(unit, "air") or has(unit, "depot")


LIMITS = StackLimits(
    "3.1", (Place, Steps), crowd_of, _is_free, limits, lambda w, found: MIXED if len(found) > 1 else ""
)
no_room, full_hexes, full_for = LIMITS.no_room, LIMITS.full_hexes, LIMITS.full_for


def excess(w: World, units: Iterable[Unit]) -> str:
    """What is wrong with a stack of one side's units, in any hex alike: a sentence, or "" if it may stand."""
    return LIMITS.excess(w, units, 0)


def has_room(w: World, unit: Unit, index: int) -> bool:
    """May one more air unit be based in the hex (6.4)?"""
    others = [u for u in units_at(w, index) if has(u, "air") and u is not unit]
    return len(others) < rules(w).bombard.most_at_base
