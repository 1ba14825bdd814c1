"""The sounds of the table, by name; a machine without a sound device stays silent."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pygame

from game.packs.loader import PackError, SoundPack
from game.packs.plain_media import RATE

Group = Literal["effects", "ui", "bed"]
VOICES: dict[Group, range] = {"bed": range(2), "ui": range(2, 4), "effects": range(4, 12)}
"""The voices of each group.  When all are taken, the sound that has played longest gives way."""
FADE = 1500  # milliseconds in which one bed gives way to another
APART, AT_ONCE = 0.06, 3  # seconds between two starts of one sound, and how often it may sound at a time
DUCKS: dict[Group, int] = {"effects": 37, "ui": 0, "bed": 0}
"""Percent by which beds go down under a sound of which the pack does not say it: 4 dB under an effect."""
DOWN, UP = 0.15, 0.8  # seconds in which beds go down by all there is, and come back
STEP = 0.05  # seconds between two steps on the way
AGAIN = 10  # looks at a device that could not be opened before it is tried once more


def has_device() -> bool:
    """Is there a sound device to open? Asked first, since without one ALSA fills the terminal with errors."""
    if os.environ.get("SDL_AUDIODRIVER") or not sys.platform.startswith("linux"):
        return True
    return _has_server() or _has_card(Path("/proc/asound/cards"))


def _has_server() -> bool:
    if os.environ.get("PULSE_SERVER"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    return any((runtime / socket).exists() for socket in ("pulse/native", "pipewire-0"))


def _has_card(cards: Path) -> bool:
    try:
        return cards.read_text(encoding="ascii", errors="replace").lstrip()[:1].isdigit()
    except OSError:
        return False


@contextmanager
def _hushed() -> Iterator[None]:
    """Discard what libraries print on standard error: ALSA prints a page about a card it cannot open."""
    if os.name != "posix" or not os.path.exists(os.devnull):
        yield
        return
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    kept = os.dup(2)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Audio:
    """Plays the sounds of one pack; every call is safe when there is no sound."""

    def __init__(
        self, pack: SoundPack | None = None, *, muted: bool = False, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Opens the mixer if it can; `warnings` says why not, and which sounds could not be read."""
        self.warnings: list[str] = []
        self.muted = muted
        self._volumes: dict[Group, int] = {"effects": 80, "ui": 60, "bed": 30}
        self._pack = pack
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._clock = clock
        self._began: dict[int, float] = {}  # when each voice last began
        self._last: dict[str, float] = {}  # and each sound
        self._bed, self._voice = "", 0
        self._reading: threading.Thread | None = None
        self._over: list[tuple[float, float]] = []  # until when beds are held down, and to which part
        self._level, self._asked = 1.0, 0.0
        self._closed, self._looks, self._had_device = muted, 0, has_device()
        self.working = self._open()

    def _open(self) -> bool:
        if not has_device():
            self.warnings.append("sound: no device; the game plays silently")
            return False
        try:
            with _hushed():
                pygame.mixer.init(frequency=RATE, size=-16, channels=2, buffer=512)
        except pygame.error as error:
            self.warnings.append(f"sound: {error}; the game plays silently")
            return False
        pygame.mixer.set_num_channels(max(map(max, VOICES.values())) + 1)
        return True

    def look_again(self) -> None:
        """Look for a sound device now and then: headphones may have been plugged in."""
        if self.working or self._closed:
            return
        self._looks += 1
        there = has_device()
        if there and (not self._had_device or self._looks % AGAIN == 0):
            before, self.warnings = self.warnings, []
            self.working = self._open()
            self.warnings = [] if self.working else before
        self._had_device = there

    def volume(self, group: Group) -> int:
        """The volume of a group, 0 to 100."""
        return self._volumes[group]

    def set_volume(self, group: Group, percent: int) -> None:
        """Set the volume of a group, limited to 0 to 100."""
        self._volumes[group] = max(0, min(100, percent))

    def use(self, pack: SoundPack) -> None:
        """Play from another pack from now on; the old background fades out."""
        self.bed("")
        self._pack, self._sounds = pack, {}  # what is still being read goes into the old one

    def play(self, name: str) -> bool:
        """Plays a sound; False if it was not heard (muted, volume 0, unknown, no device)."""
        if not self.working or self.muted or self._pack is None:
            return False
        loudness, record = self._loudness(name), self._pack.record(name)
        sound = self._sound(name) if loudness else None
        if sound is None or record is None or not self._may_start(name, sound):
            return False
        now, sounding = self._clock(), pygame.mixer.Channel
        voices = VOICES[record.group if record.group != "bed" else "effects"]  # a sample in the options
        voice = min(voices, key=lambda n: (sounding(n).get_busy(), self._began.get(n, 0.0)))
        sound.set_volume(loudness)
        sounding(voice).play(sound)
        self._began[voice] = self._last[name] = now
        depth = DUCKS[record.group] if record.duck is None else record.duck
        if depth:
            self._over.append((now + sound.get_length(), 1 - depth / 100))
        return True

    def _may_start(self, name: str, sound: pygame.mixer.Sound) -> bool:
        return self._clock() - self._last.get(name, -APART) >= APART and sound.get_num_channels() < AT_ONCE

    def bed(self, name: str) -> None:
        """Play the quiet background sound of this name, in place of any other; "" for none.

        To be called every frame: a bed is read in a thread and begins afterwards.  Under effects it goes down.
        """
        if not self.working:
            return
        if self._reading is not None and not self._reading.is_alive():
            self._reading = None
        loudness = 0.0 if self.muted or not name else self._loudness(name)
        sound = self._bed_of(name) if loudness else None
        voice = pygame.mixer.Channel(self._voice)
        if sound is None:
            if self._bed and (not loudness or name in self._sounds):
                voice.fadeout(FADE)
                self._bed = ""
            return
        sound.set_volume(loudness)
        if name != self._bed or not voice.get_busy():
            voice.fadeout(FADE)
            self._voice = 1 - self._voice
            voice = pygame.mixer.Channel(self._voice)
            voice.play(sound, loops=-1, fade_ms=FADE)
            self._bed, self._asked = name, 0.0
        self._duck(voice)

    def _bed_of(self, name: str) -> pygame.mixer.Sound | None:
        """A background sound once it has been read, None until then.  Only one is kept: each takes six megabytes."""
        if self._reading is not None:
            return None
        if name not in self._sounds:
            for other in [known for known in self._sounds if self._is_bed(known)]:
                del self._sounds[other]
            self._read_beside(name)
            return None
        return self._sounds[name]

    def _is_bed(self, name: str) -> bool:
        record = self._pack.record(name) if self._pack else None
        return record is not None and record.group == "bed"

    def _read_beside(self, name: str) -> None:
        pack, sounds = self._pack, self._sounds
        assert pack is not None

        def read() -> None:
            sounds[name] = self._read(pack, name)

        self._reading = threading.Thread(target=read, daemon=True)
        self._reading.start()

    def _duck(self, voice: pygame.mixer.Channel) -> None:
        """Lower the background while an effect plays, and bring it back afterwards."""
        now = self._clock()
        passed, self._asked = min(now - self._asked, UP) if self._asked else 0.0, now
        self._over = [(until, part) for until, part in self._over if now < until]
        goal = self._goal
        lower = goal < self._level
        self._level = max(goal, self._level - passed / DOWN) if lower else min(goal, self._level + passed / UP)
        voice.set_volume(self._level)

    @property
    def _goal(self) -> float:
        """The share of its volume that the background is fading towards."""
        return min((part for _, part in self._over), default=1.0)

    def wake_in(self) -> float | None:
        """Seconds until the background needs attention; None if it plays by itself."""
        if self._reading is not None:
            return STEP
        if not self._bed or not (self._over or self._level < 1):
            return None
        return STEP if self._level != self._goal else max(STEP, min(until for until, _ in self._over) - self._clock())

    def stop(self) -> None:
        """Go silent at once: muted, or out of focus."""
        if self.working:
            pygame.mixer.stop()

    def close(self) -> None:
        """Give the device back; later calls do nothing."""
        if self._reading is not None:
            self._reading.join()
        if self.working:
            pygame.mixer.quit()
        self.working, self._closed = False, True
        self._sounds.clear()

    def _loudness(self, name: str) -> float:
        record = self._pack.record(name) if self._pack else None
        if record is None:
            self._warn(f"sound: no “{name}” in the pack")
            return 0.0
        return record.volume * self._volumes[record.group] / 10_000

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            assert self._pack is not None
            self._sounds[name] = self._read(self._pack, name)
        return self._sounds[name]

    def _read(self, pack: SoundPack, name: str) -> pygame.mixer.Sound | None:
        try:
            return pygame.mixer.Sound(file=io.BytesIO(pack.data(name)))
        except (PackError, pygame.error) as error:
            self._warn(f"sound: “{name}” cannot be read: {error}")
            return None

    def _warn(self, line: str) -> None:
        if line not in self.warnings:
            self.warnings.append(line)
