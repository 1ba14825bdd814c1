"""Whose player-turn it is, whether snow has frozen the land, and whether a command names what is in the game."""

from __future__ import annotations

from functools import partial

from ecs.core.components import Side
from ecs.core.world import World
from ecs.systems.table.names import unknown

strange = partial(unknown, unit_rule="2", hex_rule="4")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def frozen(w: World) -> bool:
    """Snow freezes swamps, rivers and lakes (14)."""
    return w.weather.name == "Snow"


def turn_side(w: World) -> Side:
    """Whose player-turn it is: the phases of the Axis are lettered A, those of the Soviets B (5)."""
    return Side.AXIS if w.phase.startswith("A") else Side.SOVIET
