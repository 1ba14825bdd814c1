"""Chapter 21: victory."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.known_facts import Gauge, GaugeMark, Tally
from ecs.core.view import Result, ScoreLine
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.options import HANDICAP
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import city_points
from ecs.rulesets.darkest_crusade.ground.supply import in_supply
from ecs.rulesets.darkest_crusade.ground.terrain import region
from ecs.systems.victory import Ending, VictoryRules, is_last_turn

RESULTS = {
    "axis-win": Result(Side.AXIS, "win", "Axis victory: the cities fall before the year is out."),
    "axis-gamble": Result(Side.AXIS, "win", "Axis victory: the Siberian gamble is lost."),
    "soviet-win": Result(Side.SOVIET, "win", "Soviet victory: the Red Army has stopped the Axis."),
    "soviet-smashing": Result(
        Side.SOVIET, "smashing", "Smashing Soviet victory: the Red Army carries the war to the enemy."
    ),
    "draw": Result(None, "draw", "Draw: neither side has what it wanted."),
}


def thresholds(w: World) -> tuple[int, int]:
    """Points the Axis needs to win, and the most with which the Soviets win; 2 lower under secret set-up (20), and
    lower by a handicap.

    A scenario may have its own: ``axis_win`` and ``soviet_win`` in its rules.
    """
    table, own = rules(w).victory, w.scenario.rules
    shift = HANDICAP.extra(w, Side.AXIS) + (table.secret_shift if is_secret_game(w) else 0)
    return own.get("axis_win", table.axis_win) - shift, own.get("soviet_win", table.soviet_win) - shift


def is_secret_game(w: World) -> bool:
    """Was this game begun in secret (20)?  One that begins after June 1941 never was."""
    return w.options["secret_setup"] == "on" and w.scenario.start_turn == 1


def counts(w: World, index: int, side: Side) -> bool:
    """Does a hex count for a side: controlled and in supply now (21)?"""
    return w.ground[index].control is side and index in in_supply(w, side)


def score(w: World) -> tuple[ScoreLine, ...]:
    """Every objective, with who holds it and whether it counts."""
    table, lines = rules(w).victory, []
    for index, points in city_points(w).items():
        spot, holder = w.board.hexes[index], w.ground[index].control
        side = next((s for s in Side if counts(w, index, s)), None)
        note = "" if side else "out of supply"
        lines.append(ScoreLine(spot.name or spot.label, points, (spot.label,), holder, side, note))
    for name, points in table.region_points.items():
        lines.append(_region_line(w, name, points))
    return tuple(lines)


def _region_line(w: World, name: str, points: int) -> ScoreLine:
    hexes = region(w, name)
    labels = tuple(w.board.hexes[i].label for i in hexes)
    whole = all(w.ground[i].control is Side.AXIS for i in hexes)
    keys = w.board.named(rules(w).victory.region_keys[name])
    side = Side.AXIS if whole and all(counts(w, key, Side.AXIS) for key in keys) else None
    return ScoreLine(f"All of {name.capitalize()}", points, labels, Side.AXIS if whole else None, side)


def axis_points(w: World) -> int:
    """Victory points the Axis has now."""
    return sum(line.points for line in score(w) if line.counts_for is Side.AXIS)


def tally(w: World) -> Tally:
    """The line of the phase bar."""
    win, hold = thresholds(w)
    last = rules(w).turn[min(w.turns, len(rules(w).turn)) - 1].name.split()[0]
    goal, found = f"wins with {win}", gauge(w)
    ends = (f"Axis {found.axis} points", f"{goal} in 1941", f"Soviets win with {hold} or fewer in {last}")
    return Tally(ends, goal, found, "21")


def gauge(w: World) -> Gauge:
    """Points that count for either side, and how many the Axis needs to win."""
    win, hold = thresholds(w)
    lines = score(w)
    ours, theirs = (sum(line.points for line in lines if line.counts_for is side) for side in (Side.AXIS, Side.SOVIET))
    first = (GaugeMark(Side.AXIS, Side.AXIS, win),) if w.clock.turn <= rules(w).victory.axis_last_turn else ()
    held = GaugeMark(Side.SOVIET, Side.AXIS, hold, fewer=True, turn=w.turns)
    return Gauge(sum(line.points for line in lines), ours, theirs, (*first, held))


def has_key_city(w: World) -> bool:
    """Does the Axis hold Leningrad, Moscow or Stalingrad in supply, or does the scenario need none of them?"""
    keys = rules(w).victory.key_cities if w.scenario.rules.get("key_city", 1) else ()
    return not keys or any(counts(w, i, Side.AXIS) for i in w.board.spots(keys))


def verdict(w: World) -> Ending | None:
    """A4 of the last turn: have the Soviets held out?  B5: smashing Soviet victory, Axis victory in 1941, or the end of
    the last turn."""
    win, hold = thresholds(w)
    if w.phase == "A4":
        return ("soviet-win", "21") if axis_points(w) <= hold else None
    if any(counts(w, i, Side.SOVIET) for i in w.board.spots(rules(w).victory.smashing)):
        return "soviet-smashing", "21"
    if w.clock.turn <= rules(w).victory.axis_last_turn and axis_points(w) >= win and has_key_city(w):
        return "axis-win", "21"
    if is_last_turn(w):
        return "soviet-win" if axis_points(w) <= hold else "draw", "21"
    return None


VICTORY = VictoryRules(RESULTS, verdict)
