"""The front as one side sees it, in a game of two impulses and obligatory attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ecs import Side
from ecs.core.known_facts import KeyPlace, Sky
from ecs.core.view import UnitView
from game.opponents.impulse_staff.figures import PLACE
from game.opponents.seat import Seat
from game.opponents.shared.position_reading import USUAL, FactorReading, Style

MAJOR, CROWN = 2.0, 1.0
PULL = tuple(PLACE.pull**d for d in range(24))


def is_fighter(unit: UnitView) -> bool:
    """Is it a combat unit, on the map or not: no gun, aircraft, leader, base or partisan?"""
    return unit.attack > 0 and "art" not in unit.traits


def is_fast(unit: UnitView) -> bool:
    """Is it motorised or mounted?"""
    return "mech" in unit.traits or "cav" in unit.traits


def is_army(unit: UnitView) -> bool:
    """Does it count as an army in a stack?"""
    return unit.size == "army"


class Position(FactorReading):
    """A position, sorted by hex, with the fields by which marches and battles are judged.

    ``tail`` and ``foe_tail`` are guns, aircraft, bases, leaders, partisans.  The view is without the list of commands:
    who needs that asks the seat.
    """

    SIGHT = 14

    def __init__(self, seat: Seat, style: Style = USUAL) -> None:
        super().__init__(seat, style, is_fighter, seat.look)
        view = self.view
        self.turn, self.work, self.impulse = view.turn, view.phase.work, view.phase.part
        self.weather = view.known.sky

    # -- plain facts ------------------------------------------------------------------------------------

    @property
    def next_sky(self) -> Sky:
        """The likeliest weather of the next turn; fair if nothing is known of it."""
        likely = self.view.known.likely
        return likely[min(self.turn, len(likely) - 1)] if likely else Sky.FAIR

    @cached_property
    def key_places(self) -> dict[int, KeyPlace]:
        """Places that count for more than their points."""
        return {spot.hex: spot for spot in self.view.known.key_places}

    def capital(self, side: Side) -> int:
        """The capital of a side, whoever holds it; -1 if no place is one."""
        return next((h for h, spot in self.key_places.items() if spot.capital and spot.side is side), -1)

    @cached_property
    def own_cf(self) -> list[int]:
        """Own factors in every hex."""
        return self._factors(self.mine)

    @cached_property
    def foe_cf(self) -> list[int]:
        """Enemy factors in every hex."""
        return self._factors(self.foes)

    def _factors(self, units: Iterable[UnitView]) -> list[int]:
        out = [0] * self.atlas.size
        for u in units:
            out[u.hex] += u.attack
        return out

    def is_city(self, index: int) -> bool:
        """Is it a Major City: no automatic victory, no Blitzkrieg, no duty to attack out of it, room for four?"""
        return self.board.hexes[index].place == "major"

    def has_rail(self, index: int) -> bool:
        """Does a hex have a railway?"""
        return "rail" in self.board.hexes[index].traits

    def room(self, index: int) -> int:
        """Combat units that may stand in a hex."""
        return self.figures.room.city or self.room_each if self.is_city(index) else self.room_each

    def is_first_winter(self, turn: int) -> bool:
        """Does a turn fall in the winter for which the Axis is unprepared?"""
        first, last = self.figures.first_winter
        return first <= turn <= last

    def air_reach(self, side: Side) -> int:
        """Hexes that aircraft of a side reach."""
        return dict(self.figures.air_range).get(side, 0)

    # -- fields -----------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[float]:
        """Enemy factors that can be brought against a hex in one march, fading with the way."""
        return self._march_pressure(self.foes)

    @cached_property
    def support(self) -> list[float]:
        """Own factors that can be brought to a hex in one march, fading with the way."""
        return self._march_pressure(self.mine)

    def _march_pressure(self, units: Iterable[UnitView]) -> list[float]:
        out = [0.0] * self.atlas.size
        for u in units:
            force = u.attack * (1.0 if u.supplied else 0.5)
            last = min(len(PLACE.reach_fade) - 1, u.movement + 1)
            for h, d in self.atlas.disk(u.hex, last):
                out[h] += force * PLACE.reach_fade[d]
        return out

    @cached_property
    def gap(self) -> Sequence[int]:
        """Hexes to the nearest hex in own supply, round the enemy; ``FAR`` where there is no way."""
        return self.atlas.steps(self.supply, (h for h in self.foes_at if self.foe_cf[h]), 20)

    @property
    def side_is_bold(self) -> bool:
        """Is the side's army the stronger, and not the Axis in its first winter?"""
        frozen = self.side is Side.AXIS and self.is_first_winter(self.turn) and self.weather is not Sky.FAIR
        return self.bold and not frozen

    @cached_property
    def pull_take(self) -> Sequence[float]:
        """How strongly objectives attract: the best of worth against distance."""
        goals = {h: worth for h, worth in enumerate(self.worth) if worth >= 1 and self.holder(h) is not self.side}
        return self.pull(goals, PULL)

    # -- what is at stake ----------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> list[float]:
        """Victory value of every hex, whoever holds it: Major City 2, minor or oil 1, the Soviet capital 3;
        junctions a little."""
        out = [0.0] * self.atlas.size
        scored = {label: float(line.points) for line in self.view.score for label in line.hexes}
        counted = any(line.points > 1 for line in self.view.score)
        bonus = any(line.note == "bonus" for line in self.view.score)
        crown = -1 if bonus else self.capital(Side.SOVIET)
        told = {self.board.by_label[label] for label in scored if label in self.board.by_label}
        for h in {*self.atlas.spots, *told, crown} - {-1}:
            spot = self.board.hexes[h]
            if h in told:
                out[h] = scored[spot.label] if counted else MAJOR
            elif spot.place:
                out[h] = MAJOR if spot.place == "major" else PLACE.minor
            elif len(self.atlas.rails[h]) > 2:
                out[h] = PLACE.junction
            if h == crown:
                out[h] = MAJOR + CROWN
            out[h] *= self.style.hold if self.holder(h) is self.side else self.style.take
        self.style.weigh(out)
        return out
