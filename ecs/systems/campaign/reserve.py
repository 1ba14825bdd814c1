"""A reserve that its side may call up once: it comes group by group, and may be paid for with the war."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.dice import roll
from ecs.core.events import ReserveCalled, Rolled
from ecs.core.world import Unit, World
from ecs.systems.ground.stacking import in_box

FACES = 6


@dataclass(frozen=True, slots=True)
class CallableReserve:
    """What a game decides of its reserve.

    ``groups``: ids of the units that come together, in the order they come, one group a turn from the call on;
    ``safe_from``: the turn from which the call is safe; every turn before it is a face of the die that loses the war.
    ``called``: the turn of the call, 0 before it; ``write``: writes it down; ``lose``: ends the game.  ``box``: where
    the units wait; ``rule``: of the call.
    """

    side: Side
    box: str
    rule: str
    groups: Callable[[World], Sequence[Sequence[str]]]
    safe_from: Callable[[World], int]
    called: Callable[[World], int]
    write: Callable[[World, int], None]
    lose: Callable[[World], None]

    def risk(self, w: World) -> int:
        """Faces of the die, 1 to so many, that lose the war if the reserve is called now."""
        return min(FACES, max(0, self.safe_from(w) - w.clock.turn))

    def due(self, w: World) -> list[Unit]:
        """The units that have come by now and still wait in their box, by entity."""
        if not self.called(w):
            return []
        turns = w.clock.turn - self.called(w) + 1
        names = {name for group in self.groups(w)[:turns] for name in group}
        return [u for u in in_box(w, self.box) if u.id in names]

    def call(self, w: World) -> None:
        """Call the first group; before it is safe, the war may be lost on the spot."""
        self.write(w, w.clock.turn)
        w.emit(ReserveCalled(rule=self.rule, side=self.side))
        danger = self.risk(w)
        if danger:
            face = roll(w)
            w.emit(Rolled(rule=self.rule, what="reserve", faces=(face,), limit=danger))
            if face <= danger:
                self.lose(w)
