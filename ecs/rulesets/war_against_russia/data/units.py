"""The counters there are, and what is printed on them (2)."""

from __future__ import annotations

from typing import Literal

from ecs.core.files.figures import Sheet
from ecs.core.files.toml_tables import Origin, TomlTable, load
from ecs.rulesets.war_against_russia.data.tables import HERE, KEPT, SHELF, words_known


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
        """Units live or die (2.1)."""
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
