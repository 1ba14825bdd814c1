"""Does a hostile file do any harm?  It is read in a process of its own, which is watched: what it opens, runs, eats.

    python -m tests.hostile_input.harm --minutes 10        fuzz every reader in turn for longer than the tests do

A case is a file and the door it comes in by (``doors.py``).  The file must be refused in plain words or
read; never may it end in an error, take more memory than MEGABYTES or more of a processor than SECONDS of a machine at
rest, open a file outside its own folder, run code, or call anybody.  Memory is judged first: what eats is slow as well.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import math
import os
import signal
import sys
import traceback
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.packs.media_trial import command
from game.system.memory import peak
from tests import ROOT
from tests.kits.patience import NET, Ended, countdown, slowness, spent, watched

SECONDS = 5
MEGABYTES = 512
LONGEST = 620
FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "pty.",
    "ctypes.",
    "urllib.",
    "webbrowser.",
    "http.",
    "smtplib.",
    "ftplib.",
    "code.",
)
EXACT = ("os.system", "exec", "compile", "marshal.loads", "pickle.find_class", "sys.settrace")
LISTING = ("open", "os.listdir", "os.scandir", "glob.glob")
_slow = 1.0


@dataclass(frozen=True, slots=True)
class Case:
    """A hostile file.  ``door``: how it comes in; ``inside``: the folder it may read.

    ``sound``: it is to be accepted (True), to be refused (False), or either will do (None).
    """

    name: str
    door: str
    path: Path
    inside: Path
    sound: bool | None = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: the refusals in words, and what must not have happened."""

    case: Case
    messages: tuple[str, ...]
    harm: tuple[str, ...]

    @property
    def faults(self) -> list[str]:
        """Everything that speaks against the reader; empty if it did well."""
        found = [f"{self.case.name}: {text}" for text in self.harm]
        if self.case.sound and self.messages:
            found.append(f"{self.case.name}: refused though sound: {self.messages[0]}")
        if self.case.sound is False and not self.messages and not self.harm:
            found.append(f"{self.case.name}: taken for sound")
        found += [f"{self.case.name}: {why}" for text in self.messages if (why := unkind(text, self.case.path))]
        return found


def unkind(message: str, path: Path) -> str:
    """Why a player would not understand a refusal; "" if he would."""
    if not message.strip() or len(message) > LONGEST:
        return f"a message of {len(message)} letters: {message[:60]!r}"
    if not message.isprintable():
        return f"a message of more than a line, or with letters that cannot be printed: {message[:200]!r}"
    for word in ("Traceback", "<class '", " object at 0x", "msgspec.", "Errno"):
        if word in message:
            return f"a message out of the machine room: {message[:200]!r}"
    names = {path.name, path.stem, path.parent.name, ascii(path.name)[1:-1]}
    if not any(name and name[:40] in message for name in names):
        return f"a message that does not name the file: {message[:200]!r}"
    return ""


# -- watching -------------------------------------------------------------------------------------


class Watch:
    """What this process does while it reads: kept by an audit hook, which cannot be taken out again."""

    def __init__(self) -> None:
        self.active = False
        self.seen: list[str] = []
        self.allowed: tuple[str, ...] = ()
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.active:
            return
        self.active = False
        try:
            if event == "subprocess.Popen" and list(args[1]) == command():
                return  # the program's own second process, in which pictures and sounds are decoded for trial
            if (event in EXACT and not _own_doing()) or event.startswith(FORBIDDEN):
                self.seen.append(f"{event} {str(args)[:120]}")
            elif event in LISTING and args and isinstance(args[0], (str, bytes, os.PathLike)):
                where = os.path.realpath(os.fsdecode(args[0]))
                if not where.startswith(self.allowed):
                    self.seen.append(f"opened {where}")
        finally:
            self.active = True

    @contextmanager
    def over(self, inside: Path) -> Iterator[list[str]]:
        """Watch; the list fills with what should not have happened."""
        own = (inside, ROOT, Path(sys.prefix), Path(sys.base_prefix), Path("/dev/null"))
        self.allowed = tuple(os.path.realpath(path) for path in own)
        self.seen = []
        self.active = True
        try:
            yield self.seen
        finally:
            self.active = False


