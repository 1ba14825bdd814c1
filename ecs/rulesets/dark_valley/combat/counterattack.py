"""Chapter 5.12: what the Counterattack! chit demands, and from whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.core.components import Ground, Place, Side, Steps, Weather
from ecs.core.dice import roll
from ecs.core.events import AttacksOwed
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.battlefield import odds_of
from ecs.rulesets.dark_valley.combat.eligibility import could_attack
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, MARKERS, UNIT_MARKS, WAR_MARKS, ChitInPlay
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, state
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.sentences import named
from ecs.systems.stacking import units_at

CHIT = "SU_CA"
DEPENDS = (Place, Steps, *UNIT_MARKS, *CUP_MARKS, *WAR_MARKS, *MARKERS, Ground, Weather)


def demand(w: World) -> None:
    """The segment opens: the die says how many attacks are owed."""
    w.mark(ChitInPlay, w.table, quota=0)
    if w[ChitInPlay].chit != CHIT:
        return
    owed = sum(roll(w) for _ in range(rules(w).combat.counter_dice))
    w.mark(ChitInPlay, w.table, quota=owed)
    w.emit(AttacksOwed(rule="5.12", side=Side.SOVIET, number=owed))


def is_proper(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Is this an attack as Counterattack! asks for: two units at least, and not below 1-3?"""
    return len(team) > 1 and odds_of(w, index, turn_side(w), team).column != NO_COLUMN


@remembered(*DEPENDS)
def chances(w: World) -> Mapping[int, list[Unit]]:
    """Hex -> all who could take part, for hexes on which a proper attack is still possible."""
    return {i: us for i, us in could_attack(w).items() if is_proper(w, i, us)}


def borders_panzers(w: World, index: int) -> bool:
    """Does the hex hold Axis mechanised units, or lie next to some?  Such hexes come first."""
    spots = (index, *w.board.neighbours[index])
    return any(u.type.side is Side.AXIS and has(u, "mech") for i in spots for u in units_at(w, i))


def pays_off(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Does an attack count towards what the die demands?  On a hex without panzers only when no other can be made."""
    if w[ChitInPlay].chit != CHIT or not w[ChitInPlay].quota or not is_proper(w, index, team):
        return False
    return borders_panzers(w, index) or not any(borders_panzers(w, i) for i in chances(w))


# -- mechanised corps -------------------------------------------------------------------------------


@remembered(*DEPENDS)
def obliged(w: World) -> dict[int, tuple[int, ...]]:
    """Mechanised corps that have still to take part, by entity -> the hexes they may do it on: those with panzers
    alone, if there are any."""
    found: dict[int, list[int]] = {}
    for index, team in chances(w).items():
        for unit in team:
            if has(unit, "panzer_tank") and state(w, unit) == SUPPLIED:
                found.setdefault(unit.entity, []).append(index)
    return {e: tuple([i for i in spots if borders_panzers(w, i)] or spots) for e, spots in sorted(found.items())}


def neglects(w: World, index: int, team: Sequence[Unit]) -> Refusal | None:
    """Why Counterattack! forbids an attack: a corps in it does not do its duty by it, or another no longer could."""
    if w[ChitInPlay].chit != CHIT or not w.phase.startswith("fight-") or team[0].type.side is not turn_side(w):
        return None
    owed = obliged(w)
    eager = [u for u in team if u.entity in owed]
    for unit in eager:
        name, where = unit.type.long_name, named(w, owed[unit.entity][0])
        if not is_proper(w, index, team):
            text = f"Counterattack! {name} must attack with another unit at 1-3 or better. It can at {where}."
            return Refusal("counterattack-weak", text, "5.12")
        if index not in owed[unit.entity]:
            text = f"Counterattack! {name} must first attack a hex with panzers in or next to it: {where}."
            return Refusal("panzers-first", text, "5.12")
    if eager:
        return None
    for entity, spots in owed.items():
        if not any(_still(w, spot, index, team) for spot in spots):
            text = f"Counterattack! Without these units {w.by_entity[entity].type.long_name} could join no attack."
            return Refusal("counterattack-alone", text, "5.12")
    return None


def _still(w: World, spot: int, index: int, team: Sequence[Unit]) -> bool:
    """Could a proper attack still be made on a hex after a team has attacked another?"""
    every = chances(w)[spot]
    left = [u for u in every if u not in team]
    return spot != index and (len(left) == len(every) or is_proper(w, spot, left))


def may_end(w: World) -> Refusal | None:
    """What the Counterattack! chit still demands before the segment can end."""
    if w[ChitInPlay].chit != CHIT:
        return None
    for entity, spots in obliged(w).items():
        name = w.by_entity[entity].type.long_name
        text = f"Counterattack! {name}, a mechanised corps in supply, must attack, for example {named(w, spots[0])}."
        return Refusal("counterattack-corps", text, "5.12")
    if not w[ChitInPlay].quota or not chances(w):
        return None
    index = next((i for i in chances(w) if borders_panzers(w, i)), next(iter(chances(w))))
    words = "one attack is" if w[ChitInPlay].quota == 1 else f"{w[ChitInPlay].quota} attacks are"
    return Refusal("counterattack", f"Counterattack! {words} still required. You can attack {named(w, index)}.", "5.12")
