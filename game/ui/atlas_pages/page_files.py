"""The pages of an atlas as pictures in a folder, as large as a sheet of A4 paper."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pygame

from game.system.disk import make_folder
from game.system.output_files import check_folder, check_output, write_output
from game.ui.atlas_pages.pages import AtlasPages

SHEET = (1754, 1240)
"""A4 across, at 150 dots an inch."""
LETTERS = 1.5


def page_names(pages: AtlasPages) -> tuple[str, ...]:
    """What the files are called: "01-the-game.png", "03-june-1941.png"."""
    return tuple(
        f"{number:02d}-{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-') or 'page'}.png"
        for number, title in enumerate(pages.titles, 1)
    )


def page_picture(pages: AtlasPages, number: int) -> bytes:
    """A page as a PNG."""
    held = io.BytesIO()
    pygame.image.save(pages.draw(number, SHEET, LETTERS), held, "page.png")
    return held.getvalue()


def write_pages(pages: AtlasPages, folder: Path) -> tuple[Path, ...]:
    """Write all of them; the folder is made.

    :raises OutputError, OSError: if one cannot be written.
    """
    make_folder(check_folder(folder))
    written = tuple(check_output(folder / name) for name in page_names(pages))
    for number, path in enumerate(written):
        write_output(path, page_picture(pages, number))
    return written
