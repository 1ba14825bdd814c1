"""What is wrong with the contents of an add-on: its packs, maps, scenarios and texts, each as `check` reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ecs import RULESETS, MapError, SetupError, TableError, check_board, check_scenario, position_faults
from ecs.board.map_loader import check_map
from ecs.untrusted_input import UnreadableError, read_ordinary
from game.opponents.doctrine import doctrine_faults
from game.packs.addons.files import limit_of
from game.packs.addons.house_rules import rules_faults, rules_in
from game.packs.addons.library import Addon, clashes, taken_by, things_in, twins
from game.packs.addons.manifest import GAMES
from game.packs.validation import check_pack, pack_warnings
from game.play.plugins import PluginError, folders_of, looked_at


def contents_of(addon: Addon) -> list[str]:
    """The contents of an add-on, a line for each: "scenario crimea-1942", "pictures steppe"."""
    words = {"sprites": "pictures", "sounds": "sounds", "maps": "map", "scenarios": "scenario"}
    found = [
        f"{words[kind]} {name}"
        for kind in addon.holds
        if kind in words
        for name, _ in things_in(kind, addon.folder / kind)
    ]
    found += [f"game {folder.name} (code)" for folder in _games(addon)]
    files = [path for kind in ("rules", "help", "doctrines") if kind in addon.holds for path in _files(addon, kind)]
    return [*found, *(f"{path.parent.name} {path.stem}" for path in files)]


def faults_in(addon: Addon) -> list[str]:
    """All that is wrong with an add-on, one sentence each; empty if it is sound."""
    if addon.fault:
        return [addon.fault]
    found = [fault for kind in addon.holds for fault in _CHECKS[kind](addon)]
    return [*found, *_taken(addon)]


def warnings_in(addon: Addon) -> list[str]:
    """Parts of an add-on that the game ignores, and pictures of its packs that may be hard to read."""
    packs = things_in("sprites", addon.folder / "sprites") if "sprites" in addon.holds else ()
    return [*addon.notes, *(told for _, folder in packs for told in pack_warnings(folder))]


def told_in(addon: Addon, sentence: str) -> str:
    """A sentence about a file unpacked from a zip, worded for the zip."""
    return sentence.replace(str(addon.folder), str(addon.source))


def _taken(addon: Addon) -> Iterator[str]:
    """Ids of an add-on that are taken: if it is not installed, by the game or content in use."""
    if addon.used:
        yield from (told for content, told in clashes() if content.addon == addon)
    for kind in addon.holds:
        yield from taken_by(kind, addon)


def _files(addon: Addon, kind: str) -> list[Path]:
    return sorted(path for path in (addon.folder / kind).rglob("*") if path.is_file() and path.suffix in _TEXTS)


_TEXTS = (".toml", ".md", ".txt")


def _packs(addon: Addon, kind: str) -> Iterator[str]:
    folder = addon.folder / kind
    for inner in sorted(folder.iterdir()):
        if inner.is_dir() and not (inner / "pack.toml").is_file():
            yield f"{inner}: there is no pack.toml"
        elif inner.is_dir():
            yield from check_pack(inner, addon.id)


def _maps(addon: Addon) -> Iterator[str]:
    for _, path in things_in("maps", addon.folder / "maps"):
        yield from (f"{path.parent}/{fault}" for fault in check_board(path)[0])


def _scenarios(addon: Addon) -> Iterator[str]:
    yield from (told for _, told in twins(path for _, path in things_in("scenarios", addon.folder / "scenarios")))
    for _, path in things_in("scenarios", addon.folder / "scenarios"):
        try:
            yield from (f"{path.parent}/{fault}" for fault in check_scenario(path) or position_faults(path))
        except (SetupError, TableError, MapError) as error:
            yield f"{path.parent}/{error}"
        except OSError as error:
            yield f"{path}: {error.strerror or error}"


def _games(addon: Addon) -> list[Path]:
    return folders_of(addon) if GAMES in addon.holds else []


def _rulesets(addon: Addon) -> Iterator[str]:
    """Faults of games, without running their code; scenarios of theirs are read once it may run."""
    for folder in _games(addon):
        try:
            plugin = looked_at(addon, folder)
        except PluginError as error:
            yield str(error)
            continue
        runs = plugin.ruleset in RULESETS
        for _, path in things_in("maps", folder / "maps"):
            faults: Iterable[object] = check_board(path)[0] if runs else check_map(path)
            yield from (f"{path.parent}/{fault}" for fault in faults)
        for path in sorted(folder.glob("maps/scenarios/*/*.toml")) if runs else ():
            yield from (f"{path.parent}/{fault}" for fault in check_scenario(path))


def _rules(addon: Addon) -> Iterator[str]:
    for path in rules_in(addon):
        yield from rules_faults(path)


def _doctrines(addon: Addon) -> Iterator[str]:
    for path in sorted((addon.folder / "doctrines").rglob("*.toml")):
        yield from doctrine_faults(path)


def _help(addon: Addon) -> Iterator[str]:
    for path in _files(addon, "help"):
        try:
            read_ordinary(path, limit_of(path.name)).decode("utf-8")
        except (UnreadableError, UnicodeDecodeError) as error:
            yield f"{path}: {'not UTF-8 text' if isinstance(error, UnicodeDecodeError) else error}"


_CHECKS: dict[str, Callable[[Addon], Iterator[str]]] = {
    "sprites": lambda addon: _packs(addon, "sprites"),
    "sounds": lambda addon: _packs(addon, "sounds"),
    "maps": _maps,
    "scenarios": _scenarios,
    "rules": _rules,
    "help": _help,
    "doctrines": _doctrines,
    GAMES: _rulesets,
}
