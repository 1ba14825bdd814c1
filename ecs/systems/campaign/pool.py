"""Counters that wait to be raised or placed: of those just alike only the first is offered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from ecs.core.world import Unit

K = TypeVar("K", bound=Hashable)


def first_of_each(units: Iterable[Unit], likeness: Callable[[Unit], K]) -> dict[K, Unit]:
    """Of units just alike, the first; by what makes them alike, in their order."""
    found: dict[K, Unit] = {}
    for unit in units:
        found.setdefault(likeness(unit), unit)
    return found
