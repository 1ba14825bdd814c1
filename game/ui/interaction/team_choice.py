"""Who of those beside a hex is wanted elsewhere.  Where whoever stands beside an enemy must attack, that matters."""

from __future__ import annotations

from collections.abc import Set

from ecs.core.commands import Assign
from game.ui.interaction.click_commands import Orders


def targets_of(orders: Orders, name: str) -> set[int]:
    """Hexes a unit may be sent to attack."""
    return {i for i, commands in orders.hexes(name).items() if isinstance(commands[0], Assign)}


def free_elsewhere(orders: Orders, target: int, team: tuple[str, ...]) -> frozenset[str]:
    """Those of a team who could attack another hex instead: whoever could not must come along."""
    return frozenset(name for name in team if targets_of(orders, name) - {target})


def less_those_needed(orders: Orders, target: int, taken: Set[int], team: tuple[str, ...]) -> tuple[str, ...]:
    """A team without one for each other hex that nobody else could attack; ``taken``: hexes under attack already."""
    can = {name: targets_of(orders, name) for name in team}
    others = {i for hexes in can.values() for i in hexes} - {target} - taken
    spare = {i for name in orders.by_unit if name not in team for i in targets_of(orders, name)}
    kept = list(team)
    for there in sorted(others - spare):
        if not any(there in can[name] for name in team if name not in kept):
            able = [name for name in kept if there in can[name]]
            if len(kept) > 1 and able:
                kept.remove(able[-1])
    return tuple(kept)
