"""A game and its place on the disk: what is written of it when, what the disk refuses, and where it goes on then."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import monotonic

from ecs import Game
from game.saves.storage.save_folder import Particulars, SaveError, Saves

SLOW, REST = 0.1, 20  # seconds a save may take each phase; how much longer the others rest
AGAIN = 1.0  # seconds until what was refused is tried again while nothing happens
ELSEWHERE = "Rasputitsa"  # the folder for saves in a folder that is no folder of saves yet


def _untold(number: int, total: int) -> None:
    """Nobody wants to know how far it is."""


class KeptGame:
    """A game that is kept on the disk as it is played.

    :param saves: where; None for nowhere.
    """

    def __init__(self, game: Game, saves: Saves | None, about: Particulars) -> None:
        self.game, self.saves, self.about = game, saves, about
        self.problem = self.relief = ""  # what could not be kept and what can be again, each to be told once
        self.saved = 0  # automatic saves made so far
        self.owed = False
        self._home: Saves | None = None  # where it was kept before it had to move
        self._saved_at: tuple[int, str, int] | None = None
        self._saved_turn, self._saved_when, self._save_took = 0, 0.0, 0.0
        self._noting_fails = self._saving_fails = False
        self._refusal: SaveError | None = None
        self._lock_owed, self._unlocked = bool(about.passphrase), list[str]()

    def particulars(self, name: str = "") -> Particulars:
        """What a save of this game says now."""
        return replace(self.about, name=name or self.about.name, date=datetime.now().strftime("%Y-%m-%d %H:%M:%S"))

    # -- as it is played ------------------------------------------------------------------------------

    def _keep(self) -> None:
        """After every change: into the journal, and where a phase has begun an autosave."""
        self.note()
        self.autosave()

    def note(self) -> None:
        """Note in the journal of the last autosave what has happened since; `problem` says why it failed, once."""
        if self.saves is None:
            return
        if self.saves.overdue(self.game) and not (self._saving_fails and self._resting()):
            self._save_now()
        try:
            self.saves.note(self.game)
        except SaveError as error:
            if not self._noting_fails:
                self.problem = f"Commands can no longer be noted as they are given: {error}"
            self._noting_fails, self._refusal = True, error
            return
        if self._noting_fails:
            self._noting_fails = False
            self._relieve()

    def settle(self) -> None:
        """While nothing happens: flush what a slow disk was not asked to at once, and try again what was refused.

        `problem` says why it failed.
        """
        if self.saves is None:
            return
        if self.unkept:
            if monotonic() - self._saved_when >= AGAIN and not self._resting() and not self.saves.lost(self.game):
                self._save_now()
            return
        try:
            self.saves.settle(self.game)
        except SaveError as error:
            self.problem = f"What was noted may not outlive a power cut: {error}"

    def autosave(self) -> Path | None:
        """Save if a phase has begun since the last time; the path, or None. `problem` says why it failed.

        A long game takes a while to save: then some phases of a turn are passed over, and `owed` is set.  What has
        failed is tried again as soon as it has rested, if there is no journal to note commands in.
        """
        if self.saves is None or not self.game.marks:
            return None
        mark = self.game.marks[-1]
        if (mark.turn, mark.phase, mark.commands) == self._saved_at:
            again = self._saving_fails and not self.saves.notes(self.game) and not self._resting()
            return self._save_now() if again else None
        if self._save_took > SLOW and self._resting() and mark.turn == self._saved_turn:
            self.owed = True
            return None
        return self._save_now()

    def _resting(self) -> bool:
        """Was the game saved, or could it not be, only just now?"""
        pause = self._save_took if self._saving_fails or self._save_took > SLOW else 0.0
        return monotonic() - self._saved_when < REST * pause

    def _save_now(self, anew: bool = False) -> Path | None:
        """Save the whole game; `problem` says why it failed.

        :param anew: make its folder again if it is lost.
        """
        assert self.saves is not None
        mark, began = self.game.marks[-1], monotonic()
        here = (mark.turn, mark.phase, mark.commands)
        told = self.unkept and self._saved_at == here
        self._saved_at, self._saved_turn, self.owed = here, mark.turn, False
        try:
            path = self.saves.autosave(self.game, self.particulars(), anew)
        except SaveError as error:
            self.problem = self.problem if told else f"The game could not be saved by itself: {error}"
            self._saving_fails, self._refusal = True, error
            return None
        finally:
            self._saved_when = monotonic()
            self._save_took = self._saved_when - began
        self.saved += 1
        if self.unkept:
            self._saving_fails = self._noting_fails = False
            self._relieve()
        if self._lock_owed:
            self._lock_earlier("", _untold)
        return path

    def _relieve(self) -> None:
        """What could not be kept is on the disk now."""
        if not self.unkept:
            assert self.saves is not None
            self.problem, self.relief = "", f"The game is kept again, in {self.saves.folder}."

    # -- by hand --------------------------------------------------------------------------------------

    def save(self, name: str) -> Path:
        """Save under a name.

        :raises SaveError: if it cannot be written.
        """
        assert self.saves is not None, "this game keeps no saves"
        self.about = replace(self.about, name=name)
        return self.saves.save(self.game, self.particulars(name))

    def quicksave(self) -> Path:
        """Save in the quick slot.

        :raises SaveError: if it cannot be written.
        """
        assert self.saves is not None, "this game keeps no saves"
        return self.saves.quicksave(self.game, self.particulars())

    def lock(self, passphrase: str, tell: Callable[[int, int], None] = _untold) -> None:
        """Lock the game with a passphrase ("": no more): what it is saved in now, and every save it has.

        `problem` names a save that could not be locked; that is tried again with every automatic save.

        :param tell: told which save is being closed, and of how many.
        :raises SaveError: if the game cannot be saved; its passphrase is that of before then.
        """
        before, self.about = self.about, replace(self.about, passphrase=passphrase)
        if self.saves is None or not self.game.marks:
            return
        stood, self._lock_owed = self.saves.stand(self.game), False
        saved = self._save_now() is not None
        if not saved and self.saves.stand(self.game) == stood:
            assert self._refusal is not None
            self.about, self._lock_owed, self.problem = before, bool(before.passphrase), ""
            raise self._refusal
        self._lock_owed = bool(passphrase)
        if saved:
            self._lock_earlier(before.passphrase, tell)

    def _lock_earlier(self, before: str, tell: Callable[[int, int], None]) -> None:
        """Close what lies in the folder besides the newest save as that is closed."""
        assert self.saves is not None
        left = self.saves.lock(self.game, self.about.passphrase, before, tell)
        self._lock_owed = bool(left) and bool(self.about.passphrase)
        if left and left != self._unlocked:
            self.problem = f"This save of the game could not be locked: {left[0]}"
        self._unlocked = left

    # -- when the disk refuses ------------------------------------------------------------------------

    @property
    def unkept(self) -> bool:
        """Has the disk refused what should be kept, and not taken it since?"""
        return self._noting_fails or self._saving_fails

    @property
    def trouble(self) -> str:
        """Why the game is not kept as it is played, and what that means, in plain words; "" if it is."""
        if not self.unkept or self.saves is None or self._refusal is None:
            return ""
        if self.saves.lost(self.game):
            return f"The folder with its saves cannot be reached any more: {self.saves.folder}"
        return str(self._refusal)

    def try_again(self) -> bool:
        """Write the whole game where it was kept, into a new folder if that is gone; True if it is there."""
        return self._save_now(anew=True) is not None

    def move_to(self, folder: Path) -> None:
        """Write the whole game into another folder and go on there.

        When the game is left it is put back where it was kept, if that can be reached again.

        :raises SaveError: if that cannot be; nothing has changed then.
        """
        assert self.saves is not None
        there = Saves(saves_in(folder), self.saves.keep)
        about = replace(self.particulars(), game=self.saves.identity(self.game))
        there.autosave(self.game, about)
        self.saves.left_in_order(self.game, saved=False)
        self._home, self.saves, self.about = self._home or self.saves, there, replace(self.about, game=about.game)
        self.saved, self._saving_fails, self._noting_fails = self.saved + 1, False, False
        self._relieve()

    def rescue(self) -> Path | None:
        """Save what there is after a fault; None if that cannot be.  The next start offers to resume."""
        if self.saves is None or not self.game.marks:
            return None
        return self._save_now()

    # -- leaving --------------------------------------------------------------------------------------

    def parting(self) -> str:
        """What becomes of the game if it is left now, in a sentence."""
        if self.saves is None:
            return "This game is not saved."
        if self.unkept:
            return "The game cannot be saved just now: what was played since the last save may be lost."
        if self._saved_at is None:
            return "Nothing was played since it was loaded: it stays as it is saved."
        return "The game is saved as it stands, and keeps its place beside your other games."

    def close(self) -> None:
        """Leave the table in good order, saved as it stands; if it cannot be saved, the next start offers to resume."""
        if self.saves is None:
            return
        behind = self.owed or (self._saved_at is not None and self.saves.behind(self.game))
        self.saves.left_in_order(self.game, saved=not behind or self._save_now() is not None)
        if self._home is not None and not self._home.lost(self.game):
            with suppress(SaveError):
                self._home.autosave(self.game, self.particulars())
                if self.about.passphrase:
                    self._home.lock(self.game, self.about.passphrase, "", _untold)
                self._home.left_in_order(self.game)
                self._home = None


def saves_in(folder: Path) -> Path:
    """The folder of saves in a folder that was chosen: itself, if games lie in it already."""
    return folder if (folder / "games").is_dir() else folder / ELSEWHERE
