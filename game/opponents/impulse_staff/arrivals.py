"""Arrivals: where units come in, what replacements are spent on, and where partisans rise."""

from __future__ import annotations

from collections.abc import Iterable

from ecs import Command
from ecs.core.commands import Convert, Enter, Rebuild, Refit
from ecs.core.view import UnitView
from game.opponents.impulse_staff.air import base_value
from game.opponents.impulse_staff.figures import ENTRY
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.players import Choice
from game.opponents.shared.answers import of_kind
from game.opponents.shared.map_analysis import FAR


def arrivals(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """The next order of the arrivals: partisans, replacements, then the units that wait."""
    legal = [c for c in rear.now.seat.legal() if c not in refused]
    return (
        _promotion(rear, of_kind(legal, Convert))
        or _replacement(rear, [*of_kind(legal, Refit), *of_kind(legal, Rebuild)])
        or _entry(rear, of_kind(legal, Enter))
    )


def _promotion(rear: RearPosition, options: list[Convert]) -> Choice | None:
    best = max(options, key=lambda c: (rear.foe_load.get(rear.now.by_id[c.unit].hex, 0.0), c.unit), default=None)
    return (best, "Strong bands are worth more than new ones.") if best is not None else None


# -- replacements ---------------------------------------------------------------------------------------------


def _replacement(rear: RearPosition, options: Iterable[Refit | Rebuild]) -> Choice | None:
    """The factors won for each point, by their use at the front."""
    best = min(options, key=lambda c: (-_gain(rear, c), c.text()), default=None)
    if best is None or _gain(rear, best) <= 0:
        return None
    unit = rear.now.by_id[best.unit]
    if isinstance(best, Refit):
        return best, f"{unit.long_name} returns to full strength."
    return best, f"{unit.long_name} is rebuilt."


def _gain(rear: RearPosition, command: Refit | Rebuild) -> float:
    unit = rear.now.by_id[command.unit]
    price = max(unit.cost, 1)
    if "air" in unit.traits:
        return ENTRY.air / 3.0
    if "art" in unit.traits:
        return ENTRY.guns
    kind = (ENTRY.fast if "mech" in unit.traits else 1.0) * (ENTRY.armour if "armour" in unit.traits else 1.0)
    if isinstance(command, Refit):
        front = ENTRY.front if rear.now.far_foe[unit.hex] <= ENTRY.front_near else ENTRY.behind
        front += min(ENTRY.sector * max(rear.need(unit.hex), 0.0), ENTRY.sector_most)
        return (unit.attack + 0.5) * kind * front / price
    half = (unit.attack + ("armour" in unit.traits and unit.cost > 1)) // 2
    strength = half if command.lost else unit.attack
    steps = 1 if command.lost or unit.hits < 2 else 2
    return (strength + ENTRY.body) * kind * ENTRY.late / (price * steps)


# -- who waits --------------------------------------------------------------------------------------------------


def _entry(rear: RearPosition, options: list[Enter]) -> Choice | None:
    """Bring in the strongest first, each where it is wanted most."""
    now = rear.now
    for unit in sorted((now.by_id[name] for name in {c.unit for c in options}), key=_rank):
        value, minus = max((_door(rear, unit, h), -h) for h in (now.at(c.hex) for c in options if c.unit == unit.id))
        if value > 0 or "partisans" not in unit.traits:
            return Enter(unit.id, now.label(-minus)), f"{unit.long_name} is needed {now.where(-minus)}."
    return None


def _rank(unit: UnitView) -> tuple[int, int, str]:
    """Order of arrival: bands first, since they are many; then by strength."""
    return (0 if "partisans" in unit.traits else 1, -unit.attack, unit.id)


def _door(rear: RearPosition, unit: UnitView, h: int) -> float:
    now = rear.now
    if "partisans" in unit.traits:
        return _ambush(rear, h)
    if "air" in unit.traits:
        return base_value(rear, h) + ENTRY.base
    if "marshal" in unit.traits:
        near = rear.now.far_foe[h]
        return rear.support[h] + rear.threat[h] - (ENTRY.naked if near <= 1 and not now.own_cf[h] else 0.0)
    return _post(rear, h) - ENTRY.crowd * now.own_cf[h]


def _post(rear: RearPosition, h: int) -> float:
    """How good an entry hex is: near the front where men are wanted, since distance costs marches or trains."""
    away = rear.now.far_foe[h]
    return ENTRY.wanted * rear.need(h) - ENTRY.way * min(away, ENTRY.way_most if away == FAR else away)


def _ambush(rear: RearPosition, h: int) -> float:
    """How good a hex is for partisans: on a railway the enemy lives by, out of the hunters' reach."""
    if rear.now.view.gauges and rear.now.view.gauges[h] is not rear.side.other:
        return 0.0
    value = rear.cuts.get(h, 0.0)
    if value < ENTRY.least_cut:
        value = ENTRY.lurking * rear.foe_load.get(h, 0.0) ** 0.5
    hunters = sum(1 for j, d in rear.atlas.disk(h, ENTRY.hunted) for _ in rear.now.foes_at.get(j, ()))
    rough = rear.board.hexes[h].terrain in ("woods", "marsh")
    chance = ENTRY.caught + ENTRY.caught_more * min(hunters - 1, ENTRY.hunters_most) - (ENTRY.rough if rough else 0.0)
    chance = min(1.0, chance) if hunters else 0.0
    return value * (1.0 - chance)
