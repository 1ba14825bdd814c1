"""Control of hexes and seas: a victory city's militia, what is defended, and how control changes."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Disruption, Garrison, Place, Side
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.components import UNIT_CONDITION, UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import AXIS as GIVEN
from ecs.rulesets.war_against_russia.data.options import BALTIC
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.ground.terrain import is_fortress, is_place, victory_cities
from ecs.systems import control
from ecs.systems.combat.counter_state import CounterStates
from ecs.systems.control import ControlRules, Prizes
from ecs.systems.stacking import stacks, units_at

# -- Who stands in a hex, and who controls it. -----------------------------------------------------------------------

holder, take_control = control.holder, control.take


def fighters_at(w: World, index: int, side: Side | None = None) -> list[Unit]:
    """The combat units in a hex, by entity; of one side if told."""
    return [u for u in units_at(w, index) if side is None or u.type.side is side]


@remembered(Place)
def holders(w: World) -> dict[int, Side]:
    """Board index -> the side whose units stand there."""
    return {i: stack[0].type.side for i, stack in stacks(w).items()}


def army_at(w: World, index: int) -> Side | None:
    """The side with units in a hex; None if it is empty."""
    return holders(w).get(index)


BALTIC_SEA = "Baltic"


def intrinsic_factor(w: World, index: int) -> int:
    """The defence factor of a victory city's militia, while it has never been taken (8)."""
    here, table = w.board.hexes[index], rules(w).defence
    if here.place != "victory" or not w.by_hex(Garrison)[index].garrisoned:
        return 0
    return table.intrinsic_great if index in w.board.spots(table.great) else table.intrinsic


def is_defended(w: World, index: int, side: Side) -> bool:
    """Is there anything for ``side`` to attack: units, or a victory city's militia (8)?"""
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
    """Take the militia of a victory city out of the war (8)."""
    if w.by_hex(Garrison)[index].garrisoned:
        w.mark(Garrison, w.hexes[index], garrisoned=False)


CONTROL = ControlRules(
    rule="15",
    is_told=lambda w, index: is_place(w, index) or is_fortress(w, index),
    worth=lambda w, index: w.board.hexes[index].vp,
    score=CITIES.standing,
    falls=_disarm,
)


# -- Losses: units that leave the map, and units that are Dispersed. -------------------------------------------------

DEAD = "dead"


SHEDS = (*UNIT_CONDITION, *UNIT_MARKS)
COUNTERS = CounterStates(lambda unit: DEAD, lambda unit: max(unit.type.attack, unit.type.defence), SHEDS)
eliminate = COUNTERS.eliminate


def disperse(w: World, units: Iterable[Unit], why: str) -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit[Disruption].disrupted:
            COUNTERS.disorder(w, unit, why, "9.3")
