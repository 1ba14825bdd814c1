"""Does every kept save still open and play on; and if the rules have changed, is anything lost?"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ecs import Game, ReplayError, Side
from ecs.engine.serialization import SerializationError, migrate_position, write_position
from game.app.application import App
from game.app.settings import Settings
from game.play.autoplay import make_players, play_on
from game.play.playback import Playback
from game.play.session import Session, reopen
from game.saves import loading
from game.saves.fallback_position import Base
from game.saves.file_format import FORMAT, SaveError
from game.saves.loading import Loaded
from game.saves.storage.save_folder import (
    HUMAN,
    Particulars,
    Saves,
    load_game,
    read_save,
    salvage_game,
    write_save,
)
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import SaveList
from game.screens.title import Title
from tests import TESTS
from tests.kits.pilot import Pilot
from tests.kits.save_files import ABOUT, SCENARIO, bare, forge, interrupted, lines_of, pick, played
from tests.programs.make_corpus import PASSPHRASE

pytestmark = pytest.mark.usefixtures("worlds_given_back")
FOLDER = TESTS / "saves"
CORPUS = sorted(FOLDER.glob("*/*.save"))
CHANGED = FOLDER / "format-1" / "tdv-mended.save"
PLAYED, THOUGHT = 10, 8
GOES_ON = "resumes where you left it"


def passphrase(path: Path) -> str:
    return PASSPHRASE if path.stem.endswith("locked") else ""


@pytest.mark.parametrize("path", CORPUS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_kept_save_opens_and_plays_on(path: Path, tmp_path: Path) -> None:
    loaded = load_game(path, passphrase=passphrase(path), packs={})
    game = loaded.game
    assert game.digest() == loaded.file.header.digest
    assert [record.command for record in game.log[1:]] == list(loaded.file.commands)
    dice = random.Random(1)
    for _ in range(PLAYED):
        game.apply(dice.choice(game.legal()))
    play_on(game, make_players(dict.fromkeys(Side, "recruit"), 1), THOUGHT)
    assert len(game.log) - 1 == loaded.file.header.commands + PLAYED + THOUGHT
    again = load_game(write_save(tmp_path / "on.save", game, loaded.particulars()), passphrase=passphrase(path))
    assert again.game.digest() == game.digest()


def test_the_corpus_has_every_format_and_every_game() -> None:
    headers = [read_save(path, passphrase(path)).header for path in CORPUS]
    first_lines = [json.loads(path.read_bytes().partition(b"\n")[0]) for path in CORPUS]
    assert {line["rasputitsa_save"] for line in first_lines} == set(range(1, FORMAT + 1))
    assert len({header.ruleset for header in headers}) == 4
    assert any(header.base for header in headers) and any(header.locked for header in headers)
    assert sum(path.stat().st_size for path in CORPUS) < 2_000_000


# -- played under older rules ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def mended() -> Loaded:
    """A game whose rules were mended since it was begun, played on."""
    loaded = load_game(CHANGED, packs={})
    assert GOES_ON in loaded.warnings[0]
    dice = random.Random(2)
    for _ in range(20):
        loaded.game.apply(dice.choice(loaded.game.legal()))
    return loaded


@pytest.fixture
def going_on(mended: Loaded, tmp_path: Path) -> tuple[Game, Path, Base]:
    """The same, saved."""
    assert mended.base is not None
    return mended.game, write_save(tmp_path / "on.save", mended.game, mended.particulars()), mended.base


def test_a_game_of_older_rules_keeps_its_log_and_cannot_be_taken_back_beyond_its_position(tmp_path: Path) -> None:
    loaded = load_game(CHANGED, packs={})
    assert not loaded.game.can_undo
    assert sum(len(record.events) for record in loaded.game.log) > 300
    assert read_save(CHANGED).commands == tuple(record.command for record in loaded.game.log[1:])


def test_the_next_save_of_it_opens_by_its_shortcut_and_by_its_commands(going_on: tuple[Game, Path, Base]) -> None:
    game, path, base = going_on
    assert read_save(path).header.base == base.commands == 500
    quick = load_game(path, packs={})
    assert quick.warnings == () and quick.base is not None
    assert quick.game.digest() == game.digest() and quick.game.log == game.log
    path.write_bytes(bare(path))
    slow = load_game(path, packs={})
    assert slow.game.digest() == game.digest() and slow.warnings == ()
    assert [r.command for r in slow.game.log] == [r.command for r in game.log]
    assert [(r.turn, r.phase) for r in slow.game.log[501:]] == [(r.turn, r.phase) for r in game.log[501:]]
    assert slow.game.marks == game.marks
    assert read_save(write_save(path, slow.game, slow.particulars())).header.base == 500


def test_the_thorough_way_plays_what_can_be_played(going_on: tuple[Game, Path, Base]) -> None:
    game, path, _ = going_on
    assert load_game(path, thorough=True).game.digest() == game.digest()
    with pytest.raises(SaveError, match="line "):
        load_game(CHANGED, thorough=True)


def test_it_can_be_looked_back_over_to_its_position(going_on: tuple[Game, Path, Base]) -> None:
    game, _, base = going_on
    playback = Playback(game, base)
    playback.go(0)
    assert playback.at == playback.first == 500
    playback.go(playback.last)
    assert playback.game.digest() == game.digest()
    playback.close()


def test_it_is_autosaved_and_resumed_like_any_other(tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    session, _ = reopen(CHANGED, saves)
    session.players = dict.fromkeys(Side, HUMAN)
    dice = random.Random(3)
    for _ in range(5):
        session.do(dice.choice(session.game.legal()))
    left = interrupted(saves)
    assert left is not None
    resumed, _ = reopen(left.path, saves)
    assert resumed.game.digest() == session.game.digest()
    assert resumed.about.base is not None and resumed.about.base.commands == 500


def other_rules(monkeypatch: pytest.MonkeyPatch, number: int = 7) -> None:
    """From now on saves are of older rules, by which a command was legal that is so no more."""

    def differs(game: Game, lines: Any, marks: Any = ()) -> Iterator[int]:
        raise ReplayError(number, "no longer legal")

    monkeypatch.setattr("ecs.engine.serialization._rules_stamp", lambda: "other")
    monkeypatch.setattr(loading, "replay_steps", differs)


def test_a_game_of_hidden_orders_stays_closed_when_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(60, secret_setup="on")
    path = write_save(tmp_path / "one.save", game, replace(ABOUT, passphrase="Vyazma"))
    with monkeypatch.context() as patch:
        other_rules(patch)
        loaded = load_game(path, passphrase="Vyazma", packs={"standard": "1"})
    assert GOES_ON in loaded.warnings[0]
    data = write_save(path, loaded.game, loaded.particulars()).read_bytes()
    assert not any(line[:1].isalpha() for line in data.split(b"\n")[1:])
    assert b"Place" not in data
    again = load_game(path, passphrase="Vyazma", packs={"standard": "1"})
    assert again.game.digest() == game.digest() and again.warnings == ()
    path.write_bytes(bare(path))
    assert load_game(path, passphrase="Vyazma").game.digest() == game.digest()


def test_rules_that_change_twice_move_the_position_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(40)
    path = write_save(tmp_path / "one.save", game, ABOUT)
    for _ in range(2):
        with monkeypatch.context() as patch:
            other_rules(patch)
            loaded = load_game(path)
        loaded.game.apply(pick(loaded.game, random.Random(1)))
        write_save(path, loaded.game, loaded.particulars())
    assert read_save(path).header.base == 41
    assert load_game(path).game.digest() == loaded.game.digest()


def test_a_save_that_lies_about_its_rules_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the rules of today the commands decide: a position cannot be slipped in."""
    path = write_save(tmp_path / "one.save", played(40), ABOUT)
    other_rules(monkeypatch)
    path.write_bytes(write_save(path, played(41), ABOUT).read_bytes().replace(b"~ 1 ", b"~ 9 "))
    with pytest.raises(SaveError, match="no longer legal"):
        load_game(path)


