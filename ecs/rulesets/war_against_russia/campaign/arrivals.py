"""Chapter 13: new units, and the Siberian reserve."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import CallReserve, Command, Enter
from ecs.core.components import Disruption, Garrison, Place, Side
from ecs.core.known_facts import Fact
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign.victory import GAMBLE
from ecs.rulesets.war_against_russia.data.components import UNIT_MARKS
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import strange, turn_side
from ecs.rulesets.war_against_russia.ground.control import DEAD, army_at, full_for, holder, no_room, take_control
from ecs.rulesets.war_against_russia.ground.supply import in_supply
from ecs.rulesets.war_against_russia.ground.terrain import region
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike, CallableReserve, Entry, bring_in, call_in, entry_place
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import named, up_to
from ecs.systems.stacking import in_box
from ecs.systems.victory import end_game

# -- Chapter 13: the Siberian reserve. -------------------------------------------------------------------------------

RULE = "13"
PHASE = "initial-soviet"
SIBERIA, WAITING = "siberia", "waiting"
CALLED = Count("reserve-turn")
FIRST_TURN = 1


RESERVE = CallableReserve(
    Side.SOVIET,
    box=SIBERIA,
    rule=RULE,
    groups=lambda w: rules(w).siberia.groups,
    safe_from=lambda w: rules(w).siberia.safe_from,
    called=lambda w: scorekeeping.count(w, CALLED),
    write=lambda w, turn: scorekeeping.put(w, CALLED, turn),
    lose=lambda w: end_game(w, GAMBLE, RULE),
)
called, risk = RESERVE.called, RESERVE.risk


def is_siberian(w: World, unit_id: str) -> bool:
    """Does a counter belong to the reserve?"""
    return any(unit_id in group for group in rules(w).siberia.groups)


def muster(w: World) -> None:
    """The groups due by now wait to be placed: one more every turn after the call."""
    if turn_side(w) is RESERVE.side:
        call_in(w, RESERVE.side, RESERVE.due(w), WAITING, RULE, "reserve")


# -- the call -------------------------------------------------------------------------------------------------


def cannot_call(w: World) -> Refusal | None:
    """Why the reserve may not be called now."""
    if w.phase != PHASE:
        return Refusal("no-reserve-call", "Call the Siberian reserve in a Soviet Initial phase.", RULE)
    if w.clock.turn < FIRST_TURN:
        return Refusal("too-early", "The Siberian reserve is not available before June 1941.", RULE)
    if called(w):
        return Refusal("called", "You have already called the Siberian reserve.", RULE)
    if not in_box(w, SIBERIA):
        return Refusal("no-reserve", "There is no Siberian reserve.", RULE)
    return None


def call_commands(w: World) -> list[Command]:
    """The call of the reserve, once."""
    return [CallReserve()] if cannot_call(w) is None else []


def judge_call(w: World, command: CallReserve) -> Refusal | None:
    """Why the reserve may not be called."""
    return cannot_call(w)


def call_reserve(w: World, command: CallReserve) -> None:
    """Call the reserve: its first group comes at once; before December this may lose the war."""
    RESERVE.call(w)
    if not w.clock.over:
        muster(w)


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """The panel's lines on the reserve; none for the enemy before it is called."""
    if called(w):
        left = len(in_box(w, SIBERIA))
        return (_fact(f"called, {left} still to come" if left else "called"),)
    if side is not Side.SOVIET or not in_box(w, SIBERIA):
        return ()
    danger = risk(w)
    return (_fact(f"if called now, the war is lost on a roll of {up_to(danger)}" if danger else "safe to call"),)


def _fact(state: str) -> Fact:
    return Fact("Siberian reserve", state, means=True, risk=CallReserve)


# -- Chapter 13: new units. ------------------------------------------------------------------------------------------

# -- Chapter 13: where units come onto the map. ----------------------------------------------------------------------

GREAT_PLACES = ("victory", "major")
IRC, FACTORY = "irc", "tankfactory"


def gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes by which a new unit comes in, full or not: the place the scenario names, if its side holds it."""
    at = entry_place(w, unit)
    if at >= 0 and is_ours(w, at, unit.type.side):
        return (at,)
    if unit.type.side is Side.AXIS:
        return axis_gates(w, unit)
    edge = russian_edge(w)
    if is_siberian(w, unit.id):
        return tuple(sorted({*edge, *great_cities(w)}))
    also = w.board.spots(name for name, units in rules(w).soviet.also_at.items() if unit.id in units)
    return tuple(sorted({*edge, *(i for i in also if is_ours(w, i, Side.SOVIET))}))


def raising_gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes where a unit raised with replacement factors appears, full or not."""
    if unit.type.side is Side.AXIS:
        return axis_gates(w, unit)
    cities = (i for i in yielding_cities(w) if not w.by_hex(Garrison)[i].drawn)
    return tuple(sorted({*russian_edge(w), *cities}))


# -- the Axis -------------------------------------------------------------------------------------------------


def door(w: World, nation: str) -> int:
    """Where units of an Axis nation come in; Romanians and Finns have doors of their own if the map has them."""
    table = rules(w).axis
    own = {"RUM": table.rumanian_entry, "FIN": table.finnish_entry}.get(nation, table.entry)
    return w.board.spots((own, table.entry))[0]


