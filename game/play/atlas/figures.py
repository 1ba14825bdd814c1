"""The figures of an atlas: what stands in its tables and is drawn as its curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs import Side
from game.play.atlas.luck import luck_of
from game.play.atlas.record import Atlas, Battle, Turn
from game.play.atlas.words import luck_in_words

Course = tuple[str, Mapping[Side, Sequence[float]]]
"""A title, and for either side a value a turn."""


def figure_rows(atlas: Atlas) -> list[tuple[str, ...]]:
    """What is counted, for the Axis and for the Soviets."""
    turns, last = atlas.turns, atlas.turns[-1]
    return [
        ("Points that count", *(str(last.points[s]) for s in Side)),
        ("Hexes held", *(str(sum(holder is s for holder in last.control)) for s in Side)),
        ("Hexes held at the start", *(str(sum(holder is s for holder in atlas.before)) for s in Side)),
        ("Attacks that came to the dice", *(str(sum(b.side is s for b in atlas.battles)) for s in Side)),
        ("Units lost", *(str(sum(t.dead[s] for t in turns)) for s in Side)),
        ("Factors lost, steps among them", *(str(sum(t.factors[s] for t in turns)) for s in Side)),
    ]


def courses(turns: Sequence[Turn]) -> tuple[Course, ...]:
    """What can be drawn turn by turn: points, strength, losses."""
    gone: dict[Side, list[float]] = {side: [] for side in Side}
    for side, sums in gone.items():
        for turn in turns:
            sums.append((sums[-1] if sums else 0) + turn.factors[side])
    strength = {side: [float(sum(s.factors for s in t.stacks if s.side is side)) for t in turns] for side in Side}
    points = {side: [float(t.points[side]) for t in turns] for side in Side}
    return ("Points", points), ("Attack factors on the map", strength), ("Factors lost so far", gone)


def luck_rows(atlas: Atlas) -> tuple[str, list[tuple[str, ...]]]:
    """A sentence about the dice, and a row a side: own throws, their mean place, games that are unluckier."""
    said, rows = "", list[tuple[str, ...]]()
    for side in Side:
        luck = luck_of(atlas.throws_for(side))
        own = sum(thrower is side for thrower, _ in atlas.throws)
        said = said or luck_in_words(side, luck)
        rows.append((str(side), str(own), f"{float(luck.place):.1%}", f"{luck.unluckier:.1%}"))
    return said, rows


def costliest(battles: Sequence[Battle], most: int) -> list[Battle]:
    """The battles that cost most factors, in the order of their turns."""
    found = sorted(battles, key=lambda b: (-(b.lost + b.killed), b.turn))[:most]
    return sorted((b for b in found if b.lost + b.killed), key=lambda b: b.turn)
