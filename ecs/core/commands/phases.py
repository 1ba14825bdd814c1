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


# -- Commands of chits: which is played, when, and what for. ---------------------------------------------------------


@command("chit", "Play chit")
class PlayChit(Command):
    """Take one of your own chits: the first of the turn, one of a secret choice, or one held in hand."""

    chit: str


@command("defer", "Ask me again after the next chit")
class Defer(Command):
    """Do not play a held chit now, and be asked again as soon as it may be played."""

    chit: str


@command("waive", "Not this month")
class Waive(Command):
    """Do not play a held chit, and be asked no more this month."""

    chit: str


@command("announce", "Play it after this chit")
class Announce(Command):
    """Say that a held chit is to be played as soon as it may be."""

    chit: str
    aside = True


@command("retract", "Keep it in hand after all")
class Retract(Command):
    """Take back that a held chit is to be played as soon as it may be."""

    chit: str
    aside = True


@command("mode", "Move or fight")
class ChooseMode(Command):
    """Say what a Move/Combat chit is used for: ``move`` or ``combat``."""

    mode: str
