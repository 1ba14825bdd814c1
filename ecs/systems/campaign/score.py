"""Points as they change hands, told for charts."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Side
from ecs.core.events import ScoreChanged
from ecs.core.world import World


def tell_score(w: World, before: Mapping[Side, int], now: Mapping[Side, int]) -> None:
    """Tell, without a line in the log, which sides have other points than before."""
    for side, points in now.items():
        if points != before[side]:
            w.emit(ScoreChanged(side=side, before=before[side], now=points))
