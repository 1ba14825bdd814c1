"""Routing of orders that mean one thing to a corps and another to aircraft, or differ in and before a battle."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, StandFast, Unassign
from ecs.core.components import Side
from ecs.core.events import StandOrdered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign import arrivals, replacements
from ecs.rulesets.war_against_russia.combat import air, battle, breakthrough, declaring
from ecs.rulesets.war_against_russia.data.components import NoRetreat
from ecs.rulesets.war_against_russia.data.units import is_air
from ecs.systems.combat.counter_state import call_back


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """The attack orders open to a unit; to an air unit: which to support, or what to supply."""
    if is_air(unit):
        back: list[Command] = [Unassign(unit.id)] if air.judge_unaim(w, unit) is None else []
        return [*air.aim_commands(w, unit), *back, *air.airlift_commands(w, unit)]
    return declaring.attack_commands(w, unit)


def entry_commands(w: World, unit: Unit) -> Sequence[Command]:
    """Where a unit may come onto the map, arriving or rebuilt; what an air unit may supply."""
    if is_air(unit):
        return air.airlift_commands(w, unit)
    return [*arrivals.enter_commands(w, unit), *replacements.raise_commands(w, unit)]


def initial_commands(w: World) -> list[Command]:
    """Orders to a side as a whole: the Soviets to stand everywhere, or their reserve to come."""
    out: list[Command] = [StandFast()] if cannot_stand(w) is None else []
    return [*out, *arrivals.call_commands(w)]


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack, or an air unit not be called back."""
    unit = w.unit(command.unit)
    if unit is not None and is_air(unit):
        return air.judge_unaim(w, unit)
    return breakthrough.judge_unassign(w, command)


def unassign(w: World, command: Unassign) -> None:
    """Take a unit out of an attack, or call an air unit back."""
    unit = w.by_id[command.unit]
    if is_air(unit):
        call_back(w, unit, air.RULE)
    else:
        breakthrough.unassign(w, command)


# -- No Retreat! (9.6) --------------------------------------------------------------------------------------


def cannot_stand(w: World) -> Refusal | None:
    """Why the Soviets may not be ordered to stand everywhere now."""
    if w.phase != "initial-soviet":
        words = "Order No Retreat! in the Soviet Initial phase, for a whole turn."
        return Refusal("no-orders-now", words, "9.6")
    if w[NoRetreat].ordered:
        return Refusal("standing", "You have already given the order.", "9.6")
    return None


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why no unit can be ordered to stand."""
    if w.decisions.stack:
        return battle.judge_stand(w, command)
    return cannot_stand(w)


def stand(w: World, command: StandFast) -> None:
    """Order a stack to stand in this battle, or all Soviets until their next turn."""
    if w.decisions.stack:
        battle.stand_fast(w, command)
        return
    w.mark(NoRetreat, w.table, ordered=True)
    w.emit(StandOrdered(rule="9.6", side=Side.SOVIET))


ORDERS = (
    Handler(Unassign, unassign, judge_unassign),
    Handler(StandFast, stand, judge_stand),
)
