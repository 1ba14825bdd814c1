"""What is left when the program is killed?  Children play, are killed at random moments, and the next start looks.

Run: python -m tests.programs.killing [--times 1000] [--players 3] [--seed 1] [--scenario ID]

A child forks the players of every round, who share one folder as windows do.  A player goes on with a game that nobody
is at, or begins one, gives random commands through a session as the window does, saves, leaves, takes up earlier turns,
and tells through a pipe what it has done.  One after the other is killed, while the others play on.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import game.saves.storage.save_folder as saves_module
from ecs import Side, find_scenario
from game.play.session import GameSetup, Session, begin, reopen
from game.saves.listing import all_saves
from game.saves.storage.save_folder import HUMAN, GameInfo, OpenElsewhereError, Saves, read_save
from tests import ROOT
from tests.kits.patience import NET, pause

SCENARIO = "barbarossa-1941"
PEOPLE = dict.fromkeys(Side, HUMAN)
LONGEST = 0.08  # seconds until a kill aimed at no save
WITHIN = 0.003  # seconds from the beginning of a file to a kill aimed at it
TAKES_BACK = (0.05, 0.4)  # how often a player takes something back: one rarely, another all the time
MANY = 6  # games, from which a player rather goes on with one
ANY = "?"  # a command that was given, but not told any more


# -- the player -----------------------------------------------------------------------------------


def tell(*words: object) -> None:
    """A line to whoever kills us; it goes out whole or not at all."""
    os.write(1, (" ".join(map(str, (_number, *words))) + "\n").encode())


_number = 0


def telling(write: Callable[..., None]) -> Callable[..., None]:
    """Say when a file begins to be written, so that kills can be aimed at it."""

    def write_and_tell(*args: object) -> None:
        tell("writing")
        write(*args)

    return write_and_tell


class Player:
    """Somebody at one of the windows."""

    def __init__(self, folder: Path, scenario: str, seed: int, alone: bool) -> None:
        self.saves, self.scenario, self.seed, self.alone = Saves(folder), scenario, seed, alone
        self.dice = random.Random(seed)
        self.takes_back = self.dice.choice(TAKES_BACK)
        self.session = self.sit_down()

    def play(self) -> None:
        """Play until killed."""
        while True:
            if self.session.game.over:
                tell("over")
                self.leave()
            elif self.session.game.can_undo and self.dice.random() < self.takes_back:
                self.session.undo()
                tell("undo")
            else:
                deed = self.session.do(self.dice.choice([c for c in self.session.game.legal() if c.verb != "call"]))
                tell("done", deed.command.text())
            self.dice.choices((lambda: None, self.quick, self.name, self.leave, self.go_back), (90, 2, 1, 1, 1))[0]()

    def sit_down(self) -> Session:
        """Go on with a game that nobody is at, or begin one."""
        games = self.saves.unfinished()
        wanted = games[0].last if games else None
        if games and not self.alone:
            wanted = self.dice.choice(games).last if self.dice.random() < len(games) / MANY else None
        if wanted is not None:
            try:
                session, told = reopen(wanted.path, self.saves, newest=True)
            except OpenElsewhereError:
                return self.sit_down()
            tell("take", self.saves.identity(session.game), len(session.game.log) - 1)
            for words in told:
                if "left out" in words:
                    tell("fault", words)
            return session
        self.seed += 1
        options = {"secret_setup": "on"} if self.seed % 2 and self.scenario == SCENARIO else {}
        session = begin(GameSetup(find_scenario(self.scenario), PEOPLE, options, self.seed), self.saves)
        session.autosave()
        tell("new", self.saves.identity(session.game))
        return session

    def leave(self) -> None:
        """Leave the game, and turn to another."""
        self.session.close()
        self.session.game.close()
        self.session = self.sit_down()

    def quick(self) -> None:
        """F5."""
        self.session.quicksave()

    def name(self) -> None:
        """Save under one of a few names, which the others use too."""
        self.session.save(self.dice.choice("abc"))

    def go_back(self) -> None:
        """Take up an earlier turn, and leave what came after it."""
        before = [record.command for record in self.session.game.log[1:]]
        name = self.saves.identity(self.session.game)
        game = next(game for game in self.saves.games() if game.id == name)
        earlier = [info for info in game.earlier() if not info.ended]
        if not earlier:
            return
        session, _ = reopen(self.dice.choice(earlier).path, self.saves)
        count = len(session.game.log) - 1
        if session.game.over or [record.command for record in session.game.log[1:]] != before[:count]:
            self.saves.left_in_order(session.game, saved=False)
            session.game.close()
            return
        self.session.close()
        self.session.game.close()
        self.session = session
        tell("back", count)


def serve(folder: Path, scenario: str, players: int) -> None:
    """Fork the players of a round for every seed on standard input; say who they are, and when each is dead."""
    global _number
    vars(saves_module)["write_atomically"] = telling(saves_module.write_atomically)
    begin(
        GameSetup(find_scenario(scenario), PEOPLE)
    ).game.close()  # what is read but once need not be read by every player
    for line in sys.stdin:
        found = {}
        for number in range(players):
            pid = os.fork()
            if pid == 0:
                _number = number
                try:
                    tell("player", os.getpid())
                    Player(folder, scenario, int(line) + 1000 * number, players == 1).play()
                finally:
                    os._exit(70)
            found[pid] = number
        while found:
            pid, status = os.wait()
            _number = found.pop(pid)
            tell("dead", os.waitstatus_to_exitcode(status))


# -- the killer -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of the kills."""

    rounds: int = 0
    kills: int = 0
    aimed: int = 0
    commands: int = 0
    games: int = 0
    lines: int = 0
    ahead: int = 0
    behind: int = 0
    torn: int = 0
    faults: list[str] = field(default_factory=list)

    def text(self) -> str:
        """One line."""
        return (
            f"{self.rounds} rounds, {self.kills} kills ({self.aimed} at a save), {self.commands} commands, "
            f"{self.games} games begun, {self.lines} earlier turns taken up; found one command ahead of what was told "
            f"{self.ahead} times, one behind {self.behind} times; half-written files {self.torn}; "
            f"faults {len(self.faults)}"
        )


