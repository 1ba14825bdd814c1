"""Staff advice: an officer advises the side to act, one order after the other."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Command, Forecast, Game, Side
from ecs.core.commands import Assign, Blitz, Resolve
from ecs.core.events import Record
from game.opponents import LevelPlayer, Seat, Thought, adviser
from game.play.autoplay import player_seed

Stand = tuple[int, Record | None]


@dataclass(frozen=True, slots=True)
class Advice:
    """The order the staff would give now, why, and what it plans to order next.

    ``forecast``: of the attack the order belongs to, worked out exactly; None for anything else.
    """

    side: Side
    command: Command
    reason: str
    later: tuple[Command, ...] = ()
    forecast: Forecast | None = None


class StaffAdvice:
    """Gives advice on the present position.

    The same officer stays as long as his orders are given as he advised; a player who does anything else is advised
    by one who comes fresh to the table.
    """

    def __init__(self, game: Game, thought: Thought) -> None:
        self._game, self._thought = game, thought
        self._officer: LevelPlayer | None = None
        self._advice: Advice | None = None
        self._stand: Stand = (0, None)

    def advise(self, side: Side) -> Advice:
        """Advice for the side to act; the same until a command is given.

        :raises Hurry: if the player waits no longer; the next advice is worked out from the beginning.
        """
        advice = self._advice
        if advice is not None and advice.side is side and self._stand == self._here():
            return advice
        if advice is None or advice.side is not side or not self._followed(advice):
            self._officer = adviser(side, player_seed(self._game.seed, side))
        officer, self._officer, self._advice = self._officer, None, None
        assert officer is not None
        self._thought.begin(f"The {side} staff", shown=True)
        seat = Seat(self._game, side, self._thought)
        command, reason = officer.choose(seat)
        later = tuple(officer.ahead)
        forecast = _forecast(seat, command, later)
        self._officer, self._stand = officer, self._here()
        self._advice = Advice(side, command, reason, later, forecast)
        return self._advice

    def fits(self, advice: Advice) -> bool:
        """Is this advice for the present position?"""
        return advice is self._advice and self._stand == self._here()

    def _here(self) -> Stand:
        log = self._game.log
        return len(log), log[-1] if log else None

    def _followed(self, advice: Advice) -> bool:
        """Has only the advised order been given since?"""
        log, (count, last) = self._game.log, self._stand
        return len(log) == count + 1 and log[count - 1] is last and log[count].command == advice.command.text()


def _forecast(seat: Seat, command: Command, later: tuple[Command, ...]) -> Forecast | None:
    """The forecast of the attack that an order declares or fights, with the units the plan adds."""
    if not isinstance(command, (Assign, Resolve, Blitz)):
        return None
    view = seat.view
    index = view.board.by_label[command.hex]
    sent = [c.unit for c in (command, *later) if isinstance(c, Assign) and c.hex == command.hex]
    there = [unit.id for unit in view.units if unit.target == index and unit.side is view.side]
    names = list(dict.fromkeys([*there, *sent]))
    return seat.forecast(index, names) if names else None
