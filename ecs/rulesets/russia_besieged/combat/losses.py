"""Chapter 10.61: who takes the losses of a battle.

Of the marks of a battle, ``CombatRoll.code`` names table and cell ("crt D2", "blitzkrieg D2+1"), and ``again`` says
that the attackers have lost their first step, which is not always theirs to choose.
"""

from __future__ import annotations

from ecs.core.commands import TakeHit
from ecs.core.components import CombatRoll, Engagement, LossesOwed, Steps, SupplyState
from ecs.core.events import Cause
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.odds import LossTraits, TableResult, first_losers
from ecs.rulesets.russia_besieged.data.tables import split_cell, tables
from ecs.rulesets.russia_besieged.data.units import cf, current_class, is_armour, steps_left
from ecs.rulesets.russia_besieged.ground.removal import left_alone, lose_step
from ecs.systems.combat.losses import attackers, defenders, involved
from ecs.systems.combat.rules import LossRules
from ecs.systems.sentences import called


def table_and_result(w: World) -> tuple[str, TableResult]:
    """The table of the battle being fought, and the result of its die."""
    table, _, cell = w[CombatRoll].code.partition(" ")
    code, advance = (cell, 0) if cell in tables().result else split_cell(cell)
    return table, TableResult(code, advance, tables().result[code])


def takers(w: World) -> list[Unit]:
    """The units among which the present loss must fall."""
    if w[LossesOwed].defender_owes:
        units = defenders(w)
        return [u for u in units if not u[Engagement].routed] or units
    units = attackers(w)
    return units if w[CombatRoll].again else first_losers(units, *table_and_result(w), _traits)


def _traits(unit: Unit) -> LossTraits:
    return LossTraits(is_armour(unit), unit.type.nation, cf(unit))


def lose(w: World, unit: Unit, defender: bool) -> None:
    """One step off a unit; leaders share the fate of a stack that is destroyed (14.15, 14.2)."""
    if not defender:
        w.mark(CombatRoll, w.table, again=True)
    index, side = unit.hex, unit.type.side
    lose_step(w, unit, _cause(w), f"result {table_and_result(w)[1].title}")
    if unit.hex < 0:
        left_alone(w, index, side, False)


def _cause(w: World) -> Cause:
    return Cause.EXCHANGE if table_and_result(w)[1].effect.even else Cause.FIRE


RULES = LossRules(
    "10.61",
    steps_left,
    takers,
    likeness=lambda u: (current_class(u), u.hex, u[Steps].lost, u[SupplyState].level),
    lose=lose,
)


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] != ("losses",) or unit is None:
        return Refusal("no-loss", "There is no loss to take.", "10.61")
    if unit in takers(w):
        return None
    if unit in involved(w):
        words = (
            "In a Blitzkrieg attack armour loses the first step; in an exchange, the "
            "nation with most factors. Units that have retreated lose last."
        )
        return Refusal("not-first", words, "10.61")
    return Refusal("not-in-battle", f"{called(w, command.unit)} cannot lose a step in this battle.", "10.61")
