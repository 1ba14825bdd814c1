"""Chapters 6 and 14: the countries that are closed, and to whom."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Side
from ecs.core.events import BorderOpened
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.options import ENTRY, OPEN
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.ground.terrain import in_rumania, region
from ecs.systems.campaign import tallies
from ecs.systems.campaign.tallies import Flag
from ecs.systems.table.names import label, named

RUMANIA_OPEN = Flag("rumania-open")
RUMANIA = "rumania"


def is_rumania_open(w: World) -> bool:
    """May Russian units enter and attack Rumania (14)?"""
    return tallies.has_flag(w, RUMANIA_OPEN)


def open_rumania(w: World, bases: Iterable[int]) -> None:
    """An Axis attack is made from these hexes: if one of them lies in Rumania, the Russians may go there henceforth."""
    if is_rumania_open(w):
        return
    for index in sorted(set(bases)):
        if in_rumania(w, index):
            tallies.flag(w, RUMANIA_OPEN)
            here = label(w, index)
            w.emit(BorderOpened(where=(here,), rule="14", side=Side.SOVIET, country=RUMANIA, hex=here))
            return


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes a unit may not enter at all now, by any move, retreat or advance.  Russians may go into Rumania wherever no
    Axis unit is, unless it was agreed that it is closed to them until the Axis has attacked out of it (14)."""
    side, shuns = unit.type.side, unit.type.nation in rules(w).countries.shun_rumania
    is_open = is_rumania_open(w) or w.options.get(ENTRY, OPEN) == OPEN

    def make() -> frozenset[int]:
        shut = shuns or (side is Side.SOVIET and not is_open)
        return region(w, rules(w).countries.rumania) if shut else frozenset()

    return w.keep(("barred", side, shuns, is_open), make)


def barred(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex at all."""
    if index not in barred_ground(w, unit):
        return None
    if unit.type.side is Side.SOVIET:
        return _closed(w, index, "closed to the Russians")
    return Refusal("rumania-shunned", f"{named(w, index)} is in Rumania: Hungarian units stay out of it.", "6")


def spared(w: World, index: int) -> Refusal | None:
    """Why Russians may not attack a hex: nobody in Rumania is attacked until the Axis has attacked out of it (14)."""
    if is_rumania_open(w) or not in_rumania(w, index):
        return None
    return _closed(w, index, "and Axis units there are not attacked")


def _closed(w: World, index: int, words: str) -> Refusal:
    text = f"{named(w, index)} is in Rumania, {words} until the Axis has attacked out of it."
    return Refusal("rumania-closed", text, "14")
