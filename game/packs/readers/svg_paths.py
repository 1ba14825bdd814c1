"""How far a shape of a drawing reaches, and of how many pieces it is.  Paths and transforms, read strictly."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

NUMBER = r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]{1,3}+)?"
LARGEST = 1e6
ROUND = 4  # curves in a circle, and at most in an arc
UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
SAME = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

_NUMBER = re.compile(NUMBER)
_LENGTH = re.compile(rf"({NUMBER})\s*([a-z]*)")
_LIST = re.compile(rf"\s*{NUMBER}(?:(?:\s*,\s*|\s+|(?=[-+.])){NUMBER})*\s*")
_TURN = re.compile(rf"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(({_LIST.pattern})\)\s*")
_TURNS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
_PIECE = re.compile(rf"\s*([MmLlHhVvCcSsQqTtAaZz])|[\s,]*({NUMBER})")
_ARC = re.compile(r"[\s,]*" + r"[\s,]*".join([f"({NUMBER})"] * 3 + ["([01])"] * 2 + [f"({NUMBER})"] * 2))
_NEEDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class DrawingError(ValueError):
    """A drawing that cannot be used; the message is the cause."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape: all points its curves are made of, in its own units, and how many pieces and parts it has.

    ``text``: the same again as the decoder is to read it, for a path.
    """

    points: tuple[Point, ...]
    pieces: int
    parts: int = 1
    text: str = ""


def number(text: str, what: str = "number") -> float:
    """A number that can be drawn with.

    :raises DrawingError: for anything else.
    """
    if not _NUMBER.fullmatch(text.strip()) or not abs(float(text)) <= LARGEST:
        raise DrawingError(f"'{text.strip()[:20]}' is no {what} that can be drawn with")
    return float(text)


def length(text: str) -> float:
    """A length in pixels, as "3", "3px" or "3mm".

    :raises DrawingError: for anything else.
    """
    match = _LENGTH.fullmatch(text.strip())
    if not match or match[2] not in UNITS:
        raise DrawingError(f"'{text.strip()[:20]}' is no length: write a plain number")
    return number(match[1], "length") * UNITS[match[2]]


def numbers(text: str) -> list[float]:
    """Numbers with commas or gaps between them.

    :raises DrawingError: for anything else.
    """
    if not text.strip():
        return []
    if not _LIST.fullmatch(text):
        raise DrawingError(f"'{text.strip()[:20]}' is no list of numbers")
    return [number(found) for found in _NUMBER.findall(text)]


# -- transforms -----------------------------------------------------------------------------------


def transforms(text: str) -> Iterator[tuple[str, list[float]]]:
    """The steps of a transform: name and numbers.

    :raises DrawingError: for anything else.
    """
    at = 0
    while at < len(text.rstrip()):
        match = _TURN.match(text, at)
        if not match:
            raise DrawingError(f"'{text[at : at + 30].strip()}' is no transform")
        found = numbers(match[2])
        if len(found) not in _TURNS[match[1]]:
            raise DrawingError(f"a {match[1]} does not take {len(found)} numbers")
        yield match[1], found
        at = match.end()


def matrix(steps: Sequence[tuple[str, list[float]]]) -> Matrix:
    """All steps of a transform in one."""
    whole = SAME
    for name, given in steps:
        whole = _times(whole, _step(name, given))
    return whole


def _step(name: str, n: list[float]) -> Matrix:
    if name == "matrix":
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    if name == "translate":
        return (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
    if name == "scale":
        return (n[0], 0, 0, n[-1], 0, 0)
    if name == "rotate":
        turn = math.radians(n[0])
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = (n[1], n[2]) if len(n) > 1 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    lean = math.tan(math.radians(n[0]))
    return (1, 0, lean, 1, 0, 0) if name == "skewX" else (1, lean, 0, 1, 0, 0)


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip


def within(outer: Matrix, steps: Sequence[tuple[str, list[float]]]) -> Matrix:
    """The transform of what lies in a group.

    :raises DrawingError: if it enlarges beyond all that can be drawn.
    """
    whole = _times(outer, matrix(steps))
    if not all(abs(value) <= LARGEST for value in whole):
        raise DrawingError("a transform that enlarges without measure")
    return whole


def moved(by: Matrix, point: Point) -> Point:
    """A point after a transform."""
    x, y = point
    return (by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5])


def enlarges(by: Matrix) -> float:
    """How much longer a transform makes things, at most in either direction."""
    return max(math.hypot(by[0], by[2]), math.hypot(by[1], by[3]), math.hypot(by[0], by[1]), math.hypot(by[2], by[3]))


# -- shapes ---------------------------------------------------------------------------------------


def outline(shape: str, given: Mapping[str, str]) -> Outline:
    """What a shape is made of; one without size has no points.

    :raises DrawingError: if its numbers are none.
    """
    if shape == "path":
        return _path(given.get("d", ""))
    if shape in ("polyline", "polygon"):
        flat = numbers(given.get("points", ""))
        points = tuple(zip(flat[::2], flat[1::2], strict=False))
        return Outline(points, len(points))
    at = {name: length(text) for name, text in given.items() if name in SIZES[shape]}
    get = at.get
    if shape == "line":
        return Outline(((get("x1", 0.0), get("y1", 0.0)), (get("x2", 0.0), get("y2", 0.0))), 2)
    if shape == "rect":
        x, y, wide, high = (get(name, 0.0) for name in ("x", "y", "width", "height"))
        return Outline(((x, y), (x + wide, y + high), (x, y + high), (x + wide, y)), 2 * ROUND)
    x, y, across, down = get("cx", 0.0), get("cy", 0.0), get("rx", get("r", 0.0)), get("ry", get("r", 0.0))
    corners = tuple((x + across * i, y + down * j) for i in (-1, 1) for j in (-1, 1))
    return Outline(corners, ROUND)


SIZES = {
    "line": ("x1", "y1", "x2", "y2"), "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry"), "path": (), "polyline": (), "polygon": (),
}  # fmt: skip


def _path(text: str) -> Outline:
    points: list[Point] = []
    words: list[str] = []
    now = start = control = (0.0, 0.0)
    pieces = parts = 0
    for letter, n in _commands(text):
        words.append(f"{letter}{' '.join(f'{value:.9g}' for value in n)}")
        kind, base = letter.upper(), now if letter.islower() else (0.0, 0.0)
        mirrored = (2 * now[0] - control[0], 2 * now[1] - control[1])
        if kind == "A":
            found = _around_arc(now, base, n)
        else:
            found = [start] if kind == "Z" else _pairs(kind, n, base, now)
        points += [mirrored, *found] if kind in "ST" else found
        now = found[-1]
        control = {"C": found[1:2], "S": found[:1], "Q": found[:1], "T": [mirrored]}.get(kind, [now])[0]
        if kind == "M":
            start, parts = now, parts + 1
        pieces += ROUND + 1 if kind == "A" else 1
        if not all(abs(value) <= LARGEST for value in (*now, *control)):
            raise DrawingError("a path that leaves the drawing far behind")
    return Outline(tuple(points), pieces, parts, " ".join(words))


def _pairs(kind: str, n: list[float], base: Point, now: Point) -> list[Point]:
    if kind == "H":
        return [(base[0] + n[0], now[1])]
    if kind == "V":
        return [(now[0], base[1] + n[0])]
    return [(base[0] + x, base[1] + y) for x, y in zip(n[::2], n[1::2], strict=True)]


def _around_arc(now: Point, base: Point, n: list[float]) -> list[Point]:
    """Corners around an arc, which lies within twice its radius or the way it goes, and its end."""
    end = (base[0] + n[5], base[1] + n[6])
    reach = 2 * max(abs(n[0]), abs(n[1]), math.dist(now, end))
    return [*((end[0] + i * reach, end[1] + j * reach) for i in (-1, 1) for j in (-1, 1)), end]


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path, each with its own numbers.

    :raises DrawingError: at the first thing that is none.
    """
    letter, at = "", 0
    while at < len(text.rstrip()):
        match = _PIECE.match(text, at)
        if not match or (not letter and (match[1] or "") not in ("M", "m")):
            raise DrawingError(f"'{text[at : at + 20].strip()}' is no part of a path")
        if match[1]:
            letter, at = match[1], match.end()
            if letter in "Zz":
                yield letter, []
                continue
        elif letter in "Zz":
            raise DrawingError("a path that goes on with numbers after its end")
        found, at = _arguments(text, at, letter)
        yield letter, found
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arguments(text: str, at: int, letter: str) -> tuple[list[float], int]:
    if letter in "Aa":
        match = _ARC.match(text, at)
        if not match:
            raise DrawingError(f"'{text[at : at + 20].strip()}' is no arc")
        return [number(found) for found in match.groups()], match.end()
    found = []
    for _ in range(_NEEDS[letter.upper()]):
        match = _PIECE.match(text, at)
        if not match or not match[2]:
            raise DrawingError(f"a path breaks off at '{text[max(0, at - 20) : at].strip()}'")
        found.append(number(match[2]))
        at = match.end()
    return found, at
