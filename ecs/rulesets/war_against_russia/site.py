"""Which records stand for the units and the hex of an attack on the map?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.components import Side
from ecs.rulesets.war_against_russia.lay import (
    FORTS,
    LAKE,
    RIVER,
    STRAIT,
    card,
    controls_sea,
    fighters_at,
    intrinsic_factor,
    is_air,
    is_dispersed,
    is_fortress,
    is_frozen,
    rules,
    weather_at,
)
from ecs.rulesets.war_against_russia.odds import Odds, weigh
from ecs.rulesets.war_against_russia.strength import Site, Team, Troop, facing
from ecs.systems import counts
from ecs.world import Unit, World

FIRM = "firm"
"""The count of them: a bit for each defender, in order."""


def troop(w: World, unit: Unit, target: int = -1, base: int | None = None) -> Troop:
    """A unit as it fights: attacking ``target`` out of ``base`` (where it stands if None), or defending."""
    printed = card(unit)
    origin = unit.hex if base is None else base
    between = w.board.kinds(origin, target) if origin >= 0 and target >= 0 else frozenset()
    return Troop(
        unit.id,
        unit.type.name,
        printed.attack,
        printed.defence,
        printed.arm,
        printed.nation,
        printed.size,
        origin,
        is_dispersed(unit),
        unit.condition.supplied,
        RIVER in between,
        LAKE in between,
        STRAIT in between,
        FORTS in between,
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
    return w.phase.partition("-")[0] in ("plan1", "fight1") and not w.operation.extra


def stands(w: World, foes: Sequence[Unit], index: int) -> bool:
    """Are the defenders not to retreat: all Russians by order of the turn, some Germans by that of the battle (9.6)?"""
    if not foes:
        return False
    if foes[0].type.side is Side.SOVIET:
        return bool(w.operation.standing)
    return w.clash.hex == index and bool(w.clash.stood)


def alone_firm(w: World) -> frozenset[str]:
    """The Germans of this battle who alone are told not to retreat; empty if all are, or none."""
    bits = counts.count(w, FIRM)
    return frozenset(w.by_entity[e].id for n, e in enumerate(w.clash.defenders) if bits >> n & 1)


def site(
    w: World,
    index: int,
    side: Side,
    units: Sequence[Unit],
    at: Mapping[str, int] | None = None,
    surrounded: bool = False,
    hemmed: bool = False,
) -> Site:
    """The hex and the moment, for an attack by these units; aircraft among them count.  ``surrounded``, ``hemmed``: the
    defenders have no way to retreat at all, or of one hex."""
    foes, here, table = foes_at(w, index, side), w.board.hexes[index], rules(w)
    found = Site(
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
        controls_sea(w, table.sea.strait_sea, side),
        surrounded=surrounded,
        hemmed=hemmed,
        stand=stands(w, foes, index),
        firm=alone_firm(w) if w.clash.hex == index else frozenset(),
    )
    return facing(found, team_of(w, units, index, at))


def odds_of(
    w: World,
    index: int,
    side: Side,
    units: Sequence[Unit],
    at: Mapping[str, int] | None = None,
    surrounded: bool = False,
) -> Odds:
    """The odds of an attack by these units."""
    return weigh(site(w, index, side, units, at, surrounded), team_of(w, units, index, at))
