"""The contents of a map's margins as typed facts of a view: turns, boxes off the map, chits, tables of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ecs import Side, View
from ecs.core.glossary import Glossary, ResultsChart
from ecs.core.view import ChitView, Forecast, UnitView
from game.ui.map_view.counters.counter_faces import CounterLook, look_of

MOST_TURNS = 60
"""Boxes of the turn track: of a longer war, those around the present turn."""
BEFORE = 12
CHIT_STATES = ("now", "held", "cup", "gone")

Tables = Sequence[tuple[str, list[list[Any]]]]
Column = tuple[int, int]
"""A table of results, and a cell of its rows."""


@dataclass(frozen=True, slots=True)
class TurnBox:
    """A turn: ``weather`` as the calendar has it or as it is now, "" where a die decides; ``when`` past, now, next;
    ``due``: units that arrive, by side."""

    turn: int
    name: str
    weather: str
    when: str
    due: tuple[tuple[Side, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class PoolKind:
    """Counters in a box that look alike."""

    look: CounterLook
    ids: tuple[str, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class PoolBox:
    """A box off the map, with one side's counters in it."""

    box: str
    title: str
    side: Side
    kinds: tuple[PoolKind, ...]

    @property
    def count(self) -> int:
        """Counters in it."""
        return sum(len(kind.ids) for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A combat results table: its head, its rows, and which cells of a row are lit."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lead: int
    lit: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarginContents:
    """Everything the margins show."""

    turn: int
    turns: tuple[TurnBox, ...]
    pools: tuple[PoolBox, ...]
    chits: tuple[ChitView, ...]
    results: tuple[ResultsTable, ...]
    weather: str


def contents_of(view: View, terms: Glossary, tables: Tables, forecast: Forecast | None = None) -> MarginContents:
    """What the margins show a side.

    :param tables: those of the game, title and rows.
    :param forecast: of the attack being planned or fought.
    """
    lit = lit_columns(forecast, terms.charts)
    found = dict(tables)
    results = [
        _results(chart, found[chart.title], [cell for table, cell in lit if table == number])
        for number, chart in enumerate(terms.charts)
        if chart.title in found
    ]
    return MarginContents(
        view.turn, turn_boxes(view), pool_boxes(view, terms), chits(view), tuple(results), view.weather
    )


def lit_columns(forecast: Forecast | None, charts: Sequence[ResultsChart]) -> tuple[Column, ...]:
    """The columns that a forecast reads: none below the table, both sides' where both fire."""
    if forecast is None or not forecast.attackers or not 0 <= forecast.table < len(charts):
        return ()
    chart = charts[forecast.table]
    if chart.both:
        read = {forecast.attack_column, forecast.defence_column}
    else:
        read = {forecast.attack_column} if forecast.column else set()
    return tuple((forecast.table, chart.lead + n - chart.first) for n in sorted(read) if n >= chart.first)


def _results(chart: ResultsChart, rows: list[list[Any]], lit: Iterable[int]) -> ResultsTable:
    head, *body = [tuple("" if cell is None else str(cell) for cell in row) for row in rows]
    return ResultsTable(chart.title, head, tuple(body), chart.lead, tuple(cell for cell in lit if cell < len(head)))


# -- turns --------------------------------------------------------------------------------------------


def turn_boxes(view: View) -> tuple[TurnBox, ...]:
    """A box for each turn; the present turn has its rolled weather."""
    due, calendar = dict(view.known.due), view.known.calendar
    sides = {unit.id: unit.side for unit in view.units if unit.hex < 0}
    first = max(0, min(view.turn - BEFORE, len(view.turn_track) - MOST_TURNS))
    boxes = []
    for turn, (name, _text) in list(enumerate(view.turn_track, 1))[first : first + MOST_TURNS]:
        when = "now" if turn == view.turn else "past" if turn < view.turn else "next"
        planned = calendar[turn - 1] if turn <= len(calendar) else ""
        weather = view.weather if when == "now" else planned
        ids = [name for name in due.get(turn, ()) if name in sides]
        come = ((side, tuple(name for name in ids if sides[name] is side)) for side in Side)
        boxes.append(TurnBox(turn, name, weather, when, tuple(pair for pair in come if pair[1])))
    return tuple(boxes)


# -- boxes off the map ----------------------------------------------------------------------------------


def pool_boxes(view: View, terms: Glossary) -> tuple[PoolBox, ...]:
    """The contents of each box beside the map that this side may see, its own boxes first."""
    found: dict[tuple[str, Side], dict[CounterLook, list[UnitView]]] = {}
    for unit in view.units:
        box = unit.box.partition(":")[0]
        if unit.hex < 0 and box in terms.boxes:
            look = look_of(unit)._replace(name="", unit="", badges=(), disrupted=False, done=False)
            found.setdefault((box, unit.side), {}).setdefault(look, []).append(unit)
    order = [(box, side) for side in (view.side, view.side.other) for box in terms.boxes if (box, side) in found]
    return tuple(PoolBox(box, terms.boxes[box], side, _kinds(found[box, side])) for box, side in order)


def _kinds(crowd: dict[CounterLook, list[UnitView]]) -> tuple[PoolKind, ...]:
    """Like counters together, the strongest first; a single one keeps its name."""
    kinds = []
    for look, units in crowd.items():
        first = units[0]
        shown = look._replace(name=first.name, unit=first.id) if len(units) == 1 else look
        kinds.append(PoolKind(shown, tuple(sorted(u.id for u in units)), max(first.attack, first.defence)))
    return tuple(sorted(kinds, key=lambda kind: (-kind.worth, kind.ids)))


# -- chits ----------------------------------------------------------------------------------------------


def chits(view: View) -> tuple[ChitView, ...]:
    """The chits as the side sees them, in play first, then in hand, in the cup and gone."""
    known = [chit for chit in view.chits if chit.state in CHIT_STATES]
    return tuple(sorted(known, key=lambda c: (CHIT_STATES.index(c.state), c.side is not view.side, c.side is None)))
