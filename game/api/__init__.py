"""Rasputitsa for programs and notebooks: ``from game import api as r``.

>>> game = new("barbarossa-1941", seed=1)
>>> game
<barbarossa-1941, seed 1: turn 1 (June 1941), Axis to act, Axis reinforcements>
>>> [command.text() for command in game.legal()][:3]
['end', 'fortify 11.A', 'fortify 16.A(G)']
>>> for event in game.apply("fortify 11.A"):
...     print(event.text)
11.A fortifies Iasi K2.
>>> game.undo().text()
'fortify 11.A'
>>> print(game.why_not("move 4.PzGr E4"))
Units move in the movement phases. (5)

Everything here asks or does what the window and the command line ask and do, and re-makes nothing of it.  What goes
wrong is an :class:`ApiError`, which tells a reason, a sentence and a rule.  See docs/api.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, environ, fspath
from pathlib import Path

from ecs import (
    RULESETS,
    Command,
    Forecast,
    MapError,
    Refusal,
    Result,
    SetupError,
    Side,
    TableError,
    View,
    load_scenario,
    start,
)
from ecs.core.events import Event
from ecs.untrusted_input import plain
from game.api.errors import (
    ApiError,
    AttackRefused,
    CommandRefused,
    FileRefused,
    MatchStopped,
    NameUnknown,
    UndoRefused,
    allowed,
    known_level,
    one_of,
)
from game.api.game_handle import Game
from game.opponents import LEVELS
from game.play.scenarios import find_scenario, list_scenarios
from game.saves.file_format import SaveError
from game.saves.loading import load_game
from game.simulation.series import FinishedGame, SeriesGame, play_series

__all__ = [
    "LEVELS",
    "ApiError",
    "AttackRefused",
    "Command",
    "CommandRefused",
    "Event",
    "FileRefused",
    "FinishedGame",
    "Forecast",
    "Game",
    "MatchStopped",
    "NameUnknown",
    "Refusal",
    "Result",
    "ScenarioInfo",
    "Side",
    "UndoRefused",
    "View",
    "load",
    "new",
    "odds",
    "scenarios",
    "simulate",
]

environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # a picture is no occasion for a greeting

_MISFIT = (SetupError, TableError, MapError)


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What can be played.  ``options``: what it chooses otherwise than its game does."""

    id: str
    title: str
    ruleset: str
    turns: int
    minutes: int
    blurb: str
    path: Path
    options: Mapping[str, str]


def scenarios() -> list[ScenarioInfo]:
    """The game's own scenarios and those in your folder; files that are damaged are left out.

    >>> [s.id for s in scenarios() if s.ruleset == "darkest-crusade"]
    ['barbarossa-1941', 'tutorial-kiev-1941']
    """
    found = []
    for path in list_scenarios():
        try:
            s = load_scenario(path)
        except _MISFIT:
            continue
        turns = s.turns - s.start_turn + 1
        found.append(ScenarioInfo(s.id, s.title, s.ruleset, turns, s.minutes, s.blurb, s.path, dict(s.options)))
    return found


def new(scenario: str | PathLike[str], *, seed: int = 0, options: Mapping[str, str] | None = None) -> Game:
    """A new game.

    :param scenario: an id, as :func:`scenarios` names it, or the path of a scenario file (it ends in ``.toml``).
    :param options: rules of choice, as ``{"secret_setup": "on"}``.
    :raises NameUnknown: for an unknown scenario, option or value.
    :raises FileRefused: for a scenario file that cannot be used.

    >>> new("kursk")
    Traceback (most recent call last):
    ...
    game.api.errors.NameUnknown: no scenario 'kursk'; there are: ...
    """
    own = fspath(scenario).endswith(".toml")
    try:
        found = load_scenario(Path(scenario)) if own else find_scenario(fspath(scenario))
        return Game(start(found, options, seed))
    except _MISFIT as e:
        raise (FileRefused("scenario", str(e)) if own else NameUnknown("scenario", str(e))) from None
    except OSError as e:
        raise FileRefused("scenario", plain(f"{fspath(scenario)}: {e.strerror or e}")) from None


def load(path: str | PathLike[str], *, passphrase: str = "") -> Game:
    """The game of a save, as it was left.

    :raises FileRefused: naming file, line and cause.
    """
    try:
        loaded = load_game(Path(path), passphrase=passphrase)
    except SaveError as e:
        raise FileRefused("save", str(e)) from None
    return Game(loaded.game, loaded.particulars())


def odds(ruleset: str, **figures: str | int) -> Forecast:
    """A battle worked out from figures alone; `rasputitsa odds RULESET` lists their names.

    >>> odds("darkest-crusade", attack="4,3", defend="0-1", terrain="forest").p_cleared
    Fraction(1, 1)

    :raises NameUnknown: for an unknown ruleset or figure.
    :raises AttackRefused: for figures that make no battle.
    """
    found = RULESETS.get(ruleset)
    if found is None:
        raise NameUnknown("ruleset", RULESETS.absent(ruleset))
    known = [name for name, _ in found.combat.odds_arguments]
    for name in figures:
        one_of("figure", name, known)
    try:
        forecast: Forecast = found.combat.odds({name: str(value) for name, value in figures.items()})
    except ValueError as e:
        raise NameUnknown("figure", str(e)) from None
    return allowed(forecast)


def simulate(
    scenario: str,
    *,
    games: int = 10,
    seed: int = 0,
    axis: str = "officer",
    soviet: str = "officer",
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    told: bool = False,
) -> list[FinishedGame]:
    """Whole games of the computer with itself, with seeds ``seed``, ``seed + 1``, and so on.

    ``row()`` of a game is a flat dict, so ``pandas.DataFrame(game.row() for game in ...)`` is a table of them.

    :param jobs: processes; with more than one, call it under ``if __name__ == "__main__":`` in a script.
    :param told: ``course`` of each game tells points and losses by turn, when places fell, and luck.
    :raises NameUnknown: for an unknown scenario, option, value or level.
    :raises MatchStopped: if a game does not come to its end.

    >>> [game.result.winner for game in simulate("tutorial-kiev-1941", games=1, axis="random", soviet="random")]
    ['soviet']
    """
    levels = {Side.AXIS: known_level(axis), Side.SOVIET: known_level(soviet)}
    new(scenario, options=options).close()
    orders = [SeriesGame(scenario, seed + n, dict(options or {}), levels, told=told) for n in range(games)]
    found = []
    for played in play_series(orders, jobs):
        if isinstance(played, str):
            raise MatchStopped("match", played)
        found.append(played)
    return found
