"""Chapter 9.1: who belongs to the attacks that are declared.

The units assigned to an attack have its hex and its wave written on them (``Assignment``);
aircraft have the hex alone, and support the first wave that is fought there (12).
"""

from __future__ import annotations

from ecs.core.components import Assignment, Battle, CombatPhase, Place, Side
from ecs.core.view import BattleView
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import AIR_BOX, FLOWN, is_air
from ecs.rulesets.war_against_russia.ground.occupancy import fighters_at
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.waves import assigned, close_ranks, release, waves_on


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
    return [*assigned(w).get((index, wave), []), *air_of(w, index, wave)]


def let_go(w: World, index: int) -> None:
    """Units have left the attacks on a hex: the waves are numbered 1, 2, 3 ... again; without any left there, aircraft
    aimed at it stay at home."""
    close_ranks(w, index)
    if not waves_on(w, index):
        for unit in support(w, index):
            release(w, unit)


def fly(w: World, index: int) -> None:
    """The aircraft aimed at a hex have been used (12)."""
    for unit in support(w, index):
        release(w, unit)
        w.mark(Place, unit, box=FLOWN)


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The battle being fought, and those declared."""
    out = [fighting(w, w[CombatPhase].wave)] if w[Battle].hex >= 0 else []
    for (index, wave), team in assigned(w).items():
        out.append(declared(index, wave, team, fighters_at(w, index, turn_side(w).other)))
    return tuple(out)
