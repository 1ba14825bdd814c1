"""Chapters 4.1, 9.5 and 11.1: what happens when a combat unit enters a hex."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.events import Cause, Unfortified
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, letter
from ecs.rulesets.russia_besieged.ground.occupancy import armies, standing, worth, zone_map
from ecs.rulesets.russia_besieged.ground.removal import POOL, displace, eliminate, escape, lose, return_later
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES, is_city, is_fortress
from ecs.systems import scorekeeping
from ecs.systems.control import ControlRules, hand_over, take
from ecs.systems.scorekeeping import Count, Flag
from ecs.systems.sentences import label
from ecs.systems.stacking import units_at


def capture(w: World, unit: Unit, index: int) -> None:
    """A combat unit enters a hex: what cannot fight is driven out, and the hex changes hands (4.1, 9.5)."""
    side = unit.type.side
    for other in [u for u in units_at(w, index) if u.type.side is not side and not is_combat_unit(u)]:
        drive_out(w, other)
    take_control(w, index, side)


def _falls(w: World, index: int, side: Side) -> None:
    """A port that is taken back opens its sea (8.0); a fortress falls."""
    if side is Side.SOVIET and index in w.board.spots(rules(w).sea.regained.ports):
        scorekeeping.flag(w, retaken(w, index))
    _fortress_falls(w, index)


def _fortress_falls(w: World, index: int) -> None:
    """A hex changes hands: a fortress there is lost."""
    if not is_fortress(w, index):
        return
    FORTRESSES.lift(w, [index])
    scorekeeping.put(w, siege(w, index), 0)
    w.emit(Unfortified(where=(label(w, index),), rule="24.2", hex=label(w, index), what="fortress"))


def siege(w: World, index: int) -> Count:
    """Name of the count of consecutive turns a fortress has been surrounded (24.2)."""
    return Count(f"siege:{label(w, index)}")


take_control = take
CONTROL = ControlRules(
    rule="4.1",
    is_told=is_city,
    worth=lambda w, index: worth(w, index) if is_city(w, index) else 0,
    score=standing,
    falls=_falls,
)


def retaken(w: World, index: int) -> Flag:
    """Flag of a port that opens a sea once the Soviets have taken it back from the Axis (8.0)."""
    return Flag(f"retaken:{label(w, index)}")


def settle_control(w: World) -> None:
    """At the end of a player turn open country goes to the side whose zones alone cover it; cities do not (4.1)."""
    axis, soviet, held = zone_map(w, Side.AXIS), zone_map(w, Side.SOVIET), armies(w)
    for index in range(len(w.ground)):
        if axis[index] == soviet[index] or index in held or is_city(w, index):
            continue
        side = Side.AXIS if axis[index] else Side.SOVIET
        hand_over(w, index, side)


# -- those who cannot fight -----------------------------------------------------------------------------


def drive_out(w: World, unit: Unit) -> None:
    """An enemy combat unit enters the hex of a counter that cannot hold it (9.5)."""
    word = letter(unit)
    if word == "AR":
        eliminate(w, unit, Cause.OVERRUN, "overrun", "9.5")
    elif word == "AIR":
        displace(w, unit)
    elif word == "FM":
        return_later(w, unit, rules(w).marshals.back, "driven-out", "14.2")
    elif word == "DI":
        escape(w, unit)
    elif word == "PT":
        lose(w, unit, POOL, "16.3")
    else:
        return_later(w, unit, rules(w).air.marker_back, "driven-out", "11.1")
