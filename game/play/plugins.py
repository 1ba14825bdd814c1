"""Games as plug-ins, in the player's folder, add-ons and installed packages; read only with the player's consent.

A plug-in is a Python package: its ``RULESET``, and beside it ``maps/``, ``maps/scenarios/``, ``rules/`` and
``rules/help/``.  It lies in ``rulesets/NAME/`` of the player's folder or of an add-on, or an installed package names it
under the entry point group ``rasputitsa.rulesets``.  NAME with hyphens for underscores is the id of its ruleset.

It is code, and may do whatever the player may.  So it is looked at as bytes only, until the player has allowed it.
What was allowed is remembered by the digest of its code.  The question comes again when the code has changed, not when
a map, a scenario, a figure, a text or a picture has."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import msgspec

from ecs import RULESETS, Ruleset, SetupError, failed_in, place_in_code
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.packs.addons.library import Addon, installed
from game.packs.safe_files import ALLOWED_NAMES, MAX_NAME, Spellings, is_litter, is_name
from game.system.disk import write_whole
from game.system.paths import user_root
from game.system.versions import offered

# -- Code that is run as it was looked at: modules of a plug-in made of the very bytes whose digest was allowed. -----
# Nothing is read from the disk between the look and the run, no compiled file is taken and none is written; so it does
# not matter whether the plug-in lay in a folder or in a zip.


class CheckedModule(SourceFileLoader):
    """One module made from these bytes; its place is only for messages."""

    def __init__(self, name: str, place: str, source: bytes) -> None:
        super().__init__(name, place)
        self._source = source

    def get_data(self, path: str | bytes) -> bytes:
        """The bytes that were checked, whatever the file holds now."""
        del path
        return self._source

    def path_stats(self, path: str) -> Mapping[str, object]:
        """No time is known for the file, so Python looks for no compiled one.

        :raises OSError: always.
        """
        raise OSError(f"{path} was already searched")


class CheckedCode(MetaPathFinder):
    """The modules of one package.

    :param sources: '/'-separated names below the folder, and their bytes.
    """

    def __init__(self, package: str, folder: Path, sources: Mapping[str, bytes]) -> None:
        self.package = package
        self._modules: dict[str, tuple[Path, bytes]] = {}
        for name, source in sources.items():
            parts = name.removesuffix(".py").split("/")
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            self._modules[".".join((package, *parts))] = folder / name, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module of the package; None for all others."""
        del path, target
        if fullname not in self._modules:
            return None
        place, source = self._modules[fullname]
        inner = [str(place.parent)] if place.name == "__init__.py" else None
        loader = CheckedModule(fullname, str(place), source)
        return spec_from_file_location(fullname, place, loader=loader, submodule_search_locations=inner)

    def run(self) -> ModuleType:
        """Run the code of the package and return it; nothing of it remains if that fails."""
        self._take_back()
        sys.meta_path.insert(0, self)
        try:
            return import_module(self.package)
        except BaseException:
            self._take_back()
            for name in [n for n in sys.modules if n == self.package or n.startswith(f"{self.package}.")]:
                del sys.modules[name]
            raise

    def _take_back(self) -> None:
        """Stop finding modules of this package."""
        sys.meta_path[:] = [
            finder
            for finder in sys.meta_path
            if not (isinstance(finder, CheckedCode) and finder.package == self.package)
        ]


# -- What plug-ins there are, looked at as bytes: in the player's folder, in add-ons, in installed packages. ---------

GROUP = "rasputitsa.rulesets"
FOLDER = "rulesets"
DATA = ("maps/", "rules/")
"""What the program reads of a plug-in, whenever it needs it."""
NO_CODE = frozenset({
    ".toml", ".tmx", ".tsx", ".png", ".svg", ".md", ".txt", ".wav", ".ogg", ".ttf", ".otf", ".tiled-project", ".xml",
})  # fmt: skip
"""Endings of files that are no code; the yes of a player covers all others."""
MOST_FILES, MOST_BYTES = 2000, 32_000_000
HEAD = b"rasputitsa plug-in 3\0"  # to be raised when files are added up differently: every yes is asked for again
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")


