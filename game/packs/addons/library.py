"""The installed add-ons, which of them are used, and where content of every kind comes from."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.packs.addons.files import limit_of, read_folder
from game.packs.addons.manifest import FILE, KINDS, AddonError, Kind, at_least, parsed_need
from game.packs.addons.zips import forget_all_but, unpacked
from game.packs.safe_files import is_litter, stamp
from game.system.paths import data_root, user_root

MOST = 200
ENDING = ".zip"


@dataclass(frozen=True, slots=True)
class Choice:
    """The player's choice: add-ons in his order (those not named follow, by id), and those switched off."""

    order: tuple[str, ...] = ()
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Addon:
    """An add-on as found in the player's folder.

    ``source``: the folder or zip; ``folder``: where its files are read.  ``fault``: why it is not used, "" if nothing
    is wrong with it; ``notes``: what was passed over.
    """

    id: str
    source: Path
    folder: Path
    title: str = ""
    version: str = ""
    authors: tuple[str, ...] = ()
    licence: str = ""
    about: str = ""
    requires: tuple[str, ...] = ()
    holds: tuple[Kind, ...] = ()
    digest: str = ""
    notes: tuple[str, ...] = ()
    fault: str = ""
    enabled: bool = True

    @property
    def used(self) -> bool:
        """Is its content used in the game?"""
        return self.enabled and not self.fault

    @property
    def called(self) -> str:
        """Title and version, as shown to a player."""
        return f"{self.title} {self.version}" if self.version else self.title


@dataclass(frozen=True, slots=True)
class Content:
    """A folder that holds content of one kind, and the add-on it belongs to; None for the player's loose files."""

    folder: Path
    addon: Addon | None = None


_chooser: list[Callable[[], Choice]] = [Choice]


def follow_choice(chooser: Callable[[], Choice]) -> None:
    """Read the player's choice from there from now on."""
    _chooser[:] = [chooser]


def addons_root() -> Path:
    """The folder in which a player puts add-ons."""
    return user_root() / "addons"


def installed() -> tuple[Addon, ...]:
    """Every add-on found, in the order in which they are used; one with a fault says so and is not used."""
    root = addons_root()
    if not root.is_dir():
        return ()
    return _library(root, _stamp(root), _chooser[0]())


def _stamp(root: Path) -> tuple[object, ...]:
    """A stamp that changes when an add-on does; the same for any folder that cannot be read."""
    try:
        looked = [(source, source.lstat()) for source in _sources(root)[:MOST]]
        return tuple((source, known.st_size, known.st_mtime_ns, stamp(source)) for source, known in looked)
    except OSError:
        return ()


@lru_cache(maxsize=2)
def _library(root: Path, seen: tuple[object, ...], choice: Choice) -> tuple[Addon, ...]:
    del seen  # the files as they are now
    sources = _sources(root)
    found = [read_addon(source) for source in sources[:MOST]]
    forget_all_but({addon.folder for addon in found})
    place = {name: number for number, name in enumerate(choice.order)}
    found.sort(key=lambda addon: (place.get(addon.id, len(place)), addon.id, addon.source.name))
    found = [replace(addon, enabled=addon.id not in choice.off) for addon in found]
    if len(sources) > MOST:
        cause = f"{root}: more than {MOST} add-ons; {sources[MOST].name} and those after it are ignored"
        found.append(Addon(sources[MOST].stem, sources[MOST], sources[MOST], sources[MOST].name, fault=cause))
    return tuple(_judged(found))


def _sources(root: Path) -> list[Path]:
    """Folders and zips by name, without the litter that systems leave."""
    try:
        return [root / name for name in sorted(os.listdir(root)) if not is_litter(name)]
    except OSError:
        return []


def read_addon(source: Path) -> Addon:
    """The add-on in a folder or zip; with its fault, if it has one."""
    name = plain(source.name.removesuffix(ENDING), 80)
    try:
        if source.is_symlink() and source.parent == addons_root() and not source.exists():
            raise AddonError(source, "a link that leads nowhere")
        if source.is_dir():
            folder, notes = source, tuple[str, ...]()
        elif source.suffix.lower() == ENDING:
            folder, notes = unpacked(source)
        else:
            raise AddonError(source, "neither a folder nor a zip" if source.exists() else "there is no such file")
        head, digest, litter = read_folder(folder, source)
    except AddonError as error:
        return Addon(name, source, source, name, fault=str(error))
    passed = tuple(f"{plain(str(source))}: '{plain(part, 80)}' is ignored" for part in (*notes, *litter))
    return Addon(
        head.id, source, folder, head.title, head.version, tuple(head.authors), head.licence, head.about,
        tuple(head.requires), tuple(head.holds), digest, passed,
    )  # fmt: skip