def axis_gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The door of its nation; when that is lost, cut off or full, the edge of the map of that country."""
    first = door(w, unit.type.nation)
    if is_ours(w, first, Side.AXIS) and no_room(w, unit, first) is None:
        return (first,)
    country = w.board.hexes[first].nation
    edge = region(w, rules(w).supply.edge.axis)
    near = (i for i in sorted(edge) if w.board.hexes[i].nation == country and i != first)
    return tuple(i for i in near if is_ours(w, i, Side.AXIS))


# -- the Soviets ---------------------------------------------------------------------------------------------


@per_position
def russian_edge(w: World) -> tuple[int, ...]:
    """The hexes of the eastern edge that the Soviets hold."""
    return tuple(i for i in sorted(region(w, rules(w).soviet.edge)) if _is_held(w, i, Side.SOVIET))


@per_position
def great_cities(w: World) -> tuple[int, ...]:
    """Major and victory cities the Soviets hold in supply."""
    return _supplied(w, (h.index for h in w.board.hexes if h.place in GREAT_PLACES))


@per_position
def yielding_cities(w: World) -> tuple[int, ...]:
    """Cities that yield infantry factors to the Soviets now."""
    return _supplied(w, (h.index for h in w.board.hexes if IRC in h.traits))


@per_position
def working_factories(w: World) -> tuple[int, ...]:
    """Tank factories that work for the Soviets now."""
    return _supplied(w, (h.index for h in w.board.hexes if FACTORY in h.traits))


def _supplied(w: World, hexes: Iterable[int]) -> tuple[int, ...]:
    return tuple(i for i in hexes if is_ours(w, i, Side.SOVIET))


def is_ours(w: World, index: int, side: Side) -> bool:
    """Does a side hold a hex and have it in supply?"""
    return _is_held(w, index, side) and index in in_supply(w, side)


def _is_held(w: World, index: int, side: Side) -> bool:
    return holder(w, index) is side and army_at(w, index) is not side.other


INITIAL = "initial-"


# -- the start of the phase -----------------------------------------------------------------------------------


def allies_return(w: World) -> None:
    """April 1942: the units of the Axis allies lost so far come back, once, Dispersed."""
    table = rules(w).axis
    if turn_side(w) is not Side.AXIS or w.clock.turn != table.allies_return:
        return
    back = [u for u in in_box(w, DEAD) if u.type.nation in table.allies]
    for unit in back:
        w.mark(Disruption, unit, disrupted=True)
    call_in(w, Side.AXIS, back, WAITING, RULE, "return")


# -- commands -------------------------------------------------------------------------------------------------


def _likeness(w: World, unit: Unit) -> tuple[object, ...]:
    places = tuple(name for name, units in rules(w).soviet.also_at.items() if unit.id in units)
    return (
        unit.type.side,
        unit.type.kind,
        unit[Disruption].disrupted,
        is_siberian(w, unit.id),
        (places, entry_place(w, unit)),
    )


def _no_gate(w: World, unit: Unit, index: int) -> Refusal:
    """Why a unit cannot come in by a hex."""
    return Refusal("no-gate", f"{unit.type.long_name} cannot enter at {named(w, index)}: {ways_in(w, unit)}.", RULE)


def ways_in(w: World, unit: Unit) -> str:
    """Where a new unit may come in, in words."""
    found = gates(w, unit)
    if not found:
        return "all its entry hexes are lost or cut off"
    if found == (entry_place(w, unit),):
        return f"it enters at {named(w, found[0])}"
    if unit.type.side is Side.AXIS:
        return f"it enters at {named(w, found[0])}" if len(found) == 1 else "it enters at the edge of its own country"
    if is_siberian(w, unit.id):
        return "Siberians enter at the eastern edge and in supplied Soviet major cities"
    cities = [named(w, i) for i in found if i in w.board.spots(rules(w).soviet.also_at)]
    return f"it enters at the Soviet-held eastern edge{' or at ' + ' or '.join(cities) if cities else ''}"


def enter(w: World, command: Enter) -> None:
    """Place the unit; it may act this turn unless it is Dispersed."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.wipe(unit, UNIT_MARKS)
    take_control(w, index, unit.type.side)
    source = "reserve" if is_siberian(w, unit.id) else "reinforcement"
    bring_in(w, unit, index, RULE, source=source, disordered=unit[Disruption].disrupted)


ENTRY = Entry(
    phase=INITIAL,
    boxes=(WAITING,),
    rule=RULE,
    when="Reinforcements enter in their side's Initial phase.",
    nobody="the units to be placed",
    turn_side=turn_side,
    alike=Alike(_likeness, (Place, Disruption)),
    doors=gates,
    full=full_for,
    no_room=no_room,
    no_door=_no_gate,
)
waiting, BY_GATE = ENTRY.waiting, ENTRY.journey(strange)
enter_commands = BY_GATE.commands

ORDERS = (
    Handler(CallReserve, call_reserve, judge_call),
    Handler(Enter, enter, BY_GATE.judge),
)
