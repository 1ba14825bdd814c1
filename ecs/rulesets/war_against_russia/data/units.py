"""The counters, and what is printed on them (2)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from ecs.core.components import Disruption, Side
from ecs.core.files.figures import Sheet
from ecs.core.files.toml_files import Origin, TomlTable, load
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import HERE, KEPT, SHELF, words_known
from ecs.systems.sentences import unknown


class UnitClass(TomlTable, frozen=True):
    """What is printed on the counters of one class (2.1)."""

    name: str
    nation: str
    style: str
    symbol: str
    size: Literal["army", "corps", "none"]
    arm: Literal["infantry", "armour", "cavalry", "air"]
    attack: int
    defence: int
    move: int
    traits: list[str] = []
    origin: Origin = "ours"

    @property
    def factors(self) -> tuple[int, int]:
        """Attack and defence."""
        return self.attack, self.defence

    @property
    def steps(self) -> int:
        """The one step of a unit (2.1)."""
        return 1

    @property
    def cost(self) -> int:
        """Replacement factors: the larger of the two (13)."""
        return max(self.attack, self.defence)


@SHELF.remembered()
def classes() -> dict[str, UnitClass]:
    """Unit class by name.

    :raises TableError: for a class that lacks a figure.
    """
    return load(HERE / "units.toml", dict[str, UnitClass], SHELF.over("units"))


SHELF.sheets.append(Sheet("units", HERE / "units.toml", dict[str, UnitClass], classes, kept=KEPT, words=words_known))

# -- What a counter is: its printed values and type, and whether it is Dispersed. ------------------------------------

AIR_BOX, FLOWN, LIFT, GONE = "air", "flown", "lift", "gone"


def printed_values(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter."""
    return classes()[unit.type.kind]


def is_air(unit: Unit) -> bool:
    """Is it an air unit, never on the map except over the hex it attacks or supplies (12)?"""
    return "air" in unit.type


def is_infantry(unit: Unit) -> bool:
    """Is it of the infantry type (2.2)?"""
    return "infantry" in unit.type


def is_armour(unit: Unit) -> bool:
    """Is it of the armour type (2.2)?"""
    return "armour" in unit.type


def has_wheels(unit: Unit) -> bool:
    """Is it armour or motorised, which move two hexes for one on roads (7)?"""
    return is_armour(unit) or "motorised" in unit.type


def is_army(unit: Unit) -> bool:
    """Is it larger than a corps (2.2)?"""
    return unit.type.size == "army"


def is_german(unit: Unit) -> bool:
    """Is it German, not an Axis ally?"""
    return unit.type.nation == "GER"


def is_dispersed(unit: Unit) -> bool:
    """Is it Dispersed (11)?"""
    return unit[Disruption].disrupted


# -- Whose phase it is, and whether a command names what is in the game. ---------------------------------------------

strange = partial(unknown, unit_rule="2", hex_rule="3")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return Side.AXIS if w.phase.endswith("axis") else Side.SOVIET
