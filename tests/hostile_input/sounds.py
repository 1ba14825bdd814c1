"""Which sound files do the hostile ones begin as?  One of each kind, each accepted by its reader."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from ecs import Side, new_game
from game.mail.letters import Hello, Invitation, Letter, public_key_of, sealed
from game.saves.storage.save_folder import Particulars, encode_game
from tests import ROOT, TESTS
from tests.hostile_input.harm import Case

SOUND = TESTS / "hostile" / "sound"
HEAD = 'id = "{0}"\nversion = "1"\ntitle = "T"\nauthor = "A"\nlicence = "CC0-1.0"\nengine = ">=0.1"\n'
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g fill="none" stroke="#000" stroke-width="4">'
    '<path d="M8 8C20 4 40 60 56 56a9 9 0 0 1 3 4z"/><rect x="4" y="4" width="50" height="40" rx="3"/></g></svg>\n'
)
TABLES = (
    "darkest_crusade/data/tables",
    "darkest_crusade/data/units",
    "dark_valley/data/tables",
    "dark_valley/data/arrivals",
    "russia_besieged/data/tables",
    "russia_besieged/data/units",
    "russia_besieged/data/arrivals",
    "war_against_russia/data/tables",
)
SETTINGS = {
    "format": 1,
    "text_scale": 1.5,
    "theme": "dark",
    "sprite_pack": "standard",
    "window": [1280, 720],
    "keys": {"zoom_in": ["Ctrl+G", "F5"]},
    "confirm": {"quit": False},
    "effects_volume": 40,
    "mute": True,
}


def cases(folder: Path, doors: Iterable[str] = ()) -> list[Case]:
    """The sound files, written into a folder; ``doors``: only those that come in by these."""
    table = lambda name: lambda path: the_table(path / "tables", name)  # noqa: E731
    makers: list[tuple[str, str, Callable[[Path], Path]]] = [
        ("map", "check", lambda path: the_map(path / "map")),
        ("scenario", "check", lambda path: the_scenario(path / "game")),
        *((f"table {name}", "table", table(name)) for name in TABLES),
        ("settings", "settings", lambda path: the_settings(path / "settings")),
        ("save", "save", lambda path: the_save(path / "saves")),
        ("journal", "journal", lambda path: the_journal(path / "saves")),
        ("letter", "letter", lambda path: the_letter(path / "post")),
        ("sprites", "pack", lambda path: the_sprites(path / "sprites" / "mine")),
        ("sounds", "pack", lambda path: the_sounds(path / "sounds" / "loud")),
        ("words", "words", lambda path: the_words(the_map(path / "map").parent, "check", "@/tiny.tmx")),
    ]
    return [Case(name, door, maker(folder), folder, True) for name, door, maker in makers if not doors or door in doors]


def written(path: Path, data: str | bytes) -> Path:
    """A file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)
    return path


def the_map(folder: Path) -> Path:
    """A map of nine hexes with its tileset."""
    shutil.copytree(SOUND, folder, dirs_exist_ok=True)
    return folder / "tiny.tmx"


def the_scenario(folder: Path) -> Path:
    """A scenario of Darkest Crusade beside its map."""
    maps = folder / "maps"
    own = written(maps / "scenarios/darkest-crusade/barbarossa-1941.toml", b"")
    shutil.copy(ROOT / "maps/scenarios/darkest-crusade/barbarossa-1941.toml", own)
    shutil.copy(ROOT / "maps/western_russia.tmx", maps)
    (maps / "tilesets").mkdir(exist_ok=True)
    shutil.copy(ROOT / "maps/tilesets/terrain.tsx", maps / "tilesets")
    return own


def the_table(folder: Path, name: str) -> Path:
    """A table of a ruleset."""
    return written(folder / f"{name}.toml", (ROOT / f"ecs/rulesets/{name}.toml").read_bytes())


def the_settings(folder: Path) -> Path:
    """Settings that a player has changed."""
    return written(folder / "settings.json", json.dumps(SETTINGS))


def the_letter(folder: Path) -> Path:
    """An invitation to a game by mail."""
    secret = bytes(32)
    hello = Hello("Anna", public_key_of(secret))
    told = Invitation("tutorial-kiev-1941", {}, "each")
    letter = Letter(game="0" * 16, number=0, side="axis", hello=hello, invitation=told, commitment="0" * 64)
    path = folder / "0000000000000000-00000-axis.letter"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(sealed(letter, secret).data)
    return path


def the_save(folder: Path) -> Path:
    """A game of forty commands."""
    game = new_game("barbarossa-1941", seed=3)
    for number in range(40):
        legal = [command for command in game.legal() if command.verb != "call"]
        game.apply(legal[number * 7 % len(legal)])
    data = encode_game(game, Particulars(name="One", players={Side.AXIS: "human", Side.SOVIET: "officer"}))
    game.close()
    return written(folder / "one.save", data)


