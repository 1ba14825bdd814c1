"""Chapter 5.1: who may attack what, and who must."""

from __future__ import annotations

from ecs.core.components import CombatPhase, Engagement, Marched, SupplyState
from ecs.core.remembered_answers import per_position
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.battlefield import is_barrier, may_go_alone
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.data.units import cf, is_combat_unit, turn_side
from ecs.rulesets.dark_valley.ground.borders import cannot_act, closed_country
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, armies, contact, state, zone_map
from ecs.rulesets.dark_valley.ground.terrain import is_closed, open_net
from ecs.systems.combat import declared_attacks
from ecs.systems.sentences import named


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this segment."""
    name = unit.type.long_name
    if strikes_from_the_air(w, unit):
        return None
    if not w.phase.startswith("fight-"):
        return Refusal("no-combat", "Attack when a chit lets units fight.", "2.3")
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
    return Refusal("extras-spent", f"A panzer army takes at most {most} units on foot.", "2.3")


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
        return Refusal("nothing-there", f"No enemy combat unit stands at {named(w, index)}.", "5.1")
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
