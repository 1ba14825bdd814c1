"""Battles in small positions: declare, open, fight a round with given dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ecs import Game
from ecs.core.components import Garrison, Ground, Side
from ecs.core.events import Fired
from tests.ecs.staging import do, load_dice, stage

# L10 is clear and open, its six neighbours too, without city, river or road between them.
OPEN = "L10"
DUEL = {"K9": ["18.A"], OPEN: ["19.A"]}
BESIDE = ("K9", "K10", "L9", "L11", "M9", "M10")


def declared(phase: str, units: Mapping[str, Iterable[str]], *orders: str, **more: Any) -> Game:
    """A position whose attacks ("18.A E4" or "18.A E4 2") are declared and whose battles can begin."""
    game = stage(phase, units, **more)
    for order in orders:
        do(game, f"attack {order}" + ("" if order.count(" ") == 2 else " 1"))
    do(game, "end")
    return game


def battle(units: Mapping[str, Iterable[str]], *orders: str, phase: str = "A2a-attack", **more: Any) -> Game:
    """The same, with the battle for the first order's target begun."""
    game = declared(phase, units, *orders, **more)
    do(game, f"resolve {orders[0].split()[1]} 1")
    return game


def shoot(game: Game, monkeypatch: Any, ours: int, theirs: int, press: int = 0) -> list[Fired]:
    """Fire one round with these two dice; the two salvos as they were told."""
    load_dice(monkeypatch, ours, theirs)
    before = len(game.log)
    do(game, f"fire {press}")
    return [e for record in game.log[before:] for e in record.events if isinstance(e, Fired)]


def garrison(game: Game, label: str, on: bool) -> None:
    """Mark a hex as defended during this player-turn, or not."""
    game._w.mark(Garrison, game._w.hexes[game.board.by_label[label]], garrisoned=on)


def hand_over(game: Game, side: Side, *labels: str) -> None:
    """Give hexes to a side."""
    for label in labels:
        game._w.mark(Ground, game._w.hexes[game.board.by_label[label]], control=side)


def take(game: Game, *names: str) -> None:
    """Absorb all hits of the round, each by the first of these units that can still take one."""
    while game._w.decisions.stack[-1:] == ("hits",):
        legal = [c.text().split()[1] for c in game.legal()]
        do(game, f"hit {next(name for name in names if name in legal)}")
