"""The shape of the tables of combat, air and artillery (9-12)."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.files.toml_files import Paces, PerSide, Positive, TomlTable

Pair = PerSide[int]
Rows = PerSide[list[int]]
Words = PerSide[str]


class Chart(TomlTable, frozen=True):
    """A table of results by roll and odds (10.2, 10.9).

    ``odds``: n for n-1, -n for 1-n, rising; ``rolls``: lowest and highest adjusted roll of each row.
    """

    odds: list[int]
    rolls: list[tuple[int, int]]
    cells: list[list[str]]

    @property
    def lowest(self) -> int:
        """Adjusted rolls below this count as this roll."""
        return self.rolls[0][0]

    @property
    def highest(self) -> int:
        """Adjusted rolls above this count as this roll."""
        return self.rolls[-1][1]


class SideResult(TomlTable, frozen=True):
    """What a result does to one side (10.6).

    ``lost``: steps in total; ``all``: every unit is eliminated; ``surrender``: those surrounded surrender at once;
    ``captured``: all surrender, surrounded or not; ``retreat``: fewest and most hexes, (0, 0) none.
    """

    lost: int = 0
    all: bool = False
    surrender: bool = False
    captured: bool = False
    retreat: tuple[Paces, Paces] = (0, 0)


class Effect(TomlTable, frozen=True):
    """What a result does (10.6).

    ``even``: neither side loses more steps than the other has; ``lock``: fought again in the Second Impulse;
    ``advance``: attackers may enter the hex once it is empty (10.8).
    """

    text: str
    attacker: SideResult = SideResult()
    defender: SideResult = SideResult()
    even: bool = False
    lock: bool = False
    advance: bool = False


class Modifier(TomlTable, frozen=True):
    """Added to the die when the attacker, or the defender, has it (10.3-10.5, 14.2)."""

    text: str
    rule: str
    attacker: int = 0
    defender: int = 0


class Combat(TomlTable, frozen=True):
    """10.1-10.8.  ``halved``: divisor of attackers without combat supply (13.7); ``least_defence``: of a
    defended hex."""

    faces: Positive
    advance: int
    halved: Positive
    least_defence: int
    armour_not_weather: list[str]


class Blitz(TomlTable, frozen=True):
    """10.9: first and last turn of either side; armour units needed, and their nation; ``others``: hexes others
    advance."""

    axis: tuple[int, int]
    soviet: tuple[int, int]
    armour: int
    nations: Words
    weather: list[str]
    others: int

    def turns(self, side: Side) -> tuple[int, int]:
        """First and last turn a side makes such attacks."""
        return self.axis if side is Side.AXIS else self.soviet


class VictoryAtOdds(TomlTable, frozen=True):
    """Automatic victory (9).  ``never``: classes that take no part."""

    odds: int
    weather: list[str]
    never: list[str]


class Retreats(TomlTable, frozen=True):
    """Retreats (10.7): steps lost by a unit that goes one hex of two; hexes more where it would overstack."""

    short: int
    extra: int


class Base(TomlTable, frozen=True):
    """Air groups that a Major City, a Minor City and a marker can hold (11.1)."""

    major: int
    minor: int
    marker: int


class Air(TomlTable, frozen=True):
    """11.  ``most``: groups an attack by weather; ``in_snow``: in Snow, by the option; ``factors``, ``pool``: rows of
    last turn, Axis, Soviet.

    ``markers``: airbase markers; ``displaced``: hexes a group may flee; ``half_ready``: First Impulse weathers in which
    half the Used groups are readied (11.9); ``rebuilt``: groups a turn.
    """

    most: Rows
    in_snow: Pair
    factors: list[tuple[int, int, int]]
    pool: list[tuple[int, int, int]]
    range: Pair
    base: Base
    markers: Pair
    marker_back: int
    most_in_hex: int
    displaced: int
    half_ready: list[str]
    rebuilt: int


class Artillery(TomlTable, frozen=True):
    """12.  ``moved``: hexes moved at most this impulse; ``attack``, ``attack_city``: pieces an attack; ``city_times``:
    factors against a Major City."""

    moved: int
    attack: int
    attack_city: int
    city_times: int
    weather: list[str]
