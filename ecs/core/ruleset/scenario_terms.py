"""What a scenario may say about one game alone: its numbers, its boxes, its calendar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScenarioNumber:
    """A number that a game looks up in its scenario.

    ``key``: in ``[rules]``; one that ends in "_" goes on with the label of a hex.  ``victory``: its name in
    ``[victory]``, "" for one that decides nothing; the key in ``[rules]`` is its older spelling.  ``usual``: what holds
    where it is left out, in words.
    """

    key: str
    least: int
    most: int
    meaning: str
    usual: str
    victory: str = ""

    @property
    def by_hex(self) -> bool:
        """Does the key go on with the label of a hex?"""
        return self.key.endswith("_")


@dataclass(frozen=True, slots=True)
class ScenarioBox:
    """A box off the map in which counters may start; one that ends in ":" goes on with the number of a turn."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ScenarioTerms:
    """What scenarios of a game may say that others may not.

    ``calendar``: the last turn that has a name; scenarios may end there at the latest.  ``zones``: what zones are for,
    in words.
    """

    calendar: int
    zones: str
    numbers: tuple[ScenarioNumber, ...] = ()
    boxes: tuple[ScenarioBox, ...] = ()
    dispersed: bool = False
