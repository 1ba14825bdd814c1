"""Hostile packs: ways out of the folder, pictures and sounds that swell, manifests that lie."""

from __future__ import annotations

import base64
import io
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.hostile_input.harm import Case
from tests.hostile_input.sounds import HEAD, SVG, chunk, ogg, png, the_sounds, the_sprites, vorbis, wav, written

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64">'
LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
DATA = "data:image/svg+xml;base64," + base64.b64encode(SVG.encode()).decode()

BODIES: dict[str, str] = {
    "entity bomb": LAUGHS + "<g>&b;</g>",
    "external entity": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><g>&x;</g>',
    "script": "<script>x()</script>",
    "script by an event": '<rect onload="x()"/>',
    "use bomb": '<g id="a"/>' + "".join(f'<g id="b{i}"><use href="#b{i - 1}"/></g>' for i in range(30)),
    "image over the net": '<image href="http://127.0.0.1:9/x.png"/>',
    "image of a file": '<image xlink:href="file:///etc/passwd"/>',
    "data in a link": f'<image href="{DATA}"/>',
    "path with a link": f'<path xlink:href="{DATA}"/>',
    "fill over the net": '<rect fill="url(http://127.0.0.1:9/#a)"/>',
    "style sheet": "<style>@import url(http://127.0.0.1:9/)</style>",
    "foreign things": "<foreignObject/>",
    "animation": '<animate attributeName="x"/>',
    "filter": '<filter id="f"/>',
    "raw section": "<![CDATA[<script/>]]>",
    "wide as the world": '<rect width="1e9" height="1e9"/>',
    "wide without bounds": '<rect width="1e999"/>',
    "shapes without end": '<rect width="64" height="64"/>' * 5000,
    "numbers without end": f'<path stroke="#000" d="M0 0{"t999 999" * 20_000}"/>',
    "joints without end": f'<path stroke="#000" stroke-linejoin="round" d="M0 0{"l1 1" * 40_000}"/>',
    "dashes": '<path stroke-dasharray="0.0001" d="M0 0L64 64"/>',
    "dashes by a style": '<path style="stroke-dasharray:0.0001" d="M0 0L64 64"/>',
    "round corners of a wide stroke": '<path stroke="#000" stroke-linejoin="round" stroke-width="100000" '
    f'd="M0 0{"L9 9 1 3" * 300}"/>',
    "round corners made wide": '<g transform="scale(900)"><path stroke="#000" stroke-linejoin="round" '
    f'stroke-width="90" d="M0 0{"l9 9-9 9" * 300}"/></g>',
    "round corners made wide by steps": '<g transform="scale(9)">' * 9 + '<path stroke="#000" stroke-linejoin="round" '
    f'd="M0 0{"l9 9-9 9" * 300}"/>' + "</g>" * 9,
    "more round corners than may be": '<path stroke="#000" stroke-linejoin="round" stroke-width="120" '
    f'd="M0 0{"h9v9H1V3" * 350}"/>' * 2,
    "far away": '<path d="M0 0C9e5 9e5-9e5 9e5 3 3"/>',
    "mirrored farther and farther": f'<path d="M32 32q9 9 0 0{"t6 0t-6 0" * 300}"/>',
    "paint upon paint": '<rect width="64" height="64" fill="url(#a)" stroke="url(#a)" stroke-width="99"/>' * 90,
    "turned by nothing": '<rect width="9" height="9" transform="rotate(nan)"/>',
    "colour of a sentence": '<rect width="9" height="9" fill="red; and more"/>',
    "length in letters": '<rect width="9em" height="9"/>',
    "unknown path": '<path d="M0 0 X 9 9"/>',
    "gradients in a ring of three": "".join(
        f'<linearGradient id="a{i}" xlink:href="#a{(i + 1) % 3}"/>' for i in range(3)
    ),
    "spaces without end": f'<path d="M0 0{" " * 200_000}x"/>',
    "digits without end": f'<path d="M0 {"1" * 200_000}"/>',
    "links and spaces without end": f'<rect href="{" " * 200_000}x"/>',
}
"""Inside of a drawing, refused."""

