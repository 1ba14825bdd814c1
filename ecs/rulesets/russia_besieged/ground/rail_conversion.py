"""Chapter 7.2: the railways a side converts to its gauge."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.commands import Command, Regauge
from ecs.core.components import Clock, Ground, Side, Tallies
from ecs.core.events import TrackConverted
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import turn_side, weathers
from ecs.rulesets.russia_besieged.data.components import IMPULSE_MARKS, UNIT_MARKS, WAR_MARKS, Partisan, Track
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_second_stage
from ecs.rulesets.russia_besieged.ground.occupancy import DEPENDS, blocked_map, holder, partisans
from ecs.rulesets.russia_besieged.ground.railways import EVERYBODY, SOVIET, fed_rail, sources, usable_rail
from ecs.rulesets.russia_besieged.ground.terrain import gauge, within
from ecs.systems.network import joined
from ecs.systems.rail import rail_hexes, rail_net
from ecs.systems.sentences import label, named

PHASE = "convert"
GROUPS, FRESH = "rail-groups:", "rail-fresh:"


class ConversionChains(NamedTuple):
    """The chains open now: of every hex on one, the hex before it (-1: a hex in use), and how many are converted."""

    before: dict[int, int]
    hexes: dict[int, int]


# -- groups -----------------------------------------------------------------------------------------------


def _stamp(w: World) -> str:
    return f"{turn_side(w).value}-{w.clock.turn}"


def groups_left(w: World) -> int:
    """Rail groups the side whose phase it is can still send out this turn."""
    word = GROUPS + _stamp(w)
    used = next((n for key, n in w[Tallies].tally if key == word), 0)
    return max(0, calendar.rail_groups(turn_side(w), w.clock.turn) - used)


def converted_now(w: World) -> frozenset[int]:
    """Hexes converted in this phase: no other group starts from them."""
    head = f"{FRESH}{_stamp(w)}:"
    return frozenset(w.board.by_label[key[len(head) :]] for key, _ in w[Tallies].tally if key.startswith(head))


def groups_for(w: World, hexes: int) -> int:
    """How many groups a chain of so many hexes takes; 0: it is too long (7.2)."""
    return next((n for n in (1, 2) if hexes <= calendar.rail_chain(weathers(w), n)), 0)


def _write_down(w: World, used: int, line: tuple[int, ...]) -> None:
    stamp = _stamp(w)
    kept = [(key, n) for key, n in w[Tallies].tally if not key.startswith((GROUPS, FRESH)) or stamp in key]
    counts = dict(kept)
    counts[GROUPS + stamp] = counts.get(GROUPS + stamp, 0) + used
    counts.update({f"{FRESH}{stamp}:{label(w, i)}": 1 for i in line})
    w.mark(Tallies, w.table, tally=tuple(sorted(counts.items())))


# -- chains -----------------------------------------------------------------------------------------------


def railheads(w: World, side: Side) -> bytes:
    """For every hex, 1 if it is railway in use: joined to an unlimited source of any of the side's nations (7.2)."""
    if side is Side.AXIS:
        return fed_rail(w, EVERYBODY)
    usable = usable_rail(w, side)
    south = w.board.spots(rules(w).supply.caucasus_sources)
    starts = {*sources(w, SOVIET), *(i for i in south if holder(w, i) is side)}
    return joined(rail_net(w), usable, sorted(starts))


def why_not(w: World, side: Side, index: int) -> Refusal | None:
    """Why a side's rail groups may not work in a hex; None if they may, or its trains run there already."""
    name = named(w, index)
    if holder(w, index) is not side:
        return Refusal("not-held", f"{name} is not in {side} hands.", "7.2")
    if blocked_map(w, side)[index]:
        return Refusal("enemy-zone", f"{name} is in an enemy zone of control, with no friendly unit there.", "7.2")
    if side is Side.AXIS and index in partisan_ground(w):
        return Refusal("partisans", f"Partisans keep the rail groups out of {name}.", "16.2")
    return None


