"""Checks of a map file before anything reads it.  Everything doubtful is refused before the map reader sees it.

A map may come from a stranger. Files are bounded and stay inside their own folder. Harmless habits are put right
first (`map_habits`). Of what remains only the elements listed here are accepted. Each refusal says what to do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ecs.board.map_habits import MAX_CELLS, MAX_NAME, POINTS, TERRAIN, Habits, is_real, tidy_map, tidy_tileset
from ecs.board.map_schema import CLASSES, MAP_PROPERTIES, PROPERTY_TYPES, TILE_PROPERTIES
from ecs.untrusted_input import UnreadableError, likely, meant, plain, read_ordinary

# -- Limits on what a map's XML may say.  Counted element by element, given up at the first too many. ----------------
# Size in bytes is a poor measure: a short file can hold very many elements or points, each of which costs time and
# memory later. Map and tilesets share one count.

MAX_ELEMENTS = 60_000
MAX_DEPTH = 16
MAX_ATTRIBUTES = 40
MAX_ALL_POINTS = 60_000
MAX_WORD = 40


class CostlyError(ValueError):
    """Too much of something; the message is the cause, `where` the layer and object it was found in."""

    def __init__(self, where: str, cause: str) -> None:
        super().__init__(cause)
        self.where = where


class XmlTally:
    """The number of elements and points read so far from a map and its tilesets."""

    def __init__(self) -> None:
        self.elements = self.points = 0


class _Counted(ElementTree.TreeBuilder):
    """Builds the tree of a file while it stays within the limits."""

    def __init__(self, tally: XmlTally) -> None:
        super().__init__()
        self.tally = tally
        self.depth = 0
        self.layer = self.object = ""

    def start(self, tag: str, attrs: dict[Any, Any], /) -> Element:
        self.tally.elements += 1
        self.depth += 1
        if tag in ("layer", "objectgroup"):
            self.layer, self.object = layer_words(attrs), ""
        elif tag == "object":
            self.object = object_words(attrs)
        if self.tally.elements > MAX_ELEMENTS:
            self._give_up(f"the map and its tilesets have more than {MAX_ELEMENTS} elements in all")
        if self.depth > MAX_DEPTH:
            self._give_up(f"its elements are nested more than {MAX_DEPTH} deep")
        if len(attrs) > MAX_ATTRIBUTES:
            self._give_up(f"<{tag[:MAX_WORD]}> has more than {MAX_ATTRIBUTES} attributes")
        if "points" in attrs:
            self.tally.points += attrs["points"].count(",")
            if self.tally.points > MAX_ALL_POINTS:
                self._give_up(f"the map's lines and areas have more than {MAX_ALL_POINTS} points in all")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)

    def _give_up(self, cause: str) -> None:
        raise CostlyError(self.layer + self.object, cause)


def layer_words(attributes: dict[str, str]) -> str:
    """How a fault names a layer."""
    return f"layer '{attributes.get('name', '')[:MAX_NAME]}'"


def object_words(attributes: dict[str, str]) -> str:
    """How a fault names an object, after its layer."""
    name = attributes.get("name", "")[:MAX_NAME]
    return f", object {attributes.get('id', '?')[:12]}" + (f" '{name}'" if name else "")


def read_tree(path: Path, limit: int, tally: XmlTally) -> Element:
    """The XML of an ordinary file of at most `limit` bytes.

    :raises UnreadableError: if it cannot be read. Raises UnicodeDecodeError, ValueError or ParseError if it is not XML
        such as maps need, CostlyError if it says too much.
    """
    text = read_ordinary(path, limit).decode("utf-8-sig")
    if "<!" in text.replace("<!--", ""):
        raise ValueError(
            "document types, entities and raw sections (<!...) are not accepted: save it in Tiled without them"
        )
    # Parsing text, not bytes, makes the reader ignore an encoding declared to get round the test above.
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=_Counted(tally)))


MAX_MAP_BYTES = 2_000_000
MAX_TILESET_BYTES = 200_000
MAX_OBJECTS = 10_000
MAX_TILESETS = 20
MAX_POINTS = 4_000
MAX_FAULTS = 200
FEW_FAULTS = 20
KINDS = {"map": "tmx", "tileset": "tsx"}
MAX_TEXT = 200

_LAYER = {"id", "name", "class", "type", "visible", "locked", "opacity", "tintcolor"}
_TILESET = {"version", "tiledversion", "name", "class", "tilewidth", "tileheight", "tilecount", "columns"}
_MAP = {
    "version", "tiledversion", "class", "orientation", "renderorder", "width", "height", "tilewidth",
    "tileheight", "hexsidelength", "staggeraxis", "staggerindex", "infinite", "backgroundcolor",
    "nextlayerid", "nextobjectid", "compressionlevel",
}  # fmt: skip

ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "map": (_MAP, {"properties", "tileset", "layer", "objectgroup"}),
    "properties": (set(), {"property"}),
    "property": ({"name", "type", "propertytype", "value"}, set()),
    "tileset": (_TILESET | {"firstgid", "source", "spacing", "margin", "objectalignment"},
                {"image", "tile", "grid"}),
    "image": ({"source", "width", "height", "trans", "format"}, set()),
    "grid": ({"orientation", "width", "height"}, set()),
    "tile": ({"id", "type", "class", "probability"}, {"properties", "image"}),
    "layer": (_LAYER | {"width", "height"}, {"data"}),
    "objectgroup": (_LAYER | {"color", "draworder"}, {"object"}),
    "object": ({"id", "name", "type", "class", "x", "y", "width", "height", "rotation", "visible"},
               {"properties", "point", "polyline", "polygon"}),
    "point": (set(), set()),
    "polyline": ({"points"}, set()),
    "polygon": ({"points"}, set()),
}  # fmt: skip

UNKNOWN = "the game does not know it: remove it"
HINTS = {
    "template": "it comes from a template: use Detach in its context menu",
    "gid": "it is a tile: use Insert Point (I), Insert Polygon (P) or a line instead",
    "offsetx": "tiles must line up with the grid: set the offsets of the layer and its group to 0",
    "offsety": "tiles must line up with the grid: set the offsets of the layer and its group to 0",
    "text": "use Insert Point (I) and a label class instead",
}
DRAW = {
    "point": "draw it with Insert Point (I)",
    "polyline": "draw it with Insert Polygon (P) and right-click to end the line",
    "polygon": "draw it with Insert Polygon (P) and close it on its first point, or with Insert Rectangle (R)",
}
WHOLE = {
    "id", "firstgid", "tilewidth", "tileheight", "hexsidelength", "tilecount", "columns", "spacing", "margin",
    "nextobjectid",
}  # fmt: skip
REAL = {"x", "y", "width", "height", "rotation", "opacity", "probability"}
FLAGS = {"visible", "locked", "infinite"}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map: where it is, in which hex or at which point, and what is the matter."""

    file: str
    where: str
    place: str
    cause: str

    def __str__(self) -> str:
        return plain(": ".join(part for part in (self.file, self.where, self.place, self.cause) if part))


