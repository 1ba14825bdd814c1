"""What has been soaked so far.  One file, written after each game: seeds done, counts, faults, by version of rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from ecs import find_scenario, start
from ecs.engine.serialization import stamp
from ecs.untrusted_input import UnreadableError, read_ordinary
from game.saves.compatibility_notes import engine_version
from game.saves.storage.save_folder import SaveError, write_atomically
from tests.workshop.soak.game_run import Outcome

FORMAT = 1
MOST_BYTES = 20_000_000
WINNERS = ("axis", "soviet", "draw")


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One fault that was found: ``again`` is the game as `soak --again` takes it; ``files`` begin with this name."""

    scenario: str
    again: str
    command: int
    fault: str
    text: str
    stamp: str
    files: str

    def line(self) -> str:
        """The fault in one line."""
        return f"{self.again} command {self.command}: {self.fault}: {self.text}"


class Tally(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Games of one scenario, one version of its rules, and one level.  ``seeds``: (first, last) of those done."""

    ruleset: str
    scenario: str
    stamp: str
    version: str
    level: str
    seeds: list[tuple[int, int]] = []
    games: int = 0
    commands: int = 0
    seconds: float = 0.0
    faults: int = 0
    winners: dict[str, int] = {}

    def free(self, first: int) -> Iterator[int]:
        """Seeds not done yet, from a first one on."""
        number = first
        for low, high in self.seeds:
            yield from range(number, low)
            number = max(number, high + 1)
        while True:
            yield number
            number += 1

    def add(self, outcome: Outcome) -> None:
        """Count a game."""
        self.seeds = joined([*self.seeds, (outcome.course.seed, outcome.course.seed)])
        self.games += 1
        self.commands += outcome.commands
        self.seconds += outcome.seconds
        self.faults += bool(outcome.fault)
        if outcome.winner:
            self.winners[outcome.winner] = self.winners.get(outcome.winner, 0) + 1


class State(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All of it.  ``asked``: how often each invariant was found to hold."""

    rasputitsa_soak: int = FORMAT
    tallies: list[Tally] = []
    faults: list[Fault] = []
    asked: dict[str, int] = {}

    def tally(self, scenario: str, level: str) -> Tally:
        """The tally of a scenario as its rules are now; a fresh one, not yet among the others, if there is none."""
        now = rules_stamp(scenario)
        for found in self.tallies:
            if (found.scenario, found.level, found.stamp) == (scenario, level, now):
                return found
        return Tally(ruleset=_ruleset_of(scenario), scenario=scenario, stamp=now, version=engine_version(), level=level)

    def add(self, level: str, outcome: Outcome, files: str = "") -> None:
        """Count a game."""
        found = self.tally(outcome.course.scenario, level)
        if not found.games:
            self.tallies.append(found)
        found.add(outcome)
        self.asked = dict(Counter(self.asked) + Counter(outcome.asked))
        if outcome.fault:
            self.faults.append(
                Fault(
                    scenario=found.scenario,
                    again=outcome.course.text(),
                    command=outcome.commands,
                    fault=outcome.fault,
                    text=outcome.text,
                    stamp=found.stamp,
                    files=files,
                )
            )


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same numbers in as few ranges as will do."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = out[-1][0], max(out[-1][1], high)
        else:
            out.append((low, high))
    return out


@lru_cache(maxsize=64)
def rules_stamp(scenario: str) -> str:
    """Which version of rules, tables and set-up a scenario is played by now."""
    game = start(find_scenario(scenario))
    try:
        return stamp(game)
    finally:
        game.close()


@lru_cache(maxsize=256)
def _ruleset_of(scenario: str) -> str:
    return find_scenario(scenario).ruleset


def read_state(path: Path) -> State:
    """The state kept in a file; an empty one if there is no such file.

    :raises SaveError: if it is something else, or damaged.
    """
    try:
        if not os.path.lexists(path):
            return State()
        state = msgspec.json.decode(read_ordinary(path, MOST_BYTES), type=State)
    except UnreadableError as e:
        raise SaveError(path, 0, str(e)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise SaveError(path, 0, f"is not the state of a soak: {str(e)[:200]}") from None
    if state.rasputitsa_soak != FORMAT:
        raise SaveError(path, 0, f"is of version {state.rasputitsa_soak}; this program reads version {FORMAT}")
    return state


def write_state(path: Path, state: State) -> None:
    """Keep the state, so that a crash at any moment leaves the old file or the new one.

    :raises SaveError: if the disk refuses.
    """
    write_atomically(path, msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n")


def imprint(path: Path) -> tuple[int, ...]:
    """By what a file is known again that nobody has written since; () if there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size
