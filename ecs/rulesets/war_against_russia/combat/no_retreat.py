"""Chapter 9.6: Germans who are attacked and told not to retreat."""

from __future__ import annotations

from ecs.core.commands import Command, Done, Hold, StandFast
from ecs.core.components import Battle, CombatRoll, GarrisonStand, Side
from ecs.core.events import StandOrdered
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import retreat
from ecs.rulesets.war_against_russia.combat.battlefield import FIRM, alone_firm
from ecs.rulesets.war_against_russia.combat.odds import columns
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import is_german
from ecs.systems.campaign import tallies
from ecs.systems.combat.participants import defenders
from ecs.systems.table.names import label, named

QUESTION = "stand"


def may_stand(w: World) -> bool:
    """Is the Axis asked whether its stack stands: Germans in it who could be driven away?"""
    if turn_side(w) is Side.AXIS or not germans(w):
        return False
    column = [row[w[CombatRoll].odds] for row in rules(w).crt.cells]
    if not any(max(rules(w).result[code].retreat) for code in column):
        return False
    return not retreat.is_surrounded(w, w[Battle].hex, w[Battle].came_from)


def germans(w: World) -> list[Unit]:
    """The Germans attacked, by entity."""
    return [u for u in defenders(w) if is_german(u)]


def commands(w: World) -> list[Command]:
    """They stand, or one of them alone, or none."""
    found = germans(w)
    alone: list[Command] = [Hold(u.id) for u in found] if len(found) > 1 else []
    return [StandFast(), *alone, Done()]


def stands(w: World, unit: Unit) -> bool:
    """Has this defender been told not to retreat?  Never an ally of the Germans."""
    alone = alone_firm(w)
    return w[GarrisonStand].stood and is_german(unit) and (not alone or unit.id in alone)


def order(w: World, units: list[Unit]) -> None:
    """These do not retreat in this battle."""
    w.mark(GarrisonStand, w.table, asked=True, stood=True)
    if len(units) < len(germans(w)):
        tallies.put(w, FIRM, sum(1 << w[Battle].defenders.index(u.entity) for u in units))
    here = label(w, w[Battle].hex)
    w.emit(StandOrdered(where=(here,), rule="9.6", side=Side.AXIS, hex=here, units=tuple(u.id for u in units)))


def judge_hold(w: World, command: Hold) -> Refusal | None:
    """Why this unit may not be told to stand alone."""
    if w.decisions.stack[-1:] != (QUESTION,):
        return Refusal("no-stand-now", "Germans are told to stand when they are attacked, before the die.", "9.6")
    if command in commands(w):
        return None
    unit = w.unit(command.unit)
    if unit in germans(w):
        return Refusal("stands-alone", "It is the only German there: tell it to stand.", "9.6")
    return Refusal("not-german", f"{command.unit} is no German unit that is attacked here.", "9.6")


def view(w: World) -> DecisionView:
    """What is asked."""
    side, here = turn_side(w).other, w[Battle].hex
    odds = columns().title(w[CombatRoll].odds)
    text = f"{side}: {named(w, here)} is attacked at {odds}. Who of the Germans there must not retreat?"
    return DecisionView(QUESTION, side, text, here, "9.6")
