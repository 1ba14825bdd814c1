"""Chapters 11.1, 11.2: where air groups may be based, and which of them reach a hex."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Readiness, Side
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import letter
from ecs.rulesets.russia_besieged.ground.removal.displacement import room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import is_city


def counters(w: World, side: Side, word: str) -> list[Unit]:
    """A side's air groups (AIR) or airbase markers (BASE), wherever they are, by entity."""
    every = w.keep(
        ("air-counters", side, word), lambda: tuple(u for u in w.units if u.type.side is side and letter(u) == word)
    )
    return list(every)


def sites(w: World, side: Side) -> list[int]:
    """Hexes that could be bases of a side: cities, and where its markers lie."""

    def make() -> tuple[int, ...]:
        return tuple(i for i in range(len(w.board.hexes)) if is_city(w, i))

    marked = {u.hex for u in counters(w, side, "BASE") if u.hex >= 0}
    return sorted(marked.union(w.keep("city-hexes", make)))


def fields(w: World, side: Side) -> list[int]:
    """Bases with room for one more group."""
    return [i for i in sites(w, side) if room_for_air(w, side, i) > 0]


def groups(w: World, side: Side) -> list[Unit]:
    """A side's air groups on the map, by entity."""
    return [u for u in counters(w, side, "AIR") if u.hex >= 0]


def range_of(w: World, side: Side) -> int:
    """Hexes its air groups reach (11.2)."""
    return rules(w).air.range.of(side)


def ready_in_range(w: World, side: Side, spots: Iterable[int]) -> list[Unit]:
    """A side's Ready groups that reach one of some hexes, by entity."""
    ends, reach = tuple(spots), range_of(w, side)
    near = (u for u in groups(w, side) if not u[Readiness].spent)
    return [u for u in near if any(w.board.distance(u.hex, i) <= reach for i in ends)]
