"""Is a position written as a scenario the same when the scenario is begun, and is told what is left out?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

import ecs
from ecs import RULESETS, Game, SetupError, Side, load_scenario, new_game, retold, start
from ecs.core.components import Disruption, Steps
from ecs.core.events import WeatherTurned
from ecs.engine.scenario_export import SHARED
from game.cli.entry_point import main
from game.opponents import Seat as PlayersSeat
from game.opponents.players import RandomPlayer
from game.play.scenario_trial import faults_of_scenario
from game.play.scenarios import find_scenario
from game.saves.scenario_export import write_own_scenario, write_scenario
from game.saves.storage.save_folder import Particulars, write_save
from game.system.output_files import OutputError
from tests.ecs.worlds import world_of
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
EXPRESSED_ELSEWHERE = {"Clock", "Dice"}
GAMES = [
    ("barbarossa-1941", {"supply_mode": "die"}, 3, 40),
    ("tdv-barbarossa-1941", {"random_weather": "on"}, 2, 60),
    ("rb-barbarossa-7", {"workers": "on", "fortress": "on"}, 2, 60),
    ("war-barbarossa-1941", {"rumania": "closed"}, 2, 20),
]


@pytest.fixture(autouse=True)
def own(own_scenarios: Path) -> Path:
    """The folder of the player's scenarios."""
    return own_scenarios


def played(scenario: str, options: dict[str, str], turns: int, more: int, seed: int = 3) -> Game:
    """A game some turns and some commands on, both sides played by lot."""
    game = new_game(scenario, options=options, seed=seed)
    seats = {side: (PlayersSeat(game, side), RandomPlayer(number, 3)) for number, side in enumerate(Side)}
    first, left = game.turn, more
    while left:
        side = game.to_act
        assert side is not None and not game.over
        seat, player = seats[side]
        game.apply(player.choose(seat)[0])
        left -= game.turn >= first + turns
    return game


def standing(game: Game) -> dict[str, tuple[str, str, int]]:
    """Counter on the map -> where it stands, its class, steps lost."""
    w, found = world_of(game), {}
    for unit in (*w.units, *w.installations):
        if unit.hex >= 0:
            steps = unit[Steps] if Steps in unit else Steps()
            found[unit.id] = game.board.hexes[unit.hex].label, steps.grade or unit.type.kind, steps.lost
    return found


def held(game: Game) -> list[bool]:
    return [side is Side.AXIS for side in game.look(Side.AXIS).control]


