"""Chapter 15: who is in supply, and what becomes of units that are not."""

from __future__ import annotations

from ecs.core.commands import Abandon, Command
from ecs.core.components import Disruption, Ground, Place, Side, Weather
from ecs.core.events import Cause
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import turn_side
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import sea_control, seas_of
from ecs.rulesets.darkest_crusade.ground.losses import eliminate
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_clear, unsupplied_sides
from ecs.systems.network import Net, joined, marked, net_without, unmarked
from ecs.systems.sentences import called, named
from ecs.systems.stacking import on_map, side_at, stacks
from ecs.systems.supply import (
    Quays,
    Starvation,
    SupplyRules,
    distances,
    over_sea,
    overfull,
    starve,
    starving,
    ways_back,
)

BASTIONS = ("victory", "major")
EDGES = {Side.AXIS: ("edge_axis",), Side.SOVIET: ("edge_rus_entry", "edge_rus_supply")}


def roads(w: World) -> Net:
    """Neighbour lists for supply lines: everything but sea; straits and frozen or open lakes too (15.1)."""
    return net_without(w, *sorted(unsupplied_sides(w)))


@remembered(Place, Ground, Disruption, Weather)
def in_supply(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side can trace a supply line at this moment (15.1)."""
    net = roads(w)
    usable = _usable(w, side, net)
    land = marked(joined(net, usable, [i for i in _edges(w, side) if usable[i]]))
    quays = tuple((i, seas) for i, seas in _quays(w, side) if usable[i])
    return over_sea(net, unmarked(usable), land, quays)


def ways(w: World, side: Side) -> dict[int, int]:
    """For every hex of ``in_supply``, the next one on the way to the map edge, or to the port that supplies it."""
    fed = in_supply(w, side)
    feeders = {i: i for i in _edges(w, side) if i in fed}
    quays = [h.index for h in w.board.hexes if "port" in h.traits and h.index in fed]
    return ways_back(roads(w), fed, feeders, quays)


def _edges(w: World, side: Side) -> list[int]:
    """The edge hexes that supply a side: those it controls."""
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


def _quays(w: World, side: Side) -> Quays:
    """A side's ports, with the seas there that it controls."""
    ports = [h.index for h in w.board.hexes if "port" in h.traits and w.ground[h.index].control is side]
    free = [i for i in ports if side_at(w, i) is not side.other]
    return tuple((i, frozenset(sea for sea in seas_of(w, i) if sea_control(w, sea) is side)) for i in free)


def is_supplied(w: World, unit: Unit) -> bool:
    """Can the unit trace a supply line now?"""
    return unit.hex in in_supply(w, unit.type.side)


# -- the supply determination phases (15.2, 15.3) ---------------------------------------------------


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


SUPPLY = SupplyRules(
    "15.1",
    units=lambda w: on_map(w, turn_side(w)),
    level=lambda w, unit: int(not is_supplied(w, unit)),
    secret=True,
    starvation=Starvation("15.3", "isolated and Disrupted", turn_side, sustains, eliminate, question="abandon"),
)


def abandon_commands(w: World) -> list[Command]:
    """Units of an isolated place, some of which must be given up."""
    return [Abandon(u.id) for i in overfull(w) for u in starving(w, i)]


def abandon(w: World, command: Abandon) -> None:
    """Give up the unit; the rest may be enough for the place to sustain."""
    eliminate(w, w.by_id[command.unit], Cause.NO_SUPPLY, "starved in an isolated place", "15.3")
    starve(w)


def abandon_view(w: World) -> DecisionView:
    """The question of which unit is given up."""
    index = overfull(w)[0]
    text = f"{named(w, index)} cannot sustain all its units. Which one is lost?"
    return DecisionView("abandon", turn_side(w), text, index, "15.3")


def judge_abandon(w: World, command: Abandon) -> Refusal | None:
    """Why a unit may not be given up."""
    return Refusal("not-starving", f"{called(w, command.unit)} is not one of the starving units there.", "15.3")


ORDERS = (Handler(Abandon, abandon, judge_abandon),)
