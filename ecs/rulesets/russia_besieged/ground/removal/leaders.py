"""Chapters 14.15, 14.16, 14.2: what becomes of Dictators and Field Marshals when their stack is destroyed."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.dice import roll
from ecs.core.events import Cause, Destroyed, Rolled
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import is_leader, letter
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, dictator_lost, holder
from ecs.rulesets.russia_besieged.ground.removal.displacement import lose, return_later, settle
from ecs.rulesets.russia_besieged.ground.removal.elimination import DEAD, GONE, leave_map
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.rulesets.russia_besieged.ground.transport.track import gauge
from ecs.rulesets.russia_besieged.ground.zones import blocked_map
from ecs.systems.campaign import tallies
from ecs.systems.campaign.tallies import Flag
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label
from ecs.systems.table.tellings import tell_roll


def escape(w: World, unit: Unit) -> None:
    """A Dictator tries to get away by rail to the nearest Major City of his side; else he is lost (14.15, 14.16)."""
    table, side, start = rules(w).dictators, unit.type.side, unit.hex
    least = table.escape_surrounded if tallies.has_flag(w, ringed(side)) else table.escape
    tallies.flag(w, ringed(side), on=False)
    shut = blocked_map(w, side)
    havens = [
        (w.board.distance(start, i), i)
        for i in range(len(w.board.hexes))
        if i != start and is_major(w, i) and holder(w, i) is side and gauge(w, i) is side and not shut[i]
    ]
    die = roll(w, rules(w).combat.faces)
    safe = die >= least and bool(havens)
    haven = label(w, min(havens)[1]) if safe else ""
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
        settle(w, unit, min(havens)[1], "14.16")
        return
    lose(w, unit, DEAD, "14.15")
    tallies.flag(w, leaderless(side))
    tallies.flag(w, dictator_lost(side))


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
            tallies.flag(w, ringed(unit.type.side))
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
