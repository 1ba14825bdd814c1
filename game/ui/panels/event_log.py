"""The log: one line for each event, with links to its hexes and its rule, and its place in the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from ecs import Board, Side, View, told
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
    Recovered,
    Relieved,
    Rolled,
    StepLost,
    WeatherTurned,
    Withdrawn,
)
from ecs.core.unit_names import long_name
from game.opponents.shared.position_reading import nearest_place
from game.opponents.table_players import purpose_of
from game.play.great_events import pockets
from game.play.session import Session
from game.play.story import START, Happening, Passage, Story, Told
from game.ui.descriptions import rule_link
from game.ui.widgets import escape

STATES = (Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, Withdrawn, Converted)
KINDS: dict[str, tuple[type[Event], ...]] = {
    "All": (Event,),
    "Battles": (BattleBegan, Fired, Attacked, Declared, Lapsed, *STATES, Ended),
    "Moves": (Moved, Captured),
    "Turns": (PhaseBegan, ChitPlayed, Rolled, WeatherTurned, Ended),
}
HEADLINES = "Headlines"
WORD = re.compile(r"\w+")
UNSEEN = (Recovered,)
"""Left out before the map has been seen: no player saw what they recovered from."""
FILTERS = (*KINDS, HEADLINES)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, ready to be shown; ``kinds`` are the filters it passes, ``great`` the colour of a headline.

    ``heads``: it names the phase that begins; ``quiet``: no rule or place stands behind it, as with a house rule;
    ``passage``: where in the game it stands; ``record``: where in the game's log it stands.
    """

    markup: str
    kinds: tuple[str, ...]
    hexes: tuple[str, ...]
    plain: str
    rule: str = ""
    heads: bool = False
    quiet: bool = False
    great: str = ""
    passage: Passage = START
    record: int = -1


class Log:
    """The lines one side may read; made once each.  ``edition``: another one is begun when lines are taken back."""

    def __init__(self, session: Session, reasons: bool = True) -> None:
        self.session, self.reasons = session, reasons
        self._lines: list[LogLine] = []
        self._read = self.edition = 0
        self._for: tuple[Story, int, bool] | None = None
        self._told = -1

    def lines(self, kind: str = "All") -> list[LogLine]:
        """All lines of a kind, the oldest first."""
        self._keep_up()
        return self._lines if kind == "All" else [line for line in self._lines if kind in line.kinds]

    def news(self) -> LogLine | None:
        """The result of the last order in one line: a headline, the start of a phase, or else the last line.

        None where only a phase began, which the bar names."""
        lines = self.lines()
        last = list(takewhile(lambda line: line.record == lines[-1].record, reversed(lines)))[::-1]
        told = [line for line in last if not (line.heads or line.quiet)]
        begins = any(line.heads for line in last)
        great = [line for line in told if line.great]
        return great[-1] if great else told[0 if begins else -1] if told else None

    def fresh(self) -> bool:
        """Has anything been written since the last call?"""
        self._keep_up()
        before, self._told = self._told, len(self._lines)
        return before != self._told

    def _keep_up(self) -> None:
        story = self.session.story()
        now = (story, story.edition, self.reasons)
        if now != self._for:
            self._lines, self._read, self._for = [], 0, now
            self.edition += 1
        while self._read < len(story.told):
            self._lines += self._of(self._read, story.told[self._read])
            self._read += 1

    def _of(self, number: int, told: Sequence[Told]) -> list[LogLine]:
        known = told if number else [one for one in told if not isinstance(one.event, UNSEEN)]
        out = [line for one in known if (line := self._line(one)) is not None]
        operation, purpose = purpose_of(open_reason(self.session, number))
        if out and purpose and self.reasons:
            first = out[0]
            out[0] = replace(first, markup=f"{first.markup} [muted]— {escape(purpose)}[/]")
        if out and operation and self.reasons:
            head = replace(out[0], plain=operation, rule="", heads=False, great="")
            side = self.session.game.log[number].side
            out.insert(0, replace(head, markup=f"**{side}: {escape(operation)}**"))
        return [replace(line, record=number) for line in out]

    def _line(self, one: Told) -> LogLine | None:
        """An event as the side that looks on may read it, and where in the game it stands."""
        event, side = one.event, self.session.viewer
        if isinstance(event, PhaseBegan) and event.phase in self.session.game.ruleset.glossary.quiet:
            return None
        great = one.happening.tone(side) if one.happening is not None and one.happening.great else ""
        line = log_line(event, side) or (_pocket_line(one.happening, self.session.view) if great else None)
        if line is None:
            return None
        kinds = (*line.kinds, HEADLINES) if great else line.kinds
        markup = f"[{great}]{line.markup if '**' in line.markup else f'**{line.markup}**'}[/]" if great else line.markup
        heads, quiet = isinstance(event, PhaseBegan), not (line.rule or line.hexes)
        return replace(line, markup=markup, kinds=kinds, great=great, passage=one.passage, heads=heads, quiet=quiet)


