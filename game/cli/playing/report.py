"""rasputitsa report: a saved game as an atlas, an HTML page with a map for each turn."""

from __future__ import annotations

import argparse
from pathlib import Path

import pygame

from ecs import Side
from game.app.launch import passphrase_of
from game.cli.options import Refused, Subparsers
from game.cli.passphrases import add_passphrase
from game.play.atlas.html_page import atlas_page
from game.play.atlas.record import gather
from game.play.atlas.text import counted
from game.saves.storage.save_folder import load_game
from game.system.output_files import check_folder, check_output, write_output
from game.ui.atlas_pages.pages import AtlasPages, write_pages


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "report",
        help="write a saved game as an atlas: an HTML page with a map for each turn, battles, losses, luck",
        description="Plays the game of a save again and writes what happened as one page that needs no other file: "
        "maps with the front of every turn, points, losses, the luck of the dice, the decisive "
        "battles. A game in progress shows one side's view. The save does not change.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--out", metavar="PAGE", type=Path, help="the page to write, such as atlas.html")
    parser.add_argument("--pages", metavar="FOLDER", type=Path, help="a folder for the same pages as pictures")
    parser.add_argument("--side", choices=["axis", "soviet"], help="whose view; required while the game is not over")
    add_passphrase(parser)
    parser.set_defaults(run=run, wrong=parser.error)


def run(args: argparse.Namespace) -> int:
    """Write the files asked for; 1 if the save or a file is refused, or a side must be named."""
    if args.out is None and args.pages is None:
        args.wrong("use --out PAGE for a page, --pages FOLDER for pictures, or both")
    out = check_output(args.out) if args.out is not None else None
    if args.pages is not None:
        check_folder(args.pages)
    loaded = load_game(args.file, passphrase=passphrase_of(args))
    try:
        if args.side is None and not loaded.game.over:
            raise Refused("the game is not over: add --side axis or --side soviet, whichever side is yours")
        atlas = gather(loaded.game, Side(args.side) if args.side else None, loaded.base)
    finally:
        loaded.game.close()
    turns, battles = counted(len(atlas.turns), "turn"), counted(len(atlas.battles), "battle")
    if out is not None:
        written = atlas_page(atlas).encode()
        write_output(out, written)
        print(f"{args.out}: {turns}, {battles}, {len(written) // 1000} kB")
    if args.pages is not None:
        pygame.font.init()
        pictures = write_pages(AtlasPages(atlas), args.pages)
        print(f"{args.pages}: {turns}, {battles}, {counted(len(pictures), 'picture')}")
    return 0
