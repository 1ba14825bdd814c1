"""The rules of a game, chapter by chapter, in one typed record that the systems read through the world.

A ruleset makes its record in its ``__init__``.  A system reads its own chapter and never asks which game it is.  What
one game alone has stands in its package and in no record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ecs.core.world import World
from ecs.systems.arrivals import Entry
from ecs.systems.combat.rules import CombatRules
from ecs.systems.control import ControlRules
from ecs.systems.deployment import Deployment
from ecs.systems.movement import MarchRules
from ecs.systems.rail import RailRules
from ecs.systems.replacements import IncomeRules, RecoveryRules
from ecs.systems.stacking import FREE, StackLimits
from ecs.systems.supply import SupplyRules
from ecs.systems.victory import VictoryRules
from ecs.systems.weather import WeatherRules

if TYPE_CHECKING:
    from ecs.systems.views import Display


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The chapters of one game."""

    march: MarchRules
    rail: RailRules | None = None
    stacking: StackLimits = FREE
    combat: CombatRules
    weather: WeatherRules
    deployment: Deployment
    control: ControlRules
    supply: SupplyRules
    recovery: RecoveryRules | None = None
    arrivals: Entry | None = None
    income: IncomeRules
    victory: VictoryRules
    display: Display


def rulebook(w: World) -> Rulebook:
    """The rulebook of the game played in a world."""
    found: Rulebook = w.rulebook
    return found
