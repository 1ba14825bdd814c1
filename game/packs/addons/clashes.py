"""Ids that are taken: of two packs, maps or scenarios of one name only the first is used, and a sentence names both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ecs.untrusted_input import plain
from game.packs.addons.library import Addon, Content, addons_root, further, in_words
from game.packs.addons.manifest import KINDS, Kind
from game.system.paths import data_root

SCENARIOS = "scenarios"
NAMED: dict[Kind, tuple[str, ...]] = {
    "sprites": ("*/pack.toml",),
    "sounds": ("*/pack.toml",),
    "maps": ("*.tmx",),
    "scenarios": ("*.toml", "*/*.toml"),
}
"""By which files the things of a kind are known; a pack by its folder, the others by their own names."""


def things_in(kind: Kind, folder: Path) -> Iterator[tuple[str, Path]]:
    """Ids of what a folder of content holds, each with its file or folder, sorted."""
    for pattern in NAMED.get(kind, ()):
        for file in sorted(folder.glob(pattern)):
            thing = file.parent if file.name == "pack.toml" else file
            yield (thing.name if thing.is_dir() else thing.stem), thing


def clashes() -> list[tuple[Content, str]]:
    """Whatever bears an id that is taken: where it lies, and a sentence that names both."""
    return [clash for kind in KINDS if kind in NAMED for clash in _clashes_of(kind)]


def taken_by(kind: Kind, addon: Addon) -> Iterator[str]:
    """Of an add-on that is not installed: sentences about ids that the game, or what is in use, has already."""
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