def _pocket_line(happening: Happening | None, view: View) -> LogLine | None:
    """The line of a great pocket, which the rules' log does not mention."""
    for moment in pockets((happening,) if happening else (), view):
        label, words = view.board.hexes[moment.hex].label, f"{moment.title}: {moment.text}"
        return LogLine(f"{escape(words)} [{label}](hex:{label})", ("All", "Battles"), (label,), words)
    return None


def by_place(line: LogLine, board: Board) -> str:
    """What a line says, without the number of a hex that has a name or is only near one."""
    said = line.plain
    for label in line.hexes:
        name = board.hexes[board.by_label[label]].name
        said = said.replace(f"{name} {label}", name) if name else said.replace(f" at {label} near ", " near ")
    return said


def open_reason(session: Session, number: int) -> str:
    """Why a computer player gave a command, if the side that looks on may know: of the other side's reasons none that
    could name a hidden thing."""
    game, side = session.game, session.viewer
    reason = session.reasons.get(number, "")
    if not reason or number >= len(game.log) or game.log[number].side is side:
        return reason
    return "" if game.concealed(side) or not game.may_read(game.log[number], side) else reason


def operation_now(session: Session) -> str:
    """The aim of the plan being carried out, if the viewing side may know it; "" if there is none."""
    log = session.game.log
    for number in reversed(session.reasons):
        if number >= len(log) or (log[number].turn, log[number].phase) != (log[-1].turn, log[-1].phase):
            return ""
        operation, _ = purpose_of(open_reason(session, number))
        if operation:
            return operation
    return ""


def operations_since(session: Session, since: int) -> tuple[str, ...]:
    """The computer's aims from a record of the log on, as far as the viewing side may know them."""
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


# -- The lines of the log in chapters: turns, in them phases, in these battles by the hex fought for. ----------------

NEWEST = 2  # turns that are unfolded before anybody has folded one
TURN, PHASE, BATTLE = range(3)


@dataclass(slots=True)
class Chapter:
    """Lines under one heading, and its sub-chapters, in order.

    ``key``: its name for as long as the game continues; ``level``: turn, phase or battle; ``rule``: what its heading
    cites; ``total`` and ``great``: lines and headlines in it and in what is within it.
    """

    key: str
    title: str
    level: int
    rule: str = ""
    members: list[Chapter | LogLine] = field(default_factory=list)
    total: int = 0
    great: int = 0

    def inner(self, key: str, title: str) -> Chapter:
        """The chapter of this key at the end of this one, made if it is not there."""
        last = self.members[-1] if self.members else None
        if not isinstance(last, Chapter) or last.key != key:
            last = Chapter(key, title, self.level + 1)
            self.members.append(last)
        return last


Row = Chapter | tuple[int, LogLine]
"""A heading, or a line with the level of what it stands under."""


