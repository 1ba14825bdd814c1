"""What has happened.  The log: one line an event, with links to its hexes and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Rect

from ecs import Side, told
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
    Record,
    Recovered,
    Relieved,
    Rolled,
    StepLost,
    WeatherTurned,
    Withdrawn,
)
from game.opponents.at_table.told import purpose_of
from game.play.session import Session
from game.ui.panels.text.descriptions import rule_link
from game.ui.panels.text.linked_text import Follows, say
from game.ui.widgets import Ui, escape

STATES = (Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, Withdrawn, Converted)
KINDS: dict[str, tuple[type[Event], ...]] = {
    "All": (Event,),
    "Battles": (BattleBegan, Fired, Attacked, Declared, Lapsed, *STATES, Ended),
    "Moves": (Moved, Captured),
    "Turns": (PhaseBegan, ChitPlayed, Rolled, WeatherTurned, Ended),
}
MOST = 400
BOTTOM = 10**6


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, ready to be shown; ``kinds`` are the filters it passes."""

    markup: str
    kinds: tuple[str, ...]
    hexes: tuple[str, ...]
    plain: str
    rule: str = ""


class Log:
    """The lines one side may read; made once each."""

    def __init__(self, session: Session, reasons: bool = True) -> None:
        self.session, self.reasons = session, reasons
        self._lines: list[LogLine] = []
        self._read = 0
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
            self._lines, self._read, self._for = [], 0, now
        while self._read < len(log):
            self._lines += self._of(self._read)
            self._last = log[self._read]
            self._read += 1

    def _rewritten(self, log: Sequence[Record]) -> bool:
        """Has something been taken back since it was read?"""
        return self._read > len(log) or (self._read > 0 and log[self._read - 1] is not self._last)

    def _of(self, number: int) -> list[LogLine]:
        side = self.session.viewer
        record = self.session.game.log[number]
        quiet = self.session.game.ruleset.glossary.quiet
        news = [e for e in record.events if not (isinstance(e, PhaseBegan) and e.phase in quiet)]
        out = [line for event in news if (line := log_line(event, side)) is not None]
        operation, purpose = purpose_of(open_reason(self.session, number))
        if out and purpose and self.reasons:
            first = out[0]
            out[0] = replace(first, markup=f"{first.markup} [muted]— {escape(purpose)}[/]")
        if out and operation and self.reasons:
            out.insert(0, replace(out[0], markup=f"**{record.side}: {escape(operation)}**", plain=operation, rule=""))
        return out


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


def log_strip(ui: Ui, out: Follows, log: Log, rect: Rect, kind: str, expanded: bool, key: str) -> tuple[str, bool]:
    """Declare the strip; returns the filter and whether it is expanded now."""
    lines = log.lines(kind)[-MOST:]
    if log.fresh():
        ui.scrolled["log:body"] = BOTTOM
    with ui.panel("log", rect, pad=6):
        if expanded:
            with ui.flow(gap=4):
                for name in KINDS:
                    if ui.button(name, name=f"filter {name}", pressed=name == kind, fill=False):
                        kind = name
                if ui.button("Smaller", key, name="log size", fill=False):
                    expanded = False
        shown = lines if expanded else lines[-3:]
        with ui.column(gap=2):
            for index, line in enumerate(shown):
                with ui.about(f"said:{line.rule}|{line.plain}"):
                    say(ui, out, line.markup, "small", name=f"line{index}")
    return kind, expanded
