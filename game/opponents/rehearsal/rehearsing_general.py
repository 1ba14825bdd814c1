"""A general: it rehearses its turn in several styles of the officer's staff, with the enemy's reply where the budget
has room for it, and leads the real one in the style that came out best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import mean

from ecs import Command, Side
from ecs.core.commands import Lift
from game.opponents.rehearsal.budget import BUDGETS, EFFORTS, NORMAL, Budget
from game.opponents.rehearsal.evaluation import WEIGHTS, standing
from game.opponents.rehearsal.leanings import styles
from game.opponents.rehearsal.stretches import stretches
from game.opponents.seat import Seat
from game.opponents.shared.style import USUAL, Style
from game.opponents.staffs import Staff, family_of

MARGIN = 0.1
"""Points by which another style must be better than the usual one."""
PAUSE = 16
"""Commands after which whoever watches is told that it goes on."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the rehearsals: the style, and by how many points it was better than the usual one."""

    style: Style
    better: float
    rehearsals: int

    @property
    def words(self) -> str:
        """For the player at the table."""
        count = f"in {self.rehearsals} rehearsals"
        if self.style is USUAL:
            return f"{self.style.words}: nothing was better {count}."
        return f"{self.style.words}: {self.better:.1f} points better than the usual way {count}."


class RehearsingGeneral:
    """An officer whose style is chosen anew before every stretch of its orders.

    :param budget: how much it may rehearse, one of ``EFFORTS``.
    :raises ValueError: for another one.
    """

    def __init__(self, side: Side, seed: int, budget: str = NORMAL) -> None:
        if budget not in EFFORTS:
            raise ValueError(f"no budget {budget!r}; there are: {', '.join(EFFORTS)}")
        self._side, self._seed, self._effort = side, seed, budget
        self._officer = Staff("officer", side, seed)
        self._led: tuple[int, int] = (0, -1)
        self._last = USUAL
        self._course: Course | None = None

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The next command and its reason; before the first of a stretch it rehearses, and says what came of it."""
        if self._course is None:
            self._course = Course(seat)
        course, words = self._course, ""
        now = course.stretch(seat)
        if not seat.moment[2] and now != self._led:
            self._led = now
            if not any(isinstance(c, Lift) for c in seat.legal()):
                verdict = self._rehearsed(seat, course)
                self._last, words = verdict.style, verdict.words
                self._officer = Staff("officer", self._side, self._seed, verdict.style)
        command, reason = self._officer.choose(seat)
        return command, f"{words} {reason}".strip()

    @property
    def plan(self) -> list[tuple[Command, str]]:
        """The orders the officer planned last."""
        return self._officer.plan

    @property
    def aims(self) -> Mapping[str, int]:
        """By unit, the hex it is to attack once they are carried out."""
        return self._officer.aims

    def forget(self) -> None:
        """Another leads the side to the end of the phase; the rest of the stretch is led in the style of the last."""
        self._officer = Staff("officer", self._side, self._seed, self._last)

    def _rehearsed(self, seat: Seat, course: Course) -> Verdict:
        """Try the styles with one set of dice after another, fewer of them each time."""
        budget = BUDGETS[course.family][self._effort]
        left = styles(seat.look, budget.field[0], self._last.name)
        told: dict[Style, list[float]] = {style: [] for style in left}
        done = 0
        for k, number in enumerate(budget.field):
            left = _best(left, told, number)
            for style in left:
                seat.weighing(f"{style.words} …", done / budget.rehearsals)
                told[style].append(self._outcome(seat, course, style, self._lot(seat, k), budget))
                done += 1
        best = max(left, key=lambda style: mean(told[style]) - MARGIN * (style is not USUAL))
        return Verdict(best, mean(told[best]) - mean(told[USUAL]), done)

    def _lot(self, seat: Seat, number: int) -> int:
        """The dice of the rehearsals so many: others for every player and stretch, the same for all styles."""
        turn, phase, _ = seat.moment
        text = f"{self._seed} {turn} {phase} {number}"
        return int.from_bytes(sha256(text.encode()).digest()[:6], "big")

    def _outcome(self, seat: Seat, course: Course, style: Style, lot: int, budget: Budget) -> float:
        """How the side stands after leading in a style, and the enemy's reply in the usual one."""
        with seat.rehearse(lot) as table:
            minds = {s: Staff("officer", s, lot, style if s is self._side else USUAL) for s in Side}
            begun, passed = course.stretch(seat), 0
            for given in range(budget.commands):
                side = table.to_act
                if side is None:
                    break
                now = course.stretch(table.seat(side))
                if now != begun and not table.seat(side).moment[2]:
                    begun, passed = now, passed + 1
                    if passed >= budget.stretches:
                        break
                if given % PAUSE == 0:
                    seat.weighing(f"{style.words} …")
                table.do(minds[side].choose(table.seat(side))[0])
            return standing(table, self._side, WEIGHTS[course.family])


class Course:
    """The sequence of play of one game, as far as a general looks ahead."""

    def __init__(self, seat: Seat) -> None:
        self.family = family_of(seat.traits)
        self._of = stretches(seat.look.phases, self.family)

    def stretch(self, seat: Seat) -> tuple[int, int]:
        """Turn and number of the present stretch of orders."""
        turn, phase, _ = seat.moment
        return turn, self._of[phase]


def _best(left: Sequence[Style], told: Mapping[Style, Sequence[float]], number: int) -> list[Style]:
    """So many of the styles, those that have done best so far, the usual one among them."""
    others = sorted((s for s in left if s is not USUAL), key=lambda s: -mean(told[s]) if told[s] else 0.0)
    return [USUAL, *others][:number]
