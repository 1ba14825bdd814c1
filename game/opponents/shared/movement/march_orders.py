"""Who goes where in a movement segment.  The orders given so far, who is still in hand, and in which order they go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from ecs.core.commands import Move
from ecs.core.view import ReachStep, UnitView
from game.opponents.player import Choice
from game.opponents.shared.map_analysis import Net
from game.opponents.shared.reading import FrontReading


class MarchOrders(ABC):
    """One side's movement segment, planned as a whole.  Lists are by board index.

    Units without an order are in hand: ``stack`` holds those that have one, or cannot move, where they will stand.

    :param net: neighbours for those who march, and for their zones.
    :param used: units that have other orders and are left alone.
    """

    def __init__(self, now: FrontReading, net: Net, used: frozenset[str]) -> None:
        self.now, self.side, self.board, self.atlas, self.net = now, now.side, now.board, now.atlas, net
        self.size = now.atlas.size
        self.shut = [h in now.foes_at for h in range(self.size)]
        able = {u.id: now.reach(u.id) for u in now.mine if u.can_act and u.id not in used}
        self.steps: dict[str, dict[int, ReachStep]] = {name: steps for name, steps in able.items() if steps}
        self.placed: dict[str, int] = {}
        self.why: dict[str, str] = {}
        self.stack: dict[int, list[UnitView]] = {h: list(stack) for h, stack in now.mine_at.items()}
        for name in self.steps:
            self._lift(now.by_id[name])

    # -- what a game decides ------------------------------------------------------------------------------

    @abstractmethod
    def fits(self, unit: UnitView, others: Sequence[UnitView], h: int) -> bool:
        """Is there room for a unit beside others in a hex?"""

    @abstractmethod
    def casts(self, unit: UnitView) -> bool:
        """Does a zone of control go out from a unit?"""

    @property
    def zone_net(self) -> Net:
        """Neighbours that zones of control reach."""
        return self.net

    def may_stand(self, unit: UnitView, h: int) -> bool:
        """May a unit end its move in a hex it can reach?"""
        return self.has_room(unit, h)

    def _goes_late(self, name: str) -> bool:
        """Does a unit move after those who are in no hurry either?"""
        return False

    # -- orders -------------------------------------------------------------------------------------------

    def free(self) -> list[UnitView]:
        """Units that may move and have no order yet."""
        return [self.now.by_id[name] for name in sorted(self.steps) if name not in self.placed]

    def at(self, unit: UnitView) -> int:
        """Where a unit will stand."""
        return self.placed.get(unit.id, unit.hex)

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        if unit.id in self.placed:
            self._lift(unit)
        self.stack.setdefault(h, []).append(unit)
        self.placed[unit.id], self.why[unit.id] = h, why

    def _lift(self, unit: UnitView) -> None:
        h = self.at(unit)
        self.stack[h] = [u for u in self.stack[h] if u.id != unit.id]

    def spots(self, unit: UnitView) -> list[int]:
        """Hexes a unit may end its move in as far as there is room, its own first."""
        return [h for h in (unit.hex, *sorted(self.steps[unit.id])) if self.may_stand(unit, h)]

    def has_room(self, unit: UnitView, h: int) -> bool:
        """Will there be room for a unit in a hex, as ordered?"""
        return self.fits(unit, self.stack.get(h, ()), h)

    def closed(self, hexes: Iterable[int]) -> set[int]:
        """Hexes that units in these hexes close: their own, and those in their zones."""
        return {j for h in hexes for j in (h, *self.zone_net[h])}

    def walls(self) -> set[int]:
        """All hexes closed by those who have their place."""
        return self.closed(h for h, stack in self.stack.items() if any(map(self.casts, stack)))

    def orders(self) -> list[Choice]:
        """The moves, so ordered that nobody finds his hex full: those whose hex has room go first."""
        by_id = self.now.by_id
        waiting = sorted((n for n, h in self.placed.items() if h != by_id[n].hex), key=self._goes_late)
        stack = {h: list(units) for h, units in self.now.mine_at.items()}
        out: list[Choice] = []
        moved = True
        while waiting and moved:
            moved = False
            for name in list(waiting):
                unit, h = by_id[name], self.placed[name]
                if self.fits(unit, stack.get(h, ()), h):
                    stack[unit.hex].remove(unit)
                    stack.setdefault(h, []).append(unit)
                    out.append((Move(name, self.now.label(h)), self.why[name]))
                    waiting.remove(name)
                    moved = True
        return out
