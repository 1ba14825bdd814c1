"""Chapters 4.3, 4.5: the logistics chit: who starves, and how far the depots advance."""

from __future__ import annotations

from ecs.core.commands import Airlift, MoveDepot
from ecs.core.components import Marched, Readiness, Side
from ecs.core.dice import roll
from ecs.core.events import Cause, Changed
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import AirSupply, DepotAdvance
from ecs.rulesets.dark_valley.data.options import ATTRITION, SLOW
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_german, strange, weather
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, armies, army_at
from ecs.rulesets.dark_valley.ground.railways import (
    back_to_source,
    closed_rail,
    depots,
    is_live,
    rail_line,
    relay,
    tree_of,
    usable_rail,
)
from ecs.rulesets.dark_valley.ground.removal import lose_step, refuge
from ecs.rulesets.dark_valley.ground.supply import is_marked_to_starve, judge_all, loc_map, supply_of
from ecs.rulesets.dark_valley.ground.terrain import is_place, open_net, rows, within
from ecs.systems.arrivals import bring_in
from ecs.systems.marches import end_move
from ecs.systems.movement import Journey, travel
from ecs.systems.network import nearest
from ecs.systems.rail import rail_net
from ecs.systems.sentences import label, named, tell_roll, up_to
from ecs.systems.stacking import in_box, on_map

# -- supply from the air (4.6) --------------------------------------------------------------------


def open_log(w: World) -> None:
    """The chit begins: no pocket has been supplied from the air yet."""
    if w[AirSupply].base != -1:
        w.mark(AirSupply, w.table, base=-1)


