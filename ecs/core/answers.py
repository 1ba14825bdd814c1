"""Answers to questions about a position, each remembered for as long as what it depends on stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ecs.board.board import Board

T = TypeVar("T")
RECENT = 16
MOST_KEPT = 4000


class RememberedAnswers:
    """What has been worked out about one game on one board.

    :param kinds: the kinds of marks answers may depend on.
    """

    def __init__(self, board: Board, rules: Any, kinds: Iterable[type]) -> None:
        self.board = board
        self.rules = rules
        self._memo: dict[Any, Any] = {}
        self._kept: dict[Any, Any] = {}
        self._lasting: dict[Any, tuple[int, tuple[int, ...], Any]] = {}
        self._latest: dict[Any, tuple[Any, Any]] = {}
        self._ages: dict[type, int] = dict.fromkeys(kinds, 0)
        self._position = 0

    def outdate(self, kind: type) -> None:
        """A mark of a kind has changed: answers that depend on it, or on the whole position, hold no longer."""
        self._ages[kind] += 1
        self._position += 1
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
        answers, whole = self.board.answers, (type(self.rules), key)
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
        if found is None or found[0] != depends:
            found = self._latest[key] = depends, make()
        value: T = found[1]
        return value

    @contextmanager
    def unremembered(self) -> Iterator[None]:
        """Every answer is worked out anew in here; what was remembered before is remembered again afterwards."""
        before = self._memo, self._kept, self._lasting, self._latest
        self._memo, self._kept, self._lasting, self._latest = {}, {}, {}, {}
        try:
            yield
        finally:
            self._memo, self._kept, self._lasting, self._latest = before
