"""A position as one side has it: what it sees and may do now, and what that tells of the phase."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Command, Game, View
from ecs.core.commands import Blitz, Join, MoveByRail, Overwhelm, Regauge, Resolve
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.ui.interaction.click_commands import Orders

PLANNED = (Join, Blitz, Overwhelm)  # given in the planner: a click on the hex opens it


@dataclass(frozen=True, slots=True)
class SidePosition:
    """What one side sees and may do now."""

    game: Game
    view: View
    orders: Orders

    @property
    def terms(self) -> Glossary:
        """How this game is spoken of."""
        return self.game.ruleset.glossary

    @property
    def converts(self) -> bool:
        """Can railways be converted now?"""
        return Regauge in self.orders.types

    @property
    def has_stations(self) -> bool:
        """Do trains run now of whose many stops only some are lit?"""
        return MoveByRail in self.orders.types and bool(self.game.stations(self.view.side))

    @property
    def on_the_march(self) -> bool:
        """Are attacks declared while units move, for an automatic victory?"""
        return bool(self.terms.tables) and any(kind.verb == "move" for kind in self.orders.types)

    @property
    def names_units(self) -> bool:
        """Is there something in play that says which units may act?"""
        return self.view.decision is None and any(chit.state == "now" for chit in self.view.chits)

    @property
    def leading(self) -> frozenset[str]:
        """The headquarters whose chit is in play."""
        return frozenset(name for chit in self.view.chits if chit.state == "now" for name in chit.units)

    def direct(self, commands: list[Command]) -> list[Command]:
        """Those that a click on their hex gives."""
        held = (Resolve, *PLANNED) if self.terms.tables else PLANNED
        return [c for c in commands if not isinstance(c, held)]


def mine(view: View, unit_id: str) -> bool:
    """Is this a unit of the side that looks on?"""
    unit: UnitView | None = view.unit(unit_id)
    return unit is not None and unit.side is view.side
