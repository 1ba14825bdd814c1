"""Audio: the right file at the right loudness, and silence without complaint where there is no device."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from ecs import Side, new_game
from ecs.core.events import Moved
from game.app import audio
from game.app.audio import Audio
from game.packs.loader import load_sound_pack
from game.ui.interaction.ui_messages import sounds_of
from tests.hostile_input.sounds import wav
from tests.programs import make_sounds


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Audio:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    return Audio(load_sound_pack("standard"))


def test_every_sound_of_the_pack_plays(table: Audio) -> None:
    assert table.working
    for name in load_sound_pack("standard").names():
        assert table.play(name), name
        table.stop()
    assert table.warnings == []


def test_muted_plays_nothing(table: Audio) -> None:
    table.muted = True
    assert not table.play("bell")


def test_effects_and_panel_sounds_have_their_own_slider(table: Audio) -> None:
    table.set_volume("effects", 0)
    assert not table.play("artillery")
    assert table.play("click")
    table.set_volume("ui", 0)
    assert not table.play("click")


def test_sliders_stop_at_their_ends(table: Audio) -> None:
    table.set_volume("effects", 900)
    table.set_volume("ui", -3)
    assert (table.volume("effects"), table.volume("ui")) == (100, 0)


def test_the_slider_scales_the_loudness_of_the_pack(table: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_volume("effects", 50)
    assert table._loudness("artillery") == pytest.approx(0.45)
    assert table._loudness("bell") == pytest.approx(0.35)


def test_an_unknown_sound_is_one_warning_and_silence(table: Audio) -> None:
    assert not table.play("trombone")
    assert not table.play("trombone")
    assert len(table.warnings) == 1


def sound_pack(folder: Path, bell: bytes) -> Path:
    folder.mkdir()
    (folder / "pack.toml").write_text(
        f'id="{folder.name}"\nversion="1"\ntitle="T"\nauthor="A"\nlicence="L"\nengine=">=0.1"\n'
        '[sounds.bell]\nfile="bell.wav"\n[sounds.dice]\nfile="gone.wav"\n[sounds.step]\nfile="../x.wav"\n'
    )
    (folder / "bell.wav").write_bytes(bell)
    return folder


def test_a_sound_that_cannot_be_read_is_one_warning_and_silence(table: Audio, tmp_path: Path) -> None:
    folder = sound_pack(tmp_path / "mine", wav())
    table.use(load_sound_pack("mine", (tmp_path,)))
    (folder / "bell.wav").write_bytes(wav(seconds=0))  # exchanged since the pack was looked at
    assert not any(table.play(name) for name in ("bell", "dice", "step", "bell"))
    assert len(table.warnings) == 3
    assert "bell.wav: " in table.warnings[0]


def test_a_sound_of_a_strangers_pack_is_heard(table: Audio, tmp_path: Path) -> None:
    sound_pack(tmp_path / "mine", wav())
    table.use(load_sound_pack("mine", (tmp_path,)))
    assert table.play("bell")


def test_no_device_means_silence_without_opening_the_mixer(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setattr(audio, "has_device", lambda: False)
    silent = Audio(load_sound_pack("standard"))
    assert not silent.working
    assert not silent.play("bell")
    silent.stop()
    silent.close()
    assert pygame.mixer.get_init() is None
    assert "silently" in silent.warnings[0]


def test_a_device_that_fails_means_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    silent = Audio(load_sound_pack("standard"))
    assert not silent.play("bell")
    assert len(silent.warnings) == 1


def test_headphones_that_are_plugged_in_later_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """By logic: the device is the dummy one, and whether there is any is said by us."""
    pygame.mixer.quit()
    there = [False]
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(audio, "has_device", lambda: there[0])
    later = Audio(load_sound_pack("standard"))
    later.look_again()
    assert not later.play("bell") and later.warnings
    there[0] = True
    later.look_again()
    assert later.play("bell") and not later.warnings
    later.close()
    later.look_again()
    assert not later.working, "what was closed stays closed"


def test_a_device_that_fails_is_tried_again_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    later = Audio(load_sound_pack("standard"))
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    for _ in range(audio.AGAIN):
        assert not later.working
        later.look_again()
    assert later.play("bell")
    later.close()


def test_what_a_library_prints_while_the_device_is_opened_stays_off_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(**_: object) -> None:
        os.write(2, b"ALSA lib confmisc.c: cannot find card '0'")
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fails)
    Audio(load_sound_pack("standard")).close()
    os.write(2, b"ours")
    assert capfd.readouterr().err == "ours"


def test_without_a_pack_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert not Audio().play("bell")


def test_after_closing_every_call_is_silent(table: Audio) -> None:
    table.close()
    table.close()
    assert not table.play("bell")


def test_a_device_is_a_card_or_a_sound_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tmp_path / "cards"
    assert not audio._has_card(cards)
    cards.write_text("--- no soundcards ---\n")
    assert not audio._has_card(cards)
    cards.write_text(" 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n")
    assert audio._has_card(cards)
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not audio._has_server()
    (tmp_path / "pipewire-0").touch()
    assert audio._has_server()


def test_a_chosen_driver_is_always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert audio.has_device()


def test_the_bed_goes_on_and_on_by_itself_and_gives_way_to_another(table: Audio) -> None:
    voice = pygame.mixer.Channel(audio.BED)
    table.bed("bed_good")
    first = voice.get_sound()
    assert voice.get_busy()
    table.bed("bed_good")
    assert voice.get_sound() is first
    table.bed("bed_snow")
    assert voice.get_sound() is not first
    table.stop()  # the window lost the focus
    assert not voice.get_busy()
    table.bed("bed_snow")
    assert voice.get_busy()


def test_the_bed_has_a_slider_of_its_own_and_effects_do_not_take_its_voice(table: Audio) -> None:
    table.bed("bed_mud")
    bed = pygame.mixer.Channel(audio.BED).get_sound()
    for _ in range(2 * audio.VOICES):
        table.play("click")
    assert pygame.mixer.Channel(audio.BED).get_sound() is bed
    table.stop()
    table.set_volume("bed", 0)
    table.bed("bed_mud")
    assert not pygame.mixer.Channel(audio.BED).get_busy()


@pytest.mark.parametrize("name", [*make_sounds.SOUNDS, *make_sounds.BEDS])
def test_the_sounds_that_we_make_are_small_and_are_those_of_the_pack(name: str) -> None:
    made = make_sounds.as_file(name)
    assert len(made) < 100_000
    assert load_sound_pack("standard").data(name) == made


def test_all_sounds_together_are_small() -> None:
    assert sum(path.stat().st_size for path in make_sounds.FOLDER.iterdir()) < 600_000


@pytest.mark.parametrize(
    ("unit", "how", "name"),
    [("1.PzGr", "move", "tracks"), ("4.A", "move", "step"), ("4.A", "rail", "train"), ("4.A", "sea", "ship")],
)
def test_each_kind_of_march_has_its_sound(unit: str, how: str, name: str) -> None:
    view = new_game("barbarossa-1941").look(Side.AXIS)
    moved = Moved(unit=unit, path=("G1", "G2"), how=how)
    assert sounds_of([moved], "", view) == [name]
