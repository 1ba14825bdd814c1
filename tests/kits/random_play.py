"""Seeded random play for the tests: no module-level random, the same picks on every machine."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Command, Game, board_of, find_scenario, new_game
from ecs.core.commands import EndPhase

MOST_COMMANDS = 40_000
LARGE = 1000  # hexes: on a board of more, one pick in PATIENCE ends a phase with more than CROWD choices
CROWD = 150
PATIENCE = 12
BACKWARDS = ("withdraw", "cancel")  # orders that take others back: seldom given on a large board where attacks are owed


class Picker:
    """A small seeded generator.

    :param careful: leaves alone the commands that end or empty a game early (calling the reserve before it is
        safe, disbanding), so that long games are reached.
    """

    def __init__(self, seed: int, careful: bool = False) -> None:
        self.state = (seed * 2862933555777941757 + 3037000493) % 2**64
        self.careful = careful

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def pick(self, game: Game) -> Command:
        """One of the legal commands."""
        choices = list(game.legal())
        if self.careful:
            tame = [c for c in choices if c.verb != "disband" and not (c.verb == "call" and game.turn < 7)]
            choices = tame or choices
        owed = game.ruleset.traits.get("mandatory_attack") and len(game.board.hexes) > LARGE
        if owed and any(c.verb in BACKWARDS for c in choices) and self.below(PATIENCE):
            choices = [c for c in choices if c.verb not in BACKWARDS] or choices
        crowded = len(choices) > CROWD or any(c.verb == "lift" for c in choices)
        if crowded and len(game.board.hexes) > LARGE and EndPhase() in choices and not self.below(PATIENCE):
            return EndPhase()
        return choices[self.below(len(choices))]


def play_out(
    scenario: str, seed: int, options: Mapping[str, str] | None = None, careful: bool = False, most: int = MOST_COMMANDS
) -> Game:
    """A whole random game, or its first ``most`` commands.

    :raises AssertionError: on a dead end or a game that does not end.
    """
    game, picker = new_game(scenario, seed=seed, options=options), Picker(seed, careful)
    for _ in range(most):
        if game.over:
            return game
        assert game.legal(), f"seed {seed}: dead end in {game.marks[-1]}"
        game.apply(picker.pick(game))
    assert most < MOST_COMMANDS, f"seed {seed}: no end after {MOST_COMMANDS} commands: {game.log[-1]}"
    return game


def is_large(scenario: str) -> bool:
    """Is its board so large that whole games of it are a matter of soaking?"""
    return len(board_of(find_scenario(scenario)).hexes) > LARGE
