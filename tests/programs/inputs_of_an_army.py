"""How many inputs a month costs whoever leads armies: group orders, proposed attacks and the staff's answers.

Run: python -m tests.programs.inputs_of_an_army [scenario ...] [--seed N] [--singly]

The Axis side of the first turn is played through the desk of the real window, against a recruit.  In movement: the next
unit (a key), its whole army (a key), a waypoint on the nearest place the enemy holds (Shift and a click), march (a
key); each army once.  In battle: all attacks with an even chance or better are made by one button; standing orders, set
once (a key and four clicks), answer losses, retreats and advances, and all other questions are left to the staff (a
click each).  With ``--singly`` each hex is clicked and attacked as proposed (a key), all advance (a click, once), and
the staff is asked about losses and retreats.  A chit is the one the staff advises (two keys).  Each press counts as
one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from fractions import Fraction

from ecs import Side
from ecs.core.commands import Move, TakeHit
from game.play.standing_orders import ADVANCES, ALL, AWAY, LOSSES, RETREATS, WEAKEST
from game.ui.panels.chit_cup import chooses
from tests.kits.window import Seat, sit_down

QUIET = {Side.AXIS: "human", Side.SOVIET: "recruit"}
EVEN = Fraction(1, 2)
MOST = 4000


class Leader:
    """Leads armies from a seat, and counts what he presses."""

    def __init__(self, seat: Seat, singly: bool) -> None:
        self.seat, self.desk, self.singly = seat, seat.scene.desk, singly
        self.inputs: Counter[str] = Counter()
        if not singly:
            self.inputs["standing orders"] = 5
            seat.app.settings.fight_at = int(100 * EVEN)
            for question, order in ((LOSSES, WEAKEST), (RETREATS, AWAY), (ADVANCES, ALL)):
                self.desk.quick.stand_by(question, order)
        self.done: Counter[str] = Counter()
        self._led: set[tuple[str, str]] = set()
        self._tried: set[tuple[str, int]] = set()

    def run(self) -> None:
        """To the end of the first turn."""
        game = self.seat.scene.session.game
        turn = game.turn
        for _ in range(MOST):
            if game.over or game.turn > turn:
                return
            if self.seat.scene.session.machine_to_act:
                self.seat.machine(20000)
            else:
                self._one()
        raise AssertionError("the month does not end")

    def _one(self) -> None:
        desk = self.desk
        if desk.view.decision is not None:
            self._answer()
        elif chooses(desk):
            self._advised()
        elif not (self._march() or self._attack()):
            self._end()
        desk.out.events, desk.out.sounds, desk.out.messages = [], [], []

    def _answer(self) -> None:
        desk = self.desk
        if desk.only_answer is not None:
            desk.give(desk.only_answer)
        elif desk.quick.standing_answer is not None:
            desk.quick.step()
        elif desk.quick.advances():
            if not desk.quick.step():
                self.inputs["advance"] += 1
                desk.quick.advance_always()
        elif desk.staff.entrusted:
            desk.staff.answer_quietly()
        elif any(isinstance(c, TakeHit) for cs in desk.orders.on_unit.values() for c in cs):
            self.inputs["answer"] += 1
            desk.staff.entrust(battle=False)
        else:
            self.inputs["answer"] += 1
            desk.staff.answer()

    def _advised(self) -> None:
        self.inputs["chit"] += 2
        self.desk.staff.ask()
        advice = self.desk.staff.advice
        self.desk.staff.dismiss()
        assert advice is not None and self.desk.give(advice.command)

    def _march(self) -> bool:
        """The next army that has not been led in this phase; False if there is none."""
        desk, moment = self.desk, f"{self.seat.scene.session.game.moment} {self._chit()}"
        able = [name for name in desk.can_act() if (moment, name) not in self._led and self._moves(name)]
        if not able:
            return False
        desk.select((able[0],))
        desk.quick.whole_army()
        army = [name for name in desk.state.selection if self._moves(name)]
        self._led |= {(moment, name) for name in (*army, able[0])}
        self.inputs["march"] += 4
        goal = self._goal(able[0])
        where = {unit.id: unit.hex for unit in desk.view.units}
        if goal >= 0 and desk.quick.marches.add(goal):
            desk.quick.marches.march(desk.state.selection)
            self.done["moved"] += sum(1 for u in desk.view.units if where.get(u.id, u.hex) != u.hex and u.hex >= 0)
        desk.select(())
        return True

    def _chit(self) -> str:
        return next((chit.id for chit in self.desk.view.chits if chit.state == "now"), "")

    def _moves(self, name: str) -> bool:
        return any(isinstance(c, Move) for cs in self.desk.orders.hexes(name).values() for c in cs)

    def _goal(self, name: str) -> int:
        """The nearest place that counts and that the enemy holds; else the nearest enemy."""
        view = self.desk.view
        unit = view.unit(name)
        assert unit is not None
        foes = {u.hex for u in view.units if u.side is not view.side and u.hex >= 0}
        held = {i for i, here in enumerate(view.board.hexes) if here.place and view.control[i] is view.side.other}
        return min(held or foes, key=lambda i: (view.board.distance(unit.hex, i), i), default=-1)

    def _attack(self) -> bool:
        """The likeliest attack that has not been tried in this phase; False if none is even.  Or all that are."""
        desk, moment = self.desk, f"{self.seat.scene.session.game.moment} {self._chit()}"
        if not self.singly:
            return self._attack_all(moment)
        for index in sorted(desk.state.targets):
            if (moment, index) in self._tried:
                continue
            self._tried.add((moment, index))
            desk.plans.open(index)
            if desk.plans.target >= 0 and desk.plans.forecast.p_cleared >= EVEN and desk.quick.attack():
                self.inputs["attack"] += 2
                self.done["attacks"] += 1
                return True
            desk.plans.close()
        return False

    def _attack_all(self, moment: str) -> bool:
        quick = self.desk.quick
        if not quick.going:
            if (moment, -1) in self._tried or not quick.good_fights():
                return False
            self._tried.add((moment, -1))
            self.inputs["attack"] += 1
            quick.fight_good()
        log = self.seat.scene.session.game.log
        before = len(log)
        quick.step()
        self.done["attacks"] += sum(record.command.startswith("resolve") for record in log[before:])
        return True

    def _end(self) -> None:
        self.inputs["end"] += 1
        if not self.desk.end_phase():
            self._advised()


def main() -> None:
    """Print a line a scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=["tdv-barbarossa-1941"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--singly", action="store_true")
    args = parser.parse_args()
    for scenario in args.scenarios:
        seat = sit_down(QUIET, scenario=scenario, seed=args.seed)
        leader = Leader(seat, args.singly)
        leader.run()
        print(f"{scenario}: {leader.inputs.total()} inputs, {dict(leader.inputs)}, {dict(leader.done)}", flush=True)


if __name__ == "__main__":
    main()
