"""What the game reads of strangers' pictures, sounds and fonts: only what another process has decoded.

Every file of a stranger's pack is decoded once, in a process of its own with limits (decoder_process.py), which hands
back plain pixels, samples and letters (plain_media.py).  These are kept under the digest of the file, and so is the
cause why there are none: a pack is decoded once and not at every start.  No decoder in this process sees such a file.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import NamedTuple

import pygame

from game.packs.decoder_process import READY, SECONDS
from game.system.paths import CacheFolder
from game.system.windows import processor_seconds

FOLDER = "decoded-media"
FORMAT = 2  # to be raised when what is handed back or the limits change: what was decoded before counts no longer
MOST_KEPT = 4000  # files
MOST_KEPT_BYTES = 256 * 2**20
MOST_BODY = 16 * 2**20  # bytes of one decoded file
MOST_OF_PACK = 64 * 2**20  # bytes of all decoded files of a pack
PACK_SECONDS = 60  # of the processor, for all files of a pack
WAITING = 120  # seconds by the clock for one file: only for a process that stands still
LOOK = 0.1  # seconds between two looks at it
MOST_DEATHS = 3
ARGUMENT = "--decode-media"

TIME = f"it would take more than {SECONDS} seconds of processor time to decode"
DIED = "the decoder crashes on it"
STUCK = "the decoder was stopped before it finished"
CROWD = (
    f"its files together take more than {PACK_SECONDS} seconds of processor time to decode, "
    f"or {MOST_OF_PACK // 2**20} MB"
)

_ANSWER = re.compile(rb"(ok|no) (\d{1,6}\.\d{3}) (\d{1,8})\n")


class MediaError(ValueError):
    """A picture, sound or font that cannot be used; the message is the cause."""


class TrialError(ValueError):
    """No file can be decoded, whatever its contents; the message is the cause."""


class Answer(NamedTuple):
    """The result for a file: why it is not used or "", its decoded data, and the seconds of processor time taken."""

    cause: str
    body: bytes = b""
    seconds: float = 0.0


def digest_of(kind: str, data: bytes) -> str:
    """The key for the decoded data of a file; it holds for one set of decoders."""
    return hashlib.sha256(_decoders() + kind.encode("ascii") + data).hexdigest()


@lru_cache(maxsize=1)
def _decoders() -> bytes:
    versions = (
        pygame.get_sdl_version(), pygame.image.get_sdl_image_version(), pygame.mixer.get_sdl_mixer_version(),
        pygame.font.get_sdl_ttf_version(),
    )  # fmt: skip
    return f"{FORMAT} {pygame.version.ver} {versions} {sys.platform} ".encode("ascii")


# -- what was decoded before ----------------------------------------------------------------------

_unkept: dict[str, bytes] = {}
"""What a disk would not keep: for this run of the game."""


def _folder() -> CacheFolder:
    return CacheFolder(FOLDER, ".media", MOST_KEPT, MOST_KEPT_BYTES)


def _known(digest: str) -> Answer | None:
    """How a file fared before.  Damage costs another trial.  A forgery is a picture like any other: anyone who can
    write into the player's own folder need not go this way to do harm."""
    entry = _unkept.get(digest) or _folder().read(digest, MOST_BODY + 8)
    if len(entry) < 5 or zlib.crc32(entry[4:]) != int.from_bytes(entry[:4], "little"):
        return None
    return Answer("", entry[5:]) if entry[4:5] == b"+" else Answer(entry[5:].decode("utf-8", "replace"))


def _keep(found: dict[str, Answer]) -> None:
    """Keep the results for files; a decoder ended from outside says nothing against a file."""
    entries = {}
    for digest, answer in found.items():
        if answer.cause != STUCK:
            entry = b"-" + answer.cause.encode("utf-8", "replace") if answer.cause else b"+" + answer.body
            entries[digest] = zlib.crc32(entry).to_bytes(4, "little") + entry
    if not _folder().keep(entries):
        _unkept.update(entries)


def changed() -> object:
    """A value that changes when more is known about files."""
    return _folder().changed(), len(_unkept)


# -- a pack's files -------------------------------------------------------------------------------


@dataclass(slots=True)
class Inspection:
    """Looks at files one by one, and has those that need it decoded all at once.

    ``tell`` is called before that, as it may take a while.
    """

    tell: Callable[[], None] | None = None
    waiting: dict[str, tuple[str, bytes, list[Path]]] = field(default_factory=dict)

    def look(self, path: Path, data: bytes) -> None:
        """Look up what is known of a file.

        :raises MediaError: if it could not be decoded before.
        """
        kind = path.suffix.lower()
        digest = digest_of(kind, data)
        if digest in self.waiting:
            self.waiting[digest][2].append(path)
        elif (known := _known(digest)) is None:
            self.waiting[digest] = (kind, data, [path])
        elif known.cause:
            raise MediaError(known.cause)

    def settle(self) -> list[tuple[Path, str]]:
        """Decode what is waiting; return the files that may not be used, each with its cause.

        :raises TrialError: if nothing can be decoded, or all of it is too much.
        """
        if not self.waiting:
            return []
        if self.tell:
            self.tell()
        answers = tried([entry[:2] for entry in self.waiting.values()])
        found = dict(zip(self.waiting, answers, strict=False))
        _keep(found)
        wrong = [(path, answer.cause) for digest, answer in found.items() if answer.cause
                 for path in self.waiting[digest][2]]  # fmt: skip
        if len(found) < len(self.waiting) and not wrong:
            raise TrialError(CROWD)
        self.waiting.clear()
        return wrong


