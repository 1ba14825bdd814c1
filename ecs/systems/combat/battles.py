"""Which battle is fought next, what is seen of it, and how its questions are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs.core.commands import Advance, Command, Done, Resolve, Retreat, TakeHit
from ecs.core.components import Battle
from ecs.core.ruleset import Decision
from ecs.core.view import BattleView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.combat import losses, retreat_and_advance
from ecs.systems.combat.retreat_and_advance import AdvanceChoice
from ecs.systems.sentences import label, named, unknown_hex

# -- which is next ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a game decides of fighting the attacks that are declared, one after another.

    ``map_rule``: where the rulebook speaks of the map.  ``declared``: the hex and the wave of each attack.  ``cannot``:
    why one cannot be fought now.  ``fought``: the game's word for it.
    """

    rule: str
    map_rule: str
    declared: Callable[[World], Iterable[tuple[int, int]]]
    cannot: Callable[[World, int, int], Refusal | None]
    fought: str = "fought"

    def commands(self, w: World) -> list[Command]:
        """The battles that can be fought now."""
        return [Resolve(label(w, i), wave) for i, wave in self.declared(w) if self.cannot(w, i, wave) is None]

    def may_end(self, w: World) -> Refusal | None:
        """What still stands in the way of ending the phase of battles."""
        for index, wave in self.declared(w):
            if self.cannot(w, index, wave) is None:
                words = f"The attack on {named(w, index)} has still to be {self.fought}."
                return Refusal("unresolved", words, self.rule)
        return None

    def judge(self, w: World, command: Resolve) -> Refusal | None:
        """Why a battle may not be fought."""
        refusal = unknown_hex(w, command.hex, self.map_rule)
        return refusal or self.cannot(w, w.board.by_label[command.hex], command.wave)


# -- what is seen -------------------------------------------------------------------------------------------


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(u.id for u in units if u.hex >= 0)


def fighting(w: World, wave: int, shown: Callable[[Unit], bool] = lambda u: True) -> BattleView:
    """The battle being fought.  ``shown``: the units that are told of it."""
    ours, theirs = (_ids(filter(shown, units)) for units in (losses.attackers(w), losses.defenders(w)))
    return BattleView(w[Battle].hex, wave, ours, theirs, "fighting", 1, 1)


def declared(index: int, wave: int, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> BattleView:
    """An attack that is declared, and fought by one throw."""
    return BattleView(index, wave, _ids(attackers), _ids(defenders), "declared", 0, 1)


# -- how its questions are answered ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BattleCourse:
    """What a game decides of the course of a battle once the die has fallen.

    ``go_on``: goes on with it until somebody has a choice or it is over; ``finish``: ends it.  ``lose``: takes the loss
    that is asked for off a unit.  ``step``: takes a beaten unit, and whoever goes with it, to a hex.
    """

    go_on: Callable[[World], None]
    finish: Callable[[World], None]
    lose: Callable[[World, Unit], None]
    step: Callable[[World, Unit, int], None]
    advance: AdvanceChoice

    def take_hit(self, w: World, command: TakeHit) -> None:
        """The owner has chosen who takes the next loss."""
        w.answered(losses.QUESTION)
        self.lose(w, w.by_id[command.unit])
        self.go_on(w)

    def fall_back(self, w: World, command: Retreat) -> None:
        """The unit goes to the hex chosen."""
        w.answered(retreat_and_advance.RETREAT)
        self.step(w, w.by_id[command.unit], w.board.by_label[command.hex])
        self.go_on(w)

    def go_forward(self, w: World, command: Advance) -> None:
        """An attacker advances; the question stays open while others can."""
        self.advance.advance(w, command)
        if not self.advance.commands(w):
            w.answered(retreat_and_advance.ADVANCE)
            self.finish(w)


def cannot_close(w: World, questions: Mapping[str, Decision], rule: str) -> Refusal | None:
    """Why the open question is not answered with no, or with enough: it has to be decided, or there is none.

    :param rule: of battles.
    """
    (asked,) = w.decisions.stack[-1:] or ("",)
    if asked not in questions:
        return Refusal("nothing-open", "There is no open decision to close.", rule)
    if Done() in questions[asked].commands(w):
        return None
    return Refusal("must-choose", "This has to be decided before play goes on.", questions[asked].view(w).rule)
