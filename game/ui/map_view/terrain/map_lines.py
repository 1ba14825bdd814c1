"""The lines on the map, smoothed and ready to draw: coasts, rivers, hexside features, roads, borders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.packs.manifest import LineStyle
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec, along, mix, rounded

# -- Roads and railways. Roads brown and plain, railways black with ticks; thin lines when far away. -----------------

TICKS_FROM = 0.5
FAINT_BELOW = 0.35
CASED_FROM = 0.6
RAILWAYS = frozenset({"rail", "double_rail"})
WAYS = RAILWAYS | {"road", "highway"}
TICK_PIXELS = 8.0
"""Least distance of two ticks on the screen."""

Tick = tuple[Vec, Vec]


def draw_highway(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """A cased double line."""
    sheet.line(run, style.width + 2 * style.casing_width, style.casing)
    sheet.line(run, style.width, style.colour)
    sheet.line(run, style.width * 0.22, mix(style.colour, (255, 255, 255), 0.65))


def draw_road(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """A brown line, with dark edges from near by."""
    if sheet.zoom >= CASED_FROM:
        sheet.line(run, style.width + 1.4 * style.casing_width, style.casing)
        sheet.line(run, style.width, style.colour)
    else:
        sheet.line(run, max(style.width, 0.8 / sheet.zoom), mix(style.colour, style.casing, 0.5), 190)


def draw_rail(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """The line of a railway, narrow enough to show a road below it; its ticks are drawn by `draw_ticks`."""
    width = max(style.width * 0.8, 0.8 / sheet.zoom)
    alpha = 255 if sheet.zoom >= TICKS_FROM else 130 if sheet.zoom >= FAINT_BELOW else 95
    sheet.line(run, width, style.colour, alpha)


def pitch(style: LineStyle, zoom: float) -> float:
    """Map pixels from tick to tick."""
    return max(float(sum(style.dash)), TICK_PIXELS / zoom)


def ticks_of(points: Sequence[Vec], step: float) -> list[Tick]:
    """The places of a line's ticks, each with its direction."""
    return along(points, step, step / 2)


def draw_ticks(sheet: Sheet, ticks: Sequence[Tick], style: LineStyle) -> None:
    """Short strokes across a railway."""
    half, width = max(style.width * 1.7, 2.2 / sheet.zoom), max(style.width * 0.6, 0.7 / sheet.zoom)
    for (x, y), (dx, dy) in ticks:
        sheet.line(((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)), width, style.colour)


Box = tuple[float, float, float, float]
HEXSIDE_ORDER = (
    "lake",
    "river",
    "major_river",
    "volga",
    "strait",
    "supply_only",
    "impassable",
    "fortified_line",
    "stalin_line",
)
RAILS_FROM = 1.4
FROZEN = ("river", "major_river", "volga", "lake", "strait")
CITY = 0.86
CITY_ALPHA = 120
ICE: Colour = (238, 244, 247)


@dataclass(frozen=True, slots=True)
class Course:
    """One line in map pixels, with the box around it."""

    kind: str
    points: tuple[Vec, ...]
    box: Box

    @classmethod
    def of(cls, kind: str, points: Iterable[Vec]) -> Course:
        """The course through these points."""
        kept = tuple(points)
        xs, ys = [p[0] for p in kept], [p[1] for p in kept]
        return cls(kind, kept, (min(xs), min(ys), max(xs), max(ys)))


def touches(box: Box, seen: Box) -> bool:
    """Do two boxes (left, top, right, bottom) overlap?"""
    return box[0] <= seen[2] and box[2] >= seen[0] and box[1] <= seen[3] and box[3] >= seen[1]


def near(points: Sequence[Vec], seen: Box) -> Iterator[Sequence[Vec]]:
    """The runs of a line that come near a box."""
    start = -1
    for i in range(len(points) - 1):
        (ax, ay), (bx, by) = points[i], points[i + 1]
        inside = min(ax, bx) <= seen[2] and max(ax, bx) >= seen[0] and min(ay, by) <= seen[3] and max(ay, by) >= seen[1]
        if inside and start < 0:
            start = i
        elif not inside and start >= 0:
            yield points[start : i + 1]
            start = -1
    if start >= 0:
        yield points[start:]


@dataclass(frozen=True, slots=True)
class Courses:
    """Every line of a board, sorted by what it is."""

    land: tuple[Course, ...]
    shore: tuple[Course, ...]
    lakes: tuple[Course, ...]
    streams: tuple[Course, ...]
    rails: tuple[Course, ...]
    borders: tuple[Course, ...]
    hexsides: tuple[Course, ...]
    teeth: tuple[tuple[Vec, Vec, Vec], ...]
    roads: tuple[Course, ...]
    frontier: tuple[Course, ...]
    cities: tuple[Course, ...]
    works: tuple[tuple[Vec, Vec, Vec], ...]


