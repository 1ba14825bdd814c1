"""Orders of an initial phase: units raised and brought in, journeys by rail and sea, flights, the reserve."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from ecs import Command, Side
from ecs.core.commands import (
    Airlift,
    CallReserve,
    Enter,
    MoveByRail,
    Raise,
    Sail,
    StandFast,
)
from ecs.core.view import UnitView
from game.opponents.operations_staff.enemy_threat import EnemyThreat, odds_of, share
from game.opponents.operations_staff.figures import ODDS, RESERVE, WORTH
from game.opponents.operations_staff.movement_orders import place_worth
from game.opponents.operations_staff.position import is_fast
from game.opponents.players import Choice
from game.opponents.shared.answers import of_kind
from game.opponents.shared.map_analysis import spread

if TYPE_CHECKING:
    from game.opponents.operations_staff.position import Position

NEVER = 99.0


def _bargain(unit: UnitView, side: Side) -> float:
    """The value of a unit for its price; few Germans are ever raised, and room is scarce for the Soviets."""
    value = RESERVE.attack * unit.attack + RESERVE.defence * unit.defence + RESERVE.fast * is_fast(unit)
    return value if side is Side.AXIS else value / sqrt(max(unit.cost, 1))


def _hold(storm: float, force: float) -> float:
    """The chance that a place is still held after the enemy's turn."""
    return 1.0 / (1.0 + (storm / (ODDS.held * force)) ** 2) if force > 0 else 0.0


def order(now: Position, refused: Collection[Command]) -> Choice | None:
    """The next useful order in an initial phase; None if there is none.

    :param refused: commands given in this phase already, or refused, which are not given again.
    """
    legal = [c for c in now.seat.legal() if c not in refused]
    rear = Rear(now)
    for desk in (rear.reserve, rear.journeys, rear.arrivals, rear.raising, rear.airlift, rear.stand):
        found = desk(legal)
        if found is not None:
            return found
    return None