class PluginError(SetupError):
    """A plug-in that cannot be used: the message names it and the cause."""


@dataclass(frozen=True, slots=True)
class PluginGame:
    """A game that exists as code.

    ``package``: what it is imported as; ``digest``: of all its files; ``read``: of those that it reads itself, which
    are all but maps, scenarios and pages; ``code``: of those that can be run, which the player allows; ``version``: ""
    if only its code tells; ``addon``: what brings it, None for a loose folder and an installed package.
    """

    name: str
    folder: Path
    package: str
    digest: str = ""
    read: str = ""
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
        """Where the player put it: his folder, or the add-on it is in."""
        return plain(str(self.folder if self.addon is None else self.addon.source / FOLDER / self.name))


def find_plugins() -> tuple[list[PluginGame], list[str]]:
    """All plug-ins, the player's folder first, then add-ons, by name; and a sentence for each that cannot be
    used.  No code of theirs is run."""
    found: dict[str, PluginGame] = {}
    faults = [*_zips_astray()]
    for place in _places():
        try:
            plugin = _checked(place)
            if plugin.name in found:
                other = found[plugin.name].place
                raise PluginError(
                    f"{plugin.place}: another plug-in is called {plugin.name}, {other}: remove one of them"
                )
            found[plugin.name] = plugin
        except PluginError as error:
            faults.append(str(error))
    return list(found.values()), faults


def looked_at(addon: Addon, folder: Path) -> PluginGame:
    """The plug-in in a folder of an add-on, whether or not that is in use.

    :raises PluginError: if it cannot be one.
    """
    return _checked(_in_addon(addon, folder))


def _in_addon(addon: Addon, folder: Path) -> PluginGame:
    return PluginGame(folder.name, folder, folder.name, version=addon.version, addon=addon)


def _zips_astray() -> Iterator[str]:
    """Zips where only folders are read."""
    for path in sorted((user_root() / FOLDER).glob("*.zip")):
        yield (
            f"{plain(str(path))}: zip files are not read here; unpack it, or move it to the folder "
            "'addons' if it has an addon.toml"
        )


def _places() -> Iterator[PluginGame]:
    """Everything that may be a plug-in, not looked into yet."""
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
    """The folders of an add-on that claim to be plug-ins."""
    return sorted(folder for folder in (addon.folder / FOLDER).iterdir() if folder.is_dir())


def _checked(plugin: PluginGame) -> PluginGame:
    """The plug-in with its digests.

    :raises PluginError: if it cannot be one.
    """
    if not _NAME.fullmatch(plugin.name):
        raise PluginError(f"{plugin.place}: rename it with 2 to 40 lower-case letters, digits and underscores")
    if plugin.folder.is_symlink():
        raise PluginError(f"{plugin.place}: a link, not a folder: copy the plug-in itself there")
    if not (plugin.folder / "__init__.py").is_file():
        raise PluginError(f"{plugin.place}: not a plug-in, because it has no __init__.py")
    if plugin.ruleset in RULESETS.own:
        raise PluginError(
            f"{plugin.place}: {plugin.ruleset} is one of the built-in games: rename the folder and the id"
        )
    return contents(plugin)[0]


