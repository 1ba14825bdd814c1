"""Hostile maps: bombs, ways out of the folder, gigantic sizes, what is no map at all."""

from __future__ import annotations

import base64
import os
import zlib
from dataclasses import replace
from pathlib import Path

from tests.hostile_input.costly_maps import Knobs, write
from tests.hostile_input.harm import Case
from tests.hostile_input.sounds import the_map, written

LAUGHS = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">{}]>'.format(
    "".join(f'<!ENTITY {x} "{f"&{y};" * 10}">' for x, y in zip("cdefghij", "bcdefghi", strict=True))
)
XINCLUDE = "http://www.w3.org/2001/XInclude"
TILES = 'source="tiny.tsx"'
CELLS = "1,2,1,1,1,1,1,1,3"
END = "<point/>\n</object>"
OBJECT = "<point/>\n</object>\n</objectgroup>"
ZIPPED = base64.b64encode(zlib.compress(b"\0" * 50_000_000, 9)).decode()

EDITS: dict[str, tuple[str, str]] = {
    "billion laughs": ("<map ", LAUGHS + "<map "),
    "laughs in a name": ('"Town"', '"&j;"'),
    "quadratic entity": ("<map ", f'<!DOCTYPE m [<!ENTITY a "{"x" * 50_000}">]><map '),
    "external entity": ("<map ", '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><map '),
    "external dtd over the net": ("<map ", '<!DOCTYPE m SYSTEM "http://127.0.0.1:9/x.dtd"><map '),
    "parameter entity": ("<map ", '<!DOCTYPE m [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]><map '),
    "xinclude": ("<properties>", f'<x:include xmlns:x="{XINCLUDE}" href="/etc/passwd"/><properties>'),
    "raw section": ('value="Tiny"/>', 'value="Tiny"><![CDATA[<x>]]></property>'),
    "tileset far up": (TILES, 'source="../../../../outside/secret.tsx"'),
    "tileset absolute": (TILES, 'source="/etc/passwd"'),
    "tileset absolute .tsx": (TILES, 'source="/etc/secret.tsx"'),
    "tileset by backslashes": (TILES, 'source="..\\..\\outside\\secret.tsx"'),
    "tileset on a drive": (TILES, 'source="C:\\Windows\\win.tsx"'),
    "tileset on a share": (TILES, 'source="\\\\host\\share\\x.tsx"'),
    "tileset by a protocol": (TILES, 'source="http://127.0.0.1:9/x.tsx"'),
    "tileset that is the map": (TILES, 'source="tiny.tmx"'),
    "tileset of a very long name": (TILES, f'source="{"x" * 5000}.tsx"'),
    "tileset in many folders": (TILES, f'source="{"a/" * 5000}x.tsx"'),
    "tileset of a device": (TILES, 'source="con.tsx"'),
    "ten thousand tilesets": (f'<tileset firstgid="1" {TILES}/>', f'<tileset firstgid="1" {TILES}/>\n' * 10_000),
    "bottomless width": ('width="3" height="3" tilewidth', 'width="1000000000" height="1000000000" tilewidth'),
    "width of many digits": ('width="3" height="3" tilewidth', f'width="{"9" * 5000}" height="3" tilewidth'),
    "negative width": ('width="3" height="3" tilewidth', 'width="-3" height="-3" tilewidth'),
    "tiles as wide as the world": ('tilewidth="112"', 'tilewidth="100000000"'),
    "infinite": ('infinite="0"', 'infinite="1"'),
    "zlib bomb": (f'encoding="csv">{CELLS}', f'encoding="base64" compression="zlib">{ZIPPED}'),
    "gzip": (f'encoding="csv">{CELLS}', f'encoding="base64" compression="gzip">{ZIPPED}'),
    "zstd": (f'encoding="csv">{CELLS}', f'encoding="base64" compression="zstd">{ZIPPED}'),
    "base64": (f'encoding="csv">{CELLS}', f'encoding="base64">{ZIPPED}'),
    "cells without end": (CELLS, "1," * 900_000 + "1"),
    "a cell of many digits": (CELLS, CELLS.replace("2", "9" * 5000)),
    "flipped cells": (CELLS, ",".join(["4294967295"] * 9)),
    "place at infinity": ('x="224"', 'x="1e999"'),
    "place nowhere": ('x="224"', 'x="nan"'),
    "points without end": ("0,0 400,0", "0,0 " * 300_000 + "400,0"),
    "points of many digits": ("0,0 0,64", f"0,0 0,{'6' * 100_000}"),
    "vp of many digits": ('type="int" value="1"', f'type="int" value="{"1" * 5000}"'),
    "vp in other digits": ('type="int" value="1"', 'type="int" value="\u0661"'),
    "letters that move the cursor": ('name="Town"', 'name="To&#155;31mwn"'),
    "letters that turn the writing": ('name="Town"', 'name="To\u202ewn"'),
    "a name of two lines": ('name="Town"', 'name="To&#10;wn"'),
    "a name without end": ('name="Town"', f'name="{"x" * 100_000}"'),
    "a property of a long name": ('name="vp"', f'name="{"x" * 100_000}"'),
    "a class of a long name": ('type="country"', f'type="{"x" * 100_000}"'),
    "an element of a long name": ("<point/>", f"<{'x' * 100_000}/>"),
    "an attribute of a long name": ('x="224"', f'{"x" * 100_000}="224"'),
    "an attribute that is a method": ('orientation="hexagonal"', 'orientation="hexagonal" parse_xml="x"'),
    "a property of a class type": ('type="int" value="1"', 'type="class" propertytype="os.system" value="1"'),
    "a property that is a file": ('name="board_name"', 'name="board_name" type="file"'),
    "a template": ('id="3" name="Town"', 'id="3" template="../../outside/secret.tx" name="Town"'),
    "an image layer": ("<objectgroup", '<imagelayer><image source="/etc/passwd"/></imagelayer>\n<objectgroup'),
    "twelve thousand objects": (OBJECT, END + '<object id="9" x="1"/>' * 12_000 + "</objectgroup>"),
    "a hundred thousand faults": (OBJECT, f"{END}{'<object/>' * 100_000}</objectgroup>"),
    "groups in groups": ("<objectgroup", "<group>" * 50_000 + "</group>" * 50_000 + "<objectgroup"),
    "elements in elements": ("<point/>", "<point>" * 50_000 + "</point>" * 50_000),
    "half a file": ("<objectgroup", "<!--"),
    "two attributes of one name": ('staggerindex="odd"', 'staggerindex="odd" staggerindex="even"'),
    "a scripted instruction": ("<map ", '<?php system("x") ?><mop '),
    "a document beside it": ("</map>", "</map><map/>"),
}

