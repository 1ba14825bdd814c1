"""The answers to the questions of a battle: fire, hits, retreat, advance, abandon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from ecs import Command, Forecast, Side
from ecs.core.commands import Abandon, Advance, CallOff, Deploy, Done, Fire, Ford, Reserve, Retreat, TakeHit
from ecs.core.view import BattleView, UnitView
from game.opponents.players import Choice
from game.opponents.salvo_staff.attack_planner import gain_of, hex_gain, loss_weight
from game.opponents.salvo_staff.figures import ANSWER, ATTACK, GROUND
from game.opponents.salvo_staff.position import Position, cost
from game.opponents.seat import Rehearsal, Seat
from game.opponents.shared.answers import of_kind

# -- Who takes the hits of a round.  Every way to spread them that may be best is tried, and what comes of it weighed.

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
    weary = ATTACK.tired if attacks else ATTACK.disrupt
    if len(units) > ANSWER.most_units:
        units = units[: ANSWER.most_units]
    ways = _ways(now, units, bears, decision.count, weary)
    if len(ways) < 2:
        return list(ways[0].hits) if ways else []
    rated = [(_worth_of(seat, now.side, way, decision.hex, attacks), way) for way in ways[: ANSWER.most_tried]]
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
    """The hits in an order by which the units reach these states; else nothing."""
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
    """What is lost, and the value of the rest of the battle to this side."""
    with seat.rehearse(0) as table:
        for name in way.hits:
            if not table.seat(side).allows(TakeHit(name)):
                break
            table.do(TakeHit(name))
        return _rest(table, side, index, attacks) - way.price


def _rest(table: Rehearsal, side: Side, index: int, attacks: bool) -> float:
    """The value of the rest of the battle: the attacker may always break it off."""
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


Ground = Callable[[int, UnitView], float]


class Answers:
    """Answers decisions.  Remembers only how to spread the hits of the present round."""

    def __init__(self) -> None:
        self._round: tuple[int, str, int, int] = (0, "", -1, 0)
        self._spread: list[str] = []

    def answer(self, seat: Seat, now: Position, ground: Ground) -> Choice:
        """The answer to the open decision.

        :param ground: how well a hex suits a unit, for advances and retreats.
        """
        decision = now.view.decision
        assert decision is not None
        legal = now.view.legal
        kinds = {type(c) for c in legal}
        if TakeHit in kinds:
            return self._hit(seat, now, legal)
        if Retreat in kinds:
            return retreat(seat, now, legal, ground)
        if Advance in kinds:
            return advance(now, legal, ground)
        if not kinds.isdisjoint((Fire, CallOff, Reserve)):
            return fire(seat, now, legal)
        if Abandon in kinds:
            return _cheapest(now, of_kind(legal, Abandon)), "Give up the weakest."
        home = Deploy(now.label(decision.hex)) if decision.hex >= 0 else legal[0]
        return (home if home in legal else legal[0]), ""

    def _hit(self, seat: Seat, now: Position, legal: Sequence[Command]) -> Choice:
        """Spread the hits of a round in one plan, followed as long as possible (9.5)."""
        decision, fight = now.view.decision, now.battle
        assert decision is not None
        key = (now.view.turn, now.view.phase.id, decision.hex, fight.round if fight else 0)
        hits = [c for c in of_kind(legal, TakeHit) if c.unit in now.by_id]
        if not hits:
            return legal[0], ""
        if key != self._round or len(self._spread) != decision.count or TakeHit(self._spread[0]) not in hits:
            self._round = key
            self._spread = spread_hits(seat, now, hits)
        chosen = self._spread.pop(0) if self._spread else _weakest(now, hits)
        return TakeHit(chosen), "Spare the strongest."


def _weakest(now: Position, hits: Sequence[TakeHit]) -> str:
    return min((now.by_id[c.unit] for c in hits), key=lambda u: (cost(u), u.hits, u.id)).id


def _cheapest(now: Position, options: Sequence[Abandon]) -> Command:
    return min(options, key=lambda c: (cost(now.by_id[c.unit]) if c.unit in now.by_id else 0, c.unit))


# -- fire -----------------------------------------------------------------------------------------------


def fire(seat: Seat, now: Position, legal: Sequence[Command]) -> Choice:
    """Roll, press, send in a reserve or break off: whichever has the best exact forecast."""
    fight = now.battle
    if Ford() in legal:
        return Ford(), "Ignore the river: first-turn surprise."
    if fight is None:
        return legal[0], ""
    return _best_fire(seat, now, fight, legal)


def _best_fire(seat: Seat, now: Position, fight: BattleView, legal: Sequence[Command]) -> Choice:
    rounds = max(1, fight.rounds - fight.round)

    def worth(attackers: Sequence[str], press: int) -> float:
        odds = seat.forecast(fight.hex, attackers, press, True, rounds)
        gain = gain_of(now, fight.hex, odds)
        if odds.retreats and fight.round == 0 and rounds > 1:
            return min(gain, gain_of(now, fight.hex, seat.forecast(fight.hex, attackers, press, False, rounds)))
        return gain

    presses = [c.press for c in of_kind(legal, Fire)]
    most = max(presses, default=0)
    tried = sorted({0, most, *(most * k // ANSWER.presses for k in range(ANSWER.presses))}) if presses else []
    value, minus = max(((worth(fight.attackers, n), -n) for n in tried), default=(0.0, 0))
    fresh = [(worth((*fight.attackers, c.unit), 0), c) for c in of_kind(legal, Reserve)]
    more, reserve = max(fresh, key=lambda pair: pair[0], default=(value, None))
    if reserve is not None and more > value + ANSWER.reserve:
        return reserve, "Send in a fresh unit for the second round."
    if CallOff() in legal and value <= 0:
        return CallOff(), "Another round would cost more than it gains."
    if not presses:
        return legal[0], ""
    return Fire(-minus), f"Press by {-minus}: it pays on average." if minus else "Do not press."


# -- retreat --------------------------------------------------------------------------------------------


def retreat(seat: Seat, now: Position, legal: Sequence[Command], ground: Ground) -> Choice:
    """Retreat where standing would cost more than the hex is worth."""
    fight = now.battle
    assert fight is not None
    options = of_kind(legal, Retreat)
    rounds = fight.rounds - fight.round
    if rounds < 1:
        return Done(), "Stand."
    odds = seat.forecast(fight.hex, fight.attackers, 0, True, rounds)
    if not worth_leaving(now, fight.hex, odds):
        return Done(), f"Hold {now.name(fight.hex)}."
    command = max(options, key=lambda c: (ground(now.board.by_label[c.hex], now.by_id[c.unit]), c))
    if ground(now.board.by_label[command.hex], now.by_id[command.unit]) <= -50:
        return Done(), "There is nowhere to go."
    return command, "Retreat rather than die."


def worth_leaving(now: Position, index: int, odds: Forecast) -> bool:
    """Would another round cost more than giving the hex up?  A home city is never given up."""
    if now.worth.get(index, 0.0) >= GROUND.home:
        return False
    units = now.mine_at.get(index, [])
    weight = max((loss_weight(now, u) for u in units), default=1.0)
    lost = float(odds.mean_defender_factors_lost) * weight
    kept = (1 - float(odds.p_cleared)) * (now.worth.get(index, 0.0) + ANSWER.kept)
    hurt = float(odds.mean_attackers_disrupted) * ANSWER.hurt
    return lost > ANSWER.leave * (kept + hurt) + ANSWER.leave_least


# -- advance --------------------------------------------------------------------------------------------


def advance(now: Position, legal: Sequence[Command], ground: Ground) -> Choice:
    """Those that must go in, weakest suitable first; then those better placed in front, as many as is best.

    :param ground: how well a hex suits a unit, with those who stand there by the reading.
    """
    options = of_kind(legal, Advance)
    if Done() not in legal:
        best = max(options, key=lambda c: (_better(now, c, ground), c))
        return best, _onward(now, best)
    parties = [_party(now, options, spot, ground) for spot in sorted({c.hex for c in options})]
    value, together = max(parties, key=lambda party: party[0])
    if value <= 0:
        return Done(), "No need to advance."
    return together[0], _onward(now, together[0])


def _in_order(unit: UnitView) -> tuple[bool, int, str]:
    """Who enters a won hex first: infantry before armour, which is wanted elsewhere, the sturdy before the weak."""
    return unit.armour, -unit.hits, unit.id


def _onward(now: Position, command: Advance) -> str:
    return f"Advance to {now.name(now.board.by_label[command.hex])}."


def _better(now: Position, command: Advance, ground: Ground) -> float:
    unit = now.by_id[command.unit]
    return ground(now.board.by_label[command.hex], unit) - ground(unit.hex, unit)


def _party(now: Position, options: Sequence[Advance], spot: str, ground: Ground) -> tuple[float, tuple[Advance, ...]]:
    """What some units gain by going to a hex together, and which they are, first to go first."""
    index = now.board.by_label[spot]
    able = sorted((c for c in options if c.hex == spot), key=lambda c: _in_order(now.by_id[c.unit]))
    own = now.mine_at
    gained = 0.0 if own.get(index) else hex_gain(now, index)
    best: tuple[float, tuple[Advance, ...]] = (0.0, ())
    now.mine_at = dict(own)
    going: list[Advance] = []
    for command in able:
        unit = now.by_id[command.unit]
        gained += _better(now, command, ground)
        going.append(command)
        now.mine_at[unit.hex] = [u for u in now.mine_at.get(unit.hex, ()) if u.id != unit.id]
        now.mine_at[index] = [*now.mine_at.get(index, ()), unit]
        if gained > best[0]:
            best = gained, tuple(going)
    now.mine_at = own
    return best
