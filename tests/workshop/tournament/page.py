"""A tournament as one page of HTML: tables, and charts in SVG; it loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from game.play.atlas import charts, html_page
from game.play.atlas.text import percent, percent_more
from tests.workshop.tournament.blunders.diary import BLUNDERS
from tests.workshop.tournament.figures import TURNS, Chair, Figures
from tests.workshop.tournament.stopping import StopRule
from tests.workshop.tournament.text_report import rule_in_words, share_in_words


def page(all_figures: Sequence[Figures], rule: StopRule) -> str:
    """The page."""
    levels = sorted({level for f in all_figures for level in (f.one, f.other)})
    title = f"Tournament: {' and '.join(levels)}"
    shares = [
        charts.Interval(f"{f.scenario}, {word}", share.share, share.low, share.high)
        for f in all_figures
        for word, share in f.shares.items()
    ]
    body = [
        f"<p>{escape(rule_in_words(rule))} A pair is two games of one seed with the seats exchanged.</p>",
        "<h3>Share of the pairs won, with bounds of 95 %</h3>",
        charts.intervals("share of the pairs", shares),
        *(part for f in all_figures for part in _section(f)),
    ]
    return html_page.page(title, body)


def _section(f: Figures) -> Iterator[str]:
    """A series."""
    first, last = f.seeds
    yield f"<h2>{escape(f.scenario)}: {escape(f.one)} v {escape(f.other)}</h2>"
    yield f"<p>{f.pairs} pairs from the seeds {first} to {last}. {escape(f.verdict)}</p>"
    for fault in f.faults:
        yield f'<p class="fault">Fault: {escape(fault)}</p>'
    if not f.pairs:
        return
    by_margin, by_result = share_in_words(f.shares["margin"]), share_in_words(f.shares["result"])
    mean = f"{percent_more(f.margin)} ± {percent(f.error)}"
    yield f"<p>By margin {by_margin}, by result {by_result}; mean margin {mean}.</p>"
    yield "<h3>Margin of every pair</h3>"
    yield charts.columns("margin of every pair", [(f"seed {seed}", margin) for seed, margin in f.margins])
    yield "<h3>Points of the Axis by turn</h3>"
    yield charts.course("points by turn", [_course(c) for c in f.chairs if c.side.value == "axis"])
    yield f"<h3>Blunders in {TURNS} turns</h3>"
    groups = [charts.Line(_name(c), [c.blunders[blunder] for blunder in BLUNDERS]) for c in f.chairs]
    yield charts.bars("blunders", list(BLUNDERS), groups)
    yield "<h3>Seconds a side-turn</h3>"
    times = [charts.Line(_name(c), (c.median, c.worst)) for c in f.chairs]
    yield charts.bars("seconds a side-turn", ("median", "worst"), times, "{:.2f}")
    yield html_page.table(("seat", "games", "won", "drawn", "lost"), (_seat(c) for c in f.chairs))


def _course(chair: Chair) -> charts.Line:
    return charts.Line(f"{chair.level} as the Axis", [own for own, _ in chair.points])


def _name(chair: Chair) -> str:
    return f"{chair.level}, {chair.side}"


def _seat(chair: Chair) -> Sequence[str]:
    return (_name(chair), *map(str, (chair.games, chair.won, chair.drawn, chair.lost)))
