"""Chapter 13: how do new units come in?"""

from __future__ import annotations

from ecs.core.commands import Command, Enter
from ecs.core.components import Disruption, Place, Side
from ecs.core.events import Mustered
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign import siberian_reserve
from ecs.rulesets.war_against_russia.campaign.entry_hexes import gates
from ecs.rulesets.war_against_russia.campaign.siberian_reserve import WAITING
from ecs.rulesets.war_against_russia.data.components import UNIT_MARKS
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import strange, turn_side
from ecs.rulesets.war_against_russia.ground.control import take_control
from ecs.rulesets.war_against_russia.ground.elimination import DEAD
from ecs.rulesets.war_against_russia.ground.stacking import full_for, no_room
from ecs.systems.campaign.arrivals import bring_in
from ecs.systems.campaign.pool import first_of_each
from ecs.systems.ground.journeys import Journey
from ecs.systems.ground.stacking import in_box
from ecs.systems.table.names import label, named

RULE = "13"
INITIAL = "initial-"


# -- the start of the phase -----------------------------------------------------------------------------------


def muster(w: World) -> None:
    """A side's Initial Phase begins: the units of this turn, and those held over, wait to be placed."""
    side = turn_side(w)
    due = [u for u in w.units if u.type.side is side and u.place.box == f"turn:{w.clock.turn}"]
    for unit in due:
        w.mark(Place, unit, box=WAITING)
    if due:
        w.emit(Mustered(rule=RULE, side=side, units=tuple(u.id for u in due)))
    if side is Side.SOVIET:
        siberian_reserve.muster(w)
    else:
        _allies_return(w)


def _allies_return(w: World) -> None:
    """April 1942: the units of the Axis allies lost so far come back, once, Dispersed."""
    table = rules(w).axis
    if w.clock.turn != table.allies_return:
        return
    back = [u for u in in_box(w, DEAD) if u.type.nation in table.allies]
    for unit in back:
        w.mark(Place, unit, box=WAITING)
        w.mark(Disruption, unit, disrupted=True)
    if back:
        w.emit(Mustered(rule=RULE, side=Side.AXIS, units=tuple(u.id for u in back), source="return"))


def waiting(w: World, side: Side) -> list[Unit]:
    """A side's units that are still to be placed, by entity."""
    return [u for u in in_box(w, WAITING) if u.type.side is side]


# -- commands -------------------------------------------------------------------------------------------------


def next_alike(w: World, unit: Unit) -> Unit:
    """Of waiting units just alike, the one that comes in first: only it is offered."""

    def make() -> dict[tuple[object, ...], Unit]:
        return first_of_each(in_box(w, WAITING), lambda other: _likeness(w, other))

    return w.lasting("alike-waiting", (Place, Disruption), make)[_likeness(w, unit)]


def _likeness(w: World, unit: Unit) -> tuple[object, ...]:
    places = tuple(name for name, units in rules(w).soviet.also_at.items() if unit.id in units)
    return unit.type.side, unit.type.kind, unit[Disruption].disrupted, siberian_reserve.is_siberian(w, unit.id), places


def cannot_enter(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not come in anywhere now."""
    name = unit.type.name
    if not w.phase.startswith(INITIAL) or unit.type.side is not turn_side(w):
        return Refusal("no-entry", "Reinforcements come in during their side's Initial Phase.", RULE)
    if unit.place.box != WAITING:
        return Refusal("not-waiting", f"{name} is not among the units to be placed.", RULE)
    first = next_alike(w, unit)
    if first is not unit:
        return Refusal("alike", f"{first.type.name} is just like {name} and comes in first.", RULE)
    return None


def enter_commands(w: World, unit: Unit) -> list[Command]:
    """Every hex by which the unit may come in now."""
    if unit.place.box != WAITING or cannot_enter(w, unit) is not None:
        return []
    full = full_for(w, unit)
    return [Enter(unit.id, label(w, i)) for i in gates(w, unit) if i not in full]


def _not_there(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit that may come in may not by this hex."""
    if index in gates(w, unit):
        return no_room(w, unit, index)
    return Refusal("no-gate", f"{unit.type.name} does not come in at {named(w, index)}: {ways_in(w, unit)}.", RULE)


def ways_in(w: World, unit: Unit) -> str:
    """Where a new unit may come in, in words."""
    found = gates(w, unit)
    if not found:
        return "every place where it could is lost or cut off"
    if unit.type.side is Side.AXIS:
        return f"it does at {named(w, found[0])}" if len(found) == 1 else "it does at the edge of its own country"
    if siberian_reserve.is_siberian(w, unit.id):
        return "Siberians do at the eastern edge and in supplied major cities, in own hands"
    cities = [named(w, i) for i in found if w.board.hexes[i].label in rules(w).soviet.also_at]
    return f"it does at the eastern edge{' or at ' + ' or '.join(cities) if cities else ''}, in own hands"


def enter(w: World, command: Enter) -> None:
    """Place the unit; it may act this turn unless it is Dispersed."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.wipe(unit, UNIT_MARKS)
    take_control(w, index, unit.type.side)
    source = "reserve" if siberian_reserve.is_siberian(w, unit.id) else "reinforcement"
    bring_in(w, unit, index, RULE, source=source, disordered=unit[Disruption].disrupted)


ENTRY = Journey(Enter, strange, cannot_enter, _not_there)
ORDERS = (Order(Enter, enter, ENTRY.judge),)
