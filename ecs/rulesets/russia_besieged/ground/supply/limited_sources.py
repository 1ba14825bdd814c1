"""Chapter 13.4, 13.6: cities and ports that feed so many units and no more, and whom they feed."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.components import Side, Tallies
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import cf, is_army, is_second_stage, letter
from ecs.rulesets.russia_besieged.ground.occupancy import holder, is_east, partisans
from ecs.rulesets.russia_besieged.ground.supply.paths import (
    DEPENDS,
    GENERAL,
    caucasus,
    connected_ports,
    has_path,
    length,
)
from ecs.rulesets.russia_besieged.ground.terrain import majors
from ecs.rulesets.russia_besieged.ground.transport.rail_network import (
    SupplySearch,
    flood,
    group_of,
)
from ecs.rulesets.russia_besieged.ground.zones import blocked_map
from ecs.systems.ground.stacking import on_map
from ecs.systems.table.names import label

ALWAYS = frozenset({"V", "W", "FM", "DI", "AIR", "BASE", "PT"})
CUT_OFF, FED = "cut-off:", "fed:"
Ranks = tuple[tuple[str, int], ...]


def limited_cities(w: World, side: Side) -> dict[int, tuple[int, int]]:
    """Major Cities a side controls: board index -> units each feeds, and within how many hexes (13.4)."""
    table, out = rules(w).supply, {}
    for i in majors(w):
        if holder(w, i) is side and is_east(w, i) is (side is Side.SOVIET):
            out[i] = table.city_units, table.city_reach
        elif holder(w, i) is side is Side.AXIS and cut_off_turns(w, i) <= table.taken_turns:
            out[i] = table.taken_units, 0
    return out


def cut_off_turns(w: World, index: int) -> int:
    """Turns running a captured Major City has been cut off, as last judged (13.4)."""
    word = CUT_OFF + label(w, index)
    return next((n for key, n in w[Tallies].tally if key == word), 0)


def sustained(w: World, side: Side) -> frozenset[int]:
    """Units without a path of their own that a limited source keeps in general supply, by entity (13.4, 13.6)."""
    return w.lasting(("sustained", side), DEPENDS, lambda: _sustained(w, side))


class LimitedSource(NamedTuple):
    """A limited source: how many units it feeds, of which groups, how far off, and how far in the Caucasus."""

    hex: int
    units: int
    groups: tuple[str, ...]
    reach: int
    caucasus_reach: int


def _sustained(w: World, side: Side) -> frozenset[int]:
    return served(w, side, ranks(w))


def ranks(w: World) -> Ranks:
    """Whom the owners have named to be fed before (below 0) or after (above) all others, by counter."""
    return tuple((word.removeprefix(FED), n) for word, n in w[Tallies].tally if word.startswith(FED))


def served(w: World, side: Side, ranked: Ranks) -> frozenset[int]:
    """Whom the limited sources would feed if these were the wishes of the owners, by entity."""
    hungry = [u for u in on_map(w, side) if letter(u) not in ALWAYS and not is_joined(w, u)]
    if not hungry:
        return frozenset()
    wells, blocked = _wells(w, side, tuple(sorted({group_of(w, u) for u in hungry}))), blocked_map(w, side)
    key = wells, blocked, tuple((u.entity, u.hex, is_army(u), cf(u)) for u in hungry), ranked
    return w.recent(("sustained", side), key, lambda: _feed(w, side, wells, hungry, dict(ranked)))


def _wells(w: World, side: Side, groups: tuple[str, ...]) -> tuple[LimitedSource, ...]:
    """The limited sources of a side: its cities, then the ports fed by ships."""
    table, limit = rules(w).supply, length(w, side)
    short = rules(w).caucasus.axis_reach if side is Side.AXIS else limit
    found = [(i, units, reach, groups) for i, (units, reach) in limited_cities(w, side).items()]
    ports = {group: connected_ports(w, group) for group in groups}
    for i in sorted({i for open_ports in ports.values() for i in open_ports}):
        fed = tuple(group for group in groups if i in ports[group])
        found.append((i, table.port_units, table.port_reach, fed))
    return tuple(LimitedSource(i, n, fed, min(reach, limit), min(reach, limit, short)) for i, n, reach, fed in found)


def _feed(
    w: World, side: Side, wells: tuple[LimitedSource, ...], hungry: list[Unit], ranked: dict[str, int]
) -> frozenset[int]:
    """As the owner has ordered it; else armies first, then the nearest, then the strongest."""
    out: set[int] = set()
    south = caucasus(w)
    for well in wells:
        walk = SupplySearch(side, blocked_map(w, side), (well.hex,), well.reach, False)
        near, close = flood(w, walk), flood(w, walk._replace(limit=well.caucasus_reach))
        fair = [u for u in hungry if u.entity not in out and group_of(w, u) in well.groups]
        fair = [u for u in fair if (close if u.hex in south else near)[u.hex]]
        fair.sort(
            key=lambda u: (
                ranked.get(u.id, 0), not is_army(u), w.board.distance(u.hex, well.hex), -cf(u), u.entity
            )
        )  # fmt: skip
        out.update(u.entity for u in fair[: well.units])
    return frozenset(out)


def fed_by_partisans(w: World) -> bytes:
    """Of every hex, 1 if airborne corps there live on partisans of the 2nd stage near by (16.5)."""
    hexes = tuple(i for i, band in sorted(partisans(w).items()) if is_second_stage(band))
    open_there = bytes(b and i not in hexes for i, b in enumerate(blocked_map(w, Side.SOVIET)))
    return flood(w, SupplySearch(Side.SOVIET, open_there, hexes, rules(w).partisans.feeds, False))


def is_joined(w: World, unit: Unit) -> bool:
    """Has a unit a path of its own to general supply, or partisans to share with?"""
    if has_path(w, unit, GENERAL):
        return True
    return letter(unit) == "AB" and bool(w.lasting("fed-by-partisans", DEPENDS, lambda: fed_by_partisans(w))[unit.hex])
