"""The score as a gauge: its figures are those of the score, and the top bar draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ecs import Game, Side, View, list_scenarios, load_scenario, new_game
from ecs.core.known_facts import Gauge, GaugeMark
from game.packs.loader import load_sprite_pack
from game.ui.panels.gauge import fills, numbers, ticks
from tests.kits.random_play import Picker
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

AXIS, SOVIET = Side.AXIS, Side.SOVIET
SCENARIOS = sorted(load_scenario(path).id for path in list_scenarios())
GATES = "tdv-bagration-1944"
PLAYED = ("barbarossa-1941", "tdv-campaign-1941", GATES, "rb-barbarossa-10", "rb-campaign-1941", "war-barbarossa-1941")
"""One of every way to count."""


def counting(view: View, side: Side) -> int:
    """Points of the score lines that count for a side."""
    return sum(line.points for line in view.score if line.counts_for is side)


def of_lines(view: View) -> tuple[int, int]:
    """What counts for either side, by the lines of the score."""
    return counting(view, AXIS), counting(view, SOVIET)


def in_the_east(view: View) -> tuple[int, int]:
    """VP of the Axis: what it gained less what it lost; all else is the enemy's."""
    gauge = view.tally.gauge
    assert gauge is not None
    ours = counting(view, AXIS) - counting(view, SOVIET)
    return ours, gauge.most - ours


def gates(view: View) -> tuple[int, int]:
    """The aims of Bagration: three cities, and one of two more."""
    lines = [line for line in view.score if line.note == "objective"]
    aims = [line for line in lines if line.name not in ("Warsaw", "Bucharest")]
    count = sum(line.holder is SOVIET for line in aims)
    count += any(line.holder is SOVIET for line in lines if line not in aims)
    return len(aims) + 1 - count, count


def oracle(view: View) -> Callable[[View], tuple[int, int]]:
    """How the score lines of a scenario are counted."""
    if view.scenario == GATES:
        return gates
    return in_the_east if view.tally.parts[0].endswith(" VP") else of_lines


def check(view: View) -> None:
    gauge = view.tally.gauge
    assert gauge is not None and view.tally.rule
    assert (gauge.axis, gauge.soviet) == oracle(view)(view)
    assert 0 <= max(gauge.axis, gauge.soviet) <= gauge.most and gauge.axis + gauge.soviet <= gauge.most
    for mark in gauge.goals:
        least = mark.figure + (mark.fewer and "needs" in view.tally.goal)
        assert f" {least}" in view.tally.text, "the line names the figure"
        assert mark.turn <= view.turns


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_gauge_of_every_scenario_says_at_first_what_the_score_says(scenario: str) -> None:
    game = new_game(scenario, seed=5)
    for side in Side:
        check(game.look(side))
    game.close()


@pytest.mark.parametrize("scenario", PLAYED)
def test_the_gauge_says_what_the_score_says_through_a_game(scenario: str) -> None:
    game, picker = new_game(scenario, seed=5), Picker(5, careful=True)
    for number in range(160):
        if number % 20 == 0:
            for side in Side:
                check(game.look(side))
        if game.over:
            break
        game.apply(picker.pick(game))
    game.close()


def turned(game: Game, side: Side) -> Gauge:
    found = game.look(side).tally.gauge
    assert found is not None
    return found


def test_whose_figure_the_game_goes_by() -> None:
    leads = {"barbarossa-1941": AXIS, "tdv-campaign-1941": AXIS, GATES: SOVIET, "war-barbarossa-1941": None}
    for scenario, lead in leads.items():
        game = new_game(scenario)
        assert turned(game, AXIS).lead is lead
        game.close()


def test_what_it_takes_is_marked_for_both_sides() -> None:
    expected = {
        "barbarossa-1941": (GaugeMark(AXIS, AXIS, 8), GaugeMark(SOVIET, AXIS, 6, True, 9)),
        "tdv-campaign-1941": (GaugeMark(AXIS, AXIS, 42), GaugeMark(SOVIET, AXIS, 32, True, 21)),
        "tdv-fall-blau-1942": (GaugeMark(AXIS, AXIS, 34, turn=21), GaugeMark(SOVIET, AXIS, 30, True, 21)),
        "rb-campaign-1941": (GaugeMark(SOVIET, AXIS, 16, True, 10),),
        "rb-barbarossa-10": (GaugeMark(AXIS, AXIS, 28, turn=10),),
        "war-barbarossa-1941": (GaugeMark(AXIS, AXIS, 7), GaugeMark(SOVIET, SOVIET, 8, turn=10)),
    }
    for scenario, marks in expected.items():
        game = new_game(scenario)
        assert turned(game, AXIS).goals == marks, scenario
        game.close()


def test_a_mark_is_met_by_as_much_or_by_as_little() -> None:
    gauge = Gauge(12, 6, 5)
    assert GaugeMark(AXIS, AXIS, 6).met(gauge) and not GaugeMark(AXIS, AXIS, 7).met(gauge)
    assert GaugeMark(SOVIET, AXIS, 6, fewer=True).met(gauge) and not GaugeMark(SOVIET, AXIS, 5, fewer=True).met(gauge)
    assert GaugeMark(SOVIET, SOVIET, 5).met(gauge) and not GaugeMark(SOVIET, SOVIET, 6).met(gauge)


def test_the_line_is_filled_from_both_ends() -> None:
    gauge = Gauge(10, 3, 5, (GaugeMark(AXIS, AXIS, 8), GaugeMark(SOVIET, SOVIET, 9), GaugeMark(SOVIET, AXIS, 2, True)))
    assert fills(gauge, 100) == (30, 50)
    assert [(tick.at, tick.text) for tick in ticks(gauge, 100)] == [(10, "9"), (20, "≤2"), (80, "8")]
    assert numbers(gauge) == ("3", "") and numbers(replace(gauge, lead=None)) == ("3", "5")
    assert numbers(replace(gauge, lead=SOVIET)) == ("", "5")
    assert fills(Gauge(10, -4, 14), 100) == (0, 100), "less than nothing is nothing"


@pytest.mark.parametrize(
    ("scenario", "size"),
    [
        ("barbarossa-1941", (1280, 720)),
        ("tdv-barbarossa-1941", (1920, 1080)),
        ("rb-barbarossa-5", (1280, 720)),
        ("war-barbarossa-1941", (1920, 1080)),
    ],
)
def test_the_top_bar_draws_it_in_both_colours_and_explains_it(scenario: str, size: tuple[int, int]) -> None:
    seat = sit_down(scenario=scenario, size=size)
    seat.pilot.wait(0.1, 3)
    view, pack = seat.scene.desk.view, load_sprite_pack("standard")
    spot = next(spot for spot in seat.app.ui.spots if spot.id.endswith("/score"))
    assert spot.text == view.score_text and view.score_text in spot.tooltip
    assert f"Rule {view.tally.rule}" in spot.tooltip and spot.topic == "tally"
    assert seat.app.surface.get_rect().contains(spot.rect)
    gauge = view.tally.gauge
    assert gauge is not None
    drawn = {tuple(seat.app.surface.get_at((x, y)))[:3] for x in range(spot.rect.x, spot.rect.right)
             for y in range(spot.rect.y, spot.rect.bottom)}  # fmt: skip
    for side in Side:
        assert (tuple(pack.colour(side.value)) in drawn) or not gauge.of(side)
