"""What was done in the same phase of an earlier turn, offered again where it is still legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from ecs import Command, View, parse
from ecs.core.commands import (
    Airlift,
    AsAdvised,
    Build,
    Convert,
    Defer,
    Enter,
    Feed,
    MoveByRail,
    MoveDepot,
    Raise,
    Ready,
    Rebase,
    Rebuild,
    Refit,
    Regauge,
    Rise,
    Waive,
)
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.play.session import Session
from game.ui.interaction.click_commands import Orders, unit_of, words

ROUTINE: tuple[type[Command], ...] = (
    Airlift, AsAdvised, Build, Convert, Defer, Enter, Feed, MoveByRail, MoveDepot, Raise, Ready, Rebase, Rebuild, Refit,
    Regauge, Rise, Waive,
)  # fmt: skip
"""Orders that may be the same month after month.  Marches, battles, losses and whatever gives something up are not."""


RAISING = (Enter, Raise, Rebuild)
"""Of these the unit may be another of its kind: one comes into play but once."""


def _kind(unit: UnitView) -> tuple[str, str, str]:
    return unit.nation, unit.symbol, unit.size


class RoutineDesk(Protocol):
    """Whoever plays: what he sees, and giving his commands."""

    view: View
    orders: Orders
    session: Session

    @property
    def terms(self) -> Glossary:
        """How this game is spoken of."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""


class Routine:
    """Offers the orders of the last turn in which there were any in this phase."""

    def __init__(self, desk: RoutineDesk) -> None:
        self.desk = desk
        self._known: tuple[object, list[Command]] = (None, [])

    def offer(self) -> list[Command]:
        """What was ordered then and can be ordered now, in its order."""
        desk, game = self.desk, self.desk.session.game
        if not desk.session.human_to_act or desk.session.hands_over:
            return []
        if self._known[0] is not desk.view:
            former = self._former()
            legal = {c if game.why_not(c, desk.view.side) is None else self._alike(c): None for c in former}
            self._known = (desk.view, [c for c in legal if c is not None])
        return self._known[1]

    def _former(self) -> list[Command]:
        """The routine orders of this side in this phase, of the last turn before this one that had any."""
        view, found = self.desk.view, list[Command]()
        turn = view.turn
        for record in reversed(self.desk.session.game.log):
            if record.side is not view.side or record.phase != view.phase.id or record.turn >= view.turn:
                continue
            if found and record.turn != turn:
                break
            command = parse(record.command)
            if isinstance(command, ROUTINE):
                found, turn = [command, *found], record.turn
        return found

    def _alike(self, command: Command) -> Command | None:
        """The same for another unit of the kind, where what was raised then stands on the map now; None without one."""
        unit, orders = self.desk.view.unit(unit_of(command)), self.desk.orders
        if unit is None or not isinstance(command, RAISING) or type(command) not in orders.types:
            return None
        for other in orders.all():
            again = self.desk.view.unit(other.unit) if isinstance(other, RAISING) else None
            if again is None or not isinstance(other, RAISING) or _kind(again) != _kind(unit):
                continue
            if type(other) is type(command) and replace(other, unit=unit.id) == command:
                return other
        return None

    def told(self) -> str:
        """The offer in words; "" without one."""
        offered = self.offer()
        if not offered:
            return ""
        first = words(offered[0], self.desk.view, self.desk.terms)
        more = f", and {len(offered) - 1} more" if len(offered) > 1 else ""
        return f"As before: {first}{more}"

    def repeat(self) -> int:
        """Give what is offered, each while it is legal, as one order; how many were given."""
        offered, given = self.offer(), 0
        for command in offered:
            if self.desk.session.game.why_not(command, self.desk.view.side) is None:
                given += self.desk.give(command, follows=given > 0)
        return given
