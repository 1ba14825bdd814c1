"""Chapter 3.7: who travels by rail, and where to."""

from __future__ import annotations

from ecs.core.commands import Command, MoveByRail
from ecs.core.components import Ground, Marched, Side, Transport
from ecs.core.files.toml_tables import by_turn
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.turn import strange, turn_side
from ecs.rulesets.dark_valley.data.unit_facts import has
from ecs.rulesets.dark_valley.ground.borders import barred_ground
from ecs.rulesets.dark_valley.ground.circumstances import circumstances, standing
from ecs.rulesets.dark_valley.ground.movement import go
from ecs.rulesets.dark_valley.ground.stacking import full_hexes, no_room
from ecs.rulesets.dark_valley.ground.supply.state import SUPPLIED, state
from ecs.rulesets.dark_valley.ground.terrain import places
from ecs.rulesets.dark_valley.ground.transport.rail_network import depots, friendly_rail, torn_rails
from ecs.rulesets.dark_valley.ground.transport.strategic_movement import cannot_travel
from ecs.rulesets.dark_valley.ground.zones import DEPENDS, zone_map
from ecs.systems.ground.journeys import Journey
from ecs.systems.ground.rail import Railways
from ecs.systems.table.names import named


def capacity(w: World, side: Side) -> int:
    """Units a side may send by rail this turn."""
    return by_turn(rules(w).rail.capacity, w.clock.turn)[0 if side is Side.AXIS else 1]


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    refusal = cannot_travel(w, unit)
    if refusal is not None:
        return refusal
    side, name = unit.type.side, unit.type.name
    most = capacity(w, side)
    if not most:
        return Refusal("no-trains", "There are no trains for troops this turn.", "3.7")
    if w[Transport].rail >= most and not has(unit, "hq"):
        return Refusal("trains-used", f"All {most} units a turn have travelled by rail.", "3.7")
    if side is Side.SOVIET and unit.hex in torn_rails(w):
        return Refusal("torn-rails", f"The railway at {named(w, unit.hex)} is not repaired yet.", "4.1")
    if not friendly_rail(w, side)[unit.hex]:
        return Refusal("no-railway", f"{name} does not stand on a railway open to its side.", "3.7")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} stands in an enemy zone of control.", "3.7")
    if state(w, unit) != SUPPLIED:
        return Refusal("unsupplied", f"{name} is out of supply.", "4.4")
    return None


def stops(w: World, side: Side) -> bytes:
    """Of every hex, 1 if trains may be left there: open railway, out of enemy zones."""

    def make() -> bytes:
        rail, zones = friendly_rail(w, side), zone_map(w, side.other)
        return bytes(int(on and not zone) for on, zone in zip(rail, zones, strict=True))

    return w.lasting(("stops", side), (*DEPENDS, Ground), make)


def stations(w: World, side: Side) -> frozenset[int]:
    """The stops in a town or city, or in or beside the hex of an own headquarters or depot: those a player wants most
    often, which the table lights first."""

    def make() -> frozenset[int]:
        posts = [u.hex for u in w.units if u.hex >= 0 and u.type.side is side and has(u, "hq")]
        posts += [d.hex for d in depots(w)] if side is Side.AXIS else []
        near = [j for i in sorted(set(posts)) for j in (i, *w.board.neighbours[i])]
        open_ = stops(w, side)
        return frozenset(i for i in (*places(w), *near) if open_[i])

    return w.lasting(("stations", side), (*DEPENDS, Ground), make)


RAILWAYS = Railways(friendly_rail, stops)


def rail_goals(w: World, unit: Unit) -> frozenset[int]:
    """Where a unit on a railway may get off."""
    side = unit.type.side
    return RAILWAYS.ends(w, side, unit.hex) - full_hexes(w, unit) - barred_ground(w, unit) - {unit.hex}


def rail_commands(w: World, unit: Unit) -> list[Command]:
    """Every journey by rail open to a unit."""
    side = unit.type.side
    if unit.place.hex < 0 or unit[Marched].moved or side is not turn_side(w):
        return []
    common = circumstances(w, side), w[Transport].rail, friendly_rail(w, side)
    return w.latest(("rides", unit.entity), (common, standing(unit), full_hexes(w, unit)), lambda: _rides(w, unit))


def _rides(w: World, unit: Unit) -> list[Command]:
    if cannot_board(w, unit) is not None:
        return []
    return BY_RAIL.orders(w, unit, rail_goals(w, unit))


def move_by_rail(w: World, command: MoveByRail) -> None:
    """Send the unit by rail; headquarters travel free."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    go(w, unit, RAILWAYS.way(w, unit.type.side, unit.hex, there), "rail", "3.7")
    w.mark(Marched, unit, moved=1)
    if not has(unit, "hq"):
        w.mark(Transport, w.table, rail=w[Transport].rail + 1)


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    side, numbers = unit.type.side, RAILWAYS.lines(w, unit.type.side)
    if side is Side.SOVIET and there in torn_rails(w):
        return Refusal("torn-rails", f"The railway at {named(w, there)} is not repaired yet.", "4.1")
    if not numbers[there] or numbers[there] != numbers[unit.hex]:
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "3.7")
    if zone_map(w, side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} lies in an enemy zone of control.", "3.7")
    if there in barred_ground(w, unit):
        return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.name} now.", "8.8")
    return no_room(w, unit, there)


BY_RAIL = Journey(MoveByRail, strange, cannot_board, cannot_alight, "3.7")
judge_rail = BY_RAIL.judge
ORDERS = (Order(MoveByRail, move_by_rail, judge_rail),)
