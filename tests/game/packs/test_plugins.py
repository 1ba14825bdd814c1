"""Games as plug-ins: found as bytes, read after a yes and never before, asked about again when a file has changed."""

from __future__ import annotations

import importlib.util
import json
import os
import py_compile
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecs import RULESETS, PluginCodeError, Side, check_scenario
from ecs.engine import invariants
from game.api import NameUnknown, odds
from game.app.application import App
from game.app.crash_reports import CrashGuard
from game.app.settings import Settings
from game.cli.entry_point import main
from game.opponents import rehearsal
from game.play import plugins
from game.play.autoplay import make_players, play_game, play_on
from game.play.plugins import PluginError, allow_named, allowed, find_plugins, plugin_problems, waiting
from game.play.scenarios import find_scenario, list_scenarios, new_game
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import HUMAN, Particulars, SaveError, load_game, write_save
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from game.system.paths import data_root, user_root
from game.ui.help.help_card import entry
from game.ui.help.rules_pages import read_pages
from tests import ROOT
from tests.ecs.worlds import world_of
from tests.kits.pilot import Pilot
from tests.kits.random_play import Picker
from tests.kits.window import sit_down

CODE = """from dataclasses import replace
from pathlib import Path
from ecs import RULESETS
Path(__file__).parents[2].joinpath("was-run").write_text("x")
RULESET = replace(RULESETS["darkest-crusade"], id="tiny-war", title="Tiny War")
"""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A player's folder for this test, and no module of a plug-in left behind."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("tiny_war")]:
        del sys.modules[name]


def planted(code: str = CODE, name: str = "tiny_war") -> Path:
    """A plug-in in the player's folder: another title for a game of the house, with a scenario and a page."""
    folder = user_root() / "rulesets" / name
    scenarios = folder / "maps" / "scenarios" / "tiny-war"
    scenarios.mkdir(parents=True)
    (folder / "rules" / "help").mkdir(parents=True)
    (folder / "__init__.py").write_text(code, encoding="utf-8")
    (folder / "rules" / "tiny-war.md").write_text("# Tiny War\n\n## 1 Everything\n\nIs small.\n", encoding="utf-8")
    source = data_root() / "maps" / "scenarios" / "darkest-crusade" / "barbarossa-1941.toml"
    text = source.read_text(encoding="utf-8").replace('"barbarossa-1941"', '"tiny"', 1)
    (scenarios / "tiny.toml").write_text(text.replace('"darkest-crusade"', '"tiny-war"', 1), encoding="utf-8")
    return folder


def was_run() -> bool:
    return (user_root() / "was-run").exists()


def test_nothing_is_run_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    planted()
    assert [plugin.name for plugin in waiting()] == ["tiny_war"]
    for words in (["scenarios"], ["odds", "darkest-crusade"], ["check", str(user_root())], ["--version"]):
        assert main(words) in (0, 1)
    assert main(["tables", "tiny-war"]) == 1
    assert not was_run() and "tiny-war" not in RULESETS and "tiny" not in [path.stem for path in list_scenarios()]
    assert "the plug-in tiny_war" in capsys.readouterr().err


