"""Small counts and flags, kept by name: how often something has been done, what has happened once.

A name is declared where its rule stands, as a :data:`Count` or a :data:`Flag`; no other word is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import NewType

from ecs.core.components import Flags, Tallies
from ecs.core.world import World

Count = NewType("Count", str)
"""The name of a count of the whole war, or of this turn alone."""
Flag = NewType("Flag", str)
"""The name of something that happens once."""
THIS_TURN = "turn-"


def this_turn(word: str) -> Count:
    """The name of a count for this turn alone."""
    return Count(THIS_TURN + word)


def count(w: World, name: Count) -> int:
    """The value of a count."""
    return next((n for key, n in w[Tallies].tally if key == name), 0)


def put(w: World, name: Count, number: int) -> None:
    """Set a count."""
    kept = [(key, n) for key, n in w[Tallies].tally if key != name]
    w.mark(Tallies, w.table, tally=tuple(sorted([*kept, (name, number)] if number else kept)))


def add(w: World, name: Count, more: int = 1) -> None:
    """Add to a count."""
    put(w, name, count(w, name) + more)


def new_turn(w: World) -> None:
    """Forget the counts of one turn."""
    kept = tuple((key, n) for key, n in w[Tallies].tally if not key.startswith(THIS_TURN))
    if kept != w[Tallies].tally:
        w.mark(Tallies, w.table, tally=kept)


def has_flag(w: World, name: Flag) -> bool:
    """Has the event happened?"""
    return name in w[Flags].flags


def flag(w: World, name: Flag, on: bool = True) -> None:
    """Note something that happens once, or strike it out."""
    if (name in w[Flags].flags) is not on:
        kept = {f for f in w[Flags].flags if f != name}
        w.mark(Flags, w.table, flags=tuple(sorted(kept | {name} if on else kept)))


def strike(w: World, is_over: Callable[[str], bool]) -> None:
    """Strike out some notes."""
    kept = tuple(f for f in w[Flags].flags if not is_over(f))
    if kept != w[Flags].flags:
        w.mark(Flags, w.table, flags=kept)
