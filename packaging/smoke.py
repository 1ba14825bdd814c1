"""Whether a bundle works by itself: python packaging/smoke.py BUNDLE [--pictures DIR]

Its versions, its scenarios, its own data checked; a whole game of the computer against itself with Python out of reach;
real clicks in a real window where Xvfb and xdotool are installed; its size, and how long it takes to the first picture.
Exit code 0: all of it; 1: something did not work, said in one line.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))
from build import program_name, size_of

MOST_MB = 70
GAME = ("simulate", "--scenario", "barbarossa-1941", "--games", "1", "--axis", "recruit", "--soviet", "recruit")
KEPT = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "APPDATA", "USERPROFILE")  # Windows cannot do without
UNSEEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
TIMES = 5
LIMIT = 600  # seconds after which a program counts as stuck


class Broken(Exception):
    """Something in the bundle does not work."""


class Runner:
    """Starts the bundle's program with nothing around it: no variables, no search path, a folder of its own."""

    def __init__(self, program: Path, home: Path) -> None:
        self.program, self.home = program, home
        self.before: tuple[str, ...] = ()

    def words(self, *words: str) -> list[str]:
        """What starts it."""
        return [*self.before, str(self.program), *words]

    def environment(self, **more: str) -> dict[str, str]:
        """All that the program is told."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        return {**kept, "PATH": "/nonexistent", "RASPUTITSA_HOME": str(self.home), **more}

    def ask(self, *words: str, **more: str) -> str:
        """What the program prints.

        :raises Broken: if it fails, or says nothing.
        """
        done = subprocess.run(
            self.words(*words), env=self.environment(**more), capture_output=True, input="",
            encoding="utf-8", errors="replace", timeout=LIMIT, check=False,
        )  # fmt: skip
        if done.returncode or not done.stdout.strip():
            last = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
            raise Broken(f"{' '.join(words)}: exit code {done.returncode}, said last: {last}")
        return done.stdout


class Cell(Runner):
    """The same in a folder that it takes for the whole machine: the bundle, the C library, zlib, no Python anywhere."""

    def __init__(self, bundle: Path, cell: Path) -> None:
        super().__init__(Path("/") / bundle.name / program_name(), Path("/home"))
        shutil.copytree(bundle, cell / bundle.name, symlinks=True)
        for folder in ("home", "tmp"):
            (cell / folder).mkdir()
        for library in system_libraries(bundle):
            place = cell / library.relative_to("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(library, place)
            place.chmod(0o755)
        self.before = (shutil.which("chroot") or "chroot", str(cell))


def system_libraries(bundle: Path) -> list[Path]:
    """What the system's loader brings in from outside the bundle: the C library, and zlib for the program itself."""
    files = [p for p in (bundle / "_internal").rglob("*") if p.is_file() and p.open("rb").read(4) == b"\x7fELF"]
    told = ldd([bundle / program_name()], "") + ldd(files, str(bundle / "_internal"))
    words = {word for line in told.splitlines() if line.startswith("\t") for word in line.split()}
    found = {Path(word) for word in words if word.startswith("/")}
    return sorted(path for path in found if bundle not in path.parents and path.is_file())


def ldd(files: list[Path], where: str) -> str:
    """What ldd says of some programs and libraries."""
    environment = {**os.environ, "LD_LIBRARY_PATH": where}
    return subprocess.run(
        ["ldd", *map(str, files)], env=environment, capture_output=True, text=True, check=False
    ).stdout  # fmt: skip


def cell_possible() -> bool:
    """May we shut a program into a folder here?"""
    return sys.platform.startswith("linux") and os.geteuid() == 0 and all(map(shutil.which, ("chroot", "ldd")))


def tells(runner: Runner, bundle: Path) -> None:
    """Versions, scenarios and the state of its own data."""
    told = runner.ask("--version")
    print("".join(f"  {line}\n" for line in told.splitlines()), end="")
    if "not installed" in told or "missing" in told:
        raise Broken("--version does not know all versions")
    scenarios = [line for line in runner.ask("scenarios").splitlines() if line and line[0] != " "]
    data = bundle / "_internal"
    checked = runner.ask("check", *(str(data / name) for name in ("sprites", "sounds")), **UNSEEN)
    if not scenarios or not all(": no faults" in line for line in checked.splitlines()):
        raise Broken("its own scenarios or packs are faulty")
    if not any((runner.home / "cache" / "decoded-media").glob("*")):
        raise Broken("no picture or sound was decoded in a process of its own")
    print(f"  {len(scenarios)} scenarios; {len(checked.splitlines())} packs without faults")


