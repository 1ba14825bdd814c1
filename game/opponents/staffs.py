"""The staff that leads a game: the one for games of its kind, found from what the rulebook declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ecs import Command, Side
from game.opponents.doctrine import Family
from game.opponents.players import PlanningPlayer
from game.opponents.seat import Seat
from game.opponents.shared.phase_staff import PhaseStaff
from game.opponents.shared.position_reading import USUAL, Style

PREPARED_AND_OPERATIONAL, TWO_IMPULSES = ("fight", "move", "fight"), ("move", "fight")


def family_of(traits: Mapping[str, Any]) -> Family:
    """The family a game belongs to, by what it declares.

    A game of which nothing is known is led by the staff that asks least of a rulebook: it marches, attacks by
    forecasts, answers, and leaves the rest alone.
    """
    sequence = traits.get("sequence")
    if sequence == PREPARED_AND_OPERATIONAL:
        return "operations"
    if traits.get("crt") == "strength":
        return "salvo"
    return "impulse" if traits.get("mandatory_attack") and sequence == TWO_IMPULSES else "campaign"


class Staff:
    """A player of a level, who learns what kind of game it is when he first sits down to it.

    :param style: how an officer leans; a recruit has no style.
    """

    def __init__(self, level: str, side: Side, seed: int, style: Style = USUAL) -> None:
        self._level, self._side, self._seed, self._style = level, side, seed, style
        self._mind: PlanningPlayer | None = None

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The next command and its reason, by the mind for games of this kind."""
        if self._mind is None:
            self._mind = self._make(family_of(seat.traits))
        return self._mind.choose(seat)

    @property
    def plan(self) -> list[tuple[Command, str]]:
        """The orders planned last."""
        return self._mind.plan if self._mind is not None else []

    @property
    def aims(self) -> Mapping[str, int]:
        """By unit, the hex it is to attack once they are carried out."""
        return self._mind.aims if self._mind is not None else {}

    def forget(self) -> None:
        """Drop the plan: another player leads the side to the end of the phase."""
        self._mind = None

    def _make(self, family: Family) -> PlanningPlayer:
        """Import and make only the mind needed: the title need not wait for all of them."""
        return _head(family)(self._side, self._seed, self._level, self._style)


def _head(family: Family) -> type[PhaseStaff]:
    """The head of a staff for games of a kind."""
    if family == "operations":
        from game.opponents.operations_staff.officer import OperationsOfficer

        return OperationsOfficer
    if family == "impulse":
        from game.opponents.impulse_staff.officer import ImpulseOfficer

        return ImpulseOfficer
    if family == "campaign":
        from game.opponents.chit_staff.officer import ChitOfficer

        return ChitOfficer
    from game.opponents.salvo_staff.officer import SalvoOfficer

    return SalvoOfficer
