"""Commands that declare attacks and bombardments, and begin them."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("attack", "Attack")
class Assign(Command):
    """Assign a unit to the attack on a hex; ``wave`` counts separate attacks on it from 1."""

    unit: str
    hex: str
    wave: int


@command("withdraw", "Take out of attack")
class Unassign(Command):
    """Take a unit out of the attack it was assigned to."""

    unit: str


@command("cancel", "Cancel all attacks")
class CancelAttacks(Command):
    """Take every unit out of every declared attack."""


@command("allot", "Assign the rest")
class Allot(Command):
    """Let the rules assign, as well as can be, everybody who must attack and has not been told what."""


@command("join", "Attack together")
class Join(Command):
    """Attack a second hex in one battle with the first."""

    hex: str
    other: str


@command("resolve", "Resolve battle")
class Resolve(Command):
    """Begin the declared battle for a hex."""

    hex: str
    wave: int


@command("blitz", "Blitzkrieg attack")
class Blitz(Command):
    """Begin the declared battle for a hex on the Blitzkrieg table."""

    hex: str


@command("overwhelm", "Automatic victory")
class Overwhelm(Command):
    """Remove an overwhelmed enemy during movement, by the units assigned to his hex."""

    hex: str


@command("lead", "Lead the battle")
class Lead(Command):
    """Use a Field Marshal in the battle for a hex."""

    unit: str
    hex: str


@command("spend", "Send in")
class Spend(Command):
    """Use a Field Marshal in the defence that is asked about."""

    unit: str


@command("aim", "Bombard")
class Aim(Command):
    """Assign an air or artillery unit to the bombardment of a hex."""

    unit: str
    hex: str


@command("strike", "Carry out bombardment")
class Strike(Command):
    """Roll the bombardment of a hex by all units aimed at it."""

    hex: str
