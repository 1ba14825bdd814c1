"""A game's rules on its battles in one record, and how their questions are put."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ecs.core.commands import Command
from ecs.core.components import BATTLE_MARKS, Battle, LossesOwed, Side
from ecs.core.known_facts import ResultEffects
from ecs.core.ruleset import Decision
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World

Path = tuple[int, ...]
Stage = Callable[[World], bool | None]


def question(
    name: str,
    side: Callable[[World], Side],
    commands: Callable[[World], Sequence[Command]],
    words: Callable[[World], str],
    rule: str | Callable[[World], str],
    *,
    where: Callable[[World], int] = lambda w: w[Battle].hex,
    count: Callable[[World], int] = lambda w: 0,
    result: Callable[[World], ResultEffects | None] = lambda w: None,
) -> Decision:
    """A question put to a side.

    :param words: the question, without the side it goes to.
    :param where: the hex it is about: the one that is fought for unless told otherwise.
    :param count: see ``DecisionView``; ``result``: as well.
    """

    def view(w: World) -> DecisionView:
        asked, found = side(w), rule if isinstance(rule, str) else rule(w)
        return DecisionView(name, asked, f"{asked}: {words(w)}", where(w), found, count(w), result(w))

    return Decision(name, side, commands, view)


def _owed(w: World) -> tuple[int, int]:
    return w[LossesOwed].defender_owes, w[LossesOwed].attacker_owes


def _note(w: World, defender: int, attacker: int) -> None:
    w.mark(LossesOwed, w.table, defender_owes=defender, attacker_owes=attacker)


def _nobody_left(w: World, owed: int, defender: bool) -> None:
    pass


@dataclass(frozen=True, slots=True)
class LossRules:
    """Rules on losses taken step by step, or hit by hit.

    ``steps_left``: how many a unit can take; ``takers``: the units among which the present loss must fall;
    ``likeness``: units that have this in common may take it one for the other; ``lose``: one off a unit (True: of the
    defender), and what comes of that; ``nobody_left``: what comes of those that nobody is left to take.  ``owed``: what
    defender and attacker have still to lose; ``note``: writes it down.
    """

    rule: str
    steps_left: Callable[[Unit], int]
    takers: Callable[[World], Sequence[Unit]]
    likeness: Callable[[Unit], Hashable]
    lose: Callable[[World, Unit, bool], None]
    nobody_left: Callable[[World, int, bool], None] = _nobody_left
    owed: Callable[[World], tuple[int, int]] = _owed
    note: Callable[[World, int, int], None] = _note
    question: str = "losses"


@dataclass(frozen=True, slots=True)
class RetreatRules:
    """Rules on the retreat of beaten units, one by one, hex by hex.

    ``side``: who says where to.  ``open_ways``: the hexes that may be chosen for the next pace of the unit whose turn
    it is; ``may_stop``: may it stay where it has got to; ``stop``: what comes of that.  ``step``: takes it, and all
    that go with it, to a hex; ``end``: what becomes of it where no way is left.  ``together``: its whole stack goes
    with it.  ``closed``: why a hex is none of the open ways; ``misnamed``: why it is the turn of another unit.
    ``asked``: the question, after whose it is; ``not_now``: a sentence for who gives the order out of turn.
    """

    rule: str
    side: Callable[[World], Side]
    open_ways: Callable[[World, Unit], Sequence[int]]
    step: Callable[[World, Unit, int], None]
    end: Callable[[World, Unit], None]
    closed: Callable[[World, Unit, int], Refusal]
    asked: Callable[[World, Unit], str]
    not_now: str
    may_stop: Callable[[World, Unit], bool] = lambda w, unit: False
    stop: Callable[[World, Unit], None] = lambda w, unit: None
    together: bool = False
    misnamed: Callable[[World, Unit, int], Refusal] | None = None


@dataclass(frozen=True, slots=True)
class AdvanceRules:
    """Rules on advance after combat, one unit at a time.

    ``able``: the attackers that may advance, those included that have.  ``paths``: where one of them may go: hex ->
    path, start first.  ``go``: takes it there.  ``due``: must more of them take the attacked hex before anything else?
    ``takes_it``: does an advance along a path do so?  ``asked``: the question, after whose it is.  ``not_now``: a
    sentence for who gives the order out of turn; ``not_able``: what a unit is that may not advance; ``elsewhere``:
    where an advance leads; ``due_words``: what is due.
    """

    rule: str
    able: Callable[[World], Iterable[Unit]]
    paths: Callable[[World, Unit], Mapping[int, Path]]
    go: Callable[[World, Unit, Path], None]
    asked: Callable[[World], str]
    not_able: str
    elsewhere: str
    not_now: str = "Attackers advance only into a hex they have cleared."
    due: Callable[[World], bool] = lambda w: False
    takes_it: Callable[[World, Path], bool] = lambda w, path: True
    due_words: Callable[[World], str] = lambda w: ""


@dataclass(frozen=True, slots=True)
class CombatRules:
    """A game's rules on its battles.

    ``rule``: where its rulebook speaks of them.  ``attacker``: whose attack it is.  ``course``: the stages of a battle
    once the die has fallen: each continues until a player has a choice, and says whether one has.  ``marks``: what
    is written of a battle, and wiped when it is over; ``ends``: what comes of its end, just before.  ``closes``: a
    question -> what follows if it is answered with no, or with enough; for others that is the end of the battle.
    ``lapses``: is what a counter is assigned to off when the segment of combat closes?  ``fights``: does a counter take
    losses?  ``holding``: who defends the hex, where that is not noted as a battle begins.  ``losses``, ``retreat``:
    None where a game has other rules.
    """

    rule: str
    attacker: Callable[[World], Side]
    advance: AdvanceRules
    course: tuple[Stage, ...]
    marks: tuple[type, ...] = BATTLE_MARKS
    ends: Callable[[World], None] = lambda w: None
    questions: Mapping[str, Decision] = field(default_factory=dict)
    closes: Mapping[str, Callable[[World], None]] = field(default_factory=dict)
    losses: LossRules | None = None
    retreat: RetreatRules | None = None
    lapses: Callable[[World, Unit], bool] = lambda w, unit: True
    fights: Callable[[Unit], bool] = lambda unit: True
    holding: Callable[[World], Sequence[Unit]] | None = None
