"""The state of a counter: in order or not, what it is worth, and how it loses steps and leaves the map.

Some games write the state on a counter as its ``Condition``: units live or die, and are turned over when they are
Disrupted or Dispersed.  In others units lose steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from ecs.core.commands import Aim, Lead
from ecs.core.components import Assignment, Disruption, Place, Side, Steps
from ecs.core.entities import is_hidden
from ecs.core.events import Arrived, Cause, Changed, Declared, Destroyed, Disordered, Recovered, StepLost, Withdrawn
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, named

# -- The state of a counter on the table: in order or not, or off the map. -------------------------------------------
# For the games that write this on a counter as its ``Condition``: units live or die, and are turned over when they are
# Disrupted or Dispersed.

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


# -- What a counter is worth, front or back up, and how it loses steps and leaves the map. ---------------------------

# -- steps ------------------------------------------------------------------------------------------------


class TwoSided(Protocol):
    """What is printed on a counter: combat factor and movement of either side (no reduced side: one step)."""

    @property
    def full(self) -> tuple[int, int]:
        """Combat factor and movement of the front."""

    @property
    def reduced(self) -> tuple[int, int] | None:
        """Combat factor and movement of the back."""

    @property
    def steps(self) -> int:
        """Steps at full strength."""


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters of one or two steps.  ``card``: what is printed on a unit's counter now, after conversions."""

    card: Callable[[Unit], TwoSided]

    def strength(self, unit: Unit) -> int:
        """Combat factor of the face-up side."""
        printed = self.card(unit)
        return printed.reduced[0] if unit[Steps].lost and printed.reduced else printed.full[0]

    def movement(self, unit: Unit) -> int:
        """Movement of the face-up side."""
        printed = self.card(unit)
        return printed.reduced[1] if unit[Steps].lost and printed.reduced else printed.full[1]

    def full_steps(self, unit: Unit) -> int:
        """Steps at full strength."""
        return self.card(unit).steps

    def steps_left(self, unit: Unit) -> int:
        """Steps the counter still has."""
        return self.card(unit).steps - unit[Steps].lost


@dataclass(frozen=True, slots=True)
class StepLosses:
    """``counters``: what steps are worth; ``eliminate``: what happens to a unit that loses its last one."""

    counters: Counters
    eliminate: Callable[[World, Unit, Cause, str, str], None]

    def lose(self, w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
        """One step off a unit; the last one eliminates it."""
        if self.counters.steps_left(unit) <= 1:
            self.eliminate(w, unit, cause, why, rule)
            return
        before = self.counters.strength(unit)
        w.mark(Steps, unit, lost=unit[Steps].lost + 1)
        spot, fewer = label(w, unit.hex), before - self.counters.strength(unit)
        w.emit(StepLost(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=cause, factors=fewer, why=why))


# -- off the map ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Removal:
    """How counters with steps leave the map.  ``factors``: the strength that is lost with a unit; ``sheds``: the marks
    it loses, besides those of its steps."""

    factors: Callable[[Unit], int]
    sheds: tuple[type, ...]

    def put(self, w: World, unit: Unit, box: str = "", *, hex: int = -1, lost: int | None = None) -> None:
        """Put a counter into a box or a hex, clean of all marks but those of its steps.

        :param lost: the steps it has lost from now on; None: as many as before.
        """
        w.mark(Place, unit, hex=hex, box=box)
        w.wipe(unit, self.sheds)
        if lost is not None:
            w.mark(Steps, unit, lost=lost)

    def leave_map(self, w: World, unit: Unit, box: str) -> None:
        """Take a counter off the map, into a box, clean of all marks but its class."""
        self.put(w, unit, box, lost=0)

    def raise_anew(self, w: World, unit: Unit, box: str, grade: str, rule: str, source: str) -> None:
        """A unit that was lost or away waits in a box at full strength, of a class ("": as printed); and tell of it."""
        w.mark(Steps, unit, grade=grade)
        self.put(w, unit, box, lost=0)
        w.emit(Arrived(rule=rule, unit=unit.id, source=source))

    def withdraw(self, w: World, unit: Unit, box: str, rule: str) -> None:
        """Take a counter that the calendar withdraws off the map, if it is on it, and tell of it."""
        spot = label(w, unit.hex) if unit.hex >= 0 else ""
        self.leave_map(w, unit, box)
        w.emit(Withdrawn(where=(spot,) if spot else (), rule=rule, unit=unit.id, hex=spot))

    def send_away(self, w: World, unit: Unit, box: str, state: str, rule: str) -> None:
        """Take a counter off the map that is not lost; ``state``: what has become of it, for the log."""
        spot = label(w, unit.hex)
        self.leave_map(w, unit, box)
        w.emit(Changed(where=(spot,), rule=rule, unit=unit.id, state=state, hex=spot))

    def send_home(self, w: World, units: Iterable[Unit], box: str) -> tuple[str, ...]:
        """Take counters off the map into a box; return the hexes they stood in."""
        going = list(units)
        spots = tuple(label(w, u.hex) for u in going if u.hex >= 0)
        for unit in going:
            self.leave_map(w, unit, box)
        return spots

    def destroy(
        self,
        w: World,
        unit: Unit,
        box: str,
        cause: Cause,
        why: str,
        rule: str,
        *,
        captive: bool = False,
        for_good: bool = False,
    ) -> None:
        """Take a lost unit off the map and tell of it."""
        spot, factors = label(w, unit.hex), self.factors(unit)
        self.leave_map(w, unit, box)
        w.emit(
            Destroyed(
                where=(spot,),
                rule=rule,
                unit=unit.id,
                hex=spot,
                cause=cause,
                why=why,
                factors=factors,
                captive=captive,
                for_good=for_good,
            )
        )