IGNORED = ("an image layer", "a property that is a file")
"""What is read past without being opened."""

WHOLE: dict[str, bytes] = {
    "nothing": b"",
    "zeros": b"\0" * 5000,
    "noise": bytes((i * 7919) % 256 for i in range(5000)),
    "utf-16": '<?xml version="1.0" encoding="UTF-16"?><map/>'.encode("utf-16"),
    "utf-7": b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE map+AD4APA-map/+AD4-',
    "utf-32": "<map/>".encode("utf-32"),
    "no letters": b"\xff\xfe\xfd",
    "half letters": b"<map a='\xc3'/>",
    "a lone surrogate": b"<map a='\xed\xa0\x80'/>",
    "marks of order twice": b"\xef\xbb\xbf\xef\xbb\xbf<map/>",
    "a zip": b"PK\x03\x04" + b"\0" * 100,
    "a gzip": b"\x1f\x8b\x08" + b"\0" * 100,
    "spaces": b" " * 1_900_000,
    "too large": b" " * 2_000_001,
    "one long line": b"<map " + b"a" * 1_900_000 + b"=''/>",
    "many attributes": b"<map " + b" ".join(b"a%d=''" % i for i in range(150_000)) + b"/>",
    "half a million elements": b"<map>" + b"<a/>" * 450_000 + b"</map>",
    "deep": b"<a>" * 250_000 + b"</a>" * 250_000,
}


