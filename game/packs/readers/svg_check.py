"""Which drawings of a pack may be drawn, and what they would cost.  What the decoder is given is written anew from it.

The decoder takes nearly anything for a drawing.  So a drawing is read here, strictly; what is not understood is
refused; and the decoder is handed a new text with nothing in it but what was understood.  The cost is that of nanosvg,
which draws them: every curve is cut into edges, a round corner of a stroke into as many as its radius in pixels asks
for, and each of five lines a row goes through every edge it meets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from xml.etree import ElementTree

from game.packs.readers.svg_paths import (
    NUMBER,
    SAME,
    SIZES,
    DrawingError,
    Matrix,
    Outline,
    Point,
    enlarges,
    length,
    matrix,
    moved,
    number,
    numbers,
    outline,
    transforms,
    within,
)

MAX_SIDE = 4096
MIN_SIDE = 0.01
MAX_SHAPES = 100
MAX_NUMBERS = 1500
MAX_TAGS = 2000
LARGEST_SIZE = 512  # pixels a side, the most that is ever drawn
FAR = 8  # sides of the drawing that a shape may reach beyond it
WIDEST = 2  # sides of the drawing, of a stroke
MOST_EDGES = 400_000
MOST_LAYERS = 150  # times the whole picture is painted over; a gradient counts twice
CHAIN = 8

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
GRADIENTS = ("linearGradient", "radialGradient")
DRAWS = frozenset({"svg", "g", "defs", "stop", *GRADIENTS, *SIZES})
SAYS = frozenset({"title", "desc", "metadata"})
_INERT = ("sodipodi", "inkscape", "www.w3.org/1999/02/22-rdf", "creativecommons", "purl.org")

_FORBIDDEN = (
    (re.compile(r"<!\s*DOCTYPE", re.I), "a DOCTYPE"),
    (re.compile(r"<!\s*ENTITY", re.I), "an ENTITY"),
    (re.compile(r"<!\[CDATA\[", re.I), "a CDATA section"),
)
_ELEMENT = re.compile(r"<\s*([A-Za-z_][\w:.-]*)")
_DECLARED = re.compile(r"\s*<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)")
_OUTSIDE = re.compile(r"url\(\s*+[\"']?+\s*+(?!#)", re.I)
_A_NUMBER = re.compile(NUMBER)
_PAINT = re.compile(
    r"#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]{1,30}|rgb\(\s*\d{1,3}%?(?:\s*,\s*\d{1,3}%?){2}\s*\)|url\(#[\w.:-]{1,60}\)"
)
_SHARE = re.compile(rf"({NUMBER})(%?)")
_ID = re.compile(r"[\w.:-]{1,60}")

State = Mapping[str, str]


def clean_svg(data: bytes) -> bytes:
    """The drawing as the decoder is given it.

    :raises DrawingError: if it is none, or would take too long to draw.
    """
    text = _text(data)
    try:
        root = ElementTree.fromstring(text.removeprefix("\ufeff").encode())
    except ElementTree.ParseError as error:
        raise DrawingError(f"not an SVG drawing: {error}") from None
    if _name(root) != "svg":
        raise DrawingError("not an SVG drawing")
    _check_attributes(root)
    return _Writer(root).written()


def _text(data: bytes) -> str:
    """The text, if nothing in it may never be in a drawing."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DrawingError("an SVG must be UTF-8 text") from None
    if "\0" in text or "<svg" not in text:
        raise DrawingError("not an SVG drawing")
    if (declared := _DECLARED.match(text)) and declared[1].lower() != "utf-8":
        raise DrawingError("an SVG must be UTF-8 text")
    if text.count("<") > MAX_TAGS:
        raise DrawingError(f"more than {MAX_TAGS} tags in one drawing")
    for pattern, what in _FORBIDDEN:
        if pattern.search(text):
            raise DrawingError(f"{what} is not allowed in a pack")
    if sum(name.removeprefix("svg:") in DRAWS | SAYS for name in _ELEMENT.findall(text)) > MAX_SHAPES:
        raise DrawingError(f"more than {MAX_SHAPES} shapes in one drawing")
    if sum(1 for _ in _A_NUMBER.finditer(text)) > MAX_NUMBERS:
        raise DrawingError(f"more than {MAX_NUMBERS} numbers in one drawing: simplify its paths")
    return text


