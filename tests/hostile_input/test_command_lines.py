"""Is whatever the command line is given, and wherever it is to speak, met with a plain sentence and an exit code?"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from game.cli.entry_point import main, parser
from game.system import disk
from game.system.disk import Disk
from game.system.output_files import OutputError, check_folder, check_output, write_output
from tests import ROOT
from tests.hostile_input.command_lines import CALLS, PLACES, answers, furnish, leaves, tries
from tests.hostile_input.harm import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and links of a POSIX system")
EVERY = 40  # a sample; `python -m tests.hostile_input.command_lines` tries all


def test_every_subcommand_has_a_call_that_is_tried() -> None:
    assert sorted(name for name, _ in leaves(parser())) == sorted(CALLS)


def test_hostile_words_are_refused_in_a_sentence(tmp_path: Path) -> None:
    tried = tries(furnish(tmp_path / "p"))[::EVERY]
    assert len(tried) > 100
    assert [answer.fault for answer in answers(tried, tmp_path) if answer.fault] == []


# -- where it speaks ------------------------------------------------------------------------------


def spoken(shell: str, **variables: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a line for the shell; "@" is the program."""
    line = shell.replace("@", f"'{sys.executable}' -m game")
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, cwd=ROOT, check=False, env={**environment(), **variables}
    )
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")


@needs_full
@pytest.mark.parametrize(("words", "unbuffered"), [("tables darkest-crusade", ""), ("--help", "1")])
def test_output_that_cannot_be_written_is_told(words: str, unbuffered: str) -> None:
    code, _, said = spoken(f"@ {words} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert (code, said) == (1, "rasputitsa: what was to be printed: No space left on device\n")


@needs_full
@pytest.mark.parametrize(("words", "code"), [("nonsense", 2), ("tables chess", 1)])
def test_complaints_that_cannot_be_written_change_no_exit_code(words: str, code: int) -> None:
    assert spoken(f"@ {words} 2>/dev/full")[::2] == (code, "")


@pytest.mark.parametrize(
    ("words", "code", "closed"),
    [
        ("tables darkest-crusade", 0, ">&-"),
        ("tables chess", 1, "2>&-"),
        ("tables darkest-crusade", 0, "<&- >&- 2>&-"),
        ("tables chess", 1, "<&- >&- 2>&-"),
    ],
)
def test_a_program_whose_streams_are_closed_does_its_work(closed: str, words: str, code: int) -> None:
    found, out, said = spoken(f"@ {words} {closed}")
    assert found == code
    assert "Traceback" not in said and "Exception" not in said
    assert bool(out) == (code == 0 and ">&-" not in closed.replace("2>&-", ""))


def test_what_is_printed_without_a_place_stands_in_no_file(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    code, _, said = spoken(f"@ screenshot --scenario barbarossa-1941 --out {out} --size 640x480 <&- >&- 2>&-")
    assert (code, said) == (0, "") and out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "encoding"),
    [("scenarios", "ascii:strict"), ("tables –“é”", "ascii:strict"), ("scenarios", "latin-1:strict")],
)
def test_letters_that_a_terminal_does_not_know_are_told_in_others(words: str, encoding: str) -> None:
    code, out, said = spoken(f"@ {words}", PYTHONIOENCODING=encoding, LANG="C", LC_ALL="C", PYTHONUTF8="0")
    assert code == ("é" in words) and (out or said)
    assert "Traceback" not in said and "has failed" not in said


def test_a_reader_that_goes_away_is_no_fault() -> None:
    code, out, said = spoken("@ tables dark-valley | head -1")
    assert (code, out.count("\n"), said) == (0, 1, "")


# -- what it writes -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted({*PLACES} - {"nothing there", "to nowhere", "\udcff", "read-only/file"}))
def test_only_an_ordinary_file_is_written(tmp_path: Path, name: str) -> None:
    places = furnish(tmp_path / "p")
    before = {path: os.lstat(path).st_mode for path in sorted(places.iterdir())}
    for ask in (check_output, lambda path: write_output(path, b"x")):
        with pytest.raises(OutputError) as refused:
            ask(places / name)
        assert name.split("/")[0].split()[-1] in str(refused.value) and str(refused.value).isprintable()
    assert {path: os.lstat(path).st_mode for path in sorted(places.iterdir())} == before


def test_a_file_behind_a_link_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    for data in (b"first", b"second"):
        write_output(tmp_path / "link", data)
        assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == data
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize("operation", ["create", "write", "flush", "close", "rename"])
def test_a_full_disk_is_told_and_leaves_the_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    (tmp_path / "x").write_bytes(b"older")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    full = Disk()
    monkeypatch.setattr(full, operation, fail)
    monkeypatch.setattr(disk, "DISK", full)
    with pytest.raises(OutputError, match=r"x: No space left on device"):
        write_output(tmp_path / "x", b"newer")
    assert (tmp_path / "x").read_bytes() == b"older" and [p.name for p in tmp_path.iterdir()] == ["x"]


def test_a_folder_to_write_into_may_be_new_but_not_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    check_folder(tmp_path / "a" / "b")
    for name in ("file", "file/b"):
        with pytest.raises(OutputError, match="file is not a folder"):
            check_folder(tmp_path / name)


@pytest.mark.parametrize(
    "words",
    [
        ("screenshot", "--scenario", "barbarossa-1941", "--after", "100000", "--out", "@"),
        ("simulate", "--scenario", "barbarossa-1941", "--games", "1000000", "--save", "@/file"),
    ],
    ids=lambda words: words[0],
)
def test_it_is_found_out_before_the_work_begins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: Sequence[str]
) -> None:
    (tmp_path / "x.png").mkdir()
    (tmp_path / "x.png" / "file").write_text("x")
    assert main([word.replace("@", str(tmp_path / "x.png")) for word in words]) == 1
    out, said = capsys.readouterr()
    assert out == "" and "x.png" in said and said.count("\n") == 1


def test_an_ending_that_is_no_pictures_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["screenshot", "--scenario", "x", "--out", "x.gif"])
    assert ".png" in capsys.readouterr().err


# -- where the player's files are -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("pipe", "play --first-frame"),
        ("zeros", "play --scenario barbarossa-1941 --first-frame"),
        ("file/in a file", "play --first-frame"),
        ("ring", "scenarios"),
        ("\udcff\x1b[2J\n", "play --first-frame"),
        ("x" * 300, "play --first-frame"),
        ("x/" * 3000, "scenarios"),
    ],
)
def test_the_program_starts_or_says_why_wherever_the_players_folder_is_said_to_be(
    tmp_path: Path, place: str, words: str
) -> None:
    folder = furnish(tmp_path / "p")
    code, _, said = spoken(f"@ {words}", RASPUTITSA_HOME=str(folder / place))
    assert "Traceback" not in said and "has failed" not in said
    if len(place) >= 300:
        assert code == 1 and "File name too long" in said and said.count("\n") == 1
    else:
        assert (code, said) == (0, "")
