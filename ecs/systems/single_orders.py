"""Orders to one unit, or at one hex, alone, and why they may be illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ecs.core.commands import Command
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, unknown_hex


class Named(Protocol):
    """An order that names a unit."""

    @property
    def unit(self) -> str:
        """The id of the unit."""


class NamesHex(Protocol):
    """An order that names a hex."""

    @property
    def hex(self) -> str:
        """The label of the hex."""


C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Errand(Generic[C]):
    """A game's rules on an order to one unit.

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


@dataclass(frozen=True, slots=True)
class HexErrand(Generic[C]):
    """A game's rules on an order that names only a hex.

    ``order``: makes it.  ``map_rule``: where the rulebook speaks of the map.  ``cannot``: why it may not be given for a
    hex now.  ``hexes``: those it may be thought of for.
    """

    order: Callable[[str], C]
    map_rule: str
    cannot: Callable[[World, int], Refusal | None]
    hexes: Callable[[World], Iterable[int]]

    def commands(self, w: World) -> list[Command]:
        """The orders that may be given now."""
        return [self.order(label(w, i)) for i in self.hexes(w) if self.cannot(w, i) is None]

    def judge(self, w: World, command: NamesHex) -> Refusal | None:
        """Why the order may not be given."""
        refusal = unknown_hex(w, command.hex, self.map_rule)
        return refusal or self.cannot(w, w.board.by_label[command.hex])
