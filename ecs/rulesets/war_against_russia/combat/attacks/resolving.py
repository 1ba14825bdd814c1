"""Chapter 9.1: which declared battles can be fought now, and in what order."""

from __future__ import annotations

from ecs.core.commands import (
    Command,
    Resolve,
)
from ecs.core.components import Battle
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import breakthrough
from ecs.rulesets.war_against_russia.combat.attacks import declaring
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.systems.combat.waves import assigned, waves_on
from ecs.systems.table.names import label, named

FIGHTING = "fight"


def battle_commands(w: World) -> list[Command]:
    """The battles that can be fought now."""
    keys = [key for key in assigned(w) if cannot_resolve(w, *key) is None]
    return [Resolve(label(w, index), wave) for index, wave in keys]


def cannot_resolve(w: World, index: int, wave: int) -> Refusal | None:
    """Why a declared battle cannot be fought now."""
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


def may_end_fight(w: World) -> Refusal | None:
    """What still stands in the way of ending the fight phase."""
    for index, wave in assigned(w):
        if cannot_resolve(w, index, wave) is None:
            return Refusal("unresolved", f"The attack on {named(w, index)} has still to be fought.", "9.1")
    return None


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why a battle may not be fought."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "3")
    if breakthrough.is_open(w):
        if breakthrough.gathering(w) != (index, command.wave):
            return Refusal("no-attackers", f"No unit that has broken through is to attack {named(w, index)}.", "9.4")
        return declaring.too_weak(w, index, command.wave)
    return cannot_resolve(w, index, command.wave)
