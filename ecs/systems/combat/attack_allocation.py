"""Sharing out attackers so that every duty is met: the best that a short search finds.

It knows no game: a game says who may attack what, what must be attacked, and what an attack is worth.  Every figure is
exact and every tie is settled by number, so that the same position always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

Team = tuple[int, ...]
Worth = Callable[[int, Team], Fraction]
ROUNDS = 6


def allocate_attacks(
    options: Mapping[int, Sequence[int]], given: Mapping[int, Sequence[int]], owed: Collection[int], worth: Worth
) -> dict[int, int]:
    """A target for each unit: first as many owed targets as possible, then the largest sum of worth.

    :param options: unit -> targets it may attack, one at least.
    :param given: target -> units that attack it already; they stay.
    :param owed: targets that must be attacked, if any unit can.
    :param worth: what an attack by a team is worth; asked once for each team that is tried.
    """
    return _Search(options, given, owed, worth).run()


class _Search:
    def __init__(
        self,
        options: Mapping[int, Sequence[int]],
        given: Mapping[int, Sequence[int]],
        owed: Collection[int],
        worth: Worth,
    ) -> None:
        self._options = {unit: tuple(sorted(targets)) for unit, targets in sorted(options.items())}
        self._given = {target: tuple(units) for target, units in given.items()}
        self._owed, self._worth = frozenset(owed), worth
        self._known: dict[tuple[int, Team], Fraction] = {}
        self._choice: dict[int, int] = {}

    def run(self) -> dict[int, int]:
        for target in sorted(self._owed - self._given.keys()):
            self._cover(target, set())
        for unit in sorted(self._options, key=lambda u: (len(self._options[u]), u)):
            if unit not in self._choice:
                self._choice[unit] = self._best_for(unit)
        for _ in range(ROUNDS):
            changes = [self._try(units, ends) for units, ends in self._changes()]
            if not any(changes):
                break
        return dict(sorted(self._choice.items()))

    def _cover(self, target: int, seen: set[int]) -> bool:
        """Find an attacker for a target, even if others must change places (augmenting paths)."""
        for unit, targets in self._options.items():
            if target not in targets or unit in seen:
                continue
            seen.add(unit)
            own = self._choice.get(unit)
            if own is None or self._cover(own, seen):
                self._choice[unit] = target
                return True
        return False

    def _best_for(self, unit: int) -> int:
        def gain(target: int) -> Fraction:
            team = self._team(target)
            return self._value(target, (*team, unit)) - self._value(target, team)

        return max(self._options[unit], key=lambda target: (gain(target), -target))

    def _team(self, target: int) -> Team:
        return (*self._given.get(target, ()), *(u for u, t in self._choice.items() if t == target))

    def _value(self, target: int, team: Team) -> Fraction:
        if not team:
            return Fraction(0)
        key = target, tuple(sorted(team))
        if key not in self._known:
            self._known[key] = self._worth(*key)
        return self._known[key]

    def _changes(self) -> Iterator[tuple[Team, Team]]:
        """One unit goes elsewhere, or two go together or change places."""
        for unit, targets in self._options.items():
            for target in targets:
                yield (unit,), (target,)
        free = [unit for unit, targets in self._options.items() if len(targets) > 1]
        for one, two in combinations(free, 2):
            shared = [t for t in self._options[one] if t in self._options[two]]
            if len(shared) > 1:
                for target in shared:
                    yield (one, two), (target, target)
                yield (one, two), (self._choice[two], self._choice[one])

    def _try(self, units: Team, ends: Team) -> bool:
        """Make a change if it is legal and pays; return whether it was made."""
        old = tuple(self._choice[unit] for unit in units)
        if old == ends or any(end not in self._options[unit] for unit, end in zip(units, ends, strict=True)):
            return False
        touched = sorted({*old, *ends})
        before, bare = self._sum(touched), self._bare(touched)
        self._choice.update(zip(units, ends, strict=True))
        if self._bare(touched) <= bare and self._sum(touched) > before:
            return True
        self._choice.update(zip(units, old, strict=True))
        return False

    def _sum(self, targets: Sequence[int]) -> Fraction:
        return sum((self._value(target, self._team(target)) for target in targets), Fraction(0))

    def _bare(self, targets: Sequence[int]) -> int:
        """Owed targets that no unit attacks."""
        return sum(1 for target in targets if target in self._owed and not self._team(target))
