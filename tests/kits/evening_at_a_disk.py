"""How is an evening at the game spent on a disk that may fail, and what must be there after it?"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from unittest.mock import patch

from ecs import Side, find_scenario
from game.app import crash_reports, settings
from game.play import session
from game.play.session import GameSetup, Session, begin, reopen
from game.saves import cached_position, compatibility_notes
from game.saves.listing import all_saves
from game.saves.storage import crash_journal, save_folder, save_writing
from game.saves.storage.save_folder import HUMAN, SaveError, Saves
from game.system import disk
from tests.kits.failing_disk import Failing, in_place_of_the_disk
from tests.kits.power_cut import State

SCENARIOS = ("barbarossa-1941", "war-barbarossa-1941")
PACKS = cache(compatibility_notes.installed_packs)
PEOPLE = dict.fromkeys(Side, HUMAN)
Commands = tuple[str, ...]
HARMLESS = (
    "Resumed",
    "Saved on another computer",
)  # the key of an installation may be lost, and the game is played again


# -- the program, as the trial knows it -----------------------------------------------------------


@contextmanager
def started_at(home: Path) -> Iterator[None]:
    """The program, begun anew: this is the player's folder, and nothing of another is known any more."""
    with patch.dict(os.environ, RASPUTITSA_HOME=str(home)), patch.dict(cached_position._known, clear=True):
        yield


def new_game(home: Path, scenario: str, seed: int) -> Session:
    """Begin a game as the window does."""
    options = {"secret_setup": "on"} if seed % 2 and scenario == SCENARIOS[0] else {}
    playing = begin(GameSetup(find_scenario(scenario), PEOPLE, options, seed), Saves(home / "saves"))
    playing.autosave()
    return playing


def take_up(home: Path, seed: int) -> tuple[Session | None, list[str]]:
    """The program is started: the game of this seed, the one offered or the newest in the list, and all it tells."""
    with started_at(home):
        return _taken_up(home, seed)


def _taken_up(home: Path, seed: int) -> tuple[Session | None, list[str]]:
    kept, told = Saves(home / "saves"), []
    offered, listed = kept.last_played(), all_saves(kept.folder)
    told += [info.problem for info in listed if info.problem]
    for info in [*([offered] if offered is not None else []), *listed]:
        if info.header is None or (info.header.seed != seed and not info.header.seal):
            continue
        try:
            playing, warnings = reopen(info.path, kept)
        except SaveError as error:
            told.append(str(error))
            continue
        if playing.game.seed != seed:
            die(playing)
            continue
        return playing, told + [text for text in warnings if not text.startswith(HARMLESS)]
    return None, told


def die(playing: Session) -> None:
    """The process ends here and now: the system closes its files, and others may have its locks."""
    kept = playing.saves
    assert kept is not None
    for seat in kept._seats.all:
        if seat.journal is not None:
            seat.journal.close()
    kept.let_go()
    playing.game.close()


def commands_of(playing: Session) -> Commands:
    """What has been done in a game."""
    return tuple(record.command for record in playing.game.log[1:])


