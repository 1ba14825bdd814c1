"""Railways as they lie: between which hexes, and of whose gauge."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import Track


def has_rail(w: World, a: int, b: int) -> bool:
    """Does a railway run across the side between two hexes?"""
    return "rail" in w.board.kinds(a, b)


def gauge(w: World, index: int) -> Side | None:
    """Whose trains run in a hex (7.2); None without a railway."""
    side: Side | None = w.all(Track)[index].gauge
    return side


def rail_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if its railway is of a side's gauge."""
    return w.lasting(("rails", side), (Track,), lambda: bytes(track.gauge is side for track in w.all(Track)))
