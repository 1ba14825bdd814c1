"""What a game remembers of the answers it has worked out, and for how long.

Rules ask the same questions hundreds of times a command. A function that answers one says above itself how long its
answer holds, and is written as if nothing were remembered::

    @per_position
    def still_owed(w: World) -> Refusal | None: ...

    @remembered(Place, Steps)
    def crowded(w: World, side: Side) -> list[int]: ...

    @remembered()
    def ports(w: World) -> tuple[int, ...]: ...

There are these two ways and no other. ``per_position`` forgets at any change of state: it is always right, so begin
with it. ``remembered`` forgets only when a mark of a kind named in its brackets has been written. Name every kind that
the function reads, and every kind that the functions it calls read. Empty brackets say that nothing on the table
matters: board, options, scenario and arguments fix the answer.

The question is the function and its arguments. They are compared by value, so they are numbers, words, sides, tuples,
counters; never lists. The answer is shared by all who ask: do not change it.

All answers of a game together have room for that many bytes (``ROOM``). When new ones have filled it, those before them
are dropped, except those used again: answers about past positions do not pile up.

A method of a record of rules can be remembered too. Its first argument is the world, and it may name the field in which
the record lists the kinds: ``@remembered("depends")``. A method of the game itself answers about its own world.

An answer that names a kind too few goes stale. ``only`` switches memory off, altogether or from each position to the
next, and ``tests/ecs/core/test_remembered.py`` plays each game with and without it: the digests must be the same.

What depends on printed figures alone needs no world: see ``FigureShelf.remembered`` in ``ecs/core/files/figures.py``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial, wraps
from inspect import signature
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from ecs.board.board import Board
    from ecs.core.entities import Unit

T = TypeVar("T")
P = ParamSpec("P")
W = TypeVar("W", bound="RememberedAnswers")
MOST = 1000
"""That many answers of one function are remembered; then it begins again."""
MANY = 4000
"""The same for answers about single counters."""
FEW = 32
"""The same for answers that are large, or whose questions are: maps with a byte a hex."""
ROOM = 4 * 2**20
"""Bytes of new answers of one game, and as many of older ones; what answers are made of is not followed further."""


class _Nothing(dict[Any, Any]):
    """A store that keeps nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Forget it at once."""


class Memory(Enum):
    """How much a game remembers: all it may, nothing from one position to the next, nothing at all."""

    WHOLE = "whole"
    POSITION = "position"
    NONE = "none"


_memory = Memory.WHOLE


@contextmanager
def only(memory: Memory) -> Iterator[None]:
    """Games that begin in here remember no more than this: for finding answers that went stale."""
    global _memory
    before, _memory = _memory, memory
    try:
        yield
    finally:
        _memory = before


class Shelf:
    """The answers of one function in one game.

    ``older``: those not asked for since the game's room was last full; ``size``: bytes of the others.

    :param shared: the answers that all games on the board share; they take none of the game's room.
    """

    __slots__ = ("ages", "answers", "kinds", "older", "position", "shared", "size")

    def __init__(
        self, w: RememberedAnswers, kinds: tuple[type, ...] = (), shared: dict[Any, Any] | None = None
    ) -> None:
        self.kinds, self.position, self.shared = kinds, w.position, shared is not None
        self.answers, self.older, self.size = w.store() if shared is None else shared, w.store(), 0
        self.ages = [w.ages[kind] for kind in kinds]

    def look(self, w: RememberedAnswers) -> None:
        """Forget the answers if a mark they depend on has been written since."""
        self.position = w.position
        if self.kinds:
            ages = [w.ages[kind] for kind in self.kinds]
            if ages != self.ages:
                self.ages, self.older = ages, w.store()
                self._begin_anew(w)

    def grow_old(self, w: RememberedAnswers) -> None:
        """Drop the older answers; those of now are the older ones."""
        if not self.shared:
            self.older = self.answers
            self._begin_anew(w)

    def _begin_anew(self, w: RememberedAnswers) -> None:
        self.answers = w.store()  # who is working one out just now stores it with the old ones
        w.remembered_bytes -= self.size
        self.size = 0

    def find(self, w: RememberedAnswers, args: tuple[Any, ...], most: int, work_out: Callable[[], T]) -> T:
        """An answer that is not among those of now: an older one, or a new one."""
        answers = self.answers
        found: Any = self.older.pop(args, answers)
        if found is answers:
            found = work_out()
        if len(answers) >= most:
            answers.clear()
            w.remembered_bytes -= self.size
            self.size = 0
        answers[args] = found
        if not self.shared:
            size = getsizeof(found) + sum(map(getsizeof, args))
            self.size += size
            w.remembered_bytes += size
            if w.remembered_bytes > ROOM:
                w.grow_old()
        return found  # type: ignore[no-any-return]


class RememberedAnswers:
    """What has been worked out about one game on one board.

    :param kinds: the kinds of marks answers may depend on.
    :param figures: which house rules the game's figures are under; "" for those that are printed.
    """

    def __init__(self, board: Board, rules: Any, kinds: Iterable[type], figures: str = "") -> None:
        self.board = board
        self.figures = figures
        self.rules = rules
        self.memory = _memory
        self.of_position = self.store()
        self.shelves: dict[Any, Shelf] = {}
        self.remembered_bytes = 0
        self.ages: dict[type, int] = dict.fromkeys(kinds, 0)
        self.written_at: defaultdict[int, int] = defaultdict(int)
        self.position = 0

    def outdate(self, kind: type, entity: int) -> None:
        """A mark of a kind has changed on an entity: answers that depend on it, or on the whole position, hold no
        longer."""
        self.ages[kind] += 1
        self.position += 1
        self.written_at[entity] = self.position
        self.of_position.clear()
        if self.memory is not Memory.WHOLE:
            self.shelves.clear()
            self.remembered_bytes = 0

    def grow_old(self) -> None:
        """Drop the answers that were not asked for since this was last done."""
        for shelf in self.shelves.values():
            shelf.grow_old(self)
        self.remembered_bytes = 0  # whatever shelves that are gone had taken

    def drop_answers(self) -> None:
        """Drop all answers: of a game that is closed, or waits behind another one."""
        self.of_position, self.shelves, self.remembered_bytes = self.store(), {}, 0

    def store(self) -> dict[Any, Any]:
        """Where answers are put."""
        return _Nothing() if self.memory is Memory.NONE else {}

    @contextmanager
    def unremembered(self) -> Iterator[None]:
        """Work every answer out again in here; what was remembered before is remembered again afterwards."""
        before = self.of_position, self.shelves, self.remembered_bytes
        self.drop_answers()
        try:
            yield
        finally:
            self.of_position, self.shelves, self.remembered_bytes = before


def _by_name(ask: Callable[..., Any]) -> Callable[[tuple[Any, ...], dict[str, Any]], tuple[Any, ...]]:
    """What puts arguments that were given by name in their places."""
    form = signature(ask)

    def ordered(args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        found = form.bind(*args, **named)
        found.apply_defaults()
        return found.args

    return ordered


def per_position(ask: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function answers until anything changes."""
    names, ordered = list(signature(ask).parameters), _by_name(ask)

    def of_world(w: Any, *args: Any, **named: Any) -> Any:
        if named:
            args = ordered((w, *args), named)[1:]
        answers, key = w.of_position, (ask, *args)
        found = answers.get(key, answers)
        if found is answers:
            found = answers[key] = worked_out(w, *args)
        return found

    def of_game(self: Any, *args: Any) -> Any:
        answers, key = self._w.of_position, (ask, *args)
        found = answers.get(key, answers)
        if found is answers:
            found = answers[key] = worked_out(self, *args)
        return found

    worked_out: Callable[..., Any] = ask
    found: Any = of_game if names[0] == "self" else of_world
    return wraps(ask)(found)


