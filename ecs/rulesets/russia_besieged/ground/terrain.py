"""Hexes and hexsides: cities, the lines of the terrain chart, water, and which hexes are neighbours."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Side
from ecs.core.remembered_answers import remembered
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import FortressMarker, Track
from ecs.rulesets.russia_besieged.data.ground_tables import SideLine, Terrain
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.systems.control import Markers
from ecs.systems.network import net_without
from ecs.systems.network import within as steps_away

CITIES = ("major", "town")
GROUND = {"woods": "forest", "marsh": "swamp"}
NORTHERN_SWAMP = "northern_swamp"


def place(w: World, name: str) -> int:
    """The hex of a place that every map must have: a capital."""
    return w.board.named(name)[0]


def region(w: World, name: str) -> tuple[int, ...]:
    """The hexes of a named region; none if the map has no such region."""
    return w.board.regions.get(name, ())


def ground_word(w: World, index: int) -> str:
    """The line of the terrain chart a hex stands on: a Major City has no other terrain; clear, forest, swamp,
    mountain, northern_swamp (6.1, 6.4)."""
    if is_major(w, index):
        return "major_city"
    if index in northern_swamp(w):
        return NORTHERN_SWAMP
    terrain: str = w.board.hexes[index].terrain
    return GROUND.get(terrain, terrain)


def terrain(w: World, index: int) -> Terrain:
    """What the terrain chart says of a hex."""
    return rules(w).terrain[ground_word(w, index)]


@remembered(shared=True)
def barring_zones(w: World) -> frozenset[int]:
    """Hexes that no zone of control reaches into or out of (6.4)."""
    return frozenset(h.index for h in w.board.hexes if not terrain(w, h.index).zones)


@remembered(shared=True)
def barring_axis_supply(w: World) -> frozenset[int]:
    """Hexes that no supply of the Axis goes through (6.4)."""
    return frozenset(h.index for h in w.board.hexes if terrain(w, h.index).no_supply)


@remembered(shared=True)
def northern_swamp(w: World) -> frozenset[int]:
    """The Northern Swamp (6.4)."""
    return frozenset(region(w, NORTHERN_SWAMP))


def is_city(w: World, index: int) -> bool:
    """Is it a Major City, Minor City or Oil Well, each of which is controlled by itself (4.1)?"""
    return w.board.hexes[index].place in CITIES


def is_major(w: World, index: int) -> bool:
    """Is it a Major City?"""
    return w.board.hexes[index].place == "major"


@remembered(shared=True)
def cities(w: World) -> tuple[int, ...]:
    """The cities of the map."""
    return tuple(i for i in range(len(w.board.hexes)) if is_city(w, i))


@remembered(shared=True)
def majors(w: World) -> tuple[int, ...]:
    """The Major Cities of the map."""
    return tuple(h.index for h in w.board.hexes if h.place == "major")


def is_well(w: World, index: int) -> bool:
    """Is it an Oil Well?"""
    return "oil" in w.board.hexes[index].traits


def is_minor(w: World, index: int) -> bool:
    """Is it a Minor City?"""
    return w.board.hexes[index].place == "town" and not is_well(w, index)


def is_closed(w: World, a: int, b: int) -> bool:
    """Lake or sea between two hexes: nothing goes across (6.1)."""
    return any(row.closed for row in between(w, a, b).values())


def between(w: World, a: int, b: int) -> Mapping[str, SideLine]:
    """The rows of what lies on the side between two hexes, by name.  Whether it is frozen is up to the caller."""
    kinds_here = w.board.kinds(a, b)
    return {name: row for name, row in rules(w).side.items() if name in kinds_here} if kinds_here else {}


@remembered(shared=True)
def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours not across a lake or the sea; the Kerch strait counts as open."""
    return net_without(w, *(name for name, row in rules(w).side.items() if row.closed))


@remembered(shared=True)
def land_net(w: World) -> tuple[tuple[int, ...], ...]:
    """The open net without the Kerch strait: for zones, retreats and advances (6.2)."""
    return net_without(w, *(name for name, row in rules(w).side.items() if row.closed or row.narrow))


@remembered()
def within(w: World, start: int, reach: int) -> frozenset[int]:
    """Hexes at most that many steps away over land, enemies or not."""
    return steps_away(open_net(w), start, reach)


def strait(w: World) -> tuple[int, ...]:
    """The two ends of the Kerch strait (6.2); none if the map lacks one."""
    return _pair(w, rules(w).kerch.ends)


def ice_ends(w: World) -> tuple[int, ...]:
    """The two ends of the ice road (6.3); none if the map lacks one."""
    return _pair(w, rules(w).ice_road.ends)


def _pair(w: World, names: tuple[str, str]) -> tuple[int, ...]:
    one, other = (w.board.spot(name) for name in names)
    return () if one is None or other is None else (one, other)


FORTRESSES = Markers(FortressMarker)


def is_fortress(w: World, index: int) -> bool:
    """Is a hex a fortress now (24.2)?"""
    return index in FORTRESSES.hexes(w)


# -- Railways as they lie: between which hexes, and of whose gauge. --------------------------------------------------


def has_rail(w: World, a: int, b: int) -> bool:
    """Does a railway run across the side between two hexes?"""
    return "rail" in w.board.kinds(a, b)


def gauge(w: World, index: int) -> Side | None:
    """The side whose trains run in a hex (7.2); None without a railway."""
    side: Side | None = w.by_hex(Track)[index].gauge
    return side


@remembered(Track)
def rail_map(w: World, side: Side) -> bytes:
    """For every hex, 1 if its railway is of a side's gauge."""
    return bytes(track.gauge is side for track in w.by_hex(Track))
