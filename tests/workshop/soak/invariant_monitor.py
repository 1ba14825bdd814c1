"""Who looks on while a game is played.  Asks the invariants: the cheap ones often, the dear ones at a few positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from ecs import Command, Game
from ecs.core.remembered_answers import Memory, only
from ecs.engine import invariants
from ecs.engine.invariants import InvariantViolation
from game.opponents.players import RandomChoice
from game.saves.saving import Particulars
from game.saves.storage.save_folder import ENDING, SaveError, load_game, write_save

OFTEN = 20  # cheap questions: one position in about so many
FIRST, WIDER = 8, 4  # dear questions, one at a time: their least distance; to what part of the game so far it may grow
BACK = 30  # commands taken back and done again
REPLAYED = 2  # one game in so many is played again from its log


class Watch:
    """A game under observation: whoever plays gives every command through :meth:`give`.

    What is asked changes neither the game nor what is drawn by its players.  ``asked``: how often each invariant held.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.asked = game, Counter[str]()
        self._lots = RandomChoice(seed ^ 0x50AB)
        self._seen: dict[str, Command] = {}
        self._trail: dict[int, str] = {}
        self._given, self._soon, self._late = 0, 0, FIRST
        self._turns = seed  # which of the dear questions is asked first

    def give(self, command: Command) -> None:
        """Ask about the position if it is its turn, then apply the command.

        :raises Broken: if an invariant does not hold.
        """
        self._look()
        invariants.give(self.game, command)
        self.asked["barrier"] += 1
        self._given += 1

    def _look(self) -> None:
        if self._given >= self._soon:
            self._soon = self._given + 1 + self._lots.draw(2 * OFTEN)
            self._ask(invariants.choice)
            self._ask(invariants.legal_list)
            self._ask(invariants.telling)
            self._trail[len(self.game.log)] = self.game.digest()
        if self._given >= self._late:
            self._late = self._given + FIRST + self._lots.draw(1 + self._given // WIDER)
            self._look_closely()

    def _look_closely(self) -> None:
        """One of the dear questions, each in its turn."""
        draw = self._lots.draw
        dear: tuple[tuple[Callable[..., None], tuple[object, ...]], ...] = (
            (invariants.counters, ()),
            (invariants.undoing, (self._trail, BACK)),
            (invariants.trying, (draw,)),
            (invariants.refusing, (draw, self._seen)),
            (invariants.asking, ()),
            (invariants.secrets, ()),
            (invariants.candour, ()),
            (invariants.twins, (draw,)),
            (invariants.keeping, ()),
            (invariants.possession, ()),
            (invariants.remembering, ()),
        )
        question, more = dear[self._turns % len(dear)]
        self._turns += 1
        self._ask(question, *more)

    def _ask(self, question: Callable[..., None], *more: object) -> None:
        question(self.game, *more)
        self.asked[question.__name__.replace("_", " ")] += 1

    def end(self) -> None:
        """Ask about the finished game.

        :raises Broken: if an invariant does not hold.
        """
        self._ask(invariants.choice)
        self._ask(invariants.counters)
        if self.game.seed % REPLAYED == 0:
            self._ask(replaying)
        self._ask(saving)


def replaying(game: Game) -> None:
    """The game played again, with no answer remembered from one position to the next, is the same game."""
    with only(Memory.POSITION):
        invariants.replaying(game)


def saving(game: Game) -> None:
    """A save of the game loads to the same position and log."""
    with TemporaryDirectory(prefix="rasputitsa-soak-") as folder:
        try:
            path = write_save(Path(folder) / f"game{ENDING}", game, Particulars(name="soak"))
            loaded = load_game(path, packs={})
        except SaveError as e:
            raise InvariantViolation("saving", str(e)) from None
    try:
        if loaded.warnings:
            raise InvariantViolation("saving", " ".join(loaded.warnings))
        if loaded.game.digest() != game.digest() or loaded.game.log != game.log:
            raise InvariantViolation("saving", "the game loaded is another one")
    finally:
        loaded.game.close()
