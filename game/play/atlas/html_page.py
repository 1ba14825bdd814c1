"""An atlas as one HTML page: the end, figures, luck, battles, and a map for each turn beside the history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ecs import Side
from game.play.atlas import charts
from game.play.atlas.record import Atlas, Turn
from game.play.atlas.svg_map import SvgMap
from game.play.atlas.text import (
    battle_row,
    costliest,
    courses,
    figure_rows,
    history,
    luck_rows,
    service_rows,
    turn_in_words,
    verdict,
)
from game.play.atlas.war_map import LEGEND
from game.play.great_events import THE

# -- A page of HTML that needs nothing from anywhere: its frame and its tables, with everything escaped. -------------

STYLE = (
    "body{font:17px/1.55 Georgia,serif;max-width:50em;margin:2em auto;padding:0 1em;color:#222;background:#fbf9f4}"
    "svg{width:100%;height:auto;background:#fff;border:1px solid #ddd;font-family:sans-serif}h3{margin-bottom:.2em}"
    "table{border-collapse:collapse;margin:.6em 0}"
    "td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}.fault{color:#a00}"
    ".words td,.words th{text-align:left;vertical-align:top}.quiet{color:#666}aside{border-left:4px solid #b9a77c;"
    "padding:.1em 1em;margin:1em 0;color:#444}section{break-inside:avoid}"
    "@media(prefers-color-scheme:dark){body{color:#e6e1d6;background:#1d1f21}td,th{border-color:#444}"
    ".quiet,aside{color:#aaa}.fault{color:#ff9c8f}a{color:#9ec5e8}}"
    "@media print{body{font-size:11pt;max-width:none;margin:0;background:#fff;color:#000}nav{display:none}"
    "svg{max-height:22cm}}"
)


def page(title: str, body: Iterable[str]) -> str:
    """A complete page.  ``body``: pieces of HTML."""
    told = escape(title)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" '
        f'content="light dark"><title>{told}</title><style>{STYLE}</style>'
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n<h1>{told}</h1>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def table(heading: Sequence[str], rows: Iterable[Sequence[str]], words: bool = False) -> str:
    """A table of words and figures.  ``words``: it is for reading, not adding up, so all of it is aligned left."""
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in heading)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    look = ' class="words"' if words else ""
    return f"<table{look}><tr>{top}</tr>{lines}</table>"


MOST_MAPS = 60
"""Turns that get a map of their own; of more than that, every second one or fewer."""
MOST_BATTLES = 12
MOST_SERVICE = 10


def atlas_page(atlas: Atlas) -> str:
    """The page of an atlas."""
    view = atlas.view
    parts = [*_end(atlas), *_figures(atlas), *_luck(atlas), *_battles(atlas), *_service(atlas), *_turns(atlas)]
    return page(f"{view.title}: an atlas", parts)


def _end(atlas: Atlas) -> Iterator[str]:
    view = atlas.view
    said = view.result.text if view.result is not None else verdict(None)
    yield f"<p><b>{escape(said)}</b> {escape(view.turn_name)} · {escape(view.score_text)}</p>"
    if atlas.seen_by is not None:
        yield f"<p>As seen by {THE[atlas.seen_by]}. What is hidden from them is left out.</p>"
    if atlas.first:
        yield (
            f"<p>This game began under older rules. Its first {atlas.first} orders "
            "cannot be replayed, so the atlas starts after them.</p>"
        )


def _figures(atlas: Atlas) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    yield table(("", *(str(s) for s in Side)), figure_rows(atlas))
    if len(atlas.turns) > 1:
        yield from _courses(atlas.turns)


def _courses(turns: Sequence[Turn]) -> Iterator[str]:
    """Charts of what changes turn by turn, and the same as a table for readers who cannot see it."""
    told = courses(turns)
    ends = turns[0].name, turns[-1].name
    for title, values in told:
        yield f"<section><h3>{title}</h3>"
        yield charts.course(title, [charts.Line(str(side), values[side]) for side in Side], ends) + "</section>"
    heading = ("", *(f"{title.lower()}, {side}" for title, _ in told for side in Side))
    rows = (
        (turn.name, *(f"{values[side][n]:.0f}" for _, values in told for side in Side)) for n, turn in enumerate(turns)
    )
    yield f"<details><summary>In figures</summary>{table(heading, rows)}</details>"


def _luck(atlas: Atlas) -> Iterator[str]:
    if not atlas.luck.throws:
        return
    yield "<h2>The luck of the dice</h2>"
    said, rows = luck_rows(atlas)
    yield f"<p>{escape(said)}</p>"
    yield table(("", "own rolls", "mean rank of all rolls", "unluckier games"), rows)
    left = f" {atlas.luck.unweighed} rolls could not be ranked." if atlas.luck.unweighed else ""
    yield (
        '<p class="quiet">Every battle roll is ranked among all possible rolls: 0 % is the worst, 100 % the best, '
        "50 % the middle. An enemy's bad roll is good for you. The chance of luck like this is exact, up to rounding "
        f"in the fourth place.{left}</p>"
    )


def _battles(atlas: Atlas) -> Iterator[str]:
    decisive = costliest(atlas.battles, MOST_BATTLES)
    if not decisive:
        return
    names = {turn.number: turn.name for turn in atlas.turns}
    yield f"<h2>The decisive battles</h2><p>The costliest of {len(atlas.battles)}.</p>"
    heading = ("", "where", "who", "odds", "dice", "result", "lost : killed")
    rows = [heading, *(battle_row(atlas, battle, names) for battle in decisive)]
    told = [column for column in zip(*rows, strict=True) if any(column[1:])]
    heading, *rows = zip(*told, strict=True)
    yield table(heading, rows, words=True)


def _service(atlas: Atlas) -> Iterator[str]:
    names = {turn.number: turn.name for turn in atlas.turns}
    rows = list(service_rows(atlas, MOST_SERVICE, names))
    if rows:
        yield "<h2>Units that fought most</h2>"
        yield table(("", "side", "battles", ""), rows, words=True)


def _turns(atlas: Atlas) -> Iterator[str]:
    war = SvgMap(atlas.view.board)
    every = -(-len(atlas.turns) // MOST_MAPS) or 1
    yield "<h2>Turn by turn</h2>"
    yield (f"<p>{LEGEND}</p>")
    yield war.ground()
    before = atlas.opening
    for number, turn in enumerate(atlas.turns):
        yield f'<section><h3 id="turn-{turn.number}">{escape(turn.name)}</h3>'
        yield f'<p class="quiet">{escape(turn.weather)}</p>' if turn.weather else ""
        yield f"<p>{escape(' '.join(turn_in_words(turn)) or 'Nothing changed hands, and no unit was lost.')}</p>"
        past = history(turn.name)
        if past:
            yield f"<aside><b>In history</b><br>{escape(past)}</aside>"
        if number % every == 0 or number == len(atlas.turns) - 1:
            yield war.picture(turn, before, atlas.battles)
        yield "</section>"
        before = turn.front
