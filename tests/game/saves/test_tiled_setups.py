"""Does a set-up come back from Tiled as it was drawn, and is what cannot be read told by file and object?"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ecs
from ecs import Side, draft_drawn_on, draft_of, drawn_map_of, load_board, load_scenario, read_drawn, start
from ecs.board.map_schema import CLASSES
from game.cli.entry_point import main
from game.play.scenario_trial import faults_of_scenario
from game.play.scenarios import find_scenario
from game.saves.scenario_export import scenario_played_on
from tests.ecs.board.test_mapfile import run_tiled
from tests.game.saves.test_shortcut import ends_of_each_game

WAR = "war-barbarossa-1941"
MAPS = ecs.maps_root()


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The player's folder of maps."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "maps"


def drawn(scenario: str, folder: Path, name: str = "drawn.tmx") -> Path:
    """The set-up of a scenario as a map, with the tilesets beside it."""
    if not (folder / "tilesets").exists():
        shutil.copytree(MAPS / "tilesets", folder / "tilesets")
    path = folder / name
    path.write_bytes(drawn_map_of(ecs.find_scenario(scenario)))
    return path


@pytest.mark.parametrize("scenario", [path.stem for path in ends_of_each_game()])
def test_every_scenario_comes_back_from_tiled_as_it_was(scenario: str, tmp_path: Path) -> None:
    found = ecs.find_scenario(scenario)
    back = read_drawn(drawn(scenario, tmp_path))
    draft = draft_drawn_on(back, found)
    assert dict(draft.counters) == dict(draft_of(found, found).counters) and draft.counters
    assert draft.told("x").map == found.map and back.scenario == scenario
    assert set(draft.table("x")) == {"id", "extends", "title", "blurb", "minutes", "start_turn"}


def test_counters_leave_no_mark_on_the_board(tmp_path: Path) -> None:
    board = load_board(drawn(WAR, tmp_path))
    assert board == load_board(find_scenario(WAR).map)


def test_tiled_saves_a_drawn_set_up_without_changing_it(tmp_path: Path) -> None:
    path, saved = drawn(WAR, tmp_path), tmp_path / "saved.tmx"
    if run_tiled("tiled", tmp_path, "--export-map", "tmx", str(path), str(saved)):
        found = ecs.find_scenario(WAR)
        first, again = draft_drawn_on(read_drawn(path), found), draft_drawn_on(read_drawn(saved), found)
        assert dict(first.counters) == dict(again.counters)


def test_a_map_that_is_drawn_on_twice_has_each_counter_once(tmp_path: Path, own: Path) -> None:
    assert main(["to-tiled", WAR]) == 0
    path = own / f"{WAR}.tmx"
    (own / "scenarios" / "again.toml").write_text(
        f'id = "again"\nextends = "{WAR}"\ntitle = "x"\nmap = "{path.name}"\n', encoding="utf-8"
    )
    assert main(["to-tiled", "again", "--out", str(own / "again.tmx")]) == 0
    assert len(read_drawn(own / "again.tmx").counters) == len(read_drawn(path).counters)
    assert {group.get("name") for group in ElementTree.parse(own / "again.tmx").iter("objectgroup")} >= {"counters"}


# -- by the command line --------------------------------------------------------------------------------


def edited(path: Path, name: str, change: dict[str, str | None]) -> None:
    """Change attributes and properties of the object of a name; None takes it away."""
    tree = ElementTree.parse(path)
    (item,) = [node for node in tree.iter("object") if node.get("name") == name and node.get("type") == "counter"]
    properties = item.find("properties")
    assert properties is not None
    for key, value in change.items():
        if key in ("x", "y", "name"):
            item.set(key, str(value))
            continue
        for node in [node for node in properties if node.get("name") == key]:
            properties.remove(node)
        if value is not None:
            kind = {"lost": "int", "dispersed": "bool"}.get(key, "string")
            ElementTree.SubElement(properties, "property", {"name": key, "type": kind, "value": value})
    tree.write(path, encoding="UTF-8", xml_declaration=True)


def with_map_property(path: Path, **said: str) -> None:
    """Set properties of the map."""
    tree = ElementTree.parse(path)
    properties = tree.getroot().find("properties")
    assert properties is not None
    for node in [node for node in properties if node.get("name") in said]:
        properties.remove(node)
    for name, value in said.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": value})
    tree.write(path, encoding="UTF-8", xml_declaration=True)


def test_a_drawn_scenario_has_a_title_of_its_own(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["to-tiled", WAR]) == 0
    path, scenario = own / f"{WAR}.tmx", own / "scenarios" / "my_hot-summer.toml"
    words = ["from-tiled", str(path), "--scenario", str(scenario), "--force"]
    assert main(words) == 0 and load_scenario(scenario).title == "My hot summer"
    with_map_property(path, title="The drawn summer")
    assert main(words) == 0 and load_scenario(scenario).title == "The drawn summer"
    assert main([*words, "--title", "Another"]) == 0 and load_scenario(scenario).title == "Another"
    assert main(["to-tiled", "my_hot-summer", "--out", str(own / "again.tmx")]) == 0
    assert read_drawn(own / "again.tmx").title == ""
    with_map_property(path, title="x" * 201)
    assert main(words) == 1 and "property 'title' must be one line" in capsys.readouterr().err


def test_the_ground_of_a_scenario_is_seen_and_changed_as_a_property(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = "tdv-campaign-1942"
    assert main(["to-tiled", base]) == 0
    path, scenario = own / f"{base}.tmx", own / "scenarios" / "ground.toml"
    assert read_drawn(path).ground == ecs.find_scenario(base).ground == "axis_1942_06"
    with_map_property(path, ground="axis_1943_07")
    assert main(["from-tiled", str(path), "--scenario", str(scenario)]) == 1 and not scenario.exists()
    assert "-held ground" in "".join(capsys.readouterr())
    with_map_property(path, ground="axis_1942")
    assert main(["check", str(path)]) == 1
    assert "'axis_1942': no zone of this scenario and no region of the map" in capsys.readouterr().out


def test_ground_that_is_drawn_is_held(own: Path) -> None:
    assert main(["to-tiled", WAR]) == 0
    path, scenario = own / f"{WAR}.tmx", own / "scenarios" / "ground.toml"
    board = load_board(path)
    axis = [spot.index for spot in board.hexes if spot.owner == "axis"]
    taken = {entry.hex for _, entry in ecs.find_scenario(WAR).units}
    extra = next(
        n for i in axis for n in board.neighbours[i]
        if board.hexes[n].owner == "soviet" and board.hexes[n].label not in taken
    )  # fmt: skip
    tree = ElementTree.parse(path)
    group = ElementTree.SubElement(tree.getroot(), "objectgroup", {"id": "900", "name": "mine"})
    corners = [board.corners(extra)] + [board.corners(i) for i in axis]
    for number, points in enumerate(corners, 90_000):
        x, y = points[0]
        node = ElementTree.SubElement(
            group, "object", {"id": str(number), "name": "ours", "type": "region", "x": str(x), "y": str(y)}
        )
        way = " ".join(f"{px - x},{py - y}" for px, py in points)
        ElementTree.SubElement(node, "polygon", {"points": way})
    tree.write(path, encoding="UTF-8", xml_declaration=True)
    with_map_property(path, ground="ours")
    assert main(["from-tiled", str(path), "--scenario", str(scenario)]) == 0
    game = start(load_scenario(scenario))
    assert game.look(Side.AXIS).control[extra] is Side.AXIS
    game.close()


def test_what_was_edited_in_tiled_is_the_scenario(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["to-tiled", WAR]) == 0 and str(own / f"{WAR}.tmx") in capsys.readouterr().out
    path, scenario = own / f"{WAR}.tmx", own / "scenarios" / "edited.toml"
    found = draft_of(ecs.find_scenario(WAR), ecs.find_scenario(WAR)).counters
    board = load_board(path)
    first = next(one for one in found.values() if one.hex)
    free = next(
        h for h in board.hexes if h.owner == first.side.value and not any(o.hex == h.label for o in found.values())
    )
    x, y = board.centre(free.index)
    edited(path, first.id, {"x": str(x), "y": str(y)})
    tree = ElementTree.parse(path)
    group = next(g for g in tree.iter("objectgroup") if g.get("name") == "counters")
    gone = next(one for one in found.values() if one.hex and one.id != first.id)
    group.remove(next(node for node in group if node.get("name") == gone.id))
    tree.write(path, encoding="UTF-8", xml_declaration=True)
    edited(path, next(one.id for one in found.values() if one.box), {"box": "turn:5"})
    assert main(["check", str(path)]) == 0
    assert main(["from-tiled", str(path), "--scenario", str(scenario)]) == 0
    text = scenario.read_text(encoding="utf-8")
    assert f'extends = "{WAR}"' in text and f'remove = ["{gone.id}"]' in text and 'box = "turn:5"' in text
    assert faults_of_scenario(scenario) == []
    again = draft_of(load_scenario(scenario), load_scenario(scenario)).counters
    assert again[first.id].hex == free.label and gone.id not in again


@pytest.fixture(scope="module")
def drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set-up as a map with all that lies beside it."""
    folder = tmp_path_factory.mktemp("drawn")
    assert main(["to-tiled", WAR, "--out", str(folder / f"{WAR}.tmx")]) == 0
    return folder


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"unit": "ger_armee"}, r"unit 'ger_armee': no such class of counters; did you mean"),
        ({"side": "german"}, r"side 'german': expected axis or soviet"),
        ({"lost": "9"}, r"lost: 9: .* steps, and at least one must be left"),
        ({"zone": "nowhere"}, r"zone: 'nowhere': no zone of this scenario"),
        ({"box": "nowhere"}, r"box: 'nowhere': no box of War Against Russia"),
        ({"box": "turn:66"}, r"box: 'turn:66': the last turn is 14"),
        ({"dispersed": "perhaps"}, r"property 'dispersed' must be true or false"),
        ({"unit": None, "side": None, "name": "Nobody"}, r"set its properties unit \(the class\) and side"),
        ({"x": "-900"}, r"the counter is in no playable hex and no box"),
        ({"name": "4.PzGr"}, r"another counter has this name"),
        ({"name": ""}, r"the counter has no name"),
    ],
)
def test_a_fault_names_file_object_and_cause(
    change: dict[str, str | None], cause: str, own: Path, drawn_once: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shutil.copytree(drawn_once, own) / f"{WAR}.tmx"
    (own / "scenarios").mkdir(exist_ok=True)
    number = re.search(r'id="(\d+)" name="18\.A"', path.read_text(encoding="utf-8"))
    edited(path, "18.A", change)
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert re.search(cause, told), told
    assert re.search(rf"{re.escape(path.name)}: layer 'counters', object \d+", told)
    assert (number is not None and f"object {number[1]}" in told) or change.get("name") == "4.PzGr"
    assert main(["from-tiled", str(path), "--scenario", str(own / "scenarios" / "x.toml")]) == 1
    assert not (own / "scenarios" / "x.toml").exists()


def test_a_map_without_a_scenario_asks_which(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["to-tiled", WAR])
    path = own / f"{WAR}.tmx"
    tree = ElementTree.parse(path)
    properties = tree.getroot().find("properties")
    assert properties is not None
    properties.remove(next(node for node in properties if node.get("name") == "scenario"))
    tree.write(path, encoding="UTF-8", xml_declaration=True)
    words = ["from-tiled", str(path), "--scenario", str(own / "scenarios" / "x.toml")]
    assert main(words) == 1 and "--extends ID" in capsys.readouterr().err
    assert main([*words, "--extends", "no-such"]) == 1
    assert main([*words, "--extends", WAR]) == 0


def test_other_ground_is_played_on_as_it_was_drawn(own: Path) -> None:
    main(["to-tiled", WAR])
    path = own / f"{WAR}.tmx"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('name="Minsk"', 'name="Mensk"'), encoding="utf-8")
    scenario = own / "scenarios" / "mensk.toml"
    assert main(["from-tiled", str(path), "--scenario", str(scenario)]) == 0
    assert load_scenario(scenario).map == path and f'map = "{path.name}"' in scenario.read_text(encoding="utf-8")