def remembered(
    *kinds: type | str, most: int = MOST, shared: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember what a function answers until a mark of one of these kinds is written.

    :param kinds: kinds of mark; or, of a method, the names of the fields in which its record lists them.
    :param most: that many answers are remembered at once.
    :param shared: only the board and the figures in force matter, so that all games on the board share the answers.
    """
    assert not (kinds and shared), "what depends on marks is each game's own"

    def keep(ask: Callable[P, T]) -> Callable[P, T]:
        def new_shelf(w: RememberedAnswers, record: Any = None) -> Shelf:
            named = [getattr(record, kind) if isinstance(kind, str) else kind for kind in kinds]
            listed = [(found,) if isinstance(found, type) else found for found in named]
            all_games: dict[Any, Any] | None = None
            if shared and w.memory is Memory.WHOLE:
                all_games = w.board.answers.setdefault((ask, type(w.rules), w.figures), {})
            return Shelf(w, tuple(dict.fromkeys(kind for row in listed for kind in row)), all_games)

        is_method = next(iter(signature(ask).parameters)) == "self"
        found: Any = (_of_record if is_method else _of_world)(ask, new_shelf, most)
        return wraps(ask)(found)

    return keep


def _of_world(ask: Callable[..., Any], new_shelf: Callable[..., Shelf], most: int) -> Callable[..., Any]:
    ordered = _by_name(ask)

    def asked(w: Any, *args: Any, **named: Any) -> Any:
        if named:
            args = ordered((w, *args), named)[1:]
        shelf = w.shelves.get(ask)
        if shelf is None:
            shelf = w.shelves[ask] = new_shelf(w)
        elif shelf.position != w.position:
            shelf.look(w)
        answers = shelf.answers
        found = answers.get(args, answers)
        if found is answers:
            found = shelf.find(w, args, most, partial(ask, w, *args))
        return found

    return asked


def _of_record(ask: Callable[..., Any], new_shelf: Callable[..., Shelf], most: int) -> Callable[..., Any]:
    ordered = _by_name(ask)

    def asked(self: Any, w: Any, *args: Any, **named: Any) -> Any:
        if named:
            args = ordered((self, w, *args), named)[2:]
        shelf = w.shelves.get((ask, self))
        if shelf is None:
            shelf = w.shelves[ask, self] = new_shelf(w, self)
        elif shelf.position != w.position:
            shelf.look(w)
        answers = shelf.answers
        found = answers.get(args, answers)
        if found is answers:
            found = shelf.find(w, args, most, partial(ask, self, w, *args))
        return found

    return asked


def of_each_counter(
    ask: Callable[Concatenate[W, Unit, P], T],
) -> Callable[Concatenate[W, Sequence[Unit], P], list[T]]:
    """Remember what a function answers for each counter until a mark of that counter is written.

    The function made answers for many counters at once: always the same ones, in the same order. All else that the
    answers depend on is an argument.
    """

    def of_all(w: W, units: Sequence[Unit], /, *args: P.args, **named: P.kwargs) -> list[T]:
        shelf = w.shelves.get(ask)
        if shelf is None:
            shelf = w.shelves[ask] = Shelf(w)
        answers = shelf.answers
        key, position, when = (*args, *named.values()), w.position, w.written_at
        found = answers.get(key) or shelf.older.get(key)
        if found is None:
            given = [ask(w, unit, *args, **named) for unit in units]
        elif found[0] == position:
            kept: list[T] = found[1]
            return kept
        else:
            seen, before = found
            pairs = zip(units, before, strict=True)
            given = [old if when[u.entity] <= seen else ask(w, u, *args, **named) for u, old in pairs]
        if len(answers) >= FEW:
            answers.clear()
        answers[key] = position, given
        return given

    return of_all


@remembered()
def the_same(w: Any, value: T) -> T:
    """One object for all equal values, so that comparing them later is quick."""
    return value
