"""Commands of the free set-up: a counter is picked up and put down."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("lift", "Pick up")
class Lift(Command):
    """Pick a counter up during set-up; the next command puts it down."""

    unit: str


@command("deploy", "Put down")
class Deploy(Command):
    """Put the lifted counter down in a hex."""

    hex: str
