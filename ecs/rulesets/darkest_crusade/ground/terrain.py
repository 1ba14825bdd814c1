"""Hexes, hexsides and regions: what is closed, narrow, rough or clear."""

from __future__ import annotations

from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.data.turn import frozen

ROUGH = ("swamp", "mountain")
RUMANIA = "rumania"


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two land hexes: nothing goes across, whatever the weather (4.3)."""
    kinds = w.board.kinds(a, b)
    return "impassable" in kinds or "supply_only" in kinds


def is_narrow(w: World, a: int, b: int) -> bool:
    """A strait, or a lake that is not frozen: one unit at a time, and all its move (4.3, 6.4)."""
    kinds = w.board.kinds(a, b)
    return "strait" in kinds or ("lake" in kinds and not frozen(w))


def is_accessible(w: World, a: int, b: int) -> bool:
    """An ordinary hexside: zones of control and retreats reach across it (7)."""
    return not is_closed(w, a, b) and not is_narrow(w, a, b)


def is_rough(w: World, index: int) -> bool:
    """Swamp, frozen or not, or mountain (8): ice ends only what swamp adds to the defence (12)."""
    return w.board.hexes[index].terrain in ROUGH


def is_clear(w: World, index: int) -> bool:
    """Clear terrain; a city does not change it (7)."""
    return w.board.hexes[index].terrain == "clear"


def region(w: World, name: str) -> tuple[int, ...]:
    """The hexes of a named region."""
    return w.board.regions[name]


def in_rumania(w: World, index: int) -> bool:
    """Is the hex in Rumania (4.4)?"""
    return index in region(w, rules(w).special.rumania)
