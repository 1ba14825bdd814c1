"""The house rules that a linter cannot know: who may import whom, and what the rules engine never touches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ECS = sorted((ROOT / "ecs").rglob("*.py"))
GAME = sorted((ROOT / "game").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

# a file of ecs/ may import only from lines above its own
LAYERS = [
    {"hexgrid", "reading"},
    {"components", "commands", "figures"},
    {"events"},
    {"board"},
    {"mapclasses", "mapxml", "mapguard"},
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
    {"soundness"},
    {"__init__"},
]
LEVEL = {name: number for number, names in enumerate(LAYERS) for name in names}
FORBIDDEN_IN_ECS = {"pygame", "random", "time", "datetime", "secrets", "numpy", "threading", "asyncio"}
# who may look at the clock in tests/: the room for it, and a picture book that somebody makes by hand
BY_THE_CLOCK = {"patience.py", "tutorial_window.py"}
NETS = {"NET"}
PUBLIC = {"ecs", "ecs.commands", "ecs.events", "ecs.view", "ecs.hexgrid", "ecs.board", "ecs.mapfile", "ecs.keeping"}
PUBLIC |= {"ecs.invariants", "ecs.reading", "ecs.soundness"}


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


def looks_at_the_clock(source: str) -> list[int]:
    """The lines on which a file imports ``time``, or sets a limit by the clock that is not the net under all tests."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            found += [node.lineno] * ("time" in named)
        elif isinstance(node, ast.Call):
            given = [word.value for word in node.keywords if word.arg == "timeout"]
            waits = isinstance(node.func, ast.Attribute) and node.func.attr == "wait" and len(node.args) == 1
            given += node.args if waits and _a_process(node.func) else []
            found += [node.lineno for value in given if not (isinstance(value, ast.Name) and value.id in NETS)]
        elif isinstance(node, ast.keyword) and node.arg == "deadline" and ast.unparse(node.value) != "None":
            found.append(node.value.lineno)
    return found


def _a_process(func: ast.expr) -> bool:
    """Is it somebody's process that is waited for, and not the pilot of a window, whose seconds are simulated?"""
    return isinstance(func, ast.Attribute) and not ast.unparse(func.value).endswith(("pilot", "Pilot(app)"))


@pytest.mark.parametrize("path", [p for p in TESTS if p.name not in BY_THE_CLOCK],
                         ids=lambda p: str(p.relative_to(ROOT)))
def test_no_test_hangs_on_the_clock(path: Path) -> None:
    """What is slow on a busy machine is judged by tests/patience.py: by a processor's time, or by events."""
    lines = looks_at_the_clock(path.read_text(encoding="utf-8"))
    assert not lines, f"{path.name}:{lines[0]} looks at the clock"


@pytest.mark.parametrize(
    "code",
    ["import time", "from time import sleep", "subprocess.run(words, timeout=30)", "game.wait(5)", "event.wait(1.5)",
     "settings(deadline=200)", "child.communicate(timeout=NET / 100)"],
)
def test_a_look_at_the_clock_would_be_seen(code: str) -> None:
    assert looks_at_the_clock(code) == [1]
    assert looks_at_the_clock("subprocess.run(words, timeout=NET); game.wait(NET); seat.pilot.wait(0.5)") == []
