"""Commands of supply: whom a source feeds, and which air units are made ready."""

from __future__ import annotations

from ecs.core.commands.base import Command, command


@command("abandon", "Give up")
class Abandon(Command):
    """Choose a unit that an isolated place cannot sustain."""

    unit: str


@command("feed", "Feed")
class Feed(Command):
    """Supply a unit instead of another, where there is not enough for both."""

    unit: str
    instead: str


@command("ready", "Make ready")
class Ready(Command):
    """Let an air unit get ready instead of another."""

    unit: str
    instead: str


@command("airlift", "Supply by air")
class Airlift(Command):
    """Use an air unit to feed the pocket round a base."""

    unit: str
    hex: str
