"""Chapter 15: victory."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.known_facts import Gauge, GaugeMark, Tally
from ecs.core.remembered_answers import remembered
from ecs.core.view import Result, ScoreLine
from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import turn_side
from ecs.rulesets.war_against_russia.ground.control import holder
from ecs.rulesets.war_against_russia.ground.supply import SUPPLY_DEPENDS, in_supply, overland
from ecs.rulesets.war_against_russia.ground.terrain import victory_cities
from ecs.systems.victory import Ending, VictoryRules, is_last_turn

RULE = "15"
AXIS, SOVIET = Side.AXIS, Side.SOVIET
AXIS_WIN, SOVIET_WIN, GAMBLE, DRAW = "axis-win", "soviet-win", "axis-gamble", "draw"

RESULTS = {
    AXIS_WIN: Result(AXIS, "win", "Axis victory: the Axis holds enough victory cities in supply."),
    GAMBLE: Result(
        AXIS, "win", "Axis victory: Siberia was stripped of troops too early, and its neighbour has attacked."
    ),
    SOVIET_WIN: Result(SOVIET, "win", "Soviet victory: the Soviets hold enough victory cities in supply."),
    DRAW: Result(None, "draw", "Draw: the last turn is over, and neither side has won."),
}


# -- counting -----------------------------------------------------------------------------------------------


def greatest(w: World, side: Side) -> tuple[int, ...]:
    """The victory cities worth most among those a side held when the war began."""
    board, found = w.board.hexes, victory_cities(w)
    most = max(board[i].vp for i in found)
    return tuple(i for i in found if board[i].vp == most and board[i].owner == side.value)


def counts_for(w: World, index: int) -> Side | None:
    """The side a city counts for now: its holder, if in supply there; the Soviets need it overland, but in a scenario
    that lets supply by sea do: ``by_sea``."""
    side = holder(w, index)
    if side is AXIS:
        return side if index in in_supply(w, AXIS) else None
    if side is SOVIET:
        fed = in_supply(w, SOVIET) if w.scenario.rules.get("by_sea") else overland(w, SOVIET)
        return side if index in fed else None
    return None


@remembered(*SUPPLY_DEPENDS)
def points(w: World, side: Side) -> int:
    """Points of the cities that count for a side."""
    return sum(w.board.hexes[i].vp for i in victory_cities(w) if counts_for(w, i) is side)


def needed(w: World, side: Side) -> int:
    """Points with which a side wins; a scenario may have its own: ``axis_win`` and ``soviet_win``."""
    table, own = rules(w).victory, w.scenario.rules
    found: int = own.get("axis_win", table.axis) if side is AXIS else own.get("soviet_win", table.soviet)
    return found


@remembered(*SUPPLY_DEPENDS)
def score(w: World) -> tuple[ScoreLine, ...]:
    """Every victory city, who holds it, and whether it counts."""
    return tuple(_line(w, i) for i in victory_cities(w))


def _line(w: World, index: int) -> ScoreLine:
    spot, side = w.board.hexes[index], counts_for(w, index)
    by_land = holder(w, index) is SOVIET and not w.scenario.rules.get("by_sea")
    note = "" if side else "no supply overland" if by_land else "out of supply"
    return ScoreLine(spot.name, spot.vp, (spot.label,), holder(w, index), side, note)


def tally(w: World) -> Tally:
    """The line of the phase bar: each side's points, and what wins."""
    from_turn = rules(w).first_russian_win
    later = f" from {rules(w).turn[from_turn].name}" if w.clock.turn < from_turn else ""
    ours = f"Axis {points(w, AXIS)}, needs {needed(w, AXIS)}"
    theirs = f"Soviets {points(w, SOVIET)}, need {needed(w, SOVIET)}"
    return Tally((ours, theirs + later), "" if later else theirs, gauge(w), RULE)


def gauge(w: World) -> Gauge:
    """Points of the cities that count for either side, and with how many it wins."""
    most = sum(w.board.hexes[i].vp for i in victory_cities(w))
    ours = GaugeMark(AXIS, AXIS, needed(w, AXIS))
    theirs = GaugeMark(SOVIET, SOVIET, needed(w, SOVIET), turn=rules(w).first_russian_win)
    return Gauge(most, points(w, AXIS), points(w, SOVIET), (ours, theirs), lead=None)


# -- checks -------------------------------------------------------------------------------------------------


def verdict(w: World) -> Ending | None:
    """A player-turn ends: has its side won?  The Soviets can from March 1942 on.  The last turn is a draw."""
    if w.phase == "end":
        return (DRAW, RULE) if is_last_turn(w) else None
    side = turn_side(w)
    if points(w, side) < needed(w, side) or (side is SOVIET and w.clock.turn < rules(w).first_russian_win):
        return None
    return AXIS_WIN if side is AXIS else SOVIET_WIN, RULE


VICTORY = VictoryRules(RESULTS, verdict)
