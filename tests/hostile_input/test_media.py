"""Pictures and sounds of strangers: decoded in another process, of which this one reads plain pixels and samples."""

from __future__ import annotations

import itertools
import struct
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.app.application import App
from game.app.audio import Audio
from game.app.settings import Settings
from game.packs import media_trial
from game.packs.decoder_process import decode
from game.packs.listing import list_packs
from game.packs.loader import PackError, load_sound_pack, load_sprite_pack
from game.packs.media_trial import DIED, FOLDER, STUCK, TIME, MediaError, Trial, decoded, tried
from game.packs.plain_media import (
    LEVELS,
    LONGEST,
    draw_picture,
    packed,
    parts_of,
    pixels_for,
    scaled,
    sound_of,
    unpacked,
)
from game.packs.validation import check_pack
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.system.disk import Disk
from game.system.paths import OWN_PACKS, data_root, is_own_pack
from tests import ROOT
from tests.hostile_input.decoders import Judge, corpus, mutants
from tests.hostile_input.decoders import tried as tried_at_random
from tests.hostile_input.harm import environment
from tests.hostile_input.sounds import SVG, png, the_sounds, the_sprites, wav, written

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{}</svg>'
ROUND = '<path fill="none" stroke="#000" stroke-linejoin="round" stroke-width="{}" d="M0 0{}"/>'
SLOW = OPEN.format(ROUND.format(500_000, "l9 1-9 1" * 360) * 8).encode()
GRASPING = OPEN.format(ROUND.format(500_000, "l9 1-9 1" * 1500)).encode()
EMPTY = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36, b"WAVE", b"fmt ", 16, 1, 1, 22050, 44100, 2, 16, b"data", 0)


COLOURS = '<circle cx="24" cy="30" r="20" fill="#fff"/><rect x="30" y="30" width="30" height="30" fill="red"/>'
SELF = sys.executable


@pytest.fixture(scope="module", autouse=True)
def mixer() -> None:
    """As the decoding process opens it."""
    pygame.mixer.quit()
    pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512, allowedchanges=0)
    pygame.font.init()


def cause(kind: str, data: bytes) -> str:
    """Why a file is not used; hostile ones are never decoded in this process."""
    ((found, body, _),) = tried([(kind, data)])
    assert found and not body
    return found


