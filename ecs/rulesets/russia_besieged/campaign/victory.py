"""Chapter 22: victory."""

from __future__ import annotations

from collections.abc import Iterator

from ecs.core.components import Clock, Flags, Ground, Side
from ecs.core.events import MilestoneReached
from ecs.core.known_facts import Gauge, GaugeMark, KeyPlace, Tally
from ecs.core.remembered_answers import remembered
from ecs.core.view import Result, ScoreLine
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.calendar import sudden_death, turn_side
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.ground.occupancy import (
    MOSCOW_TAKEN,
    dictator_lost,
    holder,
    is_east,
    major_cities,
    needed,
    par,
    places,
    points,
    value,
)
from ecs.rulesets.russia_besieged.ground.terrain import is_major, place
from ecs.systems import scorekeeping
from ecs.systems.sentences import label
from ecs.systems.victory import Ending, VictoryRules, is_last_turn

RESULTS = {
    "axis-instant": Result(Side.AXIS, "decisive", "Axis victory: Stalin is dead and Moscow has fallen."),
    "soviet-instant": Result(Side.SOVIET, "decisive", "Soviet victory: Hitler is dead and Berlin has fallen."),
    "soviet-sudden": Result(Side.SOVIET, "decisive", "Soviet victory: the Axis holds too few Major Cities."),
    "soviet-campaign": Result(Side.SOVIET, "win", "Soviet victory: the red flag flies over Berlin."),
    "axis-campaign": Result(Side.AXIS, "win", "Axis victory: Berlin holds out."),
    "axis-par": Result(Side.AXIS, "win", "Axis victory: the campaign has reached its goals."),
    "soviet-par": Result(Side.SOVIET, "win", "Soviet victory: the Axis falls short of its goals."),
    "axis-cities": Result(Side.AXIS, "win", "Axis victory: the front has held."),
    "soviet-cities": Result(Side.SOVIET, "win", "Soviet victory: the Axis has lost too many Major Cities."),
}


# -- which game ---------------------------------------------------------------------------------------------


def is_campaign(w: World) -> bool:
    """Is the game fought to the end of the war, with sudden death on the way (22.2, 22.3)?"""
    return not par(w) and not needed(w)


# -- counting -----------------------------------------------------------------------------------------------


@remembered(Ground, Flags)
def score(w: World) -> tuple[ScoreLine, ...]:
    """Every place that counts in this game, and who holds it."""
    tournament = bool(par(w))
    lines = [_line(w, i, tournament) for i in places(w) if tournament or is_major(w, i)]
    if tournament and scorekeeping.has_flag(w, MOSCOW_TAKEN):
        spot = (label(w, place(w, rules(w).dictators.homes.soviet)),)
        lines.append(ScoreLine("Moscow taken once", rules(w).victory.moscow, spot, Side.AXIS, Side.AXIS, "bonus"))
    return tuple(lines)


def _line(w: World, index: int, tournament: bool) -> ScoreLine:
    spot, who = w.board.hexes[index], holder(w, index)
    if not tournament:
        return ScoreLine(spot.name, 1, (spot.label,), who, who)
    gainer = Side.AXIS if is_east(w, index) else Side.SOVIET
    note = "" if is_east(w, index) else "deducted from Axis VP if lost"
    return ScoreLine(spot.name, value(w, index), (spot.label,), who, who if who is gainer else None, note)


@remembered(shared=True)
def key_places(w: World) -> tuple[KeyPlace, ...]:
    """Capitals, the places railways are supplied from, and those that count for more than they score, by board
    index."""
    return tuple(_key_places(w))


def _key_places(w: World) -> Iterator[KeyPlace]:
    supply, homes, weight = rules(w).supply, rules(w).dictators.homes, rules(w).victory.weight
    axis = {*supply.axis_sources, supply.hungarian_source, *supply.romanian_sources, supply.finnish_source}
    soviet = {*supply.soviet_sources, *supply.caucasus_sources}
    named = {*axis, *soviet, *weight, homes.axis, homes.soviet}
    spots: dict[int, set[str]] = {}
    for name in named:
        for index in w.board.named(name):
            spots.setdefault(index, set()).add(name)
    for index, names in sorted(spots.items()):
        side = Side.SOVIET if names & soviet or is_east(w, index) else Side.AXIS
        most = max(weight.get(name, 0) for name in names)
        yield KeyPlace(index, side, homes.of(side) in names, bool(names & (axis | soviet)), most)


