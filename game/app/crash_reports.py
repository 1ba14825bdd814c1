"""What remains after a crash: the game, a readable report, and its name in the message."""

from __future__ import annotations

import datetime
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ecs import Game
from ecs.untrusted_input import plain
from game.play.plugins import blamed
from game.system.disk import DISK, write_whole
from game.system.paths import user_root
from game.system.redaction import discreet
from game.system.versions import versions

LAST_COMMANDS, LAST_LINES = 25, 15
KEPT = 20  # reports
MOST = 60_000  # letters of each part of a report
NAME = re.compile(r"crash-\d{8}-\d{6}(-\d+)*\.txt")
UNKNOWN = "The screen could not be described."
HIDDEN = "(unknown)"
LEFT_OUT = "(hidden information left out)"


def write_report(error: BaseException, state: str, folder: Path | None = None) -> Path:
    """Write a report and return its path: trace, versions, what the screen had to say; raises OSError.

    Only the last KEPT reports stay in the folder; this one is among them, whatever the clock says.
    """
    return _written(report_text(error, state), (folder or user_root()) / "crash")


def _written(text: str, place: Path) -> Path:
    stamp = f"crash-{datetime.datetime.now().strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    path, number = place / f"{stamp}.txt", 1
    while os.path.lexists(path):
        number += 1
        path = place / f"{stamp}-{number}.txt"
    write_whole(path, text.encode("utf-8", errors="backslashreplace"))
    with suppress(OSError):
        _thin(path)
    return path


def _thin(newest: Path) -> None:
    """Remove the oldest reports, and nothing else in the folder."""
    others = [path for path in newest.parent.iterdir() if NAME.fullmatch(path.name) and path != newest]
    for path in sorted(others, key=lambda p: (p.lstat().st_mtime_ns, p.name))[: -(KEPT - 1)]:
        DISK.remove(path)


def report_text(error: BaseException, state: str) -> str:
    """Everything needed to understand the crash, in printable characters, and not much more."""
    trace = _asked(lambda: "".join(traceback.format_exception(error)), f"{type(error).__name__} {HIDDEN}")
    parts = (_bounded(part) for part in (trace, _asked(versions, HIDDEN), state))
    return _printable(discreet("Rasputitsa stopped because of an error.\n\n{}\n{}\n\n{}\n".format(*parts)))


def _bounded(text: str) -> str:
    """The beginning and the end of a long text; what failed stands at the end of a trace."""
    if len(text) <= MOST:
        return text
    half = MOST // 2
    return f"{text[:half]}\n... ({len(text) - 2 * half} characters left out) ...\n{text[-half:]}"


def _printable(text: str) -> str:
    """The same lines without control characters or any that cannot be written."""
    return "\n".join(plain(line, MOST) for line in text.expandtabs(4).split("\n"))


def _asked(ask: Callable[[], str], otherwise: str) -> str:
    """The answer; ``otherwise`` if the crash, or an impatient user, spoilt that as well."""
    with suppress(BaseException):
        return str(ask())
    return otherwise


def _cause(error: BaseException) -> str:
    """The error's message on one short line."""
    words = _asked(lambda: " ".join(discreet(str(error)[:4000]).split()), "")
    return plain(words, 200) or type(error).__name__


def game_state(game: Game) -> str:
    """A game for a report: enough to reproduce the position, and no more than both sides may know.

    While anything is hidden, the seed and the digest are left out too: by them it could be found by trying.  The save
    holds all of it.
    """
    turn, phase, decision = game.moment
    hidden = LEFT_OUT if game.secret else ""
    options = ", ".join(f"{key} {value}" for key, value in sorted(game.options.items()))
    lines = [
        f"scenario {game.scenario.id}, seed {hidden or game.seed}, options {options or '-'}",
        f"turn {turn}, phase {phase}{f', decision {decision}' if decision else ''}, {game.to_act or 'nobody'} to act",
        f"{len(game.log) - 1} commands, digest {hidden or game.digest()}",
        "",
        "Last commands:",
    ]
    for record in game.log[1:][-LAST_COMMANDS:]:
        lines.append(f"    {record.number} {LEFT_OUT if game.is_sealed(record) else record.command}")
    told = [
        event.veil or event.text for record in game.log[-LAST_COMMANDS:] for event in record.events if event.veil != "-"
    ]
    lines += ["", "Last lines of the log:", *(f"    {text}" for text in told[-LAST_LINES:] if text)]
    return "\n".join(lines)


class CrashGuard:
    """`with CrashGuard(state, tell):` turns an uncaught error into a report, a message and exit status 1.

    :param state: what the report says besides the trace and the versions.
    :param rescue: saves what there is; the name of the save, or "".
    """

    def __init__(
        self, state: Callable[[], str], tell: Callable[[str], None], rescue: Callable[[], str] = lambda: ""
    ) -> None:
        self.state, self.tell, self.rescue = state, tell, rescue

    def __enter__(self) -> CrashGuard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None or not isinstance(error, Exception):
            return
        saved = _asked(self.rescue, "")
        state = _asked(self.state, UNKNOWN)
        kept = "your game is saved, and the next start offers to resume it; " if saved else ""
        where = _kept(error, f"Saved as {saved}\n{state}" if saved else state)
        plugin = _asked(lambda: blamed(error), "")
        whose = f"{plugin[0].upper()}{plugin[1:]}" if plugin else "Rasputitsa has failed"
        message = f"{whose} ({_cause(error)}); {kept}{where}"
        with suppress(BaseException):
            self.tell(message)
        sys.exit(message)


def _own_folder() -> Path:
    return user_root() / "crash"


def _passing_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="rasputitsa-crash-"))


PLACES = (_own_folder, _passing_folder)


def _kept(error: BaseException, state: str) -> str:
    """Where the report is: in the player's folder, else in a temporary one, else on standard error."""
    failure = ""
    try:
        text = report_text(error, state)
        for place in PLACES:
            try:
                return f"see the report in {_written(text, place())}"
            except (OSError, ValueError) as refused:
                failure = failure or getattr(refused, "strerror", None) or str(refused)
        print(text, file=sys.stderr)
    except (MemoryError, RecursionError, OSError) as refused:
        failure = failure or str(refused) or type(refused).__name__
    return f"the report could not be written ({failure})."
