"""Chapter 10.1: who must attack, and what must be attacked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ecs.core.commands import Allot, Command, Join
from ecs.core.components import Assignment, SupplyState
from ecs.core.events import Assigned, AttackWidened
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.declared_attacks import (
    assigned,
    first_of,
    foes_at,
    hexes_of,
    is_allotted,
    is_held,
)
from ecs.rulesets.russia_besieged.combat.declaring import cannot_attack, cannot_target, let_go, targets
from ecs.rulesets.russia_besieged.combat.odds import CRT
from ecs.rulesets.russia_besieged.combat.outcomes import ends_of, planned
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, JointAttacks
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, letter, mobility
from ecs.rulesets.russia_besieged.ground.occupancy import zone_map, zone_net
from ecs.rulesets.russia_besieged.ground.terrain import is_city, is_major
from ecs.systems.combat.attack_allocation import allocate_attacks
from ecs.systems.combat.declared_attacks import release
from ecs.systems.combat.odds import chance_to_clear, mean
from ecs.systems.sentences import label, named, unknown_hex

AIRBORNE = "AB"


def is_exempt(w: World, unit: Unit) -> bool:
    """Is the unit exempt from attacking: in a Major City, militia or workers, airborne troops on the turn they land, or
    not able to at all?"""
    if is_major(w, unit.hex) or mobility(unit) == "fixed" or (unit[SupplyState].dropped and letter(unit) == AIRBORNE):
        return True
    return cannot_attack(w, unit) is not None


@per_position
def in_contact(w: World) -> list[Unit]:
    """The moving side's combat units in enemy zones."""
    side = turn_side(w)
    zones = zone_map(w, side.other)
    return [u for u in w.units if u.hex >= 0 and u.type.side is side and zones[u.hex] and is_combat_unit(u)]


@per_position
def obliged(w: World) -> list[Unit]:
    """Units that must still be assigned to some attack."""
    return [u for u in in_contact(w) if u[Assignment].target < 0 and not is_exempt(w, u) and targets(w, u)]


def unanswered(w: World) -> list[int]:
    """Hexes that must still be attacked, and for which an attacker is free: one without an order, or one whose battle
    has others to fight it.  Victors of an automatic victory leave this duty to others (9.4)."""
    side, teams = turn_side(w), assigned(w)
    engaged = {i for first in teams for i in hexes_of(w, first)}
    owed: set[int] = set()
    for unit in in_contact(w):
        if not is_exempt(w, unit) or unit.entity in w[AutomaticVictory].units:
            owed.update(j for j in zone_net(w)[unit.hex] if j not in engaged and foes_at(w, j, side))
    return [j for j in sorted(owed) if _free_for(w, j)]


def _free_for(w: World, index: int) -> bool:
    teams, side = assigned(w), turn_side(w)
    for unit in w.units:
        if unit.hex < 0 or unit.type.side is not side or index not in w.board.neighbours[unit.hex]:
            continue
        if cannot_attack(w, unit) is not None or cannot_target(w, unit, index) is not None or is_exempt(w, unit):
            continue
        if unit[Assignment].target < 0 or (len(teams[unit[Assignment].target]) > 1 and not is_held(w, unit)):
            return True
    return False


def may_end_plan(w: World) -> Refusal | None:
    """Why the plan segment cannot end yet."""
    waiting = obliged(w)
    if waiting:
        unit = waiting[0]
        more = f", and so must {len(waiting) - 1} more" if len(waiting) > 1 else ""
        words = f"{unit.type.long_name} at {named(w, unit.hex)} is in an enemy zone of control and must attack{more}."
        return Refusal("must-attack", words, "10.1")
    hexes = unanswered(w)
    if hexes:
        words = f"{named(w, hexes[0])} is in your zone of control and must be attacked. You have a unit free to attack."
        return Refusal("must-be-attacked", words, "10.1")
    return None


# -- Chapter 10.1: hexes that may be attacked as one. ----------------------------------------------------------------


def join_commands(w: World) -> list[Command]:
    """Hexes that can be attacked together."""
    teams = assigned(w)
    pairs = [(i, j) for i in teams for j in _round_about(w, teams[i]) if cannot_join(w, i, j) is None]
    return [Join(label(w, i), label(w, j)) for i, j in pairs]


def _round_about(w: World, team: Iterable[Unit]) -> list[int]:
    return sorted(set.intersection(*({*w.board.neighbours[u.hex]} for u in team)))


def join(w: World, command: Join) -> None:
    """Attack a second hex in one battle with the first."""
    first, other = w.board.by_label[command.hex], w.board.by_label[command.other]
    w.mark(JointAttacks, w.table, joined=tuple(sorted((*w[JointAttacks].joined, (first, other)))))
    let_go(w, first)
    spots = command.hex, command.other
    w.emit(AttackWidened(where=spots, rule="10.1", hex=command.hex, other=command.other))


