"""The records that stand for the units and the hex of a battle on the map."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Disruption, Garrison, Side, SupplyState
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat.fire import AttackConditions, Combatant
from ecs.rulesets.darkest_crusade.data.components import Borders, UnderFire
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.losses import factors, is_fortified


def combatant(unit: Unit) -> Combatant:
    """A unit as the fire rules see it."""
    attack, defence, hits = factors(unit)
    kind = unit.type
    return Combatant(
        kind.name,
        attack,
        defence,
        hits,
        "infantry" in kind,
        "german" in kind,
        unit.hex,
        unit[SupplyState].supplied,
        unit[Disruption].disrupted,
        is_fortified(unit),
        unit[UnderFire].hurt,
        kind.attack,
        max(kind.attack, kind.defence),
        kind.cost,
    )


def intrinsic(w: World, index: int, defender: Side) -> tuple[int, str]:
    """The fire of a place itself, and its name (13)."""
    spot, table = w.board.hexes[index], rules(w).place
    if w.ground[index].control is not defender:
        return 0, ""
    if index in w.board.named(table.strong_hex):
        return table.strong_fire, f"{spot.name} itself"
    if spot.place == "victory":
        return table.victory_fire, f"{spot.name}, victory city"
    if "fortress" in spot.traits:
        return table.fortress_fire, f"{spot.name}, fortress"
    return 0, ""


def hits_needed(w: World, index: int, defender: Side, had_defender: bool) -> int:
    """Hits to take the place once its defenders are gone (13)."""
    spot, table = w.board.hexes[index], rules(w).place
    if w.ground[index].control is not defender:
        return 0
    if index in w.board.named(table.capital_hex) and defender is Side.SOVIET:
        return table.capital_hits
    if spot.place == "victory":
        return table.victory_hits
    if "fortress" in spot.traits:
        return table.fortress_hits
    if spot.place == "major" and (had_defender or w.all(Garrison)[index].garrisoned):
        return table.major_hits
    return 0


def attack_conditions(
    w: World, index: int, attacker: Side, bases: Iterable[int], had_defender: bool, ford: bool
) -> AttackConditions:
    """The attacked hex as the fire rules see it."""
    spot = w.board.hexes[index]
    fire, name = intrinsic(w, index, attacker.other)
    froms = sorted(set(bases))
    return AttackConditions(
        spot.terrain,
        w.weather.name,
        attacker,
        frozenset(b for b in froms if "river" in w.board.kinds(b, index)),
        frozenset(b for b in froms if "stalin_line" in w.board.kinds(b, index))
        if attacker is Side.AXIS
        else frozenset(),
        fire,
        name,
        hits_needed(w, index, attacker.other, had_defender),
        sheltered_place(w, index),
        ford,
        w.options["weather_mode"],
        w.options["supply_mode"],
        w.options["combat_dice"],
    )


def sheltered_place(w: World, index: int) -> bool:
    """A city or town: its defenders ignore the weather; a fortress alone is neither (14)."""
    return bool(w.board.hexes[index].place)


def surprise(w: World, attackers: Iterable[Unit]) -> bool:
    """By an option each German attack of the first turn ignores one river side (19)."""
    return w.options["first_turn_river_mode"] == "per_attack" and _in_june(w, attackers)


def may_ford(w: World, attackers: Iterable[Unit]) -> bool:
    """May the Germans still use here the one river side that they ignore in the first turn (19)?"""
    return w.options["first_turn_river_mode"] == "once" and not w[Borders].ford_used and _in_june(w, attackers)


def _in_june(w: World, attackers: Iterable[Unit]) -> bool:
    return w.clock.turn == 1 and any("german" in u.type for u in attackers)
