"""The packs: each checked, with its faults and the add-on it came with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ecs.untrusted_input import meant, plain
from game.packs.addons.library import in_words, origin, roots
from game.packs.loader import Kind, PackError, read_manifest
from game.packs.manifest import SoundManifest, SpriteManifest
from game.packs.media_trial import Inspection, changed
from game.packs.safe_files import check_folder, is_litter, stamp
from game.system.paths import OWN_PACKS, is_own_pack


@dataclass(frozen=True, slots=True)
class PackInfo:
    """One line of the pack list.

    ``problem``: why the pack cannot be used, "" if it can; ``addon``: title and version of the add-on it came with.
    """

    id: str
    title: str
    version: str
    author: str
    licence: str
    folder: Path
    problem: str = ""
    addon: str = ""
    fallback: str = ""

    @property
    def called(self) -> str:
        """Title and version, and the add-on, as a list of choices shows them."""
        return f"{self.title} {self.version}" + (f" · {self.addon}" if self.addon else "")


def list_packs(kind: Kind, where: Sequence[Path] | None = None) -> list[PackInfo]:
    """Every pack of a kind, by id; a broken one is listed with its problem, and so is a zip that lies among them."""
    found: dict[str, PackInfo] = {}
    twice: list[PackInfo] = []
    for root in where if where is not None else roots(kind):
        for path in sorted(root.glob("*.zip")):
            twice.append(PackInfo(path.name, path.name, "", "", "", path, in_words(zip_among_packs(path))))
        for folder in sorted(root.glob("*")):
            if is_litter(folder.name) or not (folder / "pack.toml").is_file():
                continue
            info = _info(kind, folder)
            if folder.name in found:
                twice.append(replace(info, problem=taken(folder, found[folder.name].folder)))
            else:
                found[folder.name] = info
    known = {*found, *OWN_PACKS} if kind == "sprites" else {*found, OWN_PACKS[0]}
    return [*(_with_fallback(found[name], known) for name in sorted(found)), *twice]


def zip_among_packs(path: Path) -> str:
    """The problem of a zip where packs lie: only add-ons are read from zips."""
    return f"{plain(str(path))}: zip files are not read here; move it to the folder 'addons', or unpack it here"


def taken(folder: Path, other: Path) -> str:
    """The problem of a pack whose id is already taken."""
    return in_words(f"{folder / 'pack.toml'} [id]: '{folder.name}' is taken by {other}; give it another id")


def _with_fallback(info: PackInfo, known: Collection[str]) -> PackInfo:
    """A pack whose fallback is missing cannot be used."""
    if info.problem or not info.fallback or info.fallback in known:
        return info
    problem = f"{info.folder / 'pack.toml'} [fallback]: there is no pack '{plain(info.fallback, 60)}'"
    return replace(info, problem=problem + meant(info.fallback, known))


def _info(kind: Kind, folder: Path) -> PackInfo:
    """The list's entry for a pack; read again only when one of its files has changed."""
    seen = (stamp(folder), changed())
    if folder not in _LISTED or _LISTED[folder][0] != seen:
        _LISTED[folder] = (seen, replace(_read_info(kind, folder), addon=origin(folder)))
    return _LISTED[folder][1]


_LISTED: dict[Path, tuple[object, PackInfo]] = {}


def _read_info(kind: Kind, folder: Path) -> PackInfo:
    try:
        if not is_own_pack(folder):
            check_folder(folder, Inspection().look)
        pack = read_manifest(folder, SpriteManifest) if kind == "sprites" else read_manifest(folder, SoundManifest)
    except PackError as error:
        return PackInfo(folder.name, folder.name, "", "", "", folder, in_words(str(error)))
    return PackInfo(pack.id, pack.title, pack.version, pack.author, pack.licence, folder, fallback=pack.fallback)
