"""Chapter 9.1: what must be attacked, and which attacks may not be made?

The Russian duty binds as far as it can be met: a German stack is passed over if no unit that is free to attack it,
or can be spared from another attack, brings the odds to 1:4.  Taking all attacks back is always a way out.
"""

from __future__ import annotations

from ecs.components import Side
from ecs.rulesets.war_against_russia.attack import (
    cannot_attack,
    cannot_target,
    is_hopeless,
    overfull,
    too_weak,
)
from ecs.rulesets.war_against_russia.declared import assigned, waves
from ecs.rulesets.war_against_russia.lay import fighters_at, is_dispersed, is_german, turn_side
from ecs.systems.naming import named
from ecs.view import Refusal
from ecs.world import Unit, World


def may_end_plan(w: World) -> Refusal | None:
    """What still stands in the way of ending the plan phase."""
    return w.memo("may-end-plan", lambda: _owing(w))


def _owing(w: World) -> Refusal | None:
    for index, wave in assigned(w):
        refusal = too_weak(w, index, wave)
        if refusal is not None:
            return refusal
    hexes = unanswered(w)
    if hexes:
        names = ", ".join(u.type.name for u in fighters_at(w, hexes[0]) if is_german(u))
        words = f"{names} at {named(w, hexes[0])}, next to Russian attackers, must be attacked too."
        return Refusal("must-be-attacked", words, "9.1")
    return None


def owed(w: World) -> list[int]:
    """Hexes next to attacking Russians with an UnDispersed German unit in them that nobody is to attack."""
    if turn_side(w) is not Side.SOVIET:
        return []
    found = {
        j
        for team in assigned(w).values()
        for unit in team
        for j in w.board.neighbours[unit.hex]
        if not waves(w, j) and any(is_german(u) and not is_dispersed(u) for u in fighters_at(w, j, Side.AXIS))
    }
    return sorted(found)


def unanswered(w: World) -> list[int]:
    """Those of them for which attackers can be found."""
    return [j for j in owed(w) if can_be_answered(w, j)]


def can_be_answered(w: World, index: int) -> bool:
    """Could the free units around a hex attack it at fair odds, alone or with one spared from another attack?"""
    free, spare = [], []
    for base in w.board.neighbours[index]:
        for unit in fighters_at(w, base, turn_side(w)):
            if cannot_attack(w, unit) is not None or cannot_target(w, unit, index) is not None:
                continue
            if unit.activity.target < 0:
                free.append(unit)
            elif can_be_spared(w, unit):
                spare.append(unit)
    return any(not is_hopeless(w, index, _fitting(w, index, team)) for team in (free, *([*free, u] for u in spare)))


def can_be_spared(w: World, unit: Unit) -> bool:
    """Would the attack the unit is in still be allowed without it?"""
    key = unit.activity.target, unit.activity.wave
    return not is_hopeless(w, key[0], [u for u in assigned(w)[key] if u is not unit])


def _fitting(w: World, index: int, units: list[Unit]) -> list[Unit]:
    """The most of these units that may attack together: the strongest armour out of each hex first."""
    team: list[Unit] = []
    for unit in sorted(units, key=lambda u: (-u.type.attack, u.entity)):
        if overfull(w, [*(u for u in team if u.hex == unit.hex), unit], index) is None:
            team.append(unit)
    return team
