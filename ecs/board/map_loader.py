"""From a Tiled map to a board.  The only file that knows the map reader, pytmx.

`map_validator` refuses what is doubtful, pytmx reads the rest, `map_compiler` gives it its meaning.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ecs.board.board import Board
from ecs.board.hexgrid import Layout
from ecs.board.map_compiler import RawMap, RawObject, compile_map
from ecs.board.map_validator import Fault, MapError, read_map_xml

__all__ = ["Fault", "MapError", "check_map", "load_board", "read_drawing"]


def load_board(path: Path | str) -> Board:
    """The board of a Tiled map. Raises MapError, which lists every fault found."""
    return read_drawing(path)[1]


def read_drawing(path: Path | str) -> tuple[RawMap, Board]:
    """A map as it is drawn, and its board. Raises MapError, which lists every fault found."""
    raw = _read(Path(path))
    board, faults = compile_map(raw)
    if faults:
        raise MapError(faults)
    return raw, board


def check_map(path: Path | str) -> list[str]:
    """Everything wrong with a map, one sentence each with file, layer, object and place; [] if good."""
    try:
        load_board(path)
    except MapError as error:
        return [str(fault) for fault in error.faults]
    return []


def _read(path: Path) -> RawMap:
    import pytmx  # here, because it draws in pygame, which the rules never need

    root, notes = read_map_xml(path)
    tiled = pytmx.TiledMap()
    tiled.filename = str(path)
    try:
        tiled.parse_xml(root)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise MapError([Fault(path.name, "map", "", f"the map cannot be read: {error}")]) from error
    return RawMap(
        file=path.name,
        layout=_layout(tiled),
        terrain=_terrain(tiled),
        objects=tuple(_object(group.name, item) for group in tiled.objectgroups for item in group),
        properties=_properties(tiled),
        notes=tuple(notes),
    )


def _layout(tiled: Any) -> Layout:
    orientation = "flat" if tiled.staggeraxis == "x" else "pointy"
    return Layout(
        orientation,  # type: ignore[arg-type]
        tiled.staggerindex,
        tiled.tilewidth,
        tiled.tileheight,
        int(tiled.hexsidelength),
    )


def _terrain(tiled: Any) -> tuple[tuple[str, ...], ...]:
    """Terrain codes by row; tile numbers change whenever Tiled saves, so only the codes count.

    A hex without a tile is what the map's property ``empty`` says.
    """
    codes = {gid: str(tile.get("code") or "") for gid, tile in tiled.tile_properties.items()}
    codes[0] = str(tiled.properties.get("empty") or "")
    return tuple(tuple(codes.get(gid, "") for gid in row) for row in tiled.layernames["terrain"].data)


def _object(layer: str, item: Any) -> RawObject:
    points = getattr(item, "points", None) or ((item.x, item.y),)
    return RawObject(
        layer=layer or "",
        id=item.id,
        name=item.name or "",
        kind=item.type or "",
        points=tuple((float(x), float(y)) for x, y in points),
        properties=_properties(item),
    )


def _properties(item: Any) -> dict[str, str | int]:
    # The reader turns an empty text into None.
    return {key: value if value is not None else "" for key, value in item.properties.items()}
