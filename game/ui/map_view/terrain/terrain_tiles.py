"""The printed map in square chunks, each painted once per zoom and weather when first seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property

import pygame

from ecs.board.board import Board
from game.packs.loader import MAX_SIZE, SpritePack
from game.packs.picture_store import Store, kept
from game.ui.map_view.camera import LEVELS, Camera
from game.ui.map_view.map_text import Letters
from game.ui.map_view.smooth_shapes import FINE, Sheet, Vec, blank, clipped, noise
from game.ui.map_view.terrain.ground_colours import COARSE, Ground, Plant
from game.ui.map_view.terrain.map_labels import HEX_NUMBERS_FROM, LabelPlan
from game.ui.map_view.terrain.map_lines import TICKS_FROM, Box, LinePainter, courses, is_fine, line_scale, touches
from game.ui.map_view.terrain.surroundings import SHADOW, Surroundings, dimmed, margin_of

CHUNK = 512
ALL_CHUNKS = 10**6
GLYPH_PIXELS = 4
NEAR_LEVELS = 7
PLANS = 3  # of names that are kept, each for a zoom
RAILS_FROM = 0.25
"""Roads and railways are left out of a campaign map below this zoom: they would run into a web."""
GRID_ALPHA = 175

ChunkKey = tuple[str, int, int, int, bool, float]
"""Weather, level, column, row; with the numbers of the hexes; `plain`."""
Dress = Callable[[pygame.Surface, int, int, int], None]
"""Lays something over a chunk, given the chunk, its left and top on the enlarged map, and the level."""


class Terrain:
    """The map as chunks of `CHUNK` screen pixels; `paint` makes one, the store keeps it while there is room."""

    def __init__(
        self, board: Board, pack: SpritePack, letters: Letters, text_scale: float = 1.0, theme: str = "light"
    ) -> None:
        self.board, self.pack, self.letters, self.text_scale = board, pack, letters, text_scale
        self.around = Surroundings(pack, theme)
        self.store: Store[ChunkKey] = Store()
        self._grounds: dict[str, Ground] = {}
        self._plans: dict[tuple[int, bool, float], LabelPlan] = {}
        self._painters: dict[str, LinePainter] = {}
        self._overviews: Store[str] = Store()
        self._roughs: Store[ChunkKey] = Store()
        self._worn: Store[tuple[ChunkKey, bool]] = Store()
        self._dress: Dress | None = None
        self.fine = is_fine(board)

    @cached_property
    def _centres(self) -> list[Vec]:
        return [self.board.centre(h.index) for h in self.board.hexes]

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        weather: str,
        numbers: bool,
        allowance: int,
        dress: Dress | None = None,
        plain: float = 0.0,
    ) -> bool:
        """Draw the chunks in view; paints at most `allowance` new ones, the others roughly; True if all are there.

        `plain`: as a campaign map, without hexes, trees and small places, with letters N times as large; 0: as
        ever.
        """
        left, top = camera.origin
        size, view = CHUNK, camera.view
        ready, missing = [], []
        for cy in range(top // size, (top + view.h - 1) // size + 1):
            for cx in range(left // size, (left + view.w - 1) // size + 1):
                key = (weather, camera.level, cx, cy, numbers, plain)
                spot = (cx * size - left + view.x, cy * size - top + view.y)
                if key in self.store:
                    ready.append((self._dressed(key, dress), spot))
                else:
                    missing.append((key, spot))
        for key, spot in missing[:allowance]:
            ready.append((self._dressed(key, dress), spot))
        for key, spot in missing[allowance:]:
            ready.append((self._dressed(key, dress, rough=True), spot))
        surface.fblits(ready)
        return len(missing) <= allowance

    def _dressed(self, key: ChunkKey, dress: Dress | None, rough: bool = False) -> pygame.Surface:
        """A chunk, or its stand-in, with the player's overlays."""
        base = self._roughs.get(key, lambda: self._rough(key)) if rough else self.chunk(key)
        if dress is None:
            return base
        if dress is not self._dress:
            self._dress = dress
            self._worn.clear()

        def put_on() -> pygame.Surface:
            clad = base.copy()
            dress(clad, key[2] * CHUNK, key[3] * CHUNK, key[1])
            return clad

        return self._worn.get((key, rough), put_on)

    def chunk(self, key: ChunkKey) -> pygame.Surface:
        """One chunk, painted now if necessary."""
        return self.store.get(key, lambda: self._paint(key))

    def ground(self, weather: str) -> Ground:
        """The soft pictures for a weather."""
        if weather not in self._grounds:
            self._grounds[weather] = Ground(self.board, self.pack, weather)
        return self._grounds[weather]

    def overview(self, weather: str) -> pygame.Surface:
        """The whole map at a quarter of its size, for the minimap and for chunks still to come."""
        return self._overviews.get(weather, lambda: _overview(self.ground(weather)))

    def _rough(self, key: ChunkKey) -> pygame.Surface:
        """A stand-in for a chunk: the overview, and over it what another zoom has already painted."""
        weather, level, cx, cy, *_ = key
        picture, zoom = self.overview(weather), LEVELS[level]
        scaled = self._from_other_level(key)
        if scaled:
            return scaled
        side = max(1, round(CHUNK / zoom / COARSE))
        part = pygame.Surface((side, side), 0, 32)
        part.fill(self.around.desk)
        land = part.blit(picture, (-round(cx * CHUNK / zoom / COARSE), -round(cy * CHUNK / zoom / COARSE)))
        part.fill(dimmed((255, 255, 255), self.around.theme, weather), land, pygame.BLEND_RGB_MULT)
        return pygame.transform.scale(part, (CHUNK, CHUNK))

    def _from_other_level(self, key: ChunkKey) -> pygame.Surface | None:
        """The chunk made of those of the nearest zoom that has all of it; None if there is none."""
        weather, level, cx, cy, numbers, plain = key
        for other in sorted(range(len(LEVELS)), key=lambda one: abs(one - level))[1:NEAR_LEVELS]:
            scale = LEVELS[other] / LEVELS[level]
            left, top, side = cx * CHUNK * scale, cy * CHUNK * scale, CHUNK * scale
            across = range(math.floor(left / CHUNK), math.floor((left + side - 1) / CHUNK) + 1)
            down = range(math.floor(top / CHUNK), math.floor((top + side - 1) / CHUNK) + 1)
            found = [(x, y, self.store.find((weather, other, x, y, numbers, plain))) for y in down for x in across]
            placed = [(chunk, (round(x * CHUNK - left), round(y * CHUNK - top))) for x, y, chunk in found if chunk]
            if len(placed) == len(found):
                part = pygame.Surface((round(side), round(side)), 0, 32)
                part.blits(placed)
                return pygame.transform.scale(part, (CHUNK, CHUNK))
        return None

    # -- painting one chunk -----------------------------------------------------------------------

    def _paint(self, key: ChunkKey) -> pygame.Surface:
        weather, level, cx, cy, numbers, plain = key
        zoom = LEVELS[level]
        left, top = cx * CHUNK, cy * CHUNK
        board = pygame.Rect(0, 0, round(self.board.width * zoom), round(self.board.height * zoom))
        beyond = 4 + 2 * (margin_of(zoom) + SHADOW)
        if not board.inflate(beyond, beyond).colliderect((left, top, CHUNK, CHUNK)):
            bare = pygame.Surface((CHUNK, CHUNK), 0, 32)
            self.around.cover(bare, left, top)
            return bare
        seen: Box = (left / zoom - 24, top / zoom - 24, (left + CHUNK) / zoom + 24, (top + CHUNK) / zoom + 24)
        fine = pygame.Surface((CHUNK * FINE, CHUNK * FINE), 0, 32)
        sheet = Sheet((CHUNK, CHUNK), zoom, left, top, fine)
        self._lay_ground(sheet, weather, seen)
        painter = self._painter(weather)
        painter.lakes(sheet, seen)
        painter.shore(sheet, seen)
        if not plain:
            self._plant(sheet, weather, seen)
        veil = Sheet((CHUNK, CHUNK), zoom, left, top)
        painter.streams(veil, seen)
        painter.cities(veil, seen)
        painter.rails(veil, seen)
        painter.borders(veil, seen)
        if not plain:
            self._grid(veil, seen)
        painter.frontier(veil, seen)
        sheet.lay(veil)
        painter.features(sheet, seen)
        if plain and zoom < RAILS_FROM:
            pass
        elif zoom < TICKS_FROM and self.fine:  # from afar railways are faint, and only a veil can be
            veil = Sheet((CHUNK, CHUNK), zoom, left, top)
            painter.roads(veil, seen)
            sheet.lay(veil)
        else:
            painter.roads(sheet, seen)
        chunk = sheet.done()
        self._finish(chunk, weather, self._plan(level, numbers, plain), (left, top, zoom))
        return chunk

    def _painter(self, weather: str) -> LinePainter:
        if weather not in self._painters:
            lines = next((p.lines for p in self._painters.values()), None)
            lines = lines or courses(self.board, self.ground(weather).shores)
            self._painters[weather] = LinePainter(lines, self.pack, weather, line_scale(self.board))
        return self._painters[weather]

    def stars(self, level: int, numbers: bool, plain: float = 0.0) -> dict[int, pygame.Rect]:
        """The places of the symbols beside names on the map at a zoom, by hex."""
        return self._plan(level, numbers, plain).stars

    def _plan(self, level: int, numbers: bool, plain: float = 0.0) -> LabelPlan:
        key = (level, numbers, plain)
        if key not in self._plans:
            if len(self._plans) >= PLANS:
                del self._plans[next(iter(self._plans))]
            shown = numbers or (LEVELS[level] >= HEX_NUMBERS_FROM and not self.fine)
            self._plans[key] = LabelPlan(
                self.board, self.pack, self.letters, LEVELS[level], shown, plain or self.text_scale, plain > 0
            )
        return self._plans[key]

    def _lay_ground(self, sheet: Sheet, weather: str, seen: Box) -> None:
        ground = self.ground(weather)
        _enlarge(ground.sea, sheet)
        land = blank(sheet.surface.get_size())
        _enlarge(ground.land, Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top, land))
        mask = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
        for shore in self._painter(weather).lines.land:
            if touches(shore.box, seen):
                area = clipped(shore.points, *seen)
                if len(area) > 2:
                    mask.polygon(area, (255, 255, 255))
        land.blit(mask.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        sheet.surface.blit(land, (0, 0))

    def _plant(self, sheet: Sheet, weather: str, seen: Box) -> None:
        """Trees, hills, reeds: the same ones every time, the northern ones first."""
        ground = self.ground(weather)
        grown = (plant for index in self._near(seen) for plant in self._plants(ground, index))
        plants = [p for p in grown if touches((p[1][0], p[1][1], *p[1]), seen)]
        for name, where, size, ink in sorted(plants, key=lambda p: (p[1][1], p[1][0])):
            pixels = round(size * sheet.zoom * FINE)
            if pixels >= GLYPH_PIXELS:
                sheet.picture(self.pack.surface(name, min(MAX_SIZE, pixels), ink), where)

    def _near(self, seen: Box) -> list[int]:
        """The hexes with any part in a box."""
        left, top, right, bottom = seen
        reach = max(self.board.layout.tile_w, self.board.layout.tile_h)
        return [
            i
            for i, (x, y) in enumerate(self._centres)
            if left - reach < x < right + reach and top - reach < y < bottom + reach
        ]

    def _plants(self, ground: Ground, index: int) -> list[Plant]:
        """What grows in a hex, worked out when first seen."""
        if index not in ground.plants:
            ground.plants[index] = list(self._grow(ground, index))
        return ground.plants[index]

    def _grow(self, ground: Ground, index: int) -> Iterator[Plant]:
        layout = self.board.layout
        scale = min(1.0, layout.tile_w / 90)
        look = self.pack.terrain(self.board.hexes[index].terrain, ground.weather)
        cx, cy = self._centres[index]
        spots: list[Vec] = []
        wanted = round(look.density * 1.6)
        for i in range(wanted * 5):
            angle, far = noise(index, i, 5) * math.tau, math.sqrt(noise(index, i, 6)) * layout.tile_w * 0.46
            spot = (cx + math.cos(angle) * far, cy + math.sin(angle) * far * 1.05)
            apart = look.size * scale * 1.15
            if ground.is_land(*spot) and all(math.dist(spot, s) > apart for s in spots):
                spots.append(spot)
                name = look.glyphs[int(noise(index, i, 7) * 0.999 * len(look.glyphs))] if look.glyphs else ""
                if name:
                    yield name, spot, look.size * scale * (0.85 + 0.3 * noise(index, i, 8)), look.ink
            if len(spots) >= wanted:
                break

    def _grid(self, sheet: Sheet, seen: Box) -> None:
        colour = self.pack.colour("grid")
        width = max(0.65 if self.fine else 0.9, 0.55 / sheet.zoom)
        alpha = round(GRID_ALPHA * min(1.0, 0.45 + sheet.zoom * 0.75)) if self.fine else GRID_ALPHA
        for index in self._near(seen):
            corners = self.board.corners(index)
            sheet.line((*corners, corners[0]), width, colour, alpha)

    def _finish(self, chunk: pygame.Surface, weather: str, plan: LabelPlan, place: tuple[int, int, float]) -> None:
        """Add grain, names and surroundings at screen size, so that letters stay sharp."""
        left, top, zoom = place
        grain = _grain()
        side, light = grain.get_width(), dimmed((255, 255, 255), self.around.theme, weather)
        spots = [(grain, (x, y)) for y in range(0, CHUNK, side) for x in range(0, CHUNK, side)]
        chunk.fblits(spots, pygame.BLEND_RGB_MULT)
        chunk.fill(light, special_flags=pygame.BLEND_RGB_MULT)
        area = pygame.Rect(left, top, CHUNK, CHUNK)
        pieces = [piece for piece in (*plan.titles, *plan.pieces) if piece.rect.colliderect(area)]
        chunk.fblits([(p.sign.draw(), (p.x - left, p.y - top)) for p in pieces], pygame.BLEND_PREMULTIPLIED)
        board = pygame.Rect(-left, -top, round(self.board.width * zoom), round(self.board.height * zoom))
        self.around.surround(chunk, board, left, top, zoom)


def _overview(ground: Ground) -> pygame.Surface:
    """Land and water in one picture."""
    picture = ground.sea.copy()
    land = blank(ground.land.get_size())
    land.blit(ground.land, (0, 0))
    land.blit(_key_mask(ground.mask), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(land, (0, 0))
    return picture


def _key_mask(mask: pygame.Surface) -> pygame.Surface:
    """White where the mask is white, transparent where it is black."""
    keyed = mask.copy()
    keyed.set_colorkey((0, 0, 0))
    clear = blank(mask.get_size())
    clear.blit(keyed, (0, 0))
    return clear


def _enlarge(picture: pygame.Surface, sheet: Sheet) -> None:
    """Draw the part of a soft picture that a sheet shows, smoothly enlarged."""
    factor = COARSE * sheet.zoom * FINE
    left, top = sheet.left * FINE / factor, sheet.top * FINE / factor
    side = sheet.surface.get_width() / factor
    x0, y0 = math.floor(left) - 2, math.floor(top) - 2
    cells = math.ceil(side) + 5
    part = pygame.Surface((cells, cells), 0, 32)
    part.fill(picture.get_at((0, 0)))
    part.blit(picture, (-x0, -y0))
    size = round(cells * factor)
    sheet.surface.blit(
        pygame.transform.smoothscale(part, (size, size)), (round((x0 - left) * factor), round((y0 - top) * factor))
    )


@kept
def _grain() -> pygame.Surface:
    """A square of paper: almost white, every grain a little different."""
    side = 128
    values = bytes(v for i in range(side * side) for v in [246 + int(noise(i % side, i // side) * 9)] * 3)
    return pygame.image.frombytes(values, (side, side), "RGB")