def courses(board: Board, outlines: Sequence[Sequence[Vec]]) -> Courses:
    """Sort the lines of a board; `outlines` are its coasts."""

    def art(*kinds: str) -> tuple[Course, ...]:
        return tuple(Course.of(line.kind, line.points) for line in board.art if line.kind in kinds)

    land = tuple(Course.of("land", (*line, line[0])) for line in outlines)
    drawn = any(line.kind in ("coastline", "coast") for line in board.art)
    return Courses(
        land=land,
        shore=land if drawn else _rim(board),
        lakes=tuple(Course.of("lake", (*c.points, c.points[0])) for c in art("lake_art")),
        streams=art("river_art", "major_river_art"),
        rails=art("rail_art"),
        borders=_limits(board) or art("border_art"),
        hexsides=_hexsides(board),
        teeth=_teeth(board),
        roads=tuple(
            Course.of(road.kind, rounded(road.points))
            for road in sorted(board.roads, key=lambda road: road.kind in RAILWAYS)
        ),
        frontier=_frontier(board),
        cities=tuple(_city(board, h.index) for h in board.hexes if h.place in CITIES and is_fine(board)),
        works=_works(board),
    )


CITIES = ("major", "victory")


def is_fine(board: Board) -> bool:
    """Are its hexes too small for letters beside a counter, so that the map is drawn more finely?"""
    return board.layout.tile_w < 90


def line_scale(board: Board) -> float:
    """How much thinner lines are on a board with small hexes."""
    return 0.76 if is_fine(board) else 1.0


def _city(board: Board, index: int) -> Course:
    cx, cy = board.centre(index)
    return Course.of("city", [(cx + (x - cx) * CITY, cy + (y - cy) * CITY) for x, y in board.corners(index)])


def _limits(board: Board) -> tuple[Course, ...]:
    """Borders of countries that run along hexsides."""
    return tuple(Course.of("border", rounded(line.points)) for line in board.hexside_lines if line.kind == "border")


def _works(board: Board) -> tuple[tuple[Vec, Vec, Vec], ...]:
    """The sides of fortified zones, like `_teeth`."""
    zones = frozenset(h.index for h in board.hexes if "fortified_zone" in h.traits)
    return tuple((a, b, board.centre(index)) for index in sorted(zones) for a, b in _open_sides(board, index, zones))


def _open_sides(board: Board, index: int, zones: frozenset[int]) -> Iterator[tuple[Vec, Vec]]:
    h, corners = board.hexes[index], board.corners(index)
    for i, place in enumerate(board.layout.neighbours(h.col, h.row)):
        if board.by_offset.get(place) not in zones:
            yield corners[i], corners[(i + 1) % 6]


def _hexsides(board: Board) -> tuple[Course, ...]:
    lines: list[tuple[str, Sequence[Vec]]] = [(line.kind, line.points) for line in board.hexside_lines]
    if not lines:
        pairs = sorted((min(a, b), max(a, b)) for a, b in board.sides)
        lines = [
            (kind, board.hexside_points(a, b))
            for a, b in dict.fromkeys(pairs)
            for kind in sorted((board.kinds(a, b) | board.kinds(b, a)) - WAYS)
        ]
    lines = [(kind, points) for kind, points in lines if kind != "border" and len(points) > 1]
    meeting = Counter(p for kind, points in lines if kind in FROZEN for p in points)
    keep = frozenset(p for p, times in meeting.items() if times > 1)
    found = [Course.of(kind, rounded(points, keep)) for kind, points in lines]
    return tuple(sorted(found, key=lambda c: HEXSIDE_ORDER.index(c.kind) if c.kind in HEXSIDE_ORDER else 0))


def _teeth(board: Board) -> tuple[tuple[Vec, Vec, Vec], ...]:
    """Sides of a one-way line: both ends and the centre of the hex that is defended."""
    pairs = [(a, b) for (a, b), kinds in sorted(board.sides.items()) if "stalin_line" in kinds]
    return tuple((*board.hexside_points(a, b), board.centre(b)) for a, b in pairs)


def _rim(board: Board) -> tuple[Course, ...]:
    """The outer hexsides of a board whose coast is not drawn."""
    found: list[Course] = []
    for h in board.hexes:
        corners = board.corners(h.index)
        for i, place in enumerate(board.layout.neighbours(h.col, h.row)):
            if place not in board.by_offset:
                found.append(Course.of("coast", (corners[i], corners[(i + 1) % 6])))
    return tuple(found)