@pytest.fixture(scope="module", params=GAMES, ids=[line[0] for line in GAMES])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game that is looked at and saved, but not played on."""
    game = played(*request.param)
    yield game
    game.close()


def test_a_scenario_of_a_save_begins_as_the_save_stands(
    game: Game, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_save(own.parent / "it.save", game, Particulars("it"))
    path = own / "later.toml"
    assert main(["export", str(own.parent / "it.save"), "--scenario", str(path)]) == 0
    told, text = capsys.readouterr().out, path.read_text(encoding="utf-8")
    assert faults_of_scenario(path) == []
    again = start(find_scenario("later"))
    assert standing(again) == standing(game)
    assert held(again) == held(game)
    assert (again.turn, again.scenario.turns) == (game.turn, game.scenario.turns)
    assert again.options == game.options
    assert f'extends = "{game.scenario.id}"' in text
    notes = [line.strip() for line in told.splitlines()[1:]]
    assert len(notes) > 3 and notes[1].startswith("The phase:")
    comments = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# "))
    assert all(f"- {note}" in comments for note in notes)


WEATHER = [
    ("barbarossa-1941", {"weather_mode": "die"}, 4, 1),
    ("barbarossa-1941", {"weather_mode": "die"}, 4, 2),
    ("tdv-barbarossa-1941", {"random_weather": "on"}, 3, 1),
    ("rb-barbarossa-10", {}, 2, 2),
    ("war-barbarossa-1941", {}, 3, 1),
]


@pytest.mark.parametrize(("scenario", "options", "turns", "seed"), WEATHER, ids=[line[0] for line in WEATHER])
def test_the_weather_of_the_turn_is_in_it(
    scenario: str, options: dict[str, str], turns: int, seed: int, own: Path
) -> None:
    game = played(scenario, options, turns, 3, seed)
    turned = [event for record in game.log for event in record.events if isinstance(event, WeatherTurned)][-1]
    later = getattr(turned, "later", "")
    path = own / "later.toml"
    write_scenario(game, path)
    said = load_scenario(path).weather
    assert said == ("" if later not in ("", turned.weather) else turned.weather)
    again = start(find_scenario("later"))
    while said and not again.over and not world_of(again).weather.name:
        again.apply(again.legal()[-1])
    assert not said or world_of(again).weather.name == said
    assert not said or "The weather;" not in path.read_text("utf-8")


def test_counters_off_the_map_and_dispersed_ones_are_as_they_were(game: Game, own: Path) -> None:
    write_scenario(game, own / "later.toml")
    text = (own / "later.toml").read_text(encoding="utf-8")
    units = load_scenario(own / "later.toml").units
    entries = {text.partition(":")[0]: entry for _, entry in units for text in entry.units}
    terms, ours = game.ruleset.terms, {unit.id: unit for unit in world_of(game).units}
    overdue = terms.overdue
    for name in entries.keys() & ours.keys():
        box = ours[name].place.box
        assert entries[name].box in {box, overdue} or f"{name} ({box})" in text, name
        assert entries[name].dispersed is (terms.dispersed and ours[name][Disruption].disrupted), name
    assert overdue or "Where some counters are" not in text


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_kind_of_mark_has_words_for_its_loss(ruleset: str) -> None:
    known = {*SHARED, *RULESETS[ruleset].terms.unsaid, *EXPRESSED_ELSEWHERE}
    assert [kind.__name__ for kind in RULESETS[ruleset].kinds if kind.__name__ not in known] == []
    kinds = {kind.__name__ for kind in RULESETS[ruleset].kinds}
    assert set(RULESETS[ruleset].terms.unsaid) <= kinds


def test_an_attack_that_is_declared_is_told_to_be_left_out() -> None:
    game = new_game("war-barbarossa-1941", seed=2)
    player, other = RandomPlayer(1), PlayersSeat(game, Side.AXIS)
    assert not any("declared" in note for note in retold(game, "mine").notes)
    for _ in range(2000):
        if any(unit.target >= 0 and unit.hex >= 0 for unit in game.look(Side.AXIS).units):
            break
        seat = other if game.to_act is Side.AXIS else PlayersSeat(game, Side.SOVIET)
        game.apply(player.choose(seat)[0])
    assert any(note.startswith("Declared attacks (") for note in retold(game, "mine").notes)


def test_nothing_is_written_while_counters_are_hidden(own: Path) -> None:
    game = new_game("barbarossa-1941", options={"secret_setup": "on"}, seed=1)
    write_save(own.parent / "it.save", game, Particulars("it"))
    with pytest.raises(SetupError, match="hides counters from one side"):
        write_scenario(game, own / "later.toml")
    assert main(["export", str(own.parent / "it.save"), "--scenario", str(own / "later.toml")]) == 1
    assert [*own.iterdir()] == []


def test_a_file_that_is_there_is_written_over_only_by_force(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_save(own.parent / "it.save", new_game("war-barbarossa-1941", seed=1), Particulars("it"))
    path = own / "later.toml"
    path.write_text("mine", encoding="utf-8")
    words = ["export", str(own.parent / "it.save"), "--scenario", str(path)]
    assert main(words) == 1 and path.read_text(encoding="utf-8") == "mine"
    assert "already exists" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0 and 'id = "later"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "cause"),
    [("later.txt", "ends in .toml"), ("a b.toml", "an id"), ("war-barbarossa-1941.toml", "started from scenario")],
)
def test_a_name_no_scenario_can_have_is_refused(own: Path, name: str, cause: str) -> None:
    with pytest.raises((OutputError, SetupError), match=cause):
        write_scenario(new_game("war-barbarossa-1941", seed=1), own / name)
    assert [*own.iterdir()] == []


def test_a_game_that_is_over_is_refused(own: Path) -> None:
    short = own / "short.toml"
    short.write_text('id = "short"\nextends = "war-barbarossa-1941"\ntitle = "x"\nturns = 1\n', encoding="utf-8")
    game = start(load_scenario(short))
    seats = {side: (PlayersSeat(game, side), RandomPlayer(1)) for side in Side}
    while not game.over:
        assert game.to_act is not None
        seat, player = seats[game.to_act]
        game.apply(player.choose(seat)[0])
    with pytest.raises(SetupError, match="the game is over"):
        retold(game, "later")


def test_a_scenario_that_could_not_be_begun_is_not_left_behind(own: Path, tmp_path: Path) -> None:
    found = ecs.find_scenario("war-barbarossa-1941")
    (own.parent / "mine.tmx").write_bytes(found.map.read_bytes())
    copytree(found.map.parent / "tilesets", own.parent / "tilesets")
    mine = own / "mine.toml"
    mine.write_text(f'id = "mine"\nextends = "{found.id}"\ntitle = "x"\nmap = "mine.tmx"\n', encoding="utf-8")
    game = start(load_scenario(mine))
    write_scenario(game, own / "later.toml")
    assert faults_of_scenario(own / "later.toml") == []
    far = tmp_path / "far"
    far.mkdir()
    with pytest.raises(SetupError, match=r"cannot be started: later.toml: map mine.tmx is missing"):
        write_scenario(game, far / "later.toml")
    assert [*far.iterdir()] == []


def test_house_rules_and_numbers_of_a_scenario_stay(own: Path) -> None:
    mine = own / "strong.toml"
    mine.write_text(
        'id = "strong"\nextends = "tdv-barbarossa-1941"\ntitle = "x"\nrules = { fort_W2916 = 2 }\n'
        "victory = { conditions = 1 }\n[units.panzer41]\nfull = [5, 6]\n",
        encoding="utf-8",
    )
    game = start(find_scenario("strong"))
    write_scenario(game, own / "later.toml")
    again = start(find_scenario("later"))
    assert again.changed_figures() == game.changed_figures() != ()
    assert again.scenario.rules == game.scenario.rules
    assert {(m.hex, m.kind) for m in again.look(Side.AXIS).markers} == {
        (m.hex, m.kind) for m in game.look(Side.AXIS).markers
    }


def test_the_menu_of_the_table_writes_it_into_the_players_folder(own: Path) -> None:
    seat = sit_down()
    seat.scene.leave_for("scenario")
    seat.scene.leave_for("scenario")
    assert sorted(path.name for path in own.iterdir()) == [
        "barbarossa-1941-turn-1-2.toml",
        "barbarossa-1941-turn-1.toml",
    ]
    assert sum(str(own) in notice for notice in seat.notices()) == 2
    assert faults_of_scenario(own / "barbarossa-1941-turn-1.toml") == []


def test_the_menu_says_why_not(own: Path) -> None:
    seat = sit_down(options={"secret_setup": "on"}, players=dict.fromkeys(Side, "human"))
    seat.scene.leave_for("scenario")
    assert any("Not saved as a scenario: this game hides counters" in notice for notice in seat.notices())
    assert [*own.iterdir()] == []


def test_a_folder_that_cannot_be_made_is_told(own: Path) -> None:
    own.rmdir()
    own.write_text("a file")
    with pytest.raises(OutputError, match="scenarios"):
        write_own_scenario(new_game("war-barbarossa-1941", seed=1))
