"""Chapter 13: new units."""

from __future__ import annotations

from ecs.core.commands import Enter
from ecs.core.components import Disruption, Place, Side
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
from ecs.systems.campaign.arrivals import Entry, bring_in, entry_place
from ecs.systems.campaign.arrivals import muster as muster_units
from ecs.systems.campaign.pool import Alike
from ecs.systems.ground.stacking import in_box
from ecs.systems.table.names import named

RULE = "13"
INITIAL = "initial-"


# -- the start of the phase -----------------------------------------------------------------------------------


def muster(w: World) -> None:
    """A side's Initial Phase begins: the units of this turn, and those held over, wait to be placed."""
    side = turn_side(w)
    muster_units(
        w, side, [u for u in w.units if u.type.side is side and u.place.box == f"turn:{w.clock.turn}"], WAITING, RULE
    )
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
        w.mark(Disruption, unit, disrupted=True)
    muster_units(w, Side.AXIS, back, WAITING, RULE, "return")


# -- commands -------------------------------------------------------------------------------------------------


def _likeness(w: World, unit: Unit) -> tuple[object, ...]:
    places = tuple(name for name, units in rules(w).soviet.also_at.items() if unit.id in units)
    return (
        unit.type.side,
        unit.type.kind,
        unit[Disruption].disrupted,
        siberian_reserve.is_siberian(w, unit.id),
        (
            places,
            entry_place(w, unit),
        ),
    )


def _no_gate(w: World, unit: Unit, index: int) -> Refusal:
    """Why a unit does not come in by a hex."""
    return Refusal("no-gate", f"{unit.type.name} does not come in at {named(w, index)}: {ways_in(w, unit)}.", RULE)


def ways_in(w: World, unit: Unit) -> str:
    """Where a new unit may come in, in words."""
    found = gates(w, unit)
    if not found:
        return "every place where it could is lost or cut off"
    if found == (entry_place(w, unit),):
        return f"it does at {named(w, found[0])}"
    if unit.type.side is Side.AXIS:
        return f"it does at {named(w, found[0])}" if len(found) == 1 else "it does at the edge of its own country"
    if siberian_reserve.is_siberian(w, unit.id):
        return "Siberians do at the eastern edge and in supplied major cities, in own hands"
    cities = [named(w, i) for i in found if i in w.board.spots(rules(w).soviet.also_at)]
    return f"it does at the eastern edge{' or at ' + ' or '.join(cities) if cities else ''}, in own hands"


def enter(w: World, command: Enter) -> None:
    """Place the unit; it may act this turn unless it is Dispersed."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.wipe(unit, UNIT_MARKS)
    take_control(w, index, unit.type.side)
    source = "reserve" if siberian_reserve.is_siberian(w, unit.id) else "reinforcement"
    bring_in(w, unit, index, RULE, source=source, disordered=unit[Disruption].disrupted)


ENTRY = Entry(
    phase=INITIAL,
    boxes=(WAITING,),
    rule=RULE,
    when="Reinforcements come in during their side's Initial Phase.",
    nobody="the units to be placed",
    turn_side=turn_side,
    alike=Alike(_likeness, (Place, Disruption), "comes in"),
    doors=gates,
    full=full_for,
    no_room=no_room,
    no_door=_no_gate,
)
waiting, BY_GATE = ENTRY.waiting, ENTRY.journey(strange)
enter_commands = BY_GATE.commands
ORDERS = (Order(Enter, enter, BY_GATE.judge),)
