"""The house rules that a linter cannot know: who may import whom, and what the rules engine never touches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ECS = sorted((ROOT / "ecs").rglob("*.py"))
GAME = sorted((ROOT / "game").rglob("*.py"))

# a file of ecs/ may import only from lines above its own
LAYERS = [
    {"hexgrid", "reading"},
    {"components", "commands", "figures"},
    {"events"},
    {"board"},
    {"mapclasses", "mapguard"},
    {"mapcompile"},
    {"mapfile"},
    {"view"},
    {"world"},
    {"dice", "tables"},
    {"ruleset"},
    {"systems"},
    {"scenario"},
    {"rulesets"},
    {"asking"},
    {"engine"},
    {"replaying", "keeping"},
    {"invariants"},
    {"__init__"},
]
LEVEL = {name: number for number, names in enumerate(LAYERS) for name in names}
FORBIDDEN_IN_ECS = {"pygame", "random", "time", "datetime", "secrets", "numpy", "threading", "asyncio"}
PUBLIC = {"ecs", "ecs.commands", "ecs.events", "ecs.view", "ecs.hexgrid", "ecs.board", "ecs.mapfile", "ecs.keeping"}
PUBLIC |= {"ecs.invariants", "ecs.reading"}


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """(module, line, for types only) of every import in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno, id(node) in typed
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno, id(node) in typed


def room(path: Path) -> str:
    """The layer a file of ecs/ belongs to."""
    parts = path.relative_to(ROOT / "ecs").with_suffix("").parts
    return parts[0]


@pytest.mark.parametrize("path", ECS, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_rules_import_only_downward_and_know_no_window_clock_or_chance(path: Path) -> None:
    for module, line, typed in imports(path):
        top = module.split(".")[0]
        assert top not in FORBIDDEN_IN_ECS and top != "game", f"{path.name}:{line} imports {module}"
        if top == "pytmx":
            assert path.name == "mapfile.py", f"{path.name}:{line}: only mapfile imports pytmx"
        if top == "esper":
            assert path.name == "world.py", f"{path.name}:{line}: only world imports esper"
        if top == "ecs" and "." in module and not typed:
            target = module.split(".")[1]
            assert LEVEL[target] <= LEVEL[room(path)], f"{path.name}:{line} imports {module}, which lies above it"


@pytest.mark.parametrize("path", GAME, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_game_sees_the_rules_through_their_public_surface(path: Path) -> None:
    for module, line, typed in imports(path):
        if module.split(".")[0] == "ecs" and not typed:
            assert module in PUBLIC, f"{path.name}:{line} imports {module}"


@pytest.mark.parametrize("path", GAME, ids=lambda p: str(p.relative_to(ROOT)))
def test_nobody_outside_the_engine_touches_a_games_state(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "_w":
            raise AssertionError(f"{path.name}:{node.lineno} reaches into the world")


def test_no_code_asks_which_game_it_is() -> None:
    for path in [*ECS, *GAME]:
        if "rulesets" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                for part in [node.left, *node.comparators]:
                    assert not (isinstance(part, ast.Constant) and part.value == "darkest-crusade"), path


def test_importing_the_rules_needs_no_pygame() -> None:
    import subprocess
    import sys

    code = "import sys, ecs; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
