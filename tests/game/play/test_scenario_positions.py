"""What `check` finds of who stands where: crowded stacks, enemy ground, ids that two files have."""

from __future__ import annotations

from pathlib import Path

import pytest

import ecs
from ecs import load_scenario, position_faults, start
from game.cli.entry_point import main
from game.packs.addons.library import read_addon
from game.play.addon_contents import faults_in
from game.play.scenario_trial import faults_of_scenario
from game.play.scenarios import list_scenarios
from tests.hostile_input.addons import folder as addon_of
from tests.hostile_input.addons import plain_files

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def written(folder: Path, base: str, text: str, name: str = "mine") -> Path:
    """A scenario that extends another."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\nextends = "{base}"\ntitle = "Mine"\n{text}\n', encoding="utf-8")
    return path


def test_no_shipped_scenario_is_blamed() -> None:
    assert len(list_scenarios()) > 20
    for path in list_scenarios():
        assert position_faults(path) == [], path


GAMES = ("barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-7", "war-barbarossa-1941")


def first(base: str, side: str) -> tuple[str, str, str]:
    """A counter of a side that starts in a hex: its id, class and hex."""
    entry = next(e for whose, e in ecs.find_scenario(base).units if whose == side and e.hex)
    return (*entry.units[0].partition(":")[::2], entry.hex)


def free_town(base: str) -> str:
    """A town of the Soviets far behind, in which nobody stands."""
    scenario = ecs.find_scenario(base)
    held = {entry.hex for _, entry in scenario.units}
    towns = (spot for spot in ecs.board_of(scenario).hexes if spot.name in ("Vologda", "Gorki", "Saratov", "Kharkov"))
    return next(spot.name for spot in towns if spot.label not in held)


@pytest.mark.parametrize("base", GAMES)
def test_a_counter_on_ground_of_the_enemys_is_told_with_its_line(base: str, own_scenarios: Path) -> None:
    unit, town = first(base, "axis")[0], free_town(base)
    path = written(own_scenarios, base, f'[[move]]\nunits = ["{unit}"]\nhex = "{town}"')
    label = next(spot.label for spot in ecs.board_of(load_scenario(path)).hexes if spot.name == town)
    told = [fault for fault in faults_of_scenario(path) if "-held ground" in fault]
    said = f"{unit} would be on Soviet-held ground; move it, or change 'ground'"
    assert told == [f"mine.toml, line 6: move[1].hex: {label} ({town}): {said}"]
    start(load_scenario(path)).close()  # told, and not forbidden


@pytest.mark.parametrize("base", GAMES)
def test_ground_that_is_said_to_be_held_is_no_fault(base: str, own_scenarios: Path) -> None:
    unit, town = first(base, "axis")[0], free_town(base)
    regions = "".join(f'[[zones]]\nname = "{name}"\ntitle = "x"\n' for name in ecs.find_scenario(base).zones)
    text = f'ground = "ours"\n[[move]]\nunits = ["{unit}"]\nhex = "{town}"\n{regions}'
    board = ecs.board_of(ecs.find_scenario(base))
    axis = [spot.label for spot in board.hexes if spot.owner == "axis"]
    text += f'[[zones]]\nname = "ours"\ntitle = "Ours"\nalso = {[town, *axis]}'.replace("'", '"')
    assert [f for f in position_faults(written(own_scenarios, base, text)) if unit in f] == []


@pytest.mark.parametrize("base", GAMES)
def test_both_sides_in_one_hex_are_told_of_the_entry_that_did_it(base: str, own_scenarios: Path) -> None:
    unit, there = first(base, "axis")[0], first(base, "soviet")[2]
    (fault,) = position_faults(written(own_scenarios, base, f'[[move]]\nunits = ["{unit}"]\nhex = "{there}"'))
    assert fault.startswith(f"mine.toml, line 6: move[1].hex: {there}")
    assert fault.endswith("both sides have counters there")


@pytest.mark.parametrize("base", GAMES[1:])  # in Darkest Crusade any number may stand together
def test_more_than_may_stack_are_told(base: str, own_scenarios: Path) -> None:
    _, kind, there = first(base, "axis")
    units = ", ".join(f'"new-{number}:{kind}"' for number in range(9))
    (fault,) = position_faults(written(own_scenarios, base, f'[[add.axis]]\nhex = "{there}"\nunits = [{units}]'))
    assert fault.startswith(f"mine.toml, line 5: add.axis[1].hex: {there}"), fault


def test_a_hex_of_water_is_no_hex_of_the_map(own_scenarios: Path) -> None:
    path = written(own_scenarios, "rb-barbarossa-7", '[[add.axis]]\nhex = "0115"\nunits = ["x:ger_inf"]')
    assert "'0115': no hex of the map" in faults_of_scenario(path)[0]


def test_a_counter_drawn_in_tiled_on_enemy_ground_is_told_with_its_object(
    own_scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = "war-barbarossa-1941"
    unit, town = first(base, "axis")[0], free_town(base)
    written(own_scenarios, base, f'[[move]]\nunits = ["{unit}"]\nhex = "{town}"')
    drawn = own_scenarios.parent / "drawn.tmx"
    assert main(["to-tiled", "mine", "--out", str(drawn)]) == 0
    assert main(["check", str(drawn)]) == 1
    said = capsys.readouterr().out
    assert "drawn.tmx: layer 'counters', object" in said and f"{unit} would be on Soviet-held ground" in said


# -- ids that two files have --------------------------------------------------------------------------


def test_two_scenarios_of_one_id_in_a_folder_that_is_checked_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = tmp_path / "work" / "scenarios"
    one, other = (written(room / name, "war-barbarossa-1941", "", "twin") for name in ("a", "b"))
    assert main(["check", str(room)]) == 1
    out = capsys.readouterr().out
    assert f"{one}: no faults" in out and f"{other}: 1 fault" in out
    assert f"{other}: the id 'twin' is taken by {one}; give it another" in out


def test_two_scenarios_of_one_id_in_an_add_on_are_told(tmp_path: Path) -> None:
    text = b'id = "twin"\nextends = "war-barbarossa-1941"\ntitle = "Twin"\n'
    files = {**plain_files(holds='["help", "scenarios"]'), "scenarios/a/twin.toml": text, "scenarios/b/twin.toml": text}
    faults = faults_in(read_addon(addon_of(files)(tmp_path)))
    assert [fault for fault in faults if "the id 'twin' is taken by" in fault]


def test_two_packs_of_one_id_are_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = home / "sprites" / "plain" / "pack.toml"
    pack.parent.mkdir(parents=True)
    head = 'version = "1.0"\ntitle = "x"\nauthor = "x"\nlicence = "CC0-1.0"\nengine = ">=0.1"\nfallback = "standard"\n'
    pack.write_text(f'id = "plain"\n{head}', encoding="utf-8")
    assert main(["check", str(pack.parent)]) == 1
    assert "[id]: 'plain' is taken by" in capsys.readouterr().out
