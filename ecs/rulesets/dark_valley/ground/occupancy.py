"""Who stands in a hex, who controls it, and what that counts for (9.2)."""

from __future__ import annotations

from ecs.core.components import Place, Steps
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.unit_facts import is_combat_unit
from ecs.systems.ground import control
from ecs.systems.ground.stacking import Armies

holder = control.holder

ARMIES = Armies(is_combat_unit, is_combat_unit, (Place, Steps))
armies, army_at, fighters_at, foe_map = ARMIES.by_hex, ARMIES.side_at, ARMIES.fighters_at, ARMIES.foes
contact = ARMIES.contact


def cities(w: World) -> tuple[int, ...]:
    """The victory cities, by name."""
    return w.keep("vp-cities", lambda: tuple(h.index for h in sorted(w.board.hexes, key=lambda h: h.name) if h.vp))


PRIZES = control.Prizes(cities, lambda w, index: w.board.hexes[index].vp)
held, standing = PRIZES.held, PRIZES.standing
