"""The value of an attack: exact forecasts, remembered by what they depend on, weighed by what is at stake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ecs import Forecast
from ecs.core.known_facts import DieFace, ResultEffects, SideEffect
from ecs.core.view import UnitView
from game.opponents.doctrine import moods
from game.opponents.impulse_staff.position import Position, is_fighter
from game.opponents.impulse_staff.railways import Lifelines
from game.opponents.shared.map_analysis import asked_once

# -- What a throw of the die brings on the whole, counted once for all attacks that are alike. -----------------------

SURRENDER = DieFace(0, ResultEffects("", SideEffect(all=True)), "", "")  # below the table: no die is thrown


class Stakes(NamedTuple):
    """Everything in an attack that the value of its result depends on.

    Steps and factors of the defenders and of the attackers; ``cheap``: factors that go with the attackers' first step;
    ``trapped``: the defenders have no way out.
    """

    steps: int
    factors: float
    own_steps: int
    own: float
    cheap: float
    trapped: bool


class Average(NamedTuple):
    """What a throw brings on average: chance of an empty hex, factors killed and lost, hexes of advance."""

    cleared: float
    killed: float
    lost: float
    hexes: float


class DieResults:
    """The results of the faces of a die, at some odds with some modifier."""

    def __init__(self, faces: Sequence[DieFace]) -> None:
        self._faces = tuple(faces) or (SURRENDER,)

    @asked_once
    def average(self, stakes: Stakes) -> Average:
        """What they bring in an attack, on average."""
        steps, factors, own_steps, own, cheap, trapped = stakes
        cleared = killed = lost = hexes = 0.0
        for face in self._faces:
            limit = min(steps, own_steps) if face.even else steps + own_steps
            dead = steps_lost(face.defenders, steps, limit)
            own_dead = steps_lost(face.attackers, own_steps, limit)
            back = face.defenders.retreat[1] > 0
            if back and trapped:
                dead = steps
            killed += factors * min(1.0, dead / steps)
            lost += own if own_dead >= own_steps else cheap * own_dead
            if dead >= steps or back:
                cleared += 1
            hexes += face.advance
        n = len(self._faces)
        return Average(cleared / n, killed / n, lost / n, hexes / n)


def steps_lost(effect: SideEffect, steps: int, limit: int) -> int:
    """Steps a result costs a side that has so many; no more than a limit but for those that end them all."""
    return steps if effect.all else min(effect.lost, steps, limit)


Results = dict[tuple[int, int, int], DieResults]
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a staff weighs things, in factors; `doctrines/impulse.toml` explains each."""

    kill: float
    loss: float
    city: float
    ground: float
    drive: float
    spur: float
    fresh: float
    rails: float
    fear: float


TEMPERS = moods("impulse", PlayStyle)


@dataclass(frozen=True, slots=True)
class MeasuredAttack:
    """An attack measured: what it is worth in all, chance of an empty hex, factors killed and lost, table."""

    value: float
    cleared: float
    killed: float
    lost: float
    press: int


class Team(NamedTuple):
    """The attackers of a hex, by what matters about them.

    ``force`` without aircraft; ``kind``: all that a modifier of the die could depend on; ``tanks``: is there armour
    among them; ``spear``: armour that could go on after a Blitzkrieg; ``steps``, ``factors`` and ``cheap`` as in
    ``Stakes``.
    """

    bases: frozenset[int]
    force: float
    kind: tuple[bool, ...]
    tanks: bool
    spear: int
    steps: int
    factors: float
    cheap: float


