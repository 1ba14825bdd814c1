"""What is left when the program is killed?  A child plays, is killed at random moments, and the next start looks.

Run: python -m tests.kill [--times 1000] [--seed 1] [--scenario ID]

The child forks a player for every kill.  A player goes on with what the last one left behind, gives random commands
through a session as the window does, and tells through a pipe what it has done.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import game.saves as saves_module
from ecs import Side, find_scenario
from game.saves import HUMAN, Saves, read_save
from game.session import Plan, Session, begin, reopen

ROOT = Path(__file__).parent.parent
SCENARIO = "barbarossa-1941"
PEOPLE = dict.fromkeys(Side, HUMAN)
LONGEST = 0.08  # seconds until a kill aimed at no save
WITHIN = 0.003  # seconds from the beginning of a file to a kill aimed at it
TAKES_BACK = (0.05, 0.4)  # how often a player takes something back: one rarely, another all the time


# -- the player -----------------------------------------------------------------------------------


def tell(*words: object) -> None:
    """A line to whoever kills us; it goes out whole or not at all."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def telling(write: Callable[[Path, bytes], None]) -> Callable[[Path, bytes], None]:
    """Say when a file begins to be written, so that kills can be aimed at it."""

    def write_and_tell(path: Path, data: bytes) -> None:
        tell("writing")
        write(path, data)

    return write_and_tell


def play(folder: Path, scenario: str, seed: int) -> None:
    """Play until killed."""
    dice, saves = random.Random(seed), Saves(folder)
    takes_back = dice.choice(TAKES_BACK)
    while True:
        session = _session(saves, scenario, seed)
        while not session.game.over:
            if session.game.can_undo and dice.random() < takes_back:
                session.undo()
                tell("undo")
            else:
                deed = session.do(dice.choice([c for c in session.game.legal() if c.verb != "call"]))
                tell("done", deed.command.text())
        tell("over")
        session.close()
        session.game.close()
        seed += 1


def _session(saves: Saves, scenario: str, seed: int) -> Session:
    left = saves.resumable()
    if left is not None and left.header is not None and left.header.to_act:
        session, _ = reopen(left.path, saves)
        return session
    options = {"secret_setup": "on"} if seed % 2 and scenario == SCENARIO else {}
    session = begin(Plan(find_scenario(scenario), PEOPLE, options, seed), saves)
    tell("new")
    session.autosave()
    return session


def serve(folder: Path, scenario: str) -> None:
    """Fork a player for every seed on standard input; say who it is, and when it is dead."""
    vars(saves_module)["write_atomically"] = telling(saves_module.write_atomically)
    begin(Plan(find_scenario(scenario), PEOPLE)).game.close()  # what is read but once need not be read by every player
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                tell("player", os.getpid())
                play(folder, scenario, int(line))
            finally:
                os._exit(70)
        _, status = os.waitpid(pid, 0)
        tell("dead", os.waitstatus_to_exitcode(status))


# -- the killer -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of the kills."""

    kills: int = 0
    aimed: int = 0
    commands: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0
    torn: int = 0
    faults: list[str] = field(default_factory=list)

    def text(self) -> str:
        """One line."""
        return (
            f"{self.kills} kills ({self.aimed} at a save), {self.commands} commands, {self.games} games begun; resumed "
            f"one command ahead of what was told {self.ahead} times, one behind {self.behind} times; half-written "
            f"files swept {self.torn}; faults {len(self.faults)}"
        )