def test_other_ground_that_the_scenario_would_not_find_is_refused_with_the_folders(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["to-tiled", WAR])
    text = (own / f"{WAR}.tmx").read_text(encoding="utf-8").replace('name="Minsk"', 'name="Mensk"')
    away = tmp_path / "desk" / f"{WAR}.tmx"
    shutil.copytree(own / "tilesets", away.parent / "tilesets")
    away.write_text(text, encoding="utf-8")
    for words in (
        ["from-tiled", str(away), "--scenario", str(away.with_name("mensk.toml"))],
        ["from-tiled", str(away), "--scenario", str(own / "scenarios" / "mensk.toml")],  # on the map of that name there
        ["play", "--map", str(away), "--first-frame"],
    ):
        capsys.readouterr()
        assert main(words) == 1
        assert (
            f"Put the map and tilesets into {own}, and the scenario into {own / 'scenarios'}" in capsys.readouterr().err
        )
    assert not [*away.parent.glob("*.toml"), *own.rglob("*.toml")]


def test_nothing_is_written_over_unasked(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["to-tiled", WAR]) == 0 and main(["to-tiled", WAR]) == 1
    assert "--force overwrites it" in capsys.readouterr().err
    assert main(["to-tiled", WAR, "--force"]) == 0
    assert main(["to-tiled", WAR, "--out", str(own / "x.png")]) == 1
    assert main(["to-tiled", WAR, "--out", str(find_scenario(WAR).map), "--force"]) == 1
    assert main(["to-tiled", "no-such"]) == 1


