"""Chapters 9.1 and 6: who may attack what, and in which wave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs.core.commands import CancelAttacks, Command, Unassign
from ecs.core.components import Assignment, Battle, CombatPhase, Engagement, Marched, Place, Readiness, Side
from ecs.core.ruleset import Handler
from ecs.core.view import BattleView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.battlefield import odds_of
from ecs.rulesets.war_against_russia.data.components import Breakthrough
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import (
    AIR_BOX,
    FLOWN,
    is_air,
    is_armour,
    is_dispersed,
    is_infantry,
    strange,
    turn_side,
)
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.control import controls_sea, fighters_at, foe_map
from ecs.rulesets.war_against_russia.ground.terrain import is_closed, is_rough, sides
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.declared_attacks import (
    AttackRules,
    assigned_by_wave,
    close_ranks,
    lapse,
    open_targets,
    release,
    stand_down,
    waves_on,
)
from ecs.systems.sentences import named

# -- Chapter 9.1: who belongs to the attacks that are declared. ------------------------------------------------------
# The units assigned to an attack have its hex and its wave written on them (``Assignment``); aircraft have the hex
# alone, and support the first wave that is fought there (12).


def support(w: World, index: int) -> list[Unit]:
    """The aircraft aimed at a hex that have not flown yet, by entity (12)."""
    side = turn_side(w)
    return [
        u
        for u in w.units
        if u[Assignment].target == index and is_air(u) and u.place.box == AIR_BOX and u.type.side is side
    ]


def air_of(w: World, index: int, wave: int) -> list[Unit]:
    """The aircraft that support this wave: those aimed at the hex, if it is the first to be fought there."""
    return support(w, index) if waves_on(w, index)[:1] == [wave] else []


def party(w: World, index: int, wave: int) -> list[Unit]:
    """Everything that takes part in a declared attack: units, then aircraft."""
    return [*assigned_by_wave(w).get((index, wave), []), *air_of(w, index, wave)]


def let_go(w: World, index: int) -> None:
    """Units have left the attacks on a hex: the waves are numbered 1, 2, 3 ... again; without any left there, aircraft
    aimed at it stay at home."""
    close_ranks(w, index)
    if not waves_on(w, index):
        stand_down(w, support(w, index))


def fly(w: World, index: int) -> None:
    """The aircraft aimed at a hex have been used (12)."""
    for unit in support(w, index):
        release(w, unit)
        w.mark(Place, unit, box=FLOWN)


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The battle being fought, and those declared."""
    out = [fighting(w, w[CombatPhase].wave)] if w[Battle].underway else []
    for (index, wave), team in assigned_by_wave(w).items():
        out.append(declared(index, wave, team, fighters_at(w, index, turn_side(w).other)))
    return tuple(out)


PLANNING, PREPARED = "plan", "plan1"
NOT_ALLOWED = -1


# -- the phases open and close ------------------------------------------------------------------------------


def start_planning(w: World) -> None:
    """Open a plan phase: no attack is declared, no hex has been attacked in it."""
    lapse(w)
    w.mark(CombatPhase, w.table, struck=(), wave=0)
    w.mark(Breakthrough, w.table, loose=(), extra=False)


def lapses(w: World, unit: Unit) -> bool:
    """Is the counter free again when a fight phase closes: all of the side, but for aircraft that have flown?"""
    return unit.type.side is turn_side(w) and (unit.hex >= 0 or unit.place.box == AIR_BOX)


