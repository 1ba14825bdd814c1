"""Output streams that may be closed, full, without a reader, or limited to few characters.

Whatever is printed goes through one door, which spells out what would steer a terminal: names, blurbs and faults of
strangers' files are among it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, TextIO, cast

from ecs.untrusted_input import harmless, plain

MOST_LINES = 40
NOT_TOLD = "what was to be printed"


def prepare() -> None:
    """Make sure that there are three streams, and that every character can be written to them somehow.

    A stream that is closed is opened on nothing: else the next file opened would stand in its place, and take what is
    printed.  On Windows a program without a console has no such places.
    """
    if os.name == "posix":
        _fill_places()
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    sys.stdout, sys.stderr = _harmless(sys.stdout), _harmless(sys.stderr)


class Door:
    """A stream that writes nothing that moves a terminal's cursor, colours it or changes its writing direction."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write text; return the number of characters taken."""
        self.stream.write(harmless(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _harmless(stream: TextIO) -> TextIO:
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream if isinstance(stream, Door) else cast(TextIO, Door(stream))


def _fill_places() -> None:
    for place in range(3):
        try:
            os.fstat(place)
        except OSError:
            found = os.open(os.devnull, os.O_RDWR)
            if found != place:
                os.dup2(found, place)
                os.close(found)


def _nothing(mode: str) -> TextIO:
    return TextIOWrapper(open(os.devnull, mode + "b"), encoding="utf-8")


def complain(text: str, *, who: str = "rasputitsa: ", most: int = 500) -> None:
    """Print lines on standard error, if that is possible.

    :param most: letters of a line; what is longer is shortened.
    """
    lines = [plain(line, most) for line in text.split("\n", MOST_LINES)]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = ["..."]
    with suppress(OSError):
        print(who + "\n".join(lines), file=sys.stderr, flush=True)


def all_told() -> bool:
    """Has everything printed arrived?  If not, say so, and leave nothing for the interpreter to flush."""
    done = True
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read it has gone, and knows why
        done = False
    except OSError as error:
        complain(f"{NOT_TOLD}: {error.strerror or error}")
        done = False
    if not done:
        _give_up(sys.stdout)
    try:
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)
    return done


def _give_up(stream: TextIO) -> None:
    """Discard what is left in the stream."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        stream.flush()
