"""Chapters 10.6 to 10.8: who takes the losses of a battle, where beaten units retreat, and who advances."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import TakeHit
from ecs.core.components import (
    AdvanceUnderway,
    Battle,
    CombatRoll,
    Engagement,
    LossesOwed,
    RetreatUnderway,
    Side,
    Steps,
    SupplyState,
)
from ecs.core.events import Cause
from ecs.core.remembered_answers import per_position
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import fortresses
from ecs.rulesets.russia_besieged.combat.declared_attacks import hexes_of
from ecs.rulesets.russia_besieged.combat.odds import LossTraits, TableResult, advance_of, first_losers
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.tables import rules, split_cell, tables
from ecs.rulesets.russia_besieged.data.units import (
    cf,
    current_class,
    is_armour,
    is_combat_unit,
    letter,
    mobility,
    steps_left,
)
from ecs.rulesets.russia_besieged.ground.movement import can_enter, enterable
from ecs.rulesets.russia_besieged.ground.occupancy import blocked_map, fighters_at, foe_map, full_for, no_room, zone_map
from ecs.rulesets.russia_besieged.ground.removal import eliminate, left_alone, lose_step, surrender
from ecs.rulesets.russia_besieged.ground.supply import is_surrounded
from ecs.rulesets.russia_besieged.ground.terrain import is_major, terrain
from ecs.systems.combat.losses import attackers, defenders, involved
from ecs.systems.combat.retreat_and_advance import ROOM, STUCK, RetreatSearch, lowest, paced
from ecs.systems.combat.retreat_and_advance import begin as start
from ecs.systems.combat.rules import AdvanceRules, LossRules, Path, RetreatRules
from ecs.systems.marches import go
from ecs.systems.sentences import called, named
from ecs.systems.stacking import units_at

# -- Chapter 10.61: who takes the losses of a battle. ----------------------------------------------------------------
# Of the marks of a battle, ``CombatRoll.code`` names table and cell ("crt D2", "blitzkrieg D2+1"), and ``again`` says
# that the attackers have lost their first step, which is not always theirs to choose.


def table_and_result(w: World) -> tuple[str, TableResult]:
    """The table of the battle being fought, and the result of its die."""
    table, _, cell = w[CombatRoll].code.partition(" ")
    code, advance = (cell, 0) if cell in tables().result else split_cell(cell)
    return table, TableResult(code, advance, tables().result[code])


def takers(w: World) -> list[Unit]:
    """The units among which the present loss must fall."""
    if w[LossesOwed].defender_owes:
        units = defenders(w)
        return [u for u in units if not u[Engagement].routed] or units
    units = attackers(w)
    return units if w[CombatRoll].again else first_losers(units, *table_and_result(w), _traits)


def _traits(unit: Unit) -> LossTraits:
    return LossTraits(is_armour(unit), unit.type.nation, cf(unit))


def lose(w: World, unit: Unit, defender: bool) -> None:
    """One step off a unit; leaders share the fate of a stack that is destroyed (14.15, 14.2)."""
    if not defender:
        w.mark(CombatRoll, w.table, again=True)
    index, side = unit.hex, unit.type.side
    lose_step(w, unit, _cause(w), f"result {table_and_result(w)[1].title}")
    if unit.hex < 0:
        left_alone(w, index, side, False)


def _cause(w: World) -> Cause:
    return Cause.EXCHANGE if table_and_result(w)[1].effect.even else Cause.FIRE


RULES = LossRules(
    "10.61",
    steps_left,
    takers,
    likeness=lambda u: (current_class(u), u.hex, u[Steps].lost, u[SupplyState].level),
    lose=lose,
)


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] != ("losses",) or unit is None:
        return Refusal("no-loss", "There is no loss to take.", "10.61")
    if unit in takers(w):
        return None
    if unit in involved(w):
        words = (
            "In a Blitzkrieg attack armour loses the first step. In an exchange it is the "
            "nation with the most factors. Units that have retreated lose steps last."
        )
        return Refusal("not-first", words, "10.61")
    return Refusal("not-in-battle", f"{called(w, command.unit)} cannot lose a step in this battle.", "10.61")


# -- Chapter 10.7: where beaten units retreat. -----------------------------------------------------------------------
# Units retreat one by one, those of the owner's hexes in order; ``RetreatUnderway.fleeing`` are still to go, the first
# of them is on its way along its ``trail``. Artillery and Field Marshals go with the last combat unit of their hex. A
# hex is asked for only where there is a choice, or where the owner may stop after one hex of two.


def span(w: World) -> tuple[int, int]:
    """Fewest and most hexes the beaten side goes; (0, 0): no unit retreats."""
    effect = table_and_result(w)[1].effect
    return effect.defender.retreat if max(effect.defender.retreat) else effect.attacker.retreat


def beaten(w: World) -> list[Unit]:
    """The combat units of the side that retreats."""
    return defenders(w) if max(table_and_result(w)[1].effect.defender.retreat) else attackers(w)


def beaten_side(w: World) -> Side:
    """The side that retreats."""
    return turn_side(w).other if max(table_and_result(w)[1].effect.defender.retreat) else turn_side(w)


def enemies(w: World) -> tuple[int, ...]:
    """The hexes of the force that the beaten side fought."""
    return w[Battle].came_from if beaten_side(w) is not turn_side(w) else hexes_of(w, w[Battle].hex)


# -- where to -----------------------------------------------------------------------------------------------


@per_position
def ways_on(w: World, unit: Unit, here: int) -> tuple[int, ...]:
    """Hexes next to one that a unit may fall back to: fit for its class, no enemies, partisans of the 2nd stage among
    them, no enemy zone without friends."""
    shut, foes = blocked_map(w, unit.type.side), foe_map(w, unit.type.side)
    fit = enterable(w, unit, here)
    return tuple(j for j in w.board.neighbours[here] if not shut[j] and not foes[j] and j in fit)


def exits(w: World, unit: Unit, trail: Path, foes: Sequence[int]) -> list[int]:
    """Hexes open to the next pace: away from the enemy, or, if none is, no nearer to him."""
    start, here, distance = trail[0], trail[-1], w.board.distance
    gap = min(distance(here, b) for b in foes)
    found = [j for j in ways_on(w, unit, here) if j not in trail]
    if len(trail) > 1:
        found = [j for j in found if distance(j, start) == len(trail)]
    for least in (gap + 1, gap):
        away = [j for j in found if min(distance(j, b) for b in foes) >= least]
        if away:
            return away
    return []


SEARCH = RetreatSearch(exits, full_for)


def best(w: World, unit: Unit, trail: Path, foes: Sequence[int], paces: tuple[int, int]) -> list[int]:
    """The exits that may be chosen: those from which the retreat ends best; a hex more only where there is room."""
    found = SEARCH.ranked(w, unit, trail, foes, paces)
    return [j for j, rank in found.items() if rank == ROOM] if len(trail) > paces[1] else lowest(found)


def escape(w: World, unit: Unit, start: int, foes: Sequence[int], paces: tuple[int, int]) -> int:
    """Steps a retreat costs the unit at best; -1: it is lost (for forecasts)."""
    return _escape(w, unit, start, tuple(foes), paces)


@per_position
def _escape(w: World, unit: Unit, start: int, foes: tuple[int, ...], paces: tuple[int, int]) -> int:
    if mobility(unit) == "fixed" or unit[Engagement].routed:
        return -1
    found = SEARCH.worth(w, unit, (start,), foes, paces)
    if found == ROOM:
        return 0
    if found == STUCK and exits(w, unit, (start,), foes):
        return rules(w).retreat.short
    return 1 if unit.hex == start and fortresses.may_stand(w, unit) else -1


# -- going --------------------------------------------------------------------------------------------------


def begin(w: World) -> None:
    """Have every beaten unit retreat, hex by hex."""
    if max(span(w)) and not w[AdvanceUnderway].emptied:
        fortresses.begin_retreats(w)
        start(w, sorted(beaten(w), key=lambda u: (u.hex, u.entity)))
        w.mark(AdvanceUnderway, w.table, emptied=True)


def open_ways(w: World, unit: Unit) -> list[int]:
    """The hexes that may be chosen for the unit's next pace; a hex more than it must go only where there is no room."""
    paces, gone = span(w), w[RetreatUnderway].paces
    if gone >= paces[1] + (rules(w).retreat.extra if _is_full(w, unit) else 0) or _is_stuck_fast(w, unit):
        return []
    return best(w, unit, w[RetreatUnderway].trail, enemies(w), paces)