@per_position
def pockets(w: World) -> tuple[int, ...]:
    """Axis airbases next to which a unit would starve now."""
    hungry = {u.hex for u in on_map(w, Side.AXIS) if is_marked_to_starve(w, u) and supply_of(w, u) == ISOLATED}
    around = sorted({j for i in sorted(hungry) for j in within(w, i, 1)})
    return tuple(i for i in around if is_place(w, i) and w.ground[i].control is Side.AXIS)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why an air unit may not supply a pocket."""
    name = unit.type.long_name
    if w.phase != "log-axis" or unit.type.side is not Side.AXIS:
        return Refusal("no-airlift", "The Axis supplies pockets by air only with the Logistics chit.", "4.6")
    if not has(unit, "air") or not is_german(unit) or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is not a German air unit on the map.", "4.6")
    if unit[Readiness].spent:
        return Refusal("spent", f"{name} is done for the month.", "4.6")
    if w[AirSupply].base >= 0:
        return Refusal("fed", "You may supply only one pocket a turn by air.", "4.6")
    return None


def pockets_in_range(w: World, unit: Unit) -> list[int]:
    """Every pocket an air unit may supply."""
    limit = rules(w).supply.air_supply_range
    return [i for i in pockets(w) if w.board.distance(unit.hex, i) <= limit]


def airlift(w: World, command: Airlift) -> None:
    """Supply the pocket from the air: no unit there starves during this chit."""
    unit, base = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Readiness, unit, spent=True)
    w.mark(AirSupply, w.table, base=base)
    spots = (label(w, unit.hex), command.hex)
    w.emit(Changed(where=spots, rule="4.6", unit=unit.id, state="feeding", hex=command.hex))


def cannot_supply(w: World, unit: Unit, base: int) -> Refusal | None:
    """Why an air unit may not supply the pocket round a base."""
    if base not in pockets(w):
        return Refusal(
            "no-pocket", f"{named(w, base)} is not an Axis airbase next to a unit in danger of starving.", "4.6"
        )
    limit = rules(w).supply.air_supply_range
    return Refusal("out-of-range", f"{named(w, base)} is more than {limit} hexes from {unit.type.long_name}.", "4.6")


# -- attrition (4.3) ------------------------------------------------------------------------------


def attrition(w: World) -> None:
    """Judge both sides, roll for the isolated units that starve, send aircraft off cut-off bases, bring the Soviet
    railhead forward."""
    starving = judge_all(w)
    fed = within(w, w[AirSupply].base, 1) if w[AirSupply].base >= 0 else frozenset()
    for unit in starving:
        if unit.type.side is not Side.AXIS or unit.hex not in fed:
            _starve(w, unit)
    for side in (Side.AXIS, Side.SOVIET):
        for unit in on_map(w, side):
            if has(unit, "air") and not loc_map(w, side)[unit.hex]:
                fly_out(w, unit)
    relay(w)


def is_sheltered(w: World, index: int) -> bool:
    """Do isolated units hold out longer there: City, Fort, Weak Fort, Mountain or Marsh?"""
    ground, *standing = rules(w).terrain[w.board.hexes[index].terrain], *rows(w, index)[1:]  # Snow makes no difference
    return ground.shelters or any(row.shelters for row in standing)


def _starve(w: World, unit: Unit) -> None:
    table = rules(w).supply
    sheltered = is_sheltered(w, unit.hex)
    if w.options[ATTRITION] == SLOW:
        limit = table.attrition_sheltered if sheltered else table.attrition
    else:
        limit = table.attrition_quick_sheltered if sheltered else table.attrition_quick
    die = roll(w)
    if die <= limit:
        lose_step(w, unit, Cause.NO_SUPPLY, f"isolated, die {die}, step lost on {up_to(limit)}", "4.3")
        return
    tell_roll(w, unit, die, "attrition", "4.3", limit=limit)


def fly_out(w: World, unit: Unit) -> None:
    """An air unit on a base without communications: spent, and off to the nearest base that has them (4.3)."""
    there = refuge(w, unit, unit.hex)
    w.mark(Readiness, unit, spent=True)
    if there >= 0:
        travel(w, unit, (unit.hex, there), "fly-out", "4.3")


# -- depots (4.5) ---------------------------------------------------------------------------------


def advance_of(w: World, die: int) -> int:
    """Hexes a depot may advance on a die, by turn and weather (4.5 chart)."""
    table, turn = rules(w).depots, w.clock.turn
    die += table.turn_1 if turn == 1 else table.turn_2 if turn == 2 else 0
    return table.advance[min(die, len(table.advance)) - 1][weather(w).column]


def roll_depots(w: World) -> None:
    """Captured depots come back; then roll for every depot joined to its source."""
    back = [unit for unit in in_box(w, "depots") if _bring_back(w, unit)]
    for unit in depots(w):
        w.mark(Marched, unit, moved=int(unit in back))
        w.mark(DepotAdvance, unit, hexes=0)
        if unit in back or not is_live(w, unit):
            continue
        die = roll(w)
        hexes = advance_of(w, die)
        w.mark(DepotAdvance, unit, hexes=hexes)
        tell_roll(w, unit, die, "depot", "4.5", brings=hexes)


def _bring_back(w: World, unit: Unit) -> bool:
    """Put a captured depot down again, at the source end of the line on which it first stood (4.5)."""
    there = next((i for i in line_home(w, unit) if not near_enemy(w, i)), -1)
    if there < 0:
        return False
    bring_in(w, unit, there, "4.5", source="return")
    return True


def line_home(w: World, unit: Unit) -> tuple[int, ...]:
    """The railway in supply from the ultimate source to a depot's first place, or as near to it as is open."""
    homes, tree = rules(w).depots.homes, tree_of(w, unit)
    (wanted, *_) = w.board.spots([*homes.get(unit.id, ()), *homes[""]])
    end = nearest(w, wanted, tree.before)
    return tuple(back_to_source(tree.before, end)[::-1])


def near_enemy(w: World, index: int) -> bool:
    """Does an enemy of the Axis stand next to a hex that no Axis combat unit holds?"""
    if army_at(w, index) is Side.AXIS:
        return False
    return any(armies(w).get(j) is Side.SOVIET for j in open_net(w)[index])


