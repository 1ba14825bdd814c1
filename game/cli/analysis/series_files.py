"""Files written for a series of games: a table of the games, and a page with charts."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from pathlib import Path

from game.simulation.series import FinishedGame, SeriesGame
from game.simulation.series_page import SeriesCell, series_page
from game.system.output_files import check_output, write_output


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the options --csv and --report."""
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write a table with one line for each game")
    parser.add_argument("--report", metavar="FILE", type=Path, help="write an HTML page with charts of the series")


def check_files(args: argparse.Namespace) -> None:
    """Check the output files before the work begins.

    :raises OutputError: for a file that cannot be written.
    """
    for path in (args.csv, args.report):
        if path is not None:
            check_output(path)


def series_cell(order: SeriesGame, games: Sequence[FinishedGame]) -> SeriesCell:
    """The games of one scenario, of the same levels and options."""
    return SeriesCell(order.scenario, order.levels, order.options, tuple(games))


def write_files(args: argparse.Namespace, cells: Sequence[SeriesCell]) -> None:
    """Write the requested files.

    :raises OutputError: if a file cannot be written.
    """
    if args.csv is not None:
        write_output(args.csv, as_csv([game for cell in cells for game in cell.games]).encode())
    if args.report is not None:
        write_output(args.report, series_page(cells).encode())


def as_csv(games: Sequence[FinishedGame]) -> str:
    """The games as CSV: a heading, then a line for each."""
    written = io.StringIO()
    names = ("scenario", "axis", "soviet", "options", "seed", "winner", "level", "turns", "commands", "digest",
             "seconds", "text")  # fmt: skip
    table = csv.DictWriter(written, names, lineterminator="\n")
    table.writeheader()
    table.writerows(game.row() for game in games)
    return written.getvalue()
