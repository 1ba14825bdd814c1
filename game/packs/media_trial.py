"""Whether the game's own process may decode a picture or sound.  Only what another process has decoded before, and
lived.

Every file of a stranger's pack is first read strictly and written anew (svg_check.py, png_check.py, sound_check.py),
then decoded once in a process of its own with limits (decoder_process.py).  How it went is kept under the digest of the
file, so that a pack is decoded for trial once and not at every start.  Ogg is never decoded here: libvorbis breaks down
over damage that no reader can see.  Its samples come back from the other process, and are kept as a plain WAV.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from game.packs.decoder_process import (
    LONG,
    LONGEST,
    MEGABYTES,
    MEMORY,
    OK,
    READY,
    SECONDS,
    SHORT,
    UNREADABLE,
)
from game.packs.readers.font_check import FontError, clean_font
from game.packs.readers.png_check import PictureError, clean_png
from game.packs.readers.sound_check import (
    FEWEST,
    MAX_SECONDS,
    SoundError,
    clean_ogg,
    clean_wav,
    wav_of,
)
from game.packs.readers.svg_check import clean_svg
from game.packs.readers.svg_paths import DrawingError
from game.system.disk import DISK, write_whole
from game.system.paths import user_root

FILE = "checked-media"
SOUNDS_KEPT = "decoded-sounds"
_DIGEST = re.compile("[0-9a-f]{64}")
MOST_SOUND_BYTES = 64 * 2**20
READERS = 3  # to be raised when the readers or the limits change: what was found before counts no longer
MOST_VERDICTS = 8000
PACK_SECONDS = 30  # of the processor, for all files of a pack
WAITING = 120  # seconds by the clock for one file: only for a process that stands still
MOST_DEATHS = 3
ARGUMENT = "--decode-media"

TIME, DIED, STUCK, CROWD = "time", "died", "stuck", "crowd"
CAUSES = {
    UNREADABLE: "the decoder cannot read it",
    MEMORY: f"more than {MEGABYTES} MB of memory would be needed to decode it",
    SHORT: f"a sound that is shorter than a {FEWEST}th of a second when it is decoded",
    LONG: f"a sound that is longer than {MAX_SECONDS} seconds when it is decoded",
    TIME: f"more than {SECONDS} seconds of the processor would be needed to decode it",
    DIED: "the decoder breaks down over it",
    STUCK: "the decoder was ended before it was done with it",
    CROWD: f"all its files together take more than {PACK_SECONDS} seconds of the processor to decode",
}
KEPT = (OK, UNREADABLE, MEMORY, SHORT, LONG, TIME, DIED)
CLEAN: dict[str, Callable[[bytes], bytes]] = {
    ".svg": clean_svg,
    ".png": clean_png,
    ".wav": clean_wav,
    ".ogg": clean_ogg,
    ".ttf": clean_font,
    ".otf": clean_font,
}
"""What makes of a file the one that the decoder is given."""

_LINE = re.compile(rf"([0-9a-f]{{64}}) ({'|'.join(KEPT)})")
_ANSWER = re.compile(rb"([a-z]{2,12}) (\d{1,6}\.\d{3}) (\d{1,9})\n")


class MediaError(ValueError):
    """A picture or sound that is not used; the message is the cause."""


class Answer(NamedTuple):
    """How a file fared, the seconds of the processor that took, and the samples of an Ogg sound."""

    verdict: str
    seconds: float = 0.0
    samples: bytes = b""


class TrialError(ValueError):
    """No file can be tried, whatever is in it; the message is the cause."""


def cleaned(kind: str, data: bytes) -> bytes:
    """The file as the decoder is to be given it; ``kind`` as ".svg".

    :raises MediaError: if it is not what its name says, or would cost too much.
    """
    try:
        return CLEAN[kind](data)
    except (DrawingError, PictureError, SoundError, FontError) as error:
        raise MediaError(str(error)) from None


def digest_of(kind: str, data: bytes) -> str:
    """Under which a verdict is kept."""
    return hashlib.sha256(kind.encode("ascii") + data).hexdigest()


# -- what was found before ------------------------------------------------------------------------


class Verdicts:
    """What is known of files by their digests.  A file that is damaged or forged is read as far as it makes sense:
    whoever can write into the player's own folder need not forge a verdict to do harm."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = self._read()

    def _read(self) -> dict[str, str]:
        most = MOST_VERDICTS * 80
        try:
            data = DISK.read(self.path, most + 1) if self.path.is_file() else b""
        except OSError:
            data = b""
        head, *lines = data.decode("ascii", "replace").split("\n")
        if head != _head() or len(data) > most:
            return {}
        return {match[1]: match[2] for line in lines if (match := _LINE.fullmatch(line))}

    def add(self, new: dict[str, str]) -> None:
        """Keep more of them, the oldest give way; a disk that refuses costs nothing but another trial."""
        new = {digest: verdict for digest, verdict in new.items() if verdict in KEPT}
        if not new:
            return
        all_of_them = list({**self._read(), **self.found, **new}.items())[-MOST_VERDICTS:]
        self.found = dict(all_of_them)
        lines = [_head(), *(f"{digest} {verdict}" for digest, verdict in all_of_them)]
        with suppress(OSError):
            write_whole(self.path, ("\n".join(lines) + "\n").encode("ascii"))


