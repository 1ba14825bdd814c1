"""The map behind the title.  A recorded campaign plays on it, slowly; with reduced motion it stands still."""

from __future__ import annotations

from pathlib import Path

import pygame

from ecs import (
    CommandError,
    Game,
    IllegalCommand,
    MapError,
    SetupError,
    Side,
    TableError,
    find_scenario,
    parse,
    start,
    veiled,
)
from ecs.core.events import Attacked, Destroyed, Event, Fired, Moved
from ecs.untrusted_input import UnreadableError, read_ordinary
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.screens.shared.backdrop import Backdrop, frame_theatre, veil
from game.system.paths import data_root
from game.ui.map_view import Table, TableState
from game.ui.widgets import Theme

CAMPAIGN = "barbarossa-1941"
LARGEST = 200_000  # bytes of the record
FIRST, PAUSE, UNSEEN, LAST = 2.5, 0.5, 0.05, 10.0
"""Seconds to the first order, after one that shows something, after one that does not, at the end of the war."""
SPEED = 0.7  # of counters
SEEN = (Moved, Fired, Attacked, Destroyed)


def path_of() -> Path:
    """Where the record is kept."""
    return data_root() / "maps" / "tutorials" / "title-campaign.txt"


def read_record() -> tuple[str, int, tuple[str, ...]]:
    """Scenario, seed and commands of the recorded game; no commands if there is no readable record."""
    try:
        lines = read_ordinary(path_of(), LARGEST).decode().splitlines()
        scenario, _, seed = lines[0].partition(" ")
        return scenario, int(seed), tuple(lines[1:])
    except (UnreadableError, UnicodeDecodeError, ValueError, IndexError):
        return "", 0, ()


class LivingMap(Backdrop):
    """The backdrop of the title.  The first look at it is the still picture; the war begins when it has been seen.

    Every slice of work is one order, or one step of setting up, so that the title answers at once meanwhile.
    """

    def __init__(self, pack: SpritePack) -> None:
        super().__init__(pack)
        self._war: Game | None = None
        self._table: Table | None = None
        self._orders: list[str] = []
        self._due = -1.0  # when it goes on; below 0: not yet known
        self._shown: Store[tuple[tuple[int, int], Theme]] = Store()
        self._framed = (0, 0)
        self._broken = False

    def use(self, pack: SpritePack) -> None:
        """Paint with another pack from now on, and begin anew."""
        if pack is not self.pack:
            self.close()
        super().use(pack)

    def close(self) -> None:
        """Nobody looks on any more: give the game back."""
        if self._war is not None:
            self._war.close()
        self._war, self._table, self._due = None, None, -1.0
        self._shown.clear()

    def moving(self, now: float) -> bool:
        """Is a counter on its way?"""
        return self._table is not None and (self._table.animation.running(now) or self._table.rough)

    def wake_in(self, now: float) -> float | None:
        """Seconds until it goes on; None if it does not."""
        return None if self._broken or self._due < 0 else max(0.0, self._due - now)

    def pass_time(self, now: float) -> bool:
        """Go on with the war, if it is time; is there something new to see?"""
        if self._broken:
            return False
        if self._due < 0:
            self._due = now + FIRST
        if now < self._due or self.moving(now):
            return False
        self._due = now
        if self._war is None:
            return self._set_up()
        if self._table is None:
            self._lay(self._war)
            return True
        return self._order(self._war, self._table, now)

    def _set_up(self) -> bool:
        scenario, seed, orders = read_record()
        try:
            self._war = start(find_scenario(scenario), {}, seed) if orders else None
        except (SetupError, TableError, MapError, ValueError):
            self._war = None
        self._orders = list(reversed(orders))
        self._broken = self._war is None
        return False

    def _lay(self, war: Game) -> None:
        self._table, self._framed = (table := Table(war.board, self.pack)), (0, 0)
        table.animation.speed = SPEED
        table.set_view(war.look(Side.AXIS))

    def _order(self, war: Game, table: Table, now: float) -> bool:
        """The next order; at the end the war begins anew."""
        if not self._orders:
            self.close()
            self._due = now
            return True
        try:
            told = war.apply(parse(self._orders.pop()))
        except (CommandError, IllegalCommand):
            self._broken = True
            return False
        events: list[Event] = [event for each in told if (event := veiled(each, Side.AXIS)) is not None]
        table.set_view(war.look(Side.AXIS))
        table.play(events, now)
        self._shown.clear()
        seen = any(isinstance(event, SEEN) for event in events)
        self._due = now + (LAST if not self._orders else PAUSE if seen else UNSEEN)
        return True

    def draw_at(self, surface: pygame.Surface, theme: Theme, now: float) -> None:
        """Lay it over the whole window, as it is at a moment."""
        table = self._table
        if table is None:
            self.draw(surface, theme)
            return
        rect = surface.get_rect()
        shown = self._shown.find((rect.size, theme))
        if shown is None or self.moving(now):
            if self._framed != rect.size:
                frame_theatre(table, rect)
                self._framed, table.eager = rect.size, True
            table.draw(surface, rect, TableState(), now)
            table.eager = False
            veil(surface, theme)
            self._shown.clear()
            if not self.moving(now):
                self._shown.put((rect.size, theme), surface.copy())
        else:
            surface.blit(shown, (0, 0))
