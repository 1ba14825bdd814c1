"""A picture of each game, painted from its own map and opening position, and kept for the next time."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pygame

from ecs import BoardStore, MapError, Scenario, SetupError, Side, TableError, map_of, source_digest, start
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.saves.storage import thumbnail
from game.system.paths import CacheFolder
from game.system.slices import Progress, Steps, ahead
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.first_look import look_at_front

SIZE = (512, 240)  # pixels of a picture as it is kept
OPENING = (960, 600)  # and of one that is to be looked at
ZOOM = 0.5
PAINTERS = (Path(thumbnail.__file__), Path(__file__).parents[2] / "ui" / "map_view")


class GamePictures:
    """Small pictures of scenario openings, painted piece by piece between frames and kept on disk.

    :param store: where they are kept.
    :param size: pixels of each, as it is kept.
    """

    def __init__(self, pack: SpritePack, store: BoardStore | None = None, size: tuple[int, int] = SIZE) -> None:
        self.pack, self.store, self.size = pack, store or CacheFolder("pictures", ".picture"), size
        self.largest = 4 * size[0] * size[1]  # bytes
        self._found: Store[str] = Store()
        self._fitted: Store[tuple[str, tuple[int, int]]] = Store()
        self._vain: set[str] = set()  # scenarios that cannot be painted
        self._at_work: Steps[None] | None = None

    def use(self, pack: SpritePack) -> None:
        """Use another pack from now on."""
        if pack is not self.pack:
            self.pack = pack
            self._found.clear()
            self._fitted.clear()
            self._vain.clear()
            self.stop()

    def stop(self) -> None:
        """Stop painting; what is half painted stays so."""
        if self._at_work is not None:
            self._at_work.close()
            self._at_work = None

    def get(self, scenario: Scenario, size: tuple[int, int]) -> pygame.Surface | None:
        """The picture of a scenario, filling a size; None until it is ready."""
        key, picture = (scenario.id, size), self._found.find(scenario.id)
        return self._fitted.find(key) if picture is None else self._fitted.get(key, lambda: _filling(picture, size))

    def knows(self, scenario: Scenario) -> bool:
        """Has it been painted and is still kept, or did an attempt fail?"""
        return scenario.id in self._found or scenario.id in self._vain

    def paint(self, scenarios: list[Scenario]) -> bool:
        """Fetch or paint a piece of the first missing picture; False if none is missing."""
        if self._at_work is None:
            missing = next((scenario for scenario in scenarios if not self.knows(scenario)), None)
            if missing is None:
                return False
            self._at_work = self._kept_or_painted(missing)
        if next(self._at_work, None) is None:
            self._at_work = None
        return True

    def _kept_or_painted(self, scenario: Scenario) -> Steps[None]:
        key = self._key(scenario)
        kept = self.store.read(key, self.largest) if key else b""
        picture = thumbnail.decode(kept, self.size, self.largest) if key else None
        if picture is None:
            picture = yield from _painted(scenario, self.pack, self.size)
            if picture is not None and key:
                self.store.write(key, thumbnail.encode(picture, self.size))
        if picture is None:
            self._vain.add(scenario.id)
        else:
            self._found.put(scenario.id, picture)

    def _key(self, scenario: Scenario) -> str:
        """Digest of everything the picture is painted from; "" if a file cannot be read."""
        found = sha256(f"{source_digest(*PAINTERS)} {scenario.id} {self.pack.id} {self.size} {ZOOM}".encode())
        try:
            for manifest in self.pack.manifests:
                found.update(str(manifest.version).encode())
            for path in (scenario.map, scenario.path):
                found.update(path.read_bytes())
        except OSError:
            return ""
        return found.hexdigest()


def _painted(scenario: Scenario, pack: SpritePack, size: tuple[int, int]) -> Steps[pygame.Surface | None]:
    """The front as the side that moves first sees it; None if the scenario cannot be played."""
    unplayable = (SetupError, TableError, MapError, ValueError)
    yield from ahead("Reading the map", lambda: map_of(scenario), unplayable)
    try:
        game = start(scenario)
    except unplayable:
        return None
    picture = pygame.Surface(size)
    table = BoardView(game.board, pack)
    view = game.look(game.to_act or Side.AXIS)
    game.close()
    table.set_view(view)
    table.camera.resize(picture.get_rect())
    look_at_front(table, view, max(ZOOM, 1.1 * size[0] / table.board.width))  # no more paper beside it than need be
    table.draw(picture, picture.get_rect(), TableState())
    while table.rough:
        yield Progress("Painting the map")
        table.draw(picture, picture.get_rect(), TableState())
    return picture


def _filling(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a picture, scaled to fill a size."""
    wide, high = picture.get_size()
    scale = max(size[0] / wide, size[1] / high)
    cut = pygame.Rect(0, 0, min(wide, round(size[0] / scale)), min(high, round(size[1] / scale)))
    cut.center = picture.get_rect().center
    return pygame.transform.smoothscale(picture.subsurface(cut), size)
