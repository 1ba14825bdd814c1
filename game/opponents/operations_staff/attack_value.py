"""The value of an attack: the six faces of its exact forecast, weighed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ecs import Forecast
from ecs.core.known_facts import ResultEffects, SideEffect
from ecs.core.view import UnitView
from game.opponents.doctrine import moods
from game.opponents.operations_staff.figures import ATTACK, ODDS, WORTH
from game.opponents.operations_staff.position import DRY, Position, is_armour, is_army, price
from game.opponents.shared.attack_plan import Team

# -- Whether the defenders of a hex have a way out, once the attackers stand where they are to stand. ----------------


def covered(now: Position, bases: Iterable[int]) -> set[int]:
    """The hexes adjacent to where units would stand."""
    return {j for b in bases for j in now.zone_net[b]}


def has_exit(now: Position, target: int, bases: Collection[int], zones: Collection[int], held: Collection[int]) -> bool:
    """Could any defender retreat one or two hexes (10.1)?

    :param bases: where the attackers stand; ``zones``: hexes their side's zones cover; ``held``: hexes it occupies.
    """
    return any(_can_leave(now, u, target, bases, zones, held) for u in now.foes_at.get(target, ()))


def _can_leave(
    now: Position, unit: UnitView, start: int, bases: Collection[int], zones: Collection[int], held: Collection[int]
) -> bool:
    distance = now.board.distance

    def open_ways(here: int, far: int) -> list[int]:
        return [
            j
            for j in now.zone_net[here]
            if j not in held
            and (j not in zones or j in now.foes_at)
            and distance(j, start) == far
            and all(distance(j, b) >= distance(here, b) for b in bases)
        ]

    for near in open_ways(start, 1):
        if has_room(now, unit, near) or any(has_room(now, unit, j) for j in open_ways(near, 2)):
            return True
    return False


def has_room(now: Position, unit: UnitView, index: int) -> bool:
    """Could an enemy unit end a retreat in a hex?"""
    there = now.foes_at.get(index, [])
    return len(there) < now.room_each and not (is_army(unit) and sum(map(is_army, there)) >= now.armies_each)


HOPELESS = -99.0
STAY_ALIVE = ("victory", "major")


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a staff weighs things, in factors; `doctrines/operations.toml` explains each."""

    kill: float
    loss: float
    ground: float
    drive: float
    city: float
    tired: float
    doomed: float
    spent: float
    hurt: float
    burst: float
    hole: float
    fear: float
    haste: float


TEMPERS = moods("operations", PlayStyle)