HEAVY: dict[str, str] = {
    "gradients in a ring": '<defs><linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/></defs>'
    '<rect width="64" height="64" fill="url(#a)"/>',
    "gradient of itself": '<linearGradient id="a" xlink:href="#a"/><rect width="64" height="64" fill="url(#a)"/>',
    "groups in groups": "<g>" * 95 + "</g>" * 95,
    "enlarged again and again": '<g transform="scale(4096)">' * 90 + '<circle r="9" stroke="#000" stroke-width="9"/>',
    "as many joints as may be": '<g transform="scale(9999)"><path stroke="#000" stroke-linejoin="round" '
    f'stroke-linecap="round" stroke-width="4000" d="M0 0{"l9 9-9 9" * 360}"/></g>',
    "as many bends as may be": f'<g transform="scale(999)"><path stroke="#000" d="M0 0{"t999 999" * 700}"/></g>',
    "as many arcs as may be": f'<path stroke="#000" stroke-width="3e9" d="M0 0{"a9e9 9e9 0 1 1 9e9 1" * 200}"/>',
    "as many circles as may be": '<circle r="4000" cx="9" stroke="#000" stroke-width="99999"/>' * 95,
    "not a number": '<path d="MNaN inf L 1e39 -1e39 C 1e38 1e38 1e38 -1e38 0 0"/><rect x="-1e38" width="4"/>',
    "no end to a path": '<path d="M0 0L',
    "transform of nothing": '<g transform="scale(0) rotate(1e38) skewX(90) matrix(0 0 0 0 0 0)"><rect width="9"/></g>',
}
"""Inside of a drawing that may be drawn, in bounded time; it may be refused as well."""

PICTURES: dict[str, bytes] = {
    "x.svg": b"<svg" + b"\0" * 40,
    "utf16.svg": (OPEN + "</svg>").encode("utf-16"),
    "latin.svg": b"<svg>\xff</svg>",
    "none.svg": b"",
    "tall.svg": b'<svg width="1000000000" height="1000000000"></svg>',
    "nowhere.svg": b'<svg viewBox="0 0 nan nan"></svg>',
    "bomb.png": png(60_000, 60_000, rows=zlib.compress(b"\0" * 10**7)),
    "thin.png": png(2**31 - 1, 1, rows=b""),
    "claims.png": png()[:33] + b"\x7f\xff\xff\xffIDAT" + b"\0" * 40,
    "chunks.png": png(extra=chunk(b"tEXt", b"") * 5000),
    "heads.png": png(extra=png()[8:33]),
    "unknown.png": png(extra=chunk(b"ABCD", b"")),
    "apart.png": png(extra=chunk(b"IDAT", b"") + chunk(b"tEXt", b"")),
    "more.png": png(9, 9, rows=zlib.compress(b"\0" * 30_000_000, 9)),
    "less.png": png(2000, 2000, rows=zlib.compress(b"\0" * 100)),
    "behind.png": png(9, 5, rows=zlib.compress((b"\0" + b"\x20\x40\x60\xff" * 9) * 5) + b"behind"),
    "sum.png": png()[:-20] + b"\0" + png()[-19:],
    "palette.png": png().replace(b"\x08\x06\0\0\0", b"\x08\x03\0\0\0", 1),
    "cut.png": png()[:60],
    "torn.png": png(300, 300, rows=zlib.compress(b"\0" * 900)),
    "noise.png": png(9, 9, rows=bytes(range(200))),
    "kind.png": png().replace(b"\x08\x06\0\0\0", b"\x10\x07\1\1\1", 1),
    "dot.svg": b'<svg viewBox="0 0 0 0"></svg>',
    "speck.svg": b'<svg viewBox="0 0 0.0000001 0.0000001"><circle r="9" stroke="#000"/></svg>',
    "sliver.svg": b'<svg width="4000" height="0.001"><rect width="9" height="9"/></svg>',
    "minus.svg": b'<svg width="-5" height="-5" viewBox="9 9 -9 -9"><rect width="9" height="9"/></svg>',
    "flat.png": png(0, 9, rows=b""),
    "gif.png": b"GIF89a" + b"\0" * 50,
    "jpeg.png": b"\xff\xd8\xff\xe0\0\x10JFIF" + b"\0" * 50,
    "svg.png": SVG.encode(),
    "none.png": b"",
    "short.png": png()[:20],
    "zip.png": b"PK\x03\x04" + b"\0" * 50,
}
"""Files that are refused."""

DRAWN: dict[str, bytes] = {
    "broad.png": png(2048, 1),
    "film.png": png(9, 9, extra=chunk(b"acTL", b"\xff" * 8) + chunk(b"fcTL", b"\xff" * 26)),
    "swollen.png": png(2000, 2000, rows=zlib.compress(b"\0" * (2000 * 8001), 9)),
    "colours.png": png(9, 9, extra=chunk(b"iCCP", b"x\0\0" + zlib.compress(b"\0" * 30_000_000, 9))),
    "words.png": png(9, 9, extra=chunk(b"zTXt", b"x\0\0" + zlib.compress(b"\0" * 30_000_000, 9)) * 20),
}
"""Files that pass for pictures by their first bytes: drawn, or a crossed box in their place."""

