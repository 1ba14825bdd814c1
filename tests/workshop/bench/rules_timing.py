"""How long questions to the rules, whole games and the computer's turns take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ecs import Game, Side, new_game
from game.opponents import Seat
from game.play.autoplay import make_players, play_game, play_on
from tests.workshop.bench.timing import Measure, Pace, clock, milliseconds, timed

Probe = Callable[[Game], object]


def questions(
    scenario: str, options: Mapping[str, str], seed: int, games: int, every: int, pace: Pace
) -> list[Measure]:
    """Questions to the rules, asked afresh at every n-th position of some games of random moves."""
    samples: dict[str, list[float]] = {name: [] for name in PROBES}
    for number in range(games if PROBES else 0):
        for game in _positions(scenario, options, seed + number, every):
            for name, probe in PROBES.items():
                samples[name].extend(probe(game))
            pace.breathe()
    return [milliseconds(name, seconds) for name, seconds in samples.items() if seconds]


def _positions(scenario: str, options: Mapping[str, str], seed: int, every: int) -> Iterator[Game]:
    game = new_game(scenario, options=options, seed=seed)
    players = make_players(dict.fromkeys(Side, "random"), seed)
    while not game.over:
        yield game
        play_on(game, players, every)
    game.close()


def afresh(game: Game, question: Probe) -> float:
    """Seconds of a question on a position about which nothing is remembered yet."""
    with game.what_if():
        return timed(lambda: question(game))


def ask_legal(game: Game) -> Iterator[float]:
    """The list of all legal commands."""
    yield afresh(game, Game.legal)


def ask_reach(game: Game) -> Iterator[float]:
    """Where every unit that may move could go."""
    units = sorted({c.unit for c in game.legal() if c.verb == "move"})  # type: ignore[attr-defined]
    if units:
        yield afresh(game, lambda g: [g.reach(unit) for unit in units])


def ask_supply(game: Game) -> Iterator[float]:
    """From where each side can trace supply."""
    for side in Side:
        yield afresh(game, lambda g, side=side: g.supply(side))  # type: ignore[misc]


def ask_zones(game: Game) -> Iterator[float]:
    """Each side's zones of control."""
    for side in Side:
        yield afresh(game, lambda g, side=side: g.zones(side))  # type: ignore[misc]


def ask_view(game: Game) -> Iterator[float]:
    """All that the side to act may see, its legal commands among it."""
    side = game.to_act or Side.AXIS
    yield afresh(game, lambda g: g.view(side))


def ask_snapshot(game: Game) -> Iterator[float]:
    """All marks of the position."""
    yield timed(game.snapshot)


def ask_what_if(game: Game) -> Iterator[float]:
    """One command tried and taken back."""
    command = game.legal()[-1]

    def try_it() -> None:
        with game.what_if():
            game.apply(command)

    yield timed(try_it)


def ask_forecast(game: Game) -> Iterator[float]:
    """The attack with everything that may join it, for the first few targets."""
    side = game.to_act
    joined: dict[str, list[str]] = {}
    for command in game.legal():
        if command.verb == "attack" and command.wave == 1:  # type: ignore[attr-defined]
            joined.setdefault(command.hex, []).append(command.unit)  # type: ignore[attr-defined]
    for label, units in sorted(joined.items())[:3]:
        index = game.board.by_label[label]
        yield afresh(game, lambda g, i=index, u=units: g.forecast(side, i, u))  # type: ignore[misc]


PROBES: dict[str, Callable[[Game], Iterator[float]]] = {
    "legal list": ask_legal,
    "reach of all units": ask_reach,
    "supply flood": ask_supply,
    "view of one side": ask_view,
    "snapshot": ask_snapshot,
    "try and take back": ask_what_if,
    "forecast of a battle": ask_forecast,
}


def random_games(scenario: str, options: Mapping[str, str], seed: int, games: int, pace: Pace) -> Measure:
    """Whole games of random moves."""
    levels, seconds = dict.fromkeys(Side, "random"), []
    for number in range(games):
        seconds.append(timed(lambda number=number: play_game(scenario, seed + number, options, levels)))  # type: ignore[misc]
        pace.breathe()
    row = milliseconds("whole random game", seconds)
    return Measure(row.name, row.median / 1000, row.worst / 1000, "s", games)


def opponent_turns(scenario: str, options: Mapping[str, str], seed: int, level: str, most: int, pace: Pace) -> Measure:
    """Thinking time of a computer player, summed over each of its turns."""
    game = new_game(scenario, options=options, seed=seed)
    seconds = list(turns_of(game, level, most, pace))
    game.close()
    return milliseconds(f"turn of {level}", seconds)


def turns_of(game: Game, level: str, most: int, pace: Pace) -> Iterator[float]:
    """Seconds a computer player thinks in each of its turns, for so many turns of the game."""
    players = make_players(dict.fromkeys(Side, level), game.seed)
    seats = {side: Seat(game, side) for side in Side}
    spent: dict[tuple[int, Side], float] = {}
    first = game.turn
    while (side := game.to_act) is not None and game.turn < first + most:
        turn, began = game.turn, clock()
        command, _ = players[side].choose(seats[side])
        spent[turn, side] = spent.get((turn, side), 0.0) + clock() - began
        game.apply(command)
        pace.breathe()
    yield from spent.values()