def _head() -> str:
    """A verdict holds for one set of readers and decoders."""
    import pygame

    versions = (pygame.get_sdl_version(), pygame.image.get_sdl_image_version(), pygame.mixer.get_sdl_mixer_version())
    shown = " ".join(".".join(map(str, version or ())) for version in versions)
    return f"rasputitsa_media {READERS} {pygame.version.ver} {shown} {sys.platform}"


_OPEN: dict[Path, Verdicts] = {}


def verdicts() -> Verdicts:
    """Those of this player."""
    path = user_root() / FILE
    if path not in _OPEN:
        _OPEN.clear()
        _OPEN[path] = Verdicts(path)
    return _OPEN[path]


# -- a pack's files -------------------------------------------------------------------------------


@dataclass(slots=True)
class Inspection:
    """Looks at files one by one, remembers those that must be tried, and has them tried all at once.

    ``tell`` is called before that, as it may take a while.
    """

    tell: Callable[[], None] | None = None
    waiting: dict[str, tuple[str, bytes, list[Path]]] = field(default_factory=dict)

    def look(self, path: Path, data: bytes) -> None:
        """See whether a file is fit for the decoder, as far as can be told without it.

        :raises MediaError: if it is not, or was found not to be before.
        """
        kind = path.suffix.lower()
        digest = digest_of(kind, data)
        known = verdicts().found.get(digest, "")
        if known and known != OK:
            raise MediaError(CAUSES[known])
        if digest in self.waiting:
            self.waiting[digest][2].append(path)
        elif not known:
            self.waiting[digest] = (kind, cleaned(kind, data), [path])

    def settle(self) -> list[tuple[Path, str]]:
        """Try what is waiting; the files that may not be used, each with its cause.

        :raises TrialError: if nothing can be tried, or it takes too long altogether.
        """
        if not self.waiting:
            return []
        if self.tell:
            self.tell()
        order = list(self.waiting)
        answers = tried([self.waiting[digest][:2] for digest in order])
        for digest, answer in zip(order, answers, strict=False):
            if answer.samples:
                keep_sound(digest, answer.samples)
        found = [answer.verdict for answer in answers]
        verdicts().add(dict(zip(order, found, strict=False)))
        if len(found) < len(order) and found[-1:] in ([], [OK]):
            raise TrialError(CAUSES[CROWD])
        wrong = [
            (path, CAUSES[verdict])
            for digest, verdict in zip(order, found, strict=False)
            if verdict != OK
            for path in self.waiting[digest][2]
        ]
        self.waiting.clear()
        return wrong


def usable(path: Path, data: bytes) -> bytes:
    """The file as the decoder may be given it in this process; of an Ogg sound, the WAV of its samples.

    :raises MediaError, TrialError: if it may not.
    """
    kind = path.suffix.lower()
    inspection = Inspection()
    inspection.look(path, data)
    for _, cause in inspection.settle():
        raise MediaError(cause)
    given = cleaned(kind, data)
    return _decoded(digest_of(kind, data), given) if kind == ".ogg" else given


# -- decoded sounds -------------------------------------------------------------------------------


