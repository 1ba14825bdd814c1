"""A handicap gives one side what it says, tells it in the log and in the panel, and by default there is none."""

from __future__ import annotations

from functools import cache

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import EndPhase
from ecs.core.events import Income
from game.opponents import Seat, make_player
from tests.kits.random_play import Picker

AXIS, SOVIET = Side.AXIS, Side.SOVIET
DARKEST, VALLEY, BESIEGED, WAR = "barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941"
MOST = 3000
END = EndPhase()


@cache
def first_income(scenario: str, side: Side, handicap: str) -> tuple[dict[str, int], str]:
    """What lies in a side's purses when it first gets replacements, and the line of the log; phases are ended as soon
    as they may be."""
    options = {"handicap": handicap} if handicap else {}
    game, picker = new_game(scenario, seed=3, options=options), Picker(3, careful=True)
    for _ in range(MOST):
        found = incomes(game, side)
        if found:
            event = found[0]
            return dict(event.points), event.text
        game.apply(END if END in game.legal() else picker.pick(game))
    raise AssertionError("no replacements")


def incomes(game: Game, side: Side) -> list[Income]:
    """What has been told of replacements of a side by the last command."""
    events = [e for record in game.log[-1:] for e in record.events if isinstance(e, Income)]
    return [e for e in events if e.side is side and dict(e.points).keys() & {"infantry", "factors", "RP"}]


@pytest.mark.parametrize(
    ("scenario", "side", "purse", "each"),
    [
        (DARKEST, SOVIET, "infantry", 1),
        (WAR, AXIS, "infantry", 2),
        (WAR, SOVIET, "infantry", 2),
        (BESIEGED, AXIS, "", 2),
        (BESIEGED, SOVIET, "", 2),
        (VALLEY, AXIS, "infantry", 1),
        (VALLEY, SOVIET, "factors", 3),
    ],
)
def test_a_side_is_given_what_its_handicap_says(scenario: str, side: Side, purse: str, each: int) -> None:
    usual, words = first_income(scenario, side, "")
    helped, told = first_income(scenario, side, f"{side.value}3")
    assert "handicap" not in usual and helped["handicap"] == 3 * each
    assert "handicap" not in words and f"{3 * each} from the handicap" in told
    if purse:
        assert helped[purse] == usual[purse] + 3 * each
    other, _ = first_income(scenario, side, f"{side.other.value}3")
    assert other == usual


def test_points_needed_for_a_victory_sink_with_the_handicap_of_the_axis() -> None:
    usual, helped = (new_game(DARKEST, options=options) for options in ({}, {"handicap": "axis2"}))
    goals = [game.view(AXIS).tally.parts for game in (usual, helped)]
    assert "wins with 8 in 1941" in goals[0] and "wins with 6 in 1941" in goals[1]
    assert goals[0][2].startswith("Soviets win with 6 or fewer") and goals[1][2].startswith("Soviets win with 4 or")


@pytest.mark.parametrize("scenario", [DARKEST, VALLEY, BESIEGED, WAR])
def test_the_panel_names_the_handicap_to_both_sides(scenario: str) -> None:
    for options, lines in (({}, 0), ({"handicap": "soviet1"}, 1)):
        game = new_game(scenario, options=options)
        for side in Side:
            assert sum(fact.subject == "Handicap" for fact in game.view(side).facts) == lines


def test_the_computer_plays_a_game_with_a_handicap() -> None:
    game = new_game(WAR, seed=1, options={"handicap": "soviet3"})
    players = {side: make_player("recruit", side, 1) for side in Side}
    while game.turn < 3:
        side = game.to_act
        assert side is not None
        game.apply(players[side].choose(Seat(game, side))[0])
    game.close()
