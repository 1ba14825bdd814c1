"""What has happened.  The log: one line an event, with links to its hexes and its rule, and its place in the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ecs import Side, View, told
from ecs.core.events import (
    Attacked,
    BattleBegan,
    Captured,
    Changed,
    ChitPlayed,
    Converted,
    CutOff,
    Declared,
    Destroyed,
    Disordered,
    Ended,
    Event,
    Fired,
    Lapsed,
    Moved,
    PhaseBegan,
    PocketClosed,
    Record,
    Recovered,
    Relieved,
    Rolled,
    StepLost,
    WeatherTurned,
    Withdrawn,
    veiled,
)
from game.opponents.at_table.told import purpose_of
from game.play.session import Session
from game.ui.panels.journal.course import START, Great, Passage, Passages, greatness, pocket_words
from game.ui.panels.text.descriptions import rule_link
from game.ui.widgets import escape

STATES = (Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, Withdrawn, Converted)
KINDS: dict[str, tuple[type[Event], ...]] = {
    "All": (Event,),
    "Battles": (BattleBegan, Fired, Attacked, Declared, Lapsed, *STATES, Ended),
    "Moves": (Moved, Captured),
    "Turns": (PhaseBegan, ChitPlayed, Rolled, WeatherTurned, Ended),
}
HEADLINES = "Headlines"
UNSEEN = (Recovered,)
"""Not told of what happens before anybody has seen the map: nobody saw what was recovered from."""
FILTERS = (*KINDS, HEADLINES)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, ready to be shown; ``kinds`` are the filters it passes, ``great`` the colour of a headline.

    ``heads``: it names the phase that begins; ``passage``: where in the game it stands; ``record``: where in the game's
    log it is told.
    """

    markup: str
    kinds: tuple[str, ...]
    hexes: tuple[str, ...]
    plain: str
    rule: str = ""
    heads: bool = False
    great: Great = ""
    passage: Passage = START
    record: int = -1


class Log:
    """The lines one side may read; made once each.  ``edition``: another one is begun when lines are taken back."""

    def __init__(self, session: Session, reasons: bool = True) -> None:
        self.session, self.reasons = session, reasons
        self._lines: list[LogLine] = []
        self._read = self.edition = 0
        self._course = Passages()
        self._for: tuple[Side, bool] = (session.viewer, reasons)
        self._told = -1
        self._last: Record | None = None

    def lines(self, kind: str = "All") -> list[LogLine]:
        """All lines of a kind, the oldest first."""
        self._keep_up()
        return self._lines if kind == "All" else [line for line in self._lines if kind in line.kinds]

    def fresh(self) -> bool:
        """Has anything been written since this was last asked?"""
        self._keep_up()
        before, self._told = self._told, len(self._lines)
        return before != self._told

    def _keep_up(self) -> None:
        log, now = self.session.game.log, (self.session.viewer, self.reasons)
        if now != self._for or self._rewritten(log):
            self._lines, self._read, self._for, self._course = [], 0, now, Passages()
            self.edition += 1
        while self._read < len(log):
            self._lines += self._of(self._read)
            self._last = log[self._read]
            self._read += 1

    def _rewritten(self, log: Sequence[Record]) -> bool:
        """Has something been taken back since it was read?"""
        return self._read > len(log) or (self._read > 0 and log[self._read - 1] is not self._last)

    def _of(self, number: int) -> list[LogLine]:
        record = self.session.game.log[number]
        events = record.events if number else [event for event in record.events if not isinstance(event, UNSEEN)]
        out = [line for event in events if (line := self._line(event)) is not None]
        operation, purpose = purpose_of(open_reason(self.session, number))
        if out and purpose and self.reasons:
            first = out[0]
            out[0] = replace(first, markup=f"{first.markup} [muted]— {escape(purpose)}[/]")
        if out and operation and self.reasons:
            head = replace(out[0], plain=operation, rule="", heads=False, great="")
            out.insert(0, replace(head, markup=f"**{record.side}: {escape(operation)}**"))
        return [replace(line, record=number) for line in out]

    def _line(self, event: Event) -> LogLine | None:
        """An event as the side that looks on may read it, and where in the game it stands."""
        side, quiet = self.session.viewer, self.session.game.ruleset.glossary.quiet
        seen = veiled(event, side)
        if seen is None:
            return None
        passage = self._course.follow(seen, quiet)
        if isinstance(event, PhaseBegan) and event.phase in quiet:
            return None
        great = greatness(seen, side, self.session.view)
        line = log_line(event, side)
        if line is None and isinstance(seen, PocketClosed):
            line, great = _pocket_line(seen, self.session.view), "bad" if seen.side is side else "good"
        if line is None:
            return None
        kinds = (*line.kinds, HEADLINES) if great else line.kinds
        markup = f"[{great}]{line.markup if '**' in line.markup else f'**{line.markup}**'}[/]" if great else line.markup
        heads = isinstance(event, PhaseBegan)
        return replace(line, markup=markup, kinds=kinds, great=great, passage=passage, heads=heads)


def _pocket_line(event: PocketClosed, view: View) -> LogLine | None:
    """A great pocket, which the log of the rules says nothing of."""
    words = pocket_words(event, view)
    links = f"[{event.hexes[0]}](hex:{event.hexes[0]})"
    return LogLine(f"{escape(words)} {links}", ("All", "Battles"), event.hexes[:1], words) if words else None


def open_reason(session: Session, number: int) -> str:
    """Why a computer player gave a command, if the side that looks on may know: of the other side's reasons none that
    could name a hidden thing."""
    game, side = session.game, session.viewer
    reason = session.reasons.get(number, "")
    if not reason or number >= len(game.log) or game.log[number].side is side:
        return reason
    return "" if game.concealed(side) or not game.may_read(game.log[number], side) else reason


def operation_now(session: Session) -> str:
    """What the plan being carried out is after, if the side that looks on may know; "" where nothing is said."""
    log = session.game.log
    for number in reversed(session.reasons):
        if number >= len(log) or (log[number].turn, log[number].phase) != (log[-1].turn, log[-1].phase):
            return ""
        operation, _ = purpose_of(open_reason(session, number))
        if operation:
            return operation
    return ""


def operations_since(session: Session, since: int) -> tuple[str, ...]:
    """What the computer's plans were after from a record of the log on, as far as the side that looks on may know."""
    numbers = [number for number in sorted(session.reasons) if since <= number < len(session.game.log)]
    found = (purpose_of(open_reason(session, number))[0] for number in numbers)
    return tuple(dict.fromkeys(operation for operation in found if operation))


def log_line(event: Event, side: Side) -> LogLine | None:
    """An event as this side may read it; None if it may not."""
    text = told(event, side)
    if not text:
        return None
    kinds = tuple(name for name, types in KINDS.items() if isinstance(event, types))
    links = " ".join(f"[{label}](hex:{label})" for label in dict.fromkeys(event.where[-2:]))
    words = escape(text)
    if isinstance(event, PhaseBegan):
        words = f"[accent]**{words}**[/]"
    elif isinstance(event, (ChitPlayed, Fired, Ended)):
        words = f"**{words}**"
    return LogLine(f"{words} {links}{rule_link(event.rule)}".rstrip(), kinds, event.where, text, event.rule)
