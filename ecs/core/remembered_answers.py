"""Answers to questions about a position, each remembered for as long as what it depends on stays the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ecs.board.board import Board
    from ecs.core.entities import Unit

T = TypeVar("T")
RECENT = 16
MOST_KEPT = 4000


class RememberedAnswers:
    """What has been worked out about one game on one board.

    :param kinds: the kinds of marks answers may depend on.
    :param figures: which house rules the game's figures are under; "" for those that are printed.
    """

    def __init__(self, board: Board, rules: Any, kinds: Iterable[type], figures: str = "") -> None:
        self.board = board
        self.figures = figures
        self.rules = rules
        self._memo: dict[Any, Any] = {}
        self._kept: dict[Any, Any] = {}
        self._lasting: dict[Any, tuple[int, tuple[int, ...], Any]] = {}
        self._latest: dict[Any, tuple[Any, Any]] = {}
        self._of_each: dict[Any, tuple[Any, int, list[Any]]] = {}
        self._ages: dict[type, int] = dict.fromkeys(kinds, 0)
        self._written_at: defaultdict[int, int] = defaultdict(int)
        self._position = 0

    def outdate(self, kind: type, entity: int) -> None:
        """A mark of a kind has changed on an entity: answers that depend on it, or on the whole position, hold no
        longer."""
        self._ages[kind] += 1
        self._position += 1
        self._written_at[entity] = self._position
        self._memo.clear()

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question about the position, worked out once per position."""
        found = self._memo.get(key, self)
        if found is self:
            found = self._memo[key] = make()
        value: T = found
        return value

    def keep(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that ``key`` fixes whatever the position; forgotten when there are too many."""
        found = self._kept.get(key, self)
        if found is self:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = make()
        value: T = found
        return value

    def on_board(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that the board alone fixes, for every game of these rules that is played on it."""
        answers, whole = self.board.answers, (type(self.rules), self.figures, key)
        if whole not in answers:
            answers[whole] = make()
        value: T = answers[whole]
        return value

    def recent(self, name: Any, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that ``key`` alone fixes; of each name only the last few are remembered."""
        answers: dict[Any, T] = self.keep(("recent", name), dict)
        if key not in answers:
            if len(answers) >= RECENT:
                answers.clear()
            answers[key] = make()
        return answers[key]

    def lasting(self, key: Any, kinds: tuple[type, ...], make: Callable[[], T]) -> T:
        """The answer to a question that depends on no marks but those of these kinds; worked out when one changed."""
        found = self._lasting.get(key)
        if found is None or found[0] != self._position:
            ages, position = tuple([self._ages[kind] for kind in kinds]), self._position
            value = found[2] if found is not None and found[1] == ages else make()
            found = self._lasting[key] = position, ages, value
        answer: T = found[2]
        return answer

    def latest(self, key: Any, depends: Any, make: Callable[[], T]) -> T:
        """The answer to a question that the value of ``depends`` fixes; of each key only the last is remembered, and as
        long as what it depends on stays equal the very same object is given again."""
        found = self._latest.get(key)
        if found is None or (found[0] is not depends and found[0] != depends):
            found = self._latest[key] = depends, make()
        value: T = found[1]
        return value

    def of_each(self, key: Any, depends: Any, units: Sequence[Unit], make: Callable[[Unit], T]) -> list[T]:
        """An answer for each counter that its own marks and the value of ``depends`` fix: worked out for those alone
        whose marks have changed, as long as what all depend on stays equal.

        :param units: the same counters for each key.
        """
        found, position, when = self._of_each.get(key), self._position, self._written_at
        if found is None or found[0] != depends:
            answers = [make(unit) for unit in units]
        elif found[1] == position:
            return found[2]
        else:
            _, seen, before = found
            answers = [old if when[u.entity] <= seen else make(u) for u, old in zip(units, before, strict=True)]
        self._of_each[key] = depends, position, answers
        return answers

    @contextmanager
    def unremembered(self) -> Iterator[None]:
        """Every answer is worked out anew in here; what was remembered before is remembered again afterwards."""
        before = self._memo, self._kept, self._lasting, self._latest, self._of_each
        self._memo, self._kept, self._lasting, self._latest, self._of_each = {}, {}, {}, {}, {}
        try:
            yield
        finally:
            self._memo, self._kept, self._lasting, self._latest, self._of_each = before
