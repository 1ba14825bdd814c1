"""The units in each hex, and stacking limits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import chain, zip_longest
from operator import add
from typing import NamedTuple

from ecs.core.components import Place, Side
from ecs.core.remembered_answers import of_each_counter, remembered, the_same
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import named


@remembered(Place)
def stacks(w: World) -> dict[int, list[Unit]]:
    """Board index -> the units in that hex, by entity."""
    found: dict[int, list[Unit]] = {}
    for unit in w.units:
        if unit.place.hex >= 0:
            found.setdefault(unit.place.hex, []).append(unit)
    return found


def units_at(w: World, hex_index: int) -> list[Unit]:
    """The units in a hex, by entity; empty if there are none."""
    return stacks(w).get(hex_index, [])


def side_at(w: World, hex_index: int) -> Side | None:
    """The side whose units stand in a hex; None if it is empty."""
    found = stacks(w).get(hex_index)
    return found[0].type.side if found else None


def on_map(w: World, side: Side) -> list[Unit]:
    """A side's units on the map, by entity."""
    return [*_on_map(w, side)]


@remembered(Place)
def _on_map(w: World, side: Side) -> list[Unit]:
    return [u for u in w.units if u.place.hex >= 0 and u.type.side is side]


def in_box(w: World, box: str) -> list[Unit]:
    """The units in a box, by entity."""
    return [*boxes(w).get(box, ())]


@remembered(Place)
def boxes(w: World) -> dict[str, list[Unit]]:
    """Box -> the units in it, by entity; "" for those on the map."""
    found: dict[str, list[Unit]] = {}
    for unit in w.units:
        found.setdefault(unit.place.box, []).append(unit)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Armies:
    """Which side's armies stand where.

    ``fights``: is a unit one of those that make an army?  ``bars``: does it keep out enemies that could drive others
    out?  ``depends``: the kinds of mark the first depends on; ``besides``: those the second depends on as well.
    """

    fights: Callable[[Unit], bool]
    bars: Callable[[Unit], bool]
    depends: tuple[type, ...]
    besides: tuple[type, ...] = ()

    @remembered("depends")
    def by_hex(self, w: World) -> dict[int, Side]:
        """Board index -> the side whose combat units stand there."""
        return {i: u.type.side for i, stack in stacks(w).items() for u in stack if self.fights(u)}

    @remembered("depends")
    def contact(self, w: World, side: Side) -> bytes:
        """For every hex, 1 if an army of a side stands next to it."""
        near, out = w.board.neighbours, bytearray(len(w.board.hexes))
        for i, owner in self.by_hex(w).items():
            if owner is side:
                for j in near[i]:
                    out[j] = 1
        return bytes(out)

    def side_at(self, w: World, index: int) -> Side | None:
        """The side with combat units in a hex; None if there are none."""
        return self.by_hex(w).get(index)

    def fighters_at(self, w: World, index: int) -> list[Unit]:
        """The combat units in a hex, by entity."""
        return [u for u in units_at(w, index) if self.fights(u)]

    @remembered("depends", "besides")
    def foes(self, w: World, side: Side, storms: bool = True) -> bytes:
        """For every hex, 1 if the other side keeps a mover out: with units that bar the way, or, if he could not drive
        others out, with anything."""
        out = bytearray(len(w.board.hexes))
        for i, stack in stacks(w).items():
            for unit in stack:
                if unit.type.side is not side and (not storms or self.bars(unit)):
                    out[i] = 1
                    break
        return bytes(out)


# -- How many may stand in a hex, and where there is no room left. ---------------------------------------------------

NOWHERE: frozenset[int] = frozenset()
NO_LIMIT = 99
Limits = tuple[tuple[int, str], ...]
"""The most of each number that counts of a stack, and what is wrong with more."""


class StackCount(NamedTuple):
    """What counts in a stack: numbers in the order of the game's limits, and nations choosy about company."""

    numbers: tuple[int, ...] = ()
    nations: frozenset[str] = frozenset()

    def __add__(self, other: StackCount) -> StackCount:  # type: ignore[override]
        """Both stacks in one hex."""
        numbers = tuple(map(sum, zip_longest(self.numbers, other.numbers, fillvalue=0)))
        return StackCount(numbers, self.nations | other.nations)


