"""Chapter 7: the hexes that German armies and panzergruppen control."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Side
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_clear


def reaches(w: World, unit: Unit, index: int) -> bool:
    """Does this unit's zone of control cover the adjacent hex (7)?"""
    if not unit.ready or not is_accessible(w, unit.hex, index):
        return False
    if "zoc_all" in unit.type:
        return True
    return "zoc_clear" in unit.type and is_clear(w, unit.hex) and is_clear(w, index)


def zones(w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
    """Hexes in a side's zones of control: board index -> ids of the units that exert them."""

    def make() -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        for unit in w.units:
            if unit.hex < 0 or unit.type.side is not side:
                continue
            for index in w.board.neighbours[unit.hex]:
                if reaches(w, unit, index):
                    found.setdefault(index, []).append(unit.id)
        return {k: tuple(v) for k, v in sorted(found.items())}

    return w.memo(("zones", side), make)
