"""The attack still owed when the phase may not be ended because attacks beside it must be made too."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import Assign, CancelAttacks, Unassign
from game.opponents.player import Choice
from game.opponents.salvo.attack_value import below_even
from game.opponents.salvo.position import Position
from game.opponents.seat import Seat


def repair(seat: Seat, now: Position, legal: Sequence[Command]) -> Choice | None:
    """One step towards attacks that are allowed to stand: join what is owed, or take out what owes it."""
    owed = sorted(_owed(seat, now) - {u.target for u in now.mine})
    joins = [c for c in legal if isinstance(c, Assign) and now.board.by_label[c.hex] in owed]
    outs = [c for c in legal if isinstance(c, Unassign)]
    blamed = [c for c in outs if not owed or _links_of(seat, now, c.unit) & set(owed)]
    fair = [c for c in joins if not blamed or not _is_poor(seat, now, c, joins)]
    if fair:
        best = max(fair, key=lambda c: (now.by_id[c.unit].attack, c.unit))
        return best, "It has to be attacked as well."
    if blamed:
        return min(blamed, key=lambda c: (now.by_id[c.unit].attack, c.unit)), "That would oblige too much."
    return (CancelAttacks(), "No attack that would oblige too much.") if CancelAttacks() in legal else None


def _is_poor(seat: Seat, now: Position, join: Assign, joins: Sequence[Assign]) -> bool:
    """Would even all who may join in lose more than they cost the enemy?"""
    team = [c.unit for c in joins if c.hex == join.hex]
    odds = seat.forecast(now.board.by_label[join.hex], team)
    return below_even(odds if not odds.refusal else seat.forecast(now.board.by_label[join.hex], [join.unit]))


def _links_of(seat: Seat, now: Position, name: str) -> set[int]:
    unit = now.by_id[name]
    zones = seat.zones(now.side.other).get(unit.hex, ())
    hexes = {now.by_id[n].hex for n in zones if n in now.by_id}
    return {h for h in hexes if h != unit.target and unit.target >= 0 and h in now.board.neighbours[unit.target]}


def _owed(seat: Seat, now: Position) -> set[int]:
    """Every hex that some assigned unit obliges its side to attack."""
    return set().union(*(_links_of(seat, now, u.id) for u in now.mine if u.target >= 0), set())
