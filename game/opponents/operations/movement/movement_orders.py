"""Who goes where in a movement phase.  The orders given so far, and how stacks may be made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ecs import Command
from ecs.core.commands import Move
from ecs.core.view import ReachStep, UnitView
from game.opponents.operations.movement.enemy_threat import EnemyThreat, march_net
from game.opponents.shared.map_analysis import Net
from game.opponents.shared.stacks import stand_together

if TYPE_CHECKING:
    from game.opponents.operations.position import Position

Choice = tuple[Command, str]
MOST, ARMIES, ROUGH_ARMOUR = 2, 1, 1
ROUGH = ("swamp", "mountain")
PER_POINT, MOST_WORTH = 4.0, 8.0


class MovementOrders:
    """One side's movement phase.  Lists are by board index.

    Units without an order are in hand: ``stack`` holds those that have one, or cannot move, where they will stand.

    :param used: units that have an attack and are left alone.
    """

    def __init__(self, front: Position, used: frozenset[str]) -> None:
        self.front, self.side, self.board, self.atlas = front, front.side, front.board, front.atlas
        self.storms = EnemyThreat(front)
        self.net: Net = march_net(front, front.weather)
        self.size = len(self.board.hexes)
        self.shut = [h in front.foes_at for h in range(self.size)]
        able = {u.id: front.reach(u.id) for u in front.mine if u.can_act and u.id not in used}
        self.steps: dict[str, dict[int, ReachStep]] = {name: steps for name, steps in able.items() if steps}
        self.placed: dict[str, int] = {}
        self.why: dict[str, str] = {}
        self.stack: dict[int, list[UnitView]] = {h: list(stack) for h, stack in front.mine_at.items()}
        for name in self.steps:
            self._lift(front.by_id[name])

    # -- orders -------------------------------------------------------------------------------------------

    def free(self) -> list[UnitView]:
        """Units that may move and have no order yet."""
        return [self.front.by_id[name] for name in sorted(self.steps) if name not in self.placed]

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        if unit.id in self.placed:
            self._lift(unit)
        self.stack.setdefault(h, []).append(unit)
        self.placed[unit.id], self.why[unit.id] = h, why

    def recall(self, unit: UnitView) -> None:
        """Take an order back."""
        if unit.id in self.placed:
            self._lift(unit)
            del self.placed[unit.id], self.why[unit.id]

    def _lift(self, unit: UnitView) -> None:
        h = self.placed.get(unit.id, unit.hex)
        self.stack[h] = [u for u in self.stack[h] if u.id != unit.id]

    def spots(self, unit: UnitView) -> list[int]:
        """Hexes a unit may end its move in, its own first, as far as there is room."""
        return [h for h in (unit.hex, *sorted(self.steps[unit.id])) if self.has_room(unit, h)]

    def has_room(self, unit: UnitView, h: int) -> bool:
        """Will there be room for a unit in a hex, as ordered (6)?"""
        return fits(unit, self.stack.get(h, ()), self.board.hexes[h].terrain in ROUGH)

    def force(self, h: int, more: Iterable[UnitView] = ()) -> float:
        """Defence of those who will stand in a hex, and some more, the ground counted."""
        return self.storms.defence(h, [*self.stack.get(h, ()), *more])

    def casts(self, h: int) -> bool:
        """Will a zone of control go out from a hex?"""
        return any(not u.disrupted for u in self.stack.get(h, ()))

    def closed(self, hexes: Iterable[int]) -> set[int]:
        """Hexes that UnDispersed units in these hexes close: their own, and those in their zones."""
        return {j for h in hexes for j in (h, *self.net[h])}

    def walls(self) -> set[int]:
        """All hexes closed by those who have their place."""
        return self.closed(h for h in self.stack if self.casts(h))

    def orders(self) -> list[Choice]:
        """The moves, so ordered that nobody finds his hex full: those whose hex has room go first."""
        by_id = self.front.by_id
        waiting = sorted((n for n, h in self.placed.items() if h != by_id[n].hex), key=self._last)
        stack = {h: list(units) for h, units in self.front.mine_at.items()}
        out: list[Choice] = []
        moved = True
        while waiting and moved:
            moved = False
            for name in list(waiting):
                unit, h = by_id[name], self.placed[name]
                if fits(unit, stack.get(h, ()), self.board.hexes[h].terrain in ROUGH):
                    stack[unit.hex].remove(unit)
                    stack.setdefault(h, []).append(unit)
                    out.append((Move(name, self.front.label(h)), self.why[name]))
                    waiting.remove(name)
                    moved = True
        return out

    def _last(self, name: str) -> bool:
        """German armies go after those who stand with them, and slip from zone to zone with their help (7)."""
        unit = self.front.by_id[name]
        return unit.size == "army" and "infantry" in unit.traits

    # -- what is at stake -----------------------------------------------------------------------------------

    @cached_property
    def points(self) -> Mapping[int, float]:
        """Victory cities and their points."""
        return {h: float(spot.vp) for h, spot in enumerate(self.board.hexes) if spot.place == "victory"}

    @cached_property
    def worth(self) -> list[float]:
        """What it is worth to hold a place, whoever has it now; about 2 for a point."""
        return place_worth(self.front)


def place_worth(front: Position) -> list[float]:
    """What it is worth to hold each hex, whoever has it now; about 2 for a point, more if that decides the war."""
    return [min(w / PER_POINT, MOST_WORTH) for w in front.worth]


def fits(unit: UnitView, others: Iterable[UnitView], rough: bool) -> bool:
    """Is there room for a unit beside others in a hex (6)?  ``rough``: in swamp or mountain."""
    crowd = [u for u in others if u.id != unit.id]
    if len(crowd) >= MOST:
        return False
    if unit.size == "army" and sum(u.size == "army" for u in crowd) >= ARMIES:
        return False
    if rough and "armour" in unit.traits and sum("armour" in u.traits for u in crowd) >= ROUGH_ARMOUR:
        return False
    return stand_together([unit, *crowd])
