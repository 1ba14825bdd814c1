"""Which battle is fought next, what is shown of it, and how its questions are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Advance, Command, Done, Resolve, Retreat, TakeHit
from ecs.core.components import Battle
from ecs.core.events import BattleBegan
from ecs.core.ruleset import Handler
from ecs.core.view import BattleView, CalculationLine, Refusal
from ecs.core.world import Unit, World
from ecs.systems.combat import losses, retreat_and_advance
from ecs.systems.rulebook import rulebook
from ecs.systems.sentences import label, named, unknown_hex

# -- which is next ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolution:
    """A game's rules on fighting its declared attacks, one after another.

    ``map_rule``: where the rulebook speaks of the map.  ``declared``: the hex and the wave of each attack.  ``cannot``:
    why one cannot be fought now.
    """

    rule: str
    map_rule: str
    declared: Callable[[World], Iterable[tuple[int, int]]]
    cannot: Callable[[World, int, int], Refusal | None]

    def commands(self, w: World) -> list[Command]:
        """The battles that can be fought now."""
        return [Resolve(label(w, i), wave) for i, wave in self.declared(w) if self.cannot(w, i, wave) is None]

    def may_end(self, w: World) -> Refusal | None:
        """Why the phase of battles cannot end yet."""
        for index, wave in self.declared(w):
            if self.cannot(w, index, wave) is None:
                words = f"Resolve the attack on {named(w, index)} first."
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
    """The battle being fought.  ``shown``: the units shown in it."""
    ours, theirs = (_ids(filter(shown, losses.on_map(w, e))) for e in (w[Battle].attackers, w[Battle].defenders))
    return BattleView(w[Battle].hex, wave, ours, theirs, "fighting", 1, 1)


def declared(index: int, wave: int, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> BattleView:
    """A declared attack, fought with one throw."""
    return BattleView(index, wave, _ids(attackers), _ids(defenders), "declared", 0, 1)


def announce(
    w: World,
    rule: str,
    attackers: Iterable[Unit],
    defenders: Iterable[Unit],
    *,
    hexes: Sequence[int] = (),
    support: Iterable[Unit] = (),
    factors: tuple[int, int] = (0, 0),
    exact: tuple[str, str] = ("", ""),
    shifts: Iterable[CalculationLine] = (),
    odds: str = "",
) -> None:
    """Tell that the battle noted on the table is being fought.

    :param hexes: all that are attacked in it, where the game may attack several at once.
    """
    spot, joined = label(w, w[Battle].hex), tuple(label(w, i) for i in hexes)
    w.emit(
        BattleBegan(
            where=(*(joined or (spot,)), *(label(w, i) for i in sorted({*w[Battle].came_from}))),
            rule=rule,
            hex=spot,
            joined=joined,
            attackers=tuple(u.id for u in attackers),
            defenders=tuple(u.id for u in defenders),
            support=tuple(u.id for u in support),
            factors=factors,
            exact=exact,
            shifts=tuple((line.text, line.value) for line in shifts),
            odds=odds,
        )
    )


# -- its course, and how its questions are answered -----------------------------------------------------------


def go_on(w: World) -> None:
    """Tick the stages of the battle until a side has a choice; then it is over."""
    if not any(stage(w) for stage in rulebook(w).combat.course):
        finish(w)


def finish(w: World) -> None:
    """The battle is over."""
    rules = rulebook(w).combat
    rules.ends(w)
    w.wipe(w.table, rules.marks)


def take_hit(w: World, command: TakeHit) -> None:
    """Take the next loss on the unit its owner chose."""
    losses.take_hit(w, command)
    go_on(w)


def fall_back(w: World, command: Retreat) -> None:
    """Retreat the unit to the hex chosen."""
    retreat_and_advance.fall_back(w, command)
    go_on(w)


def stay(w: World) -> None:
    """Let the retreating unit stay where it has got to."""
    retreat_and_advance.stop(w)
    go_on(w)


def go_forward(w: World, command: Advance) -> None:
    """Advance an attacker; ask again while others can."""
    w.answered(retreat_and_advance.ADVANCE)
    retreat_and_advance.advance(w, command)
    if not retreat_and_advance.press_on(w):
        finish(w)


def done(w: World, command: Done) -> None:
    """Close the open question: no, or no more."""
    (*_, asked) = w.decisions.stack
    w.answered(asked)
    rulebook(w).combat.closes.get(asked, finish)(w)


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why the open question still needs an answer, or that there is none."""
    rules, (asked,) = rulebook(w).combat, w.decisions.stack[-1:] or ("",)
    if asked not in rules.questions:
        return Refusal("nothing-open", "There is no question to answer.", rules.rule)
    if Done() in rules.questions[asked].commands(w):
        return None
    words = "Answer the question first."
    return Refusal("must-choose", words, rules.questions[asked].view(w).rule)


ORDERS = (
    Handler(Retreat, fall_back, retreat_and_advance.judge_retreat),
    Handler(Advance, go_forward, retreat_and_advance.judge_advance),
    Handler(Done, done, judge_done),
)
