"""Who won a pair.  Two games of one seed with the same dice, in which two levels exchange their seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ecs import Side
from tests.workshop.tournament.played_game import Order, PlayedGame

Measure = Literal["margin", "result"]
MEASURES: tuple[Measure, ...] = ("margin", "result")


@dataclass(frozen=True, slots=True)
class Match:
    """Who meets whom in which scenario; ``one`` is the level whose strength is told."""

    scenario: str
    one: str
    other: str
    options: tuple[tuple[str, str], ...] = ()

    def orders(self, seed: int) -> tuple[Order, Order]:
        """The two games of a seed: first with ``one`` as the Axis.  The same game twice if a level meets itself."""
        return (
            Order(self.scenario, seed, self.one, self.other, self.options),
            Order(self.scenario, seed, self.other, self.one, self.options),
        )

    def pair(self, seed: int, played: Mapping[Order, PlayedGame]) -> Pair | None:
        """The pair of a seed, None until both its games have been played."""
        first, second = (played.get(order) for order in self.orders(seed))
        return Pair(seed, first, second) if first is not None and second is not None else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Both games of a seed: in the first the level whose strength is told is the Axis, in the second the Soviets."""

    seed: int
    first: PlayedGame
    second: PlayedGame

    @property
    def sound(self) -> bool:
        """Did both games come to their end?"""
        return not (self.first.fault or self.second.fault)

    @property
    def result(self) -> float:
        """The mean of the two results: 1 both won, 0 both lost."""
        return (self.first.result(Side.AXIS) + self.second.result(Side.SOVIET)) / 2

    @property
    def margin(self) -> float:
        """By how much more of the points the level did better than the other in the same seats, from -1 to 1.

        It is antisymmetric: with the levels exchanged it is the negative, and of a level against itself it is 0.
        """
        return (self.first.margin - self.second.margin) / 2

    def points(self, measure: Measure) -> float:
        """What the pair counts for: by result, or 1, a half and 0 by the sign of its margin."""
        if measure == "result":
            return self.result
        return 0.5 if self.margin == 0 else float(self.margin > 0)
