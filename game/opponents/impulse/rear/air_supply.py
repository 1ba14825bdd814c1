"""Whom aircraft feed, when stacks are about to lay down their arms."""

from __future__ import annotations

from ecs import Command
from ecs.core.commands import Airlift
from game.opponents.impulse.rear.rear_position import RearPosition
from game.opponents.player import Choice


def relief(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """The strongest unit that would surrender, and the nearest group that can feed it."""
    now = rear.now
    options = [c for c in now.seat.legal() if isinstance(c, Airlift) and c not in refused]

    def value(c: Airlift) -> tuple[float, float, str]:
        there = now.board.by_label[c.hex]
        best = max((float(u.attack) for u in now.mine_at.get(there, ())), default=0.0)
        return best + rear.worth[there], -float(now.board.distance(now.by_id[c.unit].hex, there)), c.unit

    choice = max(options, key=value, default=None)
    if choice is None:
        return None
    return choice, f"The pocket at {now.name(now.board.by_label[choice.hex])} is fed from the air."
