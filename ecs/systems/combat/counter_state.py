"""The state of a counter on the table: in order or not, or off the map.

For the games that write this on a counter as its ``Condition``: units live or die, and are turned over when they are
Disrupted or Dispersed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ecs.core.commands import Aim, Lead
from ecs.core.components import Assignment, Disruption, Place, Side
from ecs.core.entities import is_hidden
from ecs.core.events import Cause, Declared, Destroyed, Disordered, Recovered
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, named

NOT_TOLD = "-"


@dataclass(frozen=True, slots=True)
class CounterStates:
    """A game's rules on the state of its counters.

    ``box_of``: where an eliminated unit goes; ``for_good``: the box no unit comes back from ("" = there is none);
    ``factors``: what is lost with it; ``sheds``: the marks it loses when it leaves the map.  ``secret``: units may be
    hidden, so that their owner reads more than the enemy.
    """

    box_of: Callable[[Unit], str]
    factors: Callable[[Unit], int]
    sheds: tuple[type, ...]
    for_good: str = ""
    secret: bool = False

    def leave_map(self, w: World, unit: Unit, box: str) -> None:
        """Take a counter off the map, clean of all marks."""
        w.mark(Place, unit, hex=-1, box=box)
        w.wipe(unit, self.sheds)

    def eliminate(self, w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
        """Remove a unit from play; ``why``: in the game's own words."""
        here, box = label(w, unit.hex), self.box_of(unit)
        veil = f"A hidden unit is destroyed at {named(w, unit.hex)}." if is_hidden(unit) else ""
        self.leave_map(w, unit, box)
        w.emit(
            Destroyed(
                where=(here,),
                rule=rule,
                unit=unit.id,
                hex=here,
                cause=cause,
                why=why,
                factors=self.factors(unit),
                for_good=box == self.for_good,
                veil=veil,
                owner=self._owner(unit),
            )
        )

    def disorder(self, w: World, unit: Unit, why: str, rule: str) -> None:
        """Turn a unit to its Disrupted or Dispersed state."""
        w.mark(Disruption, unit, disrupted=True)
        here, veil, owner = label(w, unit.hex), self._veil(unit), self._owner(unit)
        w.emit(Disordered(where=(here,), rule=rule, unit=unit.id, hex=here, why=why, veil=veil, owner=owner))

    def recover(self, w: World, unit: Unit, rule: str) -> None:
        """Turn a unit back to full order."""
        w.mark(Disruption, unit, disrupted=False)
        here, veil, owner = label(w, unit.hex), self._veil(unit), self._owner(unit)
        w.emit(Recovered(where=(here,), rule=rule, unit=unit.id, hex=here, veil=veil, owner=owner))

    def _veil(self, unit: Unit) -> str:
        return NOT_TOLD if is_hidden(unit) else ""

    def _owner(self, unit: Unit) -> Side | None:
        return unit.type.side if self.secret else None


# -- Aircraft, guns and leaders that are sent against a hex: it is written in their duty until they have flown, fired
# or led.  Where one may be sent is a ``Journey`` of its game.


def send(w: World, command: Aim | Lead, rule: str) -> None:
    """Send a unit against a hex."""
    unit = w.by_id[command.unit]
    w.mark(Assignment, unit, target=w.board.by_label[command.hex])
    w.emit(Declared(where=(*_base(w, unit), command.hex), rule=rule, unit=unit.id, hex=command.hex))


def call_back(w: World, unit: Unit, rule: str) -> None:
    """Call a unit back before it has flown; the log does not say from where."""
    w.mark(Assignment, unit, target=-1)
    w.emit(Declared(where=_base(w, unit), rule=rule, unit=unit.id, hex="", back=True))


def _base(w: World, unit: Unit) -> tuple[str, ...]:
    return (label(w, unit.hex),) if unit.hex >= 0 else ()
