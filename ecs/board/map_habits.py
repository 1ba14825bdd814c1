"""Harmless Tiled habits: converted to the form the map reader knows, or left out with a note.

A stranger's file passes here first. What is not understood stays as it is, and the checks behind refuse it."""

from __future__ import annotations

import base64
import math
import re
import zlib
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from xml.etree.ElementTree import Element, SubElement

from ecs.board.map_schema import (
    CLASSES,
    LAYERS,
    MAP_PROPERTIES,
    PLAYABLE,
    PROPERTY_TYPES,
    TILE_PROPERTIES,
    UNPLAYABLE,
)

MAX_PIXEL = 1_000_000
MAX_CELLS = 30_000
MAX_TOLD = 3
MAX_NAME = 80
TERRAIN = "terrain"
TILE = 4
"""Bytes of a tile's number."""
FLAGS = ~0xF0000000
"""What of a tile's number says which tile it is; the rest says how it is turned or mirrored."""
NUMBER = r"-?\d{1,6}(?:\.\d{1,17})?(?:e-?\d\d?)?"
GID = re.compile(r"\d{1,10}", re.ASCII)
POINTS = re.compile(f"{NUMBER},{NUMBER}(?: {NUMBER},{NUMBER})*", re.ASCII)
ROUND = 24  # corners of the area that an ellipse becomes
LIKE = 0.8  # a property whose name is so much like one of ours was meant to be that one
PLURALS = {"custom property": "custom properties"}

_LOOKS = {"parallaxx", "parallaxy", "mode", "x", "y"}
HARMLESS: dict[str, set[str]] = {
    "map": {"parallaxoriginx", "parallaxoriginy", "skewx", "skewy"},
    "layer": _LOOKS,
    "objectgroup": {*_LOOKS, "width", "height"},
    "object": {"opacity"},
    "tileset": {"fillmode", "tilerendersize", "backgroundcolor"},
    "tile": {"terrain", "x", "y", "width", "height"},
}
"""Attributes that only say how Tiled shows a thing."""
HOUSEKEEPING = {"wangsets", "terraintypes", "transformations", "tileoffset", "animation", "objectgroup"}
"""What of a tileset helps painting or other programs: terrain sets, animations, collision shapes."""


class Habits:
    """Parts of a map that the game ignores or reads differently from the drawing."""

    def __init__(self) -> None:
        self._left: dict[str, list[str]] = {}
        self._said: list[str] = []

    def leave(self, what: str, name: str = "") -> None:
        """Note that something of this kind was left out."""
        self._left.setdefault(what, []).append(name)

    def say(self, text: str) -> None:
        """Note how something was read."""
        self._said.append(text)

    @property
    def notes(self) -> list[str]:
        """One sentence about everything left out, and one about each thing read differently."""
        told = []
        for what, names in self._left.items():
            several = [f"'{name[:40]}'" for name in dict.fromkeys(names) if name]
            more = ", ..." if len(several) > MAX_TOLD else ""
            which = f" ({', '.join(several[:MAX_TOLD])}{more})" if several else ""
            told.append(f"{len(names)} {what if len(names) == 1 else PLURALS.get(what, f'{what}s')}{which}")
        return [*([f"ignored: {', '.join(told)}"] if told else []), *self._said]


def is_real(text: str) -> bool:
    """Is this a number that a map can hold?"""
    try:
        number = float(text)
    except ValueError:
        return False
    return math.isfinite(number) and abs(number) <= MAX_PIXEL


def _real(node: Element, key: str) -> float:
    text = node.get(key, "0")
    return float(text) if is_real(text) else 0.0


def _whole(node: Element, key: str) -> int | None:
    text = node.get(key, "")
    return int(text) if re.fullmatch(r"-?\d{1,6}", text, re.ASCII) else None


def as_code(words: str) -> str:
    """The words, spelt like our classes and codes."""
    return re.sub(r"[ -]", "_", words.strip().casefold())


def _told(number: float) -> str:
    near = round(number, 4)
    return str(int(near)) if near == int(near) else repr(near)


