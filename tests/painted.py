"""Maps that come with the game are painted once in a run: one test's piece of ground serves the next one's window.

Every window a test opens has a table of its own, and half of what such a test took was the same ground painted anew.
Shared is only what is painted on a board that is the very same object, with a pack that came with the game and in its
own letters; how the painting itself is done, kept and painted again is seen by tests that ask `Ground` or the stores.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from ecs import Scenario
from game.packs.loader import SpritePack
from game.screens.shared import game_pictures
from game.system.paths import data_root, is_own_pack
from game.ui.map_view.terrain.ground_colours import Ground
from game.ui.map_view.terrain.terrain_tiles import ChunkKey, Terrain
from game.ui.widgets.style import letters

MOST = 200  # pieces, of a megabyte each
FEW = 24  # grounds of whole maps


class Shelf:
    """What was made, by what it depends on; the longest unused goes first.  ``held``: keeps an object's id its own."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Any, tuple[Any, Any]] = OrderedDict()

    def get(self, key: Any, held: Any, make: Callable[[], Any]) -> Any:
        """What was made for this key; made now if it is not there."""
        if key not in self._kept:
            self._kept[key] = held, make()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key][1]


def look_of(pack: SpritePack) -> tuple[Any, ...] | None:
    """All that painting reads of a pack, in short; None if its files may be other ones the next time."""
    if letters._of_pack or not all(map(is_own_pack, pack.folders)):
        return None
    return pack.folders, pack.game


def share(patch: pytest.MonkeyPatch) -> None:
    """From now on, in every test of this process."""
    pieces, grounds, openings = Shelf(MOST), Shelf(FEW), Shelf(MOST)
    paint, lay, picture = Terrain._paint, Terrain.ground, game_pictures._painted

    def piece(self: Terrain, key: ChunkKey) -> pygame.Surface:
        look = look_of(self.pack)
        if look is None:
            return paint(self, key)
        whole = (id(self.board), look, self.text_scale, self.around.theme, key)
        found: pygame.Surface = pieces.get(whole, self.board, lambda: paint(self, key))
        return found

    def ground(self: Terrain, weather: str) -> Ground:
        look = look_of(self.pack)
        if look is None:
            return lay(self, weather)
        found: Ground = grounds.get((id(self.board), look, weather), self.board, lambda: lay(self, weather))
        return found

    def opening(scenario: Scenario, pack: SpritePack) -> pygame.Surface | None:
        look = look_of(pack)
        if look is None or data_root() not in scenario.path.parents:
            return picture(scenario, pack)
        found: pygame.Surface | None = openings.get((scenario.path, look), None, lambda: picture(scenario, pack))
        return found

    patch.setattr(Terrain, "_paint", piece)
    patch.setattr(Terrain, "ground", ground)
    patch.setattr(game_pictures, "_painted", opening)
