"""Add-ons: what is refused and how, what they need of one another, what they bring, and what a save says of them."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import ecs
from ecs import Side
from game.api import new
from game.app.settings import Settings, chosen_addons
from game.app.settings import save as save_settings
from game.cli.entry_point import main
from game.packs.addons.library import (
    Choice,
    addons_root,
    clashes,
    follow_choice,
    further,
    installed,
    origin,
    read_addon,
    roots,
)
from game.packs.addons.manifest import at_least
from game.packs.addons.zips import unpacked_root
from game.packs.listing import list_packs
from game.packs.loader import load_sprite_pack
from game.play.addon_contents import faults_in
from game.play.scenario_trial import faults_of_scenario
from game.play.scenarios import find_scenario, list_scenarios
from game.play.session import GameSetup, begin
from game.saves.file_format import AddonName
from game.saves.loading import load_game
from game.saves.storage.save_folder import SaveError, Saves
from game.screens.addons import AddOns
from game.screens.new_game import NewGame
from game.system.paths import MOST, CacheFolder
from tests import ROOT
from tests.hostile_input.addons import CASES, TEXT, folder, head, plain_files, zipped
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
PLAY = ("--games", "1", "--axis", "random", "--soviet", "random")


@pytest.fixture(autouse=True)
def mine(home: Path) -> Iterator[Path]:
    """The folder of add-ons, with every add-on switched on."""
    follow_choice(Choice)
    yield home / "addons"
    follow_choice(Choice)


def made(mine: Path, name: str, *kinds: str) -> Path:
    """An add-on as `addon new` writes it."""
    assert main(["addon", "new", name, "--holds", *kinds]) == 0
    return mine / name


def as_zip(source: Path, *, top: str = "") -> Path:
    """The folder of an add-on turned into a zip."""
    out = source.with_suffix(".zip")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(source.rglob("*")):
            archive.write(path, top + path.relative_to(source).as_posix())
    shutil.rmtree(source)
    return out


# -- hostile ones -----------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="pipes and links of a POSIX system")
@pytest.mark.parametrize("name", CASES)
def test_a_hostile_add_on_is_refused_in_one_sentence_and_nothing_is_lost(mine: Path, tmp_path: Path, name: str) -> None:
    folder(plain_files(id='"good"'), "good")(mine)
    make, cause = CASES[name]
    source = make(mine)
    found = {addon.id: addon for addon in installed()}
    assert found["good"].used
    (other,) = (addon for addon in found.values() if addon.id != "good")
    assert cause in other.fault and not other.used
    assert ("the zip is damaged" in other.fault) == ("the zip is damaged" in cause)
    assert str(source.parent) in other.fault and source.name.removesuffix(".zip") in other.fault
    assert "\n" not in other.fault and other.fault.isprintable() and len(other.fault) < 1000
    assert [content.addon.id for content in further("help") if content.addon is not None] == ["good"]
    assert not list(tmp_path.iterdir())


def test_there_are_more_than_forty_of_them() -> None:
    assert len(CASES) > 40


def test_a_refused_zip_leaves_nothing_unpacked(mine: Path) -> None:
    CASES["a torn zip"][0](mine)
    CASES["a file that lies about its size"][0](mine / "inner")
    assert all(addon.fault for addon in installed())
    assert not unpacked_root().is_dir() or not list(unpacked_root().iterdir())


# -- clumsy ones ------------------------------------------------------------------------------------------


def test_what_systems_drop_is_passed_over_with_a_note(mine: Path) -> None:
    dropped = dict.fromkeys((".DS_Store", "help/Thumbs.db", "help/desktop.ini", "help/mine.md~", ".git/config"), b"x")
    folder({**plain_files(), **dropped})(mine)
    (addon,) = installed()
    assert addon.used
    assert {note.split("'")[1] for note in addon.notes} == {*dropped} - {".git/config"} | {".git"}


def test_a_zip_of_the_folder_and_what_macos_adds_is_read_too(mine: Path) -> None:
    mine.mkdir(parents=True)
    (mine / "a.zip").write_bytes(
        zipped(
            *((f"mine/{name}", data) for name, data in plain_files().items()),
            ("__MACOSX/mine/._addon.toml", b"x"),
            ("mine/.DS_Store", b"x"),
            sound=False,
        )
    )
    (addon,) = installed()
    assert addon.used and addon.title == "Mine"
    assert len(addon.notes) == 2


def test_the_same_files_have_the_same_digest_in_a_folder_and_a_zip(mine: Path) -> None:
    source = made(mine, "first", "help", "sprites")
    (before,) = installed()
    as_zip(source, top="somewhere/")
    (after,) = installed()
    assert before.digest == after.digest and before.folder != after.folder


def test_a_zip_is_unpacked_once_and_again_if_a_file_of_it_is_gone(mine: Path) -> None:
    as_zip(made(mine, "first", "help", "sprites"))
    (addon,) = installed()
    pack = addon.folder / "sprites" / "first" / "pack.toml"
    before = pack.stat().st_mtime_ns
    assert read_addon(addon.source).used and pack.stat().st_mtime_ns == before
    pack.unlink()
    assert read_addon(addon.source).used and pack.is_file()


def test_what_was_unpacked_goes_when_the_zip_goes(mine: Path) -> None:
    source = as_zip(made(mine, "first", "help"))
    (addon,) = installed()
    assert addon.folder.is_dir()
    source.unlink()
    made(mine, "second", "help")
    assert [addon.id for addon in installed()] == ["second"]
    assert not addon.folder.is_dir()


def everything(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_nothing_of_the_player_s_is_deleted_where_cache_and_data_are_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RASPUTITSA_HOME")
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    place = addons_root()
    place.mkdir(parents=True)
    as_zip(made(place, "one", "help"))
    as_zip(made(place, "other", "help")).rename(place / "abcdef0123456789abcdef01")  # whatever it is called
    made(place, "third", "help")
    (place / "notes").mkdir()
    (place / "notes" / "mine.txt").write_text("mine")
    before = everything(tmp_path)
    for words in (["addon", "list"], ["addon", "list"], ["scenarios"]):
        main(words)
    after = everything(tmp_path)
    assert {name: after.get(name) for name in before} == before
    capsys.readouterr()


@pytest.mark.parametrize("linked", ["cache", "cache/unpacked-addons", "cache/unpacked-addons/0123456789abcdef01234567"])
def test_nothing_behind_a_link_in_the_cache_is_deleted(tmp_path: Path, mine: Path, home: Path, linked: str) -> None:
    precious = tmp_path / "precious"
    for name in ("thesis.txt", "0123456789abcdef01234567/chapter.txt", "maps/a.board"):
        (precious / name).parent.mkdir(parents=True, exist_ok=True)
        (precious / name).write_text("years of work")
    (home / linked).parent.mkdir(parents=True, exist_ok=True)
    (home / linked).symlink_to(precious)
    as_zip(made(mine, "first", "help"))
    before = everything(precious)
    installed()
    after = everything(precious)
    assert {name: after.get(name) for name in before} == before


def test_a_cache_makes_room_by_its_own_files_alone(tmp_path: Path, home: Path) -> None:
    kept = CacheFolder("things", ".thing")
    for number in range(20):
        kept.write(f"k{number:02}", b"x")
    assert len(list((home / "cache" / "things").iterdir())) == MOST
    precious = tmp_path / "precious"
    precious.mkdir()
    for number in range(20):
        (precious / f"{number}.thing").write_text("mine")
    (home / "cache" / "others").symlink_to(precious)
    CacheFolder("others", ".thing").write("new", b"x")
    assert len(list(precious.iterdir())) >= 20


def test_a_zip_that_cannot_be_unpacked_says_where_to(mine: Path, home: Path) -> None:
    as_zip(made(mine, "first", "help"))
    (home / "cache").write_bytes(b"a file where the cache should be")
    (addon,) = installed()
    assert "cannot be unpacked into" in addon.fault


# -- what they need of one another ------------------------------------------------------------------------


def faults(mine: Path, **needs: str) -> dict[str, str]:
    """The faults of add-ons that require one another."""
    for name, requires in needs.items():
        folder(plain_files(id=f'"{name}"', requires=requires), name)(mine)
    return {addon.id: addon.fault for addon in installed()}


def test_one_that_requires_what_is_there_is_used(mine: Path) -> None:
    assert faults(mine, a='["b >=0.9"]', b="") == {"a": "", "b": ""}


def test_what_is_required_and_not_there_is_named(mine: Path) -> None:
    told = faults(mine, a='["b"]', c='["a"]', d="")
    assert told["a"].endswith("a requires the add-on 'b', which is not installed")
    assert told["c"].endswith("c requires the add-on 'a', which cannot be used itself")
    assert told["d"] == ""


def test_a_version_that_is_too_old_is_named(mine: Path) -> None:
    assert faults(mine, a='["b >=1.0.1"]', b="")["a"].endswith("'b' 1.0.1 or later; version 1.0 is installed")


def test_one_that_is_switched_off_is_missed(mine: Path) -> None:
    follow_choice(lambda: Choice(off=frozenset({"b"})))
    assert "which is switched off" in faults(mine, a='["b"]', b="")["a"]


def test_a_ring_of_requirements_is_told_with_its_way(mine: Path) -> None:
    told = faults(mine, a='["b"]', b='["c"]', c='["a"]', d='["d"]', e='["a"]')
    assert told["a"].endswith("requires itself, via a -> b -> c -> a")
    assert told["d"].endswith("requires itself, via d -> d")
    assert all(told.values())


@pytest.mark.parametrize(
    ("version", "least", "enough"),
    [("1.0", "1", True), ("1", "1.0.0.0", True), ("1.9", "1.10", False), ("2", "1.99.9", True), ("0.9", "1", False)],
)
def test_versions_are_compared_number_by_number(version: str, least: str, enough: bool) -> None:
    assert at_least(version, least) is enough


def test_an_id_that_is_taken_is_told_with_both_files(mine: Path) -> None:
    folder(plain_files(), "a")(mine)
    folder(plain_files(), "b")(mine)
    first, second = installed()
    assert first.used and not second.used
    assert str(first.source) in second.fault and str(second.source) in second.fault


def test_ids_of_what_they_hold_are_taken_once(mine: Path, home: Path) -> None:
    made(mine, "first", "sprites", "scenarios")
    shutil.copytree(mine / "first", mine / "second")
    text = (mine / "second" / "addon.toml").read_text()
    (mine / "second" / "addon.toml").write_text(text.replace('id = "first"', 'id = "second"'))
    told = [sentence for content, sentence in clashes() if content.addon is not None and content.addon.id == "second"]
    assert len(told) == 2
    assert all(str(mine / "first") in sentence and str(mine / "second") in sentence for sentence in told)
    (other,) = (pack for pack in list_packs("sprites") if pack.problem)
    assert str(mine / "first") in other.problem and other.folder == mine / "second" / "sprites" / "first"
    assert find_scenario("first").path.is_relative_to(mine / "first")
    follow_choice(lambda: Choice(order=("second",)))
    assert find_scenario("first").path.is_relative_to(mine / "second")


def test_a_name_of_the_games_own_is_taken(mine: Path) -> None:
    source = made(mine, "first", "scenarios", "maps")
    (scenario,) = (source / "scenarios").rglob("*.toml")
    scenario.rename(scenario.with_name("barbarossa-1941.toml"))
    (source / "maps" / "first.tmx").rename(source / "maps" / "western_russia.tmx")
    told = [sentence for _, sentence in clashes()]
    assert len(told) == 2 and all("is taken by" in sentence for sentence in told)


# -- what they bring --------------------------------------------------------------------------------------


@pytest.mark.parametrize("zipped_up", [False, True])
def test_what_an_add_on_holds_is_found_and_says_where_it_is_from(mine: Path, zipped_up: bool) -> None:
    source = made(mine, "first", "sprites", "sounds", "maps", "scenarios", "help")
    if zipped_up:
        as_zip(source)
    assert main(["addon", "check", str(source.with_suffix(".zip") if zipped_up else source)]) == 0
    (pack,) = (pack for pack in list_packs("sprites") if pack.id == "first")
    assert pack.addon == "First 1.0" and not pack.problem
    assert load_sprite_pack("first").colour("counters.GER.face") == (0x34, 0x50, 0x6E)
    scenario = find_scenario("first")
    assert scenario.map.name == "first.tmx" and origin(scenario.path) == origin(scenario.map) == "First 1.0"
    assert origin(list_scenarios()[0]) == ""


def test_one_that_is_switched_off_brings_nothing(mine: Path) -> None:
    made(mine, "first", "sprites", "scenarios")
    follow_choice(lambda: Choice(off=frozenset({"first"})))
    assert "first" not in {path.stem for path in list_scenarios()}
    assert "first" not in {pack.id for pack in list_packs("sprites")}


def test_loose_files_go_on_working_and_come_before_add_ons(mine: Path, home: Path) -> None:
    made(mine, "first", "sprites")
    loose = home / "sprites" / "first"
    shutil.copytree(mine / "first" / "sprites" / "first", loose)
    (used,) = (pack for pack in list_packs("sprites") if pack.id == "first" and not pack.problem)
    assert used.folder == loose and used.addon == ""
    assert roots("sprites")[1] == home / "sprites"


def test_the_settings_say_what_is_used_in_which_order(mine: Path) -> None:
    save_settings(Settings(addon_order=["b", "a"], addons_off=["c"]))
    for name in "abc":
        folder(plain_files(id=f'"{name}"'), name)(mine)
    follow_choice(chosen_addons)
    assert [(addon.id, addon.enabled) for addon in installed()] == [("b", True), ("a", True), ("c", False)]


# -- what a save says -------------------------------------------------------------------------------------


@pytest.fixture
def saved(mine: Path, tmp_path: Path) -> Path:
    """A save of a game on a scenario of an add-on, with a map of its own."""
    made(mine, "first", "maps", "scenarios")
    assert main(["simulate", "--scenario", "first", *PLAY, "--save", str(tmp_path)]) == 0
    return tmp_path / "first-0.save"


def notes_of(save: Path) -> str:
    """What is said of a save when it is loaded."""
    loaded = load_game(save)
    loaded.game.close()
    return " ".join(loaded.warnings)


def test_a_save_names_the_add_on_that_shaped_the_game(mine: Path, saved: Path) -> None:
    (addon,) = installed()
    (named,) = load_and_close(saved)
    assert (named.id, named.version, named.digest, named.title) == ("first", "1.0", addon.digest, "First")
    assert "add-on" not in notes_of(saved)


def load_and_close(save: Path) -> tuple[AddonName, ...]:
    loaded = load_game(save)
    loaded.game.close()
    return loaded.file.header.addons


def test_pictures_shape_no_game(mine: Path, tmp_path: Path) -> None:
    made(mine, "looks", "sprites")
    assert main(["simulate", "--scenario", "tutorial-kiev-1941", *PLAY, "--save", str(tmp_path)]) == 0
    assert load_and_close(tmp_path / "tutorial-kiev-1941-0.save") == ()


def test_an_add_on_that_is_gone_or_switched_off_is_named_in_a_sentence(mine: Path, saved: Path) -> None:
    follow_choice(lambda: Choice(off=frozenset({"first"})))
    with pytest.raises(SaveError, match=r"The add-on 'First' \(first 1\.0\) of this save is switched off\."):
        load_game(saved)
    follow_choice(Choice)
    shutil.rmtree(mine / "first")
    with pytest.raises(SaveError, match=r"The add-on 'First' \(first 1\.0\) of this save is not installed\."):
        load_game(saved)


def test_another_version_or_other_files_are_told(mine: Path, saved: Path) -> None:
    file = mine / "first" / "addon.toml"
    file.write_text(file.read_text() + "# a word more\n")
    assert "has different files now, under the same version." in notes_of(saved)
    file.write_text(file.read_text().replace('version = "1.0"', 'version = "1.1"'))
    assert "is now version 1.1." in notes_of(saved)


RULES = 'ruleset = "war-against-russia"\n[units.ger_infkps]\nattack = 9\n'


def test_figures_of_an_add_on_are_those_of_every_game_begun_with_it(mine: Path, tmp_path: Path) -> None:
    folder({"addon.toml": head(holds='["rules"]'), "rules/strong.toml": RULES.encode()})(mine)
    scenario = find_scenario("war-barbarossa-1941")
    assert [str(figure) for figure in ecs.changed_figures(scenario)] == [
        "German infantry corps, attack factor: 9 instead of 2"
    ]
    assert find_scenario("barbarossa-1941").figures == {}
    session = begin(GameSetup(scenario, dict.fromkeys(Side, "human"), {}, 1), Saves(tmp_path))
    session.autosave()
    session.close()
    (path,) = tmp_path.rglob("*.save")
    assert [addon.id for addon in load_and_close(path)] == ["mine"]
    shutil.rmtree(mine / "mine")
    told = notes_of(path)
    assert "The add-on 'Mine' (mine 1.0) of this save is not installed." in told and "attack is 9 in this game" in told


def test_a_pack_by_itself_is_told_what_to_do_and_made_an_add_on_in_one_command(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "steppe"
    (pack / "icons").mkdir(parents=True)
    text = (
        'id = "steppe"\ntitle = "The „blue“ steppe"\nversion = "spring"\nlicence = "CC0-1.0"\nfallback = "standard"\n'
    )
    (pack / "pack.toml").write_text(text + '[terrain.clear]\nfill = "#112233"\n', encoding="utf-8")
    shutil.make_archive(str(mine / "steppe"), "zip", tmp_path, "steppe")
    (bare,) = installed()
    assert not bare.used and "rasputitsa addon pack" in bare.fault
    assert main(["addon", "pack", str(pack), "--out", str(mine / "steppe.zip")]) == 0
    (wrapped,) = installed()
    assert wrapped.used and wrapped.title == "The „blue“ steppe" and wrapped.version == "1.0"
    assert load_sprite_pack("steppe").terrain("clear").fill == (0x11, 0x22, 0x33)
    (pack / "pack.toml").write_text(text + "[sky]\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["addon", "pack", str(pack)]) != 0
    assert "line 6 [sky]: unknown key" in capsys.readouterr().err


def test_a_pack_that_lies_in_an_add_on_is_wrapped_by_itself(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = made(mine, "first", "sprites", "scenarios")
    assert main(["addon", "pack", str(source / "sprites" / "first"), "--out", str(tmp_path / "it.zip")]) == 0
    other = made(mine, "second", "sprites")
    shutil.copytree(source / "sprites" / "first", tmp_path / "first")
    assert other.is_dir() and main(["addon", "pack", str(tmp_path / "first"), "--out", str(tmp_path / "x.zip")]) == 1
    assert f"'first' is taken by {source / 'sprites' / 'first'}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (RULES.replace("attack", "atack"), "strong.toml, line 3: units.ger_infkps.atack: no such figure"),
        (RULES.replace("= 9", '= "nine"'), "strong.toml, line 3: units.ger_infkps.attack"),
        (RULES.replace("war-against-russia", "war-agains-russia"), "did you mean 'war-against-russia'?"),
        (RULES.replace("ruleset", "rule"), "rule: unknown key; did you mean 'ruleset'?"),
        ("ruleset = ", "not TOML"),
    ],
)
def test_figures_with_a_fault_change_nothing_and_are_told(mine: Path, text: str, cause: str) -> None:
    source = folder({"addon.toml": head(holds='["rules"]'), "rules/strong.toml": text.encode()})(mine)
    assert find_scenario("war-barbarossa-1941").figures == {}
    fault = faults_in(read_addon(source))[0]
    assert str(source / "rules" / "strong.toml") in fault and cause in fault


# -- the command line -------------------------------------------------------------------------------------


def test_a_pack_of_the_same_files_is_the_same_zip(mine: Path, tmp_path: Path) -> None:
    source = made(mine, "first", "sprites", "help")
    (source / ".DS_Store").write_bytes(b"x")
    assert main(["addon", "pack", str(source), "--out", str(tmp_path / "a.zip")]) == 0
    for path in source.rglob("*"):
        os.utime(path, (10**9, 10**9))
    assert main(["addon", "pack", str(source), "--out", str(tmp_path / "b.zip")]) == 0
    data = (tmp_path / "a.zip").read_bytes()
    assert data == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert ".DS_Store" not in archive.namelist() and archive.namelist() == sorted(archive.namelist())
    shutil.rmtree(source)
    shutil.copy(tmp_path / "a.zip", mine)
    (addon,) = installed()
    assert addon.used


def test_nothing_is_packed_that_has_a_fault(mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = made(mine, "first", "sprites")
    pack = source / "sprites" / "first" / "pack.toml"
    pack.write_text(pack.read_text().replace("[terrain.clear]", "[terrain.claer]"))
    capsys.readouterr()
    assert main(["addon", "pack", str(source), "--out", str(tmp_path / "a.zip")]) == 1
    told = capsys.readouterr().err
    assert "line 23 [terrain.claer]" in told and "did you mean 'clear'?" in told
    assert not (tmp_path / "a.zip").exists()


def test_the_list_tells_state_and_faults(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["addon", "list"]) == 0
    assert "There is no add-on" in capsys.readouterr().out
    folder(plain_files(), "good")(mine)
    folder({"help/x.md": TEXT}, "bad")(mine)
    assert main(["addon", "list", "--json"]) == 1
    good, bad = sorted(json.loads(capsys.readouterr().out), key=lambda facts: facts["state"] != "in use")
    assert (good["state"], bad["state"]) == ("in use", "has a fault")
    assert good["contents"] == ["help mine"] and "there is no addon.toml" in bad["faults"][0]


def test_new_writes_over_nothing(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(mine, "first", "help")
    assert main(["addon", "new", "first"]) == 1
    assert "already exists" in capsys.readouterr().err
    assert main(["addon", "new", "First"]) == 1
    assert "lower-case letters" in capsys.readouterr().err


def test_new_pictures_show_at_once_in_every_game_and_a_sheet_has_all_that_can_be_replaced(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(mine, "first", "sprites")
    games = ("barbarossa-1941", "tdv-typhoon-1941", "rb-barbarossa-5", "war-crimea-1942")
    for scenario in games:
        game = new(scenario)
        usual, own = (game.board_png("axis", size=(300, 240), pack=pack) for pack in ("standard", "first"))
        assert usual != own, scenario
    capsys.readouterr()
    out = tmp_path / "all.png"
    assert main(["addon", "pictures", "--out", str(out)]) == 0
    there = len([*(ROOT / "sprites" / "standard").rglob("*.svg")])
    assert f"{there} pictures" in capsys.readouterr().out
    assert pygame.image.load(out).get_width() > 1000
    assert main(["addon", "pictures", "chess", "--out", str(out)]) == 1
    assert "no pack with this id" in capsys.readouterr().err


def test_check_reads_everything_in_it(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = made(mine, "first", "sprites", "maps", "scenarios", "rules", "help")
    (source / "sprites" / "first" / "icons" / "tonw.svg").write_bytes(b"<svg")
    (source / "maps" / "first.tmx").write_bytes(b"<map")
    (source / "rules" / "first.toml").write_bytes(b"a = ")
    (source / "help" / "first.md").write_bytes(b"\xff")
    capsys.readouterr()
    assert main(["addon", "check", str(source), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["addons"].values()
    for word in ("tonw.svg", "first.tmx", "rules/first.toml", "not UTF-8 text"):
        assert any(word in fault for fault in told["faults"]), word


def test_check_of_the_game_reads_add_ons_as_well(
    mine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = made(mine, "first", "sprites", "help")
    archive = shutil.make_archive(str(tmp_path / "first"), "zip", mine, "first")
    assert main(["check", str(source), archive]) == 0
    (source / "help" / "first.md").write_bytes(b"\xff")
    archive = shutil.make_archive(str(tmp_path / "first"), "zip", mine, "first")
    for path in (str(source), archive):
        capsys.readouterr()
        assert main(["check", path]) == 1 and "not UTF-8 text" in capsys.readouterr().out


def test_help_of_a_new_add_on_names_what_it_may_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["addon", "new", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "any of sprites, sounds, maps, scenarios, rules, help, doctrines, rulesets" in told


# -- the screen -------------------------------------------------------------------------------------------


def test_the_screen_switches_orders_and_drags(mine: Path) -> None:
    for name in "abc":
        folder(plain_files(id=f'"{name}"', title=f'"The {name.upper()}"'), name)(mine)
    seat = sit_down()
    app, pilot = seat.app, seat.pilot
    app.push(seat.scene.kit.doors.addons())
    pilot.wait(0.2, 4)
    assert isinstance(app.top, AddOns)

    def ids() -> list[str]:
        return [addon.id for addon in installed()]

    assert ids() == ["a", "b", "c"]
    pilot.press("Later")
    assert ids() == ["b", "a", "c"] == app.settings.addon_order
    rows = [spot.rect.center for spot in app.ui.spots if spot.kind == "row"]
    pilot.drag(rows[0], rows[2])
    pilot.wait(0.2, 4)
    assert ids() == ["a", "c", "b"]
    pilot.press("Use it")
    (off,) = (addon for addon in installed() if not addon.enabled)
    assert app.settings.addons_off == [off.id]
    app.pop()
    follow_choice(chosen_addons)
    assert ids() == ["a", "c", "b"] and [a.id for a in installed() if not a.enabled] == [off.id]


def _heard(say: Callable[..., Any], said: list[str]) -> Callable[..., Any]:
    def heard(text: str, *more: Any, **named: Any) -> Any:
        said.append(text)
        return say(text, *more, **named)

    return heard


def test_the_screen_tells_faults_and_new_game_marks_what_is_not_the_games_own(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(mine, "first", "scenarios", "help")
    folder({"help/x.md": TEXT}, "bad")(mine)
    seat, said = sit_down(), list[str]()
    for name in ("label", "text"):
        monkeypatch.setattr(seat.app.ui, name, _heard(getattr(seat.app.ui, name), said))
    seat.app.push(seat.scene.kit.doors.addons())
    seat.pilot.wait(0.2, 4)
    assert any("there is no addon.toml" in text for text in said)
    seat.app.pop()
    new = NewGame(seat.scene.kit)
    seat.app.push(new)
    new.row = [scenario.id for scenario in new.scenarios].index("first")
    seat.pilot.wait(0.2, 4)
    assert "From the add-on First 1.0" in said


def test_with_no_add_ons_nothing_is_read(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.packs.addons.library.read_addon", None)
    monkeypatch.setattr("game.packs.addons.library.stamp", None)
    assert installed() == () and not addons_root().exists()


# -- maps of others ---------------------------------------------------------------------------------------


def lent(mine: Path, requires: str) -> Path:
    """A scenario of one add-on on the map of another."""
    found = ecs.find_scenario("war-barbarossa-1941")
    tiles = found.map.parent / "tilesets"
    maps = {f"maps/tilesets/{name}": (tiles / name).read_bytes() for name in ("terrain.tsx", "terrain.png")}
    text = found.map.read_text(encoding="utf-8").replace('name="Minsk"', 'name="Mensk"')
    steppe = {**plain_files(id='"steppe"', holds='["maps", "help"]'), **maps, "maps/steppe.tmx": text.encode()}
    folder(steppe, "steppe")(mine)
    scenario = f'id = "march"\nextends = "{found.id}"\ntitle = "x"\nmap = "steppe.tmx"\n'
    march = plain_files(id='"march"', holds='["scenarios", "help"]', requires=requires)
    return folder({**march, "scenarios/march.toml": scenario.encode()}, "march")(mine) / "scenarios" / "march.toml"


def test_a_scenario_is_played_on_the_map_of_an_add_on_that_its_own_requires(mine: Path) -> None:
    path = lent(mine, '["steppe"]')
    assert faults_of_scenario(path) == []
    scenario = ecs.load_scenario(path)
    assert scenario.map == (mine / "steppe" / "maps" / "steppe.tmx").resolve()
    game = ecs.start(scenario)
    assert "Mensk" in {spot.name for spot in game.board.hexes}
    game.close()


def test_the_map_of_an_add_on_that_is_not_required_is_not_there(mine: Path) -> None:
    (fault,) = faults_of_scenario(lent(mine, "[]"))
    assert fault == "march.toml: map steppe.tmx is missing"


def test_a_map_that_is_lent_lies_in_the_folder_of_maps(mine: Path) -> None:
    path = lent(mine, '["steppe"]')
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("steppe.tmx", "../help/mine.md"), encoding="utf-8")
    (fault,) = faults_of_scenario(path)
    assert "is outside the maps folder" in fault
