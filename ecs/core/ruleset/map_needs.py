"""What a game must find on a map: the names, traits and regions its rules use, and which of them may be absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ecs.core.files.toml_tables import TomlTable

if TYPE_CHECKING:
    from ecs.board.board import Board


class MapNeeds(TomlTable, frozen=True):
    """Names -> what they are for.  The map says where they are.

    ``hexes``: places or roles, ``traits``, ``regions``: a game cannot be played without them.  ``cities``: what the
    places with victory points are for, "" if there need be none.  ``optional``: places, roles and regions that may be
    absent, and what is then left out.
    """

    hexes: dict[str, str] = {}
    traits: dict[str, str] = {}
    regions: dict[str, str] = {}
    cities: str = ""
    optional: dict[str, str] = {}

    def missing(self, board: Board) -> Iterator[str]:
        """What the map lacks, a sentence each."""
        for name, purpose in self.hexes.items():
            if not board.named(name):
                yield f"no hex has the role or name {name!r}: {purpose}"
        for name, purpose in self.regions.items():
            if not board.regions.get(name):
                yield f"no region is called {name!r}: {purpose}"
        seen = frozenset(trait for h in board.hexes for trait in h.traits)
        for name, purpose in self.traits.items():
            if name not in seen:
                yield f"no hex has the trait {name!r}: {purpose}"
        if self.cities and not any(h.vp for h in board.hexes):
            yield f"no place has victory points ('vp'): {self.cities}"

    def absent(self, board: Board) -> Iterator[tuple[str, str]]:
        """Names the map does without, and what is left out for that."""
        for name, left_out in self.optional.items():
            if not board.named(name) and not board.regions.get(name):
                yield name, left_out


NO_NEEDS = MapNeeds()


def any_map() -> MapNeeds:
    """Of a game that can be played on any map."""
    return NO_NEEDS
