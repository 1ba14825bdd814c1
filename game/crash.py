"""What is kept when the program fails? The game, one readable file, and its name in the message."""

from __future__ import annotations

import datetime
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ecs import Game
from game.paths import user_root
from game.versions import versions

LAST_COMMANDS, LAST_LINES = 25, 15


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
    return f"Rasputitsa stopped because of a fault.\n\n{trace}\n{versions()}\n\n{state}\n"


def game_state(game: Game, secret: bool) -> str:
    """A game for a report: enough to find the place again.

    :param secret: something is hidden from one side, so that orders are left out; the save holds them.
    """
    turn, phase, decision = game.moment
    options = ", ".join(f"{key} {value}" for key, value in sorted(game.options.items()))
    lines = [
        f"scenario {game.scenario.id}, seed {game.seed}, options {options or '-'}",
        f"turn {turn}, phase {phase}{f', decision {decision}' if decision else ''}, {game.to_act or 'nobody'} to act",
        f"{len(game.log) - 1} commands, digest {game.digest()}",
        "",
        "Last commands:",
    ]
    if secret:
        lines.append("    (left out, as something is hidden; the save holds them)")
    else:
        lines += [f"    {record.number} {record.command}" for record in game.log[1:][-LAST_COMMANDS:]]
    told = [event.veil or event.text for record in game.log[-LAST_COMMANDS:] for event in record.events
            if event.veil != "-"]
    lines += ["", "Last lines of the log:", *(f"    {text}" for text in told[-LAST_LINES:] if text)]
    return "\n".join(lines)


class CrashGuard:
    """`with CrashGuard(state, tell):` turns an uncaught error into a report, a message and exit status 1.

    :param state: what the report says besides the trace and the versions.
    :param rescue: saves what there is; the name of the save, or "".
    """

    def __init__(self, state: Callable[[], str], tell: Callable[[str], None],
                 rescue: Callable[[], str] = lambda: "") -> None:
        self.state, self.tell, self.rescue = state, tell, rescue

    def __enter__(self) -> CrashGuard:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is None or not isinstance(error, Exception):
            return
        saved, state = "", "What was on the screen could not be described."
        with suppress(Exception):  # the fault may have spoilt what is asked here too: the rest is told all the same
            saved = self.rescue()
        with suppress(Exception):
            state = self.state()
        kept = "your game is saved and will be offered at the next start; " if saved else ""
        cause = " ".join(str(error).split())[:200] or type(error).__name__
        try:
            path = write_report(error, f"Saved as {saved}\n{state}" if saved else state)
        except OSError as failure:
            message = f"Rasputitsa has failed ({cause}); {kept}the report could not be written ({failure.strerror})."
        else:
            message = f"Rasputitsa has failed ({cause}); {kept}what happened is written in {path}"
        with suppress(Exception):
            self.tell(message)
        sys.exit(message)
