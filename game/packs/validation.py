"""What is wrong with a pack.  All of it, for `rasputitsa check`; every picture and sound is decoded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ecs import RULESETS
from game.packs.addons.library import roots
from game.packs.checks.contrast import hard_to_read
from game.packs.checks.naming import did_you_mean, line_of
from game.packs.checks.vocabulary import new_names, sounds_known, strange_names
from game.packs.listing import taken
from game.packs.loader import (
    SoundPack,
    SpritePack,
    load_sound_pack,
    load_sprite_pack,
    read_manifest,
    settled,
)
from game.packs.manifest import SpriteManifest
from game.packs.media_trial import Inspection
from game.packs.safe_files import FONTS, PICTURES, SOUNDS, PackError, check_folder, is_name, litter_in, read_file
from game.system.paths import is_own_pack


def check_pack(folder: Path) -> list[str]:
    """All that is wrong with the pack in a folder, one sentence each; an empty list means it is fine.

    Of the game's own packs too every file is decoded in another process here.
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
            pack = load_sound_pack(folder.name, (folder.parent, *roots("sounds")))
            return [*_taken(folder, roots("sounds")), *_check_sounds(pack)]
        sprites = load_sprite_pack(folder.name, (folder.parent, *roots("sprites")))
        return [*_taken(folder, roots("sprites")), *_check_sprites(sprites, names)]
    except PackError as error:
        return [str(error)]


def pack_warnings(folder: Path) -> list[str]:
    """What is no fault of a pack and should be known: files passed over, colours that are hard to read."""
    folder = folder.resolve()
    found = [f"{folder}: '{name}' is passed over" for name in litter_in(folder)]
    try:
        pack = read_manifest(folder, SpriteManifest)
        text = read_file(folder, "pack.toml").decode("utf-8", "replace")
    except PackError:  # a fault, or a sound pack
        return found
    for told in hard_to_read(pack):
        table = told[1 : told.index("]")]
        line = line_of(text, table)
        found.append(f"{folder / 'pack.toml'}{f', line {line}' if line else ''} {told}")
    return found


def _taken(folder: Path, where: Sequence[Path]) -> list[str]:
    """A pack that lies where packs are looked for, but behind another of its id, is never used."""
    others = [root / folder.name for root in where if (root / folder.name / "pack.toml").is_file()]
    used = next(iter(others), folder)
    return [] if is_own_pack(folder) or used.resolve() == folder else [taken(folder, used)]


def _check_sounds(pack: SoundPack) -> list[str]:
    folder, manifest = pack.folders[0], pack.manifests[0]
    strange = [
        f"{folder / 'pack.toml'} [sounds.{name}]: nothing in the game asks for '{name}'{did_you_mean(name, known)}"
        for known in (sounds_known(),)
        for name in sorted(set(manifest.sounds) - known)
    ]
    return strange + [
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
    strange = [str(fault) for fault in _names(pack, names)]
    return strange + sorted(missing) + pack.warnings


def _names(pack: SpritePack, names: Sequence[str]) -> Iterator[PackError]:
    """Faults of the names in a sprite pack: of entries, pictures, games and fonts."""
    folder, manifest = pack.folders[0], pack.manifests[0]
    file, text = folder / "pack.toml", read_file(folder, "pack.toml").decode("utf-8", "replace")
    yield from strange_names(file, manifest, names, lambda key: line_of(text, key))
    for entry in new_names(manifest):
        yield PackError(file, f"'{entry}' is nothing that can be new", "new", line_of(text, "new"))
    for nation, looks in manifest.looks.items():
        for game in looks:
            if game not in RULESETS:
                key = f"counters.{nation}.{game}"
                cause = f"there is no game '{game}'{did_you_mean(game, RULESETS)}"
                yield PackError(file, cause, key, line_of(text, key))
    yield from _fonts(file, manifest, names, text)


def _fonts(file: Path, manifest: SpriteManifest, names: Sequence[str], text: str) -> Iterator[PackError]:
    for face in ("plain", "bold", "title"):
        name, key = getattr(manifest.fonts, face), f"fonts.{face}"
        if name and name not in names:
            yield PackError(file, f"there is no file '{name}'", key, line_of(text, key))
    if any(name.endswith(FONTS) for name in names):
        licences = [name for name in names if name.startswith("fonts/") and name.endswith((".txt", ".md"))]
        if not licences:
            yield PackError(file.parent / "fonts", "a font needs its licence beside it, such as fonts/OFL.txt")
