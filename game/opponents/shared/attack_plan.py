"""The attacks of a phase, chosen one by one: take the best, rework those it upsets, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

Team = tuple[tuple[str, int], ...]
"""Units, and the hexes they attack from."""


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """A planned attack: on which hex, by which units from where, with which aircraft, and its value in factors.

    ``cleared``: the chance that the hex is emptied; ``odds``: as the table has them; ``closed``: none there has a way
    out.
    """

    target: int
    team: Team
    value: float
    air: tuple[str, ...] = ()
    cleared: float = 0.0
    odds: str = ""
    closed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The units in it."""
        return tuple(name for name, _ in self.team)

    @property
    def bases(self) -> frozenset[int]:
        """Hexes the attack is made from."""
        return frozenset(base for _, base in self.team)

    def shares_units(self, other: PlannedAttack) -> bool:
        """Do two attacks share a unit?"""
        return not set(self.names).isdisjoint(other.names)


A = TypeVar("A", bound=PlannedAttack)


def best_first(
    found: dict[int, A | None],
    build: Callable[[int], A | None],
    is_upset: Callable[[A, A], bool],
    rank: Callable[[A], float] = lambda attack: attack.value,
    least: float = float("-inf"),
) -> Iterator[A]:
    """The attacks to make, one after another; account for each before asking for the next.

    :param found: by target, the best attack as things are; ``build``: works out the best attack on a target.
    :param is_upset: whether the first attack is another one once the second is made.
    :param least: what an attack must be worth.
    """
    while True:
        good = [attack for attack in found.values() if attack is not None and attack.value >= least]
        if not good:
            return
        best = max(good, key=lambda attack: (rank(attack), -attack.target))
        del found[best.target]
        yield best
        for target, other in sorted(found.items()):
            if other is not None and is_upset(other, best):
                found[target] = build(target)