def _is_stuck_fast(w: World, unit: Unit) -> bool:
    """Can the unit never retreat: workers and militia, defenders that have retreated already (10.7)?"""
    return mobility(unit) == "fixed" or (unit[Engagement].routed and beaten_side(w) is not turn_side(w))


def _is_full(w: World, unit: Unit) -> bool:
    return no_room(w, unit, unit.hex) is not None


def end(w: World, unit: Unit) -> None:
    """There is no way on: the unit has gone far enough, holds its fortress, is lost, or loses steps."""
    gone = w[RetreatUnderway].paces
    if gone >= span(w)[0] and not _is_full(w, unit):
        _arrive(w, unit)
    elif not gone and may_stop(w, unit) and not _is_stuck_fast(w, unit):
        stop(w, unit)
    elif not gone:
        _perish(w, unit, "cannot retreat" if _is_stuck_fast(w, unit) else "no way to retreat")
    elif _is_full(w, unit):
        eliminate(w, unit, Cause.CROWDED, "no room to retreat", "10.7")
    else:
        for _ in range(rules(w).retreat.short):
            if unit.hex >= 0:
                lose_step(w, unit, Cause.CUT_SHORT, "retreat cut short", "10.7")
        if unit.hex >= 0:
            _arrive(w, unit)


def may_stop(w: World, unit: Unit) -> bool:
    """May the unit stop where it is, or stay in its fortress (24.2)?"""
    if not w[RetreatUnderway].paces:
        return fortresses.may_stand(w, unit)
    return w[RetreatUnderway].paces >= span(w)[0] and no_room(w, unit, unit.hex) is None


