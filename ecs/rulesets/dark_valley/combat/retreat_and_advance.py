"""Chapter 5.9: where beaten defenders retreat, and at what cost.

A stack retreats together: ``Retreat(unit, hex)`` names its first unit and moves all of them, and the artillery
with them, one hex.  The game asks only where there is a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ecs.core.commands import Done, StandFast, TakeHit
from ecs.core.components import (
    AdvanceUnderway,
    Battle,
    CombatRoll,
    Engagement,
    LossesOwed,
    RetreatUnderway,
    Side,
    SupplyState,
)
from ecs.core.events import Cause
from ecs.core.remembered_answers import per_position
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.battlefield import garrison_may_stand, is_barrier
from ecs.rulesets.dark_valley.data.components import GarrisonStand, Immobility
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, current_class, has, is_german, steps_left, turn_side
from ecs.rulesets.dark_valley.ground.movement import bounds
from ecs.rulesets.dark_valley.ground.occupancy import (
    SUPPLIED,
    armies,
    army_at,
    casts_zone_from,
    excess,
    fighters_at,
    full_for,
    state,
    zone_map,
)
from ecs.rulesets.dark_valley.ground.removal import eliminate, lose_step
from ecs.rulesets.dark_valley.ground.supply import far_from_source
from ecs.rulesets.dark_valley.ground.terrain import closed_country, is_closed, line_between, open_net, rows
from ecs.systems.combat.losses import attackers, defenders, defending_side, involved, owe, pending
from ecs.systems.combat.retreat_and_advance import begin, going, lowest, pace, paced
from ecs.systems.combat.rules import AdvanceRules, LossRules, Path, RetreatRules, question
from ecs.systems.marches import go
from ecs.systems.sentences import called, named
from ecs.systems.stacking import units_at

# -- Chapter 5.8: who takes the losses of an attack. -----------------------------------------------------------------

HIT = "DL1"  # a bombardment's result: nobody retreats and nobody advances (6.1)


def takers(w: World) -> list[Unit]:
    """The units that must take the present loss: those of two steps while there are any."""
    return eligible(involved(w))


def eligible(units: Sequence[Unit]) -> list[Unit]:
    """The units that may take the next loss: none dies while another has two steps."""
    whole = [u for u in units if steps_left(u) > 1]
    return whole or list(units)


def lose(w: World, unit: Unit, defender: bool) -> None:
    """One step off a unit; a German step lost to DR* costs a Soviet attacker one too."""
    in_result = defender and w[CombatRoll].code == "DR*" and not w[RetreatUnderway].paces and not w[GarrisonStand].asked
    if in_result and is_german(unit) and turn_side(w) is Side.SOVIET:
        w.mark(LossesOwed, w.table, german_bled=True)
        owe(w, attacker=1)
    if w[CombatRoll].code == HIT:
        lose_step(w, unit, Cause.BOMBARDMENT, "bombardment", "6.1")
        return
    if defender and w[RetreatUnderway].paces:
        lose_step(w, unit, Cause.BREAKING_OUT, "retreat through an enemy zone", "5.9")
        return
    cause = Cause.EXCHANGE if w[CombatRoll].code == "EX" else Cause.STOOD_FAST if w[GarrisonStand].stood else Cause.FIRE
    lose_step(w, unit, cause, f"result {w[CombatRoll].code}", "5.8")


LOSSES = LossRules(
    "5.8", steps_left, takers, likeness=lambda u: (current_class(u), u.hex, u[SupplyState].level), lose=lose
)


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] == ("losses",) and unit is not None and unit in involved(w):
        return Refusal("two-steps-first", "A unit with two steps must lose one before any unit is eliminated.", "5.8")
    return Refusal("not-in-battle", f"{called(w, command.unit)} does not have to take a loss in this battle.", "5.8")


CODES = ("DR", "DR*")


class PresumedAttackers(NamedTuple):
    """Attackers who are not where a forecast puts them yet: hexes they would stand in, hexes in their zones there."""

    held: frozenset[int] = frozenset()
    zoned: frozenset[int] = frozenset()


NOBODY = PresumedAttackers()


def is_due(w: World) -> bool:
    """Must defenders still retreat?"""
    return (
        w[CombatRoll].code in CODES
        and not w[GarrisonStand].stood
        and not w[AdvanceUnderway].emptied
        and bool(defenders(w))
    )


def may_stand(w: World) -> bool:
    """May the garrison lose a step instead: in a fort or works, and not its last one (5.8)?"""
    units, index = defenders(w), w[Battle].hex
    if w[GarrisonStand].asked or w[RetreatUnderway].paces or sum(steps_left(u) for u in units) < 2:
        return False
    return garrison_may_stand(w, index, turn_side(w).other)


# -- where to -----------------------------------------------------------------------------------------


def shut_to(w: World, units: Sequence[Unit]) -> frozenset[int]:
    """Hexes of closed countries, for any of these units (8.9)."""
    return frozenset().union(*(closed_country(w, u) for u in units))


def ring_of(w: World, units: Sequence[Unit], place: Mapping[str, int]) -> PresumedAttackers:
    """The hexes the attackers would close from where a forecast puts them."""
    moved = [(u, place[u.id]) for u in units if place.get(u.id, u.hex) != u.hex]
    if not moved:
        return NOBODY
    zoned: set[int] = set()
    for unit, there in moved:
        zoned.update(casts_zone_from(w, unit, there))
    return PresumedAttackers(frozenset(h for _, h in moved), frozenset(zoned))


def ways_on(w: World, side: Side, here: int, shut: frozenset[int]) -> list[int]:
    """Hexes next to one that a side may fall back to: no enemies, no closed country, no Volga for the Axis."""
    foes = armies(w)
    near = [j for j in open_net(w)[here] if foes.get(j) is not side.other and j not in shut]
    return [j for j in near if not is_barrier(w, side, here, j)]


def exits(
    w: World, units: Sequence[Unit], trail: tuple[int, ...], bases: Sequence[int], ring: PresumedAttackers = NOBODY
) -> list[int]:
    """Hexes open to the next pace of a retreat that has come along ``trail``; from the second on, only away from
    every attacker and from where it began.  The first must leave a second."""
    side, shut, here = units[0].type.side, shut_to(w, units) | ring.held, trail[-1]
    found = [j for j in ways_on(w, side, here, shut) if j not in trail]
    if len(trail) > 1:
        return [j for j in found if _leads_away(w, trail, j, bases)]
    if rules(w).combat.retreat < 2:
        return found
    return [j for j in found if any(_leads_away(w, (here, j), k, bases) for k in ways_on(w, side, j, shut))]


def _leads_away(w: World, trail: tuple[int, ...], there: int, bases: Sequence[int]) -> bool:
    """Does a pace lead farther from every attacker, and as many hexes from where the retreat began as it has gone?"""
    distance, far = w.board.distance, min(len(trail), rules(w).combat.retreat)
    return distance(there, trail[0]) >= far and all(distance(there, b) > distance(trail[-1], b) for b in bases)


def costs_step(w: World, side: Side, index: int, ring: PresumedAttackers = NOBODY) -> bool:
    """Does falling back into a hex cost a step: an enemy zone without friends there?"""
    return (index in ring.zoned or bool(zone_map(w, side.other)[index])) and armies(w).get(index) is not side


def is_crowded(w: World, units: Sequence[Unit], index: int) -> bool:
    """Would these units overstack a hex?"""
    side = units[0].type.side
    others = [u for u in units_at(w, index) if u.type.side is side and u not in units]
    return bool(excess(w, [*others, *units]))


def best(
    w: World, units: Sequence[Unit], trail: tuple[int, ...], bases: Sequence[int], ring: PresumedAttackers = NOBODY
) -> list[int]:
    """The exits that may be chosen: no enemy zone before enemy zones, room before none where it may stay, nearer to
    a source of supply, or as near, before farther off."""
    return [*_best(w, tuple(units), trail, tuple(bases), ring)]


@per_position
def _best(
    w: World, units: tuple[Unit, ...], trail: tuple[int, ...], bases: tuple[int, ...], ring: PresumedAttackers
) -> list[int]:
    side, last, far = units[0].type.side, len(trail) >= rules(w).combat.retreat, far_from_source(w, units[0].type.side)
    rank = {
        j: (costs_step(w, side, j, ring), last and is_crowded(w, units, j), far[j] > far[trail[-1]])
        for j in exits(w, units, trail, bases, ring)
    }
    return lowest(rank)


def price(w: World, units: Sequence[Unit], start: int, bases: Sequence[int], ring: PresumedAttackers = NOBODY) -> int:
    """Steps the cheapest retreat allowed costs; -1 if there is none."""
    return _price(w, tuple(units), start, tuple(bases), ring)


@per_position
def _price(w: World, units: tuple[Unit, ...], start: int, bases: tuple[int, ...], ring: PresumedAttackers) -> int:
    side, found = units[0].type.side, []
    for j in best(w, units, (start,), bases, ring):
        onward = best(w, units, (start, j), bases, ring)
        found += [int(costs_step(w, side, j, ring)) + int(costs_step(w, side, k, ring)) for k in onward[:1]]
    return min(found, default=-1)


# -- going --------------------------------------------------------------------------------------------


def lose_and_retreat(w: World) -> bool:
    """Take losses and retreat while there is no choice; True if there is one now."""
    while not pending(w):
        if not is_due(w):
            return False
        if may_stand(w):
            w.ask("stand")
            return True
        units = defenders(w)
        if not w[RetreatUnderway].trail:
            begin(w, units)
        if pace(w, units[0]):
            return True
    return True


def open_ways(w: World, unit: Unit) -> list[int]:
    """The hexes that may be chosen for the next pace; a third one, out of a full hex, must have room."""
    units, gone, far = defenders(w), w[RetreatUnderway].paces, rules(w).combat.retreat
    if gone > far or (gone == far and not is_crowded(w, units, unit.hex)):
        return []
    ways = best(w, units, w[RetreatUnderway].trail, w[Battle].came_from)
    return [j for j in ways if not is_crowded(w, units, j)] if gone == far else ways


def step(w: World, unit: Unit, index: int) -> None:
    """The whole stack falls back one hex; an enemy zone costs it a step."""
    units, here, side = defenders(w), unit.hex, unit.type.side
    toll = int(costs_step(w, side, index))
    guns = [u for u in units_at(w, here) if has(u, "art") and u.type.side is side]
    for each in [*units, *(u for u in guns if not is_crowded(w, [u], index))]:
        go(w, each, (each.hex, index), "retreat", "5.9")
    paced(w, index)
    owe(w, defender=toll)


def end(w: World, unit: Unit) -> None:
    """The way ends here: the stack has come far enough and loses what has no room, or is lost whole."""
    units = defenders(w)
    if w[RetreatUnderway].paces < rules(w).combat.retreat:
        for each in units:
            eliminate(w, each, Cause.NO_RETREAT, "no way to retreat", "5.9")
    elif is_crowded(w, units, unit.hex):
        _trim(w, units)
    else:
        _settle_in(w, units)


def _settle_in(w: World, units: Sequence[Unit]) -> None:
    """The retreat is over; on another stack the units add nothing to its defence in this segment."""
    others = any(u not in units for u in fighters_at(w, units[0].hex))
    for unit in units:
        if others or unit[Immobility].rooted:
            w.mark(Engagement, unit, routed=others)
            w.mark(Immobility, unit, rooted=False)
    w.mark(AdvanceUnderway, w.table, emptied=True)
    w.mark(RetreatUnderway, w.table, fleeing=())


def _trim(w: World, units: Sequence[Unit]) -> None:
    """There is room for only part of the stack: lose the weakest until the rest fit (5.9)."""
    left = list(units)
    while left and is_crowded(w, left, left[0].hex):
        weakest = min(left, key=lambda u: (cf(u), u.entity))
        left.remove(weakest)
        eliminate(w, weakest, Cause.CROWDED, "no room to retreat", "5.9")
    if left:
        _settle_in(w, left)


# -- the questions --------------------------------------------------------------------------------------


def misnamed(w: World, unit: Unit, there: int) -> Refusal:
    """Why the stack does not retreat under this unit's name."""
    if unit not in defenders(w):
        return Refusal("no-retreat-now", RETREAT.not_now, "5.9")
    if there not in open_ways(w, going(w)):
        return _closed(w, unit, there)
    return Refusal("whole-stack", f"The stack retreats together. Choose {going(w).type.long_name}.", "5.9")


