"""What a game remembers of its position is what it would work out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from sys import getsizeof

import pytest

from ecs import Game, Side, new_game
from ecs.core import remembered_answers
from ecs.core.components import Clock, Ground, Place
from ecs.core.remembered_answers import (
    FEW,
    Memory,
    of_each_counter,
    only,
    per_position,
    remembered,
    the_same,
)
from ecs.core.world import Unit, World
from ecs.untrusted_input import parse_toml
from game.play.autoplay import make_players, play_on
from tests.ecs.worlds import world_of
from tests.kits.random_play import Picker

pytestmark = pytest.mark.usefixtures("worlds_given_back")

EVERY = 25  # at every so many commands both sides look
COMMANDS = {"war-crimea-1942": 250, "barbarossa-1941": 250, "tdv-typhoon-1941": 150, "rb-barbarossa-5": 100}
"""A scenario of each game, and how many commands of it are played; the soak plays whole games of all."""
FIRST = {"war-crimea-1942": 60, "barbarossa-1941": 30, "tdv-typhoon-1941": 2, "rb-barbarossa-5": 2}
"""How many are played with no memory at all, which takes long."""


@contextmanager
def begun(scenario: str, memory: Memory = Memory.WHOLE, seed: int = 11) -> Iterator[Game]:
    with only(memory):
        game = new_game(scenario, seed=seed)
    try:
        yield game
    finally:
        game.close()


def trail(scenario: str, memory: Memory, commands: int) -> list[object]:
    """The digests of a random game, and now and then what the sides see."""
    with begun(scenario, memory) as game:
        picker, found = Picker(5, careful=True), list[object]()
        for number in range(commands):
            if game.over:
                break
            if number % EVERY == 0:
                found += [game.look(side) for side in Side]
            game.apply(picker.pick(game))
            found.append(game.digest())
    return found


@pytest.mark.parametrize("scenario", COMMANDS)
def test_no_answer_is_stale_in_a_later_position(scenario: str) -> None:
    forgetful = trail(scenario, Memory.POSITION, COMMANDS[scenario])
    assert trail(scenario, Memory.WHOLE, COMMANDS[scenario]) == forgetful


@pytest.mark.parametrize("scenario", FIRST)
def test_a_game_without_any_memory_is_the_same_game(scenario: str) -> None:
    assert trail(scenario, Memory.NONE, FIRST[scenario]) == trail(scenario, Memory.WHOLE, FIRST[scenario])


@pytest.mark.parametrize("scenario", FIRST)
def test_the_computer_forecasts_the_same_without_memory(scenario: str) -> None:
    ends = []
    for memory in (Memory.POSITION, Memory.WHOLE):
        with begun(scenario, memory) as game:
            play_on(game, make_players(dict.fromkeys(Side, "recruit"), 4), 30)
            ends.append(([record.command for record in game.log], game.digest()))
    assert ends[0] == ends[1]


# -- the two ways ---------------------------------------------------------------------------------------------------


class Counted:
    """A question that counts how often it was worked out."""

    def __init__(self, answer: Callable[..., object]) -> None:
        self.asked, self.answer = 0, answer

    def __call__(self, *args: object) -> object:
        self.asked += 1
        return self.answer(*args)


def _turn_over(w: World) -> None:
    w.mark(Clock, w.table, turn=w.clock.turn + 1)


def _move(w: World, unit: Unit) -> None:
    w.mark(Place, unit, hex=unit.hex + 1)


def test_an_answer_about_a_position_is_forgotten_at_any_change() -> None:
    turn = Counted(lambda w: w.clock.turn)

    @per_position
    def now(w: World) -> object:
        return turn(w)

    with begun("war-crimea-1942") as game:
        w = world_of(game)
        first = w.clock.turn
        assert now(w) == now(w) == first and turn.asked == 1
        _move(w, w.units[0])
        assert now(w) == first and turn.asked == 2
        with w.what_if():
            _turn_over(w)
            assert now(w) == first + 1
        assert now(w) == first and turn.asked == 3


def test_a_remembered_answer_is_forgotten_only_when_a_mark_it_names_was_written() -> None:
    count = Counted(lambda w, side: sum(u.type.side is side and u.hex >= 0 for u in w.units))

    @remembered(Place)
    def on_map(w: World, side: Side) -> object:
        return count(w, side)

    with begun("war-crimea-1942") as game:
        w = world_of(game)
        before = {side: on_map(w, side) for side in Side}
        _turn_over(w)
        assert {side: on_map(w, side=side) for side in Side} == before and count.asked == 2
        unit = next(u for u in w.units if u.hex >= 0)
        written = w.written
        w.mark(Place, unit, hex=-1)
        assert on_map(w, unit.type.side) != before[unit.type.side] and count.asked == 3
        w.roll_back(written)
        assert on_map(w, unit.type.side) == before[unit.type.side] and count.asked == 4


@pytest.mark.parametrize(("memory", "later"), [(Memory.WHOLE, 0), (Memory.POSITION, 1), (Memory.NONE, 1)])
def test_an_answer_that_names_too_few_marks_shows_without_memory(memory: Memory, later: int) -> None:
    @remembered(Ground)
    def now(w: World) -> object:
        return w.clock.turn

    with begun("war-crimea-1942", memory) as game:
        w = world_of(game)
        first = w.clock.turn
        assert now(w) == first
        _turn_over(w)
        assert now(w) == first + later


def test_no_more_answers_are_kept_than_said_and_equal_ones_can_be_one_object() -> None:
    square = Counted(lambda w, n: n * n)

    @remembered(most=2)
    def squared(w: World, n: int) -> object:
        return square(w, n)

    with begun("war-crimea-1942") as game:
        w = world_of(game)
        assert [squared(w, n) for n in (1, 2, 1, 2, 3, 1)] == [1, 4, 1, 4, 9, 1] and square.asked == 4
        one, other = frozenset({1, 2}), frozenset({1, 2})
        assert one is not other and the_same(w, one) is the_same(w, other)


def test_answers_nobody_asks_for_any_more_make_room_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered_answers, "ROOM", 10_000)
    large = Counted(lambda w, n: bytes(900))

    @remembered()
    def map_of(w: World, n: int) -> object:
        return large(w, n)

    with begun("war-crimea-1942") as game:
        w = world_of(game)
        for n in range(1, 100):
            map_of(w, n)
            map_of(w, 0)
        assert large.asked == 100, "what is asked for again and again is never dropped"
        assert _bytes_of_answers(w) < 21_000
        map_of(w, 1)
        assert large.asked == 101


def test_the_answers_of_a_long_game_have_their_room_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetful = trail("tdv-typhoon-1941", Memory.POSITION, 60)
    room = 100_000
    monkeypatch.setattr(remembered_answers, "ROOM", room)
    assert trail("tdv-typhoon-1941", Memory.WHOLE, 60) == forgetful
    with begun("tdv-typhoon-1941") as game:
        w, picker, most = world_of(game), Picker(5, careful=True), 0
        for _ in range(150):
            game.apply(picker.pick(game))
            most = max(most, _bytes_of_answers(w))
    assert room < most < 3 * room, "new ones, older ones, and those larger than what was left of the room"


def _bytes_of_answers(w: World) -> int:
    """The bytes of all answers and questions that a game holds, without what they are made of."""
    own = [shelf for shelf in w.shelves.values() if not shelf.shared]
    rows = [row for shelf in own for answers in (shelf.answers, shelf.older) for row in answers.items()]
    return sum(getsizeof(answer) + sum(map(getsizeof, question)) for question, answer in rows)


def test_games_on_one_board_share_what_the_board_alone_fixes() -> None:
    size = Counted(lambda w: len(w.board.hexes))

    @remembered(shared=True)
    def hexes(w: World) -> object:
        return size(w)

    with begun("war-crimea-1942") as one, begun("war-crimea-1942") as other:
        assert hexes(world_of(one)) == hexes(world_of(other)) == len(one.board.hexes)
    assert size.asked == 1


def test_of_each_counter_only_those_that_changed_are_looked_at_again() -> None:
    look = Counted(lambda unit: unit.hex)

    @of_each_counter
    def places(w: World, unit: Unit, side: Side) -> object:
        return look(unit)

    with begun("war-crimea-1942") as game:
        w = world_of(game)
        for _ in range(2):
            assert places(w, w.units, Side.AXIS) == [u.hex for u in w.units] and look.asked == len(w.units)
        _move(w, w.units[3])
        _turn_over(w)
        assert places(w, w.units, Side.AXIS) == [u.hex for u in w.units] and look.asked == len(w.units) + 1
        assert FEW > 1 and places(w, w.units, Side.SOVIET) == [u.hex for u in w.units]
        assert look.asked == 2 * len(w.units) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A record of rules that lists its kinds of mark."""

    depends: tuple[type, ...]
    asked: list[int]

    @remembered("depends")
    def turn(self, w: World, more: int = 0) -> int:
        self.asked.append(w.clock.turn)
        return w.clock.turn + more


def test_a_record_says_itself_what_its_answers_depend_on() -> None:
    places, clocks = Watched((Place,), []), Watched((Clock,), [])
    with begun("war-crimea-1942") as game:
        w = world_of(game)
        first = w.clock.turn
        assert places.turn(w) == clocks.turn(w) == clocks.turn(w) == first == clocks.turn(w, more=3) - 3
        _turn_over(w)
        assert places.turn(w) == first and clocks.turn(w) == first + 1
    assert places.asked == [first] and clocks.asked == [first, first, first + 1]


def test_what_a_text_says_can_be_changed_by_one_reader_and_is_as_it_was_for_the_next() -> None:
    text = b"[a]\nb = [1, { c = 2 }]\n"
    first = parse_toml(text)
    first["a"]["b"][1]["c"] = 9
    first["a"]["b"].append(3)
    first["d"] = True
    assert parse_toml(text) == {"a": {"b": [1, {"c": 2}]}}
