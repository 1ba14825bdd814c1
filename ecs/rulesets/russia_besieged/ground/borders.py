"""Chapter 21: the countries that are closed, and to whom."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import districts, is_combat_unit, is_german
from ecs.rulesets.russia_besieged.ground.occupancy import fighters_at
from ecs.rulesets.russia_besieged.ground.terrain import region

AREAS = {"FIN": "finnish_area", "ROM": "romanian_area", "HUN": "hungarian_area"}


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes a unit may not enter at all now: by move, rail, sea, retreat or advance."""
    return w.keep(
        ("barred", unit.type.side, unit.type.nation, _district(w, unit), _stays_out(w, unit), _bulgaria(w, unit)),
        lambda: _barred(w, unit),
    )


def _barred(w: World, unit: Unit) -> frozenset[int]:
    nation = unit.type.nation
    out: set[int] = set()
    if _bulgaria(w, unit):
        out.update(region(w, "bulgaria"))
    if unit.type.side is Side.AXIS and nation in AREAS:
        if AREAS[nation] in w.board.regions:
            out.update(set(range(len(w.board.hexes))).difference(region(w, AREAS[nation])))
        if nation == "FIN":
            out.update(w.board.named(rules(w).allies.finland_closed))
        if nation == "HUN" and rules(w).allies.hungary_shuns == "ROM":
            out.update(region(w, "romania"))
    if _stays_out(w, unit):
        out.update(region(w, "finland"))
    district = rules(w).district.get(_district(w, unit))
    if district is not None:
        first, last = district.rows
        out.update(h.index for h in w.board.hexes if not first <= h.row + 1 <= last)
    return frozenset(out)


def _bulgaria(w: World, unit: Unit) -> bool:
    """Bulgaria is closed to all, later to the Axis only."""
    return unit.type.side is Side.AXIS or bool(w.clock.turn < rules(w).allies.bulgaria_open)


def _district(w: World, unit: Unit) -> str:
    """The district a unit may not leave yet (11.2)."""
    name = districts().get(unit.type.id, "")
    found = rules(w).district.get(name)
    return name if found is not None and w.clock.turn <= found.locked else ""


def _stays_out(w: World, unit: Unit) -> bool:
    """A German corps, and as many as may be in Finland are there already."""
    if not is_german(unit) or not is_combat_unit(unit):
        return False
    inside = germans_in_finland(w)
    return unit.entity not in inside and len(inside) >= rules(w).allies.finland_germans


def germans_in_finland(w: World) -> tuple[int, ...]:
    """German combat units in Finland, by entity."""

    def make() -> tuple[int, ...]:
        return tuple(u.entity for i in region(w, "finland") for u in fighters_at(w, i) if is_german(u))

    return w.lasting("germans-in-finland", (Place, Steps), make)
