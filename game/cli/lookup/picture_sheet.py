"""rasputitsa addon pictures: one sheet of everything a sprite pack can replace, with names."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pygame

from game.cli.options import Refused
from game.packs.loader import SpritePack, load_sprite_pack
from game.packs.safe_files import PackError
from game.packs.validation import FOLDERS as NAMED
from game.saves.storage.thumbnail import png
from game.system.output_files import check_output, write_output
from game.ui.widgets.style.text_rendering import letters

FOLDERS = (*NAMED, "terrain", "units")
COLUMNS, WIDE, HIGH, SIZE = 8, 150, 112, 64  # cells of the sheet and the pictures in them, in pixels
MARGIN, HEAD = 20, 44
PAPER, INK, FAINT = "#F4EFE2", "#2B2115", "#8C8268"


def add(actions: Any) -> None:
    """Add the action to `rasputitsa addon`."""
    found = actions.add_parser("pictures", help="draw a sheet of all pictures that a sprite pack can replace")
    found.add_argument("pack", metavar="PACK", nargs="?", default="standard", help="id of the pack (default: standard)")
    found.add_argument("--out", metavar="FILE.png", type=Path, required=True)
    found.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the sheet and print how many pictures are on it.

    :raises Refused: for a pack that there is not, or that has a fault.
    """
    out = check_output(args.out)
    try:
        pack = load_sprite_pack(args.pack)
    except PackError as error:
        raise Refused(str(error)) from None
    names = pictures(pack)
    write_output(out, png(sheet(pack, names)))
    print(f"{out}: {sum(map(len, names.values()))} pictures")
    return 0


def pictures(pack: SpritePack) -> dict[str, list[str]]:
    """Folder -> the names of all its pictures, in the pack and the packs beneath it."""
    found = {
        folder: sorted({path.stem for top in pack.folders for path in (top / folder).glob("*") if path.is_file()})
        for folder in FOLDERS
    }
    return {folder: names for folder, names in found.items() if names}


def sheet(pack: SpritePack, names: dict[str, list[str]]) -> pygame.Surface:
    """The pictures in rows, each folder under its name."""
    rows = {folder: -(-len(found) // COLUMNS) for folder, found in names.items()}
    height = sum(HEAD + HIGH * count for count in rows.values()) + 2 * MARGIN
    surface = pygame.Surface((COLUMNS * WIDE + 2 * MARGIN, height))
    surface.fill(PAPER)
    bold, plain = letters("bold", 20), letters("plain", 13)
    top = MARGIN
    for folder, found in names.items():
        surface.blit(bold.render(f"{folder}/", True, INK), (MARGIN, top + 8))
        top += HEAD
        for number, name in enumerate(found):
            left = MARGIN + number % COLUMNS * WIDE
            down = top + number // COLUMNS * HIGH
            surface.blit(pack.surface(f"{folder}/{name}", SIZE), (left + (WIDE - SIZE) // 2, down))
            word = plain.render(name, True, INK)
            if word.get_width() > WIDE - 4:
                word = pygame.transform.smoothscale(word, (WIDE - 4, word.get_height()))
            surface.blit(word, (left + (WIDE - word.get_width()) // 2, down + SIZE + 8))
        top += rows[folder] * HIGH
        pygame.draw.line(surface, FAINT, (MARGIN, top - 6), (surface.get_width() - MARGIN, top - 6))
    return surface
