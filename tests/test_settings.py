"""Settings are kept whole, and damage never stops the game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.settings import CONFIRMATIONS, FILE, LARGEST, Settings, load, save


def test_settings_come_back_as_they_were_saved(home: Path) -> None:
    chosen = Settings(text_scale=1.5, theme="contrast", keys={"guard": ["Ctrl+G"]}, confirm={"quit": False},
                      window=(1920, 1080), column_side="left")
    save(chosen)
    assert load() == (chosen, "")


def test_without_a_file_there_are_defaults_and_no_message(home: Path) -> None:
    assert load() == (Settings(), "")
    assert not home.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"text_scale": 9}', '{"theme": 7}', '{"keys": {"a": "b"}}',
                                  '{"effects_volume": -1}', "\xff\xfe", "[" * 100_000, '{"format": 2}'])
def test_a_damaged_file_is_set_aside_and_the_defaults_are_used(home: Path, text: str) -> None:
    home.mkdir()
    (home / FILE).write_bytes(text.encode("latin-1"))
    found, message = load()
    assert found == Settings()
    assert "settings.damaged-1.json" in message
    assert (home / "settings.damaged-1.json").read_bytes() == text.encode("latin-1")
    assert not (home / FILE).exists()


def test_an_earlier_damaged_file_is_not_written_over(home: Path) -> None:
    home.mkdir()
    for text in ("{1", "{2"):
        (home / FILE).write_text(text)
        load()
    assert [(home / f"settings.damaged-{n}.json").read_text() for n in (1, 2)] == ["{1", "{2"]


def test_a_file_too_large_to_be_settings_is_not_read(home: Path) -> None:
    home.mkdir()
    (home / FILE).write_bytes(b" " * (LARGEST + 1))
    assert "larger" in load()[1]


def test_a_folder_in_the_place_of_the_file_is_told_not_fatal(home: Path) -> None:
    (home / FILE).mkdir(parents=True)
    found, message = load()
    assert found == Settings()
    assert "cannot be read" in message


def test_values_of_a_newer_version_are_ignored(home: Path) -> None:
    home.mkdir()
    (home / FILE).write_text('{"theme": "dark", "holograms": true}')
    found, message = load()
    assert (found.theme, message) == ("dark", "")


def test_a_value_out_of_bounds_is_never_written(home: Path) -> None:
    save(Settings(theme="dark"))
    with pytest.raises(msgspec.ValidationError, match="text_scale"):
        save(Settings(text_scale=7.0))
    assert load()[0].theme == "dark"


def test_saving_leaves_no_other_file_behind(home: Path) -> None:
    save(Settings())
    save(Settings())
    assert [path.name for path in home.iterdir()] == [FILE]


def test_every_question_is_asked_until_it_is_turned_off() -> None:
    settings = Settings(confirm={"quit": False})
    assert [name for name in CONFIRMATIONS if not settings.asks(name)] == ["quit"]
