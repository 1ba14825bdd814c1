"""Chapter 15: who is in supply, and what becomes of those who are not."""

from __future__ import annotations

from ecs.core.commands import Abandon, Command
from ecs.core.components import Disruption, Side, SupplyState
from ecs.core.events import Cause
from ecs.core.ruleset import Handler
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import turn_side
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import sea_control, seas_of
from ecs.rulesets.darkest_crusade.ground.losses import eliminate
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_clear
from ecs.systems.network import Net, joined, marked, net_without
from ecs.systems.sentences import named
from ecs.systems.stacking import on_map, side_at, stacks, units_at
from ecs.systems.supply import distances, in_or_out, ways_back

BASTIONS = ("victory", "major")
EDGES = {Side.AXIS: ("edge_axis",), Side.SOVIET: ("edge_rus_entry", "edge_rus_supply")}


def roads(w: World) -> Net:
    """Neighbour lists for supply lines: everything but sea; straits and frozen or open lakes too (15.1)."""
    return net_without(w, "impassable")


def in_supply(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side can trace a supply line at this moment (15.1)."""
    return w.memo(("supply", side), lambda: _trace(w, side))


def _trace(w: World, side: Side) -> frozenset[int]:
    net = roads(w)
    usable = _usable(w, side, net)
    reached = marked(joined(net, usable, [i for i in _edges(w, side) if usable[i]]))
    while ports := [p for p in _sea_ports(w, side, reached) if usable[p]]:
        reached |= marked(joined(net, usable, ports))
    return reached


def ways(w: World, side: Side) -> dict[int, int]:
    """Of every hex of ``in_supply``, the next one on the way to the map edge, or to the port that feeds it."""
    fed = in_supply(w, side)
    feeders = {i: i for i in _edges(w, side) if i in fed}
    quays = [h.index for h in w.board.hexes if "port" in h.traits and h.index in fed]
    return ways_back(roads(w), fed, feeders, quays)


def _edges(w: World, side: Side) -> list[int]:
    """The edge hexes that feed a side: those it controls."""
    return [h.index for h in w.board.hexes if h.traits.intersection(EDGES[side]) and w.ground[h.index].control is side]


def _usable(w: World, side: Side, net: Net) -> bytes:
    """Hexes nearer to own units and cities than to any enemy unit; for the Axis also empty hexes that are screened."""
    held = stacks(w)
    own = [h for h, stack in held.items() if stack[0].type.side is side]
    enemy = {h for h, stack in held.items() if stack[0].type.side is not side}
    bastions = [
        h.index
        for h in w.board.hexes
        if (h.place in BASTIONS or "fortress" in h.traits) and w.ground[h.index].control is side
    ]
    mine, theirs = distances(net, own + bastions), distances(net, enemy)
    screened = _screened(w) if side is Side.AXIS else set()
    return bytes(i not in enemy and (mine[i] < theirs[i] or (i in screened and i not in held)) for i in range(len(net)))


def _screened(w: World) -> set[int]:
    """Hexes beside a German army, or clear ones beside a panzergruppe; by an option only beside those in good order."""
    tired = w.options["supply_screen"] == "all"
    return {
        j
        for unit in on_map(w, Side.AXIS)
        if (tired or unit.ready) and ("zoc_all" in unit.type or "zoc_clear" in unit.type)
        for j in w.board.neighbours[unit.hex]
        if is_accessible(w, unit.hex, j) and ("zoc_all" in unit.type or is_clear(w, j))
    }


def _sea_ports(w: World, side: Side, reached: frozenset[int]) -> list[int]:
    """Ports that supply can be shipped to: on a sea the side controls, from a port already reached."""
    ports = [
        h.index
        for h in w.board.hexes
        if "port" in h.traits and w.ground[h.index].control is side and side_at(w, h.index) is not side.other
    ]
    seas = {s for p in ports if p in reached for s in seas_of(w, p) if sea_control(w, s) is side}
    return [p for p in ports if p not in reached and seas.intersection(seas_of(w, p))]


def is_supplied(w: World, unit: Unit) -> bool:
    """Can the unit trace a supply line now?"""
    return unit.hex in in_supply(w, unit.type.side)


# -- the supply determination phases (15.2, 15.3) ---------------------------------------------------


CHECK = in_or_out("15.1", is_supplied, secret=True)


def mark_axis_supply(w: World) -> None:
    """A3: fix the Axis supply flags, remove what starves."""
    _determine(w, Side.AXIS)


def mark_soviet_supply(w: World) -> None:
    """B3: fix the Soviet supply flags, remove what starves."""
    _determine(w, Side.SOVIET)


def _determine(w: World, side: Side) -> None:
    CHECK.tick(w, on_map(w, side))
    starve(w, side)


def sustains(w: World, index: int, side: Side) -> int:
    """How many isolated units of a side a hex keeps alive (15.3)."""
    spot, table = w.board.hexes[index], rules(w).sustain
    if w.ground[index].control is not side:
        return 0
    if side is Side.SOVIET and index in w.board.spots(table.great_hexes):
        return table.great
    if spot.place == "victory":
        return table.victory
    return max(table.fortress if "fortress" in spot.traits else 0, table.major if spot.place == "major" else 0)


def starving(w: World, side: Side, index: int) -> list[Unit]:
    """The Disrupted, unsupplied units of a hex."""
    return [
        u for u in units_at(w, index) if u.type.side is side and u[Disruption].disrupted and not u[SupplyState].supplied
    ]


def starve(w: World, side: Side) -> None:
    """Remove Disrupted unsupplied units; ask the owner where a place can keep only some of them."""
    asking = False
    for index in sorted(stacks(w)):
        hungry = starving(w, side, index)
        room = sustains(w, index, side)
        if not hungry or len(hungry) <= room:
            continue
        if room == 0:
            for unit in hungry:
                eliminate(w, unit, Cause.NO_SUPPLY, "isolated and Disrupted", "15.3")
        else:
            asking = True
    if asking and "abandon" not in w.decisions.stack:
        w.ask("abandon")
    elif not asking and w.decisions.stack[-1:] == ("abandon",):
        w.answered("abandon")


def _overfull(w: World, side: Side) -> list[int]:
    return [i for i in sorted(stacks(w)) if len(starving(w, side, i)) > sustains(w, i, side)]


def abandon_commands(w: World) -> list[Command]:
    """Units of an isolated place of which some must be given up."""
    side = turn_side(w)
    return [Abandon(u.id) for i in _overfull(w, side) for u in starving(w, side, i)]


def abandon(w: World, command: Abandon) -> None:
    """Give up the unit; the rest may be enough for the place to sustain."""
    unit = w.by_id[command.unit]
    side = unit.type.side
    eliminate(w, unit, Cause.NO_SUPPLY, "given up in an isolated place", "15.3")
    starve(w, side)


def abandon_view(w: World) -> DecisionView:
    """What is asked."""
    side = turn_side(w)
    index = _overfull(w, side)[0]
    return DecisionView(
        "abandon", side, f"{named(w, index)} cannot keep all its units alive: choose who is lost.", index, "15.3"
    )


def judge_abandon(w: World, command: Abandon) -> Refusal | None:
    """Why a unit may not be given up."""
    return Refusal("not-starving", f"{command.unit} is not among the starving units of an overfull place.", "15.3")


ORDERS = (Handler(Abandon, abandon, judge_abandon),)
