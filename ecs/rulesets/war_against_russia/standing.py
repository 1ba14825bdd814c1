"""Chapter 9.6: are the Germans who are attacked told not to retreat?"""

from __future__ import annotations

from ecs.commands import Command, Done, StandFast
from ecs.components import Side
from ecs.rulesets.war_against_russia import retreat
from ecs.rulesets.war_against_russia.exchange import defenders
from ecs.rulesets.war_against_russia.lay import is_german, rules, turn_side
from ecs.rulesets.war_against_russia.odds import column_name
from ecs.systems.naming import named
from ecs.view import DecisionView
from ecs.world import World

QUESTION = "stand"


def may_stand(w: World) -> bool:
    """Is the Axis asked whether its stack stands: Germans in it who could be driven away?"""
    if turn_side(w) is Side.AXIS or not any(is_german(u) for u in defenders(w)):
        return False
    column = [row[w.clash.odds] for row in rules(w).crt.cells]
    if not any(max(rules(w).result[code].retreat) for code in column):
        return False
    return not retreat.is_surrounded(w, w.clash.hex, w.clash.came_from)


def commands(w: World) -> list[Command]:
    """They stand, or not."""
    return [StandFast(), Done()]


def view(w: World) -> DecisionView:
    """What is asked."""
    side, here = turn_side(w).other, w.clash.hex
    odds = column_name(w.clash.odds)
    text = f"{side}: {named(w, here)} is attacked at {odds}. Are the Germans there not to retreat?"
    return DecisionView(QUESTION, side, text, here, "9.6")
