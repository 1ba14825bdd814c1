"""The games played in this window: each has a seat here, and the lock that keeps other windows out.

One game may have two seats for a moment: when its quick save is opened over it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from weakref import ref

from ecs import Game
from game.saves.file_format import SaveError
from game.saves.storage.crash_journal import CrashJournal
from game.saves.storage.game_folders import GAMES, Contents, Slot, is_id
from game.system.disk import DISK, is_there
from game.system.file_locks import HeldError, Lock
from game.system.file_locks import take as lock_on


class OpenElsewhereError(SaveError):
    """The game is open in another window."""


@dataclass(slots=True, eq=False)
class OpenGame:
    """A game played here.  ``last``: its last automatic save, or the one loaded."""

    game: ref[Game]
    slot: Slot
    last: Path | None = None
    journal: CrashJournal | None = None
    left: bool = False

    def line(self, found: Contents, alone: bool) -> int:
        """The line its next save belongs to: that of its last one, unless that was played on elsewhere, or could be."""
        goes_on = alone or self.journal is not None
        for line, tip in found.tips.items():
            if tip.path == self.last and goes_on:
                return line
        return max(found.tips, default=0) + 1


class Seats:
    """The games played here.

    :param saves: the folder of saves.
    """

    def __init__(self, saves: Path) -> None:
        self.folder = saves / GAMES
        self.all: list[OpenGame] = []
        self.locks: dict[str, Lock] = {}

    def of(self, game: Game) -> OpenGame | None:
        """The seat of a game, if it has one; seats of vanished games are given up."""
        for seat in [seat for seat in self.all if seat.game() is None]:
            self.leave(seat)
            self.all.remove(seat)
        return next((seat for seat in self.all if seat.game() is game), None)

    def take(self, game: Game, name: str) -> OpenGame:
        """The seat of a game, made if it has none yet, under this name or a new one."""
        return self.of(game) or self.sit(game, name)

    def sit(self, game: Game, name: str = "", last: Path | None = None) -> OpenGame:
        """A seat for a game that has none; nothing is locked or made yet.

        :param last: the save it was loaded from.
        """
        seat = OpenGame(ref(game), self.slot(name), last)
        self.all.append(seat)
        return seat

    def slot(self, name: str = "") -> Slot:
        """The folder of a game; a new one, if it has no name yet."""
        assert not name or is_id(name), name
        return Slot(self.folder / (name or os.urandom(8).hex()))

    def hold(self, slot: Slot, what: str) -> Lock:
        """Make sure that no other window plays a game.

        :raises OpenElsewhereError: if one is.
        """
        lock = self.locks.get(slot.id)
        if lock is None or not lock.sure or not is_there(slot.lock):
            if lock is not None:
                lock.release()
            with suppress(OSError):
                slot.make()
            try:
                lock = self.locks[slot.id] = lock_on(slot.lock)
            except HeldError:
                raise OpenElsewhereError(what or "This game", 0, "it is open in another window") from None
        return lock

    def lost(self, seat: OpenGame) -> bool:
        """Is the folder of a game gone?"""
        lock = self.locks.get(seat.slot.id)
        kept = seat.journal is not None or (lock is not None and lock.sure)
        return kept and not is_there(seat.slot.folder)

    def leave(self, seat: OpenGame) -> None:
        """Give up a game, unless another of its positions is still played here."""
        seat.left = True
        if seat.journal is not None:
            seat.journal.close()
        here = [other for other in self.all if other.slot.id == seat.slot.id and other.game() is not None]
        if all(other.left for other in here):
            self.let_go(seat.slot)

    def leave_all(self) -> None:
        """Give up every game."""
        for seat in self.all:
            self.leave(seat)
        self.let_go_of_all()

    def let_go(self, slot: Slot) -> None:
        """Release the lock of a game, and remove its folder if it is empty."""
        lock = self.locks.pop(slot.id, None)
        if lock is None:
            return
        if lock.sure and slot.empty:
            _gone(slot, lock)
        lock.release()

    def let_go_of_all(self) -> None:
        """Release every lock, as the end of the process does."""
        for lock in self.locks.values():
            lock.release()
        self.locks.clear()


def _gone(slot: Slot, lock: Lock) -> None:
    """Remove the folder of a game with nothing left in it."""
    with suppress(OSError):
        slot.clear()
        lock.remove()
        DISK.remove_folder(slot.folder)
