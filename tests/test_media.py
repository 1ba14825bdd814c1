"""Pictures and sounds of strangers: read strictly, written anew, decoded in another process before this one does."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pygame
import pytest

from game.app.application import App
from game.app.audio import Audio
from game.app.settings import Settings
from game.packs import media_trial
from game.packs.artwork import draw_picture
from game.packs.decoder_process import OK, SHORT, UNREADABLE, decode
from game.packs.listing import list_packs
from game.packs.loader import PackError, load_sound_pack, load_sprite_pack
from game.packs.media_trial import (
    DIED,
    FILE,
    SOUNDS_KEPT,
    STUCK,
    TIME,
    MediaError,
    Trial,
    Verdicts,
    cleaned,
    tried,
    verdicts,
)
from game.packs.readers.sound_check import clean_wav
from game.packs.readers.svg_check import clean_svg
from game.packs.validation import check_pack
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.system.disk import Disk
from game.system.paths import OWN_PACKS, data_root, is_own_pack
from tests.decoders import Judge, corpus, mutants
from tests.decoders import tried as tried_at_random
from tests.hostile_sound import SVG, chunk, png, the_sounds, the_sprites, wav, written
from tests.hostility import ROOT, environment

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{}</svg>'
ROUND = '<path fill="none" stroke="#000" stroke-linejoin="round" stroke-width="{}" d="M0 0{}"/>'
SLOW = OPEN.format(ROUND.format(500_000, "l9 1-9 1" * 360) * 8).encode()
GRASPING = OPEN.format(ROUND.format(500_000, "l9 1-9 1" * 1500)).encode()
EMPTY = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36, b"WAVE", b"fmt ", 16, 1, 1, 22050, 44100, 2, 16, b"data", 0)


SELF = sys.executable


def cause(kind: str, data: bytes) -> str:
    with pytest.raises(MediaError) as caught:
        cleaned(kind, data)
    return str(caught.value)


def pixels(data: bytes, kind: str, size: int) -> bytes:
    return pygame.image.tobytes(draw_picture(data, kind, size), "RGBA")


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


# ---- sounds that are too short -------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("rate", [8000, 22050, 44100, 48000])
def test_a_sound_of_less_than_a_hundredth_of_a_second_is_refused(bits: int, channels: int, rate: int) -> None:
    for frames in (0, 1, 2, rate // 100 - 1):
        sound = wav(channels=channels, rate=rate, bits=bits, seconds=(frames + 0.5) / rate)
        assert "shorter than a 100th of a second" in cause(".wav", sound)
    assert cleaned(".wav", wav(channels=channels, rate=rate, bits=bits, seconds=0.011))


def test_a_sound_without_data_does_not_end_the_program(tmp_path: Path) -> None:
    """SDL_mixer gives the memory of such a sound back twice, and the program is aborted."""
    folder = the_sounds(tmp_path / "mine")
    written(folder / "bell.wav", EMPTY)
    code = (
        "import sys\nfrom pathlib import Path\nfrom game.app.audio import Audio\nfrom game.packs import loader\n"
        "from game.packs.safe_files import PackError\nfrom game.system.paths import pack_roots\n"
        "where = (Path(sys.argv[1]), *pack_roots('sounds'))\n"
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
    assert "bell.wav: a sound of 0 samples" in done.stdout


def test_what_anybody_added_to_a_wav_does_not_reach_the_decoder() -> None:
    plain = wav()
    added = plain[:12] + b"LIST\x03\0\0\0abc\0" + plain[12:36] + b"smpl\x04\0\0\0\xff\xff\xff\xff" + plain[36:]
    assert clean_wav(added) == clean_wav(plain) == plain
    assert clean_wav(plain[:40] + struct.pack("<I", len(plain) - 43) + plain[44:] + b"\7") == plain  # half a frame more


@pytest.mark.parametrize(
    ("sound", "why"),
    [
        (wav(size=9999), "cut off"),
        (wav() + wav()[36:], "two 'data' chunks"),
        (wav()[:36] + wav()[12:], "two 'fmt' chunks"),
        (wav(kind=0xFFFE), "plain PCM"),
        (wav(kind=3, bits=32), "plain PCM"),
        (wav(bits=24), "plain PCM"),
        (wav(channels=0), "plain PCM"),
        (wav(seconds=31, rate=8000), "longer than 30 seconds"),
    ],
)
def test_a_wav_that_is_not_what_it_says_is_refused(sound: bytes, why: str) -> None:
    assert why in cause(".wav", sound)


# ---- PNG ------------------------------------------------------------------------------------------------


def test_text_profiles_and_films_of_a_png_do_not_reach_the_decoder() -> None:
    swollen = zlib.compress(b"\0" * 3_000_000, 9)
    for kind in (b"zTXt", b"iCCP", b"iTXt", b"tEXt", b"acTL", b"fdAT", b"eXIf", b"sPLT"):
        assert cleaned(".png", png(extra=chunk(kind, b"x\0\0" + swollen) * 3)) == png()


def test_every_true_kind_of_png_is_drawn_as_before_it_was_written_anew() -> None:
    for picture in corpus()[".png"]:
        assert pixels(cleaned(".png", picture), ".png", 16) == pixels(picture, ".png", 16)


def test_a_png_must_hold_the_lines_its_head_speaks_of() -> None:
    line = b"\0" + b"\x20\x40\x60\xff" * 9
    for count in (0, 4, 6, 10**6):
        assert "are not those" in cause(".png", png(9, 5, rows=zlib.compress(line * count)))
    assert "cannot be unpacked" in cause(".png", png(9, 5, rows=b"\xff" * 30))
    assert "are not those" in cause(".png", png(9, 5, rows=zlib.compress(line * 5) + b"x"))
    assert "are not those" in cause(".png", png(9, 5, rows=zlib.compress(line * 5)[:-3]))


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (png()[:33] + struct.pack(">I4s", 2**31 - 1, b"IDAT") + bytes(40), "longer than the file"),
        (png(extra=chunk(b"tEXt", b"") * 5000), "more than 4000 chunks"),
        (png(extra=chunk(b"ABCD", b"")), "nobody knows"),
        (png(extra=png()[8:33]), "two IHDR"),
        (png()[:-12], "cut off"),
        (png()[:20] + b"\1" + png()[21:], "over 2048"),
        (png()[:-1] + b"\1", "checksum"),
    ],
)
def test_a_png_with_chunks_that_lie_is_refused(picture: bytes, why: str) -> None:
    assert why in cause(".png", picture)


# ---- drawings -------------------------------------------------------------------------------------------


def test_the_games_own_drawings_look_the_same_written_anew() -> None:
    for drawing in corpus()[".svg"]:
        for size in (13, 64):
            assert pixels(clean_svg(drawing), ".svg", size) == pixels(drawing, ".svg", size)


@pytest.mark.parametrize(
    "body",
    [
        ROUND.format(100_000, "L9 9 1 3" * 300),
        f'<g transform="scale(900)">{ROUND.format(90, "l9 9-9 9" * 300)}</g>',
        '<g transform="scale(9)">' * 9 + ROUND.format(1, "l9 9-9 9" * 300) + "</g>" * 9,
        ROUND.format(500_000, "l9 1-9 1" * 360),
        '<rect width="64" height="64" fill="red" stroke="url(#a)" stroke-width="64"/>' * 90,
        f'<path d="M32 32q9 9 0 0{"t6 0t-6 0" * 300}"/>',
        '<circle r="9e5"/>',
    ],
)
def test_a_drawing_that_would_take_long_is_refused_before_it_is_drawn(body: str) -> None:
    said = cause(".svg", OPEN.format(body).encode())
    assert any(why in said for why in ("too long to draw", "as wide as the drawing", "beyond it", "without measure"))


def test_the_decoder_is_given_nothing_that_was_not_understood() -> None:
    odd = '<rect width="9" height="9" filter="url(#x)" mask="x" class="a" data-x="1" fill="#fff"/>'
    given = clean_svg(OPEN.format(f"<!-- <path/> --><title>Hello</title>{odd}").encode()).decode()
    assert not any(word in given for word in ("filter", "mask", "class", "data-x", "Hello", "<!--"))
    assert '<rect fill="#fff" width="9" height="9"/>' in given


def test_a_gradient_of_one_stop_is_given_two() -> None:
    """nanosvg by itself reads 256 colours from behind a single stop."""
    one = '<linearGradient id="a"><stop offset="0" stop-color="#123"/></linearGradient><rect fill="url(#a)" width="9"/>'
    assert clean_svg(OPEN.format(one).encode()).count(b"<stop") == 2


@pytest.mark.parametrize("text", ["d", "spaces", "numbers"])
def test_a_hostile_drawing_is_refused_without_going_over_it_again_and_again(text: str) -> None:
    body = {
        "d": f'<path d="M0 0{"," * 99_000}"/>',
        "spaces": f'<path d="M0 0{" " * 200_000}x"/>',
        "numbers": f'<path d="M0 {"1" * 200_000}x"/>',
    }[text]
    before = os.times().user
    cause(".svg", OPEN.format(body).encode())
    assert os.times().user - before < 5


# ---- the other process ----------------------------------------------------------------------------------


def test_every_fate_of_a_file_is_told_and_the_next_one_is_tried() -> None:
    good = (".svg", SVG.encode())
    answers = tried([good, (".wav", EMPTY), good])
    assert [answer.verdict for answer in answers] in ([OK, SHORT, OK], [OK, DIED, OK])
    assert [a.verdict for a in tried([(".png", b"no picture"), good])] == [UNREADABLE, OK]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a POSIX system")
@pytest.mark.parametrize("data", [SLOW, GRASPING], ids=["time", "memory"])
def test_a_drawing_that_the_reader_would_not_stop_is_stopped_by_the_limits(data: bytes) -> None:
    code = (
        "import resource, sys\nfrom tests.test_media import SVG, tried\n"
        "for answer in tried([('.svg', sys.stdin.buffer.read()), ('.svg', SVG.encode())]):\n    print(answer.verdict)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\nprint(used.ru_utime, used.ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=data, capture_output=True, check=True, cwd=ROOT, env=environment()
    )
    *verdicts, used = done.stdout.decode().splitlines()
    seconds, memory = map(float, used.split())
    assert verdicts[0] in (TIME, DIED, media_trial.MEMORY) and verdicts[1] == OK
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
        assert trial.ask(".svg", SVG.encode()).verdict == OK
        assert trial.ask(".png", b"").verdict == UNREADABLE


def test_a_pack_is_refused_where_no_process_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_sprites(tmp_path / "mine")
    for words in (["/no/such/program"], [sys.executable, "-c", "pass"]):
        monkeypatch.setattr(media_trial, "command", lambda words=words: words)
        with pytest.raises(PackError, match="does not start"):
            load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))


def test_a_process_ended_from_outside_speaks_against_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os; os.write(1, b'ready\\n'); os.read(0, 9); os.kill(os.getpid(), {})"
    for signal, verdict in ((9, STUCK), (15, STUCK), (11, DIED), (6, DIED)):
        monkeypatch.setattr(media_trial, "command", lambda signal=signal: [SELF, "-c", code.format(signal)])
        (answer,) = tried([(".svg", SVG.encode())])
        assert answer.verdict == verdict
    assert STUCK not in media_trial.KEPT


def test_a_process_that_stands_still_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_trial, "WAITING", 0.2)
    monkeypatch.setattr(media_trial, "command", lambda: [SELF, "-c", "import os; os.read(0, 1)"])
    with pytest.raises(media_trial.TrialError, match="does not start"):
        tried([(".svg", b"")])


def test_a_pack_that_takes_too_long_altogether_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_sprites(tmp_path / "mine")
    monkeypatch.setattr(media_trial, "PACK_SECONDS", -1)
    with pytest.raises(PackError, match="all its files together"):
        load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))


# ---- what was found before ------------------------------------------------------------------------------


def test_a_damaged_list_of_verdicts_does_no_harm(home: Path) -> None:
    verdicts().add({"a" * 64: OK, "b" * 64: TIME, "c" * 64: "stuck", "d" * 64: "anything"})
    whole = (home / FILE).read_bytes()
    assert Verdicts(home / FILE).found == {"a" * 64: OK, "b" * 64: TIME}
    for damaged in (b"", whole[10:], b"\xff" * 100, whole.replace(b"media 3", b"media 2"), whole + b"x" * 10**6):
        written(home / FILE, damaged)
        assert Verdicts(home / FILE).found == {}
    written(home / FILE, whole + b"e" * 64 + b" perfect\n" + b"f" * 64 + b" ok and more\nok\n" + b"0" * 64 + b" ok")
    assert set(Verdicts(home / FILE).found) == {"a" * 64, "b" * 64, "0" * 64}


def test_a_list_of_verdicts_that_is_a_pipe_or_a_folder_is_not_waited_for(home: Path) -> None:
    (home / FILE).mkdir(parents=True)
    assert Verdicts(home / FILE).found == {}
    Verdicts(home / FILE).add({"a" * 64: OK})
    (home / FILE).rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(home / FILE)
        assert Verdicts(home / FILE).found == {}


def test_the_list_of_verdicts_stays_bounded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_trial, "MOST_VERDICTS", 10)
    for number in range(25):
        verdicts().add({f"{number:064x}": OK})
    assert set(Verdicts(home / FILE).found) == {f"{number:064x}" for number in range(15, 25)}


def test_a_disk_that_refuses_costs_only_another_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **more: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "create", refuse)
    the_sprites(tmp_path / "mine")
    assert load_sprite_pack("mine", (tmp_path, data_root() / "sprites")).surface("icons/port", 32)


def test_a_file_exchanged_after_the_check_is_tried_before_it_is_drawn(tmp_path: Path, starts: list[list[str]]) -> None:
    folder = the_sprites(tmp_path / "mine")
    pack = load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))
    written(folder / "icons/town.svg", SVG.replace("64", "65"))
    written(folder / "icons/own.png", png()[:-12])
    pack.surface("icons/town", 32), pack.surface("icons/own", 32)
    assert len(starts) == 2
    assert len(pack.warnings) == 1 and "own.png: a PNG that is cut off" in pack.warnings[0]


# ---- Ogg ------------------------------------------------------------------------------------------------

OGGS = corpus()[".ogg"]


@pytest.mark.skipif(not OGGS, reason="this pygame comes without its examples")
def test_an_ogg_is_decoded_elsewhere_and_played_as_a_wav(
    tmp_path: Path, home: Path, starts: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = the_sounds(tmp_path / "mine")
    written(folder / "pack.toml", (folder / "pack.toml").read_text().replace("bell.wav", "bell.ogg"))
    written(folder / "bell.ogg", OGGS[0])
    pack = load_sound_pack("mine", (tmp_path, data_root() / "sounds"))
    sound = pack.data("bell")
    assert sound[:4] == b"RIFF" and len(sound) > 22050
    assert pack.data("bell") == sound and len(starts) == 1
    (kept,) = (home / SOUNDS_KEPT).iterdir()
    for damage in (b"", sound[:50], b"OggS" + bytes(99)):
        written(kept, damage)
        assert pack.data("bell") == sound
    assert len(starts) == 4
    monkeypatch.setattr(media_trial, "MOST_SOUND_BYTES", 1)
    media_trial.keep_sound("0" * 64, bytes(4000))
    assert [path.stem for path in (home / SOUNDS_KEPT).iterdir()] == ["0" * 64]
    assert Audio(pack).play("bell")


# ---- safe start -----------------------------------------------------------------------------------------


def test_a_pack_that_breaks_the_decoder_is_not_used_and_the_program_starts(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(media_trial.CLEAN, ".svg", lambda data: data)  # a file that no reader stops
    written(the_sprites(home / "sprites/mine") / "icons/x.svg", GRASPING)
    app = App(Settings(sprite_pack="mine", first_run=False), headless=True, size=(640, 480))
    kit = all_resources(app, Saves(), silent=True)
    assert kit.pack.id == app.settings.sprite_pack == "standard"
    (told,) = kit.problems
    assert "The pack 'mine' cannot be used" in told and "x.svg" in told and "standard pictures are used" in told
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


def test_what_the_readers_let_pass_the_decoders_live_through() -> None:
    judge = Judge(media_trial.command())
    tally = tried_at_random(3, judge, lambda tally: sum(tally.passed.values()) < 60)
    assert tally.wanting == []
    assert set(tally.passed) >= {".svg", ".png", ".wav"}


def test_the_damage_is_the_same_for_the_same_seed() -> None:
    first, second = mutants(4), mutants(4)
    assert all(next(first) == next(second) for _ in range(50))


def test_the_heaviest_drawing_that_is_let_pass_takes_little_time() -> None:
    lines = "".join(f"L{i * 37 % 64} {i * 23 % 64}" for i in range(700))
    heavy = clean_svg(OPEN.format(ROUND.format(3, lines)).encode())
    before = os.times().user
    assert decode(".svg", heavy) == (OK, b"")
    assert os.times().user - before < 5
