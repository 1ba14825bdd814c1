"""rasputitsa advise: what the staff would do next in a saved game, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ecs import Game, Side
from game.app.launch import passphrase_of
from game.cli.options import Refused, Subparsers, add_json, count, print_json
from game.cli.passphrases import add_passphrase
from game.opponents import Thought
from game.opponents.table_players import purpose_of
from game.play.atlas.text import percent
from game.play.autoplay import Advice, StaffAdvice
from game.play.delegation import orders_for
from game.saves.storage.save_folder import load_game

MOST = 1000


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "advise",
        help="print the staff's next orders for a save",
        description="A computer officer of the side to act, who sees only what that side sees, suggests orders. The "
        "save does not change. The list ends at the next die roll, question or enemy turn.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument(
        "--orders", metavar="N", type=count(1, MOST), default=10, help="print at most this many orders (default: 10)"
    )
    parser.add_argument(
        "--units", metavar="ID,...", help="only orders for these units, as if the staff led nothing else"
    )
    parser.add_argument("--side", choices=["axis", "soviet"], help="whose staff; required while anything is hidden")
    add_passphrase(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the orders; 1 if the save is refused, or the other side is to act."""
    loaded = load_game(args.file, passphrase=passphrase_of(args))
    game = loaded.game
    try:
        side = _side_of(game, args.side)
        led = frozenset(args.units.split(",")) if args.units else frozenset()
        told = _for_units(game, side, led, args.orders) if led else orders(game, side, args.orders)
        found = [_facts(advice) for advice in told]
    finally:
        game.close()
    if args.json:
        print_json({"side": side.value, "orders": found})
        return 0
    for facts in found:
        for line in (facts["operation"], f"  {facts['command']}", f"      {facts['reason']}", _chances(facts)):
            if line.strip():
                print(line)
    return 0


def _side_of(game: Game, wanted: str | None) -> Side:
    """The side to advise.

    :raises Refused: if it is not to act, or has something to hide and was not named.
    """
    side = game.to_act
    if side is None:
        raise Refused("the game is over")
    if wanted is None and game.secret:
        raise Refused(f"this game hides counters: add --side {side.value} if that is your side")
    if wanted not in (None, side.value):
        raise Refused(f"it is the {side} player's turn")
    return side


def _for_units(game: Game, side: Side, led: frozenset[str], most: int) -> Iterator[Advice]:
    """What the staff would order these units in the phase.

    :raises Refused: for a unit the side does not have on the map.
    """
    there = {unit.id for unit in game.look(side).units if unit.side is side and unit.hex >= 0}
    if unknown := sorted(led - there):
        raise Refused(f"the {side} player has no unit {unknown[0]!r} on the map")
    if game.moment[2]:
        raise Refused("answer the open question before you order units")
    for command, reason in orders_for(game, side, led, Thought())[:most]:
        yield Advice(side, command, reason)


def orders(game: Game, side: Side, most: int) -> Iterator[Advice]:
    """What the staff would order, one after the other, until a die or an answer is needed."""
    staff, phase = StaffAdvice(game, Thought()), game.moment
    for _ in range(most):
        advice = staff.advise(side)
        yield advice
        game.apply(advice.command)
        if not game.can_undo or game.moment != phase:
            return


def _facts(advice: Advice) -> dict[str, Any]:
    operation, purpose = purpose_of(advice.reason)
    forecast = advice.forecast
    return {
        "command": advice.command.text(),
        "operation": operation,
        "reason": purpose,
        "odds": forecast.odds if forecast is not None else "",
        "cleared": forecast.p_cleared if forecast is not None else None,
    }


def _chances(facts: dict[str, Any]) -> str:
    if facts["cleared"] is None:
        return ""
    odds = f"at {facts['odds']}: " if facts["odds"] else ""
    return f"      {odds}{percent(facts['cleared'])} to clear the hex"