def test_a_game_that_has_not_been_allowed_is_told_with_how_to_allow_it(capsys: pytest.CaptureFixture[str]) -> None:
    folder = planted()
    told = "without permission to run: allow it on the title screen or with --allow-code tiny_war"
    scenario = folder / "maps" / "scenarios" / "tiny-war" / "tiny.toml"
    own = user_root() / "maps" / "scenarios" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text('id = "mine"\nextends = "tiny"\n', encoding="utf-8")
    drawn = shutil.copy(data_root() / "maps" / "western_russia.tmx", user_root() / "maps" / "mine.tmx")
    shutil.copytree(data_root() / "maps" / "tilesets", user_root() / "maps" / "tilesets")
    text = drawn.read_text("utf-8")
    drawn.write_text(text.replace('value="darkest-crusade"', 'value="tiny-war"', 1), encoding="utf-8")
    for path in (own, drawn):
        assert main(["check", str(path)]) == 1 and told in capsys.readouterr().out
    own.unlink()
    for words in (
        ["check", str(scenario)],
        ["scenarios", "tiny"],
        ["scenarios"],
        ["tables", "tiny-war"],
        ["simulate", "--scenario", "tiny", "--games", "1"],
    ):
        assert main(words) == (0 if words == ["scenarios"] else 1)
        said = "".join(capsys.readouterr())
        assert said.count(told) == 1 and str(folder) in said, words
        assert "no ruleset" not in said and "no scenario" not in said, words
    with pytest.raises(NameUnknown, match="--allow-code tiny_war"):
        odds("tiny-war", attack="1")
    assert not was_run()
    (folder / "__init__.py").write_text("import nowhere_at_all", encoding="utf-8")
    allow_named("tiny_war")
    assert main(["check", str(scenario)]) == 1 and "cannot be used: " in capsys.readouterr().out
    assert main(["tables", "no-war"]) == 1 and "no ruleset 'no-war'" in capsys.readouterr().err


def test_a_save_of_a_game_that_may_not_run_says_how_to_allow_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    planted()
    allow_named("tiny_war")
    write_save(tmp_path / "x.save", new_game("tiny", seed=2), Particulars("x"))
    (user_root() / "allowed-code.json").unlink()
    plugins._HOUSE.forget()
    assert main(["check", str(tmp_path / "x.save")]) == 1
    assert "without permission to run" in (said := capsys.readouterr().out) and "--allow-code tiny_war" in said


def test_a_yes_on_the_command_line_runs_it_and_is_remembered(capsys: pytest.CaptureFixture[str]) -> None:
    planted()
    assert main(["scenarios", "tiny", "--allow-code", "tiny_war"]) == 0
    assert "Tiny War" in capsys.readouterr().out and was_run()
    assert main(["scenarios"]) == 0 and "Tiny War" in capsys.readouterr().out
    assert not waiting() and list(RULESETS)[-1] == "tiny-war" and len(RULESETS) == 5


def test_code_that_has_changed_is_asked_about_again() -> None:
    folder = planted()
    allow_named("tiny-war")
    assert "tiny-war" in RULESETS
    for name in ("__init__.py", "maps/more.py", "rules/what.json"):
        before = (folder / name).read_bytes() if (folder / name).exists() else b""
        (folder / name).write_bytes(before + b"#\n")
        plugins._HOUSE.forget()
        assert "tiny-war" not in RULESETS and [plugin.name for plugin in waiting()] == ["tiny_war"], name
        if before:
            (folder / name).write_bytes(before)
        else:
            (folder / name).unlink()
    plugins._HOUSE.forget()
    assert "tiny-war" in RULESETS


def test_data_that_has_changed_is_used_without_a_question() -> None:
    folder = planted()
    allow_named("tiny-war")
    before = find_plugins()[0][0]
    scenario = folder / "maps" / "scenarios" / "tiny-war" / "tiny.toml"
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("turns = 9", "turns = 3", 1), encoding="utf-8")
    (folder / "rules" / "tiny-war.md").write_text("# Other\n", encoding="utf-8")
    (folder / "data").mkdir()
    plugins._HOUSE.forget()
    assert "tiny-war" in RULESETS and not waiting()
    (folder / "data" / "figures.toml").write_text("speed = 3\n", encoding="utf-8")
    after = find_plugins()[0][0]
    assert (after.code, after.read == before.read, after.digest == before.digest) == (before.code, False, False)
    plugins._HOUSE.forget()
    assert "tiny-war" not in RULESETS and not waiting()
    assert "its files changed while the program was open" in plugin_problems()[0]


