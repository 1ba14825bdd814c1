"""Chapters 3.7-3.9: who may travel at all in the phase of strategic movement."""

from __future__ import annotations

from ecs.core.components import Marched, Transport
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.data.turn import turn_side
from ecs.rulesets.dark_valley.data.unit_facts import has, is_combat_unit
from ecs.rulesets.dark_valley.ground.borders import cannot_act
from ecs.rulesets.dark_valley.ground.control import take_control
from ecs.rulesets.dark_valley.ground.removal.displacement import drive_out

TRAVELLERS = ("hq", "art")


def start(w: World) -> None:
    """Nobody of the side has travelled yet this turn."""
    if w[Transport].rail or w[Transport].voyages:
        w.mark(Transport, w.table, rail=0, voyages=())
    for unit in w.units:
        if unit[Marched].moved and unit.type.side is turn_side(w):
            w.mark(Marched, unit, moved=0)


def cannot_travel(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not travel at all, by rail or by sea or through the air."""
    name = unit.type.name
    if not w.phase.startswith("rail-"):
        return Refusal("no-travel", "Units travel in the phase of strategic movement.", "3.7")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.7")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "3.7")
    if not is_combat_unit(unit) and not any(has(unit, trait) for trait in TRAVELLERS):
        return Refusal("no-traveller", f"{name} does not travel like a unit on the ground.", "3.7")
    if unit[Marched].moved:
        return Refusal("moved", f"{name} has travelled this turn.", "3.7")
    if unit[Immobility].rooted:
        return Refusal("rooted", f"{name} is to hold its fortress and may not leave it.", "8.13")
    return cannot_act(w, unit)


def seize(w: World, unit: Unit) -> None:
    """A combat unit that comes over the sea or from the air takes the hex it lands in."""
    if is_combat_unit(unit):
        drive_out(w, unit.hex, unit.type.side)
        take_control(w, unit.hex, unit.type.side)