def body_of(kind: str, data: bytes) -> bytes:
    """What a file is decoded to."""
    cause, body = decode(kind, data)
    assert not cause
    return body


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every start of another process."""
    seen: list[list[str]] = []

    class Counted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, words: list[str], **more: object) -> None:
            seen.append(words)
            super().__init__(words, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", Counted)
    return seen


# ---- sounds ---------------------------------------------------------------------------------------------


def test_a_sound_is_handed_back_as_plain_samples() -> None:
    kinds = list(itertools.product((1, 2), (8000, 22050, 44100, 48000), (8, 16)))
    for seconds in (0.5, 0.008):
        answers = tried([(".wav", wav(1, *kind, seconds=seconds)) for kind in kinds])
        assert len(answers) == len(kinds)
        for answer in answers:
            if seconds == 0.5:
                assert abs(len(sound_of(answer.body)) - 44 - 44100 * 2) < 400
            else:
                assert "shorter than a 100th of a second" in answer.cause


def test_a_sound_without_data_does_not_end_the_program(tmp_path: Path) -> None:
    """SDL_mixer gives the memory of such a sound back twice, and the program is aborted."""
    folder = the_sounds(tmp_path / "mine")
    written(folder / "bell.wav", EMPTY)
    code = (
        "import sys\nfrom pathlib import Path\nfrom game.app.audio import Audio\nfrom game.packs import loader\n"
        "from game.packs.safe_files import PackError\nfrom game.system.paths import data_root\n"
        "where = (Path(sys.argv[1]), data_root() / 'sounds')\n"
        "try:\n    Audio(loader.load_sound_pack('mine', where)).play('bell')\n"
        "except PackError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**environment(), "RASPUTITSA_HOME": str(tmp_path / "home")},
    )
    assert done.returncode == 0, done.stderr
    assert "bell.wav: the decoder crashes on it" in done.stdout


def test_a_sound_that_is_none_or_too_long_is_refused() -> None:
    assert "not in WAV format" in cause(".wav", b"MZ" + bytes(60))
    assert "not in OGG format" in cause(".ogg", wav())
    assert "longer than 60 seconds" in cause(".wav", wav(seconds=61, rate=8000))
    assert "the decoder cannot read it" in cause(".wav", wav()[:30])


# ---- pictures -------------------------------------------------------------------------------------------


def test_a_picture_looks_as_if_it_had_been_drawn_here() -> None:
    """To the eye: what lies behind the edge of a shape does not darken it, and no size is blurred."""
    for drawing in (*corpus()[".svg"][::9], OPEN.format(COLOURS).encode()):
        body = body_of(".svg", drawing)
        for size in (14, 26, 48, 100, 300):
            here, there = (
                pygame.image.tobytes(_on_grey(picture), "RGB")
                for picture in (draw_picture(drawing, ".svg", size), scaled(body, size))
            )
            assert sum(abs(a - b) for a, b in zip(here, there, strict=True)) / len(here) < 3 + 150 / size


def _on_grey(picture: pygame.Surface) -> pygame.Surface:
    ground = pygame.Surface(picture.get_size())
    ground.fill((128, 128, 128))
    ground.blit(picture, (0, 0))
    return ground


def test_a_png_is_handed_back_in_the_sizes_it_has_detail_for() -> None:
    for side, levels in ((9, 1), (64, 1), (65, 2), (512, 4), (2000, 4)):
        body = body_of(".png", png(side, side // 2 + 1))
        assert len(parts_of(body)) == levels
        assert scaled(body, 512).get_size() == (512, 512)


def test_every_true_kind_of_png_is_read() -> None:
    for picture in corpus()[".png"]:
        assert scaled(body_of(".png", picture), 16).get_bounding_rect().width > 9


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        (".png", b"GIF89a" + bytes(50), "this is not in PNG format"),
        (".png", png()[:20] + b"\1" + png()[21:], "more than 2048 pixels wide or high"),
        (".png", png(60_000, 60_000, rows=b""), "more than 2048 pixels wide or high"),
        (".png", png()[:-30], "cannot read it"),
        (".svg", b"<svg", "cannot read it: unclosed token: line 1"),
        (".svg", b"\xff\xfe", "cannot read it"),
        (".svg", OPEN.format("<g>").encode(), "mismatched tag: line 1"),
        (".svg", OPEN.format("<text>Hello</text>").encode(), "the element <text> cannot be drawn"),
        (".svg", OPEN.format('<image href="x"/>').encode(), "the element <image> cannot be drawn"),
        (".ttf", b"wOFF" + bytes(50), "this is not in TTF format"),
    ],
)
def test_a_file_that_cannot_be_decoded_is_refused_with_the_cause(kind: str, data: bytes, why: str) -> None:
    assert why in cause(kind, data)


# ---- what is handed back --------------------------------------------------------------------------------


def test_nothing_grows_beyond_what_is_asked_for() -> None:
    body = packed([bytes(10**8)])
    assert len(body) < 10**6
    with pytest.raises(ValueError, match="too much data"):
        unpacked(parts_of(body)[0], 1000)
    with pytest.raises(ValueError, match="too much data"):
        scaled(body, 20)
    with pytest.raises(ValueError, match="too much data"):
        sound_of(body)


def test_what_is_not_what_it_should_be_is_refused() -> None:
    whole = body_of(".svg", SVG.encode())
    for body in (b"", b"x", whole[:-1], whole + b"x", b"\xff" * 100, packed([b"few"]), bytes(8)):
        for read in (lambda body: pixels_for(body, 40), sound_of):
            with pytest.raises(ValueError):
                read(body)
    damaged = bytearray(whole)
    damaged[20] ^= 1
    with pytest.raises(ValueError):
        pixels_for(bytes(damaged), 1)


def test_the_picture_is_scaled_from_one_more_than_twice_as_large() -> None:
    body = body_of(".svg", SVG.encode())
    assert [pixels_for(body, size)[0] for size in (1, 16, 17, 48, 49, 112, 113, 512)] == [
        64, 64, 128, 128, 256, 256, 512, 512,
    ]  # fmt: skip
    assert LEVELS[-1] == 512


# ---- the other process ----------------------------------------------------------------------------------


def test_every_fate_of_a_file_is_told_and_the_next_one_is_tried() -> None:
    good = (".svg", SVG.encode())
    first, second, third = tried([good, (".wav", EMPTY), good])
    assert not first.cause and second.cause and first.body == third.body
    assert [answer.cause for answer in tried([(".png", b"no picture"), good])] == ["this is not in PNG format", ""]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a POSIX system")
@pytest.mark.parametrize("data", [SLOW, GRASPING], ids=["time", "memory"])
def test_a_drawing_that_the_reader_would_not_stop_is_stopped_by_the_limits(data: bytes) -> None:
    code = (
        "import resource, sys\nfrom tests.hostile_input.test_media import SVG, tried\n"
        "for answer in tried([('.svg', sys.stdin.buffer.read()), ('.svg', SVG.encode())]):\n    print(answer.cause)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\nprint(used.ru_utime, used.ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=data, capture_output=True, check=True, cwd=ROOT, env=environment()
    )
    *verdicts, used = done.stdout.decode().splitlines()
    seconds, memory = map(float, used.split())
    assert (verdicts[0] in (TIME, DIED) or "MB of memory" in verdicts[0]) and verdicts[1] == ""
    assert seconds < 20
    if sys.platform == "linux":
        assert memory < 512 * 1024


def test_one_process_is_enough_for_a_pack_and_none_for_one_that_was_checked(
    tmp_path: Path, starts: list[list[str]]
) -> None:
    folder = the_sprites(tmp_path / "mine")
    for number in range(40):
        written(folder / f"terrain/n{number}.svg", SVG.replace("64", str(60 + number)))
    told: list[str] = []
    for _ in range(3):
        load_sprite_pack("mine", (tmp_path, data_root() / "sprites"), lambda: told.append("wait"))
    assert len(starts) == 1
    assert told == ["wait"]
    assert check_pack(folder) == []
    assert len(starts) == 1


def test_the_games_own_packs_start_no_process(starts: list[list[str]], home: Path) -> None:
    load_sprite_pack("plain").surface("icons/town", 32)
    load_sound_pack("standard").data("bell")
    assert starts == [] and not home.exists()
    listed = {info.id for kind in ("sprites", "sounds") for info in list_packs(kind, (data_root() / kind,))}
    assert listed == set(OWN_PACKS)


def test_a_strangers_pack_of_a_borrowed_name_or_in_the_games_own_folder_is_a_strangers(tmp_path: Path) -> None:
    assert not is_own_pack(tmp_path / "sprites" / "standard")
    assert not is_own_pack(data_root() / "sprites" / "mine")
    assert is_own_pack(data_root() / "sprites" / "standard")


def test_a_bundle_starts_itself_with_a_word_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/rasputitsa/rasputitsa")
    assert media_trial.command()[1:] == ["--decode-media"]
    trial = Trial([SELF, str(ROOT / "packaging/start.py"), *media_trial.command()[1:]])
    with trial:
        assert trial.ask(".svg", SVG.encode()).body
        assert trial.ask(".png", b"").cause


def test_a_pack_is_refused_where_no_process_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_sprites(tmp_path / "mine")
    for words in (["/no/such/program"], [sys.executable, "-c", "pass"]):
        monkeypatch.setattr(media_trial, "command", lambda words=words: words)
        with pytest.raises(PackError, match="did not start"):
            load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))


def test_a_process_ended_from_outside_speaks_against_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os; os.write(1, b'ready\\n'); os.read(0, 9); os.kill(os.getpid(), {})"
    for signal, told in ((9, STUCK), (15, STUCK), (11, DIED), (6, DIED)):
        monkeypatch.setattr(media_trial, "command", lambda signal=signal: [SELF, "-c", code.format(signal)])
        (answer,) = tried([(".svg", SVG.encode())])
        assert answer.cause == told


def test_a_process_that_stands_still_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_trial, "WAITING", 0.2)
    monkeypatch.setattr(media_trial, "command", lambda: [SELF, "-c", "import os; os.read(0, 1)"])
    with pytest.raises(media_trial.TrialError, match="did not start"):
        tried([(".svg", b"")])


def test_a_process_that_takes_too_much_is_ended_where_the_system_sets_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: what it has spent before, such as on its start, does not count."""
    spent = iter([50.0, 50.0, 53.9, 54.1])
    monkeypatch.setattr(media_trial, "processor_seconds", lambda handle: next(spent, 99.0))
    monkeypatch.setattr(media_trial, "LOOK", 0.01)
    code = "import os; os.write(1, b'ready\\n'); os.read(0, 1)\nwhile True: os.read(0, 9) or exit()"
    with Trial([SELF, "-c", code]) as child:
        spent = iter([50.0, 53.9, 54.1])
        assert child.ask(".svg", SVG.encode()).cause == TIME and child.gone
    assert list(spent) == []


