"""Chapter 10.1: what is settled of the attacks that are owed, and who attacks what if the rest is left to the rules.

A unit that must attack and has one hex to attack is assigned to it as the plan segment opens.  On such a unit
``Assignment.allotted`` is set, for the player to see; all of it can be changed.  Aircraft, guns, Field Marshals
and the Blitzkrieg table are left to him.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ecs.core.commands import Allot, Command
from ecs.core.components import Assignment
from ecs.core.events import Assigned
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.attacks.declared_attacks import (
    assigned,
    hexes_of,
    is_allotted,
    is_held,
)
from ecs.rulesets.russia_besieged.combat.attacks.declaring import let_go, targets
from ecs.rulesets.russia_besieged.combat.attacks.mandatory_attacks import is_exempt, obliged, unanswered
from ecs.rulesets.russia_besieged.combat.attacks.outcomes import ends_of, planned
from ecs.rulesets.russia_besieged.combat.odds import CRT
from ecs.rulesets.russia_besieged.data.turn import turn_side
from ecs.rulesets.russia_besieged.ground.terrain import is_city
from ecs.systems.combat.attack_allocation import allocate_attacks
from ecs.systems.combat.declared_attacks import release
from ecs.systems.combat.outcomes import chance_to_clear, mean
from ecs.systems.table.names import label

GROUND, CITY = 1, 3  # combat factors that a hex, or a city, is worth to the attacker


def allot_forced(w: World) -> None:
    """A plan segment opens: whoever must attack and has no choice is assigned."""
    found = {unit.entity: targets(w, unit) for unit in obliged(w)}
    sent = {entity: hexes[0] for entity, hexes in found.items() if len(hexes) == 1}
    _send(w, sent, "only")


def allot_commands(w: World) -> list[Command]:
    """The rest of the duties, left to the rules."""
    return [Allot()] if cannot_allot(w) is None else []


def cannot_allot(w: World) -> Refusal | None:
    """Why there is nothing to be assigned."""
    if not w.phase.startswith("plan"):
        return Refusal("no-planning", "Attacks that are owed are announced after movement.", "3.0")
    if not obliged(w) and not unanswered(w):
        return Refusal("nothing-owed", "Every attack that is owed has been announced.", "10.1")
    return None


def judge_allot(w: World, command: Allot) -> Refusal | None:
    """Why the rest cannot be assigned."""
    return cannot_allot(w)


def allot(w: World, command: Allot) -> None:
    """Assign everybody who must still attack where it does most good; what was assigned before stays, unless somebody
    is needed against a hex that would be left alone."""
    options = {unit.entity: targets(w, unit) for unit in obliged(w)}
    given = {index: [u.entity for u in team] for index, team in assigned(w).items()}
    owed = {*unanswered(w), *given}
    _send(w, allocate_attacks(options, given, owed, lambda index, team: attack_value(w, index, team)), "owed")
    for index in unanswered(w):
        _spare(w, index)


def attack_value(w: World, index: int, team: Iterable[int]) -> Fraction:
    """What an attack is worth, in combat factors: the enemy's losses to be expected less one's own, and the chance to
    take the hex."""
    plan = planned(w, turn_side(w), index, [w.by_entity[entity].id for entity in team])
    ends = ends_of(plan.here, plan.team, CRT, plan.terms)
    ground = sum(CITY if is_city(w, i) else GROUND for i in hexes_of(w, index))
    return mean(ends, "d_factors") - mean(ends, "a_factors") + ground * chance_to_clear(ends)


def _spare(w: World, index: int) -> None:
    """Send somebody against a hex who can be spared from another attack, first of those the rules have assigned."""
    teams = assigned(w)
    fair = [u for there, team in teams.items() if len(team) > 1 for u in team if _may_change(w, u, index)]
    if not fair:
        return

    def price(unit: Unit) -> tuple[bool, Fraction, int]:
        there = unit[Assignment].target
        rest = [u.entity for u in teams[there] if u is not unit]
        loss = attack_value(w, there, [*rest, unit.entity]) - attack_value(w, there, rest)
        return not is_allotted(unit), loss - attack_value(w, index, [unit.entity]), unit.entity

    unit = min(fair, key=price)
    left = unit[Assignment].target
    release(w, unit)
    let_go(w, left)
    _send(w, {unit.entity: index}, "spare")


def _may_change(w: World, unit: Unit, index: int) -> bool:
    return not is_held(w, unit) and not is_exempt(w, unit) and index in targets(w, unit)


def _send(w: World, sent: Mapping[int, int], why: str) -> None:
    """Assign units to hexes, and tell it hex by hex."""
    teams: dict[int, list[Unit]] = {}
    for entity, index in sent.items():
        unit = w.by_entity[entity]
        w.mark(Assignment, unit, target=index, allotted=True)
        teams.setdefault(index, []).append(unit)
    for index, team in sorted(teams.items()):
        spot, names = label(w, index), tuple(unit.id for unit in team)
        where = (*dict.fromkeys(label(w, unit.hex) for unit in team), spot)
        w.emit(Assigned(where=where, rule="10.1", hex=spot, units=names, why=why))


ORDERS = (Order(Allot, allot, judge_allot),)
