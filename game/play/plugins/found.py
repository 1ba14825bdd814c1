"""What plug-ins there are, looked at as bytes: in the player's folder, in add-ons, in installed packages."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path

from ecs import RULESETS, SetupError
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.packs.addons.library import Addon, installed
from game.packs.safe_files import MAX_NAME, Spellings, is_litter, is_name
from game.system.paths import user_root
from game.system.versions import offered

GROUP = "rasputitsa.rulesets"
FOLDER = "rulesets"
DATA = ("maps/", "rules/")
"""What of a plug-in is read by the house, whenever it is asked for."""
MOST_FILES, MOST_BYTES = 2000, 32_000_000
HEAD = b"rasputitsa plug-in 2\0"  # to be raised when files are added up differently: every yes is asked for again
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")


class PluginError(SetupError):
    """A plug-in that cannot be used: the message names it and the cause."""


@dataclass(frozen=True, slots=True)
class PluginGame:
    """A game that is there as code.  ``package``: what it is imported as; ``digest``: of all its files; ``code``: of
    those that it runs and reads itself, which are all but maps, scenarios and pages; ``version``: "" if only its code
    tells; ``addon``: what brings it, None for a loose folder and an installed package."""

    name: str
    folder: Path
    package: str
    digest: str = ""
    code: str = ""
    version: str = ""
    addon: Addon | None = None
    is_package: bool = False

    @property
    def ruleset(self) -> str:
        """The id its ruleset must have."""
        return self.name.replace("_", "-")

    @property
    def place(self) -> str:
        """Where the player has put it: its folder, or the add-on it lies in."""
        return plain(str(self.folder if self.addon is None else self.addon.source / FOLDER / self.name))


def find_plugins() -> tuple[list[PluginGame], list[str]]:
    """All there are, in the player's folder first, then in add-ons, by name; and a sentence for each that cannot be
    used.  No code of theirs is run."""
    found: dict[str, PluginGame] = {}
    faults = [*_zips_astray()]
    for place in _places():
        try:
            plugin = _checked(place)
            if plugin.name in found:
                raise PluginError(f"{plugin.place}: there is another plug-in {plugin.name}: {found[plugin.name].place}")
            found[plugin.name] = plugin
        except PluginError as error:
            faults.append(str(error))
    return list(found.values()), faults


def looked_at(addon: Addon, folder: Path) -> PluginGame:
    """The plug-in in a folder of an add-on, whether that is in use or not.

    :raises PluginError: if it cannot be one.
    """
    return _checked(_in_addon(addon, folder))


def _in_addon(addon: Addon, folder: Path) -> PluginGame:
    return PluginGame(folder.name, folder, folder.name, version=addon.version, addon=addon)


def _zips_astray() -> Iterator[str]:
    """Zips where only folders are looked at."""
    for path in sorted((user_root() / FOLDER).glob("*.zip")):
        yield (
            f"{plain(str(path))}: a zip is not looked into here: unpack it, or put it into the folder addons if it has "
            "an addon.toml"
        )


def _places() -> Iterator[PluginGame]:
    """Everything that may be one, not yet looked into."""
    root = user_root() / FOLDER
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        if folder.is_dir() and not folder.name.startswith((".", "__")):
            yield PluginGame(folder.name, folder, folder.name)
    for addon in installed():
        if addon.used and FOLDER in addon.holds:
            yield from (_in_addon(addon, folder) for folder in folders_of(addon))
    for name, (value, version) in sorted(offered(GROUP).items()):
        package = value.partition(":")[0].strip()
        spec = PathFinder.find_spec(package) if "." not in package else None
        if spec is not None and spec.origin is not None:
            where = Path(spec.origin).parent
            yield PluginGame(name.replace("-", "_"), where, package, version=plain(version, 40), is_package=True)


def folders_of(addon: Addon) -> list[Path]:
    """The folders of an add-on that are to be plug-ins."""
    return sorted(folder for folder in (addon.folder / FOLDER).iterdir() if folder.is_dir())


def _checked(plugin: PluginGame) -> PluginGame:
    """The same with its digests.

    :raises PluginError: if it cannot be one.
    """
    if not _NAME.fullmatch(plugin.name):
        raise PluginError(f"{plugin.place}: a plug-in is named with small letters, digits and underscores")
    if plugin.folder.is_symlink():
        raise PluginError(f"{plugin.place}: a link, no folder of its own")
    if not (plugin.folder / "__init__.py").is_file():
        raise PluginError(f"{plugin.place}: no Python package, for it has no __init__.py")
    if plugin.ruleset in RULESETS.own:
        raise PluginError(f"{plugin.place}: {plugin.ruleset} is one of the house's own games; give it another name")
    return contents(plugin)[0]


def contents(plugin: PluginGame) -> tuple[PluginGame, dict[str, bytes]]:
    """A plug-in with its digests as its files are now, and the bytes of its Python sources by '/'-separated name.

    What systems drop does not count, nor do compiled files, which are not taken; but those of an installed package do.

    :raises PluginError: for links, odd names, too many files or too many bytes.
    """
    folder, told = plugin.folder, plugin.place
    whole, code, left, sources = hashlib.sha256(HEAD), hashlib.sha256(HEAD), MOST_BYTES, dict[str, bytes]()
    spellings = Spellings()
    names = sorted(path.relative_to(folder).as_posix() for path in _files(folder, plugin.is_package))
    for number, name in enumerate(names, 1):
        path = folder / name
        _check_name(told, name, spellings)
        if path.is_symlink() or not path.is_file():
            raise PluginError(f"{told}/{plain(name)}: a plug-in holds ordinary files only")
        left -= path.stat().st_size
        if left < 0 or number > MOST_FILES:
            raise PluginError(f"{told}: more than {MOST_FILES} files or {MOST_BYTES // 10**6} MB")
        try:
            data = read_ordinary(path, MOST_BYTES)
        except UnreadableError as error:
            raise PluginError(f"{told}/{plain(name)}: {error}") from None
        for found in (whole,) if name.startswith(DATA) else (whole, code):
            for part in (name.encode("ascii"), data):  # each behind its length: no two trees give the same bytes
                found.update(len(part).to_bytes(8, "big") + part)
        if path.suffix == ".py":
            sources[name] = data
    return replace(plugin, digest=whole.hexdigest(), code=code.hexdigest()), sources


def _check_name(told: str, name: str, spellings: Spellings) -> None:
    """Refuse a name that not every system can hold, or that two files would share on some.

    :raises PluginError: naming the file.
    """
    if len(name) > MAX_NAME or not all(is_name(part) or is_litter(part) for part in name.split("/")):
        cause = f"file names hold letters, digits, _ - and . alone, {MAX_NAME} at most, and are no device's"
        raise PluginError(f"{told}/{plain(name)}: {cause}")
    if other := spellings.clash(name):
        raise PluginError(f"{told}/{plain(name)}: '{other}' differs from it only in capital letters")


def _files(folder: Path, all_of_them: bool) -> Iterator[Path]:
    """Files, and links to folders."""
    for here, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if all_of_them or not is_litter(name)]
        links = [name for name in inner if (Path(here) / name).is_symlink()]
        yield from (Path(here) / name for name in (*names, *links) if all_of_them or not is_litter(name))
