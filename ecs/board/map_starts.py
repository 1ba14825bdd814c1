"""A new map started from any hexagonal Tiled map: the same grid and tiles, with our words in place.

What it cannot know it guesses and says so; what a game still needs, the checks of the copy say."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from ecs.board.map_habits import FLAGS, LIKE, TERRAIN, as_code, layer_numbers, tidy_map
from ecs.board.map_schema import CLASSES, LAYERS, PLAYABLE, UNPLAYABLE
from ecs.board.map_validator import (
    MAX_MAP_BYTES,
    MAX_TILESETS,
    Fault,
    MapError,
    XmlTally,
    inline_tileset,
    pictures_astray,
    read_xml,
    wrong_with_grid,
)

STARTED = ("regions", "traits", "rivers", "lakes", "roads", "rails", "places", "roles", "labels")
"""The layers a new map gets, of those it does not have."""
GROUND: dict[str, tuple[str, ...]] = {
    "sea": ("sea", "ocean", "water", "deep", "coast"),
    "lake": ("lake", "pond"),
    "mountain": ("mountain", "peak", "alpine", "cliff"),
    "swamp": ("swamp", "marsh", "bog", "fen", "wetland"),
    "forest": ("forest", "wood", "tree", "jungle", "taiga"),
    "hills": ("hill", "rough", "highland"),
    "desert_steppe": ("desert", "dune", "sand"),
    "offmap": ("offmap", "void", "outside"),
    "clear": ("clear", "grass", "plain", "field", "steppe", "open", "meadow", "farm", "dirt", "land"),
}
"""Terrain code -> words in which others speak of such ground; the first that fits is taken."""
FLAT = {"swamp": "marsh", "forest": "woods", "hills": "rough"}
"""The same ground on flat-top maps."""
THINGS = {
    "city": "town", "village": "locality", "settlement": "town", "capital": "major", "objective": "victory",
    "stream": "river", "railway": "rail", "railroad": "rail", "track": "rail", "street": "road", "motorway": "highway",
    "zone": "region", "area": "region", "front": "region", "nation": "country", "frontier": "border",
    "label": "label_region", "unit": "counter",
}  # fmt: skip
"""Classes of others that mean one of ours."""


@dataclass(frozen=True, slots=True)
class MapStart:
    """The converted copy of a map, as the bytes of a Tiled map.

    ``changed``: what is different in it, a sentence each; ``pictures``: the files its tilesets name, as seen from the
    folder of the map.
    """

    data: bytes
    changed: tuple[str, ...]
    pictures: tuple[str, ...]


def start_of(path: Path, folder: Path, game: str = "") -> MapStart:
    """Start a map for the game from any hexagonal Tiled map.

    :param folder: where the copy is to lie.
    :param game: the id of the rules the map is to be made for; "" leaves that open.
    :raises MapError: if it is no hexagonal map that can be read.
    """
    tally = XmlTally()
    root = read_xml(path, path.name, "map", MAX_MAP_BYTES, tally)
    grid = Element("map", {**root.attrib, "infinite": "0"})
    tidy_map(grid)
    faults = [Fault(path.name, "map", "", cause) for cause in wrong_with_grid(grid)]
    for node in root.findall("tileset")[:MAX_TILESETS]:
        faults += inline_tileset(node, path, tally) or pictures_astray(node, path)
    if faults:
        raise MapError(faults)
    changed = [*_ground(root, path), *_classes(root), *_layers(root)]
    if game:
        set_property(root, "game", game)
        changed.append(f"the map's property game is now {game}")
    for node in (image for scan in root.iter("imagelayer") for image in scan.findall("image")):
        node.set("source", _seen_from(folder, path.parent / node.get("source", "")))
    pictures = dict.fromkeys(node.get("source", "") for tiles in root.iter("tileset") for node in tiles.iter("image"))
    return MapStart(map_bytes(root), tuple(changed), tuple(pictures))


def _seen_from(folder: Path, file: Path) -> str:
    """The name of a file as a map in this folder would give it; the file is not opened."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return file.as_posix()


# -- writing what Tiled reads -----------------------------------------------------------------------


