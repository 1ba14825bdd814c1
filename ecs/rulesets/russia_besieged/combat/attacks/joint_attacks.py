"""Chapter 10.1: hexes that may be attacked as one."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import Command, Join
from ecs.core.events import AttackWidened
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.attacks.declared_attacks import assigned, first_of, hexes_of
from ecs.rulesets.russia_besieged.combat.attacks.declaring import cannot_target, let_go, targets
from ecs.rulesets.russia_besieged.combat.attacks.mandatory_attacks import obliged
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.systems.table.names import label, named, unknown_hex


def join_commands(w: World) -> list[Command]:
    """Hexes that can be attacked together."""
    teams = assigned(w)
    pairs = [(i, j) for i in teams for j in _round_about(w, teams[i]) if cannot_join(w, i, j) is None]
    return [Join(label(w, i), label(w, j)) for i, j in pairs]


def _round_about(w: World, team: Iterable[Unit]) -> list[int]:
    return sorted(set.intersection(*({*w.board.neighbours[u.hex]} for u in team)))


def join(w: World, command: Join) -> None:
    """Attack a second hex in one battle with the first."""
    first, other = w.board.by_label[command.hex], w.board.by_label[command.other]
    w.mark(JointAttacks, w.table, joined=tuple(sorted((*w[JointAttacks].joined, (first, other)))))
    let_go(w, first)
    spots = command.hex, command.other
    w.emit(AttackWidened(where=spots, rule="10.1", hex=command.hex, other=command.other))


def cannot_join(w: World, first: int, other: int) -> Refusal | None:
    """Why two hexes cannot be attacked as one: every attacker must be able to attack either, and nobody else may be
    let off his duty by it."""
    teams = assigned(w)
    if first not in teams or not w.phase.startswith("plan"):
        return Refusal("no-attack", f"No attack on {named(w, first)} is declared that could be widened.", "10.1")
    if other == first or first_of(w, other) != other or len(hexes_of(w, other)) > 1 or other in teams:
        return Refusal("in-battle", f"{named(w, other)} belongs to an attack already.", "10.1")
    for unit in teams[first]:
        refusal = cannot_target(w, unit, other)
        if refusal is not None:
            return refusal
    return _lets_off(w, first, other)


def _lets_off(w: World, first: int, other: int) -> Refusal | None:
    """A unit that must attack keeps something it can attack: a duty of its own never lapses because hexes are joined
    of which it reaches only some."""
    battle = {*hexes_of(w, first), other}
    for unit in w.memo("obliged", lambda: obliged(w)):
        around = w.board.neighbours[unit.hex]
        if battle.isdisjoint(around):
            continue
        whole = all(cannot_target(w, unit, i) is None for i in battle)
        if not whole and not any(i not in battle for i in targets(w, unit)):
            missed = next(i for i in sorted(battle) if cannot_target(w, unit, i) is not None)
            words = (
                f"{unit.type.name} at {named(w, unit.hex)} must attack, has no other enemy, and does not reach"
                f" {named(w, missed)}."
            )
            return Refusal("lets-off", words, "10.1")
    return None


def judge_join(w: World, command: Join) -> Refusal | None:
    """Why two hexes cannot be attacked as one."""
    refusal = unknown_hex(w, command.hex, "2.1") or unknown_hex(w, command.other, "2.1")
    if refusal is not None:
        return refusal
    return cannot_join(w, w.board.by_label[command.hex], w.board.by_label[command.other])


ORDERS = (Order(Join, join, judge_join),)