def changed(text: bytes, **parts: Any) -> bytes:
    raw = json.loads(text)
    for name, value in parts.items():
        raw[name] = value(raw[name])
    return json.dumps(raw).encode()


def without_field(kind: str, name: str) -> Any:
    def change(text: bytes) -> bytes:
        raw = json.loads(text)
        number = raw["roster"]["fields"][kind].index(name)
        del raw["roster"]["fields"][kind][number]
        for row in raw[kind]:
            del row[number]
        return json.dumps(raw).encode()

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        without_field("UnderFire", "struck"),
        without_field("Weather", "snow_turns"),
        lambda text: changed(text, Battle=lambda rows: []),
        lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != "Battle"}).encode(),
        lambda text: json.dumps({**json.loads(text), "Romance": [[1]]}).encode(),
        lambda text: changed(
            text,
            roster=lambda r: {**r, "phases": ["new", *r["phases"]]},
            Clock=lambda rows: [[rows[0][0], rows[0][1] + 1, rows[0][2]]],
        ),
    ],
    ids=["same", "new field", "new field on the table", "new kind", "newer kind", "old kind", "new phase"],
)
def test_a_position_of_older_marks_is_read_by_their_names(change: Any) -> None:
    game, fresh = played(60), played(0)
    fresh.resume(migrate_position(fresh, change(write_position(game))), game.log, game.marks)
    assert fresh.legal() == game.legal() and fresh.moment == game.moment
    assert [fresh.view(side).units for side in Side] == [game.view(side).units for side in Side]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: changed(text, roster=lambda r: {**r, "counters": "0" * 16}),
        lambda text: changed(text, roster=lambda r: {**r, "phases": ["gone"] * len(r["phases"])}),
        lambda text: changed(text, roster=lambda r: {**r, "phases": []}),
        lambda text: changed(text, roster=lambda r: {}),
        lambda text: changed(text, roster=lambda r: {**r, "fields": {}}),
        lambda text: changed(text, Place=lambda rows: rows[:-1]),
        lambda text: changed(text, Place=lambda rows: [["x", "y"] for _ in rows]),
        lambda text: changed(text, Place=lambda rows: 7),
        lambda text: changed(text, Place=lambda rows: [7 for _ in rows]),
        lambda text: b"[]",
        lambda text: text[:-9],
        lambda text: b"\xff" + text,
    ],
    ids=range(12),
)
def test_a_position_that_does_not_fit_is_refused_with_a_reason(change: Any) -> None:
    game = played(20)
    with pytest.raises(SerializationError):
        migrate_position(game, change(write_position(game)))


