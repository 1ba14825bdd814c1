"""Hostile and clumsy words where a set-up is written: weather, places and points of a scenario, counters of a map."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from game.cli.entry_point import main
from game.play.scenarios import new_game
from game.saves.scenario_export import write_scenario
from game.system.output_files import OutputError

WAR = "war-crimea-1942"
HEAD = f'id = "mine"\nextends = "{WAR}"\n'
MOVED = '[[move]]\nunits = ["11.A"]\n'
ONE_LINE = "expected one line of at most 60 characters"
NO_HEX = "no hex of the map crimea_18km has this label or name"

SCENARIOS = {
    "no such weather": (
        'weather = "Sunny"',
        "line 3: weather: 'Sunny': no such weather in War Against Russia; choose from",
    ),
    "weather of another game": ('weather = "Fair"', "'Fair': no such weather in War Against Russia"),
    "weather in small letters": ('weather = "mud"', "did you mean 'Mud'?"),
    "weather as a number": ("weather = 7", f"weather: 7: {ONE_LINE}"),
    "weather as a list": ('weather = ["Mud"]', ONE_LINE),
    "weather as a table": ("weather = { x = 1 }", ONE_LINE),
    "weather as a yes": ("weather = true", ONE_LINE),
    "weather that moves the cursor": ('weather = "\\u001b[2J"', ONE_LINE),
    "weather that turns the writing round": ('weather = "\\u202eMud"', ONE_LINE),
    "weather of two lines": ('weather = "Mud\\nSnow"', ONE_LINE),
    "weather without end": (f'weather = "{"x" * 5000}"', ONE_LINE),
    "weather twice": ('weather = "Mud"\nweather = "Snow"', "not TOML: Cannot overwrite a value (at line 4"),
    "a place that is a path": ('points = { "../../etc/passwd" = 1 }', NO_HEX),
    "a place of no letters": ('points = { "" = 1 }', NO_HEX),
    "a place that moves the cursor": ('points = { "\\u001b[31m" = 1 }', ONE_LINE),
    "a place of words of a program": ('points = { "{0.__class__}%s" = 1 }', NO_HEX),
    "a place without end": (f'points = {{ "{"x" * 5000}" = 1 }}', ONE_LINE),
    "a place misspelt": ("points = { Kertch = 1 }", "did you mean 'Kerch'?"),
    "points beyond all": ("points = { Kerch = 100 }", "100: expected a whole number from 0 to 99"),
    "points below nothing": ("points = { Kerch = -1 }", "-1: expected a whole number from 0 to 99"),
    "points in words": ('points = { Kerch = "many" }', "'many': expected a whole number from 0 to 99"),
    "a hex with a zero": (f'{MOVED}hex = "K\\u00001"', ONE_LINE),
    "a hex as a list": (f'{MOVED}hex = ["Kerch"]', ONE_LINE),
    "a hex of no letters": (f'{MOVED}hex = ""', "move[1]: it needs a hex or a box"),
    "a turn in other digits": (f'{MOVED}box = "turn:\u0661\u0660"', "no box of War Against Russia"),
    "a turn without end": (f'{MOVED}box = "turn:{"9" * 40}"', "no box of War Against Russia"),
}
SIDES = '<property name="side" value="axis"/><property name="unit" value="ger_army"/>'
BEYOND = "property 'lost' must be a whole number from 0 to 9999"


def counter(name: str = "11.A", at: str = 'x="1386" y="912"', properties: str = SIDES, shape: str = "<point/>") -> str:
    """The point of a counter as Tiled writes it."""
    return f'<object id="67" name="{name}" type="counter" {at}><properties>{properties}</properties>{shape}</object>'


def with_property(name: str, value: str, kind: str = "") -> str:
    """The counter with one property more."""
    kind = f' type="{kind}"' if kind else ""
    return counter(properties=f'{SIDES}<property name="{name}"{kind} value="{value}"/>')


MAPS = {
    "a class that is a path": (counter(properties=SIDES.replace("ger_army", "../../x")), "no such class of counters"),
    "a class without end": (
        counter(properties=SIDES.replace("ger_army", "x" * 3000)),
        "one line of at most 200 characters",
    ),
    "a name that moves the cursor": (counter("&#27;[2J"), "not a usable map file"),
    "a name that turns the writing round": (counter("&#x202e;A"), "'name' of <object> cannot be"),
    "a name without end": (counter("x" * 500), "'name' of <object> cannot be"),
    "a name with a space": (counter("11 A"), 'expected a counter as "id:class"'),
    "a name with a colon": (counter("11:A"), 'expected a counter as "id:class"'),
    "a name that is TOML": (counter("x&quot;] evil = [&quot;"), 'expected a counter as "id:class"'),
    "losses beyond all": (with_property("lost", "9" * 5000, "int"), BEYOND),
    "losses below nothing": (with_property("lost", "-1", "int"), BEYOND),
    "losses in words": (with_property("lost", "many"), "property 'lost' has type string instead of int"),
    "a place that is no number": (counter(at='x="nan" y="912"'), "'x' of <object> cannot be 'nan'"),
    "a place without end": (counter(at='x="inf" y="912"'), "'x' of <object> cannot be 'inf'"),
    "a place in words": (counter(at='x="left" y="912"'), "'x' of <object> cannot be 'left'"),
    "a place far off": (counter(at='x="100000" y="912"'), "is more than 2000 pixels off the map"),
    "in the sea": (counter(at='x="1700" y="1200"'), "is in no playable hex and no box"),
    "turned without end": (counter(at='x="1386" y="912" rotation="1e999"'), "'rotation' of <object> cannot be '1e999'"),
    "an area": (
        counter(shape='<polygon points="0,0 9,0 0,9"/>'),
        "class counter must be a point, but this is a polygon",
    ),
    "from a template": (counter(at='x="1386" y="912" template="../x.tx"'), "comes from a template: use Detach"),
    "a box that is a path": (with_property("box", "../x"), "no box of War Against Russia"),
    "a turn without end": (with_property("box", "turn:99999999999"), "no box of War Against Russia"),
    "a zone that is TOML": (with_property("zone", "&#10;[[axis]]"), "one line of at most 200 characters"),
    "a property nearly like one": (with_property("zones", "x"), "unknown property 'zones'; did you mean 'zone'?"),
    "forty in a hex": (
        "".join(counter(f"u{n}").replace('"67"', f'"{900 + n}"') for n in range(40)),
        "at most 2 units may share a hex",
    ),
    "counters without end": (
        "".join(counter(f"u{n}").replace('"67"', f'"{900 + n}"') for n in range(10_001)),
        "more than 10000 objects",
    ),
}


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The player's folder of scenarios."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    folder = tmp_path / "maps" / "scenarios"
    folder.mkdir(parents=True)
    return folder


def the_fault(told: str, name: str) -> str:
    """The one line that is said of a file, which is plain and no longer than a reader has patience for."""
    first, *faults = (line for line in told.strip().splitlines() if not line.startswith("    note: "))
    assert first.endswith(f"{name}: 1 fault") and len(faults) == 1, told
    assert faults[0].isprintable() and len(faults[0]) < 500 and faults[0].strip().startswith(name)
    return faults[0]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_hostile_word_of_a_scenario_is_one_fault_with_its_line(
    name: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, cause = SCENARIOS[name]
    path = own / "mine.toml"
    path.write_text(f"{HEAD}{text}\n", encoding="utf-8")
    assert main(["check", str(path)]) == 1
    fault = the_fault(capsys.readouterr().out, "mine.toml")
    assert cause in fault and re.search(r"line \d+", fault)
    code = main(["simulate", "--scenario", "mine", "--axis", "random", "--soviet", "random", "--games", "1"])
    assert len(capsys.readouterr().err.strip().splitlines()) == code <= 1


@pytest.fixture(scope="module")
def drawn_map(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set-up as a map with all that lies beside it, drawn once."""
    folder = tmp_path_factory.mktemp("drawn")
    assert main(["to-tiled", WAR, "--out", str(folder / f"{WAR}.tmx")]) == 0
    return folder


