"""Chapter 13: the Siberian reserve."""

from __future__ import annotations

from ecs.core.commands import CallReserve, Command
from ecs.core.components import Side
from ecs.core.known_facts import Fact
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign.victory import GAMBLE
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import turn_side
from ecs.systems import scorekeeping
from ecs.systems.arrivals import CallableReserve, call_in
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import up_to
from ecs.systems.stacking import in_box
from ecs.systems.victory import end_game

RULE = "13"
PHASE = "initial-soviet"
SIBERIA, WAITING = "siberia", "waiting"
CALLED = Count("reserve-turn")
FIRST_TURN = 1


RESERVE = CallableReserve(
    Side.SOVIET,
    box=SIBERIA,
    rule=RULE,
    groups=lambda w: rules(w).siberia.groups,
    safe_from=lambda w: rules(w).siberia.safe_from,
    called=lambda w: scorekeeping.count(w, CALLED),
    write=lambda w, turn: scorekeeping.put(w, CALLED, turn),
    lose=lambda w: end_game(w, GAMBLE, RULE),
)
called, risk = RESERVE.called, RESERVE.risk


def is_siberian(w: World, unit_id: str) -> bool:
    """Does a counter belong to the reserve?"""
    return any(unit_id in group for group in rules(w).siberia.groups)


def muster(w: World) -> None:
    """The groups due by now wait to be placed: one more every turn after the call."""
    if turn_side(w) is RESERVE.side:
        call_in(w, RESERVE.side, RESERVE.due(w), WAITING, RULE, "reserve")


# -- the call -------------------------------------------------------------------------------------------------


def cannot_call(w: World) -> Refusal | None:
    """Why the reserve may not be called now."""
    if w.phase != PHASE:
        return Refusal("no-reserve-call", "Call the Siberian reserve in a Soviet Initial Phase.", RULE)
    if w.clock.turn < FIRST_TURN:
        return Refusal("too-early", "The Siberian reserve is not available before June 1941.", RULE)
    if called(w):
        return Refusal("called", "You have already called the Siberian reserve.", RULE)
    if not in_box(w, SIBERIA):
        return Refusal("no-reserve", "There is no Siberian reserve.", RULE)
    return None


def call_commands(w: World) -> list[Command]:
    """The call of the reserve, once."""
    return [CallReserve()] if cannot_call(w) is None else []


def judge_call(w: World, command: CallReserve) -> Refusal | None:
    """Why the reserve may not be called."""
    return cannot_call(w)


def call_reserve(w: World, command: CallReserve) -> None:
    """Call the reserve: its first group comes at once; before December this may lose the war."""
    RESERVE.call(w)
    if not w.clock.over:
        muster(w)


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """The panel's lines on the reserve; none for the enemy before it is called."""
    if called(w):
        left = len(in_box(w, SIBERIA))
        return (_fact(f"called, {left} still to come" if left else "called"),)
    if side is not Side.SOVIET or not in_box(w, SIBERIA):
        return ()
    danger = risk(w)
    return (_fact(f"call now: the war is lost on {up_to(danger)}" if danger else "safe to call"),)


def _fact(state: str) -> Fact:
    return Fact("Siberian reserve", state, means=True, risk=CallReserve)


ORDERS = (Handler(CallReserve, call_reserve, judge_call),)
