"""Does no damage to a shortcut, and no forgery of one, ever cost a player the game?"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs import Game, ReplayError
from game.saves import cached_position, saving
from game.saves.cached_position import keyed_sum
from game.saves.storage.save_folder import SaveError, load_game, write_save
from tests.kits.replays import Replays, played_once
from tests.kits.save_files import ABOUT, LONG, bare, played, walked

Change = Callable[[Any], Any]


@pytest.fixture(autouse=True, scope="module")
def replays() -> Iterator[Replays]:
    with played_once() as replays:
        yield replays


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(120)
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, ABOUT)


# -- forged ---------------------------------------------------------------------------------------


def forged(path: Path, number: int, change: Callable[[Any], Any]) -> Path:
    """A save with a changed piece of its shortcut, every sum right: as whoever has the key of this place could."""
    save = bare(path)
    top, *words = path.read_bytes()[len(save) :].splitlines()
    piece = json.loads(zlib.decompress(base64.b64decode(words[number][1:])))
    changed = change(piece)
    raw = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
    words[number] = b"~" + base64.b64encode(zlib.compress(raw))
    return with_lines(path, top, words)


def with_lines(path: Path, top: bytes, words: list[bytes]) -> Path:
    save = bare(path)
    lines = b"".join(word + b"\n" for word in words)
    total = hashlib.sha256(save[-65:-1] + lines).hexdigest().encode()
    signed = b" ".join([*top.split(b" ")[:3], total])
    path.write_bytes(save + signed + b" " + keyed_sum(signed).encode() + b"\n" + lines)
    return path


def in_place(change: Callable[[dict[str, Any]], Any]) -> Callable[[Any], Any]:
    def changed(piece: dict[str, Any]) -> Any:
        change(piece)
        return piece

    return changed


@pytest.mark.parametrize(
    "change",
    [
        in_place(lambda m: m.pop("ReplacementPool")),
        in_place(lambda m: m.update(Surprise=[])),
        in_place(lambda m: m["Ground"].pop()),
        in_place(lambda m: m["Place"].append([1, ""])),
        in_place(lambda m: m["Place"][0].append(1)),
        in_place(lambda m: m["Place"].__setitem__(0, ["1", ""])),
        in_place(lambda m: m["Place"].__setitem__(0, [True, ""])),
        in_place(lambda m: m["Place"].__setitem__(0, [1.5, ""])),
        in_place(lambda m: m["Place"].__setitem__(0, [10**9, ""])),
        in_place(lambda m: m["Place"].__setitem__(0, [-(10**30), ""])),
        in_place(lambda m: m["Place"].__setitem__(0, [-1, "elsewhere"])),
        in_place(lambda m: m["Ground"].__setitem__(0, ["neutral"])),
        in_place(lambda m: m["Clock"].__setitem__(0, [1, 10**6, False])),
        in_place(lambda m: m["Decisions"].__setitem__(0, [["nonsense"]])),
        in_place(lambda m: m["Disruption"].__setitem__(0, [True, True])),
        lambda m: [],
        lambda m: None,
        lambda m: b"",
        lambda m: b"\xff\xfe",
        lambda m: b"[" * 100_000,
        lambda m: b" " * (cached_position.MAX_PIECE + 1),
    ],
    ids=range(21),
)
def test_a_position_of_the_wrong_shape_is_not_taken_up(game: Game, file: Path, change: Change) -> None:
    loaded = walked(forged(file, 0, change))
    assert loaded.digest() == game.digest() and loaded.log == game.log
    loaded.close()


REMARK = ["a", [], "", "", None]


@pytest.mark.parametrize(
    "change",
    [
        in_place(lambda p: p.update(Nonsense=[REMARK])),
        in_place(lambda p: p.setdefault("Event", []).append(REMARK)),
        in_place(lambda p: p["records"][5][3].append("Event")),
        in_place(lambda p: p["records"][5][3].append("Nonsense")),
        in_place(lambda p: p["records"][5][3].append(7)),
        in_place(lambda p: p["records"][5].__setitem__(0, "third")),
        in_place(lambda p: p["records"][5].__setitem__(1, "1")),
        in_place(lambda p: p["records"].pop()),
        in_place(lambda p: p["records"].append(p["records"][-1])),
        in_place(lambda p: p.update(records=[])),
        in_place(lambda p: p.pop("records")),
        in_place(lambda p: p["PhaseBegan"].pop()),
        in_place(lambda p: p["PhaseBegan"][0].pop()),
        in_place(lambda p: p["PhaseBegan"][0].append("more")),
        in_place(lambda p: p["PhaseBegan"][0].__setitem__(0, 7)),
        in_place(lambda p: p["PhaseBegan"][0].__setitem__(1, "A1")),
        in_place(lambda p: p["PhaseBegan"][0].__setitem__(4, "third")),
        in_place(lambda p: p.update(PhaseBegan={})),
        lambda p: [],
        lambda p: b'{"records":' + b"[" * 100_000,
    ],
    ids=range(20),
)
def test_a_log_of_the_wrong_shape_is_not_taken_up(game: Game, file: Path, change: Change) -> None:
    loaded = walked(forged(file, 1, change))
    assert loaded.log == game.log
    loaded.close()


def test_pieces_too_many_or_too_few_are_not_taken_up(file: Path) -> None:
    top, *words = file.read_bytes()[len(bare(file)) :].splitlines()
    for wrong in ([], words[:-1], [*words, words[-1]], words[::-1], [b"~" for _ in words], [b"!" + w for w in words]):
        walked(with_lines(file, top, wrong)).close()


def test_a_position_that_swells_without_end_is_not_unpacked(file: Path) -> None:
    bomb = b"~" + base64.b64encode(zlib.compress(b" " * 300_000_000, 9)[:3_000_000])
    top, *words = file.read_bytes()[len(bare(file)) :].splitlines()
    walked(with_lines(file, top, [bomb, *words[1:]])).close()


def test_a_log_that_lies_is_found_out_by_the_thorough_way(file: Path) -> None:
    load_game(file, thorough=True).game.close()

    def change(piece: dict[str, Any]) -> None:
        piece["PhaseBegan"][0][0] = "The war is over."

    with pytest.raises(SaveError, match="does not match the commands"):
        load_game(forged(file, 1, in_place(change)), thorough=True)


# -- damaged --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Iterator[Game]:
    game = played(60)
    yield game
    game.close()


@settings(max_examples=120)
@given(
    place=st.integers(0, 10**6),
    length=st.integers(0, 400),
    instead=st.binary(max_size=200) | st.sampled_from([b"\n", b"~", b"\n~\n", b"# sha256 ", b"\0" * 50]),
)
def test_however_a_shortcut_is_damaged_the_game_is_loaded(
    small: Game, tmp_path: Path, place: int, length: int, instead: bytes
) -> None:
    data, path = saving.encode_game(small, ABOUT), tmp_path / "damaged.save"
    start = data.index(b"\n~") + 1
    at = start + place % (len(data) - start)
    path.write_bytes(data[:at] + instead + data[at + length :])
    loaded = load_game(path)
    assert loaded.game.log == small.log and loaded.game.digest() == small.digest()
    loaded.game.close()


@settings(max_examples=120)
@given(number=st.integers(0, 1), place=st.integers(0, 10**6), length=st.integers(0, 6), instead=st.text(max_size=6))
def test_however_a_shortcut_is_forged_the_game_is_the_saved_one_or_plays_on(
    small: Game, tmp_path: Path, number: int, place: int, length: int, instead: str
) -> None:
    def change(piece: Any) -> bytes:
        raw = json.dumps(piece, separators=(",", ":")).encode()
        at = place % len(raw)
        return raw[:at] + instead.encode() + raw[at + length :]

    path = write_save(tmp_path / "forged.save", small, ABOUT)
    loaded = load_game(forged(path, number, change))
    assert loaded.game.digest() == small.digest() and len(loaded.game.log) == len(small.log)
    loaded.game.apply(loaded.game.legal()[0])
    loaded.game.close()


def test_a_shortcut_cut_off_anywhere_costs_only_time(small: Game, tmp_path: Path) -> None:
    data, path = saving.encode_game(small, ABOUT), tmp_path / "cut.save"
    for end in range(data.index(b"\n~") + 2, len(data), 97):
        path.write_bytes(data[:end])
        loaded = load_game(path)
        assert any(LONG in warning for warning in loaded.warnings)
        assert loaded.game.log == small.log
        loaded.game.close()


# -- the measure ----------------------------------------------------------------------------------


def test_a_game_that_is_not_fresh_is_not_taken_up_where_the_commands_led(small: Game, tmp_path: Path) -> None:
    path = tmp_path / "bare.save"
    path.write_bytes(bare(write_save(tmp_path / "one.save", small, ABOUT)))
    with played_once() as replays:
        for taken in (0, 1):
            loaded = load_game(path).game
            assert replays.taken == taken and loaded.digest() == small.digest() and loaded.log == small.log
            loaded.close()
        stale = played(1)
        with pytest.raises(ReplayError):
            [*replays.replay(stale, [record.command for record in small.log[1:]], small.marks)]
        stale.close()
