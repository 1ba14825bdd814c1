"""What is wrong with a pack.  All of it, for `rasputitsa check`; every picture and sound is decoded for trial."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.packs.loader import (
    SoundPack,
    SpritePack,
    load_sound_pack,
    load_sprite_pack,
    settled,
)
from game.packs.media_trial import Inspection
from game.packs.safe_files import PICTURES, SOUNDS, PackError, check_folder, is_name
from game.system.paths import pack_roots


def check_pack(folder: Path) -> list[str]:
    """All that is wrong with the pack in a folder, one sentence each; an empty list means it is fine.

    Of the game's own packs too every file is decoded for trial here.
    """
    folder = folder.resolve()
    if not (folder / "pack.toml").is_file():
        return [f"{folder}: there is no pack.toml"]
    try:
        inspection = Inspection()
        names = check_folder(folder, inspection.look)
        if faults := settled(folder, inspection):
            return [str(fault) for fault in faults]
        if any(name.endswith(SOUNDS) for name in names):
            return _check_sounds(load_sound_pack(folder.name, (folder.parent, *pack_roots("sounds"))))
        return _check_sprites(load_sprite_pack(folder.name, (folder.parent, *pack_roots("sprites"))), names)
    except PackError as error:
        return [str(error)]


def _check_sounds(pack: SoundPack) -> list[str]:
    folder, manifest = pack.folders[0], pack.manifests[0]
    return [
        f"{folder / 'pack.toml'} [sounds.{name}]: there is no file '{sound.file}'"
        for name, sound in sorted(manifest.sounds.items())
        if not (is_name(sound.file) and (folder / sound.file).is_file())
    ]


def _check_sprites(pack: SpritePack, names: Sequence[str]) -> list[str]:
    file, manifest = pack.folders[0] / "pack.toml", pack.manifests[0]
    for name in names:
        if name.endswith(PICTURES):
            pack.surface(name.rpartition(".")[0], 32)
    grounds = (manifest.terrain, manifest.terrain_mud, manifest.terrain_snow)
    missing = {
        f"{file} [terrain.{code}] glyphs: there is no picture '{glyph}'"
        for table in grounds
        for code, ground in table.items()
        for glyph in ground.glyphs or ()
        if not pack.has(glyph)
    }
    return sorted(missing) + pack.warnings