def test_no_compiled_file_is_taken_or_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.pycache_prefix", None)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    folder = planted(CODE + "from tiny_war.inner import part\n")
    (folder / "inner").mkdir()
    (folder / "inner" / "__init__.py").write_text("")
    part = folder / "inner" / "part.py"
    part.write_text("A = 1\n")
    evil = folder / "inner" / "evil.py"
    evil.write_text("A = 7\n")
    compiled = Path(py_compile.compile(str(evil), cfile=importlib.util.cache_from_source(str(part))) or "")
    evil.unlink()
    allow_named("tiny_war")
    assert "tiny-war" in RULESETS and sys.modules["tiny_war.inner.part"].A == 1
    assert list(folder.rglob("*.pyc")) == [compiled] and not waiting()
    (folder / "hidden.pyc").write_bytes(compiled.read_bytes())
    assert [plugin.name for plugin in waiting()] == ["tiny_war"], "one that could be run is asked about"


def test_the_code_that_is_run_is_the_code_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = planted()
    (plugin,) = find_plugins()[0]
    (folder / "__init__.py").write_text("raise SystemExit", encoding="utf-8")
    with pytest.raises(PluginError, match="its files are changing"):
        plugins.read(plugin)
    assert not was_run()


REMEMBERING = """from __future__ import annotations
from dataclasses import dataclass, field, replace
from ecs import RULESETS
from ecs.core.components import HEX
from ecs.core.ruleset import Remembers
from ecs.systems import supply

@dataclass(slots=True, kw_only=True)
class Raids:
    number: int = 0
    last: int = field(default=-1, metadata=HEX)

@dataclass(slots=True, kw_only=True)
class Weary:
    turns: int = 0

@dataclass(slots=True, kw_only=True)
class Burnt:
    since: int = 0

def raid(w):
    w.add(Raids, w.table, "number", 1)
    w.mark(Raids, w.table, last=3)
    w.mark(Burnt, w.hexes[3], since=w.clock.turn)
    for unit, weary in w.each(Weary):
        w.add(Weary, unit, "turns", 1)

BASE = RULESETS["darkest-crusade"]
PHASES = tuple(
    replace(phase, on_enter=(*phase.on_enter, raid)) if phase.id == "T0" else phase for phase in BASE.sequence.phases
)
RULESET = replace(
    BASE, id="tiny-war", title="Tiny War", sequence=replace(BASE.sequence, phases=PHASES),
    remembers=Remembers(table=(Raids,), counters=(Weary,), hexes=(Burnt,)),
)
"""


def test_a_rule_of_a_plug_in_remembers_without_a_set_up_of_its_own(tmp_path: Path) -> None:
    planted(REMEMBERING)
    allow_named("tiny_war")
    game, printed = new_game("tiny", seed=2), new_game("barbarossa-1941", seed=2)
    code = sys.modules["tiny_war"]
    w = world_of(game)
    assert (w[code.Raids].number, w.by_hex(code.Burnt)[3].since) == (1, 1)
    assert {weary.turns for _, weary in w.each(code.Weary)} == {1} and len(w.each(code.Weary)) == len(w.by_id)
    assert game.digest() != printed.digest()
    invariants.remembering(game)
    invariants.trying(game, Picker(1, careful=True).below)
    invariants.twins(game, Picker(1, careful=True).below)
    play_on(game, make_players(dict.fromkeys(Side, "random"), 1))
    assert w[code.Raids].number == w.clock.turn > 1
    invariants.replaying(game)
    write_save(tmp_path / "x.save", game, Particulars("x"))
    loaded = load_game(tmp_path / "x.save").game
    assert loaded.digest() == game.digest() and world_of(loaded)[code.Raids].number == w[code.Raids].number
    assert world_of(loaded.fork())[code.Raids].last == 3


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("class Raids: pass", "remembers: Raids must be a dataclass"),
        (
            "@dataclass(frozen=True)\nclass Raids:\n    n: int = 0",
            "remembers: Raids must be a dataclass that is not frozen",
        ),
        ("@dataclass\nclass Raids:\n    n: int", "with a default for every field"),
        ("@dataclass\nclass Marched:\n    n: int = 0\nRaids = Marched", "another kind of mark is called Marched"),
    ],
)
def test_a_mark_that_cannot_be_written_is_told_before_a_game_begins(kind: str, said: str) -> None:
    planted(
        "from dataclasses import dataclass, replace\nfrom ecs import RULESETS\nfrom ecs.core.ruleset import Remembers\n"
        f"{kind}\nRULESET = replace(RULESETS['darkest-crusade'], id='tiny-war', remembers=Remembers(table=(Raids,)))\n"
    )
    allow_named("tiny_war")
    (told,) = plugin_problems()
    assert said in told and "tiny_war" in told