# -- who may attack (5, 9.1) --------------------------------------------------------------------------------


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this phase."""
    name = unit.type.long_name
    if not w.phase.startswith(PLANNING):
        return Refusal("no-planning", "Declare attacks before or after operational movement.", "5")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "9.1")
    refusal = unfit(w, unit)
    if refusal is None and w.phase.startswith(PREPARED) and unit[Marched].moved:
        return Refusal("moved", f"{name} has moved. It may attack only after operational movement.", "5")
    return refusal


def unfit(w: World, unit: Unit) -> Refusal | None:
    """What in a unit itself keeps it from attacking, whatever the phase."""
    if unit.hex >= 0 and unit[Engagement].fought:
        return Refusal("fought", f"{unit.type.long_name} has already attacked this turn.", "5")
    return unable(w, unit)


def unable(w: World, unit: Unit) -> Refusal | None:
    """What keeps even a unit that broke through from attacking (9.4)."""
    name = unit.type.long_name
    if is_air(unit):
        return Refusal("no-fighter", f"{name} only supports attacks.", "12")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "9.1")
    if not unit.type.attack:
        return Refusal("no-attack-factor", f"{name} has no attack factor.", "2")
    if is_dispersed(unit):
        return Refusal("dispersed", f"{name} is Dispersed and cannot attack.", "11")
    if unit[Readiness].spent:
        return Refusal("idle", f"{name} is done for this turn.", "5")
    return None


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side, origin = unit.type.side, unit.hex if base is None else base
    name = named(w, index)
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{name} is not next to {unit.type.long_name}.", "9.1")
    if not foe_map(w, side)[index]:
        return Refusal("nothing-there", f"{unit.type.long_name} has nothing to attack at {name}.", "9.1")
    if is_closed(w, origin, index):
        return Refusal("sea-between", "Sea separates these hexes.", "7")
    if not is_infantry(unit) and is_infantry_only(w, origin, index, side):
        return Refusal(
            "infantry-only",
            "Only infantry may attack over an unfrozen lake, or over a strait whose sea you do not control.",
            "8",
        )
    return terrain.spared(w, index) if side is Side.SOVIET else None


def is_infantry_only(w: World, base: int, index: int, side: Side) -> bool:
    """An unfrozen lake between, or the strait without control of its sea (8)?"""
    kinds = w.board.kinds(base, index)
    between = (row for name, row in sides(w).items() if name in kinds and row.divisor > 1)
    return any(not row.sea or not controls_sea(w, row.sea, side) for row in between)


def overfull(w: World, group: Iterable[Unit], index: int) -> Refusal | None:
    """Why these units may not attack together out of one hex: armour into mountain, or swamp not frozen (6)."""
    most = rules(w).stacking.rough_armour
    if is_rough(w, index) and sum(1 for u in group if is_armour(u)) > most:
        words = f"Only {most} armour unit from each hex may attack into swamp or mountain."
        return Refusal("rough", words, "6")
    return None


def _open_to(w: World, unit: Unit) -> list[int]:
    return open_targets(w, unit, foe_map(w, unit.type.side), cannot_attack, cannot_target)


def _no_wave(w: World) -> str:
    return f"Declare waves against a hex in order, {rules(w).attack.waves} at most."


WAVES = AttackRules(
    "9.1",
    "9.1",
    strange,
    lambda w, unit, index: cannot_attack(w, unit) or cannot_target(w, unit, index),
    _open_to,
    _no_wave,
    most=lambda w: rules(w).attack.waves,
    overfull=lambda w, group, base, index: overfull(w, group, index),
    left=let_go,
)


# -- how strong (9.1) ---------------------------------------------------------------------------------------


def is_hopeless(w: World, index: int, units: Sequence[Unit]) -> bool:
    """Is an attack by these units below the lowest odds there are?"""
    return not units or odds_of(w, index, units[0].type.side, units).column == NOT_ALLOWED


def too_weak(w: World, index: int, wave: int) -> Refusal | None:
    """Why a declared attack may not be made: it is below 1-4."""
    if not is_hopeless(w, index, party(w, index, wave)):
        return None
    first = rules(w).crt.odds[0]
    words = f"The attack on {named(w, index)} is below {first[0]}-{first[1]}. Strengthen it or call it off."
    return Refusal("too-weak", words, "9.1")


# -- commands -----------------------------------------------------------------------------------------------


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """The orders open to a unit: an attack in a wave, or out of its attack."""
    if unit.hex < 0 or unit.type.side is not turn_side(w) or not w.phase.startswith(PLANNING):
        return []
    return WAVES.orders(w, unit)


def plan_commands(w: World) -> list[Command]:
    """The order that ends all attacks."""
    return [CancelAttacks()] if assigned_by_wave(w) else []


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every unit out of its attack."""
    lapse(w)


# -- judging ------------------------------------------------------------------------------------------------


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    refusal = strange(w, command.unit)
    if refusal is not None:
        return refusal
    unit = w.by_id[command.unit]
    if unit.hex < 0 or unit[Assignment].target < 0 or not w.phase.startswith(PLANNING):
        return Refusal("not-assigned", f"{unit.type.long_name} is not in an attack you can still change.", "9.1")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{unit.type.long_name} is not yours.", "9.1")
    return None


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    if not assigned_by_wave(w) or not w.phase.startswith(PLANNING):
        return Refusal("no-attacks", "There is no declared attack to take back.", "9.1")
    return None


ORDERS = (Handler(CancelAttacks, cancel_attacks, judge_cancel),)
