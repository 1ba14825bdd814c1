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
    """Let the rules assign every unit that must attack and has no target yet, as well as they can."""


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
    """Use a Field Marshal in the battle in which his side is attacked."""

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


# -- Commands within a battle: the die, losses, retreats and advances. -----------------------------------------------


@command("ford", "Ignore a river hexside")
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
    """Eliminate the defenders whatever the die says, at the price of attackers."""


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
