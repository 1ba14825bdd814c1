"""Chapter 5.8: who takes the losses of an attack."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import TakeHit
from ecs.core.components import CombatRoll, GarrisonStand, LossesOwed, RetreatUnderway, Side, SupplyState
from ecs.core.events import Cause
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.turn import turn_side
from ecs.rulesets.dark_valley.data.unit_facts import current_class, is_german, steps_left
from ecs.rulesets.dark_valley.ground.removal.elimination import lose_step
from ecs.systems.combat.losses import LossTaking, side_taking_losses

HIT = "DL1"  # a bombardment's result: nobody retreats and nobody advances (6.1)


def takers(w: World) -> list[Unit]:
    """The units among which the present loss must fall: those of two steps while there are any."""
    return eligible(LOSSES.involved(w))


def eligible(units: Sequence[Unit]) -> list[Unit]:
    """The units that may take the next loss: nobody dies while another has two steps."""
    whole = [u for u in units if steps_left(u) > 1]
    return whole or list(units)


def lose(w: World, unit: Unit) -> None:
    """One step off a unit; a German step lost to DR* costs a Soviet attacker one too."""
    owing = side_taking_losses(w)
    in_result = (
        owing == "defender_owes"
        and w[CombatRoll].code == "DR*"
        and not w[RetreatUnderway].paces
        and not w[GarrisonStand].asked
    )
    w.add(LossesOwed, w.table, owing, -1)
    if in_result and is_german(unit) and turn_side(w) is Side.SOVIET:
        w.mark(LossesOwed, w.table, german_bled=True, attacker_owes=w[LossesOwed].attacker_owes + 1)
    if w[CombatRoll].code == HIT:
        lose_step(w, unit, Cause.BOMBARDMENT, "bombardment", "6.1")
        return
    if owing == "defender_owes" and w[RetreatUnderway].paces:
        lose_step(w, unit, Cause.BREAKING_OUT, "retreat through an enemy zone", "5.9")
        return
    cause = Cause.EXCHANGE if w[CombatRoll].code == "EX" else Cause.STOOD_FAST if w[GarrisonStand].stood else Cause.FIRE
    lose_step(w, unit, cause, f"result {w[CombatRoll].code}", "5.8")


LOSSES = LossTaking(
    rule="5.8",
    attacker=turn_side,
    fights=lambda u: True,
    steps_left=steps_left,
    takers=takers,
    likeness=lambda u: (current_class(u), u.hex, u[SupplyState].level),
    lose=lose,
)
attackers, defenders = LOSSES.attackers, LOSSES.defenders


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] == ("losses",) and unit is not None and unit in LOSSES.involved(w):
        return Refusal("two-steps-first", "No unit is eliminated while another has two steps to lose.", "5.8")
    return Refusal("not-in-battle", f"{command.unit} is not in this battle, or there is no loss to take.", "5.8")
