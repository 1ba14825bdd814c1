"""The blunders made in a game.  The diary of both sides, written while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from ecs import Command, Game, Side
from tests.workshop.tournament.blunders.armour import ArmourGaveBack
from tests.workshop.tournament.blunders.attacks import PoorAttack
from tests.workshop.tournament.blunders.capitals import OpenCapital
from tests.workshop.tournament.blunders.pockets import OldPocket
from tests.workshop.tournament.blunders.replacements import UnspentReplacements
from tests.workshop.tournament.blunders.victories import HexNotEntered
from tests.workshop.tournament.blunders.watcher import Table, Watcher
from tests.workshop.tournament.blunders.winter import ColdAndHungry

BLUNDERS: Mapping[str, tuple[str, type[Watcher]]] = {
    "open-capital": ("capital left empty with an enemy within three hexes", OpenCapital),
    "winter-supply": ("fit unit out of supply in winter", ColdAndHungry),
    "hex-not-entered": ("won hex not entered", HexNotEntered),
    "unspent": ("replacements unspent while units are short", UnspentReplacements),
    "poor-attack": ("attack below even strength, not forced", PoorAttack),
    "armour-gave-back": ("armour that gave back what it took", ArmourGaveBack),
    "old-pocket": ("enemy pocket older than two turns", OldPocket),
}
"""Id of a blunder -> what it is called, and who looks out for it."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One blunder: in which turn, whose ("axis", "soviet"), its id, and at what hex or by what unit."""

    turn: int
    side: str
    blunder: str
    what: str


class Diary:
    """The blunders of a game.  The same of the same unit or hex counts once a turn.

    Tell it of every command: :meth:`before` and :meth:`after`.  What is still open when the game ends is not counted.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._table = Table(game)
        self._watchers = [kind(self._table, partial(self._found, name)) for name, (_, kind) in BLUNDERS.items()]
        self._entries: dict[Entry, None] = {}
        self._read = len(game.log)
        self._phase: tuple[int, str] = (0, "")
        self._turn: tuple[int, Side] | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The blunders in the order in which they were found."""
        return tuple(self._entries)

    def before(self, command: Command) -> None:
        """A command is about to be given."""
        self._follow()
        for watcher in self._watchers:
            watcher.before(command)

    def after(self) -> None:
        """It has been carried out."""
        records, self._read = self._game.log[self._read :], len(self._game.log)
        for record in records:
            for watcher in self._watchers:
                watcher.after(record)

    def _follow(self) -> None:
        """Say which phases and player-turns have ended and begun since the last command."""
        if self._table.phase == self._phase:
            return
        self._phase = self._table.phase
        mover = self._table.mover
        former, now = self._turn, (self._table.turn, mover) if mover is not None else self._turn
        if former is not None and now != former:
            for watcher in self._watchers:
                watcher.turn_ends(former[1])
        self._turn = now
        if now is None:
            return
        for watcher in self._watchers:
            if now != former:
                watcher.turn_begins(now[1])
            watcher.phase_begins(now[1])

    def _found(self, blunder: str, side: Side, what: str) -> None:
        turn = self._turn[0] if self._turn is not None else self._table.turn
        self._entries.setdefault(Entry(turn, side.value, blunder, what))
