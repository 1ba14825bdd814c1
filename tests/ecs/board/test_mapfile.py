"""Tiled maps become boards; everything wrong with a map is named, with file, object, place and cause."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs.board.hexgrid import Layout
from ecs.board.map_compiler import RawMap, compile_map
from ecs.board.map_loader import MapError, check_map, load_board
from tests import ROOT
from tests.kits.patience import NET

MAP = ROOT / "maps" / "western_russia.tmx"
POINTY = Layout("pointy", "odd", 112, 128, 64)
LAYOUTS = [
    POINTY,
    Layout("pointy", "even", 112, 128, 64),
    Layout("flat", "odd", 64, 56, 32),
    Layout("flat", "even", 64, 56, 32),
]
CODES = ("clear", "forest", "sea")


def thing(number, kind, points, name="", shape=None, extra="", properties=""):
    """One object of a Tiled map; a single point is a place, more are a line unless `shape` says otherwise."""
    x, y = points[0]
    shape = shape or ("point" if len(points) == 1 else "polyline")
    drawn = " ".join(f"{px - x},{py - y}" for px, py in points)
    inner = "<point/>" if shape == "point" else f'<{shape} points="{drawn}"/>'
    own = f"<properties>{properties}</properties>" if properties else ""
    return f'<object id="{number}" name="{name}" type="{kind}" x="{x}" y="{y}"{extra}>{own}{inner}</object>'


def prop(name, value, kind=""):
    return f'<property name="{name}"{kind} value="{value}"/>'


def write_tileset(folder, body=""):
    tiles = "".join(
        f'<tile id="{i}"><properties><property name="code" value="{code}"/></properties></tile>'
        for i, code in enumerate(CODES)
    )
    path = folder / "tiny.tsx"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.8" name="tiny" tilewidth="112"'
        f' tileheight="128" tilecount="3" columns="3">{tiles}{body}</tileset>'
    )
    return path


def write_map(folder, *things, grid=POINTY, cells="1,1,1,1,1,1,1,1,1", properties=""):
    """A map of three by three hexes with the given objects."""
    write_tileset(folder)
    axis = "y" if grid.orientation == "pointy" else "x"
    path = folder / "tiny.tmx"
    own = f"<properties>{properties}</properties>" if properties else ""
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" orientation="hexagonal" width="3"'
        f' height="3" tilewidth="{grid.tile_w}" tileheight="{grid.tile_h}" infinite="0"'
        f' hexsidelength="{grid.side_length}" staggeraxis="{axis}" staggerindex="{grid.stagger}">{own}'
        f'<tileset firstgid="1" source="tiny.tsx"/><layer id="1" name="terrain" width="3" height="3">'
        f'<data encoding="csv">{cells}</data></layer>'
        f'<objectgroup id="2" name="things">{"".join(things)}</objectgroup></map>'
    )
    return path


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize("grid", LAYOUTS, ids=lambda g: f"{g.orientation}-{g.stagger}")
def test_a_tiny_map_loads_in_every_layout(tmp_path, grid):
    river = thing(1, "major_river", grid.hexside((0, 1), (1, 1)), "Bug")
    rails = thing(2, "rail", [grid.centre(1, 0), grid.centre(1, 1)], "Line")
    town = thing(3, "town", [grid.centre(1, 1)], "Town", properties=prop("traits", "port,fortress"))
    board = load_board(write_map(tmp_path, river, rails, town, grid=grid, cells="1,2,1,1,1,1,1,1,3"))
    west, middle, north = (board.by_offset[o] for o in ((0, 1), (1, 1), (1, 0)))
    assert (len(board.hexes), board.layout) == (8, grid)
    assert board.kinds(west, middle) == board.kinds(middle, west) == {"major_river"}
    assert board.kinds(north, middle) == {"rail"}
    assert board.hexes[north].terrain == "forest"
    assert board.hexes[middle].traits == {"port", "fortress", "rail"}


@pytest.mark.parametrize("grid", LAYOUTS, ids=lambda g: f"{g.orientation}-{g.stagger}")
def test_the_defender_is_on_the_left_of_a_directed_line(tmp_path, grid):
    start, end = grid.hexside((1, 1), (0, 1))  # clockwise round (1, 1), which therefore lies on the right
    board = load_board(write_map(tmp_path, thing(1, "stalin_line", [start, end]), grid=grid))
    attacker, defender = board.by_offset[1, 1], board.by_offset[0, 1]
    assert board.kinds(attacker, defender) == {"stalin_line"}
    assert board.kinds(defender, attacker) == frozenset()


def test_points_a_little_off_a_corner_are_snapped_to_it(tmp_path):
    (ax, ay), (bx, by) = POINTY.hexside((0, 1), (1, 1))
    path = write_map(tmp_path, thing(1, "river", [(ax + 7, ay - 5), (bx - 6.5, by + 8)]))
    board = load_board(path)
    assert board.hexside_lines[0].points == ((ax, ay), (bx, by))


def test_a_hex_belongs_to_an_area_when_its_centre_does(tmp_path):
    box = [(0, 0), (400, 0), (400, 100), (0, 100)]
    country = thing(1, "country", box, "north", "polygon", "", prop("nation", "FIN") + prop("owner", "axis"))
    board = load_board(write_map(tmp_path, country, properties=prop("default_nation", "SOV")))
    assert board.regions["north"] == (0, 1, 2)
    assert [h.nation for h in board.hexes] == ["FIN"] * 3 + ["SOV"] * 6
    assert [h.owner for h in board.hexes][2:4] == ["axis", ""]


def test_printed_numbers_may_be_column_and_row(tmp_path):
    numbering = prop("label_style", "ccrr") + prop("first_column", 10, ' type="int"')
    board = load_board(write_map(tmp_path, properties=numbering))
    assert [h.label for h in board.hexes][:4] == ["1001", "1101", "1201", "1002"]


def test_printed_numbers_may_be_of_two_sheets(tmp_path):
    numbering = prop("label_style", "sheets") + prop("first_column", 46, ' type="int"')
    board = load_board(write_map(tmp_path, properties=numbering))
    assert [h.label for h in board.hexes][:4] == ["W4601", "W4701", "E1001", "W4602"]


@pytest.mark.parametrize("grid", LAYOUTS, ids=lambda g: f"{g.orientation}-{g.stagger}")
def test_an_area_drawn_round_single_hexes_takes_in_those_and_no_other(tmp_path, grid):
    rings = [thing(i, "region", grid.corners(*o), "list", "polygon") for i, o in enumerate([(0, 0), (1, 1), (2, 1)])]
    board = load_board(write_map(tmp_path, *rings, grid=grid))
    assert board.regions["list"] == tuple(board.by_offset[o] for o in [(0, 0), (1, 1), (2, 1)])


def test_an_area_may_be_bent_round_a_hex(tmp_path):
    (x, y), (right, bottom) = POINTY.centre(1, 0), POINTY.pixel_size(3, 3)
    notch = [(x - 50, 0), (x - 50, y + 40), (x + 50, y + 40), (x + 50, 0)]
    bent = [(0, 0), *notch, (right, 0), (right, bottom), (0, bottom)]
    board = load_board(write_map(tmp_path, thing(1, "region", bent, "round", "polygon")))
    assert set(board.regions["round"]) == set(range(9)) - {board.by_offset[1, 0]}


def test_tile_numbers_do_not_matter_only_terrain_codes_do(tmp_path):
    board = load_board(write_map(tmp_path, cells="1,2,1,1,1,1,1,1,1"))
    path = write_map(tmp_path, cells="31,32,31,31,31,31,31,31,31")
    assert load_board(edit(path, 'firstgid="1"', 'firstgid="31"')).digest == board.digest


def test_a_class_attribute_is_read_like_a_type(tmp_path):
    path = write_map(tmp_path, thing(1, "town", [POINTY.centre(0, 0)], "Town"))
    assert load_board(edit(path, 'type="town"', 'class="town"')).hexes[0].place == "town"


C = POINTY.centre
SIDE = POINTY.hexside((0, 1), (1, 1))
BOX = [(0, 0), (400, 0), (400, 100), (0, 100)]
OBJECT_FAULTS = {
    "river off the corners": (
        thing(7, "river", [C(0, 0), SIDE[1]], "Bug"),
        ["object 7 'Bug'", "at A1", "too far from any hex corner"],
    ),
    "river with a gap": (
        thing(7, "river", [POINTY.corners(0, 0)[0], POINTY.corners(0, 0)[3]]),
        ["object 7", "jumps from corner 56,0 to 56,128"],
    ),
    "river of one corner": (
        thing(7, "river", [SIDE[0], SIDE[0]]),
        ["object 7", "at least two different corners"],
    ),
    "river out at sea": (
        thing(7, "river", POINTY.corners(2, 2)[1:3]),
        ["object 7", "no playable hex on either side"],
    ),
    "road off the centres": (
        thing(7, "highway", [C(0, 0), POINTY.corners(1, 0)[0]]),
        ["object 7", "too far from any hex centre"],
    ),
    "road to a hex far away": (
        thing(7, "highway", [C(0, 0), C(2, 0)], "Road"),
        ["object 7 'Road'", "at A1", "jumps to a hex that is not a neighbour"],
    ),
    "road into the sea": (
        thing(7, "highway", [C(1, 2), C(2, 2)]),
        ["object 7", "not playable"],
    ),
    "road of one hex": (
        thing(7, "road", [C(0, 0), C(0, 0)]),
        ["object 7", "at A1", "at least two different hexes"],
    ),
    "place at sea": (
        thing(7, "town", [C(2, 2)], "Atlantis"),
        ["object 7 'Atlantis'", "not in a playable hex"],
    ),
    "place without a name": (
        thing(7, "town", [C(1, 1)]),
        ["object 7", "at B2", "the place has no name"],
    ),
    "two places in a hex": (
        thing(7, "town", [C(1, 1)], "One") + thing(8, "town", [C(1, 1)], "Two"),
        ["object 8 'Two'", "at B2", "already has a place, 'One'"],
    ),
    "two places of one name": (
        thing(7, "town", [C(1, 1)], "One") + thing(8, "town", [C(0, 0)], "One"),
        ["object 8 'One'", "at A1", "another hex has a place called 'One'"],
    ),
    "a trait nobody knows": (
        thing(7, "town", [C(1, 1)], "One", properties=prop("traits", "fortress,harbour")),
        ["object 7 'One'", "at B2", "unknown word 'harbour'"],
    ),
    "a sea nobody knows": (
        thing(7, "town", [C(1, 1)], "One", properties=prop("coast", "Dead")),
        ["object 7 'One'", "at B2", "unknown word 'Dead' in 'coast'"],
    ),
    "an area of nothing": (
        thing(7, "region", [(330, 350), (340, 350), (340, 360)], "nowhere", "polygon"),
        ["object 7 'nowhere'", "contains no playable hex"],
    ),
    "an area without a name": (
        thing(7, "region", BOX, "", "polygon"),
        ["object 7", "has no name"],
    ),
    "an area trait nobody knows": (
        thing(7, "trait", BOX, "edge_of_the_world", "polygon"),
        ["object 7", "unknown trait 'edge_of_the_world'"],
    ),
    "an owner nobody knows": (
        thing(7, "country", BOX, "north", "polygon", "", prop("owner", "rome")),
        ["object 7 'north'", "unknown owner 'rome'"],
    ),
    "a hex in two countries": (
        thing(7, "country", BOX, "one", "polygon") + thing(8, "country", BOX, "two", "polygon"),
        ["object 8 'two'", "at A1", "is in two countries"],
    ),
    "a label without words": (
        thing(7, "label_sea", [C(2, 2)]),
        ["object 7", "the label has no name"],
    ),
    "an unknown class": (
        thing(7, "canal", SIDE),
        ["object 7", "unknown class 'canal'", "river"],
    ),
    "no class": (
        thing(7, "", SIDE) + thing(8, "river", SIDE),
        ["object 7", "has no class: choose one in Properties"],
    ),
    "a class nearly like one of ours": (
        thing(7, "rivers", SIDE),
        ["object 7", "unknown class 'rivers'; did you mean 'river'?"],
    ),
    "a place drawn as a line": (
        thing(7, "town", SIDE, "One"),
        ["object 7 'One'", "must be a point, but this is a polyline"],
    ),
    "a box where a line should be": (
        f'<object id="7" name="" type="river" x="{SIDE[0][0]}" y="3" width="50" height="50"/>',
        ["object 7", "this is a box", "right-click to end the line"],
    ),
    "an ellipse": (
        '<object id="7" name="" type="region" x="3" y="3"><ellipse/></object>',
        ["object 7", "<ellipse> is not accepted here"],
    ),
    "a template": (
        thing(7, "town", [C(1, 1)], "One", extra=' template="../city.tx"'),
        ["object 7 'One'", "use Detach"],
    ),
    "a tile as an object": (
        thing(7, "town", [C(1, 1)], "One", extra=' gid="1"'),
        ["object 7 'One'", "'gid'", "use Insert Point"],
    ),
    "a property nearly like one of ours": (
        thing(7, "town", [C(1, 1)], "One", properties=prop("trait", "port")),
        ["object 7 'One'", "unknown property 'trait'; did you mean 'traits'?"],
    ),
    "a property of another class": (
        thing(7, "river", SIDE, "Bug", properties=prop("vp", "1", ' type="int"')),
        ["object 7 'Bug'", "property 'vp' means nothing here, only on class victory, major, town, locality"],
    ),
    "a property of a class type": (
        thing(7, "town", [C(1, 1)], "One", properties=prop("traits", "", ' type="class" propertytype="X"')),
        ["object 7 'One'", "property 'traits' has type class instead of string"],
    ),
    "points that are no numbers": (
        thing(7, "town", [C(1, 1)], "One", properties=prop("vp", "many", ' type="int"')),
        ["object 7 'One'", "'vp' must be a whole number"],
    ),
    "a place at infinity": (
        '<object id="7" name="One" type="town" x="inf" y="0"><point/></object>',
        ["object 7 'One'", "'x' of <object> cannot be 'inf'"],
    ),
    "a line without points": (
        '<object id="7" name="" type="river" x="0" y="0"><polyline/></object>',
        ["object 7", "the polyline has no points"],
    ),
    "a line of nonsense": (
        '<object id="7" name="" type="river" x="0" y="0"><polyline points="0,0 nan,4"/></object>',
        ["object 7", "'points' of <polyline> cannot be"],
    ),
}


@pytest.mark.parametrize("case", OBJECT_FAULTS)
def test_each_fault_is_named_with_file_object_place_and_cause(tmp_path, case):
    objects, expected = OBJECT_FAULTS[case]
    faults = check_map(write_map(tmp_path, objects, cells="1,1,1,1,1,3,1,3,3"))
    assert faults
    assert any(all(part in fault for part in ("tiny.tmx", "'things'", *expected)) for fault in faults), faults


MAP_FAULTS = {
    "an infinite map": ('infinite="0"', 'infinite="1"', "the map is infinite and cannot be read: clear Infinite"),
    "a square map": ('orientation="hexagonal"', 'orientation="orthogonal"', "must be hexagonal"),
    "odd sides": ('hexsidelength="64"', 'hexsidelength="63"', "must be even, 4 to 512, and make a hexagon (they are"),
    "no stagger": ('staggeraxis="y"', 'staggeraxis="z"', "stagger axis must be x or y"),
    "a huge map": ('height="3" tilewidth', 'height="900000" tilewidth', "between 1 and 30000 cells"),
    "a missing cell": (">1,1,1,", ">1,1,", "has 8 cells"),
    "a cell of letters": (">1,1,1,", ">1,x,1,", "'x' is not a tile number"),
    "an empty cell": (">1,1,1,", ">1,0,1,", "at A2: no terrain tile with a code"),
    "a tile beyond the tileset": (">1,1,1,", ">1,44,1,", "at A2: no terrain tile with a code"),
    "a binary layer": ('encoding="csv"', 'encoding="base64"', "Tile Layer Format to CSV"),
    "a compressed layer": ('encoding="csv"', 'encoding="csv" compression="zlib"', "Layer Format to CSV"),
    "tiles pushed aside": (
        'name="terrain"',
        'name="terrain" offsetx="1.5"',
        "offsets of the layer and its group to 0",
    ),
    "tiles pushed nowhere": ('name="terrain"', 'name="terrain" offsetx="nan"', "'offsetx': tiles must line up"),
    "two layers called terrain": ("<layer", '<layer id="5" name="terrain"/><layer', "exactly one tile layer called"),
    "two tile layers of other names": (
        '<layer id="1" name="terrain"',
        '<layer id="5" name="low"/><layer id="1" name="high"',
        "rename the one with the ground ('low', 'high')",
    ),
    "a tileset outside the folder": ('"tiny.tsx"', '"../../secret.tsx"', "inside the map's folder"),
    "an absolute tileset": ('"tiny.tsx"', '"/etc/secret.tsx"', "inside the map's folder"),
    "a missing tileset": ('"tiny.tsx"', '"other.tsx"', "other.tsx': cannot be read"),
    "a tileset of another kind": ('"tiny.tsx"', '"tiny.tmx"', "must be a .tsx file"),
    "a document type": ("<map", "<!DOCTYPE map><map", "document types, entities"),
    "an entity bomb": ("<map", '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><map', "document types"),
    "half a file": ("</map>", "", "not a usable map file"),
    "another kind of file": ("<map ", "<svg ", "not a usable map file"),
    "an attribute that would replace a method": ("<map ", '<map parse_xml="1" ', "may not have 'parse_xml'"),
    "a script": ("<objectgroup", "<script/><objectgroup", "<script> is not accepted here"),
}


@pytest.mark.parametrize("case", MAP_FAULTS)
def test_a_map_that_is_wrong_as_a_whole_is_refused(tmp_path, case):
    old, new, cause = MAP_FAULTS[case]
    path = write_map(tmp_path)
    text = path.read_text()
    faults = check_map(edit(path, old, new) if old != "</map>" else cut(path, text))
    assert any(cause in fault for fault in faults), faults


# What one slip in Tiled or in an editor makes of a map: one sentence, with its cause and what to do.
ONE_FAULT = {
    "a layer of another size": (
        'name="terrain" width="3"',
        'name="terrain" width="2"',
        "the layer has 2 x 3 cells, but the map 3 x 3",
    ),
    "cells left out": (">1,1,1,", ">1,1,", "the layer has 8 cells, but the map needs 3 x 3: save it again in Tiled"),
    "no base64": (
        'encoding="csv">1,1,1,1,1,1,1,1,1',
        'encoding="base64">@@@@',
        "cannot be read: set Tile Layer Format",
    ),
    "an infinite map of nothing": ('infinite="0"', 'infinite="1"', "clear Infinite in Map > Map Properties"),
    "tiles pushed to the right": (
        'name="terrain"',
        'name="terrain" offsetx="1.5"',
        "'offsetx': tiles must line up with the grid",
    ),
    "a tileset in capitals": ('"tiny.tsx"', '"Tiny.tsx"', "did you mean 'tiny.tsx'?"),
    "a tileset left behind": ('"tiny.tsx"', '"hills/other.tsx"', ": put it there, or use Embed Tileset"),
    "JSON in a .tmx": ("<?xml", '{"height":3,', "line 1, column 0: save it in Tiled as .tmx"),
    "a document type": ("<map", "<!DOCTYPE map><map", "are not accepted: save it in Tiled without them"),
    "a tile as a town": (
        "</objectgroup>",
        '<object id="9" name="A" type="town" gid="1" x="56" y="64" width="112" height="128"/></objectgroup>',
        "it is a tile: use Insert Point (I)",
    ),
    "a tile of no class": (
        "</objectgroup>",
        '<object id="8" name="A" type="town" x="56" y="64"><point/></object>'
        '<object id="9" gid="1" x="56" y="64" width="112" height="128"/></objectgroup>',
        "it is a tile: use Insert Point (I)",
    ),
    "a shape of a later Tiled": (
        "</objectgroup>",
        '<object id="9" name="A" type="region" x="5" y="6" width="11" height="12"><capsule/></object></objectgroup>',
        "<capsule> is not accepted here: the game does not know it: remove it",
    ),
}


@pytest.mark.parametrize("case", ONE_FAULT)
def test_one_slip_is_one_fault_with_its_remedy(tmp_path, case):
    old, new, cause = ONE_FAULT[case]
    faults = check_map(edit(write_map(tmp_path), old, new))
    assert len(faults) == 1 and cause in faults[0], faults


def test_a_misspelt_terrain_is_one_fault_however_much_lies_on_it(tmp_path):
    path = write_map(tmp_path, thing(7, "town", [C(1, 1)], "One"))
    edit(tmp_path / "tiny.tsx", 'value="clear"', 'value="cleer"')
    (fault,) = check_map(path)
    assert "unknown terrain code 'cleer' (and 8 more hexes); did you mean 'clear'?" in fault


def test_a_map_in_another_writing_is_told_what_to_save_it_as(tmp_path):
    path = write_map(tmp_path)
    path.write_bytes(path.read_text().encode("utf-16"))
    assert check_map(path) == ["tiny.tmx: not a usable map file: not UTF-8 at byte 0: save it in Tiled, or as UTF-8"]


def test_a_map_without_a_tile_layer_is_told_to_add_one(tmp_path):
    path = write_map(tmp_path)
    before, _, behind = path.read_text().partition("<layer")
    path.write_text(before + behind.partition("</layer>")[2])
    faults = check_map(path)
    assert any("exactly one tile layer called 'terrain': add one" in fault for fault in faults), faults


def cut(path, text):
    path.write_text(text[: len(text) // 2])
    return path


SETTING_FAULTS = {
    "label style": (prop("label_style", "roman"), "label_style must be one of ccrr, letters"),
    "owner": (prop("default_owner", "rome"), "default_owner must be one of axis, soviet"),
    "row zero": (prop("first_row", 0, ' type="int"'), "lettered rows run from 1 to 104"),
    "row far away": (prop("first_row", 103, ' type="int"'), "lettered rows run from 1 to 104"),
    "unknown": (prop("boardname", "x"), "unknown property 'boardname'; did you mean 'board_name'?"),
    "type": (prop("first_row", "x"), "property 'first_row' has type string instead of int (a whole number)"),
}


@pytest.mark.parametrize("case", SETTING_FAULTS)
def test_a_wrong_map_property_is_refused(tmp_path, case):
    properties, cause = SETTING_FAULTS[case]
    assert any(cause in fault for fault in check_map(write_map(tmp_path, properties=properties)))


def test_an_unknown_terrain_code_is_named_with_the_codes_there_are(tmp_path):
    path = write_map(tmp_path, cells="1,1,1,1,2,1,1,1,1")
    edit(tmp_path / "tiny.tsx", "forest", "jungle")
    (fault,) = check_map(path)
    assert "layer 'terrain': at B2: unknown terrain code 'jungle'" in fault
    assert "swamp" in fault


def test_two_hexes_of_one_label_are_refused():
    terrain = tuple(("clear",) * 130 for _ in range(101))
    raw = RawMap("big.tmx", POINTY, terrain, (), {"label_style": "sheets", "first_column": 10})
    _, faults = compile_map(raw)
    assert "at E10101: two hexes get this label" in str(faults[0])  # column 48, row 101 and column 139, row 1


def test_numbers_of_a_map_beyond_99_have_three_digits_so_that_no_two_are_alike():
    raw = RawMap("big.tmx", POINTY, tuple(("clear",) * 92 for _ in range(101)), (), {"label_style": "ccrr"})
    board, faults = compile_map(raw)
    assert not faults and board.hexes[0].label == "001001" and board.hexes[-1].label == "092101"


def test_a_map_of_nothing_but_sea_is_refused(tmp_path):
    path = write_map(tmp_path, cells="3,3,3,3,3,3,3,3,3")
    assert any("no playable hex" in fault for fault in check_map(path))


def test_an_image_outside_the_folder_is_refused(tmp_path):
    path = write_map(tmp_path)
    write_tileset(tmp_path, '<image source="../../etc/passwd" width="1" height="1"/>')
    assert any("its image is outside the map's folder" in fault for fault in check_map(path))


def test_a_link_out_of_the_folder_is_refused(tmp_path):
    inner = tmp_path / "maps"
    inner.mkdir()
    path = write_map(inner)
    (inner / "tiny.tsx").rename(tmp_path / "tiny.tsx")
    (inner / "tiny.tsx").symlink_to(tmp_path / "tiny.tsx")
    assert any("inside the map's folder" in fault for fault in check_map(path))


def test_an_entity_in_a_tileset_is_refused(tmp_path):
    path = write_map(tmp_path)
    edit(tmp_path / "tiny.tsx", "<tileset", "<!DOCTYPE x><tileset")
    assert any("tiny.tsx" in fault and "document types" in fault for fault in check_map(path))


def test_a_declared_encoding_does_not_hide_an_entity(tmp_path):
    path = write_map(tmp_path)
    path.write_bytes(path.read_text().replace("<map", "<!DOCTYPE map><map", 1).encode("utf-16"))
    assert any("not a usable map file" in fault for fault in check_map(path))


def test_an_oversize_file_is_refused_unread(tmp_path):
    path = write_map(tmp_path)
    path.write_text(path.read_text() + " " * 4_000_000)
    assert any("larger than" in fault for fault in check_map(path))


def test_a_missing_map_is_a_fault_and_not_a_crash(tmp_path):
    assert any("nowhere.tmx: cannot be read" in fault for fault in check_map(tmp_path / "nowhere.tmx"))


WORDS = ["", "0", "-1", "99999999999999999999", "1e308", "nan", "abc", "true", "1.5", "é", "²", "&#233;"]


@settings(max_examples=150)
@given(st.integers(0, 500), st.sampled_from(WORDS), st.sampled_from(sorted(OBJECT_FAULTS)))
def test_any_attribute_changed_to_anything_gives_faults_or_a_board(tmp_path_factory, nth, word, case):
    path = write_map(tmp_path_factory.getbasetemp(), OBJECT_FAULTS[case][0])
    text = path.read_text()
    found = list(re.finditer('="([^"]*)"', text))
    spot = found[nth % len(found)]
    path.write_text(text[: spot.start(1)] + word + text[spot.end(1) :])
    assert isinstance(check_map(path), list)


def test_all_faults_are_reported_together(tmp_path):
    path = write_map(tmp_path, OBJECT_FAULTS["river off the corners"][0], thing(8, "town", [C(1, 1)]))
    with pytest.raises(MapError) as caught:
        load_board(path)
    assert [fault.where for fault in caught.value.faults] == [
        "layer 'things', object 7 'Bug'",
        "layer 'things', object 7 'Bug'",
        "layer 'things', object 8",
    ]


def test_the_map_of_western_russia_has_no_fault():
    assert check_map(MAP) == []


def run_tiled(program: str, folder: Path, *words: str) -> bool:
    """Run one of Tiled's programs without a screen; False where Tiled is not installed."""
    found = shutil.which(program)
    if found is None:
        return False
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    quiet = {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime), "HOME": str(folder)}
    env = os.environ | quiet
    done = subprocess.run([found, *words], env=env, capture_output=True, text=True, timeout=NET, check=False)
    assert done.returncode == 0, done.stderr
    assert "rror" not in done.stderr, done.stderr
    return True


