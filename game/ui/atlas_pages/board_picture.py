"""A picture of the board alone: the map with its counters, without the window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pygame

from ecs import Game, Side
from ecs.board.board import Board
from game.packs.addons.library import roots as content_roots
from game.packs.loader import SpritePack, load_sprite_pack
from game.play.session import Session
from game.saves.compatibility_notes import HUMAN
from game.saves.storage import thumbnail
from game.ui.interaction.controller import TableController
from game.ui.map_view.board_view import BoardView
from game.ui.map_view.camera import LEVELS
from game.ui.map_view.overlays.registry import overlay_ids

KEPT = 2  # painted maps
LARGEST = 8000  # pixels of a side of a picture
Stamp = tuple[tuple[str, int, int], ...]
WAITING = "random"  # a level that sits in the chair of the side whose view is not drawn, and does nothing


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What a picture of the board shows besides the position.

    ``overlay``: a map overlay, "" for none; ``select``: a counter to pick; ``at``: the hex in the middle, drawn as
    large as it is printed; -1 for the whole map.
    """

    overlay: str = ""
    select: str = ""
    at: int = -1


def seated(game: Game, side: Side) -> Session:
    """A session of this game without players, seen from one side."""
    waits = game.to_act not in (None, side)
    session = Session(game, {side: HUMAN, side.other: WAITING if waits else HUMAN})
    session.take_seat(side)
    return session


def board_picture(
    game: Game, side: Side, pack: SpritePack, size: tuple[int, int], look: BoardLook | None = None
) -> pygame.Surface:
    """The board as a side sees it, on a newly painted map.

    :param size: pixels; the whole map fills the one or the other of them, and no paper is left beside it.
    """
    return _drawn_on(BoardView(game.board, pack, eager=True), game, side, size, look or BoardLook())


def _drawn_on(table: BoardView, game: Game, side: Side, size: tuple[int, int], look: BoardLook) -> pygame.Surface:
    desk = TableController(seated(game, side))
    while not desk.orders.complete:
        desk.look_on(1.0)
    if look.overlay:
        desk.overlays.add(look.overlay)
    desk.light()
    if look.select:
        desk.select((look.select,))
    table.set_view(desk.view)
    return _whole(table, desk, size) if look.at < 0 else _part(table, desk, size, look.at)


def _part(table: BoardView, desk: TableController, size: tuple[int, int], at: int) -> pygame.Surface:
    surface = pygame.Surface(size)
    table.camera.resize(surface.get_rect())
    table.camera.zoom_to(1.0)
    table.centre_on(at)
    table.draw(surface, surface.get_rect(), desk.state)
    return surface


def _whole(table: BoardView, desk: TableController, size: tuple[int, int]) -> pygame.Surface:
    """Draw it a little larger than needed, and shrink it."""
    wide, high = table.board_size
    scale = min(size[0] / wide, size[1] / high)
    zoom = next((level for level in LEVELS if level >= scale), LEVELS[-1])
    surface = pygame.Surface((round(wide * zoom), round(high * zoom)))
    table.camera.resize(surface.get_rect())
    table.camera.zoom_to(zoom)
    table.camera.centre_on(wide / 2, high / 2)
    table.draw(surface, surface.get_rect(), desk.state)
    return pygame.transform.smoothscale(surface, (max(1, round(wide * scale)), max(1, round(high * scale))))


def board_png(
    game: Game, side: Side, size: tuple[int, int], pack: str = "standard", look: tuple[str, str, int] = ("", "", -1)
) -> bytes:
    """The board as the bytes of a PNG file.  Parameters and errors as :func:`board_surface`."""
    return thumbnail.png(board_surface(game, side, size, pack, look))


def board_surface(
    game: Game, side: Side, size: tuple[int, int], pack: str = "standard", look: tuple[str, str, int] = ("", "", -1)
) -> pygame.Surface:
    """The board as a side sees it, on a map that is kept for its next picture.

    :param look: overlay, counter and hex of a :class:`BoardLook`.
    :raises PackError: if the pack cannot be used.
    :raises ValueError: for an overlay that there is not, naming those there are, or a size that no picture has.
    """
    if not all(1 <= length <= LARGEST for length in size):
        raise ValueError(f"a picture has 1 to {LARGEST} pixels a side, not {size!r:.40}")
    if look[0] and look[0] not in overlay_ids():
        raise ValueError(f"no overlay {look[0][:40]!r}; choose from: {', '.join(overlay_ids())}")
    roots = tuple(content_roots("sprites"))
    table = _painted(game.board, pack, roots, tuple(file for root in roots for file in _files(str(root))))
    return _drawn_on(table, game, side, size, BoardLook(*look))


@lru_cache(maxsize=KEPT)
def _painted(board: Board, pack: str, roots: tuple[Path, ...], stamp: Stamp) -> BoardView:
    """A map with its counters for pictures of this board; ``stamp``: another, when a file of a pack has changed."""
    del stamp
    return BoardView(board, load_sprite_pack(pack, roots), eager=True)


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Path, size and time of every file beneath a folder."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    yield from _files(entry.path)
                else:
                    about = entry.stat()
                    yield entry.path, about.st_size, about.st_mtime_ns
    except OSError:
        return
