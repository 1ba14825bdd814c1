"""Games as code in add-ons and zips: never run unasked, played after a yes, and what a save says of them."""

from __future__ import annotations

import io
import random
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ecs import RULESETS
from ecs.engine.serialization import stamp
from game.cli.entry_point import main
from game.packs.addons.library import Choice, addons_root, follow_choice, installed
from game.play import plugins
from game.play.addon_contents import contents_of, faults_in
from game.play.plugins import (
    PluginError,
    allow_named,
    allowed,
    find_plugins,
    look_again,
    plugin_in_use,
    plugin_problems,
    waiting,
)
from game.play.scenarios import list_scenarios, new_game
from game.saves.file_format import PluginName
from game.saves.loading import load_game, read_save
from game.saves.storage.save_folder import Particulars, SaveError, write_save
from game.screens.addons import AddOns
from game.screens.shared.live_reloading import Live
from game.system.paths import user_root
from game.system.versions import rules_version
from game.ui.widgets import Ui
from tests import ROOT
from tests.game.packs.test_plugins import title
from tests.hostile_input.addons import entry, head, zipped

MARK = 'from pathlib import Path\nPath({!r}).write_text("x")\n'


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A player's folder for this test, and no module of a plug-in left behind."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "home"))
    follow_choice(Choice)
    yield tmp_path
    follow_choice(Choice)
    forget_modules()


def forget_modules() -> None:
    """As if the program had been closed and opened again."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("tiny", "kiev_pocket")]:
        del sys.modules[name]
    plugins._HOUSE.forget()


def was_run(home: Path) -> bool:
    return (home / "was-run").exists()


def zip_of(home: Path, version: str = "1.0", code: str = "") -> Path:
    """The add-on `tiny` as a zip among the add-ons; its game says so when it is run."""
    room = home / "made"
    shutil.rmtree(room, ignore_errors=True)
    assert main(["addon", "new", "tiny", "--holds", "rulesets", "help", "--out", str(room)]) == 0
    start = room / "rulesets" / "tiny" / "__init__.py"
    start.write_text(MARK.format(str(home / "was-run")) + start.read_text("utf-8") + code, encoding="utf-8")
    top = room / "addon.toml"
    top.write_text(top.read_text("utf-8").replace('"1.0"', f'"{version}"', 1), encoding="utf-8")
    out = addons_root() / "tiny.zip"
    out.parent.mkdir(parents=True, exist_ok=True)
    assert main(["addon", "pack", str(room), "--out", str(out)]) == 0
    plugins._HOUSE.forget()
    return out


def test_nothing_of_a_zip_is_run_unasked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = zip_of(home)
    assert [(plugin.name, plugin.version) for plugin in waiting()] == [("tiny", "1.0")]
    assert main(["addon", "list"]) == 0 and "game tiny (code)" in (said := capsys.readouterr().out)
    assert "or with --allow-code tiny" in said
    for words in (["addon", "check", str(out)], ["scenarios"], ["check", str(user_root())]):
        main(words)
    assert not was_run(home) and "tiny" not in RULESETS and "tiny-game" not in [path.stem for path in list_scenarios()]


def test_a_zip_is_played_after_a_yes_and_its_code_lies_nowhere_unchecked(home: Path) -> None:
    zip_of(home)
    assert main(["scenarios", "tiny-game", "--allow-code", "tiny"]) == 0
    assert was_run(home) and sorted(allowed()) == ["tiny"]
    game = new_game("tiny-game", seed=3)
    game.apply(game.legal()[-1])
    write_save(home / "x.save", game, Particulars("x"))
    assert load_game(home / "x.save").game.digest() == game.digest()
    used = plugin_in_use("tiny")
    assert used is not None and used.plugin.addon == installed()[0]
    assert not list(used.plugin.folder.rglob("*.pyc"))


def test_a_file_changed_where_the_zip_was_laid_is_asked_about(home: Path) -> None:
    zip_of(home)
    allow_named("tiny")
    used = plugin_in_use("tiny")
    assert used is not None
    start = used.plugin.folder / "__init__.py"
    text = start.read_text("utf-8")
    start.write_text(text.replace("1.0", "9.9"), encoding="utf-8")
    forget_modules()
    assert "tiny" not in RULESETS and [plugin.name for plugin in waiting()] == ["tiny"]


def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written in paragraphs from now on."""
    found, write = list[str](), Ui.text

    def written(self: Ui, text: str, *rest: Any) -> Any:
        found.append(text)
        return write(self, text, *rest)

    monkeypatch.setattr(Ui, "text", written)
    return found


