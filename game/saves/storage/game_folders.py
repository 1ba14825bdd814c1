"""The folder of one game: its turns, its quick save, its picture.

    games/0123456789abcdef/
        00000012-001-0003.save      the twelfth thing kept of any game: line 1, turn 3
        00000012-001-0003.journal   what was done after it
        00000013.left               after all of these the game was left in good order
        quick.save  picture.png  lock

A line is a way the game went: to resume an earlier turn and play on begins another.  The last save of every
line stays; of the others fewer and fewer the older they are.  The writer of anything here holds the lock.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.saves.file_format import Header
from game.saves.storage.crash_journal import ENDING as JOURNAL
from game.saves.storage.crash_journal import journal_of
from game.system.disk import DISK, is_there, make_folder

ENDING = ".save"
GAMES = "games"
TURNS, SPARSE = 12, 4  # of how many turns one save each is kept; of older ones only of every fourth
HIGHEST = 10**12  # numbers from here on were not given by us, and count as none
_ID = re.compile(r"[0-9a-f]{16}")
_STAND = re.compile(r"(\d{8,15})-(\d{3,6})-(\d{4})", re.ASCII)
_LEFT = re.compile(r"(\d{8,15})\.left", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Stand:
    """An automatic save of a game: its number, its line and its turn."""

    number: int
    line: int
    turn: int
    path: Path

    @property
    def journal(self) -> Path:
        """The recovery file of what followed."""
        return journal_of(self.path)


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a game's folder.  ``stands``: oldest first; ``journals``, ``half``: files beside them."""

    stands: tuple[Stand, ...] = ()
    journals: tuple[Path, ...] = ()
    lefts: tuple[Path, ...] = ()
    half: tuple[Path, ...] = ()
    left: int = 0

    @property
    def highest(self) -> int:
        """The highest number used here."""
        return max(self.left, *(stand.number for stand in self.stands), 0)

    @property
    def interrupted(self) -> bool:
        """Was the game left without being closed properly?"""
        return bool(self.stands) and self.stands[-1].number > self.left

    @property
    def tips(self) -> dict[int, Stand]:
        """The last save of every line."""
        return {stand.line: stand for stand in self.stands}

    def is_tip(self, path: Path) -> bool:
        """Is this the last save of its line?"""
        return any(stand.path == path for stand in self.tips.values())


class Slot:
    """The folder of a game; naming it reads and makes nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.id = folder, folder.name

    @property
    def lock(self) -> Path:
        """The lock whose holder plays the game."""
        return self.folder / "lock"

    @property
    def quick(self) -> Path:
        """The quick save of the game."""
        return self.folder / f"quick{ENDING}"

    @property
    def picture(self) -> Path:
        """The picture of the game."""
        return self.folder / "picture.png"

    def stand(self, number: int, line: int, turn: int) -> Stand:
        """The path of an automatic save not yet made."""
        return Stand(number, line, turn, self.folder / f"{number:08d}-{line:03d}-{turn:04d}{ENDING}")

    def make(self) -> None:
        """Make the folder, so that it is still there after a power cut.

        :raises OSError: if the disk refuses.
        """
        make_folder(self.folder)

    def look(self) -> Contents:
        """The contents of the folder; empty if it cannot be read."""
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            return Contents()
        paths = [self.folder / name for name in names]
        stands = sorted(stand for path in paths if (stand := _stand(path)) is not None)
        journals = tuple(path for path in paths if path.suffix == JOURNAL and _STAND.fullmatch(path.stem))
        lefts = [(_number(found[1]), path) for path in paths if (found := _LEFT.fullmatch(path.name))]
        half = tuple(path for path in paths if path.name.startswith(".") and path.suffix == ".tmp")
        left = max((number for number, _ in lefts), default=0)
        return Contents(tuple(stands), journals, tuple(path for _, path in lefts), half, left)

    def leave(self, number: int) -> None:
        """Note that the game was closed properly.

        :raises OSError: if the disk refuses.
        """
        before = self.look().lefts
        mark = self.folder / f"{number:08d}.left"
        DISK.close(DISK.create(mark))
        DISK.flush_name(mark)
        remove(path for path in before if path != mark)

    def clear(self) -> None:
        """Remove everything of the game except the lock.

        :raises OSError: if the disk refuses.
        """
        found = self.look()
        for path in (
            *(s.path for s in found.stands),
            self.quick,
            *found.journals,
            self.picture,
            *found.lefts,
            *found.half,
        ):
            DISK.remove(path)

    @property
    def empty(self) -> bool:
        """Is there nothing here that could be played?"""
        return not self.look().stands and not is_there(self.quick)


def slots(saves: Path) -> list[Slot]:
    """The folders of all games in a folder of saves."""
    try:
        names = sorted(os.listdir(saves / GAMES))
    except OSError:
        return []
    return [Slot(saves / GAMES / name) for name in names if is_id(name)]


def slot_of(path: Path) -> Slot | None:
    """The game folder that a file is in, or None."""
    folder = path.parent
    return Slot(folder) if is_id(folder.name) and folder.parent.name == GAMES else None


def is_id(text: str) -> bool:
    """Can this be the id of a game?"""
    return _ID.fullmatch(text) is not None


def can_be_played(header: Header | None) -> bool:
    """Is this a save of a game that is not over?"""
    return header is not None and bool(header.to_act)


def spare(stands: Sequence[Stand], keep: int, over: bool = False) -> list[Stand]:
    """Which of a game's saves, oldest first, need not be kept: neither the last of a line, nor one of the last
    ``keep``, nor one by which an earlier turn can be taken up.

    :param over: the game is finished, and only how its lines ended is kept.
    """
    kept = {stand.line: stand for stand in stands}.values()
    if over:
        return [stand for stand in stands if stand not in kept]
    turns = sorted({stand.turn for stand in stands})
    older, newer = turns[:-TURNS], turns[-TURNS:]
    wanted = {*newer, *(turn for turn in older if turn % SPARSE == 0)}
    by_turn = {*_first_of_turns(stands), *_first_of_turns(sorted(stands, key=lambda s: (-s.line, s.number)))}
    last = stands[max(0, len(stands) - keep) :]
    return [s for s in stands if s not in kept and s not in last and not (s in by_turn and s.turn in wanted)]


def _first_of_turns(stands: Sequence[Stand]) -> list[Stand]:
    return list({stand.turn: stand for stand in reversed(stands)}.values())


def remove(paths: Iterable[Path]) -> None:
    """Remove what is no longer needed; what the disk refuses to remove stays."""
    for path in paths:
        with suppress(OSError):
            DISK.remove(path)


def _stand(path: Path) -> Stand | None:
    found = _STAND.fullmatch(path.stem) if path.suffix == ENDING else None
    return Stand(_number(found[1]), int(found[2]), int(found[3]), path) if found else None


def _number(digits: str) -> int:
    number = int(digits)
    return number if number < HIGHEST else 0
