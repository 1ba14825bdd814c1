"""Orders behind the front: replacements, reserves, factories, forts, ships."""

from __future__ import annotations

from collections.abc import Sequence

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
from game.opponents.salvo_staff.figures import GUARD, REAR
from game.opponents.salvo_staff.movement_planner import MovementPlanner, power_of
from game.opponents.salvo_staff.position import Position, stand, survival
from game.opponents.shared.answers import Desks, first_order


def order(now: Position, staff: MovementPlanner) -> Choice | None:
    """The next order of a phase without movement or combat; None if all is done."""
    return first_order(now.view.legal, DESKS, now, staff)


def _call(now: Position, staff: MovementPlanner, options: Sequence[CallReserve]) -> Choice | None:
    late = now.view.turn >= now.figures.safe_call
    return (options[0], "Winter is here: the reserve can come safely.") if late else None


def _relieve(now: Position, staff: MovementPlanner, options: Sequence[Substitute]) -> Choice | None:
    """Save a good unit that is cut off by leaving a poor one in its place."""
    for c in options:
        if now.by_id[c.unit].hex not in staff.supply:
            return c, "A weaker army holds out in its place."
    return None


def _rescue(now: Position, staff: MovementPlanner, options: Sequence[Sail]) -> Choice | None:
    """Ship a unit that is cut off to a port in supply."""
    for c in options:
        unit = now.by_id[c.unit]
        if unit.hex not in staff.supply and now.at(c.hex) in staff.supply and not unit.supplied:
            return c, "Better to sail than to stay in the pocket."
    return None


def _evacuate(now: Position, staff: MovementPlanner, options: Sequence[Evacuate]) -> Choice | None:
    """Evacuate factories in time: where the enemy is near and the garrison too weak."""
    for c in options:
        work = now.view.unit(c.unit)
        if work is not None and ("packed" in work.badges or _in_danger(now, staff, work)):
            return c, f"{now.name(work.hex)} is in danger."
    return None


def _in_danger(now: Position, staff: MovementPlanner, work: UnitView) -> bool:
    strength = stand(now, work.hex, now.mine_at.get(work.hex, ()))
    return staff.threat[work.hex] > REAR.panic and survival(strength, staff.looming[work.hex]) < REAR.danger


def _best_place(now: Position, staff: MovementPlanner, options: Sequence[Raise | Enter]) -> Choice | None:
    """The unit and place that help most."""
    already: dict[int, float] = {}
    for name, goal in staff.orders.items():
        already[goal.hex] = already.get(goal.hex, 0.0) + power_of(now.by_id[name], goal.taking)
    uses: dict[tuple[int, float, float], float] = {}  # the same for units alike
    rated = []
    for c in options:
        unit = now.view.unit(c.unit)
        if unit is not None:
            at = now.at(c.hex)
            alike = at, power_of(unit, True), power_of(unit, False)
            if alike not in uses:
                gains = [staff.gain(unit, at, g, already.get(g.hex, 0.0)) for g in staff.goals]
                bare = staff.threat[at] > REAR.exposed_from
                uses[alike] = max(gains, default=0.0) - REAR.exposed * staff.temper.exposed * bare
            rated.append((uses[alike] + REAR.fire * unit.attack, c))
    if not rated:
        return None
    best = max(rated, key=lambda pair: (pair[0], pair[1].text()))[1]
    return best, f"Fresh troops {now.where(now.at(best.hex))}."


def _emplace(now: Position, staff: MovementPlanner, options: Sequence[Emplace]) -> Choice | None:
    return options[0], "Dig in the guns."


def _fortify(now: Position, staff: MovementPlanner, options: Sequence[Fortify]) -> Choice | None:
    """Dig in at threatened places in the last winter months."""
    if now.view.turn <= GUARD.late * now.view.turns + 0.5:
        return None
    for c in options:
        unit = now.by_id[c.unit]
        if now.worth.get(unit.hex, 0.0) >= 2 and staff.threat[unit.hex] > REAR.winter:
            return c, f"Hold {now.name(unit.hex)} through the winter."
    return None


DESKS: Desks = (
    (CallReserve, _call),
    (Substitute, _relieve),
    (Sail, _rescue),
    (Evacuate, _evacuate),
    (Enter, _best_place),
    (Raise, _best_place),
    (Emplace, _emplace),
    (Fortify, _fortify),
)
