"""Makes the bundle: python packaging/build.py [--out DIR] [--archive]

A clean virtual environment, PyInstaller and the libraries in it as the lock has them, one folder with everything the
game needs.  Nothing else on this machine is changed.  Exit code 0: done; 1: it failed, with one line that says at which
step.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from contents import BESIDE, DISTRIBUTIONS, ROOT

LOCK = ROOT / "packaging" / "locks" / "build.txt"
EPOCH = 1580601600  # seconds since 1970, as in the wheel, where SOURCE_DATE_EPOCH does not name others
NO_NUMPY = "import importlib.util as u, sys; sys.exit(u.find_spec('numpy') and 'numpy is there and would be packed')"
NAMES = {"win32": "windows", "darwin": "macos"}
ICONS = {"win32": "rasputitsa.ico", "darwin": "rasputitsa.icns"}


class Failed(Exception):
    """One step did not succeed."""


class Workshop:
    """A temporary folder with the virtual environment and what the tools leave behind."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.folder, self.log = folder, log
        bin_folder = "Scripts" if os.name == "nt" else "bin"
        self.python = folder / "venv" / bin_folder / ("python.exe" if os.name == "nt" else "python")

    def run(self, what: str, *words: str | Path) -> str:
        """Output of one command.

        :raises Failed: with its last line.
        """
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
        environment |= {"PYTHONHASHSEED": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        environment |= {"SOURCE_DATE_EPOCH": str(epoch())}
        print(f"{what} ...", flush=True)
        done = subprocess.run(
            [str(word) for word in words], cwd=self.folder, env=environment, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"== {what}: {' '.join(map(str, words))}\n{done.stdout}\n")
        if done.returncode:
            last = next((line for line in reversed(done.stdout.splitlines()) if line.strip()), "it said nothing")
            raise Failed(f"{what}: {last.strip()}  (all of it: {self.log})")
        return done.stdout.strip()


def build(out: Path) -> Path:
    """The bundle, a folder in ``out``.  An older one there is replaced when the new one is complete."""
    out.mkdir(parents=True, exist_ok=True)
    log = out / "build.log"
    log.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="rasputitsa-build-", ignore_cleanup_errors=True) as temporary:
        shop = Workshop(Path(temporary).resolve(), log)
        shop.run("making a virtual environment", sys.executable, "-m", "venv", shop.folder / "venv")
        pip = (shop.python, "-m", "pip", "install", "-qq")
        shop.run("installing PyInstaller and the libraries", *pip, "--require-hashes", "-r", LOCK)
        shop.run("installing the game", *pip, "--no-index", "--no-build-isolation", ROOT)
        shop.run("making sure that numpy is not there", shop.python, "-c", NO_NUMPY)
        if icon := ICONS.get(sys.platform):
            shop.run("drawing the icon", shop.python, ROOT / "packaging" / "icon.py", shop.folder / icon)
        shop.run(
            "packing", shop.python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", shop.folder / "dist", "--workpath", shop.folder / "work",
            ROOT / "packaging" / "rasputitsa.spec",
        )  # fmt: skip
        fresh = shop.folder / "dist" / "rasputitsa"
        add_papers(shop, fresh)
        started = shop.run("starting it", fresh / program_name(), "--version")
        bundle = moved(fresh, out / "rasputitsa")
        if (app := shop.folder / "dist" / "Rasputitsa.app").is_dir():
            shop.run("starting the app", app / "Contents" / "MacOS" / "rasputitsaw", "--version")
            add_papers(shop, folder := shop.folder / "app")
            shutil.move(app, folder)
            moved(folder, app_folder(bundle))
    print(started.splitlines()[0])
    return bundle


def app_folder(bundle: Path) -> Path:
    """The folder beside a bundle that holds the app for macOS and what people read."""
    return bundle.with_name("rasputitsa-app")


def moved(fresh: Path, place: Path) -> Path:
    """The place, with a new folder in it instead of an older one."""
    if place.exists():
        shutil.rmtree(place)
    shutil.move(fresh, place)
    return place


