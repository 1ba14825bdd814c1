"""Chapter 10.1: where beaten defenders fall back to.  The attacker says so, hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs.core.components import Battle, CombatRoll, RetreatUnderway, Side
from ecs.core.events import Cause
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.odds import lookup
from ecs.rulesets.war_against_russia.data.components import Pursuit
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.ground.borders import barred_ground
from ecs.rulesets.war_against_russia.ground.control import take_control
from ecs.rulesets.war_against_russia.ground.elimination import eliminate
from ecs.rulesets.war_against_russia.ground.occupancy import fighters_at
from ecs.rulesets.war_against_russia.ground.stacking import full_for, no_room
from ecs.rulesets.war_against_russia.ground.terrain import open_net
from ecs.rulesets.war_against_russia.ground.zones import blocked_map, zone_map
from ecs.systems.combat.retreat import QUESTION, RetreatChoice, going, next_unit, paced
from ecs.systems.combat.waves import waves_on
from ecs.systems.ground.journeys import travel
from ecs.systems.table.names import named

RULE = "10.1"
FARTHEST = 2


def span(w: World) -> tuple[int, int]:
    """Fewest and most hexes those who retreat are driven back.  No conversion makes a retreat of another result, so the
    plain one holds for all of them."""
    fewest, most = rules(w).result[lookup(w[CombatRoll].odds, w[CombatRoll].die)].retreat
    return fewest, most


# -- where to -----------------------------------------------------------------------------------------------


def exits(w: World, unit: Unit, trail: Sequence[int], foes: Iterable[int]) -> list[int]:
    """Hexes open to the next pace of a retreat along a trail from attackers at ``foes``: one more away from the start,
    nearer to none of them, not into an enemy zone unless friends stand there who are not under attack."""
    start, here, distance = trail[0], trail[-1], w.board.distance
    shut, bar = blocked_map(w, unit.type.side), barred_ground(w, unit)
    return [
        j
        for j in open_net(w)[here]
        if not shut[j]
        and j not in bar
        and distance(j, start) == len(trail)
        and all(distance(j, b) >= distance(here, b) for b in foes)
        and not is_besieged(w, j, unit.type.side)
    ]


def is_besieged(w: World, index: int, side: Side) -> bool:
    """Does a hex of ``side`` lie in an enemy zone with an attack on it that has still to be fought?"""
    return bool(zone_map(w, side.other)[index]) and bool(waves_on(w, index))


def can_end(w: World, unit: Unit, trail: Sequence[int], foes: Sequence[int], left: int) -> bool:
    """Can a retreat that has come along a trail, with hexes ``left`` to go, end where there is room?"""
    if len(trail) > 1 and trail[-1] not in full_for(w, unit):
        return True
    return left > 0 and any(can_end(w, unit, (*trail, j), foes, left - 1) for j in exits(w, unit, trail, foes))


def ways(w: World, unit: Unit, trail: Sequence[int], foes: Sequence[int], left: int) -> list[int]:
    """The hexes that may be chosen for the next pace: those from which the retreat can end."""
    if left <= 0:
        return []
    return [j for j in exits(w, unit, trail, foes) if can_end(w, unit, (*trail, j), foes, left - 1)]


def has_way(w: World, unit: Unit, foes: Iterable[int], hexes: int = FARTHEST) -> bool:
    """Has a unit a legal retreat of up to so many hexes from attackers who stand at ``foes``?"""
    return bool(ways(w, unit, (unit.hex,), tuple(foes), hexes))


def is_surrounded(w: World, index: int, foes: Iterable[int], hexes: int = FARTHEST) -> bool:
    """Has no unit of a stack a legal retreat (9.6)?  Nobody there: no."""
    bases, units = tuple(foes), fighters_at(w, index)
    return bool(units) and not any(has_way(w, u, bases, hexes) for u in units)


# -- going --------------------------------------------------------------------------------------------------


def flee(w: World) -> bool:
    """Carry the retreat on as far as there is no choice; True if something has to be chosen now."""
    while w[RetreatUnderway].fleeing:
        unit = going(w)
        if not w[RetreatUnderway].trail:
            w.mark(RetreatUnderway, w.table, trail=(unit.hex,))
        open_to = open_ways(w, unit)
        if not open_to:
            _halt(w, unit)
        elif len(open_to) > 1 or may_stop(w, unit):
            w.ask(QUESTION)
            return True
        else:
            step(w, unit, open_to[0])
    return False


def open_ways(w: World, unit: Unit) -> list[int]:
    """The hexes that may be chosen for the next pace of the unit whose turn it is."""
    return ways(w, unit, w[RetreatUnderway].trail, w[Battle].came_from, span(w)[1] - w[RetreatUnderway].paces)


def may_stop(w: World, unit: Unit) -> bool:
    """May the unit stay where it has got to: far enough, and with room?"""
    return w[RetreatUnderway].paces >= span(w)[0] and no_room(w, unit, unit.hex) is None


def step(w: World, unit: Unit, index: int) -> None:
    """The unit falls back one hex."""
    travel(w, unit, (unit.hex, index), QUESTION, RULE)
    paced(w, index)
    w.mark(Pursuit, w.table, driven=max(w[Pursuit].driven, w[RetreatUnderway].paces))


def _halt(w: World, unit: Unit) -> None:
    """The unit can go no further.  Without any way it is lost if it could have been driven far, else it stays: that
    is what the result is for a stack that is surrounded (9.6)."""
    if not w[RetreatUnderway].paces and span(w)[1] > 1:
        eliminate(w, unit, Cause.NO_RETREAT, "no way to retreat", RULE)
    stay(w)


def stay(w: World) -> None:
    """The unit stays where it has got to; it is the turn of the next."""
    unit = going(w)
    if w[RetreatUnderway].paces:
        take_control(w, unit.hex, unit.type.side)
    next_unit(w)


# -- the question -------------------------------------------------------------------------------------------


def _closed(w: World, unit: Unit, there: int) -> Refusal:
    """Why a hex is not open to the unit whose turn it is."""
    if there not in w.board.neighbours[unit.hex]:
        return Refusal("not-adjacent", "A retreat goes hex by hex.", RULE)
    if there in exits(w, unit, w[RetreatUnderway].trail, w[Battle].came_from):
        return Refusal("overstacked", f"{named(w, there)} is full, and no room lies beyond it.", "6")
    words = (
        "A retreat leads away from the attacked hex and no nearer to the attackers; not over sea, open lake or strait, "
        "nor into an enemy zone of control unless friends stand there who are not under attack."
    )
    return Refusal("retreat-closed", words, RULE)


CHOICE = RetreatChoice(
    RULE,
    turn_side,
    open_ways,
    may_stop,
    _closed,
    asked=lambda w, unit: f"to which hex is {unit.type.name} driven from {named(w, unit.hex)}",
    not_now="Defenders fall back when a result drives them.",
)
