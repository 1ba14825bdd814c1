"""Chapters 6 and 14: which country is closed to whom?"""

from __future__ import annotations

from collections.abc import Iterable

from ecs.components import Side
from ecs.events import Event
from ecs.rulesets.war_against_russia.lay import in_country, region, rules
from ecs.systems import counts
from ecs.systems.naming import label, named
from ecs.view import Refusal
from ecs.world import Unit, World

RUMANIA_OPEN = "rumania-open"
RUMANIA = "rumania"


def is_rumania_open(w: World) -> bool:
    """May Russian units enter and attack Rumania (14)?"""
    return counts.has_flag(w, RUMANIA_OPEN)


def open_rumania(w: World, bases: Iterable[int]) -> None:
    """An Axis attack is made from these hexes: if one of them lies in Rumania, the Russians may go there henceforth."""
    if is_rumania_open(w):
        return
    for index in sorted(set(bases)):
        if in_country(w, index, RUMANIA):
            counts.flag(w, RUMANIA_OPEN)
            text = f"The Axis attacks out of Rumania, at {named(w, index)}: the Russians may enter it now."
            w.emit(Event(text=text, where=(label(w, index),), rule="14"))
            return


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes a unit may not enter at all now, by any move, retreat or advance."""
    side, shuns = unit.type.side, unit.type.nation in rules(w).countries.shun_rumania
    is_open = is_rumania_open(w)

    def make() -> frozenset[int]:
        shut = shuns or (side is Side.SOVIET and not is_open)
        return region(w, rules(w).countries.rumania) if shut else frozenset()

    return w.keep(("barred", side, shuns, is_open), make)


def barred(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex at all; for Russians also why it may not attack it."""
    if index not in barred_ground(w, unit):
        return None
    if unit.type.side is Side.SOVIET:
        text = f"{named(w, index)} is in Rumania, closed to the Russians until the Axis has attacked out of it."
        return Refusal("rumania-closed", text, "14")
    return Refusal("rumania-shunned", f"{named(w, index)} is in Rumania: Hungarian units stay out of it.", "6")
