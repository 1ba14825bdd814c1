"""Games as plug-ins: found in the player's folder and in installed packages, and read only after a plain yes.

A plug-in is a Python package: its ``RULESET``, and beside it ``maps/``, ``maps/scenarios/``, ``rules/`` and
``rules/help/``.  It lies in ``rulesets/NAME/`` of the player's folder, or an installed package names it under the entry
point group ``rasputitsa.rulesets``.  NAME with hyphens for underscores is the id of its ruleset.

It is code, and may do whatever the player may.  So it is looked at as bytes only, until the player has allowed it;
what was allowed is remembered by the digest of all its files, and asked again when one of them has changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

import msgspec

from ecs import RULESETS, Ruleset, SetupError
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.system.disk import write_whole
from game.system.paths import user_root
from game.system.versions import offered

GROUP = "rasputitsa.rulesets"
FOLDER, CONSENT = "rulesets", "allowed-code.json"
MOST_FILES, MOST_BYTES, LARGEST_CONSENT = 2000, 32_000_000, 100_000
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
_FAULTS = (
    ImportError, SyntaxError, NameError, LookupError, TypeError, ValueError, AttributeError, OSError, RuntimeError,
    ArithmeticError, AssertionError,
)  # fmt: skip
"""What the code of a stranger runs into while it is read."""


class PluginError(SetupError):
    """A plug-in that cannot be used: the message names it and the cause."""


@dataclass(frozen=True, slots=True)
class PluginGame:
    """A game that is there as code.  ``package``: what it is imported as; ``digest``: of all its files."""

    name: str
    folder: Path
    package: str
    digest: str

    @property
    def ruleset(self) -> str:
        """The id its ruleset must have."""
        return self.name.replace("_", "-")


# -- what there is --------------------------------------------------------------------------------


def find_plugins() -> tuple[list[PluginGame], list[str]]:
    """All there are, in the player's folder first, by name; and a sentence for each that cannot be used.  No code of
    theirs is run."""
    found: dict[str, PluginGame] = {}
    faults: list[str] = []
    for name, folder, package in _places():
        try:
            if name in found:
                raise PluginError(f"{plain(str(folder))}: there is another plug-in {name}: {found[name].folder}")
            found[name] = _looked_at(name, folder, package)
        except PluginError as error:
            faults.append(str(error))
    return list(found.values()), faults


def _places() -> Iterator[tuple[str, Path, str]]:
    """Name, folder and package of everything that may be one."""
    root = user_root() / FOLDER
    if root.is_dir():
        for folder in sorted(root.iterdir()):
            if folder.is_dir() and not folder.name.startswith((".", "__")):
                yield folder.name, folder, folder.name
    for name, value in sorted(offered(GROUP).items()):
        package = value.partition(":")[0].strip()
        spec = PathFinder.find_spec(package) if "." not in package else None
        if spec is not None and spec.origin is not None:
            yield name.replace("-", "_"), Path(spec.origin).parent, package


def _looked_at(name: str, folder: Path, package: str) -> PluginGame:
    where = plain(str(folder))
    if not _NAME.fullmatch(name):
        raise PluginError(f"{where}: a plug-in is named with small letters, digits and underscores")
    if folder.is_symlink():
        raise PluginError(f"{where}: a link, no folder of its own")
    if not (folder / "__init__.py").is_file():
        raise PluginError(f"{where}: no Python package, for it has no __init__.py")
    if name.replace("_", "-") in RULESETS.own:
        raise PluginError(f"{where}: {name.replace('_', '-')} is one of the house's own games; give it another name")
    return PluginGame(name, folder, package, _digest(folder))


def _digest(folder: Path) -> str:
    """Of all files, compiled ones too: whatever may run is among them.

    :raises PluginError: for links, too many files or too many bytes.
    """
    found, left = hashlib.sha256(), MOST_BYTES
    for number, path in enumerate(sorted(_files(folder)), 1):
        if path.is_symlink() or not path.is_file():
            raise PluginError(f"{plain(str(path))}: a plug-in holds ordinary files only")
        left -= path.stat().st_size
        if left < 0 or number > MOST_FILES:
            raise PluginError(f"{plain(str(folder))}: more than {MOST_FILES} files or {MOST_BYTES // 10**6} MB")
        found.update(f"{path.relative_to(folder).as_posix()}\n{path.stat().st_size}\n".encode("utf-8", "replace"))
        try:
            found.update(read_ordinary(path, MOST_BYTES))
        except UnreadableError as error:
            raise PluginError(f"{plain(str(path))}: {error}") from None
    return found.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for here, inner, names in os.walk(folder):
        yield from (Path(here) / name for name in (*names, *(n for n in inner if (Path(here) / n).is_symlink())))


# -- what is allowed ------------------------------------------------------------------------------


def allowed() -> dict[str, str]:
    """Name -> digest of what the player has said yes to; nothing where that cannot be read."""
    try:
        return msgspec.json.decode(read_ordinary(user_root() / CONSENT, LARGEST_CONSENT), type=dict[str, str])
    except (UnreadableError, msgspec.DecodeError):
        return {}


def allow(plugin: PluginGame) -> None:
    """The player says yes to a plug-in as its files are now; it is there from now on.

    :raises OSError: if that cannot be remembered.
    """
    path = user_root() / CONSENT
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode({**allowed(), plugin.name: plugin.digest}, order="sorted") + b"\n")
    _HOUSE.forget()


def allow_named(name: str) -> None:
    """The same by its name.

    :raises PluginError: if there is none, naming those there are.
    """
    plugins, faults = find_plugins()
    for plugin in plugins:
        if name in (plugin.name, plugin.ruleset):
            allow(plugin)
            return
    there = ", ".join(plugin.name for plugin in plugins) or "none"
    fault = next((f"; {text}" for text in faults if name in text), "")
    raise PluginError(f"no plug-in {name[:40]!r}; there are: {there}{fault}")


def waiting() -> list[PluginGame]:
    """Those that are there and have not been allowed as they are now."""
    said = allowed()
    return [plugin for plugin in find_plugins()[0] if said.get(plugin.name) != plugin.digest]


# -- what is read ---------------------------------------------------------------------------------


class PluginHouse:
    """The plug-ins in use: those allowed, each read once."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Look again: something has been allowed."""
        self._rulesets: dict[str, Ruleset] | None = None
        self._root = user_root()
        self.folders: dict[str, Path] = {}
        self.problems: list[str] = []

    def rulesets(self) -> Mapping[str, Ruleset]:
        """By id.  One that cannot be read is left out, and told among ``problems``."""
        if self._root != user_root():
            self.forget()
        if self._rulesets is not None:
            return self._rulesets
        self._rulesets, said = {}, allowed()
        for plugin in find_plugins()[0] if said else ():
            if said.get(plugin.name) != plugin.digest:
                continue
            try:
                self._rulesets[plugin.ruleset] = read(plugin)
                self.folders[plugin.ruleset] = plugin.folder
            except PluginError as error:
                self.problems.append(str(error))
        return self._rulesets


