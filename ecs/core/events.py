"""What happened?  Frozen records, with dice and reasons, in the order they came about.

``text`` is the log line; ``where`` the hex labels it leads to; ``veil`` what the other side reads
instead while a hidden unit would be named ("" = nothing to hide; "-" = the other side reads nothing).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events; a bare Event is a remark."""

    text: str
    where: tuple[str, ...] = ()
    rule: str = ""
    veil: str = ""
    owner: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """The sequence of play moved on."""

    phase: str
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A unit went along ``path`` (labels, start first).  how: move advance retreat sea enter deploy."""

    unit: str
    path: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Event):
    """An attack was declared, changed or taken back."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan(Event):
    """A declared battle is being fought."""

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A die (or several) was cast; ``faces`` as thrown."""

    what: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """One side's fire in a battle round.

    ``lines`` are (words, points) pairs adding up to ``strength``; ``column`` is the one used after
    shifts; ``expected`` is the mean number of hits of that roll in sixths (for the luck ledger).
    """

    hex: str
    side: Side
    round: int
    lines: tuple[tuple[str, int], ...]
    strength: int
    column: int
    faces: tuple[int, ...]
    hits: int
    expected_sixths: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """A unit's state changed: disrupted, recovered, eliminated, fortified, emplaced, raised ..."""

    unit: str
    state: str
    factors: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(Event):
    """A place changed hands."""

    hex: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ChitPlayed(Event):
    """A chit came into play: drawn from the cup, or played by its owner."""

    chit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The game is over."""

    result: str


EVENTS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (Event, PhaseBegan, Moved, Declared, BattleBegan, Rolled, Fired, Changed, Captured, ChitPlayed, Ended)
}
"""Every kind of event by its name: a save names no other."""


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
    """The line of an event as ``side`` may read it; "" if it may not read of it at all."""
    if not event.veil or event.owner is side:
        return event.text
    return "" if event.veil == "-" else event.veil


def veiled(event: Event, side: Side) -> Event | None:
    """The event as ``side`` may see it: itself, a bare remark, or None."""
    if not event.veil or event.owner is side:
        return event
    return None if event.veil == "-" else Event(text=event.veil, where=event.where, rule=event.rule)
