"""One order for all picked units: the first has been given it, the others follow, and undo takes all of it back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeGuard

from ecs import Command
from ecs.core.commands import Assign, Move
from ecs.core.view import Refusal, UnitView, View
from game.ui.interaction.click_commands import Orders
from game.ui.panels.text.descriptions import refusal_markup

NAMED = 2
"""Units that stay behind and are named with the reason; the others are counted."""


class Bending(Protocol):
    """The waypoints that units have before them."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give an order, a march by way of its waypoints; ``follows``: it belongs to the one before it."""

    def against(self, command: Command) -> Refusal | None:
        """Why a march cannot go by way of its waypoints."""


class Marching(Protocol):
    """Has the waypoints."""

    @property
    def marches(self) -> Bending:
        """The waypoints that units have before them."""


class Desk(Protocol):
    """What gives orders and tells why not."""

    @property
    def view(self) -> View:
        """The position."""

    @property
    def orders(self) -> Orders:
        """What can be ordered in it."""

    @property
    def quick(self) -> Marching:
        """Orders that stand for several."""

    def reason_against(self, unit: str, label: str) -> Refusal | None:
        """Why a unit cannot do anything at a hex."""

    def tell(self, text: str, kind: str = "info") -> None:
        """Show the player a message."""


def is_for_groups(command: Command) -> TypeGuard[Move | Assign]:
    """Can many units be told the same: to march to a hex, to attack one?"""
    return isinstance(command, Move | Assign)


def follow(desk: Desk, command: Move | Assign, others: Sequence[str]) -> tuple[str, ...]:
    """Give the order of the first to the others, as many as can; those who could not, which are told.

    Those who find no room at first are asked again once the others have moved.  A question, or another phase, ends it.
    """
    phase, left = desk.view.phase.id, list(others)
    for _ in range(2):
        waiting, left = left, []
        for unit in waiting:
            if desk.view.decision is not None or desk.view.phase.id != phase:
                return tuple(left)
            if not _give(desk, replace(command, unit=unit)):
                left.append(unit)
    _tell(desk, command, left)
    return tuple(left)


def _give(desk: Desk, command: Move | Assign) -> bool:
    index = desk.view.board.by_label[command.hex]
    if command not in desk.orders.hexes(command.unit).get(index, ()):
        return False
    return desk.quick.marches.against(command) is None and desk.quick.marches.give(command, follows=True)


def _tell(desk: Desk, command: Move | Assign, left: Iterable[str]) -> None:
    """Who stays behind, and why."""
    units = [unit for name in left if (unit := desk.view.unit(name)) is not None]
    for unit in units[:NAMED]:
        desk.tell(f"**{unit.name}** stays. {_why(desk, replace(command, unit=unit.id))}".strip(), "warn")
    if len(units) > NAMED:
        desk.tell(f"{len(units) - NAMED} more stay.", "warn")


def _why(desk: Desk, command: Move | Assign) -> str:
    refusal = desk.reason_against(command.unit, command.hex) or desk.quick.marches.against(command)
    return refusal_markup(refusal) if refusal is not None else ""


def leading_first(units: Iterable[UnitView], orders: Orders) -> list[str]:
    """A stack in the order in which it is picked: who can act before who cannot, and the slowest of them leads."""
    return [u.id for u in sorted(units, key=lambda u: (not orders.hexes(u.id), u.movement))]
