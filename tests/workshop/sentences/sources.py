"""Sentences that stand in the sources: string literals of ecs/ and game/, and the texts of scenarios and tutorials.

A literal counts when it reads like prose: it begins with a capital letter or has a space.  Docstrings, type hints and
assertions say nothing to a player.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import ROOT

PACKAGES = ("ecs", "game")
DATA = ("ecs/**/*.toml", "game/**/*.toml", "maps/**/*.toml", "docs/rules/help/**/*.toml")
KINDS = {
    **dict.fromkeys(("Refusal", "no", "refused"), "refusal"),
    **dict.fromkeys(("Says", "SaysBy"), "log"),
    **dict.fromkeys(("Option", "ScenarioNumber", "ScenarioBox"), "option"),
    "Phase": "phase",
    "Decision": "question",
    **dict.fromkeys(("Result", "DieFace", "Outcome"), "result"),
    **dict.fromkeys(("button", "tick", "link", "choice", "tab", "slider", "field", "heading"), "label"),
    **dict.fromkeys(("add_argument", "add_parser"), "command line"),
    "Fault": "error",
}
"""By the function a literal is given to; anything else is called by its room."""
ROOMS = (
    ("table/sentences.py", "log"),
    ("systems/sentences.py", "log"),
    ("table/glossary.py", "word"),
    ("game/cli", "command line"),
    ("game/opponents", "reason"),
    ("game/saves", "error"),
    ("game/packs", "error"),
    ("game/ui/help", "help"),
    ("game/ui", "window"),
    ("game/screens", "window"),
    ("game/app", "window"),
    ("core/files", "error"),
    ("engine", "error"),
)
TEXTS = frozenset(
    {"title", "text", "about", "aim", "words", "name", "history", "note", "hint", "say", "do", "question"}
)
"""Keys of TOML files under which there is prose."""
HOLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, what kind it is of, and the file and line it stands in, or the game or screen that said it."""

    text: str
    kind: str
    where: str


def of_sources() -> Iterator[Said]:
    """The prose of all modules; a value filled in later stands in braces."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from _literals(tree, path.relative_to(ROOT).as_posix(), "", _docstrings(tree))


def of_data() -> Iterator[Said]:
    """The prose of scenarios, tables, tutorials and help."""
    for pattern in DATA:
        for path in sorted(ROOT.glob(pattern)):
            where = path.relative_to(ROOT).as_posix()
            yield from _prose_of(tomllib.loads(path.read_text(encoding="utf-8")), where, "")


def is_prose(text: str) -> bool:
    """Whether somebody is meant to read it: words, and more than an id."""
    words = HOLE.sub("", text).strip()
    if not re.search(r"[A-Za-z]{2}", words) or words.startswith(("<", "#", "--", "\\", "(?")):
        return False
    return " " in words or (words[0].isupper() and not (words.isupper() and len(words) < 20))


def _docstrings(tree: ast.AST) -> frozenset[int]:
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return frozenset(id(value) for value in found if isinstance(value, ast.Constant))


def _literals(node: ast.AST, where: str, kind: str, skip: frozenset[int]) -> Iterator[Said]:
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom) or id(node) in skip:
        return
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        kind = KINDS.get(name, kind)
    text = _text(node)
    if text is not None and is_prose(text):
        yield Said(" ".join(text.split()), kind or _room(where), f"{where}:{getattr(node, 'lineno', 0)}")
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        if child in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            continue
        yield from _literals(child, where, kind, skip)


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


def _room(where: str) -> str:
    return next((kind for part, kind in ROOMS if part in where), "rules" if where.startswith("ecs") else "play")


def _prose_of(value: Any, where: str, key: str) -> Iterator[Said]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _prose_of(inner, where, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _prose_of(inner, where, key)
    elif isinstance(value, str) and (key in TEXTS or " " in value.strip()) and is_prose(value):
        kind = "help" if "help" in Path(where).parts else "scenario" if where.startswith("maps") else "table"
        yield Said(" ".join(value.split()), kind, f"{where}: {key}")
