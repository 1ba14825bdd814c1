"""Replacements left over while units could have been raised with them."""

from __future__ import annotations

from ecs import Command
from ecs.core.commands import Cadre, EndPhase, Raise, Rebuild, Refit
from tests.workshop.tournament.blunders.watcher import Watcher

SPENT = (Raise, Refit, Rebuild, Cadre)
"""Commands that pay with replacements for steps and units."""


class UnspentReplacements(Watcher):
    """A phase that its side ended while a unit could still have been raised, rebuilt or brought to full strength.

    Factors for which there is no unit, no room or no permission leave no such command, and are not counted.
    """

    def before(self, command: Command) -> None:
        game = self.table.game
        side = game.to_act if isinstance(command, EndPhase) else None
        if side is not None and any(isinstance(order, SPENT) for order in game.legal()):
            self.found(side, game.moment[1])
