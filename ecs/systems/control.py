"""Who controls a hex, and what happens when it changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs.core.components import Ground, MapMarker, Side
from ecs.core.entities import Entity
from ecs.core.events import Captured
from ecs.core.remembered_answers import remembered
from ecs.core.world import World
from ecs.systems.sentences import label
from ecs.systems.victory import tell_score


def holder(w: World, index: int) -> Side | None:
    """The side that controls a hex."""
    side: Side | None = w.ground[index].control
    return side


@dataclass(frozen=True, slots=True, eq=False)
class Prizes:
    """A game's rules on places that count.  ``hexes``: where they are; ``worth``: what one counts for."""

    hexes: Callable[[World], tuple[int, ...]]
    worth: Callable[[World, int], int]

    @remembered(Ground)
    def held(self, w: World, side: Side) -> int:
        """What a side controls, in supply or not."""
        return sum(self.worth(w, i) for i in self.hexes(w) if w.ground[i].control is side)

    def standing(self, w: World) -> dict[Side, int]:
        """What each side controls."""
        return {side: self.held(w, side) for side in (Side.AXIS, Side.SOVIET)}


def _nothing_more(w: World, index: int, side: Side) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ControlRules:
    """A game's rules on hexes that change hands."""

    rule: str
    is_told: Callable[[World, int], bool]
    """Does the log speak of a hex?"""
    worth: Callable[[World, int], int]
    """What a hex counts for, in points or places; 0 for mere ground."""
    score: Callable[[World], Mapping[Side, int]]
    """What counts for the sides, asked where worth changes hands."""
    falls: Callable[[World, int, Side], None] = _nothing_more
    """What is lost or won with a hex, before the log says so."""
    follows: Callable[[World, int, Side], None] = _nothing_more
    """The same, after the log says so."""
    counts: Callable[[World, int], bool] = lambda w, index: False
    """Does mere ground count too, as part of a whole?"""


def take(w: World, index: int, side: Side) -> None:
    """Give a side control of a hex, with all the consequences."""
    if w.ground[index].control is side:
        return
    rules: ControlRules = w.rulebook.control
    worth = rules.worth(w, index)
    counts = worth or rules.counts(w, index)
    before = rules.score(w) if counts else {}
    hand_over(w, index, side)
    rules.falls(w, index, side)
    if rules.is_told(w, index):
        spot = label(w, index)
        w.emit(Captured(where=(spot,), rule=rules.rule, hex=spot, side=side, worth=worth))
    if counts:
        tell_score(w, before, rules.score(w))
    rules.follows(w, index, side)


def hand_over(w: World, index: int, side: Side | None) -> None:
    """Write down who controls a hex, and nothing that follows from it."""
    w.mark(Ground, w.hexes[index], control=side)


# -- Where markers lie, and how one is laid on a hex or taken up. ----------------------------------------------------

OFF_MAP = -1


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """All markers of a kind: made at set-up, at most one to a hex.  ``kind``: what is marked on them."""

    kind: type[MapMarker]

    def make(self, w: World, number: int) -> None:
        """Make this many markers, all off the map; only at set-up."""
        for _ in range(number):
            w.create(self.kind())

    @remembered("kind")
    def hexes(self, w: World) -> tuple[int, ...]:
        """The hexes they lie on, by index."""
        return tuple(sorted(m.hex for _, m in w.each_entity(self.kind) if m.hex >= 0))

    def at(self, w: World, index: int) -> Entity | None:
        """The marker on a hex."""
        return next((marker for marker, mark in w.each_entity(self.kind) if mark.hex == index), None)

    def lay(self, w: World, index: int) -> Entity:
        """The marker on a hex; if it has none, the first one off the map is laid there."""
        entity = self.at(w, index)
        if entity is None:
            entity = self.at(w, OFF_MAP)
            assert entity is not None, f"no {self.kind.__name__} is left for {w.board.hexes[index].label}"
            w.mark(self.kind, entity, hex=index)
        return entity

    def lift(self, w: World, hexes: Iterable[int]) -> None:
        """Take up the markers on some hexes, clean of all marks."""
        for index in hexes:
            entity = self.at(w, index)
            if entity is not None:
                w.reset(self.kind, entity)
