"""Marches over waypoints: a bent path within one march, or a march of several phases, in one order for all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ecs import Board, Command, View
from ecs.core.commands import Move, MoveBy
from ecs.core.view import ReachStep, Refusal, UnitView
from game.play.session import Session
from game.ui.interaction.click_commands import LegalOrders, unit_of
from game.ui.interaction.selection import Selection
from game.ui.map_view import TableState

FAR = 10**6
TRIES = 16
"""Hexes looked at for room, the best first."""
CROWDED = "crowded"


class MarchingDesk(Protocol):
    """The player's seat: his view, and his commands."""

    view: View
    orders: LegalOrders
    session: Session
    selection: Selection
    state: TableState

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""

    def tell(self, text: str, kind: str = "info") -> None:
        """Show the player a message."""

    def light(self) -> None:
        """Work out the lit hexes again."""


class Marches:
    """The waypoints still ahead of units.

    They are kept by the session, and by the hex in which the unit stood when it had them, so that what is taken back
    brings them back, and a unit driven elsewhere has none.
    """

    def __init__(self, desk: MarchingDesk) -> None:
        self.desk = desk
        self._bent: tuple[View | None, dict[tuple[str, tuple[int, ...]], tuple[int, ...]]] = (None, {})

    @property
    def _left(self) -> dict[str, dict[int, tuple[int, ...]]]:
        return self.desk.session.about.ways

    # -- what is ordered -----------------------------------------------------------------------------

    def left(self, name: str) -> tuple[int, ...]:
        """The waypoints still ahead of a unit."""
        unit = self.desk.view.unit(name)
        return self._left.get(name, {}).get(unit.hex, ()) if unit is not None and unit.hex >= 0 else ()

    def add(self, index: int) -> bool:
        """Add a waypoint for all picked units, or remove their last one; False if none of them march."""
        picked = [unit for unit in self._units(self.desk.state.selection) if unit.movement or self._moves(unit.id)]
        for unit in picked:
            before = self.left(unit.id)
            way = before[:-1] if before[-1:] == (index,) else (*before, index)
            self._left[unit.id] = {unit.hex: way} if way else {}
        self.desk.light()
        return bool(picked)

    def forget(self, names: Iterable[str]) -> bool:
        """Remove the waypoints of these units; return whether they had any."""
        there = [name for name in names if self.left(name)]
        for name in there:
            del self._left[name]
        self.desk.light()
        return bool(there)

    # -- the bend in a march ---------------------------------------------------------------------------

    def via(self, name: str) -> tuple[int, ...]:
        """The first of its waypoints, as many as a unit can pass in its present march."""
        goals = self.left(name)
        if not goals:
            return ()
        if self._bent[0] is not self.desk.view:
            self._bent = (self.desk.view, {})
        known = self._bent[1]
        if (name, goals) not in known:
            game, far = self.desk.session.game, 0
            while far < len(goals) and game.reach(name, goals[: far + 1]):
                far += 1
            known[name, goals] = goals[:far]
        return known[name, goals]

    def bend(self, command: Command, over: tuple[int, ...] | None = None) -> Command:
        """A march via the waypoints on its way; any other order unchanged.

        :param over: these instead of all that can be passed.
        """
        if not isinstance(command, Move):
            return command
        labels = [spot.label for spot in self.desk.view.board.hexes]
        via = [labels[index] for index in (self.via(command.unit) if over is None else over)]
        while via and via[-1] == command.hex:
            del via[-1]
        return (MoveBy.along(command.unit, via, command.hex) if via else None) or command

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give an order, a march via the waypoints that lie on it; True if it was carried out."""
        name = unit_of(command)
        order, before, passed = self.bend(command), self.left(name), len(self.via(name))
        given = self.desk.give(order, follows)
        if given:
            self.done(order, before, passed)
        elif order != command:
            self.desk.tell("The order follows the waypoints. Remove them to go straight.")
        return given

    def against(self, command: Command) -> Refusal | None:
        """Why a march cannot go via the waypoints that lie on it; None if it can, or goes straight."""
        order = self.bend(command)
        return self.desk.session.game.why_not(order, self.desk.view.side) if order != command else None

    def done(self, command: Command, before: tuple[int, ...], passed: int) -> None:
        """A unit has marched past this many of its waypoints: drop them."""
        if isinstance(command, Move | MoveBy) and passed and before[passed:]:
            index = self.desk.view.board.by_label[command.hex]
            self._left[command.unit] = {**self._left.get(command.unit, {}), index: before[passed:]}
            self.show()

    def able(self) -> tuple[str, ...]:
        """Units with waypoints that can march now."""
        return tuple(unit.id for unit in self._units(self._left) if self.left(unit.id) and self._moves(unit.id))

    def ends(self) -> int:
        """The last waypoint of the picked unit, if it can march now; else -1."""
        first = self.desk.selection.first
        way = self.left(first) if first else ()
        return way[-1] if way and self._moves(first) else -1

    def show(self) -> None:
        """Draw the paths of the picked units, or of all if none are picked."""
        if not self._left and not self.desk.state.routes:
            return
        names = self.desk.state.selection or tuple(self._left)
        units = [unit for unit in self._units(names) if self.left(unit.id)]
        self.desk.state.routes = tuple({self._drawn(unit): None for unit in units})

    def _drawn(self, unit: UnitView) -> tuple[int, ...]:
        """The path of a unit, hex by hex: what it can march now, and the shortest from there."""
        goals, via = self.left(unit.id), self.via(unit.id)
        step = self.desk.session.game.reach(unit.id, via).get(via[-1]) if via else None
        if step is None:
            return way(self.desk.view.board, unit.hex, goals, self._foes())
        return (*step.path[:-1], *way(self.desk.view.board, via[-1], goals[len(via) :], self._foes()))

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
        """March these units on as far as this phase allows, as one order; return how many went."""
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
            self.desk.tell(f"{stay} of {len(names)} cannot get closer to their next waypoint now.", "warn")
        self.desk.light()
        self.show()
        return gone

    def _go(self, name: str, follows: bool) -> bool:
        unit, goals = self.desk.view.unit(name), self.left(name)
        moves = self._moves(name)
        if unit is None or not goals or not moves:
            return False
        for index, passed in self._farthest(name, unit.hex, goals, moves)[:TRIES]:
            order = self.bend(moves[index], goals[:passed])
            if isinstance(order, Move | MoveBy) and not self._is_full(order, index):
                if not self.desk.give(order, follows):
                    return False
                self.done(order, goals, passed)
                if not passed:
                    self._left[name] = {**self._left.get(name, {}), index: goals}
                return True
        return False

    def _is_full(self, order: Move | MoveBy, index: int) -> bool:
        """Would a hex be overstacked?  Some games allow that on the way."""
        if not self.desk.view.at(index):
            return False
        unit = self.desk.session.after(order)
        return unit is not None and CROWDED in unit.badges

    def _farthest(
        self, name: str, start: int, goals: tuple[int, ...], ends: Mapping[int, Move]
    ) -> list[tuple[int, int]]:
        """Hexes in which to end, of those in reach, and how many waypoints are passed: the best first, and only
        nearer."""
        game, foes, out = self.desk.session.game, self._foes(), list[tuple[int, int]]()
        for passed in range(len(self.via(name)), -1, -1):
            field = distances(game.board, goals[min(passed, len(goals) - 1)], foes)
            reach: Mapping[int, ReachStep] = game.reach(name, goals[:passed])
            near = [
                (field.get(i, FAR), reach[i].cost if i in reach else 0, i) for i in ends if not passed or i in reach
            ]
            before = FAR if passed else field.get(start, FAR)
            out += [(i, passed) for ahead, _, i in sorted(near) if passed or ahead < before]
        return out


def distances(board: Board, goal: int, foes: frozenset[int]) -> dict[int, int]:
    """Distances to a goal from every hex, round hexes the enemy holds."""
    found, waiting = {goal: 0}, deque([goal])
    while waiting:
        here = waiting.popleft()
        for there in board.neighbours[here]:
            if there not in found and there not in foes:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def way(board: Board, start: int, goals: Sequence[int], foes: frozenset[int]) -> tuple[int, ...]:
    """The hexes from a start over waypoints by the shortest paths; straight where there is none."""
    whole = [start]
    for goal in goals:
        field = distances(board, goal, foes - {goal})
        while whole[-1] != goal and whole[-1] in field:
            here = whole[-1]
            whole.append(min(board.neighbours[here], key=lambda i: (field.get(i, FAR), i)))
        if whole[-1] != goal:
            whole.append(goal)
    return tuple(whole)
