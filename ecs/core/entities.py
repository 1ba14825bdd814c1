"""Handles of the things on the table: a counter with its components, the number of a hex or of the table."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NewType, TypeVar

from ecs.core.components import Concealment, Disruption, Place, UnitType

if TYPE_CHECKING:
    from ecs.core.marks import Marks

T = TypeVar("T")
Entity = NewType("Entity", int)
"""What stands for a hex or for the table; mypy refuses the index of a hex on the board in its place."""


class UnknownMarkError(LookupError):
    """A mark of a kind that the entity does not have, or that the game never registered."""


class Components(dict[type, Any]):
    """The components of an entity, by kind: printed ones at once, marks when they are first asked for.

    :param fixed: the components that are never written on, by kind.
    :param marks: those of the game.
    """

    __slots__ = ("_marks", "entity")

    def __init__(self, entity: int, fixed: Mapping[builtins.type, Any], marks: Marks) -> None:
        super().__init__(fixed)
        self.entity, self._marks = entity, marks

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[T]) -> T:
            """The component of this kind."""

    def __contains__(self, kind: object) -> bool:
        return dict.__contains__(self, kind) or self.entity in self._marks.numbers.get(kind, ())

    def __missing__(self, kind: type) -> Any:
        numbers = self._marks.numbers
        number = numbers.get(kind, {}).get(self.entity)
        if number is None:
            known = [*self, *(k for k, on in numbers.items() if self.entity in on and k not in self.keys())]
            raise UnknownMarkError(f"there is no {kind.__name__} here, only: {', '.join(k.__name__ for k in known)}")
        part = self[kind] = self._marks.part(number)
        return part


class Unit(Components):
    """A counter and its components, all live: the handle the rules work with.

    What every counter has is an attribute; look up what a game adds by kind: ``unit[Steps].lost``.
    It is a dictionary, with nothing between the question and the look-up: rules ask hundreds of times a command.
    """

    __slots__ = ("place", "type")
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __init__(self, entity: int, fixed: Mapping[builtins.type, Any], marks: Marks) -> None:
        super().__init__(entity, fixed, marks)
        self.type: UnitType = self[UnitType]
        self.place: Place = self[Place]

    def __repr__(self) -> str:
        return f"Unit({self.entity}, {self.type.id!r})"

    @property
    def id(self) -> str:
        """The counter id."""
        return self.type.id

    @property
    def hex(self) -> int:
        """Board index, or -1 when in a box."""
        return self.place.hex

    @property
    def ready(self) -> bool:
        """On the map and UnDisrupted."""
        return self.place.hex >= 0 and not self[Disruption].disrupted


def is_hidden(unit: Unit) -> bool:
    """Does the counter lie face down?"""
    return Concealment in unit and unit[Concealment].hidden
