"""Chapters 5.1 and 5.12: declaring attacks: who may attack what, who must, and who counterattacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.core.commands import Assign, CancelAttacks, Command, Resolve, Unassign
from ecs.core.components import (
    Assignment,
    Battle,
    CombatPhase,
    Engagement,
    Ground,
    Marched,
    Place,
    Side,
    Steps,
    SupplyState,
    Weather,
)
from ecs.core.dice import roll
from ecs.core.events import AttacksOwed
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import BattleView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.battlefield import is_barrier, may_go_alone, odds_of
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, MARKERS, UNIT_MARKS, WAR_MARKS, ChitInPlay
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, SUPPLIED, armies, contact, fighters_at, state, zone_map
from ecs.rulesets.dark_valley.ground.terrain import cannot_act, closed_country, is_closed, open_net, quarrel
from ecs.systems.combat import declared_attacks
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.declared_attacks import WAVE, AttackRules, stand_down
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.marches import circumstances, standing
from ecs.systems.sentences import called, label, named
from ecs.systems.stacking import units_at

# -- Chapter 5.1: who may attack what, and who must. -----------------------------------------------------------------


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this segment."""
    name = unit.type.long_name
    if strikes_from_the_air(w, unit):
        return None
    if not w.phase.startswith("fight-"):
        return Refusal("no-combat", "Units attack only when a chit lets them fight.", "2.3")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "5.1")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "5.1")
    if not is_combat_unit(unit) or not cf(unit):
        return Refusal("no-fighter", f"{name} is not a combat unit.", "5.1")
    if unit[Engagement].fought:
        return Refusal("fought", f"{name} has already attacked this segment.", "5.1")
    if unit[Engagement].landed:
        return Refusal("landed", f"{name} has just landed and may not attack this turn.", "3.8")
    refusal = chits.cannot_use(w, unit) or cannot_act(w, unit)
    if refusal is not None:
        return refusal
    if state(w, unit) == ISOLATED and not is_boxed_in(w, unit):
        return Refusal("isolated", f"{name} is isolated but not boxed in, so it may not attack.", "4.4")
    return _extras_full(w, unit)


def strikes_from_the_air(w: World, unit: Unit) -> bool:
    """Has the unit just landed from the air, and must it decide whether to attack at once (3.9)?"""
    return w.decisions.stack[-1:] == ("strike",) and unit[SupplyState].dropped and unit[Marched].moved > 0


def is_boxed_in(w: World, unit: Unit) -> bool:
    """Are there only enemies, or their zones, all round the unit (4.4)?"""
    side, zones, foes = unit.type.side, zone_map(w, unit.type.side.other), armies(w)
    return all(zones[j] or foes.get(j) is side.other for j in open_net(w)[unit.hex])


def _extras_full(w: World, unit: Unit) -> Refusal | None:
    """By an option a panzer chit takes few units on foot along, those assigned to attacks included (2.3)."""
    most = chits.most_on_foot(w, w[ChitInPlay].chit)
    if most is None or may_go_alone(unit) or unit.entity in w[ChitInPlay].extras:
        return None
    waiting = [e for e in walkers_assigned(w) if e not in w[ChitInPlay].extras]
    if unit.entity in waiting or len(w[ChitInPlay].extras) + len(waiting) < most:
        return None
    return Refusal("extras-spent", f"A panzer army chit lets at most {most} units on foot act.", "2.3")


@per_position
def walkers_assigned(w: World) -> tuple[int, ...]:
    """The units assigned to attacks that may not go alone, by target and entity."""
    return tuple(u.entity for team in assigned(w).values() for u in team if not may_go_alone(u))


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side, origin = unit.type.side, unit.hex if base is None else base
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{named(w, index)} is not next to {unit.type.long_name}.", "5.1")
    if armies(w).get(index) is not side.other:
        return Refusal("nothing-there", f"There is no enemy combat unit at {named(w, index)}.", "5.1")
    if is_closed(w, origin, index):
        return Refusal("water-between", "A lake or the sea separates these hexes.", "5.3")
    if is_barrier(w, side, origin, index):
        return Refusal("volga", "Axis units never attack across the Volga.", "5.3")
    if index in closed_country(w, unit):
        return Refusal("closed-country", f"{named(w, index)} is closed to {unit.type.long_name} now.", "8.9")
    if index in w[CombatPhase].struck:
        return Refusal("struck", f"{named(w, index)} was already attacked this segment.", "5.1")
    return None


def assigned(w: World) -> dict[int, list[Unit]]:
    """Target -> the combat units assigned to the attack on it, by entity."""
    return declared_attacks.assigned(w, is_combat_unit)


def meets_enemies(w: World, unit: Unit) -> bool:
    """Do enemy combat units stand next to the unit?"""
    return bool(contact(w, unit.type.side.other)[unit.hex])


def targets(w: World, unit: Unit) -> list[int]:
    """The hexes a unit that may attack may be assigned to."""
    who, enemy = armies(w), unit.type.side.other
    near = [j for j in w.board.neighbours[unit.hex] if who.get(j) is enemy]
    return [j for j in near if cannot_target(w, unit, j) is None]


def could_attack(w: World) -> dict[int, list[Unit]]:
    """Target -> all units that have not fought and may attack it."""
    found: dict[int, list[Unit]] = {}
    side = turn_side(w)
    for unit in w.units:
        if unit.hex < 0 or unit.type.side is not side or not meets_enemies(w, unit) or cannot_attack(w, unit):
            continue
        for index in targets(w, unit):
            found.setdefault(index, []).append(unit)
    return dict(sorted(found.items()))


# -- Chapter 5.12: what the Counterattack! chit demands, and from whom. ----------------------------------------------

