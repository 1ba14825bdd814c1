"""rasputitsa screenshot: a position as it looks on the table."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ecs import RULESETS, Game, Side, start
from game.app.launch import passphrase_of
from game.app.settings import LARGEST_UNSEEN, Settings
from game.cli.options import (
    Refused,
    Subparsers,
    add_game,
    complain,
    count,
    level,
    the_scenario,
)
from game.cli.passphrases import add_passphrase
from game.play.autoplay import make_players, play_on
from game.saves.storage.save_folder import load_game
from game.system.output_files import check_output

ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
SCENES = ("table", "title", "planner", "news", "report", "setup", "whole", "tutorial")
TABS = ("hex", "stack", "planner", "score", "cup")


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "screenshot",
        help="draw a position without a display",
        description="Takes a new game or a save, plays N commands between computer players, then draws the window.",
    )
    add_game(parser, needed=True, named=False)
    parser.add_argument("--load", metavar="FILE", type=Path, help="a save to draw instead of a new game")
    add_passphrase(parser)
    parser.add_argument("--out", metavar="FILE", type=picture, required=True, help="a .png file to write")
    parser.add_argument("--size", metavar="WxH", type=size, default=(1920, 1080), help="pixels, e.g. 1920x1080")
    parser.add_argument("--after", metavar="N", type=count(0, 100_000), default=0, help="commands to play first")
    parser.add_argument("--turn", metavar="T", type=count(1, 200), default=0, help="play on until this turn")
    parser.add_argument("--phase", metavar="ID", default="", help="then play on until this phase, e.g. fight-axis")
    parser.add_argument("--at", metavar="PLACE", default="", help="a town or hex to centre on, or to plan an attack on")
    parser.add_argument("--select", metavar="UNIT", default="", help="a counter to select")
    parser.add_argument("--tab", choices=TABS, default="", help="the tab of the side column to open")
    parser.add_argument("--overlay", metavar="NAME", default="", help="a map overlay to show, e.g. supply")
    parser.add_argument("--scene", choices=SCENES, default="table", help="which screen (default: the table)")
    parser.add_argument("--board-only", action="store_true", help="only the map with its counters")
    parser.add_argument("--pack", metavar="ID", default="standard", help="the sprite pack to draw with")
    parser.add_argument("--theme", metavar="NAME", default="light", help="colours of the panels: light, dark, contrast")
    parser.add_argument("--step", metavar="N", type=count(1, 100), default=1, help="step of the tutorial, from 1")
    parser.add_argument(
        "--side",
        choices=["axis", "soviet"],
        help="whose view (default: the side to act; while anything is hidden, what both may know)",
    )
    parser.add_argument("--axis", metavar="LEVEL", type=level, default="officer")
    parser.add_argument("--soviet", metavar="LEVEL", type=level, default="officer")
    parser.set_defaults(run=run, wrong=parser.error)


def picture(text: str) -> Path:
    """The name of a picture from the command line; its ending sets the format."""
    path = Path(text)
    if path.suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f"{text[:200]!r} does not end in {', '.join(ENDINGS)}")
    return path


def size(text: str) -> tuple[int, int]:
    """A picture size from the command line."""
    found = re.fullmatch(r"([0-9]{3,4})[xX×]([0-9]{3,4})", text)
    wide, high = LARGEST_UNSEEN
    if found is None or not (320 <= int(found[1]) <= wide and 240 <= int(found[2]) <= high):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a size like 1920x1080, from 320x240 to {wide}x{high}")
    return int(found[1]), int(found[2])


def position(args: argparse.Namespace) -> Game:
    """The position to draw."""
    game = _loaded(args) if args.load else start(the_scenario(args.scenario), dict(args.option), args.seed)
    _one_of("phase", args.phase, [phase.id for phase in RULESETS[game.scenario.ruleset].sequence.phases])
    players = make_players({Side.AXIS: args.axis, Side.SOVIET: args.soviet}, args.seed)
    played = play_on(game, players, args.after)
    while not game.over and (game.turn < args.turn or (args.phase and game.moment[1] != args.phase)):
        played += play_on(game, players, 1)
    if played < args.after or (game.over and (args.turn or args.phase)):
        complain(f"the game ended after {played} commands")
    return game


def _loaded(args: argparse.Namespace) -> Game:
    loaded = load_game(args.load, passphrase=passphrase_of(args))
    for warning in loaded.warnings:
        complain(f"{args.load.name}: {warning}")
    return loaded.game


def _check_words(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if (args.scenario is None) == (args.load is None):
        args.wrong("--scenario or --load is required")
    if args.load is not None and args.option:
        args.wrong("--option goes with --scenario: a save has its own")
    if args.board_only and args.scene != "table":
        args.wrong(f"--board-only cannot draw the scene {args.scene}")
    if args.board_only and args.tab:
        args.wrong("--board-only draws no side column: leave out --tab")


def _one_of(kind: str, wanted: str, known: Iterable[str]) -> None:
    if wanted and wanted not in known:
        raise Refused(f"no {kind} {wanted[:40]!r}; choose from: {', '.join(known)}")


def run(args: argparse.Namespace) -> int:
    """Write the picture."""
    _check_words(args)
    check_output(args.out)
    from game.app import launch

    _one_of("overlay", args.overlay, launch.overlay_ids())
    settings = _settings(args, launch.picture_settings)
    if args.scene == "tutorial":
        settings.tutorial_done = True
        return launch.tutorial_picture(args.out, args.size, args.step, settings)
    game = position(args)
    side = Side(args.side) if args.side else game.open_to
    if side is None:
        raise Refused("each side has hidden units here: choose a view with --side axis or soviet")
    found = game.board.find(args.at) if args.at else []
    if args.at and not found:
        raise Refused(f"no place {args.at[:60]!r} on this map")
    if args.select and not any(unit.id == args.select for unit in game.view(side).units):
        raise Refused(f"no counter {args.select[:60]!r} in this game")
    at = found[0] if found else -1
    look = launch.PictureOptions(args.overlay, args.scene, at, args.select, args.tab, side, args.board_only)
    return launch.screenshot(game, args.out, args.size, look, settings)


def _settings(args: argparse.Namespace, made: Callable[[str, str], Settings]) -> Settings:
    try:
        return made(args.pack, args.theme)
    except ValueError as e:
        raise Refused(str(e)) from None
