"""What a scenario may say about one game alone: its numbers, its boxes, its calendar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ScenarioNumber:
    """A number that a game looks up in its scenario.

    ``key``: in ``[rules]``; one that ends in "_" goes on with the label of a hex.  ``victory``: its name in
    ``[victory]``, "" for one that decides nothing; such a one may stand in ``[rules]`` under its key as well.
    ``usual``: what holds where it is left out, in words.
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

    ``calendar``: the last turn that the game knows; ``endless``: later ones are like it, else scenarios end there at
    the latest.  ``zones``: what zones are for, in words.  ``dispersed``: counters may begin Dispersed;
    ``doors``: the scenario may say where they come in.
    ``lasting``: what a counter has lost in steps lasts; else hits are forgotten, and none can begin with fewer.
    ``overdue``: the box for counters that were due by the first turn, if nobody arrives in it.
    ``opening``: options about the set-up alone -> the value with which there is nothing of it.  ``unsaid``: names of
    kinds of mark that no scenario can set -> what is lost without them, in words.  ``points``: what the points of a
    place decide, in words; "": no place counts.  ``weathers``: what the weather may be.
    """

    calendar: int
    zones: str
    numbers: tuple[ScenarioNumber, ...] = ()
    boxes: tuple[ScenarioBox, ...] = ()
    dispersed: bool = False
    doors: bool = False
    lasting: bool = True
    endless: bool = True
    overdue: str = ""
    points: str = ""
    weathers: tuple[str, ...] = ()
    opening: Mapping[str, str] = field(default_factory=dict)
    unsaid: Mapping[str, str] = field(default_factory=dict)

    def number(self, key: str) -> ScenarioNumber | None:
        """The number that a key of ``[rules]`` means; a scenario has those of ``[victory]`` among them."""
        named = (n for n in self.numbers if key in (n.key, n.victory) or (n.by_hex and key.startswith(n.key)))
        return next(named, None)

    def deciding(self, name: str) -> ScenarioNumber | None:
        """The number that a key of ``[victory]`` means."""
        return next((number for number in self.numbers if number.victory == name), None)

    def has_box(self, name: str) -> bool:
        """May counters start in a box of this name?  A turn has three figures at most."""
        word, colon, turn = name.partition(":")
        return any(box.name == f"{word}{colon}" for box in self.boxes) and (
            not colon or (len(turn) <= 3 and turn.isascii() and turn.isdecimal())
        )
