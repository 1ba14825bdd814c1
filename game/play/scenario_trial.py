"""The trial of a scenario: all that is wrong with it; if nothing is, a turn is played by lot before both sides."""

from __future__ import annotations

from pathlib import Path

from ecs import (
    IllegalCommand,
    MapError,
    Scenario,
    SetupError,
    Side,
    TableError,
    check_scenario,
    load_scenario,
    position_faults,
    start,
)
from ecs.untrusted_input import plain
from game.opponents import Seat
from game.opponents.random_player import RandomPlayer
from game.play.scenarios import clash_of

MOST_COMMANDS = 1500  # longer than any turn of a shipped scenario by lot
_BREAKS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError)
"""What the rules run into where a map or a figure lacks what they name."""


def faults_of_scenario(path: Path) -> list[str]:
    """All that is wrong with a scenario file, one sentence each; empty if it can be played."""
    faults = [*filter(None, [clash_of(path)]), *check_scenario(path)]
    return faults or [*position_faults(path), *filter(None, [trial(load_scenario(path))])]


def trial(scenario: Scenario) -> str:
    """What goes wrong when a turn is played by lot, in a sentence; "" if nothing does."""
    name, where = scenario.path.name, "at the start"
    try:
        game = start(scenario)
    except (SetupError, TableError, MapError) as error:
        return str(error)
    try:
        seats = {side: (Seat(game, side), RandomPlayer(number)) for number, side in enumerate(Side)}
        first, seen = game.turn, ("", "")
        for number in range(MOST_COMMANDS):
            if seen != game.moment[1:]:
                seen = game.moment[1:]
                for side in Side:
                    game.look(side)
            if game.over or game.turn != first:
                return ""
            where = f"in turn {game.turn}, phase {game.moment[1]}, after {number} commands"
            if game.stuck or game.to_act is None:
                return f"{name}: played by lot, nobody has a legal command {where}"
            seat, player = seats[game.to_act]
            game.apply(player.choose(seat)[0])
    except IllegalCommand as error:
        return f"{name}: played by lot, a command of the legal list is refused {where}: {plain(str(error))}"
    except _BREAKS as error:
        what = plain(f"{type(error).__name__} {error}")
        return f"{name}: played by lot, counters, map, rules and figures do not fit together {where}: {what}"
    finally:
        game.close()
    return ""
