"""Charts in SVG for a self-contained page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from game.play.atlas.text import percent, percent_more

WIDTH = 640
ROW = 18
LEFT = 190
RIGHT = 60
EDGE = 50
TOP = 24
TALL = 200
COLOURS = ("#2b5c8a", "#b5452c", "#6f8f3a", "#8a6d2b")


@dataclass(frozen=True, slots=True)
class Interval:
    """A value between its bounds, all from 0 to 1."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """Values one after the other, under a name."""

    name: str
    values: Sequence[float]


def intervals(title: str, rows: Sequence[Interval]) -> str:
    """Shares with their bounds, one below the other, and a line at one half."""
    parts = [_rule(_across(0.5), TOP, TOP + ROW * len(rows))]
    parts += [_words(_across(share), TOP - 6, percent(share, 0), "middle") for share in (0.0, 0.5, 1.0)]
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        parts.append(_words(LEFT - 8, y + 4, row.name, "end"))
        parts.append(_stroke([(_across(row.low), y), (_across(row.high), y)], COLOURS[0]))
        parts.append(f'<circle cx="{_across(row.value):.1f}" cy="{y:.1f}" r="4" fill="{COLOURS[0]}"/>')
        parts.append(_words(WIDTH - RIGHT + 8, y + 4, percent(row.value, 0)))
    return _svg(title, TOP + ROW * len(rows) + 10, parts)


def bars(title: str, names: Sequence[str], groups: Sequence[Line], form: str = "{:.1f}") -> str:
    """Horizontal bars, for every name one of each group; colours tell the groups apart."""
    most = max((value for group in groups for value in group.values), default=0.0) or 1.0
    parts, y = _legend(groups), TOP + ROW
    thick = ROW - 6
    for number, name in enumerate(names):
        parts.append(_words(LEFT - 8, y + thick * len(groups) / 2 + 4, name, "end"))
        for colour, group in zip(COLOURS, groups, strict=False):
            value = group.values[number]
            size = (WIDTH - LEFT - RIGHT) * value / most
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{size:.1f}" height="{thick - 2}" fill="{colour}"/>')
            parts.append(_words(LEFT + size + 5, y + thick - 3, form.format(value), small=True))
            y += thick
        y += 8
    return _svg(title, y, parts)


def columns(title: str, values: Sequence[tuple[str, float]]) -> str:
    """Values from -1 to 1 as columns up and down from a middle line, in the order given."""
    middle, half = TOP + TALL / 2, TALL / 2
    most = max((abs(value) for _, value in values), default=0.0) or 1.0
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values))
    parts = [_stroke([(LEFT, middle), (WIDTH - RIGHT, middle)], "#888", 1)]
    scale = ((middle - half + 8, percent_more(most)), (middle + 4, "0"), (middle + half, percent_more(-most)))
    parts += [_words(LEFT - 8, y, text, "end") for y, text in scale]
    for number, (name, value) in enumerate(values):
        size = half * abs(value) / most
        y = middle - size if value > 0 else middle
        colour = COLOURS[0] if value > 0 else COLOURS[1]
        parts.append(
            f'<rect x="{LEFT + step * number + 1:.1f}" y="{y:.1f}" width="{max(1.0, step - 2):.1f}"'
            f' height="{size:.1f}" fill="{colour}"><title>{escape(name)}: {percent_more(value)}</title></rect>'
        )
    return _svg(title, TOP + TALL + 10, parts)


def course(title: str, lines: Sequence[Line], ends: tuple[str, str] = ("first turn", "end")) -> str:
    """Lines from left to right, a value for each turn.  ``ends``: names of the first and the last."""
    most = max((value for line in lines for value in line.values), default=0.0) or 1.0
    longest = max((len(line.values) for line in lines), default=1)
    bottom = TOP + ROW + TALL
    parts = [*_legend(lines), _stroke([(EDGE, bottom), (WIDTH - EDGE, bottom)], "#888", 1)]
    parts += [_words(EDGE - 8, TOP + ROW + 8, f"{most:.4g}", "end"), _words(EDGE - 8, bottom, "0", "end")]
    parts += [_words(EDGE, bottom + 16, ends[0]), _words(WIDTH - EDGE, bottom + 16, ends[1], "end")]
    step = (WIDTH - 2 * EDGE) / max(1, longest - 1)
    for colour, line in zip(COLOURS, lines, strict=False):
        points = [(EDGE + step * i, bottom - TALL * value / most) for i, value in enumerate(line.values)]
        parts.append(_stroke(points, colour))
    return _svg(title, bottom + 24, parts)


def _across(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def _legend(lines: Iterable[Line]) -> list[str]:
    """The names of the lines in their colours, in the first row."""
    parts, x = [], 4.0
    for colour, line in zip(COLOURS, lines, strict=False):
        parts.append(f'<rect x="{x:.0f}" y="{TOP - 10}" width="10" height="10" fill="{colour}"/>')
        parts.append(_words(x + 14, TOP, line.name))
        x += 30 + 7 * len(line.name)
    return parts


def _words(x: float, y: float, text: str, anchor: str = "start", small: bool = False) -> str:
    size = 10 if small else 12
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _stroke(points: Sequence[tuple[float, float]], colour: str, wide: float = 2) -> str:
    told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{told}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'


def _rule(x: float, top: float, bottom: float) -> str:
    return _stroke([(x, top), (x, bottom)], "#bbb", 1)


def _svg(title: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img"'
        f' aria-label="{escape(title, quote=True)}">{"".join(parts)}</svg>'
    )
