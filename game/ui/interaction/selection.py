"""The selection: picked units, the hex last looked at, the order in the piles, and the round of units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ecs import Command, Game, View
from ecs.core.commands import Blitz, Join, Move, MoveByRail, Overwhelm, Regauge, Resolve, Strike
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.ui.interaction.click_commands import LegalOrders, cycle, in_hand
from game.ui.map_view import TableState

# -- A position as one side has it: what it sees and may do now, and what that tells of the phase. -------------------

PLANNED = (Join, Blitz, Overwhelm, Resolve, Strike)
"""Given in the planner, as a die falls: the first click on the hex opens it."""


@dataclass(frozen=True, slots=True)
class SidePosition:
    """What one side can see and do now."""

    game: Game
    view: View
    orders: LegalOrders

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""
        return self.game.ruleset.glossary

    @property
    def converts(self) -> bool:
        """Can railways be converted now?"""
        return Regauge in self.orders.types

    @property
    def has_stations(self) -> bool:
        """Can trains run now, with so many stops that only some are lit?"""
        return MoveByRail in self.orders.types and bool(self.game.stations(self.view.side))

    @property
    def on_the_march(self) -> bool:
        """Are attacks declared while units move, for an automatic victory?"""
        return bool(self.terms.tables) and any(kind.verb == "move" for kind in self.orders.types)

    @property
    def names_units(self) -> bool:
        """Does something in play decide which units may act?"""
        return self.view.decision is None and any(chit.state == "now" for chit in self.view.chits)

    @property
    def leading(self) -> frozenset[str]:
        """The headquarters whose chit is in play."""
        return frozenset(name for chit in self.view.chits if chit.state == "now" for name in chit.units)

    def direct(self, commands: list[Command]) -> list[Command]:
        """Orders that a click on their hex gives."""
        return [c for c in commands if not isinstance(c, PLANNED)]


def mine(view: View, unit_id: str) -> bool:
    """Is this a unit of the viewing side?"""
    unit: UnitView | None = view.unit(unit_id)
    return unit is not None and unit.side is view.side


def away_from_foes(view: View) -> dict[int, int]:
    """The distance from every hex to the nearest enemy."""
    found = {u.hex: 0 for u in view.units if u.side is not view.side and u.hex >= 0}
    edge = list(found)
    while edge:
        fresh = {j: found[i] + 1 for i in edge for j in view.board.neighbours[i] if j not in found}
        found |= fresh
        edge = list(fresh)
    return found


class Selection:
    """Keeps the picked units in the table's state; the first one acts.

    `here`: the hex looked at last, or -1. `tops`: the unit to lay uppermost, by hex. `guarded`: units left out of the
    round; `led`: those that the staff leads, who are left out as well.
    """

    def __init__(self, state: TableState, position: SidePosition) -> None:
        self.state, self.position = state, position
        self.here = -1
        self.tops: dict[int, str] = {}
        self.guarded: set[str] = set()
        self.led: frozenset[str] = frozenset()
        self._away: tuple[View | None, Mapping[int, int]] = (None, {})

    @property
    def first(self) -> str:
        """The id of the unit that acts, or ""."""
        return self.state.selection[0] if self.state.selection else ""

    @property
    def picked(self) -> UnitView | None:
        """The unit that acts."""
        return self.position.view.unit(self.first) if self.first else None

    def pick(self, units: Iterable[str]) -> None:
        """Pick these units, and look at the hex of the first."""
        self.state.selection = tuple(units)
        unit = self.picked
        if unit is not None and unit.hex >= 0:
            self.here = unit.hex

    def kept(self) -> tuple[str, ...]:
        """What stays picked after the game changes; the unit a question is about, if any."""
        view, orders = self.position.view, self.position.orders
        there = tuple(unit for unit in self.state.selection if mine(view, unit))
        held = in_hand(view, orders)
        return (held,) if held and not any(unit in orders.by_unit for unit in there) else there

    def uncover(self, units: Iterable[str]) -> None:
        """Put units on top of their piles from now on."""
        for name in units:
            unit = self.position.view.unit(name)
            if unit is not None and unit.hex >= 0:
                self.tops[unit.hex] = name

    def following(self, step: int) -> UnitView | None:
        """The unit that many steps on in the round of those that can act, uppermost from now on; None if none can."""
        units = self.useful()
        if not units:
            return None
        place = units.index(self.first) + step if self.first in units else (0 if step > 0 else -1)
        unit = self.position.view.unit(units[place % len(units)])
        assert unit is not None
        self.tops[unit.hex] = unit.id
        return unit

    def useful(self) -> tuple[str, ...]:
        """Of the units that can act, those with more to do than march away from the enemy; all if there are none."""
        units, view = self.can_act(), self.position.view
        if self._away[0] is not view:
            self._away = (view, away_from_foes(view))
        away = self._away[1]
        found = tuple(name for name in units if self._gains(name, away))
        return found or units

    def _gains(self, name: str, away: Mapping[int, int]) -> bool:
        unit = self.position.view.unit(name)
        here = away.get(unit.hex, 0) if unit is not None else 0
        ways = self.position.orders.hexes(name)
        nearer = any(away.get(i, here) < here or any(not isinstance(c, Move) for c in cs) for i, cs in ways.items())
        return nearer or bool(self.position.orders.buttons(name))

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""
        return cycle(self.position.view, self.position.orders.actors(), self.guarded | self.led)
