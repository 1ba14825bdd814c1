"""What may be done with one unit alone, and why not?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ecs.core.commands import Command
from ecs.core.view import Refusal
from ecs.core.world import Unit, World


class Named(Protocol):
    """An order that names a unit."""

    @property
    def unit(self) -> str:
        """The id of the unit."""


C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Errand(Generic[C]):
    """What a game decides of an order to one unit.

    ``order``: makes it.  ``strange``: why an order names what is not in the game; ``cannot``: why it may not be given
    to a unit now.  ``is_asked``: a quick look whether a unit is ever offered it.
    """

    order: Callable[[str], C]
    strange: Callable[[World, str], Refusal | None]
    cannot: Callable[[World, Unit], Refusal | None]
    is_asked: Callable[[Unit], bool] = lambda unit: True

    def commands(self, w: World, unit: Unit) -> Sequence[Command]:
        """The order, if it may be given to the unit now."""
        return [self.order(unit.id)] if self.is_asked(unit) and self.cannot(w, unit) is None else []

    def judge(self, w: World, command: Named) -> Refusal | None:
        """Why the order may not be given."""
        return self.strange(w, command.unit) or self.cannot(w, w.by_id[command.unit])
