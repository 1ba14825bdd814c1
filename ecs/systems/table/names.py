"""The names of hexes and counters."""

from __future__ import annotations

from ecs.core.view import Refusal
from ecs.core.world import World


def label(w: World, index: int) -> str:
    """The printed label of a hex."""
    return w.board.hexes[index].label


def labels(w: World) -> tuple[str, ...]:
    """The printed labels of all hexes, by index."""
    return w.on_board("labels", lambda: tuple(spot.label for spot in w.board.hexes))


def named(w: World, index: int) -> str:
    """Place name and label for the log: "Kiev J5"."""
    spot = w.board.hexes[index]
    return f"{spot.name} {spot.label}" if spot.name else spot.label


def unknown(w: World, unit_id: str, spot: str | None = None, *, unit_rule: str, hex_rule: str) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game.

    :param unit_rule: where the rulebook speaks of counters; ``hex_rule``: of the map.
    """
    if w.unit(unit_id) is None:
        return Refusal("no-such-unit", f"There is no unit {unit_id}.", unit_rule)
    return None if spot is None else unknown_hex(w, spot, hex_rule)


def unknown_hex(w: World, spot: str, rule: str) -> Refusal | None:
    """Why a command makes no sense at all: it names no hex of this game.

    :param rule: where the rulebook speaks of the map.
    """
    return None if spot in w.board.by_label else Refusal("no-such-hex", f"There is no hex {spot} on this map.", rule)