def _own_doing() -> bool:
    """Is a module of the program being loaded, or a type that it names looked up?  Then its file is watched instead."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_code.co_filename == typing.__file__:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def bound() -> None:
    """Let no mistake eat the machine: beyond this, memory is refused; and see how slow the machine is now."""
    import resource

    global _slow
    _slow = slowness()
    resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))
    faulthandler.register(signal.SIGXCPU, chain=True)


@contextmanager
def in_time() -> Iterator[None]:
    """End this process where it works for longer than it may: a busy machine is nobody's fault."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent()) + 1 + math.ceil(SECONDS * _slow), hard))
    faulthandler.dump_traceback_later(NET, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def how_it_died(child: Ended) -> str:
    """Why a child ended before its time."""
    if child.megabytes > MEGABYTES:
        return f"{child.megabytes:.0f} MB of memory when the process died ({child.code}): {child.err[-1500:]}"
    hung = child.code == -signal.SIGXCPU or "Timeout (" in child.err
    return f"{f'hung for {SECONDS} s' if hung else f'the process died ({child.code})'}: {child.err[-1500:]}"


# -- in the child ---------------------------------------------------------------------------------


def attempt(watch: Watch, door: Callable[[Path], list[str]], path: Path, inside: Path) -> tuple[list[str], list[str]]:
    """Refusals and harm of one file, in this process."""
    messages: list[str] = []
    harm: list[str] = []
    with in_time(), watch.over(inside) as seen:
        try:
            messages = door(path)
        except BaseException as error:  # noqa: BLE001
            watch.active = False
            line = "".join(traceback.format_exception(error)[-2:]).strip().replace("\n", " | ")
            harm.append(f"{type(error).__name__}: {line[-700:]}")
    eaten = [f"{peak():.0f} MB of memory"] if peak() > MEGABYTES else []
    return messages, [*eaten, *harm, *seen]


def child() -> None:
    """Read the cases named on standard input; a line before and a line after each."""
    from tests.hostile_input import doors as hostile_doors

    bound()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    cases = json.loads(sys.stdin.readline())
    for door in sorted({case["door"] for case in cases}):
        hostile_doors.warm(door)
    watch = Watch()
    for case in cases:
        print(json.dumps({"begin": case["name"]}), file=out, flush=True)
        path, inside = Path(os.fsdecode(bytes.fromhex(case["path"]))), Path(case["inside"])
        os.environ["RASPUTITSA_HOME"] = case["inside"]
        messages, harm = attempt(watch, hostile_doors.DOORS[case["door"]], path, inside)
        print(json.dumps({"end": case["name"], "messages": messages, "harm": harm}), file=out, flush=True)


# -- in the parent --------------------------------------------------------------------------------


def tried(cases: Sequence[Case]) -> list[Outcome]:
    """What comes of all cases; a process that dies is followed by another for those behind."""
    left, found = list(cases), []
    while left:
        done, died = _one_child(left)
        found += done
        left = left[len(done) :]
        if left:
            found.append(Outcome(left[0], (), (died,)))
            left = left[1:]
    return found


def environment() -> dict[str, str]:
    """Of the child: nothing seen, nothing heard, nothing kept."""
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return {**os.environ, **quiet, "PYTHONDONTWRITEBYTECODE": "1"}


def _one_child(cases: Sequence[Case]) -> tuple[list[Outcome], str]:
    order = json.dumps(
        [{"name": c.name, "door": c.door, "path": os.fsencode(c.path).hex(), "inside": str(c.inside)} for c in cases]
    )
    words = [sys.executable, "-c", "from tests.hostile_input.harm import child; child()"]
    done = watched(words, ROOT, environment(), order + "\n")
    ends = [line for text in done.out.splitlines() if "end" in (line := _read(text))]
    outcomes = [Outcome(c, tuple(e["messages"]), tuple(e["harm"])) for c, e in zip(cases, ends, strict=False)]
    return outcomes, how_it_died(done)


def _read(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def faults_of(cases: Sequence[Case]) -> list[str]:
    """All that speaks against the readers, over all cases."""
    return [fault for outcome in tried(cases) for fault in outcome.faults]


# -- for longer -----------------------------------------------------------------------------------


def main(argv: Iterable[str] | None = None) -> int:
    """Fuzz every reader in turn; what is found is kept in a folder."""
    from tests.hostile_input import damaged_sounds

    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile_input.harm", description="Fuzz every reader of files."
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--door", choices=sorted(damaged_sounds.SEEDS), action="append", help="only this reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("hostile-found"), help="where what is found is written")
    args = parser.parse_args(None if argv is None else list(argv))
    doors = args.door or sorted(damaged_sounds.SEEDS)
    rest, seed, bad, tries = countdown(args.minutes), args.seed, 0, 0
    while rest() > 0:
        for door in doors:
            found = damaged_sounds.fuzzed([door], 400, seed, args.keep)
            tries, bad = tries + found.tries, bad + len(found.faults)
            for fault in found.faults[:2]:
                print(f"{door}, seed {seed}: {fault[-900:]}", flush=True)
            if rest() <= 0:
                break
        seed += 1
    print(f"{tries} files through {len(doors)} doors, {bad} found wanting", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