def resummed(lines: list[bytes]) -> bytes:
    """A save of these lines with a checksum that is right."""
    body = b"\n".join(lines) + b"\n"
    return body + b"# sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def the_journal(folder: Path, *texts: str) -> Path:
    """Commands given after an autosave whose checksum is all zeros."""
    salt, lines = "1" * 32, []
    chain = hashlib.sha256(f"{'0' * 64} {salt}".encode()).hexdigest()[:12]
    for text in texts or ("end", "move 18.A E4", "undo"):
        chain = hashlib.sha256(f"{chain} {text}".encode("utf-8", "replace")).hexdigest()[:12]
        lines.append(f"{chain} {text}\n")
    return written(folder / "kept.journal", f"rasputitsa_journal 1 {'0' * 64} {salt} envelope\n" + "".join(lines))


def the_words(folder: Path, *words: str) -> Path:
    """A command line."""
    return written(folder / "words.json", json.dumps(words))


# -- packs ----------------------------------------------------------------------------------------


def the_sprites(folder: Path) -> Path:
    """A pack of two pictures."""
    written(folder / "pack.toml", HEAD.format(folder.name) + LOOK)
    written(folder / "icons/town.svg", SVG)
    written(folder / "icons/port.png", png())
    return folder


def the_sounds(folder: Path) -> Path:
    """A pack of one sound."""
    extra = 'fallback = "standard"\n[sounds.bell]\nfile = "bell.wav"\nvolume = 70\ngroup = "ui"\n'
    written(folder / "pack.toml", HEAD.format(folder.name) + extra)
    written(folder / "bell.wav", wav())
    return folder


LOOK = """fallback = "standard"
[colours]
grid = "#102030"
[terrain.clear]
fill = "#E4E0C8"
mottle = "#D8D4B8"
ink = "#A8A070"
glyphs = ["icons/town"]
density = 2
size = 12
[terrain_snow.clear]
fill = "#ffffff"
[lines.river]
colour = "#102030"
width = 4
casing = "#ffffff"
pattern = "dash"
dash = [8, 6]
[counters.GER]
face = "#8a8f7a"
edge = "#000000"
ink = "#000000"
stripe = "#202020"
symbol = "#000000"
frame = "square"
[overlay.reach]
colour = "#102030"
casing = "#ffffff"
pattern = "dots"
width = 3
opacity = 40
"""


def png(width: int = 9, height: int = 5, *, rows: bytes | None = None, extra: bytes = b"") -> bytes:
    """A PNG picture; ``rows``: compressed lines to take instead of true ones; ``extra``: chunks before them."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    lines = zlib.compress((b"\0" + b"\x20\x40\x60\xff" * width) * height) if rows is None else rows
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG picture."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def wav(
    kind: int = 1, channels: int = 1, rate: int = 22050, bits: int = 16, seconds: float = 0.1, size: int | None = None
) -> bytes:
    """A WAV sound; ``size``: what it says of its length."""
    block = max(1, channels * bits // 8)
    data = b"\1\2" * (int(rate * seconds) * block // 2)
    head = struct.pack("<HHIIHH", kind, channels, rate, rate * block % 2**32, block, bits)
    said = len(data) if size is None else size
    body = b"WAVEfmt " + struct.pack("<I", len(head)) + head + b"data" + struct.pack("<I", said) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def ogg(*packets: bytes, granule: int = 0, serial: int = 7) -> bytes:
    """An Ogg file, a page for each packet."""
    pages = b""
    for number, packet in enumerate(packets):
        lacing = bytes([255] * (len(packet) // 255) + [len(packet) % 255])
        head = struct.pack("<4sBBqIII", b"OggS", 0, 2 if number == 0 else 0, granule, serial, number, 0)
        page = head + bytes([len(lacing)]) + lacing + packet
        pages += page[:22] + struct.pack("<I", page_sum(page)) + page[26:]
    return pages


def page_sum(page: bytes) -> int:
    """The checksum of a page of an Ogg file whose own is zero."""
    value = 0
    for byte in page:
        value ^= byte << 24
        for _ in range(8):
            value = ((value << 1) ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
    return value


def vorbis(channels: int = 1, rate: int = 22050, blocks: int = 0xB8) -> bytes:
    """The first packet of a Vorbis sound."""
    return b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, channels, rate, 0, 80000, 0, blocks, 1)


def the_commands(folder: Path) -> Path:
    """Commands that nobody may give at the start of a game."""
    lines = ["move 18.A A1", "attack 18.A E9 1", "fire 3", "rebuild 18.A 1", "lift 18.A", "chit AX_PZ1", "join E4 E5"]
    return written(folder / "orders.txt", "\n".join(lines))