def _check_attributes(root: ElementTree.Element) -> None:
    """:raises DrawingError: at the first that does more than draw."""
    for element in root.iter():
        for full, value in element.attrib.items():
            name = full.rpartition("}")[2]
            if (name == "href" and not value.strip().startswith("#")) or _OUTSIDE.search(value):
                raise DrawingError("a link to something outside the file is not allowed in a pack")
            if name.startswith("on"):
                raise DrawingError("an event script is not allowed in a pack")
            if name in ("width", "height", "viewBox"):
                for found in _A_NUMBER.findall(value):
                    if not abs(float(found)) <= MAX_SIDE:
                        raise DrawingError(f"a width or height of {found[:20]} is over {MAX_SIDE}")
        if _said(element).get("stroke-dasharray", "none") != "none":
            raise DrawingError("a dashed stroke (draw the dashes as lines) is not allowed in a pack")


def _name(element: ElementTree.Element) -> str:
    """Name of an element that draws; "" of one in which a program or a person says something.

    :raises DrawingError: for any other.
    """
    tag = str(element.tag)
    name = tag.removeprefix(SVG)
    if name in DRAWS:
        return name
    if name in SAYS or (tag.startswith("{") and any(word in tag.partition("}")[0] for word in _INERT)):
        return ""
    shown = tag.rpartition("}")[2][:40]
    raise DrawingError(f"the element <{shown}> is not allowed: shapes, paths and gradients only")


# -- what the attributes may say ------------------------------------------------------------------


def _paint(text: str) -> str:
    if not _PAINT.fullmatch(text):
        raise DrawingError(f"'{text[:30]}' is no colour: write #rrggbb, a name, or url(#gradient)")
    return text


def _word(*words: str) -> partial[str]:
    return partial(_one_of, words)


def _one_of(words: tuple[str, ...], text: str) -> str:
    return text if text in words else words[0]


def _share(text: str) -> str:
    match = _SHARE.fullmatch(text)
    if not match:
        raise DrawingError(f"'{text[:20]}' is no part of a whole: write 0.5 or 50%")
    return f"{number(match[1]):.9g}{match[2]}"


def _length(text: str) -> str:
    return f"{length(text):.9g}"


def _identity(text: str) -> str:
    if not _ID.fullmatch(text):
        raise DrawingError(f"'{text[:30]}' is no name for a gradient: letters, digits, _ . : and -")
    return text


def _turned(text: str) -> str:
    return " ".join(f"{name}({' '.join(f'{n:.9g}' for n in given)})" for name, given in transforms(text))


LOOKS = {
    "fill": _paint, "stroke": _paint, "stroke-width": _length, "stroke-opacity": _share, "fill-opacity": _share,
    "opacity": _share, "stroke-linejoin": _word("miter", "round", "bevel"),
    "stroke-linecap": _word("butt", "round", "square"), "stroke-miterlimit": _length,
    "fill-rule": _word("nonzero", "evenodd"), "display": _word("inline", "none"),
}  # fmt: skip
"""How a thing is painted; handed on to what lies in it."""
STOPS = {"offset": _share, "stop-color": _paint, "stop-opacity": _share}
RAMPS = {
    **dict.fromkeys(("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy"), _share), "id": _identity,
    "gradientUnits": _word("objectBoundingBox", "userSpaceOnUse"), "spreadMethod": _word("pad", "reflect", "repeat"),
    "gradientTransform": _turned,
}  # fmt: skip