FAILING = (
    CODE
    + """
from ecs.core.view import ScoreLine
def broken(w, *_):
    return {}["Kiev"]
def late(w):
    if w.clock.turn == 2:
        w.unit("nobody").hex
RULES = RULESET
"""
)
BREAKS = {
    "set_up": "RULESET = replace(RULES, set_up=broken)",
    "score": "from ecs.core.ruleset import VictoryAnswers\n"
    "RULESET = replace(RULES, victory=VictoryAnswers(broken, RULES.victory.tally, RULES.victory.result))",
    "late": "PHASES = tuple(replace(p, on_enter=(late,)) if p.id == 'T0' else p for p in RULES.sequence.phases)\n"
    "RULESET = replace(RULES, sequence=replace(RULES.sequence, phases=PHASES))",
}


@pytest.mark.parametrize("what", BREAKS)
def test_a_failure_in_a_plug_in_names_its_file_and_line(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = f"{FAILING}{BREAKS[what]}\n"
    planted(code)
    allow_named("tiny_war")
    fails = 'w.unit("nobody").hex' if what == "late" else '{}["Kiev"]'
    line = next(n for n, text in enumerate(code.splitlines(), 1) if fails in text)
    told = f"the plug-in tiny-war has failed in tiny_war/__init__.py, line {line} ("
    assert main(["simulate", "--scenario", "tiny", "--axis", "random", "--soviet", "random", "--games", "1"]) == 1
    assert told in "".join(capsys.readouterr())
    assert main(["check", str(next(user_root().rglob("tiny.toml")))]) == 1
    assert told in capsys.readouterr().out


def test_a_failure_at_the_table_leads_back_to_the_title_and_names_the_line() -> None:
    planted(f"{FAILING}{BREAKS['late']}\n")
    allow_named("tiny_war")
    seat = sit_down()
    session = begin(GameSetup(find_scenario("tiny"), dict.fromkeys(Side, HUMAN)), seat.scene.kit.saves)
    seat.app.replace(TableScene(seat.scene.kit, session))
    with pytest.raises(PluginCodeError, match=r"has failed in tiny_war/__init__.py, line \d+ \(AttributeError") as told:
        play_on(session.game, make_players(dict.fromkeys(Side, "random"), 1))
    assert seat.scene.gone_astray(told.value) and isinstance(seat.app.top, Title)
    assert any("tiny_war/__init__.py, line" in text for text in seat.notices())


def test_a_crash_in_a_plug_in_is_told_as_one() -> None:
    planted(f"{FAILING}{BREAKS['late']}\n")
    allow_named("tiny_war")
    assert "tiny-war" in RULESETS
    with (
        pytest.raises(SystemExit, match=r"^The plug-in tiny-war has failed in tiny_war/__init__.py, line \d+ \('Kiev'"),
        CrashGuard(lambda: "", lambda _: None),
    ):
        sys.modules["tiny_war"].broken(None)
    assert plugins.blamed(ValueError("x")) == ""


def test_its_games_are_played_saved_loaded_and_have_their_page(tmp_path: Path) -> None:
    planted()
    allow_named("tiny_war")
    game = new_game("tiny", seed=2)
    game.apply(game.legal()[-1])
    write_save(tmp_path / "x.save", game, Particulars("x"))
    assert load_game(tmp_path / "x.save").game.digest() == game.digest()
    assert [section.title for section in read_pages("tiny-war")[0]][-1] == "1 Everything"
    assert main(["simulate", "--scenario", "tiny", "--axis", "random", "--soviet", "random", "--games", "1"]) == 0
    (user_root() / "allowed-code.json").unlink()
    plugins._HOUSE.forget()
    with pytest.raises(SaveError, match="'tiny-war', which are not installed"):
        load_game(tmp_path / "x.save")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import", "SyntaxError"),
        ("raise ValueError('no')", "ValueError: no"),
        ("x = 1", "has no attribute 'RULESET'"),
        ("RULESET = 7", "a Ruleset with the id 'tiny-war'"),
        ("from ecs import RULESETS\nRULESET = RULESETS['darkest-crusade']", "a Ruleset with the id 'tiny-war'"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
    ],
)
def test_code_that_cannot_be_used_is_told_and_left_out(
    code: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    planted(code)
    assert main(["scenarios", "--allow-code", "tiny_war"]) == 1
    err = capsys.readouterr().err
    assert said in err and "tiny_war" in err and err.count("\n") == 1
    assert "tiny-war" not in RULESETS and len(plugin_problems()) == 1
    assert new_game("barbarossa-1941").to_act is not None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Tiny-War", "lower-case letters"),
        ("dark_valley", "one of the built-in games"),
        ("json", "is taken by another Python package"),
    ],
)
def test_a_name_that_cannot_be_used_is_told(name: str, said: str) -> None:
    planted(name=name)
    try:
        allow_named(name)
        told = plugin_problems()
    except PluginError as error:
        told = (str(error),)
    assert said in told[0] and not was_run()


