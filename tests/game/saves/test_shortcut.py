"""Does a save load at once, and as the same game that its commands give?"""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from ecs import Game, Side, list_scenarios, load_scenario, new_game, parse, start
from ecs.core.events import EVENTS, Event
from ecs.engine import serialization
from game.app import thinking_strip
from game.app.application import App
from game.app.settings import Settings
from game.play.session import reopening
from game.saves import cached_position, loading, saving
from game.saves.file_format import StoppedError
from game.saves.storage.save_folder import SaveError, Saves, load_game, read_save, write_save
from game.screens.all_screens import all_resources
from game.screens.saved_games import opened
from game.system.slices import Progress, done
from tests.kits.patience import within
from tests.kits.save_files import ABOUT, LONG, SCENARIO, bare, pick, played, walked


def secret(commands: int) -> Game:
    return played(commands, seed=2, secret_setup="on")


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(300)
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, ABOUT)


def without(path: Path) -> Path:
    """The same save, which has lost its shortcut."""
    bared = path.with_name("bare.save")
    bared.write_bytes(bare(path))
    return bared


def same(one: Game, two: Game) -> bool:
    """Is there anything by which the players, the window or the next save could tell these games apart?"""
    return (
        one.digest() == two.digest()
        and one.snapshot() == two.snapshot()
        and one.log == two.log
        and one.marks == two.marks
        and one.legal() == two.legal()
        and all(one.view(side) == two.view(side) and one.reading(side) == two.reading(side) for side in Side)
        and (one.to_act, one.turn, one.over, one.result) == (two.to_act, two.turn, two.over, two.result)
        and (one.can_undo, one.undo_reason, one.can_redo) == (two.can_undo, two.undo_reason, two.can_redo)
    )