def test_a_pack_that_takes_too_long_altogether_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_sprites(tmp_path / "mine")
    monkeypatch.setattr(media_trial, "PACK_SECONDS", -1)
    with pytest.raises(PackError, match="its files together"):
        load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))


def test_a_process_that_says_anything_else_is_not_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("ok 0.000 99999999", "ok 1 1", "yes 0.000 0", "ok 0.000 5\\n123", "x" * 100):
        code = f"import os; os.write(1, b'ready\\n'); os.read(0, 9); os.write(1, b'{said}\\n')"
        monkeypatch.setattr(media_trial, "command", lambda code=code: [SELF, "-c", code])
        (answer,) = tried([(".svg", SVG.encode())])
        assert answer.cause in (DIED, STUCK) and not answer.body


def test_a_pack_that_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_sprites(tmp_path / "mine")
    monkeypatch.setattr(media_trial, "MOST_OF_PACK", 100)
    with pytest.raises(PackError, match="its files together"):
        load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))


# ---- what was decoded before ----------------------------------------------------------------------------


def test_what_was_decoded_is_kept_and_damage_to_it_costs_another_trial(home: Path, starts: list[list[str]]) -> None:
    path = home / "x.svg"
    body = decoded(path, SVG.encode())
    (kept,) = (home / "cache" / FOLDER).iterdir()
    whole = kept.read_bytes()
    assert decoded(path, SVG.encode()) == body and len(starts) == 1
    for number, damage in enumerate((b"", whole[:50], whole[:-1] + b"\0\0", b"+" * 90)):
        written(kept, damage)
        assert decoded(path, SVG.encode()) == body and len(starts) == number + 2
    kept.unlink()
    kept.mkdir()
    assert decoded(path, SVG.encode()) == body


