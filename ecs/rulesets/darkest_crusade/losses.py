"""Chapter 9.5: how do units absorb hits, and where do the dead go?"""

from __future__ import annotations

from collections.abc import Iterable

from ecs.commands import Command, TakeHit
from ecs.components import Side
from ecs.events import Changed
from ecs.systems.naming import label, named
from ecs.systems.stacking import units_at
from ecs.view import DecisionView, Refusal
from ecs.world import Unit, World


def factors(unit: Unit) -> tuple[int, int, int]:
    """Attack fire, defence fire and hits of the side that is up (2.1)."""
    kind = unit.type
    if unit.condition.strong and kind.strong is not None:
        return kind.strong
    return kind.attack, max(kind.attack, kind.defence), kind.hits


def is_fortified(unit: Unit) -> bool:
    """A German army on its fortified side."""
    return unit.condition.strong and "can_fortify" in unit.type


def box_of_the_dead(unit: Unit) -> str:
    """Where an eliminated unit goes: back to the pool, or out of the game (16, 17)."""
    if unit.type.side is Side.AXIS or "white" in unit.type or "dummy" in unit.type:
        return "dead"
    if "sixteenth" in unit.type and not unit.condition.supplied:
        return "dead"
    return "pool"


def leave_map(w: World, unit: Unit, box: str) -> None:
    """Take a counter off the map, clean of all marks."""
    w.mark(unit.place, hex=-1, box=box)
    w.reset(unit.condition)
    w.reset(unit.activity)


def eliminate(w: World, unit: Unit, why: str, rule: str) -> None:
    """Remove a unit from play."""
    where, spot = named(w, unit.hex), label(w, unit.hex)
    secret = unit.condition.hidden
    side = unit.type.side
    leave_map(w, unit, box_of_the_dead(unit))
    w.emit(
        Changed(
            text=f"{unit.type.name} is eliminated at {where}: {why}.",
            where=(spot,),
            rule=rule,
            unit=unit.id,
            state="eliminated",
            factors=unit.type.cost,
            veil=f"A hidden unit is eliminated at {where}." if secret else "",
            owner=side,
        )
    )


def disrupt(w: World, unit: Unit, why: str, rule: str) -> None:
    """Turn a unit to its Disrupted state."""
    w.mark(unit.condition, disrupted=True)
    w.emit(
        Changed(
            text=f"{unit.type.name} is Disrupted: {why}.",
            where=(label(w, unit.hex),),
            rule=rule,
            unit=unit.id,
            state="disrupted",
            factors=unit.type.cost,
            veil="-" if unit.condition.hidden else "",
            owner=unit.type.side,
        )
    )


def reveal(w: World, units: Iterable[Unit]) -> None:
    """Turn hidden units face up (20)."""
    for unit in units:
        if unit.condition.hidden:
            w.mark(unit.condition, hidden=False)
            w.emit(
                Changed(
                    text=f"{unit.type.name} is revealed at {named(w, unit.hex)}.",
                    where=(label(w, unit.hex),),
                    rule="20",
                    unit=unit.id,
                    state="revealed",
                )
            )


# -- hits of the present round ----------------------------------------------------------------------


def takers(w: World, side: Side) -> list[Unit]:
    """The units of the battle among which a side must spread its hits, by entity."""
    battle = w.battle
    attackers = [w.by_entity[e] for e in battle.engaged]
    if attackers and attackers[0].type.side is side:
        return [u for u in attackers if u.hex >= 0]
    return [u for u in units_at(w, battle.hex) if u.type.side is side]


def room(unit: Unit) -> int:
    """Hits that would kill the unit in this round, counting what it has taken already."""
    if unit.condition.disrupted and unit.activity.hurt == 0:
        return 1
    shield = 1 if is_fortified(unit) else 0
    return shield + factors(unit)[2] - unit.activity.hurt + 1


def take_one(w: World, unit: Unit) -> None:
    """One hit on one unit (9.5)."""
    w.mark(unit.activity, struck=True)
    if is_fortified(unit):
        w.mark(unit.condition, strong=False)
        w.emit(
            Changed(
                text=f"The fortification of {unit.type.name} is destroyed.",
                where=(label(w, unit.hex),),
                rule="9.5",
                unit=unit.id,
                state="unfortified",
            )
        )
        return
    if room(unit) == 1:
        eliminate(w, unit, "hits", "9.5")
        return
    w.mark(unit.activity, hurt=unit.activity.hurt + 1)
    if not unit.condition.disrupted:
        disrupt(w, unit, "hits", "9.5")


def spread(w: World, side: Side, hits: int) -> int:
    """Take all hits that leave no choice; returns the hits left over.

    No choice: one unit only, or enough hits to kill everybody.
    """
    units = takers(w, side)
    if hits and units and (len(units) == 1 or hits >= sum(room(u) for u in units)):
        for unit in units:
            while hits and unit.hex >= 0:
                take_one(w, unit)
                hits -= 1
    return hits


def hit_commands(w: World) -> list[Command]:
    """Who takes the next hit?"""
    return [TakeHit(u.id) for u in takers(w, hit_side(w))]


def hit_side(w: World) -> Side:
    """Whose hits are being spread: the defender's first (9.3)."""
    attacker = w.by_entity[w.battle.engaged[0]].type.side
    return attacker.other if w.battle.defender_hits else attacker


def hit_view(w: World) -> DecisionView:
    """What is asked."""
    side = hit_side(w)
    hits = w.battle.defender_hits or w.battle.attacker_hits
    word = "hit" if hits == 1 else "hits"
    return DecisionView(
        "hits", side, f"{side}: {hits} {word} to absorb at {named(w, w.battle.hex)}.", w.battle.hex, "9.5", hits
    )


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the hit."""
    return Refusal("not-in-battle", f"{command.unit} is not in this battle, or there is no hit to take.", "9.5")
