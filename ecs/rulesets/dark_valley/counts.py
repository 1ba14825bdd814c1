"""How often has something been done?  Small counts, of this turn or of the whole war, kept by a word."""

from __future__ import annotations

from ecs.world import World

THIS_TURN = "turn-"


def count(w: World, word: str) -> int:
    """How often; words that begin with "turn-" count this turn alone."""
    return next((n for key, n in w.campaign.tally if key == word), 0)


def add(w: World, word: str, more: int = 1) -> None:
    """Count it."""
    kept = [(key, n) for key, n in w.campaign.tally if key != word]
    total = count(w, word) + more
    w.mark(w.campaign, tally=tuple(sorted([*kept, (word, total)] if total else kept)))


def new_turn(w: World) -> None:
    """Forget what was counted for one turn."""
    kept = tuple((key, n) for key, n in w.campaign.tally if not key.startswith(THIS_TURN))
    if kept != w.campaign.tally:
        w.mark(w.campaign, tally=kept)


def flag(w: World, word: str) -> None:
    """Write down something that happens once."""
    if word not in w.campaign.flags:
        w.mark(w.campaign, flags=tuple(sorted((*w.campaign.flags, word))))
