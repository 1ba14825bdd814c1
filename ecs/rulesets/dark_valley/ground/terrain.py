"""Hexes and hexsides: cities, works, the rows of the terrain chart, water, and which hexes are neighbours."""

from __future__ import annotations

from ecs.core.world import World
from ecs.rulesets.dark_valley.data.schema.ground import Terrain
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.turn import weather
from ecs.rulesets.dark_valley.ground.works import WEAK, fort_at, has_works, has_zone_works
from ecs.systems.ground.network import net_without
from ecs.systems.ground.network import within as steps_away

CLOSED = frozenset({"lake", "impassable"})


def is_city(w: World, index: int) -> bool:
    """Does a city stand there?"""
    return w.board.hexes[index].place == "major"


def is_place(w: World, index: int) -> bool:
    """A town or city?"""
    return w.board.hexes[index].place in ("major", "town")


def places(w: World) -> tuple[int, ...]:
    """Towns and cities."""
    return w.keep("places", lambda: tuple(h.index for h in w.board.hexes if h.place in ("major", "town")))


def rows(w: World, index: int) -> tuple[Terrain, ...]:
    """The rows of the terrain chart that apply to a hex: its ground first, then what stands on it."""
    table, spot = rules(w).terrain, w.board.hexes[index]
    ground = spot.terrain
    if ground == "marsh" and w.weather.name == "Snow":
        ground = "woods"
    out = [table[ground]]
    if spot.place in ("major", "town"):
        out.append(table["city" if spot.place == "major" else "town"])
    if has_zone_works(w, index):
        out.append(table["fortified_zone"])
    if has_works(w, index):
        out.append(table["works"])
    fort = fort_at(w, index)
    if fort:
        out.append(table["weak_fort" if fort == WEAK else "fort"])
    return tuple(out)


def is_closed(w: World, a: int, b: int) -> bool:
    """Lake or sea between two hexes: nothing goes across (3.6)."""
    return not CLOSED.isdisjoint(w.board.kinds(a, b))


def line_between(w: World, a: int, b: int) -> str:
    """The water that counts on the side between two hexes: volga, major_river, river, strait or "" (5.3).

    Rivers freeze in Snow; the great ones do not (7.2).
    """
    kinds = w.board.kinds(a, b)
    for name in ("strait", "volga", "major_river"):
        if name in kinds:
            return name
    return "river" if "river" in kinds and not weather(w).frozen else ""


def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the hexes next to it that are not across a lake or the sea."""
    return net_without(w, *CLOSED)


def within(w: World, start: int, reach: int) -> frozenset[int]:
    """Hexes at most so many steps away, counted round lakes and seas, enemies or not (2.6)."""
    return steps_away(w, open_net(w), start, reach)
