"""A handicap that the players agree on before the game: one side is given more than its tables give; no die changes.

It is no printed rule of any game.  Levels 1 to 3 of it are values of one option, ``axis1`` to ``soviet3``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.known_facts import Fact
from ecs.core.ruleset import Option
from ecs.core.world import World

KEY, NONE, MOST = "handicap", "none", 3
NOTE = "No rule of the printed game: it evens out two players of unlike strength, and leaves the dice alone."


@dataclass(frozen=True, slots=True)
class Gift:
    """What one level gives: ``each`` of something; ``words`` say so, with "{}" for how many."""

    each: int
    words: str


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a game gives the side that is to be helped; ``rule``: the one by which it gets such things anyway."""

    rule: str
    axis: Gift
    soviet: Gift

    def _of(self, side: Side) -> Gift:
        return self.axis if side is Side.AXIS else self.soviet

    def option(self) -> Option:
        """The choice before the game."""
        choices = [(NONE, "Neither side")]
        for side in Side:
            gift = self._of(side)
            words = (f"{side}: {gift.words.format(gift.each * level)}" for level in range(1, MOST + 1))
            choices += [(f"{side.value}{level}", text) for level, text in enumerate(words, 1)]
        return Option(KEY, "Handicap in favour of", self.rule, tuple(choices), NONE, NOTE)

    def extra(self, w: World, side: Side) -> int:
        """How much a side is given in this game: 0 for nothing."""
        chosen = w.options.get(KEY, NONE)
        return self._of(side).each * int(chosen[-1]) if chosen.startswith(side.value) else 0

    def facts(self, w: World) -> list[Fact]:
        """A line for the panel, if there is one in force."""
        return [
            Fact("Handicap", f"{side}: {self._of(side).words.format(extra)}")
            for side in Side
            if (extra := self.extra(w, side))
        ]


def points(given: int) -> tuple[tuple[str, int], ...]:
    """What an event of replacements tells of it."""
    return ((KEY, given),) if given else ()


def words(found: Mapping[str, int]) -> str:
    """What the log says of it, "" if nothing was given: the points of such an event."""
    return f", {found[KEY]} by the handicap" if found.get(KEY) else ""
