"""Chapters 4.1, 9.5 and 11.1: what happens when a combat unit enters a hex?"""

from __future__ import annotations

from ecs.core.components import Flags, Ground, Place, Readiness, Side
from ecs.core.dice import roll
from ecs.core.events import Cause, Changed, Destroyed, Moved, Rolled
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.fortresses import fall
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import is_combat_unit, letter
from ecs.rulesets.russia_besieged.ground.elimination import DEAD, eliminate, leave_map
from ecs.rulesets.russia_besieged.ground.occupancy import armies, dictator_lost, holder, standing, worth
from ecs.rulesets.russia_besieged.ground.terrain import is_city, is_major, is_minor
from ecs.rulesets.russia_besieged.ground.transport.track import gauge
from ecs.rulesets.russia_besieged.ground.zones import blocked_map, zone_map
from ecs.systems.campaign import tallies
from ecs.systems.ground.control import Control
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label

POOL = "pool"
GONE = "gone"  # out of the game
RETURNS = "returns"


def capture(w: World, unit: Unit, index: int) -> None:
    """A combat unit enters a hex: what cannot fight is driven out, and the hex changes hands (4.1, 9.5)."""
    side = unit.type.side
    for other in [u for u in units_at(w, index) if u.type.side is not side and not is_combat_unit(u)]:
        drive_out(w, other)
    take_control(w, index, side)


def _falls(w: World, index: int, side: Side) -> None:
    """A port that is taken back opens its sea (8.0); a fortress falls."""
    if side is Side.SOVIET and w.board.hexes[index].name in rules(w).sea.regained.ports:
        tallies.flag(w, retaken(w, index))
    fall(w, index)


CONTROL = Control(
    rule="4.1",
    is_told=is_city,
    worth=lambda w, index: worth(w, index) if is_city(w, index) else 0,
    score=standing,
    falls=_falls,
)


def take_control(w: World, index: int, side: Side) -> None:
    """Write down who controls a hex now; cities are told of."""
    CONTROL.take(w, index, side)


def retaken(w: World, index: int) -> str:
    """Flag of a port that opens a sea once the Soviets have taken it back from the Axis (8.0)."""
    return f"retaken:{label(w, index)}"


def settle_control(w: World) -> None:
    """At the end of a player turn open country goes to the side whose zones alone cover it; cities do not (4.1)."""
    axis, soviet, held = zone_map(w, Side.AXIS), zone_map(w, Side.SOVIET), armies(w)
    for index, ground in enumerate(w.ground):
        if axis[index] == soviet[index] or index in held or is_city(w, index):
            continue
        side = Side.AXIS if axis[index] else Side.SOVIET
        if ground.control is not side:
            w.mark(Ground, w.hexes[index], control=side)


# -- those who cannot fight -----------------------------------------------------------------------------


def drive_out(w: World, unit: Unit) -> None:
    """An enemy combat unit enters the hex of a counter that cannot hold it (9.5)."""
    word = letter(unit)
    if word == "AR":
        eliminate(w, unit, Cause.OVERRUN, "the enemy is among the guns", "9.5")
    elif word == "AIR":
        displace(w, unit)
    elif word == "FM":
        return_later(w, unit, rules(w).marshals.back, "driven-out", "14.2")
    elif word == "DI":
        escape(w, unit)
    elif word == "PT":
        _lose(w, unit, POOL, "16.3")
    else:
        return_later(w, unit, rules(w).air.marker_back, "driven-out", "11.1")


def return_later(w: World, unit: Unit, turns: int, state: str, rule: str) -> None:
    """A counter leaves the map and comes back some turns later: its box is "returns:TURN".

    :param state: it has been "driven-out", or has "escaped".
    """
    spot = label(w, unit.hex)
    leave_map(w, unit, f"{RETURNS}:{w.clock.turn + turns}")
    w.emit(Changed(where=(spot,), rule=rule, unit=unit.id, state=state, hex=spot))


def _lose(w: World, unit: Unit, box: str, rule: str) -> None:
    spot = label(w, unit.hex)
    leave_map(w, unit, box)
    w.emit(Destroyed(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=Cause.DRIVEN_OUT))


def _settle(w: World, unit: Unit, index: int, rule: str) -> None:
    path = (label(w, unit.hex), label(w, index))
    w.mark(Place, unit, hex=index)
    w.emit(Moved(where=path, rule=rule, unit=unit.id, path=path, how="displaced"))


def room_for_air(w: World, side: Side, index: int) -> int:
    """Air groups a hex can still base: by city or airbase marker, never more than so many a hex (11.1)."""
    table, here = rules(w).air, units_at(w, index)
    size = 0
    if holder(w, index) is side:
        size = table.base.major if is_major(w, index) else table.base.minor if is_minor(w, index) else 0
    size += sum(table.base.marker for u in here if letter(u) == "BASE" and u.type.side is side)
    return min(size, table.most_in_hex) - sum(1 for u in here if letter(u) == "AIR" and u.type.side is side)


def displace(w: World, unit: Unit) -> None:
    """An air group loses its base: Used, to the nearest other one, or lost (11.1)."""
    side, start = unit.type.side, unit.hex
    fair = [
        (w.board.distance(start, i), i)
        for i in range(len(w.board.hexes))
        if i != start and w.board.distance(start, i) <= rules(w).air.displaced and room_for_air(w, side, i) > 0
    ]
    if not fair:
        eliminate(w, unit, Cause.BASE_LOST, "no airbase is near enough", "11.1")
        return
    _, there = min(fair)
    w.mark(Readiness, unit, spent=True)
    _settle(w, unit, there, "11.1")


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
        _settle(w, unit, min(havens)[1], "14.16")
        return
    _lose(w, unit, DEAD, "14.15")
    w.mark(Flags, w.table, flags=tuple(sorted({*w[Flags].flags, leaderless(side), dictator_lost(side)})))


def ringed(side: Side) -> str:
    """Flag of a Dictator whose hex was surrounded when the enemy came (14.16)."""
    return f"ringed-{side.value}"


def leaderless(side: Side) -> str:
    """Flag of the impulse in which the units of a side do not march, for the loss of its Dictator (14.15)."""
    return f"leaderless-{side.value}"