def depot_moves(w: World, unit: Unit) -> dict[int, tuple[int, ...]]:
    """Where a depot may be moved now: board index -> the way along the rails (4.5).

    Forward, or on to a branch, as far as the die allows; back along its own line without limit.
    """
    if unit[Marched].moved or not is_live(w, unit):
        return {}
    usable, net, limit = usable_rail(w, Side.AXIS), rail_net(w), unit[DepotAdvance].hexes
    paths: dict[int, tuple[int, ...]] = {unit.hex: (unit.hex,)}
    ring = [unit.hex]
    for _ in range(limit):
        further = []
        for i in ring:
            for j in net[i]:
                if usable[j] and j not in paths:
                    paths[j] = (*paths[i], j)
                    further.append(j)
        ring = further
    line = rail_line(w, unit)[::-1]
    for steps, i in enumerate(line, 1):
        paths.setdefault(i, line[:steps])
    return {i: path for i, path in paths.items() if i != unit.hex and not near_enemy(w, i)}


def cannot_move_depot(w: World, unit: Unit) -> Refusal | None:
    """Why a depot cannot be moved."""
    if w.phase != "depots-axis" or unit.type.side is not Side.AXIS:
        return Refusal("no-depots", "Depots move only with the Logistics chit.", "4.5")
    if not has(unit, "depot") or unit.hex < 0:
        return Refusal("no-depot", f"{unit.type.long_name} is not a depot on the map.", "4.5")
    if unit[Marched].moved:
        return Refusal("moved", f"{unit.type.long_name} has already moved or set up with this chit.", "4.5")
    if not is_live(w, unit):
        return Refusal("cut-off", f"No open railway links {unit.type.long_name} to a source of supply.", "4.5")
    return None


def move_depot(w: World, command: MoveDepot) -> None:
    """Move the depot along the rails; it moves no more with this chit."""
    unit = w.by_id[command.unit]
    travel(w, unit, depot_moves(w, unit)[w.board.by_label[command.hex]], "depot", "4.5")
    end_move(w, unit)
    w.mark(DepotAdvance, unit, hexes=0)


def cannot_set_up(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a depot may not be moved to a hex."""
    if not usable_rail(w, Side.AXIS)[there]:
        return Refusal("no-rail", f"{named(w, there)} has no railway open to the Axis.", "4.5")
    if near_enemy(w, there):
        return Refusal("enemy-near", f"An enemy is next to {named(w, there)} and no friendly unit covers it.", "4.5")
    return Refusal(
        "too-far", f"{unit.type.long_name} may advance {unit[DepotAdvance].hexes} hexes along the rails.", "4.5"
    )


def pull_back(w: World) -> None:
    """Depots in an enemy zone without a combat unit go back along their line to the first hex out of it (3.5)."""
    blocked = closed_rail(w, Side.AXIS)
    for unit in depots(w):
        if not blocked[unit.hex] or army_at(w, unit.hex) is Side.SOVIET:
            continue
        way = _way_home(w, unit)
        if way:
            travel(w, unit, way, "depot-back", "3.5")


def _way_home(w: World, unit: Unit) -> tuple[int, ...]:
    """From a depot's hex to the nearest rail hex in supply beside it; empty if there is none."""
    tree = tree_of(w, unit)
    beside = [i for i in rail_net(w)[unit.hex] if i in tree.before]
    return (unit.hex, min(beside, key=lambda i: (tree.far[i], i))) if beside else ()


AIRLIFT = Journey(
    Airlift, strange, cannot_lift, cannot_supply, goals=pockets_in_range, goes=lambda unit: has(unit, "air")
)
BY_DEPOT = Journey(
    MoveDepot, strange, cannot_move_depot, cannot_set_up, "4.5", depot_moves, lambda unit: has(unit, "depot")
)
airlift_commands, depot_commands = AIRLIFT.commands, BY_DEPOT.commands
ORDERS = (Handler(Airlift, airlift, AIRLIFT.judge), Handler(MoveDepot, move_depot, BY_DEPOT.judge))
