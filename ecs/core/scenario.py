"""A scenario as it is read from its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecs.board.board import Board
from ecs.core.components import Side
from ecs.core.files.toml_files import TomlTable
from ecs.untrusted_input import likely, plain

# -- Options: what the players may choose before a game, by its rulebook and at every table. -------------------------


class SetupError(ValueError):
    """A scenario or an option that cannot be used."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the players may choose before the game: (value, words) pairs, the default first or named."""

    key: str
    title: str
    rule: str
    choices: tuple[tuple[str, str], ...]
    default: str
    note: str = ""


LOADING, FRESH = "dice_after_loading", "fresh"
UNASKED, ASKED = "only_answers", "asked"
TABLE_OPTIONS = (
    Option(
        LOADING,
        "Dice after loading",
        "",
        (("same", "Same dice"), (FRESH, "Fresh dice")),
        "same",
        "If you load a save to roll again, you get the same dice or fresh ones. Either way the game counts the reload.",
    ),
    Option(
        UNASKED,
        "Questions with one answer",
        "",
        (("given", "Answered for you"), (ASKED, "Asked anyway")),
        "given",
        "If a question has only one answer, the game gives it for you, unless that costs you an undo.",
    ),
)
"""What may be chosen in every game: it concerns the table, not the rules."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a side reads before the first turn: its aim, and up to three things to try."""

    aim: str
    ideas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A starting position: which rules, which map, which counters where.

    ``turns``: the last turn; ``start_turn``: the first.  ``ground``: the map region the Axis holds at the start
    (none: by the owners on the map), or a zone of that name.  ``zones``: set-up zones by name.  ``rules``: numbers of
    this scenario alone, those that decide it among them.  ``figures``: what it changes in units and tables of its game.
    ``points``: what places are worth, by label or name, where it is not as the game says.  ``weather``: that of the
    first turn, "" as the rules find it.  ``unused_options``: optional rules that mean nothing here, and that nobody
    may change.  ``absent``: counters of the game's calendar that never come.
    ``briefing``: what each side reads before the first turn.
    """

    id: str
    ruleset: str
    title: str
    map: Path
    turns: int
    minutes: int
    blurb: str
    history: str
    units: tuple[Any, ...]
    path: Path
    options: Mapping[str, str] = field(default_factory=dict)
    unused_options: tuple[str, ...] = ()
    start_turn: int = 1
    ground: str = ""
    zones: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    weather: str = ""
    absent: tuple[str, ...] = ()
    briefing: Mapping[Side, Briefing] = field(default_factory=dict)

    def points_on(self, board: Board) -> dict[int, int]:
        """Board index -> what the scenario says the hex is worth.

        :raises SetupError: for a place that is not on the map.
        """
        if not self.points:
            return {}
        found = {}
        for word, worth in self.points.items():
            meant = board.called(word)
            if len(meant) != 1:
                raise SetupError(f"{self.path.name}: points: no place {word!r} on {board.name}")
            found[meant[0]] = worth
        return found


# -- What a scenario may say about one game alone: its numbers, its boxes, its calendar. -----------------------------


@dataclass(frozen=True, slots=True)
class ScenarioNumber:
    """A number that a game looks up in its scenario.

    ``key``: in ``[rules]``; one that ends in "_" continues with the label of a hex.  ``victory``: its name in
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
        """Does the label of a hex follow the key?"""
        return self.key.endswith("_")


@dataclass(frozen=True, slots=True)
class ScenarioBox:
    """A box off the map in which counters may start; one that ends in ":" continues with the number of a turn."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ScenarioTerms:
    """What scenarios of this game may say beyond what every scenario may.

    ``calendar``: the last turn that the game knows; ``endless``: later ones are like it, else scenarios end there at
    the latest.  ``zones``: what zones are for, in words.  ``dispersed``: counters may begin Dispersed;
    ``doors``: the scenario may say where they come in.
    ``lasting``: what a counter has lost in steps lasts; else hits are forgotten, and none can begin with fewer.
    ``overdue``: the box for counters that were due by the first turn, if no unit arrives in it.
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


# -- What a game must find on a map: the names, traits and regions its rules use, and which of them may be absent. ---


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
                yield f"no hex has the role or name {name!r}: {purpose}{likely(name, board.by_name)}"
        for name, purpose in self.regions.items():
            if not board.regions.get(name):
                yield f"no region is called {name!r}: {purpose}{likely(name, board.regions)}"
        seen = frozenset(trait for h in board.hexes for trait in h.traits)
        for name, purpose in self.traits.items():
            if name not in seen:
                yield f"no hex has the trait {name!r}: {purpose}"
        if self.cities and not any(h.vp for h in board.hexes):
            yield f"no place has victory points ('vp'): {self.cities}"

    def absent(self, board: Board) -> Iterator[tuple[str, str]]:
        """Names the map lacks that the game can do without, and what falls away with each."""
        for name, left_out in self.optional.items():
            if not board.named(name) and not board.regions.get(name):
                yield name, left_out


NO_NEEDS = MapNeeds()


def any_map() -> MapNeeds:
    """The needs of a game that can be played on any map: none."""
    return NO_NEEDS
