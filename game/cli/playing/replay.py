"""rasputitsa replay: what happened in a saved game, and whether it happens again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ecs import Game, ReplayError, Side, replay, told
from ecs.core.events import Event
from game.app.launch import passphrase_of
from game.cli.options import Subparsers, add_json, complain, count, print_json
from game.cli.passphrases import add_passphrase
from game.saves.file_format import MAX_COMMANDS, SaveError, SaveFile
from game.saves.loading import open_at_base
from game.saves.storage.save_folder import load_game, read_save


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "replay",
        help="print the log of a save; --verify compares every digest",
        description="Plays a save again and prints what happened.  Digests are always compared; with "
        "--verify only the verdict is printed.  What a side must not see stays hidden, unless --side names the other.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--verify", action="store_true", help="compare the digests and print only the verdict")
    parser.add_argument("--to", metavar="N", type=count(0, MAX_COMMANDS), help="stop after N commands")
    parser.add_argument("--side", choices=["axis", "soviet"], help="print the log as this side sees it")
    add_passphrase(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the save and print the log; 1 if the save is refused."""
    args.passphrase = passphrase_of(args)
    file = read_save(args.file, args.passphrase)
    game, warnings = _played(args, file)
    for warning in warnings:
        complain(f"{args.file.name}: {warning}")
    facts = _facts(game, file, args.to)
    lines = [] if args.verify else _lines(game, Side(args.side) if args.side else None)
    if args.json:
        print_json(
            {**facts, "warnings": warnings, "log": lines} if not args.verify else {**facts, "warnings": warnings}
        )
    elif args.verify:
        digest = facts["digest"] or "secret while anything is hidden"
        print(
            f"{args.file.name}: {facts['commands']} commands and {facts['digests']} digests agree; "
            f"final digest {digest}"
        )
    else:
        for line in lines:
            print(_printed(line))
    game.close()
    return 0


def _played(args: argparse.Namespace, file: SaveFile) -> tuple[Game, tuple[str, ...]]:
    if args.to is None:
        loaded = load_game(args.file, passphrase=args.passphrase, thorough=True)
        return loaded.game, loaded.warnings
    if args.to < file.header.base:
        raise SaveError(args.file, 0, f"its first {file.header.base} commands were played under older rules")
    game = open_at_base(file, args.passphrase)
    try:
        replay(game, file.commands[file.header.base : args.to], file.marks)
    except ReplayError as e:
        raise SaveError(args.file, 0, str(e)) from None
    return game, ()


def _facts(game: Game, file: SaveFile, to: int | None) -> dict[str, Any]:
    played = len(file.commands) if to is None else min(to, len(file.commands))
    result = game.result
    return {
        "file": file.path,
        "scenario": game.scenario.id,
        "seed": game.seed,
        "options": dict(game.options),
        "turn": game.turn,
        "commands": played,
        "reloads": file.header.reloads,
        "digests": sum(m.commands <= played for m in file.marks) + (to is None),
        "digest": None if game.secret and not game.over else game.digest(),
        "over": game.over,
        "winner": result.winner.value if result and result.winner else None,
        "level": result.level if result else None,
        "result": result.text if result else None,
    }


def _lines(game: Game, side: Side | None) -> list[dict[str, Any]]:
    """The log as ``side`` may read it; None: as both may, and all of it once the game is over."""
    found: list[dict[str, Any]] = []
    for record in game.log:
        hidden = record.side is not side and not (side is None and game.over) and game.is_sealed(record)
        found.append(
            {
                "number": record.number,
                "side": record.side.value if record.side else None,
                "turn": record.turn,
                "phase": record.phase,
                "command": "" if hidden else record.command,
                "events": [text for event in record.events if (text := _text(game, event, side))],
            }
        )
    return found


def _text(game: Game, event: Event, side: Side | None) -> str:
    if side is not None:
        return told(event, side)
    if game.over or not event.veil:
        return event.text
    return "" if event.veil == "-" else event.veil


def _printed(line: dict[str, Any]) -> str:
    head = f"{line['number']:5}  {line['command'] or '(hidden)'}"
    return "\n".join([head, *(f"         {text}" for text in line["events"])])
