"""Maps that come with the game are painted once in a run: one test's piece of ground serves the next one's window.

Every window a test opens has a table of its own, and half of what such a test took was the same ground painted anew.
Shared is only what is painted on a board that is the very same object, with a pack that came with the game and in its
own letters; how the painting itself is done, kept and painted again is seen by tests that ask `Ground` or the stores.
The packs are read once as well, with the pictures drawn from them; and memory is given back neither after every window
nor after every screen: the search would go over all that is kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from ecs import Scenario
from game.app import application
from game.packs.addons.library import roots as content_roots
from game.packs.loader import SpritePack, load_sprite_pack
from game.screens.shared import game_pictures, resources
from game.system.paths import OWN_PACKS, data_root, is_own_pack
from game.system.slices import Steps, done
from game.ui.map_view.terrain.ground_colours import Ground
from game.ui.map_view.terrain.terrain_tiles import ChunkKey, Terrain
from game.ui.widgets.style import text_rendering

MOST = 200  # pieces, of a megabyte each
FEW = 24  # grounds of whole maps
LARGE = 6  # pictures of whole maps, of up to eight megabytes each


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
    if text_rendering._of_pack or not all(map(is_own_pack, pack.folders)):
        return None
    return pack.folders, pack.game


def _is_untouched(pack_id: str) -> bool:
    """Is it a pack that came with the game, and are all packs it may fall back on those that did?"""
    roots = content_roots("sprites")
    there = [next((root / name for root in roots if (root / name).exists()), None) for name in (pack_id, *OWN_PACKS)]
    return there[0] is not None and all(folder is None or is_own_pack(folder) for folder in there)


def share(patch: pytest.MonkeyPatch) -> None:
    """From now on, in every test of this process."""
    pieces, grounds, openings, packs = Shelf(MOST), Shelf(FEW), Shelf(MOST), Shelf(FEW)
    soft, whole_maps = Shelf(LARGE), Shelf(LARGE)
    paint, lay, picture, survey = Terrain._paint, Terrain.ground, game_pictures._painted, Terrain.overview

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
        key = id(self.board), look, weather
        found: Ground = grounds.get(key, self.board, lambda: lasting(lay(self, weather), key))
        return found

    def lasting(ground: Ground, key: Any) -> Ground:
        """One that reads its pictures once: the windows of other tests drive them out of the budget of all stores."""
        read = ground._read

        def again() -> tuple[pygame.Surface, pygame.Surface]:
            land, sea = soft.get(key, ground.board, read)
            ground._pictures.put("land", land)
            ground._pictures.put("sea", sea)
            return land, sea

        ground._read = again  # type: ignore[method-assign]
        return ground

    def overview(self: Terrain, weather: str) -> pygame.Surface:
        look = look_of(self.pack)
        if look is None:
            return survey(self, weather)
        key = id(self.board), look, weather
        found: pygame.Surface = whole_maps.get(key, self.board, lambda: survey(self, weather))
        return found

    def opening(scenario: Scenario, pack: SpritePack, size: tuple[int, int]) -> Steps[pygame.Surface | None]:
        look = look_of(pack)
        if look is None or data_root() not in scenario.path.parents:
            return (yield from picture(scenario, pack, size))
        found: pygame.Surface | None = openings.get(
            (scenario.path, look, size), None, lambda: done(picture(scenario, pack, size))
        )
        return found

    def pictures(pack_id: str, tell: Callable[[], None] | None = None) -> SpritePack:
        if not _is_untouched(pack_id):
            return load_sprite_pack(pack_id, tell=tell)
        found: SpritePack = packs.get(pack_id, None, lambda: load_sprite_pack(pack_id))
        return found

    patch.setattr(resources, "load_sprite_pack", pictures)
    patch.setattr(application, "give_memory_back", lambda: None)
    patch.setattr(application, "forget_new", lambda: None)
    patch.setattr(Terrain, "_paint", piece)
    patch.setattr(Terrain, "ground", ground)
    patch.setattr(Terrain, "overview", overview)
    patch.setattr(game_pictures, "_painted", opening)
