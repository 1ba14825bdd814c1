"""Hostile and clumsy add-ons: zips that lie and swell, links, twins, devices, heads that are wrong."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

HEAD = {
    "id": '"mine"',
    "version": '"1.0"',
    "title": '"Mine"',
    "authors": '["A"]',
    "licence": '"CC0-1.0"',
    "engine": '">=0.1"',
    "holds": '["help"]',
}
TEXT = b"# Mine\n\nA text.\n"
Make = Callable[[Path], Path]


def head(**changed: str) -> bytes:
    """An addon.toml with some of its values changed; an empty one is left out."""
    values = {**HEAD, **changed}
    return "".join(f"{key} = {value}\n" for key, value in values.items() if value).encode()


def folder(files: Mapping[str, bytes], name: str = "mine") -> Make:
    """An add-on as a folder of these files."""

    def make(room: Path) -> Path:
        for inner, data in files.items():
            path = room / name / inner
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return room / name

    return make


def plain_files(**changed: str) -> dict[str, bytes]:
    """The files of an add-on that is sound but for what was changed in its head."""
    return {"addon.toml": head(**changed), "help/mine.md": TEXT}


def entry(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    """An entry of a zip."""
    found = zipfile.ZipInfo(name)
    found.external_attr, found.create_system, found.compress_type = mode << 16, 3, zipfile.ZIP_DEFLATED
    return found


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], sound: bool = True) -> bytes:
    """A zip of these entries, with a sound add-on before them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in plain_files().items() if sound else ():
            archive.writestr(entry(name), data)
        for name, data in entries:
            archive.writestr(entry(name) if isinstance(name, str) else name, data)
    return out.getvalue()


def as_zip(data: bytes) -> Make:
    """An add-on as a zip of these bytes."""

    def make(room: Path) -> Path:
        room.mkdir(parents=True, exist_ok=True)
        (room / "mine.zip").write_bytes(data)
        return room / "mine.zip"

    return make


def _patched(name: bytes, other: bytes, *entries: tuple[str, bytes]) -> bytes:
    """A zip whose names were changed behind the back of what wrote it."""
    assert len(name) == len(other)
    return zipped(*entries).replace(name, other)


def _flagged(data: bytes) -> bytes:
    """All files marked as encrypted."""
    out = bytearray(data)
    at = out.find(b"PK\x01\x02")
    while at >= 0:
        out[at + 8] |= 1
        at = out.find(b"PK\x01\x02", at + 4)
    return bytes(out)


def _claimed(size: int) -> bytes:
    """The last file said to be of another size."""
    out = bytearray(zipped(("help/x.md", b"x" * 100)))
    at = out.rfind(b"PK\x01\x02")
    out[at + 24 : at + 28] = struct.pack("<L", size)
    return bytes(out)


def _over_one_another() -> bytes:
    """Many names for the bytes of one file."""
    whole = zipped(*((f"help/{n:03}.md", os.urandom(40_000) if n == 0 else b"x") for n in range(60)))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        first = next(info for info in archive.infolist() if info.filename == "help/000.md")
    out = bytearray(whole)
    at = out.find(b"PK\x01\x02")
    while at >= 0:
        if b"help/0" in out[at + 46 : at + 60]:
            out[at + 20 : at + 28] = struct.pack("<LL", first.compress_size, first.file_size)
            out[at + 16 : at + 20] = struct.pack("<L", first.CRC)
            out[at + 42 : at + 46] = struct.pack("<L", first.header_offset)
        at = out.find(b"PK\x01\x02", at + 4)
    return bytes(out)


def _method(number: int) -> bytes:
    out = bytearray(zipped())
    for mark, place in ((b"PK\x01\x02", 10), (b"PK\x03\x04", 8)):
        at = out.find(mark)
        while at >= 0:
            out[at + place : at + place + 2] = struct.pack("<H", number)
            at = out.find(mark, at + 4)
    return bytes(out)