class MapError(ValueError):
    """A map that cannot be used. `faults` lists everything found wrong with it, in file order, up to MAX_FAULTS.

    Its text tells the first FEW_FAULTS of them.
    """

    def __init__(self, faults: list[Fault]) -> None:
        told = faults[:MAX_FAULTS]
        if len(faults) > MAX_FAULTS:
            told.append(Fault(faults[0].file, "", "", f"and more than {MAX_FAULTS} faults in all"))
        shown, more = told[:FEW_FAULTS], len(told) - FEW_FAULTS
        if more > 0:
            file = faults[0].file
            shown.append(Fault(file, "", "", f"and {more} more; `rasputitsa check --all {file}` lists them"))
        super().__init__("\n".join(map(str, shown)))
        self.faults = tuple(told)


def read_map_xml(path: Path) -> tuple[Element, list[str]]:
    """The checked XML of a map, its tilesets put inside it, and notes on what was left out or read differently.

    :raises MapError: with every fault found.
    """
    tally = XmlTally()
    root = read_xml(path, path.name, "map", MAX_MAP_BYTES, tally)
    habits = tidy_map(root)
    faults = _first(_check(root, path.name))
    for node in root.findall("tileset")[: MAX_TILESETS + 1]:
        faults += _embed(node, path, tally, habits)
    faults += _first(_check_map(root, path.name))
    if faults:
        raise MapError(faults)
    return root, habits.notes


def read_xml(path: Path, name: str, tag: str, limit: int, tally: XmlTally) -> Element:
    """The XML of a file with this root element.

    :raises MapError: if it cannot be read, naming the file.
    """
    try:
        root = read_tree(path, limit, tally)
        if root.tag != tag:
            raise ValueError(f"expected <{tag}>, found <{root.tag[:MAX_WORD]}>")
    except UnreadableError as error:
        raise MapError([Fault(name, "", "", str(error))]) from error
    except CostlyError as error:
        raise MapError([Fault(name, error.where, "", str(error))]) from error
    except UnicodeDecodeError as error:
        cause = f"not a usable {tag} file: not UTF-8 at byte {error.start}: save it in Tiled, or as UTF-8"
        raise MapError([Fault(name, "", "", cause)]) from error
    except ElementTree.ParseError as error:
        cause = f"not a usable {tag} file: {error}: save it in Tiled as .{KINDS[tag]}"
        raise MapError([Fault(name, "", "", cause)]) from error
    except ValueError as error:
        raise MapError([Fault(name, "", "", f"not a usable {tag} file: {error}")]) from error
    return root


