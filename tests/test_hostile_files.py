"""Is every hostile file refused in plain words: in time, in little memory, with nothing opened, run or called?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import hostile_maps, hostile_packs, hostile_sound, hostile_texts
from tests.hostile_fuzz import SEEDS, fuzzed
from tests.hostility import Case, faults_of, how_it_died, unkind

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and limits of a POSIX system")


@pytest.mark.parametrize("make", [hostile_maps.cases, hostile_packs.cases, hostile_texts.cases],
                         ids=["maps", "packs", "texts"])
def test_no_hostile_file_does_any_harm(tmp_path: Path, make: Callable[[Path], list[Case]]) -> None:
    cases = make(tmp_path)
    assert len({(case.name, case.path) for case in cases}) == len(cases) > 80
    assert faults_of(cases) == []


def test_sound_files_are_accepted(tmp_path: Path) -> None:
    assert faults_of(hostile_sound.cases(tmp_path)) == []


def test_files_damaged_at_random_do_no_harm() -> None:
    found = fuzzed(sorted(SEEDS), 8, 7)
    assert found.faults == ()
    assert found.tries >= 8 * len(SEEDS)


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
    import subprocess

    from tests import hostility

    act, seen = HARM[harm]
    lines = [line.strip() for line in act.split(";")] if "while" not in act else [act]
    door = "\n".join(["def door(path):", *(f"    {line}" for line in lines), "    return []"])
    code = f"import sys, os, socket, subprocess\nfrom pathlib import Path\nfrom tests import hostility\n{door}\n"
    code += "hostility.SECONDS = 0\nhostility.bound()\n"
    code += "print(hostility.attempt(hostility.Watch(), door, Path('x'), Path(sys.argv[1])))"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False,
                          cwd=hostility.ROOT, env=hostility.environment())
    told = done.stdout if done.returncode == 0 else how_it_died(done.returncode, done.stderr)
    assert seen in told


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
