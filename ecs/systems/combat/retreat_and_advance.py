"""Beaten units retreat one by one, hex by hex; then attackers advance.

``RetreatUnderway.fleeing`` are still to go; the first of them is on its way along its ``trail`` and has gone ``paces``
hexes.  ``AdvanceUnderway.ahead`` are those who have advanced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ecs.core.commands import Advance, Command, Done, Retreat
from ecs.core.components import AdvanceUnderway, RetreatUnderway
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.combat.losses import attacking_side
from ecs.systems.combat.rules import AdvanceRules, Path, RetreatRules, question
from ecs.systems.rulebook import rulebook
from ecs.systems.sentences import called, label

V = TypeVar("V", int, tuple[bool, ...])

# -- Where a retreat may lead. ---------------------------------------------------------------------------------------

RETREAT = "retreat"
ROOM, CROWDED, STUCK = 0, 1, 2


@dataclass(frozen=True, slots=True)
class RetreatSearch:
    """How good the end of a retreat can be.

    ``exits``: the hexes open to the next pace of a retreat along a trail, from attackers who stand at some hexes;
    ``full``: hexes without room for a unit.  ``paces``: the fewest and the most hexes it goes.
    """

    exits: Callable[[World, Unit, Path, Sequence[int]], Sequence[int]]
    full: Callable[[World, Unit], frozenset[int]]

    def worth(self, w: World, unit: Unit, trail: Path, foes: Sequence[int], paces: tuple[int, int]) -> int:
        """How good the end of a retreat along this trail can be: with room, without, too short."""
        full, far = trail[-1] in self.full(w, unit), len(trail)
        if far > paces[1]:
            return CROWDED if full else ROOM
        if far > paces[0] and not full:
            return ROOM
        onward = self.ranked(w, unit, trail, foes, paces).values()
        return min(onward, default=CROWDED if far > paces[0] else STUCK)

    def ranked(self, w: World, unit: Unit, trail: Path, foes: Sequence[int], paces: tuple[int, int]) -> dict[int, int]:
        """The hexes open to the next pace, each with the best end of a retreat through it."""
        return {j: self.worth(w, unit, (*trail, j), foes, paces) for j in self.exits(w, unit, trail, foes)}


def lowest(ranks: Mapping[int, V]) -> list[int]:
    """The hexes of the lowest rank found."""
    least = min(ranks.values(), default=None)
    return [j for j, rank in ranks.items() if rank == least]


# -- The retreat. ----------------------------------------------------------------------------------------------------


def _retreat(w: World) -> RetreatRules:
    found = rulebook(w).combat.retreat
    assert found is not None
    return found


def begin(w: World, units: Iterable[Unit]) -> None:
    """Have these units retreat, one after another."""
    w.mark(RetreatUnderway, w.table, fleeing=tuple(u.entity for u in units), trail=(), paces=0)


def going(w: World) -> Unit:
    """The unit whose turn it is."""
    return next(u for e in w[RetreatUnderway].fleeing if (u := w.by_entity[e]).hex >= 0)


def paced(w: World, index: int) -> None:
    """Note that the retreating unit has gone one hex further."""
    w.mark(RetreatUnderway, w.table, paces=w[RetreatUnderway].paces + 1, trail=(*w[RetreatUnderway].trail, index))


def next_unit(w: World) -> None:
    """The retreat of a unit is over; the next one's turn comes."""
    w.mark(RetreatUnderway, w.table, fleeing=w[RetreatUnderway].fleeing[1:], trail=(), paces=0)


def flee(w: World) -> bool:
    """Continue the retreat; True if a hex must be chosen now."""
    while w[RetreatUnderway].fleeing:
        unit = w.by_entity[w[RetreatUnderway].fleeing[0]]
        if unit.hex < 0:
            next_unit(w)
        elif pace(w, unit):
            return True
    return False


def pace(w: World, unit: Unit) -> bool:
    """The next pace of a unit, or the end of its way; True if a hex must be chosen now."""
    rules = _retreat(w)
    if not w[RetreatUnderway].trail:
        w.mark(RetreatUnderway, w.table, trail=(unit.hex,))
    ways = rules.open_ways(w, unit)
    if not ways:
        rules.end(w, unit)
        if not rules.together:
            next_unit(w)
    elif len(ways) > 1 or rules.may_stop(w, unit):
        w.ask(RETREAT)
        return True
    else:
        rules.step(w, unit, ways[0])
    return False


