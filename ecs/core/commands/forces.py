"""Commands that raise, rebuild, change and withdraw units."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("disband", "Disband")
class Disband(Command):
    """Eliminate one of your own units so that it can be rebuilt."""

    unit: str


@command("substitute", "Relieve by")
class Substitute(Command):
    """Take a unit off the map and put another from the pool in its place."""

    unit: str
    by: str


@command("raise", "Raise")
class Raise(Command):
    """Bring a unit from the pool into play with replacement points."""

    unit: str
    hex: str


@command("call", "Call the strategic reserve")
class CallReserve(Command):
    """Commit the strategic reserve from this turn on."""


@command("enter", "Enter")
class Enter(Command):
    """Bring a waiting reinforcement onto the map."""

    unit: str
    hex: str


@command("emplace", "Emplace")
class Emplace(Command):
    """Flip a unit to its stronger side."""

    unit: str


@command("refit", "Bring to full strength")
class Refit(Command):
    """Restore a lost step with replacements."""

    unit: str


@command("rebuild", "Rebuild")
class Rebuild(Command):
    """Raise an eliminated unit again; it comes in as a reinforcement.  ``lost``: at how many steps down."""

    unit: str
    lost: int


@command("cadre", "Rebuild on a cadre")
class Cadre(Command):
    """Raise an eliminated corps on the cadre of a division."""

    unit: str
    by: str


@command("convert", "Convert")
class Convert(Command):
    """Turn a unit into one of another class."""

    unit: str
    into: str


@command("merge", "Form from smaller units")
class Merge(Command):
    """Form a new unit in a hex out of smaller ones there."""

    unit: str
    hex: str


@command("split", "Split")
class Split(Command):
    """Divide a unit into smaller ones."""

    unit: str


@command("store", "Send to the reserve")
class Store(Command):
    """Send a unit to the strategic reserve."""

    unit: str


@command("recall", "Withdraw from the front")
class Recall(Command):
    """Withdraw a unit from the map as the calendar demands."""

    unit: str


# -- Commands of the free set-up: a counter is picked up and put down. -----------------------------------------------


@command("lift", "Pick up")
class Lift(Command):
    """Pick a counter up during set-up; the next command puts it down."""

    unit: str


@command("deploy", "Put down")
class Deploy(Command):
    """Put the lifted counter down in a hex."""

    hex: str


# -- Commands of supply: whom a source feeds, and which air units are made ready. ------------------------------------


@command("abandon", "Give up")
class Abandon(Command):
    """Choose a unit that an isolated place cannot sustain."""

    unit: str


@command("feed", "Feed")
class Feed(Command):
    """Supply one unit instead of another, where there is not enough for both."""

    unit: str
    instead: str


@command("ready", "Make ready")
class Ready(Command):
    """Make an air unit ready instead of another."""

    unit: str
    instead: str


@command("airlift", "Supply by air")
class Airlift(Command):
    """Supply the pocket round a base with an air unit."""

    unit: str
    hex: str
