"""The Kiev Pocket: a game as a plug-in, on a map of its own, four days a turn.  It marches and fights as *Darkest
Crusade* does, and is won by other means.

A plug-in is a Python package with a ``RULESET``.  This one takes a rulebook of the house and puts chapters of its own
in the place of some; docs/adding-a-game.md tells how, and what a game needs that is new from the ground up.
"""

from __future__ import annotations

from dataclasses import replace

from ecs import RULESETS, Side
from ecs.core.components import Disruption
from ecs.core.events import Ended
from ecs.core.known_facts import Tally
from ecs.core.ruleset import Option, VictoryAnswers
from ecs.core.scenario import MapNeeds
from ecs.core.view import Result, ScoreLine
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.options import HANDICAP
from ecs.rulesets.darkest_crusade.ground.control import city_points
from ecs.systems.sentences import ended
from ecs.systems.victory import Ending, VictoryRules, is_last_turn, result

__version__ = "1.0"
BASE = RULESETS["darkest-crusade"]
KIEV, MEETING = "Kiev", "Meeting place"
NEEDED = 16
NEEDS = MapNeeds(
    hexes={
        KIEV: "the Axis wants it (1.1)",
        MEETING: "the two armoured groups meet there (1.1)",
        "Grozny": "it is where the fuel of the Soviets comes from (1.3)",
    },
    traits={"edge_axis": "Axis supply comes from there", "edge_rus_entry": "Soviet supply comes from there"},
    regions={"romania": "it is where the fuel of the Axis comes from (1.3)"},
)
SETTLED = {"secret_setup": "off", "finns": "restricted", "rumania": "closed", "new_units": "one"}
"""Options of the printed game that this one does not leave open."""

RESULTS = {
    "pocket": Result(Side.AXIS, "win", "Axis victory: the pocket is closed."),
    "escape": Result(Side.SOVIET, "win", "Soviet victory: the armies of Kiev live to fight again."),
}


def is_caught(w: World, unit: Unit) -> bool:
    """Is a Soviet army off the map, Disrupted, or where no supply reaches it (1.1)?"""
    return unit[Disruption].disrupted or unit.place.hex not in BASE.battlefield.supply(w, Side.SOVIET)


def score(w: World) -> tuple[ScoreLine, ...]:
    """Kiev, the meeting place, and every army caught (1.1)."""
    lines = [_place_line(w, index, points) for index, points in city_points(w).items()]
    caught = [unit for unit in w.units if unit.type.side is Side.SOVIET and is_caught(w, unit)]
    where = tuple(dict.fromkeys(w.board.hexes[unit.hex].label for unit in caught if unit.hex >= 0))
    lines.append(ScoreLine("Armies caught", len(caught), where, Side.AXIS, Side.AXIS if caught else None))
    return tuple(lines)


def _place_line(w: World, index: int, points: int) -> ScoreLine:
    spot, holder = w.board.hexes[index], w.ground[index].control
    return ScoreLine(spot.name, points, (spot.label,), holder, holder if holder is Side.AXIS else None)


def axis_points(w: World) -> int:
    """Points the Axis has now."""
    return sum(line.points for line in score(w) if line.counts_for is Side.AXIS)


def needed(w: World) -> int:
    """Points the Axis wins with (1.2); a handicap asks for less."""
    return NEEDED - HANDICAP.extra(w, Side.AXIS)


def tally(w: World) -> Tally:
    """One line for the phase bar."""
    goal = f"wins with {needed(w)}"
    return Tally((f"Axis {axis_points(w)} points", goal), goal)


def verdict(w: World) -> Ending | None:
    """As the last turn ends: is the pocket closed (1.2)?"""
    if w.phase != "B5" or not is_last_turn(w):
        return None
    return "pocket" if axis_points(w) >= needed(w) else "escape", "1.2"


def settled(option: Option) -> Option:
    """The option with the one choice that this game knows."""
    value = SETTLED.get(option.key)
    if value is None:
        return option
    return replace(option, choices=tuple(choice for choice in option.choices if choice[0] == value), default=value)


RULESET = replace(
    BASE,
    id="kiev-pocket",
    title="The Kiev Pocket",
    credit="An example of a plug-in, after Louis R. Coatney's “Darkest Crusade” (2014).",
    options=tuple(map(settled, BASE.options)),
    figures=replace(BASE.figures, needs=lambda: NEEDS),
    victory=VictoryAnswers(score, tally, result),
    rulebook=replace(BASE.rulebook, victory=VictoryRules(RESULTS, verdict)),
    sentences={**BASE.sentences, Ended: ended(RESULTS)},
)
