"""Attackers move up after a battle, one by one.

``AdvanceUnderway.ahead`` are those who have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs.core.commands import Advance, Command, Done
from ecs.core.components import AdvanceUnderway, Battle, Side
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

QUESTION = "advance"
Path = tuple[int, ...]


def _not_due(w: World) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class AdvanceChoice:
    """What a game decides of the advance after combat.

    ``side``: who says so.  ``able``: the attackers that may advance, those included that have.  ``paths``: where one of
    them may go: hex -> path, start first.  ``go``: takes it there.  ``due``: must more of them take the attacked hex
    before anything else?  ``takes_it``: does an advance along a path do so?  ``asked``: the question, after whose it
    is.  ``not_now``: a sentence for who gives the order out of turn; ``not_able``: what a unit is that may not advance;
    ``elsewhere``: where an advance leads; ``due_words``: what is due.
    """

    rule: str
    side: Callable[[World], Side]
    able: Callable[[World], Iterable[Unit]]
    paths: Callable[[World, Unit], Mapping[int, Path]]
    go: Callable[[World, Unit, Path], None]
    asked: Callable[[World], str]
    not_now: str
    not_able: str
    elsewhere: str
    due: Callable[[World], bool] = _not_due
    takes_it: Callable[[World, Path], bool] = lambda w, path: True
    due_words: Callable[[World], str] = lambda w: ""

    def candidates(self, w: World) -> list[Unit]:
        """The attackers that may advance and have not."""
        return [u for u in self.able(w) if u.entity not in w[AdvanceUnderway].ahead]

    def commands(self, w: World) -> list[Command]:
        """Every advance open to the attackers; while something is due, those that do it."""
        return self._open(w, self.due(w))

    def _open(self, w: World, due: bool) -> list[Command]:
        return [
            Advance(u.id, label(w, j))
            for u in self.candidates(w)
            for j, path in self.paths(w, u).items()
            if not due or self.takes_it(w, path)
        ]

    def choices(self, w: World) -> list[Command]:
        """The advances, and an end of it unless something is due."""
        due = self.due(w)
        return self._open(w, due) if due else [*self._open(w, due), Done()]

    def advance(self, w: World, command: Advance) -> None:
        """The unit advances."""
        unit = w.by_id[command.unit]
        path = self.paths(w, unit)[w.board.by_label[command.hex]]
        w.mark(AdvanceUnderway, w.table, ahead=(*w[AdvanceUnderway].ahead, unit.entity))
        self.go(w, unit, path)

    def view(self, w: World) -> DecisionView:
        """What is asked."""
        side = self.side(w)
        return DecisionView(QUESTION, side, f"{side}: {self.asked(w)}?", w[Battle].hex, self.rule)

    def judge(self, w: World, command: Advance) -> Refusal | None:
        """Why a unit may not advance there."""
        if w.decisions.stack[-1:] != (QUESTION,):
            return Refusal("no-advance-now", self.not_now, self.rule)
        unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
        if unit is None or unit not in self.candidates(w):
            return Refusal("not-an-attacker", f"{command.unit} is {self.not_able}.", self.rule)
        path = self.paths(w, unit).get(-1 if there is None else there)
        if path is None:
            return Refusal("advance-where", self.elsewhere, self.rule)
        return self.still_due(w) if not self.takes_it(w, path) else None

    def still_due(self, w: World) -> Refusal | None:
        """Why the attackers may neither stop nor go elsewhere yet."""
        return Refusal("advance-due", self.due_words(w), self.rule) if self.due(w) else None
