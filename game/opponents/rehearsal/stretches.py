"""The stretches in which a side acts in one go.  Its phases up to those of the enemy are one stretch of orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ecs import Side
from ecs.core.view import PhaseView
from game.opponents.staffs import Family


def stretches(phases: Iterable[PhaseView], family: Family) -> Mapping[str, int]:
    """Id of a phase -> the number of the stretch of the turn it belongs to.

    A single phase of the enemy between two of one's own, in which he recovers or sees what he has won, parts nothing.
    Where chits change the order of the phases the whole turn is one stretch.
    """
    told = list(phases)
    if family == "campaign":
        return {phase.id: 0 for phase in told}
    runs: list[tuple[Side | None, list[str]]] = []
    for phase in told:
        if runs and phase.side in (None, runs[-1][0]):
            runs[-1][1].append(phase.id)
        else:
            runs.append((phase.side, [phase.id]))
    joined = runs[:1]
    for number, (side, ids) in enumerate(runs[1:], 1):
        is_interjected = len(ids) == 1 and number + 1 < len(runs) and runs[number + 1][0] is joined[-1][0]
        if is_interjected or side is joined[-1][0]:
            joined[-1][1].extend(ids)
        else:
            joined.append((side, ids))
    return {name: number for number, (_, ids) in enumerate(joined) for name in ids}