# -- in Tiled ---------------------------------------------------------------------------------------------


def test_the_project_offers_counters_and_the_commands_check_and_play() -> None:
    types = {node.get("name"): node for node in ElementTree.parse(MAPS / "objecttypes.xml").iter("objecttype")}
    assert set(types) == set(CLASSES)
    assert {node.get("name") for node in types["counter"]} == CLASSES["counter"].properties
    project = json.loads((MAPS / "rasputitsa.tiled-project").read_text(encoding="utf-8"))
    told = {command["name"]: (command["command"], command["arguments"]) for command in project["commands"]}
    assert told == {"Check": ("rasputitsa", "check %mapfile"), "Play": ("rasputitsa", "play --map %mapfile")}


def test_a_project_of_ones_own_has_classes_tiles_and_commands_that_find_this_program(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["to-tiled"]) == 0
    names = {path.relative_to(own).as_posix() for path in own.rglob("*") if path.is_file()}
    tiles = {f"tilesets/{name}.{ending}" for name in ("terrain", "terrain_flat") for ending in ("tsx", "png")}
    assert names == {"rasputitsa.tiled-project", "objecttypes.xml", *tiles}
    assert capsys.readouterr().out.count("Wrote ") == 6
    project = json.loads((own / "rasputitsa.tiled-project").read_text(encoding="utf-8"))
    drawn_map = own / "my summer.tmx"
    main(["to-tiled", WAR, "--out", str(drawn_map)])
    for command in project["commands"]:
        words = command["arguments"].replace("%mapfile", f'"{drawn_map}"')  # Tiled puts the quotes round it
        told = [command["command"], *shlex.split(words), *["--first-frame"] * (command["name"] == "Play")]
        done = subprocess.run(told, cwd=command["workingDirectory"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), (told, done.stdout)
        assert ("no faults" if command["name"] == "Check" else "first frame") in done.stdout
    (own / "objecttypes.xml").write_text("mine", encoding="utf-8")
    capsys.readouterr()
    assert main(["to-tiled"]) == 0 and "already" in capsys.readouterr().out
    assert (own / "objecttypes.xml").read_text(encoding="utf-8") == "mine"
    assert main(["to-tiled", "--out", str(tmp_path / "elsewhere")]) == 0
    assert (tmp_path / "elsewhere" / "tilesets" / "terrain.tsx").is_file()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert main(["to-tiled", "--out", str(tmp_path / "file")]) == 1


def test_play_takes_the_drawn_set_up_or_a_scenario_on_the_map(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["to-tiled", WAR])
    assert scenario_played_on(own / f"{WAR}.tmx") == f"{WAR}-drawn"
    assert faults_of_scenario(own / "scenarios" / f"{WAR}-drawn.toml") == []
    assert scenario_played_on(own / f"{WAR}.tmx") == f"{WAR}-drawn"
    assert find_scenario(scenario_played_on(find_scenario(WAR).map)).map == find_scenario(WAR).map
    (own / "scenarios" / f"{WAR}-drawn.toml").write_text("mine", encoding="utf-8")
    capsys.readouterr()
    assert main(["play", "--map", str(own / f"{WAR}.tmx"), "--first-frame"]) == 1
    assert "was not drawn in Tiled" in capsys.readouterr().err
    assert main(["play", "--map", str(own / f"{WAR}.tmx"), "--resume"]) == 1