@pytest.mark.parametrize("name", MAPS)
def test_a_hostile_counter_of_a_map_is_one_fault_and_no_scenario_is_made(
    name: str, own: Path, drawn_map: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, cause = MAPS[name]
    path = copytree(drawn_map, own.parent, dirs_exist_ok=True) / f"{WAR}.tmx"
    drawn = path.read_text(encoding="utf-8")
    (old,) = re.findall(r'<object [^>]*name="11\.A" type="counter"[^>]*>.*?</object>', drawn, re.DOTALL)
    path.write_text(drawn.replace(old, text), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    assert cause in the_fault(capsys.readouterr().out, path.name)
    assert main(["from-tiled", str(path), "--scenario", str(own / "x.toml")]) == 1
    assert not list(own.iterdir())


@pytest.mark.parametrize("name", ["x", "x.tmx", "a b.toml", ".toml", f"{'x' * 90}.toml", "\u202ex.toml"])
def test_an_export_to_a_hostile_name_is_refused_and_nothing_is_written(name: str, own: Path) -> None:
    game = new_game(WAR, seed=1)
    (own / "sub").mkdir()
    with pytest.raises(OutputError) as told:
        write_scenario(game, own / "sub" / name)
    assert str(told.value).isprintable()
    assert not [path for path in own.rglob("*") if path.is_file()]


def test_an_export_goes_where_the_system_leads_through_a_folder_that_is_not_there(own: Path) -> None:
    write_scenario(new_game(WAR, seed=1), own / "no" / ".." / "x.toml")
    assert [path.name for path in own.iterdir()] == ["x.toml"]
