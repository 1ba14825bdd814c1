"""The source as the guard reads it: every file parsed once, and what the rules ask of it collected in one walk."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a file takes from a module: ``typed`` for mypy alone, ``lazy`` when a function runs."""

    target: str
    line: int
    typed: bool
    lazy: bool


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method: its length in lines, signature and docstring included, and its paths."""

    name: str
    line: int
    length: int
    complexity: int


@dataclass(frozen=True, slots=True)
class Word:
    """A string (``code`` false) or a name in the code (``code`` true) with its line; docstrings are none of them."""

    text: str
    line: int
    code: bool


@dataclass
class Module:
    """One file: its path from the root with slashes, its dotted name, its lines, and what stands in it."""

    path: str
    name: str
    lines: int
    imports: list[Import] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    classes: list[tuple[str, int]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    openings: list[tuple[str, int, str]] = field(default_factory=list)
    """(name, "" for the module; line; first sentence) of the docstrings of the module and its classes."""
    asked_by_letters: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def said(self) -> str:
        """All words, one a line."""
        return "\n".join(word.text for word in self.words)

    @property
    def is_package(self) -> bool:
        return self.path.endswith("__init__.py")


class SourceTree:
    """The modules of some folders by dotted name; what they import is settled to modules, where it names one."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        names = {_dotted(path) for path in sources}
        self.modules = {m.name: m for path, text in sources.items() for m in [_Reader(path, text, names).module]}

    @classmethod
    def at(cls, root: Path, *folders: str) -> SourceTree:
        """All Python files in some folders under a root."""
        files = [file for folder in folders for file in sorted((root / folder).rglob("*.py"))]
        return cls({file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files})

    def with_file(self, path: str, text: str) -> SourceTree:
        """A copy in which one more file stands, or another text in a file: for offences that are planted."""
        copy = SourceTree({})
        names = {*self.modules, _dotted(path)}
        copy.modules = {**self.modules, _dotted(path): _Reader(path, text, names).module}
        return copy

    def under(self, prefix: str) -> Iterator[Module]:
        """The modules of a package, itself among them."""
        return (m for name, m in self.modules.items() if is_under(name, prefix))

    @cached_property
    def edges(self) -> dict[str, set[str]]:
        """Who imports whom among these modules, in whatever way."""
        return {
            name: {i.target for i in module.imports if i.target in self.modules and i.target != name}
            for name, module in self.modules.items()
        }


def is_under(name: str, prefix: str) -> bool:
    """Is a module a package, or in it?"""
    return name == prefix or name.startswith(prefix + ".")


def _dotted(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class _Reader:
    """Collects in one walk what the rules ask of a file."""

    def __init__(self, path: str, text: str, names: set[str]) -> None:
        self.names = names
        self.module = Module(path, _dotted(path), len(text.splitlines()))
        whole = ast.parse(text)
        self._opening("", whole)
        self._children(whole, typed=False, inside=())

    def _opening(self, name: str, node: ast.Module | ast.ClassDef) -> None:
        words = " ".join((ast.get_docstring(node) or "").split())
        sentence = re.match(r".*?[.?](?=\s|$)", words)
        line = node.lineno if isinstance(node, ast.ClassDef) else 1
        self.module.openings.append((name, line, sentence.group() if sentence else words))

    def _children(self, node: ast.AST, typed: bool, inside: tuple[str, ...], lazy: bool = False) -> None:
        for child in ast.iter_child_nodes(node):
            self._node(child, typed, inside, lazy)

    def _node(self, node: ast.AST, typed: bool, inside: tuple[str, ...], lazy: bool) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring, of a module, a class, a function or a value
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node.value:
                self.module.words.append(Word(node.value, node.lineno, code=False))
            return
        if isinstance(node, (ast.Name, ast.Attribute, ast.arg)):
            self._name(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.module.imports += [Import(target, node.lineno, typed, lazy) for target in self._targets(node)]
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            typed = True
        elif isinstance(node, ast.ClassDef):
            self._opening(node.name, node)
            if not inside:
                self.module.classes.append((node.name, node.lineno))
            inside = (*inside, node.name)
        elif isinstance(node, DEFS):
            inside, lazy = (*inside, node.name), True
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            self.module.functions.append(Function(".".join(inside), node.lineno, length, complexity(node)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith":
            self._by_letters(node, node.func.value)
        self._children(node, typed, inside, lazy)

    def _by_letters(self, call: ast.Call, asked: ast.expr) -> None:
        """``phase.startswith("S")``, ``unit.id.startswith("?")``: an id asked by its first letters."""
        if isinstance(asked, ast.Attribute) and asked.attr in ("id", "phase", "scenario", "ruleset"):
            for letters in call.args:
                if isinstance(letters, ast.Constant) and isinstance(letters.value, str):
                    self.module.asked_by_letters.append((call.lineno, letters.value))

    def _name(self, node: ast.Name | ast.Attribute | ast.arg) -> None:
        text = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.arg
        self.module.words.append(Word(text, node.lineno, code=True))

    def _targets(self, node: ast.Import | ast.ImportFrom) -> list[str]:
        """The modules an import names: once each, as the module itself where ``from`` names one."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        base = node.module or ""
        if node.level:
            here = self.module.name.split(".")
            up = node.level - self.module.is_package
            base = ".".join([*here[: len(here) - up], *([node.module] if node.module else [])])
        whole = [f"{base}.{alias.name}" for alias in node.names]
        return sorted({name if name in self.names else base for name in whole})


def complexity(function: ast.AST) -> int:
    """The paths through a function: one, and one more for every branch, loop, handler and case."""
    found, queue = 1, list(ast.iter_child_nodes(function))
    while queue:
        node = queue.pop()
        if isinstance(node, (*DEFS, ast.ClassDef)):
            continue  # counted by itself
        found += isinstance(node, BRANCHES)
        queue += ast.iter_child_nodes(node)
    return found
