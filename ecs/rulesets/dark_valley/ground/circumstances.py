"""What do the orders of a unit depend on, besides the stacks and railways of its own side?"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from ecs.core.components import Campaign, Duty, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Cup
from ecs.rulesets.dark_valley.ground.occupancy import foe_map
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
        war, now, clock = w[Campaign], w[Cup], w.clock
        chit = now.chit, now.mode, now.extras, now.spears, now.zone, now.struck
        marks = (clock.turn, clock.phase, w.decisions.stack, w.weather.name, war.flags, war.forts, war.void, *chit)
        maps = (foe_map(w, side), foe_map(w, side, False), zone_map(w, side.other))
        found = Circumstances(marks, maps)
        return w.latest(("circumstances", side), found, lambda: found)

    return w.memo(("circumstances", side), make)


_steps_of = attrgetter("lost", "grade")
_duty_of = attrgetter(
    *("active", "moved", "fought", "target", "supply", "dropped", "rooted", "landed", "relieved"),
)


def standing(unit: Unit) -> tuple[object, ...]:
    """All that is written on a unit and that its moves, journeys and attacks depend on."""
    return unit.place.hex, _steps_of(unit[Steps]), _duty_of(unit[Duty])