# -- what can still be played ---------------------------------------------------------------------


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A save with a command that was never legal, and no position to go on from."""
    path = write_save(tmp_path / "one.save", played(60), ABOUT)
    at = [number for number, line in enumerate(lines_of(path)) if line[0] not in "#{"][30]
    return forge(path, lambda lines: [*lines[:at], "fire 99", *lines[at + 1 :]])


def test_a_refused_save_is_opened_as_far_as_it_can_be_played(stopped: Path) -> None:
    before = stopped.read_bytes()
    with pytest.raises(SaveError) as refused:
        load_game(stopped)
    loaded = salvage_game(stopped, packs={"standard": "1"})
    assert len(loaded.game.log) - 1 == 30
    assert loaded.warnings[0].startswith(f"Replayed as far as possible: 30 of 60; line {refused.value.line}: ")
    assert loaded.particulars().name == "Before Smolensk (to command 30)"
    assert stopped.read_bytes() == before


def test_a_torn_save_is_opened_as_far_as_it_reaches(tmp_path: Path) -> None:
    game = played(60)
    path = write_save(tmp_path / "one.save", game, ABOUT)
    path.write_bytes(bare(path)[:-308])
    loaded = salvage_game(path)
    count = len(loaded.game.log) - 1
    assert 20 < count < 60 and f" {count} of 60" in " ".join(loaded.warnings)
    assert [r.command for r in loaded.game.log] == [r.command for r in game.log[: count + 1]]
    assert loaded.particulars().edited


def test_nothing_is_made_of_a_save_without_a_sound_command(stopped: Path) -> None:
    forge(stopped, lambda lines: [lines[0], "fire 99"])
    with pytest.raises(SaveError, match="not even its first command"):
        salvage_game(stopped)
    stopped.write_bytes(b"\x89PNG")
    with pytest.raises(SaveError):
        salvage_game(stopped)


def test_what_was_opened_of_it_is_a_game_that_goes_on(stopped: Path, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    session, _ = reopen(stopped, saves, salvage=True)
    assert isinstance(session, Session) and session.game.scenario.id == SCENARIO
    session.do(session.game.legal()[0])
    left = interrupted(saves)
    assert left is not None and load_game(left.path).game.digest() == session.game.digest()


def test_the_list_of_saves_offers_to_play_a_refused_one_as_far_as_it_goes(stopped: Path, tmp_path: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(stopped.parent), silent=True)
    app.push(SaveList(kit))
    pilot = Pilot(app)
    pilot.press("Load")
    assert isinstance(app.top, SaveList) and app.top.asking == "salvage"
    pilot.press("Recover what is intact")
    assert isinstance(app.top, TableScene) and len(app.top.session.game.log) == 31
    assert any("30 of 60" in notice.text for notice in app.ui.notices)
    assert stopped.exists() and app.top.session.about.name == "Before Smolensk (to command 30)"


def test_a_refused_save_continued_from_the_title_leads_to_the_list_of_saves(stopped: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    app.push(Title(all_resources(app, Saves(stopped.parent), silent=True)))
    Pilot(app).press("Continue")
    assert isinstance(app.top, SaveList)
    assert any(stopped.name in notice.text for notice in app.ui.notices)


def test_a_position_where_none_belongs_is_refused(tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", played(10), Particulars())
    for line in ("=", "=AAAA", "=%%", "=" + "A" * 1000):
        forged = path.with_name("forged.save")
        forged.write_bytes(path.read_bytes())
        forge(forged, lambda lines, line=line: [*lines, line])  # type: ignore[misc]
        with pytest.raises(SaveError):
            load_game(forged)


@pytest.mark.parametrize("word", ["", "AAAA", "%%%", "A" * 5000])
def test_a_damaged_position_is_told_in_a_sentence(going_on: tuple[Game, Path, Base], word: str) -> None:
    _, path, _ = going_on
    forge(path, lambda lines: [f"={word}" if line.startswith("=") else line for line in lines])
    with pytest.raises(SaveError) as refused:
        load_game(path)
    assert "\n" not in str(refused.value) and path.name in str(refused.value)
