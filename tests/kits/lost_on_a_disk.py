"""What is lost when the disk refuses, or the power fails?  A game is played on one that does so, and then looked for.

Run: python -m tests.kits.lost_on_a_disk [--all] [--seed 2] [--minutes 60] [--scenario ID]

A scripted evening (begin, play, take back, save, leave, go on, break off, go on) is played once for every operation the
program asks of the disk and every way in which it can fail; and once on a disk that remembers, so that the power can be
cut after every operation.  What must hold:

* The program goes on and tells.  No error leaves it but those it declares.
* A command is kept when it was given and no operation failed, or none that the player was told of.  So commands may
  be lost while the disk refuses and the player knows, and not one more once it takes them again.
* After a power cut the game is there at a command that was kept, or at a later one: what is being given while the
  power fails may be lost, and nothing else.
* A save made by hand is the one before or the one after; so are the settings.  Other games are untouched.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from game.app import settings
from game.play.session import Session
from game.saves.storage.save_folder import SaveError
from tests.kits.evening_at_a_disk import (
    SCENARIOS,
    Broken,
    Commands,
    Evening,
    Promise,
    clock,
    commands_of,
    die,
    everything,
    new_game,
    size,
    take_up,
)
from tests.kits.failing_disk import OPERATIONS, Failing, Fault, faults_at
from tests.kits.patience import countdown
from tests.kits.power_cut import LOOSE, ORDERED, Remembering, State, lay_out, name_of, real_temporary


@dataclass
class Tally:
    """What came of it."""

    operations: Counter[str] = field(default_factory=Counter)
    faults: int = 0
    told: int = 0
    cuts: int = 0
    states: int = 0
    distinct: int = 0
    played_on: int = 0
    commands: int = 0
    lost_by_faults: Counter[int] = field(default_factory=Counter)
    lost_by_cuts: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def text(self) -> str:
        """A few lines."""
        kinds = ", ".join(f"{name} {count}" for name, count in sorted(self.operations.items()))
        return (
            f"{self.commands} commands given; operations without faults: {self.operations.total()} ({kinds})\n"
            f"{self.faults} faults, the player told {self.told} times; "
            f"commands lost while the disk refused: {_histogram(self.lost_by_faults)}\n"
            f"{self.cuts} power cuts, {self.states} states, {self.distinct} of them different, {self.played_on} played "
            f"on; commands lost: {_histogram(self.lost_by_cuts)}\n"
            f"broken promises: {len(self.broken)}"
        )


def _histogram(counts: Counter[int]) -> str:
    return ", ".join(f"{lost}: {count} times" for lost, count in sorted(counts.items())) or "none"


# -- the trial ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What the program makes of a state: the commands of the game, and what is wrong."""

    commands: Commands | None
    wrong: tuple[str, ...]