@contextmanager
def clock() -> Iterator[Callable[[float], None]]:
    """The program's clocks stand still but for what the trial lets pass, in seconds: a flush takes no time."""
    now = 0.0

    def let_pass(seconds: float) -> None:
        nonlocal now
        now += seconds

    class Watch(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Watch:
            return cls(1941, 6, 22) + timedelta(seconds=int(now))

    with ExitStack() as stack:
        stack.enter_context(
            patch.object(compatibility_notes, "installed_packs", PACKS)
        )  # they stay as they are meanwhile
        stack.enter_context(patch.object(os, "urandom", random.Random(1).randbytes))
        for module in (session, crash_journal, save_folder):
            for name, what in (("monotonic", lambda: now), ("datetime", Watch)):
                if hasattr(module, name):
                    stack.enter_context(patch.object(module, name, what))
        yield let_pass


# -- what must be there ---------------------------------------------------------------------------


@dataclass
class Promise:
    """What has been played, and how much of it must be found.

    ``history``: what had been done in the game after each step; ``kept``: the earliest of them that may be found.
    ``files``: what a file of the player's may hold; None: it may be missing.
    """

    history: list[Commands] = field(default_factory=list)
    kept: int = -1
    files: dict[str, list[bytes | None]] = field(default_factory=dict)

    def copy(self) -> Promise:
        """As it stands now; what is being written just now is known to both."""
        return Promise(list(self.history), self.kept, dict(self.files))

    def lost(self, found: Commands | None) -> int:
        """How many of the steps are lost, or -1 if they may not be."""
        if found is None:
            return len(self.history) if self.kept < 0 else -1
        places = [place for place, then in enumerate(self.history) if then == found]
        return len(self.history) - 1 - places[-1] if places and places[-1] >= self.kept else -1

    def wrong(self, there: State) -> list[str]:
        """What is wrong with the files."""
        return [
            f"{path} is {'gone' if path not in there else 'neither the old one nor the new one'}"
            for path, allowed in self.files.items()
            if there.get(path) not in allowed
        ]


def everything(home: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*") if path.is_file()}


# -- an evening -----------------------------------------------------------------------------------


class Evening:
    """One evening at the game, on a disk that may fail.

    :param home: the player's folder, which holds the games of others already.
    :param length: commands in each of its three parts.
    """

    def __init__(self, home: Path, disk: Failing, scenario: str, seed: int, length: int) -> None:
        self.home, self.disk, self.scenario, self.seed, self.length = home, disk, scenario, seed, length
        self.dice, self.promise = random.Random(seed), Promise()
        self.promise.files = {path: [data] for path, data in everything(home).items()}
        self.told, self.commands, self.trouble, self._failed = 0, 0, False, 0
        self.let_pass: Callable[[float], None] = lambda _: None
        self.after_step: Callable[[], None] = lambda: None
        self._playing: Session | None = None

    def spend(self) -> None:
        """Begin a game, leave it, go on, break off, go on, break off."""
        with started_at(self.home), clock() as self.let_pass, in_place_of_the_disk(self.disk):
            try:
                self._spend()
            finally:
                self._break_off()

    def _spend(self) -> None:
        self._settings(1.25)
        self._hear(Saves(self.home / "saves").problem())
        self.promise.history.append(())
        playing = new_game(self.home, self.scenario, self.seed)
        self._playing = playing
        self._stepped(playing)
        self._play(playing, by_hand=True)
        playing.close()
        self._stepped(playing)
        for _ in range(2):
            self._break_off()
            self._go_on()
            if self._playing is not None:
                self._play(self._playing)

    def _break_off(self) -> None:
        if self._playing is not None:
            with in_place_of_the_disk(self.disk.inner):
                die(self._playing)
            self._playing = None

    def _play(self, playing: Session, by_hand: bool = False) -> None:
        for number in range(self.length):
            if playing.game.over:
                return
            self._step(playing)
            self._stepped(playing)
            if by_hand and number % 9 == 4:
                self._write_by_hand(playing, number)

    def _step(self, playing: Session) -> None:
        game = playing.game
        self.let_pass(1.0)
        if game.can_redo and self.dice.random() < 0.4:
            after = self._after(playing, playing.redo)
        elif game.can_undo and self.dice.random() < 0.3:
            after = self._after(playing, playing.undo)
        else:
            command = self.dice.choice([c for c in game.legal() if c.verb != "call"])
            after = self._after(playing, lambda: playing.do(command))
        self.commands += 1
        assert after == commands_of(playing)

    def _after(self, playing: Session, act: Callable[[], object]) -> Commands:
        """Do something; from the first operation on the power cut may find it done."""
        keep = playing._keep

        def known_and_kept() -> None:
            self.promise.history.append(commands_of(playing))
            keep()

        with patch.object(playing, "_keep", known_and_kept):
            act()
        return self.promise.history[-1]

    def _stepped(self, playing: Session) -> None:
        """A step is over: is it kept?"""
        failed, self._failed = self.disk.failed > self._failed, self.disk.failed
        told, playing.problem = playing.problem, ""
        self._hear(told)
        self.trouble = failed and (self.trouble or bool(told))
        if not self.trouble:
            self.promise.kept = len(self.promise.history) - 1
        self.after_step()

    def _hear(self, text: str) -> None:
        assert "\n" not in text and "Traceback" not in text, text
        self.told += bool(text)

    def _write_by_hand(self, playing: Session, number: int) -> None:
        self._write("quick.save", playing.quicksave)
        self._write("Before Smolensk.save", lambda: playing.save("Before Smolensk"))
        self._settings(1.0 + number / 50)
        with suppress(OSError):
            crash_reports.write_report(ValueError("a trial"), "nothing", self.home)
        self._failed = self.disk.failed

    def _settings(self, scale: float) -> None:
        chosen, told = settings.load(self.home)
        self._hear(told)
        chosen.text_scale = scale
        self._write("settings.json", lambda: settings.save(chosen, self.home))

    def _write(self, name: str, write: Callable[[], object]) -> None:
        """The player has a file written: it is the old one or the new one, and if all went well the new one."""
        written: dict[str, bytes] = {}
        whole = disk.write_whole

        def overheard(target: Path, data: bytes, room: Path | None = None) -> None:
            if target.name == name:
                path = target.relative_to(self.home).as_posix()
                self.promise.files[path] = [*self.promise.files.get(path, [None]), data]
                written[path] = data
            whole(target, data, room)

        with ExitStack() as stack:
            for module in (save_folder, save_writing, settings):
                stack.enter_context(patch.object(module, "write_whole", overheard))
            try:
                write()
                assert written
                self.promise.files |= {path: [data] for path, data in written.items()}
            except (SaveError, OSError) as error:
                self._hear(str(error))
        self._failed = self.disk.failed
        self.after_step()

    def _go_on(self) -> None:
        """The program is started anew; if the game cannot be read, the player tries once more."""
        for _ in range(2):
            failed, fell_short = self.disk.failed, self.disk.fell_short
            self._playing, told = take_up(self.home, self.seed)
            for text in told:
                self._hear(text)
            well = self.disk.failed == failed and self.disk.fell_short == fell_short
            there = commands_of(self._playing) if self._playing is not None else None
            if well and self.promise.lost(there) < 0:
                raise Broken(f"{size(there)} are there, {len(self.promise.history)} steps were made; {told}")
            if there is not None and there not in self.promise.history:
                raise Broken(f"{size(there)} are there that were never given in this order")
            self._failed = self.disk.failed
            if there is not None:
                self.promise.history.append(there)
                if well and not self.trouble:
                    self.promise.kept = len(self.promise.history) - 1
                return


class Broken(Exception):
    """A promise that was not kept; the message says which."""


def size(found: Commands | None) -> str:
    """How much was found, for a report."""
    return "no commands" if found is None else f"{len(found)} commands"
