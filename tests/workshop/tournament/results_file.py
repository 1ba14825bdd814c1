"""What has been played already.  A file of JSON lines, one a game, to which a series that was stopped goes back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

import game.opponents
from ecs.untrusted_input import UnreadableError, read_ordinary
from game.opponents.doctrine import FAMILIES, in_force
from tests.workshop.soak.soak_state import rules_stamp
from tests.workshop.tournament import blunders
from tests.workshop.tournament.played_game import Order, PlayedGame

FORMAT = 1
MOST_BYTES = 500_000_000


class ResultsFault(Exception):
    """The file of results cannot be used: one sentence."""


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: by what rules and what computer players the games of the file were played."""

    version: int
    rules: dict[str, str]
    players: str


def heading(scenarios: Iterable[str]) -> Heading:
    """The heading of games played now."""
    return Heading(FORMAT, {name: rules_stamp(name) for name in sorted(scenarios)}, players_stamp())


def players_stamp() -> str:
    """16 hex digits over the computer players, their doctrines and the diary: with others the rows are not alike."""
    digest = hashlib.sha256()
    for package in (game.opponents, blunders):
        home = Path(str(package.__file__)).parent
        for path in sorted(home.rglob("*.py")):
            digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for family in FAMILIES:
        digest.update(json.dumps(in_force(family), sort_keys=True).encode())
    return digest.hexdigest()[:16]


class ResultsFile:
    """Every game that has been played, in memory and, if there is a path, on disk.

    :raises ResultsFault: if the file is something else, or its games were played by other rules or other players.
    :raises OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path | None, now: Heading) -> None:
        self.played: dict[Order, PlayedGame] = {}
        self._path = path
        if path is None:
            return
        if path.exists():
            self._read(path, now)
        else:
            path.write_bytes(msgspec.json.encode(now) + b"\n")

    def add(self, row: PlayedGame) -> None:
        """Keep a game; it is on disk when this returns."""
        self.played[row.order] = row
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(row) + b"\n")

    def _read(self, path: Path, now: Heading) -> None:
        try:
            data = read_ordinary(path, MOST_BYTES)
            first, *lines = data.split(b"\n")
            found = msgspec.json.decode(first, type=Heading)
            rows = [msgspec.json.decode(line, type=PlayedGame) for line in lines[:-1]]
        except (UnreadableError, msgspec.DecodeError) as e:
            raise ResultsFault(f"{path}: no results of a tournament: {e}") from None
        if found != now:
            raise ResultsFault(f"{path}: these games were played by other rules, players or scenarios; take a new file")
        self.played = {row.order: row for row in rows}
        if lines[-1]:  # the line that was being written when the series was killed
            with path.open("r+b") as file:
                file.truncate(len(data) - len(lines[-1]))
