"""A set of sounds, and the files of any pack as a decoder may be given them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.packs.manifest import Sound, SoundManifest
from game.packs.media_trial import usable
from game.packs.safe_files import MEDIA, PackError, read_file
from game.system.paths import is_own_pack


@dataclass(frozen=True, slots=True, eq=False)
class SoundPack:
    """One set of sounds: its own, then those of its fallbacks."""

    folders: tuple[Path, ...]
    manifests: tuple[SoundManifest, ...]

    @property
    def id(self) -> str:
        """The pack's own id."""
        return self.manifests[0].id

    def names(self) -> tuple[str, ...]:
        """Every sound there is, sorted."""
        return tuple(sorted({name for pack in self.manifests for name in pack.sounds}))

    def record(self, name: str) -> Sound | None:
        """The sound's entry in the pack or a fallback; None if none has it."""
        found = self._find(name)
        return found[1] if found else None

    def data(self, name: str) -> bytes:
        """The sound's file as the mixer may be given it; PackError if there is none or it is unsafe."""
        found = self._find(name)
        if not found:
            raise PackError(self.folders[0] / "pack.toml", "there is no such sound", f"sounds.{name}")
        return media_file(found[0], found[1].file)

    def _find(self, name: str) -> tuple[Path, Sound] | None:
        for folder, pack in zip(self.folders, self.manifests, strict=True):
            if name in pack.sounds:
                return folder, pack.sounds[name]
        return None


def media_file(folder: Path, name: str) -> bytes:
    """A picture or sound of the pack in a folder as the decoder may be given it; PackError if it may not."""
    data = read_file(folder, name)
    if is_own_pack(folder):
        return data
    if not name.lower().endswith(MEDIA):
        raise PackError(folder / name, "neither a picture, a sound nor a font")
    try:
        return usable(folder / name, data)
    except ValueError as error:
        raise PackError(folder / name, str(error)) from None
