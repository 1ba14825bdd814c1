"""Chapter 3.2-3.3: who has a zone of control, and what is in one?"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.components import Campaign, Duty, Place, Side, Steps, Weather
from ecs.rulesets.dark_valley.lay import ISOLATED, armies, fights, fort_at, has, kind, weather
from ecs.systems.zoning import cover, flags
from ecs.world import Unit, World

OPEN_TO_ZONES = frozenset({"lake", "impassable", "strait", "volga"})
DEPENDS = (Place, Steps, Duty, Weather, Campaign)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone now?  Not isolated, not Axis mechanised in Mud, and only the classes that do (3.2)."""
    if unit.hex < 0 or not kind(unit).zoc or unit.duty.supply == ISOLATED or not fights(unit):
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
        ("zones", side), DEPENDS, lambda: cover(w, side, lambda unit: casts_zone_from(w, unit, unit.hex))
    )


def casts_zone_from(w: World, unit: Unit, index: int) -> list[int]:
    """Hexes a unit's zone would extend to if it stood in another hex."""
    return [j for j in reach_of_zone(w)[index] if fort_at(w, j) != 2] if has_zone(w, unit) else []


def zone_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if it lies in a zone of ``side``."""

    return w.lasting(("zone-map", side), DEPENDS, lambda: flags(w, zones(w, side)))


def blocked_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` cannot trace supply, rails or depots into it: enemy combat units there, or an
    enemy zone that no own combat unit in the hex negates (3.3, 3.4)."""

    def make() -> bytes:
        out = bytearray(zone_map(w, side.other))
        for i, who in armies(w).items():
            out[i] = 0 if who is side else 1
        return bytes(out)

    return w.lasting(("blocked", side), DEPENDS, make)
