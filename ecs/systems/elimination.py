"""What a counter is worth, front or back up, and how it loses steps and leaves the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from ecs.core.components import Place, Steps
from ecs.core.events import Arrived, Cause, Changed, Destroyed, StepLost, Withdrawn
from ecs.core.world import Unit, World
from ecs.systems.sentences import label

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
