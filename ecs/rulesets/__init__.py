"""The games there are, each read when it is first asked for: no evening needs the rules of all four."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from ecs.core.ruleset import Ruleset

GAMES = ("darkest-crusade", "dark-valley", "russia-besieged", "war-against-russia")  # in the order they are offered in


class Rulesets(Mapping[str, Ruleset]):
    """Rulesets by their id; a package of this folder has the id for its name, and its record is called RULESET."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self._read: dict[str, Ruleset | None] = dict.fromkeys(ids)

    def __getitem__(self, ruleset: str) -> Ruleset:
        found = self._read[ruleset]
        if found is None:
            package = import_module(f"{__name__}.{ruleset.replace('-', '_')}")
            found = self._read[ruleset] = package.RULESET
        return found

    def __contains__(self, ruleset: object) -> bool:
        return ruleset in self._read

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


RULESETS = Rulesets(GAMES)