def test_a_file_that_was_refused_is_not_tried_again(home: Path, starts: list[list[str]]) -> None:
    for _ in range(2):
        with pytest.raises(MediaError, match="not in PNG format"):
            decoded(home / "x.png", b"GIF89a")
    assert len(starts) == 1


def test_a_forged_picture_is_a_crossed_box_and_a_forged_sound_is_silent(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(the_sprites(tmp_path / "sprites/mine") / "icons/own.png", png())
    the_sounds(tmp_path / "sounds/mine")
    for body in (b"", b"x", packed([bytes(2 * 10**7)]), packed([b"x"] * 9)):
        forged = media_trial.Answer("", body)
        monkeypatch.setattr(media_trial, "tried", lambda files, forged=forged: [forged for _ in files])
        for kept in (home / "cache" / FOLDER).glob("*"):
            kept.unlink()
        pack = load_sprite_pack("mine", (tmp_path / "sprites", data_root() / "sprites"))
        assert pack.surface("icons/own", 32).get_size() == (32, 32) and "icons/own" in pack.warnings[0]
        with pytest.raises(
            PackError, match=r"bell\.wav: (it decodes to too much|only part of it was decoded|a sound shorter)"
        ):
            load_sound_pack("mine", (tmp_path / "sounds", data_root() / "sounds")).data("bell")


def test_what_is_kept_stays_bounded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_trial, "MOST_KEPT_BYTES", 40_000)
    for number in range(12):
        media_trial._keep({f"{number:064x}": media_trial.Answer("", bytes(9000))})
    assert 1 < len(list((home / "cache" / FOLDER).iterdir())) < 5
    monkeypatch.setattr(media_trial, "MOST_KEPT", 2)
    media_trial._keep({f"{number:064x}": media_trial.Answer("no") for number in range(12, 25)})
    assert len(list((home / "cache" / FOLDER).iterdir())) == 2


