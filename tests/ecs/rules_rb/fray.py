"""Orders of combat for staged positions, and a way from planning to fighting."""

from __future__ import annotations

import pytest

from ecs.core.commands import Command
from ecs.core.components import Clock
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import automatic_victories, battle, retreat_and_advance
from ecs.rulesets.russia_besieged.data.components import Impulse
from ecs.rulesets.russia_besieged.data.units import SURROUNDED, state
from ecs.rulesets.russia_besieged.ground import supply
from tests.ecs.rules_rb.stage import PHASES, do


def supply_by_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take supply from the marks of the units, whatever railways the position has."""
    monkeypatch.setattr(supply, "attack_supply", lambda w, unit, base=None: 2 if state(unit) else 0)
    for module in (supply, retreat_and_advance, automatic_victories):
        monkeypatch.setattr(module, "is_surrounded", lambda w, unit: state(unit) == SURROUNDED)


def go_to(w: World, phase: str) -> None:
    """Put a position into another phase, the impulse as the phase says."""
    w.mark(Clock, w.table, phase=PHASES.index(phase))
    w.mark(Impulse, w.table, number=2 if phase.split("-")[0].endswith("2") else 1)


def strike(w: World, *lines: str) -> None:
    """Orders of the plan segment, then those of the fight segment that follows; Field Marshals go into any battle they
    are asked for."""
    side = w.phase.rpartition("-")[2]
    number = w.phase.rpartition("-")[0][-1]
    split = next((n for n, line in enumerate(lines) if line.split()[0] in ("resolve", "blitz")), len(lines))
    do(w, *lines[:split])
    go_to(w, f"fight{number}-{side}")
    for line in lines[split:]:
        do(w, line)
        while w.decisions.stack == ("marshal",):
            do(w, next(order for order in open_orders(w) if order.startswith("spend")))


def open_orders(w: World) -> list[str]:
    """What the decision that waits for an answer offers, sorted; nothing if none does."""
    if not w.decisions.stack:
        return []
    commands: list[Command] = list(battle.DECISIONS[w.decisions.stack[-1]].commands(w))
    return sorted(c.text() for c in commands)