CHIT = "SU_CA"
DEPENDS = (Place, Steps, *UNIT_MARKS, *CUP_MARKS, *WAR_MARKS, *MARKERS, Ground, Weather)


def demand(w: World) -> None:
    """The segment opens: the die says how many attacks are owed."""
    w.mark(ChitInPlay, w.table, quota=0)
    if w[ChitInPlay].chit != CHIT:
        return
    owed = sum(roll(w) for _ in range(rules(w).combat.counter_dice))
    w.mark(ChitInPlay, w.table, quota=owed)
    w.emit(AttacksOwed(rule="5.12", side=Side.SOVIET, number=owed))


def is_proper(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Is this an attack as Counterattack! asks for: two units at least, and not below 1-3?"""
    return len(team) > 1 and odds_of(w, index, turn_side(w), team).column != NO_COLUMN


@remembered(*DEPENDS)
def chances(w: World) -> Mapping[int, list[Unit]]:
    """Hex -> all who could take part, for hexes on which a proper attack is still possible."""
    return {i: us for i, us in could_attack(w).items() if is_proper(w, i, us)}


def borders_panzers(w: World, index: int) -> bool:
    """Does the hex hold Axis mechanised units, or lie next to some?  Such hexes come first."""
    spots = (index, *w.board.neighbours[index])
    return any(u.type.side is Side.AXIS and has(u, "mech") for i in spots for u in units_at(w, i))


def pays_off(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Does an attack count towards what the die demands?  On a hex without panzers only when no other can be made."""
    if w[ChitInPlay].chit != CHIT or not w[ChitInPlay].quota or not is_proper(w, index, team):
        return False
    return borders_panzers(w, index) or not any(borders_panzers(w, i) for i in chances(w))


# -- mechanised corps -------------------------------------------------------------------------------


@remembered(*DEPENDS)
def obliged(w: World) -> dict[int, tuple[int, ...]]:
    """Mechanised corps that have still to take part, by entity -> the hexes they may do it on: those with panzers
    alone, if there are any."""
    found: dict[int, list[int]] = {}
    for index, team in chances(w).items():
        for unit in team:
            if has(unit, "panzer_tank") and state(w, unit) == SUPPLIED:
                found.setdefault(unit.entity, []).append(index)
    return {e: tuple([i for i in spots if borders_panzers(w, i)] or spots) for e, spots in sorted(found.items())}


def neglects(w: World, index: int, team: Sequence[Unit]) -> Refusal | None:
    """Why Counterattack! forbids an attack: a corps in it does not do its duty by it, or another no longer could."""
    if w[ChitInPlay].chit != CHIT or not w.phase.startswith("fight-") or team[0].type.side is not turn_side(w):
        return None
    owed = obliged(w)
    eager = [u for u in team if u.entity in owed]
    for unit in eager:
        name, where = unit.type.long_name, named(w, owed[unit.entity][0])
        if not is_proper(w, index, team):
            text = f"Counterattack! {name} must attack with another unit at 1-3 or better. It can do so at {where}."
            return Refusal("counterattack-weak", text, "5.12")
        if index not in owed[unit.entity]:
            text = f"Counterattack! {name} must first attack a hex with panzers in it or next to it, such as {where}."
            return Refusal("panzers-first", text, "5.12")
    if eager:
        return None
    for entity, spots in owed.items():
        if not any(_still(w, spot, index, team) for spot in spots):
            text = f"Counterattack! Without these units {w.by_entity[entity].type.long_name} could not join any attack."
            return Refusal("counterattack-alone", text, "5.12")
    return None


def _still(w: World, spot: int, index: int, team: Sequence[Unit]) -> bool:
    """Could a proper attack still be made on a hex after a team has attacked another?"""
    every = chances(w)[spot]
    left = [u for u in every if u not in team]
    return spot != index and (len(left) == len(every) or is_proper(w, spot, left))


def may_end(w: World) -> Refusal | None:
    """What the Counterattack! chit still demands before the segment can end."""
    if w[ChitInPlay].chit != CHIT:
        return None
    for entity, spots in obliged(w).items():
        name = w.by_entity[entity].type.long_name
        text = f"Counterattack! {name}, a mechanised corps in supply, must attack, for example {named(w, spots[0])}."
        return Refusal("counterattack-corps", text, "5.12")
    if not w[ChitInPlay].quota or not chances(w):
        return None
    index = next((i for i in chances(w) if borders_panzers(w, i)), next(iter(chances(w))))
    words = "one more attack" if w[ChitInPlay].quota == 1 else f"{w[ChitInPlay].quota} more attacks"
    text = f"Counterattack! You must still make {words}. You can attack {named(w, index)}."
    return Refusal("counterattack", text, "5.12")


# -- Chapter 5.1: declaring attacks. ---------------------------------------------------------------------------------


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
    no_wave=lambda w: "You may attack each hex only once a segment.",
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
    return neglects(w, index, team)


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
    return Refusal("not-assigned", f"{called(w, command.unit)} is not assigned to an attack or bombardment.", "5.1")


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    return Refusal("no-attacks", "You have not declared any attacks.", "5.1")


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why an attack may not be resolved."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return strange(w, next(iter(w.by_id)), command.hex)
    if w.decisions.stack[-1:] == ("strike",):
        return Refusal("not-adjacent", f"The corps that landed has nothing to attack at {named(w, index)}.", "3.9")
    team = assigned(w).get(index, [])
    words = f"There is no attack on {named(w, index)} to fight."
    return cannot_resolve(w, team, index) or Refusal("no-such-battle", words, "5.1")


ORDERS = (
    Handler(Assign, ATTACKS.assign, judge_assign),
    Handler(Unassign, ATTACKS.unassign, judge_unassign),
    Handler(CancelAttacks, cancel_attacks, judge_cancel),
)