def _frontier(board: Board) -> tuple[Course, ...]:
    """Hexsides between hexes of different owners at the start."""
    found: list[Course] = []
    for h in board.hexes:
        for other in board.neighbours[h.index]:
            if other > h.index and h.owner != board.hexes[other].owner:
                found.append(Course.of("frontier", board.hexside_points(h.index, other)))
    return tuple(found)


class LinePainter:
    """Draws lines on a sheet, only where they are visible."""

    def __init__(self, lines: Courses, pack: SpritePack, weather: str, scale: float = 1.0) -> None:
        self.lines, self.pack, self.weather, self.scale = lines, pack, weather, scale
        self._ticks: dict[int, list[Tick]] = {}  # at one zoom
        self._zoom = 0.0

    def style(self, kind: str) -> LineStyle:
        """The style of a kind in this weather: fresh water is frozen in snow."""
        style = _thinned(self.pack.line(kind), self.scale)
        if self.weather == "snow" and kind in FROZEN:
            return _restyled(style, mix(style.colour, ICE, 0.55), mix(style.casing, ICE, 0.3))
        return style

    def lakes(self, sheet: Sheet, seen: Box) -> None:
        """Lakes as they are."""
        river, sea = self.style("river"), self.pack.terrain("sea", self.weather)
        still = mix(sea.fill, ICE, 0.6) if self.weather == "snow" else mix(sea.fill, (255, 255, 255), 0.15)
        edge = mix(river.casing, still, 0.35)
        for lake in self.lines.lakes:
            if touches(lake.box, seen):
                sheet.polygon(lake.points, still)
                self._runs(sheet, lake, seen, 0.9, edge)

    def streams(self, sheet: Sheet, seen: Box) -> None:
        """The true courses of rivers, much fainter than those along hexsides, which count."""
        style = self.style("river")
        for stream in self.lines.streams:
            if touches(stream.box, seen):
                self._runs(sheet, stream, seen, 1.6 if stream.kind == "major_river_art" else 0.9, style.casing, 110)

    def shore(self, sheet: Sheet, seen: Box) -> None:
        """The coast."""
        style = self.pack.line("coast")
        for coast in self.lines.shore:
            if touches(coast.box, seen):
                self._runs(sheet, coast, seen, style.width * 0.5, style.colour)

    def rails(self, sheet: Sheet, seen: Box) -> None:
        """Railways as decoration, only from near by, since they could be taken for the grid."""
        if sheet.zoom < RAILS_FROM:
            return
        style = self.pack.line("rail")
        for rail in self.lines.rails:
            if touches(rail.box, seen):
                for run in near(rail.points, seen):
                    sheet.dashes(run, 0.8, style.colour, 2.5, 2.0, 90)

    def borders(self, sheet: Sheet, seen: Box) -> None:
        """Old frontiers faintly, those along hexsides more clearly."""
        style = self.style("border")
        for border in self.lines.borders:
            if touches(border.box, seen):
                for run in near(border.points, seen):
                    if border.kind == "border":
                        sheet.line(run, style.width * 3.2, style.colour, 45)
                        sheet.dashes(run, max(style.width * 0.8, 0.9 / sheet.zoom), style.colour, 8, 5, 210)
                    else:
                        sheet.dashes(run, style.width * 0.45, style.colour, 7, 4, 150)

    def frontier(self, sheet: Sheet, seen: Box) -> None:
        """The hexsides between the two sides before the first turn, as a broad pale band."""
        style = self.pack.line("border")
        for side in self.lines.frontier:
            if touches(side.box, seen):
                sheet.line(side.points, style.width * 2.2, style.colour, 62)

    def cities(self, sheet: Sheet, seen: Box) -> None:
        """Built-up ground under the cities of a board with small hexes, where a counter covers the symbol."""
        colour = self.pack.colour("city")
        for city in self.lines.cities:
            if touches(city.box, seen):
                sheet.polygon(city.points, colour, CITY_ALPHA)

    def features(self, sheet: Sheet, seen: Box) -> None:
        """Hexsides that matter to the rules: bold, with smooth joints."""
        for casing in (True, False):
            for course in self.lines.hexsides:
                if touches(course.box, seen) and course.kind != "stalin_line":
                    _feature(sheet, course, self.style(course.kind), casing)
        for a, b, inside in self.lines.teeth:
            box = (min(a[0], b[0]) - 9, min(a[1], b[1]) - 9, max(a[0], b[0]) + 9, max(a[1], b[1]) + 9)
            if touches(box, seen):
                _palisade(sheet, a, b, inside, self.pack.line("stalin_line"))
        for a, b, inside in self.lines.works:
            if touches((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), seen):
                _palisade(sheet, a, b, inside, self.style("fortified_line"))

    def roads(self, sheet: Sheet, seen: Box) -> None:
        """Highways, roads, and over them the railways."""
        for number, road in enumerate(self.lines.roads):
            if not touches(road.box, seen):
                continue
            style = self.style(road.kind)
            draw = draw_rail if road.kind in RAILWAYS else (draw_road if road.kind == "road" else draw_highway)
            for run in near(road.points, seen):
                draw(sheet, run, style)
            if draw is draw_rail and sheet.zoom >= TICKS_FROM:
                draw_ticks(sheet, self._ticks_in(number, road, style, sheet.zoom, seen), style)

    def _ticks_in(self, number: int, road: Course, style: LineStyle, zoom: float, seen: Box) -> list[Tick]:
        if zoom != self._zoom:
            self._ticks, self._zoom = {}, zoom
        if number not in self._ticks:
            self._ticks[number] = ticks_of(road.points, pitch(style, zoom))
        left, top, right, bottom = seen
        return [t for t in self._ticks[number] if left <= t[0][0] <= right and top <= t[0][1] <= bottom]

    @staticmethod
    def _runs(sheet: Sheet, course: Course, seen: Box, width: float, colour: Colour, alpha: int = 255) -> None:
        for run in near(course.points, seen):
            sheet.line(run, width, colour, alpha)


