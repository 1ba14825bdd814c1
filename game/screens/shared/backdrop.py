"""What lies behind the title and the report.  The map of the theatre, enlarged and dimmed."""

from __future__ import annotations

import pygame

from ecs import Game, MapError, SetupError, Side, TableError, list_scenarios, load_scenario, start
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view import Table, TableState
from game.ui.widgets import Theme

VEIL = 70


class Backdrop:
    """The map of a scenario, or of a game as a side sees it, with its counters; painted once for each size."""

    def __init__(self, pack: SpritePack, game: Game | None = None, side: Side | None = None) -> None:
        self.pack, self.game, self.side = pack, game, side
        self._made: Store[tuple[tuple[int, int], str]] = Store()

    def use(self, pack: SpritePack) -> None:
        """Paint with another pack from now on."""
        if pack is not self.pack:
            self.pack = pack
            self._made.clear()

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Lay it over the whole window."""
        size = surface.get_size()
        surface.blit(self._made.get((size, str(theme.panel2)), lambda: self._paint(size, theme)), (0, 0))

    def _paint(self, size: tuple[int, int], theme: Theme) -> pygame.Surface:
        picture = pygame.Surface(size)
        picture.fill(theme.panel2)
        game = self.game or _first_game()
        if game is not None:
            table = Table(game.board, self.pack.of_game(game.ruleset.id), eager=True)
            table.set_view(game.look(self.side or game.to_act or Side.AXIS))
            rect = picture.get_rect()
            frame_theatre(table, rect)
            table.draw(picture, rect, TableState())
        veil(picture, theme)
        if game is not None and game is not self.game:
            game.close()
        return picture


def frame_theatre(table: Table, rect: pygame.Rect) -> None:
    """The part of the map that lies behind the title."""
    table.camera.resize(rect)
    table.camera.zoom_to(min(2.0, max(0.85, rect.width / 1920)))
    part = 0.42 if rect.width >= 1600 else 0.34  # the front stays clear of what lies at the left
    table.camera.centre_on(table.board.width * part, table.board.height * 0.36)


def veil(picture: pygame.Surface, theme: Theme) -> None:
    """Dim a picture, so that what is laid over it stands out."""
    kept = tuple(255 - VEIL * (255 - part) // 255 for part in theme.shadow)
    picture.fill(kept, special_flags=pygame.BLEND_RGB_MULT)


def _first_game() -> Game | None:
    """The first scenario of the game with the smallest map: the whole theatre at a glance, and the soonest painted."""
    first = {path.parent: path for path in reversed(list_scenarios())}
    try:
        return start(min(map(load_scenario, first.values()), key=lambda s: s.map.stat().st_size))
    except (SetupError, TableError, MapError, OSError, ValueError):
        return None
