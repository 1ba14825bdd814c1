"""The front from one seat, in a game of two impulses and obligatory attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ecs import Forecast, Side
from ecs.core.known_facts import KeyPlace, Sky
from ecs.core.view import ReachStep, UnitView
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import CLOSED, FAR, MapAnalysis, atlas_of, spread
from game.opponents.shared.place_names import place_name
from game.opponents.shared.style import USUAL, Style

MAJOR, MINOR, CROWN = 2.0, 1.0, 1.0
UNCOUNTED_MINOR = 0.6
JUNCTION = 0.25
REACH_FADE = (1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
ALARM_RANGE = 12
LONG_REACH = 14
BOLD = 1.15
FIRST_WINTER = (4, 5, 6)
PULL_RANGE = 24
PULL = tuple(0.88**d for d in range(PULL_RANGE))


def is_fighter(unit: UnitView) -> bool:
    """A combat unit, on the map or not: no gun, aircraft, leader, base or partisan."""
    return unit.attack > 0 and "art" not in unit.traits


def is_fast(unit: UnitView) -> bool:
    """Motorised or mounted."""
    return "mech" in unit.traits or "cav" in unit.traits


def is_army(unit: UnitView) -> bool:
    """Counts as an army in a stack."""
    return unit.size == "army"


@dataclass(frozen=True, slots=True)
class Goal:
    """A place to take or to hold, and what it is worth."""

    hex: int
    worth: float
    taking: bool


class Position:
    """A position, sorted by hex, with the fields by which marches and battles are judged.

    Lists are by board index.  ``mine`` and ``foes`` are combat units on the map; ``tail`` and ``foe_tail`` everything
    else there (guns, aircraft, bases, leaders, partisans).  Everything is as the seat sees it at this moment: make a
    new one after each command that matters.
    """

    def __init__(self, seat: Seat, style: Style = USUAL) -> None:
        view = seat.view
        self.seat, self.view, self.side, self.style = seat, view, seat.side, style
        self.board = view.board
        self.atlas: MapAnalysis = atlas_of(view.board)
        self.turn, self.work, self.impulse = view.turn, view.phase.work, view.phase.part
        self.weather = view.known.sky
        on_map = sorted((u for u in view.units if u.hex >= 0), key=lambda u: (u.hex, u.id))
        self.by_id: dict[str, UnitView] = {u.id: u for u in view.units}
        self.mine = [u for u in on_map if u.side is self.side and is_fighter(u)]
        self.foes = [u for u in on_map if u.side is not self.side and is_fighter(u)]
        self.tail = [u for u in on_map if u.side is self.side and not is_fighter(u)]
        self.foe_tail = [u for u in on_map if u.side is not self.side and not is_fighter(u)]
        self.mine_at = by_hex(self.mine)
        self.foes_at = by_hex(self.foes)
        self._reach: dict[str, dict[int, ReachStep]] = {}
        self._forecasts: dict[tuple[int, tuple[tuple[str, int], ...], int], Forecast] = {}

    # -- plain facts ------------------------------------------------------------------------------------

    @cached_property
    def key_places(self) -> dict[int, KeyPlace]:
        """Places that count for more than their points."""
        return {spot.hex: spot for spot in self.view.known.key_places}

    def capital(self, side: Side) -> int:
        """The capital of a side, whoever holds it; -1 if no place is one."""
        return next((h for h, spot in self.key_places.items() if spot.capital and spot.side is side), -1)

    @property
    def net(self) -> Sequence[Sequence[int]]:
        """Neighbours over land (the strait of Kerch included)."""
        return self.atlas.net

    @cached_property
    def zone_net(self) -> tuple[tuple[int, ...], ...]:
        """Neighbours that zones of control reach: not over a strait."""
        return zone_net_of(self.atlas)

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

    @cached_property
    def own_zones(self) -> frozenset[int]:
        """Hexes in own zones of control."""
        return frozenset(self.seat.zones(self.side))

    @cached_property
    def foe_zones(self) -> frozenset[int]:
        """Hexes in enemy zones of control."""
        return frozenset(self.seat.zones(self.side.other))

    @cached_property
    def supply(self) -> frozenset[int]:
        """Hexes from which the own side can trace supply now."""
        return self.seat.supply(self.side)

    @cached_property
    def foe_supply(self) -> frozenset[int]:
        """Hexes from which the enemy can trace supply now."""
        return self.seat.supply(self.side.other)

    def holder(self, index: int) -> Side | None:
        """Who controls a hex."""
        return self.view.control[index]

    def label(self, index: int) -> str:
        """The printed label."""
        return self.board.hexes[index].label

    def name(self, index: int) -> str:
        """What a hex is called by: the place in it, or the one nearest to it."""
        return place_name(self.board, index)

    def is_city(self, index: int) -> bool:
        """A Major City: no automatic victory, no Blitzkrieg, no duty to attack out of it, room for four."""
        return self.board.hexes[index].place == "major"

    def has_rail(self, index: int) -> bool:
        """A hex with a railway."""
        return "rail" in self.board.hexes[index].traits

    def room(self, index: int) -> int:
        """Combat units that may stand in a hex."""
        return 4 if self.is_city(index) else 3

    def reach(self, unit_id: str) -> dict[int, ReachStep]:
        """Where an own unit could move now; asked once."""
        if unit_id not in self._reach:
            self._reach[unit_id] = self.seat.reach(unit_id)
        return self._reach[unit_id]

    def forecast(
        self, index: int, team: Iterable[tuple[str, int]], helpers: Iterable[str] = (), press: int = 0
    ) -> Forecast:
        """An attack by units at hexes, with aircraft and a Field Marshal, worked out exactly and remembered."""
        pairs = tuple(sorted(team)) + tuple((name, -1) for name in sorted(helpers))
        key = (index, pairs, press)
        if key not in self._forecasts:
            at = {name: h for name, h in pairs if h >= 0}
            self._forecasts[key] = self.seat.forecast(index, [name for name, _ in pairs], press, at=at)
        return self._forecasts[key]

    # -- fields -----------------------------------------------------------------------------------------

    @cached_property
    def far_foe(self) -> list[int]:
        """Hexes to the nearest enemy combat unit."""
        return spread(self.atlas.net, self.foes_at, (), LONG_REACH)

    @cached_property
    def far_own(self) -> list[int]:
        """Hexes to the nearest own combat unit."""
        return spread(self.atlas.net, self.mine_at, (), LONG_REACH)

    @cached_property
    def threat(self) -> list[float]:
        """Enemy factors that can be brought against a hex in one march, fading with the way."""
        return self._pressure(self.foes)

    @cached_property
    def support(self) -> list[float]:
        """Own factors that can be brought to a hex in one march, fading with the way."""
        return self._pressure(self.mine)

    def _pressure(self, units: Iterable[UnitView]) -> list[float]:
        out = [0.0] * self.atlas.size
        for u in units:
            force = u.attack * (1.0 if u.supplied else 0.5)
            last = min(len(REACH_FADE) - 1, u.movement + 1)
            for h, d in self.atlas.disk(u.hex, last):
                out[h] += force * REACH_FADE[d]
        return out

    @cached_property
    def gap(self) -> list[int]:
        """Hexes to the nearest hex in own supply, round the enemy; ``FAR`` where there is no way."""
        shut = [bool(cf) for cf in self.foe_cf]
        return spread(self.atlas.net, self.supply, shut, 20)

    @cached_property
    def balance(self) -> float:
        """Own factors on the map against the enemy's."""
        return (sum(self.own_cf) + 1) / (sum(self.foe_cf) + 1)

    @property
    def side_is_bold(self) -> bool:
        """Is the own army the stronger, and not the Axis in its first winter?"""
        frozen = self.side is Side.AXIS and self.turn in FIRST_WINTER and self.weather is not Sky.FAIR
        return self.balance > BOLD and not frozen

    @cached_property
    def pull(self) -> list[float]:
        """How strongly places to be taken draw from every hex: the best of worth against distance."""
        out = [0.0] * self.atlas.size
        for h, worth in enumerate(self.worth):
            if worth < 1 or self.holder(h) is self.side:
                continue
            for i, d in self.atlas.disk(h, PULL_RANGE - 1):
                if (found := worth * PULL[d]) > out[i]:
                    out[i] = found
        return out

    # -- what is at stake ----------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> list[float]:
        """Victory value of every hex, whoever holds it: Major City 2, minor or oil 1, the Soviet capital 3; junctions a
        little."""
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
                out[h] = MAJOR if spot.place == "major" else UNCOUNTED_MINOR
            elif len(self.atlas.rails[h]) > 2:
                out[h] = JUNCTION
            if h == crown:
                out[h] = MAJOR + CROWN
            out[h] *= self.style.hold if self.holder(h) is self.side else self.style.take
        self.style.weigh(out)
        return out

    @cached_property
    def goals(self) -> list[Goal]:
        """Cities to take and to hold, by hex; those of the enemy that no own unit is near to are left out."""
        out = []
        for h in self.atlas.spots:
            if not self.board.hexes[h].place:
                continue
            taking = self.holder(h) is not self.side
            if taking and self.far_own[h] > ALARM_RANGE:
                continue
            if not taking and self.far_foe[h] > ALARM_RANGE:
                continue
            out.append(Goal(h, self.worth[h], taking))
        return out


def by_hex(units: Iterable[UnitView]) -> dict[int, list[UnitView]]:
    """Units sorted into their hexes."""
    out: dict[int, list[UnitView]] = {}
    for unit in units:
        out.setdefault(unit.hex, []).append(unit)
    return out


_ZONE_NETS: dict[int, tuple[MapAnalysis, tuple[tuple[int, ...], ...]]] = {}


def zone_net_of(atlas: MapAnalysis) -> tuple[tuple[int, ...], ...]:
    """Neighbours that zones of control reach; made once for a map."""
    kept = _ZONE_NETS.get(id(atlas))
    if kept is None or kept[0] is not atlas:
        barred = CLOSED | {"strait"}
        net = tuple(
            tuple(j for j in row if barred.isdisjoint(atlas.board.kinds(i, j))) for i, row in enumerate(atlas.net)
        )
        kept = _ZONE_NETS[id(atlas)] = (atlas, net)
    return kept[1]


__all__ = ["FAR", "Goal", "Position", "by_hex", "is_army", "is_fast", "is_fighter", "spread", "zone_net_of"]
