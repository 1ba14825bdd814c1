"""Recovery: units that return to full order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ecs.core.components import Disruption
from ecs.core.world import Unit, World
from ecs.systems.combat.counter_state import CounterStates


@dataclass(frozen=True, slots=True)
class RecoveryRules:
    """A game's rules on recovery."""

    rule: str
    recovers: Callable[[World, Unit], bool]
    """Does a unit in disorder recover in this phase?"""
    counters: CounterStates
    """How a counter is turned back, and what the log says."""


def recover(w: World) -> None:
    """Turn every unit on the map that recovers in this phase back to full order, all judged at one instant."""
    rules: RecoveryRules = w.rulebook.recovery
    tired = [u for u in w.units if u.hex >= 0 and u[Disruption].disrupted]
    for unit in [u for u in tired if rules.recovers(w, u)]:
        rules.counters.recover(w, unit, rules.rule)