class Killer:
    """Kills players and looks at what they leave."""

    def __init__(self, folder: Path, scenario: str, seed: int) -> None:
        self.folder, self.dice, self.tally = folder, random.Random(seed), Tally()
        words = [sys.executable, "-m", "tests.kill", "--serve", str(folder), "--scenario", scenario]
        self.child = subprocess.Popen(
            words,
            cwd=ROOT,
            env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.known: list[str] = []
        self.over = True
        self.sound: dict[Path, str] = {}

    def close(self) -> None:
        """Let the child end."""
        assert self.child.stdin is not None and self.child.stdout is not None
        self.child.stdin.close()
        self.child.wait(timeout=60)
        self.child.stdout.close()

    def kill(self) -> None:
        """Once: let a player play, kill it, look."""
        assert self.child.stdin is not None
        before = {path.name for path in self.folder.glob(".*.tmp")}
        self.child.stdin.write(f"{self.dice.randrange(10**6)}\n")
        pid = int(self._line().split()[1])
        self._wait_for_the_moment()
        os.kill(pid, signal.SIGKILL)
        while not (line := self._line()).startswith("dead"):
            self._hear(line)
        self.tally.kills += 1
        self.tally.torn += len({path.name for path in self.folder.glob(".*.tmp")} - before)
        if line.split()[1] != str(-signal.SIGKILL):
            self.tally.faults.append(f"kill {self.tally.kills}: the player ended by itself: {line.strip()}")
        self._look()

    def _wait_for_the_moment(self) -> None:
        if self.dice.random() < 0.5:
            time.sleep(self.dice.uniform(0, LONGEST))
            return
        self.tally.aimed += 1
        for _ in range(self.dice.randint(1, 6)):
            while True:
                line = self._line()
                self._hear(line)
                if line.startswith("writing"):
                    break
        time.sleep(WITHIN * self.dice.random() ** 3)

    def _line(self) -> str:
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        assert line, "the child is gone"
        return line

    def _hear(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "done":
            self.known.append(rest)
            self.tally.commands += 1
        elif word == "undo":
            self.known.pop()
        elif word == "new":
            self.known, self.over = [], False
            self.tally.games += 1
        elif word == "over":
            self.over = True

    def _look(self) -> None:
        """The next start: no broken save, and the game as it was told."""
        saves = Saves(self.folder)
        fault = self.tally.faults.append
        for info in saves.list_saves():
            if info.header is None:
                fault(f"kill {self.tally.kills}: {info.problem}")
            elif info.path not in self.sound:
                self.sound[info.path] = read_save(info.path).checksum
        left = saves.resumable()
        if left is None or left.header is None:
            if not self.over and self.known:
                fault(f"kill {self.tally.kills}: nothing to resume after {len(self.known)} commands")
            return
        session, told = reopen(left.path, saves)
        found, finished = [record.command for record in session.game.log[1:]], session.game.over
        session.game.close()
        if any("left out" in words for words in told):
            fault(f"kill {self.tally.kills}: {told}")
        if self.over or (finished and not self.known):  # the new game was not saved yet: the one before is still there
            return
        if found == self.known[:-1]:
            self.tally.behind += 1
        elif found[:-1] == self.known:
            self.tally.ahead += 1
        elif found != self.known:
            fault(f"kill {self.tally.kills}: {len(self.known)} commands were told, {len(found)} are there")
        self.known = found


def run(times: int, seed: int, scenario: str = SCENARIO, watch: Callable[[Tally], None] | None = None) -> Tally:
    """Kill so many players; afterwards nothing half-written may be left."""
    with tempfile.TemporaryDirectory(prefix="rasputitsa-kill-") as name:
        folder = Path(name)
        killer = Killer(folder, scenario, seed)
        try:
            for _ in range(times):
                killer.kill()
                if watch is not None:
                    watch(killer.tally)
        finally:
            killer.close()
        session = begin(Plan(find_scenario(scenario), PEOPLE, {}, seed), Saves(folder))
        session.autosave()
        session.game.close()
        killer.tally.faults += [f"left over: {path.name}" for path in folder.glob("*.tmp")]
        return killer.tally


def _progress(tally: Tally) -> None:
    if tally.kills % 100 == 0:
        print(tally.text(), file=sys.stderr, flush=True)


def main() -> int:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description="Kill players of the game at random moments and look what is left.")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default=SCENARIO)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        serve(args.serve, args.scenario)
        return 0
    tally = run(args.times, args.seed, args.scenario, _progress)
    print(tally.text())
    for fault in tally.faults:
        print(f"    {fault}")
    return int(bool(tally.faults))


if __name__ == "__main__":
    sys.exit(main())
