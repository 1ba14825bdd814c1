"""Does a passphrase hold: is nothing to be read or changed without it, and what does a save without one show?"""

from __future__ import annotations

import argparse
import builtins
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ecs import Game, Side, find_scenario
from game.app.launch import VARIABLE, passphrase_of
from game.cli.entry_point import main
from game.play.session import GameSetup, begin, reopen
from game.saves import encryption
from game.saves.encryption import ENVELOPE, Cipher, SealError, covered, fresh_words
from game.saves.file_format import LOCKED, MAX_BYTES, SHOWN, SaveError, StoppedError
from game.saves.file_reader import read_header
from game.saves.listing import all_saves, identity
from game.saves.saving import Particulars, encode_game
from game.saves.storage.crash_journal import journal_of, read_journal
from game.saves.storage.save_folder import Saves, load_game, salvage_game, write_save
from game.system.disk import DISK
from game.system.slices import Progress
from tests.game.saves.test_crash_journal import Table, lines
from tests.game.saves.test_old_saves import CORPUS
from tests.kits.save_files import ABOUT, played, refusal, resum
from tests.programs.make_corpus import PASSPHRASE

pytestmark = pytest.mark.usefixtures("worlds_given_back")
PHRASE = "Väzma 1812"
WORDS = "argon2id:1:64:" + "0" * 32  # as cheap as can be


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keys that take no time."""
    monkeypatch.setattr(encryption, "ROUNDS", 1)
    monkeypatch.setattr(encryption, "MEMORY", 64)
    encryption.fresh_words.cache_clear()
    yield
    encryption.fresh_words.cache_clear()


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(60, secret_setup="on")
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, replace(ABOUT, passphrase=PHRASE))


def clear_words(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes().partition(b"\n")[0])
    return found


@pytest.mark.parametrize("phrase", [PHRASE, ""], ids=["locked", "envelope"])
def test_a_closed_save_shows_neither_seed_nor_digest_nor_command(game: Game, tmp_path: Path, phrase: str) -> None:
    path = write_save(tmp_path / "one.save", game, replace(ABOUT, passphrase=phrase))
    words, text = clear_words(path), path.read_text()
    assert set(words) <= SHOWN and not {"seed", "digest", "options", "commands", "board_digest"} & set(words)
    first, *body, total = text.splitlines()
    assert all(re.fullmatch("![A-Za-z0-9+/=]+", line) for line in body) and total.startswith("# sha256 ")
    assert not any(mark.digest in text for mark in game.marks) and game.digest() not in first
    assert not any(f" {unit.id} " in text for unit in game.view(Side.SOVIET).units)


def test_an_open_game_with_a_passphrase_is_locked_too(tmp_path: Path) -> None:
    game = played(3)
    path = write_save(tmp_path / "one.save", game, Particulars(passphrase=PHRASE))
    assert read_header(path).locked and str(refusal(path)).endswith(LOCKED)
    assert load_game(path, passphrase=PHRASE).game.digest() == game.digest()


def test_the_list_of_saves_knows_a_locked_one_by_its_words(game: Game, file: Path) -> None:
    header = read_header(file)
    assert (header.title, header.turn) == (game.scenario.title, game.turn)
    assert (header.name, header.date) == (ABOUT.name, ABOUT.date)
    assert header.players == {"axis": "human", "soviet": "officer"} and header.locked and not header.seed


def test_a_wrong_passphrase_is_one_sentence(file: Path) -> None:
    with pytest.raises(SaveError, match="cannot be told apart"):
        load_game(file, passphrase="Vyazma 1812")


def test_a_passphrase_is_the_same_however_its_letters_are_composed(game: Game, file: Path) -> None:
    assert load_game(file, passphrase="Va\u0308zma 1812").game.digest() == game.digest()


def _edited_title(found: list[str]) -> list[str]:
    return [found[0].replace('"turn":', '"turn":1'), *found[1:]]


@pytest.mark.parametrize(
    "change",
    [
        _edited_title,
        lambda found: [found[0].replace("human", "marshal"), *found[1:]],
        lambda found: [*found[:1], *found[2:]],
        lambda found: [*found[:-1], found[-1][:-4] + "AAA="],
        lambda found: [*found, found[-1]],
        lambda found: [found[0], *found[:0:-1]] if len(found) > 2 else [found[0], "!" + "A" * 80],
        lambda found: [found[0].replace(":1:64:", ":2:64:"), *found[1:]],
        lambda found: found[:1],
    ],
    ids=range(8),
)
def test_a_locked_save_that_was_changed_does_not_open_though_its_checksum_is_right(
    file: Path, change: Callable[[list[str]], list[str]]
) -> None:
    found = file.read_text().splitlines()[:-1]
    file.write_bytes(resum(change(found)))
    with pytest.raises(SaveError):
        load_game(file, passphrase=PHRASE)
    with pytest.raises(SaveError):
        load_game(file, passphrase=PHRASE, allow_edited=True)


def test_every_changed_byte_of_a_locked_save_is_noticed(file: Path) -> None:
    data, dice = file.read_bytes(), random.Random(4)
    for at in dice.sample(range(len(data)), 60):
        file.write_bytes(data[:at] + bytes([data[at] ^ (1 << dice.randrange(7))]) + data[at + 1 :])
        with pytest.raises(SaveError):
            load_game(file, passphrase=PHRASE)


def test_a_locked_save_cut_off_can_be_played_as_far_as_its_pieces_go(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.saves.encryption.PIECE", 400)
    path = write_save(tmp_path / "one.save", game, replace(ABOUT, passphrase=PHRASE))
    found = path.read_bytes().splitlines(True)
    path.write_bytes(b"".join(found[: len(found) // 2]))
    salvaged = salvage_game(path, passphrase=PHRASE)
    assert 0 < len(salvaged.game.log) - 1 <= 60
    with pytest.raises(SaveError):
        salvage_game(path, passphrase="another")


@pytest.mark.parametrize("words", ["argon2id:8:999999:", "argon2id:99:64:", "argon2id:0:64:", "argon2id:1:1:"])
def test_a_key_that_would_cost_too_much_is_refused_unasked(file: Path, words: str) -> None:
    found = file.read_text().splitlines()[:-1]
    found[0] = re.sub(r"argon2id:\d+:\d+:", words, found[0])
    file.write_bytes(resum(found))
    with pytest.raises(SaveError, match="no real save needs"):
        load_game(file, passphrase=PHRASE)


def test_nothing_is_ever_closed_twice_alike(game: Game) -> None:
    about = replace(ABOUT, passphrase=PHRASE)
    one, two = encode_game(game, about).splitlines(), encode_game(game, about).splitlines()
    assert one[0] == two[0], "one key serves a whole evening"
    assert not set(one[1:]) & set(two[1:])
    lock = Cipher(PHRASE, WORDS, b"a")
    assert len({lock.close(b"end", b"")[:24] for _ in range(500)}) == 500


def test_a_lock_opens_only_with_its_own_phrase_purpose_and_place() -> None:
    data = Cipher(PHRASE, WORDS, b"a").close(b"end", b"1")
    assert Cipher(PHRASE, WORDS, b"a").open(data, b"1") == b"end"
    for phrase, purpose, place in (("x", b"a", b"1"), (PHRASE, b"b", b"1"), (PHRASE, b"a", b"2")):
        with pytest.raises(SealError):
            Cipher(phrase, WORDS, purpose).open(data, place)
    for short in (b"", data[:39], data[:-1]):
        with pytest.raises(SealError):
            Cipher(PHRASE, WORDS, b"a").open(short, b"1")


def test_without_the_library_a_closed_save_says_so(
    game: Game, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("nacl"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    encryption._master.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SaveError, match="PyNaCl"):
        load_game(file, passphrase=PHRASE)
    with pytest.raises(SaveError, match="PyNaCl"):
        write_save(tmp_path / "two.save", game, ABOUT)
    write_save(tmp_path / "three.save", played(3), ABOUT)


def test_a_passphrase_stands_in_no_repr(file: Path) -> None:
    loaded = load_game(file, passphrase=PHRASE)
    assert PHRASE not in repr(loaded) + repr(loaded.particulars()) + repr(loaded.file)


def test_what_was_closed_is_closed_in_the_next_save_and_edited_stays_told(game: Game, tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Before Smolensk", b"Before Smolensq"))
    assert "changed outside" in str(refusal(path))
    loaded = load_game(path, allow_edited=True)
    assert loaded.game.digest() == game.digest() and loaded.particulars().edited
    again = write_save(path, loaded.game, loaded.particulars())
    assert read_header(again).edited and read_header(again).seal == ENVELOPE


def test_a_save_closed_in_a_closed_save_is_none(game: Game, tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    first, _, rest = path.read_bytes().partition(b"\n")
    del rest
    seal = json.loads(first)["seal"]
    path.write_bytes(resum((first + b"\n" + covered(path.read_bytes(), seal, "", first)).decode().splitlines()))
    assert "locked again" in str(refusal(path))


def test_a_damaged_save_without_a_passphrase_speaks_of_none(game: Game, tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    first, piece, *_ = path.read_text().splitlines()
    path.write_bytes(resum([first, piece[:60] + ("A" if piece[60] != "A" else "B") + piece[61:]]))
    assert "damaged" in str(refusal(path)) and "passphrase" not in str(refusal(path))


def test_a_closed_save_that_swells_is_refused(game: Game, tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    first = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(resum((first + b"\n" + covered(bytes(MAX_BYTES + 1), ENVELOPE, "", first)).decode().splitlines()))
    assert "too large" in str(refusal(path))


# -- journals -------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "saves", passphrase=PHRASE)
    table.play_beyond(5)
    table.session.undo()
    yield table
    table.session.game.close()


def told(table: Table) -> tuple[list[str], str]:
    return read_journal(table.save, lines(table.save)[0].split()[2], PHRASE)


def test_a_journal_of_a_locked_game_shows_nothing_and_every_line_has_one_of_few_lengths(table: Table) -> None:
    found = lines(table.save)
    assert all(re.fullmatch("[0-9a-f]{12} ![A-Za-z0-9+/=]+", line) for line in found[1:])
    assert len({len(line) for line in found[1:]}) <= 2
    commands, problem = told(table)
    assert problem == "" and commands == table.commands[-len(commands) :]


def rechained(save: Path, texts: list[str]) -> None:
    """The lines of a journal with fitting checksums."""
    from game.saves.storage import crash_journal

    top = lines(save)[0]
    chain, out = crash_journal._chained(top.split()[2], top.split()[3]), [top]
    for text in texts:
        chain = crash_journal._chained(chain, text)
        out.append(f"{chain} {text}")
    journal_of(save).write_text("\n".join(out) + "\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda t: [t[1], t[0], *t[2:]],
        lambda t: t[1:],
        lambda t: [t[0], t[0], *t[1:]],
        lambda t: [t[0], "undo", *t[1:]],
        lambda t: [t[0], "end", *t[1:]],
        lambda t: [t[0], *t[2:]],
    ],
    ids=["exchanged", "first gone", "doubled", "undo slipped in", "order slipped in", "second gone"],
)
def test_the_order_of_a_locked_journal_cannot_be_changed(
    table: Table, change: Callable[[list[str]], list[str]]
) -> None:
    whole, _ = told(table)
    texts = [line.split(" ", 1)[1] for line in lines(table.save)[1:]]
    rechained(table.save, change(texts))
    commands, problem = told(table)
    assert "does not open" in problem and len(commands) <= 1 and commands == whole[: len(commands)]


def test_a_journal_that_is_not_locked_is_none_of_a_locked_game(table: Table) -> None:
    from tests.game.saves.test_crash_journal import forged

    forged(table.save, "end")
    assert "not locked" in told(table)[1]


def test_a_key_is_made_once_an_evening() -> None:
    assert fresh_words(PHRASE) == fresh_words(PHRASE) != fresh_words("another")


# -- in a game, and on the command line -----------------------------------------------------------


def test_a_game_locked_while_it_is_played_is_saved_at_once_and_resumed_with_its_passphrase(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    table.session.lock(PHRASE)
    table.play(3)
    assert read_header(table.save).locked
    table.saves.let_go()
    session, _ = reopen(table.save, Saves(table.saves.folder), PHRASE)
    assert [record.command for record in session.game.log[1:]] == table.commands
    assert session.about.passphrase == PHRASE


def test_a_passphrase_comes_from_the_option_the_environment_or_a_line(
    monkeypatch: pytest.MonkeyPatch, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
    assert passphrase_of(argparse.Namespace(passphrase="-")) == PHRASE
    monkeypatch.setenv(VARIABLE, PHRASE)
    assert passphrase_of(argparse.Namespace(passphrase=None)) == PHRASE
    assert passphrase_of(argparse.Namespace(passphrase="other")) == "other"
    assert main(["check", str(file)]) == 0
    assert "no faults; saved here; replayed 60 commands" in capsys.readouterr().out
    monkeypatch.delenv(VARIABLE)
    assert main(["check", str(file)]) == 1
    assert LOCKED in capsys.readouterr().out


def test_check_says_that_a_save_comes_from_elsewhere(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "another"))
    assert main(["check", str(path)]) == 0
    assert "not saved here; replayed 60 commands" in capsys.readouterr().out


# -- a passphrase that is set later -----------------------------------------------------------------


def well_used(folder: Path, phrase: str = "", **options: str) -> Table:
    """A game with many automatic saves, a quick save, a named one and an earlier turn that was left."""
    table = Table(folder, passphrase=phrase, **options)
    table.play_beyond(3)
    while len(table.saves.games()[0].found.stands) < 4:
        table.play(1)
    table.play_beyond(3)
    table.session.quicksave()
    table.session.save("mine")
    left, earlier = table.commands, table.saves.games()[0].earlier()[1].path
    table.saves.let_go()
    table.saves = Saves(folder)
    table.session, _ = reopen(earlier, table.saves, phrase)
    table.play_beyond(3)
    assert table.commands[: len(left)] != left and len(table.saves.games()[0].found.tips) == 2
    return table


def kept(folder: Path, phrase: str) -> dict[str, list[str]]:
    """What every save in a folder tells, by its name; its recovery file counts."""
    found, saves = {}, Saves(folder)
    for info in all_saves(saves.folder):
        assert info.header is not None, info.problem
        loaded = saves.load(info.path, passphrase=phrase if info.header.locked else "")
        found[info.path.name] = [record.command for record in loaded.game.log[1:]]
        loaded.game.close()
    return found


def lying_open(folder: Path) -> list[str]:
    """The files of games that anybody can read."""
    journals = [path for path in folder.rglob("*.journal") if " argon2id:" not in lines(path)[0]]
    saves = [path for path in folder.rglob("*.save") if not read_header(path).seal.startswith("argon2id")]
    return [path.name for path in (*saves, *journals)]


@pytest.mark.parametrize(
    ("before", "after", "options"),
    [("", PHRASE, {}), ("", PHRASE, {"secret_setup": "on"}), ("Rzhev", PHRASE, {}), ("Rzhev", "", {})],
    ids=["open", "hidden", "changed", "taken off"],
)
def test_setting_a_passphrase_closes_all_that_was_ever_saved_of_the_game_and_loses_nothing(
    tmp_path: Path, before: str, after: str, options: dict[str, str]
) -> None:
    folder = tmp_path / "saves"
    table = well_used(folder, before, **options)
    told = kept(folder, before)
    table.session.lock(after)
    assert not table.session.problem
    for path in folder.rglob("*.save"):
        assert read_header(path).locked is bool(after)
        assert before == "" or "does not open" in str(refused(path, before)) or not after
    assert not after or lying_open(folder) == []
    now = kept(folder, after)
    assert all(commands in now.values() for commands in told.values()) and table.commands in now.values()
    assert len(now) == len(told) + 1
    table.play(3)
    assert not after or lying_open(folder) == []
    again = Saves(folder)
    table.saves.let_go()
    session, _ = reopen(again.games()[0].last.path, again, after)
    assert [record.command for record in session.game.log[1:]] == table.commands


def refused(path: Path, phrase: str) -> SaveError | None:
    try:
        load_game(path, passphrase=phrase).game.close()
    except SaveError as error:
        return error
    return None


def test_other_games_stay_open_when_one_is_locked(tmp_path: Path) -> None:
    other = Table(tmp_path, seed=8)
    other.session.save("theirs")
    theirs = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    table = well_used(tmp_path)
    table.session.lock(PHRASE)
    assert all(path.read_bytes() == data for path, data in theirs.items())


def test_locking_that_is_broken_off_says_so_and_is_made_good_when_the_game_is_taken_up_again(tmp_path: Path) -> None:
    table = well_used(tmp_path)

    def impatient(progress: Progress) -> None:
        assert 0 < progress.share < 1
        raise StoppedError("", 0, f"you stopped it ({progress.what})")

    told = kept(tmp_path, "")
    table.session.lock(PHRASE, impatient)
    assert "you stopped it (1 of" in table.session.problem and lying_open(tmp_path)
    table.saves.let_go()
    again = Saves(tmp_path)
    session, _ = reopen(again.games()[0].last.path, again, PHRASE)
    table.session, table.saves = session, again
    while not session.saved:
        table.play(1)
    now = kept(tmp_path, PHRASE).values()
    assert lying_open(tmp_path) == [] and all(commands in now for commands in told.values())


def test_a_save_that_cannot_be_locked_is_named_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = well_used(tmp_path)
    rename = type(DISK).rename

    def refusing(disk: object, old: Path, new: Path) -> None:
        if new.name == "quick.save":
            raise OSError(13, "Permission denied")
        rename(DISK, old, new)

    monkeypatch.setattr(type(DISK), "rename", refusing)
    table.session.lock(PHRASE)
    assert "quick.save" in table.session.problem and "Permission denied" in table.session.problem
    assert lying_open(tmp_path) == ["quick.save"]


def test_a_game_that_cannot_be_saved_keeps_the_passphrase_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = well_used(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def full(disk: object, path: Path) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(DISK), "create", full)
    with pytest.raises(SaveError, match="No space left"):
        table.session.lock(PHRASE)
    assert table.session.about.passphrase == "" and table.session.problem == ""
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_damaged_save_is_locked_with_what_is_left_of_it(tmp_path: Path) -> None:
    table = well_used(tmp_path)
    path = tmp_path / "mine.save"
    commands = kept(tmp_path, "")["mine.save"]
    path.write_bytes(path.read_bytes().partition(b"\n~")[0][:-90])
    table.session.lock(PHRASE)
    assert lying_open(tmp_path) == []
    rest = salvage_game(path, passphrase=PHRASE).game
    assert [record.command for record in rest.log[1:]] == commands[: len(rest.log) - 1] and len(rest.log) > 10


KEPT = [path for path in CORPUS if path.stem.startswith(("dc-", "tdv-based"))]


@pytest.mark.parametrize("old", KEPT, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_kept_save_is_locked_with_its_game(old: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.save"
    path.write_bytes(old.read_bytes())
    phrase = PASSPHRASE if old.stem.endswith("locked") else ""
    saves = Saves(tmp_path)
    session, _ = reopen(path, saves, phrase)
    told = kept(tmp_path, phrase)
    session.lock(PHRASE)
    assert session.problem == "" and lying_open(tmp_path) == []
    assert kept(tmp_path, PHRASE)["old.save"] == told["old.save"]
    assert {identity(read_header(path)) for path in tmp_path.rglob("*.save")} == {saves.identity(session.game)}


def test_a_new_game_with_a_passphrase_is_locked_from_its_first_save(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = begin(GameSetup(find_scenario("barbarossa-1941"), dict.fromkeys(Side, "human"), {}, 5, PHRASE), saves)
    session.autosave()
    session.do(session.game.legal()[0])
    assert lying_open(tmp_path) == [] and PHRASE not in repr(GameSetup(session.game.scenario, {}, {}, 5, PHRASE))


@pytest.mark.parametrize("way", ["--passphrase", "environment", "-"])
def test_the_command_line_begins_a_game_that_is_locked(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["play", "--scenario", "barbarossa-1941", "--axis", "human", "--soviet", "human", "--first-frame"]
    if way == "environment":
        monkeypatch.setenv(VARIABLE, PHRASE)
    else:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PHRASE}\n"))
        words += ["--passphrase", PHRASE if way == "--passphrase" else "-"]
    assert main(words) == 0
    (game,) = Saves().games()
    assert lying_open(Saves().folder) == [] and refused(game.last.path, PHRASE) is None
