"""What is answered when a battle asks: who bleeds, who falls back and where, who follows?"""

from __future__ import annotations

from ecs import Command
from ecs.commands import Advance, Done, Retreat, TakeHit
from ecs.view import UnitView
from game.opponents.impulse.theatre import Theatre

Choice = tuple[Command, str]


def answer(now: Theatre) -> Choice:
    """The answer to the open question."""
    legal = now.seat.legal()
    hits = [c for c in legal if isinstance(c, TakeHit)]
    if hits:
        return min(hits, key=lambda c: (_pain(now.by_id[c.unit]), c.unit)), "The loss that hurts least."
    ways = [c for c in legal if isinstance(c, Retreat)]
    if ways:
        return max(ways, key=lambda c: (_haven(now, now.board.by_label[c.hex]), c.hex)), "Back to where it is safest."
    ahead = [c for c in legal if isinstance(c, Advance)]
    if ahead:
        best = max(ahead, key=lambda c: (now.worth[now.board.by_label[c.hex]], c.unit, c.hex))
        return best, f"Follows up into {now.name(now.board.by_label[best.hex])}."
    return (Done() if Done() in legal else legal[0]), ""


def _pain(unit: UnitView) -> float:
    return unit.attack / max(unit.hits, 1) * (1.6 if "mech" in unit.traits else 1.0)


def _haven(now: Theatre, index: int) -> float:
    return 0.4 * min(now.far_foe[index], 4) + now.worth[index] + (1.0 if index in now.supply else 0.0)
