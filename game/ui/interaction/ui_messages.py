"""Events and messages that the window should show, play and tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ecs.core.events import ChitPlayed, Event, PhaseBegan


@dataclass(frozen=True, slots=True)
class Message:
    """Something to tell the player: kinds info, staff, good, warn, bad; ``target`` is what "Go there" follows."""

    text: str
    kind: str = "info"
    target: str = ""


class NoticeBoard(Protocol):
    """The place where messages are shown for a while."""

    def notice(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show a message."""

    def withdraw(self, kind: str) -> None:
        """Remove all messages of a kind."""


@dataclass(slots=True)
class Outbox:
    """What the window should do: sounds, messages, events to animate, a hex to show, a link, stop moving."""

    sounds: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    look_at: int = -1
    link: str = ""
    still: bool = False

    def post(self, board: NoticeBoard) -> None:
        """Show the messages; earlier refusals, and what was done for the player, go once something has been done."""
        if self.events:
            board.withdraw("warn")
            board.withdraw("staff")
        for message in self.messages:
            board.notice(message.text, message.kind, message.target)


def sounds_of(events: Sequence[Event], new_turn: str) -> list[str]:
    """Sounds for what cannot be seen on the map: a turn or phase begins, a chit comes.

    At most one: a turn drowns its first phase.  Marches and battles are heard as the map shows them
    (`Animation.due_sounds`).

    :param new_turn: the phase whose beginning a bell is rung for, "" for none.
    """
    begun = [event.phase for event in events if isinstance(event, PhaseBegan)]
    if new_turn in begun:
        return ["bell"]
    return ["page"] if begun or any(isinstance(event, ChitPlayed) for event in events) else []
