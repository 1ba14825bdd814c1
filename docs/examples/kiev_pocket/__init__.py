"""The Kiev Pocket: a game as a plug-in.  It marches and fights as *Darkest Crusade* does, and is won by other means.

A plug-in is a Python package with a ``RULESET``.  This one takes a rulebook of the house and puts a chapter of its own
in the place of one; docs/adding-a-game.md tells how, and what a game needs that is new from the ground up.
"""

from __future__ import annotations

from dataclasses import replace

from ecs import RULESETS, Side
from ecs.core.components import Disruption
from ecs.core.events import Ended
from ecs.core.known_facts import Tally
from ecs.core.ruleset import Phase, SequenceOfPlay, VictoryAnswers
from ecs.core.view import Result, ScoreLine
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.campaign import victory as printed
from ecs.systems.campaign.victory import end_game, is_last_turn, result_among
from ecs.systems.table.sentences import ended

BASE = RULESETS["darkest-crusade"]
KIEV, KIEV_POINTS = "J5", 3
NEEDED = 6

RESULTS = {
    "pocket": Result(Side.AXIS, "win", "Axis victory: the pocket is closed."),
    "escape": Result(Side.SOVIET, "win", "Soviet victory: the armies of Kiev live to fight again."),
}


def caught(w: World) -> int:
    """Soviet armies that are off the map, Disrupted, or where no supply reaches them (1.1)."""
    reached = BASE.battlefield.supply(w, Side.SOVIET)
    armies = [u for u in w.units if u.type.side is Side.SOVIET]
    return sum(u.place.hex not in reached or u[Disruption].disrupted for u in armies)


def score(w: World) -> tuple[ScoreLine, ...]:
    """Kiev, and every army caught (1.1)."""
    holder = w.ground[w.board.by_label[KIEV]].control
    armies = caught(w)
    return (
        ScoreLine("Kiev", KIEV_POINTS, (KIEV,), holder, holder if holder is Side.AXIS else None),
        ScoreLine("Armies caught", armies, (KIEV,), Side.AXIS, Side.AXIS if armies else None),
    )


def axis_points(w: World) -> int:
    """Points the Axis has now."""
    return sum(line.points for line in score(w) if line.counts_for is Side.AXIS)


def tally(w: World) -> Tally:
    """One line for the phase bar."""
    goal = f"wins with {NEEDED}"
    return Tally((f"Axis {axis_points(w)} points", goal), goal)


def judge(w: World) -> None:
    """As the last turn ends: is the pocket closed (1.2)?"""
    if is_last_turn(w):
        end_game(w, "pocket" if axis_points(w) >= NEEDED else "escape", "1.2")


def keep_silent(w: World) -> None:
    """The printed game would judge here; this one does not."""


JUDGES = {printed.judge_axis: judge, printed.judge_soviets: keep_silent}


def judged_anew(phase: Phase) -> Phase:
    """The phase with the judges of this game where those of the printed one stood."""
    enter, leave = ([JUDGES.get(system, system) for system in systems] for systems in (phase.on_enter, phase.on_exit))
    return replace(phase, on_enter=tuple(enter), on_exit=tuple(leave))


RULESET = replace(
    BASE,
    id="kiev-pocket",
    title="The Kiev Pocket",
    credit="An example of a plug-in, after Louis R. Coatney's “Darkest Crusade” (2014).",
    sequence=SequenceOfPlay(tuple(map(judged_anew, BASE.sequence.phases)), BASE.sequence.decisions),
    victory=VictoryAnswers(score, tally, result_among(RESULTS)),
    sentences={**BASE.sentences, Ended: ended(RESULTS)},
    told=(),
)
