"""The verdict on a finished game in words: a headline from the map, and a few sentences of explanation."""

from __future__ import annotations

from collections.abc import Iterator

from ecs import Side
from game.play.atlas.record import Atlas, Turn
from game.play.atlas.text import verdict
from game.play.great_events import is_capital

CLOSE = 4
"""Hexes from a capital within which an army was stopped before it."""


def headline(atlas: Atlas) -> str:
    """ "Moscow in September", "Stopped before Moscow"; the plain verdict where no great city was near."""
    result = atlas.view.result
    if result is None or result.winner is None:
        return _stopped(atlas) or verdict(result)
    taken = _taken(atlas, result.winner)
    if taken is not None:
        name, turn = taken
        return f"{name} in {turn.name.rpartition(' ')[0] or turn.name}"
    return (_stopped(atlas) if result.winner is Side.SOVIET else "") or verdict(result)


def sentences(atlas: Atlas) -> Iterator[str]:
    """Why it ended so, and how far the Axis came; what it cost is in the bill."""
    result, turns = atlas.view.result, atlas.turns
    if result is not None:
        why = result.text.partition(": ")[2] or result.text  # the verdict stands above it
        yield why[0].upper() + why[1:]
    farthest = atlas.farthest
    if farthest is not turns[-1]:
        yield f"The Axis came farthest in {farthest.name}."


def _capitals(atlas: Atlas) -> dict[str, int]:
    """Hexes of the cities the war is about, by name."""
    view = atlas.view
    worth = {line.hexes[0]: line.points for line in view.score if line.hexes}
    return {
        spot.name: spot.index
        for spot in view.board.hexes
        if spot.name and spot.place and is_capital(spot.name, worth.get(spot.label, 0), view)
    }


def _taken(atlas: Atlas, winner: Side) -> tuple[str, Turn] | None:
    """The last capital that the winner took and still holds, and when."""
    held, known = atlas.turns[-1].control, _capitals(atlas)
    for turn in reversed(atlas.turns):
        for name in turn.taken[winner]:
            if name in known and held[known[name]] is winner:
                return name, turn
    return None


def _stopped(atlas: Atlas) -> str:
    """The Soviet capital that the Axis came nearest to without taking it; of two the one that counts for more."""
    board, found = atlas.view.board, (CLOSE + 1, 0, "")
    worth = {line.name: line.points for line in atlas.view.score}
    known = {name: at for name, at in _capitals(atlas).items() if board.hexes[at].owner != Side.AXIS.value}
    ever = {index for turn in atlas.turns for index, holder in enumerate(turn.control) if holder is Side.AXIS}
    for name, index in known.items():
        if index not in ever and ever:
            near = min(board.distance(index, other) for other in ever)
            found = min(found, (near, -worth.get(name, 0), name))
    return f"Stopped before {found[2]}" if found[0] <= CLOSE else ""
