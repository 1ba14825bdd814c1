"""Deployment: lifting a counter before the first turn and putting it down elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Command, Deploy, Lift
from ecs.core.components import CounterInHand, Place, Side
from ecs.core.entities import is_hidden
from ecs.core.events import Moved
from ecs.core.ruleset import Decision, Handler
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, named
from ecs.systems.stacking import stacks

QUESTION = "deploy"


@dataclass(frozen=True, slots=True)
class Deployment:
    """A game's rules on placing counters before the first turn."""

    rule: str
    side: Callable[[World], Side]
    """Whose counters are put about in a phase."""
    strange: Callable[[World, str], Refusal | None]
    """Why an order names no counter of the game."""
    cannot_lift: Callable[[World, Unit], Refusal | None]
    """Why a counter of the side whose phase it is may not be picked up."""
    berths: Callable[[World, Unit], Iterable[int]]
    """Where a counter may be put down."""
    judge: Callable[[World, Deploy], Refusal | None]
    """Why the counter in hand may not be put down in a hex that is no berth."""
    secret: bool = False
    """Units may be hidden, so that their owner alone reads of them."""


def _rules(w: World) -> Deployment:
    found: Deployment = w.rulebook.deployment
    return found


def no_lifting(rule: str) -> Refusal:
    """Why a counter cannot be lifted now, whatever its berths."""
    return Refusal("no-lifting", "You move counters freely only during your own set-up.", rule)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter cannot be lifted."""
    rules = _rules(w)
    if not w.is_set_up or unit.hex < 0 or unit.type.side is not rules.side(w):
        return no_lifting(rules.rule)
    return rules.cannot_lift(w, unit)


def lift_commands(w: World, unit: Unit) -> Sequence[Command]:
    """The order to pick the counter up, if it may be."""
    return [Lift(unit.id)] if cannot_lift(w, unit) is None else []


def judge_lift(w: World, command: Lift) -> Refusal | None:
    """Why the counter that an order names cannot be lifted."""
    return _rules(w).strange(w, command.unit) or cannot_lift(w, w.by_id[command.unit])


def lift(w: World, command: Lift) -> None:
    """Pick the counter up; the next command puts it down."""
    w.mark(CounterInHand, w.table, lifted=w.by_id[command.unit].entity)
    w.ask(QUESTION)


def in_hand(w: World) -> Unit:
    """The lifted counter."""
    return w.by_entity[w[CounterInHand].lifted]


def deploy_side(w: World) -> Side:
    """The owner of the lifted counter."""
    return in_hand(w).type.side


def deploy_commands(w: World) -> list[Command]:
    """Every hex for the counter in hand; where there is none (all are full), its own puts it back."""
    unit = in_hand(w)
    return [Deploy(label(w, i)) for i in [*_rules(w).berths(w, unit)] or [unit.hex]]


def deploy(w: World, command: Deploy) -> None:
    """Put the counter down."""
    unit, rules = in_hand(w), _rules(w)
    path = (label(w, unit.hex), command.hex)
    w.mark(Place, unit, hex=w.board.by_label[command.hex])
    w.mark(CounterInHand, w.table, lifted=-1)
    w.answered(QUESTION)
    veil, owner = "-" if is_hidden(unit) else "", unit.type.side if rules.secret else None
    where = (command.hex,)
    w.emit(Moved(where=where, rule=rules.rule, unit=unit.id, path=path, how=QUESTION, veil=veil, owner=owner))


def deploy_view(w: World) -> DecisionView:
    """The question of where the lifted counter goes."""
    unit = in_hand(w)
    what = "the counter" if is_hidden(unit) else unit.type.long_name
    text = f"Place {what}, picked up at {named(w, unit.hex)}."
    return DecisionView(QUESTION, unit.type.side, text, unit.hex, _rules(w).rule)


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter in hand may not be put down there."""
    return _rules(w).judge(w, command)


def no_berth(w: World, where: Callable[[Unit], str]) -> Refusal:
    """Why the counter in hand may not be put down in a hex that is no berth; ``where`` says where it may be."""
    if w[CounterInHand].lifted < 0:
        return Refusal("nothing-lifted", "Pick a counter up first.", _rules(w).rule)
    words = f"Set this counter up in its zone ({where(in_hand(w))}), within the stacking limit."
    return Refusal("no-berth", words, _rules(w).rule)


def is_held(w: World, hexes: Iterable[int], side: Side, holds: Callable[[Unit], bool], without: int = -1) -> bool:
    """Does a unit of a side that can hold a line stand in one of the hexes, not counting one about to be emptied?"""
    held = stacks(w)
    return any(i != without and any(holds(u) and u.type.side is side for u in held.get(i, ())) for i in hexes)


DECISIONS = {QUESTION: Decision(QUESTION, deploy_side, deploy_commands, deploy_view)}
ORDERS = (
    Handler(Lift, lift, judge_lift),
    Handler(Deploy, deploy, judge_deploy),
)