def step(w: World, unit: Unit, index: int) -> None:
    """The unit falls back one hex, with the guns and the Field Marshal of a hex it leaves last."""
    here = unit.hex
    company = companions(w, unit)
    go(w, unit, (here, index), "retreat", "10.7")
    for other in company:
        if no_room(w, other, index) is None:
            go(w, other, (here, index), "retreat", "10.7")
    paced(w, index)


def companions(w: World, unit: Unit) -> list[Unit]:
    """Guns and Field Marshals of the battle that go with a unit: those whose hex it is the last to leave."""
    side = unit.type.side
    if not w[RetreatUnderway].paces and any(u is not unit and u.type.side is side for u in fighters_at(w, unit.hex)):
        return []
    involved = w[Battle].defenders if unit.entity in w[Battle].defenders else w[Battle].attackers
    return [u for e in involved if (u := w.by_entity[e]).hex == unit.hex and not is_combat_unit(u)]


def _arrive(w: World, unit: Unit) -> None:
    """The retreat of a unit is over; fallen back onto another stack it adds nothing to its defence (10.7)."""
    if beaten_side(w) is not turn_side(w):
        w.mark(Engagement, unit, routed=True)


def _perish(w: World, unit: Unit, why: str) -> None:
    if is_surrounded(w, unit):
        surrender(w, unit, Cause.NO_RETREAT, why)
    else:
        eliminate(w, unit, Cause.NO_RETREAT, why, "10.7")


def stop(w: World, unit: Unit) -> None:
    """The unit stays where it has got to, or in its fortress."""
    if w[RetreatUnderway].paces:
        _arrive(w, unit)
    else:
        fortresses.stand(w, unit)


# -- the question -------------------------------------------------------------------------------------------


def _closed(w: World, unit: Unit, there: int) -> Refusal:
    """Why a hex is closed to the unit whose turn it is."""
    if there not in ways_on(w, unit, unit.hex):
        why = "it is too far, or enemy units, their zones or the terrain block the way"
        words = f"{named(w, there)} is closed to {unit.type.long_name}: {why}."
        return Refusal("retreat-closed", words, "10.7")
    words = "Retreat the full distance, away from the enemy you fought, to a hex with room."
    return Refusal("retreat-preferred", words, "10.7")


RETREAT = RetreatRules(
    "10.7",
    beaten_side,
    open_ways,
    step,
    end,
    _closed,
    asked=lambda w, unit: f"where does {unit.type.long_name} retreat from {named(w, unit.hex)}",
    not_now="Only beaten units retreat.",
    may_stop=may_stop,
    stop=stop,
)

# -- Chapters 10.8 and 10.9: the advance after combat. ---------------------------------------------------------------


def vacant(w: World) -> list[int]:
    """The attacked hexes that neither enemy combat units nor partisans of the 2nd stage hold any more."""
    foes = foe_map(w, turn_side(w))
    return [i for i in hexes_of(w, w[Battle].hex) if not foes[i]]


def reach_of(w: World, unit: Unit) -> int:
    """Hexes a unit may advance: more than others only for motorised armour in a Blitzkrieg attack."""
    table, result = table_and_result(w)
    armour, others = advance_of(result, table)
    if letter(unit) == "V":
        return 0
    return armour if is_armour(unit) and mobility(unit) == "mot" else min(armour, others)


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first.  The first hex is one the enemy has lost."""
    most = reach_of(w, unit)
    if not most:
        return {}
    full = full_for(w, unit)
    zones, enemy = zone_map(w, unit.type.side.other), unit.type.side.other
    foes = foe_map(w, unit.type.side)
    found: dict[int, Path] = {}
    edge: list[Path] = []
    for index in vacant(w):
        if index in w.board.neighbours[unit.hex] and _may_enter(w, unit, unit.hex, index):
            found[index] = (unit.hex, index)
            edge.append(found[index])
    for _ in range(most - 1):
        ring: list[Path] = []
        for path in edge:
            here = path[-1]
            if len(path) > 2 and zones[here]:
                continue
            for j in w.board.neighbours[here]:
                if j in found or j == unit.hex or foes[j] or not _may_enter(w, unit, here, j):
                    continue
                if is_major(w, j) and any(u.type.side is enemy for u in units_at(w, j)):
                    continue
                found[j] = (*path, j)
                ring.append(found[j])
        edge = ring
    return {j: path for j, path in sorted(found.items()) if j not in full}


def _may_enter(w: World, unit: Unit, here: int, there: int) -> bool:
    return not terrain(w, there).no_advance and can_enter(w, unit, here, there)


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; it takes the hexes it goes through."""
    go(w, unit, path, "advance", "10.8" if len(path) == 2 else "10.9")


ADVANCE = AdvanceRules(
    "10.8",
    attackers,
    advances,
    _go,
    asked=lambda w: f"who advances into {named(w, w[Battle].hex)}",
    not_able="not an attacker that can still advance",
    elsewhere=(
        "Advance into a vacated hex with room. Motorised armour may go as far as "
        "a Blitzkrieg result says, until an enemy zone stops it."
    ),
)
