"""The figures a game is played by, and what is worked out from them before a die falls.

They are laid on the shelf of the game's rules before its world answers anything.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from operator import is_
from pathlib import Path
from traceback import walk_tb
from typing import Any, Concatenate, ParamSpec, TypeVar

from ecs.board.board import Board
from ecs.core.components import Side
from ecs.core.events import Event, Sentences
from ecs.core.files.figures import ChangedFigure, mark_of, without_figure
from ecs.core.files.toml_files import TableError
from ecs.core.ruleset import AttackQuery, Ruleset, Scenario, options_in_force
from ecs.core.view import Bombardment, Forecast, OverrunView
from ecs.core.world import World
from ecs.rulesets import RULESETS

LAID = 4  # set-ups of which a twin is kept
TOLD = 20  # figures of house rules the log names one by one
UNFIT = (
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    ValueError,
    RuntimeError,
    StopIteration,
)
"""What the rules run into where a map, a figure or a position lacks what they name.

An endless recursion is among them: RecursionError is a RuntimeError.
"""
_laid: list[tuple[tuple[Any, ...], tuple[Any, ...], World]] = []
P = ParamSpec("P")
T = TypeVar("T")
G = TypeVar("G", bound="GameFigures")


class HouseRuleError(TableError):
    """The rules fail in the middle of a game, under its house rules: which one is to blame.

    :ivar changed: it, or all there are, if none alone is.
    """

    def __init__(self, name: str, changed: Sequence[ChangedFigure], error: Exception) -> None:
        figures = " and ".join(figure.placed for figure in changed[:3])
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        self.changed = tuple(changed)
        super().__init__(
            f"{name}: the game breaks under the house rule {figures}{more} ({type(error).__name__} {error})"
        )


class PluginCodeError(TableError):
    """The code of a plug-in fails: which, and in which file and line."""

    def __init__(self, ruleset: Ruleset, place: str, error: Exception) -> None:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        super().__init__(f"{failed_in(ruleset.id, place)} ({what})")


def failed_in(ruleset: str, place: str) -> str:
    """The plug-in whose code has failed, by the id of its game, and where, in words."""
    return f"the plug-in {ruleset} has failed in {place}"


def place_in_code(error: BaseException, folder: str) -> str:
    """File and line in a folder where its code failed, or called what failed; "" if it is not involved."""
    if not folder:
        return ""
    if isinstance(error, SyntaxError) and (error.filename or "").startswith(f"{folder}{os.sep}"):
        return _placed(folder, error.filename or "", error.lineno)
    found = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_code.co_filename.startswith(f"{folder}{os.sep}")
    ]
    return _placed(folder, *found[-1]) if found else ""


def _placed(folder: str, file: str, line: int | None) -> str:
    name = Path(file).relative_to(Path(folder).parent).as_posix()
    return f"{name}, line {line}" if line else name


def under_house_rules(ask: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """What a game does or answers; where the rules fail in it, it says which line of a plug-in or which house rule is
    to blame.

    A refusal of the rules is none of their failures, nor is what was already reported of a figure.
    """

    @wraps(ask)
    def asked(game: G, /, *args: P.args, **named: P.kwargs) -> T:
        try:
            return ask(game, *args, **named)
        except UNFIT as error:
            if (told := game.plugin_code_error(error)) is not None:
                raise told from error
            if game.is_fair(error):
                raise
            raise game.house_rule_error(error, lambda twin: ask(twin, *args, **named)) from error

    return asked


def _table(
    ruleset: Ruleset,
    scenario: Scenario,
    board: Board,
    options: Mapping[str, str],
    sentences: Sentences,
    figures: str,
) -> World:
    """A scenario on a table of its own, before the first phase; of the last few there is a twin.

    Their figures lie on the shelf.
    """
    rules = ruleset.figures.rules()
    made_of, same = (scenario, options, sentences, figures), (ruleset, board, rules)
    for known, alike, laid in _laid:
        if all(map(is_, alike, same)) and known == made_of:
            return laid.twin()
    phases = tuple(phase.id for phase in ruleset.sequence.phases)
    w = World(
        board,
        rules,
        options,
        scenario.turns,
        phases,
        ruleset.kinds,
        sentences,
        ruleset.sequence.set_up,
        figures,
        ruleset.rulebook,
        ruleset.remembers.along,
    )
    w.scenario = scenario
    ruleset.set_up(w, scenario)
    w.digest()  # every twin begins with what it worked out
    laid = w.twin()
    laid.close()
    _laid.append((made_of, same, laid))
    del _laid[:-LAID]
    return w


class GameFigures:
    """The part of a game that knows by which figures it is played: as printed, or under house rules."""

    ruleset: Ruleset
    board: Board
    scenario: Scenario
    options: Mapping[str, str]
    _world: World
    _figures: str
    _blaming = False
    """Is this a twin, made to see whether things go well under other figures?"""
    FAIR: tuple[type[Exception], ...] = ()
    """Refusals of the rules."""
    _twin_of: Callable[[Scenario], Any]
    """The same position under other figures."""

    @property
    def _w(self) -> World:
        """The game's world.  The code that resumes it lays the figures of the game on the shelf of its rules first."""
        shelf = self.ruleset.figures.shelf
        if shelf.mark != self._figures:
            shelf.lay(self.scenario.figures, self._figures)
        return self._world

    def _set_out(
        self, ruleset: Ruleset, scenario: Scenario, board: Board, options: Mapping[str, str], sentences: Sentences
    ) -> None:
        """Put a scenario on a table of its own, under its figures, before the first phase.

        :raises SetupError: for an option or value that does not exist, or that the scenario has no use for.
        """
        self.ruleset, self.scenario, self.board = ruleset, scenario, board
        self.options = options_in_force(ruleset, scenario, options)
        self._figures = mark_of(scenario.figures)
        ruleset.figures.shelf.lay(scenario.figures, self._figures)
        self._world = _table(ruleset, scenario, board, self.options, sentences, self._figures)

    def is_fair(self, error: Exception) -> bool:
        """Would the failure have happened without the house rules too?"""
        return not self._figures or self._blaming or isinstance(error, (TableError, *self.FAIR))

    def plugin_code_error(self, error: Exception) -> PluginCodeError | None:
        """The error for a failure in the code of a plug-in; None if it failed elsewhere."""
        if self._blaming or isinstance(error, (TableError, *self.FAIR)):
            return None
        place = place_in_code(error, RULESETS.home_of(self.ruleset.id))
        return PluginCodeError(self.ruleset, place, error) if place else None

    def house_rule_error(self, error: Exception, ask: Callable[[Any], object]) -> HouseRuleError:
        """The error for a failure under house rules: ``ask`` would go well without the ones named."""
        changed = self.changed_figures()
        guilty = [figure for figure in changed[:TOLD] if self._goes_well_without(figure, ask)]
        return HouseRuleError(self.scenario.path.name, guilty or changed, error)

    def _goes_well_without(self, figure: ChangedFigure, ask: Callable[[Any], object]) -> bool:
        figures = without_figure(self.scenario.figures, figure.keys)
        try:
            twin = self._twin_of(replace(self.scenario, figures=figures))
            twin._blaming = True
            try:
                ask(twin)
            finally:
                twin.close()
        except UNFIT:
            return False
        return True

    def _told_figures(self) -> list[Event]:
        """The first lines of a log: what differs from the printed figures."""
        found = self.changed_figures() if self._figures else ()
        more = [f"{len(found) - TOLD} more figures changed"] if len(found) > TOLD else []
        return [Event(text=f"House rule. {line}.") for line in (*map(str, found[:TOLD]), *more)]

    def changed_figures(self) -> tuple[ChangedFigure, ...]:
        """The house rules of the game: every figure that differs from the printed one."""
        return self.ruleset.figures.shelf.changes(self.scenario.figures)

    def tables(self) -> list[tuple[str, list[list[Any]]]]:
        """The reference tables of this game, titles and rows, by the figures it is played with."""
        assert self._w is self._world
        return self.ruleset.figures.tables.in_force()

    def odds(self, figures: Mapping[str, Any]) -> Forecast:
        """An attack from typed figures alone, by the tables of this game.

        :raises ValueError: for figures that make no battle.
        """
        assert self._w is self._world
        return self.ruleset.combat.odds.in_force(figures)

    def forecast(
        self,
        side: Side,
        hex_index: int,
        attackers: Sequence[str],
        press: int = 0,
        stand: bool = True,
        rounds: int = 0,
        at: Mapping[str, int] | None = None,
        ends: bool = True,
    ) -> Forecast:
        """An attack by ``side`` on a hex worked out exactly, as far as that side knows the defenders.

        :param stand: the defenders stand; False: they retreat after round 1 where they can.
        :param rounds: 0 for the number the present phase allows.
        :param at: hexes from which units would attack, where they do not stand there yet.
        :param ends: False: leave out how it may end, which is most of the work: outcomes, chances, retreats.
        :return: ``refusal`` says why the attack may not be made, if it may not: the chances are then worth nothing.
        :raises IndexError: for a hex that is not on the map.
        """
        if not 0 <= hex_index < len(self.board.hexes):
            raise IndexError(f"hex {hex_index} is not on the map: there are {len(self.board.hexes)}")
        return self._forecast(AttackQuery(side, hex_index, tuple(attackers), press, stand, rounds, at or {}, ends))

    @under_house_rules
    def _forecast(self, asked: AttackQuery) -> Forecast:
        return self.ruleset.combat.forecast(self._w, asked)

    def bombardment(self, side: Side, hex_index: int, units: Sequence[str]) -> Bombardment | None:
        """A bombardment of a hex by some units worked out exactly; None in a game without any."""
        ask = self.ruleset.combat.bombardment
        return ask(self._w, side, hex_index, tuple(units)) if ask is not None else None

    def overrun(self, side: Side, hex_index: int, units: Sequence[str]) -> OverrunView | None:
        """How near some units are to an automatic victory over a hex; None where none can be won."""
        return self.ruleset.combat.overrun(self._w, side, hex_index, tuple(units))
