"""The house rules that a linter cannot know: tests/architecture holds them as data, and the guard that reads them."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ecs.rulesets import RULESETS
from tests import ROOT
from tests.architecture.rules import LAW, PHASE_IDS, RULES, complaints, known
from tests.architecture.source_tree import SourceTree
from tests.kits.rows import of_each

# what may look at the clock in tests/: the room for it, and a picture book that somebody makes by hand
BY_THE_CLOCK = {ROOT / "tests" / "kits" / "patience.py", ROOT / "tests" / "programs" / "tutorial_window.py"}
WORKSHOP = ROOT / "tests" / "workshop"  # its tools measure, and go on for so long
NETS = {"NET"}
LONG = "\n".join(["x = 0"] * 701)
DEEP = "def f(n):\n" + "\n".join(f"    if n == {n}:\n        return 0" for n in range(15))
TALL = "def f():\n" + "\n".join("    x = 0" for _ in range(40))
TYPED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import "


@cache
def the_source() -> SourceTree:
    return SourceTree.at(ROOT, "ecs", "game")


@pytest.mark.parametrize("name", RULES)
def test_the_source_keeps_the_rules_of_the_house(name: str) -> None:
    """tests/architecture/law.toml says what the rules are, known_offences.toml what breaks them today."""
    said = complaints(RULES[name], the_source(), known().get(name, {}))
    assert not said, f"{RULES[name].__doc__}\n" + "\n".join(said)


def test_what_breaks_the_rules_becomes_less() -> None:
    for name, borne in known().items():
        assert len(borne) <= LAW["ceiling"].get(name, 0), f"{name}: an offence was written in instead of mended"
        for key, value in borne.items():
            assert value["why"] if isinstance(value, dict) else value, f"{key} has no reason"


PLANTED = [
    ("upward_imports", "ecs/board/planted.py", "from ecs.core.view import View"),
    (
        "upward_imports",
        "ecs/core/planted.py",
        TYPED + "ecs.engine.engine",
    ),
    ("upward_imports", "ecs/rulesets/war_against_russia/ground/planted.py", "from ..combat import battle"),
    ("upward_imports", "game/packs/planted.py", "import game.saves.listing"),
    ("rooms_without_a_place", "game/planted.py", ""),
    ("forbidden_imports", "ecs/core/planted.py", "import random"),
    ("forbidden_imports", "ecs/board/planted.py", "import pytmx.util_pygame"),
    ("forbidden_imports", "game/ui/panels/planted.py", "def f():\n    from game.screens import title"),
    ("forbidden_imports", "game/cli/planted.py", "def f():\n    import platform"),
    ("forbidden_imports", "game/play/planted.py", "from tests.workshop.soak import schedule"),
    ("forbidden_imports", "ecs/core/planted.py", "from platform import uname"),
    ("forbidden_imports", "game/opponents/planted.py", "from game.ui.widgets import Ui"),
    ("beyond_the_surface", "game/ui/panels/planted.py", "from ecs.core.world import World"),
    ("beyond_the_surface", "game/cli/planted.py", "def f(game):\n    return game._w.turn"),
    (
        "rulesets_importing_rulesets",
        "ecs/rulesets/dark_valley/planted.py",
        "import ecs.rulesets.russia_besieged",
    ),
    ("rulesets_importing_rulesets", "ecs/rulesets/dark_valley/planted.py", "from ecs.rulesets import RULESETS"),
    ("rulesets_by_name", "game/ui/panels/planted.py", 'def f(view):\n    return view.game == "russia-besieged"'),
    ("rulesets_by_name", "game/screens/planted.py", 'LOOKS = {"dark-valley": 1}'),
    ("rulesets_by_name", "game/saves/planted.py", 'def f(name):\n    return name.startswith("rb-")'),
    ("rulesets_by_name", "ecs/systems/ground/planted.py", "def f(rules):\n    return rules.war_against_russia"),
    ("rulesets_by_name", "ecs/rulesets/dark_valley/planted.py", 'X = "as in Russia Besieged"'),
    ("words_of_one_game", "game/saves/planted.py", 'def f(phase):\n    return phase == "S1"'),
    ("words_of_one_game", "game/ui/panels/planted.py", 'def f(phase):\n    return phase.id.startswith("S")'),
    ("words_of_one_game", "ecs/core/planted.py", 'WORTH = {"Moscow": 5}'),
    ("words_of_one_game", "game/opponents/planted.py", 'def f(unit):\n    return unit.nation == "GER"'),
    ("long_modules", "game/cli/planted.py", LONG),
    ("short_modules", "game/cli/planted.py", "x = 0\n"),
    ("sparse_folders", "game/cli/planted:alone.py", LONG),
    ("sparse_folders", "game/cli/lookup/far/away:below.py", LONG),
    ("long_functions", "game/cli/planted.py", TALL),
    ("tangled_functions", "game/cli/planted.py", DEEP),
    (
        "circles",
        "ecs/untrusted_input.py",
        TYPED + "ecs.board.map_validator",
    ),
    ("circles", "ecs/untrusted_input.py", "import ecs.board.map_validator"),
    ("lazy_imports", "game/saves/planted.py", "def f():\n    import json"),
    ("twice_named_classes", "game/ui/panels/planted.py", "class Ui:\n    pass"),
    ("asking_docstrings", "ecs/systems/ground/planted.py", '"""Who goes where?  Nobody knows."""'),
    ("asking_docstrings", "game/play/planted.py", 'class A:\n    """Is it one?"""'),
]


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED, ids=lambda value: value if value in RULES else "")
def test_an_offence_that_is_planted_is_seen(rule: str, path: str, text: str) -> None:
    """Each in a copy of the source; where a folder is to blame, it ends the path before a colon."""
    place, _, file = path.rpartition(":")
    copy = the_source().with_file(f"{place}/{file}" if place else file, text)
    before = {str(offence) for offence in RULES[rule](the_source())}
    new = {str(offence) for offence in RULES[rule](copy)} - before
    assert any(line.startswith(f"{place or file}:") for line in new), new
    assert set(complaints(RULES[rule], copy, known().get(rule, {}))) & new


def test_every_rule_has_its_planted_offence() -> None:
    assert {rule for rule, _, _ in PLANTED} == set(RULES)


def test_an_offence_in_a_file_of_a_folder_is_seen(tmp_path: Path) -> None:
    """The way from the files to the rules: what is planted in memory above lies on a disk here."""
    (tmp_path / "ecs" / "core").mkdir(parents=True)
    (tmp_path / "ecs" / "core" / "chance.py").write_text('"""Chance."""\n\nimport random\n', encoding="utf-8")
    said = complaints(RULES["forbidden_imports"], SourceTree.at(tmp_path, "ecs"), {})
    assert [line.partition(" ")[0] for line in said] == ["ecs/core/chance.py:3:"]


def test_what_is_known_may_not_grow_and_is_struck_off_when_mended() -> None:
    tree = SourceTree({"ecs/core/planted.py": LONG})
    rule = RULES["long_modules"]
    assert complaints(rule, tree, {"ecs/core/planted.py": {"most": 900, "why": "grown since"}})
    assert not complaints(rule, tree, {"ecs/core/planted.py": {"most": 710, "why": "a little less"}})
    assert complaints(rule, tree, {"ecs/core/planted.py": {"most": 800, "why": "much less"}})
    assert complaints(rule, SourceTree({}), {"ecs/core/planted.py": {"most": 710, "why": "mended"}})


def test_prose_may_name_a_game() -> None:
    text = '"""As in Russia Besieged."""\n\nX = 1\n"""Not of war_against_russia."""\n\ndef f():\n    """rb-"""\n'
    assert not list(RULES["rulesets_by_name"](SourceTree({"ecs/core/prose.py": text})))


def test_the_law_knows_the_games_there_are() -> None:
    law = LAW["rulesets"]
    assert set(RULESETS) <= set(law["names"])
    assert {game.title for game in RULESETS.values()} == set(law["titles"])
    folders = {path.name for path in (ROOT / "maps" / "scenarios").iterdir()}
    assert folders <= set(law["names"])
    assert PHASE_IDS.fullmatch("S1") and PHASE_IDS.fullmatch("A2a0-attack") and PHASE_IDS.fullmatch("move2-axis")
    assert not PHASE_IDS.fullmatch("F11") and not PHASE_IDS.fullmatch("weather")


def test_importing_the_rules_needs_no_pygame() -> None:
    code = "import sys, ecs; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


IMPORTED = re.compile(r"\b(?:from ((?:ecs|game|tests)[\w.]*) import|import ((?:ecs|game)[\w.]*))")


@of_each("path", sorted((ROOT / "tests").rglob("*.py")))
def test_what_tests_run_as_text_imports_modules_that_exist(path: Path) -> None:
    """No linter looks into the programs that tests hand to another interpreter."""
    if path == Path(__file__):
        return
    texts = [n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)]
    for text in texts:
        for module in (
            (name for found in IMPORTED.findall(text) for name in found if name) if isinstance(text, str) else ()
        ):
            assert importlib.util.find_spec(module), f"{path.name}: a program in a string imports {module}"


def test_tests_reach_under_a_game_in_one_place() -> None:
    """The rules' own tests do; the others stage a position through ``world_of``."""
    outside = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path.relative_to(ROOT).parts[1] != "ecs"]
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in outside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "_w"
    ]
    assert len(outside) > 80 and not found, f"read the marks of a game: {', '.join(found)}"


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


