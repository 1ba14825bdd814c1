"""Whose phase it is, and whether a command names what is in the game."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.systems.table.names import unknown


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return Side.AXIS if w.phase.endswith("axis") else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "2", "3")
