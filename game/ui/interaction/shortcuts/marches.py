"""Marches over waypoints: a way that takes several phases, gone as far as each allows, by one order for all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ecs import Board, Command, Game, View
from ecs.core.commands import Move
from ecs.core.view import ReachStep, UnitView
from game.play.session import Session
from game.ui.interaction.click_commands import Orders
from game.ui.interaction.selection import Selection
from game.ui.map_view import TableState

FAR = 10**6
TRIES = 16
"""Hexes looked at for room, the best first."""
CROWDED = "crowded"


class MarchingDesk(Protocol):
    """Whoever plays: what he sees and may do, and giving his commands."""

    view: View
    orders: Orders
    session: Session
    selection: Selection
    state: TableState

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""

    def tell(self, text: str, kind: str = "info") -> None:
        """Show the player a message."""

    def light(self) -> None:
        """Work out again what is lit."""


class Marches:
    """The waypoints that units still have before them.

    They are kept by the hex in which the unit stood when it had them, so that what is taken back brings them back, and
    whoever is driven elsewhere has none.
    """

    def __init__(self, desk: MarchingDesk) -> None:
        self.desk = desk
        self._left: dict[str, dict[int, tuple[int, ...]]] = {}

    # -- what is ordered -----------------------------------------------------------------------------

    def left(self, name: str) -> tuple[int, ...]:
        """The waypoints a unit has before it."""
        unit = self.desk.view.unit(name)
        return self._left.get(name, {}).get(unit.hex, ()) if unit is not None and unit.hex >= 0 else ()

    def add(self, index: int) -> bool:
        """One waypoint more for all that are picked, or their last one less; False if nobody is picked who marches."""
        picked = [unit for unit in self._units(self.desk.state.selection) if unit.movement or self._moves(unit.id)]
        for unit in picked:
            before = self.left(unit.id)
            way = before[:-1] if before[-1:] == (index,) else (*before, index)
            self._left[unit.id] = {unit.hex: way} if way else {}
        self.show()
        return bool(picked)

    def forget(self, names: Iterable[str]) -> bool:
        """No waypoints any more for these units; had they any?"""
        there = [name for name in names if self.left(name)]
        for name in there:
            del self._left[name]
        self.show()
        return bool(there)

    def able(self) -> tuple[str, ...]:
        """Units with waypoints that can march now."""
        return tuple(unit.id for unit in self._units(self._left) if self.left(unit.id) and self._moves(unit.id))

    def ends_at(self, index: int) -> bool:
        """Is this the last waypoint of the unit that is picked, and can it march now?"""
        first = self.desk.selection.first
        return bool(first) and self.left(first)[-1:] == (index,) and bool(self._moves(first))

    def show(self) -> None:
        """Draw the ways of the picked units; of all, if nobody is picked."""
        if not self._left and not self.desk.state.routes:
            return
        names = self.desk.state.selection or tuple(self._left)
        units = [unit for unit in self._units(names) if self.left(unit.id)]
        board = self.desk.view.board
        ways = {way(board, unit.hex, self.left(unit.id), self._foes()): None for unit in units}
        self.desk.state.routes = tuple(ways)

    def _units(self, names: Iterable[str]) -> list[UnitView]:
        """Own units on the map, of these."""
        found = (self.desk.view.unit(name) for name in names)
        return [unit for unit in found if unit is not None and unit.hex >= 0 and unit.side is self.desk.view.side]

    def _foes(self) -> frozenset[int]:
        return frozenset(u.hex for u in self.desk.view.units if u.side is not self.desk.view.side and u.hex >= 0)

    def _moves(self, name: str) -> dict[int, Move]:
        """Where a unit may march now."""
        ways = self.desk.orders.hexes(name)
        return {index: c for index, cs in ways.items() for c in cs if isinstance(c, Move)}

    # -- marching ------------------------------------------------------------------------------------

    def march(self, names: Sequence[str]) -> int:
        """Let these units go on as far as this phase allows, as one order; how many have gone."""
        phase, waiting, gone = self.desk.view.phase.id, list(names), 0
        for _ in range(2):  # who finds no room is asked again once the others have gone
            asked, waiting = waiting, []
            for name in asked:
                if self.desk.view.decision is not None or self.desk.view.phase.id != phase:
                    break
                if self._go(name, follows=gone > 0):
                    gone += 1
                else:
                    waiting.append(name)
        stay = sum(1 for name in waiting if self.left(name))
        if stay:
            self.desk.tell(f"{stay} of {len(names)} cannot come nearer to their next waypoint now.", "warn")
        self.desk.light()
        self.show()
        return gone

    def _go(self, name: str, follows: bool) -> bool:
        unit, goals = self.desk.view.unit(name), self.left(name)
        moves = self._moves(name)
        if unit is None or not goals or not moves:
            return False
        ways = _farthest(self.desk.session.game, name, unit.hex, goals, tuple(moves), self._foes())
        for index, passed in ways[:TRIES]:
            if not self._is_full(moves[index], index):
                if not self.desk.give(moves[index], follows):
                    return False
                self._left[name] = {**self._left.get(name, {}), index: goals[passed:]}
                return True
        return False

    def _is_full(self, move: Move, index: int) -> bool:
        """Would more stand in a hex than may stay?  Some games allow that on the way."""
        if not self.desk.view.at(index):
            return False
        unit = self.desk.session.after(move)
        return unit is not None and CROWDED in unit.badges


def _farthest(
    game: Game, name: str, start: int, goals: Sequence[int], ends: Sequence[int], foes: frozenset[int]
) -> list[tuple[int, int]]:
    """Hexes in which to end, of those in reach, and how many waypoints are passed: the best first, and only nearer."""
    reach: Mapping[int, ReachStep] = game.reach(name)
    fields = [distances(game.board, goal, foes) for goal in goals]

    def worth(index: int) -> tuple[int, int, int]:
        step = reach.get(index)
        passed = _passed(step.path if step is not None else (start, index), goals)
        ahead = fields[passed].get(index, FAR) if passed < len(goals) else 0
        return -passed, ahead, step.cost if step is not None else 0

    ranked = sorted((worth(index), index) for index in ends)
    before = fields[0].get(start, FAR)
    return [(index, -passed) for (passed, ahead, _), index in ranked if passed < 0 or ahead < before]


def _passed(path: Sequence[int], goals: Sequence[int]) -> int:
    """How many waypoints a path touches, in their order."""
    passed = 0
    for index in path:
        if passed < len(goals) and index == goals[passed]:
            passed += 1
    return passed


def distances(board: Board, goal: int, foes: frozenset[int]) -> dict[int, int]:
    """Hexes to go to a goal from every hex, round those that the enemy holds."""
    found, waiting = {goal: 0}, deque([goal])
    while waiting:
        here = waiting.popleft()
        for there in board.neighbours[here]:
            if there not in found and there not in foes:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def way(board: Board, start: int, goals: Sequence[int], foes: frozenset[int]) -> tuple[int, ...]:
    """The hexes from a start over waypoints, each as near as may be; straight where there is no way."""
    whole = [start]
    for goal in goals:
        field = distances(board, goal, foes - {goal})
        while whole[-1] != goal and whole[-1] in field:
            here = whole[-1]
            whole.append(min(board.neighbours[here], key=lambda i: (field.get(i, FAR), i)))
        if whole[-1] != goal:
            whole.append(goal)
    return tuple(whole)
