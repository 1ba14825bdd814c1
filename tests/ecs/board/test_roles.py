"""Do the rules write names, and does the map say where they are?"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ecs import RULESETS, Board, Game, SetupError, Side, TableError, find_scenario, load_scenario, maps_root, start
from ecs.board.map_loader import check_map, load_board
from ecs.core.files.toml_files import read_toml
from game.cli.entry_point import main
from game.opponents import Seat
from game.opponents.players import RandomPlayer
from game.play.scenario_trial import faults_of_scenario
from tests.ecs.board.test_mapfile import LAYOUTS as GRIDS
from tests.ecs.board.test_mapfile import POINTY, prop, thing, write_map

pytestmark = pytest.mark.usefixtures("worlds_given_back")
CAMPAIGN = {
    "war-against-russia": "war-barbarossa-1941",
    "dark-valley": "tdv-barbarossa-1941",
    "darkest-crusade": "barbarossa-1941",
    "russia-besieged": "rb-campaign-1941",
}
FLAT = GRIDS[2]


def board_of(ruleset: str) -> Board:
    return load_board(find_scenario(CAMPAIGN[ruleset]).map)


def words(value: object) -> Iterator[str]:
    """All texts of a table, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


# -- the tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", CAMPAIGN)
def test_the_tables_name_no_hex_by_its_label(ruleset: str) -> None:
    labels = set(board_of(ruleset).by_label)
    for sheet in RULESETS[ruleset].figures.shelf.sheets:
        assert labels.isdisjoint(words(read_toml(sheet.path))), sheet.path.name


@pytest.mark.parametrize("ruleset", CAMPAIGN)
def test_every_name_of_a_place_in_the_tables_is_declared_and_is_on_the_map(ruleset: str) -> None:
    board, needs = board_of(ruleset), RULESETS[ruleset].figures.needs()
    declared = {*needs.hexes, *needs.regions, *needs.optional}
    assert [*needs.missing(board)] == [] and [*needs.absent(board)] == []
    path = next(s.path for s in RULESETS[ruleset].figures.shelf.sheets if s.part == "tables")
    tables, calendar = read_toml(path), path.with_name("arrivals.toml")
    del tables["map"]
    spoken = set(words([tables, read_toml(calendar) if calendar.exists() else {}])) & set(board.by_name)
    assert spoken and spoken <= declared
    assert {name for name in declared if name not in spoken} <= set(board.regions)


@pytest.mark.parametrize("path", sorted(maps_root().glob("*.tmx")), ids=lambda path: path.stem)
def test_every_map_of_the_game_has_what_its_game_needs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(path)]) == 0
    assert load_board(path).game in RULESETS and "no faults" in capsys.readouterr().out


# -- roles on a map -----------------------------------------------------------------------------------------------


def test_a_role_goes_before_a_place_and_a_place_before_a_label(tmp_path: Path) -> None:
    spots = [POINTY.centre(0, 0), POINTY.centre(1, 1), POINTY.centre(2, 2)]
    town = thing(1, "town", spots[:1], "Kerch", properties=prop("roles", "the port, gate"))
    plain = load_board(write_map(tmp_path, thing(1, "town", spots[:1], "Kerch")))
    other = thing(2, "role", spots[1:2], "gate")
    board = load_board(write_map(tmp_path, town, other, thing(3, "role", spots[2:], "Kerch")))
    first, middle, last = (board.by_offset[offset] for offset in ((0, 0), (1, 1), (2, 2)))
    assert board.named("the port") == (first,) and board.named("gate") == (first, middle)
    assert board.named("Kerch") == (last,) and plain.named("Kerch") == (first,)
    assert board.named(board.hexes[middle].label) == (middle,) and board.named("nowhere") == ()
    assert board.spots(["gate", "nowhere", "Kerch"]) == (first, middle, last)
    assert (board.spot("gate"), board.spot("nowhere")) == (first, None)
    assert board.digest == plain.digest and board.hexes == plain.hexes


def test_a_role_without_a_name_or_a_hex_is_a_fault(tmp_path: Path) -> None:
    nameless = thing(1, "role", [POINTY.centre(0, 0)])
    afloat = thing(2, "role", [POINTY.centre(1, 0)], "gate")
    faults = check_map(write_map(tmp_path, nameless, afloat, cells="1,3,1,1,1,1,1,1,1"))
    assert len(faults) == 2
    assert "object 1" in faults[0] and "the role has no name" in faults[0]
    assert "object 2 'gate'" in faults[1] and "not in a playable hex" in faults[1]


# -- a new map under shipped rules -------------------------------------------------------------------------------


def tiny_map(folder: Path, ruleset: str, without: str = "") -> Path:
    """Three by three hexes with all that a game needs, but for one thing."""
    grid = POINTY if ruleset == "war-against-russia" else FLAT
    west, middle, east = ((0, 1), (1, 1), (2, 1))
    line = thing(1, "rail", [grid.centre(*spot) for spot in (west, middle, east)], "Line")
    things = {
        "rail": line,
        "vp": thing(2, "victory", [grid.centre(*middle)], "Town", properties=prop("vp", 2, ' type="int"')),
        "German entry": thing(3, "role", [grid.centre(*west)], "German entry"),
        "depot home": thing(4, "role", [grid.centre(*west)], "depot home"),
        "Berlin": thing(8, "role", [grid.centre(*west)], "Berlin"),
        "Moscow": thing(9, "role", [grid.centre(*east)], "Moscow"),
        "Kazan": thing(10, "role", [grid.centre(*east)], "Kazan"),
    }
    edges = {"edge_axis": west, "edge_rus_supply": east, "edge_rus_entry": east}
    for number, (name, spot) in enumerate(edges.items(), 5):
        things[name] = thing(number, "trait", grid.corners(*spot), name, "polygon")
    own = prop("game", ruleset) + prop("board_name", "tiny") + prop("default_owner", "soviet")
    return write_map(folder, *(text for key, text in things.items() if key != without), grid=grid, properties=own)