def _inside(folder: Path, base: Path, source: str) -> Path | None:
    """The file `source` names, seen from `base`; None if it lies outside `folder`, or links lead round in a ring."""
    try:
        target = (base / source.replace("\\", "/")).resolve()
        return target if target.is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError):
        return None


def _files_beside(target: Path) -> list[str]:
    """The tilesets of a folder by name; none if it cannot be read, or its name is longer than the disk takes."""
    try:
        return [name for name in os.listdir(target.parent) if name.endswith(".tsx")]
    except OSError:
        return []


def inline_tileset(node: Element, path: Path, tally: XmlTally) -> list[Fault]:
    """Put a tileset that lies in a file of its own inside the map, its pictures named as seen from the map."""
    source = node.get("source")
    if source is None:
        return []
    target = _inside(path.parent, path.parent, source)
    if target is None or target.suffix != ".tsx":
        cause = "the tileset must be a .tsx file inside the map's folder: move it there, or use Embed Tileset"
        return [Fault(path.name, _tileset_words(node), "", cause)]
    try:
        outer = read_xml(target, target.name, "tileset", MAX_TILESET_BYTES, tally)
    except MapError as error:
        near = _files_beside(target)
        remedy = "" if target.name in near else likely(target.name, near) or ": put it there, or use Embed Tileset"
        where = _tileset_words(node)
        return [Fault(path.name, where, fault.place, f"{fault.cause}{remedy}") for fault in error.faults]
    for image in outer.iter("image"):
        found = _inside(path.parent, target.parent, image.get("source", ""))
        if found is not None:
            image.set("source", found.relative_to(path.parent.resolve()).as_posix())
    node.attrib.update({k: v for k, v in outer.attrib.items() if k != "firstgid"})
    del node.attrib["source"]
    node.extend(list(outer))
    return []


def pictures_astray(node: Element, path: Path) -> list[Fault]:
    """A fault if a tileset has pictures that the map may not name."""
    astray = [x for x in node.iter("image") if _inside(path.parent, path.parent, x.get("source", "")) is None]
    if not astray:
        return []
    one = len(astray) == 1
    what, them = ("its image is", "it") if one else (f"{len(astray)} of its images are", "them")
    cause = f"{what} outside the map's folder: move {them} there and choose {them} again in the tileset"
    return [Fault(path.name, _tileset_words(node), "", cause)]


def _embed(node: Element, path: Path, tally: XmlTally, habits: Habits) -> list[Fault]:
    """Put a tileset inside the map, checked and without its pictures."""
    file = Path(node.get("source", path.name).replace("\\", "/")).name
    faults = inline_tileset(node, path, tally)
    if not faults:
        tidy_tileset(node, habits)
        faults = _first(_check(node, file)) + pictures_astray(node, path)
    for holder in (node, *node.findall("tile")):
        holder[:] = [child for child in holder if child.tag != "image"]
    return faults


def _tileset_words(node: Element) -> str:
    return f"tileset '{node.get('source', node.get('name', ''))[:MAX_NAME]}'"


def _first(faults: Iterator[Fault]) -> list[Fault]:
    """The first faults up to the limit, and one more to show that there are others."""
    return list(islice(faults, MAX_FAULTS + 1))


def _is_nonzero(text: str) -> bool:
    return is_real(text) and float(text) != 0


def _check(node: Element, file: str, where: str = "") -> Iterator[Fault]:
    """Elements, attributes, numbers and properties of `node` and everything below it."""
    where = _where(node, where)
    if node.tag == "data":  # readable tiles are CSV by now; the chunks of an infinite map are told with the grid
        if not _is_csv(node) and node.find("chunk") is None:
            yield Fault(file, where, "", "cannot be read: set Tile Layer Format to CSV in Map > Map Properties")
        return
    attributes, children = ALLOWED[node.tag]
    if node.tag == "map":  # its tilesets are checked when they are put inside
        node = _without(node, "tileset")
    for key, value in node.attrib.items():
        if key not in attributes:
            yield Fault(file, where, "", f"<{node.tag}> may not have '{key[:MAX_WORD]}': {HINTS.get(key, UNKNOWN)}")
        elif not _is_value(node.tag, key, value):
            wanted = f": one line of at most {MAX_NAME} characters" if key in ("name", "type", "class") else ""
            yield Fault(file, where, "", f"'{key}' of <{node.tag}> cannot be '{value[:MAX_WORD]}'{wanted}")
    for child in node:
        if child.tag in children:
            yield from _check(child, file, where)
        else:
            cause = f"<{child.tag[:MAX_WORD]}> is not accepted here: {HINTS.get(child.tag, UNKNOWN)}"
            yield Fault(file, _where(child, where), "", cause)
    yield from _check_own(node, file, where)