class Trial:
    """Evenings of one game, each in a folder of its own.

    :param length: commands in each of an evening's three parts.
    :param most: states looked at after a power cut.
    """

    def __init__(self, work: Path, scenario: str, seed: int, length: int = 20, most: int = 24) -> None:
        self.work, self.scenario, self.seed, self.length, self.most = work, scenario, seed, length, most
        self.dice, self.tally = random.Random(seed), Tally()
        self._known: dict[int, Found] = {}
        self._number = 0
        self.before = work / f"before-{scenario}-{seed}"
        self._others()

    def _others(self) -> None:
        """The player's folder before the evening: settings, another game and older saves."""
        with clock():
            other = new_game(self.before, self.scenario, self.seed + 1)
            for _ in range(5):
                other.do(other.game.legal()[0])
            other.save("An older game")
            other.quicksave()
            die(other)
            settings.save(settings.Settings(theme="dark"), self.before)

    def fresh(self) -> Path:
        """A copy of that folder."""
        self._number += 1
        home = self.work / f"home-{self._number}"
        shutil.copytree(self.before, home)
        return home

    def operations(self) -> list[str]:
        """What an evening without faults asks of the disk."""
        asked = self.evening(None)[0].disk.asked
        self.tally.operations += Counter(asked)
        return asked

    def evening(self, fault: Fault | None, model: str = LOOSE) -> tuple[Evening, Remembering]:
        """Spend an evening with this fault, then look for the game on a disk that is well."""
        home = self.fresh()
        bottom = Remembering(home, model)
        evening = Evening(home, Failing(bottom, fault), self.scenario, self.seed, self.length)
        try:
            evening.spend()
            there = everything(home)
            self._note(self._look(there), evening.promise, there, self.tally.lost_by_faults, fault)
        except (Broken, AssertionError, OSError, SaveError, LookupError, ValueError) as error:
            self._break(f"{type(error).__name__}: {error}", fault)
        bottom.give_back()
        shutil.rmtree(home)
        self.tally.commands += evening.commands
        self.tally.told += evening.told
        return evening, bottom

    def cuts(self, model: str, fault: Fault | None = None, every: int = 1) -> None:
        """Spend an evening, and cut the power after every operation (or at so many of them) and after every step."""
        home = self.fresh()
        bottom = Watched(home, model)
        evening = Evening(home, Failing(bottom, fault), self.scenario, self.seed, self.length)
        cuts: list[tuple[str, Promise, list[State]]] = []

        def cut() -> None:
            where = f"{model}, after operation {len(evening.disk.asked)}"
            cuts.append((where, evening.promise.copy(), list(bottom.left(self.dice, self.most))))

        def cut_now_and_then() -> None:
            if len(evening.disk.asked) % every == 0:
                cut()

        bottom.after, evening.after_step = cut_now_and_then, cut_now_and_then
        try:
            evening.spend()
        except (Broken, AssertionError, OSError, SaveError, LookupError, ValueError) as error:
            self._break(f"{type(error).__name__}: {error}", fault)
        bottom.give_back()
        shutil.rmtree(home)
        self.tally.commands += evening.commands
        for where, promise, states in cuts:
            self.tally.cuts += 1
            for state in states:
                self.tally.states += 1
                self._note(self._look(state), promise, state, self.tally.lost_by_cuts, fault, where)

    def _note(
        self, found: Found, promise: Promise, there: State, lost: Counter[int], fault: Fault | None, where: str = ""
    ) -> None:
        count = promise.lost(found.commands)
        wrong = [*found.wrong, *promise.wrong(there)]
        if count < 0:
            wrong.append(f"{size(found.commands)} found; step {promise.kept} of {len(promise.history) - 1} was kept")
        else:
            lost[count] += 1
        for text in wrong:
            self._break(f"{where} {text}", fault)

    def _break(self, text: str, fault: Fault | None) -> None:
        self.tally.broken.append(f"{self.scenario}, seed {self.seed}, {fault.text() if fault else ''}: {text}")

    def _look(self, state: State) -> Found:
        """Start the program on such a folder.  One of ten is played on, and looked at again."""
        name = name_of(state)
        if name not in self._known:
            self.tally.distinct += 1
            home = self.work / f"state-{self.tally.distinct}"
            home.mkdir()
            lay_out(state, home)
            with clock():
                self._known[name] = self._start(home, play_on=name % 10 == 0)
            shutil.rmtree(home)
        return self._known[name]

    def _start(self, home: Path, play_on: bool) -> Found:
        _chosen, told = settings.load(home)
        found, more = take_up(home, self.seed)
        wrong = [text for text in [told, *more] if text and "left out" not in text]
        if found is None:
            return Found(None, tuple(wrong))
        commands = commands_of(found)
        if play_on:
            wrong += self._played_on(home, found)
        else:
            die(found)
        return Found(commands, tuple(wrong))

    def _played_on(self, home: Path, playing: Session) -> list[str]:
        self.tally.played_on += 1
        dice = random.Random(self.seed)
        for _ in range(3):
            if not playing.game.over:
                playing.do(dice.choice([c for c in playing.game.legal() if c.verb != "call"]))
        commands = commands_of(playing)
        die(playing)
        again, told = take_up(home, self.seed)
        if again is None or commands_of(again) != commands:
            told.append("what was played after the power cut is lost")
        if again is not None:
            die(again)
        return told


class Watched(Remembering):
    """Says when something was done."""

    after: Callable[[], None] = staticmethod(lambda: None)

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name not in CHANGING:
            return found

        def act(*args: object, **more: object) -> object:
            try:
                return found(*args, **more)
            finally:
                self.after()

        return act


CHANGING = frozenset(OPERATIONS) - {"read", "read_line", "close", "open_to_append"}


def all_faults(asked: Sequence[str]) -> list[Fault]:
    """Every fault of every operation."""
    return [fault for number, operation in enumerate(asked) for fault in faults_at(number, operation)]


def run(scenario: str, seed: int, whole: bool, rest: Callable[[], float], length: int = 20) -> Tally:
    """A trial of one game: all faults or a choice of 150 of them, power cuts, and power cuts after faults."""
    with tempfile.TemporaryDirectory(prefix="rasputitsa-faults-", dir=real_temporary()) as name:
        trial = Trial(Path(name), scenario, seed, length)
        asked = trial.operations()
        faults = all_faults(asked)
        chosen = trial.dice.sample(faults, len(faults) if whole else min(150, len(faults)))
        for model in (LOOSE, ORDERED):
            trial.cuts(model)
        flushes = [fault for fault in chosen if asked[fault.at].startswith("flush")]
        for fault in chosen:
            if rest() <= 0:
                break
            trial.tally.faults += 1
            trial.evening(fault)
            if fault in flushes:
                trial.cuts(LOOSE, fault, every=7)
        return trial.tally


def main() -> int:
    """Try, and say what came of it."""
    parser = argparse.ArgumentParser(description="Play on a disk that refuses, and cut the power.")
    parser.add_argument("--all", action="store_true", help="every fault of every operation")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60.0, help="no new fault after so long")
    parser.add_argument("--scenario", choices=SCENARIOS, action="append")
    parser.add_argument("--length", type=int, default=20, help="commands in each of an evening's three parts")
    args = parser.parse_args()
    broken = 0
    chosen = args.scenario or SCENARIOS
    for number, scenario in enumerate(chosen):
        rest = countdown(args.minutes / len(chosen))
        tally = run(scenario, args.seed + number, args.all, rest, args.length)
        broken += len(tally.broken)
        print(f"{scenario}\n{tally.text()}")
        for text in tally.broken[:40]:
            print(f"    {text}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
