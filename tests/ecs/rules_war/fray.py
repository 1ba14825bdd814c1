"""Orders of combat for staged positions, and a way from planning to fighting.

Most battles here are fought for V23, open ground with nothing round about; its neighbours are, from the west clockwise,
V22, U22, U23, V24, W23, W22.
"""

from __future__ import annotations

from ecs.core.commands import Command, parse
from ecs.core.components import Clock
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.combat import battle
from tests.ecs.rules_war.stage import PHASES


def refusal(w: World, line: str) -> Refusal | None:
    """What the judge of a command line says."""
    command: Command = parse(line)
    judge = RULESET.orders[type(command)].judge
    return judge(w, command) if judge is not None else None


def why(w: World, line: str) -> str:
    """The reason id of a refusal; "" if there is none."""
    found = refusal(w, line)
    return found.reason if found else ""


def do(w: World, *lines: str) -> None:
    """Apply command lines; one that answers a decision must be among those it offers."""
    for line in lines:
        assert not why(w, line), (line, refusal(w, line))
        if w.decisions.stack:
            assert line in open_orders(w), (line, open_orders(w))
        command = parse(line)
        RULESET.orders[type(command)].handle(w, command)


def go_to(w: World, phase: str) -> None:
    """Put a position into another phase."""
    w.mark(Clock, w.table, phase=PHASES.index(phase))


def strike(w: World, *lines: str) -> None:
    """Orders of the plan phase, then, from the first battle on, those of the fight phase that follows."""
    split = next((n for n, line in enumerate(lines) if line.startswith("resolve")), len(lines))
    do(w, *lines[:split])
    go_to(w, w.phase.replace("plan", "fight"))
    do(w, *lines[split:])


def question(w: World) -> str:
    """The decision that waits for an answer; "" if none does."""
    return w.decisions.stack[-1] if w.decisions.stack else ""


def open_orders(w: World) -> list[str]:
    """What the decision that waits for an answer offers, sorted; nothing if none does."""
    if not w.decisions.stack:
        return []
    found = [c.text() for c in battle.DECISIONS[question(w)].commands(w)]
    assert len(found) == len(set(found)) and battle.DECISIONS[question(w)].view(w).prompt
    return sorted(found)
