"""Pockets: ground and units of a side that nothing joins to its supply any more, as far as a view tells."""

from __future__ import annotations

from ecs import Game, Side
from ecs.core.view import View

FACTORY = "factory"


def cut_off(game: Game, view: View, side: Side) -> frozenset[int]:
    """Ground of a side that hangs together, past no enemy zone that nobody of its own covers, with units on it of which
    none is fed, and with no hex that is supplied."""
    own = {u.hex for u in view.units if u.side is side and u.hex >= 0}
    men = {u.hex for u in view.units if u.side is side and u.hex >= 0 and u.symbol != FACTORY}
    foes = {u.hex for u in view.units if u.side is side.other and u.hex >= 0 and u.symbol != FACTORY}
    held = {i for i, holder in enumerate(view.control) if holder is side} - foes | men
    barred, fed = game.zones(side.other).keys() - own, game.supply(side)
    found: set[int] = set()
    left = set(held)
    while left:
        ring = [left.pop()]
        for i in ring:
            near = [j for j in view.board.neighbours[i] if j in left and not (i in barred and j in barred)]
            left.difference_update(near)
            ring += near
        if men.intersection(ring) and fed.isdisjoint(ring) and not _feeds_own(game, view, side, ring):
            found.update(ring)
    return frozenset(found)


def _feeds_own(game: Game, view: View, side: Side, ring: list[int]) -> bool:
    """Does an ally live there on sources of its own?"""
    there = set(ring)
    return any(u.side is side and game.is_fed(u.id) for u in view.units if u.hex in there)
