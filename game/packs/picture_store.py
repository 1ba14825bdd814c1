"""Stores of pictures under one common budget: the picture unused for longest makes room first.

What is in no store (the window itself, the sheet being painted) is gone when its owner is.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar

import pygame

FLOOR = 32 * 2**20  # bytes for what does not grow with the window: letters, counters, signs
WINDOWS = 4  # and so many times the window itself: what is in sight, and what was a moment ago

Key = TypeVar("Key", bound=Hashable)
Shelf = dict[Any, tuple[pygame.Surface, int]]
Painter = TypeVar("Painter", bound=Callable[..., pygame.Surface])


def bytes_of(picture: pygame.Surface) -> int:
    """The bytes a picture takes."""
    return picture.get_width() * picture.get_height() * picture.get_bytesize()


class Budget:
    """The number of bytes that all stores may hold together.

    ``held``: what they hold now; ``limit``: at most, but for the one picture that was made last.
    """

    def __init__(self, limit: int) -> None:
        self.limit, self.held = limit, 0
        self._order: OrderedDict[int, tuple[Shelf, Any]] = OrderedDict()
        self._left: list[Shelf] = []  # of stores that are gone, to be cleared at the next chance
        self._last = 0

    def __len__(self) -> int:
        return len(self._order)

    def follow(self, size: tuple[int, int]) -> None:
        """Set the limit for a window of this size."""
        self.limit = FLOOR + WINDOWS * 4 * size[0] * size[1]
        self.trim()

    def use(self, number: int) -> None:
        """Note that a picture was just used."""
        self._order.move_to_end(number)

    def take(self, shelf: Shelf, key: Any, picture: pygame.Surface) -> None:
        """Keep a picture of a store from now on."""
        self._last += 1
        shelf[key] = picture, self._last
        self._order[self._last] = shelf, key
        self.held += bytes_of(picture)
        self.trim()

    def make_room(self, size: int, shelf: Shelf) -> None:
        """Drop pictures until so many bytes more fit; none of this store, nor what was used after it."""
        while self.held + size > self.limit and self._order and next(iter(self._order.values()))[0] is not shelf:
            self._drop()

    def clear(self, shelf: Shelf) -> None:
        """Give back everything a store holds."""
        for picture, number in shelf.values():
            del self._order[number]
            self.held -= bytes_of(picture)
        shelf.clear()

    def leave(self, shelf: Shelf) -> None:
        """Forget a store that is gone: this may come at any moment, so nothing else is touched yet."""
        self._left.append(shelf)

    def trim(self) -> None:
        """Drop pictures down to the limit."""
        while self._left:
            self.clear(self._left.pop())
        while self.held > self.limit and len(self._order) > 1:
            self._drop()

    def _drop(self) -> None:
        """Drop the picture unused for longest."""
        _, (shelf, key) = self._order.popitem(last=False)
        self.held -= bytes_of(shelf.pop(key)[0])


BUDGET = Budget(FLOOR + WINDOWS * 4 * 1280 * 720)


class Store(Generic[Key]):
    """Pictures by key, under a shared budget; do not draw on them."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = BUDGET if budget is None else budget
        self._kept: dict[Key, tuple[pygame.Surface, int]] = {}
        weakref.finalize(self, self.budget.leave, self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    @property
    def held(self) -> int:
        """Bytes of the pictures in this store."""
        return sum(bytes_of(picture) for picture, _ in self._kept.values())

    def find(self, key: Key) -> pygame.Surface | None:
        """The picture with this key, or None if it is missing."""
        found = self._kept.get(key)
        if found is None:
            return None
        self.budget.use(found[1])
        return found[0]

    def get(self, key: Key, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture with this key, made now if it is missing."""
        found = self.find(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def put(self, key: Key, picture: pygame.Surface) -> None:
        """Keep a picture under a key; if another was put there meanwhile, the older one stays."""
        if key not in self._kept:
            self.budget.take(self._kept, key, picture)

    def make_room(self, size: int) -> None:
        """Drop pictures of other stores until so many bytes more fit under the budget, for a sheet that is not kept."""
        self.budget.make_room(size, self._kept)

    def clear(self) -> None:
        """Drop everything."""
        self.budget.clear(self._kept)


def kept(paint: Painter) -> Painter:
    """A painting function that keeps its results for the same arguments, under the common budget."""
    store: Store[Any] = Store()

    @wraps(paint)
    def get(*arguments: Any, **named: Any) -> pygame.Surface:
        return store.get((*arguments, *named.items()), lambda: paint(*arguments, **named))

    return get  # type: ignore[return-value]