UNITS = {
    "war-against-russia": (("A1", "ger_army", "A2", "ger_infkps"), ("R1", "rus_army42", "R2", "rus_rifkor")),
    "dark-valley": (("A1", "inf_corps", "A2", "inf_div"), ("R1", "rifle_corps", "R2", "rifle_div")),
    "russia-besieged": (("A1", "ger_inf_54", "A2", "ger_inf_44"), ("R1", "army_43", "R2", "army_33")),
}


def tiny_scenario(folder: Path, ruleset: str, without: str = "") -> Path:
    """A scenario of four units on the tiny map."""
    board = tiny_map(folder, ruleset, without)
    label = {h.col: h.label for h in load_board(board).hexes if h.row == 1}
    text = f'id = "tiny"\nruleset = "{ruleset}"\ntitle = "Tiny"\nmap = "{board.name}"\nturns = 3\nminutes = 1\n'
    text += 'blurb = "Small."\nhistory = "None."\nground = "west"\n'
    text += f'[[zones]]\nname = "west"\ntitle = "The west"\nalso = ["{label[0]}"]\n'
    for side, spot, units in zip(("axis", "soviet"), (label[0], label[2]), UNITS[ruleset], strict=True):
        pairs = ", ".join(f'"{name}:{kind}"' for name, kind in zip(units[::2], units[1::2], strict=True))
        text += f'[[{side}]]\nhex = "{spot}"\nunits = [{pairs}]\n'
    path = folder / "scenarios" / "tiny.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    shutil.copy(board, path.parent)
    shutil.copy(folder / "tiny.tsx", path.parent)
    return path


def played(game: Game) -> int:
    """Commands of a game played by lot to its end."""
    seats = {side: (Seat(game, side), RandomPlayer(number)) for number, side in enumerate(Side)}
    for number in range(4000):
        if game.over:
            return number
        assert game.to_act is not None and not game.stuck
        seat, player = seats[game.to_act]
        game.apply(player.choose(seat)[0])
    raise AssertionError("no end")


@pytest.mark.parametrize("ruleset", UNITS)
def test_a_tiny_map_with_the_roles_plays_three_turns(ruleset: str, tmp_path: Path) -> None:
    path = tiny_scenario(tmp_path, ruleset)
    assert faults_of_scenario(path) == []
    game = start(load_scenario(path), seed=3)
    assert played(game) > 20 and (game.turn == 3 or game.result is not None)
    game.close()


LACKING = [
    ("war-against-russia", "German entry", "no hex has the role or name 'German entry': German and Italian units"),
    ("war-against-russia", "edge_axis", "no hex has the trait 'edge_axis': Axis supply comes from there"),
    ("war-against-russia", "vp", "no place has victory points ('vp'): they count for victory"),
    ("dark-valley", "depot home", "no hex has the role or name 'depot home': a captured depot comes back"),
    ("dark-valley", "edge_rus_supply", "no hex has the trait 'edge_rus_supply': Soviet supply comes along"),
    ("russia-besieged", "Berlin", "no hex has the role or name 'Berlin': Hitler starts there"),
    ("russia-besieged", "Kazan", "no hex has the role or name 'Kazan': the Soviets are supplied"),
]


@pytest.mark.parametrize(("ruleset", "without", "said"), LACKING)
def test_what_a_map_lacks_is_named_and_its_scenario_is_refused(
    ruleset: str, without: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tiny_scenario(tmp_path, ruleset, without)
    assert main(["check", str(tmp_path / "tiny.tmx")]) == 1
    out = capsys.readouterr().out
    assert "1 fault" in out and said in out and RULESETS[ruleset].title in out
    (fault,) = faults_of_scenario(path)
    assert "tiny.toml" in fault and "map" in fault and said in fault
    with pytest.raises((SetupError, TableError), match=r"tiny\.tmx: no "):
        start(load_scenario(path))


def test_all_that_is_missing_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = write_map(tmp_path, properties=prop("game", "war-against-russia"))
    assert main(["check", str(bare)]) == 1
    out = capsys.readouterr().out
    names = ("'German entry'", "'edge_axis'", "'edge_rus_supply'", "'edge_rus_entry'", "('vp')")
    assert "5 faults" in out and all(name in out for name in names)


def test_a_map_for_no_game_says_which_could_be_played_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write_map(tmp_path))]) == 0
    out = capsys.readouterr().out
    assert "note: cannot be played by the rules of War Against Russia: no hex has the role" in out
    assert main(["check", str(write_map(tmp_path, properties=prop("game", "war-against-rusia")))]) == 1
    assert "no ruleset 'war-against-rusia'; did you mean 'war-against-russia'?" in capsys.readouterr().out


def test_a_map_without_a_game_s_cities_is_told_all_that_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tiny_map(tmp_path, "russia-besieged"))]) == 0
    out = capsys.readouterr().out
    (told,) = (line for line in out.splitlines() if "does without what the rules of Russia Besieged call" in line)
    assert "no faults" in out and all(name in told for name in ("Leningrad", "Finnish edge", "caucasus", "Volkhov"))
    assert not any(name in told for name in ("Berlin", "Moscow", "Kazan"))
