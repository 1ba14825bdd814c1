"""The words a Tiled map may use: object classes, their properties, terrain codes.

A new game adds its words here; nothing else has to change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ObjectReading(Enum):
    """How the map compiler reads an object."""

    SIDE = "a line along hexsides, from corner to corner"
    PATH = "a line from hex centre to hex centre"
    PLACE = "a point in a hex"
    ROLE = "a point in a hex: the name the rules use for it"
    AREA = "an area: the hexes whose centres lie inside"
    ART = "decoration"
    LABEL = "a name written on the map"
    COUNTER = "a counter of a set-up, not part of the board"


@dataclass(frozen=True, slots=True)
class MapObjectClass:
    """One object class: how it is read, the shape it must have, and the properties it may carry."""

    reading: ObjectReading
    shape: str
    properties: frozenset[str] = frozenset()
    directed: bool = False


_SIDE = MapObjectClass(ObjectReading.SIDE, "polyline")
_ONE_WAY = MapObjectClass(ObjectReading.SIDE, "polyline", directed=True)
_PATH = MapObjectClass(ObjectReading.PATH, "polyline")
_PLACE = MapObjectClass(ObjectReading.PLACE, "point", frozenset({"vp", "traits", "coast", "roles"}))
_ROLE = MapObjectClass(ObjectReading.ROLE, "point")
_AREA = MapObjectClass(ObjectReading.AREA, "polygon")
_COUNTRY = MapObjectClass(ObjectReading.AREA, "polygon", frozenset({"owner", "nation"}))
_SHAPE = MapObjectClass(ObjectReading.ART, "polygon")
_LINE = MapObjectClass(ObjectReading.ART, "polyline")
_LABEL = MapObjectClass(ObjectReading.LABEL, "point")
_COUNTER = MapObjectClass(
    ObjectReading.COUNTER, "point", frozenset({"unit", "side", "lost", "dispersed", "zone", "box"})
)

CLASSES: dict[str, MapObjectClass] = {
    "river": _SIDE,
    "major_river": _SIDE,
    "volga": _SIDE,
    "lake": _SIDE,
    "strait": _SIDE,
    "supply_only": _SIDE,
    "impassable": _SIDE,
    "border": _SIDE,
    "fortified_line": _SIDE,
    "stalin_line": _ONE_WAY,
    "highway": _PATH,
    "road": _PATH,
    "rail": _PATH,
    "double_rail": _PATH,
    "victory": _PLACE,
    "major": _PLACE,
    "town": _PLACE,
    "locality": _PLACE,
    "role": _ROLE,
    "region": _AREA,
    "trait": _AREA,
    "country": _COUNTRY,
    "coastline": _SHAPE,
    "lake_art": _SHAPE,
    "river_art": _LINE,
    "major_river_art": _LINE,
    "rail_art": _LINE,
    "border_art": _LINE,
    "label_sea": _LABEL,
    "label_region": _LABEL,
    "label_country": _LABEL,
    "counter": _COUNTER,
}

PROPERTY_TYPES: dict[str, str] = {
    "vp": "int",
    "traits": "string",
    "coast": "string",
    "roles": "string",
    "owner": "string",
    "nation": "string",
    "unit": "string",
    "side": "string",
    "lost": "int",
    "dispersed": "bool",
    "zone": "string",
    "box": "string",
}
MAP_PROPERTIES: dict[str, str] = {
    "board_name": "string",
    "label_style": "string",
    "first_column": "int",
    "first_row": "int",
    "default_owner": "string",
    "default_nation": "string",
    "credit": "string",
    "game": "string",
    "scenario": "string",
    "title": "string",
    "ground": "string",
    "empty": "string",
}
TILE_PROPERTIES: dict[str, str] = {"code": "string"}
LAYERS: dict[str, str] = {
    "regions": "#8b5fbf",
    "countries": "#5fbf8b",
    "traits": "#5f8bbf",
    "rivers": "#1f5fbf",
    "lakes": "#1f9fbf",
    "straits": "#00b7c7",
    "barriers": "#102a43",
    "stalin_line": "#b5482f",
    "borders": "#a03c3c",
    "roads": "#9a7a3a",
    "rails": "#333333",
    "places": "#222222",
    "roles": "#3a5a8a",
    "labels": "#4a4a7a",
    "counters": "#d06010",
}
"""The layers that the page on maps names, and their colours in Tiled: objects on them are to have a class."""

PLAYABLE = frozenset({
    "clear", "forest", "woods", "hills", "rough", "mountain", "swamp", "marsh", "desert_steppe",
})  # fmt: skip
UNPLAYABLE = frozenset({"sea", "lake", "offmap"})
OWNERS = frozenset({"", "axis", "soviet"})
PLACE_TRAITS = frozenset({"fortress", "weak_fort", "port", "key_city", "irc", "tankfactory", "airfield", "oil"})
AREA_TRAITS = frozenset({"edge_axis", "edge_rus_entry", "edge_rus_supply", "frontier", "fortified_zone"})
COASTS = frozenset({"Baltic", "Black", "Azov", "Caspian", "White"})
LABEL_STYLES = frozenset({"letters", "ccrr", "sheets"})
LAST_WEST_COLUMN = 47
"""Label style `sheets`: the last column of the West sheet; the East sheet counts on from `SHEET_SHIFT` less."""
SHEET_SHIFT = 38
