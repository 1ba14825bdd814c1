"""Is every save that is not sound refused with one clear sentence?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ecs import Game
from game.saves.file_format import MAX_BYTES, MAX_COMMANDS
from game.saves.listing import all_saves
from game.saves.storage.save_folder import load_game, write_save
from tests.kits.save_files import ABOUT, bare, forge, lines_of, played, refusal, with_header


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(120)
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, ABOUT)


# -- refusals -------------------------------------------------------------------------------------


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in str(refusal(tmp_path / "gone.save"))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.save").mkdir()
    refusal(tmp_path / "folder.save")


def test_a_save_cut_off_anywhere_is_refused(file: Path) -> None:
    data = bare(file)
    for size in [0, 1, 10, len(data) // 3, len(data) // 2, len(data) - 80, len(data) - 30, len(data) - 1]:
        file.write_bytes(data[:size])
        refusal(file)


def test_a_cut_off_save_names_the_line_where_it_ends(file: Path) -> None:
    lines = lines_of(file)[:20]
    file.write_text("\n".join(lines))
    assert refusal(file).line == 20


def test_a_single_changed_byte_is_noticed(file: Path) -> None:
    data = bare(file)
    for at in range(0, len(data) - 1, max(1, len(data) // 60)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        refusal(file)


def test_an_edited_save_may_be_read_on_request_and_says_so_for_ever(game: Game, file: Path, tmp_path: Path) -> None:
    lines = lines_of(file)
    header = {**json.loads(lines[0]), "name": "Doctored"}
    file.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    assert "changed outside the game" in str(refusal(file))
    loaded = load_game(file, allow_edited=True)
    assert any("changed outside" in warning for warning in loaded.warnings)
    again = load_game(write_save(tmp_path / "two.save", loaded.game, loaded.particulars()))
    assert again.file.header.edited
    loaded.game.close()
    again.game.close()


def test_a_save_of_a_newer_version_says_so(file: Path) -> None:
    error = refusal(with_header(file, rasputitsa_save=99, engine="7.0", novelty={"deep": [1]}))
    assert "written by a later version" in str(error) and "7.0" in str(error)


def test_an_unknown_ruleset_is_named(file: Path) -> None:
    assert "'chess'" in str(refusal(with_header(file, ruleset="chess")))


def test_an_unknown_scenario_is_named(file: Path) -> None:
    assert "'kursk'" in str(refusal(with_header(file, scenario="kursk")))


def test_an_unknown_option_is_named(file: Path) -> None:
    assert "'magic'" in str(refusal(with_header(file, options={"magic": "on"})))


@pytest.mark.parametrize("text", ["../../etc/passwd", "/etc/passwd", "a\\b", "", "a/b", "C:x", "x" * 100, "a\0b"])
def test_an_id_that_is_a_path_is_refused(file: Path, text: str) -> None:
    for key in ("scenario", "ruleset"):
        assert refusal(with_header(file, **{key: text})).line == 1
    if text:
        refusal(with_header(file, pack=text))


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "7"},
        {"seed": 2**64},
        {"seed": 1.5},
        {"seed": None},
        {"options": []},
        {"options": {"a": {"b": 1}}},
        {"commands": -1},
        {"commands": 10**9},
        {"digest": "nonsense"},
        {"salt": "zz"},
        {"locked": "yes"},
        {"name": "x" * 5000},
        {"surprise": 1},
        {"players": {"axis": 7}},
        {"rasputitsa_save": "1"},
        {"rasputitsa_save": True},
        {"rasputitsa_save": 0},
        {"rasputitsa_save": -4},
        {"rasputitsa_save": [1]},
    ],
)
def test_a_header_of_the_wrong_shape_is_refused(file: Path, changes: dict[str, Any]) -> None:
    assert refusal(with_header(file, **changes)).line == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"{}",
        b"[]\n",
        b"null\n",
        b"7\n",
        b"\xff\xfe\x00" * 500,
        bytes(range(256)) * 20,
        b"\0" * 100_000,
        b"[" * 30_000,
        b'{"rasputitsa_save":' * 1500,
        b'{"rasputitsa_save":1,"engine":' + b"[" * 20_000,
        b'{"rasputitsa_save":1}\n# sha256 00\n',
        b'{"rasputitsa_save":1',
        b"x" * 200_000,
        b'{"rasputitsa_save":' + b"9" * 5000 + b"}\n",
        b'{"rasputitsa_save":1e400}\n',
        b'{"rasputitsa_save":NaN}\n',
    ],
    ids=range(19),
)
def test_rubbish_is_refused_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rubbish.save"
    path.write_bytes(data)
    refusal(path)
    assert all_saves(tmp_path)[0].problem


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "huge.save"
    with path.open("wb") as stream:
        stream.truncate(20 * MAX_BYTES)
    assert "MB" in str(refusal(path))


def test_a_million_lines_are_refused(file: Path) -> None:
    assert refusal(forge(file, lambda lines: [*lines, *["end"] * 10**6])).line


def test_more_commands_than_any_game_has_are_refused(file: Path) -> None:
    assert str(MAX_COMMANDS) in str(refusal(forge(file, lambda lines: [*lines, *["end"] * (MAX_COMMANDS + 1)])))


@pytest.mark.parametrize(
    "line",
    [
        "",
        " end",
        "END",
        "end now please",
        "move",
        "move x",
        "nonsense 1 2",
        "end\t",
        "end\x1b[2J",
        "# 1 A1",
        "!",
        "!%%%",
        "!AAAA",
        "#",
        "attack 18.A E4 " + "9" * 5000,
        "move 18.A " + "E" * 500,
        "move ../x ../y",
    ],
)
def test_a_line_that_is_no_command_is_named(file: Path, line: str) -> None:
    def add(lines: list[str]) -> list[str]:
        header = json.loads(lines[0])
        return [json.dumps({**header, "commands": header["commands"] + 1}), *lines[1:], line]

    last = len(lines_of(file))
    assert refusal(forge(file, add)).line == last


def test_bytes_that_are_no_text_are_refused_with_their_line(file: Path) -> None:
    body = b"\n".join(file.read_bytes().split(b"\n")[:5]) + b"\n\xff\xfe\n"
    file.write_bytes(body + b"# sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n")
    assert refusal(file).line == 6


def test_an_illegal_command_is_named_with_its_line(file: Path) -> None:
    first = next(i for i, line in enumerate(lines_of(file)) if i and line[0] not in "#!")
    error = refusal(forge(file, lambda lines: [*lines[:first], "fire 3", *lines[first + 1 :]]))
    assert error.line == first + 1


def test_a_log_that_leads_elsewhere_is_caught_by_the_next_digest(file: Path) -> None:
    error = refusal(with_header(file, seed=4))
    assert "differ" in str(error) or "digest" in str(error) or "recorded" in str(error) or "command" in str(error)


def test_a_dropped_command_is_noticed(file: Path) -> None:
    lines = lines_of(file)
    last = max(i for i, line in enumerate(lines) if line[0] not in "#!")
    refusal(forge(file, lambda lines: lines[:last]))


def test_nothing_else_is_lost_when_a_save_is_refused(game: Game, file: Path, tmp_path: Path) -> None:
    before = game.digest()
    bad = tmp_path / "bad.save"
    bad.write_bytes(bare(file)[:-5])
    refusal(bad)
    assert game.digest() == before
    assert bad.exists()
    load_game(file).game.close()
