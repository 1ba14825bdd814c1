"""Chapter 17: the weather, and what a fresh turn or impulse wipes away."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.components import Assignment, CombatPhase, Engagement, Flags, Marched, SupplyState, Weather
from ecs.core.dice import roll
from ecs.core.events import Rolled
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.calendar import (
    historical_weather,
    is_rolled,
    linked_weather,
    turn_side,
    weather_modifier,
    weather_pair,
    weathers,
)
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, IceRoadUse, Impulse, JointAttacks
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.ground.removal import leaderless
from ecs.systems import scorekeeping
from ecs.systems.weather import WeatherRules

PASSING = (CombatPhase, AutomaticVictory, IceRoadUse)
"""What is written of an impulse, and wiped after it."""
LINKED, HISTORICAL = "linked_weather", "historical_weather"


def _pair(w: World) -> tuple[str, str]:
    """The weather of both impulses, for both players (17)."""
    turn = w.clock.turn
    if is_on(w, HISTORICAL):
        return historical_weather(turn)
    before = last_pair(w)
    fixed = linked_weather(turn, before) if before and is_on(w, LINKED) else None
    if fixed is not None:
        return fixed
    if not is_rolled(turn):
        return weather_pair(turn, 1)
    die = roll(w, rules(w).weather.faces)
    more = weather_modifier(turn, before) if before else 0
    w.emit(Rolled(rule="17", what="weather", faces=(die,), modifier=more))
    return weather_pair(turn, die, more)


def last_pair(w: World) -> tuple[str, str] | None:
    """The weather of the turn before; None on the first turn of a scenario.  Asked before the new pair is set."""
    started = f"start:{w.clock.turn}" in w[Flags].flags
    return None if started else weathers(w)


def _note(w: World, names: Sequence[str]) -> None:
    first, second = names
    w.mark(Impulse, w.table, number=1, first=first, second=second)


WEATHER = WeatherRules("17", _pair, lambda w: (last_pair(w) or ("", ""))[1], _note, parts=2)


# -- fresh marks --------------------------------------------------------------------------------------------


def open_player_turn(w: World) -> None:
    """A player turn begins: First Impulse weather, and what lasted for his last turn is over (3.0, 15, 8.6)."""
    side = turn_side(w)
    for unit in w.units:
        if unit.type.side is side and unit.hex >= 0:
            w.mark(SupplyState, unit, dropped=False)
            w.mark(Engagement, unit, landed=False)
    _open(w, 1)


def open_impulse(w: World) -> None:
    """An impulse begins: its weather, and all units may move and fight again (3.0)."""
    _open(w, 2 if w.phase.startswith("move2") else 1)


def _open(w: World, number: int) -> None:
    for unit, march, fight, assigned in w.each(Marched, Engagement, Assignment):
        if march.moved or fight.fought or assigned.target >= 0 or march.hexes or fight.routed:
            w.mark(Marched, unit, moved=0, hexes=0)
            w.mark(Engagement, unit, fought=False, routed=False)
            w.mark(Assignment, unit, target=-1)
    w.wipe(w.table, PASSING if number > 1 else (*PASSING, JointAttacks))
    w.mark(Impulse, w.table, number=number)
    w.mark(Weather, w.table, name=w[Impulse].second if number > 1 else w[Impulse].first)


def close_movement(w: World) -> None:
    """A movement segment ends: units that stood still for the loss of their Dictator may march again (14.15)."""
    scorekeeping.flag(w, leaderless(turn_side(w)), on=False)


def close_player_turn(w: World) -> None:
    """A player turn ends: nothing stays locked (10.6)."""
    w.mark(Impulse, w.table, number=1)
    w.wipe(w.table, (*PASSING, JointAttacks))
