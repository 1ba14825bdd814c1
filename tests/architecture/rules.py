"""The rules that the guard holds the source to; each yields its offences, by names that outlive line numbers."""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from tests.architecture.source_tree import SourceTree, is_under

HERE = Path(__file__).parent
LAW: dict[str, Any] = tomllib.loads((HERE / "law.toml").read_text(encoding="utf-8"))
PHASE_IDS = re.compile(r"(?!F\d)[A-Z]\d\w*(-\w+)?|[a-z]+\d?-(axis|soviet)")
"""What the id of a phase looks like where it cannot be a common word."""


@dataclass(frozen=True, slots=True)
class Offence:
    """What breaks a rule: ``key`` names it in the list of what is known, ``size`` is what was measured, if anything."""

    key: str
    path: str
    line: int
    text: str
    size: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


Rule = Callable[[SourceTree], Iterable[Offence]]


def _orders(tree: SourceTree) -> Iterator[list[str]]:
    """The rooms of each order, from the lowest up; an order of the rulesets once for every one of them."""
    for order in LAW["order"]:
        if "each" not in order:
            yield order["rooms"]
            continue
        for package in _packages(tree, order["each"]):
            yield [package + room for room in order["rooms"]]


def _packages(tree: SourceTree, parent: str) -> list[str]:
    """The packages that stand in a package."""
    depth = parent.count(".") + 1
    return sorted({".".join(n.split(".")[: depth + 1]) for n in tree.modules if n.startswith(parent + ".")})


def _room(name: str, rooms: Sequence[str]) -> str:
    """The room a module belongs to, "" for none."""
    return _longest(name, tuple(rooms))


@cache
def _longest(name: str, rooms: tuple[str, ...]) -> str:
    return max((room for room in rooms if is_under(name, room)), key=len, default="")


def upward_imports(tree: SourceTree) -> Iterator[Offence]:
    """A module imports only from its own room and from those below it, types and lazy imports too."""
    for rooms in _orders(tree):
        level = {room: number for number, room in enumerate(rooms)}
        for module in tree.modules.values():
            here = _room(module.name, rooms)
            for found in module.imports:
                there = _room(found.target, rooms)
                if here and there and level[there] > level[here]:
                    text = f"{module.name} imports {found.target}: {there} lies above {here}"
                    yield Offence(f"{module.name} -> {found.target}", module.path, found.line, text)


def rooms_without_a_place(tree: SourceTree) -> Iterator[Offence]:
    """Every module stands in a room that an order names."""
    orders = list(_orders(tree))
    for module in tree.modules.values():
        rooms = [_room(module.name, rooms) for rooms in orders]
        if max(rooms, key=len) in ("", "game", "ecs") and not module.is_package:
            yield Offence(module.name, module.path, 1, f"{module.name} stands in no room of law.toml")


def forbidden_imports(tree: SourceTree) -> Iterator[Offence]:
    """Who may not import what, whatever the order says."""
    for law in LAW["forbidden"]:
        for module in tree.under(law["who"]):
            for found in module.imports:
                if any(is_under(found.target, what) for what in law["what"]) and module.name not in law.get("but", ()):
                    text = f"{module.name} imports {found.target}: {law['why']}"
                    yield Offence(f"{module.name} -> {found.target}", module.path, found.line, text)


def beyond_the_surface(tree: SourceTree) -> Iterator[Offence]:
    """The window and all else in game/ see the rules through their public surface, and never a game's state."""
    law = LAW["surface"]
    for module in tree.under(law["who"]):
        for found in module.imports:
            if is_under(found.target, law["of"]) and found.target not in law["may"] and not found.typed:
                text = f"{module.name} imports {found.target}, which is not of the public surface"
                yield Offence(f"{module.name} -> {found.target}", module.path, found.line, text)
        for word in module.words:
            if word.code and word.text in law["private"]:
                yield Offence(f"{module.name} {word.text}", module.path, word.line, "reaches into the world")


def rulesets_importing_rulesets(tree: SourceTree) -> Iterator[Offence]:
    """No ruleset imports another, nor the list of them."""
    parent = LAW["rulesets"]["package"]
    for package in _packages(tree, parent):
        for module in tree.under(package):
            for found in module.imports:
                if is_under(found.target, parent) and not is_under(found.target, package):
                    key = f"{module.name} -> {found.target}"
                    yield Offence(key, module.path, found.line, f"{module.name} imports {found.target}")