@dataclass
class Told:
    """What was told of a game.  ``before``: what it was, until a command was given after an earlier turn was taken up;
    ``ends``: how many commands the ways had that were left for an earlier turn."""

    commands: list[str] = field(default_factory=list)
    before: list[str] | None = None
    ends: list[int] = field(default_factory=list)
    over: bool = False

    def hear(self, word: str, rest: str) -> None:
        """Something that happened in it."""
        if word in ("done", "undo") and self.before is not None:
            self.ends.append(len(self.before))
            self.before = None
        if word == "done":
            self.commands.append(rest)
        elif word == "undo":
            self.commands.pop()
        elif word == "back":
            self.before = self.commands
            self.commands = self.commands[: int(rest)]
        elif word == "over":
            self.over = True

    def compare(self, found: list[str]) -> int | None:
        """How many commands more than told are there: 0, 1 or -1; None for another game."""
        for told in (self.commands, self.before):
            if told is None or abs(len(found) - len(told)) > 1:
                continue
            if all(a == b or ANY in (a, b) for a, b in zip(told, found)):
                return len(found) - len(told)
        return None


class Killer:
    """Kills players and looks at what they leave."""

    def __init__(self, folder: Path, scenario: str, seed: int, players: int) -> None:
        self.folder, self.dice, self.tally, self.players = folder, random.Random(seed), Tally(), players
        words = [sys.executable, "-m", "tests.programs.killing", "--serve", str(folder), "--scenario", scenario]
        self.child = subprocess.Popen(
            [*words, "--players", str(players)],
            cwd=ROOT,
            env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.told: dict[str, Told] = {}
        self.at: dict[int, str] = {}  # player -> game
        self.pids: dict[int, int] = {}
        self.touched: set[str] = set()
        self.sound: set[Path] = set()
        self.lengths: dict[Path, tuple[tuple[int, ...], int]] = {}

    def close(self) -> None:
        """Let the child end."""
        assert self.child.stdin is not None and self.child.stdout is not None
        self.child.stdin.close()
        self.child.wait(NET)
        self.child.stdout.close()

    def fault(self, text: str) -> None:
        """Something was lost."""
        self.tally.faults.append(f"round {self.tally.rounds}, kill {self.tally.kills}: {text}")

    def round(self) -> None:
        """Once: let the players play, kill one after the other, look."""
        assert self.child.stdin is not None
        self.tally.rounds += 1
        before = set(self.folder.rglob(".*.tmp"))
        self.at.clear()
        self.pids.clear()
        self.touched.clear()
        self.child.stdin.write(f"{self.dice.randrange(10**6)}\n")
        while len(self.pids) < self.players:
            self._hear()
        for _ in range(self.players):
            self._kill(self._moment())
        self.tally.torn += len(set(self.folder.rglob(".*.tmp")) - before)
        self._look()

    def _moment(self) -> int:
        """Wait for the moment; who is to be killed then."""
        if self.dice.random() < 0.5:
            pause(self.dice.uniform(0, LONGEST))
            return self.dice.choice(sorted(self.pids))
        self.tally.aimed += 1
        files = self.dice.randint(1, 6)
        while True:
            number, word = self._hear()
            files -= word == "writing"
            if files <= 0 and number in self.pids:
                break
        pause(WITHIN * self.dice.random() ** 3)
        return number

    def _kill(self, number: int) -> None:
        os.kill(self.pids.pop(number), signal.SIGKILL)
        self.tally.kills += 1
        while self._hear() != (number, "dead"):
            pass

    def _hear(self) -> tuple[int, str]:
        """The next that is told: by whom, and the word."""
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        assert line, "the child is gone"
        who, word, rest = [*line.strip().split(" ", 2), ""][:3]
        number = int(who)
        if word == "player":
            self.pids[number] = int(rest)
        elif word == "dead":
            if rest != str(-signal.SIGKILL):
                self.fault(f"the player ended by itself: {rest}")
        elif word == "fault":
            self.fault(rest)
        elif word in ("new", "take"):
            self._seated(number, *rest.split(" "))
        elif word != "writing":
            self.told[self.at[number]].hear(word, rest)
            self.tally.commands += word == "done"
            self.tally.lines += word == "back"
        return number, word

    def _seated(self, number: int, name: str, count: str = "") -> None:
        """A player sits down at a game: its own, or one somebody was killed at."""
        self.at[number] = name
        self.touched.add(name)
        if not count:
            self.tally.games += 1
            self.told[name] = Told()
        elif name not in self.told:  # saved, but not told any more before the kill
            self.told[name] = Told([ANY] * int(count))
        else:
            told = self.told[name]
            if told.before is not None and abs(int(count) - len(told.before)) <= 1:
                told.commands, told.before = told.before, None
            more = int(count) - len(told.commands)
            if abs(more) > 1:
                self.fault(f"taken up after {count} commands, {len(told.commands)} were told")
            told.commands = [*told.commands, ANY][: int(count)]

    def _look(self) -> None:
        """The next start: no broken save, and every game as it was told."""
        saves = Saves(self.folder)
        for info in all_saves(saves.folder):
            if info.header is None:
                self.fault(info.problem)
            elif info.path not in self.sound and info.kind == "auto":
                self.sound.add(info.path)
                read_save(info.path)
        games = {game.id: game for game in saves.games()}
        for name, told in self.told.items():
            if name not in games:
                if not told.over:
                    self.fault(f"the game {name} is gone, {len(told.commands)} commands")
            elif name in self.touched:
                self._compare(saves, games[name], told)

    def _compare(self, saves: Saves, game: GameInfo, told: Told) -> None:
        if game.held:
            self.fault(f"{game.id} is still held by the dead")
        loaded = saves.load(game.last.path)
        if any("left out" in words for words in loaded.warnings):
            self.fault(f"{loaded.warnings}")
        found = [record.command for record in loaded.game.log[1:]]
        loaded.game.close()
        more = told.compare(found)
        if more is None:
            self.fault(f"{game.id}: {len(told.commands)} commands were told, {len(found)} are there")
        else:
            self.tally.ahead += more == 1
            self.tally.behind += more == -1
        kept = {self._length(i.path) for i in (game.last, *game.earlier()) if i.header is not None}
        if not told.over and not kept.issuperset(told.ends):
            self.fault(f"{game.id}: a way that was left after {sorted(set(told.ends) - kept)} commands is gone")
        told.commands, told.before = found, None

    def _length(self, path: Path) -> int:
        """How many commands a save has; it is read whole again whenever another file is there."""
        now = path.stat()
        stamp = now.st_ino, now.st_mtime_ns, now.st_size
        if self.lengths.get(path, ((), 0))[0] != stamp:
            self.lengths[path] = stamp, read_save(path).header.commands
        return self.lengths[path][1]


def run(
    rounds: int, seed: int, scenario: str = SCENARIO, watch: Callable[[Tally], None] | None = None, players: int = 1
) -> Tally:
    """Kill the players of so many rounds; once their games are gone on with, nothing half-written may be left."""
    with tempfile.TemporaryDirectory(prefix="rasputitsa-kill-") as name:
        folder = Path(name)
        killer = Killer(folder, scenario, seed, players)
        try:
            for _ in range(rounds):
                killer.round()
                if watch is not None:
                    watch(killer.tally)
        finally:
            killer.close()
        saves = Saves(folder)
        for game in saves.unfinished():
            session, _ = reopen(game.last.path, saves)
            session.do(session.game.legal()[0])
            session.close()
            session.game.close()
            killer.tally.faults += [f"left over: {path.name}" for path in game.last.path.parent.glob(".*.tmp")]
        return killer.tally


def _progress(tally: Tally) -> None:
    if tally.rounds % 25 == 0:
        print(tally.text(), file=sys.stderr, flush=True)


def main() -> int:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description="Kill players of the game at random moments and look what is left.")
    parser.add_argument("--times", type=int, default=100, help="rounds; in each all players are killed")
    parser.add_argument("--players", type=int, default=1, help="how many windows share the folder of saves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default=SCENARIO)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        serve(args.serve, args.scenario, args.players)
        return 0
    tally = run(args.times, args.seed, args.scenario, _progress, args.players)
    print(tally.text())
    for fault in tally.faults:
        print(f"    {fault}")
    return int(bool(tally.faults))


if __name__ == "__main__":
    sys.exit(main())
