"""Settings are kept whole, and damage never stops the game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from game.app.application import App
from game.app.settings import (
    CONFIRMATIONS,
    FILE,
    LARGEST,
    LARGEST_UNSEEN,
    Settings,
    load,
    save,
)
from game.app.window import bounded


def test_settings_come_back_as_they_were_saved(home: Path) -> None:
    chosen = Settings(
        text_scale=1.5,
        theme="contrast",
        keys={"guard": ["Ctrl+G"]},
        confirm={"quit": False},
        window=(1920, 1080),
        column_side="left",
    )
    save(chosen)
    assert load() == (chosen, "")


def test_without_a_file_there_are_defaults_and_no_message(home: Path) -> None:
    assert load() == (Settings(), "")
    assert not home.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"text_scale": 9}',
        '{"theme": 7}',
        '{"keys": {"a": "b"}}',
        '{"effects_volume": -1}',
        "\xff\xfe",
        "[" * 100_000,
        '{"format": 2}',
    ],
)
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
    assert "too large" in load()[1]


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


HOSTILE = (
    "null",
    "true",
    "-1",
    "0",
    "0.0000001",
    "1e308",
    "1e999",
    "-0.0",
    "9" * 400,
    '""',
    '"\\u0000"',
    '"../../x"',
    '"\\ud800"',
    '"' + "x" * 5000 + '"',
    "[]",
    "[1]",
    "[1, 2, 3]",
    "[-1, -1]",
    "[16384, 16384]",
    "[99999999999, 360]",
    "{}",
    '{"a": {}}',
    '{"' + "x" * 500 + '": true}',
    '{"a": ["' + "x" * 500 + '"]}',
    "[" * 200 + "]" * 200,
    "NaN",
    "Infinity",
)


@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_no_value_of_any_field_does_harm_and_the_other_fields_are_kept(home: Path, name: str) -> None:
    other = "mute" if name != "mute" else "wheel_reversed"
    refused = 0
    for value in HOSTILE:
        home.mkdir(exist_ok=True)
        (home / FILE).write_text(f'{{"{other}": true, "{name}": {value}}}')
        found, message = load()
        assert msgspec.convert(msgspec.to_builtins(found), Settings) == found
        assert message.isprintable() and len(message) < 1200
        if message:
            refused += 1
            assert "settings.damaged-" in message
            assert getattr(found, name) == getattr(Settings(), name)
            kept = getattr(found, other)
            legible = value not in ("NaN", "Infinity", "1e999") and "ud800" not in value and len(value) != 400
            assert kept or name == "format" or not legible, value
            if kept:
                assert load() == (found, ""), "what is sound is there at the next start too"
        (home / FILE).unlink(missing_ok=True)
        for aside in home.glob("settings.damaged-*"):
            aside.unlink()
    assert refused > len(HOSTILE) // 2


def test_what_is_sound_in_a_damaged_file_is_used(home: Path) -> None:
    home.mkdir()
    (home / FILE).write_text('{"theme": "dark", "text_scale": 99, "keys": {"guard": ["G"]}, "window": [16000, 16000]}')
    found, message = load()
    assert found == Settings(theme="dark", keys={"guard": ["G"]})
    assert "the rest is used" in message
    assert load() == (found, "")


@pytest.mark.parametrize(
    ("displays", "wanted", "size"),
    [
        ([(1920, 1080)], (16_384, 2441), (1920, 1080)),
        ([(1366, 768), (2560, 1440)], (2560, 1440), (2560, 1440)),
        ([(1366, 768)], (2560, 1440), (1366, 768)),
        ([(320, 200)], (1280, 720), (640, 360)),
        ([], (16_384, 16_384), LARGEST_UNSEEN),
        ([(0, 0)], (1280, 720), (1280, 720)),
    ],
)
def test_a_window_is_no_larger_than_the_displays(
    monkeypatch: pytest.MonkeyPatch, displays: list[tuple[int, int]], wanted: tuple[int, int], size: tuple[int, int]
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: displays)
    assert bounded(wanted) == size


def test_a_window_that_nobody_sees_is_bounded_too() -> None:
    app = App(Settings(window=(16_384, 2441)), headless=True)
    assert app.surface.get_size() == (LARGEST_UNSEEN[0], 2441)
