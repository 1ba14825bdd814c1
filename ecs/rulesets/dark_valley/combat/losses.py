"""Chapter 5.8: who takes the losses of an attack?"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, TakeHit
from ecs.core.components import Clash, Duty, Side
from ecs.core.events import Cause
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.turn import turn_side
from ecs.rulesets.dark_valley.data.unit_facts import current_class, is_german, steps_left
from ecs.rulesets.dark_valley.ground.elimination import lose_step
from ecs.systems.combat import losses
from ecs.systems.table.names import named

HIT = "DL1"  # a bombardment's result: nobody retreats and nobody advances (6.1)


def attackers(w: World) -> list[Unit]:
    """The attackers of the clash that are left."""
    return [u for e in w[Clash].attackers if (u := w.by_entity[e]).hex >= 0]


def defenders(w: World) -> list[Unit]:
    """The defenders of the clash that are left, wherever they have fallen back to."""
    return [u for e in w[Clash].defenders if (u := w.by_entity[e]).hex >= 0]


def losing_side(w: World) -> Side:
    """Whose losses are being taken: the defender's first."""
    return turn_side(w).other if w[Clash].defender_owes else turn_side(w)


def takers(w: World) -> list[Unit]:
    """The units among which the present loss must fall: those of two steps while there are any."""
    return eligible(defenders(w) if w[Clash].defender_owes else attackers(w))


def eligible(units: Sequence[Unit]) -> list[Unit]:
    """The units that may take the next loss: nobody dies while another has two steps."""
    whole = [u for u in units if steps_left(u) > 1]
    return whole or list(units)


def has_choice(w: World) -> bool:
    """Does it matter who takes the loss?  Not if all die, or if all are alike and stand together."""
    units, owed = takers(w), w[Clash].defender_owes or w[Clash].attacker_owes
    everybody = defenders(w) if w[Clash].defender_owes else attackers(w)
    if owed >= sum(steps_left(u) for u in everybody):
        return False
    return len({(current_class(u), u.hex, u[Duty].supply) for u in units}) > 1


def pending(w: World) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    return losses.take_forced_losses(w, takers, has_choice, lose)


def lose(w: World, unit: Unit) -> None:
    """One step off a unit; a German step lost to DR* costs a Soviet attacker one too."""
    clash, owing = w[Clash], losses.side_taking_losses(w)
    in_result = owing == "defender_owes" and clash.code == "DR*" and not clash.paces and not clash.asked
    w.add(Clash, w.table, owing, -1)
    if in_result and is_german(unit) and turn_side(w) is Side.SOVIET:
        w.mark(Clash, w.table, german_bled=True, attacker_owes=clash.attacker_owes + 1)
    if clash.code == HIT:
        lose_step(w, unit, Cause.BOMBARDMENT, "bombardment", "6.1")
        return
    if owing == "defender_owes" and clash.paces:
        lose_step(w, unit, Cause.BREAKING_OUT, "retreat through an enemy zone", "5.9")
        return
    cause = Cause.EXCHANGE if clash.code == "EX" else Cause.STOOD_FAST if clash.stood else Cause.FIRE
    lose_step(w, unit, cause, f"result {clash.code}", "5.8")


def loss_commands(w: World) -> list[Command]:
    """Who takes the next loss?"""
    return [TakeHit(u.id) for u in takers(w)]


def loss_view(w: World) -> DecisionView:
    """What is asked."""
    side, clash = losing_side(w), w[Clash]
    owed = clash.defender_owes or clash.attacker_owes
    words = "one step" if owed == 1 else f"{owed} steps"
    return DecisionView(
        "losses", side, f"{side}: {words} to lose at {named(w, clash.hex)}. From which unit?", clash.hex, "5.8", owed
    )


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] == ("losses",) and unit is not None:
        involved = defenders(w) if w[Clash].defender_owes else attackers(w)
        if unit in involved:
            return Refusal("two-steps-first", "No unit is eliminated while another has two steps to lose.", "5.8")
    return Refusal("not-in-battle", f"{command.unit} is not in this battle, or there is no loss to take.", "5.8")
