"""Chapter 5.2-5.5: the parts of the position that count in an attack on a hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.core.components import Engagement, Side, Steps, SupplyState
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.odds import AttackConditions, AttackOdds, Combatant, Team, work_out_odds
from ecs.rulesets.dark_valley.data.chits import HEADQUARTERS, is_panzer
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.data.options import ATTACKERS, CITY_HALVES, SOVIET, ZONES_SHIELD
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_german, kind
from ecs.rulesets.dark_valley.ground.occupancy import fighters_at, state
from ecs.rulesets.dark_valley.ground.terrain import fort_at, has_works, is_city, line_between, rows, suffers_cold

DEEP_BATTLE = "SU_DB"


def attack_conditions(w: World, index: int, side: Side) -> AttackConditions:
    """The hex and the moment, for an attack by ``side``."""
    chart = rules(w).terrain
    names = tuple(next(name for name, row in chart.items() if row is found) for found in rows(w, index))
    return AttackConditions(
        side,
        names,
        w.clock.turn,
        w.weather.name,
        is_led(w),
        w.options.get("crt_die") == "8",
        w.options.get("halve_once") != "off",
        w.options[CITY_HALVES] == ATTACKERS,
        w.options[ZONES_SHIELD] == SOVIET,
    )


def is_led(w: World) -> bool:
    """Is the chit in play that of a headquarters or Deep Battle (5.4)?"""
    chit = w[ChitInPlay].chit
    return is_panzer(chit) or chit in HEADQUARTERS or chit == DEEP_BATTLE


def combatant(w: World, unit: Unit, target: int = -1, base: int | None = None) -> Combatant:
    """A unit as it fights: attacking ``target`` out of ``base``, or defending (-1)."""
    card = kind(unit)
    origin = unit.hex if base is None else base
    beside = target >= 0 and origin >= 0
    return Combatant(
        unit.id,
        unit.type.name,
        card.full[0],
        card.reduced[0] if card.reduced else 0,
        unit[Steps].lost,
        origin,
        line_between(w, origin, target) if beside else "",
        state(w, unit),
        has(unit, "panzer_tank"),
        has(unit, "mech"),
        is_german(unit),
        may_go_alone(unit),
        suffers_cold(w, unit),
        unit[Engagement].routed and target < 0,
    )


def may_go_alone(unit: Unit) -> bool:
    """May the unit attack without company: mechanised, cavalry, or just landed from the air (3.9, 5.1)?"""
    return has(unit, "mech") or has(unit, "cav") or unit[SupplyState].dropped


def team_of(w: World, units: Sequence[Unit], index: int, at: Mapping[str, int] | None = None) -> Team:
    """Attackers of a hex, from where they stand or from where ``at`` puts them."""
    place = at or {}
    return tuple(combatant(w, u, index, place.get(u.id)) for u in units)


def foes_at(w: World, index: int, side: Side) -> Team:
    """The combat units that defend a hex against ``side``."""
    return tuple(combatant(w, u) for u in fighters_at(w, index) if u.type.side is not side)


def odds_of(w: World, index: int, side: Side, units: Sequence[Unit], at: Mapping[str, int] | None = None) -> AttackOdds:
    """The odds of an attack by these units."""
    return work_out_odds(attack_conditions(w, index, side), team_of(w, units, index, at), foes_at(w, index, side))


def garrison_may_stand(w: World, index: int, side: Side) -> bool:
    """May a garrison of ``side`` ignore a retreat: in a Fort, a Weak Fort, or a city with Defensive Works (5.8)?"""
    if fort_at(w, index):
        return True
    return side is Side.SOVIET and has_works(w, index) and is_city(w, index)


def is_barrier(w: World, side: Side, a: int, b: int) -> bool:
    """May a side neither attack nor retreat from one hex to the next: the Axis across the Volga (5.3, 5.9)?"""
    if side is Side.SOVIET:
        return False
    return any(line.axis_stops for name, line in rules(w).side.items() if name in w.board.kinds(a, b))
