"""What has happened that the window is to tell, play and show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from ecs.core.events import (
    BattleBegan,
    ChitPlayed,
    Ended,
    Event,
    Fired,
    Moved,
    PhaseBegan,
)
from ecs.core.view import View
from game.play.story import ON_TRACKS


@dataclass(frozen=True, slots=True)
class Message:
    """Something to tell the player: kinds info, good, warn, bad; ``target`` is what "Go there" follows."""

    text: str
    kind: str = "info"
    target: str = ""


class NoticeBoard(Protocol):
    """Where messages are shown for a while."""

    def notice(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show a message."""

    def withdraw(self, kind: str) -> None:
        """Take all messages of a kind away."""


@dataclass(slots=True)
class Outbox:
    """What the window is to do: sounds, messages, events to animate, a hex to show, a link, stop moving."""

    sounds: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    look_at: int = -1
    link: str = ""
    still: bool = False

    def post(self, board: NoticeBoard) -> None:
        """Show the messages; refusals that stand there still are of no use once something has been done."""
        if self.events:
            board.withdraw("warn")
        for message in self.messages:
            board.notice(message.text, message.kind, message.target)


WAYS = {"rail": "train", "sea": "ship", "drop": "aircraft", "base": "aircraft"}


def sounds_of(events: Iterable[Event], new_turn: str, view: View) -> list[str]:
    """The sounds of what happened, each once, the weightiest first.

    :param new_turn: the phase whose beginning a bell is rung for, "" for none.
    :param view: a position in which the units that moved are.
    """
    wanted: list[str] = []
    for event in events:
        if isinstance(event, Ended):
            wanted.append("victory")
        elif isinstance(event, BattleBegan):
            wanted.append("artillery")
        elif isinstance(event, Fired):
            wanted.append("dice")
        elif isinstance(event, Moved):
            unit = view.unit(event.unit)
            symbol = unit.symbol if unit is not None else ""
            ground = "aircraft" if symbol == "air" else "tracks" if symbol in ON_TRACKS else "step"
            wanted.append(WAYS.get(event.how, ground))
        elif isinstance(event, ChitPlayed):
            wanted.append("page")
        elif isinstance(event, PhaseBegan):
            wanted.append("bell" if event.phase == new_turn else "page")
    order = ("victory", "bell", "artillery", "dice", "train", "ship", "aircraft", "tracks", "step", "page")
    return [name for name in order if name in wanted][:2]
