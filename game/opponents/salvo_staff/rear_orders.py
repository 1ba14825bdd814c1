"""What happens behind the front: replacements, reserves, factories, forts, ships."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import (
    CallReserve,
    Emplace,
    Enter,
    Evacuate,
    Fortify,
    Raise,
    Sail,
    Substitute,
)
from ecs.core.view import UnitView
from game.opponents.players import Choice
from game.opponents.salvo_staff.movement_planner import LATE, MovementPlanner, power_of
from game.opponents.salvo_staff.position import Position, stand, survival
from game.opponents.seat import Seat

FIRE = 0.3
PANIC = 3.0


class Quartermaster:
    """Gives the orders of the phases in which nobody moves or fights, best first."""

    def order(self, seat: Seat, now: Position, staff: MovementPlanner) -> Choice | None:
        """The next order, or None if all is done."""
        legal = now.view.legal
        if CallReserve() in legal and now.view.turn >= now.figures.safe_call:
            return CallReserve(), "Winter is here: the reserve can come safely."
        for kind, rule in (
            (Substitute, self._relieve),
            (Sail, self._rescue),
            (Evacuate, self._evacuate),
            (Enter, self._enter),
            (Raise, self._raise),
            (Emplace, self._emplace),
            (Fortify, self._fortify),
        ):
            options = [c for c in legal if isinstance(c, kind)]
            found = rule(now, staff, options) if options else None
            if found is not None:
                return found
        return None

    def _relieve(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        """A good unit that is cut off is saved by leaving a poor one in its place."""
        for c in options:
            if isinstance(c, Substitute) and now.by_id[c.unit].hex not in staff.supply:
                return c, "A weaker army holds out in its place."
        return None

    def _rescue(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        """A ship for a unit that is cut off, to a port in supply."""
        for c in options:
            if isinstance(c, Sail):
                unit, port = now.by_id[c.unit], now.board.by_label[c.hex]
                if unit.hex not in staff.supply and port in staff.supply and not unit.supplied:
                    return c, "Better to sail than to stay in the pocket."
        return None

    def _evacuate(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        """Factories leave in time: where the enemy is near and the garrison too weak."""
        for c in options:
            if isinstance(c, Evacuate):
                work = now.view.unit(c.unit)
                if work is not None and ("packed" in work.badges or self._in_danger(now, staff, work)):
                    return c, f"{now.name(work.hex)} is in danger."
        return None

    def _in_danger(self, now: Position, staff: MovementPlanner, work: UnitView) -> bool:
        strength = stand(now, work.hex, now.mine_at.get(work.hex, ()))
        return staff.threat[work.hex] > PANIC and survival(strength, staff.looming[work.hex]) < 0.6

    def _enter(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        return self._best_place(now, staff, options, True)

    def _raise(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        return self._best_place(now, staff, options, False)

    def _best_place(
        self, now: Position, staff: MovementPlanner, options: Sequence[Command], ready: bool
    ) -> Choice | None:
        """The unit that helps most, where it helps most."""
        already = self._strengths(staff, now)
        uses: dict[tuple[int, float, float], float] = {}
        rated = []
        for c in options:
            if isinstance(c, (Raise, Enter)):
                unit = now.view.unit(c.unit)
                if unit is not None:
                    at = now.board.by_label[c.hex]
                    alike = at, power_of(unit, True), power_of(unit, False)
                    if alike not in uses:
                        uses[alike] = self._use(staff, unit, at, already)
                    rated.append((uses[alike] + FIRE * unit.attack, c))
        if not rated:
            return None
        best = max(rated, key=lambda pair: (pair[0], pair[1].text()))[1]
        return best, f"Fresh troops at {now.name(now.board.by_label[best.hex])}."

    def _strengths(self, staff: MovementPlanner, now: Position) -> dict[int, float]:
        sums: dict[int, float] = {}
        for name, goal in staff.orders.items():
            sums[goal.hex] = sums.get(goal.hex, 0.0) + power_of(now.by_id[name], goal.taking)
        return sums

    def _use(self, staff: MovementPlanner, unit: UnitView, at: int, already: dict[int, float]) -> float:
        gains = [staff.gain(unit, at, g, already.get(g.hex, 0.0)) for g in staff.goals]
        return max(gains, default=0.0) - 0.2 * staff.temper.exposed * (staff.threat[at] > 6)

    def _emplace(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        return options[0], "Dig in the guns."

    def _fortify(self, now: Position, staff: MovementPlanner, options: Sequence[Command]) -> Choice | None:
        """In the last winter months units that guard a threatened place dig in."""
        if now.view.turn <= LATE * now.view.turns + 0.5:
            return None
        for c in options:
            if isinstance(c, Fortify):
                unit = now.by_id[c.unit]
                if now.worth.get(unit.hex, 0.0) >= 2 and staff.threat[unit.hex] > 0.5:
                    return c, f"Hold {now.name(unit.hex)} through the winter."
        return None
