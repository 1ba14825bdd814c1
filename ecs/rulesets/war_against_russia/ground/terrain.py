"""Hexes, hexsides and regions, and the weather that changes them: what is closed, narrow, rough or frozen."""

from __future__ import annotations

from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.systems.ground.network import net_without

CLOSED, LAKE, STRAIT, RIVER, FORTS = "impassable", "lake", "strait", "river", "stalin_line"
SWAMP, MOUNTAIN = "swamp", "mountain"


def weather_at(w: World, index: int) -> str:
    """The weather of a hex: Subarctic north-east of the weather line, Snow elsewhere (4)."""
    name, table = w.weather.name, rules(w).weather
    if name == table.cold and index not in region(w, table.cold_region):
        return "Snow"
    return name


def is_frozen(w: World) -> bool:
    """Are rivers, lakes and swamps frozen (4)?"""
    return w.weather.name in rules(w).weather.frozen


def region(w: World, name: str) -> frozenset[int]:
    """The hexes of a named region."""
    return w.keep(("region", name), lambda: frozenset(w.board.regions.get(name, ())))


def in_rumania(w: World, index: int) -> bool:
    """Does a hex lie in Rumania (3.4)?"""
    return index in region(w, rules(w).countries.rumania)


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two hexes: nothing goes across."""
    return CLOSED in w.board.kinds(a, b)


def is_narrow(w: World, a: int, b: int) -> bool:
    """The strait, or a lake that is not frozen: the unit's whole move, and no zone (7, 8)."""
    kinds = w.board.kinds(a, b)
    return STRAIT in kinds or (LAKE in kinds and not is_frozen(w))


def is_rough(w: World, index: int) -> bool:
    """Mountain, or swamp while it is not frozen: hard on armour (6)."""
    terrain = w.board.hexes[index].terrain
    return terrain == MOUNTAIN or (terrain == SWAMP and not is_frozen(w))


def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the hexes next to it with no sea, open lake or strait between: zones, retreats, supply (7, 10)."""
    return net_without(w, CLOSED, STRAIT) if is_frozen(w) else net_without(w, CLOSED, STRAIT, LAKE)


def is_place(w: World, index: int) -> bool:
    """A city or town of any size (3.3)?"""
    return bool(w.board.hexes[index].name)


def is_fortress(w: World, index: int) -> bool:
    """A fortress (8)?"""
    return "fortress" in w.board.hexes[index].traits


def victory_cities(w: World) -> tuple[int, ...]:
    """The victory cities of the map (15)."""
    return w.keep("victory-cities", lambda: tuple(h.index for h in w.board.hexes if h.vp))
