"""Chapter 4: the weather, and what a fresh turn wipes away."""

from __future__ import annotations

from ecs.core.components import Engagement, Garrison, Marched, Readiness
from ecs.core.events import Event
from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.tables import ROLL, rules
from ecs.systems.campaign import tallies
from ecs.systems.campaign.weather import good_or_mud, said, turn_to


def dawn(w: World) -> None:
    """A turn begins: its weather, and the counts of the last one are over (4, 13)."""
    tallies.new_turn(w)
    for here, garrison in zip(w.hexes, w.all(Garrison), strict=True):
        if garrison.drawn:
            w.mark(Garrison, here, drawn=0)
    month = rules(w).turn[min(w.clock.turn, len(rules(w).turn) - 1)]
    name = said(w) or month.weather
    turn_to(w, good_or_mud(w, rules(w).may.good, "4") if name == ROLL else name, "4")


def close_turn(w: World) -> None:
    """D: Spent units of both sides are turned back; everybody may move and fight again (5)."""
    spent = 0
    for unit in w.units:
        if unit[Marched].moved or unit[Engagement].fought or unit[Readiness].spent:
            spent += unit.hex >= 0
            w.mark(Marched, unit, moved=0)
            w.mark(Engagement, unit, fought=False)
            w.mark(Readiness, unit, spent=False)
    words = f"{spent} Spent unit{'s' if spent != 1 else ''} may act again." if spent else "No unit is Spent."
    w.emit(Event(text=words, rule="5"))