def test_the_question_names_the_add_on_and_takes_no_for_an_answer(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zip_of(home)
    told = texts(monkeypatch)
    pilot = title()
    assert "Allow it to run" in pilot.texts()
    told = " ".join(told)
    assert "Tiny 1.0, by Your name" in told and "tiny.zip" in told
    pilot.press("Not now")
    pilot.app.top.on_content()
    pilot.wait(0.3, 3)
    assert "Allow it to run" not in pilot.texts() and not was_run(home) and not allowed()


def test_one_that_comes_while_the_game_is_open_is_asked_about(home: Path) -> None:
    pilot = title()
    assert "Allow it to run" not in pilot.texts()
    zip_of(home)
    live = Live(pilot.app.top.kit)  # type: ignore[attr-defined]
    live._addons = {}
    live.look()
    pilot.wait(0.3, 3)
    pilot.press("Allow it to run")
    assert was_run(home) and "tiny-game" in [path.stem for path in list_scenarios()]


def test_switched_off_it_offers_nothing_and_a_game_of_it_goes_on(home: Path) -> None:
    zip_of(home)
    allow_named("tiny")
    game = new_game("tiny-game", seed=1)
    write_save(home / "x.save", game, Particulars("x"))
    follow_choice(lambda: Choice(off=frozenset({"tiny"})))
    look_again()
    assert "tiny-game" not in [path.stem for path in list_scenarios()]
    game.apply(game.legal()[-1])
    write_save(home / "y.save", game, Particulars("y"))
    with pytest.raises(SaveError, match="is switched off"):
        load_game(home / "x.save")
    plugins._HOUSE.forget()
    with pytest.raises(SaveError, match=r"is switched off\. played by the rules 'tiny', which are not installed"):
        load_game(home / "x.save")


def test_a_newer_zip_waits_for_a_yes_and_for_the_next_start(home: Path) -> None:
    zip_of(home)
    allow_named("tiny")
    assert "tiny" in RULESETS
    zip_of(home, "1.1", "X = 1\n")
    assert "tiny" not in RULESETS and [plugin.version for plugin in waiting()] == ["1.1"]
    allow_named("tiny")
    assert "tiny" not in RULESETS and "restart the program" in plugin_problems()[0]
    forget_modules()
    used = plugin_in_use("tiny")
    assert used is not None and used.version == "1.1"


def test_a_zip_with_other_data_needs_no_second_yes(home: Path) -> None:
    out = zip_of(home)
    allow_named("tiny")
    assert "tiny" in RULESETS
    scenario = next((home / "made").rglob("tiny-game.toml"))
    scenario.write_text(scenario.read_text("utf-8") + 'blurb = "Another one."\n', encoding="utf-8")
    assert main(["addon", "pack", str(home / "made"), "--out", str(out)]) == 0
    forget_modules()
    assert not waiting() and "tiny" in RULESETS and not plugin_problems()
    game = new_game("tiny-game")
    assert game.scenario.blurb == "Another one."


# -- stamps -----------------------------------------------------------------------------------------------


def saved(home: Path) -> Path:
    """A game of a few commands."""
    game = new_game("tiny-game", seed=3)
    for _ in range(3):
        game.apply(game.legal()[-1])
    write_save(home / "x.save", game, Particulars("x"))
    return home / "x.save"


def test_a_save_names_the_plug_in_and_says_what_has_changed(home: Path) -> None:
    zip_of(home)
    allow_named("tiny")
    path = saved(home)
    used = plugin_in_use("tiny")
    assert used is not None
    assert read_save(path).header.plugin == PluginName("tiny", "1.0", used.plugin.digest)
    assert not [said for said in load_game(path).warnings if "plug-in" in said]
    for version, code, said in (
        ("1.1", "X = 1\n", "The plug-in game tiny 1.0 of this save is now version 1.1."),
        (
            "1.0",
            "X = 2\n",
            "The plug-in game tiny 1.0 of this save has different files now, under the same version.",
        ),
    ):
        zip_of(home, version, code)
        forget_modules()
        allow_named("tiny")
        told = load_game(path).warnings
        assert said in told and not [other for other in told if other.startswith("The add-on 'Tiny'")]
    forget_modules()
    (addons_root() / "tiny.zip").unlink()
    with pytest.raises(SaveError, match=r"not installed: they belong to the plug-in tiny 1\.0"):
        load_game(path)


def test_one_that_may_not_run_says_how_it_may(home: Path) -> None:
    zip_of(home)
    allow_named("tiny")
    path = saved(home)
    (user_root() / "allowed-code.json").unlink()
    forget_modules()
    with pytest.raises(SaveError, match="--allow-code tiny"):
        load_game(path)


def test_games_of_two_versions_are_counted_apart(home: Path) -> None:
    stamps, marks = [], []
    for code in ("X = 1\n", "X = 2\n", "X = 1\n"):
        zip_of(home, code=code)
        forget_modules()
        allow_named("tiny")
        game = new_game("tiny-game")
        stamps.append(stamp(game))
        marks.append(rules_version("tiny"))
        game.close()
    assert stamps[0] == stamps[2] != stamps[1] and marks[0] == marks[2] != marks[1]
    house = new_game("barbarossa-1941")
    assert RULESETS.digest_of("darkest-crusade") == "" and len(stamp(house)) == 16


def test_a_loose_one_tells_its_version_itself(home: Path) -> None:
    zip_of(home)
    shutil.copytree(home / "made" / "rulesets", user_root() / "rulesets")
    (addons_root() / "tiny.zip").unlink()
    allow_named("tiny")
    assert read_save(saved(home)).header.plugin.version == "1.0"  # type: ignore[union-attr]


# -- hostile and clumsy -----------------------------------------------------------------------------------

GAME = b"RULESET = 7\n"
BAD: dict[str, tuple[tuple[tuple[str, bytes], ...], str]] = {
    "code beside the games": ((("rulesets/x.py", GAME),), "code belongs in 'rulesets/NAME/'"),
    "code at the top": ((("setup.py", GAME),), "code belongs in 'rulesets/NAME/'"),
    "a library": ((("rulesets/tiny/x.so", b"\x7fELF"),), "may not contain '.so' files"),
    "a compiled file": ((("rulesets/tiny/x.pyc", b"x"),), "may not contain '.pyc' files"),
    "a way out": ((("rulesets/../../tiny.py", GAME),), "stays inside"),
    "a huge module": ((("rulesets/tiny/__init__.py", random.Random(1).randbytes(1_100_000)),), "larger than 1024 KB"),
    "a game not told of": ((("rulesets/tiny/__init__.py", GAME),), "'rulesets' is not listed"),
}
"""Refused as add-ons."""
NO_GAME: dict[str, tuple[tuple[tuple[str, bytes], ...], str]] = {
    "no package": ((("rulesets/tiny/readme.md", b"x"),), "it has no __init__.py"),
    "a name of the house's": ((("rulesets/dark_valley/__init__.py", GAME),), "one of the built-in games"),
    "a name in capitals": ((("rulesets/Tiny/__init__.py", GAME),), "lower-case letters, digits and underscores"),
}
"""Add-ons in which the game is none."""


def tiny_zip(*files: tuple[str, bytes], holds: str = '["help", "rulesets"]') -> Path:
    """A zip among the add-ons with these files beside a sound help."""
    top = ("addon.toml", head(holds=holds))
    out = addons_root() / "mine.zip"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(zipped(top, ("help/mine.md", b"x"), *files, sound=False))
    return out


@pytest.mark.parametrize("name", BAD)
def test_a_zip_that_may_not_hold_it_is_refused_in_a_sentence(name: str) -> None:
    files, cause = BAD[name]
    tiny_zip(*files, holds='["help"]' if "told" in name else '["help", "rulesets"]')
    (addon,) = installed()
    assert cause in addon.fault and addon.fault.count("\n") == 0 and not waiting()


@pytest.mark.parametrize("name", NO_GAME)
def test_a_game_that_is_none_is_told_by_its_place_in_the_zip(name: str) -> None:
    files, cause = NO_GAME[name]
    out = tiny_zip(*files)
    (addon,) = installed()
    (fault,) = faults_in(addon)
    assert cause in fault and fault.startswith(f"{out}/rulesets/") and find_plugins()[1] == [fault]


def test_the_example_is_packed_before_its_code_may_run(home: Path) -> None:
    example = ROOT / "docs" / "examples" / "kiev_pocket"
    room, out = home / "made", addons_root() / "pocket.zip"
    shutil.copytree(example, room / "rulesets" / "kiev_pocket", ignore=shutil.ignore_patterns("__pycache__"))
    (room / "addon.toml").write_bytes(head(id='"kiev-pocket"', holds='["rulesets"]'))
    out.parent.mkdir(parents=True)
    assert main(["addon", "pack", str(room), "--out", str(out)]) == 0
    assert [plugin.name for plugin in waiting()] == ["kiev_pocket"] and "kiev-pocket" not in RULESETS
    allow_named("kiev_pocket")
    game = new_game("kiev-pocket-1941")
    assert game.board.game == "kiev-pocket" and game.legal()
    assert main(["addon", "check", str(out)]) == 0


def test_of_two_games_of_one_name_the_loose_one_is_taken(home: Path) -> None:
    zip_of(home)
    shutil.copytree(home / "made" / "rulesets", user_root() / "rulesets")
    found, faults = find_plugins()
    assert [plugin.addon for plugin in found] == [None]
    assert "another plug-in is called tiny" in faults[0] and "tiny.zip" in faults[0]


def test_a_zip_among_the_loose_games_is_told_where_it_belongs() -> None:
    (user_root() / "rulesets").mkdir(parents=True)
    (user_root() / "rulesets" / "tiny.zip").write_bytes(zipped())
    assert "move it to the folder 'addons'" in find_plugins()[1][0]
    with pytest.raises(PluginError, match="move it to the folder 'addons'"):
        allow_named("tiny")


def test_what_python_leaves_is_passed_over(home: Path) -> None:
    out = zip_of(home)
    with zipfile.ZipFile(io.BytesIO(out.read_bytes())) as archive:
        files = [(entry(name), archive.read(name)) for name in archive.namelist()]
    digest = find_plugins()[0][0].digest
    out.write_bytes(zipped(*files, ("rulesets/tiny/__pycache__/x.cpython-311.pyc", b"x"), sound=False))
    (addon,) = installed()
    assert addon.used and "__pycache__" in addon.notes[0] and find_plugins()[0][0].digest == digest


def test_the_screen_says_that_it_is_code_and_is_sound(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zip_of(home)
    (addon,) = installed()
    assert contents_of(addon) == ["game tiny (code)", "help tiny"] and faults_in(addon) == []
    pilot = title()
    pilot.press("Not now")
    told = texts(monkeypatch)
    pilot.app.push(AddOns(pilot.app.top.kit))  # type: ignore[attr-defined]
    pilot.wait(0.3, 3)
    assert any("game tiny (code)" in text for text in told)
    assert any("The game tiny has no permission to run." in text for text in told)
    pilot.press("Allow code …")
    pilot.press("Not now")
    assert not was_run(home) and waiting()
    pilot.press("Allow code …")
    pilot.press("Allow it to run")
    assert was_run(home) and not waiting() and "Allow code …" not in pilot.texts()
