"""The general, who rehearses his turn in several styles of the officer's staff and leads in the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import mean

from ecs import Command, Side, View
from ecs.core.commands import Lift
from ecs.core.view import PhaseView
from game.opponents.doctrine import Family, tables
from game.opponents.evaluation import standing, weights_of
from game.opponents.seat import Seat
from game.opponents.shared.position_reading import USUAL, Style
from game.opponents.staffs import Staff, family_of

# -- How much a general may rehearse.  Counted in rehearsals and commands, never in seconds: games can be repeated. --

QUICK, NORMAL, PATIENT = "quick", "normal", "patient"
EFFORTS = (QUICK, NORMAL, PATIENT)
GENERALS = {effort: "general" if effort == NORMAL else f"general-{effort}" for effort in EFFORTS}
"""How a general with so much time is called wherever players are named: in saves, on the command line."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The rehearsals before a stretch of orders.

    ``field``: how many styles are tried with the first dice, how many of them with the second, and so on; the usual one
    is always among them.  ``stretches``: how far a rehearsal goes: 1 to the end of the own orders, 2 with the enemy's
    reply.  ``commands``: most in one rehearsal.
    """

    field: tuple[int, ...]
    stretches: int = 2
    commands: int = 1500

    @property
    def rehearsals(self) -> int:
        """The number of rehearsals in all."""
        return sum(self.field)


def budgets_of(family: Family) -> Mapping[str, Budget]:
    """Budgets by effort, for games of a family: the costlier a turn, the fewer rehearsals."""
    return tables(family, "rehearsals", Budget)


# -- The styles that are worth a rehearsal.  The usual one, a bolder, a more careful one, leanings to parts of the map.

BOLD = Style("bold", "Presses on everywhere", take=1.5, fear=0.5, thrift=0.4)
CAREFUL = Style("careful", "Keeps its forces together", take=0.7, hold=1.2, fear=2.0, thrift=2.2)
TOWARDS, ELSEWHERE = 1.6, 0.8
PARTS = (("north", "Leans to the north"), ("centre", "Leans to the centre"), ("south", "Leans to the south"))


def styles(view: View, number: int, last: str) -> list[Style]:
    """A number of styles: the usual one, the last one used, then the others in an order that changes every turn."""
    others = [BOLD, CAREFUL, *_leaning(view)]
    k = view.turn % len(others)
    others = others[k:] + others[:k]
    others.sort(key=lambda style: style.name != last)
    return [USUAL, *others][:number]


def _leaning(view: View) -> list[Style]:
    """A style for every third of the map, from north to south, in which the enemy holds places that count.

    Own places keep their worth, so that no unit leaves its capital for the other end of the front.
    """
    board, wanted = view.board, set[int]()
    for line in view.score:
        wanted.update(board.by_label[label] for label in line.hexes)
    wanted.update(h.index for h in board.hexes if h.place in ("victory", "major"))
    goals = sorted(h for h in wanted if view.control[h] is view.side.other)
    rows = sorted(board.hexes[h].row for h in goals)
    if not rows:
        return []
    first, second = rows[len(rows) // 3], rows[2 * len(rows) // 3]
    part = {h: (board.hexes[h].row >= first) + (board.hexes[h].row >= second) for h in goals}
    out = []
    for number, (name, words) in enumerate(PARTS):
        focus = tuple((h, TOWARDS if part[h] == number else ELSEWHERE) for h in goals)
        if any(part[h] == number for h in goals):
            out.append(Style(name, words, focus=focus))
    return out


# -- The stretches in which a side acts in one go.  Its phases up to those of the enemy are one stretch of orders. ---


def stretches(phases: Iterable[PhaseView], family: Family) -> Mapping[str, int]:
    """Id of a phase -> the number of the stretch of the turn it belongs to.

    A single phase of the enemy between two of its own, in which he recovers or sees what he has won, parts nothing.
    Where chits change the order of the phases the whole turn is one stretch.
    """
    told = list(phases)
    if family == "campaign":
        return {phase.id: 0 for phase in told}
    runs: list[tuple[Side | None, list[str]]] = []
    for phase in told:
        if runs and phase.side in (None, runs[-1][0]):
            runs[-1][1].append(phase.id)
        else:
            runs.append((phase.side, [phase.id]))
    joined = runs[:1]
    for number, (side, ids) in enumerate(runs[1:], 1):
        is_interjected = len(ids) == 1 and number + 1 < len(runs) and runs[number + 1][0] is joined[-1][0]
        if is_interjected or side is joined[-1][0]:
            joined[-1][1].extend(ids)
        else:
            joined.append((side, ids))
    return {name: number for number, (_, ids) in enumerate(joined) for name in ids}


# -- A general: it rehearses its turn in several styles of the officer's staff, with the enemy's reply where the budget
# has room for it, and leads the real one in the style that came out best.

MARGIN = 0.1
"""Points by which another style must be better than the usual one."""
PAUSE = 16
"""Commands between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of the rehearsals: the style, and by how many points it beat the usual one."""

    style: Style
    better: float
    rehearsals: int

    @property
    def words(self) -> str:
        """The verdict for the player at the table."""
        count = f"in {self.rehearsals} rehearsals"
        if self.style is USUAL:
            return f"{self.style.words}: no better plan {count}."
        return f"{self.style.words}: {self.better:.1f} points better than the usual plan {count}."


class RehearsingGeneral:
    """An officer who chooses his style again before every stretch of orders.

    :param budget: how much it may rehearse, one of ``EFFORTS``.
    :raises ValueError: for another one.
    """

    def __init__(self, side: Side, seed: int, budget: str = NORMAL) -> None:
        if budget not in EFFORTS:
            raise ValueError(f"no budget {budget!r}; choose from: {', '.join(EFFORTS)}")
        self._side, self._seed, self._effort = side, seed, budget
        self._officer = Staff("officer", side, seed)
        self._led: tuple[int, int] = (0, -1)
        self._last = USUAL
        self._course: Course | None = None

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The next command and its reason; before the first of a stretch it rehearses and says what came of it."""
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
        """Another player leads the side to the end of the phase; the rest of the stretch keeps the last style."""
        self._officer = Staff("officer", self._side, self._seed, self._last)

    def _rehearsed(self, seat: Seat, course: Course) -> Verdict:
        """Try the styles with one set of dice after another, fewer of them each time."""
        budget = budgets_of(course.family)[self._effort]
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
        """The dice of the N-th rehearsals: they differ for every player and stretch, but not between styles."""
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
            return standing(table, self._side, weights_of(course.family))


class Course:
    """The sequence of play of one game, as far ahead as a general looks."""

    def __init__(self, seat: Seat) -> None:
        self.family = family_of(seat.traits)
        self._of = stretches(seat.look.phases, self.family)

    def stretch(self, seat: Seat) -> tuple[int, int]:
        """Turn and number of the present stretch of orders."""
        turn, phase, _ = seat.moment
        return turn, self._of[phase]


def _best(left: Sequence[Style], told: Mapping[Style, Sequence[float]], number: int) -> list[Style]:
    """The styles that have done best so far, the usual one among them."""
    others = sorted((s for s in left if s is not USUAL), key=lambda s: -mean(told[s]) if told[s] else 0.0)
    return [USUAL, *others][:number]