def _closed(w: World, unit: Unit, there: int) -> Refusal:
    """Why the stack may not retreat to a hex."""
    if there not in open_net(w)[unit.hex]:
        return Refusal("retreat-one-hex", "Retreat one hex at a time, not across a lake or the sea.", "5.9")
    if there not in ways_on(w, unit.type.side, unit.hex, shut_to(w, defenders(w))):
        return Refusal("retreat-closed", f"You cannot retreat to {named(w, there)}.", "5.9")
    return Refusal(
        "retreat-preferred",
        "Retreat away from the attackers and from the starting hex. Hexes free of enemy "
        "zones come first, then hexes with room, then hexes closer to supply.",
        "5.9",
    )


RETREAT = RetreatRules(
    "5.9",
    defending_side,
    open_ways,
    step,
    end,
    _closed,
    asked=lambda w, unit: f"where does the stack at {named(w, unit.hex)} retreat",
    not_now="Only defenders who must retreat may do so.",
    together=True,
    misnamed=misnamed,
)
STAND = question(
    "stand",
    defending_side,
    lambda w: [StandFast(), Done()],
    lambda w: f"the garrison of {named(w, w[Battle].hex)} may lose one more step and stand fast, or retreat.",
    "5.8",
)


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why no unit may stand fast."""
    return Refusal(
        "no-garrison", "Only a garrison that must retreat from a fort, or from works in a city, may stand fast.", "5.8"
    )


# -- Chapter 5.10: the advance after combat. -------------------------------------------------------------------------

FAR_CODES = ("DR", "DR*", "DE")


def is_vacant(w: World) -> bool:
    """Is the attacked hex free of defenders?"""
    return army_at(w, w[Battle].hex) is not turn_side(w).other


def able(w: World) -> list[Unit]:
    """The attackers that may advance: none after a bombardment, none bound to a fortress."""
    open_to = is_vacant(w) and w[CombatRoll].code != HIT
    return [u for u in attackers(w) if not u[Immobility].rooted] if open_to else []


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first."""
    target = w[Battle].hex
    if target not in w.board.neighbours[unit.hex] or is_closed(w, unit.hex, target):
        return {}
    full = full_for(w, unit)
    found: dict[int, Path] = {}
    if target not in full:
        found[target] = (unit.hex, target)
    if goes_far(w, unit):
        shut = closed_country(w, unit)
        for j in open_net(w)[target]:
            if j != unit.hex and j not in full and j not in shut and _is_easy(w, unit, target, j):
                found[j] = (unit.hex, target, j)
    limit = bounds(w, unit)
    return {j: path for j, path in sorted(found.items()) if limit is None or j in limit}


def goes_far(w: World, unit: Unit) -> bool:
    """May the unit advance a second hex: mechanised, in supply, the defenders thrown out or destroyed?"""
    far = w[CombatRoll].code in FAR_CODES and rules(w).combat.advance_mech > rules(w).combat.advance_other
    return far and has(unit, "mech") and state(w, unit) == SUPPLIED


def _is_easy(w: World, unit: Unit, a: int, b: int) -> bool:
    """Is the way on free of enemies, marsh, mountain and great rivers?"""
    line = rules(w).side.get(line_between(w, a, b))
    if armies(w).get(b) is unit.type.side.other or (line is not None and line.no_advance):
        return False
    return not any(row.no_advance for row in rows(w, b))


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; control changes hands where it goes."""
    go(w, unit, path, "advance", "5.10")


ADVANCE = AdvanceRules(
    "5.10",
    able,
    advances,
    _go,
    asked=lambda w: f"who advances into {named(w, w[Battle].hex)}",
    not_able="not an attacker that can still advance",
    elsewhere=(
        "Advance into the vacated hex if there is room. After DR, DR* or DE, mechanised units in supply "
        "may go one hex further, but not into marsh or mountain or across a major river."
    ),
)
