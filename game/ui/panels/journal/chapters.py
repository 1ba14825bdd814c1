"""The lines of the log in chapters: turns, in them phases, in these battles by the hex fought for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ecs import Board, View
from game.opponents.shared.place_names import nearest_place
from game.ui.panels.journal.event_log import LogLine

NEWEST = 2  # turns that are unfolded before anybody has folded one
TURN, PHASE, BATTLE = range(3)


@dataclass(slots=True)
class Chapter:
    """Lines under one heading, and chapters within it, in their order.

    ``key``: its name for as long as the game goes on; ``level``: turn, phase or battle; ``rule``: what its heading
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
    """Turns, the oldest first.

    :param words: only lines that have each of these words, in themselves or in a heading over them.
    :param empty: name phases in which nothing is told, too.
    """
    wanted = words.casefold().split()
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
        if wanted and not _has(f"{line.plain} {heads} {turns[-1].title} {phase.title} {battle}", wanted):
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
    """ "Battle for Minsk (H5)", "Attack on W3225, near Brest": of one that is only announced."""
    index, what = board.by_label.get(label, -1), "Battle for" if fought else "Attack on"
    name, away = nearest_place(board, index) if index >= 0 else ("", 0)
    if not name:
        return f"{what} {label}"
    return f"{what} {label}, near {name}" if away else f"{what} {name} ({label})"


def _has(text: str, wanted: Sequence[str]) -> bool:
    letters = text.casefold()
    return all(word in letters for word in wanted)


def folded_at_first(chapters: Sequence[Chapter]) -> Callable[[Chapter], bool]:
    """Which chapters are folded until somebody says otherwise: the turns before the newest."""
    newest = {chapter.key for chapter in chapters[-NEWEST:]}
    return lambda chapter: chapter.level == TURN and chapter.key not in newest


def rows(chapters: Sequence[Chapter], folded: Callable[[Chapter], bool]) -> Iterator[Row]:
    """What is shown, from above: headings, and what is under those that are not folded.

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