def rulesets_by_name(tree: SourceTree) -> Iterator[Offence]:
    """No code outside a ruleset's package and the list of rulesets says its name: as a string, in one, or as a name."""
    law = LAW["rulesets"]
    homes = _packages(tree, law["package"])
    packages = [name.rpartition(".")[2] for name in homes]
    shared = sorted({*law["names"], *law["titles"]})
    any_of = re.compile("|".join(re.escape(name) for name in (*packages, *shared)))
    for module in tree.modules.values():
        own = _room(module.name, homes).rpartition(".")[2]
        if module.name == law["package"] or not any_of.search(module.said):
            continue
        for word in module.words:
            said = [name for name in packages if name in word.text and name != own]
            said += [] if word.code else [name for name in shared if name in word.text and not _is_own(name, own)]
            if said:
                key = f"{module.name}: {said[0]}"
                yield Offence(key, module.path, word.line, f"says {said[0]!r}, which is one game's: {word.text[:60]!r}")


def _is_own(name: str, package: str) -> bool:
    """May a ruleset's package say this name?"""
    return bool(package) and package.replace("_", "-") in name.casefold().replace(" ", "-")


def words_of_one_game(tree: SourceTree) -> Iterator[Offence]:
    """Shared code does not name a phase, a place, a nation or a result of one game, nor ask an id by its first
    letters."""
    law = LAW["game_words"]
    known = {*law["words"], *law["nations"]}
    for module in tree.modules.values():
        if is_under(module.name, LAW["rulesets"]["package"]):
            continue
        for word in module.words:
            if not word.code and (word.text in known or PHASE_IDS.fullmatch(word.text)):
                text = f"says {word.text!r}, which is one game's"
                yield Offence(f"{module.name}: {word.text}", module.path, word.line, text)
        for line, letters in module.asked_by_letters:
            if letters not in law["first_letters"]:
                text = f"asks an id or a phase by its first letters: {letters!r}"
                yield Offence(f"{module.name}: {letters}…", module.path, line, text)


def long_modules(tree: SourceTree) -> Iterator[Offence]:
    """No module is longer than the law says."""
    most = LAW["sizes"]["lines"]
    for module in tree.modules.values():
        if module.lines > most:
            yield Offence(module.path, module.path, 1, f"{module.lines} lines, {most} at most", module.lines)


def short_modules(tree: SourceTree) -> Iterator[Offence]:
    """No module is a slip: what is short stands in the chapter it belongs to, or has its reason in the law."""
    fewest, reasons = LAW["sizes"]["fewest_lines"], LAW["short_modules"]
    for module in tree.modules.values():
        if not module.is_package and module.lines < fewest and module.name not in reasons:
            yield Offence(module.path, module.path, 1, f"{module.lines} lines, {fewest} at least")
    for name in reasons:
        if name in tree.modules and tree.modules[name].lines >= fewest:
            yield Offence(name, tree.modules[name].path, 1, "is a chapter by now: strike its reason off the law")


def sparse_folders(tree: SourceTree) -> Iterator[Offence]:
    """No folder has fewer entries than the law says, and none lies too deep."""
    inside: dict[str, set[str]] = defaultdict(set)
    for module in tree.modules.values():
        path = PurePosixPath(module.path)
        for child, folder in zip((path, *path.parents), path.parents, strict=False):
            inside[str(folder)].add(child.name)
    sizes, reasons = LAW["sizes"], LAW["sparse_folders"]
    for folder, names in inside.items():
        number, depth = len(names - {"__init__.py"}), folder.count("/")
        if folder in reasons and number >= sizes["fewest_entries"]:
            yield Offence(folder, folder, 0, "has entries enough: strike its reason off the law")
        if folder != "." and number < sizes["fewest_entries"] and folder not in reasons:
            yield Offence(folder, folder, 0, f"{number} entries, {sizes['fewest_entries']} at least")
        if depth > sizes["depth"]:
            yield Offence(f"{folder}: depth", folder, 0, f"{depth} folders deep, {sizes['depth']} at most")


def long_functions(tree: SourceTree) -> Iterator[Offence]:
    """No function is longer than the law says."""
    most = LAW["sizes"]["length"]
    for module in tree.modules.values():
        for function in module.functions:
            if function.length > most:
                text = f"{function.name} has {function.length} lines, {most} at most"
                key = f"{module.name}.{function.name}"
                yield Offence(key, module.path, function.line, text, function.length)


