"""Chapter 5.1: how are attacks declared?"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Assign, CancelAttacks, Command, Resolve, Unassign
from ecs.core.components import Assignment, Battle, CombatPhase, Engagement, Side
from ecs.core.events import Declared
from ecs.core.ruleset import Order
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
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.data.turn import strange, turn_side
from ecs.rulesets.dark_valley.ground.borders import quarrel
from ecs.rulesets.dark_valley.ground.circumstances import circumstances, standing
from ecs.rulesets.dark_valley.ground.occupancy import fighters_at
from ecs.systems.table.names import label, named

WAVE = 1


def start_fighting(w: World) -> None:
    """Open a combat segment: nobody has fought, nothing has been attacked; the Counterattack! die (5.12)."""
    for unit in w.units:
        if unit[Engagement].fought or unit[Assignment].target >= 0 or unit[Engagement].routed:
            w.mark(Engagement, unit, fought=False, routed=False)
            w.mark(Assignment, unit, target=-1)
    w.mark(CombatPhase, w.table, struck=())
    w.mark(ChitInPlay, w.table, quota=0)
    counterattack.demand(w)


def stop_fighting(w: World) -> None:
    """Close a combat segment: attacks that were not resolved lapse."""
    for unit in w.units:
        if unit[Assignment].target >= 0:
            release(w, unit)


# -- declaring --------------------------------------------------------------------------------------


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """Every attack open to a unit, or the way out of the one it is assigned to."""
    if unit.place.hex < 0 or unit.type.side is not turn_side(w):
        return []
    if unit[Assignment].target >= 0:
        return [Unassign(unit.id)]
    depends = circumstances(w, unit.type.side), standing(unit), walkers_assigned(w)
    return w.latest(("attack-orders", unit.entity), depends, lambda: _assaults(w, unit))


def _assaults(w: World, unit: Unit) -> list[Command]:
    if not meets_enemies(w, unit) or cannot_attack(w, unit) is not None:
        return []
    return [Assign(unit.id, label(w, i), WAVE) for i in targets(w, unit)]


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
        return Refusal("no-attackers", f"Nobody is assigned to an attack on {named(w, index)}.", "5.1")
    if len(team) == 1 and not may_go_alone(team[0]):
        return Refusal(
            "alone", f"{team[0].type.name} may not attack alone: infantry needs another combat unit beside it.", "5.1"
        )
    if quarrel(team):
        return Refusal("quarrel", "Hungarians and Romanians never take part in one attack.", "8.11")
    return counterattack.neglects(w, index, team)


def assign(w: World, command: Assign) -> None:
    """Assign the unit."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Assignment, unit, target=index)
    _tell(w, unit, command.hex)


def unassign(w: World, command: Unassign) -> None:
    """Take the unit out of its attack, or its bombardment."""
    unit = w.by_id[command.unit]
    _tell(w, unit, label(w, unit[Assignment].target), back=True)
    release(w, unit)


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every combat unit out."""
    for units in list(assigned(w).values()):
        for unit in units:
            release(w, unit)


def release(w: World, unit: Unit) -> None:
    """End a unit's assignment."""
    w.mark(Assignment, unit, target=-1)


def _tell(w: World, unit: Unit, target: str, back: bool = False) -> None:
    w.emit(Declared(where=(label(w, unit.hex), target), rule="5.1", unit=unit.id, hex=target, back=back))


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The attack being resolved, and those declared; a bombardment is none."""
    out = []
    if w[Battle].attackers:
        out.append(_battle(w, w[Battle].hex, [w.by_entity[e] for e in w[Battle].attackers], "fighting"))
    out += [_battle(w, index, team, "declared") for index, team in assigned(w).items()]
    return tuple(out)


def _battle(w: World, index: int, team: Sequence[Unit], how: str) -> BattleView:
    side = team[0].type.side
    if how == "fighting":
        defenders = [w.by_entity[e] for e in w[Battle].defenders]
    else:
        defenders = [u for u in fighters_at(w, index) if u.type.side is not side]
    ours, theirs = tuple(u.id for u in team if u.hex >= 0), tuple(u.id for u in defenders if u.hex >= 0)
    return BattleView(index, WAVE, ours, theirs, how, 1 if how == "fighting" else 0, 1)


# -- judging ----------------------------------------------------------------------------------------


def judge_assign(w: World, command: Assign) -> Refusal | None:
    """Why a unit may not be assigned to an attack."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_attack(w, unit) or cannot_target(w, unit, index)
    if refusal is not None:
        return refusal
    if unit[Assignment].target >= 0:
        return Refusal("assigned", f"{unit.type.name} is assigned to an attack already; take it out first.", "5.1")
    return Refusal("no-such-wave", "Each hex is attacked once: there is one wave only.", "5.1")


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return Refusal("not-assigned", f"{command.unit} is not assigned to an attack or bombardment of yours.", "5.1")


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    return Refusal("no-attacks", "No attack is declared.", "5.1")


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why an attack may not be resolved."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return strange(w, next(iter(w.by_id)), command.hex)
    if w.decisions.stack[-1:] == ("strike",):
        return Refusal("not-adjacent", f"Nobody stands at {named(w, index)} whom the landed corps can attack.", "3.9")
    team = assigned(w).get(index, [])
    return cannot_resolve(w, team, index) or Refusal(
        "no-such-battle", f"No attack on {command.hex} waits to be resolved now.", "5.1"
    )


ORDERS = (
    Order(Assign, assign, judge_assign),
    Order(Unassign, unassign, judge_unassign),
    Order(CancelAttacks, cancel_attacks, judge_cancel),
)
