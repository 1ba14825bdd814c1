"""Orders: for each kind of command, who says why it may not be given and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ecs.core.commands import Command
from ecs.core.view import Refusal
from ecs.core.world import World

C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Order(Generic[C]):
    """What becomes of one kind of command.

    ``handle`` changes the table; it is asked only for commands in the legal list.  ``judge`` says why a command is
    not in it; where there is none, the phase or the open question is the reason.
    """

    command: type[C]
    handle: Callable[[World, C], None]
    judge: Callable[[World, C], Refusal | None] | None = None


Orders = Mapping[type[Command], Order[Any]]


class Chapter(Protocol):
    """A module of rules that declares, at its end, the orders it handles."""

    @property
    def __name__(self) -> str: ...

    @property
    def ORDERS(self) -> tuple[Order[Any], ...]: ...


class OrderClashError(TypeError):
    """Two chapters of one game want to handle the same kind of command."""


def gathered(*chapters: Chapter) -> Orders:
    """The orders of a game, from the chapters that declare them.

    :raises OrderClashError: if a kind of command is declared twice, naming it and both chapters.
    """
    found: dict[type[Command], Order[Any]] = {}
    declared: dict[type[Command], str] = {}
    for chapter in chapters:
        for order in chapter.ORDERS:
            if order.command in found:
                both = f"{declared[order.command]} and {chapter.__name__}"
                raise OrderClashError(f"{order.command.__name__} is declared by {both}")
            found[order.command] = order
            declared[order.command] = chapter.__name__
    return found
