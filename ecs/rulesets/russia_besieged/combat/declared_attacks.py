"""Chapters 10.1-10.5: the declared battles, who belongs to them, and the parts of the position that count in them.

A battle is named by its first hex: its attackers are assigned to that one; ``JointAttacks.joined`` holds (first,
further) pairs of hexes attacked as one.  Artillery, air groups and a Field Marshal belong to it by their
``Assignment.target``.  On a combat unit ``Assignment.allotted`` says that the rules have assigned it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.core.components import Assignment, Battle, Engagement, Marched, Place, Readiness, Side, Steps, SupplyState
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.view import BattleView
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.odds import CRT, AttackOdds, work_out_odds
from ecs.rulesets.russia_besieged.combat.strength import (
    OUT_OF_SUPPLY,
    SUPPLIED,
    AttackConditions,
    Combatant,
    DefendedHex,
    Team,
)
from ecs.rulesets.russia_besieged.data.calendar import impulse, turn_side, weather
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import classes, is_combat_unit, is_gun, is_second_stage, letter, state
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.movement import is_locked
from ecs.rulesets.russia_besieged.ground.occupancy import fighters_at, foe_map
from ecs.rulesets.russia_besieged.ground.terrain import between, ground_word, is_fortress
from ecs.systems.combat import declared_attacks
from ecs.systems.combat.battles import declared, fighting
from ecs.systems.combat.declared_attacks import WAVE
from ecs.systems.stacking import units_at

# -- Chapters 10.2-10.5: the parts of the position that count in an attack. ------------------------------------------


def combatant(w: World, unit: Unit, hexes: Sequence[int] = (), base: int | None = None) -> Combatant:
    """A unit as it fights: attacking hexes out of ``base``, or defending (no hexes)."""
    return _combatant(w, unit, tuple(hexes), base)


@per_position
def _combatant(w: World, unit: Unit, hexes: tuple[int, ...], base: int | None) -> Combatant:
    printed = classes()[unit[Steps].grade or unit.type.kind]
    origin = unit.hex if base is None else base
    fed = supply.attack_supply(w, unit, origin) if hexes else OUT_OF_SUPPLY if state(unit) else SUPPLIED
    across = frozenset((n, name) for n, j in enumerate(hexes) if origin >= 0 for name in between(w, origin, j))
    return Combatant(
        unit.id,
        unit.type.name,
        printed.kind,
        printed.full[0],
        printed.reduced[0] if printed.reduced else 0,
        unit[Steps].lost,
        unit.type.nation,
        origin,
        across,
        fed,
        unit[Engagement].routed and not hexes,
        unit[Marched].hexes,
        supply.is_surrounded(w, unit),
        unit[SupplyState].dropped,
    )


def foes_at(w: World, index: int, side: Side) -> list[Unit]:
    """The combat units that defend a hex against ``side``, by entity."""
    return [u for u in fighters_at(w, index) if u.type.side is not side]


def is_defended(w: World, index: int, side: Side) -> bool:
    """Is there anything for ``side`` to attack: combat units, or 2nd-stage partisans (16.5)?"""
    return bool(foe_map(w, side)[index])


def _bands(w: World, index: int, side: Side) -> list[Unit]:
    return [u for u in units_at(w, index) if u.type.side is not side and is_second_stage(u)]


def _extra(w: World, index: int, side: Side) -> int:
    """Factors of a Dictator, and of 2nd-stage partisans (14, 16.5)."""
    dictators = sum(1 for u in units_at(w, index) if u.type.side is not side and letter(u) == "DI")
    bands = len(_bands(w, index, side))
    return dictators * rules(w).dictators.defence + bands * rules(w).partisans.defence


def target(w: World, index: int, side: Side) -> DefendedHex:
    """A hex as defended against ``side``."""
    team = tuple(combatant(w, u) for u in foes_at(w, index, side))
    return DefendedHex(ground_word(w, index), team, is_fortress(w, index), _extra(w, index, side))


def team_of(w: World, units: Sequence[Unit], hexes: Sequence[int], at: Mapping[str, int] | None = None) -> Team:
    """Those of the units that fight on the ground, artillery included, from where they stand or ``at`` puts them."""
    place = at or {}
    return tuple(combatant(w, u, hexes, place.get(u.id)) for u in units if is_combat_unit(u) or is_gun(u))


def attack_conditions(
    w: World,
    hexes: Sequence[int],
    side: Side,
    units: Sequence[Unit],
    at: Mapping[str, int] | None = None,
    helped: bool | None = None,
) -> AttackConditions:
    """The hexes and the moment, for an attack by these units; aircraft and a Field Marshal among them count.

    :param helped: does a Field Marshal help the defenders?  None: if one could.
    """
    if helped is None:
        helped = bool(defending_marshals(w, hexes, side.other))
    return AttackConditions(
        side,
        tuple(target(w, index, side) for index in hexes),
        w.clock.turn,
        weather(w),
        sum(1 for u in units if letter(u) == "AIR"),
        (any(letter(u) == "FM" for u in units), helped),
        is_on(w, "first_winter"),
        is_on(w, "snow_air"),
    )


def defending_marshals(w: World, hexes: Sequence[int], side: Side) -> list[Unit]:
    """The Field Marshals who could help the defenders, by entity: in or next to their hexes, and not spent in this
    player turn (14.2)."""
    return [
        unit
        for unit in _fresh_marshals(w)
        if unit.type.side is side
        and any(unit.hex == i or unit.hex in w.board.neighbours[i] for i in hexes if fighters_at(w, i))
    ]


@remembered(Place, Steps, Readiness)
def _fresh_marshals(w: World) -> list[Unit]:
    """The Field Marshals on the map that are not spent, of both sides, by entity."""
    return [u for u, ready in w.each(Readiness) if not ready.spent and u.hex >= 0 and letter(u) == "FM"]


def odds_of(
    w: World,
    hexes: Sequence[int],
    side: Side,
    units: Sequence[Unit],
    table: str = CRT,
    at: Mapping[str, int] | None = None,
    helped: bool | None = None,
) -> AttackOdds:
    """The odds of an attack by these units; ``helped``: as for the site."""
    return work_out_odds(attack_conditions(w, hexes, side, units, at, helped), team_of(w, units, hexes, at), table)


# -- Chapter 10.1: the declared battles, and who belongs to them. ----------------------------------------------------


def assigned(w: World) -> dict[int, list[Unit]]:
    """First hex of a battle -> the combat units assigned to it, by entity."""
    return declared_attacks.assigned(w, is_combat_unit)


def hexes_of(w: World, index: int) -> tuple[int, ...]:
    """All hexes of the battle with this first hex."""
    return (index, *(other for first, other in w[JointAttacks].joined if first == index))


def battle_hexes(w: World, index: int) -> tuple[int, ...]:
    """The hexes of a battle that still have units to fight."""
    return tuple(i for i in hexes_of(w, index) if is_defended(w, i, turn_side(w)))


def first_of(w: World, index: int) -> int:
    """The first hex of the battle a hex belongs to: itself, unless it is joined to another."""
    return next((first for first, other in w[JointAttacks].joined if other == index), index)


def support(w: World, index: int) -> list[Unit]:
    """Artillery, unspent air groups and the Field Marshal given to a battle, by entity."""
    hexes = hexes_of(w, index)
    return [u for u in _all_support(w) if u[Assignment].target in hexes]


@per_position
def _all_support(w: World) -> list[Unit]:
    side = turn_side(w)
    return [
        u
        for u, assigned, ready in w.each(Assignment, Readiness)
        if assigned.target >= 0 and not ready.spent and u.hex >= 0 and u.type.side is side and not is_combat_unit(u)
    ]


def party(w: World, index: int) -> list[Unit]:
    """Everything on the attacker's side of a declared battle."""
    return [*assigned(w).get(index, []), *support(w, index)]


def is_held(w: World, unit: Unit) -> bool:
    """Must the unit fight on in the Second Impulse where it fought in the First (10.6)?"""
    return impulse(w) == 2 and is_locked(w, unit)


def is_allotted(unit: Unit) -> bool:
    """Did the rules, not the player, assign the unit to its attack?"""
    return is_combat_unit(unit) and unit[Assignment].target >= 0 and unit[Assignment].allotted


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The battle being fought, and those declared."""
    out = [fighting(w, WAVE, _is_told)] if w[Battle].underway else []
    for index, team in assigned(w).items():
        if index != w[Battle].hex:
            foes = [u for i in hexes_of(w, index) for u in foes_at(w, i, turn_side(w))]
            out.append(declared(index, WAVE, [*team, *filter(is_gun, support(w, index))], foes))
    return tuple(out)


def _is_told(unit: Unit) -> bool:
    return is_combat_unit(unit) or is_gun(unit)
