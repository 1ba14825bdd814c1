"""Who is sent on which errand.  The best pairs first, each unit sent making the next less needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Protocol, TypeVar

Bid = tuple[float, str, int]
"""What a unit is worth on an errand, the unit, the number of the errand."""
LEAST = 0.5


class Wanting(Protocol):
    """What units are sent to: the factors it takes, and those sent so far."""

    demand: float
    sent: float


E = TypeVar("E", bound=Wanting)


@dataclass(slots=True)
class Errand:
    """Something to take, to hold, or to beat: what it is worth, and how many factors it takes."""

    hex: int
    worth: float
    demand: float
    taking: bool
    sent: float = 0.0


def share_out(
    bids: Iterable[Bid], errands: Sequence[E], crowd: float, brings: Callable[[str, E], float]
) -> dict[str, E]:
    """Unit -> errand; its ``sent`` grows by what each unit brings.

    :param crowd: what a unit more is worth, as a share, on an errand that has as many as it takes.
    """
    pairs = [(-value, name, k, value) for value, name, k in bids]
    heapify(pairs)
    out: dict[str, E] = {}
    while pairs:
        minus, name, k, value = heappop(pairs)
        if name in out:
            continue
        errand = errands[k]
        full = errand.sent / max(errand.demand, LEAST)
        current = value if full < 1 else value * crowd / full
        if current < -minus - 1e-9:
            heappush(pairs, (-current, name, k, value))
            continue
        out[name] = errand
        errand.sent += max(brings(name, errand), LEAST)
    return out
