"""From a Tiled map to a board, compiled once and kept as bytes.  The only file that knows the map reader, pytmx.

`map_validator` refuses what is doubtful, pytmx reads the rest, `map_compiler` gives it its meaning.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from sys import intern
from typing import Any, Protocol

import msgspec

from ecs.board.board import ArtLine, Board, FeatureLine, Hex, Hexside, Label, make_board
from ecs.board.hexgrid import Layout
from ecs.board.map_compiler import RawMap, RawObject, compile_map
from ecs.board.map_validator import Fault, MapError, read_map_xml
from ecs.untrusted_input import UnreadableError, read_ordinary


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


# -- Compiled boards as bytes and back, so that a map is compiled once and not at every start. -----------------------
# What is kept is read as strictly as a stranger's file: bounded, with a checksum over all of it, every value of its
# type, every number of a hex within the map. Whatever is wrong with it, the map is compiled again.

HEAD = b"rasputitsa board 2 "
MOST_BYTES = 16_000_000
MOST_SOURCES = 16
_SOURCE = re.compile(rb"""source\s*=\s*["']([^"'&]*)["']""")


class BoardStore(Protocol):
    """A store of compiled boards by key; it may refuse to keep one."""

    def read(self, key: str, most: int) -> bytes:
        """The bytes kept under a key, up to a limit; empty if there are none."""

    def write(self, key: str, data: bytes) -> None:
        """Keep these bytes under a key, if possible."""


class _Kept(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A board without the parts that can be worked out again."""

    name: str
    layout: Layout
    hexes: list[Hex]
    hexsides: list[Hexside]
    regions: dict[str, tuple[int, ...]]
    art: list[ArtLine]
    hexside_lines: list[FeatureLine]
    roads: list[FeatureLine]
    labels: list[Label]
    roles: dict[str, tuple[int, ...]]
    game: str
    width: int
    height: int
    digest: str


def key_of(path: Path) -> str:
    """Digest of a map, its tilesets and the compiler, in hex digits; "" if they cannot be read."""
    try:
        found = sha256(source_digest(Path(__file__).parent).encode())
        text = read_ordinary(path, MOST_BYTES)
        sources = _SOURCE.findall(text)
        if len(sources) > MOST_SOURCES or text.count(b"<tileset") != len(sources):
            return ""
        for name, data in ((path.name.encode(), text), *((s, _tileset(path.parent, s)) for s in sources)):
            found.update(b"%d %d " % (len(name), len(data)) + name + data)
    except (UnreadableError, OSError, ValueError):
        return ""
    return found.hexdigest()


def _tileset(folder: Path, source: bytes) -> bytes:
    target = folder / source.decode("utf-8")
    if target.suffix != ".tsx":
        raise ValueError("only tilesets are read")
    return read_ordinary(target, MOST_BYTES)


@lru_cache(maxsize=4)
def source_digest(*folders: Path) -> str:
    """Digest of the program: of the sources in these folders, or of a bundle's size and time if it has none."""
    files = [file for folder in folders for file in sorted(folder.glob("*.py"))]
    if not files:
        program = Path(sys.executable).stat()
        return f"{program.st_size} {program.st_mtime_ns}"
    found = sha256()
    for file in files:
        found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()


def compiled(path: Path, store: BoardStore) -> Board:
    """The board of a map: the stored one, or one compiled and stored now.

    :raises MapError: which lists every fault found.
    """
    key = key_of(path)
    board = unpack(store.read(key, MOST_BYTES), key) if key else None
    if board is None:
        board = load_board(path)
        if key:
            store.write(key, pack(board, key))
    return board


def pack(board: Board, key: str) -> bytes:
    """A board as bytes for the store."""
    kept = _Kept(
        *(board.name, board.layout, list(board.hexes), list(board.hexsides), dict(board.regions), list(board.art)),
        *(list(board.hexside_lines), list(board.roads), list(board.labels), dict(board.roles), board.game),
        *(board.width, board.height, board.digest),
    )
    body = msgspec.json.encode(kept)
    return HEAD + _checksum(key, body) + b"\n" + body


def unpack(data: bytes, key: str) -> Board | None:
    """The board stored under a key; None if anything is wrong with it."""
    head, _, body = data.partition(b"\n")
    if len(data) > MOST_BYTES or head != HEAD + _checksum(key, body):
        return None
    try:
        kept = msgspec.json.decode(body, type=_Kept)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    if not _is_sound(kept):
        return None
    made = make_board(
        kept.name,
        kept.layout,
        _shared_hexes(kept.hexes),
        hexsides=_shared_sides(kept.hexsides),
        regions=kept.regions,
        art=kept.art,
        hexside_lines=kept.hexside_lines,
        roads=kept.roads,
        labels=kept.labels,
        roles=kept.roles,
        game=kept.game,
    )
    return replace(made, width=kept.width, height=kept.height) if made.digest == kept.digest else None


def _checksum(key: str, body: bytes) -> bytes:
    return sha256(key.encode() + b" " + body).hexdigest().encode()


def _is_sound(kept: _Kept) -> bool:
    """Are hexes numbered in order, and is no other number of a hex used?"""
    every = range(len(kept.hexes))
    return (
        bool(every)
        and all(h.index == number for number, h in enumerate(kept.hexes))
        and all(side.a in every and side.b in every for side in kept.hexsides)
        and all(index in every for members in (*kept.regions.values(), *kept.roles.values()) for index in members)
    )


def _sharing() -> Callable[[frozenset[str]], frozenset[str]]:
    """A cache that makes equal sets, and equal words, one object each, as the compiler leaves them."""
    return lru_cache(maxsize=4096)(lambda words: frozenset(map(intern, words)))


def _shared_hexes(hexes: list[Hex]) -> list[Hex]:
    one = _sharing()
    return [
        Hex(h.index, h.label, h.col, h.row, intern(h.terrain), h.name, h.place, h.vp, h.owner, h.nation, one(h.traits))
        for h in hexes
    ]


def _shared_sides(sides: list[Hexside]) -> list[Hexside]:
    one = _sharing()
    return [Hexside(side.a, side.b, one(side.kinds), side.names) for side in sides]