def in_chapters(lines: Sequence[LogLine], view: View, words: str = "", empty: bool = False) -> list[Chapter]:
    """The log as chapters, one for each turn, the oldest first.

    :param words: only lines that have each of these words, in themselves or in a heading over them.
    :param empty: name phases without news, too.
    """
    wanted, names = words.casefold().split(), OtherNames(view)
    phases = {phase.id: phase.title for phase in view.phases}
    turns: list[Chapter] = []
    phase, heads = Chapter("", "", PHASE), ""
    for line in lines:
        at = line.passage
        if not turns or turns[-1].key != f"{at.turn}":
            turns.append(Chapter(f"{at.turn}", turn_title(view, at.turn), TURN))
        key = f"{at.turn}/{at.part}"
        if phase.key != key:
            phase, heads = Chapter(key, phases.get(at.phase, "Before the game"), PHASE), ""
        if line.heads:
            phase.rule, heads = line.rule, line.plain
        battle = battle_title(view.board, at.battle, at.fought) if at.battle else ""
        text = f"{line.plain} {heads} {turns[-1].title} {phase.title} {battle}"
        if wanted and not _has(f"{text} {names.of(text)}", wanted):
            continue
        if line.heads and not empty:
            continue
        turn = turns[-1]
        if not turn.members or turn.members[-1] is not phase:
            turn.members.append(phase)
        if not line.heads:
            home = phase.inner(f"{key}/{at.fight}", battle) if battle else phase
            home.title = battle or home.title
            home.members.append(line)
            for chapter in {id(one): one for one in (turn, phase, home)}.values():
                chapter.total, chapter.great = chapter.total + 1, chapter.great + bool(line.great)
    return [turn for turn in turns if turn.members]


def turn_title(view: View, turn: int) -> str:
    """ "Turn 2: July 1941"."""
    if not 0 < turn <= len(view.turn_track):
        return "Before the first turn" if turn < 1 else f"Turn {turn}"
    return f"Turn {turn}: {view.turn_track[turn - 1][0]}"


def battle_title(board: Board, label: str, fought: bool = True) -> str:
    """ "Battle for Minsk (H5)", "Attack on W3225, near Brest" for one that is only announced."""
    index, what = board.by_label.get(label, -1), "Battle for" if fought else "Attack on"
    name, away = nearest_place(board, index) if index >= 0 else ("", 0)
    if not name:
        return f"{what} {label}"
    return f"{what} {label}, near {name}" if away else f"{what} {name} ({label})"


class OtherNames:
    """Lets a search find a unit by its short and its long name, whichever a line uses."""

    def __init__(self, view: View) -> None:
        self._by_start: dict[str, list[tuple[str, str]]] = {}
        for name in {unit.name for unit in view.units}:
            if (long := long_name(name)) != name:
                self._learn(name, long)
                self._learn(long, name)

    def _learn(self, name: str, other: str) -> None:
        start = WORD.search(name)
        if start is not None:
            self._by_start.setdefault(start.group(), []).append((name[start.start() :], other))

    def of(self, text: str) -> str:
        """The other names of the units in a text."""
        found = []
        for word in WORD.finditer(text):
            for name, other in self._by_start.get(word.group(), ()):
                end = word.start() + len(name)
                if text.startswith(name, word.start()) and not text[end : end + 1].isalnum():
                    found.append(other)
        return " ".join(found)


def _has(text: str, wanted: Sequence[str]) -> bool:
    letters = text.casefold()
    return all(word in letters for word in wanted)


def folded_at_first(chapters: Sequence[Chapter]) -> Callable[[Chapter], bool]:
    """Chapters folded by default: the turns before the newest."""
    newest = {chapter.key for chapter in chapters[-NEWEST:]}
    return lambda chapter: chapter.level == TURN and chapter.key not in newest


def rows(chapters: Sequence[Chapter], folded: Callable[[Chapter], bool]) -> Iterator[Row]:
    """The visible rows from the top: headings, and what is under those that are unfolded.

    A battle of which there is one line has no heading.
    """
    for chapter in chapters:
        if chapter.level == BATTLE and chapter.total == 1:
            yield from ((PHASE, line) for line in chapter.members if not isinstance(line, Chapter))
            continue
        yield chapter
        if folded(chapter):
            continue
        for member in chapter.members:
            if isinstance(member, Chapter):
                yield from rows([member], folded)
            else:
                yield chapter.level, member
