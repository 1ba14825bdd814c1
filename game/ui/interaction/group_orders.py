"""One order for all picked units: the first gets it, the others follow, and undo takes all of it back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeGuard

from ecs import Command, Game, View, parse
from ecs.core.commands import (
    Airlift,
    AsAdvised,
    Assign,
    Build,
    Convert,
    Defer,
    Enter,
    Feed,
    Move,
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
from ecs.core.view import RangeArea, Refusal, UnitView
from game.play.session import Session
from game.ui.descriptions import refusal_markup
from game.ui.interaction.click_commands import LegalOrders, unit_of, words

NAMED = 2
"""Units that stay behind and are named with the reason; the others are counted."""


class Bending(Protocol):
    """The waypoints still ahead of units."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give an order, a march via its waypoints; ``follows``: it belongs to the one before it."""

    def against(self, command: Command) -> Refusal | None:
        """Why a march cannot go via its waypoints."""


class Marching(Protocol):
    """Has the waypoints."""

    @property
    def marches(self) -> Bending:
        """The waypoints still ahead of units."""


class Desk(Protocol):
    """Gives orders and explains refusals."""

    @property
    def view(self) -> View:
        """The position."""

    @property
    def orders(self) -> LegalOrders:
        """The orders possible in it."""

    @property
    def quick(self) -> Marching:
        """Orders that stand for several."""

    def reason_against(self, unit: str, label: str) -> Refusal | None:
        """Why a unit cannot do anything at a hex."""

    def tell(self, text: str, kind: str = "info") -> None:
        """Show the player a message."""


def is_for_groups(command: Command) -> TypeGuard[Move | Assign]:
    """Can many units get this order: to march to a hex, to attack one?"""
    return isinstance(command, Move | Assign)


def follow(desk: Desk, command: Move | Assign, others: Sequence[str]) -> tuple[str, ...]:
    """Give the order of the first unit to as many others as can; return those that could not, which are reported.

    Those who find no room at first try again once the others have moved.  A question, or another phase, ends it.
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
    """Report who stays behind, and why."""
    units = [unit for name in left if (unit := desk.view.unit(name)) is not None]
    for unit in units[:NAMED]:
        desk.tell(f"**{unit.name}** stays. {_why(desk, replace(command, unit=unit.id))}".strip(), "warn")
    if len(units) > NAMED:
        desk.tell(f"{len(units) - NAMED} more stay put.", "warn")


def _why(desk: Desk, command: Move | Assign) -> str:
    refusal = desk.reason_against(command.unit, command.hex) or desk.quick.marches.against(command)
    return refusal_markup(refusal) if refusal is not None else ""


def leading_first(units: Iterable[UnitView], orders: LegalOrders) -> list[str]:
    """A stack in the order in which it is picked: who can act before who cannot, and the slowest of them leads.

    Leaders and aircraft, who have no pace, follow: a leader may go only where a unit of theirs stands already.
    """
    return [u.id for u in sorted(units, key=lambda u: (not orders.hexes(u.id), not u.movement, u.movement))]


# -- Whom one order may be for: the whole stack, or all that go by one headquarters. ---------------------------------

HEADQUARTERS = "headquarters"


class ArmyDesk(Protocol):
    """The player's seat: which units stand where, and which can act."""

    view: View
    orders: LegalOrders

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""


def headquarters_of(view: View, game: Game, unit: UnitView) -> RangeArea | None:
    """The headquarters in whose range a unit is, the nearest of several; itself if it is one."""
    areas = [area for area in game.areas(view.side) if area.kind == HEADQUARTERS and area.live]
    found = [area for area in areas if area.unit == unit.id] or [area for area in areas if unit.hex in area.hexes]

    def apart(name: str) -> int:
        headquarters = view.unit(name)
        return view.board.distance(headquarters.hex, unit.hex) if headquarters is not None else 0

    return min(found, key=lambda each: (apart(each.unit), each.unit), default=None)


def army_of(desk: ArmyDesk, game: Game, unit: UnitView) -> list[str]:
    """All that can act with a unit: in the range of its headquarters, the nearest if there are several; where there are
    none, in its hex and beside it.  The slowest leads."""
    view = desk.view
    area = headquarters_of(view, game, unit)
    here = set(area.hexes if area is not None else (unit.hex, *view.board.neighbours[unit.hex]))
    able = [each for name in desk.can_act() if (each := view.unit(name)) is not None and each.hex in here]
    return leading_first([*able, *(() if unit in able else (unit,))], desk.orders)


# -- What was done in the same phase of an earlier turn, offered again where it is still legal. ----------------------

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
    """The player's seat: his view, and his commands."""

    view: View
    orders: LegalOrders
    session: Session

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; ``follows``: it belongs to the one before it."""


class Routine:
    """Offers to repeat the orders of the last turn in which this phase had any."""

    def __init__(self, desk: RoutineDesk) -> None:
        self.desk = desk
        self._known: tuple[object, list[Command]] = (None, [])

    def offer(self) -> list[Command]:
        """The former orders that are legal now, in their order."""
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
        """Give the offered orders that are legal, as one order; return how many were given."""
        offered, given = self.offer(), 0
        for command in offered:
            if self.desk.session.game.why_not(command, self.desk.view.side) is None:
                given += self.desk.give(command, follows=given > 0)
        return given
