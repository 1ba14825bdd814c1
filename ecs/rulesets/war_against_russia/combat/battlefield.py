"""The records that stand for the units and the hex of an attack on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.core.components import Battle, Side, SupplyState
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.odds import (
    AttackConditions,
    AttackOdds,
    Combatant,
    Team,
    facing,
    work_out_odds,
)
from ecs.rulesets.war_against_russia.data.components import Breakthrough, NoRetreat, StandOrder
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_dispersed, printed_values
from ecs.rulesets.war_against_russia.ground.control import controls_sea, fighters_at, intrinsic_factor
from ecs.rulesets.war_against_russia.ground.terrain import (
    is_fortress,
    is_frozen,
    weather_at,
)


def troop(w: World, unit: Unit, target: int = -1, base: int | None = None) -> Combatant:
    """A unit as it fights: attacking ``target`` out of ``base`` (where it stands if None), or defending."""
    printed = printed_values(unit)
    origin = unit.hex if base is None else base
    return Combatant(
        unit.id,
        unit.type.name,
        printed.attack,
        printed.defence,
        printed.arm,
        printed.nation,
        printed.size,
        origin,
        is_dispersed(unit),
        unit[SupplyState].supplied,
        w.board.kinds(origin, target) if origin >= 0 and target >= 0 else frozenset(),
    )


def team_of(w: World, units: Sequence[Unit], index: int, at: Mapping[str, int] | None = None) -> Team:
    """The combat units among these, attacking a hex from where they stand or ``at`` puts them."""
    place = at or {}
    return tuple(troop(w, u, index, place.get(u.id)) for u in units if not is_air(u))


def foes_at(w: World, index: int, side: Side) -> list[Unit]:
    """The units that defend a hex against ``side``, by entity."""
    return fighters_at(w, index, side.other)


def is_prepared(w: World) -> bool:
    """Are these the prepared attacks, and not one of those that follow a breakthrough (9.3, 9.4)?"""
    return w.phase.partition("-")[0] in ("plan1", "fight1") and not w[Breakthrough].extra


def standing(w: World, foes: Sequence[Unit], index: int) -> frozenset[str]:
    """Ids of the defenders who are not to retreat: all Soviets by order of the turn, Germans by that of the battle
    (9.6)."""
    if foes and foes[0].type.side is Side.SOVIET:
        return frozenset(u.id for u in foes) if w[NoRetreat].ordered else frozenset()
    told = w[StandOrder].units if foes and w[Battle].hex == index else ()
    return frozenset(w.by_entity[e].id for e in told)


def site(
    w: World,
    index: int,
    side: Side,
    units: Sequence[Unit],
    at: Mapping[str, int] | None = None,
    surrounded: bool = False,
    hemmed: bool = False,
) -> AttackConditions:
    """The hex and the moment, for an attack by these units; aircraft among them count.  ``surrounded``, ``hemmed``: the
    defenders have no way to retreat at all, or of one hex."""
    foes, here, table = foes_at(w, index, side), w.board.hexes[index], rules(w)
    found = AttackConditions(
        side,
        tuple(troop(w, u) for u in foes),
        here.terrain,
        here.place or ("locality" if here.name else ""),
        is_fortress(w, index),
        intrinsic_factor(w, index),
        w.clock.turn,
        weather_at(w, index),
        is_frozen(w),
        sum(1 for u in units if is_air(u)),
        is_prepared(w),
        frozenset(row.sea for row in table.side.values() if row.sea and controls_sea(w, row.sea, side)),
        surrounded=surrounded,
        hemmed=hemmed,
        standing=standing(w, foes, index),
    )
    return facing(found, team_of(w, units, index, at))


def odds_of(
    w: World,
    index: int,
    side: Side,
    units: Sequence[Unit],
    at: Mapping[str, int] | None = None,
    surrounded: bool = False,
) -> AttackOdds:
    """The odds of an attack by these units."""
    return work_out_odds(site(w, index, side, units, at, surrounded), team_of(w, units, index, at))
