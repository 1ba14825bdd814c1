"""What people do in Tiled that does no harm: the board is the same, and what was left out is told in one note."""

from __future__ import annotations

import base64
import gzip
import shutil
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import pytest

import ecs
from ecs import check_board, load_board
from ecs.board.board import Board
from ecs.board.map_loader import check_map, read_drawing
from tests import ROOT
from tests.ecs.board.test_mapfile import run_tiled

MAPS = ROOT / "maps"
POINTY, FLAT = "western_russia.tmx", "typhoon_24km.tmx"


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    """The shipped maps as they are."""
    return {name: load_board(MAPS / name) for name in (POINTY, FLAT)}


def changed(folder: Path, change: Callable[[Element], object], name: str = POINTY) -> Path:
    """A shipped map with a change, its tilesets beside it."""
    shutil.copytree(MAPS / "tilesets", folder / "tilesets", dirs_exist_ok=True)
    root = ElementTree.parse(MAPS / name).getroot()
    change(root)
    path = folder / name
    path.write_text(ElementTree.tostring(root, encoding="unicode"), encoding="utf-8")
    return path


def layer(root: Element) -> Element:
    found = root.find("layer")
    assert found is not None
    return found


def data(root: Element) -> Element:
    found = layer(root).find("data")
    assert found is not None
    return found


def gids(root: Element) -> list[int]:
    return [int(word) for word in (data(root).text or "").split(",")]


def group(root: Element, name: str) -> Element:
    return next(node for node in root.findall("objectgroup") if node.get("name") == name)


def first(root: Element, kind: str) -> Element:
    return next(item for item in root.iter("object") if item.get("type") == kind)


def prop(node: Element, name: str, value: str, kind: str = "", **more: str) -> Element:
    said = node.find("properties")
    if said is None:
        said = Element("properties")
        node.insert(0, said)
    typed = {"type": kind} if kind else {}
    return SubElement(said, "property", {"name": name, **typed, "value": value, **more})


def packed(root: Element, encoding: str, compression: str, pack: Callable[[bytes], bytes]) -> None:
    """The tiles in another Tile Layer Format."""
    raw = b"".join(gid.to_bytes(4, "little") for gid in gids(root))
    node = data(root)
    node.attrib.clear()
    node.set("encoding", encoding)
    if compression:
        node.set("compression", compression)
    node.text = "\n   " + base64.b64encode(pack(raw)).decode() + "\n  "


def as_elements(root: Element) -> None:
    numbers, node = gids(root), data(root)
    node.attrib.clear()
    node.text = None
    for gid in numbers:
        SubElement(node, "tile", {"gid": str(gid)} if gid else {})


