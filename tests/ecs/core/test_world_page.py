"""The page on what a World offers: every example on it is true."""

from __future__ import annotations

import doctest
import re

from ecs.core.world import World
from tests import ROOT

PAGE = ROOT / "docs" / "world.md"


def test_every_example_on_the_page_is_true() -> None:
    loosely = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=loosely)
    assert found.attempted > 50 and not found.failed


def test_the_page_shows_what_a_rule_may_use_of_a_world() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in ("each", "by_hex", "unit", "mark", "add", "reset", "emit", "what_if", "is_set_up", "phase"):
        assert hasattr(World, name) and re.search(rf"\bw\.{name}\b", text), name
