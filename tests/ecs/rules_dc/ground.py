"""Rings, quick battles and a look at the fire of a place, for the tests of chapters 10 to 22."""

from __future__ import annotations

from collections.abc import Iterable

from ecs import Game, Side
from tests.ecs.staging import do

SOVIETS = ("8.A", "11.A(R)", "3.A", "10.A", "4.A(R)", "5.A")
GERMANS = ("18.A", "9.A", "4.A", "6.A", "17.A", "11.A")
ROWS = "ABCDEFGHIJKLMNOPQR"


def ring(label: str, names: Iterable[str]) -> dict[str, list[str]]:
    """One counter in each of the six hexes round a hex inland."""
    row, col = ROWS.index(label[0]) + 1, int(label[1:])
    shift = 0 if row % 2 else -1
    spots = [(row, col - 1), (row, col + 1)]
    spots += [(row + dy, col + dx + shift) for dy in (-1, 1) for dx in (0, 1)]
    return {f"{ROWS[r - 1]}{c}": [name] for (r, c), name in zip(spots, names, strict=True)}


def begin(game: Game, target: str, *units: str) -> None:
    """Declare one attack, close the allocation and begin the battle."""
    do(game, *(f"attack {u} {target} 1" for u in units), "end", f"resolve {target} 1")


def defence(game: Game, target: str, *attackers: str, side: Side = Side.AXIS) -> dict[str, int]:
    """The lines of the defenders' fire in the forecast of an attack."""
    found = game.forecast(side, game.board.by_label[target], attackers)
    return {line.text: line.value for line in found.defence_lines}


def asked(game: Game) -> str:
    """The open decision, or "" """
    view = game.view(Side.AXIS)
    return view.decision.id if view.decision else ""


def control(game: Game, label: str) -> Side | None:
    """Who controls a hex."""
    return game.view(Side.AXIS).control[game.board.by_label[label]]


def supplied(game: Game, side: Side, label: str) -> bool:
    """Can a side trace supply to a hex now?"""
    return game.board.by_label[label] in game.supply(side)
