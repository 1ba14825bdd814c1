"""The search for garbage is put off while the program starts: nearly all it makes until the first picture stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def put_off() -> Iterator[None]:
    """No search until `take_up`, or until this is left."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def take_up() -> None:
    """Search from now on."""
    gc.enable()
