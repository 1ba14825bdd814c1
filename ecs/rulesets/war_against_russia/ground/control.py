"""Control of hexes and seas: a victory city's own people, what is defended, and how control changes."""

from __future__ import annotations

from ecs.core.components import Garrison, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.options import AXIS as GIVEN
from ecs.rulesets.war_against_russia.data.options import BALTIC
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.ground.occupancy import army_at, holder
from ecs.rulesets.war_against_russia.ground.terrain import is_fortress, is_place, victory_cities
from ecs.systems.ground.control import Control, Prizes

BALTIC_SEA = "Baltic"


def intrinsic_factor(w: World, index: int) -> int:
    """The defence factor of a victory city's own people, while it has never been taken (8)."""
    here, table = w.board.hexes[index], rules(w).defence
    if here.place != "victory" or not w.all(Garrison)[index].garrisoned:
        return 0
    return table.intrinsic_great if index in w.board.spots(table.great) else table.intrinsic


def is_defended(w: World, index: int, side: Side) -> bool:
    """Is there anything ``side`` could attack: units, or a victory city's own people (8)?"""
    if army_at(w, index) is side.other:
        return True
    return army_at(w, index) is None and holder(w, index) is side.other and intrinsic_factor(w, index) > 0


def controls_sea(w: World, sea: str, side: Side) -> bool:
    """Does a side control a sea: does it hold every hex that commands it (7, 3.4), unless the sea was given away?"""
    if sea == BALTIC_SEA and w.options.get(BALTIC) == GIVEN:
        return side is Side.AXIS
    keys = w.board.spots(rules(w).sea.holds.get(sea, []))
    return bool(keys) and all(holder(w, key) is side for key in keys)


CITIES = Prizes(victory_cities, lambda w, index: w.board.hexes[index].vp)
held_points = CITIES.held  # in supply or not (15)


def _disarm(w: World, index: int, side: Side) -> None:
    """A victory city's own people fight no more (8)."""
    if w.all(Garrison)[index].garrisoned:
        w.mark(Garrison, w.hexes[index], garrisoned=False)


CONTROL = Control(
    rule="15",
    is_told=lambda w, index: is_place(w, index) or is_fortress(w, index),
    worth=lambda w, index: w.board.hexes[index].vp,
    score=CITIES.standing,
    falls=_disarm,
)


def take_control(w: World, index: int, side: Side) -> None:
    """A unit has come to a hex: it is its side's."""
    CONTROL.take(w, index, side)
