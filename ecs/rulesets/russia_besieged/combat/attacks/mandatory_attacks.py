"""Chapter 10.1: who must attack, and what must be attacked."""

from __future__ import annotations

from ecs.core.components import Assignment, SupplyState
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.attacks.declared_attacks import assigned, hexes_of, is_held
from ecs.rulesets.russia_besieged.combat.attacks.declaring import cannot_attack, cannot_target, targets
from ecs.rulesets.russia_besieged.combat.battlefield import foes_at
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory
from ecs.rulesets.russia_besieged.data.turn import turn_side
from ecs.rulesets.russia_besieged.data.unit_facts import is_combat_unit, letter, mobility
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.rulesets.russia_besieged.ground.zones import zone_map, zone_net
from ecs.systems.table.names import named

AIRBORNE = "AB"


def is_exempt(w: World, unit: Unit) -> bool:
    """Need the unit not attack: in a Major City, militia or workers, airborne troops on the turn they land, or not able
    to at all?"""
    if is_major(w, unit.hex) or mobility(unit) == "fixed" or (unit[SupplyState].dropped and letter(unit) == AIRBORNE):
        return True
    return cannot_attack(w, unit) is not None


def in_contact(w: World) -> list[Unit]:
    """The moving side's combat units in enemy zones."""
    return w.memo("in contact", lambda: _in_contact(w))


def _in_contact(w: World) -> list[Unit]:
    side = turn_side(w)
    zones = zone_map(w, side.other)
    return [u for u in w.units if u.hex >= 0 and u.type.side is side and zones[u.hex] and is_combat_unit(u)]


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
    """What still stands in the way of ending the plan segment."""
    waiting = obliged(w)
    if waiting:
        unit = waiting[0]
        more = f", and so must {len(waiting) - 1} more" if len(waiting) > 1 else ""
        words = f"{unit.type.name} at {named(w, unit.hex)} is in an enemy zone of control and must attack{more}."
        return Refusal("must-attack", words, "10.1")
    hexes = unanswered(w)
    if hexes:
        words = f"{named(w, hexes[0])} lies in the zone of units of yours and must be attacked; somebody is free to."
        return Refusal("must-be-attacked", words, "10.1")
    return None
