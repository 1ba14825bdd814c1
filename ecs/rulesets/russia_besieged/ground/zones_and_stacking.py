"""Chapter 4.0: who has a zone of control, and what is in one."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.components import Place, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.ground_tables import Stacking
from ecs.rulesets.russia_besieged.data.tables import SHELF, rules
from ecs.rulesets.russia_besieged.data.units import classes, current_class, is_fighting_class, kind, kinds, letter
from ecs.rulesets.russia_besieged.ground.occupancy import armies
from ecs.rulesets.russia_besieged.ground.terrain import is_major, land_net, northern_swamp
from ecs.systems.stacking import StackLimits
from ecs.systems.zones import ZonesOfControl

DEPENDS = (Place, Steps)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone: of a class that does, whatever its strength and the weather?"""
    return kind(unit).zoc


def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to: not across lake, sea or strait, nor into or out of the Northern
    Swamp (4.0, 6.4)."""

    def make() -> tuple[tuple[int, ...], ...]:
        mire = northern_swamp(w)
        return tuple(() if i in mire else tuple(j for j in row if j not in mire) for i, row in enumerate(land_net(w)))

    return w.on_board("zone-net", make)


ZONES = ZonesOfControl(has_zone, zone_net, armies, DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from

# -- Chapter 5.0: how many may stand in a hex. -----------------------------------------------------------------------

FREE = frozenset({"AIR", "BASE", "PT", "DI"})
ARTILLERY, MARSHAL, MILITIA = "AR", "FM", "V"
NOBODY: frozenset[str] = frozenset()


class StackCount(NamedTuple):
    """What counts of a stack: combat units, armies among them, guns, Field Marshals, militia, Axis nations."""

    corps: int = 0
    armies: int = 0
    guns: int = 0
    marshals: int = 0
    militia: int = 0
    nations: frozenset[str] = NOBODY

    def __add__(self, other: StackCount) -> StackCount:  # type: ignore[override]
        """Both stacks in one hex."""
        return StackCount(
            self.corps + other.corps,
            self.armies + other.armies,
            self.guns + other.guns,
            self.marshals + other.marshals,
            self.militia + other.militia,
            self.nations | other.nations,
        )


def crowd_of(unit: Unit) -> StackCount:
    """What a unit adds to a stack."""
    return _crowd_of(current_class(unit), unit.type.side, unit.type.nation)


@SHELF.remembered(1024)
def _crowd_of(name: str, side: Side, nation: str) -> StackCount:
    """By class, side and nation; corps and armies count against the limit of a hex, militia and workers do not."""
    front = classes()[name]
    word, fights = front.kind, is_fighting_class(name)
    corps = fights and kinds()[word].mobility != "fixed"
    soldiers = side is Side.AXIS and (fights or word == ARTILLERY)
    return StackCount(
        int(corps),
        int(corps and front.army),
        int(word == ARTILLERY),
        int(word == MARSHAL),
        int(word == MILITIA),
        frozenset((nation,)) if soldiers else NOBODY,
    )


def fault(table: Stacking, found: StackCount, city: bool) -> str:
    """What is wrong with a stack: a sentence, or "" if it may stand.  ``city``: in a Major City."""
    if city and found.corps > table.city:
        return f"at most {table.city} combat units may share a Major City"
    if not city and found.corps > table.most:
        return f"at most {table.most} combat units may share a hex"
    if not city and found.armies > table.armies:
        return f"at most {table.armies} of the combat units in a hex may be armies"
    for number, most, name in (
        (found.guns, table.artillery, "artillery unit"),
        (found.marshals, table.marshals, "Field Marshal"),
        (found.militia, table.militia, "militia units"),
    ):
        if number > most:
            return f"at most {most} {name} may stand in a hex"
    return _strangers(table, found.nations)


def _strangers(table: Stacking, nations: frozenset[str]) -> str:
    """Which nations of a stack do not stand together: a sentence, or ""."""
    if len(nations) < 2:
        return ""
    if any(nations.issuperset(pair) for pair in table.apart):
        return "Romanians and Hungarians never share a hex"
    if "FIN" in nations and not nations.issubset(table.finns_with):
        return "Finns share a hex only with Finns and Germans"
    return ""


LIMITS = StackLimits(
    rule="5.0",
    depends=(Place, Steps),
    nothing=StackCount(),
    counts=crowd_of,
    add=StackCount.__add__,
    is_free=lambda unit: letter(unit) in FREE,
    is_special=is_major,
    fault=lambda w, found, city: fault(rules(w).stacking, found, city),
)
excess, over, no_room, full_hexes, full_for = (
    LIMITS.excess,
    LIMITS.over,
    LIMITS.no_room,
    LIMITS.full_hexes,
    LIMITS.full_for,
)
