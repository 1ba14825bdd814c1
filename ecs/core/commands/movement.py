"""Commands that move units over land, by rail, by sea and by air, or dig them in."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("move", "Move")
class Move(Command):
    """Move a unit operationally to a hex within its reach, by the cheapest path."""

    unit: str
    hex: str


@command("sail", "Move by sea")
class Sail(Command):
    """Ship a unit to a port on the same sea."""

    unit: str
    hex: str


@command("rail", "Move by rail")
class MoveByRail(Command):
    """Send a unit along friendly railways."""

    unit: str
    hex: str


@command("drop", "Drop from the air")
class AirDrop(Command):
    """Land an airborne unit behind the enemy."""

    unit: str
    hex: str


@command("flee", "Emergency retreat")
class Flee(Command):
    """Slip away through enemy zones, at a price."""

    unit: str
    hex: str


@command("base", "Change base")
class Rebase(Command):
    """Fly an air unit to another base."""

    unit: str
    hex: str


@command("depot", "Move depot")
class MoveDepot(Command):
    """Advance a depot along its railway, or bring it back."""

    unit: str
    hex: str


@command("fortify", "Fortify")
class Fortify(Command):
    """Dig a unit in for the player-turn."""

    unit: str
