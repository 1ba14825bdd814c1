"""Chapter 3.2-3.3: who has a zone of control, and what is in one?"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Campaign, Duty, Place, Side, Steps, Weather
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.turn import weather
from ecs.rulesets.dark_valley.data.unit_facts import has, is_combat_unit, kind
from ecs.rulesets.dark_valley.ground.occupancy import armies
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED
from ecs.systems.ground.zones import flags, zone_coverage

OPEN_TO_ZONES = frozenset({"lake", "impassable", "strait", "volga"})
DEPENDS = (Place, Steps, Duty, Weather, Campaign)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone now?  Not isolated, not Axis mechanised in Mud, and only the classes that do (3.2)."""
    if unit.place.hex < 0 or not kind(unit).zoc or unit[Duty].supply == ISOLATED or not is_combat_unit(unit):
        return False
    return weather(w).mech_zone or unit.type.side is Side.SOVIET or not has(unit, "mech")


def reach_of_zone(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to: not across lake, sea, Kerch or the Volga (3.2)."""
    board = w.board
    return w.on_board(
        "zone-net",
        lambda: tuple(
            tuple(j for j in row if OPEN_TO_ZONES.isdisjoint(board.kinds(i, j)))
            for i, row in enumerate(board.neighbours)
        ),
    )


def zones(w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
    """Hexes in a side's zones: board index -> ids of the units that exert them, by entity."""

    return w.lasting(
        ("zones", side), DEPENDS, lambda: zone_coverage(w, side, lambda unit: casts_zone_from(w, unit, unit.hex))
    )


def casts_zone_from(w: World, unit: Unit, index: int) -> tuple[int, ...]:
    """Hexes a unit's zone would extend to if it stood in another hex."""
    return _zone_net(w)[index] if has_zone(w, unit) else ()


def _zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to now: into no Fort either (8.13)."""
    forts = frozenset(spot for spot, size in w[Campaign].forts if size == 2)

    def make() -> tuple[tuple[int, ...], ...]:
        near = {j for i in forts for j in w.board.neighbours[i]}
        net = enumerate(reach_of_zone(w))
        return tuple(tuple(j for j in row if j not in forts) if i in near else row for i, row in net)

    return w.latest("zone-net-now", forts, make)


def zone_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if it lies in a zone of ``side``; the same object as long as it is the same."""

    def make() -> bytes:
        net = _zone_net(w)
        bases = tuple(u.place.hex for u in w.units if u.type.side is side and has_zone(w, u))
        return w.latest(("zone-map", side), (bases, net), lambda: flags(w, {j for i in bases for j in net[i]}))

    return w.lasting(("zone-map", side), DEPENDS, make)


def blocked_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` cannot trace supply, rails or depots into it: enemy combat units there, or an
    enemy zone that no own combat unit in the hex negates (3.3, 3.4)."""

    def make() -> bytes:
        out = bytearray(zone_map(w, side.other))
        for i, who in armies(w).items():
            out[i] = 0 if who is side else 1
        return bytes(out)

    return w.lasting(("blocked", side), DEPENDS, make)
