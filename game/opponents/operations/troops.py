"""What a counter is, how far it goes in what weather, and who stacks with whom."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Board, Side
from ecs.core.known_facts import Sky
from ecs.core.view import UnitView
from game.opponents.shared.stacks import stand_together

COLD, DRY = (Sky.SNOW, Sky.ARCTIC), (Sky.FAIR, Sky.FROST)
ROUGH = ("swamp", "mountain")
ROOM = 2
MUD_ARMY, MUD, SNOW_INFANTRY, SNOW = 2, 3, 2, 3


def is_fighter(unit: UnitView) -> bool:
    """A combat unit: no aircraft."""
    return "air" not in unit.traits


def is_infantry(unit: UnitView) -> bool:
    """Of the infantry type."""
    return "infantry" in unit.traits


def is_armour(unit: UnitView) -> bool:
    """Of the armour type."""
    return "armour" in unit.traits


def is_fast(unit: UnitView) -> bool:
    """Armour or cavalry."""
    return "armour" in unit.traits or "cavalry" in unit.traits


def is_army(unit: UnitView) -> bool:
    """Larger than a corps: one in a hex."""
    return unit.size == "army"


def allowance(unit: UnitView, weather: Sky | None) -> int:
    """Hexes a unit may go, by its kind and the weather (4)."""
    if weather is Sky.MUD:
        return min(unit.movement, MUD_ARMY if unit.leading and is_army(unit) and is_infantry(unit) else MUD)
    if weather in COLD and unit.side is Side.AXIS:
        return min(unit.movement, SNOW_INFANTRY if is_infantry(unit) else SNOW)
    return unit.movement


def ground_bonus(unit: UnitView, board: Board, index: int, weather: Sky | None) -> int:
    """What a hex adds to the defence factors of a unit in it (8)."""
    spot = board.hexes[index]
    if not is_infantry(unit):
        return 0
    value = {"hills": 1, "mountain": 2}.get(spot.terrain, 0) + (spot.place in ("major", "town"))
    if unit.side is Side.SOVIET:
        value += ("fortress" in spot.traits) + (spot.terrain == "swamp" and weather not in COLD)
    return value


def fits(units: Sequence[UnitView], terrain: str) -> bool:
    """May these units stand together in a hex of such terrain (6)?"""
    if len(units) > ROOM or sum(map(is_army, units)) > 1:
        return False
    if terrain in ROUGH and sum(map(is_armour, units)) > 1:
        return False
    return stand_together(units)
