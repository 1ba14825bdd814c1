"""Compiled maps are kept between starts: the same board comes back, and nothing else is ever believed."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from ecs import Board, load_board
from ecs.board import map_loader
from ecs.board.map_loader import HEAD, MOST_BYTES, compiled, key_of, pack, unpack
from game.system.paths import MOST, CacheFolder, data_root

MAPS = sorted((data_root() / "maps").glob("*.tmx"))
SMALL = data_root() / "maps" / "western_russia.tmx"
KEY = "k" * 64


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(SMALL)


def signed(body: bytes, key: str = KEY) -> bytes:
    """Kept data with a checksum that is right."""
    return HEAD + sha256(key.encode() + b" " + body).hexdigest().encode() + b"\n" + body


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_comes_back_as_it_was_compiled(path: Path) -> None:
    board = load_board(path)
    again = unpack(pack(board, KEY), KEY)
    assert again == board and again.digest == board.digest
    assert all(a.kinds == b.kinds for a, b in zip(again.hexsides, board.hexsides, strict=True))


def test_a_map_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    store = CacheFolder(tmp_path, ".board")
    assert compiled(SMALL, store) == board
    monkeypatch.setattr(map_loader, "load_board", lambda path: pytest.fail("compiled twice"))
    assert compiled(SMALL, store) == board


def test_any_damaged_byte_is_noticed(board: Board) -> None:
    data = pack(board, KEY)
    assert unpack(data, "another key") is None and unpack(b"", KEY) is None
    for place in range(0, len(data), len(data) // 97):
        assert unpack(data[:place], KEY) is None
        assert unpack(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :], KEY) is None


def test_what_is_signed_but_senseless_is_refused(board: Board) -> None:
    body = pack(board, KEY).partition(b"\n")[2]
    assert unpack(signed(body), KEY) == board
    kept = msgspec.json.decode(body)
    wrong = [b"[" * 100_000, b"[]", b"null", b"\xff", body[:-1] + b",1]", b" " * (MOST_BYTES + 1)]
    for place, value in ((2, []), (2, kept[2][1:]), (4, {"sea": [len(kept[2])]}), (9, "wide"), (11, "0" * 64)):
        wrong.append(msgspec.json.encode([*kept[:place], value, *kept[place + 1 :]]))
    for side in ({**kept[3][0], "a": -1}, {**kept[3][0], "b": 10**6}):
        wrong.append(msgspec.json.encode([*kept[:3], [side], *kept[4:]]))
    for text in wrong:
        assert unpack(signed(text), KEY) is None


def test_damage_in_the_folder_costs_a_compilation_and_no_more(tmp_path: Path, board: Board) -> None:
    store = CacheFolder(tmp_path, ".board")
    compiled(SMALL, store)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:1000])
    assert compiled(SMALL, store) == board
    assert compiled(SMALL, store) == board and unpack(kept.read_bytes(), key_of(SMALL)) == board


def test_a_folder_that_cannot_be_written_or_read_is_left_out(tmp_path: Path, board: Board) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "maps"):
        assert compiled(SMALL, CacheFolder(folder, ".board")) == board
    (tmp_path / "maps" / f"{key_of(SMALL)}.board").mkdir(parents=True)
    assert compiled(SMALL, CacheFolder(tmp_path / "maps", ".board")) == board


def test_no_more_than_a_dozen_are_kept(tmp_path: Path) -> None:
    store = CacheFolder(tmp_path, ".board")
    for number in range(MOST + 5):
        store.write(f"{number:064}", b"board")
    assert len(list(tmp_path.iterdir())) == MOST and store.read(f"{MOST + 4:064}", 10) == b"board"


def test_another_map_or_tileset_is_another_key(tmp_path: Path) -> None:
    shutil.copy(SMALL, tmp_path)
    shutil.copytree(SMALL.parent / "tilesets", tmp_path / "tilesets")
    copy = tmp_path / SMALL.name
    first = key_of(copy)
    assert first == key_of(SMALL) != ""
    for changed in (*(tmp_path / "tilesets").glob("terrain*.tsx"), copy):
        before = key_of(copy)
        changed.write_bytes(changed.read_bytes() + b"\n")
        if changed.name in copy.read_text(encoding="utf-8") or changed == copy:
            assert key_of(copy) not in ("", before)
    copy.write_text('<map><tileset source="../secret.png"/></map>', encoding="utf-8")
    assert key_of(copy) == "" == key_of(tmp_path / "none.tmx")
