"""Ways along the railways of the real map, and rings of units, for positions about supply."""

from __future__ import annotations

import msgspec

from ecs import Game
from ecs.core.components import Clock
from tests.ecs.rules_tdv.ground import board


def rails_from(index: int) -> list[int]:
    """The next hexes along railways."""
    return [j for j in board().neighbours[index] if "rail" in board().kinds(index, j)]


def rail_way(start: str, end: str) -> list[str]:
    """Labels of the shortest way by rail, both ends included, whoever holds it."""
    a, b = board().by_label[start], board().by_label[end]
    before, ring = {b: b}, [b]
    for i in ring:
        for j in rails_from(i):
            if j not in before:
                before[j] = i
                ring.append(j)
    way = [a]
    while way[-1] != b:
        way.append(before[way[-1]])
    return [board().hexes[i].label for i in way]


def all_rails() -> list[str]:
    """Labels of every hex with a railway."""
    return [h.label for h in board().hexes if rails_from(h.index)]


def edge(word: str) -> list[str]:
    """Labels of the hexes with a trait."""
    return [h.label for h in board().hexes if word in h.traits]


def around(centre: str, radius: int = 1) -> list[str]:
    """Labels of the hexes so far away."""
    index = board().by_label[centre]
    return [h.label for h in board().hexes if board().distance(h.index, index) == radius]


def shut_in(centre: str) -> list[str]:
    """Three hexes about a hex from which units with a zone cut it off."""
    index = board().by_label[centre]
    found: list[int] = []
    for j in board().neighbours[index]:
        if not any(k in board().neighbours[j] for k in found):
            found.append(j)
    assert len(found) == 3, (centre, found)
    return [board().hexes[j].label for j in found]


def depots_alone(game: Game) -> Game:
    """The game with a table by which the Axis draws supply from depots and sources only."""
    w = game._w
    alone = msgspec.structs.replace(w.rules.supply, axis_rail_feeds=False)
    w.rules = msgspec.structs.replace(w.rules, supply=alone)
    w.mark(Clock, w.table, turn=w.clock.turn)
    return game
