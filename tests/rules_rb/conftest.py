"""The worlds a test has set up are given back when it is over: there are thousands of them."""

from __future__ import annotations

from collections.abc import Iterator

import esper
import pytest


@pytest.fixture(autouse=True)
def worlds_given_back() -> Iterator[None]:
    """Delete every world that is new since the test began."""
    before = set(esper.list_worlds())
    yield
    for name in esper.list_worlds():
        if name not in before:
            if esper.current_world == name:
                esper.switch_world("default")
            esper.delete_world(name)
