"""Who takes the hits of a round.  Every way to spread them that may be best is tried, and what comes of it weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ecs import Side
from ecs.core.commands import TakeHit
from ecs.core.view import UnitView
from game.opponents.salvo.attack_value import DISRUPT, TIRED, gain_of, hex_gain, loss_weight
from game.opponents.salvo.position import Position, cost
from game.opponents.seat import Rehearsal, Seat

MOST_UNITS, MOST_TRIED = 7, 10
SPARED, STRUCK, DEAD = range(3)


@dataclass(frozen=True, slots=True)
class Spread:
    """One way to spread hits.  ``hits``: who takes them, one after the other; ``price``: what is lost at once, in
    factors."""

    hits: tuple[str, ...]
    fates: tuple[int, ...]
    price: float


def spread_hits(seat: Seat, now: Position, legal: Sequence[TakeHit]) -> list[str]:
    """The units that take the hits of the open question, one a hit: what is lost by it, and what the battle is worth
    afterwards by exact odds, decide."""
    decision = now.view.decision
    assert decision is not None
    units = sorted((now.by_id[c.unit] for c in legal), key=lambda u: (cost(u), u.id))
    bears = {unit.id: _bears(seat, now.side, unit.id, decision.count) for unit in units}
    attacks = any(unit.hex != decision.hex for unit in units)
    weary = TIRED if attacks else DISRUPT
    if len(units) > MOST_UNITS:
        units = units[:MOST_UNITS]
    ways = _ways(now, units, bears, decision.count, weary)
    if len(ways) < 2:
        return list(ways[0].hits) if ways else []
    rated = [(_worth_of(seat, now.side, way, decision.hex, attacks), way) for way in ways[:MOST_TRIED]]
    best = max(value for value, _ in rated)
    return next(list(way.hits) for value, way in rated if value == best)


def _bears(seat: Seat, side: Side, unit: str, count: int) -> int:
    """How many of the hits a unit can take without dying."""
    with seat.rehearse(0) as table:
        for taken in range(count):
            table.do(TakeHit(unit))
            left = next((u for u in table.seat(side).look.units if u.id == unit), None)
            if left is None or left.hex < 0:
                return taken
            if not table.seat(side).allows(TakeHit(unit)):
                break
    return count


def _ways(now: Position, units: Sequence[UnitView], bears: dict[str, int], count: int, weary: float) -> list[Spread]:
    """The ways to spread so many hits that no other is plainly better than, the cheapest first."""
    found = []
    for fates in product((SPARED, STRUCK, DEAD), repeat=len(units)):
        hits = _placed(units, fates, bears, count)
        if hits:
            lost = sum(loss_weight(now, u) * cost(u) for u, fate in zip(units, fates, strict=True) if fate == DEAD)
            hurt = sum(fate == STRUCK and not u.disrupted for u, fate in zip(units, fates, strict=True))
            found.append(Spread(hits, fates, lost + weary * hurt))
    found.sort(key=lambda way: (way.price, way.hits))
    kept: list[Spread] = []
    for way in found:
        if not any(_no_worse(other, way) for other in kept):
            kept.append(way)
    return kept


def _no_worse(one: Spread, other: Spread) -> bool:
    return all(mine <= theirs for mine, theirs in zip(one.fates, other.fates, strict=True))


def _placed(units: Sequence[UnitView], fates: Sequence[int], bears: dict[str, int], count: int) -> tuple[str, ...]:
    """The hits in order if the units can come to these ends by them; else nothing."""
    hits: list[str] = []
    spare: list[str] = []
    for unit, fate in zip(units, fates, strict=True):
        most = bears[unit.id]
        if fate == DEAD:
            hits += [unit.id] * (most + 1)
        elif fate == STRUCK:
            if not most:
                return ()
            hits.append(unit.id)
            spare += [unit.id] * (most - 1)
    missing = count - len(hits)
    return (*hits, *spare[:missing]) if 0 <= missing <= len(spare) else ()


def _worth_of(seat: Seat, side: Side, way: Spread, index: int, attacks: bool) -> float:
    """What is lost, and what the rest of the battle is worth to this side."""
    with seat.rehearse(0) as table:
        for name in way.hits:
            if not table.seat(side).allows(TakeHit(name)):
                break
            table.do(TakeHit(name))
        return _rest(table, side, index, attacks) - way.price


def _rest(table: Rehearsal, side: Side, index: int, attacks: bool) -> float:
    """What is to come of the battle: the attacker may always break it off."""
    now = Position(table.seat(side).look)
    decision = now.view.decision
    if decision is not None and decision.id == "advance" and decision.hex == index:
        return hex_gain(now, index) if attacks else -hex_gain(now, index)
    fight = next((b for b in now.view.battles if b.state == "fighting" and b.hex == index), None)
    if fight is None or fight.rounds <= fight.round:
        return 0.0
    known = [now.by_id[name] for name in fight.attackers if name in now.by_id]
    ready = [unit.id for unit in known if not unit.disrupted]
    if not ready:
        return 0.0
    odds = table.seat(side).forecast(index, ready, 0, True, fight.rounds - fight.round)
    gain = gain_of(now, index, odds)
    return max(0.0, gain) if attacks else min(0.0, gain)
