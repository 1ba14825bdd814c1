"""Whose phase it is, and whether a command names what is in the game."""

from __future__ import annotations

from functools import partial

from ecs.core.components import Side
from ecs.core.world import World
from ecs.systems.table.names import unknown

strange = partial(unknown, unit_rule="2", hex_rule="3")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return Side.AXIS if w.phase.endswith("axis") else Side.SOVIET
