"""Chapter 10.1: who may attack what, and with whom."""

from __future__ import annotations

from functools import partial

from ecs.core.commands import Assign, CancelAttacks, Command, Lead, Unassign
from ecs.core.components import Assignment, CombatPhase, Engagement, Readiness
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import air_and_artillery
from ecs.rulesets.russia_besieged.combat.declared_attacks import (
    assigned,
    first_of,
    hexes_of,
    is_defended,
    is_held,
    party,
    support,
)
from ecs.rulesets.russia_besieged.data.calendar import impulse, strange, turn_side
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, JointAttacks
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import cf, is_combat_unit, is_gun, kind, letter
from ecs.rulesets.russia_besieged.ground.occupancy import foe_map
from ecs.rulesets.russia_besieged.ground.terrain import is_closed
from ecs.systems.combat.counter_state import send
from ecs.systems.combat.declared_attacks import (
    WAVE,
    AttackRules,
    lapse,
    open_segment,
    open_targets,
    release,
    stand_down,
)
from ecs.systems.marches import circumstances, standing
from ecs.systems.sentences import label, named

DECLARING = ("move", "plan")


# -- the combat segment opens and closes --------------------------------------------------------------------


def start_planning(w: World) -> None:
    """Open a plan segment: no unit has fought; attacks declared for a victory on the march stand; battles that rage on
    are declared by themselves (10.6)."""
    held = dict(w[JointAttacks].locked) if impulse(w) == 2 else {}
    open_segment(w)
    w.mark(JointAttacks, w.table, joined=tuple(pair for pair in w[JointAttacks].joined if pair[0] in held))
    declared = [u for u in w.units if is_combat_unit(u) and u[Assignment].target >= 0]
    stand_down(w, [u for u in declared if cannot_attack(w, u) or cannot_target(w, u, u[Assignment].target)])
    for index, attackers in sorted(held.items()):
        for entity in attackers:
            unit = w.by_entity[entity]
            if unit.hex >= 0 and any(is_defended(w, i, unit.type.side) for i in hexes_of(w, index)):
                w.mark(Assignment, unit, target=index)


def stop_fighting(w: World) -> None:
    """Close a fight segment: what is declared lapses; of the battles that rage, those go on that have somebody left."""
    lapse(w)
    locked = [each for each in w[JointAttacks].locked if impulse(w) == 1 and _rages(w, each)]
    kept = {index for index, _ in locked}
    w.mark(
        JointAttacks,
        w.table,
        locked=tuple(locked),
        joined=tuple(pair for pair in w[JointAttacks].joined if pair[0] in kept),
    )


def _rages(w: World, battle: tuple[int, tuple[int, ...]]) -> bool:
    """Is either side of a battle still there?"""
    index, attackers = battle
    team = [u for e in attackers if (u := w.by_entity[e]).hex >= 0]
    return bool(team) and any(is_defended(w, i, team[0].type.side) for i in hexes_of(w, index))


def open_impulse(w: World) -> None:
    """Open an impulse: no unit has won a victory on the march; before the first no battle rages and no Field Marshal
    has led one in this player turn (9.4, 10.6, 14.2)."""
    w.mark(AutomaticVictory, w.table, units=())
    if impulse(w) == 1:
        w.mark(JointAttacks, w.table, locked=(), joined=())
        for unit in w.units:
            if letter(unit) == "FM" and unit[Readiness].spent:
                w.mark(Readiness, unit, spent=False)