def plays(runner: Runner, bundle: Path, work: Path) -> None:
    """One whole game with Python out of reach."""
    where = "with an empty environment and search path (no chroot here)"
    if cell_possible():
        runner = Cell(bundle, work / "cell")
        programs = [str(p) for p in (work / "cell").rglob("python*") if p.is_file() and os.access(p, os.X_OK)]
        if programs:
            raise Broken(f"the cell is not free of Python: {programs}")
        where = "in a chroot with nothing but the bundle, the C library and zlib"
    print(f"  a whole game {where}:")
    started = time.perf_counter()
    games = runner.home / "games"
    line = runner.ask(*GAME, "--save", str(games)).splitlines()[1]
    print(f"  {line.strip()}  [{time.perf_counter() - started:.1f} s in all]")
    print(f"  its save opens, and played again it is the same: {runner.ask('check', str(games)).split()[-1]}")
    runner.ask("play", "--first-frame", "--scenario", "barbarossa-1941", **UNSEEN)


def first_frame(runner: Runner, screen: Mapping[str, str]) -> None:
    """From the start of the process to the word that the first picture is on the screen; the files are in the cache."""
    began = time.process_time()
    sum(number * number for number in range(10**6))
    print(f"  calibrator: {round(1000 * (time.process_time() - began))} ms for the sum of a million squares")
    for what, words in (("the title", ()), ("the map of a new game", ("--scenario", "barbarossa-1941"))):
        taken, before = [], computed()
        for _ in range(TIMES):
            started = time.perf_counter()
            with subprocess.Popen(
                [str(runner.program), "play", "--first-frame", *words], env=runner.environment(**screen),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            ) as game:  # fmt: skip
                assert game.stdout is not None
                said = game.stdout.readline()
                taken.append(time.perf_counter() - started)
                _, complaint = game.communicate(timeout=LIMIT)
            if said.strip() != "first frame" or game.returncode:
                raise Broken(f"no first frame of {what}: {complaint.strip()[-200:]}")
        middle, best = (round(1000 * seconds) for seconds in (median(taken), min(taken)))
        share = f"; {round(1000 * (computed() - before) / TIMES)} ms of a processor with leaving" if before else ""
        print(f"  {what}: {middle} ms to the first frame (median of {TIMES}; {best} at best{share})")


def computed() -> float:
    """Seconds of a processor that ended child processes have taken; others do not lengthen them.  0: unknown."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Tries whether a bundle works by itself.")
    parser.add_argument("bundle", metavar="BUNDLE", type=Path, help="the folder, e.g. dist/rasputitsa")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="keep what the window showed")
    args = parser.parse_args()
    bundle = args.bundle.resolve()
    try:
        with tempfile.TemporaryDirectory(prefix="rasputitsa-smoke-", ignore_cleanup_errors=True) as temporary:
            smoke(bundle, Path(temporary).resolve(), args.pictures)
    except (Broken, subprocess.TimeoutExpired) as failure:
        print(f"smoke: {failure}", file=sys.stderr)
        return 1
    except OSError as failure:
        print(f"smoke: {failure.filename or 'file'}: {failure.strerror or failure}", file=sys.stderr)
        return 1
    return 0


def smoke(bundle: Path, work: Path, pictures: Path | None) -> None:
    """All of it, in order.

    :raises Broken: at the first thing that does not work.
    """
    import clicks

    runner = Runner(bundle / program_name(), work / "home")
    size = size_of(bundle) / 1e6
    print(f"{bundle}: {size:.1f} MB")
    if size >= MOST_MB:
        raise Broken(f"the bundle has {size:.1f} MB; it must stay below {MOST_MB}")
    tells(runner, bundle)
    plays(runner, bundle, work)
    missing = clicks.missing()
    if missing:
        print(f"  no clicks in a window here: {missing}")
        first_frame(runner, UNSEEN)
        return
    with clicks.Screen(work / "screen") as screen:
        first_frame(runner, screen.variables)
        try:
            clicks.everywhere(screen, runner, work, pictures)
        except (clicks.Astray, LookupError) as failure:
            raise Broken(str(failure)) from None


if __name__ == "__main__":
    sys.exit(main())
