"""The worlds a test has set up are given back when it is over: there are thousands of them."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def tidy(worlds_given_back: None) -> None:
    """Every test here."""
