"""Computer players: each looks at a seat and names its next command."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from ecs import Command
from ecs.core.commands import CallReserve, CancelAttacks, EndPhase, Unassign
from game.opponents.seat import Seat

Choice = tuple[Command, str]
"""An order, and what it is for."""


class Player(Protocol):
    """A computer player of one side.  It may keep its plans from one command to the next."""

    def choose(self, seat: Seat) -> Choice:
        """The next command, and a line with its purpose; at the start of a plan a line for all of it comes first.

        :raises Hurry: out of a question to the seat, if the player at the table waits no longer.
        """
        ...


class Plans(Protocol):
    """A planner's present plan.

    ``plan``: the orders planned last, those given already among them; a new list for a new plan.  ``aims``: by unit,
    the hex it is to attack once they are carried out.
    """

    @property
    def plan(self) -> list[Choice]:
        """The orders planned last."""
        ...

    @property
    def aims(self) -> Mapping[str, int]:
        """By unit, the hex it is to attack."""
        ...


class PlanningPlayer(Player, Plans, Protocol):
    """A staff for games of one kind."""


class Mind(PlanningPlayer, Protocol):
    """A staff that can be told to stop thinking about the present phase."""

    def forget(self) -> None:
        """Drop the plan of the present phase: another player leads the side to its end."""
        ...


class HurriedPlayer(Player, Protocol):
    """A computer player that can be told to finish."""

    def hurry(self) -> None:
        """Lead the side to the end of the phase at once, with the plan as far as it goes."""
        ...


# -- One of several equal choices.  A small stream of whole numbers that has nothing to do with the dice. ------------

T = TypeVar("T")
_MASK = (1 << 64) - 1


class RandomChoice:
    """A SplitMix64 stream: the same seed draws the same lots everywhere."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def draw(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) % n

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.draw(len(items))]


# -- A player who knows the rules and nothing else. ------------------------------------------------------------------

PATIENCE = 12
TAKEN_BACK = (CancelAttacks.verb, Unassign.verb)


class RandomPlayer:
    """Draws a kind of command, then one of that kind, so that long lists do not delay the game.

    What it owes it seldom takes back, and phases it may end it does end in time.

    :param patience: it ends a phase it may end once in so many commands.
    """

    def __init__(self, seed: int, patience: int = PATIENCE) -> None:
        self._lots, self._patience = RandomChoice(seed), patience

    def hurry(self) -> None:
        """Do nothing: it never thinks long."""

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """Any legal command; but the call of the reserve, which can lose the game at once, only late in it."""
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
