"""What the orders of a unit depend on, besides the stacks and railways of its own side."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.components import (
    Assignment,
    CombatPhase,
    Engagement,
    Flags,
    Marched,
    Side,
    Steps,
    SupplyState,
)
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup, Immobility
from ecs.rulesets.dark_valley.ground.occupancy import foe_map
from ecs.rulesets.dark_valley.ground.works import VOID_ZONES, forts
from ecs.rulesets.dark_valley.ground.zones import zone_map


class Circumstances(NamedTuple):
    """All that is the same for every unit of a side and that its moves, journeys and attacks depend on.

    ``marks``: turn, phase, decisions, weather, flags, forts and voided works, the chit in play; ``maps``: enemies and
    zones of the enemy, hex by hex.
    """

    marks: tuple[object, ...]
    maps: tuple[bytes, ...]


def circumstances(w: World, side: Side) -> Circumstances:
    """What all moves, journeys and attacks of a side depend on now: the same object as long as it is equal."""

    def make() -> Circumstances:
        clock = w.clock
        chit = (
            w[ChitInPlay].chit,
            w[ChitInPlay].mode,
            w[ChitInPlay].extras,
            w[Cup].spears,
            w[ChitInPlay].zone,
            w[CombatPhase].struck,
        )
        marks = (
            clock.turn,
            clock.phase,
            w.decisions.stack,
            w.weather.name,
            w[Flags].flags,
            forts(w),
            VOID_ZONES.hexes(w),
            *chit,
        )
        maps = (foe_map(w, side), foe_map(w, side, False), zone_map(w, side.other))
        found = Circumstances(marks, maps)
        return w.latest(("circumstances", side), found, lambda: found)

    return w.memo(("circumstances", side), make)


def standing(unit: Unit) -> tuple[object, ...]:
    """All that is written on a unit and that its moves, journeys and attacks depend on."""
    steps, combat, supply = unit[Steps], unit[Engagement], unit[SupplyState]
    fed = supply.level, supply.dropped, supply.relieved
    doing = unit[Activation].active, unit[Marched].moved, unit[Assignment].target, combat.fought, combat.landed
    return unit.place.hex, steps.lost, steps.grade, unit[Immobility].rooted, *fed, *doing
