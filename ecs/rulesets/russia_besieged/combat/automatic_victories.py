"""Chapter 9: automatic victories, won during movement."""

from __future__ import annotations

from ecs.core.commands import Overwhelm
from ecs.core.components import Readiness
from ecs.core.events import BattleBegan, Cause
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import declared_attacks
from ecs.rulesets.russia_besieged.combat.declared_attacks import (
    attack_conditions,
    foes_at,
    is_defended,
    odds_of,
    team_of,
)
from ecs.rulesets.russia_besieged.combat.odds import AttackOdds, victory_refusal
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, JointAttacks
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_gun, is_second_stage, letter
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.control import drive_out
from ecs.rulesets.russia_besieged.ground.removal import eliminate, left_alone, surrender
from ecs.rulesets.russia_besieged.ground.supply import is_surrounded
from ecs.systems.combat.declared_attacks import release
from ecs.systems.sentences import named
from ecs.systems.single_orders import HexErrand
from ecs.systems.stacking import units_at


def victors(w: World, index: int) -> list[Unit]:
    """The combat units assigned to a hex, and the air groups given to them; guns take no part (9.3)."""
    return [u for u in declared_attacks.party(w, index) if is_combat_unit(u) or letter(u) == "AIR"]


def odds(w: World, index: int) -> AttackOdds:
    """The odds of the factors; die and column mean nothing here."""
    return odds_of(w, (index,), turn_side(w), victors(w, index))


def cannot_overwhelm(w: World, index: int) -> Refusal | None:
    """Why the units assigned to a hex cannot overrun it in passing (9)."""
    side, name = turn_side(w), named(w, index)
    if not w.phase.startswith("move"):
        return Refusal("no-march", "Automatic victories are possible only during movement.", "9.1")
    if not declared_attacks.assigned(w).get(index):
        return Refusal("no-attackers", f"No unit is assigned to attack {name}.", "9.1")
    if not is_defended(w, index, side):
        return Refusal("nothing-there", f"{name} is empty: just move in.", "9.5")
    if any(index in declared_attacks.hexes_of(w, locked) for locked, _ in w[JointAttacks].locked):
        return Refusal("locked", f"The battle at {name} rages on. Fight it; you cannot overrun it.", "10.6")
    units = victors(w, index)
    return victory_refusal(attack_conditions(w, (index,), side, units), team_of(w, units, (index,)))


VICTORIES = HexErrand(Overwhelm, "2.1", cannot_overwhelm, declared_attacks.assigned)
victory_commands = VICTORIES.commands


def overwhelm(w: World, command: Overwhelm) -> None:
    """Remove the defenders, and partisans with them; those who did it have done their work for this impulse (9.2,
    9.4)."""
    index, side = w.board.by_label[command.hex], turn_side(w)
    units, foes, found = victors(w, index), foes_at(w, index, side), odds(w, index)
    w.emit(
        BattleBegan(
            where=(command.hex,),
            rule="9.2",
            hex=command.hex,
            attackers=tuple(u.id for u in units),
            defenders=tuple(u.id for u in foes),
            factors=(found.attack.total, found.defence.total),
            automatic=True,
        )
    )
    for unit in declared_attacks.support(w, index):
        if is_gun(unit):
            release(w, unit)
    for unit in units:
        if is_combat_unit(unit):
            release(w, unit)
        else:
            w.mark(Readiness, unit, spent=True)
    w.mark(
        AutomaticVictory,
        w.table,
        units=tuple(sorted({*w[AutomaticVictory].units, *(u.entity for u in units if is_combat_unit(u))})),
    )
    captives = [u for u in foes if is_surrounded(w, u)]
    supply.note(w, (index,), side.other)
    for unit in foes:
        if unit in captives:
            surrender(w, unit, Cause.AUTOMATIC_VICTORY, "automatic victory", "9.2")
        else:
            eliminate(w, unit, Cause.AUTOMATIC_VICTORY, "automatic victory", "9.2")
    left_alone(w, index, side.other, bool(captives))
    for unit in units_at(w, index):
        if unit.type.side is not side and (is_gun(unit) or is_second_stage(unit)):
            drive_out(w, unit)


ORDERS = (Handler(Overwhelm, overwhelm, VICTORIES.judge),)
