"""How often has something been done?  Small counts, of this turn or of the whole war, kept by a word."""

from __future__ import annotations

from ecs.core.components import Flags, Tallies
from ecs.core.world import World

THIS_TURN = "turn-"


def count(w: World, word: str) -> int:
    """How often; words that begin with "turn-" count this turn alone."""
    return next((n for key, n in w[Tallies].tally if key == word), 0)


def put(w: World, word: str, number: int) -> None:
    """Set a count."""
    kept = [(key, n) for key, n in w[Tallies].tally if key != word]
    w.mark(Tallies, w.table, tally=tuple(sorted([*kept, (word, number)] if number else kept)))


def add(w: World, word: str, more: int = 1) -> None:
    """Count it."""
    put(w, word, count(w, word) + more)


def new_turn(w: World) -> None:
    """Forget what was counted for one turn."""
    kept = tuple((key, n) for key, n in w[Tallies].tally if not key.startswith(THIS_TURN))
    if kept != w[Tallies].tally:
        w.mark(Tallies, w.table, tally=kept)


def has_flag(w: World, word: str) -> bool:
    """Has it happened?"""
    return word in w[Flags].flags


def flag(w: World, word: str, on: bool = True) -> None:
    """Write down something that happens once, or strike it out."""
    if (word in w[Flags].flags) is not on:
        kept = {f for f in w[Flags].flags if f != word}
        w.mark(Flags, w.table, flags=tuple(sorted(kept | {word} if on else kept)))