def jumped(path: Path, **kwargs: Any) -> Game:
    """The game of a save, which must have been loaded by its shortcut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "replay_steps", None)
        loaded = load_game(path, packs={"standard": "1"}, **kwargs)
    assert loaded.warnings == ()
    return loaded.game


# -- the same game --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"secret_setup": "on"}], ids=["open", "secret"])
@pytest.mark.parametrize("commands", [0, 1, 40, 255, 256, 257, 520])
def test_a_game_loaded_by_its_shortcut_is_the_game_its_commands_give(
    tmp_path: Path, commands: int, options: dict[str, str]
) -> None:
    game = played(commands, seed=7, **options)
    path = write_save(tmp_path / "one.save", game, ABOUT)
    short, long = jumped(path), load_game(without(path), packs={"standard": "1"}).game
    assert same(short, long)
    game.close_past("the game was loaded")
    assert same(short, game)
    for each in (short, long, game):
        each.close()


def ends_of_each_game() -> list[Path]:
    """The first and the last scenario of each ruleset; the soak saves and loads positions of all of them."""
    ours: dict[str, list[Path]] = {}
    for path in list_scenarios():
        ours.setdefault(load_scenario(path).ruleset, []).append(path)
    return [path for paths in ours.values() for path in dict.fromkeys((paths[0], paths[-1]))]


@pytest.mark.parametrize("path", ends_of_each_game(), ids=lambda path: path.stem)
def test_scenarios_of_every_game_load_by_their_shortcuts(path: Path, tmp_path: Path) -> None:
    game, dice = new_game(path.stem, seed=5), random.Random(5)
    for _ in range(120):
        if game.legal():
            game.apply(dice.choice(game.legal()))
    save = write_save(tmp_path / "one.save", game, ABOUT)
    short, long = jumped(save), load_game(without(save), packs={"standard": "1"}).game
    assert same(short, long)
    for each in (short, long, game):
        each.close()


@pytest.mark.slow
def test_a_campaign_of_ten_thousand_commands_loads_in_two_seconds(tmp_path: Path) -> None:
    game = played(500)
    told = game.log[1:]
    while len(game.log) <= 10_000:
        game.log.append(replace(told[len(game.log) % len(told)], number=len(game.log)))
    path = write_save(tmp_path / "long.save", game, ABOUT)
    with within(2):
        loaded = jumped(path)
    with within(0.3):
        saving.encode_game(game, ABOUT)
    assert loaded.log == game.log
    loaded.close()
    game.close()


def test_a_loaded_game_goes_on_as_the_saved_one_does(game: Game, file: Path) -> None:
    loaded, twin, dice = jumped(file), game.fork(), random.Random(1)
    for _ in range(60):
        command = pick(twin, dice)
        assert loaded.apply(command) == twin.apply(command)
        assert loaded.log == twin.log
    assert loaded.digest() == twin.digest()
    loaded.close()
    twin.close()


def test_every_position_of_a_game_can_be_written_and_taken_up(tmp_path: Path) -> None:
    for options in ({}, {"secret_setup": "on"}):
        game, dice = new_game(SCENARIO, seed=6, options=options), random.Random(6)
        fresh = game.fork()
        for _ in range(400):
            if game.over:
                break
            game.apply(dice.choice(game.legal()))
            fresh.resume(
                serialization.read_position(serialization.write_position(game), game.ruleset.kinds),
                game.log,
                game.marks,
            )
            assert fresh.snapshot() == game.snapshot()
        game.close()
        fresh.close()


def test_undo_stops_where_the_game_was_loaded(game: Game, file: Path) -> None:
    for loaded in (jumped(file), load_game(without(file)).game):
        assert not loaded.can_undo and "the game was loaded" in loaded.undo_reason
        while not loaded.can_undo:
            loaded.apply(loaded.legal()[0])
        before = loaded.digest()
        loaded.apply(loaded.legal()[0])
        if loaded.can_undo:
            loaded.undo()
            assert loaded.digest() == before
        loaded.close()


def test_a_loaded_game_is_saved_as_it_was(game: Game, file: Path, tmp_path: Path) -> None:
    loaded = jumped(file)
    assert write_save(tmp_path / "two.save", loaded, ABOUT).read_bytes() == file.read_bytes()
    loaded.close()


def test_what_is_remembered_of_a_log_is_forgotten_when_it_is_taken_back(tmp_path: Path) -> None:
    game, dice = new_game(SCENARIO, seed=3), random.Random(3)
    taken_back = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cached_position, "PIECE", 1)
        for _ in range(70):
            game.apply(pick(game, dice))
            path = write_save(tmp_path / "one.save", game, ABOUT)
            if game.can_undo and dice.random() < 0.5:
                game.undo()
                game.apply(pick(game, dice))
                path, taken_back = write_save(tmp_path / "one.save", game, ABOUT), taken_back + 1
            if dice.random() < 0.2:
                loaded = jumped(path)
                assert loaded.log == game.log
                loaded.close()
    assert taken_back > 5
    game.close()


# -- when it does not fit -------------------------------------------------------------------------


def test_a_save_that_is_played_again_tells_how_far_it_is_and_can_be_left(
    file: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """Between two commands the window takes events; Esc leaves the save as it is."""
    monkeypatch.setattr(thinking_strip, "PAUSE", 0.0)
    monkeypatch.setattr(thinking_strip, "PATIENCE", 0.0)
    shown: list[tuple[str, ...]] = []
    monkeypatch.setattr(thinking_strip, "paint_strip", lambda _surface, _ui, lines, *_: shown.append(lines))
    app = App(Settings(first_run=False), headless=True)
    kit = all_resources(app, Saves(), silent=True)
    app.push(kit.doors.title())
    path = without(file)
    whole = load_game(path)
    count = len(whole.file.commands)
    heard: list[Progress] = []
    done(loading.loading(path), heard.append)
    played = [p.share for p in heard if p.what == f"Replaying {count} commands"]
    assert played == [n / count for n in range(1, count + 1)], "after every command"
    session, _ = opened(app, path, reopening(path, kit.saves, copy=True))
    assert session.game.digest() == whole.game.digest()
    assert [lines[2] for lines in shown[-count:]] == [f"{100 * n // count} %" for n in range(1, count + 1)]
    assert shown[-1][0] == "Opening the game" and shown[-1][3].startswith("Cancel")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0))
    with pytest.raises(StoppedError, match="cancelled"):
        opened(app, path, reopening(path, kit.saves, copy=True))
    assert load_game(path).game.digest() == whole.game.digest()


def test_a_save_without_a_shortcut_loads_without_a_word(game: Game, file: Path) -> None:
    loaded = load_game(without(file), packs={"standard": "1"})
    assert loaded.warnings == () and loaded.game.digest() == game.digest()
    loaded.game.close()


def test_a_shortcut_of_other_rules_is_left_alone(game: Game, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_position, "stamp", lambda game: "0" * 16)
    loaded = walked(file)
    assert loaded.log == game.log
    loaded.close()


def test_the_stamp_differs_with_the_scenario_and_is_the_same_for_every_seed() -> None:
    one, two = new_game(SCENARIO, seed=1), new_game(SCENARIO, seed=2)
    other = start(replace(one.scenario, rules={"more": 1}))
    assert serialization.stamp(one) == serialization.stamp(two) != serialization.stamp(other)
    for each in (one, two, other):
        each.close()


def test_a_shortcut_of_another_save_is_left_alone(game: Game, file: Path, tmp_path: Path) -> None:
    other = played(300, seed=9)
    theirs = write_save(tmp_path / "other.save", other, ABOUT)
    file.write_bytes(bare(file) + theirs.read_bytes()[len(bare(theirs)) :])
    loaded = walked(file)
    assert loaded.digest() == game.digest() and loaded.log == game.log
    loaded.close()
    other.close()


def test_a_shortcut_too_long_is_not_written(game: Game, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_position, "MAX_TEXT", 1000)
    assert write_save(file, game, ABOUT).read_bytes() == bare(file)


def test_an_edited_save_is_played_again(game: Game, file: Path) -> None:
    data = file.read_bytes().replace(b"Before Smolensk", b"Before Smolensq")
    file.write_bytes(data)
    assert read_save(file, allow_edited=True).shortcut == b""
    loaded = load_game(file, allow_edited=True)
    assert loaded.game.digest() == game.digest()
    again = write_save(file, loaded.game, loaded.particulars())
    loaded.game.close()
    loaded = load_game(again)
    assert loaded.file.header.edited and LONG not in " ".join(loaded.warnings)
    loaded.game.close()


# -- hidden orders --------------------------------------------------------------------------------


def readable(data: bytes) -> list[bytes]:
    """What can be read of a save by whoever unpacks what looks packed."""
    found = [data]
    for word in (line for line in data.splitlines() if line[:1] in (b"~", b"!")):
        if b" " in word:
            continue
        raw = base64.b64decode(word[1:])
        found.append(raw)
        try:
            found.append(zlib.decompress(raw))
        except zlib.error:
            continue
    return found


@pytest.mark.parametrize("commands", [0, 3, 24, 120])
def test_nothing_hidden_can_be_read_in_a_shortcut(commands: int) -> None:
    game = secret(commands)
    data = saving.encode_game(game, ABOUT)
    text = b"\n".join(readable(data))
    for word in (b'"Place"', b'"records"', b"hidden", b"deploy"):
        assert word not in text
    game.close()


def test_an_open_game_has_an_open_shortcut(game: Game) -> None:
    assert b'"Place"' in b"\n".join(readable(saving.encode_game(game, ABOUT)))


def test_two_saves_of_the_same_hidden_game_share_no_line_of_their_shortcuts() -> None:
    game = secret(24)
    one, two = (set(saving.encode_game(game, ABOUT).splitlines()[1:]) for _ in range(2))
    assert not one & two
    game.close()


def test_the_shortcut_of_a_locked_save_needs_the_passphrase(tmp_path: Path) -> None:
    game = secret(24)
    path = write_save(tmp_path / "locked.save", game, saving.Particulars(passphrase="rasputitsa"))
    with pytest.raises(SaveError, match="passphrase"):
        load_game(path)
    loaded = jumped(path, passphrase="rasputitsa")
    assert loaded.log == game.log
    loaded.close()
    game.close()


# -- what is written down -------------------------------------------------------------------------


def test_every_kind_of_event_is_in_the_register() -> None:
    def below(kind: type[Event]) -> Iterator[type[Event]]:
        yield kind
        for lower in kind.__subclasses__():
            yield from below(lower)

    # a slotted dataclass is made twice, and the first of the two is no kind of event
    assert {kind.__name__ for kind in below(Event)} == set(EVENTS)


def test_every_event_of_a_whole_game_is_the_same_when_read_again() -> None:
    game = new_game(SCENARIO, seed=12)
    dice = random.Random(12)
    while not game.over:
        game.apply(dice.choice(game.legal()))
    commands = [record.command for record in game.log]
    again = serialization.read_records(serialization.write_records(game.log), 0, commands)
    assert again == game.log
    assert [type(e) for r in again for e in r.events] == [type(e) for r in game.log for e in r.events]
    assert all(parse(command) for command in commands[1:])
    game.close()
