"""Audio: the right file at the right loudness, and silence without complaint where there is no device."""

from __future__ import annotations

import os
from array import array
from functools import cache
from itertools import count, pairwise
from math import log10, sqrt
from pathlib import Path

import pygame
import pytest

from ecs import Side
from game.app import audio
from game.app.audio import VOICES, Audio
from game.packs.loader import load_sound_pack
from game.packs.plain_media import RATE
from game.play.great_events import Moment
from game.ui.map_view.animation import TUMBLE, Animation, march_sound
from game.ui.moments.layer import sound_of
from tests.hostile_input.sounds import wav
from tests.kits.patience import until

STANDARD = load_sound_pack("standard")
BEDS = tuple(name for name in STANDARD.names() if name.startswith("bed_"))
EFFECTS = tuple(name for name in STANDARD.names() if STANDARD.record(name).group == "effects")
FULL = 32768


class Clock:
    """A clock that tests wind by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Audio:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    return Audio(load_sound_pack("standard"), clock=Clock())


def lay(table: Audio, name: str, seconds: float = 0.0) -> pygame.mixer.Channel:
    """The voice of a bed, once it has been read."""
    table._clock.now += seconds
    table.bed(name)
    if table._reading is not None:
        table._reading.join()
    table.bed(name)
    return pygame.mixer.Channel(table._voice)


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
    assert table._loudness("artillery") == pytest.approx(0.475)
    assert table._loudness("bell") == pytest.approx(0.375)


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
    voice = lay(table, "bed_good")
    first = voice.get_sound()
    assert voice.get_busy()
    assert lay(table, "bed_good").get_sound() is first
    assert lay(table, "bed_snow").get_sound() is not first
    table.stop()  # the window lost the focus
    assert not any(pygame.mixer.Channel(n).get_busy() for n in VOICES["bed"])
    assert lay(table, "bed_snow").get_busy()


def test_a_bed_is_read_in_a_thread_and_only_one_is_kept(table: Audio) -> None:
    table.bed("bed_good")
    assert table._reading is not None
    for name in BEDS:
        lay(table, name)
    assert set(table._sounds) & set(BEDS) == {"bed_snow"}
    table.bed("bed_mud")
    table.close()  # while it is being read
    assert not table.working


def test_a_still_window_wakes_until_a_bed_has_been_read(table: Audio) -> None:
    table.bed("bed_good")
    assert table.wake_in() == audio.STEP, "or the bed would begin when the mouse moves"
    assert lay(table, "bed_good").get_busy()
    assert table.wake_in() is None
    table.bed("bed_snow")
    table._reading.join()
    table.bed("")
    assert table.wake_in() is None, "it was read for nothing, and no window waits for it"


def test_a_bed_ends_with_its_pack(table: Audio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audio, "FADE", 1)
    voice = lay(table, "bed_good")
    sound_pack(tmp_path / "mine", wav())
    table.use(load_sound_pack("mine", (tmp_path,)))
    table.bed("bed_good")  # the new pack has no such bed
    looks = count()
    until("the old bed ends", lambda: not voice.get_busy(), lambda: "it goes on" if next(looks) > 200 else "")


def test_the_bed_has_a_slider_of_its_own_and_effects_do_not_take_its_voice(table: Audio) -> None:
    bed = lay(table, "bed_mud").get_sound()
    for name in 3 * EFFECTS:
        table._clock.now += 1
        table.play(name)
    assert pygame.mixer.Channel(table._voice).get_sound() is bed
    assert all(pygame.mixer.Channel(n).get_busy() for n in VOICES["effects"])
    assert not any(pygame.mixer.Channel(n).get_busy() for n in VOICES["ui"])
    table.stop()
    table.set_volume("bed", 0)
    table.bed("bed_mud")
    assert not pygame.mixer.Channel(table._voice).get_busy()


@pytest.mark.parametrize(("name", "part"), [("artillery", 0.63), ("flag", 0.25), ("click", 1.0)])
def test_the_bed_goes_down_under_an_effect_and_comes_back(table: Audio, name: str, part: float) -> None:
    lay(table, "bed_good")
    assert table.wake_in() is None
    assert table.play(name)
    lay(table, "bed_good", 0.03)
    assert table._level == pytest.approx(max(part, 1 - 0.03 / audio.DOWN))
    lay(table, "bed_good", 0.15)
    assert table._level == pytest.approx(part)
    assert (table.wake_in() is None) == (part == 1)
    lay(table, "bed_good", 9.0)
    assert table._level == 1 and table.wake_in() is None


def test_one_sound_is_not_heard_twice_at_once_and_at_most_three_times_at_a_time(table: Audio) -> None:
    heard = []
    for _ in range(4):
        heard += [table.play("victory"), table.play("victory")]
        table._clock.now += 1
    assert heard == [True, False, True, False, True, False, False, False]


# -- the files of the pack ------------------------------------------------------------------------


@cache
def samples(name: str) -> array[int]:
    """Both ears in turn, as the mixer has them."""
    with_device = Audio(STANDARD)
    return array("h", with_device._sound(name).get_raw())


@cache
def bed_level(name: str) -> float:
    """The level of a bed by all its samples."""
    return level(samples(name)[::11])


def level(wave: array[int]) -> float:
    """Root mean square in dB below full."""
    return 20 * log10(sqrt(sum(value * value for value in wave) / len(wave)) / FULL + 1e-9)


def loudest(wave: array[int], seconds: float = 0.01) -> float:
    """The level of the loudest moment."""
    size = round(seconds * RATE) * 2
    return max(level(wave[at : at + size]) for at in range(0, len(wave) - size, size))


@pytest.mark.parametrize("name", STANDARD.names())
def test_a_sound_has_44100_samples_a_second_no_clipping_and_no_offset(table: Audio, name: str) -> None:
    data, wave = STANDARD.data(name), samples(name)
    at = data.index(b"\1vorbis") + 12 if data[:4] == b"OggS" else 24
    assert int.from_bytes(data[at : at + 4], "little") == RATE == pygame.mixer.get_init()[0] == 44100
    assert max(abs(peak) for peak in (max(wave), min(wave))) <= FULL * 10 ** (-1 / 20)
    assert abs(sum(wave) / len(wave)) < 0.003 * FULL
    assert len(data) < (600_000 if name in BEDS else 100_000)


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_ends_in_silence_and_is_louder_than_any_bed(table: Audio, name: str) -> None:
    wave = samples(name)
    assert level(wave[-400:]) < -36
    beds = max(20 * log10(table._loudness(bed)) + bed_level(bed) for bed in BEDS)
    assert 20 * log10(table._loudness(name)) + loudest(wave) >= beds + 12


@pytest.mark.parametrize("name", BEDS)
def test_a_bed_is_long_stereo_and_has_no_click_where_it_begins_again(table: Audio, name: str) -> None:
    wave = samples(name)
    assert 30 <= len(wave) / 2 / RATE <= 60
    left, right = wave[::2], wave[1::2]
    assert left != right
    for ear in (left, right):
        steps = sorted(abs(a - b) for a, b in pairwise(ear[: 2 * RATE]))
        assert abs(ear[0] - ear[-1]) <= steps[round(0.999 * len(steps))]
        assert abs(level(ear[-RATE // 2 :]) - level(ear[: RATE // 2])) < 6


def test_all_sounds_together_are_small_and_of_three_groups() -> None:
    assert sum(path.stat().st_size for path in STANDARD.folders[0].iterdir()) < 3_000_000
    assert {STANDARD.record(name).group for name in STANDARD.names()} == set(VOICES)


# -- what is heard when ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "symbol", "name"),
    [("move", "armour", "tracks"), ("move", "infantry", "step"), ("rail", "infantry", "train"), ("sea", "", "ship")],
)
def test_each_kind_of_march_has_its_sound(how: str, symbol: str, name: str) -> None:
    assert march_sound(how, symbol) == name


def test_a_battle_is_heard_as_it_is_seen() -> None:
    plan, now = Animation(), 10.0
    plan.flash((0, 0), now)
    plan.dice((0, 0), (3,), now)
    plan.loss("1.PzK", (0, 0), now, "own_loss")
    heard: dict[str, float] = {}
    while plan.running(now):
        now += 0.02
        heard |= dict.fromkeys(plan.due_sounds(now), now)
    assert list(heard) == ["artillery", "shake", "dice", "own_loss"]
    _, dice, loss = plan.cues
    assert heard["dice"] == pytest.approx(dice.start + TUMBLE * dice.lasts, abs=0.03), "when the die lies still"
    assert heard["own_loss"] == pytest.approx(loss.start, abs=0.03)


def test_what_is_skipped_is_not_heard_and_what_does_not_move_still_is() -> None:
    plan = Animation()
    plan.flash((0, 0), 10.0)
    plan.skip()
    assert plan.due_sounds(11.0) == []
    plan.reduce_motion = True
    plan.move("4.A", ((0, 0), (1, 1)), 12.0, sound="step")
    plan.dice((0, 0), (3,), 12.0)
    assert plan.due_sounds(12.1) == ["step", "dice"] and plan.due_sounds(12.2) == []


@pytest.mark.parametrize(
    ("kind", "mine", "theirs"),
    [("city", "flag", "flag_lost"), ("end", "victory", "defeat"), ("pocket", "pocket_lost", "pocket"),
     ("destroyed", "own_loss", "enemy_loss"), ("weather", "season", "season"), ("chit", "page", "page")],
)  # fmt: skip
def test_good_and_bad_news_differ(kind: str, mine: str, theirs: str) -> None:
    moment = Moment(kind, "Title", side=Side.AXIS)
    assert (sound_of(moment, Side.AXIS), sound_of(moment, Side.SOVIET)) == (mine, theirs)
    assert sound_of(moment, None) in (mine, theirs)
