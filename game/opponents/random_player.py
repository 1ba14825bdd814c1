"""How does somebody play who knows the rules and nothing else?  Any legal command, all equally likely."""

from __future__ import annotations

from ecs import Command, Game, Side

_MASK = 2**64 - 1


class RandomPlayer:
    """Picks uniformly from the legal list; one seed gives one series of picks."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side = side
        self._state = seed & _MASK

    def choose(self, game: Game) -> tuple[Command, str]:
        """A command, and why."""
        legal = game.legal()
        return legal[self._next(len(legal))], "A throw of the dice."

    def _next(self, sides: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * sides) >> 64
