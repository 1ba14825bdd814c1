"""How does a unit come onto the map?"""

from __future__ import annotations

from ecs.core.components import Place, Side
from ecs.core.events import Arrived
from ecs.core.world import Unit, World
from ecs.systems.table.names import label


def bring_in(
    w: World,
    unit: Unit,
    index: int,
    rule: str,
    *,
    source: str = "reinforcement",
    disordered: bool = False,
    factors: int = 0,
    veil: str = "",
    owner: Side | None = None,
) -> None:
    """Put a unit on the map, and tell of it; in what state it comes is written by the game.

    :param source: where from; ``factors``: paid for it; ``veil``: what the enemy reads instead.
    """
    w.mark(Place, unit, hex=index, box="")
    spot = label(w, index)
    w.emit(
        Arrived(
            where=(spot,),
            rule=rule,
            unit=unit.id,
            path=(spot,),
            source=source,
            disordered=disordered,
            factors=factors,
            veil=veil,
            owner=owner,
        )
    )