_HOUSE = PluginHouse()
RULESETS.look_also_in(_HOUSE.rulesets)


def plugin_folder(ruleset: str) -> Path | None:
    """Where the maps, scenarios and pages of a game lie that is a plug-in in use; None for the house's own."""
    _HOUSE.rulesets()
    return _HOUSE.folders.get(ruleset)


def plugin_scenarios() -> list[Path]:
    """The scenario files of all plug-ins in use."""
    _HOUSE.rulesets()
    return [path for folder in _HOUSE.folders.values() for path in sorted(folder.glob("maps/scenarios/*/*.toml"))]


def plugin_problems() -> tuple[str, ...]:
    """A sentence for each plug-in that is allowed and cannot be used."""
    _HOUSE.rulesets()
    return tuple(_HOUSE.problems)


def read(plugin: PluginGame) -> Ruleset:
    """Run its code; its rulebook.

    :raises PluginError: if that fails, or the rulebook is none or of another id.
    """
    where = plain(str(plugin.folder))
    module = sys.modules.get(plugin.package)
    origin = getattr(module, "__file__", None)
    if module is not None and (origin is None or Path(origin).parent != plugin.folder):
        raise PluginError(f"{where}: the name {plugin.package} is taken by another Python package")
    if module is None and plugin.folder.parent == user_root() / FOLDER and PathFinder.find_spec(plugin.package):
        raise PluginError(f"{where}: the name {plugin.package} is taken by another Python package")
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        found = (module or _imported(plugin)).RULESET
    except _FAULTS as error:
        raise PluginError(f"{where}: cannot be read: {type(error).__name__}: {error}") from error
    finally:
        sys.dont_write_bytecode = written
    if not isinstance(found, Ruleset) or found.id != plugin.ruleset:
        raise PluginError(f"{where}: its RULESET is to be a rulebook with the id {plugin.ruleset!r}")
    return found


def _imported(plugin: PluginGame) -> ModuleType:
    start = plugin.folder / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        plugin.package, start, submodule_search_locations=[str(plugin.folder)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[plugin.package] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for name in [n for n in sys.modules if n == plugin.package or n.startswith(f"{plugin.package}.")]:
            del sys.modules[name]
        raise
    return module
