"""The module for programs.  Its page and docstrings are played, its errors are a family, nothing hidden is told."""

from __future__ import annotations

import copy
import doctest
import gc
import io
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from game import api
from game import api as r
from game.cli.entry_point import main
from game.system.paths import user_root
from tests import ROOT

PAGE = ROOT / "docs" / "api.md"
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("module", [r, api], ids=lambda module: module.__name__)
def test_every_example_in_a_docstring_is_true(module: ModuleType) -> None:
    found = doctest.testmod(module, extraglobs={"r": r}, optionflags=LOOSELY)
    assert found.attempted > 8 and not found.failed


def test_every_example_on_the_page_is_true_as_it_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(PAGE), module_relative=False, globs={}, optionflags=LOOSELY)
    assert found.attempted > 20 and not found.failed


def test_the_page_names_every_error() -> None:
    page = PAGE.read_text(encoding="utf-8")
    errors = [
        name for name in r.__all__ if isinstance(getattr(r, name), type) and issubclass(getattr(r, name), r.ApiError)
    ]
    assert len(errors) == 7 and all(f"`{name}`" in page or f"`r.{name}`" in page for name in errors)


@pytest.mark.parametrize(
    ("act", "kind", "reason", "said"),
    [
        (lambda g, p: r.new("kursk"), r.NameUnknown, "scenario", "no scenario 'kursk'"),
        (lambda g, p: r.new("barbarossa-1941", options={"x": "on"}), r.NameUnknown, "scenario", "no option 'x'"),
        (lambda g, p: r.new(p / "gone.toml"), r.FileRefused, "scenario", "gone.toml"),
        (lambda g, p: r.load(p / "gone.save"), r.FileRefused, "save", "gone.save"),
        (lambda g, p: r.odds("chess"), r.NameUnknown, "ruleset", "choose from: dark-valley"),
        (lambda g, p: r.odds("darkest-crusade", atack=3), r.NameUnknown, "figure", "choose from: attack"),
        (lambda g, p: r.odds("darkest-crusade", attack="x"), r.NameUnknown, "figure", "a printed factor"),
        (lambda g, p: g.apply("fly 4.PzGr"), r.CommandRefused, "no-command", "unknown command 'fly'"),
        (lambda g, p: g.apply("end now"), r.CommandRefused, "no-command", "takes 0 words"),
        (lambda g, p: g.why_not("dance"), r.CommandRefused, "no-command", "dance"),
        (lambda g, p: g.undo(), r.UndoRefused, "barrier", "no order has been given yet"),
        (lambda g, p: g.view("german"), r.NameUnknown, "side", "choose from: axis, soviet"),
        (lambda g, p: g.forecast("Riga", "me"), r.NameUnknown, "unit", "no unit 'me'"),
        (lambda g, p: g.forecast("Rome", "18.A"), r.NameUnknown, "hex", "no place 'Rome'"),
        (lambda g, p: g.forecast("Riga"), r.AttackRefused, "no-attack", "Choose at least one attacker."),
        (lambda g, p: g.forecast("D4", "18.A"), r.AttackRefused, "no-attack", "nothing to attack"),
        (lambda g, p: g.play(axis="god"), r.NameUnknown, "level", "choose from: random"),
        (lambda g, p: g.play(commands=60_000, axis="random", soviet="me"), r.NameUnknown, "level", "me"),
        (lambda g, p: g.board_png(overlay="fog"), r.NameUnknown, "picture", "choose from: supply"),
        (lambda g, p: g.board_png(pack="fog"), r.NameUnknown, "picture", "no pack"),
        (lambda g, p: g.board_png(select="me"), r.NameUnknown, "unit", "no unit 'me'"),
        (lambda g, p: g.board_png(select="4.PzG"), r.NameUnknown, "unit", "did you mean '4.PzGr'?"),
        (lambda g, p: g.board_png(at="Minks"), r.NameUnknown, "hex", "did you mean 'Minsk'?"),
        (lambda g, p: g.legal("mov"), r.NameUnknown, "verb", "no verb 'mov'; did you mean 'move'?"),
        (lambda g, p: g.legal(unit="4.PzG"), r.NameUnknown, "unit", "did you mean '4.PzGr'?"),
        (lambda g, p: g.reach("4.PzG"), r.NameUnknown, "unit", "no unit '4.PzG' in this game; did you mean '4.PzGr'?"),
        (lambda g, p: g.board_png(size=(10**6, 10**6)), r.NameUnknown, "picture", "1 to 8000 pixels"),
        (lambda g, p: g.board_png(size=(0, 9)), r.NameUnknown, "picture", "not (0, 9)"),
        (lambda g, p: r.new("barbarosa-1941"), r.NameUnknown, "scenario", "did you mean 'barbarossa-1941'?"),
        (lambda g, p: g.board_png(at="Rome"), r.NameUnknown, "hex", "no place 'Rome'"),
        (lambda g, p: g.save(p / "no folder" / "x.save"), r.FileRefused, "save", "no folder"),
        (lambda g, p: g.save(p), r.FileRefused, "save", "is a folder"),
        (lambda g, p: r.simulate("kursk"), r.NameUnknown, "scenario", "kursk"),
        (lambda g, p: r.simulate("barbarossa-1941", axis="me"), r.NameUnknown, "level", "me"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told_by_one_family_of_errors(
    tmp_path: Path, act: Callable[[r.Game, Path], object], kind: type[r.ApiError], reason: str, said: str
) -> None:
    game = r.new("barbarossa-1941", seed=1)
    before = game.digest
    with pytest.raises(kind) as caught:
        act(game, tmp_path)
    assert caught.value.reason == reason and said in str(caught.value) and "\n" not in str(caught.value)
    assert game.digest == before


def test_a_refused_forecast_has_its_rule_and_its_figures() -> None:
    with pytest.raises(r.AttackRefused) as caught:
        r.new("barbarossa-1941").forecast("Moscow", "4.PzGr")
    assert caught.value.rule == "9.2" and caught.value.text.endswith("is not next to 4th Panzer Group.")
    assert caught.value.forecast.attackers == ("4.PzGr",)


def test_a_whole_game_is_played_saved_and_loaded(tmp_path: Path) -> None:
    game = r.new("barbarossa-1941", seed=3)
    result = game.play(axis="random", soviet="random")
    assert result is not None and game.over and game.result == result and "over: " in repr(game)
    again = r.load(game.save(tmp_path / "mine.save"))
    assert again.digest == game.digest and again.log() == game.log() and again.options == game.options
    assert main(["replay", str(tmp_path / "mine.save"), "--verify"]) == 0


def test_what_is_hidden_is_not_told() -> None:
    game = r.new("barbarossa-1941", options={"secret_setup": "on"})
    for _ in range(4):
        game.apply(next(c for c in game.legal() if c.verb != "end"))
    axis, soviet, both = "\n".join(game.log("axis")), "\n".join(game.log("soviet")), "\n".join(game.log())
    assert axis != soviet and both in axis and len(both) <= len(axis) < len(soviet)
    hidden = [unit.id for unit in game.view("soviet").units if game.view("axis").unit(unit.id) is None]
    assert hidden and not any(unit in both or unit in axis for unit in hidden)
    assert (
        game.board_png(size=(300, 300))
        == game.board_png("axis", size=(300, 300))
        != game.board_png("soviet", size=(300, 300))
    )


def test_scenarios_of_your_own_are_found_and_played(tmp_path: Path) -> None:
    own = user_root() / "maps" / "scenarios" / "darkest-crusade" / "mine.toml"
    own.parent.mkdir(parents=True)
    source = next(s for s in r.scenarios() if s.id == "barbarossa-1941").path
    own.write_text(source.read_text(encoding="utf-8").replace('"barbarossa-1941"', '"mine"', 1), encoding="utf-8")
    assert [s.id for s in r.scenarios() if s.id == "mine"] == ["mine"]
    assert r.new("mine").scenario == r.new(own).scenario == "mine"


def test_a_notebook_shows_the_board_where_it_can_be_shown() -> None:
    game = r.new("barbarossa-1941")
    picture = game._repr_png_()
    assert picture is not None and pygame.image.load(io.BytesIO(picture)).get_size()[1] == 1000


def test_a_picture_on_a_kept_map_is_the_same_as_on_a_fresh_one(tmp_path: Path) -> None:
    """The map is painted once; whatever was drawn on it in between leaves nothing behind."""
    from game.packs.loader import load_sprite_pack
    from game.ui.atlas_pages.board_picture import board_picture

    game = r.new("war-crimea-1942", seed=1)
    first = game.board_png("axis", size=(300, 240))
    game.board_png("axis", size=(200, 200), at="Sevastopol", overlay="supply")
    game.play(axis="random", soviet="random", commands=40)
    later = game.board_png("soviet", size=(300, 240))
    assert later != first
    fresh = board_picture(game._game, r.Side.SOVIET, load_sprite_pack("standard"), (300, 240))
    shown = pygame.image.load(io.BytesIO(later))
    assert shown.get_size() == fresh.get_size()
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(fresh, "RGB")


def test_a_pack_that_changes_is_read_again_for_the_next_picture() -> None:
    pack = user_root() / "sprites" / "mine" / "pack.toml"
    pack.parent.mkdir(parents=True)
    head = 'id = "mine"\nversion = "1.0"\ntitle = "Mine"\nauthor = "Me"\nlicence = "CC0-1.0"\nengine = ">=0.1"\n'
    pictures = []
    for fill in ("#EDE4C8", "#FF0000"):
        look = f'fallback = "standard"\n\n[terrain.clear]\nfill = "{fill}"\n'
        pack.write_text(head + look, encoding="utf-8")
        pictures.append(r.new("barbarossa-1941").board_png("axis", size=(200, 160), pack="mine"))
    assert pictures[0] != pictures[1]


def test_a_twin_and_a_trial_leave_the_game_as_it_is() -> None:
    game = r.new("barbarossa-1941", seed=1)
    before, twin = game.digest, game.copy()
    with game.what_if(seed=2) as tried:
        tried.play(axis="random", soviet="random", commands=20)
        assert tried.digest != before
    twin.apply("end")
    assert game.digest == before != twin.digest


def test_a_game_nobody_refers_to_gives_its_world_back() -> None:
    game = r.new("barbarossa-1941")
    close = game._close
    del game
    gc.collect()
    assert not close.alive


# -- games as values --------------------------------------------------------------------------------------


@pytest.fixture(params=["barbarossa-1941", "tdv-typhoon-1941", "rb-barbarossa-5", "war-crimea-1942"])
def played(request: pytest.FixtureRequest) -> Iterator[r.Game]:
    """A game of each kind after some dozens of commands."""
    game = r.new(request.param, seed=3)
    game.play(axis="random", soviet="random", commands=60)
    yield game
    game.close()


def test_a_position_is_a_line_that_leads_to_the_same_game(played: r.Game) -> None:
    text = played.position()
    assert "\n" not in text and text.startswith("rasputitsa-position 1 {")
    again = r.from_position(text)
    assert again == played and again is not played and again.position() == text
    assert [c.text() for c in again.legal()] == [c.text() for c in played.legal()]
    command = played.legal()[-1]
    assert again.apply(command)[-1:] == played.apply(command)[-1:] and again == played


@pytest.mark.parametrize(("scenario", "commands"), [("barbarossa-1941", 250), ("tdv-typhoon-1941", 300)])
def test_a_position_later_in_the_game_has_its_factories_and_all_its_markers(scenario: str, commands: int) -> None:
    game = r.new(scenario, seed=1)
    game.play(axis="random", soviet="random", commands=commands)
    assert r.from_position(game.position()) == game


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rasputitsa-position 1", "rasputitsa-position 9", "version '9'"),
        ("rasputitsa-position", "fen", "must begin"),
        ('"scenario":"barbarossa-1941"', '"scenario":"kursk"', "no scenario"),
        ('"units":{', '"units":{"Nobody":{"Place":{"hex":"E4"}},', "Nobody: not in this scenario"),
        ('"units":{', '"units":{"4.PzGr":{"Wings":{"hex":1}},', "4.PzGr: not in this scenario, or it has no"),
        ('"units":{', '"units":{"4.PzGr":{"Place":{"hex":"Z99"}},', "no hex 'Z99'"),
        ('"units":{', '"units":{"4.PzGr":{"Place":{"wings":2}},', "no field 'wings'"),
        ('"units":{', '"units":{"4.PzGr":{"Place":{"hex":2.5}},', "no game could lead"),
        ('"table":{', '"table":{"Clock":{"turn":99}},"x":{', "x"),
        ('"options":{', '"options":{"wings":"on",', "wings"),
    ],
)
def test_a_line_that_is_no_position_is_refused_in_a_sentence(old: str, new: str, told: str) -> None:
    game = r.new("barbarossa-1941", seed=1)
    game.apply("fortify 11.A")
    game.apply("end")
    text = game.position()
    assert old in text
    with pytest.raises(r.ApiError, match=re.escape(told)):
        r.from_position(text.replace(old, new, 1))


def test_games_are_copied_compared_pickled_and_kept_in_bytes(played: r.Game) -> None:
    for twin in (copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played)), played.copy()):
        assert twin == played and twin.commands == played.commands and twin.log() == played.log()
        twin.apply(twin.legal()[0])
        assert twin != played and len(twin.commands) == len(played.commands) + 1
    assert r.from_bytes(played.to_bytes()).digest == played.digest


def test_a_command_is_found_by_its_text_and_a_text_is_a_command(played: r.Game) -> None:
    legal = played.legal()
    assert legal[0].text() in legal and legal[0] in legal and "fly 4.PzGr" not in legal
    assert r.parse(legal[0].text()) == legal[0]
    with pytest.raises(r.CommandRefused):
        r.parse("fly 4.PzGr")


def test_a_seed_that_is_no_number_is_told_as_such() -> None:
    with pytest.raises(r.NameUnknown, match="a seed is a whole number, not 'x'"):
        r.new("barbarossa-1941", seed="x")  # type: ignore[arg-type]


def test_the_program_is_imported_and_run_by_its_own_name() -> None:
    for words, told in (
        (["-c", "import rasputitsa as r; print(r.new('barbarossa-1941').turn)"], "1"),
        (["-m", "rasputitsa", "--help"], "usage: rasputitsa"),
    ):
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
        assert done.stdout.startswith(told)
