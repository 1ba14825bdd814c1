"""Losses, and what becomes of counters that cannot fight and of leaders when the enemy comes (9.5, 11.1, 14)."""

from __future__ import annotations

from ecs.core.components import Readiness, Side
from ecs.core.dice import roll
from ecs.core.events import Cause, Destroyed, Rolled
from ecs.core.files.toml_files import by_turn
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.components import UNIT_MARKS
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import COUNTERS, card, is_leader, letter
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, blocked_map, dictator_lost, holder
from ecs.rulesets.russia_besieged.ground.terrain import gauge, is_major, is_minor, majors
from ecs.systems import scorekeeping
from ecs.systems.combat.counter_state import Removal, StepLosses
from ecs.systems.movement import travel
from ecs.systems.network import nearest
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import label, tell_roll
from ecs.systems.stacking import units_at

# -- Losses: a step off a unit, its elimination or surrender, and counters that leave the map. -----------------------

DEAD, CAPTIVE, POOL, RETURNS = "dead", "surrendered", "pool", "returns"
GONE = "gone"  # out of the game

REMOVAL = Removal(lambda unit: card(unit).full[0], UNIT_MARKS)
leave_map = REMOVAL.leave_map


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.67") -> None:
    """Put a unit into the Eliminated box, from which it may be rebuilt (10.67)."""
    REMOVAL.destroy(w, unit, DEAD, cause, why, rule)


def surrender(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.68") -> None:
    """Put a unit into the Surrendered box: for good, unless it is Soviet (10.68).

    Their box also names the turn in which they may be rebuilt again: "surrendered:8".
    """
    box = CAPTIVE
    if unit.type.side is Side.SOVIET:
        box = f"{CAPTIVE}:{w.clock.turn + by_turn(rules(w).surrender.back, w.clock.turn)[0]}"
    REMOVAL.destroy(w, unit, box, cause, why, rule, captive=True, for_good=box == CAPTIVE)


LOSSES = StepLosses(COUNTERS, eliminate)


def lose_step(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.61") -> None:
    """One step off a unit; the last one eliminates it (10.61)."""
    LOSSES.lose(w, unit, cause, why, rule)


# -- Chapters 9.5, 11.1: where counters that cannot fight go when the enemy comes. -----------------------------------


def return_later(w: World, unit: Unit, turns: int, state: str, rule: str) -> None:
    """A counter leaves the map and comes back some turns later: its box is "returns:TURN".

    :param state: it has been "driven-out", or has "escaped".
    """
    REMOVAL.send_away(w, unit, f"{RETURNS}:{w.clock.turn + turns}", state, rule)


def lose(w: World, unit: Unit, box: str, rule: str) -> None:
    """A counter that cannot fight is lost as the enemy drives it out."""
    spot = label(w, unit.hex)
    leave_map(w, unit, box)
    w.emit(Destroyed(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=Cause.DRIVEN_OUT))


def settle(w: World, unit: Unit, index: int, rule: str) -> None:
    """Put a counter down elsewhere."""
    travel(w, unit, (unit.hex, index), "displaced", rule)


def room_for_air(w: World, side: Side, index: int) -> int:
    """Air groups a hex can still base: by city or airbase marker, never more than that many a hex (11.1)."""
    table, here = rules(w).air, units_at(w, index)
    size = 0
    if holder(w, index) is side:
        size = table.base.major if is_major(w, index) else table.base.minor if is_minor(w, index) else 0
    size += sum(table.base.marker for u in here if letter(u) == "BASE" and u.type.side is side)
    return min(size, table.most_in_hex) - sum(1 for u in here if letter(u) == "AIR" and u.type.side is side)


def displace(w: World, unit: Unit) -> None:
    """An air group loses its base: Used, to the nearest other one, or lost (11.1)."""
    near = (i for i in range(len(w.board.hexes)) if 0 < w.board.distance(unit.hex, i) <= rules(w).air.displaced)
    there = nearest(w, unit.hex, (i for i in near if room_for_air(w, unit.type.side, i) > 0))
    if there < 0:
        eliminate(w, unit, Cause.BASE_LOST, "no airbase within reach", "11.1")
        return
    w.mark(Readiness, unit, spent=True)
    settle(w, unit, there, "11.1")


# -- Chapters 14.15, 14.16, 14.2: what becomes of Dictators and Field Marshals when their stack is destroyed. --------


def escape(w: World, unit: Unit) -> None:
    """A Dictator tries to get away by rail to the nearest Major City of his side; else he is lost (14.15, 14.16)."""
    table, side, start = rules(w).dictators, unit.type.side, unit.hex
    least = table.escape_surrounded if scorekeeping.has_flag(w, ringed(side)) else table.escape
    scorekeeping.flag(w, ringed(side), on=False)
    shut = blocked_map(w, side)
    mine = (i for i in majors(w) if i != start and holder(w, i) is side and gauge(w, i) is side)
    there = nearest(w, start, (i for i in mine if not shut[i]))
    die = roll(w, rules(w).combat.faces)
    safe = die >= least and there >= 0
    haven = label(w, there) if safe else ""
    w.emit(
        Rolled(
            where=(label(w, start),),
            rule="14.16",
            what="evacuation",
            faces=(die,),
            unit=unit.id,
            hex=haven,
            least=least,
        )
    )
    if safe:
        settle(w, unit, there, "14.16")
        return
    lose(w, unit, DEAD, "14.15")
    scorekeeping.flag(w, leaderless(side))
    scorekeeping.flag(w, dictator_lost(side))


def ringed(side: Side) -> Flag:
    """Flag of a Dictator whose hex was surrounded when the enemy came (14.16)."""
    return Flag(f"ringed-{side.value}")


def leaderless(side: Side) -> Flag:
    """Flag of the impulse in which the units of a side do not march, for the loss of its Dictator (14.15)."""
    return Flag(f"leaderless-{side.value}")


def stack_lost(w: World, unit: Unit, surrendered: bool) -> None:
    """The combat units with a leader are gone: eliminated or surrendered (14.15, 14.2).

    A Dictator tries to escape.  A Field Marshal is lost with a stack that surrenders, else by the die.
    """
    if unit.hex < 0:
        return
    if letter(unit) == "DI":
        if surrendered:
            scorekeeping.flag(w, ringed(unit.type.side))
        escape(w, unit)
        return
    table, spot = rules(w).marshals, label(w, unit.hex)
    if surrendered:
        lost = True
    else:
        die = roll(w, rules(w).combat.faces)
        lost = die <= table.die_lost
        tell_roll(w, unit, die, "marshal", "14.2", limit=table.die_lost)
    if not lost:
        return_later(w, unit, table.back, "escaped", "14.2")
        return
    leave_map(w, unit, GONE)
    cause = Cause.SURRENDER if surrendered else Cause.LEFT_ALONE
    w.emit(
        Destroyed(where=(spot,), rule="14.2", unit=unit.id, hex=spot, cause=cause, captive=surrendered, for_good=True)
    )


def left_alone(w: World, index: int, side: Side, surrendered: bool) -> None:
    """If no combat unit of a side is left in a hex, its leaders there share the fate of the stack (14.15, 14.2)."""
    if army_at(w, index) is not side:
        for unit in [u for u in units_at(w, index) if u.type.side is side and is_leader(u)]:
            stack_lost(w, unit, surrendered)


def dictator(w: World, side: Side) -> Unit | None:
    """The counter of a side's Dictator."""
    return next((u for u in w.units if u.type.side is side and letter(u) == "DI"), None)
