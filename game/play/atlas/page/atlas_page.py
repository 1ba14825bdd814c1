"""An atlas as one page of HTML: the end, the figures, the luck, the battles, and a map a turn beside the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ecs import Side
from game.play.atlas.figures import costliest, courses, figure_rows, luck_rows
from game.play.atlas.history import history
from game.play.atlas.page import charts, paper
from game.play.atlas.page.svg_map import SvgMap
from game.play.atlas.record import Atlas, Turn
from game.play.atlas.war_map import LEGEND
from game.play.atlas.words import battle_row, service_rows, turn_in_words, verdict

MOST_MAPS = 60
"""Turns that get a map of their own; of more than that, every second one or fewer."""
MOST_BATTLES = 12
MOST_SERVICE = 10


def atlas_page(atlas: Atlas) -> str:
    """The page."""
    view = atlas.view
    parts = [*_end(atlas), *_figures(atlas), *_luck(atlas), *_battles(atlas), *_service(atlas), *_turns(atlas)]
    return paper.page(f"{view.title}: an atlas", parts)


def _end(atlas: Atlas) -> Iterator[str]:
    view = atlas.view
    said = view.result.text if view.result is not None else verdict(None)
    yield f"<p><b>{escape(said)}</b> {escape(view.turn_name)} · {escape(view.score_text)}</p>"
    if atlas.seen_by is not None:
        yield f"<p>Told as the {escape(str(atlas.seen_by))} side sees it; what is hidden from it is left out.</p>"
    if atlas.first:
        yield (
            f"<p>This game was begun under older rules. Its first {atlas.first} orders cannot be played again, so the "
            "atlas begins after them.</p>"
        )


def _figures(atlas: Atlas) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    yield paper.table(("", *(str(s) for s in Side)), figure_rows(atlas))
    if len(atlas.turns) > 1:
        yield from _courses(atlas.turns)


def _courses(turns: Sequence[Turn]) -> Iterator[str]:
    """What can be drawn turn by turn, and the same as a table for who cannot see it."""
    told = courses(turns)
    ends = turns[0].name, turns[-1].name
    for title, values in told:
        yield f"<section><h3>{title}</h3>"
        yield charts.course(title, [charts.Line(str(side), values[side]) for side in Side], ends) + "</section>"
    heading = ("", *(f"{title.lower()}, {side}" for title, _ in told for side in Side))
    rows = (
        (turn.name, *(f"{values[side][n]:.0f}" for _, values in told for side in Side)) for n, turn in enumerate(turns)
    )
    yield f"<details><summary>The same in figures</summary>{paper.table(heading, rows)}</details>"


def _luck(atlas: Atlas) -> Iterator[str]:
    if not atlas.throws:
        return
    yield "<h2>The luck of the dice</h2>"
    said, rows = luck_rows(atlas)
    yield f"<p>{escape(said)}</p>"
    yield paper.table(("", "own throws", "mean place of all throws", "games that are unluckier"), rows)
    left = f" {atlas.unweighed} throws could not be weighed." if atlas.unweighed else ""
    yield (
        '<p class="quiet">Every throw in battle is ranked among all that it could have been: 0 % is the worst, 100 % '
        "the best, 50 % the middle. An enemy's bad throw is good for you. How unusual the sum is, is reckoned exactly "
        f"from the chances of every throw, up to rounding in the fourth place.{left}</p>"
    )


def _battles(atlas: Atlas) -> Iterator[str]:
    decisive = costliest(atlas.battles, MOST_BATTLES)
    if not decisive:
        return
    names = {turn.number: turn.name for turn in atlas.turns}
    yield f"<h2>The decisive battles</h2><p>Those that cost most, of {len(atlas.battles)} in all.</p>"
    heading = ("", "where", "who", "odds", "dice", "result", "lost : killed")
    rows = [heading, *(battle_row(atlas, battle, names) for battle in decisive)]
    told = [column for column in zip(*rows, strict=True) if any(column[1:])]
    heading, *rows = zip(*told, strict=True)
    yield paper.table(heading, rows, words=True)


def _service(atlas: Atlas) -> Iterator[str]:
    names = {turn.number: turn.name for turn in atlas.turns}
    rows = list(service_rows(atlas, MOST_SERVICE, names))
    if rows:
        yield "<h2>Those who fought most</h2>"
        yield paper.table(("", "side", "battles", ""), rows, words=True)


def _turns(atlas: Atlas) -> Iterator[str]:
    war = SvgMap(atlas.view.board)
    every = -(-len(atlas.turns) // MOST_MAPS) or 1
    yield "<h2>Turn by turn</h2>"
    yield (f"<p>{LEGEND}</p>")
    yield war.ground()
    before = atlas.before
    for number, turn in enumerate(atlas.turns):
        yield f'<section><h3 id="turn-{turn.number}">{escape(turn.name)}</h3>'
        yield f'<p class="quiet">{escape(turn.weather)}</p>' if turn.weather else ""
        yield f"<p>{escape(' '.join(turn_in_words(turn)) or 'Nothing changed hands, and nobody was lost.')}</p>"
        past = history(turn.name)
        if past:
            yield f"<aside><b>In the war itself</b><br>{escape(past)}</aside>"
        if number % every == 0 or number == len(atlas.turns) - 1:
            yield war.picture(turn, before, atlas.battles)
        yield "</section>"
        before = turn.control
