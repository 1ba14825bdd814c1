"""The verdict on a finished game in words: a headline from the map, and a few sentences of explanation."""

from __future__ import annotations

from collections.abc import Iterator

from ecs import Side
from game.play.atlas.record import Atlas, Turn
from game.play.atlas.text import verdict
from game.play.great_events import is_capital

CLOSE, ROAD = 4, 12
"""Hexes from a capital within which an army was stopped before it, and within which it is on the road to it."""
MOST_TAKEN = 4
"""Places named that fell in the last turn."""


def headline(atlas: Atlas) -> str:
    """ "Moscow in September", "Stopped before Moscow", "The road to Moscow lies open"; the plain verdict where no great
    city was near."""
    result = atlas.view.result
    if result is None or result.winner is None:
        return _stopped(atlas) or verdict(result)
    taken = _taken(atlas, result.winner)
    if taken is not None:
        name, turn = taken
        return f"{name} in {turn.name.rpartition(' ')[0] or turn.name}"
    if result.winner is Side.SOVIET:
        return _stopped(atlas) or verdict(result)
    before = max(_spared(atlas, ROAD), default=(0, 0, ""))[2]
    return f"The road to {before} lies open" if before else verdict(result)


def sentences(atlas: Atlas) -> Iterator[str]:
    """Why it ended so, and how far an Axis that did not win came; what it cost is in the bill."""
    result, turns = atlas.view.result, atlas.turns
    if result is not None:
        why = result.text.partition(": ")[2] or result.text  # the verdict stands above it
        yield why[0].upper() + why[1:]
        last = turns[-1].taken[result.winner] if result.winner is not None else ()
        if 0 < len(last) <= MOST_TAKEN and not any(name in headline(atlas) for name in last):
            yield f"{' and '.join(part for part in (', '.join(last[:-1]), last[-1]) if part)} fell in {turns[-1].name}."
    if farthest := atlas.farthest:
        yield f"The Axis advance peaked in {farthest.name}."


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
    """Before the capital that the Axis came nearest to; of two the one that counts for more."""
    near = max(_spared(atlas, CLOSE), key=lambda found: (found[1], found[0], found[2]), default=None)
    return f"Stopped before {near[2]}" if near is not None else ""


def _spared(atlas: Atlas, within: int) -> Iterator[tuple[int, int, str]]:
    """The Soviet capitals that the Axis never took and came so near to: points, hexes from it below 0, and name."""
    board = atlas.view.board
    worth = {line.name: line.points for line in atlas.view.score}
    ever = {index for turn in atlas.turns for index, holder in enumerate(turn.control) if holder is Side.AXIS}
    for name, index in _capitals(atlas).items():
        if board.hexes[index].owner != Side.AXIS.value and index not in ever and ever:
            near = min(board.distance(index, other) for other in ever)
            if near <= within:
                yield worth.get(name, 0), -near, name
