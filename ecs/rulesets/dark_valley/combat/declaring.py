"""Chapter 5.1: declaring attacks."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Assign, CancelAttacks, Command, Resolve, Unassign
from ecs.core.components import Assignment, Battle, Side
from ecs.core.ruleset import Handler
from ecs.core.view import BattleView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat import counterattack
from ecs.rulesets.dark_valley.combat.battlefield import may_go_alone
from ecs.rulesets.dark_valley.combat.eligibility import (
    assigned,
    cannot_attack,
    cannot_target,
    meets_enemies,
    targets,
    walkers_assigned,
)
from ecs.rulesets.dark_valley.data.units import strange, turn_side
from ecs.rulesets.dark_valley.ground.borders import quarrel
from ecs.rulesets.dark_valley.ground.occupancy import fighters_at
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.declared_attacks import WAVE, AttackRules, stand_down
from ecs.systems.marches import circumstances, standing
from ecs.systems.sentences import called, label, named


def _cannot_join(w: World, unit: Unit, index: int) -> Refusal | None:
    return cannot_attack(w, unit) or cannot_target(w, unit, index)


def _open_to(w: World, unit: Unit) -> list[int]:
    if not meets_enemies(w, unit) or cannot_attack(w, unit) is not None:
        return []
    return targets(w, unit)


ATTACKS = AttackRules(
    "5.1",
    "5.1",
    strange,
    _cannot_join,
    _open_to,
    no_wave=lambda w: "Attack each hex once: there is only one wave.",
    depends=lambda w, unit: (circumstances(w, unit.type.side), standing(w, unit), walkers_assigned(w)),
)


# -- declaring --------------------------------------------------------------------------------------


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """Every attack open to a unit, or the way out of the one it is assigned to."""
    if unit.place.hex < 0 or unit.type.side is not turn_side(w):
        return []
    return ATTACKS.orders(w, unit) if unit[Assignment].target >= 0 or meets_enemies(w, unit) else []


def battle_commands(w: World) -> list[Command]:
    """The declared attacks that can be resolved, and an end to all of them."""
    teams = assigned(w)
    if not teams:
        return []
    ready = [Resolve(label(w, i), WAVE) for i, team in teams.items() if cannot_resolve(w, team, i) is None]
    return [*ready, CancelAttacks()]


def cannot_resolve(w: World, team: Sequence[Unit], index: int) -> Refusal | None:
    """Why these units may not carry out an attack together."""
    if not team:
        return Refusal("no-attackers", f"No unit is assigned to attack {named(w, index)}.", "5.1")
    if len(team) == 1 and not may_go_alone(team[0]):
        return Refusal(
            "alone",
            f"{team[0].type.long_name} may not attack alone. Infantry needs another combat unit with it.",
            "5.1",
        )
    if quarrel(team):
        return Refusal("quarrel", "Hungarians and Romanians never join the same attack.", "8.11")
    return counterattack.neglects(w, index, team)


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every combat unit out of its attack."""
    stand_down(w, [unit for team in assigned(w).values() for unit in team])


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The attack being resolved, and those declared; bombardments are not among them."""
    out = [fighting(w, WAVE)] if w[Battle].attackers else []
    for index, team in assigned(w).items():
        foes = [u for u in fighters_at(w, index) if u.type.side is not team[0].type.side]
        out.append(declared(index, WAVE, team, foes))
    return tuple(out)


# -- judging ----------------------------------------------------------------------------------------


def judge_assign(w: World, command: Assign) -> Refusal | None:
    """Why a unit may not be assigned to an attack."""
    return ATTACKS.judge(w, command) or Refusal("no-such-wave", ATTACKS.no_wave(w), ATTACKS.rule)


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return Refusal("not-assigned", f"{called(w, command.unit)} has no attack or bombardment to leave.", "5.1")


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    return Refusal("no-attacks", "You have declared no attack.", "5.1")


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why an attack may not be resolved."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return strange(w, next(iter(w.by_id)), command.hex)
    if w.decisions.stack[-1:] == ("strike",):
        return Refusal("not-adjacent", f"The landed corps has nothing to attack at {named(w, index)}.", "3.9")
    team = assigned(w).get(index, [])
    words = f"There is no attack on {named(w, index)} to fight."
    return cannot_resolve(w, team, index) or Refusal("no-such-battle", words, "5.1")


ORDERS = (
    Handler(Assign, ATTACKS.assign, judge_assign),
    Handler(Unassign, ATTACKS.unassign, judge_unassign),
    Handler(CancelAttacks, cancel_attacks, judge_cancel),
)