def add_papers(shop: Workshop, bundle: Path) -> None:
    """What people read, and the licences of everything inside."""
    for source, target in BESIDE.items():
        place = bundle / target
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / source, place)
    licences = bundle / "licences"
    shutil.copytree(ROOT / "packaging" / "licences", licences)
    for font in sorted((ROOT / "game" / "ui" / "widgets" / "style" / "fonts").glob("LICENSE-*.txt")):
        shutil.copyfile(font, licences / f"font-{font.name[8:]}")
    code = "import importlib.metadata as m, sys; print(*[m.distribution(n)._path for n in sys.argv[1:]], sep='\\n')"
    for line in shop.run("gathering licences", shop.python, "-c", code, *DISTRIBUTIONS[1:], "pyinstaller").splitlines():
        folder = Path(line)
        for path in sorted(p for word in ("LICENSE*", "COPYING*") for p in folder.rglob(word)):
            shutil.copyfile(path, licences / f"{folder.name.split('-')[0].lower()}-{path.stem.lower()}.txt")
    shutil.copyfile(python_licence(), licences / "python-license.txt")
    if sys.platform.startswith("linux"):
        shop.run("drawing the sign", shop.python, ROOT / "packaging" / "icon.py", bundle / "rasputitsa.png")
        shutil.copyfile(ROOT / "packaging" / "rasputitsa.desktop", bundle / "rasputitsa.desktop")
    if sys.platform == "win32":
        script = (ROOT / "packaging" / "open-letters.cmd").read_text(encoding="ascii")
        (bundle / "open-letters.cmd").write_text(script, encoding="ascii", newline="\r\n")


def python_licence() -> Path:
    """Where this Python keeps its licence.

    :raises Failed: if it has none.
    """
    library, base = Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)
    near = [library / "LICENSE.txt", base / "LICENSE.txt", base / "LICENSE", Path("/usr/share/doc/python3/copyright")]
    for path in near:
        if path.is_file():
            return path
    raise Failed(f"the licence of Python was not found in {library} or {base}")


def program_name() -> str:
    """What the program is called on this system."""
    return "rasputitsa.exe" if os.name == "nt" else "rasputitsa"


def size_of(bundle: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file() and not path.is_symlink())


def version() -> str:
    """The version of the game."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def epoch() -> int:
    """When everything that is packed was made, in seconds since 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(given) if given.isdecimal() else EPOCH


def dated(bundle: Path) -> None:
    """Give every file the same date, so that only its content speaks from an archive."""
    for path in (bundle, *bundle.rglob("*")):
        if not path.is_symlink():
            os.utime(path, (epoch(), epoch()))


def nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the name and number of whoever packed it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = epoch()
    return entry


def archive(bundle: Path) -> Path:
    """The bundle as one file beside it, with version and system in its name: the same bytes for the same bundle."""
    system = NAMES.get(sys.platform, sys.platform)
    told = os.environ["PROCESSOR_ARCHITECTURE"] if sys.platform == "win32" else os.uname().machine
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(told.lower(), told.lower())
    name = f"{bundle.name}-{version()}-{system}-{machine}"
    if sys.platform == "win32":
        dated(bundle)
        return Path(shutil.make_archive(str(bundle.parent / name), "zip", bundle.parent, bundle.name))
    path = bundle.parent / f"{name}.tar.gz"
    with (
        path.open("wb") as file,
        gzip.GzipFile(name, "wb", fileobj=file, mtime=epoch()) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        tar.add(bundle, name, filter=nobodys)
    return path


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Makes a one-folder bundle of the game.")
    parser.add_argument("--out", metavar="DIR", type=Path, default=ROOT / "dist", help="where to (default: dist)")
    parser.add_argument("--archive", action="store_true", help="pack it as .tar.gz (.zip on Windows) as well")
    args = parser.parse_args()
    try:
        bundle = build(args.out.resolve())
        print(f"{bundle}: {size_of(bundle) / 1e6:.1f} MB in {sum(p.is_file() for p in bundle.rglob('*'))} files")
        for folder in (bundle, app_folder(bundle)) if args.archive else ():
            if not folder.is_dir():
                continue
            packed = archive(folder)
            print(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB")
    except Failed as failure:
        print(f"build: {failure}", file=sys.stderr)
        return 1
    except OSError as failure:
        print(f"build: {failure.filename or 'file'}: {failure.strerror or failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