def _without(node: Element, tag: str) -> Element:
    """The same element without its children of a kind."""
    kept = Element(node.tag, node.attrib)
    kept.extend(child for child in node if child.tag != tag)
    return kept


def _where(node: Element, where: str) -> str:
    if node.tag in ("layer", "objectgroup"):
        return layer_words(node.attrib)
    return where + object_words(node.attrib) if node.tag == "object" else where


def _is_value(tag: str, key: str, value: str) -> bool:
    if key == "name" or key in ("type", "class"):
        return len(value) <= MAX_NAME and value.isprintable()
    if key == "points":
        return value.count(",") <= MAX_POINTS and POINTS.fullmatch(value) is not None
    if key in FLAGS:
        return value in ("0", "1")
    if key in WHOLE or (key in ("width", "height") and tag != "object"):
        return value.isascii() and value.isdigit() and len(value) <= 9
    return is_real(value) if key in REAL else True


def _check_own(node: Element, file: str, where: str) -> Iterator[Fault]:
    if node.tag == "object":
        yield from _check_object(node, file, where)
    elif node.tag in ("map", "tile"):
        known = MAP_PROPERTIES if node.tag == "map" else TILE_PROPERTIES
        yield from _check_properties(node, known, file, where)


def _is_csv(data: Element) -> bool:
    return dict(data.attrib) == {"encoding": "csv"} and not len(data)


def _check_object(node: Element, file: str, where: str) -> Iterator[Fault]:
    kind = node.get("type", "")
    shapes = [child.tag for child in node if child.tag != "properties"]
    attributes, children = ALLOWED["object"]
    if not (attributes.issuperset(node.attrib) and children.issuperset(shapes)):
        return  # a tile, a template or the like: told already, and what else is wrong with it goes with it
    if kind not in CLASSES:
        if not kind:
            cause = "the object has no class: choose one in Properties, or move it to a notes layer"
        else:
            likely = meant(kind, CLASSES) or f"; choose one of {', '.join(CLASSES)}"
            cause = f"unknown class '{kind[:MAX_WORD]}'{likely}"
        yield Fault(file, where, _at(node), cause)
        return
    wanted = CLASSES[kind].shape
    if shapes != [wanted]:
        found = shapes[0][:MAX_WORD] if shapes else "box"
        yield Fault(file, where, _at(node), f"class {kind} must be a {wanted}, but this is a {found}: {DRAW[wanted]}")
    elif wanted != "point" and node.find(f"{wanted}[@points]") is None:
        yield Fault(file, where, _at(node), f"the {wanted} has no points: delete it")
    if any(_is_nonzero(node.get(key, "0")) for key in ("rotation", "width", "height")):
        yield Fault(file, where, _at(node), "the object must not be turned or sized: set rotation, width, height to 0")
    known = {name: PROPERTY_TYPES[name] for name in CLASSES[kind].properties}
    yield from _check_properties(node, known, file, where)


def _at(node: Element) -> str:
    return f"at {node.get('x', '?')[:12]},{node.get('y', '?')[:12]}"


def _check_properties(node: Element, known: dict[str, str], file: str, where: str) -> Iterator[Fault]:
    for item in node.findall("properties/property"):
        name, kind = item.get("name", ""), item.get("type", "string")
        if name not in known:
            yield Fault(file, where, "", f"{_unwanted(name, known)}")
        elif kind != known[name]:
            a = _TYPES[known[name]]
            cause = (
                f"property '{name}' has type {kind[:MAX_WORD]} instead of {known[name]} ({a}): remove it, then Add it"
            )
            yield Fault(file, where, "", cause)
        elif kind == "string" and not (len(item.get("value", "")) <= MAX_TEXT and item.get("value", "").isprintable()):
            yield Fault(file, where, "", f"property '{name}' must be one line of at most {MAX_TEXT} characters")
        elif kind == "int" and not _is_whole(item.get("value", "")):
            yield Fault(file, where, "", f"property '{name}' must be a whole number from 0 to 9999")
        elif kind == "bool" and item.get("value", "") not in ("true", "false"):
            yield Fault(file, where, "", f"property '{name}' must be true or false")


