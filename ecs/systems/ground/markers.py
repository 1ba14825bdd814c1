"""Where markers lie, and how one is laid on a hex or taken up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ecs.core.components import MapMarker
from ecs.core.entities import Entity
from ecs.core.world import World

OFF_MAP = -1


@dataclass(frozen=True, slots=True)
class Markers:
    """All markers of a kind: made at set-up, at most one to a hex.  ``kind``: what is marked on them."""

    kind: type[MapMarker]

    def make(self, w: World, number: int) -> None:
        """Make so many, none of them on the map; only at set-up."""
        for _ in range(number):
            w.create(self.kind())

    def hexes(self, w: World) -> tuple[int, ...]:
        """Where they lie, by index."""
        return w.lasting(
            ("markers", self.kind), (self.kind,), lambda: tuple(sorted(m.hex for m in w.all(self.kind) if m.hex >= 0))
        )

    def at(self, w: World, index: int) -> Entity | None:
        """The marker on a hex."""
        marks = zip(w.marked(self.kind), w.all(self.kind), strict=True)
        return next((Entity(entity) for entity, mark in marks if mark.hex == index), None)

    def lay(self, w: World, index: int) -> Entity:
        """The marker on a hex: if there is none yet, the first off the map is laid there."""
        entity = self.at(w, index)
        if entity is None:
            entity = self.at(w, OFF_MAP)
            assert entity is not None, f"no {self.kind.__name__} is left for {w.board.hexes[index].label}"
            w.mark(self.kind, entity, hex=index)
        return entity

    def lift(self, w: World, hexes: Iterable[int]) -> None:
        """Take up those that lie on some hexes, clean of all marks."""
        for index in hexes:
            entity = self.at(w, index)
            if entity is not None:
                w.reset(self.kind, entity)
