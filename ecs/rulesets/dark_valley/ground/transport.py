"""Chapters 3.7 to 3.9: strategic movement by rail and by sea."""

from __future__ import annotations

from ecs.core.commands import MoveByRail, Sail
from ecs.core.components import Engagement, Ground, Marched, Side, Transport
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.ground.occupancy import (
    DEPENDS,
    LIMITS,
    SUPPLIED,
    armies,
    blocked_map,
    no_room,
    state,
    zone_map,
)
from ecs.rulesets.dark_valley.ground.railways import depots, friendly_rail, torn_rails
from ecs.rulesets.dark_valley.ground.removal import drive_out
from ecs.rulesets.dark_valley.ground.terrain import barred_ground, cannot_act, closed_to, places
from ecs.systems.marches import end_move
from ecs.systems.movement import Journey, travel
from ecs.systems.rail import RailRules, Railways
from ecs.systems.sentences import named
from ecs.systems.trains import note_voyage, open_transport

# -- Chapters 3.7-3.9: who may travel at all in the phase of strategic movement. -------------------------------------

TRAVELLERS = ("hq", "art")


def start(w: World) -> None:
    """Open strategic movement: no unit of the side has travelled yet this turn."""
    open_transport(w)
    for unit in w.units:
        if unit[Marched].moved and unit.type.side is turn_side(w):
            w.mark(Marched, unit, moved=0)


