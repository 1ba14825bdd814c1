"""Whose player-turn it is, whether snow has frozen the land, and whether a command names what is in the game."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.systems.table.names import unknown


def frozen(w: World) -> bool:
    """Snow freezes swamps, rivers and lakes (14)."""
    return w.weather.name == "Snow"


def turn_side(w: World) -> Side:
    """Whose player-turn it is: the phases of the Axis are lettered A, those of the Soviets B (5)."""
    return Side.AXIS if w.phase.startswith("A") else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "2", "4")
