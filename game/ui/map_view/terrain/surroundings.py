"""The surroundings of the map: a printed sheet with margin and ruled border, on a table that follows the theme."""

from __future__ import annotations

import pygame

from game.packs.loader import SpritePack
from game.packs.picture_store import kept
from game.ui.map_view.smooth_shapes import Colour, mix, noise

MARGIN = 26
"""Pixels of paper beyond the edge of the map, at zoom 1; fewer from afar."""
LEAST_MARGIN = 9
RULE = 0.42
"""Where in the margin the border is ruled."""
SHADOW = 7
LAMPS = {"dark": 0.86}
"""How bright the map is beside the panels of a theme, where not as bright as it is printed."""
SNOW_LAMPS = {"dark": 0.78}
"""Snow is the brightest ground, and glares first."""
WEAVE = 64


def lamp(theme: str, weather: str) -> float:
    """The brightness of the ground in a theme, out of 1."""
    lamps = SNOW_LAMPS if weather == "snow" else LAMPS
    return lamps.get(theme, 1.0)


def dimmed(colour: Colour, theme: str, weather: str) -> Colour:
    """A colour of the ground as seen in a theme."""
    return mix((0, 0, 0), colour, lamp(theme, weather))


class Surroundings:
    """The table and the margin of the sheet in one theme."""

    def __init__(self, pack: SpritePack, theme: str) -> None:
        self.theme = theme
        paper, ink = pack.colour("paper"), pack.colour("shadow")
        panel = pack.theme(theme).panel
        bright = theme not in ("dark", "contrast")
        self.desk: Colour = mix(paper, ink, 0.5) if bright else mix(panel, (0, 0, 0), 0.3)
        self.paper: Colour = dimmed(paper, theme, "good")
        self.ink: Colour = ink

    def cover(self, chunk: pygame.Surface, left: int, top: int) -> None:
        """Fill a piece of the enlarged map with the cloth of the table; left and top are its place there."""
        spots = range(-(left % WEAVE), chunk.get_width(), WEAVE), range(-(top % WEAVE), chunk.get_height(), WEAVE)
        cloth = _woven(self.desk)
        chunk.fblits([(cloth, (x, y)) for y in spots[1] for x in spots[0]])

    def surround(self, chunk: pygame.Surface, board: pygame.Rect, left: int, top: int, zoom: float) -> None:
        """Lay cloth and margin around the part of a chunk that the map fills; `board`: the map, from the chunk."""
        whole = chunk.get_rect()
        if board.inflate(-4, -4).contains(whole):
            return
        inside = board.clip(whole)
        kept = chunk.subsurface(inside).copy() if inside.w and inside.h else None
        self.cover(chunk, left, top)
        margin = margin_of(zoom)
        sheet = board.inflate(2 * margin, 2 * margin)
        for away in range(SHADOW, 0, -1):
            under = sheet.move(away // 2 + 1, away // 2 + 1).inflate(away, away)
            pygame.draw.rect(chunk, mix(self.desk, (0, 0, 0), 0.5 * (1 - away / (SHADOW + 1))), under, 1)
        pygame.draw.rect(chunk, self.paper, sheet)
        pygame.draw.rect(chunk, mix(self.paper, self.ink, 0.5), sheet, 1)
        ruled = board.inflate(round(2 * margin * RULE) + 4, round(2 * margin * RULE) + 4)
        pygame.draw.rect(chunk, mix(self.paper, self.ink, 0.75), ruled, 1)
        if kept:
            chunk.blit(kept, inside)
        pygame.draw.rect(chunk, self.ink, board.inflate(2, 2), 2)


def margin_of(zoom: float) -> int:
    """The width of the sheet's margin on the screen, in pixels."""
    return max(LEAST_MARGIN, round(MARGIN * min(1.0, zoom)))


@kept
def _woven(colour: Colour) -> pygame.Surface:
    """A square of cloth: threads across and down, each a little lighter or darker."""
    cloth = pygame.Surface((WEAVE, WEAVE), 0, 32)
    for y in range(WEAVE):
        for x in range(WEAVE):
            over = (x // 2 + y // 2) % 2
            thread = noise(x // 2 if over else y // 2, over, 3) - 0.5
            light = 0.03 * thread + (0.018 if over else -0.018) + 0.02 * (noise(x, y, 4) - 0.5)
            cloth.set_at((x, y), mix(colour, (255, 255, 255) if light > 0 else (0, 0, 0), abs(light) * 1.6))
    return cloth
