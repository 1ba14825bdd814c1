"""Chapter 9.1: which declared battles can be fought now, and in what order."""

from __future__ import annotations

from ecs.core.components import Battle
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import breakthrough
from ecs.rulesets.war_against_russia.combat.attacks import declaring
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.systems.combat.battles import Resolution
from ecs.systems.combat.waves import assigned, waves_on
from ecs.systems.table.names import named

FIGHTING = "fight"


def cannot_resolve(w: World, index: int, wave: int) -> Refusal | None:
    """Why a declared battle, or that after a breakthrough, cannot be fought now."""
    if breakthrough.is_open(w):
        if breakthrough.gathering(w) != (index, wave):
            return Refusal("no-attackers", f"No unit that has broken through is to attack {named(w, index)}.", "9.4")
        return declaring.too_weak(w, index, wave)
    if not w.phase.startswith(FIGHTING):
        return Refusal("no-combat", "Battles are fought after all attacks of the phase are declared.", "5")
    if w[Battle].hex >= 0:
        return Refusal("fighting", "Another battle is not over yet.", "9.1")
    if (index, wave) not in assigned(w):
        return Refusal("no-attackers", f"Nobody is assigned to this attack on {named(w, index)}.", "9.1")
    if not is_defended(w, index, turn_side(w)):
        return Refusal("nothing-there", f"Nobody is left to fight at {named(w, index)}.", "9.1")
    refusal = declaring.too_weak(w, index, wave)
    if refusal is not None:
        return refusal
    if any(n < wave and declaring.too_weak(w, index, n) is None for n in waves_on(w, index)):
        return Refusal("wave-order", f"The waves against {named(w, index)} are fought in their order.", "9.1")
    return None


RESOLUTION = Resolution("9.1", "3", assigned, cannot_resolve)
battle_commands, may_end_fight = RESOLUTION.commands, RESOLUTION.may_end
