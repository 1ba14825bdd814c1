"""Is every hostile file refused in plain words: in time, in little memory, with nothing opened, run or called?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import ROOT
from tests.hostile_input import harm as hostility
from tests.hostile_input import maps, packs, sounds, texts
from tests.hostile_input.damaged_sounds import SEEDS, fuzzed
from tests.hostile_input.harm import Case, faults_of, how_it_died, unkind
from tests.kits.patience import watched

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and limits of a POSIX system")


@pytest.mark.parametrize("make", [maps.cases, packs.cases, texts.cases], ids=["maps", "packs", "texts"])
def test_no_hostile_file_does_any_harm(tmp_path: Path, make: Callable[[Path], list[Case]]) -> None:
    cases = make(tmp_path)
    assert len({(case.name, case.path) for case in cases}) == len(cases) > 80
    assert faults_of(cases) == []


def test_sound_files_are_accepted(tmp_path: Path) -> None:
    assert faults_of(sounds.cases(tmp_path)) == []


def test_files_damaged_at_random_do_no_harm() -> None:
    found = fuzzed(sorted(SEEDS), 5, 7)
    assert found.faults == ()
    assert found.tries >= 5 * len(SEEDS)


# -- would harm be seen? --------------------------------------------------------------------------

HARM = {
    "opens": ("open('/etc/hostname').close()", "opened /etc/hostname"),
    "lists": ("import os; os.listdir('/etc')", "opened /etc"),
    "runs": ("exec('1')", "exec"),
    "compiles": ("compile('1', 'x', 'eval')", "compile"),
    "calls": ("import socket; socket.socket().close()", "socket."),
    "starts": ("import os; os.system('true')", "os.system"),
    "forks": ("import subprocess; subprocess.run(['true'])", "subprocess.Popen"),
    "fails": ("1 / 0", "ZeroDivisionError"),
    "leaves": ("raise SystemExit", "SystemExit"),
    "hangs": ("while True: pass", "hung for"),
    "hangs in C": ("sum(iter(int, 1))", "hung for"),
    "eats": ("x = b'x' * 700_000_000", "MB of memory"),
    "eats all": ("x = b'x' * 70_000_000_000", "MemoryError"),
    "dies": ("import os; os.abort()", "the process died"),
}


@pytest.mark.parametrize("harm", HARM)
def test_harm_is_noticed(tmp_path: Path, harm: str) -> None:
    assert HARM[harm][1] in told_of(tmp_path, HARM[harm][0], 0 if "hang" in harm else hostility.SECONDS)


def test_what_eats_and_hangs_is_told_to_eat(tmp_path: Path) -> None:
    act = "x = b'x' * 700_000_000; sum(iter(int, 1))"
    assert "MB of memory" in told_of(tmp_path, act, 1)


def test_a_slow_machine_does_not_look_like_a_file_that_hangs(tmp_path: Path) -> None:
    """Two seconds of a processor where the calibrator says that everything takes eight times as long as at rest."""
    work = "import time; t = time.process_time() + 2; any(time.process_time() > t for _ in iter(int, 1))"
    assert "hung for" in told_of(tmp_path, work, 0)
    assert told_of(tmp_path, work, 1, "hostility.slowness = lambda: 8.0") == "([], [])\n"


def told_of(inside: Path, act: str, seconds: int, before: str = "") -> str:
    """What is told of a door that does this."""
    lines = [line.strip() for line in act.split(";")] if "while" not in act else [act]
    door = "\n".join(["def door(path):", *(f"    {line}" for line in lines), "    return []"])
    code = "import sys, os, socket, subprocess\nfrom pathlib import Path\n"
    code += f"from tests.hostile_input import harm as hostility\n{door}\n"
    code += f"hostility.SECONDS = {seconds}\n{before}\nhostility.bound()\n"
    code += "print(hostility.attempt(hostility.Watch(), door, Path('x'), Path(sys.argv[1])))"
    done = watched([sys.executable, "-c", code, str(inside)], ROOT, hostility.environment())
    return done.out if done.code == 0 else how_it_died(done)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("", "0 letters"),
        ("tiny.tmx: " + "x" * 900, "910 letters"),
        ("tiny.tmx: a\nb", "more than a line"),
        ("tiny.tmx: \x1b[2J", "cannot be printed"),
        ("tiny.tmx: <class 'KeyError'>", "machine room"),
        ("something is wrong", "does not name the file"),
        ("tiny.tmx: it is too large", ""),
    ],
)
def test_a_refusal_is_a_plain_sentence_that_names_the_file(message: str, why: str) -> None:
    assert why in unkind(message, Path("maps/tiny.tmx"))
    assert bool(why) == bool(unkind(message, Path("maps/tiny.tmx")))