def contents(plugin: PluginGame) -> tuple[PluginGame, dict[str, bytes]]:
    """A plug-in with the digests of its files as they are now, and the bytes of its Python sources by name.

    What systems drop does not count, nor do compiled files, which are not taken; but those of an installed package do.

    :raises PluginError: for links, odd names, too many files or too many bytes.
    """
    folder, told = plugin.folder, plugin.place
    whole, own, code = (hashlib.sha256(HEAD) for _ in range(3))
    left, sources = MOST_BYTES, dict[str, bytes]()
    spellings = Spellings()
    names = sorted(path.relative_to(folder).as_posix() for path in _files(folder, plugin.is_package))
    for number, name in enumerate(names, 1):
        path = folder / name
        _check_name(told, name, spellings)
        if path.is_symlink() or not path.is_file():
            raise PluginError(f"{told}/{plain(name)}: a plug-in may contain ordinary files only: remove it")
        left -= path.stat().st_size
        if left < 0 or number > MOST_FILES:
            raise PluginError(f"{told}: more than {MOST_FILES} files or {MOST_BYTES // 10**6} MB")
        try:
            data = read_ordinary(path, MOST_BYTES)
        except UnreadableError as error:
            raise PluginError(f"{told}/{plain(name)}: {error}") from None
        is_code = path.suffix not in NO_CODE
        for found in (whole, *([own] if is_code or not name.startswith(DATA) else []), *([code] if is_code else [])):
            for part in (name.encode("ascii"), data):  # each behind its length: no two trees give the same bytes
                found.update(len(part).to_bytes(8, "big") + part)
        if path.suffix == ".py":
            sources[name] = data
    return replace(plugin, digest=whole.hexdigest(), read=own.hexdigest(), code=code.hexdigest()), sources


def _check_name(told: str, name: str, spellings: Spellings) -> None:
    """Refuse a name that not every system can hold, or that two files would share on some.

    :raises PluginError: naming the file.
    """
    if len(name) > MAX_NAME or not all(is_name(part) or is_litter(part) for part in name.split("/")):
        raise PluginError(f"{told}/{plain(name)}: a file name has {ALLOWED_NAMES}")
    if other := spellings.clash(name):
        raise PluginError(f"{told}/{plain(name)}: '{other}' differs from it only in capital letters")


def _files(folder: Path, all_of_them: bool) -> Iterator[Path]:
    """Files, and links to folders."""
    for here, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if all_of_them or not is_litter(name)]
        links = [name for name in inner if (Path(here) / name).is_symlink()]
        yield from (Path(here) / name for name in (*names, *links) if all_of_them or not is_litter(name))


CONSENT, LARGEST_CONSENT = "allowed-code.json", 100_000
SCENARIOS = "maps/scenarios/*/*.toml"
_FAULTS = (
    ImportError, SyntaxError, NameError, LookupError, TypeError, ValueError, AttributeError, OSError, RuntimeError,
    ArithmeticError, AssertionError, SystemExit,
)  # fmt: skip
"""What the code of a stranger runs into while it is read."""


# -- what is allowed ------------------------------------------------------------------------------


def allowed() -> dict[str, str]:
    """Name -> digest of the code the player has allowed; empty if that cannot be read."""
    try:
        return msgspec.json.decode(read_ordinary(user_root() / CONSENT, LARGEST_CONSENT), type=dict[str, str])
    except (UnreadableError, msgspec.DecodeError):
        return {}


def allow(plugin: PluginGame) -> None:
    """Allow the code of a plug-in as it is now, which adds its game.

    :raises OSError: if that cannot be remembered.
    """
    path = user_root() / CONSENT
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode({**allowed(), plugin.name: plugin.code}, order="sorted") + b"\n")
    _HOUSE.forget()


def allow_named(name: str) -> None:
    """Allow the plug-in of this name.

    :raises PluginError: if there is none, naming those there are.
    """
    plugins, faults = find_plugins()
    for plugin in plugins:
        if name in (plugin.name, plugin.ruleset):
            allow(plugin)
            return
    there = ", ".join(plugin.name for plugin in plugins) or "none"
    fault = next((f"; {text}" for text in faults if name in text), "")
    raise PluginError(f"no plug-in {name[:40]!r}; choose from: {there}{fault}")


