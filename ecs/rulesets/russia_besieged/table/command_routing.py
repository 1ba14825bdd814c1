"""Routing of orders that mean one thing to a corps, another to aircraft, partisans and workers."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Build, Command, Enter, MoveByRail, Unassign
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign import arrivals, income, partisans
from ecs.rulesets.russia_besieged.combat import air_and_artillery, air_bases, declaring, fortresses
from ecs.rulesets.russia_besieged.data.units import letter
from ecs.systems import trains
from ecs.systems.combat.counter_state import call_back

AIR, BANDS = "AIR", "PT"


def _letter(w: World, name: str) -> str:
    unit = w.by_id.get(name)
    return letter(unit) if unit is not None else ""


def judge_enter(w: World, command: Enter) -> Refusal | None:
    """Why a unit, an air group or partisans may not come in at a hex."""
    judges = {AIR: air_bases.judge_join, BANDS: partisans.judge_rise}
    return judges.get(_letter(w, command.unit), arrivals.judge_enter)(w, command)


def enter(w: World, command: Enter) -> None:
    """Place a unit, an air group or partisans."""
    handlers = {AIR: air_bases.join, BANDS: partisans.place_band}
    handlers.get(_letter(w, command.unit), arrivals.enter)(w, command)


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """The attack orders open to a unit; to an air group: which to fly for, or to stay at its base."""
    if letter(unit) != AIR:
        return declaring.attack_commands(w, unit)
    back: list[Command] = [Unassign(unit.id)] if air_and_artillery.judge_unaim(w, unit) is None else []
    return [*air_and_artillery.aim_commands(w, unit), *back]


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack, or an air group not be called back."""
    if _letter(w, command.unit) == AIR:
        return air_and_artillery.judge_unaim(w, w.by_id[command.unit])
    return declaring.judge_unassign(w, command)


def unassign(w: World, command: Unassign) -> None:
    """Take a unit out of an attack, or call an air group back."""
    if _letter(w, command.unit) == AIR:
        call_back(w, w.by_id[command.unit], "11.4")
    else:
        declaring.ATTACKS.unassign(w, command)


def judge_build(w: World, command: Build) -> Refusal | None:
    """Why a city may not be declared a fortress."""
    if command.what != fortresses.WORK:
        return Refusal("no-such-work", f"You cannot build {command.what!r} here.", fortresses.RULE)
    return fortresses.judge_declare(w, command)


def judge_rail(w: World, command: MoveByRail) -> Refusal | None:
    """Why a unit may not go by rail, or workers not go east."""
    return (income.judge_leave if _letter(w, command.unit) == income.LETTER else trains.judge_rail)(w, command)


def move_by_rail(w: World, command: MoveByRail) -> None:
    """Send a unit by rail, or workers to the east."""
    (income.leave if _letter(w, command.unit) == income.LETTER else trains.move_by_rail)(w, command)


def rail_commands(w: World, unit: Unit) -> Sequence[Command]:
    """Every journey by rail open to a unit; workers: the rail heads by which they go east."""
    return (income.leave_commands if letter(unit) == income.LETTER else trains.rail_commands)(w, unit)


ORDERS = (
    Handler(MoveByRail, move_by_rail, judge_rail),
    Handler(Unassign, unassign, judge_unassign),
    Handler(Build, fortresses.declare, judge_build),
    Handler(Enter, enter, judge_enter),
)