def test_a_disk_that_refuses_costs_only_another_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **more: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(media_trial, "_unkept", {})
    monkeypatch.setattr(Disk, "create", refuse)
    the_sprites(tmp_path / "mine")
    assert load_sprite_pack("mine", (tmp_path, data_root() / "sprites")).surface("icons/port", 32)


def test_a_file_exchanged_after_the_check_is_tried_before_it_is_drawn(tmp_path: Path, starts: list[list[str]]) -> None:
    folder = the_sprites(tmp_path / "mine")
    pack = load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))
    written(folder / "icons/town.svg", SVG.replace("64", "65"))
    written(folder / "icons/own.png", png()[:-30])
    pack.surface("icons/town", 32), pack.surface("icons/own", 32)
    assert len(starts) == 3
    assert len(pack.warnings) == 1 and "own.png: the decoder cannot read it" in pack.warnings[0]


# ---- Ogg ------------------------------------------------------------------------------------------------

OGGS = corpus()[".ogg"]


@pytest.mark.skipif(not OGGS, reason="this pygame comes without its examples")
def test_an_ogg_is_decoded_elsewhere_and_played_as_a_wav(tmp_path: Path, starts: list[list[str]]) -> None:
    folder = the_sounds(tmp_path / "mine")
    written(folder / "pack.toml", (folder / "pack.toml").read_text().replace("bell.wav", "bell.ogg"))
    written(folder / "bell.ogg", OGGS[0])
    pack = load_sound_pack("mine", (tmp_path, data_root() / "sounds"))
    sound = pack.data("bell")
    assert sound[:4] == b"RIFF" and len(sound) > 22050
    assert pack.data("bell") == sound and len(starts) == 1
    assert len(sound) < LONGEST and Audio(pack).play("bell")


# ---- safe start -----------------------------------------------------------------------------------------


def test_a_pack_that_breaks_the_decoder_is_not_used_and_the_program_starts(home: Path) -> None:
    written(the_sprites(home / "sprites/mine") / "icons/x.svg", GRASPING)
    app = App(Settings(sprite_pack="mine", first_run=False), headless=True, size=(640, 480))
    kit = all_resources(app, Saves(), silent=True)
    assert kit.pack.id == app.settings.sprite_pack == "standard"
    (told,) = kit.problems
    assert (
        "The sprite pack 'mine' cannot be used" in told
        and "x.svg" in told
        and "Using the standard pictures instead." in told
    )
    (info,) = list_packs("sprites", (home / "sprites",))
    assert "x.svg" in info.problem  # and is not offered again


def test_somebody_before_the_window_is_told_that_a_pack_is_being_checked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_sprites(home / "sprites/mine")
    said: list[str] = []
    app = App(Settings(first_run=False), headless=True, size=(640, 480))
    show = app.say_at_once
    monkeypatch.setattr(app, "say_at_once", lambda text: (said.append(text), show(text)))
    kit = all_resources(app, Saves(), silent=True)
    assert said == []
    app.settings.sprite_pack = "mine"
    kit.follow()
    assert kit.pack.id == "mine" and said == ["Checking the pack 'mine'…"]


# ---- at random ------------------------------------------------------------------------------------------


def test_what_is_handed_back_of_damaged_files_can_be_read() -> None:
    tally = tried_at_random(3, Judge(), lambda tally: sum(tally.made.values()) < 60)
    assert tally.wanting == []
    assert set(tally.used) == {kind for kind, files in corpus().items() if files}


def test_the_damage_is_the_same_for_the_same_seed() -> None:
    first, second = mutants(4), mutants(4)
    assert all(next(first) == next(second) for _ in range(50))
