"""Scenario files that name hexes by what is there, in all four games: as good as a label, or a fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import ecs
from ecs import Scenario, check_scenario, load_scenario, start
from ecs.board.board import Board
from game.cli.entry_point import main
from game.play.scenarios import list_scenarios
from game.saves.scenario_export import write_scenario
from game.screens.setup_editor.setup_screen import draft_of_scenario

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = {
    "barbarossa-1941": ("Warsaw", "Kaunas"),
    "tdv-barbarossa-1941": ("Warsaw", "Minsk"),
    "rb-barbarossa-5": ("Warsaw", "Minsk"),
    "war-barbarossa-1941": ("Warsaw", "Minsk"),
}
"""A scenario of each game, with a place where the Axis may stand and one where it may not."""
TWO_WORDS = "Velikie Luki"


@pytest.fixture
def own(own_scenarios: Path) -> Path:
    """The player's own scenarios."""
    return own_scenarios


def written(own: Path, scenario: str, text: str, name: str = "mine") -> Path:
    """A scenario of the player's that extends another."""
    path = own / f"{name}.toml"
    path.write_text(f'id = "{name}"\nextends = "{scenario}"\ntitle = "Mine"\n{text}\n', encoding="utf-8")
    return path


def label(scenario: Scenario, name: str) -> str:
    board = ecs.board_of(scenario)
    return next(spot.label for spot in board.hexes if spot.name == name)


def first_unit(scenario: Scenario) -> str:
    """An Axis counter that starts in a hex."""
    return next(e.units[0].partition(":")[0] for side, e in scenario.units if side == "axis" and e.hex)


def same_game(one: Path, other: Path) -> bool:
    """Do two files lay out the same position?"""
    first, second = start(load_scenario(one)), start(load_scenario(other))
    try:
        return first.position() == second.position() and first.unit_ids() == second.unit_ids()
    finally:
        first.close()
        second.close()


@pytest.mark.parametrize("scenario", GAMES)
def test_a_name_means_what_its_label_means(scenario: str, own: Path) -> None:
    base = ecs.find_scenario(scenario)
    unit, place = first_unit(base), GAMES[scenario][0]
    kind = next(text for side, e in base.units if side == "axis" and e.hex for text in e.units).partition(":")[2]
    text = 'ground = "mine"\nmove = [{{ units = ["{0}"], hex = "{1}" }}]\n'
    text += '[[add.axis]]\nhex = "{1}"\nunits = ["new-1:{2}"]\n'
    text += "".join(f'[[zones]]\nname = "{name}"\ntitle = "{name}"\n' for name in base.zones)
    text += '[[zones]]\nname = "mine"\ntitle = "Mine"\nalso = ["{1}", "{3}"]\n'
    other = GAMES[scenario][1]
    by_name = written(own, scenario, text.format(unit, place, kind, other), "by-name")
    by_label = written(own, scenario, text.format(unit, label(base, place), kind, label(base, other)), "by-label")
    assert [f for f in check_scenario(by_name) if "no hex" in f] == []
    assert same_game(by_name, by_label)


def test_a_number_of_a_hex_and_points_take_names_too(own: Path) -> None:
    base = ecs.find_scenario("tdv-barbarossa-1941")
    text = '[rules]\n"fort_{0}" = 2\n"works_{1}" = 1\n[points]\n"{0}" = 3\n'
    by_name = written(own, base.id, text.format("Kiev", TWO_WORDS), "by-name")
    by_label = written(own, base.id, text.format(label(base, "Kiev"), label(base, TWO_WORDS)), "by-label")
    assert check_scenario(by_name) == check_scenario(by_label) == [] and same_game(by_name, by_label)


@pytest.mark.parametrize("scenario", GAMES)
def test_a_name_that_is_not_there_is_a_fault_with_line_and_what_was_meant(scenario: str, own: Path) -> None:
    unit = first_unit(ecs.find_scenario(scenario))
    path = written(own, scenario, f'[[move]]\nunits = ["{unit}"]\nhex = "Lenningrad"')
    (fault,) = check_scenario(path)
    assert fault.startswith("mine.toml, line 6: move[1].hex: 'Lenningrad': no hex of the map ")
    assert fault.endswith("has this label or name; did you mean 'Leningrad'?")
    small = written(own, scenario, f'[[move]]\nunits = ["{unit}"]\nhex = "leningrad"')
    assert check_scenario(small)[0].endswith("did you mean 'Leningrad'?")


