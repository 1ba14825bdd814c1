"""A series of games as one HTML page: who won, points, losses, places and luck, as charts in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import mean, median

from ecs import Side
from game.play.atlas import charts, html_page
from game.play.atlas.text import percent
from game.simulation.series import FinishedGame, GameCourse, shares

MOST_PLACES = 24
"""Places of a chart; those that fell most often come first."""
ARMIES = {"axis": "Axis", "soviet": "Soviet", "draw": "draw"}


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """Games of one scenario, of the same levels and options."""

    scenario: str
    levels: Mapping[Side, str]
    options: Mapping[str, str]
    games: tuple[FinishedGame, ...]

    @property
    def name(self) -> str:
        """ "barbarossa-1941, officer v recruit, secret_setup=on"."""
        words = [f"{key}={value}" for key, value in sorted(self.options.items())]
        return ", ".join([self.scenario, f"{self.levels[Side.AXIS]} v {self.levels[Side.SOVIET]}", *words])


def series_page(cells: Sequence[SeriesCell]) -> str:
    """The page, which loads nothing from elsewhere."""
    games = sum(len(cell.games) for cell in cells)
    body = [f"<p>{games} games between computer players. The Axis comes first.</p>"]
    if len(cells) > 1:
        body += _overview(cells)
    body += [part for cell in cells for part in _section(cell)]
    title = cells[0].name if len(cells) == 1 else f"{len(cells)} series of games"
    return html_page.page(title, body)


def _overview(cells: Sequence[SeriesCell]) -> Iterator[str]:
    yield "<h2>Games the Axis won</h2><p>Shares with 95 % confidence bounds.</p>"
    rows = [(cell.name, shares([game.result for game in cell.games])["axis"]) for cell in cells if cell.games]
    yield charts.intervals("games the Axis won", [charts.Interval(_short(n), s.share, s.low, s.high) for n, s in rows])
    yield html_page.table(
        ("", "games", "Axis", "from", "to"),
        [
            (name, str(len(cell.games)), percent(s.share), percent(s.low), percent(s.high))
            for (name, s), cell in zip(rows, (c for c in cells if c.games), strict=True)
        ],
    )


def _short(name: str) -> str:
    return name if len(name) <= 28 else name[:27] + "…"


def _section(cell: SeriesCell) -> Iterator[str]:
    yield f"<h2>{escape(cell.name)}</h2>"
    if not cell.games:
        yield '<p class="fault">No game finished.</p>'
        return
    results = [game.result for game in cell.games]
    seeds = [r.seed for r in results]
    yield f"<p>{len(results)} games, seeds {min(seeds)} to {max(seeds)}.</p>"
    yield "<h3>Who won, with 95 % confidence bounds</h3>"
    won = shares(results)
    yield charts.intervals("who won", [charts.Interval(ARMIES[w], s.share, s.low, s.high) for w, s in won.items()])
    rows = [(ARMIES[w], str(s.games), percent(s.share), percent(s.low), percent(s.high)) for w, s in won.items()]
    yield html_page.table(("", "games", "share", "from", "to"), rows)
    courses = [game.course for game in cell.games if game.course is not None]
    if courses:
        yield from _courses(courses)
        yield from _places(courses)
        yield from _luck(cell.games)
    yield from _endings(cell.games)


def _courses(courses: Sequence[GameCourse]) -> Iterator[str]:
    """Means turn by turn, over the games still in progress."""
    names = max((course.turns for course in courses), key=len)
    told = (("Points, by turn", "points"), ("Factors lost, by turn", "losses"))
    table = [[name] for name in names]
    for title, field in told:
        lines = []
        for number, side in enumerate(("Axis", "Soviet")):
            means = [
                mean(getattr(c, field)[turn][number] for c in courses if turn < len(c.turns))
                for turn in range(len(names))
            ]
            lines.append(charts.Line(side, means))
            for row, value in zip(table, means, strict=True):
                row.append(f"{value:.1f}")
        yield f"<section><h3>{title}</h3>{charts.course(title, lines)}</section>"
    for turn, row in enumerate(table):
        row.append(str(sum(turn < len(c.turns) for c in courses)))
    heading = ("", "points, Axis", "points, Soviet", "lost, Axis", "lost, Soviet", "games")
    yield f"<details><summary>In figures</summary>{html_page.table(heading, table)}</details>"


def _places(courses: Sequence[GameCourse]) -> Iterator[str]:
    """When places first changed hands."""
    turns: dict[str, list[int]] = {}
    for course in courses:
        for name, turn in course.fell.items():
            turns.setdefault(name, []).append(turn)
    if not turns:
        return
    names = max((course.turns for course in courses), key=len)
    chosen = sorted(turns, key=lambda name: (-len(turns[name]), median(turns[name]), name))[:MOST_PLACES]
    yield "<h3>When places first changed hands</h3>"
    share = [100 * len(turns[name]) / len(courses) for name in chosen]
    yield charts.bars("places that changed hands", chosen, [charts.Line("% of games", share)], "{:.0f}")
    rows = []
    for name in chosen:
        found = sorted(turns[name])
        when = (found[0], found[(len(found) - 1) // 2], found[-1])
        rows.append((name, f"{len(found)} of {len(courses)}", *(names[turn] for turn in when)))
    yield html_page.table(("place", "fell in", "earliest", "median", "latest"), rows, words=True)


def _luck(games: Sequence[FinishedGame]) -> Iterator[str]:
    """How kind the dice were to the Axis, and whether those games were won."""
    found = [(game, game.course.luck) for game in games if game.course is not None and game.course.luck is not None]
    if not found:
        return
    yield "<h3>The luck of the Axis</h3>"
    yield (
        '<p class="quiet">Of all games with the same rolls, the share unluckier for the Axis, minus one half. '
        "A bar that points up is a lucky game, one that points down an unlucky one.</p>"
    )
    yield charts.columns("luck of the Axis", [(f"seed {game.result.seed}", luck - 0.5) for game, luck in found])
    rows = []
    for who in ARMIES:
        lucks = [luck for game, luck in found if game.result.winner == who]
        if lucks:
            rows.append((ARMIES[who], str(len(lucks)), percent(mean(lucks))))
    yield html_page.table(("won by", "games", "mean luck of the Axis"), rows)


def _endings(games: Sequence[FinishedGame]) -> Iterator[str]:
    counted: dict[str, int] = {}
    for game in games:
        counted[game.result.text] = counted.get(game.result.text, 0) + 1
    yield "<h3>How the games ended</h3>"
    order = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    yield html_page.table(("games", ""), [(str(number), text) for text, number in order], words=True)
