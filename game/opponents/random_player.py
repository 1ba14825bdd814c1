"""A player who knows the rules and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import CallReserve, CancelAttacks, EndPhase, Unassign
from game.opponents.seat import Seat
from game.opponents.shared.random_choice import RandomChoice

PATIENCE = 12
TAKEN_BACK = (CancelAttacks.verb, Unassign.verb)


class RandomPlayer:
    """Draws a kind of command, then one of that kind, so that long lists do not hold up the game.

    What it owes it seldom takes back, and phases it may end it does end in time.

    :param patience: it ends a phase it may end once in so many commands.
    """

    def __init__(self, seed: int, patience: int = PATIENCE) -> None:
        self._lots, self._patience = RandomChoice(seed), patience

    def hurry(self) -> None:
        """It never thinks long."""

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """Any legal command; but the reserve, which can lose the game at once, only late in it."""
        kinds = kinds_of(seat.legal())
        if CallReserve.verb in kinds and 4 * seat.view.turn <= 3 * seat.view.turns:
            del kinds[CallReserve.verb]
        back = [verb for verb in TAKEN_BACK if verb in kinds]
        if back and EndPhase.verb not in kinds and len(kinds) > len(back) and self._lots.draw(PATIENCE):
            for verb in back:  # attacks are owed: they would never be complete
                del kinds[verb]
        if len(kinds) > 1 and self._lots.draw(self._patience):
            kinds.pop(EndPhase.verb, None)
        verb = self._lots.one_of(sorted(kinds))
        return self._lots.one_of(kinds[verb]), ""


def kinds_of(legal: Sequence[Command]) -> dict[str, Sequence[Command]]:
    """The legal list cut up by verb; it is sorted by verb, so that no more than its joints need be looked at."""
    out: dict[str, Sequence[Command]] = {}
    start = 0
    while start < len(legal):
        verb = legal[start].verb
        end = bisect_right(legal, verb, lo=start, key=lambda c: c.verb)
        out[verb] = legal[start:end]
        start = end
    return out
