"""Is every figure that a table may carry read by the rules?  One that is not would be let in and do nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import ecs
from ecs import RULESETS
from ecs.core.files.toml_files import TomlTable

ROOT = Path(ecs.__file__).parent / "rulesets"
SHOWN = {"ScenarioLine"}
"""Shapes that are only looked up: a game takes these figures from its scenario."""


def shapes(kind: Any) -> Iterator[type[TomlTable]]:
    """Every shape of table inside one, itself first."""
    for inner in get_args(kind):
        yield from shapes(inner)
    if isinstance(kind, type) and issubclass(kind, TomlTable):
        yield kind
        for field in get_type_hints(kind).values():
            yield from shapes(field)


def read(node: ast.AST) -> Iterator[str]:
    """Attributes the code asks for, but for what checks the tables."""
    if isinstance(node, ast.FunctionDef) and node.name.endswith("_faults"):
        return
    if isinstance(node, ast.Attribute):
        yield node.attr
    for inner in ast.iter_child_nodes(node):
        yield from read(inner)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_figure_of_every_table_is_read_by_the_rules(game: str) -> None:
    package = game.replace("-", "_")
    own = {
        s for sheet in RULESETS[game].figures.shelf.sheets for s in shapes(sheet.kind) if f".{package}." in s.__module__
    }
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / package).rglob("*.py")]
    words = {word for module in modules for word in read(module)} | {"origin"}
    figures = {(shape.__name__, field.name) for shape in own for field in msgspec.structs.fields(shape)}
    assert len(figures) > 90
    assert {figure for figure in figures if figure[1] not in words and figure[0] not in SHOWN} == set()