def _said(element: ElementTree.Element) -> dict[str, str]:
    """Attributes of an element, and what its style says, which counts for more."""
    found = {str(name): str(value).strip() for name, value in element.attrib.items()}
    for part in found.pop("style", "").split(";"):
        name, mark, value = part.partition(":")
        if mark and value.strip() != "inherit":
            found[name.strip()] = value.strip()
    return found


# -- writing it anew ------------------------------------------------------------------------------


@dataclass
class _Writer:
    """Goes through a drawing once: writes it, and adds up what it costs."""

    root: ElementTree.Element
    lines: list[str] = field(default_factory=list)
    edges: float = 0.0
    layers: float = 0.0
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)

    def written(self) -> bytes:
        """The new text."""
        said = _said(self.root)
        self.box, sides = _frame(said)
        _check_chains(self.root)
        self._in_group(self.root, SAME, {})
        frame = " ".join(f"{value:.9g}" for value in self.box)
        head = f'<svg xmlns="{SVG[1:-1]}" xmlns:xlink="{LINK[1:-5]}" viewBox="{frame}" {_shown(sides)}>'
        return "\n".join([head, *self.lines, "</svg>\n"]).encode()

    def _in_group(self, element: ElementTree.Element, turned: Matrix, state: State) -> None:
        said = _said(element)
        own = _taken(said, LOOKS)
        steps = list(transforms(said.get("transform", "")))
        turned, state = within(turned, steps), {**state, **own}
        if steps:
            own["transform"] = _turned(said["transform"])
        self.lines.append(f"<g {_shown(own)}>")
        for inner in element:
            name = _name(inner)
            if name in ("svg", "g", "defs"):
                if name == "svg":
                    raise DrawingError("a drawing in a drawing is not allowed")
                self._in_group(inner, turned, state)
            elif name in GRADIENTS:
                self._gradient(name, inner)
            elif name in SIZES:
                self._shape(name, inner, turned, state)
        self.lines.append("</g>")

    def _gradient(self, name: str, element: ElementTree.Element) -> None:
        said = _said(element)
        own = _taken(said, RAMPS)
        link = said.get(LINK, said.get("href", ""))
        if link:
            own["xlink:href"] = f"#{_identity(link.removeprefix('#'))}"
        matrix(list(transforms(said.get("gradientTransform", ""))))
        stops = [_taken(_said(inner), STOPS) for inner in element if _name(inner) == "stop"]
        if len(stops) == 1:  # nanosvg by itself reads on behind a single one; that of SDL_image does not
            stops *= 2
        self.lines += [f"<defs><{name} {_shown(own)}>", *(f"<stop {_shown(stop)}/>" for stop in stops)]
        self.lines.append(f"</{name}></defs>")

    def _shape(self, name: str, element: ElementTree.Element, turned: Matrix, state: State) -> None:
        said = _said(element)
        own = _taken(said, LOOKS)
        steps = list(transforms(said.get("transform", "")))
        shape = outline(name, said)
        self._weigh(shape, within(turned, steps), {**state, **own})
        if steps:
            own["transform"] = _turned(said["transform"])
        if name == "path":
            own["d"] = shape.text
        elif name in ("polyline", "polygon"):
            own["points"] = " ".join(f"{x:.9g},{y:.9g}" for x, y in shape.points)
        own |= {key: f"{length(said[key]):.9g}" for key in SIZES[name] if key in said}
        if shape.points:
            self.lines.append(f"<{name} {_shown(own)}/>")

    def _weigh(self, shape: Outline, turned: Matrix, state: State) -> None:
        """Add what a shape costs at the largest size.

        :raises DrawingError: if it reaches too far, or is too much with all before it.
        """
        if not shape.points:
            return
        left, top, wide, high = self.box
        side = max(wide, high)
        scale = LARGEST_SIZE / side
        points = [moved(turned, point) for point in shape.points]
        if not all(abs(x - left) <= FAR * side and abs(y - top) <= FAR * side for x, y in points):
            raise DrawingError(f"a shape reaches more than {FAR} times the drawing's side beyond it")
        curves = shape.pieces * _edges(_reach(points) * scale)
        self.edges += curves
        self._paint_over(points, 0.0, state.get("fill", "black"))
        if state.get("stroke", "none") != "none":
            width = abs(float(state.get("stroke-width", "1"))) * enlarges(turned)
            if not width <= WIDEST * side:
                raise DrawingError(f"a stroke is more than {WIDEST} times as wide as the drawing")
            bends = (shape.pieces + 1) if state.get("stroke-linejoin") == "round" else 0
            ends = 2 * shape.parts if state.get("stroke-linecap") == "round" else 0
            self.edges += 2 * curves + _edges_of_half_circle(width * scale / 2) * (2 * bends + ends)
            self._paint_over(points, width, state["stroke"])
        if self.edges > MOST_EDGES or self.layers > MOST_LAYERS:
            why = "fewer curves, fewer large shapes, or thinner strokes without round corners"
            raise DrawingError(f"it would take too long to draw: {why}")

    def _paint_over(self, points: list[Point], width: float, paint: str) -> None:
        """Add the part of the picture that lies under a shape, its stroke and all."""
        if paint == "none":
            return
        shares = []
        for axis in (0, 1):
            start, long = self.box[axis], max(self.box[2:])  # the shorter side may be shown with more beside it
            first = max(start - long, min(point[axis] for point in points) - width)
            last = min(start + long, max(point[axis] for point in points) + width)
            shares.append(min(1.0, max(0.0, last - first) / long))
        self.layers += shares[0] * shares[1] * (2 if paint.startswith("url") else 1)