SOUNDS: dict[str, bytes] = {
    "one.wav": wav(rate=1, seconds=200_000),
    "slow.wav": wav(rate=100, seconds=5000),
    "fast.wav": wav(rate=4_000_000_000, seconds=0.00001),
    "long.wav": wav(rate=8000, seconds=61),
    "lie.wav": wav(size=2**32 - 1),
    "choir.wav": wav(channels=255, seconds=0.01),
    "mute.wav": wav(channels=0),
    "adpcm.wav": wav(kind=0x11, bits=4),
    "law.wav": wav(kind=7, bits=8),
    "nothing.wav": wav(seconds=0),
    "speck.wav": wav(seconds=0)[:-4] + b"\1\0\0\0\x80",
    "frame.wav": wav(rate=48000, seconds=1 / 48000),
    "blink.wav": wav(rate=48000, seconds=0.009),
    "longer.wav": wav(size=5000),
    "twice.wav": wav() + wav()[36:],
    "formats.wav": wav()[:36] + wav()[12:],
    "extensible.wav": wav(kind=0xFFFE),
    "float.wav": wav(kind=3, bits=32),
    "deep.wav": wav(bits=24),
    "odd.wav": wav(bits=3),
    "exe.wav": b"MZ" + b"\0" * 60,
    "bare.wav": b"RIFF\0\0\0\0WAVE",
    "midi.wav": b"RIFF\0\0\0\0RMIDdata",
    "hours.ogg": ogg(vorbis(), b"\x03vorbis", b"\x05vorbis", *[b"\0"] * 40, granule=48000 * 3600),
    "quiet.ogg": ogg(vorbis(blocks=0xDD), b"\x03", b"\x05", *[b"\0"] * 3000),
    "slow.ogg": ogg(vorbis(rate=1), b"\x03", b"\x05", b"\0"),
    "choir.ogg": ogg(vorbis(channels=255), b"\x03", b"\x05"),
    "opus.ogg": ogg(b"OpusHead\1\2" + b"\0" * 9),
    "flac.ogg": ogg(b"\x7fFLAC\1\0\0\1fLaC" + b"\0" * 40),
    "silent.ogg": ogg(vorbis(), b"\x03vorbis", b"\x05vorbis"),
    "blink.ogg": ogg(vorbis(), b"\x03vorbis", b"\x05vorbis", *[b"\0"] * 9, granule=99),
    "backwards.ogg": ogg(vorbis(), granule=9000) + ogg(b"\x03vorbis", b"\x05vorbis", *[b"\0"] * 9),
    "sum.ogg": ogg(vorbis())[:-1] + b"\7",
    "garbage.ogg": ogg(vorbis(), b"\x03vorbis", b"\x05vorbis" + bytes(range(256)), *[b"\0"] * 9, granule=9000),
    "half.ogg": ogg(vorbis())[:40],
    "none.ogg": b"",
    "two.ogg": ogg(vorbis(), b"\x03") + ogg(vorbis(), b"\x03", serial=8),
    "tail.ogg": ogg(vorbis(), b"\x03") + b"OggS" + b"\0" * 9,
}

GROUND = '[terrain.clear]\nfill="#000000"\nmottle="#000000"\nink="#000000"'
LINES: dict[str, str] = {
    "key of many parts": "a." * 30_000 + "a = 1",
    "quoted key of many parts": '"a b"."." . ' * 10_000 + "a = 1",
    "lists in lists": "x = " + "[" * 20_000,
    "tables in tables": "x = " + "{a=" * 20_000,
    "number of many digits": "x = " + "9" * 6000,
    "hexadecimal number of many digits": "x = 0x" + "F" * 100_000,
    "key twice": 'title = "again"',
    "unknown key": "wings = 2",
    "long key": "k" * 100_000 + " = 1",
    "key that moves the cursor": '"\\u001b[31m\\u009b" = 1',
    "many keys": "\n".join(f"k{i} = {i}" for i in range(15_000)),
    "too large": "# " + "x" * 300_000,
    "glyph outside": f'{GROUND}\nglyphs=["../../outside/secret"]',
    "glyph of a long name": f'{GROUND}\nglyphs=["{"é" * 200}"]',
    "dashes of nothing": '[lines.river]\ncolour="#000000"\nwidth=3\ncasing="#000000"\npattern="cross"\ndash=[0,0]',
    "dashes below nothing": '[lines.river]\ncolour="#000000"\nwidth=3\ncasing="#000000"\ndash=[-1,1]',
    "width that is no number": '[lines.river]\ncolour="#000000"\nwidth=nan\ncasing="#000000"',
    "width without bounds": '[lines.river]\ncolour="#000000"\nwidth=inf\ncasing="#000000"',
    "colour that is a table": "[colours.grid]\na.b.c.d.e.f = 1",
    "fallback outside": 'fallback = "../../outside"',
    "fallback on itself": 'fallback = "mine"',
    "fallback on nothing": 'fallback = "gone"',
    "name that turns the writing": '"\u202e" = 1',
}


