"""What is kept when the program fails? One readable file, and its name in the message."""

from __future__ import annotations

import datetime
import platform
import sys
import traceback
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import TracebackType

from game.paths import user_root

PACKAGES = ("rasputitsa", "pygame-ce", "esper", "pytmx", "msgspec")


def write_report(error: BaseException, state: str, folder: Path | None = None) -> Path:
    """The report's path: trace, versions, and what the screen had to say; raises OSError."""
    place = (folder or user_root()) / "crash"
    place.mkdir(parents=True, exist_ok=True)
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    path = place / f"crash-{stamp}.txt"
    number = 1
    while path.exists():
        number += 1
        path = place / f"crash-{stamp}-{number}.txt"
    path.write_text(report_text(error, state), encoding="utf-8")
    return path


def report_text(error: BaseException, state: str) -> str:
    """Everything needed to understand the failure."""
    trace = "".join(traceback.format_exception(error))
    versions = "\n".join(f"{name} {_version(name)}" for name in PACKAGES)
    system = f"Python {platform.python_version()} on {platform.platform()}"
    return f"Rasputitsa stopped because of a fault.\n\n{trace}\n{system}\n{versions}\n\n{state}\n"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "(not installed as a package)"


class CrashGuard:
    """`with CrashGuard(state):` turns an uncaught error into a report, a message and exit status 1."""

    def __init__(self, state: Callable[[], str], tell: Callable[[str], None]) -> None:
        self.state, self.tell = state, tell

    def __enter__(self) -> CrashGuard:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is None or not isinstance(error, Exception):
            return
        try:
            path = write_report(error, self.state())
        except OSError as failure:
            self.tell(f"Rasputitsa has failed, and the report could not be written ({failure.strerror}).")
            return
        message = f"Rasputitsa has failed: {error or type(error).__name__}. What happened is written in {path}"
        self.tell(message)
        sys.exit(message)
