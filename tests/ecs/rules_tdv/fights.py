"""One attack on a plain hex, played through the engine with dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ecs import Game
from tests.ecs.rules_tdv.ground import Field, plain
from tests.ecs.rules_tdv.stage import do, load_dice, position, texts, where

OPEN = plain()
AXIS = {"chit": "AX_MC", "phase": "fight-axis"}
SOVIET = {"chit": "SU_CB", "phase": "fight-soviet", "turn": 6}


def fight(
    monkeypatch: Any,
    attackers: Mapping[str, str],
    defenders: Mapping[str, str],
    *dice: int,
    field: Field = OPEN,
    bases: Mapping[str, tuple[int, int]] | None = None,
    others: Mapping[str, tuple[str, str]] | None = None,
    **more: Any,
) -> Game:
    """Attack the middle of a field from the north, or from where ``bases`` says, and roll.

    :param attackers: counter id -> class; so the defenders.
    """
    at = bases or {}
    units = {name: (kind, field(*at.get(name, (0, -1)))) for name, kind in attackers.items()}
    units |= {name: (kind, field()) for name, kind in defenders.items()}
    game = position({**units, **(others or {})}, **{**AXIS, **more})
    load_dice(monkeypatch, *dice)
    do(game, *(f"attack {name} {field()} 1" for name in attackers), f"resolve {field()} 1")
    return game


def steps(game: Game, *names: str) -> list[int]:
    """Steps left of counters; 0 if they are off the map."""
    from ecs.rulesets.dark_valley.data.units import steps_left

    units = [game._w.by_id[name] for name in names]
    return [steps_left(u) if u.hex >= 0 else 0 for u in units]


def question(game: Game) -> str:
    """The open decision, or ""."""
    return next(iter(game._w.decisions.stack[-1:]), "")


def settle(game: Game) -> None:
    """Answer everything that is open with the first thing listed, but advance nobody."""
    while question(game):
        do(game, "done" if "done" in texts(game) else texts(game)[0])


__all__ = ["AXIS", "OPEN", "SOVIET", "do", "fight", "question", "settle", "steps", "texts", "where"]
