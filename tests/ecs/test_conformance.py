"""The contract every ruleset and scenario passes, for every option, by random play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import zip_longest

import pytest

from ecs import (
    RULESETS,
    Command,
    Game,
    board_of,
    find_scenario,
    list_scenarios,
    load_scenario,
    new_game,
)
from ecs.engine import invariants
from tests import TESTS
from tests.kits.random_play import LARGE, MOST_COMMANDS, Picker, is_large, play_out
from tests.programs import make_golden

pytestmark = pytest.mark.usefixtures("worlds_given_back")

GOLDEN = TESTS / "golden"
SCENARIOS = [path.stem for path in list_scenarios()]


STRIDE = 9  # a large game is looked into at every so many positions
MOST = 500  # commands of a large game of more turns than WHOLE; the rest is a matter of soaking
FEW = 200  # commands of a large game with an option, or that begins like another
WHOLE = 8
TOGETHER = 6  # option values in a game
MANY = 5  # values of an option, of which the first and the last are tried


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Every scenario as it stands, and the shortest of each game, the earliest of these, with each option value that is
    not the default: some of them in a game, one from each part of the list."""
    known = [load_scenario(path) for path in list_scenarios()]
    for scenario in known:
        yield scenario.id, {}
        ours = [s for s in known if s.ruleset == scenario.ruleset]
        if scenario is not min(ours, key=lambda s: (s.turns - s.start_turn + (s.start_turn > 1) * WHOLE, s.id)):
            continue
        every = list(values_apart(scenario.ruleset))
        chosen = [(key, value) for key, value in every if key not in scenario.unused_options]
        for key, value in every:
            if key in scenario.unused_options:
                yield next(other.id for other in ours if key not in other.unused_options), {key: value}
        share = -(-len(chosen) // TOGETHER)
        parts = [chosen[begin : begin + share] for begin in range(0, len(chosen), share)]
        for together in zip_longest(*parts):
            yield scenario.id, dict(filter(None, together))


def values_apart(ruleset: str) -> Iterator[tuple[str, str]]:
    """Option values of a game that are not the default; of many, the first and the last."""
    for option in RULESETS[ruleset].options:
        others = [value for value, _ in option.choices if value != option.default]
        for value in others if len(others) < MANY else (others[0], others[-1]):
            yield option.key, value


def test_every_value_of_every_option_is_played() -> None:
    for ruleset in RULESETS:
        ours = [options for scenario, options in VARIANTS if find_scenario(scenario).ruleset == ruleset]
        assert {item for options in ours for item in options.items()} >= set(values_apart(ruleset))


def without_likes_if_large() -> Iterator[tuple[str, dict[str, str]]]:
    """The same, but the large games with their options as they are, and once only where several scenarios begin alike:
    for the slower half of the contract."""
    begun: list[tuple[object, ...]] = []
    for name, options in VARIANTS:
        scenario = find_scenario(name)
        if len(board_of(scenario).hexes) > LARGE:
            if options or scenario.units in begun:
                continue
            begun.append(scenario.units)
        yield name, options


VARIANTS = list(variants())
FEWER = list(without_likes_if_large())
ALONE = [scenario for scenario, options in FEWER if not options]


def steps(
    scenario: str,
    options: dict[str, str],
    seed: int,
    most: int,
    every: bool = False,
    give: Callable[[Game, Command], object] = Game.apply,
) -> Iterator[tuple[Game, Picker]]:
    """A random game, position by position, before each command; of a large one, unless ``every``, some of them.

    ``give``: how a command is given.
    """
    game, picker = new_game(scenario, seed=seed, options=options), Picker(seed, careful=True)
    large = len(game.board.hexes) > LARGE and not every
    for number in range(most):
        if game.over:
            return
        if not large or number % STRIDE == 0:
            yield game, picker
        give(game, picker.pick(game))


def is_whole(game: Game) -> bool:
    """Is the game played to its end here?"""
    span = game.scenario.turns - game.scenario.start_turn
    return len(game.board.hexes) <= LARGE or (span < WHOLE and not game.scenario.options)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_plays_its_golden_game_ends_and_replays_to_the_same_digest(scenario: str) -> None:
    """One game: first as it is written down, then on, recklessly, to its end or far into it."""
    golden = GOLDEN / f"{scenario}.txt"
    assert golden.is_file(), f"make one: python -m tests.programs.make_golden {scenario}"
    game, picker = new_game(scenario, seed=make_golden.SEED), Picker(make_golden.SEED, careful=True)
    go_on(game, picker, make_golden.beginning(scenario))
    expected, played = golden.read_text(encoding="utf-8").splitlines(), make_golden.written(game)
    for number, (old, new) in enumerate(zip(expected, played, strict=False), 1):
        assert old == new, f"{golden.name}:{number}"
    assert len(expected) == len(played)
    picker.careful = False
    go_on(game, picker, MOST_COMMANDS if is_whole(game) else MOST if scenario in ALONE else FEW)
    assert game.over or not is_whole(game)
    invariants.choice(game)
    if is_whole(game):  # the beginnings of large ones are replayed with every option below
        invariants.replaying(game)


def go_on(game: Game, picker: Picker, most: int) -> None:
    """Play on at random until the game is over or has had so many commands."""
    while not game.over and len(game.log) <= most:
        game.apply(picker.pick(game))


@pytest.mark.parametrize(("scenario", "options"), [v for v in VARIANTS if v[1] or not is_large(v[0])])
def test_every_game_ends_and_its_log_replays_to_the_same_digest(scenario: str, options: dict[str, str]) -> None:
    """Small ones by other seeds than the golden one, of which the first is reckless, and every option."""
    for seed in range(1 if options else 2):
        if is_large(scenario):
            (*_, (game, _)) = steps(scenario, options, seed, FEW, every=True)
        else:
            game = play_out(scenario, seed, options, careful=seed > 0)
            assert game.over
        invariants.choice(game)
        invariants.replaying(game)


def no_idle_question(game: Game) -> None:
    """A question that may go unasked has several answers."""
    decision = game.ruleset.sequence.decisions.get(game.moment[2])
    if decision is not None and decision.alone:
        assert len(game.legal()) > 1


AT_EVERY: tuple[tuple[int, Callable[[Game], None]], ...] = (
    (1, invariants.choice),
    (1, invariants.legal_list),
    (1, invariants.counters),
    (1, invariants.possession),
    (1, no_idle_question),
    (3, invariants.secrets),
    (3, invariants.candour),
    (3, invariants.telling),
    (4, invariants.asking),
)
"""What holds in every position, and at every how many of them it is looked into: one game serves all."""
UNDONE = 200  # commands of a game without options, before each of which the position is noted, and often gone back to
POSITIONS = 300  # of a game that are looked into
WITH_OPTIONS = 150  # of one with an option


def no_forecast_of_what_cannot_be_attacked(game: Game) -> None:
    """A forecast of an attack that cannot be made says so."""
    side = game.to_act
    assert side is not None
    afield = [unit for unit in game.look(side).units if unit.hex >= 0 and not unit.id.startswith("?")]
    mine, theirs = ([unit for unit in afield if (unit.side is side) is own] for own in (True, False))
    for there, party in (
        (mine[0].hex, [mine[-1].id]),  # their own side
        (theirs[0].hex, []),
        (theirs[0].hex, ["nobody"]),
        (theirs[0].hex, [theirs[-1].id]),
    ):
        assert game.forecast(side, there, party).refusal, (there, party)
    for beyond in (-1, len(game.board.hexes)):
        with pytest.raises(IndexError, match="is not on the map"):
            game.forecast(side, beyond, [mine[0].id])


def tried_at(game: Game, picker: Picker, number: int) -> None:
    """What is tried out in a position and taken back: listed commands, a twin, a position written down."""
    if number < 160:
        invariants.trying(game, picker.below)
    if number < 120 and number % (15 if len(game.board.hexes) <= LARGE else 5) == 0:
        invariants.twins(game, picker.below)
        invariants.keeping(game)
    if number < 40:
        no_forecast_of_what_cannot_be_attacked(game)


@pytest.mark.parametrize(("scenario", "options"), FEWER)
def test_every_position_keeps_the_contract(scenario: str, options: dict[str, str]) -> None:
    """In one game; unlisted commands are refused besides; undo never crosses a die, a reveal or a change of side, and
    restores every digest back to that barrier."""
    seen: dict[str, Command] = {}
    trail: dict[int, str] = {}

    def give(game: Game, command: Command) -> None:
        if not options and len(game.log) <= UNDONE:
            trail[len(game.log)] = game.digest()
            if len(game.log) % 6 == 1:
                invariants.undoing(game, trail)
        invariants.give(game, command)

    most = WITH_OPTIONS if options else POSITIONS
    for number, (game, picker) in enumerate(steps(scenario, options, 11, most, give=give)):
        for every, holds in AT_EVERY:
            if number % every == 0:
                holds(game)
        if number < 260:
            invariants.refusing(game, picker.below, seen)
        if not options:
            tried_at(game, picker, number)


@pytest.mark.parametrize("scenario", ALONE)
def test_what_is_remembered_is_what_would_be_worked_out_anew(scenario: str) -> None:
    for game, picker in steps(scenario, {}, 23, 10):
        invariants.remembering(game)
        with game.what_if(seed=picker.below(99)):
            game.apply(picker.pick(game))
            invariants.remembering(game)
        if game.undo() is not None:
            invariants.remembering(game)
            game.redo()
        invariants.remembering(game)


@pytest.mark.parametrize("scenario", ALONE)
def test_nothing_is_remembered_of_another_position_when_a_game_is_taken_up(scenario: str) -> None:
    positions = []
    for game, _ in steps(scenario, {}, 29, 5):
        positions.append(game.position())
    for position in (positions[0], positions[-1]):
        game.resume(position, game.log, game.marks)
        invariants.remembering(game)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_look_ahead_does_not_foresee_the_real_dice(scenario: str) -> None:
    game = new_game(scenario, seed=4)
    with game.what_if(seed=1):
        inside = game._w.dice.state
    twin = new_game(scenario, seed=5)
    with twin.what_if(seed=1):
        assert twin._w.dice.state == inside
    assert game._w.dice.state != twin._w.dice.state


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_game_is_the_same_under_another_hash_seed(ruleset: str) -> None:
    """In a process that hashes strings otherwise the golden games begin as they are written."""
    ours = [scenario for scenario in ALONE if find_scenario(scenario).ruleset == ruleset][:2]
    most = {scenario: MOST // 3 if is_large(scenario) else 0 for scenario in ours}
    code = (
        "import json; from tests.programs.make_golden import playthrough; "
        f"print(json.dumps({{name: playthrough(name, most=most) for name, most in {most!r}.items()}}))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "4242"}
    call = [sys.executable, "-c", code]
    run = subprocess.run(call, cwd=GOLDEN.parents[1], env=env, capture_output=True, encoding="utf-8", check=True)
    found = json.loads(run.stdout.splitlines()[-1])
    assert found.keys() == set(ours) and ours
    for scenario, played in found.items():
        expected = (GOLDEN / f"{scenario}.txt").read_text(encoding="utf-8").splitlines()
        assert len(played) > 50
        assert played == expected[: len(played)], scenario


def perft(game: Game, depth: int) -> dict[str, int]:
    """How many positions follow each first command, ``depth`` commands deep."""
    counts = {}
    for command in game.legal():
        with game.what_if(seed=1):
            game.apply(command)
            counts[command.text()] = 1 if depth == 1 else sum(perft(game, depth - 1).values())
    return counts


# first command -> how many commands may follow it, from the opening position
PERFT = {
    "barbarossa-1941": (
        2,
        {
            "end": 21,
            "sail 18.A B7": 7,
            "sail 18.A D3": 7,
            "fortify 18.A": 7,
            "fortify 11.A": 9,
            "fortify 16.A(G)": 9,
            "fortify 17.A": 9,
            "fortify 4.A": 9,
            "fortify 6.A": 9,
            "fortify 9.A": 9,
        },
    )
}


@pytest.mark.parametrize("scenario", sorted(PERFT))
def test_perft_counts(scenario: str) -> None:
    depth, expected = PERFT[scenario]
    found = perft(new_game(scenario, seed=1), depth)
    wrong = {c: (found.get(c), expected.get(c)) for c in {*found, *expected} if found.get(c) != expected.get(c)}
    assert not wrong, wrong