def infinite(root: Element, aside: tuple[int, int] = (0, 0)) -> None:
    """The map as an infinite one, so many columns and rows from where it was, in chunks of 16 by 16."""
    cols, rows = int(root.get("width", "")), int(root.get("height", ""))
    numbers, node = gids(root), data(root)
    right, down = aside
    axis = root.get("staggeraxis")
    if (right if axis == "x" else down) % 2:
        root.set("staggerindex", "even" if root.get("staggerindex") == "odd" else "odd")
    wide, high, side = (int(root.get(key, "")) for key in ("tilewidth", "tileheight", "hexsidelength"))
    step_x, step_y = ((wide + side) // 2, high) if axis == "x" else (wide, (high + side) // 2)
    for item in root.iter("object"):
        item.set("x", str(float(item.get("x", "")) + right * step_x))
        item.set("y", str(float(item.get("y", "")) + down * step_y))
    root.set("infinite", "1")
    node.text = None
    for top in range(down // 16 * 16, down + rows, 16):
        for left in range(right // 16 * 16, right + cols, 16):
            cells = [
                numbers[(r - down) * cols + c - right] if 0 <= r - down < rows and 0 <= c - right < cols else 0
                for r in range(top, top + 16)
                for c in range(left, left + 16)
            ]
            place = {"x": str(left), "y": str(top), "width": "16", "height": "16"}
            SubElement(node, "chunk", place).text = ",".join(map(str, cells))


def grouped(root: Element) -> None:
    """Half of the layers in a group in a group, pushed aside and back."""
    outer = SubElement(root, "group", {"id": "90", "name": "ground", "offsetx": "20", "locked": "1"})
    prop(outer, "by", "me")
    prop(outer, "since", "1941")
    inner = SubElement(outer, "group", {"id": "91", "name": "water", "offsetx": "-20", "visible": "0"})
    for node in [*root.findall("layer"), *root.findall("objectgroup")[-6:]]:
        root.remove(node)
        inner.append(node)


def aside(root: Element) -> None:
    """A layer of objects pushed aside: they lie where they are seen."""
    rivers = group(root, "rivers")
    rivers.attrib |= {"offsetx": "-8", "offsety": "4.5"}
    for item in rivers:
        item.attrib |= {"x": str(float(item.get("x", "")) + 8), "y": str(float(item.get("y", "")) - 4.5)}


def traced(root: Element) -> None:
    scan = Element("imagelayer", {"id": "91", "name": "scan", "opacity": "0.4", "offsetx": "3", "repeatx": "1"})
    SubElement(scan, "image", {"source": "../scans/my scan.png", "width": "4000", "height": "3000"})
    root.insert(2, scan)


def other_tiles(root: Element) -> None:
    decor = Element(
        "layer", {"id": "92", "name": "decor", "width": root.get("width", ""), "height": root.get("height", "")}
    )
    SubElement(decor, "data", {"encoding": "csv"}).text = ",".join("0" * len(gids(root)))
    root.insert(3, decor)


def notes(root: Element) -> None:
    item = SubElement(group(root, "rivers"), "object", {"id": "900", "x": "9", "y": "9", "width": "90", "height": "20"})
    SubElement(item, "text", {"wrap": "1", "color": "#ff0000", "fontfamily": "Sans"}).text = "Check this\nriver"


def sketch(root: Element) -> None:
    layer_ = SubElement(root, "objectgroup", {"id": "93", "name": "sketch", "opacity": "0.5"})
    SubElement(layer_, "object", {"id": "901", "x": "9", "y": "9", "width": "90", "height": "20"})
    line = SubElement(layer_, "object", {"id": "902", "name": "idea", "x": "9", "y": "9", "rotation": "12"})
    SubElement(line, "polyline", {"points": "0,0 5,5"})


def in_the_map(root: Element) -> None:
    """The tileset embedded, its picture with it."""
    node = root.find("tileset")
    assert node is not None
    outer = ElementTree.parse(MAPS / node.attrib.pop("source")).getroot()
    node.attrib |= outer.attrib
    node.extend(outer)
    image = node.find("image")
    assert image is not None
    image.set("source", "tilesets/terrain.png")


def of_pictures(root: Element) -> None:
    """A tileset that is a collection of pictures."""
    in_the_map(root)
    node = root.find("tileset")
    assert node is not None
    node.remove(node.findall("image")[0])
    node.set("columns", "0")
    for tile in node.findall("tile"):
        SubElement(tile, "image", {"source": "tilesets/terrain.png", "width": "112", "height": "128"})


def with_tools(root: Element) -> None:
    """Terrain sets, collision shapes, animations and whatever else a tileset may have."""
    in_the_map(root)
    node = root.find("tileset")
    assert node is not None
    node.attrib |= {"objectalignment": "center", "fillmode": "stretch", "tilerendersize": "grid", "class": "mine"}
    SubElement(node, "tileoffset", {"x": "0", "y": "4"})
    SubElement(node, "transformations", {"hflip": "1", "vflip": "1", "rotate": "1", "preferuntransformed": "0"})
    sets = SubElement(SubElement(node, "wangsets"), "wangset", {"name": "Ground", "type": "corner", "tile": "-1"})
    SubElement(sets, "wangcolor", {"name": "Wood", "color": "#ff0000", "tile": "1", "probability": "1"})
    SubElement(sets, "wangtile", {"tileid": "0", "wangid": "0,1,0,1,0,1,0,1"})
    tile = node.findall("tile")[0]
    shape = SubElement(
        SubElement(tile, "objectgroup", {"draworder": "index"}), "object", {"id": "1", "x": "0", "y": "0"}
    )
    SubElement(shape, "polygon", {"points": "0,0 9,0 9,9"})
    SubElement(SubElement(tile, "animation"), "frame", {"tileid": "1", "duration": "100"})


def coded_by_class(root: Element) -> None:
    in_the_map(root)
    for tile in root.iter("tile"):
        code = tile.find("properties/property")
        assert code is not None
        tile.set("class", code.get("value", ""))
        tile.remove(tile[0])


def mine(root: Element) -> None:
    """Properties of one's own, of every type that Tiled has."""
    nodes = root, first(root, "river"), group(root, "rivers"), layer(root)
    for node in nodes:
        for kind, value in (("", "x"), ("int", "3"), ("float", "1.5"), ("color", "#ffffffff"), ("file", "../a.png")):
            prop(node, f"my_{kind or 'text'}", value, kind)
        prop(node, "my_object", "3", "object")
        inner = prop(node, "my_class", "", "class", propertytype="Army")
        prop(inner, "size", "3", "int")
        listed = prop(node, "my_list", "", "list")
        SubElement(listed, "item", {"type": "int", "value": "3"})
    prop(first(root, "river"), "my_lines", "").text = "one\ntwo"


def loosely_typed(root: Element) -> None:
    """Numbers as texts and texts as numbers."""
    for item in root.iter("property"):
        if item.get("name") in ("vp", "first_row", "first_column"):
            item.set("type", "float" if item.get("name") == "vp" else "string")


def renamed_attribute(key: str) -> Callable[[Element], None]:
    def rename(root: Element) -> None:
        for item in root.iter("object"):
            item.set(key, item.attrib.pop("type"))

    return rename


def spelt(root: Element) -> None:
    for item in root.iter("object"):
        item.set("type", item.get("type", "").replace("_", " ").title())


def padded(root: Element) -> None:
    for item in root.iter("object"):
        item.set("name", f" {item.get('name', '')} ")


def turned_tiles(root: Element) -> None:
    numbers = gids(root)
    for i in range(80):
        numbers[i] |= (0x80000000, 0x40000000, 0x20000000, 0x10000000)[i % 4]
    data(root).text = ",".join(map(str, numbers))


def turned_line(root: Element) -> None:
    """A line that was rotated by a quarter turn is where it is seen."""
    item = first(root, "river")
    item.set("rotation", "90")
    line = item.find("polyline")
    assert line is not None
    points = [pair.partition(",") for pair in line.get("points", "").split()]
    line.set("points", " ".join(f"{y},{-float(x):g}" for x, _, y in points))


def boxed_places(root: Element) -> None:
    """Places drawn as small boxes and circles, as before Tiled had points."""
    for number, item in enumerate(group(root, "places")):
        item.remove(next(child for child in item if child.tag == "point"))
        item.attrib |= {"width": "20", "height": "12"}
        item.attrib |= {"x": str(float(item.get("x", "")) - 10), "y": str(float(item.get("y", "")) - 6)}
        if number % 2:
            SubElement(item, "ellipse")


def open_rings(root: Element) -> None:
    """Areas drawn as lines that end where they began."""
    for item in root.iter("object"):
        ring = item.find("polygon")
        if ring is not None:
            ring.tag = "polyline"
            ring.set("points", f"{ring.get('points')} {ring.get('points', '').split()[0]}")


def written_labels(root: Element) -> None:
    for item in group(root, "labels"):
        name = item.attrib.pop("name")
        item.remove(next(child for child in item if child.tag == "point"))
        SubElement(item, "text", {"wrap": "1"}).text = name


def newer(root: Element) -> None:
    """What later versions of Tiled write."""
    root.attrib |= {"version": "1.10", "tiledversion": "1.12.2", "class": "board", "parallaxoriginx": "3", "skewx": "0"}
    for node in root.findall("objectgroup"):
        node.attrib |= {"class": "mine", "parallaxx": "1", "mode": "multiply"}
    for item in root.iter("object"):
        item.set("opacity", "0.5")


def with_settings(root: Element) -> None:
    node = Element("editorsettings")
    SubElement(node, "export", {"target": "out.csv", "format": "csv"})
    SubElement(node, "chunksize", {"width": "32", "height": "32"})
    root.insert(0, node)


def two_of_a_name(root: Element) -> None:
    for node in root.findall("objectgroup"):
        node.set("name", "things")


def second_tileset(root: Element) -> None:
    root.insert(2, Element("tileset", {"firstgid": "101", "source": "tilesets/terrain_flat.tsx"}))


def tall_numbers(root: Element) -> None:
    data(root).text = "\r\n" + (data(root).text or "").replace(",", " , ") + "\r\n"


def renamed_layer(root: Element) -> None:
    layer(root).set("name", "Tile Layer 1")


def odd(root: Element) -> None:
    root.attrib |= {key: str(int(root.get(key, "")) + 1) for key in ("tilewidth", "tileheight")}


def order(root: Element) -> None:
    root.set("renderorder", "left-up")
    root.set("backgroundcolor", "#80102030")


def old_layers(root: Element) -> None:
    for node in root.findall("objectgroup"):
        node.attrib |= {"x": "0", "y": "0", "width": "12", "height": "18"}


def identity(root: Element) -> None:
    layer(root).attrib |= {"offsetx": "0", "offsety": "0"}


SAME: dict[str, tuple[Callable[[Element], object], str]] = {
    "an image layer to trace": (traced, "ignored: 1 image layer ('scan')"),
    "layers in groups": (grouped, "ignored: 2 custom properties ('by', 'since')"),
    "a layer of objects pushed aside": (aside, ""),
    "a layer pushed aside by nothing": (identity, ""),
    "another tile layer": (other_tiles, "ignored: 1 tile layer ('decor')"),
    "the only tile layer under another name": (renamed_layer, "'Tile Layer 1', is read as the terrain"),
    "text notes": (notes, "ignored: 1 text note"),
    "a layer of scribbles": (sketch, "layer 'sketch' is ignored: none of its objects has a class"),
    "layers of one name": (two_of_a_name, ""),
    "an embedded tileset": (in_the_map, ""),
    "a tileset that is not used": (second_tileset, ""),
    "a collection of pictures": (of_pictures, ""),
    "terrain sets, collision shapes, animations": (with_tools, ""),
    "tiles with a class instead of a code": (coded_by_class, ""),
    "properties of every type": (mine, "custom properties ('my_text', 'my_int', 'my_float', ...)"),
    "numbers as texts": (loosely_typed, ""),
    "class instead of type (1.9)": (renamed_attribute("class"), ""),
    "type (1.8 and 1.10)": (renamed_attribute("type"), ""),
    "classes in capitals and with blanks": (spelt, ""),
    "names with blanks round them": (padded, ""),
    "what later versions write": (newer, ""),
    "what earlier versions wrote": (old_layers, ""),
    "settings of the editor": (with_settings, ""),
    "another render order": (order, ""),
    "odd tiles, which Tiled rounds down": (odd, ""),
    "80 turned and mirrored tiles": (turned_tiles, "80 tiles are rotated or flipped: only the terrain counts"),
    "a turned line": (turned_line, ""),
    "places as boxes and circles": (boxed_places, ""),
    "areas as closed lines": (open_rings, ""),
    "labels as texts": (written_labels, ""),
    "blanks between the cells": (tall_numbers, ""),
    "base64": (lambda root: packed(root, "base64", "", bytes), ""),
    "base64 with zlib": (lambda root: packed(root, "base64", "zlib", zlib.compress), ""),
    "base64 with gzip": (lambda root: packed(root, "base64", "gzip", gzip.compress), ""),
    "tiles as elements": (as_elements, ""),
    "an infinite map": (infinite, ""),
    "an infinite map to the left and up": (lambda root: infinite(root, (-5, -3)), ""),
    "an infinite map far off": (lambda root: infinite(root, (38, 41)), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", [POINTY, FLAT])
@pytest.mark.parametrize("habit", SAME)
def test_a_harmless_habit_leaves_the_board_as_it_was(
    tmp_path: Path, boards: dict[str, Board], habit: str, name: str
) -> None:
    change, note = SAME[habit]
    path = changed(tmp_path, change, name)
    assert check_map(path) == []
    raw, board = read_drawing(path)
    assert board == boards[name] and board.digest == boards[name].digest
    assert len(raw.notes) <= 1 and (note in raw.notes[0] if note and raw.notes else not note)


def test_notes_are_told_by_check(tmp_path: Path) -> None:
    def several(root: Element) -> None:
        for change in (traced, notes, notes, turned_tiles):
            change(root)

    faults, told = check_board(changed(tmp_path, several))
    assert faults == [] and told[0] == "ignored: 1 image layer ('scan'), 2 text notes"
    assert told[1].startswith("80 tiles are")


def drawn_at_g7(shape: str, points: str = "", **attributes: str) -> Callable[[Element], None]:
    def add(root: Element) -> None:
        layer_ = SubElement(root, "objectgroup", {"id": "93", "name": "mine"})
        item = SubElement(layer_, "object", {"id": "950", "name": "drawn", **attributes})
        if shape:
            SubElement(item, shape, {"points": points} if points else {})

    return add


@pytest.mark.parametrize(
    ("shape", "left", "top", "turn", "holds"),
    [
        ("", -10, -10, "0", [(0, 0), (112, 0), (224, 0)]),
        ("ellipse", 0, -4, "0", [(112, 0)]),
        ("", 10, -10, "90", [(0, 0), (0, 192)]),
        ("", -10, 10, "-90", [(0, 0), (0, -192)]),
    ],
)
def test_a_box_or_an_ellipse_is_a_region(
    tmp_path: Path, boards: dict[str, Board], shape: str, left: int, top: int, turn: str, holds: list[tuple[int, int]]
) -> None:
    x, y = boards[POINTY].centre(boards[POINTY].by_label["G7"])
    place = {"type": "region", "x": str(x + left), "y": str(y + top), "width": "244", "height": "20", "rotation": turn}
    board = load_board(changed(tmp_path, drawn_at_g7(shape, **place)))
    found = sorted(board.centre(index) for index in board.regions["drawn"])
    assert found == sorted((x + right, y + down) for right, down in holds)


def test_a_line_drawn_as_an_area_ends_where_it_began(tmp_path: Path, boards: dict[str, Board]) -> None:
    corners = boards[POINTY].corners(boards[POINTY].by_label["G7"])
    (x, y), *_ = corners
    points = " ".join(f"{right - x},{down - y}" for right, down in corners)
    board = load_board(changed(tmp_path, drawn_at_g7("polygon", points, type="border", x=str(x), y=str(y))))
    (ring,) = [line for line in board.hexside_lines if line.name == "drawn"]
    assert ring.points == (*corners, corners[0])


def zstd(root: Element) -> None:
    packed(root, "base64", "zstd", bytes)


REFUSED: dict[str, tuple[Callable[[Element], object], str]] = {
    "a bomb in zlib": (
        lambda root: packed(root, "base64", "zlib", lambda _: zlib.compress(bytes(50_000_000), 9)),
        "set Tile Layer Format to CSV",
    ),
    "noise in gzip": (lambda root: packed(root, "base64", "gzip", bytes), "set Tile Layer Format to CSV"),
    "noise in zstd": (zstd, "set Tile Layer Format to CSV"),
    "an infinite map without tiles": (lambda root: (infinite(root), data(root).clear()), "clear Infinite"),
    "a chunk of a million cells": (
        lambda root: (infinite(root), data(root)[0].attrib.update(width="1000", height="1000")),
        "clear Infinite",
    ),
    "infinite and too large": (
        lambda root: (infinite(root), data(root)[0].attrib.update(x="-90000", y="-90000")),
        "clear Infinite",
    ),
    "a tile of no tileset": (
        lambda root: setattr(data(root), "text", ",".join(["4294967295", *map(str, gids(root)[1:])])),
        "no terrain tile with a code",
    ),
    "a river as a box": (
        lambda root: first(root, "river").remove(first(root, "river")[-1]),
        "class river must be a polyline, but this is a box: draw it with Insert Polygon (P)",
    ),
    "a river without a class": (
        lambda root: first(root, "river").attrib.update(type=""),
        "has no class: choose one in Properties",
    ),
    "a picture of a tile outside the folder": (
        lambda root: (of_pictures(root), [image.set("source", "../../x.png") for image in root.iter("image")]),
        "8 of its images are outside the map's folder: move them there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line_with_what_to_do(tmp_path: Path, case: str) -> None:
    change, cause = REFUSED[case]
    faults = check_map(changed(tmp_path, change))
    assert len([fault for fault in faults if cause in fault]) == 1 and len(faults) <= 4, faults


@pytest.mark.skipif(sys.version_info < (3, 14), reason="Python reads Zstandard from 3.14")
def test_zstandard_is_read_where_python_can(tmp_path: Path, boards: dict[str, Board]) -> None:
    from importlib import import_module

    squeeze = import_module("compression.zstd").compress
    path = changed(tmp_path, lambda root: packed(root, "base64", "zstd", squeeze))
    assert load_board(path) == boards[POINTY]


def test_all_of_a_maps_faults_are_told_on_request_and_twenty_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from game.cli.entry_point import main

    path = changed(tmp_path, lambda root: [item.set("x", "3") for item in group(root, "rivers")])
    every = check_map(path)
    assert len(every) > 25
    with pytest.raises(ecs.MapError) as refused:
        load_board(path)
    assert str(refused.value).count("\n") == 20 and "more; `rasputitsa check --all" in str(refused.value)
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 22 and told[-1].strip() == f"{len(every) - 20} more: --all lists them"
    assert main(["check", "--all", str(path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == len(every) + 1


def test_a_map_that_tiled_writes_in_its_other_formats_is_the_same(tmp_path: Path, boards: dict[str, Board]) -> None:
    path = changed(tmp_path, grouped)
    if run_tiled("tiled", tmp_path, "--export-map", "--embed-tilesets", "tmx", str(path), str(tmp_path / "saved.tmx")):
        assert load_board(tmp_path / "saved.tmx").digest == boards[POINTY].digest