def cases(root: Path) -> list[Case]:
    """Every hostile map, each in a folder of its own; what lies outside must not be opened."""
    written(root / "outside/secret.tsx", (the_map(root / "outside/tiny").parent / "tiny.tsx").read_bytes())
    found = []
    for number, (name, (old, new)) in enumerate(EDITS.items()):
        path = the_map(root / "maps" / str(number))
        text = path.read_text(encoding="utf-8")
        assert old in text, name
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        found.append(Case(name, "check", path, path.parent, sound=name in IGNORED))
    for number, (name, data) in enumerate(WHOLE.items()):
        path = written(root / "wholes" / str(number) / "tiny.tmx", data)
        found.append(Case(name, "check", path, path.parent))
    return found + _strange(root)


def _strange(root: Path) -> list[Case]:
    """Links, pipes, devices and folders in the place of files."""
    found = []

    def case(name: str) -> Path:
        path = the_map(root / "strange" / name.replace(" ", "_"))
        found.append(Case(name, "check", path, path.parent))
        return path

    secret = root / "outside/secret.tsx"
    path = case("tileset that is a link outside")
    _instead(path.with_name("tiny.tsx")).symlink_to(secret)
    path = case("tileset in a folder that is a link outside")
    path.with_name("far").symlink_to(secret.parent, target_is_directory=True)
    path.write_text(path.read_text().replace(TILES, 'source="far/secret.tsx"'))
    path = case("tileset that is a link to itself")
    _instead(path.with_name("tiny.tsx")).symlink_to("tiny.tsx")
    path = case("map that is a link to itself")
    _instead(path).symlink_to("tiny.tmx")
    path = case("map that is a link to nothing")
    _instead(path).symlink_to("gone.tmx")
    path = case("tileset that is a folder")
    _instead(path.with_name("tiny.tsx")).mkdir()
    path = case("map that is a device")
    _instead(path).symlink_to("/dev/zero")
    path = case("map that is a pipe")
    os.mkfifo(_instead(path))
    path = case("tileset that is a pipe")
    os.mkfifo(_instead(path.with_name("tiny.tsx")))
    path = case("image outside")
    text = path.with_name("tiny.tsx").read_text()
    path.with_name("tiny.tsx").write_text(text.replace("</tileset>", '<image source="../../x.png"/></tileset>'))
    path = case("entity in the tileset")
    path.with_name("tiny.tsx").write_text(text.replace("<tileset", LAUGHS + "<tileset"))
    path = the_map(root / "strange" / "areas")
    ring = " ".join(f"{i % 2 * 300},{(i * 37) % 40000}" for i in range(4000))
    objects = f'<object id="9" name="a" type="region" x="0" y="0"><polygon points="{ring}"/></object>\n' * 30
    text = path.read_text().replace("</objectgroup>", objects + "</objectgroup>")
    text = text.replace('width="3" height="3"', 'width="3" height="400"').replace(CELLS, ",".join(["1"] * 1200))
    path.write_text(text)
    found.append(Case("areas that cross every row a thousand times", "check", path, path.parent))
    return found + _costly(root / "costly")


def _costly(root: Path) -> list[Case]:
    """Short files that say very much."""
    largest = Knobs(cols=173, rows=173)
    many = {
        "two hundred areas over all of the largest map": replace(largest, areas=200),
        "two thousand areas over all of the largest map": replace(largest, areas=2_000),
        "440,000 points of rivers": replace(largest, lines=110, points=4_000),
        "a hundred areas of long combs": replace(largest, areas=100, ring=400),
        "art that is long beyond drawing": replace(largest, tile=64, art=110, outline=350),
        "art at the end of the world": replace(largest, art=9, reach=1e60),
        "tilesets of very many tiles": replace(largest, tilesets=20, tiles=2_200),
    }
    return [
        Case(name, "check", write(root / str(number), knobs), root / str(number))
        for number, (name, knobs) in enumerate(many.items())
    ]


def _instead(path: Path) -> Path:
    path.unlink()
    return path
