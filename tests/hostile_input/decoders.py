"""Does the game live through what strangers send?  Pictures, sounds and fonts are damaged at random, and decoded.

    python -m tests.hostile_input.decoders --minutes 10

What is damaged is made here or is the game's own.  Sums that a decoder would stop at are put right again, so that the
damage reaches the heart of it.  The decoding process may die over a file, as often as it likes: that is counted.  A
file is found wanting, and kept, if what the process hands back is nothing the game can read.
"""

from __future__ import annotations

import argparse
import random
import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.packs.media_trial import DIED, STUCK, TIME, Answer, Trial
from game.packs.plain_media import LETTER_SIZES, letters_for, scaled, sound_of
from game.ui.widgets.style.text_rendering import FACES, FOLDER
from tests import ROOT
from tests.hostile_input.sounds import SVG, chunk, page_sum, wav
from tests.kits.patience import countdown

ENDED = {DIED: "died", TIME: "took too long", STUCK: "was ended"}
SEVENTHS = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row of each pass of an interlaced picture, and the steps between them."""
Change = Callable[[random.Random, bytes], bytes]


# -- what is damaged ------------------------------------------------------------------------------


def corpus() -> dict[str, list[bytes]]:
    """Sound files of each kind."""
    drawings = [path.read_bytes() for path in sorted((ROOT / "sprites").rglob("*.svg"))]
    own = [path.read_bytes() for path in sorted((ROOT / "sounds").rglob("*.wav"))]
    sounds = [
        wav(channels=c, bits=b, rate=r, seconds=s)
        for c in (1, 2)
        for b in (8, 16)
        for r in (8000, 22050, 48000)
        for s in (0.0101, 0.2)
    ]
    ogg = Path(pygame.__file__).parent / "examples" / "data" / "house_lo.ogg"
    fonts = [(FOLDER / file).read_bytes() for file in FACES.values()]
    return {".svg": [*drawings, SVG.encode(), PAINTED.encode()], ".png": list(_pictures()), ".wav": [*own, *sounds],
            ".ogg": [ogg.read_bytes()] if ogg.is_file() else [], ".ttf": fonts}  # fmt: skip


PAINTED = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64mm" height="64mm" '
    'viewBox="0 0 64 64"><defs><linearGradient id="a"><stop offset="0" stop-color="#123"/><stop offset="80%" '
    'style="stop-color:#fff;stop-opacity:0.5"/></linearGradient><radialGradient id="b" xlink:href="#a" cx="32" cy="32" '
    'r="20" fx="30" fy="30" gradientUnits="userSpaceOnUse" gradientTransform="rotate(20 3 4) scale(2)" '
    'spreadMethod="reflect"/></defs><g transform="translate(2 3) skewX(10)" fill="url(#a)" opacity="0.7">'
    '<rect x="4" y="4" width="40" height="30" rx="4" ry="6" stroke="url(#b)" stroke-width="5"/><circle cx="30" cy="30" '
    'r="12"/><ellipse cx="20" cy="40" rx="9" ry="3"/><line x1="0" y1="0" x2="60" y2="50" stroke="red" '
    'stroke-linecap="square"/><polyline points="1,2 30,40 50,3" stroke="#000" stroke-linejoin="bevel"/><polygon '
    'points="1 2 30 4 50 33"/><path style="fill:none;stroke:#00f;stroke-width:3;stroke-linejoin:round" d="M8 8c9-9 '
    '20 40 30 3s9 9 3-4q4 4 9 1t5 5h9v-9H3V60a9 5 30 0 1 20-9A4 4 0 1 0 9 9z"/></g></svg>'
)


def _pictures() -> Iterator[bytes]:
    for depth, colour, channels in ((1, 0, 1), (8, 0, 1), (16, 0, 1), (8, 2, 3), (16, 2, 3), (2, 3, 1), (8, 3, 1),
                                    (8, 4, 2), (16, 4, 2), (8, 6, 4), (16, 6, 4)):  # fmt: skip
        for laced in (0, 1):
            head = struct.pack(">IIBBBBB", 13, 11, depth, colour, 0, 0, laced)
            rows = b""
            for left, top, across, down in SEVENTHS if laced else ((0, 0, 1, 1),):
                columns, lines = -(-(13 - left) // across), -(-(11 - top) // down)
                line = bytes(i * 37 % 256 for i in range((columns * depth * channels + 7) // 8))
                rows += b"".join(bytes([i % 5]) + line for i in range(lines)) if columns > 0 else b""
            table = chunk(b"PLTE", bytes(range(12))) + chunk(b"tRNS", b"\0\x80") if colour == 3 else b""
            clear = chunk(b"tRNS", struct.pack(">H", 3) * channels) if colour in (0, 2) else b""
            ends = chunk(b"tEXt", b"a\0b") + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
            yield b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + table + clear + ends


# -- the damage -----------------------------------------------------------------------------------


def _bytes(chance: random.Random, data: bytes) -> bytes:
    """Some bytes set, taken out, put in or doubled."""
    new = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at = chance.randrange(len(new) + 1)
        act = chance.randrange(5)
        if act == 0 and at < len(new):
            new[at] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        elif act == 1:
            del new[at : at + chance.choice((1, 2, 9, 200))]
        elif act == 2:
            new[at:at] = chance.randbytes(chance.choice((1, 4, 30)))
        elif act == 3:
            new[at:at] = new[max(0, at - chance.choice((4, 40, 400))) : at]
        elif at < len(new):
            new[at] ^= 1 << chance.randrange(8)
    return bytes(new)


NUMBERS = (
    "0",
    "-1",
    "1e-9",
    "0.001",
    "3",
    "63.99",
    "400",
    "-64",
    "nan",
    "99999999999",
    ".5",
    "-.0",
    "64",
    "31",
    "0.5",
    "12",
    "0.25",
)
WORDS = (
    "none",
    "url(#a)",
    "url(#b)",
    "url(#c)",
    "round",
    "bevel",
    "miter",
    "square",
    "evenodd",
    "#fff",
    "50%",
    "z",
    "A9 9 0 1 1 3 3",
    "t3 3",
    "s1 1 2 2",
    "M",
    "matrix(0 0 0 0 0 0)",
    "scale(0)",
    "scale(1e5)",
    "inline",
    "repeat",
)


def _drawing(chance: random.Random, data: bytes) -> bytes:
    """Numbers and words of a drawing exchanged, its elements taken out, doubled or put elsewhere."""
    text = data.decode("utf-8", "replace")
    for _ in range(chance.choice((1, 2, 3, 8))):
        act = chance.randrange(6)
        pattern = (r"[-+]?[0-9.]+", r"[-+]?[0-9.]+", r'(?<=")[^"<>]*(?=")', r"<[^<>]*/>", r"[A-Za-z-]+(?==)",
                   r"[MLHVCSQTAZmlhvcsqtaz]")[act]  # fmt: skip
        spots = list(re.finditer(pattern, text))
        if not spots:
            continue
        spot, other = chance.choice(spots), chance.choice(spots)
        made = f"{chance.uniform(-90, 90):.3f}"
        again = spot[0] * chance.choice((0, 2, 30))
        put = chance.choice((chance.choice(NUMBERS), made, made, chance.choice(WORDS), other[0], again))
        text = text[: spot.start()] + put + text[spot.end() :]
    return text.encode()


ADDED = (b"zTXt", b"iCCP", b"acTL", b"PLTE", b"tRNS", b"gAMA", b"sBIT", b"bKGD", b"hIST", b"eXIf", b"abcd")


def _picture(chance: random.Random, data: bytes) -> bytes:
    """Chunks damaged with their sums put right; lines damaged and packed again."""
    chunks = []
    at = 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunks.append([data[at + 4 : at + 8], data[at + 8 : at + 8 + size]])
        at += 12 + size
    if not chunks:
        return data
    one = chance.choice(chunks)
    act = chance.randrange(6)
    if one[0] == b"IDAT":
        try:
            lines = zlib.decompress(one[1])
            new = bytearray(lines)
            for _ in range(chance.choice((1, 5, 50))):
                new[chance.randrange(len(new))] = chance.randrange(256)
            one[1] = zlib.compress(bytes(new), chance.randrange(10))
        except zlib.error:
            one[1] = _bytes(chance, one[1])
    elif act == 0:
        chunks.remove(one)
    elif act == 1:
        added = [chance.choice(ADDED), chance.randbytes(chance.choice((0, 1, 2, 6, 60)))]
        chunks.insert(chance.randrange(len(chunks)), added)
    elif act == 2:
        one[0] = bytes(chance.choice(b"ABIDTNRabct") for _ in range(4))
    else:
        one[1] = _bytes(chance, one[1]) if one[1] else one[1]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def _ogg(chance: random.Random, data: bytes) -> bytes:
    """Packets damaged, pages taken out, doubled or cut, with sums and numbers put right."""
    pages, at = [], 0
    while at + 27 <= len(data):
        start = at + 27 + data[at + 26]
        end = start + sum(data[at + 27 : start])
        pages.append([bytearray(data[at:start]), bytearray(data[start:end])])
        at = end
    act = chance.randrange(6)
    if len(pages) < 3:
        return data
    if act == 0:
        pages = pages[: chance.randrange(2, len(pages) + 1)]
    elif act == 1 and len(pages) > 4:
        del pages[chance.randrange(2, len(pages))]
    elif act == 2:
        page = chance.choice(pages)
        page[0][6:14] = struct.pack("<q", chance.choice((0, 1, 300, 9999, 2**31, 2**40, -1)))
    else:
        for _ in range(chance.choice((1, 1, 3, 20))):
            body = chance.choice(pages[: chance.choice((1, 3, len(pages)))])[1]
            if body:
                body[chance.randrange(len(body))] = chance.choice((0, 255, chance.randrange(256)))
    whole = b""
    for number, (head, body) in enumerate(pages):
        head[18:22] = struct.pack("<I", number)
        head[22:26] = bytes(4)
        head[22:26] = struct.pack("<I", page_sum(bytes(head + body)))
        whole += bytes(head + body)
    return whole


CHANGES: dict[str, tuple[Change, ...]] = {
    ".svg": (_drawing, _drawing, _drawing, _bytes), ".png": (_picture, _picture, _bytes), ".wav": (_bytes,),
    ".ogg": (_ogg, _ogg, _ogg, _bytes), ".ttf": (_bytes,),
}  # fmt: skip


def mutants(seed: int) -> Iterator[tuple[str, bytes]]:
    """Damaged files without end, the same for the same seed."""
    chance, sound = random.Random(seed), corpus()
    kinds = [kind for kind in (".svg", *sound) if sound[kind]]
    while True:
        kind = chance.choice(kinds)
        data = chance.choice(sound[kind])
        for _ in range(chance.choice((1, 1, 2))):
            data = chance.choice(CHANGES[kind])(chance, data) or b"\0"
        yield kind, data


# -- decoding -------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of all files: by kind, how many were made, and how many the game could have used; how often the
    process ended over one; the longest time one took; and those found wanting, with the reason."""

    made: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    wanting: list[tuple[str, str, bytes]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """For people."""
        for kind in sorted(self.made):
            made = f"{self.made[kind]} made, {self.used[kind]} of use to the game"
            yield f"{kind}: {made}, slowest {self.slowest.get(kind, 0):.2f} s of the processor"
        yield f"the decoding process: {dict(self.ended)}; {len(self.wanting)} found wanting"


class Judge:
    """Has files decoded one after the other, in a process that is replaced when it dies."""

    def __init__(self) -> None:
        self._trial: Trial | None = None

    def __call__(self, kind: str, data: bytes) -> Answer:
        """How a file fares."""
        self._trial = self._trial or Trial()
        found = self._trial.ask(kind, data)
        if self._trial.gone:
            self.close()
        return found

    def close(self) -> None:
        """Give the process back."""
        if self._trial is not None:
            self._trial.__exit__()
            self._trial = None


def read(kind: str, body: bytes) -> None:
    """Read what was handed back, as the game does; ValueError if it cannot."""
    if kind in (".svg", ".png"):
        for size in (1, 40, 90, 300):
            scaled(body, size)
    elif kind == ".ttf":
        for size in LETTER_SIZES:
            letters_for(body, size)
    else:
        sound_of(body)


def tried(seed: int, judge: Judge, go_on: Callable[[Tally], bool]) -> Tally:
    """Make, decode and read files as long as asked for."""
    tally = Tally()
    for kind, data in mutants(seed):
        if not go_on(tally):
            break
        tally.made[kind] += 1
        cause, body, seconds = judge(kind, data)
        tally.slowest[kind] = max(seconds, tally.slowest.get(kind, 0.0))
        if cause in ENDED:
            tally.ended[f"{ENDED[cause]} over {kind}"] += 1
        if cause:
            continue
        tally.used[kind] += 1
        try:
            read(kind, body)
        except ValueError as error:
            tally.wanting.append((kind, str(error), data))
    judge.close()
    return tally


def main(argv: Iterable[str] | None = None) -> int:
    """The exit code: 1 if anything was found wanting."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile_input.decoders", description="Damage media, and decode them."
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--files", type=int, default=0, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("decoders-found"), help="where what is found is written")
    args = parser.parse_args(None if argv is None else list(argv))
    rest = countdown(args.minutes)
    full = lambda tally: bool(args.files) and sum(tally.made.values()) >= args.files  # noqa: E731
    tally = tried(args.seed, Judge(), lambda tally: rest() > 0 and not full(tally))
    for number, (kind, _, data) in enumerate(tally.wanting):
        args.keep.mkdir(parents=True, exist_ok=True)
        (args.keep / f"{args.seed}-{number}{kind}").write_bytes(data)
    for line in (*tally.lines(), *(f"{kind}: {why}" for kind, why, _ in tally.wanting)):
        print(line)
    return int(bool(tally.wanting))


if __name__ == "__main__":
    sys.exit(main())
