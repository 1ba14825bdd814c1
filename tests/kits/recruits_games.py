"""Games between two recruits, written down once: tests that want a game under way play its commands again.

To think takes a recruit far longer than the rules take to carry out what he orders, and a dozen tests began with the
same games.  That recruits play at all, and alike from one seed, is seen elsewhere (``test_opponents.py``).

Run: python -m tests.kits.recruits_games writes the games anew, where a rule has changed and one can no longer be
played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ecs import Game, IllegalCommand, Side, new_game, parse
from ecs.core.commands import Command
from game.play.autoplay import LIMIT, make_players, play_on
from tests import TESTS

FOLDER = TESTS / "recruits"
SECRET = {"secret_setup": "on"}
WHOLE = LIMIT
RECORDS: Mapping[str, tuple[str, Mapping[str, str], int, int, int]] = {
    "crusade-1": ("barbarossa-1941", {}, 1, 1, 260),
    "crusade-2": ("barbarossa-1941", {}, 2, 2, 160),
    "crusade-3": ("barbarossa-1941", {}, 3, 3, 400),
    "crusade-4": ("barbarossa-1941", {}, 4, 4, WHOLE),
    "crusade-secret": ("barbarossa-1941", SECRET, 1, 3, 150),
    "valley-3": ("tdv-barbarossa-1941", {}, 3, 3, 500),
    "valley-4": ("tdv-barbarossa-1941", {}, 4, 4, 700),
    "besieged-3": ("rb-barbarossa-5", {}, 3, 3, 400),
    "besieged-4": ("rb-barbarossa-5", {}, 4, 4, 500),
    "war-3": ("war-barbarossa-1941", {}, 3, 3, 400),
    "war-4": ("war-barbarossa-1941", {}, 4, 4, 500),
}
"""Of each game: scenario, options, seed of the dice, seed of the recruits, and how many commands are written down."""


def orders(record: str) -> list[Command]:
    """What the recruits ordered, in its order."""
    return [parse(line) for line in (FOLDER / f"{record}.txt").read_text(encoding="utf-8").splitlines()]


_kept: dict[tuple[str, int], Game] = {}
"""Games as far as they have been asked for in this process; nobody else has them."""


def played(record: str, commands: int = WHOLE) -> Game:
    """The game after so many commands, or at its end.

    It is a twin that goes on from what was asked for before in this process, so that no command is played twice;
    nothing that is written down can be undone in it.

    :raises AssertionError: if a command is no longer legal, or fewer are written down.
    """
    scenario, options, seed, _, most = RECORDS[record]
    assert commands <= most
    given = orders(record)[:commands]
    begun = max((number for name, number in _kept if name == record and number <= len(given)), default=0)
    game = _kept[record, begun].fork() if begun else new_game(scenario, seed=seed, options=options)
    for command in given[begun:]:
        try:
            game.apply(command)
        except IllegalCommand as e:
            raise AssertionError(f"{record}: {e}; a rule has changed: python -m tests.kits.recruits_games") from e
    assert game.over or len(game.log) == commands + 1
    if begun == len(given):
        return game
    _kept[record, len(given)] = game.fork()
    game.close()
    return _kept[record, len(given)].fork()


def between(scenario: str, seed: int, commands: int = WHOLE) -> Game:
    """The game of a scenario from this seed, of both dice and recruits, after so many commands."""
    return played(next(name for name, row in RECORDS.items() if row[:4] == (scenario, {}, seed, seed)), commands)


def _thought(record: str) -> Iterator[str]:
    scenario, options, seed, mind, most = RECORDS[record]
    game = new_game(scenario, seed=seed, options=options)
    play_on(game, make_players(dict.fromkeys(Side, "recruit"), mind), most)
    yield from (line.command for line in game.log[1:])
    game.close()


def main() -> None:
    """Write every game anew."""
    FOLDER.mkdir(exist_ok=True)
    for record in RECORDS:
        (FOLDER / f"{record}.txt").write_text("\n".join(_thought(record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
