"""Commands that close a phase or a decision, or leave the rest of it to the rules."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("end", "End phase")
class EndPhase(Command):
    """Close the phase and go on."""


@command("done", "Done")
class Done(Command):
    """Close the open decision: no more retreats, advances, choices."""


@command("advised", "The rest as advised")
class AsAdvised(Command):
    """Do what the phase still asks for as a staff would: the default where the owner has the choice."""


@command("renew", "Take fresh dice")
class Renew(Command):
    """Other dice from here on, beginning at a number: the referee's own, given when a game is taken up from a save.

    It stands in no list of legal commands: nobody chooses it.
    """

    number: int
