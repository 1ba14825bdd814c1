"""The folder of saves, which loses no unfinished game and can be used by several windows at once.

Named saves lie open in it; every game has a folder of its own beside them, see game/saves/storage/game_folders.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ecs import Game
from game.saves.compatibility_notes import HUMAN, engine_version, installed_packs
from game.saves.file_format import FORMAT, Header, SaveError, SaveFile, sum_and_seal
from game.saves.file_reader import read_header
from game.saves.listing import (
    GameInfo,
    SaveInfo,
    all_games,
    identity,
    info_of,
    last_stand,
    own_saves,
    quick_saves,
)
from game.saves.loading import (
    Loaded,
    given_back,
    load_game,
    loading,
    read_save,
    reloads_of,
    salvage_game,
    salvaging,
    with_journal,
)
from game.saves.saving import Particulars, encode_game
from game.saves.storage.crash_journal import CrashJournal, journal_of
from game.saves.storage.game_folders import ENDING, GAMES, Slot, remove, slot_of, slots, spare
from game.saves.storage.open_games import OpenElsewhereError, OpenGame, Seats
from game.saves.storage.save_writing import (
    NewLock,
    make_slot,
    problem_of,
    safe_name,
    write_atomically,
    write_new,
    write_save,
)
from game.system.disk import DISK, write_whole
from game.system.file_locks import Lock
from game.system.paths import user_root
from game.system.slices import Steps, done

__all__ = [
    "AUTOSAVES",
    "ENDING",
    "FORMAT",
    "HUMAN",
    "GameInfo",
    "Header",
    "Loaded",
    "OpenElsewhereError",
    "Particulars",
    "SaveError",
    "SaveFile",
    "SaveInfo",
    "Saves",
    "engine_version",
    "installed_packs",
    "load_game",
    "read_save",
    "safe_name",
    "salvage_game",
    "write_atomically",
    "write_save",
]

AUTOSAVES = 12
WHOLE, FINISHED = 3, 20  # of how many finished games every turn is kept, and of how many how they ended


class Saves:
    """The folder of saves, as one window uses it.

    :param folder: the player's own saves folder if not given; made at the first save.
    :param keep: how many automatic saves of a game are kept whatever their age, at least 10.
    """

    def __init__(self, folder: Path | None = None, keep: int = AUTOSAVES) -> None:
        self.folder = self.home = user_root() / "saves" if folder is None else folder
        self.keep = max(10, keep)
        self._seats = self._at_home = Seats(self.folder)
        self._highest = -1

    # -- writing ----------------------------------------------------------------------------------

    def problem(self) -> str:
        """What the player should know before a game if nothing can be written here; "" if all is well."""
        return problem_of(self.folder)

    def path(self, name: str) -> Path:
        """The path for a save of this name."""
        return self.folder / (safe_name(name) + ENDING)

    def save(self, game: Game, about: Particulars) -> Path:
        """Save under ``about.name``, over an older save of that name.

        :raises SaveError: if it cannot be written.
        """
        return self._write(self._seats.take(game, about.game), self.path(about.name), game, about)

    def quicksave(self, game: Game, about: Particulars) -> Path:
        """Save in the quick slot of this game.

        :raises SaveError: if it cannot be written.
        """
        seat = self._seats.take(game, about.game)
        return self._write(seat, seat.slot.quick, game, replace(about, name=""))

    def _write(self, seat: OpenGame, path: Path, game: Game, about: Particulars) -> Path:
        """Write a save; until it is complete it lies in the game's own folder, where no other window tidies up."""
        self._seats.hold(seat.slot, about.name)
        about = replace(about, game=seat.slot.id, order=self._next())
        make_slot(seat.slot, path)
        write_atomically(path, encode_game(game, about), seat.slot.folder)
        return path

    def autosave(self, game: Game, about: Particulars) -> Path:
        """Save as the game's newest turn, begin a recovery file beside it, and drop old turns that are not needed.

        It takes the place of the one before if the game was taken back to before that.

        :raises SaveError: if it cannot be written.
        """
        seat = self._seats.take(game, about.game)
        lock = self._seats.hold(seat.slot, about.name)
        seat.left = False
        stand = seat.slot.stand(self._next(), seat.line(seat.slot.look(), lock.sure), game.turn)
        data = encode_game(game, replace(about, name="", game=seat.slot.id, order=stand.number))
        make_slot(seat.slot, stand.path)
        refusal = write_new(stand.path, data)
        before, seat.journal = seat.journal, CrashJournal(stand.path, *sum_and_seal(data), game, about.passphrase)
        seat.last, void = stand.path, []
        if before is not None:
            before.close()
            void = [before.save] if before.is_void(game) else []
        if refusal is not None:
            raise refusal
        self._tidy(seat.slot, lock, void)
        return stand.path

    def _tidy(self, slot: Slot, lock: Lock, void: Sequence[Path] = (), over: bool = False) -> None:
        """Remove what is no longer needed in a game's folder.

        The journal before the last stays until the next save: should the last not be on the disk after a power cut,
        the game still goes on to where it began.
        """
        found = slot.look()
        valid = [stand for stand in found.stands if stand.path not in void]
        gone = [stand.path for stand in spare(valid, self.keep, over)]
        kept = [stand for stand in valid if stand.path not in gone]
        lines = [[stand.journal for stand in kept if stand.line == line][-2:] for line in found.tips]
        journals = {journal for line in lines for journal in line}
        half = found.half if lock.sure else ()  # else another window may be writing it now
        remove([*void, *gone, *half, *(path for path in found.journals if path not in journals)])

    def note(self, game: Game) -> None:
        """Note in the recovery file what has happened since the autosave of this game, if there is one.

        :raises SaveError: if it cannot be written.
        """
        journal = self._journal(game)
        if journal is not None:
            journal.follow(game)

    def settle(self, game: Game) -> None:
        """Flush what was noted of this game but not forced to disk, if a slow disk has rested.

        :raises SaveError: if that fails.
        """
        journal = self._journal(game)
        if journal is not None:
            journal.settle()

    def notes(self, game: Game) -> bool:
        """Is there a recovery file for what happens in this game?"""
        journal = self._journal(game)
        return journal is not None and not journal.is_void(game)

    def overdue(self, game: Game) -> bool:
        """Should this game be saved before its recovery file grows further?"""
        journal = self._journal(game)
        return journal is not None and journal.overdue(game)

    def behind(self, game: Game) -> bool:
        """Has anything happened in this game since its last autosave?"""
        journal = self._journal(game)
        return journal is None or journal.behind(game)

    def lock(self, game: Game, passphrase: str, before: str) -> Steps[list[str]]:
        """Encrypt all earlier saves of a game just saved with another passphrase; a sentence for each failure.

        :param before: the passphrase it had.
        """
        seat = self._seats.of(game)
        assert seat is not None and seat.last is not None, "it was never saved"
        return NewLock(seat.slot, seat.last, passphrase, before).close_all(self.folder)

    def lost(self, game: Game) -> bool:
        """Is the folder gone in which this game was kept?"""
        seat = self._seats.of(game)
        return seat is not None and self._seats.lost(seat)

    def move(self, folder: Path, game: Game, about: Particulars) -> Path:
        """Save a game in another folder, and keep all games there until `come_home`.

        :raises SaveError: if it cannot be written there; nothing has changed then.
        """
        return self._settle_in(folder, Seats(folder), game, about)

    def come_home(self, game: Game, about: Particulars) -> Path:
        """Save a game where games were kept before they had to `move`, and keep all there again.

        :raises SaveError: if it cannot be written there; nothing has changed then.
        """
        return self._settle_in(self.home, self._at_home, game, about)

    def _settle_in(self, folder: Path, seats: Seats, game: Game, about: Particulars) -> Path:
        before, about = (self.folder, self._seats), replace(about, game=self.identity(game) or about.game)
        self.folder, self._seats, self._highest = folder, seats, -1
        try:
            path = self.autosave(game, about)
        except SaveError:
            (self.folder, self._seats), self._highest = before, -1
            raise
        before[1].leave_all()
        return path

    def _journal(self, game: Game) -> CrashJournal | None:
        seat = self._seats.of(game)
        return seat.journal if seat is not None else None

    def _next(self) -> int:
        """The next number: higher than any used, in whichever window."""
        if self._highest < 0:
            kept = [*own_saves(self.folder), *quick_saves(self.folder)]
            self._highest = max((info.order for info in kept), default=0)
        self._highest = max(self._highest, *(slot.look().highest for slot in slots(self.folder)), 0) + 1
        return self._highest

    def keep_picture(self, game: Game, data: bytes) -> None:
        """Keep a picture of the game beside its saves; without it, none is shown."""
        seat = self._seats.of(game)
        if seat is not None and seat.slot.id in self._seats.locks:
            with suppress(OSError):
                write_whole(seat.slot.picture, data)

    # -- who is at it -----------------------------------------------------------------------------

    def identity(self, game: Game) -> str:
        """The id of a game played here among all games; "" before it is first saved."""
        seat = self._seats.of(game)
        return seat.slot.id if seat is not None else ""

    def let_go(self) -> None:
        """Release every lock, as the end of the process does."""
        self._seats.let_go_of_all()

    # -- removing ---------------------------------------------------------------------------------

    def delete(self, path: Path) -> None:
        """Remove a save; one that is already gone is no error.

        :raises SaveError: if it is not a save of this folder, is being played, or the disk refuses.
        """
        slot = slot_of(path)
        here = path.parent == self.folder or (slot is not None and slot.folder.parent == self.folder / GAMES)
        if not here or path.suffix != ENDING:
            raise SaveError(path, 0, "this save is not in the folder of saves")
        if any(seat.journal is not None and seat.journal.save == path and not seat.left for seat in self._seats.all):
            raise SaveError(path, 0, "this save belongs to the game being played")
        mine = slot is None or slot.id in self._seats.locks
        try:
            if slot is not None:
                self._seats.hold(slot, path.name)
            DISK.remove(path)
            DISK.remove(journal_of(path))
        except OSError as e:
            raise SaveError(path, 0, f"it cannot be deleted: {e.strerror or e}") from None
        finally:
            if slot is not None and not mine:
                self._seats.let_go(slot)

    def delete_game(self, game: GameInfo) -> None:
        """Remove every automatic save of a game and its quick save; those the player named stay.

        :raises SaveError: if it is being played, or the disk refuses.
        """
        slot = game.slot
        if slot is not None:
            self._clear(slot, _called(game.last))

    def _clear(self, slot: Slot, what: str) -> None:
        if slot.id in self._seats.locks:
            raise SaveError(what, 0, "it is being played")
        lock = self._seats.hold(slot, what)
        try:
            slot.clear()
        except OSError as e:
            raise SaveError(what, 0, f"it cannot be deleted: {e.strerror or e}") from None
        finally:
            self._seats.let_go(slot)
            lock.release()

    def _bound_finished(self) -> None:
        """Reduce finished games to how they ended, and old ones to nothing; what can still be played stays."""
        over = [game for game in self.games() if game.slot is not None and not game.held and not game.unfinished]
        for number, game in enumerate(over):
            slot = game.slot
            if number < WHOLE or slot is None or slot.id in self._seats.locks or game.last.header is None:
                continue
            with suppress(SaveError):
                lock = self._seats.hold(slot, "")
                if lock.sure:
                    self._tidy(slot, lock, over=True)
                    playable = any(info.header is None or info.header.to_act for info in _left_of(game))
                    if number >= FINISHED and not playable:
                        with suppress(OSError):
                            slot.clear()
                self._seats.let_go(slot)

    # -- reading ----------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        """All games with saves, the last played first."""
        return all_games(self.folder, self._seats.locks.keys())

    def load(self, path: Path, *, passphrase: str = "", packs: Mapping[str, str] | None = None) -> Loaded:
        """The game of a save, to look at; after the last autosave of a line, with its recovery file.

        :raises SaveError: naming file, line and cause.
        """
        return done(self._loading(path, passphrase, packs))

    def _loading(self, path: Path, passphrase: str, packs: Mapping[str, str] | None = None) -> Steps[Loaded]:
        slot = slot_of(path)
        goes_on = slot is not None and slot.look().is_tip(path)
        loaded = yield from loading(path, passphrase=passphrase, packs=packs)
        if goes_on:
            with given_back(loaded.game):
                loaded = yield from with_journal(loaded)
        return loaded

    def open(
        self, path: Path, *, passphrase: str = "", salvage: bool = False, copy: bool = False, newest: bool = False
    ) -> Loaded:
        """The game of a save, to play in this window and no other.

        :param salvage: the save was refused: what can still be played of it, as another game.
        :param copy: as another game, which leaves that of the save alone.
        :param newest: the game as it stands, should another window have played on since this save was the last.
        :raises OpenElsewhereError: if another window is at it.
        :raises SaveError: naming file, line and cause.
        """
        return done(self.opening(path, passphrase=passphrase, salvage=salvage, copy=copy, newest=newest))

    def opening(
        self, path: Path, *, passphrase: str = "", salvage: bool = False, copy: bool = False, newest: bool = False
    ) -> Steps[Loaded]:
        """Like ``open``, in slices; if abandoned halfway, the game is free again."""
        if salvage or copy:
            taken = salvaging(path, passphrase=passphrase) if salvage else self._loading(path, passphrase)
            loaded = yield from taken
            self._seats.sit(loaded.game)
            return loaded
        slot, mine = slot_of(path), set(self._seats.locks)
        if newest:
            path = _stands_at(slot, path)
        header = read_header(path)
        slot = self._seats.slot(slot.id if slot is not None else identity(header))
        self._seats.hold(slot, f"{header.title}, {header.turn_name}")
        try:
            if newest:  # nobody else plays on from here
                path = _stands_at(slot, path)
            loaded = yield from self._loading(path, passphrase)
            with given_back(loaded.game):
                again = yield from reloads_of(slot, loaded)
        except BaseException:
            if slot.id not in mine:
                self._seats.let_go(slot)
            raise
        self._seats.sit(loaded.game, slot.id, path)
        return replace(loaded, reloads=again)

    # -- what to go on with -----------------------------------------------------------------------

    def unfinished(self) -> list[GameInfo]:
        """Games that can be continued in this window, the last played first."""
        return [game for game in self.games() if game.unfinished and not game.held]

    def last_played(self) -> SaveInfo | None:
        """What to continue: the last played of the unfinished games."""
        return next((game.last for game in self.unfinished()), None)

    def quick(self, game: Game | None = None) -> SaveInfo | None:
        """The quick save of a game played here; without one, the newest of any game."""
        found = sorted(quick_saves(self.folder), key=lambda info: info.rank, reverse=True)
        if game is None:
            return next(iter(found), None)
        name = self.identity(game)
        return next((info for info in found if info.path.parent.name == name), None)

    def left_in_order(self, game: Game, saved: bool = True) -> None:
        """Close the game properly; other windows may have it.

        :param saved: is it saved as it stands?  Else it is offered again as one that was interrupted.
        """
        seat = self._seats.of(game)
        if seat is None or seat.left:
            return
        found = seat.slot.look()
        if saved and seat.last is not None and found.stands and found.stands[-1].path == seat.last:
            if seat.journal is not None:
                seat.journal.remove()
            with suppress(OSError):
                seat.slot.leave(self._next())
        self._seats.leave(seat)
        if game.over:
            self._bound_finished()


def _stands_at(slot: Slot | None, path: Path) -> Path:
    """Where the game of a save stands now; at that save, if there is none that the game wrote by itself."""
    last = last_stand(slot.look()) if slot is not None else None
    return last.path if last is not None else path


def _left_of(game: GameInfo) -> list[SaveInfo]:
    assert game.slot is not None
    quick = [info for info in game.own if info.kind == "quick"]
    return [info_of(stand.path) for stand in game.slot.look().stands] + quick


def _called(info: SaveInfo) -> str:
    return f"{info.header.title}, {info.header.turn_name}" if info.header is not None else info.path.name
