"""Chapter 14: weather."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import Game, Side, load_scenario, retold, start
from ecs.core.components import Weather
from ecs.core.view import Forecast
from ecs.rulesets.darkest_crusade.ground import terrain
from tests.ecs.staging import enter, load_dice, stage

MP = pytest.MonkeyPatch


def month(turn: int, before: str = "Good", snows: int = 0) -> tuple[str, int]:
    """The weather that follows on ``before``, and how many turns of snow there have been."""
    game = stage("T0", turn=turn, weather=before)
    game._w.mark(Weather, game._w.table, snow_turns=snows)
    enter(game)
    return game._w.weather.name, game._w.weather.snow_turns


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_summer_and_september_are_good(turn: int) -> None:
    assert month(turn)[0] == "Good"


@pytest.mark.parametrize(("die", "name"), [(1, "Good"), (2, "Good"), (3, "Mud"), (6, "Mud")])
def test_october_is_good_on_the_best_two_numbers_and_mud_otherwise(monkeypatch: MP, die: int, name: str) -> None:
    load_dice(monkeypatch, die)
    assert month(5)[0] == name


def test_november_is_good_after_mud_and_snow_after_good() -> None:
    assert month(6, "Mud") == ("Good", 0)
    assert month(6, "Good") == ("Snow", 1)


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_snow_lies_from_december_on(turn: int) -> None:
    assert month(turn)[0] == "Snow"


def test_blitzkrieg_rests_in_mud_and_in_the_first_snow() -> None:
    for name, snows, expected in (("Good", 0, True), ("Mud", 0, False), ("Snow", 1, False), ("Snow", 2, True)):
        game = stage("A2c", turn=6, weather=name)
        game._w.mark(Weather, game._w.table, snow_turns=snows)
        assert terrain.blitzkrieg_weather(game._w) is expected


def later(folder: Path, turn: int, lines: str = "") -> Game:
    """A scenario that begins in this turn, in its first phase in which somebody may act."""
    path = folder / f"later-{turn}.toml"
    head = f'id = "later-{turn}"\nextends = "barbarossa-1941"\ntitle = "Later"\nstart_turn = {turn}\n{lines}\n'
    path.write_text(head, encoding="utf-8")
    return start(load_scenario(path))


@pytest.mark.parametrize(
    ("turn", "lines", "blitzkrieg"),
    [
        (6, 'weather = "Snow"', False),
        (7, "", False),
        (7, "rules = { snow_turns = 1 }", True),
        (8, "", True),
        (9, "", True),
        (8, "rules = { snow_turns = 0 }", False),
        (5, 'weather = "Mud"', False),
    ],
)
def test_6_3_a_scenario_that_begins_in_january_is_not_in_its_first_month_of_snow(
    tmp_path: Path, turn: int, lines: str, blitzkrieg: bool
) -> None:
    game = later(tmp_path, turn, lines)
    assert game.turn == turn and terrain.blitzkrieg_weather(game._w) is blitzkrieg
    game.close()


@pytest.mark.parametrize(("turn", "snows"), [(6, 1), (7, 1), (7, 2), (8, 2), (8, 3), (9, 4)])
def test_6_3_a_position_told_as_a_scenario_keeps_its_months_of_snow(tmp_path: Path, turn: int, snows: int) -> None:
    game = later(tmp_path, turn, 'weather = "Snow"')
    game._w.mark(Weather, game._w.table, snow_turns=snows)
    found = retold(game, "told")
    assert not any("weather" in note.lower() for note in found.notes)
    again = start(found.told)
    assert again._w.weather == game._w.weather
    assert ("snow_turns" in found.told.rules) is (snows != max(1, turn - 6))
    game.close()
    again.close()


def fires(weather_name: str, side: Side, target: str, base: str = "J8", **options: str) -> Forecast:
    """16.A (2) and 4.A (3) fire at each other, with no river between: the forecast of the attack by ``side``."""
    axis, soviet = (base, target) if side is Side.AXIS else (target, base)
    phase = "A2a-attack" if side is Side.AXIS else "B2a-attack"
    game = stage(phase, {axis: ["4.A"], soviet: ["16.A"]}, weather=weather_name, options=options)
    unit = "4.A" if side is Side.AXIS else "16.A"
    return game.forecast(side, game.board.by_label[target], [unit])


@pytest.mark.parametrize(
    ("name", "axis_attack", "soviet_defence", "soviet_attack", "axis_defence"),
    [("Good", 3, 2, 2, 3), ("Mud", 1, 0, 0, 1), ("Snow", 1, 2, 2, 1)],
)
def test_in_the_open_mud_takes_two_columns_from_all_and_snow_from_the_axis(
    name: str, axis_attack: int, soviet_defence: int, soviet_attack: int, axis_defence: int
) -> None:
    ours, theirs = fires(name, Side.AXIS, "J9"), fires(name, Side.SOVIET, "J9")
    assert (ours.attack_column, ours.defence_column) == (axis_attack, soviet_defence)
    assert (theirs.attack_column, theirs.defence_column) == (soviet_attack, axis_defence)


@pytest.mark.parametrize("name", ["Mud", "Snow"])
def test_defenders_of_a_city_fire_in_full_and_its_attackers_do_not(name: str) -> None:
    ours, theirs = fires(name, Side.AXIS, "K8", "K9"), fires(name, Side.SOVIET, "K8", "K9")
    assert ours.defence_column == 2 and theirs.defence_column == 3
    assert ours.attack_column == 1


@pytest.mark.parametrize("target", ["I8", "K8", "H9", "G3", "D3"])
def test_towns_major_and_victory_cities_shelter_their_defenders(target: str) -> None:
    base = {"I8": "J8", "K8": "J8", "H9": "H8", "G3": "G4", "D3": "D4"}[target]
    game = stage("B2a-attack", {base: ["16.A"], target: ["4.A"]}, weather="Snow")
    found = game.forecast(Side.SOVIET, game.board.by_label[target], ["16.A"])
    assert found.defence_column == found.defence_strength >= 3


@pytest.mark.parametrize(("name", "shift"), [("Good", 0), ("Mud", -2), ("Snow", -2)])
def test_14_the_fortress_of_kronshtat_is_no_town_and_shelters_nobody(name: str, shift: int) -> None:
    game = stage("B2a-attack", {"C8": ["16.A"], "B8": ["4.A"]}, weather=name)
    found = game.forecast(Side.SOVIET, game.board.by_label["B8"], ["16.A"])
    assert (found.defence_strength, found.defence_column) == (4, 4 + shift)
    game = stage("A2a-attack", {"C8": ["4.A"], "B8": ["16.A"]}, weather=name)
    found = game.forecast(Side.AXIS, game.board.by_label["B8"], ["4.A"])
    assert found.defence_column == found.defence_strength + (shift if name == "Mud" else 0)


def test_under_the_die_option_the_die_reads_one_worse_instead() -> None:
    found = fires("Mud", Side.AXIS, "J9", weather_mode="die")
    assert (found.attack_column, found.defence_column) == (3, 2)
    good = fires("Good", Side.AXIS, "J9", weather_mode="die")
    assert found.p_cleared < good.p_cleared


def test_snow_opens_lake_sides_like_any_other() -> None:
    for name, whole_move in (("Good", True), ("Snow", False)):
        game = stage("A2a-move", {"C9": ["18.A"]}, weather=name)
        assert game.reach("18.A")[game.board.by_label["B9"]].bonus is whole_move
