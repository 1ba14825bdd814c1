"""How it is told that a counter has changed, or that a die fell for it."""

from __future__ import annotations

from ecs.core.events import Changed, Rolled
from ecs.core.world import Unit, World
from ecs.systems.table.names import label


def tell_change(w: World, unit: Unit, state: str, rule: str, *, factors: int = 0, other: str = "") -> None:
    """Tell that a counter on the map is in another state now, where it stands."""
    spot = label(w, unit.hex)
    w.emit(Changed(where=(spot,), rule=rule, unit=unit.id, state=state, factors=factors, hex=spot, other=other))


def tell_roll(
    w: World,
    unit: Unit,
    die: int,
    what: str,
    rule: str,
    *,
    limit: int = 0,
    brings: int = 0,
    least: int = 0,
    drm: int = 0,
) -> None:
    """Tell of a die that fell for a counter on the map, where it stands; the figures are those of :class:`Rolled`."""
    spot = label(w, unit.hex)
    w.emit(
        Rolled(
            where=(spot,),
            rule=rule,
            what=what,
            faces=(die,),
            modifier=drm,
            unit=unit.id,
            hex=spot,
            limit=limit,
            brings=brings,
            least=least,
        )
    )
