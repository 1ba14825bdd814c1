"""Dice that fall as a test tells them, in any game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any

from ecs.core.components import Dice


def load(game: str, monkeypatch: Any, faces: Sequence[int]) -> None:
    """Make the next dice of a game fall as told, wherever they are rolled; running out of them is an error.

    :param game: the name of its package in ecs/rulesets.
    """
    queue = list(faces)

    def roll(w: Any, sides: int = 6) -> int:
        w.mark(Dice, w.table, thrown=w.dice.thrown + 1)
        return queue.pop(0)

    for name in (f"ecs.rulesets.{game}", "ecs.systems"):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            loaded = importlib.import_module(module.name)
            if hasattr(loaded, "roll"):
                monkeypatch.setattr(loaded, "roll", roll)
