"""Chapters 3.7-3.9: who may travel at all in the phase of strategic movement?"""

from __future__ import annotations

from ecs.rulesets.dark_valley.allies import cannot_act
from ecs.rulesets.dark_valley.escapes import drive_out
from ecs.rulesets.dark_valley.lay import fights, has, take_control, turn_side
from ecs.view import Refusal
from ecs.world import Unit, World

TRAVELLERS = ("hq", "art")


def start(w: World) -> None:
    """Nobody of the side has travelled yet this turn."""
    if w.campaign.rail or w.campaign.voyages:
        w.mark(w.campaign, rail=0, voyages=())
    for unit in w.units:
        if unit.duty.moved and unit.type.side is turn_side(w):
            w.mark(unit.duty, moved=False)


def cannot_travel(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not travel at all, by rail or by sea or through the air."""
    name = unit.type.name
    if not w.phase.startswith("rail-"):
        return Refusal("no-travel", "Units travel in the phase of strategic movement.", "3.7")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.7")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "3.7")
    if not fights(unit) and not any(has(unit, trait) for trait in TRAVELLERS):
        return Refusal("no-traveller", f"{name} does not travel like a unit on the ground.", "3.7")
    if unit.duty.moved:
        return Refusal("moved", f"{name} has travelled this turn.", "3.7")
    if unit.duty.rooted:
        return Refusal("rooted", f"{name} is to hold its fortress and may not leave it.", "8.13")
    return cannot_act(w, unit)


def seize(w: World, unit: Unit) -> None:
    """A combat unit that comes over the sea or from the air takes the hex it lands in."""
    if fights(unit):
        drive_out(w, unit.hex, unit.type.side)
        take_control(w, unit.hex, unit.type.side)