def map_bytes(root: Element) -> bytes:
    """A map as the bytes of a file."""
    ElementTree.indent(root, " ")
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def set_property(node: Element, name: str, value: str) -> None:
    """Give a map, a layer or a tile a property, in place of any of that name; "" takes it away."""
    said = node.find("properties")
    if said is None:
        said = Element("properties")
        node.insert(0, said)
    for item in [item for item in said if item.get("name") == name]:
        said.remove(item)
    if value:
        SubElement(said, "property", {"name": name, "value": value})


def next_layer_id(root: Element) -> int:
    """The number of the next layer that is added to a map."""
    layers = (node for node in root.iter() if node.tag in ("layer", "objectgroup", "imagelayer", "group"))
    return max(0, _number(root, "nextlayerid") - 1, *(_number(node, "id") for node in layers)) + 1


# -- the ground -------------------------------------------------------------------------------------


def _ground(root: Element, path: Path) -> Iterator[str]:
    """Make one tile layer the terrain, and give every tile on it a code.

    :raises MapError: if there is no tile layer that can be read.
    """
    layers = [*root.iter("layer")]
    cells = [layer_numbers(root, layer) for layer in layers]
    counts = [sum(map(bool, numbers or ())) for numbers in cells]
    named = [i for i, layer in enumerate(layers) if layer.get("name", "").casefold() == TERRAIN]
    if not any(counts):
        cause = "no tile layer whose tiles can be read: set Tile Layer Format to CSV in Map > Map Properties"
        raise MapError([Fault(path.name, "map", "", cause)])
    best = named[0] if len(named) == 1 else max(range(len(layers)), key=lambda i: (counts[i], -i))
    for i in named:
        layers[i].set("name", f"{TERRAIN} {i}")
    old = layers[best].get("name", "") if best not in named else TERRAIN
    layers[best].set("name", TERRAIN)
    if old != TERRAIN:
        yield f"tile layer '{old[:40]}' has the ground and is now called terrain"
    numbers = cells[best] or []
    if len(numbers) > counts[best]:
        set_property(root, "empty", "offmap")
        yield f"hexes without a tile are off the map: {len(numbers) - counts[best]} (the map's property empty)"
    yield from _codes(root, Counter(number & FLAGS for number in numbers if number))


def _codes(root: Element, used: Counter[int]) -> Iterator[str]:
    """Give each tile used on the ground a terrain code, guessed from its words."""
    flat = root.get("staggeraxis") == "x"
    sets = sorted(root.findall("tileset"), key=lambda node: _number(node, "firstgid"))
    firsts = [_number(node, "firstgid") for node in sets]
    read: dict[str, int] = {}
    guessed: list[str] = []
    for gid, times in sorted(used.items()):
        place = max((i for i, first in enumerate(firsts) if first <= gid), default=-1)
        if place < 0:
            continue
        node, number = sets[place], gid - firsts[place]
        tile = _tile(node, number)
        said = tile.find("properties/property[@name='code']")
        if said is not None and said.get("value") in PLAYABLE | UNPLAYABLE:
            continue
        code = _code_in(_words(node, tile, number), flat)
        if not code:
            image = tile.find("image")
            picture = f" ({_stem(image)[:40]})" if image is not None else ""
            hexes = f"{times} hex{'es' * (times > 1)}"
            guessed.append(f"tile {number}{picture} of '{node.get('name', '')[:40]}' ({hexes})")
        code = code or "clear"
        set_property(tile, "code", code)
        read[code] = read.get(code, 0) + times
    if read:
        told = ", ".join(f"{code} {times}" for code, times in sorted(read.items()))
        yield f"tiles have a terrain code now; hexes of each: {told}"
    if guessed:
        more = f" and {len(guessed) - 6} more" if len(guessed) > 6 else ""
        yield f"nothing says what these tiles are, so they are clear: {', '.join(guessed[:6])}{more}"


def _number(node: Element, key: str) -> int:
    text = node.get(key, "")
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else 0


def _tile(tileset: Element, number: int) -> Element:
    for tile in tileset.findall("tile"):
        if tile.get("id") == str(number):
            return tile
    tools = [i for i, child in enumerate(tileset) if child.tag in ("wangsets", "terraintypes")]
    tile = Element("tile", {"id": str(number)})
    tileset.insert(tools[0] if tools else len(tileset), tile)
    return tile


