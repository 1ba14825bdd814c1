"""Renews the lock: python packaging/lock.py [--upgrade]

Every library that the game, its bundle and its tests need, in one version, with the hashes of all its files, for every
system and for Python 3.11 and newer.  What is pinned stays as long as it fits ``pyproject.toml``; ``--upgrade`` takes
the newest of everything.  Needs a way to the package index; its address is not kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "locks"
RESOLVER = "uv>=0.9,<1"
HEAD = "# Made by packaging/lock.py out of pyproject.toml: {what}. Not written by hand.\n"
WHAT = {
    "test": "what the tests, the linters and everything below need",
    "build": "what makes the bundle, the wheel and the source archive",
    "game": "what the game itself needs",
}
"""The locks, from the widest to the narrowest: each holds what the next one holds, in the same versions."""


def wanted(lock: str, project: dict[str, Any] | None = None) -> list[str]:
    """The requirements of ``pyproject.toml`` that a lock answers."""
    found = project or tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = {
        "game": found["project"]["dependencies"],
        "build": [*found["build-system"]["requires"], *found["dependency-groups"]["build"]],
        "test": [line for extra in ("test", "learn") for line in found["project"]["optional-dependencies"][extra]],
    }
    names = list(WHAT)
    return [line for name in names[names.index(lock) :] for line in needs[name]]


def renew(upgrade: bool) -> None:
    """Write all locks.

    :raises subprocess.CalledProcessError: if the resolver cannot be had, or finds no versions that go together.
    """
    with tempfile.TemporaryDirectory(prefix="rasputitsa-lock-") as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        tools = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([tools / "python", "-m", "pip", "install", "-qq", RESOLVER], check=True)
        for lock in WHAT:
            words = ["pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-config"]
            words += [
                "--fork-strategy",
                "fewest",
                "--no-header",
                "--no-annotate",
                "--quiet",
                "--output-file",
                f"{lock}.txt",
                "-",
            ]
            words += ["--constraint", "test.txt"] if lock != "test" else ["--upgrade"] if upgrade else []
            old = LOCKS / f"{lock}.txt"
            if old.is_file():
                (folder / old.name).write_text(old.read_text(encoding="utf-8"), encoding="utf-8")
            asked = "\n".join(wanted(lock))
            subprocess.run([tools / "uv", *words], cwd=folder, input=asked, text=True, check=True)
        LOCKS.mkdir(exist_ok=True)
        for lock, what in WHAT.items():
            text = (folder / f"{lock}.txt").read_text(encoding="utf-8")
            (LOCKS / f"{lock}.txt").write_text(HEAD.format(what=what) + text, encoding="utf-8", newline="\n")
            print(f"{lock}.txt: {text.count('==')} libraries, {text.count('--hash=')} files")


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Renews packaging/locks.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest version of everything")
    args = parser.parse_args()
    try:
        renew(args.upgrade)
    except (subprocess.CalledProcessError, OSError) as failure:
        print(f"lock: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