def keep_sound(digest: str, samples: bytes) -> bytes:
    """The samples as a WAV, which is kept if the disk will have it; the oldest give way."""
    sound = wav_of(samples)
    folder = user_root() / SOUNDS_KEPT
    with suppress(OSError):
        write_whole(folder / f"{digest}.wav", sound)
        ours = [found for found in folder.glob("*.wav") if _DIGEST.fullmatch(found.stem) and not found.is_symlink()]
        kept = [(found.stat(), found) for found in ours if found.is_file() and not folder.is_symlink()]
        kept.sort(key=lambda one: one[0].st_mtime_ns)
        size = sum(about.st_size for about, _ in kept)
        for about, old in kept[:-1]:
            if size > MOST_SOUND_BYTES:
                DISK.remove(old)
                size -= about.st_size
    return sound


def _decoded(digest: str, data: bytes) -> bytes:
    """The WAV of an Ogg sound, from the player's folder or from the other process.

    What lies in the folder is read like any other WAV, so damage to it does no harm.
    """
    path = user_root() / SOUNDS_KEPT / f"{digest}.wav"
    with suppress(OSError, SoundError):
        if path.is_file():
            return clean_wav(DISK.read(path, LONGEST + 100))
    answer = tried([(".ogg", data)])[0]
    if answer.verdict != OK:
        raise MediaError(CAUSES[answer.verdict])
    return keep_sound(digest, answer.samples)


# -- the other process ----------------------------------------------------------------------------


def command() -> list[str]:
    """What starts it: the program of a bundle with a word only it knows, or this Python."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)
        if sys.platform == "win32":  # the one without a console has no pipes either
            program = program.with_name("rasputitsa.exe")
        return [str(program), ARGUMENT]
    return [sys.executable, "-P", "-m", "game.packs.decoder_process"]


def tried(files: Sequence[tuple[str, bytes]]) -> list[Answer]:
    """How each file fares.  A process that dies is followed by another for the files behind, a few times.

    Fewer answers than files: the rest would have taken too long.

    :raises TrialError: if no process can be had.
    """
    found: list[Answer] = []
    spent, deaths = 0.0, 0
    while len(found) < len(files) and spent <= PACK_SECONDS and deaths < MOST_DEATHS:
        with Trial() as child:
            while len(found) < len(files) and spent <= PACK_SECONDS:
                found.append(child.ask(*files[len(found)]))
                spent += found[-1].seconds
                if child.gone:
                    deaths += 1
                    spent += SECONDS
                    break
    return found


class Trial:
    """The process in which files are decoded for trial, while it lives.

    :param words: what starts it.
    :raises TrialError: if it does not start.
    """

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.gone = False
        self._killed = False
        try:
            self._process = subprocess.Popen(
                list(words) or command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=_environment(), creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise TrialError(f"the program that decodes for trial does not start ({error.strerror})") from None
        if self._read() != READY + b"\n":
            self.__exit__()
            raise TrialError("the program that decodes for trial does not start")

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
        """How a file fares."""
        assert self._process.stdin is not None
        with self._watched(), suppress(OSError):  # a process that is gone reads nothing
            self._process.stdin.write(f"{kind} {len(data)}\n".encode("ascii") + data)
            self._process.stdin.flush()
        match = _ANSWER.fullmatch(self._read())
        if match and (verdict := match[1].decode("ascii")) in KEPT:
            size = min(int(match[3]), LONGEST)
            samples = self._read(size) if size else b""
            if len(samples) == size:
                return Answer(verdict, float(match[2]), samples)
        self.gone = True
        self._process.kill()
        return Answer(self._how_it_died(self._process.wait()))

    def _read(self, size: int = 0) -> bytes:
        """A line, or so many bytes; fewer if the process ends."""
        assert self._process.stdout is not None
        with self._watched():
            return self._process.stdout.read(size) if size else self._process.stdout.readline(80)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """End the process if it stands still."""
        watchdog = threading.Timer(WAITING, self._kill)
        watchdog.start()
        try:
            yield
        finally:
            watchdog.cancel()

    def _kill(self) -> None:
        self._killed = True
        self._process.kill()

    def _how_it_died(self, code: int) -> str:
        """A word for the exit code: whoever was ended from outside died of no file."""
        if self._killed:
            return STUCK
        if sys.platform == "win32":
            return DIED
        import signal

        if code == -signal.SIGXCPU:
            return TIME
        return STUCK if -code in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP) else DIED


def _environment() -> dict[str, str]:
    """Nothing seen, nothing heard, and the game found where it lies."""
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH", ""))))
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return {**os.environ, **quiet, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