def _thinned(style: LineStyle, scale: float) -> LineStyle:
    """The style with thinner lines, at least a pixel."""
    if scale == 1.0:
        return style
    width, casing = max(1, round(style.width * scale)), min(1, style.casing_width) or 0
    return LineStyle(
        colour=style.colour,
        width=width,
        casing=style.casing,
        pattern=style.pattern,
        dash=style.dash,
        casing_width=max(casing, round(style.casing_width * scale)),
    )


def _restyled(style: LineStyle, colour: Colour, casing: Colour) -> LineStyle:
    return LineStyle(
        colour=type(style.colour)(colour),
        width=style.width,
        casing=type(style.casing)(casing),
        casing_width=style.casing_width,
        pattern=style.pattern,
        dash=style.dash,
    )


def _feature(sheet: Sheet, course: Course, style: LineStyle, casing: bool) -> None:
    on, off = style.dash
    if style.pattern == "cross":
        _crosses(sheet, course.points, style, casing)
    elif casing:
        if style.casing_width:
            sheet.line(course.points, style.width + 2 * style.casing_width, style.casing)
    elif style.pattern == "dash":
        sheet.dashes(course.points, style.width, style.colour, on, off)
    else:
        sheet.line(course.points, style.width, style.colour)
        if style.pattern == "solid":
            sheet.line(course.points, style.width * 0.3, mix(style.colour, (255, 255, 255), 0.4))


def _crosses(sheet: Sheet, points: Sequence[Vec], style: LineStyle, casing: bool) -> None:
    on, off = style.dash
    arm = on * 0.55
    width = style.width * 0.5 + (2 * style.casing_width if casing else 0)
    colour = style.casing if casing else style.colour
    for (x, y), _ in along(points, on + off, (on + off) / 2):
        for dx in (-arm, arm):
            sheet.line(((x - dx, y - arm), (x + dx, y + arm)), width, colour)


def _palisade(sheet: Sheet, a: Vec, b: Vec, inside: Vec, style: LineStyle) -> None:
    """A line just inside the defended hex, with teeth on that side."""
    mid = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    way = pygame.Vector2(inside[0] - mid[0], inside[1] - mid[1]).normalize()
    start, end = (_off(p, way, style.width * 1.6) for p in (a, b))
    start, end = _shrunk(start, end, 0.06)
    sheet.line((start, end), style.width + 2 * style.casing_width, style.casing)
    pitch = float(sum(style.dash))
    spots = along((start, end), pitch, pitch / 2)
    for grow, colour in ((style.casing_width, style.casing), (0, style.colour)):
        for (x, y), (dx, dy) in spots:
            half, high = pitch * 0.3 + grow, style.width * 2.2 + grow * 1.5
            sheet.polygon(
                ((x - dx * half, y - dy * half), (x + dx * half, y + dy * half), (x + way.x * high, y + way.y * high)),
                colour,
            )
    sheet.line((start, end), style.width, style.colour)


def _off(p: Vec, way: pygame.Vector2, far: float) -> Vec:
    return p[0] + way.x * far, p[1] + way.y * far


def _shrunk(a: Vec, b: Vec, part: float) -> tuple[Vec, Vec]:
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)
