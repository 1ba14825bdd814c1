"""The rules are tested by the printed figures, whatever game was played before in the same process."""

from __future__ import annotations

import sys

import pytest

from ecs.core.files.figures import PRINTED


@pytest.fixture(autouse=True)
def printed_figures() -> None:
    """Lay the printed figures on the shelf of every game that has been imported."""
    for name, module in list(sys.modules.items()):
        if name.startswith("ecs.rulesets.") and name.endswith(".data.tables"):
            module.SHELF.lay(PRINTED, "")
