"""The common part of all events, the record of a command, and what a side may read of either."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ecs.core.components import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events; a bare Event is a remark.

    ``text`` is the log line, written by the game's sentence for this kind of event ("" = told nowhere); ``where`` the
    hex labels it leads to; ``veil`` what the other side reads instead while a hidden unit would be named ("" = nothing
    to hide; "-" = the other side reads nothing).  What all kinds need is written here once and not made for each: there
    are many, and all are made when the program starts.
    """

    text: str = ""
    where: tuple[str, ...] = ()
    rule: str = ""
    veil: str = ""
    owner: Side | None = None

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in fields(self))

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __repr__(self) -> str:
        told = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__qualname__}({', '.join(told)})"


Sentence = Callable[[Any, Any], str]
"""(world, event) -> its line in the log."""
Sentences = Mapping[type[Event], Sentence]
"""What a game says of each kind of event."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the game's history: who did what, and what came of it."""

    number: int
    side: Side | None
    command: str
    turn: int
    phase: str
    events: tuple[Event, ...] = field(default=())


def told(event: Event, side: Side) -> str:
    """The line of an event as ``side`` may read it; "" if it may not know of it."""
    if not event.veil or event.owner is side:
        return event.text
    return "" if event.veil == "-" else event.veil


def veiled(event: Event, side: Side) -> Event | None:
    """The event as ``side`` may see it: itself, a bare remark, or None."""
    if not event.veil or event.owner is side:
        return event
    return None if event.veil == "-" else Event(text=event.veil, where=event.where, rule=event.rule)
