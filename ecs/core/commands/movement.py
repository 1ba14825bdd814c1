"""Commands that move units over land, by rail, by sea and by air, or dig them in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ecs.core.commands.base import LONGEST_WORD, Command, command

BETWEEN = ","


@command("move", "Move")
class Move(Command):
    """Move a unit operationally to a hex within its reach, by the cheapest path."""

    unit: str
    hex: str


@command("march", "March")
class MoveBy(Command):
    """Move a unit like :class:`Move`, but via other hexes: the cheapest path that passes all of them in turn.

    ``via``: their labels, joined by commas.
    """

    unlisted: ClassVar[bool] = True

    unit: str
    via: str
    hex: str

    @classmethod
    def along(cls, unit: str, via: Iterable[str], hex_label: str) -> MoveBy | None:
        """The order through these waypoints; None if they are too many to write down."""
        words = BETWEEN.join(via)
        return cls(unit, words, hex_label) if len(words) <= LONGEST_WORD else None

    @property
    def waypoints(self) -> tuple[str, ...]:
        """The labels of the hexes to pass, in order."""
        return tuple(self.via.split(BETWEEN))


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


@command("drop", "Make an air drop")
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


# -- Commands that build works, move factories, convert railways and break them. -------------------------------------


@command("build", "Build")
class Build(Command):
    """Place a work: ``works``, ``weak_fort`` or ``fort``."""

    what: str
    hex: str


@command("raze", "Remove works")
class Raze(Command):
    """Pick up Defensive Works so that they can be placed elsewhere."""

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
