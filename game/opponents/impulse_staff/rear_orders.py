"""Orders behind the front, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ecs import Command
from ecs.core.known_facts import PhaseWork
from game.opponents.impulse_staff.air import bases, landing, relief, transfers
from game.opponents.impulse_staff.arrivals import arrivals
from game.opponents.impulse_staff.leaders import staffs
from game.opponents.impulse_staff.position import Position
from game.opponents.impulse_staff.railways import conversion
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.impulse_staff.transport import journeys
from game.opponents.players import Choice

Desk = Callable[[RearPosition, set[Command]], Choice | None]


def coming(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """Bring in new units; then lay airbases where they are wanted now."""
    return arrivals(rear, refused) or bases(rear, refused)


DESKS: dict[PhaseWork, Desk] = {
    "arrivals": coming,
    "landing": landing,
    "conversion": conversion,
    "surrender": relief,
}


def order(now: Position, refused: set[Command]) -> Choice | None:
    """The next useful order in a phase behind the front; None if there is none.

    :param refused: commands given in this phase already, which are not given again.
    """
    desk = DESKS.get(now.work)
    return desk(RearPosition(now), refused) if desk is not None else None


def trains(now: Position, used: frozenset[str]) -> list[Choice]:
    """Journeys by rail and sea and jumps from the air, to be made before anything else is planned: aircraft that go
    forward fly from their new bases at once.

    :param used: units that have other orders.
    """
    rear = RearPosition(now)
    return transfers(rear) + journeys(rear, used)


def leaders(now: Position, wanted: Mapping[str, int] | None = None) -> list[Choice]:
    """Where Field Marshals, guns and the Dictator go once all others have marched, in either impulse.

    :param wanted: by unit the hex it is to attack.
    """
    return staffs(RearPosition(now), wanted or {})


__all__ = ["leaders", "order", "trains"]
