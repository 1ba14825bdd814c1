"""Chapter 3.8: who is shipped where, and who is put ashore."""

from __future__ import annotations

from ecs.core.commands import Sail
from ecs.core.components import Engagement, Marched, Side, Transport
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.turn import strange
from ecs.rulesets.dark_valley.ground.borders import barred_ground
from ecs.rulesets.dark_valley.ground.occupancy import armies
from ecs.rulesets.dark_valley.ground.stacking import full_for, no_room
from ecs.rulesets.dark_valley.ground.transport.strategic_movement import cannot_travel, seize
from ecs.rulesets.dark_valley.ground.zones import blocked_map
from ecs.systems.ground.journeys import Journey, travel
from ecs.systems.table.names import named


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


def beaches(w: World) -> tuple[int, ...]:
    """Clear hexes on the Black Sea (3.8)."""
    return w.keep("beaches", lambda: _beaches(w))


def _beaches(w: World) -> tuple[int, ...]:
    board, water = w.board, _open_water(w)
    return tuple(
        h.index
        for h in board.hexes
        if h.terrain == "clear" and any(offset in water for offset in board.layout.neighbours(h.col, h.row))
    )


def _open_water(w: World) -> frozenset[tuple[int, int]]:
    """The cells of the map sheet that are no hexes and lie on the sea of the Soviet Black Sea ports."""
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
    """Why a unit may not be shipped at all."""
    refusal = cannot_travel(w, unit)
    if refusal is not None:
        return refusal
    side, voyages = unit.type.side, w[Transport].voyages
    found = [(name, most) for name, ports, most in routes(w, side) if unit.hex in ports]
    if not found:
        return Refusal("no-port", f"{unit.type.name} is in no port its side ships units from this turn.", "3.8")
    if not is_open_port(w, side, unit.hex):
        return Refusal("port-closed", f"{named(w, unit.hex)} is no open port.", "3.8")
    if all(voyages.count(name) >= most for name, most in found):
        return Refusal("ships-used", "As many units as ships can carry have sailed there this turn.", "3.8")
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
    full, shut = full_for(w, unit), barred_ground(w, unit)
    return [i for i in voyages_of(w, unit) if i not in full and i not in shut]


def sail(w: World, command: Sail) -> None:
    """Ship the unit; one put ashore away from a port may not attack this turn."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    name = voyages_of(w, unit)[there]
    used = ("black", "landing") if name == "landing" else (name,)
    w.mark(Transport, w.table, voyages=(*w[Transport].voyages, *used))
    w.mark(Marched, unit, moved=1)
    w.mark(Engagement, unit, landed=name == "landing")
    travel(w, unit, (unit.hex, there), "landing" if name == "landing" else "sea", "3.8")
    seize(w, unit)


def cannot_disembark(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not be put ashore in a hex."""
    if there in voyages_of(w, unit):
        if there in barred_ground(w, unit):
            return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.name} now.", "8.8")
        return no_room(w, unit, there)
    return Refusal("no-voyage", f"{named(w, there)} is no open port or landing place on this sea.", "3.8")


BY_SEA = Journey(Sail, strange, cannot_embark, cannot_disembark, goals=goals)
sail_commands, judge_sail = BY_SEA.commands, BY_SEA.judge
ORDERS = (Order(Sail, sail, judge_sail),)
