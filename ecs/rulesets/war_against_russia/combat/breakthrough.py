"""Chapter 9.4: the attack that follows a breakthrough.

Units that have broken through are ``Breakthrough.loose``.  The attack they make is put together in the open decision:
it is the declared attack that has one of them in it, as the last wave of its hex."""

from __future__ import annotations

from ecs.core.commands import Assign, Command, Done, Resolve, Unassign
from ecs.core.components import Assignment, Battle, Marched
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import declaring
from ecs.rulesets.war_against_russia.combat.declaring import WAVES
from ecs.rulesets.war_against_russia.data.components import Breakthrough
from ecs.rulesets.war_against_russia.data.units import strange, turn_side
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.systems.combat.battles import Resolution
from ecs.systems.combat.declared_attacks import Attack, assigned_by_wave, stand_down, waves_on
from ecs.systems.combat.rules import question
from ecs.systems.sentences import label, named

QUESTION = "breakthrough"


def is_open(w: World) -> bool:
    """Is the attacker choosing an attack after a breakthrough?"""
    return w.decisions.stack[-1:] == (QUESTION,)


def gathering(w: World) -> Attack | None:
    """The attack being put together; None before its first unit joins."""
    for key, team in assigned_by_wave(w).items():
        if any(u.entity in w[Breakthrough].loose for u in team):
            return key
    return None


def cannot_join(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not take part in an attack on a hex after the breakthrough."""
    name, loose = unit.type.long_name, unit.entity in w[Breakthrough].loose
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "9.4")
    refusal = declaring.unable(w, unit) if loose else declaring.unfit(w, unit)
    if refusal is not None:
        return refusal
    if unit[Assignment].target >= 0:
        return Refusal("assigned", f"{name} already has an attack.", "9.4")
    if not loose and unit[Marched].moved:
        return Refusal("moved", f"{name} has moved. It may attack only after operational movement.", "5")
    key = gathering(w)
    if key is None and not loose:
        return Refusal("not-loose", f"{name} has not broken through. First attack with the units that have.", "9.4")
    if key is not None and key[0] != index:
        return Refusal("one-attack", f"One attack at a time. Finish the one on {named(w, key[0])}.", "9.4")
    return declaring.cannot_target(w, unit, index) or WAVES.will_fit(w, unit, index, wave_for(w, index))


def wave_for(w: World, index: int) -> int:
    """The wave of the attack being put together, or that it would be on this hex."""
    key = gathering(w)
    return key[1] if key is not None and key[0] == index else max(waves_on(w, index), default=0) + 1


def can_go_on(w: World) -> bool:
    """Has a unit that broke through anything to attack?"""
    return any(cannot_join(w, u, j) is None for u in _loose(w) if u.hex >= 0 for j in w.board.neighbours[u.hex])


def commands(w: World) -> list[Command]:
    """The choices: join the attack, leave it, fight it, or make no more attacks."""
    key, side = gathering(w), turn_side(w)
    found: list[Command] = [Done()]
    if key is not None:
        team = assigned_by_wave(w)[key]
        found += [Unassign(u.id) for u in team]
        if not declaring.is_hopeless(w, key[0], team):
            found.append(Resolve(label(w, key[0]), key[1]))
    for unit in w.units:
        if unit.hex < 0 or unit.type.side is not side or unit[Assignment].target >= 0:
            continue
        if key is None and unit.entity not in w[Breakthrough].loose:
            continue
        for index in w.board.neighbours[unit.hex]:
            if (key is None or key[0] == index) and cannot_join(w, unit, index) is None:
                found.append(Assign(unit.id, label(w, index), wave_for(w, index)))
    return found


def _loose(w: World) -> list[Unit]:
    return [w.by_entity[e] for e in w[Breakthrough].loose]


def _spot(w: World) -> int:
    key = gathering(w)
    return key[0] if key is not None else next(u.hex for u in _loose(w) if u.hex >= 0)


ASKED = question(
    QUESTION, turn_side, commands, lambda _: "who attacks once more after the breakthrough?", "9.4", where=_spot
)

# -- handlers, in the decision and in the plan phases -------------------------------------------------------


def unassign(w: World, command: Unassign) -> None:
    """Take the unit out; without any unit that broke through the attack is off."""
    if not is_open(w):
        WAVES.unassign(w, command)
        return
    unit = w.by_id[command.unit]
    key = unit[Assignment].target, unit[Assignment].wave
    WAVES.take_out(w, unit)
    rest = assigned_by_wave(w).get(key, [])
    if not any(u.entity in w[Breakthrough].loose for u in rest):
        stand_down(w, rest)


def close(w: World) -> None:
    """No more attacks after this breakthrough."""
    key = gathering(w)
    if key is not None:
        stand_down(w, assigned_by_wave(w)[key])
    w.mark(Breakthrough, w.table, loose=(), extra=False)


def judge_assign(w: World, command: Assign) -> Refusal | None:
    """Why a unit may not be assigned to an attack."""
    if not is_open(w):
        return WAVES.judge(w, command)
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_join(w, unit, index)
    if refusal is None and command.wave != wave_for(w, index):
        return Refusal("no-such-wave", f"An attack on {named(w, index)} now is wave {wave_for(w, index)}.", "9.4")
    return refusal


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    if not is_open(w):
        return declaring.judge_unassign(w, command)
    refusal = strange(w, command.unit)
    if refusal is not None:
        return refusal
    unit, key = w.by_id[command.unit], gathering(w)
    if key is None or unit not in assigned_by_wave(w)[key]:
        return Refusal("not-assigned", f"{unit.type.long_name} is not in this attack.", "9.4")
    return None


ORDERS = (Handler(Assign, WAVES.assign, judge_assign),)

# -- Chapter 9.1: which declared battles can be fought now, and in what order. ---------------------------------------

FIGHTING = "fight"


def cannot_resolve(w: World, index: int, wave: int) -> Refusal | None:
    """Why a declared battle, or that after a breakthrough, cannot be fought now."""
    if is_open(w):
        if gathering(w) != (index, wave):
            return Refusal("no-attackers", f"No breakthrough unit is attacking {named(w, index)}.", "9.4")
        return declaring.too_weak(w, index, wave)
    if not w.phase.startswith(FIGHTING):
        return Refusal("no-combat", "Declare all attacks of the phase before you fight.", "5")
    if w[Battle].underway:
        return Refusal("fighting", "Finish the other battle first.", "9.1")
    if (index, wave) not in assigned_by_wave(w):
        return Refusal("no-attackers", f"No unit is assigned to this attack on {named(w, index)}.", "9.1")
    if not is_defended(w, index, turn_side(w)):
        return Refusal("nothing-there", f"No attacker is left at {named(w, index)}.", "9.1")
    refusal = declaring.too_weak(w, index, wave)
    if refusal is not None:
        return refusal
    if any(n < wave and declaring.too_weak(w, index, n) is None for n in waves_on(w, index)):
        return Refusal("wave-order", f"Fight the waves against {named(w, index)} in order.", "9.1")
    return None


RESOLUTION = Resolution("9.1", "3", assigned_by_wave, cannot_resolve)
battle_commands, may_end_fight = RESOLUTION.commands, RESOLUTION.may_end
