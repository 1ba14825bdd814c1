"""The sequence of play: phases, the questions that interrupt them, and commands allowed at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ecs.core.commands import Command
from ecs.core.components import Side
from ecs.core.known_facts import PhaseWork
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World

System = Callable[[World], None]
Lister = Callable[[World], Iterable[Command]]
UnitLister = Callable[[World, Unit], Iterable[Command]]


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of the sequence of play.

    ``when``: the phase is skipped, with a line in the log, while this says no.  ``may_end`` says what
    still stands in the way of closing it; ``auto_end`` closes it when nothing is left to do in it.  ``alone`` gives the
    only order there is, even if it closes the phase, as long as no die is thrown, nothing hidden is shown and the same
    side goes on: so the player can take back his own last choice.
    ``commands`` list what the side may do; ``unit_commands`` what it may do with one unit of its own, so that a
    single order can be judged without listing all of them: no command that names a unit may stand in ``commands``
    when there are any.  ``afield``: those are for counters on the map alone.  ``then``: the id of the phase that
    follows, where it is not the next one.  ``set_up``: of the first turn alone, before the game.  ``work`` and
    ``part``: what it is for, as the view tells it.
    """

    id: str
    title: str
    side: Side | None
    text: str
    rule: str
    on_enter: tuple[System, ...] = ()
    commands: tuple[Lister, ...] = ()
    on_exit: tuple[System, ...] = ()
    when: Callable[[World], bool] | None = None
    may_end: Callable[[World], Refusal | None] | None = None
    auto_end: bool = False
    alone: bool = False
    unit_commands: tuple[UnitLister, ...] = ()
    afield: bool = False
    then: Callable[[World], str] | None = None
    set_up: bool = False
    work: PhaseWork = ""
    part: int = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that must be answered before play continues.

    ``alone``: an only answer is given unasked, and told; ``gently``, as far as that says so just now: but not if a die
    falls by it, a hidden unit is shown or the other side is to act, while the player could still have taken back his
    own last choice.
    """

    id: str
    side: Callable[[World], Side]
    commands: Lister
    view: Callable[[World], DecisionView]
    alone: bool = False
    gently: Callable[[World], bool] = lambda w: False


@dataclass(frozen=True, slots=True)
class SequenceOfPlay:
    """The phases of a turn in their order, and the questions that can come up in them, by id.

    ``asides``: what a side may announce at any time, also while the other side acts.
    """

    phases: tuple[Phase, ...]
    decisions: Mapping[str, Decision]
    asides: Callable[[World, Side], tuple[Command, ...]] = lambda w, side: ()

    @property
    def set_up(self) -> tuple[str, ...]:
        """The phases in which counters are placed before the game."""
        return tuple(phase.id for phase in self.phases if phase.set_up)


# -- Orders: for each kind of command, who says why it may not be given and who carries it out. ----------------------

C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Handler(Generic[C]):
    """How one kind of command is carried out, and why one may be illegal.

    ``handle`` changes the table; only commands in the legal list reach it.  ``judge`` says why a command is
    not in it; where there is none, the phase or the open question is the reason.
    """

    command: type[C]
    handle: Callable[[World, C], None]
    judge: Callable[[World, C], Refusal | None] | None = None


Handlers = Mapping[type[Command], Handler[Any]]


class Chapter(Protocol):
    """A module of rules that declares, at its end, the orders it handles."""

    @property
    def __name__(self) -> str: ...

    @property
    def ORDERS(self) -> tuple[Handler[Any], ...]: ...


class OrderClashError(TypeError):
    """Two chapters of one game want to handle the same kind of command."""


def gathered(*chapters: Chapter) -> Handlers:
    """The orders of a game, from the chapters that declare them.

    :raises OrderClashError: if a kind of command is declared twice, naming it and both chapters.
    """
    found: dict[type[Command], Handler[Any]] = {}
    declared: dict[type[Command], str] = {}
    for chapter in chapters:
        for order in chapter.ORDERS:
            if order.command in found:
                both = f"{declared[order.command]} and {chapter.__name__}"
                raise OrderClashError(f"{order.command.__name__} is declared by {both}")
            found[order.command] = order
            declared[order.command] = chapter.__name__
    return found
