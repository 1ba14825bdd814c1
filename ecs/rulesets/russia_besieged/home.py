"""Chapter 13.2: which railways lead home, and which places do they feed?"""

from __future__ import annotations

from ecs.components import Duty, Ground, Place, Side, Steps, Track, Weather
from ecs.rulesets.russia_besieged.charts import supply_length
from ecs.rulesets.russia_besieged.lay import (
    army_at,
    has_rail,
    holder,
    is_second_stage,
    land_net,
    partisans,
    place,
    rail_map,
    rules,
    weather,
)
from ecs.rulesets.russia_besieged.zones import blocked_map
from ecs.systems.supply import flood
from ecs.world import World

DEPENDS = (Duty, Ground, Place, Steps, Track, Weather)


def sources(w: World, side: Side) -> tuple[int, ...]:
    """Unlimited sources of a side for the replacements: for the Axis the German ones (13.3)."""
    table = rules(w).supply
    if side is Side.AXIS:
        names = table.axis_sources
    else:
        shut = table.snowed_in if weather(w) == "Snow" else []
        names = [*(n for n in table.soviet_sources if n not in shut), *table.caucasus_sources]
    return tuple(place(w, name) for name in names)


def rail_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a railway leads to."""
    rows = w.board.neighbours
    return w.keep("rail-net", lambda: tuple(tuple(j for j in row if has_rail(w, i, j)) for i, row in enumerate(rows)))


def joined_to(w: World, side: Side, starts: tuple[int, ...]) -> frozenset[int]:
    """Hexes whose railway a side can use, joined to one of these places by such hexes (13.2)."""

    def make() -> frozenset[int]:
        own, shut = rail_map(w, side), blocked_map(w, side)
        cut = raided(w) if side is Side.AXIS else frozenset()
        return frozenset(flood(rail_net(w), starts, lambda i: bool(own[i]) and not shut[i] and i not in cut))

    return w.lasting(("joined", side, starts), DEPENDS, make)


def raided(w: World) -> frozenset[int]:
    """Railways partisans close to the Axis: their hex, later beside it too unless the Axis is there (16.2)."""
    out: set[int] = set()
    for index, unit in partisans(w).items():
        out.add(index)
        if is_second_stage(unit):
            out.update(j for j in w.board.neighbours[index] if army_at(w, j) is not Side.AXIS)
    return frozenset(out)


def on_rail(w: World, side: Side) -> frozenset[int]:
    """Hexes on a side's railways that lead to an unlimited source (13.2)."""
    return joined_to(w, side, sources(w, side))


def is_fed(w: World, side: Side, index: int) -> bool:
    """Is a place a side holds in general supply: on such a railway, or near enough to one (13.2)?"""
    return holder(w, index) is side and index in _fed(w, side)


def _fed(w: World, side: Side) -> frozenset[int]:
    def make() -> frozenset[int]:
        shut, net, ring = blocked_map(w, side), land_net(w), sorted(on_rail(w, side))
        seen = set(ring)
        for _ in range(supply_length(side, w.clock.turn, weather(w))):
            ring = sorted({j for i in ring for j in net[i] if j not in seen and not shut[j]})
            seen.update(ring)
        return frozenset(seen)

    return w.lasting(("fed", side, w.clock.turn), DEPENDS, make)