def waiting() -> list[PluginGame]:
    """Plug-ins whose present code has not been allowed."""
    said = allowed()
    return [plugin for plugin in find_plugins()[0] if said.get(plugin.name) != plugin.code]


# -- what is read ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PluginInUse:
    """A plug-in whose code has run: its rulebook, and its version ("" if it gives none)."""

    plugin: PluginGame
    rules: Ruleset
    version: str


class PluginHouse:
    """The plug-ins in use: those allowed, each read once."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Look again, after a plug-in was allowed."""
        self._rulesets: dict[str, Ruleset] | None = None
        self._root = user_root()
        self.used: dict[str, PluginInUse] = {}
        self.problems: list[str] = []

    def look_again(self) -> None:
        """Add-ons have come or gone.  What was read stays a rulebook, for a game of it may be open."""
        read_already, self.problems = self._rulesets, []
        self._rulesets, self.used = None, {}
        self._rulesets = {**(read_already or {}), **self.rulesets()}

    def rulesets(self) -> Mapping[str, Ruleset]:
        """Rulesets by id.  One that cannot be read is left out and reported in ``problems``."""
        if self._root != user_root():
            self.forget()
        if self._rulesets is not None:
            return self._rulesets
        self._rulesets, said = {}, allowed()
        for plugin in find_plugins()[0] if said else ():
            if said.get(plugin.name) != plugin.code:
                continue
            try:
                self.used[plugin.ruleset] = found = read(plugin)
                self._rulesets[plugin.ruleset] = found.rules
            except PluginError as error:
                self.problems.append(str(error))
        return self._rulesets


_HOUSE = PluginHouse()
_RUN: dict[str, PluginGame] = {}
"""Package -> the plug-in of whose files its module was made in this process."""


def _digest_run(ruleset: str) -> str:
    """The digest of the files from which the rules of a plug-in were read."""
    return next((plugin.digest for plugin in _RUN.values() if plugin.ruleset == ruleset), "")


def not_allowed(plugin: PluginGame) -> str:
    """Why a waiting plug-in is not used, and how to allow it."""
    return (
        f"the game of the plug-in {plugin.name} ({plugin.place}) is code without permission to run: "
        f"allow it on the title screen or with --allow-code {plugin.name}"
    )


def absent_scenario(scenario_id: str) -> str:
    """Why a scenario of a waiting plug-in cannot be played, in words; "" if none has this id."""
    for plugin in waiting():
        if any(path.stem == scenario_id for path in plugin.folder.glob(SCENARIOS)):
            return f"{not_allowed(plugin)}; the scenario {scenario_id!r} belongs to this game"
    return ""


def why_absent(ruleset: str) -> str:
    """Why the game of a plug-in cannot be played although it is installed, in words; "" if no plug-in has this id."""
    for plugin in waiting():
        if plugin.ruleset == ruleset:
            return not_allowed(plugin)
    name = ruleset.replace("-", "_")
    for addon in installed():
        off = not addon.used and not addon.fault and FOLDER in addon.holds
        if off and name in (folder.name for folder in folders_of(addon)):
            return (
                f"the game {ruleset!r} is in the add-on {addon.id} ({plain(str(addon.source))}), which is switched off"
            )
    whose = re.compile(rf"\b{FOLDER}[/\\]{re.escape(name)}[:/]")
    known = (*plugin_problems(), *find_plugins()[1])
    return next((f"the game {ruleset!r} cannot be used: {told}" for told in known if whose.search(told)), "")


def _home_of(ruleset: str) -> str:
    """The code folder of a plug-in in use, as its tracebacks name it."""
    return str(_HOUSE.used[ruleset].plugin.folder) if ruleset in _HOUSE.used else ""


RULESETS.look_also_in(_HOUSE.rulesets, _digest_run, why_absent, _home_of)


def look_again() -> None:
    """Add-ons have come, gone, or been switched on or off."""
    _HOUSE.look_again()