_TYPES = {"string": "text", "int": "a whole number", "bool": "true or false"}


def _unwanted(name: str, known: dict[str, str]) -> str:
    """Why a property of ours, or one spelt like ours, may not stand here."""
    if name not in PROPERTY_TYPES:
        return f"unknown property '{name[:MAX_WORD]}'{meant(name, known)}"
    owners = ", ".join(kind for kind, known_class in CLASSES.items() if name in known_class.properties)
    return f"property '{name}' means nothing here, only on class {owners}: remove it"


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


def _check_map(root: Element, file: str) -> Iterator[Fault]:
    """The map as a whole: a bounded hexagonal map with one full terrain layer."""
    grid = [Fault(file, "map", "", cause) for cause in wrong_with_grid(root)]
    yield from grid
    names = [node.get("name", "")[:MAX_NAME] for node in root.findall("layer")]
    if names != [TERRAIN]:
        told = ", ".join(f"'{name}'" for name in names[:4]) + (", ..." if len(names) > 4 else "")
        remedy = f"rename the one with the ground ({told})" if names else "add one"
        yield Fault(file, "map", "", f"there must be exactly one tile layer called '{TERRAIN}': {remedy}")
    if len(root.findall("tileset")) > MAX_TILESETS:
        yield Fault(file, "map", "", f"more than {MAX_TILESETS} tilesets")
    if len(root.findall("objectgroup/object")) > MAX_OBJECTS:
        yield Fault(file, "map", "", f"more than {MAX_OBJECTS} objects")
    for layer in root.findall("layer") if not grid else ():
        data = layer.find("data")
        if data is None or _is_csv(data):
            yield from _check_cells(root, layer, file)


def wrong_with_grid(root: Element) -> Iterator[str]:
    """Why the cells of a map do not form a board of hexes, a sentence each."""
    if root.get("infinite", "0") != "0" or root.find("layer/data/chunk") is not None:
        yield "the map is infinite and cannot be read: clear Infinite in Map > Map Properties"
    if root.get("orientation") != "hexagonal":
        yield "the orientation must be hexagonal: choose it in Map > Map Properties"
    if root.get("staggeraxis") not in ("x", "y") or root.get("staggerindex") not in ("odd", "even"):
        yield "stagger axis must be x or y and stagger index odd or even: see Map > Map Properties"
    width, height, side = (_whole(root, k) for k in ("tilewidth", "tileheight", "hexsidelength"))
    across = width if root.get("staggeraxis") == "x" else height
    if any(n % 2 or not 4 <= n <= 512 for n in (width, height, side)) or side >= across:
        found = f"they are {width}, {height} and {side}"
        yield (
            f"tile width, tile height and hex side length must be even, 4 to 512, and make a hexagon ({found}): "
            "change them in Map > Map Properties"
        )
    cols, rows = _whole(root, "width"), _whole(root, "height")
    if not (cols and rows and cols * rows <= MAX_CELLS):
        yield f"the map must have between 1 and {MAX_CELLS} cells: use Map > Resize Map"


def _whole(node: Element, key: str) -> int:
    text = node.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0


def _check_cells(root: Element, layer: Element, file: str) -> Iterator[Fault]:
    cols, rows = _whole(root, "width"), _whole(root, "height")
    where, text = layer_words(layer.attrib), layer.findtext("data") or ""
    found, size = text.count(",") + 1, (_whole(layer, "width"), _whole(layer, "height"))
    if size != (cols, rows):
        cause = f"the layer has {size[0]} x {size[1]} cells, but the map {cols} x {rows}: use Map > Resize Map"
        yield Fault(file, where, "", cause)
        return
    if found != cols * rows:
        cause = f"the layer has {found} cells, but the map needs {cols} x {rows}: save it again in Tiled"
        yield Fault(file, where, "", cause)
        return
    wrong = [
        (i, cell)
        for i, cell in enumerate(text.replace("\n", "").split(","))
        if not (cell.strip().isascii() and cell.strip().isdigit() and len(cell) <= 12)
    ]
    for i, cell in wrong[:1]:
        more = f" (and {len(wrong) - 1} more cells)" if len(wrong) > 1 else ""
        yield Fault(file, where, f"column {i % cols}, row {i // cols}", f"'{cell[:20]}' is not a tile number{more}")
