"""Commands that build works, move factories, convert railways and break them."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("build", "Build")
class Build(Command):
    """Place a work: ``works``, ``weak_fort`` or ``fort``."""

    what: str
    hex: str


@command("raze", "Remove works")
class Raze(Command):
    """Take Defensive Works up, to be placed elsewhere."""

    hex: str


@command("evacuate", "Evacuate")
class Evacuate(Command):
    """Take the next step of evacuating a factory."""

    unit: str


@command("regauge", "Convert the railway")
class Regauge(Command):
    """Convert a railway up to a hex."""

    hex: str


@command("rise", "Partisans rise")
class Rise(Command):
    """Let partisans break the railway in a hex."""

    hex: str
