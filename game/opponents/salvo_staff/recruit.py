"""A beginner.  Attacks what looks good, marches to the nearest goal, guards what is threatened."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command, Side
from ecs.core.commands import (
    Assign,
    CancelAttacks,
    EndPhase,
    Enter,
    Move,
    Raise,
    Resolve,
)
from ecs.core.view import UnitView
from game.opponents.players import Choice, RandomChoice
from game.opponents.salvo_staff.battle_answers import Answers
from game.opponents.salvo_staff.position import Position, cost, strength
from game.opponents.seat import Seat
from game.opponents.shared.answers import Desks, first_order
from game.opponents.shared.map_analysis import spread
from game.opponents.shared.phase_staff import PhaseStaff
from game.opponents.shared.position_reading import USUAL, Style

GOOD_ODDS = 0.5
ALIKE = "The attacks must be equal."


class Recruit(PhaseStaff):
    """A quick player without plans.  One seed gives one series of choices."""

    MOST = 80

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._lots = RandomChoice(seed)
        self._answers = Answers()
        self._stayed: set[str] = set()
        self._passed: set[int] = set()
        self._gave_up = False
        self._mends: list[Command] = []

    def _begin(self, seat: Seat) -> None:
        self._gave_up, self._stayed, self._passed, self._mends = False, set(), set(), []

    def _answer(self, seat: Seat) -> Choice:
        now = Position(seat.view)
        return self._answers.answer(seat, now, lambda h, u: self._ground(now, h, u))

    def _next(self, seat: Seat) -> Choice | None:
        if self._gave_up:
            return None
        now = Position(seat.view)
        legal = now.view.legal
        if self._mends and self._mends[0] in legal:
            return self._mends.pop(0), ALIKE
        desks: Desks = (
            (Resolve, self._resolve),
            (Assign, self._attack),
            (Move, self._move),
            (Raise, self._raise),
            (Enter, self._raise),
        )
        return first_order(legal, desks, seat, now)

    def _owed(self, seat: Seat) -> Choice:
        """Where attacks are uneven, make them even; where some are still owed, call them all off."""
        legal = seat.legal()
        self._mends = list(seat.remedy(EndPhase())) if self._given <= self.MOST else []
        if self._mends and self._mends[0] in legal:
            return self._mends.pop(0), ALIKE
        if CancelAttacks() in legal:
            self._gave_up = True
            return CancelAttacks(), "That would force too many attacks."
        return legal[0], ""

    def _resolve(self, seat: Seat, now: Position, options: Sequence[Resolve]) -> Choice | None:
        return options[0], "In the order declared."

    def _attack(self, seat: Seat, now: Position, options: Sequence[Assign]) -> Choice | None:
        """The first target whose defenders will probably be cleared out or badly hurt."""
        by_target: dict[str, list[str]] = {}
        for c in options:
            if c.wave == 1:
                by_target.setdefault(c.hex, []).append(c.unit)
        for label in sorted(by_target):
            index = now.board.by_label[label]
            joined = [u.id for u in now.mine if u.target == index]
            fresh = sorted(by_target[label], key=lambda n: (-now.by_id[n].attack, n))
            if index in self._passed or now.by_id[fresh[0]].attack == 0:
                continue
            odds = seat.forecast(index, [*joined, *fresh[:4]])
            if not joined and not self._likes(now, index, float(odds.p_cleared)):
                self._passed.add(index)
                continue
            if joined and float(seat.forecast(index, joined).p_cleared) > 0.85:
                self._passed.add(index)
                continue
            return Assign(fresh[0], label, 1), f"{now.name(index)} looks weak."
        return None

    def _likes(self, now: Position, index: int, odds: float) -> bool:
        return odds + 0.01 * self._lots.draw(20) >= GOOD_ODDS + 0.1

    def _move(self, seat: Seat, now: Position, options: Sequence[Move]) -> Choice | None:
        """Each unit once: towards the nearest goal, or home if an own city is in danger."""
        names = sorted({c.unit for c in options} - self._stayed)
        for name in names:
            unit = now.by_id[name]
            self._stayed.add(name)
            if self._pins(now, unit):
                continue
            steps = seat.reach(name)
            best = max(
                [unit.hex, *sorted(steps)],
                key=lambda h: self._ground(now, h, unit) - (1.5 if h in steps and steps[h].bonus else 0),
            )
            if best != unit.hex:
                return Move(name, now.label(best)), "Towards the nearest objective."
        return None

    def _pins(self, now: Position, unit: UnitView) -> bool:
        """The last guard of a threatened city stays."""
        return len(now.mine_at.get(unit.hex, [])) == 1 and self._danger(now, unit.hex) > 0

    def _danger(self, now: Position, index: int) -> int:
        if now.worth.get(index, 0.0) < 2 or not now.is_mine(index):
            return 0
        return strength(f for f in now.foes if now.board.distance(f.hex, index) <= 2)

    def _ground(self, now: Position, index: int, unit: UnitView) -> float:
        """Nearer to a goal, or in a threatened own city, is better."""
        goals = [h for h in now.goals() if now.worth[h] >= 2] or now.goals()
        near = min((now.board.distance(index, g) - 0.05 * now.worth[g] for g in goals), default=0.0)
        own = now.mine_at.get(index, [])
        danger = self._danger(now, index)
        need = danger - sum(cost(u) for u in own if u is not unit)
        crowd = 0.2 * len(own)
        foes = 0.3 * sum(1 for j in now.net[index] if j in now.foes_at)
        pull = 1.0 if unit.attack > 0 else 0.4
        return -pull * near + (3.0 if danger and need > 0 else 0.0) - crowd - (foes if unit.attack < 2 else 0.0)

    def _raise(self, seat: Seat, now: Position, options: Sequence[Raise | Enter]) -> Choice | None:
        """The strongest unit there is, as near to the enemy as may be."""
        front = spread(now.net, [f.hex for f in now.foes])

        def merit(c: Raise | Enter) -> tuple[float, float, Raise | Enter]:
            unit, index = now.view.unit(c.unit), now.at(c.hex)
            return (unit.attack + 0.5 * unit.hits if unit else 0.0, -abs(front[index] - 2), c)

        return max(options, key=merit), "Fresh troops for the front."
