"""How one game of a series went.  Played with its diary, and kept as a row of plain figures."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import msgspec

from ecs import Command, Game, Side
from game.opponents import Player, Seat
from game.play.autoplay import make_players, play_on
from game.play.scenarios import new_game
from tests.workshop.fault_witness import FaultWitness
from tests.workshop.tournament.blunders.diary import Diary, Entry

MOST_WORDS = 300


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be played, in whatever process or on whatever machine."""

    scenario: str
    seed: int
    axis: str
    soviet: str
    options: tuple[tuple[str, str], ...] = ()

    def level(self, side: Side) -> str:
        """Who plays a side."""
        return self.axis if side is Side.AXIS else self.soviet


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of an order.

    ``winner``: "axis", "soviet" or "draw".  ``margin``: of the Axis, from -1 to 1.  ``points``: what counted for the
    Axis and for the Soviets when each turn began, and last at the end.  ``diary``: the blunders.  ``thinking``: side ->
    seconds of each of its turns.  ``fault``: why it did not come to its end, "" if it did.
    """

    order: Order
    winner: str = ""
    level: str = ""
    text: str = ""
    turns: int = 0
    commands: int = 0
    digest: str = ""
    margin: float = 0.0
    points: tuple[tuple[int, int], ...] = ()
    diary: tuple[Entry, ...] = ()
    thinking: Mapping[str, tuple[float, ...]] = {}
    fault: str = ""

    def result(self, side: Side) -> float:
        """What the game counts for a side: 1 won, 0 lost, a half drawn."""
        return 0.5 if self.winner == "draw" else float(self.winner == side.value)


class ObservedPlayer:
    """A computer player whose commands go through the diary, and whose time is taken."""

    def __init__(self, player: Player, game: Game, diary: Diary) -> None:
        self._player, self._game, self._diary = player, game, diary
        self.seconds: dict[int, float] = {}

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The player's own choice."""
        turn, began = self._game.turn, perf_counter()
        command, reason = self._player.choose(seat)
        self.seconds[turn] = self.seconds.get(turn, 0.0) + perf_counter() - began
        self._diary.before(command)
        return command, reason


def play(order: Order) -> PlayedGame:
    """Play a game to its end; a fault in it is told in the row.

    :raises SetupError: for an unknown scenario, option or value.
    """
    game = new_game(order.scenario, options=dict(order.options), seed=order.seed)
    witness = FaultWitness()
    try:
        with witness:
            return _played_out(game, order)
        error = witness.error
        words = " ".join(f"{type(error).__name__}: {error}".split())
        return PlayedGame(order, turns=game.turn, commands=len(game.log) - 1, fault=words[:MOST_WORDS])
    finally:
        game.close()


def _played_out(game: Game, order: Order) -> PlayedGame:
    diary = Diary(game)
    players = make_players({side: order.level(side) for side in Side}, order.seed)
    observed = {side: ObservedPlayer(player, game, diary) for side, player in players.items()}
    points: dict[int, tuple[int, int]] = {game.turn: _points(game)}

    def watch(now: Game) -> None:
        diary.after()
        if now.turn not in points:
            points[now.turn] = _points(now)

    play_on(game, observed, watch=watch)
    result = game.result
    assert result is not None, "a game that is over has a result"
    return PlayedGame(
        order,
        winner=result.winner.value if result.winner else "draw",
        level=result.level,
        text=result.text,
        turns=game.turn - game.scenario.start_turn + 1,
        commands=len(game.log) - 1,
        digest=game.digest(),
        margin=_margin(game),
        points=(*points.values(), _points(game)),
        diary=diary.entries,
        thinking={side.value: tuple(round(s, 3) for s in one.seconds.values()) for side, one in observed.items()},
    )


def _points(game: Game) -> tuple[int, int]:
    """What the view's score counts for the Axis and for the Soviets."""
    score = game.look(Side.AXIS).score
    return (
        sum(line.points for line in score if line.counts_for is Side.AXIS),
        sum(line.points for line in score if line.counts_for is Side.SOVIET),
    )


def _margin(game: Game) -> float:
    """The points of the Axis less those of the Soviets, as a share of all there are."""
    axis, soviet = _points(game)
    return (axis - soviet) / max(1, sum(abs(line.points) for line in game.look(Side.AXIS).score))