def tangled_functions(tree: SourceTree) -> Iterator[Offence]:
    """No function has more paths than the law says."""
    most = LAW["sizes"]["complexity"]
    for module in tree.modules.values():
        for function in module.functions:
            if function.complexity > most:
                text = f"{function.name} has {function.complexity} paths, {most} at most"
                key = f"{module.name}.{function.name}"
                yield Offence(key, module.path, function.line, text, function.complexity)


def circles(tree: SourceTree) -> Iterator[Offence]:
    """No circle of imports between files, for types and in functions too: the imports that close one.

    Where imports at the head of files make a circle by themselves, each of them; else those for types and in functions.
    """
    plain = {name: {i.target for i in m.imports if not (i.typed or i.lazy)} for name, m in tree.modules.items()}
    hard = _knots({name: plain[name] & tree.edges[name] for name in plain})
    for group in _knots(tree.edges):
        for name in sorted(group):
            module = tree.modules[name]
            for found in module.imports:
                closes = found.typed or found.lazy or any({name, found.target} <= knot for knot in hard)
                if closes and found.target in group and found.target != name:
                    text = f"{name} imports {found.target}, which comes back to it"
                    yield Offence(f"{name} -> {found.target}", module.path, found.line, text)


def lazy_imports(tree: SourceTree) -> Iterator[Offence]:
    """A function imports nothing when it runs, but where starting fast needs it."""
    for module in tree.modules.values():
        for found in module.imports:
            if found.lazy:
                text = f"a function imports {found.target}"
                yield Offence(f"{module.name} -> {found.target}", module.path, found.line, text)


def twice_named_classes(tree: SourceTree) -> Iterator[Offence]:
    """No two classes of one name in one room."""
    law = LAW["class_names"]
    for room in (*law["rooms"], *_packages(tree, law["each"])):
        found = [(name, line, module) for module in tree.under(room) for name, line in module.classes]
        number = Counter(name for name, _, _ in found)
        for name, line, module in found:
            if number[name] > 1:
                text = f"{number[name]} classes of {room} are called {name}"
                yield Offence(f"{room}: {name}", module.path, line, text, number[name])


def asking_docstrings(tree: SourceTree) -> Iterator[Offence]:
    """The docstring of a module or a class says what is inside: its first sentence is no question."""
    for module in tree.modules.values():
        for name, line, sentence in module.openings:
            if sentence.endswith("?"):
                yield Offence(f"{module.path}: {name}".rstrip(": "), module.path, line, sentence)


def _knots(edges: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules in which each comes back to each (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for target in edges[name]:
            if target not in order:
                visit(target)
            if target in stack:
                low[name] = min(low[name], low[target])
        if low[name] == order[name]:
            at = stack.index(name)
            if len(stack) - at > 1:
                found.append(set(stack[at:]))
            del stack[at:]

    for name in edges:
        if name not in order:
            visit(name)
    return found


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        upward_imports,
        rooms_without_a_place,
        forbidden_imports,
        beyond_the_surface,
        rulesets_importing_rulesets,
        rulesets_by_name,
        words_of_one_game,
        long_modules,
        short_modules,
        sparse_folders,
        long_functions,
        tangled_functions,
        circles,
        lazy_imports,
        twice_named_classes,
        asking_docstrings,
    )
}


def known(text: str | None = None) -> dict[str, dict[str, Any]]:
    """What breaks each rule today: its name and the reason, or the reason and the most that is borne."""
    return tomllib.loads((HERE / "known_offences.toml").read_text(encoding="utf-8") if text is None else text)


def complaints(rule: Rule, tree: SourceTree, borne: dict[str, Any]) -> list[str]:
    """What is to be said of a rule: offences that are not known or have grown, and known ones that are no more."""
    found = list(rule(tree))
    most = {key: value.get("most", 0) if isinstance(value, dict) else 0 for key, value in borne.items()}
    worst: dict[str, int] = {}
    for offence in found:
        worst[offence.key] = max(offence.size, worst.get(offence.key, 0))
    said = [str(o) for o in found if o.key not in borne or o.size > most[o.key]]
    said += [f"known_offences.toml: {key!r} is no more: strike it off" for key in borne if key not in worst]
    smaller = {key: size for key, size in worst.items() if size < 0.9 * most.get(key, 0)}
    said += [f"known_offences.toml: {key!r} is down to {size}: say so there" for key, size in smaller.items()]
    return said
