"""Games as plug-ins: in the player's folder, in add-ons and in installed packages; read only after a plain yes.

A plug-in is a Python package: its ``RULESET``, and beside it ``maps/``, ``maps/scenarios/``, ``rules/`` and
``rules/help/``.  It lies in ``rulesets/NAME/`` of the player's folder or of an add-on, or an installed package names it
under the entry point group ``rasputitsa.rulesets``.  NAME with hyphens for underscores is the id of its ruleset.

It is code, and may do whatever the player may.  So it is looked at as bytes only, until the player has allowed it;
what was allowed is remembered by the digest of all its files, and asked again when one of them has changed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path

import msgspec

from ecs import RULESETS, Ruleset
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.packs.addons.library import installed
from game.play.plugins.checked_code import CheckedCode
from game.play.plugins.found import FOLDER, PluginError, PluginGame, contents, find_plugins, folders_of
from game.system.disk import write_whole
from game.system.paths import user_root

CONSENT, LARGEST_CONSENT = "allowed-code.json", 100_000
SCENARIOS = "maps/scenarios/*/*.toml"
_FAULTS = (
    ImportError, SyntaxError, NameError, LookupError, TypeError, ValueError, AttributeError, OSError, RuntimeError,
    ArithmeticError, AssertionError,
)  # fmt: skip
"""What the code of a stranger runs into while it is read."""


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


@dataclass(frozen=True, slots=True)
class PluginInUse:
    """A plug-in whose code has been run: its rulebook, and its version ("" if it tells none)."""

    plugin: PluginGame
    rules: Ruleset
    version: str


class PluginHouse:
    """The plug-ins in use: those allowed, each read once."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Look again: something has been allowed."""
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
                self.used[plugin.ruleset] = found = read(plugin)
                self._rulesets[plugin.ruleset] = found.rules
            except PluginError as error:
                self.problems.append(str(error))
        return self._rulesets


_HOUSE = PluginHouse()
_RUN: dict[str, PluginGame] = {}
"""Package -> the plug-in of whose files its module was made in this process."""


def _digest_run(ruleset: str) -> str:
    """The digest of the files that the rules of a plug-in were read from."""
    return next((plugin.digest for plugin in _RUN.values() if plugin.ruleset == ruleset), "")


def not_allowed(plugin: PluginGame) -> str:
    """Why a plug-in that waits is not used, and how it may be."""
    return (
        f"the game of the plug-in {plugin.name} ({plugin.place}) is here but has not been allowed to run, for it is "
        f"code: the title screen asks, and --allow-code {plugin.name} allows it"
    )


def absent_scenario(scenario_id: str) -> str:
    """Why a scenario of a plug-in that waits cannot be played, in words; "" if none has one of this id."""
    for plugin in waiting():
        if any(path.stem == scenario_id for path in plugin.folder.glob(SCENARIOS)):
            return f"{not_allowed(plugin)}; the scenario {scenario_id!r} is of this game"
    return ""


def why_absent(ruleset: str) -> str:
    """Why a game that is a plug-in cannot be played although it is here, in words; "" if no plug-in is of this id."""
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


RULESETS.look_also_in(_HOUSE.rulesets, _digest_run, why_absent)


def look_again() -> None:
    """Add-ons have come, gone, or been switched on or off."""
    _HOUSE.look_again()


def plugin_in_use(ruleset: str) -> PluginInUse | None:
    """The plug-in whose game this is; None for the house's own and for one that is not here."""
    _HOUSE.rulesets()
    return _HOUSE.used.get(ruleset)


def plugin_folder(ruleset: str) -> Path | None:
    """Where the maps, scenarios and pages of a game lie that is a plug-in in use; None for the house's own."""
    used = plugin_in_use(ruleset)
    return None if used is None else used.plugin.folder


def plugin_scenarios() -> list[Path]:
    """The scenario files of all plug-ins in use."""
    _HOUSE.rulesets()
    folders = (used.plugin.folder for used in _HOUSE.used.values())
    return [path for folder in folders for path in sorted(folder.glob(SCENARIOS))]


def plugin_problems() -> tuple[str, ...]:
    """A sentence for each plug-in that is allowed and cannot be used."""
    _HOUSE.rulesets()
    return tuple(_HOUSE.problems)


def read(plugin: PluginGame) -> PluginInUse:
    """Run its code; its rulebook.

    :raises PluginError: if that fails, if its files are others than were looked at, if the rulebook is none or of
        another id.
    """
    module, before = sys.modules.get(plugin.package), _RUN.get(plugin.package)
    if module is not None and before is not None and (before.code, before.folder) != (plugin.code, plugin.folder):
        raise PluginError(
            f"{plugin.place}: its code has changed while the program was open: close it and open it again"
        )
    origin = getattr(module, "__file__", None)
    foreign = module is not None and (origin is None or Path(origin).parent != plugin.folder)
    if foreign or (module is None and not plugin.is_package and PathFinder.find_spec(plugin.package)):
        raise PluginError(f"{plugin.place}: the name {plugin.package} is taken by another Python package")
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        module = module or (import_module(plugin.package) if plugin.is_package else _code_of(plugin).run())
        _RUN[plugin.package] = plugin
        found, version = module.RULESET, plugin.version or getattr(module, "__version__", "")
    except _FAULTS as error:
        raise PluginError(f"{plugin.place}: cannot be read: {plain(f'{type(error).__name__}: {error}')}") from error
    finally:
        sys.dont_write_bytecode = written
    if not isinstance(found, Ruleset) or found.id != plugin.ruleset:
        raise PluginError(f"{plugin.place}: its RULESET is to be a rulebook with the id {plugin.ruleset!r}")
    return PluginInUse(plugin, found, plain(version, 40) if isinstance(version, str) else "")


def _code_of(plugin: PluginGame) -> CheckedCode:
    """Its code as it was looked at.

    :raises PluginError: if a file has been changed since.
    """
    now, sources = contents(plugin)
    if now.digest != plugin.digest:
        raise PluginError(f"{plugin.place}: its files are changing; try again")
    return CheckedCode(plugin.package, plugin.folder, sources)
