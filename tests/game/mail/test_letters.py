"""Is every letter read as it was written, and everything else refused in a sentence?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs import Side
from game.mail.letters import (
    MOST_BYTES,
    Letter,
    LetterError,
    file_name,
    public_key_of,
    read_letter,
    read_letter_file,
    sealed,
)

KEY = bytes(range(32))
SOUND = Letter(
    game="0123456789abcdef",
    number=12,
    side="axis",
    before="a" * 64,
    commands=("move 18.A E4", "end"),
    digest="0" * 16,
    secret="b" * 64,
    commitment="c" * 64,
)
DATA = sealed(SOUND, KEY).data


def refused(data: bytes) -> str:
    with pytest.raises(LetterError) as error:
        read_letter(data)
    text = str(error.value)
    assert text.endswith(".") and "\n" not in text and len(text) < 200
    return text


def signed(**fields: Any) -> bytes:
    """A letter of any fields at all, each in place of the sound one; None leaves it out."""
    said = {**json.loads(DATA.partition(b"\n")[0]), **fields}
    line = json.dumps({name: value for name, value in said.items() if value is not None}).encode()
    return line + b"\n" + b"0" * 128 + b"\n"


def test_a_letter_is_read_as_it_was_written() -> None:
    found = read_letter(DATA)
    assert found.letter == SOUND and found.data == DATA
    assert found.is_from(public_key_of(KEY)) and not found.is_from(public_key_of(bytes(32)))
    assert found.name == "0123456789abcdef-00012-axis.letter" == file_name(SOUND.game, 12, Side.AXIS)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "x"},
        {"game": None},
        {"number": -1},
        {"number": 10**9},
        {"number": "12"},
        {"number": 1.5},
        {"side": "german"},
        {"commitment": None},
        {"commitment": "c" * 63},
        {"secret": "Z" * 64},
        {"commands": "end"},
        {"commands": ["end"] * 4001},
        {"commands": ["x" * 201]},
        {"commands": ["move\nend"]},
        {"commands": [["end"]]},
        {"rolls": 1},
        {"reloads": -1},
        {"reloads": 10**30},
        {"more": 1},
        {"hello": {"name": "", "key": "a" * 64}},
        {"hello": {"name": "\x1b[2J", "key": "a" * 64}},
        {"invitation": {"scenario": "../../x", "options": {}, "dice": "each"}},
        {"invitation": {"scenario": "x", "options": {}, "dice": "loaded"}},
    ],
)
def test_a_field_that_is_missing_or_wrong_is_damage(fields: dict[str, Any]) -> None:
    assert refused(signed(**fields)) == "This letter is damaged."


def test_a_later_version_is_named() -> None:
    assert "later version" in refused(signed(rasputitsa_letter=2))


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    assert "too large" in refused(DATA + b" " * MOST_BYTES)
    path = tmp_path / "a.letter"
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(LetterError, match="larger"):
        read_letter_file(path)
    with pytest.raises(LetterError, match="cannot be read"):
        read_letter_file(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[" * 100_000, b'{"a":' * 50_000, DATA[:-1], DATA + b"\n"])
def test_what_is_no_letter_is_refused(data: bytes) -> None:
    refused(data)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(DATA) - 1), st.binary(max_size=6), st.integers(0, 6))
def test_random_damage_is_refused_or_breaks_the_signature(at: int, put: bytes, cut: int) -> None:
    harmed = DATA[:at] + put + DATA[at + cut :]
    try:
        found = read_letter(harmed)
    except LetterError:
        return
    assert harmed == DATA or not found.is_from(public_key_of(KEY))