def test_tiled_draws_the_map(tmp_path):
    picture = tmp_path / "map.png"
    if run_tiled("tmxrasterizer", tmp_path, str(MAP), str(picture)):
        assert pygame.image.load(picture).get_size() == (1400, 1760)


def test_tiled_saves_the_map_without_changing_the_board(tmp_path):
    maps = tmp_path / "maps"
    shutil.copytree(MAP.parent, maps)
    if run_tiled("tiled", tmp_path, "--export-map", "tmx", str(maps / MAP.name), str(maps / "saved.tmx")):
        saved, board = load_board(maps / "saved.tmx"), load_board(MAP)
        assert saved == board
        assert saved.digest == board.digest


@pytest.mark.parametrize("grid", LAYOUTS, ids=lambda g: f"{g.orientation}-{g.stagger}")
def test_tiled_puts_every_hex_where_the_layout_says(tmp_path, grid):
    path = write_map(tmp_path, grid=grid, cells="1,2,3,4,5,6,7,8,9")
    colours = [(20 + 25 * i, 240 - 25 * i, 60 + 10 * i) for i in range(9)]
    strip = pygame.Surface((9 * grid.tile_w, grid.tile_h))
    for i, colour in enumerate(colours):
        strip.fill(colour, (i * grid.tile_w, 0, grid.tile_w, grid.tile_h))
    pygame.image.save(strip, tmp_path / "strip.png")
    (tmp_path / "tiny.tsx").write_text(
        f'<tileset version="1.8" name="tiny" tilewidth="{grid.tile_w}" tileheight="{grid.tile_h}"'
        f' tilecount="9" columns="9"><image source="strip.png" width="{strip.get_width()}"'
        f' height="{grid.tile_h}"/></tileset>'
    )
    if run_tiled("tmxrasterizer", tmp_path, str(path), str(tmp_path / "drawn.png")):
        drawn = pygame.image.load(tmp_path / "drawn.png")
        assert drawn.get_size() == grid.pixel_size(3, 3)
        found = [tuple(drawn.get_at(grid.centre(i % 3, i // 3)))[:3] for i in range(9)]
        assert found == colours
