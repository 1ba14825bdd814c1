"""The map behind the title, on which a recorded campaign plays slowly; with reduced motion it stands still."""

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
    list_scenarios,
    load_scenario,
    parse,
    start,
    veiled,
)
from ecs.core.events import Attacked, Destroyed, Event, Fired, Moved
from ecs.untrusted_input import UnreadableError, read_ordinary
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.system.paths import data_root
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.first_look import show_front
from game.ui.widgets import Theme

# -- What lies behind the title and the report.  The map of the theatre, enlarged and dimmed. ------------------------

VEIL = 70


class Backdrop:
    """The map of a scenario, or of a game as a side sees it, with its counters; painted once for each size."""

    def __init__(self, pack: SpritePack, game: Game | None = None, side: Side | None = None) -> None:
        self.pack, self.game, self.side = pack, game, side
        self._made: Store[tuple[tuple[int, int], str, bool]] = Store()

    def use(self, pack: SpritePack) -> None:
        """Use another pack from now on."""
        if pack is not self.pack:
            self.pack = pack
            self._made.clear()

    def draw(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect | None = None) -> None:
        """Draw it over the whole window, or the front into a part of it."""
        place, front = room or surface.get_rect(), room is not None
        key = (place.size, str(theme.panel2), front)
        surface.blit(self._made.get(key, lambda: self._paint(place.size, theme, front)), place)

    def _paint(self, size: tuple[int, int], theme: Theme, front: bool) -> pygame.Surface:
        picture = pygame.Surface(size)
        picture.fill(theme.panel2)
        game = self.game or _first_game()
        if game is not None:
            table = BoardView(game.board, self.pack.of_game(game.ruleset.id), eager=True)
            view = game.look(self.side or game.to_act or Side.AXIS)
            table.set_view(view)
            rect = picture.get_rect()
            if front:
                table.camera.resize(rect)
                show_front(table, view)
            else:
                frame_theatre(table, rect)
            table.draw(picture, rect, TableState())
        veil(picture, theme)
        if game is not None and game is not self.game:
            game.close()
        return picture


def frame_theatre(table: BoardView, rect: pygame.Rect) -> None:
    """The part of the map shown behind the title."""
    table.camera.resize(rect)
    table.camera.zoom_to(min(2.0, max(0.85, rect.width / 1920)))
    part = 0.42 if rect.width >= 1600 else 0.34  # the front stays clear of what lies at the left
    table.camera.centre_on(table.board.width * part, table.board.height * 0.36)


def veil(picture: pygame.Surface, theme: Theme) -> None:
    """Dim a picture, so that what is drawn over it stands out."""
    kept = tuple(255 - VEIL * (255 - part) // 255 for part in theme.shadow)
    picture.fill(kept, special_flags=pygame.BLEND_RGB_MULT)


def _first_game() -> Game | None:
    """The first scenario of the game with the smallest map: the whole theatre at a glance, and quickest to paint."""
    first = {path.parent: path for path in reversed(list_scenarios())}
    try:
        return start(min(map(load_scenario, first.values()), key=lambda s: s.map.stat().st_size))
    except (SetupError, TableError, MapError, OSError, ValueError):
        return None


CAMPAIGN = "barbarossa-1941"
LARGEST = 200_000  # bytes of the record
FIRST, PAUSE, UNSEEN, LAST = 2.5, 0.5, 0.05, 10.0
"""Seconds to the first order, after one that shows something, after one that does not, at the end of the war."""
SPEED = 0.7  # of counters
SEEN = (Moved, Fired, Attacked, Destroyed)


def path_of() -> Path:
    """The path of the record."""
    return data_root() / "maps" / "tutorials" / "title-campaign.txt"


def read_record() -> tuple[str, int, tuple[str, ...]]:
    """Scenario, seed and commands of the recorded game; no commands without a readable record."""
    try:
        lines = read_ordinary(path_of(), LARGEST).decode().splitlines()
        scenario, _, seed = lines[0].partition(" ")
        return scenario, int(seed), tuple(lines[1:])
    except (UnreadableError, UnicodeDecodeError, ValueError, IndexError):
        return "", 0, ()


class LivingMap(Backdrop):
    """The backdrop of the title: a still picture at first; then the war begins.

    Every slice of work is one order, or one step of setting up, so that the title answers at once meanwhile.
    """

    def __init__(self, pack: SpritePack) -> None:
        super().__init__(pack)
        self._war: Game | None = None
        self._table: BoardView | None = None
        self._orders: list[str] = []
        self._due = -1.0  # when it goes on; below 0: not yet known
        self._shown: Store[tuple[tuple[int, int], Theme]] = Store()
        self._framed = (0, 0)
        self._broken = False

    def use(self, pack: SpritePack) -> None:
        """Use another pack from now on, and begin again."""
        if pack is not self.pack:
            self.close()
        super().use(pack)

    def close(self) -> None:
        """Stop the show and close the game."""
        if self._war is not None:
            self._war.close()
        self._war, self._table, self._due = None, None, -1.0
        self._shown.clear()

    def moving(self, now: float) -> bool:
        """Is a counter moving?"""
        return self._table is not None and (self._table.animation.running(now) or self._table.rough)

    def wake_in(self, now: float) -> float | None:
        """Seconds until it continues; None if it does not."""
        return None if self._broken or self._due < 0 else max(0.0, self._due - now)

    def pass_time(self, now: float) -> bool:
        """Continue the war when due; return whether there is something new to see."""
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
        self._table, self._framed = (table := BoardView(war.board, self.pack)), (0, 0)
        table.animation.speed = SPEED
        table.set_view(war.look(Side.AXIS))

    def _order(self, war: Game, table: BoardView, now: float) -> bool:
        """The next order; after the last the war begins again."""
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
        """Draw it over the whole window as it is at a moment."""
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