def test_links_and_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = planted()
    os.symlink("/etc/passwd", folder / "link.py")
    assert not find_plugins()[0] and "ordinary files only" in find_plugins()[1][0]
    (folder / "link.py").unlink()
    os.symlink("/etc", folder / "linked")
    assert "ordinary files only" in find_plugins()[1][0]
    (folder / "linked").unlink()
    os.symlink(folder, folder.parent / "twin")
    assert "a link, not a folder" in find_plugins()[1][0]
    monkeypatch.setattr(plugins, "MOST_FILES", 2)
    assert any("more than 2 files" in fault for fault in find_plugins()[1])


@pytest.mark.parametrize(
    "name", ["a\nb.py", "con.py", "a b.py", "ä.py", "maps/\x1b[31m.toml", "x./y.py", "maps/a:b.toml", "MAPS/twin.py"]
)
def test_a_file_name_that_not_every_system_holds_is_refused(name: str) -> None:
    folder = planted()
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("x = 1\n", encoding="utf-8")
    usable, told = find_plugins()
    assert not usable and len(told) == 1 and told[0].isprintable()
    assert "a file name has only" in told[0] or "capital letters" in told[0]


def test_no_two_trees_share_a_digest_however_names_and_contents_are_cut() -> None:
    """The same letters, given to names and contents in other ways: a yes to one is no yes to another."""
    folder = planted()
    seen = {find_plugins()[0][0].code}
    for files in (
        {"ab": b"c"}, {"a": b"bc"}, {"a": b"b", "c": b""}, {"a": b"", "bc": b""},
        {"a": b"1\nb\n1\nx"}, {"a": b"1", "b": b"x"}, {"d/a": b"1"}, {"d": b"a1"},
    ):  # fmt: skip
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        (plugin,) = find_plugins()[0]
        assert plugin.code not in seen, files
        seen.add(plugin.code)
        for name in files:
            (folder / name).unlink()
        shutil.rmtree(folder / "d", ignore_errors=True)


def test_an_unknown_name_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    planted()
    assert main(["scenarios", "--allow-code=nothing"]) == 1
    assert "no plug-in 'nothing'; choose from: tiny_war" in capsys.readouterr().err and not was_run()