def cannot_travel(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not travel by rail, sea or air."""
    name = unit.type.long_name
    if not w.phase.startswith("rail-"):
        return Refusal("no-travel", "Units go by rail, sea or air only in the strategic movement phase.", "3.7")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.7")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "3.7")
    if not is_combat_unit(unit) and not any(has(unit, trait) for trait in TRAVELLERS):
        return Refusal("no-traveller", f"{name} cannot go by rail or sea.", "3.7")
    if unit[Marched].moved:
        return Refusal("moved", f"{name} has already travelled this turn.", "3.7")
    if unit[Immobility].rooted:
        return Refusal("rooted", f"{name} must garrison its fort and may not leave.", "8.13")
    return cannot_act(w, unit)


def seize(w: World, unit: Unit) -> None:
    """A combat unit that comes over the sea or from the air takes the hex it lands in."""
    if is_combat_unit(unit):
        drive_out(w, unit.hex, unit.type.side)
        take_control(w, unit.hex, unit.type.side)


# -- Chapter 3.7: who travels by rail, and where to. -----------------------------------------------------------------


def capacity(w: World, side: Side) -> int:
    """Units a side may send by rail this turn."""
    return by_turn(rules(w).rail.capacity, w.clock.turn)[0 if side is Side.AXIS else 1]


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    refusal = cannot_travel(w, unit)
    if refusal is not None:
        return refusal
    side, name = unit.type.side, unit.type.long_name
    most = capacity(w, side)
    if not most:
        return Refusal("no-trains", "No troop trains run this turn.", "3.7")
    if w[Transport].rail >= most and not has(unit, "hq"):
        return Refusal("trains-used", f"You have already moved {most} units by rail, the most for this turn.", "3.7")
    if side is Side.SOVIET and unit.hex in torn_rails(w):
        return Refusal("torn-rails", f"The railway at {named(w, unit.hex)} is not repaired yet.", "4.1")
    if not friendly_rail(w, side)[unit.hex]:
        return Refusal("no-railway", f"{name} is not on a railway open to its side.", "3.7")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} is in an enemy zone of control.", "3.7")
    if state(w, unit) != SUPPLIED:
        return Refusal("unsupplied", f"{name} is out of supply.", "4.4")
    return None


@remembered(*DEPENDS, Ground)
def stops(w: World, side: Side) -> bytes:
    """For every hex, 1 if a train can be left there: open railway, out of enemy zones."""
    rail, zones = friendly_rail(w, side), zone_map(w, side.other)
    return bytes(int(on and not zone) for on, zone in zip(rail, zones, strict=True))


@remembered(*DEPENDS, Ground)
def stations(w: World, side: Side) -> frozenset[int]:
    """The stops in a town or city, or in or beside the hex of an own headquarters or depot: those a player wants most
    often, which the table lights first."""
    posts = [u.hex for u in w.units if u.hex >= 0 and u.type.side is side and has(u, "hq")]
    posts += [d.hex for d in depots(w)] if side is Side.AXIS else []
    near = [j for i in sorted(set(posts)) for j in (i, *w.board.neighbours[i])]
    open_ = stops(w, side)
    return frozenset(i for i in (*places(w), *near) if open_[i])


RAILWAYS = Railways(friendly_rail, stops)


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    side, numbers = unit.type.side, RAILWAYS.lines(w, unit.type.side)
    if side is Side.SOVIET and there in torn_rails(w):
        return Refusal("torn-rails", f"The railway at {named(w, there)} is not repaired yet.", "4.1")
    if not numbers[there] or numbers[there] != numbers[unit.hex]:
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "3.7")
    if zone_map(w, side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} is in an enemy zone of control.", "3.7")
    return closed_to(w, unit, there) or no_room(w, unit, there)


RAIL = RailRules(
    Journey(MoveByRail, strange, cannot_board, cannot_alight, "3.7"),
    RAILWAYS,
    capacity,
    weight=lambda unit: int(not has(unit, "hq")),
    room=lambda w, unit, ends: ends - barred_ground(w, unit),
)

# -- Chapter 3.8: who is shipped where, and who is put ashore. -------------------------------------------------------


def routes(w: World, side: Side) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Seas a side may sail this turn: name, the ports it may use, units a turn."""
    sea, turn = rules(w).sea, w.clock.turn
    out: list[tuple[str, tuple[int, ...], int]] = []
    icy = w.weather.name == "Snow"
    if side is Side.SOVIET:
        if turn <= sea.soviet_baltic_last and not icy:
            out.append(("baltic", w.board.spots(sea.soviet_baltic), sea.soviet_baltic_units))
        out.append(("black", w.board.spots(sea.soviet_black), sea.soviet_black_units))
    else:
        if turn >= sea.axis_baltic_first and not icy:
            out.append(("baltic", w.board.spots(sea.axis_baltic), sea.axis_baltic_units))
        if turn >= sea.axis_black_first:
            out.append(("black", w.board.spots(sea.axis_black), sea.axis_black_units))
            out.append(("kerch", w.board.spots(sea.kerch), 1))
    return tuple(out)


def is_open_port(w: World, side: Side, index: int) -> bool:
    """Friendly, and out of enemy zones unless own units stand there."""
    return w.ground[index].control is side and not blocked_map(w, side)[index]


@remembered()
def beaches(w: World) -> tuple[int, ...]:
    """Clear hexes on the Black Sea (3.8)."""
    board, water = w.board, _open_water(w)
    return tuple(
        h.index
        for h in board.hexes
        if h.terrain == "clear" and any(offset in water for offset in board.layout.neighbours(h.col, h.row))
    )


def _open_water(w: World) -> frozenset[tuple[int, int]]:
    """Cells of the map sheet that are no hexes, on the sea of the Soviet Black Sea ports."""
    board = w.board
    last = max(h.col for h in board.hexes), max(h.row for h in board.hexes)
    havens = (board.hexes[i] for i in board.spots(rules(w).sea.soviet_black))
    ports = [spot for spot in havens if "coast_Azov" not in spot.traits]

    def is_water(cell: tuple[int, int]) -> bool:
        return cell not in board.by_offset and 0 <= cell[0] <= last[0] and 0 <= cell[1] <= last[1]

    ring = sorted({cell for h in ports for cell in board.layout.neighbours(h.col, h.row) if is_water(cell)})
    seen = set(ring)
    for cell in ring:
        for other in board.layout.neighbours(*cell):
            if other not in seen and is_water(other):
                seen.add(other)
                ring.append(other)
    return frozenset(seen)


def may_land(w: World) -> bool:
    """May one more unit be put ashore away from a port?"""
    return w.clock.turn >= rules(w).sea.landing_from and "landing" not in w[Transport].voyages


def landings(w: World, side: Side) -> tuple[int, ...]:
    """Beaches without enemy combat units; their zones do not matter (3.8)."""
    held = armies(w)
    return tuple(i for i in beaches(w) if held.get(i) is not side.other)


def cannot_embark(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not be shipped."""
    refusal = cannot_travel(w, unit)
    if refusal is not None:
        return refusal
    side, voyages = unit.type.side, w[Transport].voyages
    found = [(name, most) for name, ports, most in routes(w, side) if unit.hex in ports]
    if not found:
        return Refusal("no-port", f"{unit.type.long_name} is not in a port that ships units this turn.", "3.8")
    if not is_open_port(w, side, unit.hex):
        return Refusal("port-closed", f"{named(w, unit.hex)} is not an open port.", "3.8")
    if all(voyages.count(name) >= most for name, most in found):
        return Refusal("ships-used", "You have used all your ships on this sea this turn.", "3.8")
    return None


def voyages_of(w: World, unit: Unit) -> dict[int, str]:
    """Where a unit in a port may be shipped: board index -> what the voyage counts as."""
    side, done = unit.type.side, w[Transport].voyages
    out: dict[int, str] = {}
    for name, ports, most in routes(w, side):
        if unit.hex not in ports or done.count(name) >= most:
            continue
        for i in ports:
            if i != unit.hex and is_open_port(w, side, i):
                out.setdefault(i, name)
        if side is Side.SOVIET and name == "black" and may_land(w):
            for i in landings(w, side):
                if i != unit.hex:
                    out.setdefault(i, "landing")
    return out


def goals(w: World, unit: Unit) -> list[int]:
    """Where a unit in a port may be shipped now."""
    return LIMITS.with_room(w, unit, voyages_of(w, unit), barred_ground(w, unit))


def sail(w: World, command: Sail) -> None:
    """Ship the unit; one put ashore away from a port may not attack this turn."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    name = voyages_of(w, unit)[there]
    note_voyage(w, *(("black", name) if name == "landing" else (name,)))
    end_move(w, unit)
    w.mark(Engagement, unit, landed=name == "landing")
    travel(w, unit, (unit.hex, there), "landing" if name == "landing" else "sea", "3.8")
    seize(w, unit)


def cannot_disembark(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not be put ashore in a hex."""
    if there in voyages_of(w, unit):
        return closed_to(w, unit, there) or no_room(w, unit, there)
    return Refusal("no-voyage", f"{named(w, there)} is not an open port or landing place on this sea.", "3.8")


BY_SEA = Journey(Sail, strange, cannot_embark, cannot_disembark, goals=goals)
sail_commands, judge_sail = BY_SEA.commands, BY_SEA.judge

ORDERS = (Handler(Sail, sail, judge_sail),)
