"""Commands within a battle: the die, losses, retreats and advances."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("ford", "Ignore a river side")
class Ford(Command):
    """Ignore one river hexside in this battle."""


@command("fire", "Fire")
class Fire(Command):
    """Roll the round, pressing the attack by ``press`` columns (0: not pressed)."""

    press: int


@command("again", "Roll again")
class RollAgain(Command):
    """Roll a result of no effect once more."""


@command("reserve", "Send in as reserve")
class Reserve(Command):
    """Send a fresh unit of an attacking hex into the second round."""

    unit: str


@command("calloff", "Call off the battle")
class CallOff(Command):
    """Break the battle off."""


@command("spearhead", "Lead the breakthrough")
class Spearhead(Command):
    """Name the unit round which a Deep Battle chit is resolved."""

    unit: str


@command("hit", "Take a hit")
class TakeHit(Command):
    """Let this unit absorb the next hit."""

    unit: str


@command("buy", "Pay for the defenders")
class Exchange(Command):
    """Eliminate the defenders, whatever the die has brought, at the price of attackers."""


@command("stand", "Stand fast")
class StandFast(Command):
    """Lose one step more instead of retreating."""


@command("hold", "No Retreat! only for")
class Hold(Command):
    """This unit alone of its stack does not retreat, whatever it costs."""

    unit: str


@command("retreat", "Retreat")
class Retreat(Command):
    """Retreat a defender one hex."""

    unit: str
    hex: str


@command("advance", "Advance")
class Advance(Command):
    """Advance an attacker after combat."""

    unit: str
    hex: str
