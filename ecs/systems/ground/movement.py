"""How is a journey written down?"""

from __future__ import annotations

from ecs.core.components import Place
from ecs.core.events import Advanced, Moved, Retreated
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

KINDS: dict[str, type[Moved]] = {"advance": Advanced, "retreat": Retreated}


def travel(w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str) -> None:
    """Put a unit at the end of its path; what it meets there is each game's own affair."""
    start, end = path[0], path[-1]
    w.mark(Place, unit, hex=end)
    w.emit(
        KINDS.get(how, Moved)(
            where=(label(w, start), label(w, end)),
            rule=rule,
            unit=unit.id,
            path=tuple(label(w, i) for i in path),
            how=how,
        )
    )