# -- who may attack (10.1) ----------------------------------------------------------------------------------


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this impulse."""
    name = unit.type.long_name
    if not w.phase.startswith(DECLARING):
        return Refusal("no-planning", "Declare attacks after movement, and automatic victories during movement.", "3.0")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "10.1")
    if is_held(w, unit) and w.phase.startswith("move"):
        return Refusal("locked", f"{name} is locked in a raging battle and may fight only there.", "10.6")
    return unfit(w, unit)


def unfit(w: World, unit: Unit) -> Refusal | None:
    """What in a unit itself keeps it from attacking, whatever the phase."""
    name = unit.type.long_name
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "10.1")
    if not is_combat_unit(unit) or not cf(unit) or kind(unit).passive:
        return Refusal("no-fighter", f"{name} cannot attack.", "10.1")
    if unit[Engagement].fought:
        return Refusal("fought", f"{name} has already attacked this segment.", "10.1")
    if unit.entity in w[AutomaticVictory].units:
        return Refusal("victor", f"{name} won an automatic victory and cannot attack again.", "9.4")
    if unit[Engagement].landed:
        return Refusal("landed", f"{name} came by sea and cannot attack this turn.", "8.6")
    if w.clock.turn <= rules(w).allies.no_attack.get(unit.type.nation, 0):
        return Refusal("ally-waits", f"{name} may not attack yet.", "21.0")
    return None


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side, origin = unit.type.side, unit.hex if base is None else base
    name = named(w, index)
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{name} is not next to {unit.type.long_name}.", "10.1")
    if not is_defended(w, index, side):
        return Refusal("nothing-there", f"{unit.type.long_name} has nothing to attack at {name}.", "10.1")
    if is_closed(w, origin, index):
        return Refusal("water-between", "A lake or the sea separates these hexes.", "10.1")
    if unit.type.nation == "FIN" and index in w.board.named(rules(w).allies.finland_closed):
        return Refusal("finns-stay-out", f"Finns may not attack {name}.", "21.0")
    if index in w[CombatPhase].struck:
        return Refusal("struck", f"{name} was already attacked this segment.", "10.1")
    return None


def targets(w: World, unit: Unit) -> list[int]:
    """The hexes a unit that may attack can be assigned to: first hexes of battles only."""
    foes = foe_map(w, unit.type.side)
    return [j for j in w.board.neighbours[unit.hex] if foes[j] and _cannot_reach(w, unit, j) is None]


def cannot_share(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit cannot join the battle of a hex that is fought together with others."""
    first = first_of(w, index)
    if first != index:
        words = f"{named(w, index)} and {named(w, first)} share one attack. Assign the unit to {named(w, first)}."
        return Refusal("joined", words, "10.1")
    for other in hexes_of(w, index)[1:]:
        if cannot_target(w, unit, other) is not None:
            words = f"{unit.type.long_name} cannot attack {named(w, other)}, which is part of this battle."
            return Refusal("not-all", words, "10.1")
    return None


def _cannot_join(w: World, unit: Unit, index: int) -> Refusal | None:
    if is_gun(unit):
        return air_and_artillery.cannot_fire(w, unit) or cannot_serve(w, unit, index)
    return cannot_attack(w, unit) or _cannot_reach(w, unit, index)


def _cannot_reach(w: World, unit: Unit, index: int) -> Refusal | None:
    return cannot_target(w, unit, index) or cannot_share(w, unit, index)


def _open_to(w: World, unit: Unit) -> list[int]:
    return open_targets(w, unit, foe_map(w, unit.type.side), cannot_attack, _cannot_reach)


def let_go(w: World, index: int) -> None:
    """A battle has lost attackers, or become another: without attackers it is off; guns left without company, and a
    Field Marshal with nobody near, help it no more (12, 14.2)."""
    if index not in assigned(w):
        stand_down(w, support(w, index))
        w.mark(JointAttacks, w.table, joined=tuple(pair for pair in w[JointAttacks].joined if pair[0] != index))
    for unit in sorted(support(w, index), key=lambda u: (cf(u), u.entity)):
        if (is_gun(unit) and cannot_serve(w, unit, index) is not None) or (
            letter(unit) == "FM" and not _is_near(w, unit, index)
        ):
            release(w, unit)


ATTACKS = AttackRules(
    "10.1",
    "10.1",
    strange,
    _cannot_join,
    _open_to,
    no_wave=lambda w: "You may attack each hex only once a segment.",
    depends=lambda w, unit: (circumstances(w, unit.type.side), standing(w, unit)),
    left=let_go,
)


