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
    """Let the staff do the rest of the phase: the default where the owner has the choice."""


@command("renew", "Take fresh dice")
class Renew(Command):
    """New dice from here on, starting from a number; the referee gives it when a game resumes from a save.

    It stands in no list of legal commands: no player chooses it.
    """

    number: int


# -- Commands of chits: which is played, when, and what for. ---------------------------------------------------------


@command("chit", "Play chit")
class PlayChit(Command):
    """Take one of your own chits: the first of the turn, one of a secret choice, or one held in hand."""

    chit: str


@command("defer", "Ask me again after the next chit")
class Defer(Command):
    """Do not play a held chit now; ask again at the next chance."""

    chit: str


@command("waive", "Not this month")
class Waive(Command):
    """Do not play a held chit, and do not ask again this month."""

    chit: str


@command("announce", "Play it after this chit")
class Announce(Command):
    """Announce that a held chit will be played as soon as possible."""

    chit: str
    aside = True


@command("retract", "Keep it in hand after all")
class Retract(Command):
    """Take back the announcement of a held chit."""

    chit: str
    aside = True


@command("mode", "Move or fight")
class ChooseMode(Command):
    """Say what a Move/Combat chit is used for: ``move`` or ``combat``."""

    mode: str