def cases(root: Path) -> list[Case]:
    """Every hostile pack; what lies outside their folder must not be opened."""
    written(root / "outside/secret.svg", SVG)
    written(root / "outside/pack.toml", HEAD.format("outside"))
    found: list[Case] = []

    def pack(name: str, kind: str = "sprites") -> Path:
        folder = root / kind / str(len(found)) / "mine"
        (the_sprites if kind == "sprites" else the_sounds)(folder)
        found.append(Case(name, "pack", folder, folder.parent))
        return folder

    for name, body in {**BODIES, **HEAVY}.items():
        written(pack(name) / "icons/x.svg", f"{OPEN}{body}</svg>")
    for name, data in {**PICTURES, **DRAWN}.items():
        written(pack(name) / "icons" / name, data)
    for name, data in SOUNDS.items():
        folder = pack(name, "sounds")
        with (folder / "pack.toml").open("a") as manifest:
            manifest.write(f'[sounds.hostile]\nfile = "{name}"\n')
        written(folder / name, data)
    for name, line in LINES.items():
        manifest_path = pack(name) / "pack.toml"
        rest = manifest_path.read_text().partition('fallback = "standard"\n')[2]
        manifest_path.write_text(f"{HEAD.format('mine')}{line}\n{'' if line.startswith('[') else rest}")
    for name, make in STRANGE.items():
        make(pack(name), root)
    lenient = {*HEAVY, *DRAWN}
    return [replace(case, sound=None if case.name in lenient else False) for case in found]


def _zip(folder: Path, root: Path) -> None:
    with zipfile.ZipFile(folder / "icons.zip", "w") as packed:
        packed.writestr("../../../evil.svg", SVG)


def _tar(folder: Path, root: Path) -> None:
    with tarfile.open(folder / "icons.tar", "w") as packed:
        entry = tarfile.TarInfo("/etc/evil")
        packed.addfile(entry, io.BytesIO(b""))


def _link(target: str, name: str = "icons/x.svg") -> Callable[[Path, Path], None]:
    return lambda folder, root: (folder / name).symlink_to(target.replace("@", str(root / "outside")))


def _pipe(folder: Path, root: Path) -> None:
    os.mkfifo(folder / "icons/x.svg")


def _manifest_pipe(folder: Path, root: Path) -> None:
    (folder / "pack.toml").unlink()
    os.mkfifo(folder / "pack.toml")


def _manifest_link(folder: Path, root: Path) -> None:
    (folder / "pack.toml").unlink()
    (folder / "pack.toml").symlink_to(root / "outside/pack.toml")


def _named(name: bytes) -> Callable[[Path, Path], None]:
    def make(folder: Path, root: Path) -> None:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(SVG.encode())

    return make


def _crowd(folder: Path, root: Path) -> None:
    for number in range(2001):
        (folder / f"f{number}").mkdir()


def _heavy(folder: Path, root: Path) -> None:
    for number in range(17):
        written(folder / f"x{number}.png", png(2000, 2000, rows=b"\0"))


def _large(folder: Path, root: Path) -> None:
    (folder / "x.txt").touch()
    os.truncate(folder / "x.txt", 2**40)


def _fat(folder: Path, root: Path) -> None:
    for number in range(17):
        (folder / f"x{number}.txt").touch()
        os.truncate(folder / f"x{number}.txt", 2 * 2**20)


STRANGE: dict[str, Callable[[Path, Path], None]] = {
    "a zip in a pack": _zip,
    "a tar in a pack": _tar,
    "link to a file outside": _link("@/secret.svg"),
    "link to a folder outside": _link("@", "more"),
    "link to a file outside by dots": _link("../../../../outside/secret.svg"),
    "link to the system": _link("/etc/passwd"),
    "link to a device": _link("/dev/zero"),
    "link to itself": _link("x.svg"),
    "link to nothing": _link("gone.svg"),
    "link to the pack itself": _link(".", "again"),
    "pipe": _pipe,
    "manifest outside": _manifest_link,
    "manifest that is a pipe": _manifest_pipe,
    "name of no letters": _named(b"\xff\xfe.svg"),
    "name that moves the cursor": _named(b"\x1b[31m.svg"),
    "name of two lines": _named(b"a\nb.svg"),
    "name of a device": _named(b"con.svg"),
    "name of a port": _named(b"COM1.png"),
    "name with a backslash": _named(b"..\\..\\x.svg"),
    "name on a drive": _named(b"C:x.svg"),
    "two names that differ in capitals": _named(b"icons/TOWN.svg"),
    "program": _named(b"x.py"),
    "library": _named(b"x.so"),
    "more folders than may be": _crowd,
    "more pixels than may be": _heavy,
    "larger than any disk": _large,
    "larger than may be in all": _fat,
}
