"""Choices common to every staff: the order of a desk, the loss that hurts least, the best retreat or advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from ecs import Command
from ecs.core.commands import Advance, Done, Resolve, Retreat, TakeHit
from ecs.core.view import UnitView
from game.opponents.players import Choice
from game.opponents.shared.position_reading import Reading

C = TypeVar("C", bound=Command)
Desks = Sequence[tuple[type[Command], Callable[..., Choice | None]]]
"""Kinds of command, and who picks one of a list of them, if any is worth giving."""


def of_kind(commands: Iterable[Command], kind: type[C]) -> list[C]:
    """The commands of a kind."""
    return [c for c in commands if isinstance(c, kind)]


def first_order(legal: Iterable[Command], desks: Desks, *given: Any) -> Choice | None:
    """The first order that a desk picks from its kind of commands, trying the desks in turn.

    :param given: what every desk is told before the commands.
    """
    by_kind: dict[type[Command], list[Command]] = {}
    for c in legal:
        by_kind.setdefault(type(c), []).append(c)
    for kind, desk in desks:
        choice = desk(*given, by_kind[kind]) if kind in by_kind else None
        if choice is not None:
            return choice
    return None


# -- Battles. --------------------------------------------------------------------------------------------------------


def least_loss(now: Reading, legal: Iterable[Command], pain: Callable[[UnitView], float]) -> Choice | None:
    """The loss that hurts least; None if there are none to take."""
    hits = of_kind(legal, TakeHit)
    best = min(hits, key=lambda c: (pain(now.by_id[c.unit]), c.unit), default=None)
    return (best, "The loss that hurts least.") if best is not None else None


def best_retreat(now: Reading, legal: Iterable[Command], haven: Callable[[int], float], why: str) -> Choice | None:
    """The retreat to the best hex; None if no unit retreats."""
    best = max(of_kind(legal, Retreat), key=lambda c: (haven(now.at(c.hex)), c.hex), default=None)
    return (best, why) if best is not None else None


def best_advance(
    now: Reading, legal: Sequence[Command], gain: Callable[[UnitView, int], float], least: float = 0.0
) -> Choice | None:
    """The advance that gains most; none if that gains no more than the least; None if no unit may advance."""

    @cache
    def value(c: Advance) -> tuple[float, str, str]:
        return gain(now.by_id[c.unit], now.at(c.hex)), c.unit, c.hex

    best = max(of_kind(legal, Advance), key=value, default=None)
    if best is None:
        return None
    if value(best)[0] <= least and Done() in legal:
        return Done(), "No one else advances."
    return best, f"Advance into {now.name(now.at(best.hex))}."


def surest_battle(now: Reading, ready: Iterable[Resolve], surety: Callable[[int, Sequence[str]], float]) -> Resolve:
    """The battle to fight next: a sure one closes ways out, and makes holes, for the others.

    :param surety: how sure an attack on a hex by units is.
    """
    teams = {(b.hex, b.wave): b.attackers for b in now.view.battles if b.state == "declared"}

    def sure(c: Resolve) -> tuple[float, str]:
        return surety(now.at(c.hex), teams.get((now.at(c.hex), c.wave), ())), c.hex

    return max(ready, key=sure)