def test_a_damaged_list_of_what_is_allowed_allows_nothing() -> None:
    planted()
    for text in ("{", "[1]", json.dumps({"tiny_war": "0" * 64}), json.dumps({"tiny_war": 7})):
        (user_root() / "allowed-code.json").write_text(text, encoding="utf-8")
        plugins._HOUSE.forget()
        assert "tiny-war" not in RULESETS and not was_run()


def test_an_installed_package_is_a_plug_in_by_its_entry_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    planted()
    site = tmp_path / "site"
    site.mkdir()
    (user_root() / "rulesets" / "tiny_war").rename(site / "tiny_war")
    info = site / "tiny_war-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-war\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rasputitsa.rulesets]\ntiny-war = tiny_war:RULESET\n")
    monkeypatch.syspath_prepend(str(site))
    assert [(plugin.name, plugin.folder) for plugin in waiting()] == [("tiny_war", site / "tiny_war")]
    assert "tiny_war" not in sys.modules
    allow_named("tiny_war")
    assert RULESETS["tiny-war"].title == "Tiny War" and "tiny" in [path.stem for path in list_scenarios()]


def title() -> Pilot:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    app.push(Title(all_resources(app, silent=True)))
    for _ in range(3):
        app.step((), 0.1)
    return Pilot(app)


def test_the_window_asks_one_plain_question_and_takes_no_for_an_answer() -> None:
    planted()
    pilot = title()
    assert "Allow it to run" in pilot.texts() and not was_run()
    pilot.press("Not now")
    assert "Allow it to run" not in pilot.texts() and not was_run() and not allowed()


def test_the_window_lets_it_in_after_a_yes() -> None:
    planted()
    title().press("Allow it to run")
    assert was_run() and "tiny-war" in RULESETS and list(allowed()) == ["tiny_war"]


def test_the_window_asks_nothing_where_there_is_nothing() -> None:
    assert "Allow it to run" not in title().texts()


EXAMPLE = ROOT / "docs" / "examples" / "kiev_pocket"
POCKET = "kiev-pocket-1941"


@pytest.fixture
def example(home: Path) -> Iterator[Path]:
    """The example of docs/adding-a-game.md, put where the page says and let in."""
    folder = home / "rulesets" / EXAMPLE.name
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    allow_named(EXAMPLE.name)
    yield folder
    for name in [name for name in sys.modules if name.startswith(EXAMPLE.name)]:
        del sys.modules[name]


@pytest.mark.parametrize("seed", range(3))
def test_the_example_keeps_the_contract_of_every_game(example: Path, seed: int) -> None:
    game, picker = new_game(POCKET, seed=seed), Picker(seed, careful=True)
    number = 0
    while not game.over:
        for holds in (invariants.choice, invariants.legal_list, invariants.counters, invariants.possession):
            holds(game)
        if number % 10 == 0:
            for holds in (invariants.secrets, invariants.candour, invariants.telling, invariants.asking):
                holds(game)
            invariants.remembering(game)
            invariants.trying(game, picker.below)
            invariants.twins(game, picker.below)
        game.apply(picker.pick(game))
        number += 1
    invariants.replaying(game)
    assert game.result is not None and game.result.winner is not None


