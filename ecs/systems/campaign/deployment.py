"""Deployment: taking a counter up before the first turn and putting it down elsewhere.

What may be taken up, and where it may be put, is each game's own affair: it lists the berths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ecs.core.commands import Command, Deploy, Lift
from ecs.core.components import CounterInHand, Place, Side
from ecs.core.entities import is_hidden
from ecs.core.events import Moved
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.ground.stacking import stacks
from ecs.systems.table.names import label, named

QUESTION = "deploy"


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a game writes down which counter is in hand: ``lifted``: its entity, -1 for none; ``hold`` writes it.
    ``secret``: units may be hidden, so that their owner alone reads of them."""

    lifted: Callable[[World], int]
    hold: Callable[[World, int], None]
    secret: bool = False


IN_CAMPAIGN = Hand(lambda w: w[CounterInHand].lifted, lambda w, entity: w.mark(CounterInHand, w.table, lifted=entity))


def in_hand(w: World, hand: Hand = IN_CAMPAIGN) -> Unit:
    """The counter that has been taken up."""
    return w.by_entity[hand.lifted(w)]


def deploy_side(w: World, hand: Hand = IN_CAMPAIGN) -> Side:
    """Whose counter is in hand."""
    return in_hand(w, hand).type.side


def no_lifting(w: World, unit: Unit, side: Side, rule: str) -> Refusal | None:
    """Why a counter may not be taken up by the side whose phase it is, wherever its berths are."""
    if not w.is_set_up or unit.type.side is not side or unit.hex < 0:
        return Refusal("no-lifting", "Counters are moved freely only by their owner, in the set-up.", rule)
    return None


def lift(w: World, command: Lift, hand: Hand = IN_CAMPAIGN) -> None:
    """Pick the counter up; the next command puts it down."""
    hand.hold(w, w.by_id[command.unit].entity)
    w.ask(QUESTION)


def deploy_commands(w: World, berths: Iterable[int], hand: Hand = IN_CAMPAIGN) -> list[Command]:
    """Every hex for the lifted counter; where there is none (all are full), its own puts it back."""
    return [Deploy(label(w, i)) for i in [*berths] or [in_hand(w, hand).hex]]


def deploy(w: World, command: Deploy, rule: str, hand: Hand = IN_CAMPAIGN) -> None:
    """Put the counter down."""
    unit, index = in_hand(w, hand), w.board.by_label[command.hex]
    start = unit.hex
    w.mark(Place, unit, hex=index)
    hand.hold(w, -1)
    w.answered(QUESTION)
    w.emit(
        Moved(
            where=(command.hex,),
            rule=rule,
            unit=unit.id,
            path=(label(w, start), command.hex),
            how=QUESTION,
            veil="-" if is_hidden(unit) else "",
            owner=unit.type.side if hand.secret else None,
        )
    )


def deploy_view(w: World, rule: str, hand: Hand = IN_CAMPAIGN) -> DecisionView:
    """What is asked."""
    unit = in_hand(w, hand)
    what = "the counter" if is_hidden(unit) else unit.type.name
    text = f"Put {what} from {named(w, unit.hex)} down."
    return DecisionView(QUESTION, unit.type.side, text, unit.hex, rule)


def judge_deploy(w: World, where: Callable[[Unit], str], rule: str) -> Refusal | None:
    """Why the counter in hand may not be put down in a hex that is no berth; ``where`` says where it may be."""
    if w[CounterInHand].lifted < 0:
        return Refusal("nothing-lifted", "Pick a counter up first.", rule)
    words = f"This counter is set up in {where(in_hand(w))}, within the stacking limit."
    return Refusal("no-berth", words, rule)


def is_held(w: World, hexes: Iterable[int], side: Side, holds: Callable[[Unit], bool], without: int = -1) -> bool:
    """Does a unit of a side that can hold a line stand in one of the hexes, a hex that is to be emptied left out?"""
    held = stacks(w)
    return any(i != without and any(holds(u) and u.type.side is side for u in held.get(i, ())) for i in hexes)
