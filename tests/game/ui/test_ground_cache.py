"""The soft pictures of the ground are kept between starts: the same come back, and nothing else is ever believed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pygame
import pytest

from ecs import Board, load_board
from game.packs.loader import SpritePack, load_sprite_pack
from game.system.paths import CacheFolder, data_root
from game.ui.map_view.terrain import ground_colours
from game.ui.map_view.terrain.ground_colours import HEAD, Ground, kept_or_painted, pack, unpack

KEY, SIZE = "k" * 64, (4, 3)


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(data_root() / "maps" / "western_russia.tmx")


@pytest.fixture(scope="module")
def pictures() -> SpritePack:
    return load_sprite_pack("standard")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CacheFolder]:
    store = CacheFolder(tmp_path, ".ground")
    ground_colours.keep_grounds(store)
    yield store
    ground_colours._stores.clear()


def pixels(ground: Ground) -> tuple[bytes, bytes]:
    return pygame.image.tobytes(ground.land, "RGB"), pygame.image.tobytes(ground.sea, "RGB")


def two() -> tuple[pygame.Surface, pygame.Surface]:
    """Two small pictures."""
    found = pygame.Surface(SIZE, 0, 32), pygame.Surface(SIZE, 0, 32)
    found[0].fill((200, 10, 30))
    found[1].set_at((2, 1), (1, 2, 3))
    return found


def signed(body: bytes) -> bytes:
    """Kept data with a checksum that is right."""
    return HEAD + sha256(KEY.encode() + b" " + body).hexdigest().encode() + b"\n" + body


def test_pictures_are_painted_once_for_each_weather(
    store: CacheFolder, board: Board, pictures: SpritePack, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = {weather: pixels(Ground(board, pictures, weather)) for weather in ("good", "snow")}
    assert painted["good"] != painted["snow"]
    monkeypatch.setattr(Ground, "_land", lambda self: pytest.fail("painted twice"))
    assert {weather: pixels(Ground(board, pictures, weather)) for weather in painted} == painted


def test_another_map_or_look_is_painted_anew(store: CacheFolder) -> None:
    asked = []

    def paint() -> tuple[pygame.Surface, pygame.Surface]:
        asked.append(1)
        return two()

    for inputs in ("a", "b", "a"):
        kept_or_painted(inputs, SIZE, paint)
    assert len(asked) == 2


def test_damage_is_noticed_and_mended(store: CacheFolder, board: Board, pictures: SpritePack) -> None:
    painted = pixels(Ground(board, pictures, "good"))
    (kept,) = store.folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-100])
    assert pixels(Ground(board, pictures, "good")) == painted and kept.read_bytes() == whole


def test_what_is_signed_but_senseless_is_refused() -> None:
    data = pack(two(), KEY)
    found = unpack(data, KEY, SIZE)
    assert (
        found is not None and found[0].get_at((0, 0))[:3] == (200, 10, 30) and found[1].get_at((2, 1))[:3] == (1, 2, 3)
    )
    assert unpack(data, "another key", SIZE) is None and unpack(b"", KEY, SIZE) is None
    assert unpack(data, KEY, (4, 4)) is None
    for body in (b"", b"no zlib", zlib.compress(b"short"), zlib.compress(b"\0" * 10_000_000)):
        assert unpack(signed(body), KEY, SIZE) is None


def test_without_a_folder_they_are_painted_every_time(board: Board, pictures: SpritePack) -> None:
    assert not ground_colours._stores
    assert pixels(Ground(board, pictures, "good")) == pixels(Ground(board, pictures, "good"))
