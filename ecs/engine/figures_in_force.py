"""The figures a game is played by: laid on the shelf of its rules before anything is asked of its world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ecs.core.events import Event
from ecs.core.files.figures import ChangedFigure, Overlay, mark_of
from ecs.core.ruleset import Ruleset, Scenario
from ecs.core.view import Forecast
from ecs.core.world import World

TOLD = 20  # figures of house rules the log names one by one


class GameFigures:
    """The part of a game that knows by which figures it is played: as printed, or under house rules."""

    ruleset: Ruleset
    scenario: Scenario
    _world: World
    _figures: str

    @property
    def _w(self) -> World:
        """The game's world.  Whoever takes it up lays the figures of the game on the shelf of its rules first."""
        shelf = self.ruleset.figures
        if shelf.mark != self._figures:
            shelf.lay(self.scenario.figures, self._figures)
        return self._world

    def _lay_figures(self, overlay: Overlay) -> None:
        self._figures = mark_of(overlay)
        self.ruleset.figures.lay(overlay, self._figures)

    def _told_figures(self) -> list[Event]:
        """The first lines of a log: what is not as printed."""
        found = self.changed_figures() if self._figures else ()
        more = [f"and {len(found) - TOLD} figures more"] if len(found) > TOLD else []
        return [Event(text=f"House rule: {line}.") for line in (*map(str, found[:TOLD]), *more)]

    def changed_figures(self) -> tuple[ChangedFigure, ...]:
        """The house rules it is played under: each figure that is not as printed."""
        return self.ruleset.figures.changes(self.scenario.figures)

    def tables(self) -> list[tuple[str, list[list[Any]]]]:
        """What there is to look up in this game, title and rows, by the figures it is played with."""
        assert self._w is self._world
        return self.ruleset.tables.in_force()

    def odds(self, figures: Mapping[str, Any]) -> Forecast:
        """An attack from typed figures alone, by the tables of this game.

        :raises ValueError: for figures that make no battle.
        """
        assert self._w is self._world
        return self.ruleset.combat.odds.in_force(figures)
