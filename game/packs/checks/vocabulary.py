"""The names that a sprite pack may use: those of the game's own pack, and whatever a pack calls new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from game.packs.checks.naming import did_you_mean
from game.packs.loader import KIN, SpritePack, load_sound_pack, load_sprite_pack
from game.packs.manifest import SpriteManifest
from game.packs.safe_files import PICTURES, PackError
from game.system.paths import OWN_PACKS, data_root

TABLES = ("colours", "terrain", "terrain_mud", "terrain_snow", "lines", "counters", "overlay", "theme")
FOLDERS = ("symbols", "echelons", "badges", "icons")
"""Folders whose pictures are asked for by name; those in `terrain` are named by the pack, those in `units` by units."""
OTHERS = ("terrain", "units", "fonts")


@lru_cache(maxsize=1)
def _standard() -> SpritePack:
    return load_sprite_pack(OWN_PACKS[0], (data_root() / "sprites",))


@lru_cache(maxsize=32)
def known(table: str) -> frozenset[str]:
    """The names that a table, or a folder of pictures, may have."""
    (folder,), (manifest,) = _standard().folders, _standard().manifests
    if table in TABLES:
        found = getattr(manifest, "terrain" if table.startswith("terrain") else table)
        return frozenset(found) | (frozenset(KIN) if table.startswith("terrain") else frozenset())
    if table == "tints":
        return frozenset(f"{inner}/{name}" for inner in FOLDERS for name in known(inner))
    return frozenset(path.stem for path in (folder / table).iterdir() if path.suffix in PICTURES)


@lru_cache(maxsize=1)
def sounds_known() -> frozenset[str]:
    """The sounds that the game plays."""
    return frozenset(load_sound_pack(OWN_PACKS[0], (data_root() / "sounds",)).names())


def strange_names(
    file: Path, manifest: SpriteManifest, names: Sequence[str], line: Callable[[str], int]
) -> Iterator[PackError]:
    """Faults for entries and pictures that nothing in the game asks for.

    :param names: of the pack's files; ``line``: the line of a key, as a function.
    """
    for table in (*TABLES, "tints"):
        for name in getattr(manifest, table):
            if name not in known(table) and f"{table}.{name}" not in manifest.new:
                key = f"{table}.{name}"
                yield PackError(file, _unknown(table, name, f"{table}.{name}"), key, line(key))
    for name in names:
        folder, _, rest = name.partition("/")
        stem = rest.rpartition(".")[0]
        if not name.endswith(PICTURES):
            continue
        if folder not in (*FOLDERS, *OTHERS):
            cause = f"there is no folder '{folder}' in a sprite pack" if rest else "a picture lies in a folder"
            yield PackError(file.parent / name, cause + did_you_mean(folder, (*FOLDERS, *OTHERS)))
        elif folder in FOLDERS and stem not in known(folder) and f"{folder}/{stem}" not in manifest.new:
            yield PackError(file.parent / name, _unknown(folder, stem, f"{folder}/{stem}"))


def _unknown(table: str, name: str, whole: str) -> str:
    asked = f"nothing in the game asks for '{name}'{did_you_mean(name, known(table))}"
    return asked if asked.endswith("?") else f'{asked}; if it is meant, say new = ["{whole}"]'


def new_names(manifest: SpriteManifest) -> Iterator[str]:
    """Entries of ``new`` that name nothing that can be new."""
    for entry in manifest.new:
        table = entry.partition("/")[0] if "/" in entry else entry.partition(".")[0]
        if table not in (*TABLES, "tints", *FOLDERS):
            yield entry
