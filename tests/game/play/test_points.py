"""Does a place count what a scenario says, in the same words in every game; is one that is not there refused?"""

from __future__ import annotations

from pathlib import Path

import pytest

import ecs
from ecs import RULESETS, SetupError, Side, check_scenario, load_board, load_scenario, start
from ecs.core.unit_names import weather_words
from ecs.core.view import ScoreLine
from game.opponents import Seat
from game.opponents.players import RandomPlayer
from game.saves.storage.save_folder import Particulars, load_game, write_save

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = {
    "barbarossa-1941": "Kursk",
    "tdv-fall-blau-1942": "Brest-Litovsk",
    "rb-blue-1942": "Kursk",
    "war-barbarossa-1941": "Bialystok",
}


@pytest.fixture(autouse=True)
def own(own_scenarios: Path) -> Path:
    """The folder of the player's scenarios."""
    return own_scenarios


def written(own: Path, scenario: str, points: str) -> Path:
    path = own / "worth.toml"
    text = f'id = "worth"\nextends = "{scenario}"\ntitle = "x"\npoints = {{ {points} }}\n'
    path.write_text(text, encoding="utf-8")
    return path


def lines(path: Path) -> dict[str, ScoreLine]:
    game = start(load_scenario(path))
    try:
        return {line.name: line for line in game.look(Side.AXIS).score}
    finally:
        game.close()


@pytest.mark.parametrize("scenario", GAMES)
def test_a_place_counts_what_the_scenario_says_and_what_is_worth_nothing_does_not(scenario: str, own: Path) -> None:
    place = GAMES[scenario]
    usual = lines(ecs.find_scenario(scenario).path)
    dear = next(name for name, line in usual.items() if line.points > 0 and len(line.hexes) == 1 and name != place)
    found = lines(written(own, scenario, f'"{place}" = 7, "{dear}" = 0'))
    assert found[place].points == 7
    assert dear not in found or found[dear].points == 0
    others = usual.keys() - {place, dear}
    assert {name: found[name].points for name in others} == {name: usual[name].points for name in others}


@pytest.mark.parametrize("scenario", GAMES)
def test_points_decide_how_the_game_stands(scenario: str, own: Path) -> None:
    base = start(ecs.find_scenario(scenario))
    line = next(line for line in base.look(Side.AXIS).score if line.counts_for and len(line.hexes) == 1)
    before = base.look(Side.AXIS).tally.text
    base.close()
    game = start(load_scenario(written(own, scenario, f'"{line.hexes[0]}" = {line.points + 20}')))
    assert game.look(Side.AXIS).tally.text != before
    game.close()


def test_a_label_says_the_same_as_a_name(own: Path) -> None:
    board = load_board(ecs.find_scenario("war-barbarossa-1941").map)
    label = next(spot.label for spot in board.hexes if spot.name == "Bialystok")
    one = lines(written(own, "war-barbarossa-1941", '"Bialystok" = 3'))
    assert lines(written(own, "war-barbarossa-1941", f'"{label}" = 3')) == one


@pytest.mark.parametrize("scenario", GAMES)
def test_a_place_that_is_not_there_is_a_fault_with_its_line(scenario: str, own: Path) -> None:
    path = written(own, scenario, '"Lenningrad" = 3')
    (fault,) = check_scenario(path)
    assert fault.startswith("worth.toml, line 4: points.Lenningrad: 'Lenningrad': no hex of the map")
    assert "did you mean 'Leningrad'?" in fault
    with pytest.raises(SetupError, match="no place 'Lenningrad'"):
        start(load_scenario(path))


def test_points_out_of_range_are_refused(own: Path) -> None:
    (fault,) = check_scenario(written(own, "war-barbarossa-1941", "Moscow = 100"))
    assert "points.Moscow: 100: expected a whole number from 0 to 99" in fault


def test_every_game_says_what_its_points_decide() -> None:
    assert all(ruleset.terms.points.endswith(".") for ruleset in RULESETS.values())


WEATHER = {
    "barbarossa-1941": "Snow",
    "tdv-fall-blau-1942": "Mud",
    "rb-blue-1942": "Lt Mud",
    "war-barbarossa-1941": "Mud",
}


@pytest.mark.parametrize("scenario", WEATHER)
def test_the_first_turn_has_the_weather_that_the_scenario_says(scenario: str, own: Path) -> None:
    path = own / "wet.toml"
    text = f'id = "wet"\nextends = "{scenario}"\ntitle = "x"\nweather = "{WEATHER[scenario]}"\n'
    path.write_text(text, encoding="utf-8")
    game, usual = start(load_scenario(path)), start(ecs.find_scenario(scenario))
    lot, other = RandomPlayer(1), RandomPlayer(1)
    for one, player in ((game, lot), (usual, other)):
        while one.turn == one.scenario.start_turn and one.look(Side.AXIS).phase.set_up:
            side = one.to_act
            assert side is not None
            one.apply(player.choose(Seat(one, side))[0])
    assert game.look(Side.AXIS).weather == weather_words(WEATHER[scenario]) != usual.look(Side.AXIS).weather
    game.close()
    usual.close()
    path.write_text(text.replace(WEATHER[scenario], "Drizzle"), encoding="utf-8")
    (fault,) = check_scenario(path)
    assert fault.startswith("wet.toml, line 4: weather: 'Drizzle': no such weather in ")
    assert set(ecs.ruleset_of(game.scenario).terms.weathers) >= {WEATHER[scenario]}


def test_a_saved_game_goes_on_with_its_points(own: Path) -> None:
    game = start(load_scenario(written(own, "war-barbarossa-1941", "Minsk = 9")))
    game.apply(game.legal()[0])
    write_save(own.parent / "it.save", game, Particulars("it"))
    again = load_game(own.parent / "it.save").game
    assert again.digest() == game.digest()
    assert {line.name: line.points for line in again.look(Side.AXIS).score}["Minsk"] == 9
    assert again.board.digest != load_board(game.scenario.map).digest
    game.close()
    again.close()
