"""What an attack is worth, in combat factors: the hex, the enemy's losses, one's own."""

from __future__ import annotations

from ecs import Forecast
from ecs.core.view import UnitView
from game.opponents.salvo.position import Position

DEAR, CHEAP = 1.6, 0.55
DISRUPT = 0.35
TIRED = 0.12
STEP = 0.6
BELOW_EVEN = 2.0


def loss_weight(now: Position, unit: UnitView) -> float:
    """How much a lost factor of this unit counts: those that come back from the pool count less."""
    return CHEAP if unit.style in _spares(now) else DEAR


def _spares(now: Position) -> frozenset[str]:
    return frozenset(u.style for u in now.view.units if u.box == "pool")


def hex_gain(now: Position, index: int) -> float:
    """What holding this hex is worth to the attacker, beyond the ground itself."""
    return STEP + (0.0 if now.is_mine(index) else now.worth.get(index, 0.0))


def gain_of(now: Position, index: int, odds: Forecast) -> float:
    """The attack's mean worth in factors, for the side that attacks."""
    attackers = [u for name in odds.attackers if (u := now.by_id.get(name)) is not None]
    ours = attackers[0].side is now.side if attackers else True
    weight = max((loss_weight(now, u) for u in attackers), default=1.0)
    defenders = len(odds.defenders)
    stopped = sum(float(o.probability) * o.defenders_disrupted for o in odds.outcomes)
    before = sum(1 for u in now.view.at(index) if u.disrupted)
    gain = float(odds.p_cleared) * hex_gain(now, index)
    gain += float(odds.mean_defender_factors_lost)
    gain += DISRUPT * max(0.0, stopped - before) if defenders else 0.0
    cost = weight * float(odds.mean_attacker_factors_lost) + TIRED * float(odds.mean_attackers_disrupted)
    return gain - cost if ours else cost - gain


def below_even(odds: Forecast) -> bool:
    """Does an attack on men lose more factors than it costs the enemy?"""
    return bool(odds.defenders) and odds.mean_attacker_factors_lost > odds.mean_defender_factors_lost
