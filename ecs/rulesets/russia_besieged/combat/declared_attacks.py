"""Chapter 10.1: the declared battles, and who belongs to them.

A battle is named by its first hex: its attackers are assigned to that one; ``JointAttacks.joined`` holds (first,
further) pairs of hexes attacked as one.  Artillery, air groups and a Field Marshal belong to it by their
``Assignment.target``.  On a combat unit ``Assignment.allotted`` says that the rules have assigned it.
"""

from __future__ import annotations

from ecs.core.components import Assignment, Battle, Readiness, Side
from ecs.core.remembered_answers import per_position
from ecs.core.view import BattleView
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.battlefield import foes_at, is_defended
from ecs.rulesets.russia_besieged.data.calendar import impulse, turn_side
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_gun
from ecs.rulesets.russia_besieged.ground.movement import is_locked
from ecs.systems.combat import declared_attacks
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.declared_attacks import WAVE


def assigned(w: World) -> dict[int, list[Unit]]:
    """First hex of a battle -> the combat units assigned to it, by entity."""
    return declared_attacks.assigned(w, is_combat_unit)


def hexes_of(w: World, index: int) -> tuple[int, ...]:
    """All hexes of the battle with this first hex."""
    return (index, *(other for first, other in w[JointAttacks].joined if first == index))


def battle_hexes(w: World, index: int) -> tuple[int, ...]:
    """The hexes of a battle that still have units to fight."""
    return tuple(i for i in hexes_of(w, index) if is_defended(w, i, turn_side(w)))


def first_of(w: World, index: int) -> int:
    """The first hex of the battle a hex belongs to: itself, unless it is joined to another."""
    return next((first for first, other in w[JointAttacks].joined if other == index), index)


def support(w: World, index: int) -> list[Unit]:
    """Artillery, unspent air groups and the Field Marshal given to a battle, by entity."""
    hexes = hexes_of(w, index)
    return [u for u in _all_support(w) if u[Assignment].target in hexes]


@per_position
def _all_support(w: World) -> list[Unit]:
    side = turn_side(w)
    return [
        u
        for u, assigned, ready in w.each(Assignment, Readiness)
        if assigned.target >= 0 and not ready.spent and u.hex >= 0 and u.type.side is side and not is_combat_unit(u)
    ]


def party(w: World, index: int) -> list[Unit]:
    """Everything on the attacker's side of a declared battle."""
    return [*assigned(w).get(index, []), *support(w, index)]


def is_held(w: World, unit: Unit) -> bool:
    """Must the unit fight on in the Second Impulse where it fought in the First (10.6)?"""
    return impulse(w) == 2 and is_locked(w, unit)


def is_allotted(unit: Unit) -> bool:
    """Did the rules, not the player, assign the unit to its attack?"""
    return is_combat_unit(unit) and unit[Assignment].target >= 0 and unit[Assignment].allotted


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The battle being fought, and those declared."""
    out = [fighting(w, WAVE, _is_told)] if w[Battle].underway else []
    for index, team in assigned(w).items():
        if index != w[Battle].hex:
            foes = [u for i in hexes_of(w, index) for u in foes_at(w, i, turn_side(w))]
            out.append(declared(index, WAVE, [*team, *filter(is_gun, support(w, index))], foes))
    return tuple(out)


def _is_told(unit: Unit) -> bool:
    return is_combat_unit(unit) or is_gun(unit)