def _taken(said: State, known: Mapping[str, object]) -> dict[str, str]:
    """What is known of what is said, each in a form that can mean one thing only."""
    found = {}
    for name, read in known.items():
        if name in said:
            assert callable(read)
            found[name] = str(read(said[name]))
    return found


def _shown(own: State) -> str:
    return " ".join(f'{name}="{value}"' for name, value in own.items())


def _frame(said: State) -> tuple[tuple[float, float, float, float], dict[str, str]]:
    """The part of the plane that is shown, and the sides the drawing says it has."""
    sides = {}
    for name in ("width", "height"):
        if name in said and not said[name].endswith("%"):
            sides[name] = length(said[name])
    if "viewBox" in said:
        box = numbers(said["viewBox"])
    else:
        box = [0.0, 0.0, sides.get("width", 0.0), sides.get("height", 0.0)]
    if len(box) != 4 or not all(MIN_SIDE <= side <= MAX_SIDE for side in (*box[2:], *sides.values())):
        raise DrawingError(f"a drawing has a viewBox of sides between {MIN_SIDE} and {MAX_SIDE}")
    return (box[0], box[1], box[2], box[3]), {name: f"{value:.9g}" for name, value in sides.items()}


def _check_chains(root: ElementTree.Element) -> None:
    """:raises DrawingError: if gradients take their colours from each other in a ring."""
    takes = {}
    for element in root.iter():
        said = {str(name): str(value) for name, value in element.attrib.items()}
        if str(element.tag).removeprefix(SVG) in GRADIENTS and "id" in said:
            takes[said["id"]] = said.get(LINK, said.get("href", "")).removeprefix("#")
    for name in takes:
        for _ in range(CHAIN):
            name = takes.get(name, "")
        if name:
            raise DrawingError(f"gradients that refer to each other in a ring, or more than {CHAIN} deep")


def _reach(points: list[Point]) -> float:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys))


def _edges(reach: float) -> float:
    """Edges a curve is cut into that reaches so many pixels: four times the reach, twice the edges."""
    return 2 + 2 * math.sqrt(max(0.0, reach))


def _edges_of_half_circle(radius: float) -> float:
    return 2 + math.pi / 2 / math.sqrt(2 * 0.25 / max(radius, 0.5))