def test_no_test_hangs_on_the_clock() -> None:
    """What is slow on a busy machine is judged by tests/kits/patience.py: by a processor's time, or by events."""
    every = sorted((ROOT / "tests").rglob("*.py"))
    files = [path for path in every if path not in BY_THE_CLOCK and not path.is_relative_to(WORKSHOP)]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in looks_at_the_clock(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"look at the clock: {', '.join(found)}"


@pytest.mark.parametrize(
    "code",
    [
        "import time",
        "from time import sleep",
        "subprocess.run(words, timeout=30)",
        "game.wait(5)",
        "event.wait(1.5)",
        "settings(deadline=200)",
        "child.communicate(timeout=NET / 100)",
    ],
)
def test_a_look_at_the_clock_would_be_seen(code: str) -> None:
    assert looks_at_the_clock(code) == [1]
    assert looks_at_the_clock("subprocess.run(words, timeout=NET); game.wait(NET); seat.pilot.wait(0.5)") == []


def test_the_page_on_the_house_names_only_what_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:ecs|game|tests|docs)/[\w/.*-]+)`", page))
    assert len(paths) > 10
    missing = [path for path in sorted(paths) if not list(ROOT.glob(path.rstrip("/")))]
    assert not missing, missing


def test_the_tree_on_that_page_has_a_line_for_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page[page.index("## The tree") : page.index("## One click")]
    for package in ("ecs", "game"):
        rooms = [path.name for path in (ROOT / package).iterdir() if path.is_dir() and path.name != "__pycache__"]
        assert [room for room in rooms if f"{room}/" not in tree] == []
