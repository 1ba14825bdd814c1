"""Chapters 8.12, 8.13: forts, Defensive Works and partisans on the map, and Fortified Zones that still count."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.world import World
from ecs.rulesets.dark_valley.data.components import DefensiveWorks, Fort, PartisanMarker, VoidZone
from ecs.rulesets.dark_valley.data.options import SOVIET, ZONES_SHIELD
from ecs.systems.campaign.tallies import Flag
from ecs.systems.ground.markers import Markers
from ecs.systems.table.names import label

DEFENSIVE_WORKS, FORTS = Markers(DefensiveWorks), Markers(Fort)
VOID_ZONES, PARTISANS = Markers(VoidZone), Markers(PartisanMarker)
WEAK, STRONG = 1, 2
"""Sizes of forts."""


def forts(w: World) -> Mapping[int, int]:
    """Hex -> size of the fort there: printed and not yet used up, or built (8.13)."""
    return w.lasting("forts", (Fort,), lambda: dict(sorted((m.hex, m.size) for m in w.all(Fort) if m.hex >= 0)))


def fort_at(w: World, index: int) -> int:
    """0 none, 1 Weak Fort, 2 Fort."""
    return forts(w).get(index, 0)


def build_fort(w: World, index: int, size: int) -> None:
    """Put a fort up, in the place of a weaker one."""
    w.mark(Fort, FORTS.lay(w, index), size=size)


def has_works(w: World, index: int) -> bool:
    """Are there Defensive Works in a hex?"""
    return index in DEFENSIVE_WORKS.hexes(w)


def is_fortified_zone(w: World, index: int) -> bool:
    """Is a Fortified Zone printed there?"""
    return "fortified_zone" in w.board.hexes[index].traits


def has_zone_works(w: World, index: int) -> bool:
    """A Fortified Zone that still counts (8.13)."""
    return is_fortified_zone(w, index) and index not in VOID_ZONES.hexes(w)


def falls_void(w: World, index: int) -> bool:
    """By an option a Fortified Zone counts no longer once the Axis has held it (8.13)."""
    return w.options.get(ZONES_SHIELD) == SOVIET and has_zone_works(w, index)


def built(w: World, index: int) -> Flag:
    """The flag of a fort the Axis has built in a hex."""
    return Flag(f"built:{label(w, index)}")