class Rear:
    """A side's initial phase: what each place needs, and what can fill it."""

    def __init__(self, now: Position) -> None:
        self.now, self.board = now, now.board
        self.storms = EnemyThreat(now)
        self.worth = place_worth(now)

    @cached_property
    def storm(self) -> list[float]:
        """Enemy factors that can fall on each hex next turn, round those who stand."""
        now = self.now
        return self.storms.fall(now.own_zones, now.mine_at)

    # -- where men are needed ---------------------------------------------------------------------------------

    def need(self, h: int, unit: UnitView) -> float:
        """The value of a unit in a hex at the beginning of a turn."""
        now = self.now
        if h not in now.supply:
            return 0.0
        there, storm = now.mine_at.get(h, []), self.storm[h]
        before, after = self.storms.defence(h, there), self.storms.defence(h, [*there, unit])
        value = self.demand[h]
        if storm and self.worth[h] > 0:
            safer = _hold(storm, after) - _hold(storm, before)
            value += (RESERVE.threatened + self.worth[h]) * safer * min(1.0, storm / ODDS.assault)
        if there and storm and self.worth[h] >= RESERVE.key and after - before < RESERVE.solid:
            value -= RESERVE.blocked * self.worth[h]
        if storm and after:
            risk = self.storms.loss(storm / after, self.storms.is_overrun(h, [*there, unit]))
            value -= RESERVE.risk * risk * unit.cost * (RESERVE.risk_key if self.worth[h] >= RESERVE.key else 1.0)
        return value

    @cached_property
    def demand(self) -> list[float]:
        """How near every hex is to where men are wanted: on foot, or by train from the nearest station."""
        now, out = self.now, [0.0] * len(self.board.hexes)
        for h, worth in enumerate(self.worth):
            want = self._want(h, worth)
            if want > RESERVE.least:
                now.seat.working()
                for i, d in enumerate(now.atlas.far(h)):
                    if d < RESERVE.sight and (found := want * RESERVE.fade**d) > out[i]:
                        out[i] = found
        stations = [h for h in now.supply if self.board.hexes[h].name and now.atlas.rails[h]]
        stations = [h for h in stations if now.holder(h) is now.side and h not in now.foe_zones]
        most, direct = max(out), list(out)
        by_rail = RESERVE.by_rail if self.trains else RESERVE.next_turn
        for i, d in enumerate(spread(now.net, stations, (), RESERVE.sight)):
            if d < RESERVE.sight:
                out[i] = max(out[i], by_rail * (most + direct[i]) * RESERVE.fade**d)
        return out

    @cached_property
    def trains(self) -> int:
        """Units that may still go by rail in this phase."""
        return self.now.view.known.trains

    def _want(self, h: int, worth: float) -> float:
        """How much men are wanted at a place: to hold it, or to take it."""
        if worth <= 0:
            return 0.0
        now, mine = self.now, self.now.holder(h) is self.now.side
        foe = own = 0.0
        for j, d in now.atlas.disk(h, RESERVE.round):
            foe += sum(u.attack if mine else u.defence for u in now.foes_at.get(j, ())) * RESERVE.fade**d
            own += sum(u.defence if mine else u.attack for u in now.mine_at.get(j, ())) * RESERVE.fade**d
        if mine:
            return (RESERVE.held + worth) * (foe / (foe + RESERVE.relief * own + 2.0) + RESERVE.future)
        return (RESERVE.aim + RESERVE.aim_worth * worth) * own / (own + foe + ODDS.aim)

    # -- desks --------------------------------------------------------------------------------------------------

    def reserve(self, legal: list[Command]) -> Choice | None:
        """Call the Siberian reserve when that is safe."""
        safe = CallReserve() in legal and self.now.turn >= self.now.figures.safe_call
        return (CallReserve(), "The Siberian reserve can come safely now.") if safe else None

    def arrivals(self, legal: list[Command]) -> Choice | None:
        """Bring in reinforcements, each where it is needed most."""
        best = max(of_kind(legal, Enter), key=lambda c: (self._use(c), str(c)), default=None)
        return (best, f"{self.now.by_id[best.unit].name} enters where it is needed.") if best is not None else None

    def raising(self, legal: list[Command]) -> Choice | None:
        """Raise the best units for the factors available, where they are needed most."""

        def value(c: Raise) -> tuple[float, str]:
            return self._use(c) + _bargain(self.now.by_id[c.unit], self.now.side), str(c)

        best = max(of_kind(legal, Raise), key=value, default=None)
        return (best, f"{self.now.by_id[best.unit].name} returns.") if best is not None else None

    def _use(self, command: Enter | Raise | MoveByRail | Sail) -> float:
        """The value of a unit where a command puts it."""
        return self.need(self.now.at(command.hex), self.now.by_id[command.unit])

    def journeys(self, legal: list[Command]) -> Choice | None:
        """The most useful journey by train or ship: from where a unit is not needed to where it is."""
        best: tuple[float, str, MoveByRail | Sail] | None = None
        waiting = any(isinstance(c, Enter) for c in legal)
        rides: list[MoveByRail | Sail] = [*of_kind(legal, MoveByRail), *of_kind(legal, Sail)]
        for c in rides:
            unit = self.now.by_id[c.unit]
            gain = self._use(c) - self._here(unit)
            least = RESERVE.gain + (RESERVE.waited if waiting and not self._is_new(unit) else 0.0)
            if gain >= least and (best is None or (gain, str(c)) > best[:2]):
                best = gain, str(c), c
        if best is None:
            return None
        command = best[2]
        how = "by rail" if isinstance(command, MoveByRail) else "by sea"
        return command, f"To {self.now.name(self.now.at(command.hex))} {how}, where it is more useful."

    def _is_new(self, unit: UnitView) -> bool:
        """Does a unit stand at the edge of the map, where it has just come in?"""
        return "edge_rus_entry" in self.board.hexes[unit.hex].traits

    def _here(self, unit: UnitView) -> float:
        """The value of a unit where it stands, as if it came there now."""
        h, now = unit.hex, self.now
        if self.worth[h] >= RESERVE.key and (self.storm[h] or self.storms.far[h] <= RESERVE.near):
            return NEVER
        there = [u for u in now.mine_at.get(h, []) if u.id != unit.id]
        kept = now.mine_at.get(h)
        now.mine_at[h] = there
        try:
            return max(self.need(h, unit), 0.0 if h in now.supply else 2.0)
        finally:
            if kept is not None:
                now.mine_at[h] = kept

    def airlift(self, legal: list[Command]) -> Choice | None:
        """Supply cut-off stacks that are worth an air unit: Dispersed ones would be lost."""

        def value(c: Airlift) -> tuple[float, str]:
            h = self.now.at(c.hex)
            hungry = [u for u in self.now.mine_at.get(h, []) if not u.supplied or h not in self.now.supply]
            return sum(u.cost * (1.0 if u.disrupted else RESERVE.fed_fresh) for u in hungry), str(c)

        best = max(of_kind(legal, Airlift), key=value, default=None)
        if best is None or value(best)[0] < RESERVE.fed:
            return None
        return best, f"{self.now.name(self.now.at(best.hex))} is cut off and needs supply by air."

    def stand(self, legal: list[Command]) -> Choice | None:
        """Forbid retreats for a turn when the cities saved are worth more than the stacks it costs."""
        if StandFast() not in legal:
            return None
        now, saved, name, most = self.now, 0.0, "", 0.0
        lost, fates = 0.0, self.storms.fates
        axis = now.points(Side.AXIS)
        for h, stack in sorted(now.mine_at.items()):
            odds = odds_of(self.storm[h], self.storms.defence(h, stack))
            vp = self.board.hexes[h].vp
            decides = now.needed[now.side.other] <= axis + vp
            worth = vp * WORTH.point + (RESERVE.deciding if vp and decides else 0.0)
            gain = RESERVE.attacked * worth * (share(fates.evicted, odds) - share(fates.evicted_standing, odds))
            saved += gain
            if gain > most:
                name, most = now.name(h), gain
            lost += RESERVE.struck * share(fates.driven, odds) * sum(u.cost for u in stack)
        if saved <= lost or not name:
            return None
        return StandFast(), f"Hold {name}: no retreat."