class AttackValue:
    """Measures attacks in one position.

    Modifiers and the faces of the die are asked of exact forecasts and remembered; what they bring is counted here.

    :param results: of a die, by table, odds and modifier, kept from one position to the next.
    """

    def __init__(self, now: Position, temper: PlayStyle, results: Results | None = None) -> None:
        self.now, self.temper = now, temper
        self._known: Results = {} if results is None else results
        self._fed: dict[int, bool] = {}
        self._drm: dict[tuple[object, ...], int | None] = {}
        self._blitz: dict[tuple[object, ...], bool] = {}
        self.lifelines = Lifelines(now)
        odds = [*(column.odds for column in now.figures.columns), *now.figures.swift_odds]
        self._best = int(max(odds, default=1))
        self._worst = 1 + round(1 / min(odds, default=1))

    def air_factor(self, unit_id: str) -> int:
        """What an air group adds."""
        return self.now.by_id[unit_id].support

    def fed(self, base: int, target: int, unit: UnitView) -> bool:
        """Has a hex combat supply?  Found from the forecast for one unit there."""
        if base not in self._fed:
            found = self.now.forecast(target, [(unit.id, base)], ends=False)
            self._fed[base] = not found.halved
        return self._fed[base]

    def brings(self, unit: UnitView, base: int, target: int) -> float:
        """Factors one unit brings out of a hex."""
        return float(unit.attack) if unit.supplied and self.fed(base, target, unit) else unit.attack / 2

    def defence(self, target: int) -> int:
        """Factors in a hex."""
        return max(1, self.now.foe_cf[target])

    @asked_once
    def stake(self, target: int) -> float:
        """The value of an emptied hex."""
        now = self.now
        share = 0.5 if now.holder(target) is now.side else 1.0
        value = self.temper.ground + share * self.temper.city * now.worth[target]
        value += self.temper.rails * self.lifelines.value(target)
        return value + self.temper.drive * now.pull_take[target]

    def measure(self, target: int, team: Sequence[Place], helpers: Sequence[str] = ()) -> MeasuredAttack | None:
        """The value of an attack on the better table; None if it may not be made."""
        if not team:
            return None
        now, crew = self.now, self._team(target, tuple(team))
        flying = [h for h in helpers if is_air(now.by_id[h])]
        ratio = self.ratio(crew.force + sum(map(self.air_factor, flying)), target)
        flags = (target, *crew.kind, len(flying) < len(helpers))
        if flags not in self._drm:
            plain = now.forecast(target, team, helpers, ends=False)
            self._drm[flags] = None if plain.refusal else plain.die[4].read - 5 if len(plain.die) > 4 else 0
        drm = self._drm[flags]
        if drm is None:
            return None
        best = self._count(target, crew, self._results(target, team, helpers, ratio, drm, 0), 0)
        if crew.tanks and ratio >= min(now.figures.swift_odds, default=self._best + 1):
            if flags not in self._blitz:
                self._blitz[flags] = not now.forecast(target, team, helpers, 1, ends=False).refusal
            if self._blitz[flags]:
                fast = self._count(target, crew, self._results(target, team, helpers, ratio, drm, 1), 1)
                best = max(best, fast, key=lambda m: m.value)
        return best

    @asked_once
    def _team(self, target: int, places: tuple[Place, ...]) -> Team:
        """The team that these attackers make."""
        now = self.now
        units = tuple(now.by_id[name] for name, _ in places)
        kind = (
            any("armour" in u.traits and u.supplied for u in units),
            all("river" in now.board.kinds(base, target) for _, base in places),
            any("mountain" in u.traits for u in units),
            any(u.northern for u in units),
        )
        return Team(
            frozenset(base for _, base in places),
            sum(self.brings(now.by_id[name], base, target) for name, base in places),
            kind,
            any("armour" in u.traits for u in units),
            self.spearhead(units),
            max(1, sum(u.hits for u in units)),
            float(sum(u.attack for u in units)),
            min(u.attack / max(1, u.hits) for u in units),
        )

    def ratio(self, force: float, target: int) -> int:
        """Odds, as n-1 or, below zero, 1-n."""
        return self._odds(int(force), self.defence(target))

    def _odds(self, whole: int, guard: int) -> int:
        if whole >= guard:
            return min(self._best, whole // guard)
        return max(-self._worst, -guard // max(whole, 1))

    def _results(
        self, target: int, team: Sequence[Place], helpers: Sequence[str], ratio: int, drm: int, press: int
    ) -> DieResults:
        """The results of the ten faces at these odds: constant all through the war, so kept."""
        key = (press, ratio, drm)
        if key not in self._known:
            found = self.now.forecast(target, team, helpers, press, ends=False)
            results = DieResults(found.die)
            if self._asked(found) == (ratio, drm):
                self._known[key] = results
            return results
        return self._known[key]

    def _count(self, target: int, team: Team, results: DieResults, press: int) -> MeasuredAttack:
        """What the faces of the die bring on average."""
        foes = self.now.foes_at.get(target, ())  # nobody: partisans, or others that are no combat units
        steps, factors = max(1, sum(u.hits for u in foes)), float(sum(u.attack for u in foes))
        trapped = self.trapped(target, team.bases)
        stakes = Stakes(steps, factors, team.steps, team.factors, team.cheap, trapped)
        cleared, killed, lost, hexes = results.average(stakes)
        temper = self.temper
        value = temper.kill * killed - temper.loss * lost + cleared * self.stake(target)
        if press:
            value += temper.spur * hexes * team.spear
        return MeasuredAttack(value, cleared, killed, lost, press)

    @asked_once
    def trapped(self, target: int, bases: frozenset[int]) -> bool:
        """Have the defenders no way back past the attackers and their zones?"""
        now = self.now
        zones = {j for b in bases for j in now.zone_net[b]}

        def is_open(h: int) -> bool:
            if now.mine_at.get(h) or h in bases:
                return False
            return bool(now.foes_at.get(h)) or (h not in now.own_zones and h not in zones)

        apart = now.board.distance
        for h in now.net[target]:
            further = (j for j in now.net[h] if j != target and is_open(j))
            if is_open(h) and min(apart(h, b) for b in bases) > 1 and any(further):
                return False
        return True

    def weigh(self, target: int, found: Forecast, units: Sequence[UnitView], press: int) -> MeasuredAttack:
        """The value of an attack by its exact forecast."""
        temper, cleared = self.temper, float(found.p_cleared)
        killed, lost = float(found.mean_defender_factors_lost), float(found.mean_attacker_factors_lost)
        value = temper.kill * killed - temper.loss * lost + cleared * self.stake(target)
        if press:
            hexes = sum(face.advance for face in found.die)
            value += temper.spur * self.spearhead(units) * hexes / max(1, len(found.die))
        return MeasuredAttack(value, cleared, killed, lost, press)

    def _asked(self, found: Forecast) -> tuple[int, int]:
        """The odds and modifier of a forecast."""
        return self._odds(int(found.attack_total), int(found.defence_total)), found.modifier

    def spearhead(self, units: Iterable[UnitView]) -> int:
        """Armour that could go on into a hex that is won."""
        return min(self.now.room_each, sum(1 for u in units if {"armour", "mech"} <= u.traits))


def is_air(unit: UnitView) -> bool:
    """Is it an air group?"""
    return "air" in unit.traits


def ready_aircraft(now: Position) -> list[UnitView]:
    """Own air groups that may still fly."""
    return [u for u in now.tail if is_air(u) and "spent" not in u.badges]


def air_reach(now: Position) -> dict[str, frozenset[int]]:
    """Hexes every own air group reaches."""
    flying = {u.id for u in ready_aircraft(now)}
    return {a.unit: frozenset(a.hexes) for a in now.seat.areas() if a.kind == "air" and a.unit in flying}


def air_limit(now: Position) -> int:
    """Air groups an attack may have in this weather."""
    return now.view.known.air_groups


def fighters(units: Iterable[UnitView]) -> list[UnitView]:
    """Combat units that could attack: no militia, none that has fought or won outright in this impulse."""
    return [u for u in units if is_fighter(u) and "militia" not in u.traits and "victor" not in u.badges]
