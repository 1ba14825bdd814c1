"""Computer players at the table: they play a whole game, or advise the side to act, one order after the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from types import TracebackType
from typing import Any

from ecs import Command, Forecast, Game, IllegalCommand, Side
from ecs.core.commands import Assign, Blitz, Resolve
from ecs.core.events import Record
from game.opponents import LevelPlayer, Player, Seat, Thought, adviser, make_player
from game.play.scenarios import new_game

# -- A whole game between computer players. --------------------------------------------------------------------------

LIMIT = 60_000


class MatchFault(Exception):
    """A game that did not reach its end: names scenario, seed, and what stopped it."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One finished game.  winner: "axis", "soviet" or "draw"; level: of the victory; seconds of the clock."""

    scenario: str
    seed: int
    winner: str
    level: str
    turns: int
    commands: int
    digest: str
    seconds: float
    text: str = ""

    def row(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


def player_seed(seed: int, side: Side) -> int:
    """A computer player's own seed: independent of the dice, and different for the two sides."""
    return int.from_bytes(hashlib.sha256(f"{side.value} {seed}".encode()).digest()[:6], "big")


def make_players(levels: Mapping[Side, str], seed: int) -> dict[Side, Player]:
    """The computer players of a game."""
    return {side: make_player(levels[side], side, player_seed(seed, side)) for side in sorted(levels)}


def play_game(
    scenario: str,
    seed: int,
    options: Mapping[str, str],
    levels: Mapping[Side, str],
    keep: Callable[[Game], None] | None = None,
) -> MatchResult:
    """Play a game from set-up to victory.

    :param levels: the level of each side.
    :param keep: is given the finished game before it is closed, to save it.
    :raises MatchFault: if a player's command is refused, a player cannot move, or it takes too many commands.
    :raises SetupError: for an unknown scenario, option or value.
    """
    began = perf_counter()
    with _naming(f"in {scenario}, seed {seed}"):
        game = new_game(scenario, options=options, seed=seed)
        try:
            play_on(game, make_players(levels, seed))
            if keep is not None:
                keep(game)
            return _result(game, perf_counter() - began)
        finally:
            game.close()


def play_on(
    game: Game, players: Mapping[Side, Player], commands: int = LIMIT, watch: Callable[[Game], None] | None = None
) -> int:
    """Let the computer players continue a game for a limited number of commands; return how many were given.

    :param watch: is shown the game after every command.
    :raises MatchFault: as in :func:`play_game`; reaching ``commands`` counts only at the limit of a game.
    """
    for given in range(commands):
        side = game.to_act
        if side is None:
            return given
        _one_command(game, side, players[side])
        if watch is not None:
            watch(game)
    if commands >= LIMIT and not game.over:
        raise MatchFault(f"{game.scenario.id}, seed {game.seed}: the game had not ended after {commands} commands")
    return commands


def _one_command(game: Game, side: Side, player: Player) -> None:
    where = f"{game.scenario.id}, seed {game.seed}, command {len(game.log)}"
    if game.stuck:
        raise MatchFault(f"{where}: {side} has no legal command")
    command, _ = player.choose(Seat(game, side))
    try:
        game.apply(command)
    except IllegalCommand as e:
        raise MatchFault(f"{where}: {e}") from None


def _result(game: Game, seconds: float) -> MatchResult:
    result = game.result
    if result is None:
        raise MatchFault(f"{game.scenario.id}, seed {game.seed}: the game is over without a result")
    winner = result.winner.value if result.winner else "draw"
    return MatchResult(
        game.scenario.id,
        game.seed,
        winner,
        result.level,
        game.turn,
        len(game.log) - 1,
        game.digest(),
        seconds,
        result.text,
    )


class _naming:
    """Add the name of the game to any error that passes, so that it can be replayed."""

    def __init__(self, note: str) -> None:
        self.note = note

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note(self.note)


# -- Staff advice: an officer advises the side to act, one order after the other. ------------------------------------

Stand = tuple[int, Record | None]


@dataclass(frozen=True, slots=True)
class Advice:
    """The order the staff would give now, why, and what it plans to order next.

    ``forecast``: of the attack the order belongs to, worked out exactly; None for anything else.
    """

    side: Side
    command: Command
    reason: str
    later: tuple[Command, ...] = ()
    forecast: Forecast | None = None


class StaffAdvice:
    """Gives advice on the present position.

    The same officer stays as long as his orders are given as he advised; a player who does anything else is advised
    by one who comes fresh to the table.
    """

    def __init__(self, game: Game, thought: Thought) -> None:
        self._game, self._thought = game, thought
        self._officer: LevelPlayer | None = None
        self._advice: Advice | None = None
        self._stand: Stand = (0, None)

    def advise(self, side: Side) -> Advice:
        """Advice for the side to act; the same until a command is given.

        :raises Hurry: if the player waits no longer; the next advice is worked out from the beginning.
        """
        advice = self._advice
        if advice is not None and advice.side is side and self._stand == self._here():
            return advice
        if advice is None or advice.side is not side or not self._followed(advice):
            self._officer = adviser(side, player_seed(self._game.seed, side))
        officer, self._officer, self._advice = self._officer, None, None
        assert officer is not None
        self._thought.begin(f"The {side} staff", shown=True)
        seat = Seat(self._game, side, self._thought)
        command, reason = officer.choose(seat)
        later = tuple(officer.ahead)
        forecast = _forecast(seat, command, later)
        self._officer, self._stand = officer, self._here()
        self._advice = Advice(side, command, reason, later, forecast)
        return self._advice

    def fits(self, advice: Advice) -> bool:
        """Is this advice for the present position?"""
        return advice is self._advice and self._stand == self._here()

    def _here(self) -> Stand:
        log = self._game.log
        return len(log), log[-1] if log else None

    def _followed(self, advice: Advice) -> bool:
        """Has only the advised order been given since?"""
        log, (count, last) = self._game.log, self._stand
        return len(log) == count + 1 and log[count - 1] is last and log[count].command == advice.command.text()


def _forecast(seat: Seat, command: Command, later: tuple[Command, ...]) -> Forecast | None:
    """The forecast of the attack that an order declares or fights, with the units the plan adds."""
    if not isinstance(command, (Assign, Resolve, Blitz)):
        return None
    view = seat.view
    index = view.board.by_label[command.hex]
    sent = [c.unit for c in (command, *later) if isinstance(c, Assign) and c.hex == command.hex]
    there = [unit.id for unit in view.units if unit.target == index and unit.side is view.side]
    names = list(dict.fromkeys([*there, *sent]))
    return seat.forecast(index, names) if names else None