@remembered(Ground, Flags, Clock)
def tally(w: World) -> Tally:
    """The line of the phase bar: the score, and what wins."""
    if par(w):
        return Tally((f"Axis {points(w)} VP", goal := f"wins with {par(w)}"), goal, gauge(w), "22.4")
    lead = f"Axis {major_cities(w, Side.AXIS)} Major Cities"
    if needed(w):
        return Tally((lead, goal := f"wins with {needed(w)}"), goal, gauge(w), "23.7")
    if (due := _sudden(w)) is not None:
        goal = f"needs {due[1]}"
        return Tally((lead, f"{goal} after turn {due[0]}"), goal, gauge(w), "22.2")
    return Tally((lead, "Soviets must take Berlin"), gauge=gauge(w), rule="22.3")


def _sudden(w: World) -> tuple[int, int] | None:
    """The next turn with a check of the Axis's Major Cities; None after the last."""
    return next(((turn, least) for turn, least in rules(w).victory.sudden if w.clock.turn <= turn), None)


def gauge(w: World) -> Gauge:
    """VP of the Axis out of the total, or the Major Cities of either side, and how many win."""
    axis = Side.AXIS
    if par(w):
        most = sum(value(w, i) for i in places(w) if is_east(w, i)) + rules(w).victory.moscow
        return Gauge(most, points(w), most - points(w), (GaugeMark(axis, axis, par(w), turn=w.turns),))
    held = [major_cities(w, side) for side in Side]
    if needed(w):
        marks: tuple[GaugeMark, ...] = (GaugeMark(axis, axis, needed(w), turn=w.turns),)
    else:
        due = _sudden(w)
        marks = (GaugeMark(axis.other, axis, due[1] - 1, fewer=True, turn=due[0]),) if due is not None else ()
    return Gauge(sum(is_major(w, i) for i in places(w)), held[0], held[1], marks)


# -- checks -------------------------------------------------------------------------------------------------


def note_moscow(w: World) -> None:
    """Note that the Axis has been in Moscow (22.4)."""
    if scorekeeping.has_flag(w, MOSCOW_TAKEN) or holder(w, place(w, rules(w).dictators.homes.soviet)) is not Side.AXIS:
        return
    scorekeeping.flag(w, MOSCOW_TAKEN)
    if par(w):
        w.emit(MilestoneReached(rule="22.4", side=Side.AXIS, points=rules(w).victory.moscow))


def verdict(w: World) -> Ending | None:
    """The end of a player turn: has its side won at once?  The end of a turn: has either, is it sudden death, or the
    last turn of the scenario (22)?"""
    at_end = w.phase == "end"
    for side in (Side.AXIS, Side.SOVIET) if at_end else (turn_side(w),):
        if _wins_at_once(w, side):
            return f"{side.value}-instant", "22.1"
    least = sudden_death(w.clock.turn)
    if at_end and is_campaign(w) and least is not None and major_cities(w, Side.AXIS) < least:
        return "soviet-sudden", "22.2"
    return _last(w) if at_end and is_last_turn(w) else None


def _wins_at_once(w: World, side: Side) -> bool:
    """Is the enemy's Dictator dead and his capital taken (22.1)?"""
    capital = place(w, rules(w).dictators.homes.of(side.other))
    return scorekeeping.has_flag(w, dictator_lost(side.other)) and holder(w, capital) is side


def _last(w: World) -> tuple[str, str]:
    """How the game ends on its last turn."""
    if par(w):
        return ("axis-par" if points(w) >= par(w) else "soviet-par"), "22.4"
    if needed(w):
        return ("axis-cities" if major_cities(w, Side.AXIS) >= needed(w) else "soviet-cities"), "23.7"
    berlin = holder(w, place(w, rules(w).dictators.homes.axis)) is Side.SOVIET
    return ("soviet-campaign" if berlin else "axis-campaign"), "22.3"


VICTORY = VictoryRules(RESULTS, verdict, note_moscow)