# -- what they need of one another ---------------------------------------------------------------------


def _judged(found: list[Addon]) -> list[Addon]:
    """The add-ons, with a fault for an id that is taken or a requirement that is missing."""
    first: dict[str, Addon] = {}
    judged: list[Addon] = []
    for addon in found:
        if not addon.fault and addon.id in first:
            taken = (
                f"{addon.source}: its id '{addon.id}' is taken by {first[addon.id].source}; give one of them another id"
            )
            addon = replace(addon, fault=taken)
        elif not addon.fault:
            first[addon.id] = addon
        judged.append(addon)
    while True:  # whoever needs one that is not used is not used either
        lacking = {i: fault for i, addon in enumerate(judged) if addon.used and (fault := _lacks(addon, judged))}
        if not lacking:
            return judged
        judged = [replace(addon, fault=lacking.get(i, addon.fault)) for i, addon in enumerate(judged)]


def _lacks(addon: Addon, all_of_them: Iterable[Addon]) -> str:
    """What an add-on requires and lacks; "" if nothing."""
    sound = {other.id: other for other in all_of_them if not other.fault or other.id == addon.id}
    told = {other.id: other for other in all_of_them}
    for name, least in map(parsed_need, addon.requires):
        needs = f"{addon.source} requires the add-on '{name}'{f' {least} or later' if least else ''}"
        if name not in told:
            return f"{needs}, which is not installed"
        if name not in sound:
            return f"{needs}, which cannot be used itself"
        if not sound[name].enabled:
            return f"{needs}, which is switched off"
        if least and not at_least(sound[name].version, least):
            return f"{needs}; version {sound[name].version} is installed"
    ring = _ring(addon, sound)
    return f"{addon.source} requires itself, via {' -> '.join(ring)}" if ring else ""


def _ring(addon: Addon, known: dict[str, Addon]) -> list[str]:
    """The ids of a cycle of requirements; empty if there is none."""
    trail, seen = [[addon.id]], set[str]()
    while trail:
        path = trail.pop()
        for name, _ in map(parsed_need, known[path[-1]].requires if path[-1] in known else ()):
            if name == addon.id:
                return [*path, name]
            if name not in seen:
                seen.add(name)
                trail.append([*path, name])
    return []


# -- where content comes from --------------------------------------------------------------------------


def further(kind: Kind) -> tuple[Content, ...]:
    """Folders of content of a kind beyond the game's own: the player's loose files first, then add-ons in order."""
    home = user_root()
    loose = (home / "maps" / "scenarios", home / "scenarios") if kind == "scenarios" else (home / kind,)
    inside = (Content(addon.folder / kind, addon) for addon in installed() if addon.used and kind in addon.holds)
    return (*(Content(folder) for folder in loose), *inside)


def roots(kind: Kind) -> tuple[Path, ...]:
    """Folders searched for content of a kind; the game's own comes first."""
    own = data_root() / ("maps/scenarios" if kind == "scenarios" else kind)
    return (own, *(content.folder for content in further(kind)))


def required_map(scenario: Path, name: str) -> Path | None:
    """The map of this name of an add-on that the scenario's own add-on requires; None if there is none."""
    folders = (scenario.parent.parent, scenario.parent.parent.parent)
    own = addon_of(scenario) or next((read_addon(f) for f in folders if (f / FILE).is_file()), None)
    lenders = {addon.id: addon.folder / "maps" for addon in installed() if addon.used and "maps" in addon.holds}
    for needed, _ in map(parsed_need, own.requires if own is not None else ()):
        maps = lenders[needed].resolve() if needed in lenders else None
        found = (maps / name).resolve() if maps is not None else None
        if maps is not None and found is not None and maps in found.parents and found.is_file():
            return found
    return None