@remembered(*DEPENDS, Partisan)
def partisan_ground(w: World) -> frozenset[int]:
    """Hexes in which partisans stop Axis rail conversion (7.2)."""
    reach = rules(w).gauge.partisan
    found = (within(w, i, reach if is_second_stage(u) else 0) for i, u in partisans(w).items())
    return frozenset().union(*found)


@remembered(*DEPENDS, *UNIT_MARKS, Ground, Track, *WAR_MARKS, *IMPULSE_MARKS, Clock)
def chains(w: World) -> ConversionChains:
    """The shortest chain to every hex that could be converted now."""
    side, net, most = turn_side(w), rail_net(w), calendar.rail_chain(weathers(w), min(2, groups_left(w)))
    ready, fresh = railheads(w, side), converted_now(w)
    ring = [i for i in rail_hexes(w) if ready[i] and i not in fresh]
    before, hexes = dict.fromkeys(ring, -1), dict.fromkeys(ring, 0)
    if not groups_left(w):
        return ConversionChains(before, hexes)
    for i in ring:
        for j in net[i]:
            if j in hexes or j in fresh or hexes[i] == most or why_not(w, side, j) is not None:
                continue
            before[j], hexes[j] = i, hexes[i] + 1
            ring.append(j)
    return ConversionChains(before, hexes)


def chain_to(w: World, end: int) -> tuple[int, ...]:
    """The chain that would be converted up to a hex, railhead not included; empty if there is none."""
    found, line = chains(w).before, [end]
    if end not in found:
        return ()
    while found[line[-1]] >= 0:
        line.append(found[line[-1]])
    return tuple(line[-2::-1])


def regauge_commands(w: World) -> list[Command]:
    """Every hex a railway can be converted up to now, by the groups that are left."""
    if not w.phase.startswith(PHASE):
        return []
    side, left = turn_side(w), groups_left(w)
    ends = [i for i, n in chains(w).hexes.items() if n and 0 < groups_for(w, n) <= left and gauge(w, i) is not side]
    return [Regauge(name) for name in sorted(label(w, i) for i in ends)]


def regauge(w: World, command: Regauge) -> None:
    """Convert the shortest chain up to the hex; a long one takes two groups."""
    end, side = w.board.by_label[command.hex], turn_side(w)
    line = chain_to(w, end)
    used = groups_for(w, len(line))
    for index in line:
        if gauge(w, index) is not side:
            w.mark(Track, w.hexes[index], gauge=side)
    _write_down(w, used, line)
    where = tuple(label(w, i) for i in line)
    w.emit(TrackConverted(where=where, rule="7.2", side=side, hexes=where, groups=used))


def judge_regauge(w: World, command: Regauge) -> Refusal | None:
    """Why a railway may not be converted up to a hex."""
    if command.hex not in w.board.by_label:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "2.1")
    if not w.phase.startswith(PHASE):
        return Refusal("no-conversion", "Convert railways after the Second Impulse.", "7.2")
    end, side, left = w.board.by_label[command.hex], turn_side(w), groups_left(w)
    name = named(w, end)
    if not rail_net(w)[end]:
        return Refusal("no-railway", f"{name} has no railway.", "7.2")
    if gauge(w, end) is side:
        return Refusal("own-gauge", f"{side} trains already run at {name}.", "7.2")
    if not left:
        return Refusal("groups-used", "All rail groups have already worked this turn.", "7.2")
    refusal = why_not(w, side, end)
    if refusal is not None:
        return refusal
    found = chains(w).hexes
    if end in found and 0 < groups_for(w, found[end]) <= left:
        return None
    sky, both = weathers(w), calendar.rail_chain(weathers(w), 2)
    limit = f"{calendar.rail_chain(sky)} hexes" + (f", two groups together {both}" if left > 1 else "")
    words = f"{name} is out of reach. A rail group converts {limit}, starting from a railway linked to a source."
    return Refusal("too-far", words, "7.2")


ORDERS = (Handler(Regauge, regauge, judge_regauge),)