def plugin_in_use(ruleset: str) -> PluginInUse | None:
    """The plug-in of a game; None for a built-in game and for a missing one."""
    _HOUSE.rulesets()
    return _HOUSE.used.get(ruleset)


def plugin_folder(ruleset: str) -> Path | None:
    """The folder with maps, scenarios and pages of a plug-in in use; None for a built-in game."""
    used = plugin_in_use(ruleset)
    return None if used is None else used.plugin.folder


def plugin_scenarios() -> list[Path]:
    """The scenario files of all plug-ins in use."""
    _HOUSE.rulesets()
    folders = (used.plugin.folder for used in _HOUSE.used.values())
    return [path for folder in folders for path in sorted(folder.glob(SCENARIOS))]


def plugin_problems() -> tuple[str, ...]:
    """A sentence for each plug-in that is allowed but cannot be used."""
    _HOUSE.rulesets()
    return tuple(_HOUSE.problems)


def read(plugin: PluginGame) -> PluginInUse:
    """Run its code; return its rulebook.

    :raises PluginError: if that fails, if its files are others than were looked at, if the rulebook is none or of
        another id.
    """
    module, before = sys.modules.get(plugin.package), _RUN.get(plugin.package)
    if module is not None and before is not None and (before.read, before.folder) != (plugin.read, plugin.folder):
        raise PluginError(f"{plugin.place}: its files changed while the program was open: restart the program")
    origin = getattr(module, "__file__", None)
    foreign = module is not None and (origin is None or Path(origin).parent != plugin.folder)
    if foreign or (module is None and not plugin.is_package and PathFinder.find_spec(plugin.package)):
        raise PluginError(f"{plugin.place}: the name {plugin.package} is taken by another Python package: rename it")
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        module = module or (import_module(plugin.package) if plugin.is_package else _code_of(plugin).run())
        _RUN[plugin.package] = plugin
        found, version = module.RULESET, plugin.version or getattr(module, "__version__", "")
    except _FAULTS as error:
        where = place_in_code(error, str(plugin.folder)) or plugin.place
        what = plain(f"{type(error).__name__}: {error}")
        raise PluginError(f"{plugin.place}: {failed_in(plugin.ruleset, where)} ({what})") from error
    finally:
        sys.dont_write_bytecode = written
    if not isinstance(found, Ruleset) or found.id != plugin.ruleset:
        raise PluginError(f"{plugin.place}: its RULESET must be a Ruleset with the id {plugin.ruleset!r}")
    for fault in _wrong_marks(found):
        raise PluginError(f"{plugin.place}: {fault}")
    return PluginInUse(plugin, found, plain(version, 40) if isinstance(version, str) else "")


def _wrong_marks(rules: Ruleset) -> Iterator[str]:
    """Why what a rulebook remembers cannot be saved, a sentence each."""
    names = Counter(kind.__name__ for kind in rules.kinds)
    for kind in rules.remembers.kinds:
        try:
            kind()
            written = is_dataclass(kind) and not kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        except _FAULTS:
            written = False
        if not written:
            yield f"remembers: {kind.__name__} must be a dataclass that is not frozen, with a default for every field"
        elif names[kind.__name__] > 1:
            yield f"remembers: another kind of mark is called {kind.__name__}; give yours another name"


def blamed(error: BaseException) -> str:
    """The plug-in whose code has failed, with file and line, in a sentence; "" if none has."""
    for used in list(_HOUSE.used.values()):
        if place := place_in_code(error, str(used.plugin.folder)):
            return failed_in(used.plugin.ruleset, place)
    return ""


def _code_of(plugin: PluginGame) -> CheckedCode:
    """Its code, as checked.

    :raises PluginError: if a file has been changed since.
    """
    now, sources = contents(plugin)
    if now.read != plugin.read:
        raise PluginError(f"{plugin.place}: its files are changing; try again")
    return CheckedCode(plugin.package, plugin.folder, sources)
