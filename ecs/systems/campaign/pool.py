"""Counters that wait in a box to be raised or placed: of those just alike only the first is offered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.ground.stacking import in_box


@dataclass(frozen=True, slots=True)
class Alike:
    """What a game decides of counters just alike.

    ``likeness``: what makes them alike; ``depends``: the kinds of marks it is read from.  ``goes``: what the first of
    them does before the others, in words.
    """

    likeness: Callable[[World, Unit], Hashable]
    depends: tuple[type, ...]
    goes: str

    def firsts(self, w: World, box: str) -> Mapping[Hashable, Unit]:
        """Of the counters in a box the first of each likeness, by entity."""

        def make() -> dict[Hashable, Unit]:
            found: dict[Hashable, Unit] = {}
            for other in in_box(w, box):
                found.setdefault(self.likeness(w, other), other)
            return found

        return w.lasting(("alike", self.likeness, box), self.depends, make)

    def not_first(self, w: World, unit: Unit, rule: str) -> Refusal | None:
        """Why a unit has to wait for one just like it."""
        first = self.firsts(w, unit.place.box)[self.likeness(w, unit)]
        if first is unit:
            return None
        return Refusal("alike", f"{first.type.name} is just like {unit.type.name} and {self.goes} first.", rule)
