"""What a game decides of each chapter of the rules: one typed record, which the systems read through the world.

A ruleset makes its record in its ``__init__``.  A system asks ``rulebook(w)`` and never which game it is.  What one
game alone has stands in its package and in no record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ecs.core.world import World

if TYPE_CHECKING:
    from ecs.systems.views import Display


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The chapters of one game."""

    display: Display


def rulebook(w: World) -> Rulebook:
    """The chapters of the game that is played in a world."""
    found: Rulebook = w.rulebook
    return found