# -- commands -----------------------------------------------------------------------------------------------


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """The orders open to a unit: an attack, out of its attack, or to lead one."""
    if unit.place.hex < 0 or unit.type.side is not turn_side(w) or not w.phase.startswith(DECLARING):
        return []
    if unit[Assignment].target >= 0:
        return [] if cannot_unassign(w, unit) else [Unassign(unit.id)]
    if is_gun(unit):
        fair = air_and_artillery.cannot_fire(w, unit) is None
        return [Assign(unit.id, label(w, i), WAVE) for i in assigned(w) if fair and cannot_serve(w, unit, i) is None]
    if letter(unit) == "FM":
        return [Lead(unit.id, label(w, i)) for i in assigned(w) if cannot_lead(w, unit, i) is None]
    return ATTACKS.orders(w, unit)


def cancel_commands(w: World) -> list[Command]:
    """The order that ends all attacks."""
    return [CancelAttacks()] if assigned(w) else []


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take out every unit that no raging battle holds."""
    for index, team in list(assigned(w).items()):
        stand_down(w, [unit for unit in team if not is_held(w, unit)])
        let_go(w, index)


# -- judging ------------------------------------------------------------------------------------------------


def cannot_serve(w: World, gun: Unit, index: int) -> Refusal | None:
    """Why artillery cannot support the attack on a hex (12)."""
    refusal = _cannot_reach(w, gun, index)
    return refusal or air_and_artillery.cannot_serve(w, gun, party(w, index), hexes_of(w, index))


def cannot_unassign(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot be taken out of an attack."""
    if unit.type.side is not turn_side(w) or unit[Assignment].target < 0 or not w.phase.startswith(DECLARING):
        return Refusal("not-assigned", f"{unit.type.long_name} is not in an attack you can still change.", "10.1")
    if is_combat_unit(unit) and is_held(w, unit):
        return Refusal("locked", f"{unit.type.long_name} is locked in a raging battle and must fight again.", "10.6")
    return None


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return strange(w, command.unit) or cannot_unassign(w, w.by_id[command.unit])


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    if not assigned(w) or not w.phase.startswith(DECLARING):
        return Refusal("no-attacks", "There is no declared attack to take back.", "10.1")
    return None


def cannot_lead(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a Field Marshal cannot lead a declared attack (14.2)."""
    name = unit.type.long_name
    if letter(unit) != "FM" or unit.type.side is not turn_side(w) or unit.hex < 0:
        return Refusal("no-marshal", f"{name} is not one of your Field Marshals on the map.", "14.2")
    if not w.phase.startswith("plan"):
        return Refusal("no-planning", "Assign Field Marshals to attacks after movement.", "14.2")
    if unit[Readiness].spent or unit[Assignment].target >= 0:
        return Refusal("spent", f"{name} may lead only one battle per player turn.", "14.2")
    team = assigned(w).get(index, [])
    if not team:
        return Refusal("no-attack", f"There is no declared attack on {named(w, index)}.", "14.2")
    if any(letter(u) == "FM" for u in support(w, index)):
        return Refusal("led", "Only one Field Marshal may lead a battle.", "14.2")
    if not _is_near(w, unit, index):
        return Refusal("too-far", f"{name} is neither with an attacker nor next to one.", "14.2")
    return None


def _is_near(w: World, unit: Unit, index: int) -> bool:
    return any(unit.hex == u.hex or unit.hex in w.board.neighbours[u.hex] for u in assigned(w).get(index, []))


def judge_lead(w: World, command: Lead) -> Refusal | None:
    """Why a Field Marshal cannot lead an attack."""
    refusal = strange(w, command.unit, command.hex)
    return refusal or cannot_lead(w, w.by_id[command.unit], w.board.by_label[command.hex])


ORDERS = (
    Handler(Assign, ATTACKS.assign, ATTACKS.judge),
    Handler(CancelAttacks, cancel_attacks, judge_cancel),
    Handler(Lead, partial(send, rule="10.1"), judge_lead),
)