@dataclass(frozen=True, slots=True, eq=False)
class StackLimits:
    """A game's rules on stacking.

    ``counts``: what a unit adds to a stack.  ``is_free``: may a unit stand anywhere?  ``is_special``: has a hex limits
    of its own?  ``limits``: those on special ground or not; ``strangers``: why nations do not stand together: a
    sentence, or "".  ``depends``: the kinds of mark the counts depend on.
    """

    rule: str
    depends: tuple[type, ...]
    counts: Callable[[Unit], StackCount]
    is_free: Callable[[Unit], bool]
    limits: Callable[[World, bool], Limits]
    strangers: Callable[[World, frozenset[str]], str]
    is_special: Callable[[World, int], bool] = lambda w, index: False

    def fault(self, w: World, found: StackCount, special: bool = False) -> str:
        """What is wrong with a stack, on special ground or not: a sentence, or "" if it may stand."""
        for number, (most, words) in zip(found.numbers, self.limits(w, special), strict=False):
            if number > most:
                return words
        return self.strangers(w, found.nations)

    def excess(self, w: World, units: Iterable[Unit], index: int) -> str:
        """What is wrong with a stack of one side's units in a hex: a sentence, or "" if it may stand."""
        return self.fault(w, self.together(units), self.is_special(w, index))

    def over(self, w: World, index: int) -> str:
        """What is wrong with the stack now in a hex; "" if nothing."""
        return self.excess(w, units_at(w, index), index) if index in stacks(w) else ""

    def no_room(self, w: World, unit: Unit, index: int) -> Refusal | None:
        """Why a unit cannot end its move in a hex; None if there is room."""
        words = ""
        if index in stacks(w):
            others = [u for u in units_at(w, index) if u is not unit and u.type.side is unit.type.side]
            words = self.excess(w, [*others, unit], index)
        return Refusal("overstacked", f"{named(w, index)} is full: {words}.", self.rule) if words else None

    def full_hexes(self, w: World, unit: Unit) -> frozenset[int]:
        """Own hexes with no room for one more unit of this kind; the same object as long as they are the same."""
        if self.is_free(unit):
            return NOWHERE
        return self._full(w, unit.type.side, self.counts(unit))

    @remembered("depends")
    def _full(self, w: World, side: Side, more: StackCount) -> frozenset[int]:
        alike = self.alike(w, side).items()
        full = [hexes for (crowd, special), hexes in alike if self.fault(w, crowd + more, special)]
        return the_same(w, frozenset(chain.from_iterable(full)))

    def full_for(self, w: World, unit: Unit) -> frozenset[int]:
        """Own hexes, but the one it stands in, with no room for one more unit of this kind."""
        return self.full_hexes(w, unit) - {unit.hex}

    def with_room(self, w: World, unit: Unit, hexes: Iterable[int], shut: Collection[int] = NOWHERE) -> list[int]:
        """Of some hexes, in their order, those with room for the unit; ``shut``: not these."""
        full = self.full_for(w, unit)
        return [i for i in hexes if i not in full and i not in shut]

    @remembered("depends")
    def alike(self, w: World, side: Side) -> dict[tuple[StackCount, bool], list[int]]:
        """(What counts in a side's stack, whether on special ground) -> the hexes with such a stack."""
        found: dict[tuple[StackCount, bool], list[int]] = {}
        for i, (owner, crowd) in self.crowds(w).items():
            if owner is side:
                found.setdefault((crowd, self.is_special(w, i)), []).append(i)
        return found

    @remembered("depends")
    def crowds(self, w: World) -> dict[int, tuple[Side, StackCount]]:
        """Board index -> whose stack stands there, and what counts in it."""
        found: dict[int, StackCount] = {}
        for unit, count in zip(w.units, _counts(w, w.units, self), strict=True):
            index = unit.place.hex
            if index >= 0:
                found[index] = found[index] + count if index in found else count
        return {i: (stack[0].type.side, found[i]) for i, stack in stacks(w).items()}

    def together(self, units: Iterable[Unit]) -> StackCount:
        """What counts of all these units put in one hex."""
        return reduce(add, map(self.counts, units), StackCount())


@of_each_counter
def _counts(w: World, unit: Unit, limits: StackLimits) -> StackCount:
    return limits.counts(unit)


FREE = StackLimits("", (), lambda unit: StackCount(), lambda unit: True, lambda w, _: (), lambda w, _: "")
"""Any number may stand in a hex."""