def _retreats(w: World) -> list[Command]:
    unit, rules = going(w), _retreat(w)
    ways: list[Command] = [Retreat(unit.id, label(w, j)) for j in rules.open_ways(w, unit)]
    return [*ways, Done()] if rules.may_stop(w, unit) else ways


RETREAT_DECISION = question(
    RETREAT,
    lambda w: _retreat(w).side(w),
    _retreats,
    lambda w: f"{_retreat(w).asked(w, going(w))}?",
    lambda w: _retreat(w).rule,
    where=lambda w: going(w).hex,
    count=lambda w: w[RetreatUnderway].paces + 1,
)


def fall_back(w: World, command: Retreat) -> None:
    """Retreat the unit to the hex chosen."""
    w.answered(RETREAT)
    _retreat(w).step(w, w.by_id[command.unit], w.board.by_label[command.hex])


def stop(w: World) -> None:
    """The unit stays where it has got to."""
    _retreat(w).stop(w, going(w))
    next_unit(w)


def judge_retreat(w: World, command: Retreat) -> Refusal | None:
    """Why a unit cannot retreat there."""
    unit, there, rules = w.unit(command.unit), w.board.by_label.get(command.hex), _retreat(w)
    if w.decisions.stack[-1:] != (RETREAT,) or unit is None or there is None:
        return Refusal("no-retreat-now", rules.not_now, rules.rule)
    if unit is not going(w):
        if rules.misnamed is not None:
            return rules.misnamed(w, unit, there)
        words = f"Units retreat one at a time. {going(w).type.long_name} is next."
        return Refusal("one-by-one", words, rules.rule)
    return None if there in rules.open_ways(w, unit) else rules.closed(w, unit, there)


# -- The advance. ----------------------------------------------------------------------------------------------------

ADVANCE = "advance"


def _advance(w: World) -> AdvanceRules:
    return rulebook(w).combat.advance


def candidates(w: World) -> list[Unit]:
    """The attackers that may advance and have not."""
    return [u for u in _advance(w).able(w) if u.entity not in w[AdvanceUnderway].ahead]


def advances(w: World) -> list[Command]:
    """Every advance open to the attackers; while one is due, those that fulfil it."""
    rules = _advance(w)
    due = rules.due(w)
    return [
        Advance(u.id, label(w, j))
        for u in candidates(w)
        for j, path in rules.paths(w, u).items()
        if not due or rules.takes_it(w, path)
    ]


def choices(w: World) -> list[Command]:
    """The advances, and an end to them unless one is due."""
    return advances(w) if _advance(w).due(w) else [*advances(w), Done()]


def press_on(w: World) -> bool:
    """Make the advances that leave no choice; True if the attacker must choose now."""
    while (found := choices(w)) != [Done()]:
        if len(found) > 1:
            w.ask(ADVANCE)
            return True
        (only,) = found
        assert isinstance(only, Advance)
        advance(w, only)
    return False


def advance(w: World, command: Advance) -> None:
    """The unit advances."""
    unit = w.by_id[command.unit]
    path = _advance(w).paths(w, unit)[w.board.by_label[command.hex]]
    w.mark(AdvanceUnderway, w.table, ahead=(*w[AdvanceUnderway].ahead, unit.entity))
    _advance(w).go(w, unit, path)


ADVANCE_DECISION = question(
    ADVANCE, attacking_side, choices, lambda w: f"{_advance(w).asked(w)}?", lambda w: _advance(w).rule
)


def judge_advance(w: World, command: Advance) -> Refusal | None:
    """Why a unit cannot advance there."""
    rules = _advance(w)
    if w.decisions.stack[-1:] != (ADVANCE,):
        return Refusal("no-advance-now", rules.not_now, rules.rule)
    unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
    if unit is None or unit not in candidates(w):
        return Refusal("not-an-attacker", f"{called(w, command.unit)} is {rules.not_able}.", rules.rule)
    path = rules.paths(w, unit).get(-1 if there is None else there)
    if path is None:
        return Refusal("advance-where", rules.elsewhere, rules.rule)
    return still_due(w) if not rules.takes_it(w, path) else None


def still_due(w: World) -> Refusal | None:
    """Why the attackers can neither stop nor go elsewhere yet."""
    rules = _advance(w)
    return Refusal("advance-due", rules.due_words(w), rules.rule) if rules.due(w) else None
