"""The sounds of the table: sounds by name; a machine without a sound device is simply silent."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pygame

from game.packs.loader import PackError, SoundPack

Group = Literal["effects", "ui", "bed"]
VOICES = 12
BED = 0  # the voice that is kept for it
FADE = 1500  # milliseconds
AGAIN = 10  # looks at a device that could not be opened before it is tried once more


def has_device() -> bool:
    """Is it worth opening the device? Asked first: without one ALSA fills the terminal with errors."""
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
    """Meanwhile what libraries print on standard error is lost: ALSA prints a page about a card it cannot open."""
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

    def __init__(self, pack: SoundPack | None = None, *, muted: bool = False) -> None:
        """Opens the mixer if it can; `warnings` says why not, and which sounds could not be read."""
        self.warnings: list[str] = []
        self.muted = muted
        self._volumes: dict[Group, int] = {"effects": 80, "ui": 60, "bed": 30}
        self._pack = pack
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._bed = ""
        self._closed, self._looks, self._had_device = muted, 0, has_device()
        self.working = self._open()

    def _open(self) -> bool:
        if not has_device():
            self.warnings.append("sound: no device; the game plays silently")
            return False
        try:
            with _hushed():
                pygame.mixer.init(frequency=22050, size=-16, channels=2, buffer=512)
        except pygame.error as error:
            self.warnings.append(f"sound: {error}; the game plays silently")
            return False
        pygame.mixer.set_num_channels(VOICES)
        pygame.mixer.set_reserved(BED + 1)
        return True

    def look_again(self) -> None:
        """Called now and then: headphones may have been plugged in meanwhile."""
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
        """The slider of a group, 0 to 100."""
        return self._volumes[group]

    def set_volume(self, group: Group, percent: int) -> None:
        """Moves the slider of a group; beyond 0 to 100 it stops at the end."""
        self._volumes[group] = max(0, min(100, percent))

    def use(self, pack: SoundPack) -> None:
        """Plays from another pack from now on."""
        self._pack = pack
        self._sounds.clear()

    def play(self, name: str) -> bool:
        """Plays a sound; False if it was not heard (muted, volume 0, unknown, no device)."""
        if not self.working or self.muted or self._pack is None:
            return False
        loudness = self._loudness(name)
        sound = self._sound(name) if loudness else None
        if sound is None:
            return False
        sound.set_volume(loudness)
        return sound.play() is not None

    def bed(self, name: str) -> None:
        """The quiet sound that goes on and on, "" for none: another takes the place of the one there was."""
        if not self.working:
            return
        loudness = 0.0 if self.muted or not name else self._loudness(name)
        voice = pygame.mixer.Channel(BED)
        sound = self._sound(name) if loudness else None
        if sound is None:
            if self._bed:
                voice.fadeout(FADE)
            self._bed = ""
            return
        sound.set_volume(loudness)
        if name != self._bed or not voice.get_busy():
            voice.play(sound, loops=-1, fade_ms=FADE)
            self._bed = name

    def stop(self) -> None:
        """Silence at once: muting, losing the focus."""
        if self.working:
            pygame.mixer.stop()

    def close(self) -> None:
        """Gives the device back; afterwards every call is silent."""
        if self.working:
            pygame.mixer.quit()
        self.working, self._closed = False, True
        self._sounds.clear()

    def _loudness(self, name: str) -> float:
        record = self._pack.record(name) if self._pack else None
        if record is None:
            self._warn(f'sound: no "{name}" in the pack')
            return 0.0
        return record.volume * self._volumes[record.group] / 10_000

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            self._sounds[name] = self._read(name)
        return self._sounds[name]

    def _read(self, name: str) -> pygame.mixer.Sound | None:
        assert self._pack is not None
        try:
            return pygame.mixer.Sound(file=io.BytesIO(self._pack.data(name)))
        except (PackError, pygame.error) as error:
            self._warn(f'sound: "{name}" cannot be read: {error}')
            return None

    def _warn(self, line: str) -> None:
        if line not in self.warnings:
            self.warnings.append(line)
