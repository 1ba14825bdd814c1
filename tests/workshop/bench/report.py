"""The measurements on the screen and on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.workshop.bench.baseline import Verdict
from tests.workshop.bench.scaling import Growth, Point, exponent
from tests.workshop.bench.timing import CLOCK, Measure

HEADING = ("what", "median", "worst", "unit", "samples", "baseline here", "ratio", "")
Columns = Sequence[Sequence[str]]


def row(m: Measure, verdict: Verdict | None) -> tuple[str, ...]:
    """A row of the table on the screen."""
    compared = (f"{verdict.expected:.2f}", f"{verdict.ratio:.2f}", verdict.mark) if verdict else ()
    return (m.name, f"{m.median:.2f}", f"{m.worst:.2f}", m.unit, str(m.samples), *compared)


def markdown(machine: Mapping[str, str], measures: Sequence[Measure], verdicts: Sequence[Verdict | None]) -> str:
    """One table: a figure a row, a scenario a column, median and in brackets the worst."""
    scenarios = list(dict.fromkeys(m.scenario for m in measures if m.scenario))
    compared = [v.ratio for v in verdicts if v is not None]
    lines = [said(machine)]
    if compared:
        lines.append(f"Against the baseline: {min(compared):.2f} to {max(compared):.2f} times.")
    lines += ["", *_lines(("whole program", "median", "worst"), _whole(measures)), ""]
    names = list(dict.fromkeys(m.name for m in measures if m.scenario))
    rows = [(name, *(_cell(measures, name, scenario) for scenario in scenarios)) for name in names]
    return "\n".join([*lines, *_lines(("median (worst)", *scenarios), rows)])


def _whole(measures: Sequence[Measure]) -> Columns:
    return [(m.name, _amount(m.median, m.unit), _amount(m.worst, m.unit)) for m in measures if not m.scenario]


def _cell(measures: Sequence[Measure], name: str, scenario: str) -> str:
    m = next((m for m in measures if (m.name, m.scenario) == (name, scenario)), None)
    return f"{_amount(m.median, m.unit)} ({_number(m.worst)})" if m else ""


def _amount(value: float, unit: str) -> str:
    return f"{_number(value)} {unit}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def said(machine: Mapping[str, str]) -> str:
    """Versions, and what the figures are."""
    words = ", ".join(f"{key} {value}" for key, value in machine.items())
    return f"{words}; figures in {CLOCK}."


def growth_text(machine: Mapping[str, str], growth: Growth, markdown: bool) -> str:
    """The tables of growth."""
    parts = [said(machine)]
    if growth.units:
        first = growth.units[0]
        title = f"Units on a board of {first.size} ({first.hexes} playable hexes)"
        heading = ("ms", *(f"{p.units} units" for p in growth.units), "grows with units to the power")
        parts.append(_section(title, heading, _rows(growth.units, of_units=True), markdown))
    if growth.hexes:
        heading = ("ms", *(f"{p.size} ({p.hexes})" for p in growth.hexes), "grows with hexes to the power")
        title = f"Boards with {growth.hexes[0].units} units (playable hexes)"
        parts.append(_section(title, heading, _rows(growth.hexes, of_units=False), markdown))
    for point in growth.largest:
        rows = [(m.name, _amount(m.median, m.unit), _amount(m.worst, m.unit)) for m in point.measures]
        title = f"{point.units} units on {point.size}"
        parts.append(_section(title, ("what", "median", "worst"), rows, markdown))
    return "\n\n".join(parts)


def _rows(points: Sequence[Point], of_units: bool) -> Columns:
    rows = []
    for name in [m.name for m in points[0].measures]:
        found = [p.find(name) for p in points]
        power = exponent(points, name, of_units)
        unit = next((m.unit for m in found if m is not None), "")
        told = name if unit == "ms" else f"{name}, {unit}"
        rows.append((told, *(_number(m.median) if m else "" for m in found), "" if power is None else f"{power:.2f}"))
    return rows


def _section(title: str, heading: Sequence[str], rows: Columns, markdown: bool) -> str:
    if markdown:
        return "\n".join([f"### {title}", "", *_lines(heading, rows)])
    table = [heading, ["-" * len(word) for word in heading], *rows]
    widths = [max(len(line[i]) for line in table) for i in range(len(heading))]
    lines = [f"{line[0].ljust(widths[0])}  " + "  ".join(c.rjust(w) for c, w in zip(line[1:], widths[1:]))
             for line in table]  # fmt: skip
    return "\n".join([title, "", *lines])


def _lines(heading: Sequence[str], rows: Columns) -> list[str]:
    rule = ["---"] + ["---:"] * (len(heading) - 1)
    return [f"| {' | '.join(line)} |" for line in [heading, rule, *rows]]
