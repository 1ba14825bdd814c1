"""Chapter 10.61: who takes the losses of a battle?

Of the marks of a battle, ``Clash.code`` names table and cell ("crt D2", "blitzkrieg D2+1"), and ``Clash.again`` says
that the attackers have lost their first step, which is not always theirs to choose.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, TakeHit
from ecs.core.components import Clash, Duty, Side, Steps
from ecs.core.events import Cause
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign.leadership.leaders import left_alone
from ecs.rulesets.russia_besieged.combat.odds import BLITZKRIEG, TableResult
from ecs.rulesets.russia_besieged.data.tables import split_cell, tables
from ecs.rulesets.russia_besieged.data.turn import turn_side
from ecs.rulesets.russia_besieged.data.unit_facts import cf, current_class, is_armour, is_combat_unit, steps_left
from ecs.rulesets.russia_besieged.ground.elimination import lose_step
from ecs.systems.combat import losses
from ecs.systems.table.names import named


def table_and_result(w: World) -> tuple[str, TableResult]:
    """The table of the battle being fought, and what the die brought."""
    table, _, cell = w[Clash].code.partition(" ")
    code, advance = (cell, 0) if cell in tables().result else split_cell(cell)
    return table, TableResult(code, advance, tables().result[code])


def attackers(w: World) -> list[Unit]:
    """The attacking combat units that are left."""
    return [u for e in w[Clash].attackers if (u := w.by_entity[e]).hex >= 0 and is_combat_unit(u)]


def defenders(w: World) -> list[Unit]:
    """The defending combat units that are left, wherever they have fallen back to."""
    return [u for e in w[Clash].defenders if (u := w.by_entity[e]).hex >= 0 and is_combat_unit(u)]


def losing_side(w: World) -> Side:
    """Whose losses are being taken: the defender's first."""
    return turn_side(w).other if w[Clash].defender_owes else turn_side(w)


def takers(w: World) -> list[Unit]:
    """The units among which the present loss must fall."""
    if w[Clash].defender_owes:
        units = defenders(w)
        return [u for u in units if not u[Duty].routed] or units
    units = attackers(w)
    return units if w[Clash].again else first_losers(w, units)


def first_losers(w: World, units: Sequence[Unit]) -> list[Unit]:
    """Who may lose the attackers' first step: armour in a Blitzkrieg attack; in an even exchange a unit of the nation
    with most factors."""
    table, result = table_and_result(w)
    pool = list(units)
    if table == BLITZKRIEG:
        pool = [u for u in pool if is_armour(u)] or pool
    if result.effect.attacker.lost and result.effect.defender.lost:
        shares: dict[str, int] = {}
        for unit in units:
            shares[unit.type.nation] = shares.get(unit.type.nation, 0) + cf(unit)
        most = max(shares.values(), default=0)
        pool = [u for u in pool if shares[u.type.nation] == most] or pool
    return pool


def has_choice(w: World) -> bool:
    """Does it matter who takes the loss?  Not if all die, or if all are alike and stand together."""
    units, owed = takers(w), w[Clash].defender_owes or w[Clash].attacker_owes
    everybody = defenders(w) if w[Clash].defender_owes else attackers(w)
    if owed >= sum(steps_left(u) for u in everybody):
        return False
    return len({(current_class(u), u.hex, u[Steps].lost, u[Duty].supply) for u in units}) > 1


def pending(w: World) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    return losses.take_forced_losses(w, takers, has_choice, lose)


def lose(w: World, unit: Unit) -> None:
    """One step off a unit; leaders share the fate of a stack that is destroyed (14.15, 14.2)."""
    owing = losses.side_taking_losses(w)
    w.add(Clash, w.table, owing, -1)
    if owing == "attacker_owes":
        w.mark(Clash, w.table, again=True)
    index, side = unit.hex, unit.type.side
    lose_step(w, unit, _cause(w), f"result {table_and_result(w)[1].title}")
    if unit.hex < 0:
        left_alone(w, index, side, False)


def _cause(w: World) -> Cause:
    return Cause.EXCHANGE if table_and_result(w)[1].effect.even else Cause.FIRE


def loss_commands(w: World) -> list[Command]:
    """Who takes the next loss?"""
    return [TakeHit(u.id) for u in takers(w)]


def loss_view(w: World) -> DecisionView:
    """What is asked."""
    side, clash = losing_side(w), w[Clash]
    owed = clash.defender_owes or clash.attacker_owes
    words = "one step" if owed == 1 else f"{owed} steps"
    text = f"{side}: {words} to lose at {named(w, clash.hex)}. From which unit?"
    return DecisionView("losses", side, text, clash.hex, "10.61", owed)


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the loss."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] != ("losses",) or unit is None:
        return Refusal("no-loss", "There is no loss to take.", "10.61")
    if unit in takers(w):
        return None
    if unit in (defenders(w) if w[Clash].defender_owes else attackers(w)):
        words = (
            "The first step comes from armour in a Blitzkrieg attack, from the nation with most factors in an "
            "exchange; units that have retreated already lose last."
        )
        return Refusal("not-first", words, "10.61")
    return Refusal("not-in-battle", f"{command.unit} is not among those who lose a step in this battle.", "10.61")
