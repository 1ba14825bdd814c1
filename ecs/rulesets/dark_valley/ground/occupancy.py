"""Who stands in a hex, who controls it, and what that counts for (9.2)."""

from __future__ import annotations

from ecs.core.components import Ground, Place, Side, Steps
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.unit_facts import is_combat_unit
from ecs.systems.ground.stacking import Armies

ARMIES = Armies(is_combat_unit, is_combat_unit, (Place, Steps))
armies, army_at, fighters_at, foe_map = ARMIES.by_hex, ARMIES.side_at, ARMIES.fighters_at, ARMIES.foes


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex."""
    side: Side | None = w.ground[index].control
    return side


def cities(w: World) -> tuple[int, ...]:
    """The victory cities, by name."""
    return w.keep("vp-cities", lambda: tuple(h.index for h in sorted(w.board.hexes, key=lambda h: h.name) if h.vp))


def held(w: World, side: Side) -> int:
    """Victory points of a side: one for each city it controls (9.2)."""
    return w.lasting(
        ("held", side),
        (Ground,),
        lambda: sum(w.board.hexes[i].vp for i in cities(w) if w.ground[i].control is side),
    )


def standing(w: World) -> dict[Side, int]:
    """The victory points of the sides."""
    return {side: held(w, side) for side in (Side.AXIS, Side.SOVIET)}