def test_a_label_in_small_letters_is_offered_as_it_is_written(own: Path) -> None:
    path = written(own, "tdv-barbarossa-1941", '[[move]]\nunits = ["Pz1"]\nhex = "w2916"')
    assert check_scenario(path)[0].endswith("did you mean 'W2916'?")


def test_a_role_of_several_hexes_is_ambiguous_and_they_are_named(own: Path) -> None:
    for line, key in (
        ('move = [{ units = ["Pz1"], hex = "Ladoga shore" }]', "move[1].hex"),
        ('zones = [{ name = "a", title = "b", also = ["Ladoga shore"] }]', "zones[1].also[1]"),
        ('rules = { "fort_Ladoga shore" = 1 }', "rules.fort_Ladoga shore"),
        ('points = { "Ladoga shore" = 1 }', "points.Ladoga shore"),
    ):
        faults = check_scenario(written(own, "tdv-barbarossa-1941", line))
        told = f"mine.toml, line 4: {key}: 'Ladoga shore': could be 6 hexes of the map east_front_36km: E1001, "
        assert any(fault.startswith(told) and fault.endswith(" and 1 more") for fault in faults), (line, faults)


def test_two_words_for_one_hex_in_a_table_are_a_fault(own: Path) -> None:
    kiev = label(ecs.find_scenario("tdv-barbarossa-1941"), "Kiev")
    path = written(
        own, "tdv-barbarossa-1941", f"rules = {{ fort_Kiev = 1, fort_{kiev} = 2 }}\npoints = {{ Kiev = 1, {kiev} = 2 }}"
    )
    assert check_scenario(path) == [
        f"mine.toml, line 5: points.{kiev}: this is the same hex as 'Kiev'; name it only once",
        f"mine.toml, line 4: rules.fort_{kiev}: this is the same hex as 'fort_Kiev'; name it only once",
    ]


def test_hostile_words_for_a_hex_are_quoted_and_cut(own: Path) -> None:
    for word in ("x" * 60, "\\u202Eksnim", "../../etc", "Minsk\\n", "", " "):
        path = written(own, "war-barbarossa-1941", f'points = {{ "{word}" = 1 }}')
        faults = check_scenario(path)
        assert faults and all(fault.isprintable() and len(fault) < 400 for fault in faults), word


def test_a_label_goes_before_a_name_and_a_name_before_nothing() -> None:
    board: Board = ecs.board_of(ecs.find_scenario("tdv-barbarossa-1941"))
    assert board.called("W2916") == (board.by_label["W2916"],) and board.called("") == ()
    for spot in board.hexes:
        if spot.name and spot.name not in board.roles:
            assert board.called(spot.name) == (spot.index,)


def test_the_shipped_scenarios_say_labels_and_stay_what_they_were() -> None:
    for path in list_scenarios():
        scenario = load_scenario(path)
        assert ecs.on_its_map(scenario) is scenario, path


def test_what_is_drawn_and_exported_of_it_says_labels(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ecs.find_scenario("war-barbarossa-1941")
    unit, spot = first_unit(base), label(base, "Koenigsberg")
    path = written(own, base.id, f'[[move]]\nunits = ["{unit}"]\nhex = "Koenigsberg"')
    draft, _ = draft_of_scenario(load_scenario(path))
    assert draft.counters[unit].hex == spot
    drawn = own.parent / "drawn.tmx"
    assert main(["to-tiled", "mine", "--out", str(drawn)]) == 0
    back = own / "back.toml"
    assert main(["from-tiled", str(drawn), "--scenario", str(back)]) == 0
    assert "[[move]]" not in back.read_text("utf-8") and same_game(path, back)
    told = []
    for word in ("Koenigsberg", spot):
        game = start(load_scenario(written(own, base.id, f'[[move]]\nunits = ["{unit}"]\nhex = "{word}"')))
        write_scenario(game, own / "told.toml", force=True)
        told.append((own / "told.toml").read_text("utf-8"))
        game.close()
    assert told[0] == told[1]
