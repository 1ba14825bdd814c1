"""The figures a game is played by, and what is worked out from them before a die falls.

They are laid on the shelf of the game's rules before anything is asked of its world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ecs.board.board import Board
from ecs.core.components import Side
from ecs.core.events import Event
from ecs.core.files.figures import ChangedFigure, Overlay, mark_of
from ecs.core.ruleset import Ruleset, Scenario
from ecs.core.view import Bombardment, Forecast, OverrunView
from ecs.core.world import World

TOLD = 20  # figures of house rules the log names one by one


class GameFigures:
    """The part of a game that knows by which figures it is played: as printed, or under house rules."""

    ruleset: Ruleset
    board: Board
    scenario: Scenario
    _world: World
    _figures: str

    @property
    def _w(self) -> World:
        """The game's world.  Whoever takes it up lays the figures of the game on the shelf of its rules first."""
        shelf = self.ruleset.figures.shelf
        if shelf.mark != self._figures:
            shelf.lay(self.scenario.figures, self._figures)
        return self._world

    def _lay_figures(self, overlay: Overlay) -> None:
        self._figures = mark_of(overlay)
        self.ruleset.figures.shelf.lay(overlay, self._figures)

    def _told_figures(self) -> list[Event]:
        """The first lines of a log: what is not as printed."""
        found = self.changed_figures() if self._figures else ()
        more = [f"and {len(found) - TOLD} figures more"] if len(found) > TOLD else []
        return [Event(text=f"House rule: {line}.") for line in (*map(str, found[:TOLD]), *more)]

    def changed_figures(self) -> tuple[ChangedFigure, ...]:
        """The house rules it is played under: each figure that is not as printed."""
        return self.ruleset.figures.shelf.changes(self.scenario.figures)

    def tables(self) -> list[tuple[str, list[list[Any]]]]:
        """What there is to look up in this game, title and rows, by the figures it is played with."""
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
        :param ends: False: how it may end need not be told, which is most of the work: outcomes, chances, retreats.
        :return: ``refusal`` says why the attack may not be made, if it may not: the chances are then worth nothing.
        :raises IndexError: for a hex that is not on the map.
        """
        if not 0 <= hex_index < len(self.board.hexes):
            raise IndexError(f"hex {hex_index} is not on the map: there are {len(self.board.hexes)}")
        asked = self._w, side, hex_index, tuple(attackers), press, stand, rounds, at
        return self.ruleset.combat.forecast(*asked) if ends else self.ruleset.combat.forecast(*asked, ends=False)

    def bombardment(self, side: Side, hex_index: int, units: Sequence[str]) -> Bombardment | None:
        """A bombardment of a hex by some units worked out exactly; None in a game without any."""
        ask = self.ruleset.combat.bombardment
        return ask(self._w, side, hex_index, tuple(units)) if ask is not None else None

    def overrun(self, side: Side, hex_index: int, units: Sequence[str]) -> OverrunView | None:
        """What some units bring towards an automatic victory over a hex; None where there is none to be won."""
        return self.ruleset.combat.overrun(self._w, side, hex_index, tuple(units))
