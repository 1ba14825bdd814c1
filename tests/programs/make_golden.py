"""Golden playthroughs: random games, or the beginnings of large ones, that a person can read.

Run: python -m tests.programs.make_golden [scenario ...]
"""

from __future__ import annotations

import sys

from ecs import Game, list_scenarios
from tests import TESTS
from tests.kits.random_play import MOST_COMMANDS, is_large, play_out

FOLDER = TESTS / "golden"
SEED = 2
BEGINNING = 450  # commands of a large game that are written down


def playthrough(scenario: str, seed: int = SEED, most: int = 0) -> list[str]:
    """The game as lines: each command, what came of it, and the digest at each phase.  ``most``: no more commands."""
    return written(play_out(scenario, seed, careful=True, most=most or beginning(scenario)))


def beginning(scenario: str) -> int:
    """How many commands of a scenario are written down, at most."""
    return BEGINNING if is_large(scenario) else MOST_COMMANDS


def written(game: Game) -> list[str]:
    """A game as lines."""
    digests = {mark.commands: mark.digest for mark in game.marks}
    lines = []
    for record in game.log:
        side = record.side.value if record.side else "-"
        lines.append(f"{side} {record.command}")
        lines += [f"    {event.text}" for event in record.events if event.text]
        if record.number in digests:
            lines.append(f"  = {digests[record.number]}")
    return lines


def main() -> None:
    """Write the golden files again; only on purpose, and say why in the commit."""
    FOLDER.mkdir(exist_ok=True)
    for scenario in sys.argv[1:] or [path.stem for path in list_scenarios()]:
        (FOLDER / f"{scenario}.txt").write_text("\n".join(playthrough(scenario)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
