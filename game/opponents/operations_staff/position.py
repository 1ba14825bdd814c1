"""The front as one side sees it, in a game of prepared and operational attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ecs import Board, Side
from ecs.core.known_facts import GroundEffect, Sky
from ecs.core.view import UnitView
from game.opponents.operations_staff.figures import THREAT, WORTH
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import asked_once
from game.opponents.shared.position_reading import NO_LIMIT, USUAL, FrontReading, Style, stand_together

# -- What a counter is, how far it goes in what weather, and who stacks with whom. -----------------------------------

COLD, DRY = (Sky.SNOW, Sky.ARCTIC), (Sky.FAIR, Sky.FROST)
SWAMP, MOUNTAIN = "swamp", "mountain"
ROUGH = (SWAMP, MOUNTAIN)


def is_fighter(unit: UnitView) -> bool:
    """Is it a combat unit, not an aircraft?"""
    return "air" not in unit.traits


def is_infantry(unit: UnitView) -> bool:
    """Is it of the infantry type?"""
    return "infantry" in unit.traits


def is_armour(unit: UnitView) -> bool:
    """Is it of the armour type?"""
    return "armour" in unit.traits


def is_fast(unit: UnitView) -> bool:
    """Is it armour or cavalry?"""
    return "armour" in unit.traits or "cavalry" in unit.traits


def is_army(unit: UnitView) -> bool:
    """Is it larger than a corps, so that only one fits in a hex?"""
    return unit.size == "army"


Help = tuple[GroundEffect, ...]
NO_HELP: Help = ()


def ground_help(board: Board, effects: Help, frozen: bool) -> tuple[Help, ...]:
    """For every hex, what helps those who defend it; ``frozen``: what can thaw gives no help then."""
    rows = [row for row in effects if not row.attack and not (row.thaws and frozen)]
    return tuple(
        tuple(row for row in rows if row.where in (spot.terrain, spot.place) or row.where in spot.traits) or NO_HELP
        for spot in board.hexes
    )


def helped(unit: UnitView, row: GroundEffect) -> bool:
    """Does an effect of ground apply to this unit?"""
    return (not row.kind or row.kind in unit.traits) and row.side in (None, unit.side)


NEVER = 10_000
PULL = tuple(WORTH.fade**d for d in range(30))


class Position(FrontReading):
    """A position, sorted by hex.  Lists are by board index; make a new one after each command that matters."""

    def __init__(self, seat: Seat, style: Style = USUAL) -> None:
        super().__init__(seat, style, is_fighter)
        view = self.view
        self.turn = view.turn
        self.work, self.part = view.phase.work, view.phase.part
        self.weather, self.frozen = view.known.sky, view.known.sky in COLD
        self.people = {m.hex: m.factor for m in view.markers if m.kind == "people"}
        gauge = view.tally.gauge
        goals = {goal.side: goal for goal in gauge.goals} if gauge is not None else {}
        self.needed = {side: goals[side].figure if side in goals else NEVER for side in Side}
        self.asked_from = {side: goals[side].turn if side in goals else NEVER for side in Side}

    # -- plain facts ----------------------------------------------------------------------------------------

    def is_river(self, a: int, b: int) -> bool:
        """Is there an unfrozen river between two hexes?"""
        return not self.frozen and "river" in self.board.kinds(a, b)

    def weather_of(self, turn: int) -> Sky | None:
        """The calendar's weather for a turn; None if a die decides; today's if the calendar ends before."""
        calendar = self.view.known.skies
        return calendar[turn - 1] if 1 <= turn <= len(calendar) else self.weather

    # -- stacks -------------------------------------------------------------------------------------------------

    def fits(self, units: Sequence[UnitView], index: int) -> bool:
        """May these units end a move together in a hex?"""
        if len(units) > self.room_each or sum(map(is_army, units)) > self.armies_each:
            return False
        if self.is_rough(index) and sum(map(is_armour, units)) > (self.figures.room.rough_armour or NO_LIMIT):
            return False
        return stand_together(units)

    def is_rough(self, index: int) -> bool:
        """Is it a mountain, or a swamp that is not frozen?"""
        terrain = self.board.hexes[index].terrain
        return terrain in ROUGH and not (self.frozen and terrain == SWAMP)

    def defence(self, units: Iterable[UnitView], index: int) -> int:
        """The defence factors of units in a hex, with what ground and place add; a victory city's militia too."""
        return self.stand(units, index, self.weather) + self.people.get(index, 0)

    def stand(self, units: Iterable[UnitView], index: int, weather: Sky | None) -> int:
        """The defence factors of units in a hex in some weather, with what ground and place add."""
        help_here = self._help(weather in COLD)[index]
        if not help_here:
            return sum(u.defence for u in units)
        total = 0.0
        for u in units:
            value, times = u.defence, 1.0
            for row in help_here:
                if helped(u, row):
                    value += row.plus
                    times *= row.times
            total += value * times
        return int(total)

    @asked_once
    def _help(self, frozen: bool) -> tuple[Help, ...]:
        """For every hex, what helps those who defend it; worked out once for the map and the rules in force."""
        effects = self.figures.ground
        return self.atlas.recall(("help", effects, frozen), lambda: ground_help(self.board, effects, frozen))

    def is_target(self, index: int) -> bool:
        """Is there anything to attack: enemies, or a victory city's militia?"""
        return index in self.foes_at or (
            index in self.people and index not in self.mine_at and self.holder(index) is self.side.other
        )

    # -- strength and danger ------------------------------------------------------------------------------------

    def threat(self, index: int) -> float:
        """Enemy attack factors that could stand next to a hex after the enemy's next march."""
        strongest = sorted(
            (u.attack * (1.0 if u.supplied else THREAT.unfed) for u in self._threats.get(index, ())), reverse=True
        )
        return sum(strongest[: self.room_each * THREAT.bases])

    @cached_property
    def _threats(self) -> dict[int, list[UnitView]]:
        """By hex, the enemies that could stand next to it after their next march."""
        out: dict[int, list[UnitView]] = {}
        for unit in self.foes:
            if unit.attack and (not unit.disrupted or unit.hex in self.foe_supply):
                for h in sorted({j for i in self.ways(unit, self.own_zones) for j in self.net[i]}):
                    out.setdefault(h, []).append(unit)
        return out

    def ways(self, unit: UnitView, stops: frozenset[int]) -> list[int]:
        """Hexes a unit could march to over land, stopping in the zones given: an estimate, for the enemy's units."""
        self.seat.working()
        walls = self.mine_at if unit.side is not self.side else self.foes_at
        left, kinds, quick = {unit.hex: 2 * self.pace(unit, self.weather, self.turn)}, self.board.kinds, is_armour(unit)
        roads = self.weather is not Sky.MUD
        queue = [unit.hex]
        for i in queue:
            if i in stops and i != unit.hex:
                continue
            for j in self.net[i]:
                cost = 1 if quick and roads and "road" in kinds(i, j) else 2
                after = left[i] - cost
                if after >= 0 and j not in walls and after > left.get(j, -1):
                    left[j] = after
                    queue.append(j)
        return sorted(left)

    # -- what is at stake -----------------------------------------------------------------------------------------

    def points(self, side: Side) -> int:
        """Points of victory cities that count for a side now."""
        return sum(line.points for line in self.view.score if line.counts_for is side)

    @cached_property
    def worth(self) -> list[float]:
        """The value of holding each hex, whoever does: points above all, and those that decide most."""
        out = [0.0] * self.atlas.size
        scored = {label: line for line in self.view.score for label in line.hexes}
        for h, spot in enumerate(self.board.hexes):
            line = scored.get(spot.label)
            if line is not None:
                out[h] = WORTH.point * line.points + (WORTH.decisive if self._decides(h, line.points) else 0.0)
            elif spot.place:
                out[h] = WORTH.places[spot.place]
            elif spot.name:
                out[h] = WORTH.locality
            elif len(self.atlas.rails[h]) > 2:
                out[h] = WORTH.junction
            out[h] += WORTH.income * (("irc" in spot.traits) + ("tankfactory" in spot.traits))
            out[h] *= self.style.hold if self.holder(h) is self.side else self.style.take
        self.style.weigh(out)
        return out

    def _decides(self, index: int, points: int) -> bool:
        """Would the Axis win with this city, or do the Soviets lack it when it counts?"""
        if self.holder(index) is not Side.AXIS:
            return self.points(Side.AXIS) + points >= self.needed[Side.AXIS]
        counts = self.turn >= self.asked_from[Side.SOVIET] - 1
        return counts and self.points(Side.SOVIET) + points >= self.needed[Side.SOVIET]

    @cached_property
    def pull_take(self) -> Sequence[float]:
        """How strongly objectives attract: the best of worth against distance."""
        enemy, most = self.side.other, WORTH.pull_most
        goals = {h: min(w, most) for h, w in enumerate(self.worth) if w >= 1 and self.holder(h) is enemy}
        return self.pull(goals, PULL)


# -- What a unit is worth to its side. -------------------------------------------------------------------------------


def price(unit: UnitView) -> float:
    """The price of a unit: its factors, more for the leading nation, since so few are replaced."""
    return unit.cost * (WORTH.leading if unit.leading else 1.0)
