"""Who plays when nobody is at the keyboard?  The computer players and their levels."""

from __future__ import annotations

from ecs import Command, Side
from game.opponents.player import Player
from game.opponents.random_player import RandomPlayer
from game.opponents.seat import Seat

__all__ = ["LEVELS", "Player", "Seat", "make_player"]

LEVELS: dict[str, str] = {
    "random": "Any legal command, by lot: a test of the rules, not an opponent.",
    "recruit": "Attacks what looks good, marches to the nearest city, forgets the rest.",
    "officer": "Plans attacks together, keeps a line and its supply, guards what must not fall.",
}

PREPARED_AND_OPERATIONAL = ("fight", "move", "fight")


class LevelPlayer:
    """A player of a level, who learns what kind of game it is when it first sits down to it."""

    def __init__(self, level: str, side: Side, seed: int) -> None:
        self._level, self._side, self._seed = level, side, seed
        self._mind: Player | None = None

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The next command and its reason, by the mind for games of this kind."""
        if self._mind is None:
            self._mind = self._make(seat)
        return self._mind.choose(seat)

    def _make(self, seat: Seat) -> Player:
        """Only the mind that is wanted is imported: the title need not wait for all of them."""
        table, obliged = str(seat.traits.get("crt", "")), bool(seat.traits.get("mandatory_attack"))
        if seat.traits.get("sequence") == PREPARED_AND_OPERATIONAL:
            from game.opponents.operations.commander import Director

            return Director(self._side, self._seed, self._level)
        if table == "odds" and obliged:
            from game.opponents.impulse.commander import Commander

            return Commander(self._side, self._seed, self._level)
        if table == "odds":
            from game.opponents.campaign.commander import General

            return General(self._side, self._seed, self._level)
        from game.opponents.salvo.officer import Officer
        from game.opponents.salvo.recruit import Recruit

        return (Recruit if self._level == "recruit" else Officer)(self._side, self._seed)


def make_player(level: str, side: Side, seed: int) -> Player:
    """A computer player.

    :param seed: its own, for equal choices; it has nothing to do with the game's dice.
    :raises ValueError: for an unknown level, naming those there are.
    """
    if level == "random":
        return RandomPlayer(seed)
    if level in LEVELS:
        return LevelPlayer(level, side, seed)
    raise ValueError(f"no level {level!r}; there are: {', '.join(LEVELS)}")
