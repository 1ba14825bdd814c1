"""Aircraft and guns that are sent against a hex: it is written in their duty until they have flown or fired.

Where one may be sent is a ``Journey`` of its game.
"""

from __future__ import annotations

from ecs.core.commands import Aim
from ecs.core.components import Assignment
from ecs.core.events import Declared
from ecs.core.world import Unit, World
from ecs.systems.table.names import label


def send(w: World, command: Aim, rule: str) -> None:
    """Send a unit against a hex."""
    unit = w.by_id[command.unit]
    w.mark(Assignment, unit, target=w.board.by_label[command.hex])
    w.emit(Declared(where=(*_base(w, unit), command.hex), rule=rule, unit=unit.id, hex=command.hex))


def call_back(w: World, unit: Unit, rule: str) -> None:
    """Call a unit back before it has flown; it is not told from where."""
    w.mark(Assignment, unit, target=-1)
    w.emit(Declared(where=_base(w, unit), rule=rule, unit=unit.id, hex="", back=True))


def _base(w: World, unit: Unit) -> tuple[str, ...]:
    return (label(w, unit.hex),) if unit.hex >= 0 else ()
