"""Who stands in a hex and how many may, who controls it, and what it counts for (3.1, 9.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Place, Side, Steps, SupplyState, Weather
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import MARKERS, WAR_MARKS, Fort
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, is_first_winter, kind, weather
from ecs.rulesets.dark_valley.ground.terrain import STRONG, forts, is_city
from ecs.systems import control
from ecs.systems.network import net_without
from ecs.systems.stacking import Armies, Limits, StackCount, StackLimits, units_at
from ecs.systems.zones import ZonesOfControl

# -- Who stands in a hex, who controls it, and what it counts for (9.2). ---------------------------------------------

holder = control.holder

ARMIES = Armies(is_combat_unit, is_combat_unit, (Place, Steps))
armies, army_at, fighters_at, foe_map = ARMIES.by_hex, ARMIES.side_at, ARMIES.fighters_at, ARMIES.foes
contact = ARMIES.contact


@remembered()
def cities(w: World) -> tuple[int, ...]:
    """The victory cities, by name."""
    return tuple(h.index for h in sorted(w.board.hexes, key=lambda h: h.name) if h.vp)


PRIZES = control.Prizes(cities, lambda w, index: w.board.hexes[index].vp)
held, standing = PRIZES.held, PRIZES.standing

# -- The supply state that counts for a unit now: as it was marked, but for relief, landings and the first winter. ---

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2


def is_fed(unit: Unit) -> bool:
    """Did the unit have a line of supply when last judged, or when the chit in play named it (4.3)?"""
    return unit[SupplyState].level == SUPPLIED or unit[SupplyState].relieved


def state(w: World, unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 isolated (4.4).

    A unit reached again at the start of its chit, or just landed from the air, counts as supplied; in the first
    winter no Axis unit outside a city does.
    """
    now = SUPPLIED if unit[SupplyState].relieved or unit[SupplyState].dropped else unit[SupplyState].level
    if now == SUPPLIED and is_first_winter(w) and unit.type.side is Side.AXIS and unit.hex >= 0:
        return SUPPLIED if is_city(w, unit.hex) else OUT_OF_SUPPLY
    return now


# -- Chapter 3.2-3.3: who has a zone of control, and what is in one. -------------------------------------------------

DEPENDS = (Place, Steps, SupplyState, Weather, *WAR_MARKS, *MARKERS)
"""What supply and railways depend on, besides who holds the ground."""
ZONE_DEPENDS = (Place, Steps, SupplyState, Weather, Fort)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone now?  Not isolated, not Axis mechanised in Mud, and only the classes that do (3.2)."""
    if unit.place.hex < 0 or not kind(unit).zoc or unit[SupplyState].level == ISOLATED or not is_combat_unit(unit):
        return False
    return weather(w).mech_zone or unit.type.side is Side.SOVIET or not has(unit, "mech")


@remembered(Fort)
def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours a zone extends to now: not across lake, sea, Kerch or the Volga (3.2), and into no
    Fort (8.13)."""
    closed = frozenset(spot for spot, size in forts(w).items() if size == STRONG)
    near = {j for i in closed for j in w.board.neighbours[i]}
    net = enumerate(net_without(w, *(name for name, row in rules(w).side.items() if not row.zones)))
    return tuple(tuple(j for j in row if j not in closed) if i in near else row for i, row in net)


ZONES = ZonesOfControl(has_zone, zone_net, armies, ZONE_DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from

# -- Chapter 3.1: stacking limits. -----------------------------------------------------------------------------------

MIXED = "Axis allies of different nations may not share a hex"


def crowd_of(unit: Unit) -> StackCount:
    """What a unit counts towards a stack."""
    fights = is_combat_unit(unit)
    army = fights and kind(unit).size == "army"
    return StackCount((int(fights), int(army), int(has(unit, "art"))), frozenset(allies_among((unit,))))


def limits(w: World, _: bool) -> Limits:
    """How many combat units, armies and artillery units may share a hex."""
    table = rules(w).stacking
    return (
        (table.most, f"at most {table.most} combat units may share a hex"),
        (table.armies, f"at most {table.armies} armies may share a hex"),
        (
            table.artillery,
            f"at most {table.artillery} artillery {'unit' if table.artillery == 1 else 'units'} may share a hex",
        ),
    )


def allies_among(units: Iterable[Unit]) -> set[str]:
    """The nations of the Axis allies among some units."""
    return {u.type.nation for u in units if is_combat_unit(u) and u.type.side is Side.AXIS and not has(u, "german")}


def strangers(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not even stop in for a while: Axis allies of another nation stand there (3.1)."""
    mine = frozenset(allies_among([unit]))
    return _strangers(w, mine) if mine else frozenset()


@remembered(Place, Steps)
def _strangers(w: World, mine: frozenset[str]) -> frozenset[int]:
    return frozenset(i for i, (_, crowd) in LIMITS.crowds(w).items() if crowd.nations - mine)


def _is_free(unit: Unit) -> bool:
    return has(unit, "hq") or has(unit, "air") or has(unit, "depot")


LIMITS = StackLimits(
    "3.1", (Place, Steps), crowd_of, _is_free, limits, lambda w, found: MIXED if len(found) > 1 else ""
)
no_room, full_hexes, full_for = LIMITS.no_room, LIMITS.full_hexes, LIMITS.full_for


def excess(w: World, units: Iterable[Unit]) -> str:
    """What is wrong with a stack of one side's units, in any hex alike: a sentence, or "" if it may stand."""
    return LIMITS.excess(w, units, 0)


def has_room(w: World, unit: Unit, index: int) -> bool:
    """May one more air unit be based in the hex (6.4)?"""
    others = [u for u in units_at(w, index) if has(u, "air") and u is not unit]
    return len(others) < rules(w).bombard.most_at_base
