"""How long the board takes to draw."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pygame

from ecs import Game, Side, new_game
from game.packs.loader import load_sprite_pack
from game.packs.picture_store import BUDGET
from game.ui.map_view import BoardView, TableState
from tests.workshop.bench.timing import Measure, Pace, clock, milliseconds

WARM_UP = 60


def frames(scenario: str, options: Mapping[str, str], size: tuple[int, int], count: int, pace: Pace) -> Measure:
    """Frames of the opening position while the map is panned, all counters shown, drawn without a display."""
    game = new_game(scenario, options=options)
    seconds = panned(game, size, count, pace)
    game.close()
    return milliseconds(f"frame of the board, {size[0]} x {size[1]}", seconds)


def panned(game: Game, size: tuple[int, int], count: int, pace: Pace, zoom: float = 0.0) -> list[float]:
    """Seconds of frames while the map is panned, after those in which it is painted.

    :param zoom: screen pixels to a map pixel; 0 for the largest that shows the whole map.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(size)
    BUDGET.follow(size)  # as the window does
    table, state = BoardView(game.board, load_sprite_pack("standard")), TableState()
    table.set_view(game.view(game.to_act or Side.AXIS))
    if zoom:
        table.camera.resize(screen.get_rect())
        table.camera.zoom_to(zoom)
    seconds = []
    for number in range(WARM_UP + count):
        table.camera.pan(*((9, 6) if number % 40 < 20 else (-9, -6)))
        began = clock()
        table.draw(screen, screen.get_rect(), state, number / 60)
        pygame.display.flip()
        seconds.append(clock() - began)
        if number % 10 == 0:
            pace.breathe()
    pygame.display.quit()
    return seconds[WARM_UP:]
