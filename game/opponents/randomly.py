"""What would somebody do who knows the rules and nothing else?"""

from __future__ import annotations

from ecs import Command
from ecs.commands import CallReserve, EndPhase
from game.opponents.lots import Lots
from game.opponents.seat import Seat

PATIENCE = 12


class RandomPlayer:
    """Draws a kind of command, then one of that kind, so that long lists do not hold up the game."""

    def __init__(self, seed: int) -> None:
        self._lots = Lots(seed)

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """Any legal command; but the reserve, which can lose the game at once, only late in it."""
        kinds: dict[str, list[Command]] = {}
        for command in seat.legal():
            if not isinstance(command, CallReserve) or 4 * seat.view.turn > 3 * seat.view.turns:
                kinds.setdefault(command.verb, []).append(command)
        if len(kinds) > 1 and self._lots.draw(PATIENCE):
            kinds.pop(EndPhase.verb, None)
        verb = self._lots.one_of(sorted(kinds))
        return self._lots.one_of(kinds[verb]), ""