def cannot_join(w: World, first: int, other: int) -> Refusal | None:
    """Why two hexes cannot be attacked as one: every attacker must be able to attack either, and no other unit may be
    let off his duty by it."""
    teams = assigned(w)
    if first not in teams or not w.phase.startswith("plan"):
        return Refusal("no-attack", f"There is no declared attack on {named(w, first)} to widen.", "10.1")
    if other == first or first_of(w, other) != other or len(hexes_of(w, other)) > 1 or other in teams:
        return Refusal("in-battle", f"{named(w, other)} is already part of an attack.", "10.1")
    for unit in teams[first]:
        refusal = cannot_target(w, unit, other)
        if refusal is not None:
            return refusal
    return _lets_off(w, first, other)


def _lets_off(w: World, first: int, other: int) -> Refusal | None:
    """A unit that must attack keeps something it can attack: a duty of its own never lapses because hexes are joined
    of which it reaches only some."""
    battle = {*hexes_of(w, first), other}
    for unit in obliged(w):
        around = w.board.neighbours[unit.hex]
        if battle.isdisjoint(around):
            continue
        whole = all(cannot_target(w, unit, i) is None for i in battle)
        if not whole and not any(i not in battle for i in targets(w, unit)):
            missed = next(i for i in sorted(battle) if cannot_target(w, unit, i) is not None)
            words = (
                f"{unit.type.long_name} at {named(w, unit.hex)} must attack, has "
                f"no other target and cannot attack {named(w, missed)}."
            )
            return Refusal("lets-off", words, "10.1")
    return None


def judge_join(w: World, command: Join) -> Refusal | None:
    """Why two hexes cannot be attacked as one."""
    refusal = unknown_hex(w, command.hex, "2.1") or unknown_hex(w, command.other, "2.1")
    if refusal is not None:
        return refusal
    return cannot_join(w, w.board.by_label[command.hex], w.board.by_label[command.other])


# -- Chapter 10.1: what is settled of the attacks that are owed, and who attacks what if the rest is left to the rules.
# A unit that must attack and has one hex to attack is assigned to it as the plan segment opens. On such a unit
# ``Assignment.allotted`` is set, for the player to see; all of it can be changed. Aircraft, guns, Field Marshals and
# the Blitzkrieg table are left to him.

GROUND, CITY = 1, 3  # combat factors that a hex, or a city, is worth to the attacker


def allot_forced(w: World) -> None:
    """A plan segment opens: units that must attack and have no choice are assigned."""
    found = {unit.entity: targets(w, unit) for unit in obliged(w)}
    sent = {entity: hexes[0] for entity, hexes in found.items() if len(hexes) == 1}
    _send(w, sent, "only")


def allot_commands(w: World) -> list[Command]:
    """The order that leaves the remaining duties to the rules."""
    return [Allot()] if cannot_allot(w) is None else []


def cannot_allot(w: World) -> Refusal | None:
    """Why there is nothing to assign."""
    if not w.phase.startswith("plan"):
        return Refusal("no-planning", "Declare mandatory attacks after movement.", "3.0")
    if not obliged(w) and not unanswered(w):
        return Refusal("nothing-owed", "You have declared every mandatory attack.", "10.1")
    return None


def judge_allot(w: World, command: Allot) -> Refusal | None:
    """Why the rest cannot be assigned."""
    return cannot_allot(w)


def allot(w: World, command: Allot) -> None:
    """Assign all who must still attack where they do most good; what was assigned before stays, unless a unit
    is needed against a hex that would be left alone."""
    options = {unit.entity: targets(w, unit) for unit in obliged(w)}
    given = {index: [u.entity for u in team] for index, team in assigned(w).items()}
    owed = {*unanswered(w), *given}
    _send(w, allocate_attacks(options, given, owed, lambda index, team: attack_value(w, index, team)), "owed")
    for index in unanswered(w):
        _spare(w, index)


def attack_value(w: World, index: int, team: Iterable[int]) -> Fraction:
    """What an attack is worth, in combat factors: the enemy's expected losses less its own, and the chance to
    take the hex."""
    plan = planned(w, turn_side(w), index, [w.by_entity[entity].id for entity in team])
    ends = ends_of(plan.here, plan.team, CRT, plan.terms)
    ground = sum(CITY if is_city(w, i) else GROUND for i in hexes_of(w, index))
    return mean(ends, "d_factors") - mean(ends, "a_factors") + ground * chance_to_clear(ends)


def _spare(w: World, index: int) -> None:
    """Send a unit against a hex that can be spared from another attack, first of those the rules have assigned."""
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


ORDERS = (
    Handler(Join, join, judge_join),
    Handler(Allot, allot, judge_allot),
)
