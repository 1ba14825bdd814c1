"""What a throw of the die brings on the whole, counted once for all attacks that are alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ecs.core.known_facts import DieFace, ResultEffects, SideEffect

SURRENDER = DieFace(0, ResultEffects("", SideEffect(all=True)), "", "")  # below the table: no die is thrown


class Stakes(NamedTuple):
    """All of an attack that the worth of a result depends on.

    Steps and factors of the defenders and of the attackers; ``cheap``: factors that go with the attackers' first step;
    ``trapped``: the defenders have no way out.
    """

    steps: int
    factors: float
    own_steps: int
    own: float
    cheap: float
    trapped: bool


class Average(NamedTuple):
    """What a throw brings on the whole: chance of an empty hex, factors killed and lost, hexes of advance."""

    cleared: float
    killed: float
    lost: float
    hexes: float


class DieResults:
    """The results of the faces of a die, at some odds with some modifier."""

    def __init__(self, faces: Sequence[DieFace]) -> None:
        self._faces = tuple(faces) or (SURRENDER,)
        self._known: dict[Stakes, Average] = {}

    def average(self, stakes: Stakes) -> Average:
        """What they bring in an attack."""
        found = self._known.get(stakes)
        if found is None:
            found = self._known[stakes] = self._count(*stakes)
        return found

    def _count(self, steps: int, factors: float, own_steps: int, own: float, cheap: float, trapped: bool) -> Average:
        cleared = killed = lost = hexes = 0.0
        for face in self._faces:
            limit = min(steps, own_steps) if face.even else steps + own_steps
            dead = steps_lost(face.defenders, steps, limit)
            own_dead = steps_lost(face.attackers, own_steps, limit)
            back = face.defenders.retreat[1] > 0
            if back and trapped:
                dead = steps
            killed += factors * min(1.0, dead / steps)
            lost += own if own_dead >= own_steps else cheap * own_dead
            if dead >= steps or back:
                cleared += 1
            hexes += face.advance
        n = len(self._faces)
        return Average(cleared / n, killed / n, lost / n, hexes / n)


def steps_lost(effect: SideEffect, steps: int, limit: int) -> int:
    """Steps a result costs a side that has so many; no more than a limit but for those that end them all."""
    return steps if effect.all else min(effect.lost, steps, limit)
