"""Losses, and what becomes of headquarters, depots, aircraft and guns when the enemy comes (2.6, 4.5, 5.9, 6.4)."""

from __future__ import annotations

from ecs.core.components import Flags, Readiness, Side, SupplyState
from ecs.core.dice import roll
from ecs.core.events import Cause, Changed
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import UNIT_MARKS
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import COUNTERS, displaced, has, is_combat_unit, kind
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, blocked_map, has_room
from ecs.rulesets.dark_valley.ground.supply import bases
from ecs.systems import scorekeeping
from ecs.systems.combat.counter_state import Removal, StepLosses
from ecs.systems.movement import travel
from ecs.systems.network import nearest
from ecs.systems.sentences import label
from ecs.systems.stacking import on_map, units_at

# -- Losses: a step off a unit, its elimination, and counters that leave the map. ------------------------------------

REMOVAL = Removal(lambda unit: kind(unit).full[0], UNIT_MARKS)
leave_map = REMOVAL.leave_map


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
    """Remove a unit from play; most may be rebuilt later (8.3, 8.4)."""
    cut_off = unit[SupplyState].level == ISOLATED
    gone = unit[SupplyState].dropped or (has(unit, "airborne") and "dropped-" + unit.id in w[Flags].flags)
    REMOVAL.destroy(w, unit, "gone" if gone else "dead", cause, why, rule, for_good=gone)
    w.mark(SupplyState, unit, lost_cut_off=cut_off)


LOSSES = StepLosses(COUNTERS, eliminate)
lose_step = LOSSES.lose

# -- Chapters 2.6, 4.5, 5.9, 6.4: headquarters, depots, aircraft and guns when the enemy comes. ----------------------


def refuge(w: World, unit: Unit, taken: int) -> int:
    """The nearest own town or city with communications for a counter driven out of a hex, by hexes, then by number;
    for an air unit one with room for it (6.4).  -1 if there is none."""
    flies = has(unit, "air")
    fair = (i for i in bases(w, unit.type.side) if i != taken and (not flies or has_room(w, unit, i)))
    return nearest(w, taken, fair)


def drive_out(w: World, index: int, side: Side) -> None:
    """Enemy headquarters, depots, aircraft and guns in a hex that ``side`` enters (2.6, 4.5, 5.9, 6.4)."""
    for unit in [u for u in units_at(w, index) if u.type.side is not side and not is_combat_unit(u)]:
        if has(unit, "depot"):
            _capture_depot(w, unit)
        elif has(unit, "art"):
            eliminate(w, unit, Cause.OVERRUN, "overrun", "5.9")
        elif has(unit, "hq"):
            scorekeeping.flag(w, displaced(unit))  # its chits only let it move for the rest of the month (2.6)
            displace(w, unit, "2.6")
        else:
            _lose_base(w, unit)


def drive_back(w: World, side: Side) -> None:
    """Before a side moves, its headquarters alone in an enemy zone get away without loss (3.5)."""
    blocked = blocked_map(w, side)
    for unit in on_map(w, side):
        if has(unit, "hq") and blocked[unit.hex]:
            displace(w, unit, "3.5")


def displace(w: World, unit: Unit, rule: str) -> None:
    """Take a headquarters or air unit to its refuge; without one a headquarters comes back as a reinforcement, and
    an air unit is lost."""
    start, there = unit.hex, refuge(w, unit, unit.hex)
    if there < 0:
        if has(unit, "air"):
            eliminate(w, unit, Cause.BASE_LOST, "no base left", rule)
            return
        REMOVAL.send_away(w, unit, "dead", "displaced", rule)
    else:
        travel(w, unit, (start, there), "displaced", rule)


def _capture_depot(w: World, unit: Unit) -> None:
    spot = label(w, unit.hex)
    leave_map(w, unit, "depots")
    w.emit(Changed(where=(spot,), rule="4.5", unit=unit.id, state="captured"))


def _lose_base(w: World, unit: Unit) -> None:
    """An air unit whose base is taken: lost on a 1, else at the nearest base and spent (6.4)."""
    die = roll(w)
    if die <= rules(w).bombard.lost_with_base:
        eliminate(w, unit, Cause.BASE_LOST, f"base captured, die {die}", "6.4")
        return
    displace(w, unit, "6.4")
    if unit.hex >= 0:
        w.mark(Readiness, unit, spent=True)