@pytest.mark.parametrize("level", ["random", "recruit", "officer", "general-quick"])
def test_the_example_is_played_at_every_level(example: Path, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    brief = dict.fromkeys(rehearsal.EFFORTS, rehearsal.Budget((2,), 1, 12))  # else generals take longer than all others
    monkeypatch.setattr(rehearsal, "budgets_of", lambda _: brief)
    result = play_game(POCKET, 0, {}, dict.fromkeys(Side, level))
    assert result.winner in ("axis", "soviet") and ("pocket" in result.text or "Kiev" in result.text)


def test_the_example_counts_kiev_the_meeting_place_and_the_armies_caught(example: Path) -> None:
    game = new_game(POCKET, seed=1)
    view = game.view(Side.AXIS)
    assert [(line.name, line.points) for line in view.score] == [("Kiev", 3), ("Lokhvitsa", 1), ("Armies caught", 0)]
    assert view.score_text == "Axis 0 points · wins with 16"
    assert new_game(POCKET, options={"handicap": "axis2"}).view(Side.AXIS).score_text.endswith("wins with 14")
    play_on(game, make_players(dict.fromkeys(Side, "recruit"), 1))
    view = game.view(Side.AXIS)
    points = sum(line.points for line in view.score if line.counts_for is Side.AXIS)
    assert game.result is not None and (game.result.winner is Side.AXIS) == (points >= 16)
    assert game.log[-1].events[-1].text == game.result.text or game.result.text in game.log[-1].events[-1].text


def test_a_map_without_the_hex_of_arrivals_is_played_to_its_end(example: Path) -> None:
    scenario = next(example.rglob(f"{POCKET}.toml"))
    text = scenario.read_text(encoding="utf-8")
    without = text.replace('[tables.special]\narrival_hex = "Zhitomir"\n', "", 1)
    assert without != text
    scenario.write_text(without, encoding="utf-8")
    game = new_game(POCKET, seed=1)
    assert not game.board.named("Warsaw")
    play_on(game, make_players(dict.fromkeys(Side, "random"), 1))
    assert game.result is not None


def test_the_example_is_played_on_a_map_of_its_own(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = example / "maps" / "kiev_pocket.tmx"
    board = new_game(POCKET).view(Side.AXIS).board
    assert (board.name, len(board.hexes)) == ("kiev_pocket", 130)
    assert [board.hexes[i].label for i in board.spots(["Kiev", "Meeting place", "Grozny"])] == ["E4", "E10", "H13"]
    washed = {"E4": "E5", "A6": "B6", "I8": "H9", "I11": "J11", "E10": "E11"}  # Dnieper, Desna, Dnieper twice, Sula
    for town, across in washed.items():
        assert "river" in board.kinds(board.by_label[town], board.by_label[across]), town
    tile = (example / "maps" / "tilesets" / "terrain.png").read_bytes()
    assert tile == (data_root() / "maps" / "tilesets" / "terrain.png").read_bytes()
    assert main(["check", str(drawn)]) == 0 and "no faults" in capsys.readouterr().out
    drawn.write_text(drawn.read_text(encoding="utf-8").replace("Meeting place", "Elsewhere"), encoding="utf-8")
    assert main(["check", str(drawn), "--allow-code", EXAMPLE.name]) != 0
    assert "no hex has the role or name 'Meeting place'" in capsys.readouterr().out


def test_the_example_shows_its_figures_and_leaves_one_choice_of_what_means_nothing_there(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", POCKET]) == 0
    told = capsys.readouterr().out
    assert "German army, attack factor: 2 instead of 3" in told and "Calendar: changed" in told
    assert "off: Historical set-up" in told and "Face down" not in told


def test_the_example_is_no_add_on_as_it_lies_there(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["addon", "check", str(example)]) == 1
    assert "code belongs in 'rulesets/NAME/'" in capsys.readouterr().out


def test_the_example_has_its_page_its_help_and_its_story(example: Path) -> None:
    titles = [section.title for section in read_pages("kiev-pocket")[0]]
    assert "1.1 Points" in titles and entry("kiev-pocket", "table", "score") is not None
    story = (EXAMPLE.parents[1] / "adding-a-game.md").read_text(encoding="utf-8")
    for path in EXAMPLE.rglob("*.*"):
        if "__pycache__" not in path.parts and path.suffix in (".py", ".toml", ".md", ".tmx", ".tsx"):
            assert path.relative_to(EXAMPLE).as_posix() in story, path
    assert "--allow-code kiev_pocket" in story and "rasputitsa.rulesets" in story
    assert check_scenario(next(example.rglob("kiev-pocket-1941.toml"))) == []
    for kind, name in (("phases", "A2c"), ("ground", "victory"), ("sides", "river")):
        assert entry("kiev-pocket", kind, name) is not None, name