class AttackValue:
    """Weighs attacks on one front."""

    def __init__(self, now: Position, temper: PlayStyle = TEMPERS["usual"]) -> None:
        self.now, self.temper = now, temper

    # -- the defenders -----------------------------------------------------------------------------------------

    def stake(self, target: int) -> float:
        """What the defenders of a hex are worth to this side when dead."""
        return sum(self._prey(u) for u in self.now.foes_at.get(target, ()))

    def _prey(self, unit: UnitView) -> float:
        """The value of a unit as prey: little if it dies anyway at its next supply check (11)."""
        now = self.now
        dying = unit.disrupted and unit.hex not in now.foe_supply
        if dying and now.board.hexes[unit.hex].place not in STAY_ALIVE:
            return ATTACK.dying * price(unit) * self.temper.kill
        return price(unit) * self.temper.kill

    def gain(self, target: int, bases: Iterable[int]) -> float:
        """The value of a hex that is empty and open to this side."""
        now, temper = self.now, self.temper
        value = temper.ground
        if now.holder(target) is not now.side:
            value += temper.city * now.worth[target]
        ahead = now.pull_take[target] - max((now.pull_take[b] for b in bases), default=0.0)
        return value + temper.drive * max(-ATTACK.farther_most, min(ATTACK.nearer_most, ahead))

    # -- an attack ------------------------------------------------------------------------------------------------

    def judge(
        self, target: int, team: Team, air: Sequence[str] = (), covers: Collection[int] = (), prepared: bool = False
    ) -> float:
        """The value of an attack by units at bases.  ``covers``: hexes that other attackers' zones will cover."""
        if not team:
            return HOPELESS
        found = self.now.forecast(target, team, air)
        if found.refusal:
            return HOPELESS
        closed = self._is_closed(target, team, covers)
        die = results(found, closed)
        value = sum(self._face(found, brings, cost, target, team, prepared) for brings, cost in die) / 6
        value += self.temper.hole * float(found.p_cleared) if prepared else 0.0
        beaten = sum(brings.attackers.pays for brings, _ in die) / 6
        value -= ATTACK.poor * (found.attack_total < found.defence_total)
        return value - self._burden(team) - self._bared(team, beaten)

    def _is_closed(self, target: int, team: Team, covers: Collection[int]) -> bool:
        now = self.now
        if target not in now.foes_at:
            return False
        bases = {b for _, b in team}
        if not covers and all(now.by_id[n].hex == b for n, b in team):
            return False
        zones = {*now.own_zones, *covered(now, bases), *covers}
        return not has_exit(now, target, bases, zones, {*now.mine_at, *bases})

    def _burden(self, team: Team) -> float:
        """The cost of using these units, and of standing within the enemy's reach."""
        now, temper = self.now, self.temper
        value = sum(temper.spent * price(now.by_id[n]) for n, _ in team)
        stacks: dict[int, list[UnitView]] = {}
        for name, base in team:
            if now.by_id[name].hex != base:
                stacks.setdefault(base, []).append(now.by_id[name])
        return value + sum(self.exposure(base, units) for base, units in sorted(stacks.items()))

    def _bared(self, team: Team, beaten: float) -> float:
        """What own victory cities lose of their guard: units that march off are gone, others if they are ``beaten``."""
        now = self.now
        gone: dict[int, list[UnitView]] = {}
        for name, _ in team:
            unit = now.by_id[name]
            if now.worth[unit.hex] >= WORTH.point and now.holder(unit.hex) is now.side:
                gone.setdefault(unit.hex, []).append(unit)
        value = 0.0
        for city, units in sorted(gone.items()):
            whole = max(1, now.defence(now.mine_at[city], city))
            danger = min(1.0, now.threat(city) / (ODDS.falls * whole))
            leaves = any(base != city for name, base in team if now.by_id[name] in units)
            share = sum(u.defence for u in units) / max(1, sum(u.defence for u in now.mine_at[city]))
            value += now.worth[city] * danger * share * (ATTACK.left if leaves else beaten)
        return value

    def exposure(self, base: int, units: Sequence[UnitView]) -> float:
        """The risk to units that have gone to a hex: to be attacked there, and worse if out of supply."""
        now = self.now
        stack = [*units, *(u for u in now.mine_at.get(base, ()) if u not in units)][:2]
        odds = ATTACK.spread * now.threat(base) / max(1, now.defence(stack, base))
        risk = max(0.0, min(1.0, (odds - ATTACK.calm) / ODDS.risk))
        if base not in now.supply:
            risk = min(1.0, ATTACK.unfed_times * risk + ATTACK.unfed_risk)
        return self.temper.fear * risk * sum(map(price, units))

    def _face(
        self, found: Forecast, brings: ResultEffects, cost: int, target: int, team: Team, prepared: bool
    ) -> float:
        now, temper = self.now, self.temper
        value = self.result(found, brings, target, team, prepared)
        if cost:
            germans = [now.by_id[n] for n, _ in team if now.by_id[n].leading]
            bought = self.stake(target) + self.gain(target, (b for _, b in team)) - temper.loss * toll(germans, cost)
            value = max(value, bought)
        return value

    def result(self, found: Forecast, brings: ResultEffects, target: int, team: Team, prepared: bool) -> float:
        """The value of a result, by what it does to either side."""
        temper, stake, tired = self.temper, self.stake(target), self._weariness(target)
        gain, units = self.gain(target, (b for _, b in team)), [self.now.by_id[n] for n, _ in team]
        ours, theirs = brings.attackers, brings.defenders
        if theirs.all:
            more = temper.burst * any(map(is_armour, units)) if brings.breakthrough and prepared else 0.0
            return stake + gain + more
        if theirs.pays:
            due = int(found.defence_total)
            if int(found.attack_total) < due:
                return -temper.loss * sum(map(price, units))
            return stake + gain - temper.loss * toll(units, due)
        if ours.pays:
            paid = toll(units, int(found.defence_total))
            rest = sum(map(price, units)) - paid
            back = ATTACK.exchanged * tired * stake if theirs.disrupted else 0.0
            return back - temper.loss * paid - temper.hurt * rest
        return _driven(theirs, tired, stake, gain)

    def _weariness(self, target: int) -> float:
        """The value, in parts of the stake, of Dispersing fresh defenders."""
        now, temper = self.now, self.temper
        there = now.foes_at.get(target, ())
        fresh = [u for u in there if not u.disrupted]
        if not fresh:
            return 0.0
        starving = target in now.foes_at and target not in now.foe_supply and not self.is_refuge(target)
        share = sum(map(price, fresh)) / max(0.1, sum(map(price, there)))
        return (temper.doomed if starving else temper.tired) * share

    def is_refuge(self, index: int) -> bool:
        """Does a place keep Dispersed units alive without supply (11)?"""
        spot = self.now.board.hexes[index]
        return spot.place in STAY_ALIVE or "fortress" in spot.traits


# -- the die ------------------------------------------------------------------------


def _driven(theirs: SideEffect, tired: float, stake: float, gain: float) -> float:
    """The value of defenders that are Dispersed, driven back or both, but lose nothing else."""
    most = theirs.retreat[1]
    if not most:
        return ATTACK.standing * tired * stake if theirs.disrupted else 0.0
    if not theirs.disrupted:
        return ATTACK.driven * stake + ATTACK.driven_gain * gain
    if most > 1:
        return tired * stake + ATTACK.far_gain * gain
    return ATTACK.near * tired * stake + ATTACK.near_gain * gain


def results(found: Forecast, closed: bool = False) -> list[tuple[ResultEffects, int]]:
    """For each face: the result, and what Germans would pay instead (0: not for sale).  ``closed``: no way out."""
    out = []
    for face in found.die:
        brings = face.trapped or face.brings if closed else face.brings
        out.append((brings, face.price or 0 if not brings.defenders.all else 0))
    return out


def toll(units: Iterable[UnitView], due: int) -> float:
    """The least worth of units whose attack factors pay what is due; all of them if they have no more."""
    team = list(units)
    best: dict[int, float] = {0: 0.0}
    for unit in team:
        for paid, lost in sorted(best.items(), reverse=True):
            now = min(due, paid + unit.attack)
            found = lost + price(unit)
            if now > paid and (now not in best or found < best[now]):
                best[now] = found
    return best[due] if due in best else sum(map(price, team))


def temper_of(now: Position, thorough: bool) -> PlayStyle:
    """The temper of a staff: by side, weather and style."""
    temper, fear = _by_weather(now, thorough), now.style.fear
    return replace(temper, fear=fear * temper.fear, loss=(1 + fear) / 2 * temper.loss)


def _by_weather(now: Position, thorough: bool) -> PlayStyle:
    if not thorough:
        return TEMPERS["recruit"]
    return TEMPERS[f"{now.side.value}_{'dry' if now.weather in DRY else 'wet'}"]
