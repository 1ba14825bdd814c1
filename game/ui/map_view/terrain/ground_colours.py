"""The colour of the ground: two small soft pictures of the whole board, land and sea, to be enlarged."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pygame

from ecs import BoardStore, source_digest
from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.smooth_shapes import Colour, Vec, mix, noises, stir

# -- The soft pictures of the ground as they are kept between starts. ------------------------------------------------
# What is kept is believed only if its checksum and its size are right; else the pictures are painted anew.

HEAD = b"rasputitsa ground 1 "
MOST_BYTES = 64_000_000
PAINTERS = (Path(__file__).parent, Path(__file__).parents[1])
PIXEL = 3  # bytes: red, green, blue

Size = tuple[int, int]
Pictures = tuple[pygame.Surface, pygame.Surface]

_stores: list[BoardStore] = []


def keep_grounds(store: BoardStore) -> None:
    """Keep the pictures in this store from now on."""
    _stores[:] = [store]


def kept_or_painted(inputs: str, size: Size, paint: Callable[[], Pictures]) -> Pictures:
    """The two stored pictures for these inputs, or painted and stored now.

    :param inputs: all that they are painted from, in words.
    :param size: of each, in pixels.
    """
    if not _stores or 2 * PIXEL * size[0] * size[1] > MOST_BYTES:
        return paint()
    store, painter = _stores[0], source_digest(*PAINTERS)
    key = sha256(f"{painter} {pygame.version.ver} {inputs}".encode()).hexdigest()
    pictures = unpack(store.read(key, MOST_BYTES), key, size)
    if pictures is None:
        pictures = paint()
        store.write(key, pack(pictures, key))
    return pictures


def pack(pictures: Pictures, key: str) -> bytes:
    """Two pictures of one size as bytes."""
    body = zlib.compress(b"".join(pygame.image.tobytes(picture, "RGB") for picture in pictures), 1)
    return HEAD + _checksum(key, body) + b"\n" + body


def unpack(data: bytes, key: str, size: Size) -> Pictures | None:
    """The pictures stored under a key; None if anything is wrong with them."""
    head, _, body = data.partition(b"\n")
    half = PIXEL * size[0] * size[1]
    if len(data) > MOST_BYTES or head != HEAD + _checksum(key, body):
        return None
    reader = zlib.decompressobj()
    try:
        pixels = reader.decompress(body, 2 * half + 1)
    except zlib.error:
        return None
    if len(pixels) != 2 * half:
        return None
    return _picture(pixels[:half], size), _picture(pixels[half:], size)


def _picture(pixels: bytes, size: Size) -> pygame.Surface:
    picture = pygame.Surface(size, 0, 32)
    picture.blit(pygame.image.frombytes(pixels, size, "RGB"), (0, 0))
    return picture


def _checksum(key: str, body: bytes) -> bytes:
    return sha256(key.encode() + b" " + body).hexdigest().encode()


COARSE = 4
"""Map pixels to a pixel of the soft pictures."""
BLOTCHES = 9
OUTSIDE = 0.55
MOTTLE = 0.65
PARTS = tuple(i / 6 for i in range(7))
BULGES = tuple(math.sin(math.pi * part) for part in PARTS)


Plant = tuple[str, Vec, float, Colour]
"""Picture, place, size in map pixels, ink."""


class Ground:
    """The soft pictures of one board in one weather, and the shape of its land."""

    def __init__(self, board: Board, pack: SpritePack, weather: str) -> None:
        self.board, self.pack, self.weather = board, pack, weather
        self.shores = shores(board)
        self.plants: dict[int, list[Plant]] = {}
        self._size = board.width // COARSE + 2, board.height // COARSE + 2
        self._pictures: Store[str] = Store()

    @property
    def land(self) -> pygame.Surface:
        """The whole board as if it were land."""
        return self._pictures.find("land") or self._read()[0]

    @property
    def sea(self) -> pygame.Surface:
        """The whole board as if it were water."""
        return self._pictures.find("sea") or self._read()[1]

    @property
    def mask(self) -> pygame.Surface:
        """White where there is land, black where there is water."""
        return self._pictures.get("mask", self._mask)

    def _read(self) -> Pictures:
        """Land and sea, from disk or painted now."""
        land, sea = kept_or_painted(self._inputs(), self._size, lambda: (self._land(), self._sea()))
        self._pictures.put("land", land)
        self._pictures.put("sea", sea)
        return land, sea

    def _inputs(self) -> str:
        """Everything the pictures are painted from."""
        board, layout = self.board, self.board.layout
        codes = sorted({"offmap", "sea", *(h.terrain for h in board.hexes)})
        looks = [(code, look.fill, look.mottle) for code in codes for look in (self.pack.terrain(code, self.weather),)]
        hexes = [(h.col, h.row, h.terrain) for h in board.hexes]
        lakes = [line.points for line in board.art if line.kind == "lake_art"]
        return repr((layout, board.width, board.height, hexes, self.shores, lakes, looks))

    def is_land(self, x: float, y: float) -> bool:
        """Is there land at this map pixel?"""
        px, py = int(x / COARSE), int(y / COARSE)
        inside = 0 <= px < self._size[0] and 0 <= py < self._size[1]
        return inside and self.mask.get_at((px, py))[0] > 127

    def _sheet(self, colour: Colour) -> pygame.Surface:
        sheet = pygame.Surface(self._size, 0, 32)
        sheet.fill(colour)
        return sheet

    def _mask(self) -> pygame.Surface:
        mask = self._sheet((0, 0, 0))
        for shore in self.shores:
            pygame.draw.polygon(mask, (255, 255, 255), [(x / COARSE, y / COARSE) for x, y in shore])
        for line in self.board.art:
            if line.kind == "lake_art":
                pygame.draw.polygon(mask, (0, 0, 0), [(x / COARSE, y / COARSE) for x, y in line.points])
        return mask

    def _land(self) -> pygame.Surface:
        outside = self.pack.terrain("offmap", self.weather)
        sheet = self._sheet(outside.fill)
        looks = {code: self.pack.terrain(code, self.weather) for code in {h.terrain for h in self.board.hexes}}
        beyond = {code: mix(look.fill, outside.fill, OUTSIDE) for code, look in looks.items()}
        mottled = {code: mix(look.fill, look.mottle, MOTTLE) for code, look in looks.items()}
        for col, row, code in margin(self.board):
            self._patch(sheet, col, row, beyond[code])
        for h in self.board.hexes:
            self._patch(sheet, h.col, h.row, looks[h.terrain].fill)
        for h in self.board.hexes:
            self._blotch(sheet, h.index, mottled[h.terrain])
        return pygame.transform.gaussian_blur(sheet, 2)

    def _patch(self, sheet: pygame.Surface, col: int, row: int, fill: Colour) -> None:
        outline = ragged(
            self.board.layout.corners(col, row), self.board.layout.side_length * 0.11, self._same(col, row)
        )
        pygame.draw.polygon(sheet, fill, [(x / COARSE, y / COARSE) for x, y in outline])

    def _same(self, col: int, row: int) -> frozenset[int]:
        """The sides of a hex beyond which the ground is the same, so that they cannot be seen."""
        index, by_offset = self.board.by_offset.get((col, row)), self.board.by_offset
        if index is None:
            return frozenset()
        own, hexes = self.board.hexes[index].terrain, self.board.hexes
        around = [by_offset.get(place) for place in self.board.layout.neighbours(col, row)]
        return frozenset(i for i, other in enumerate(around) if other is not None and hexes[other].terrain == own)

    def _blotch(self, sheet: pygame.Surface, index: int, colour: Colour) -> None:
        cx, cy = self.board.centre(index)
        reach = min(self.board.layout.tile_w, self.board.layout.tile_h) * 0.42
        circle, cos, sin, sqrt = pygame.draw.circle, math.cos, math.sin, math.sqrt
        stirred = stir((index,))
        for i in range(BLOTCHES):
            turn, out, size = noises((i,), (1, 2, 3), stirred)
            angle, far = turn * math.tau, sqrt(out) * reach
            where = ((cx + cos(angle) * far) / COARSE, (cy + sin(angle) * far) / COARSE)
            circle(sheet, colour, where, reach * (0.1 + 0.2 * size) / COARSE)

    def _sea(self) -> pygame.Surface:
        water = self.pack.terrain("sea", self.weather)
        sheet = self._sheet(mix(water.fill, water.mottle, 0.7))
        shelf = pygame.transform.gaussian_blur(self.mask, 7)
        light = mix(water.fill, (255, 255, 255), 0.3)
        deep = mix(water.fill, water.mottle, 0.7)
        shelf.fill((light[0] - deep[0], light[1] - deep[1], light[2] - deep[2]), special_flags=pygame.BLEND_MULT)
        sheet.blit(shelf, (0, 0), special_flags=pygame.BLEND_ADD)
        return sheet


def shores(board: Board) -> tuple[Sequence[Vec], ...]:
    """Outlines of the land: the drawn coasts, or the hexes themselves on a board without any."""
    drawn = tuple(line.points for line in board.art if line.kind in ("coastline", "coast"))
    if drawn:
        return drawn
    return tuple(board.corners(h.index) for h in board.hexes if h.terrain not in ("sea", "lake"))


def margin(board: Board) -> list[tuple[int, int, str]]:
    """Places next to the board's hexes that are no hexes of it, each with a neighbour's terrain."""
    found: dict[tuple[int, int], str] = {}
    for h in board.hexes:
        for place in board.layout.neighbours(h.col, h.row):
            if place not in board.by_offset:
                found.setdefault(place, h.terrain)
    return [(col, row, code) for (col, row), code in sorted(found.items())]


def ragged(corners: Sequence[Vec], far: float, straight: frozenset[int] = frozenset()) -> list[Vec]:
    """A hex's outline, wandering a little save on the straight sides; both hexes at a side get the same line."""
    outline: list[Vec] = []
    for i, (a, b) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        if i in straight:
            outline.append(a)
            continue
        first, last = sorted((a, b))
        side = _wander(first, last, far)
        outline += side[:-1] if first == a else side[:0:-1]
    return outline


@lru_cache(maxsize=1024)  # a row of the largest map
def _wander(a: Vec, b: Vec, far: float) -> tuple[Vec, ...]:
    """The wandering line of a side, the same for either hex."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    points: list[Vec] = []
    chances = noises((round(a[0]), round(a[1]), round(b[0]), round(b[1])), range(7))
    for part, bulge, chance in zip(PARTS, BULGES, chances):
        off = (chance - 0.5) * 2 * far * bulge
        points.append((a[0] + dx * part - dy / length * off, a[1] + dy * part + dx / length * off))
    return tuple(points)
