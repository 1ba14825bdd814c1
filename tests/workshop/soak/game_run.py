"""One watched game.  What is drawn for it from its seed, and what came of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter

from ecs import RULESETS, Game, Side, find_scenario, start
from ecs.engine.invariants import InvariantViolation
from ecs.engine.serialization import stamp
from game.opponents import PLAYERS, Seat
from game.opponents.players import RandomChoice
from game.play.autoplay import make_players
from game.saves.saving import Particulars, encode_game
from tests.workshop.fault_witness import FaultWitness
from tests.workshop.soak.invariant_monitor import Watch

STRANGE = 3  # one option in so many is chosen by lot, in every second game
AS_IT_STANDS = "-"  # how the default options are written


class Stopped(Exception):
    """The game was broken off; it counts for nothing and is played again another time."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game to be played: levels of both sides, options on top of the scenario's own."""

    scenario: str
    seed: int
    axis: str
    soviet: str
    options: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """As :func:`course` reads it: SCENARIO:SEED:LEVEL/LEVEL:KEY=VALUE,..."""
        chosen = ",".join(f"{key}={value}" for key, value in sorted(self.options.items())) or AS_IT_STANDS
        return f"{self.scenario}:{self.seed}:{self.axis}/{self.soviet}:{chosen}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a game.  ``fault``: the invariant or error, "" if sound; ``trace`` and ``save`` tell more of it."""

    course: Course
    winner: str
    commands: int
    turn: int
    seconds: float
    asked: Mapping[str, int]
    stamp: str
    fault: str = ""
    text: str = ""
    trace: str = ""
    log: tuple[str, ...] = ()
    save: bytes = b""

    def line(self) -> str:
        """The fault in one line."""
        return f"{self.course.text()} command {self.commands}: {self.fault}: {self.text}"


def drawn(scenario: str, seed: int, level: str, levels: tuple[str, ...]) -> Course:
    """The game of a seed: one side is of the level, the other of that or an easier one; half of them with options.

    :param levels: those that take part, the easiest first.
    """
    lots = RandomChoice(seed * 2 + 1)
    other = lots.one_of(levels[: levels.index(level) + 1])
    axis, soviet = (level, other) if lots.draw(2) else (other, level)
    return Course(scenario, seed, axis, soviet, drawn_options(scenario, lots) if lots.draw(2) else {})


def drawn_options(scenario: str, lots: RandomChoice) -> dict[str, str]:
    """Some of the options at another value than usual."""
    chosen = {}
    told = find_scenario(scenario)
    for option in RULESETS[told.ruleset].options:
        value, _ = lots.one_of(option.choices)
        if not lots.draw(STRANGE) and option.key not in told.unused_options:
            chosen[option.key] = value
    return chosen


def course(text: str) -> Course:
    """The game a fault was reported of: SCENARIO:SEED, with or without :LEVEL/LEVEL and :KEY=VALUE,...

    Levels not given are random; options not given are drawn by the seed, "-" stands for none.

    :raises ValueError: with a sentence, if it cannot be read.
    """
    scenario, *rest = text.split(":")
    if not rest or not rest[0].isdecimal() or len(rest) > 3:
        raise ValueError(f"{text[:80]!r} is not of the form SCENARIO:SEED[:LEVEL/LEVEL][:KEY=VALUE,...]")
    seed = int(rest[0])
    found = drawn(scenario, seed, "random", ("random",))
    axis, soviet, options = "random", "random", found.options
    for part in rest[1:]:
        if "/" in part:
            axis, _, soviet = part.partition("/")
        elif part == AS_IT_STANDS:
            options = {}
        else:
            options = dict(_pair(word, text) for word in part.split(","))
    for level in (axis, soviet):
        if level not in PLAYERS:
            raise ValueError(f"no level {level[:40]!r}; choose from: {', '.join(PLAYERS)}")
    return Course(scenario, seed, axis, soviet, options)


def _pair(word: str, text: str) -> tuple[str, str]:
    key, sign, value = word.partition("=")
    if not (key and sign and value):
        raise ValueError(f"{text[:80]!r}: {word[:40]!r} is not of the form KEY=VALUE")
    return key, value


def play(course: Course, stopped: Callable[[], bool] = lambda: False) -> Outcome:
    """Play a game to its end under watch.

    :param stopped: asked before every command; when it says yes, the game is broken off.
    :raises Stopped: then.
    :raises SetupError: for an unknown scenario, option or value.
    """
    began = perf_counter()
    game = start(find_scenario(course.scenario), course.options, course.seed)
    watch = Watch(game, course.seed)
    witness = FaultWitness(Stopped)
    try:
        with witness:
            return _played_out(game, watch, course, stopped)
        assert witness.error is not None
        return _faulty(course, game, watch, witness.error, perf_counter() - began)
    finally:
        game.close()


def _played_out(game: Game, watch: Watch, course: Course, stopped: Callable[[], bool]) -> Outcome:
    began = perf_counter()
    players = make_players({Side.AXIS: course.axis, Side.SOVIET: course.soviet}, course.seed)
    seats = {side: Seat(game, side) for side in Side}
    while (side := game.to_act) is not None:
        if stopped():
            raise Stopped
        command, _ = players[side].choose(seats[side])
        watch.give(command)
    watch.end()
    result = game.result
    assert result is not None
    winner = result.winner.value if result.winner else "draw"
    return Outcome(course, winner, len(game.log) - 1, game.turn, perf_counter() - began, dict(watch.asked), stamp(game))


def _faulty(course: Course, game: Game, watch: Watch, error: Exception, seconds: float) -> Outcome:
    fault = error.invariant if isinstance(error, InvariantViolation) else type(error).__name__
    words = str(error).removeprefix(f"{fault}: ")
    text = " ".join(words.split())[:300]
    trace = "".join(traceback.format_exception(error))
    log = tuple(record.command for record in game.log[1:])
    return Outcome(
        course, "", len(log), game.turn, seconds, dict(watch.asked), stamp(game),
        fault, text, trace, log, _saved(game, course),
    )  # fmt: skip


def _saved(game: Game, course: Course) -> bytes:
    """A save of the game as the fault left it; none if that is so bad that it cannot be saved."""
    players = {Side.AXIS: course.axis, Side.SOVIET: course.soviet}
    with suppress(Exception):
        return encode_game(game, Particulars(name=course.text()[:80], players=players))
    return b""