def _torn() -> bytes:
    """A byte in the middle of what is packed changed."""
    out = bytearray(zipped(("help/x.md", os.urandom(5000))))
    out[len(out) // 2] ^= 0xFF
    return bytes(out)


def _zip64() -> bytes:
    data = zipped()
    at = data.rfind(b"PK\x05\x06")
    return data[:at] + b"PK\x06\x07" + bytes(16) + data[at:]


def _counted(count: int, size: int) -> bytes:
    """A zip that says how many files it has, and how long its list is."""
    out = bytearray(zipped())
    at = out.rfind(b"PK\x05\x06")
    out[at + 8 : at + 16] = struct.pack("<HHL", count, count, size)
    return bytes(out)


def _linked(target: str, name: str = "help/x.md") -> Make:
    def make(room: Path) -> Path:
        found = folder(plain_files())(room)
        (found / name).symlink_to(target)
        return found

    return make


def _piped(room: Path) -> Path:
    found = folder(plain_files())(room)
    os.mkfifo(found / "help" / "x.md")
    return found


def _crowd(room: Path) -> Path:
    found = folder(plain_files())(room)
    for number in range(2100):
        (found / "help" / f"{number}.md").write_bytes(b"")
    return found


def _twins(room: Path) -> Path:
    return folder({**plain_files(), "help/Mine.md": TEXT})(room)


def _head_is_a_folder(room: Path) -> Path:
    found = folder({"help/mine.md": TEXT})(room)
    (found / "addon.toml").mkdir()
    return found


def _lone_file(room: Path) -> Path:
    room.mkdir(parents=True, exist_ok=True)
    (room / "mine.7z").write_bytes(b"7z")
    return room / "mine.7z"


def _to_nowhere(room: Path) -> Path:
    room.mkdir(parents=True, exist_ok=True)
    (room / "mine").symlink_to(room / "nowhere")
    return room / "mine"


CASES: dict[str, tuple[Make, str]] = {
    # heads
    "no head": (folder({"help/mine.md": TEXT}), "there is no addon.toml"),
    "a head that is a folder": (_head_is_a_folder, "not an ordinary file"),
    "a head that is no TOML": (folder({**plain_files(), "addon.toml": b"id = "}), "not TOML"),
    "a head of the wrong letters": (folder({**plain_files(), "addon.toml": b'id = "\xff"'}), "not UTF-8"),
    "a huge head": (folder({**plain_files(), "addon.toml": head() + b"#" * 70_000}), "larger than 64 KB"),
    "no id": (folder(plain_files(id="")), "'id' is missing: 1 to 40 lower-case letters"),
    "an id that is a path": (folder(plain_files(id='"../mine"')), "expected 1 to 40 lower-case letters"),
    "an id in capitals": (folder(plain_files(id='"Mine"')), "expected 1 to 40 lower-case letters"),
    "an id that is a number": (folder(plain_files(id="7")), "expected 1 to 40 lower-case letters"),
    "a version in words": (folder(plain_files(version='"new"')), "expected numbers with dots between"),
    "a huge version": (folder(plain_files(version=f'"{"9" * 5000}"')), "expected numbers"),
    "a title that turns the writing round": (folder(plain_files(title='"\\u202emine"')), "[title]"),
    "authors that are one": (folder(plain_files(authors='"A"')), "[authors]: 'A': expected a list"),
    "no authors": (folder(plain_files(authors="[]")), "[authors]: []: expected a list"),
    "an unknown key": (folder(plain_files(run='"rm"')), "[run]: unknown key"),
    "another engine": (folder(plain_files(engine='">=9.0"')), "needs Rasputitsa 9.0 or later"),
    "an engine of the past": (folder(plain_files(engine='">=0.0, <0.1"')), "is for versions before 0.1"),
    "an engine in words": (folder(plain_files(engine='"any"')), '[engine]: expected ">=0.1"'),
    "a kind that there is not": (folder(plain_files(holds='["code"]')), "[holds[1]]: 'code': expected one of"),
    "a folder that is not there": (folder(plain_files(holds='["help", "maps"]')), "'maps' is listed, but no folder"),
    "a folder not told of": (
        folder({**plain_files(), "rules/x.toml": b""}),
        "'rules' is not listed, though there is a folder",
    ),
    "a need that is no id": (folder(plain_files(requires='["a b"]')), "expected the id of an add-on"),
    # files
    "a program": (folder({**plain_files(), "help/x.py": b"raise SystemExit"}), "code belongs in 'rulesets/NAME/'"),
    "a library": (folder({**plain_files(), "help/x.so": b"\x7fELF"}), "may not contain '.so' files"),
    "a zip in it": (folder({**plain_files(), "maps/x.zip": zipped()}), "may not contain '.zip' files"),
    "a picture beside the head": (folder({**plain_files(), "x.svg": b"<svg/>"}), "not allowed beside addon.toml"),
    "a strange folder": (folder({**plain_files(), "code/x.md": TEXT}), "an add-on cannot have a folder 'code'"),
    "a device's name": (folder({**plain_files(), "help/con.md": TEXT}), "not a device's"),
    "a name with a blank": (folder({**plain_files(), "help/a b.md": TEXT}), "only letters, digits"),
    "twins in capitals": (_twins, "differs from it only in capital letters"),
    "a file too large": (folder({**plain_files(), "help/x.md": b"x" * 1_100_000}), "larger than 1024 KB"),
    "more files than may be": (_crowd, "more than 2000 files and folders"),
    "a link out": (_linked("/etc/passwd"), "an add-on has no linked files"),
    "a link to nowhere": (_linked("nowhere"), "an add-on has no linked files"),
    "a link in a ring": (_linked("x.md"), "an add-on has no linked files"),
    "a linked folder": (_linked("/etc", "maps"), "an add-on has no linked folders"),
    "a pipe": (_piped, "not an ordinary file"),
    "neither folder nor zip": (_lone_file, "neither a folder nor a zip"),
    "a link to no add-on": (_to_nowhere, "link that leads nowhere"),
    # zips
    "no zip": (as_zip(b"no zip at all"), "not a zip, or one that was cut short"),
    "an empty file": (as_zip(b""), "not a zip, or one that was cut short"),
    "a zip cut short": (as_zip(zipped()[:-30]), "not a zip, or one that was cut short"),
    "a zip with more behind it": (as_zip(zipped() + b"more"), "with data after its end"),
    "a zip without a head": (as_zip(zipped(("help/x.md", TEXT), sound=False)), "there is no addon.toml"),
    "a zip whose head is in capitals": (
        as_zip(zipped(("Addon.toml", TEXT), sound=False)),
        "the one folder there, in small letters",
    ),
    "a way out": (as_zip(zipped(("help/../../x.md", TEXT))), "stays inside"),
    "a way out at once": (as_zip(zipped(("../x.md", TEXT))), "stays inside"),
    "an absolute place": (as_zip(zipped(("/etc/x.md", TEXT))), "stays inside"),
    "a drive": (as_zip(zipped(("C:/x.md", TEXT))), "stays inside"),
    "a backslash": (as_zip(_patched(b"help/x.md", b"help\\x.md", ("help/x.md", TEXT))), "only letters"),
    "a zero in a name": (
        as_zip(_patched(b"help/x_y.md", b"help/x\0y.md", ("help/x_y.md", TEXT))),
        "only letters",
    ),
    "a link in a zip": (as_zip(zipped((entry("help/x.md", stat.S_IFLNK | 0o777), b"/etc/passwd"))), "is a link"),
    "a device in a zip": (as_zip(zipped((entry("help/x.md", stat.S_IFCHR | 0o666), b""))), "is not an ordinary file"),
    "encrypted": (as_zip(_flagged(zipped())), "is encrypted"),
    "a bomb": (as_zip(zipped(("help/x.md", bytes(1_000_000)))), "more than 200 times its size"),
    "a file that lies about its size": (as_zip(_claimed(90)), "the zip is damaged"),
    "a file that says it is huge": (as_zip(_claimed(2**31)), "more than 200 times its size"),
    "files over one another": (as_zip(_over_one_another()), "files overlap"),
    "a name twice": (
        as_zip(_patched(b"help/y.md", b"help/x.md", ("help/x.md", TEXT), ("help/y.md", TEXT))),
        "has this name twice",
    ),
    "twins in a zip": (as_zip(zipped(("help/Mine.md", TEXT))), "differs from it only in capital letters"),
    "packed in another way": (as_zip(_method(12)), "cannot read this compression"),
    "a torn zip": (as_zip(_torn()), "the zip is damaged"),
    "a zip of the large format": (as_zip(_zip64()), "zip64"),
    "a list of huge length": (as_zip(_counted(3, 2**30)), "more than 2000 files"),
    "a huge count": (as_zip(_counted(60_000, 200)), "more than 2000 files"),
    "a zip in a zip": (as_zip(zipped(("maps/x.zip", zipped()))), "may not contain '.zip' files"),
}
"""Each with a part of the sentence that is said of it."""
