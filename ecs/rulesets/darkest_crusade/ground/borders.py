"""Who may not enter a hex: enemies there, quarrelling allies, Finnish war aims, Romania."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Borders
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import foe_map, needs_assault
from ecs.rulesets.darkest_crusade.ground.terrain import in_rumania
from ecs.systems.sentences import named
from ecs.systems.stacking import side_at, stacks, units_at


def is_spared(w: World, index: int) -> bool:
    """Is the hex in Romania, and must the Soviets leave units there alone?  An option spares its ground too
    (9.2)."""
    if not in_rumania(w, index) or w[Borders].rumania_open:
        return False
    return w.options["rumania"] == "closed" or side_at(w, index) is Side.AXIS


def clashes(w: World, unit: Unit, index: int) -> bool:
    """Would Hungarians and Romanians share a hex (6.1)?"""
    enemy = {"HUN": "RUM", "RUM": "HUN"}.get(unit.type.nation)
    return enemy is not None and any(u.type.nation == enemy for u in units_at(w, index))


def is_finn_barred(w: World, unit: Unit, index: int) -> bool:
    """Finnish war aims: the hexes the Finnish army keeps out of (22.1)."""
    if "finnish" not in unit.type or w.options["finns"] == "free":
        return False
    return index not in _finn_hexes(w)


@remembered()
def _finn_hexes(w: World) -> frozenset[int]:
    return frozenset(w.board.spots(rules(w).special.finn_hexes))


def bar(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex by whatever way; None if it may."""
    side = unit.type.side
    if side_at(w, index) is side.other:
        return Refusal("enemy-occupied", f"{named(w, index)} is in enemy hands.", "6.1")
    if clashes(w, unit, index):
        return Refusal("hun-rum", "Hungarian and Romanian units never share a hex.", "6.1")
    refusal = bar_of_nation(w, unit, index)
    if refusal is not None:
        return refusal
    if needs_assault(w, index, side):
        return Refusal("must-attack", f"{named(w, index)} must be attacked even when empty.", "13")
    return None


def bar_of_nation(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why units of this nation keep out of a hex whoever stands there; None if they do not."""
    side = unit.type.side
    if is_finn_barred(w, unit, index):
        return Refusal("finns", "The Finnish army stays in Karelia.", "22.1")
    if side is Side.SOVIET and w.options["rumania"] == "closed" and is_spared(w, index):
        return Refusal("rumania-closed", "Romania is closed to the Soviets until the Axis attacks out of it.", "9.2")
    return None


def barred_map(w: World, unit: Unit) -> bytes:
    """For every hex, 1 if :func:`bar` keeps units of this side and nation out."""
    return _barred(w, _first_of(w, unit.type.side, unit.type.nation))


@remembered()
def _first_of(w: World, side: Side, nation: str) -> Unit:
    return next(u for u in w.units if u.type.side is side and u.type.nation == nation)


@remembered(Borders)
def _barred_to_nation(w: World, unit: Unit) -> bytes:
    return bytes(bar_of_nation(w, unit, h.index) is not None for h in w.board.hexes)


@per_position
def _barred(w: World, unit: Unit) -> bytes:
    side, out = unit.type.side, bytearray(_barred_to_nation(w, unit))
    for index, foe in enumerate(foe_map(w, side)):
        if foe:
            out[index] = 1
    for index in stacks(w):
        if clashes(w, unit, index):
            out[index] = 1
    return bytes(out)
