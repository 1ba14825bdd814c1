"""rasputitsa saves: the saved games, where each stands, and which one would be resumed."""

from __future__ import annotations

import argparse
from typing import Any

from ecs.untrusted_input import plain
from game.cli.options import Subparsers, add_json, print_json
from game.saves.storage.save_folder import GameInfo, Saves


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser("saves", help="list your games, most recent first")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list; 0."""
    saves = Saves()
    found = [_facts(game) for game in saves.games()]
    if args.json:
        print_json(found)
        return 0
    for facts in found:
        print(f"{facts['title']}: {facts['state']}" if facts["title"] else facts["problem"])
        for line in facts["saves"]:
            print(f"    {line}")
    if not found:
        print(plain(f"There are no games in {saves.folder}."))
    return 0


def _facts(game: GameInfo) -> dict[str, Any]:
    header, names = game.last.header, [plain(str(info.path)) for info in (game.last, *game.own)]
    return {
        "game": game.id,
        "title": plain(header.title) if header is not None else "",
        "state": _state(game),
        "to_act": header.to_act if header is not None else "",
        "date": header.date if header is not None else "",
        "interrupted": game.interrupted,
        "open": game.held,
        "saves": list(dict.fromkeys(names)),
        "problem": game.last.problem,
    }


def _state(game: GameInfo) -> str:
    header = game.last.header
    if header is None:
        return ""
    words = [f"{header.turn_name}, {header.phase}", f"{header.to_act} to move" if header.to_act else "finished"]
    words += [header.date] * bool(header.date) + ["interrupted"] * game.interrupted
    words += ["open in another window"] * game.held
    return plain(", ".join(words))