def decoded(path: Path, data: bytes) -> bytes:
    """The decoded data of a file, decoded now if necessary.

    :raises MediaError, TrialError: if it cannot be.
    """
    kind = path.suffix.lower()
    digest = digest_of(kind, data)
    if (found := _known(digest)) is None:
        (found,) = tried([(kind, data)])
        _keep({digest: found})
    if found.cause:
        raise MediaError(found.cause)
    return found.body


# -- the other process ----------------------------------------------------------------------------


def command() -> list[str]:
    """The command that starts it: the program of a bundle with a secret word, or this Python."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)
        if sys.platform == "win32":  # the one without a console has no pipes either
            program = program.with_name("rasputitsa.exe")
        return [str(program), ARGUMENT]
    return [sys.executable, "-P", "-m", "game.packs.decoder_process"]


def tried(files: Sequence[tuple[str, bytes]]) -> list[Answer]:
    """The result for each file.  A process that dies is replaced for the files left, a few times.

    Fewer answers than files: the rest would have taken too long, or too much room.

    :raises TrialError: if no process can be had.
    """
    found: list[Answer] = []
    spent, size, deaths = 0.0, 0, 0
    while len(found) < len(files) and spent <= PACK_SECONDS and size <= MOST_OF_PACK and deaths < MOST_DEATHS:
        with Trial() as child:
            while len(found) < len(files) and spent <= PACK_SECONDS and size <= MOST_OF_PACK and not child.gone:
                found.append(child.ask(*files[len(found)]))
                spent += found[-1].seconds
                size += len(found[-1].body)
        if child.gone:
            deaths += 1
            spent += SECONDS
    return found


class Trial:
    """The process in which files are decoded, while it lives.

    :param words: what starts it.
    :raises TrialError: if it does not start.
    """

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.gone = False
        self._ended = ""  # why we ended it
        self._most = inf  # seconds of the processor, where the system does not limit them
        try:
            self._process = subprocess.Popen(
                list(words) or command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=_environment(), creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise TrialError(f"the decoder did not start ({error.strerror})") from None
        if self._read() != READY + b"\n":
            self.__exit__()
            raise TrialError("the decoder did not start")

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what it did not read any more
                assert pipe is not None
                pipe.close()
        self._process.kill()
        self._process.wait()

    def ask(self, kind: str, data: bytes) -> Answer:
        """The result for a file."""
        assert self._process.stdin is not None
        self._most = self._spent() + 1 + SECONDS
        with self._watched(), suppress(OSError):  # a process that is gone reads nothing
            self._process.stdin.write(f"{kind} {len(data)}\n".encode("ascii") + data)
            self._process.stdin.flush()
        match = _ANSWER.fullmatch(self._read())
        if match and (size := int(match[3])) <= MOST_BODY:
            body = self._read(size) if size else b""
            if len(body) == size:
                seconds = float(match[2])
                if match[1] == b"ok":
                    return Answer("", body, seconds)
                return Answer(body.decode("utf-8", "replace") or DIED, b"", seconds)
        self.gone = True
        self._process.kill()
        return Answer(self._how_it_died(self._process.wait()))

    def _read(self, size: int = 0) -> bytes:
        """A line, or a number of bytes; fewer if the process ends."""
        assert self._process.stdout is not None
        with self._watched():
            return self._process.stdout.read(size) if size else self._process.stdout.readline(80)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """End the process if it hangs, or takes too much processor time."""
        done = threading.Event()
        watchdog = threading.Thread(target=self._watch, args=(done,), daemon=True)
        watchdog.start()
        try:
            yield
        finally:
            done.set()
            watchdog.join()

    def _watch(self, done: threading.Event) -> None:
        for _ in range(round(WAITING / LOOK)):
            if done.wait(LOOK):
                return
            if self._spent() > self._most:
                self._ended = TIME
                break
        else:
            self._ended = STUCK
        self._process.kill()

    def _spent(self) -> float:
        return processor_seconds(int(getattr(self._process, "_handle", 0)))

    def _how_it_died(self, code: int) -> str:
        """The cause, by the exit code: a process ended from outside did not die of a file."""
        if self._ended:
            return self._ended
        if sys.platform == "win32":
            return DIED
        import signal

        if code == -signal.SIGXCPU:
            return TIME
        return STUCK if -code in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP) else DIED


def _environment() -> dict[str, str]:
    """An environment without display or sound, in which the game can be found."""
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH", ""))))
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return {**os.environ, **quiet, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