def addon_of(path: Path) -> Addon | None:
    """The add-on in use to which a file belongs; None for the game's files and the player's loose ones."""
    used = [addon for addon in installed() if addon.used]
    if not used:
        return None
    path = Path(os.path.realpath(path))
    return next((addon for addon in used if path.is_relative_to(os.path.realpath(addon.folder))), None)


def in_words(sentence: str) -> str:
    """A sentence about a file unpacked from a zip, worded for the zip."""
    for addon in installed():
        if addon.folder != addon.source:
            sentence = sentence.replace(str(addon.folder), str(addon.source))
    return sentence


def origin(path: Path) -> str:
    """Title and version of the add-on a file belongs to; "" if it belongs to none."""
    addon = addon_of(path)
    return addon.called if addon is not None else ""


# -- Ids that are taken: of two packs, maps or scenarios of one name only the first is used, and a sentence names both.

SCENARIOS = "scenarios"
NAMED: dict[Kind, tuple[str, ...]] = {
    "sprites": ("*/pack.toml",),
    "sounds": ("*/pack.toml",),
    "maps": ("*.tmx",),
    "scenarios": ("*.toml", "*/*.toml"),
}
"""By which files the things of a kind are known; a pack by its folder, the others by their own names."""


def things_in(kind: Kind, folder: Path) -> Iterator[tuple[str, Path]]:
    """Ids of the things in a folder of content, each with its file or folder, sorted."""
    for pattern in NAMED.get(kind, ()):
        for file in sorted(folder.glob(pattern)):
            thing = file.parent if file.name == "pack.toml" else file
            yield (thing.name if thing.is_dir() else thing.stem), thing


def clashes() -> list[tuple[Content, str]]:
    """Content with an id that is taken: where it is, and a sentence that names both."""
    return [clash for kind in KINDS if kind in NAMED for clash in _clashes_of(kind)]


def taken_by(kind: Kind, addon: Addon) -> Iterator[str]:
    """For an add-on that is not installed: sentences about ids already taken by the game or content in use."""
    if addon.source.parent == addons_root() or kind not in NAMED:
        return
    others = (content.folder for content in further(kind) if content.addon is None or content.addon.id != addon.id)
    taken = {name: thing for folder in (_own(kind), *others) for name, thing in things_in(kind, folder)}
    for name, thing in things_in(kind, addon.folder / kind):
        if name in taken and taken[name].resolve() != thing.resolve():
            yield in_words(f"{thing}: the id '{name}' is taken by {taken[name]}; give it another")


def twins(scenarios: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Of scenario files that are looked at together: each that bears the id of another in the same folder of scenarios,
    so that only that one is used, and a sentence that names both."""
    first: dict[tuple[Path, str], Path] = {}
    for path in scenarios:
        folder = path.parent if path.parent.name == SCENARIOS else path.parent.parent
        used = first.setdefault((folder, path.stem), path)
        if used is not path:
            names = plain(str(path)), plain(path.stem), plain(str(used))
            yield path, in_words("{}: the id '{}' is taken by {}; give it another".format(*names))


def _own(kind: Kind) -> Path:
    """The game's own folder of a kind."""
    return data_root() / ("maps/scenarios" if kind == "scenarios" else kind)


def _clashes_of(kind: Kind) -> Iterator[tuple[Content, str]]:
    taken = dict(things_in(kind, _own(kind)))
    for content in further(kind):
        for name, thing in things_in(kind, content.folder):
            if name not in taken:
                taken[name] = thing
            elif taken[name] != thing and not (kind == "maps" and content.addon is None):
                yield content, in_words(f"{thing}: the id '{name}' is taken by {taken[name]}; give it another")


# -- An add-on as one file: a zip that is the same, byte for byte, whenever and wherever it is made of the same files.

DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can tell
UNIX = 3


def packed(addon: Addon) -> bytes:
    """The zip of an add-on: its files by name, without litter.

    :raises AddonError: if a file cannot be read.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names_of(addon.folder):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = UNIX
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            try:
                archive.writestr(entry, read_ordinary(addon.folder / name, limit_of(name)), compresslevel=9)
            except UnreadableError as error:
                raise AddonError(addon.folder / name, str(error)) from None
    return out.getvalue()


def names_of(folder: Path) -> list[str]:
    """The files of a checked add-on, '/'-separated, sorted."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in files if not any(is_litter(part) for part in path.parts))