def tidy_map(root: Element) -> Habits:
    """Bring layers, objects and properties of a map into plain form; return what was left out or read differently."""
    habits = Habits()
    root[:] = [*_unfolded(root, habits)]
    for node in root.findall("editorsettings"):
        root.remove(node)
    _drop_looks(root)
    _tidy_properties(root, MAP_PROPERTIES, habits)
    _choose_terrain(root, habits)
    for key in ("tilewidth", "tileheight"):  # Tiled rounds them down to even numbers itself
        if (size := _whole(root, key)) is not None:
            root.set(key, str(size // 2 * 2))
    for group in root.findall("objectgroup"):
        _drop_looks(group)
        _drop_properties(group, habits)
        _tidy_objects(root, group, habits)
    for layer in root.findall("layer"):
        _drop_looks(layer)
        _drop_properties(layer, habits)
        if root.get("infinite") == "1":
            _bound(root, layer)
        else:
            _decode(root, layer)
        _straighten(layer, habits)
    return habits


def _drop_looks(node: Element) -> None:
    for key in HARMLESS[node.tag]:
        node.attrib.pop(key, None)


# -- layers -----------------------------------------------------------------------------------------


def _unfolded(node: Element, habits: Habits, right: float = 0, down: float = 0) -> Iterator[Element]:
    """The layers of a map with its groups opened, without the pictures underneath."""
    for child in node:
        if child.tag == "imagelayer":
            habits.leave("image layer", child.get("name", ""))
        elif child.tag == "group":
            _drop_properties(child, habits)
            aside = right + _real(child, "offsetx"), down + _real(child, "offsety")
            yield from _unfolded(child, habits, *aside)
        elif child.tag in ("layer", "objectgroup"):
            _settle(child, right, down)
            yield child
        else:
            yield child


def _settle(layer: Element, right: float, down: float) -> None:
    """Undo the offset of a layer: its objects go where they were seen; tiles cannot move."""
    if not all(is_real(layer.get(key, "0")) for key in ("offsetx", "offsety")):
        return
    right, down = right + float(layer.attrib.pop("offsetx", "0")), down + float(layer.attrib.pop("offsety", "0"))
    if layer.tag == "layer" and (right or down):
        layer.attrib |= {key: _told(by) for key, by in (("offsetx", right), ("offsety", down)) if by}
    elif right or down:
        _move(layer, right, down)


def _move(group: Element, right: float, down: float) -> None:
    for item in group.findall("object"):
        for key, by in (("x", right), ("y", down)):
            if is_real(item.get(key, "0")):
                item.set(key, _told(float(item.get(key, "0")) + by))


def _choose_terrain(root: Element, habits: Habits) -> None:
    """Keep the tile layer called terrain, or the only one, as the ground; leave the others out."""
    layers = root.findall("layer")
    chosen = [layer for layer in layers if layer.get("name") == TERRAIN]
    if len(layers) == 1 and not chosen:
        chosen = layers
        habits.say(f"the only tile layer, '{layers[0].get('name', '')[:40]}', is read as the terrain")
        layers[0].set("name", TERRAIN)
    for layer in layers if chosen else ():
        if layer not in chosen:
            habits.leave("tile layer", layer.get("name", ""))
            root.remove(layer)


def _straighten(layer: Element, habits: Habits) -> None:
    """Treat turned or mirrored tiles as the same ground."""
    data = layer.find("data")
    if data is None or data.get("encoding") != "csv" or data.get("compression") or not data.text:
        return
    cells, turned = data.text.split(","), 0
    for i, cell in enumerate(cells):
        word = cell.strip()
        if len(word) <= 10 and word.isascii() and word.isdigit() and int(word) & ~FLAGS and int(word) < 1 << 32:
            cells[i] = f"\n{int(word) & FLAGS}" if cell.startswith("\n") else str(int(word) & FLAGS)
            turned += 1
    if turned:
        data.text = ",".join(cells)
        are = "tile is" if turned == 1 else "tiles are"
        habits.say(f"{turned} {are} rotated or flipped: only the terrain counts, since the game draws its own tiles")


# -- tile data --------------------------------------------------------------------------------------


def _decode(root: Element, layer: Element) -> None:
    """Turn cells in any format that Tiled writes into CSV."""
    data = layer.find("data")
    cols, rows = _whole(root, "width"), _whole(root, "height")
    if data is None or not cols or not rows or not 0 < cols * rows <= MAX_CELLS:
        return
    cells = _numbers(data, data, cols * rows)
    if cells is not None:
        _write_cells(data, cells, cols)


def _write_cells(data: Element, cells: list[int], cols: int) -> None:
    data[:] = []
    data.attrib.clear()
    data.set("encoding", "csv")
    lines = (",".join(map(str, cells[i : i + cols])) for i in range(0, len(cells), cols))
    data.text = "\n" + ",\n".join(lines) + "\n"


def _numbers(data: Element, holder: Element, most: int) -> list[int] | None:
    """The tile numbers of a layer or chunk that is not CSV; None if it is, or cannot be read."""
    encoding = data.get("encoding")
    if encoding is None and holder.find("tile") is not None:
        found = _cells(tile.get("gid", "0") for tile in holder.findall("tile"))
        return found if found is not None and len(found) <= most else None
    if encoding != "base64":
        return None
    raw = _unpacked((holder.text or "").encode("ascii", "replace"), data.get("compression", ""), TILE * most)
    if raw is None or len(raw) % TILE:
        return None
    return [int.from_bytes(raw[i : i + TILE], "little") for i in range(0, len(raw), TILE)]


def _cells(words: Iterable[str]) -> list[int] | None:
    """The tile numbers that words spell; None if a word is not one."""
    found = [word.strip() for word in words]
    return [int(word) for word in found] if all(GID.fullmatch(word) for word in found) else None


def _unpacked(text: bytes, compression: str, most: int) -> bytes | None:
    """The bytes of a layer, up to a limit; None if they cannot be read."""
    try:
        packed = base64.b64decode(b"".join(text.split()), validate=True)
        if compression in ("zlib", "gzip"):
            packed = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, most + 1)
        elif compression:
            return _from_zstd(packed, most) if compression == "zstd" else None
    except (Base64Error, zlib.error, ValueError):
        return None
    return packed if len(packed) <= most else None


def _from_zstd(packed: bytes, most: int) -> bytes | None:
    """The bytes of a Zstandard layer, which Python reads from 3.14."""
    try:
        zstd = import_module("compression.zstd")
    except ImportError:
        return None
    try:
        found: bytes = zstd.ZstdDecompressor().decompress(packed, most + 1)
    except (zstd.ZstdError, ValueError):
        return None
    return found if len(found) <= most else None


def layer_numbers(root: Element, layer: Element) -> list[int] | None:
    """The tile numbers of a layer in any format, row by row, 0 for none; None if they cannot be read."""
    data = layer.find("data")
    cols, rows = _whole(root, "width"), _whole(root, "height")
    if data is None or not cols or not rows:
        return None
    if data.find("chunk") is None:
        cells = _numbers(data, data, cols * rows)
        return _csv(data) if cells is None and data.get("encoding") == "csv" else cells
    framed = _framed(data)
    return framed[-1] if framed is not None else None


def _csv(holder: Element) -> list[int] | None:
    return _cells((holder.text or "").split(","))


def _bound(root: Element, layer: Element) -> None:
    """Cut an infinite map to what is painted on it; its objects move with it."""
    data, axis = layer.find("data"), root.get("staggeraxis")
    sizes = [_whole(root, key) for key in ("tilewidth", "tileheight", "hexsidelength")]
    framed = None if data is None else _framed(data)
    regular = axis in ("x", "y") and root.get("staggerindex") in ("odd", "even") and None not in sizes
    if data is None or framed is None or not regular:
        return
    left, top, cols, rows, cells = framed
    wide, high, side = (size or 0 for size in sizes)
    step = ((wide + side) / 2, high) if axis == "x" else (wide, (high + side) / 2)
    for group in root.findall("objectgroup"):
        _move(group, -left * step[0], -top * step[1])
    if (left if axis == "x" else top) % 2:
        root.set("staggerindex", "even" if root.get("staggerindex") == "odd" else "odd")
    for node in (root, layer):
        node.attrib |= {"width": str(cols), "height": str(rows)}
    root.set("infinite", "0")
    _write_cells(data, cells, cols)


def _framed(data: Element) -> tuple[int, int, int, int, list[int]] | None:
    """Left, top, columns, rows and the cells, row by row, of the frame round what is painted on an infinite layer;
    None if nothing is, or if it is too large for a map."""
    painted = _painted(data)
    if not painted:
        return None
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*painted))
    cols, rows = right - left + 1, bottom - top + 1
    if cols * rows > MAX_CELLS:
        return None
    return left, top, cols, rows, [painted.get((left + i % cols, top + i // cols), 0) for i in range(cols * rows)]


def _painted(data: Element) -> dict[tuple[int, int], int] | None:
    """The tile at each painted (column, row) of an infinite layer; None if it is unreadable or too large."""
    found: dict[tuple[int, int], int] = {}
    left = 4 * MAX_CELLS
    for chunk in data.findall("chunk"):
        place = [_whole(chunk, key) for key in ("x", "y", "width", "height")]
        if None in place:
            return None
        col, row, cols, rows = (number or 0 for number in place)
        left -= cols * rows
        if left < 0 or cols <= 0 or rows <= 0:
            return None
        cells = _numbers(data, chunk, cols * rows)
        if cells is None and data.get("encoding") == "csv":
            cells = _csv(chunk)
        if cells is None or len(cells) != cols * rows:
            return None
        found |= {(col + i % cols, row + i // cols): gid for i, gid in enumerate(cells) if gid}
    return found


# -- tilesets ---------------------------------------------------------------------------------------


def tidy_tileset(node: Element, habits: Habits) -> None:
    """Leave out what only helps painting; a tile whose class is a terrain code has that code."""
    _drop_looks(node)
    node[:] = [child for child in node if child.tag not in HOUSEKEEPING]
    _drop_properties(node, habits)
    for tile in node.findall("tile"):
        _drop_looks(tile)
        tile[:] = [child for child in tile if child.tag not in HOUSEKEEPING]
        _tidy_properties(tile, TILE_PROPERTIES, habits)
        kind = tile.get("type", tile.get("class", ""))
        if kind in PLAYABLE | UNPLAYABLE and tile.find("properties/property[@name='code']") is None:
            said = tile.find("properties")
            SubElement(SubElement(tile, "properties") if said is None else said, "property", name="code", value=kind)


# -- properties -------------------------------------------------------------------------------------


def _drop_properties(node: Element, habits: Habits) -> None:
    for said in node.findall("properties"):
        for item in said.findall("property"):
            habits.leave("custom property", item.get("name", ""))
        node.remove(said)


def _tidy_properties(node: Element, known: Mapping[str, str], habits: Habits) -> None:
    """Give our properties the type they need; leave other people's out.

    What is spelt nearly like one of ours stays, and so does one of ours on a thing that it means nothing to.
    """
    for said in node.findall("properties"):
        for item in said.findall("property"):
            name = item.get("name", "")
            if name in known:
                _retype(item, known[name])
            elif len(name) <= MAX_NAME and not (name in PROPERTY_TYPES or _is_like(name, known)):
                habits.leave("custom property", name)
                said.remove(item)
        if not len(said):
            node.remove(said)


def _is_like(name: str, known: Mapping[str, str]) -> bool:
    return bool(get_close_matches(name.casefold(), known, 1, LIKE))


def _retype(item: Element, wanted: str) -> None:
    """A value typed in another way, such as '3' as a text, or a text of several lines."""
    kind = item.get("type", "string")
    if kind in ("class", "list"):
        return
    if "value" not in item.attrib and item.text:
        item.set("value", " ".join(item.text.split()))
    item.text, value = None, item.get("value", "")
    fits = wanted == "string" or (wanted == "int" and re.fullmatch(r"\d+(\.0+)?", value.strip(), re.ASCII))
    if kind != wanted and (fits or (wanted == "bool" and value.strip() in ("true", "false"))):
        item.set("type", wanted)
        item.set("value", value.strip().partition(".")[0] if wanted == "int" else value.strip())


# -- objects ----------------------------------------------------------------------------------------


def _tidy_objects(root: Element, group: Element, habits: Habits) -> None:
    items = group.findall("object")
    for item in items:
        _drop_looks(item)
        if "name" in item.attrib:
            item.set("name", item.get("name", "").strip(" "))
        if "class" in item.attrib:  # Tiled 1.9 called it class, all others call it type
            item.set("type", item.attrib.pop("class") or item.get("type", ""))
        kind = as_code(item.get("type", ""))
        if kind in CLASSES:
            item.set("type", kind)
    notes = [item for item in items if not item.get("type") and item.find("text") is not None]
    for item in notes:
        habits.leave("text note")
        group.remove(item)
    rest = group.findall("object")
    if rest and group.get("name") not in LAYERS and not any(map(_is_ours, rest)):
        habits.say(f"layer '{group.get('name', '')[:40]}' is ignored: none of its objects has a class")
        root.remove(group)
        return
    for item in rest:
        if item.get("type", "") in CLASSES:
            _tidy_object(item, habits)


def _is_ours(item: Element) -> bool:
    """Does an object declare its class, itself or through a template?"""
    return bool(item.get("type") or "template" in item.attrib)


def _tidy_object(item: Element, habits: Habits) -> None:
    known = CLASSES[item.get("type", "")]
    _tidy_properties(item, {name: PROPERTY_TYPES[name] for name in known.properties}, habits)
    shapes = [child for child in item if child.tag != "properties"]
    if len(shapes) > 1 or "gid" in item.attrib or not all(is_real(item.get(key, "0")) for key in ("x", "y")):
        return
    shape = shapes[0] if shapes else None
    drawn = "box" if shape is None else shape.tag
    if not all(is_real(item.get(key, "0")) for key in ("width", "height", "rotation")):
        return
    if known.shape == "point" and drawn in ("box", "ellipse", "text", "point"):
        _point(item, shape)
    elif drawn in ("polyline", "polygon"):
        _line(item, shape, known.shape)
    elif known.shape == "polygon" and drawn in ("box", "ellipse") and _real(item, "width") and _real(item, "height"):
        _reshape(item, shape, _ring(item, drawn), "polygon")


def _point(item: Element, shape: Element | None) -> None:
    """Make a point of a shape that stands for one place: its middle."""
    (x, y), *_ = _turned(item, [(_real(item, "width") / 2, _real(item, "height") / 2)])
    if shape is not None and shape.tag == "text" and not item.get("name") and shape.text:
        item.set("name", " ".join(shape.text.split()))
    if x or y:
        item.attrib |= {"x": _told(_real(item, "x") + x), "y": _told(_real(item, "y") + y)}
    _clear(item, shape)
    SubElement(item, "point")


def _line(item: Element, shape: Element | None, wanted: str) -> None:
    """Make a line or an area of an object: closed where it must be, turned as it is seen."""
    text = "" if shape is None else shape.get("points", "")
    if shape is None or wanted == "point" or (shape.tag == wanted and not _real(item, "rotation")):
        return
    if not POINTS.fullmatch(text):
        return
    points = [(float(x), float(y)) for x, _, y in (pair.partition(",") for pair in text.split(" "))]
    if shape.tag == "polygon" and wanted == "polyline":
        points.append(points[0])
    elif shape.tag == "polyline" and wanted == "polygon":
        if len(points) < 4 or points[0] != points[-1]:
            return
        points.pop()
    _reshape(item, shape, points, wanted)


def _ring(item: Element, drawn: str) -> list[tuple[float, float]]:
    """The outline of a box or an ellipse, from its top left corner."""
    wide, high = _real(item, "width"), _real(item, "height")
    if drawn == "box":
        return [(0, 0), (wide, 0), (wide, high), (0, high)]
    turns = (math.tau * i / ROUND for i in range(ROUND))
    return [(wide / 2 * (1 + math.cos(turn)), high / 2 * (1 + math.sin(turn))) for turn in turns]


def _turned(item: Element, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of an object after its rotation."""
    angle = math.radians(_real(item, "rotation"))
    if not angle:
        return points
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


def _reshape(item: Element, shape: Element | None, points: list[tuple[float, float]], wanted: str) -> None:
    told = " ".join(f"{_told(x)},{_told(y)}" for x, y in _turned(item, points))
    _clear(item, shape)
    SubElement(item, wanted, points=told)


def _clear(item: Element, shape: Element | None) -> None:
    for key in ("width", "height", "rotation"):
        item.attrib.pop(key, None)
    if shape is not None:
        item.remove(shape)