def _words(tileset: Element, tile: Element, number: int) -> Iterator[str]:
    """The words that describe a tile, the plainest first."""
    yield from (tile.get(key, "") for key in ("type", "class"))
    yield from (item.get("value", "") for item in tile.findall("properties/property"))
    yield from map(_stem, tile.findall("image"))
    for wangset in tileset.findall("wangsets/wangset"):
        colours = [colour.get("name", "") for colour in wangset.findall("wangcolor")]
        for node in wangset.findall(f"wangtile[@tileid='{number}']"):
            found = {word for word in node.get("wangid", "").split(",") if word.strip() not in ("", "0")}
            if len(found) == 1 and (word := found.pop().strip()).isdigit() and 0 < int(word) <= len(colours):
                yield colours[int(word) - 1]


def _stem(image: Element) -> str:
    """The name of a picture without folder and ending."""
    return Path(image.get("source", "").replace("\\", "/")).stem


def _code_in(words: Iterator[str], flat: bool) -> str:
    """The terrain code that the words mean; "" if there is none."""
    for word in words:
        plain_word = as_code(word)
        if plain_word in PLAYABLE | UNPLAYABLE:
            return plain_word
        for code, known in GROUND.items():
            if any(re.search(rf"(?<![a-z]){name}", plain_word) for name in known):
                return FLAT.get(code, code) if flat else code
    return ""


# -- objects and layers -----------------------------------------------------------------------------


def _classes(root: Element) -> Iterator[str]:
    """Give objects our class where theirs means it; move the others to a layer of their own, without a class."""
    became: Counter[tuple[str, str]] = Counter()
    for parent, group in [*_groups(root)]:
        waiting = []
        for item in group.findall("object"):
            key = "class" if "class" in item.attrib else "type"
            kind = item.attrib.pop(key, "")
            ours = _class_of(kind) if kind else ""
            if kind and ours != kind:
                became[kind, ours] += 1
            if ours:
                item.set("type", ours)
            elif "template" not in item.attrib:
                waiting.append(item)
        if waiting:
            _set_aside(parent, group, waiting)
    for (kind, ours), times in sorted(became.items()):
        objects = "1 object" if times == 1 else f"{times} objects"
        now = f"class {ours} now" if ours else "no class now, because the game has none like it"
        yield f"{objects} of class '{kind[:40]}' {'has' if times == 1 else 'have'} {now}"


def _set_aside(parent: Element, group: Element, items: list[Element]) -> None:
    """Move objects without a class to a layer that the game ignores."""
    for item in items:
        group.remove(item)
    aside = Element("objectgroup", {**group.attrib, "name": f"{group.get('name', '')[:40]} (left over)"})
    aside.attrib.pop("id", None)
    aside.extend(items)
    parent.insert([*parent].index(group) + 1, aside)
    if not group.findall("object"):
        parent.remove(group)


def _class_of(kind: str) -> str:
    word = as_code(kind)[:60]
    if word in CLASSES:
        return word
    near = get_close_matches(word, [*CLASSES, *THINGS], 1, LIKE)
    return THINGS.get(near[0], near[0]) if near else ""


def _layers(root: Element) -> Iterator[str]:
    """Add the layers that a game draws on."""
    there = {node.get("name") for _, node in _groups(root)}
    wanted = [name for name in STARTED if name not in there]
    for name in wanted:
        SubElement(root, "objectgroup", {"color": LAYERS[name], "name": name})
    number = next_layer_id(root)
    for node in (node for _, node in _groups(root) if "id" not in node.attrib):
        node.set("id", str(number))
        number += 1
    root.set("nextlayerid", str(number))
    if wanted:
        yield f"new layers for {', '.join(wanted)}"


def _groups(node: Element) -> Iterator[tuple[Element, Element]]:
    """Every layer of objects with its parent; the collision shapes of tiles do not count."""
    for child in node:
        if child.tag == "group":
            yield from _groups(child)
        elif child.tag == "objectgroup":
            yield node, child
