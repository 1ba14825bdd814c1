"""The basis of a movement segment: what the enemy can bring up next, and the orders given so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from ecs import Board, Side
from ecs.core.known_facts import Going, Sky
from ecs.core.view import UnitView
from game.opponents.impulse_staff.figures import MARCH
from game.opponents.impulse_staff.position import Position
from game.opponents.shared.map_analysis import FAR, Net, asked_once, atlas_of, spread
from game.opponents.shared.marches import MarchOrders
from game.opponents.shared.position_reading import stand_together

ALLY = 1.0
Goings = tuple[tuple[str, Going, Going, bool], ...]
"""By terrain, how those on foot and on wheels enter it, and whether a railway leads through as over open ground."""


class MovementOrders(MarchOrders):
    """One side's movement segment.  ``cf``: factors of those who have an order, or cannot move, where they will stand.

    :param used: units that have an attack and are left alone.
    """

    now: Position

    def __init__(self, now: Position, used: frozenset[str]) -> None:
        self.cf: list[int] = list(now.own_cf)
        self.cover = now.atlas.cover
        super().__init__(now, now.net, used)

    # -- orders -------------------------------------------------------------------------------------------

    @property
    def zone_net(self) -> Net:
        """Neighbours that zones of control reach."""
        return self.now.zone_net

    def casts(self, unit: UnitView) -> bool:
        """Does a unit exert a zone of control?"""
        return "zoc" in unit.traits

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        super().send(unit, h, why)
        self.cf[h] += unit.defence

    def _lift(self, unit: UnitView) -> None:
        self.cf[self.at(unit)] -= unit.defence
        super()._lift(unit)

    def may_stand(self, unit: UnitView, h: int) -> bool:
        """Is there room, and no enemy that must be attacked (10.1)?"""
        return (h not in self.now.foe_zones or self.now.is_city(h)) and self.has_room(unit, h)

    def fits(self, unit: UnitView, others: Sequence[UnitView], h: int) -> bool:
        """Is there room for a unit beside others in a hex (5.0)?"""
        if "militia" in unit.traits:
            return True
        crowd, major = [u for u in others if "militia" not in u.traits], self.now.is_city(h)
        if len(crowd) >= self.now.room(h):
            return False
        if not major and unit.size == "army" and sum(u.size == "army" for u in crowd) >= self.now.armies_each:
            return False
        return stand_together([unit, *crowd])

    @cached_property
    def stake(self) -> list[float]:
        """What is lost with each place held: its value, and more where an ally may leave the war over it (21.3)."""
        now = self.now
        nations = sorted(u.nation for u in now.mine)
        first = max(sorted(set(nations)), key=nations.count, default="")
        allies = set(nations) - {first}
        spots = self.board.hexes
        return [w + ALLY * (spots[h].place != "" and spots[h].nation in allies) for h, w in enumerate(now.worth)]

    # -- supply and raids -----------------------------------------------------------------------------------

    @cached_property
    def is_cold(self) -> bool:
        """Is the side's next turn one of Mud or Snow, as far as the month tells?"""
        return self.now.next_sky in (Sky.MUD, Sky.SNOW)

    @cached_property
    def beyond(self) -> list[int]:
        """Hexes by which a place lies too far from own railways for supply next turn, round the enemy."""
        now = self.now
        gauges = now.view.gauges or tuple(now.side for _ in range(now.atlas.size))
        rails = [h for h in now.supply if gauges[h] is now.side]
        way = spread(self.net, rails, self.shut, 40) if rails else now.gap
        limit = dict(now.view.known.supply_paths).get(now.next_sky, FAR)
        return [max(0, d - limit) for d in way]

    @cached_property
    def raids(self) -> list[int]:
        """Hexes an enemy would march to every place, round own units and stopping in their zones; to one of these, if
        they marched off."""
        now = self.now
        out = [FAR] * now.atlas.size
        queue = sorted(now.foes_at)
        for h in queue:
            out[h] = 0
        for h in queue:
            if out[h] >= MARCH.scouted or (out[h] and h in now.own_zones):
                continue
            for j in self.net[h]:
                if out[j] == FAR:
                    out[j] = out[h] + 1
                    if j not in now.mine_at:
                        queue.append(j)
        for h in now.mine_at:
            out[h] = min((out[j] + 1 for j in self.net[h]), default=FAR)
        return out

    # -- what the enemy can bring up ------------------------------------------------------------------------

    @cached_property
    def sky(self) -> Sky | None:
        """Weather of the First Impulse of the enemy's next turn, if known."""
        if self.side is Side.AXIS:
            return next((sky.sky for sky in self.now.view.skies if sky.part == 1), Sky.FAIR)
        return self.now.next_sky

    @cached_property
    def going(self) -> Entries:
        """The cost of entering the ground of a hex."""
        return entries(self.now.figures.going)

    @cached_property
    def foe_turn(self) -> int:
        """Turn of the enemy's next move."""
        return self.now.turn + (self.side is Side.SOVIET)

    def stride(self, unit: UnitView) -> int:
        """How far an enemy unit gets in the First Impulse of its next turn (3.4)."""
        return self.now.pace(unit, self.sky, self.foe_turn)

    def storm(self, walls: Iterable[int] = (), held: Iterable[int] = ()) -> list[float]:
        """Enemy factors that can fall on every hex in the First Impulse of his next turn: the best that find room.

        :param walls: hexes in which he has to stop, own zones as they will be; ``held``: hexes he cannot enter.
        """
        stop, block = set(walls), set(held)
        brought: list[list[float]] = [[] for _ in range(self.atlas.size)]
        groups: dict[tuple[int, bool, int], list[float]] = {}
        for u in self.now.foes:
            groups.setdefault((u.hex, "mech" in u.traits, self.stride(u)), []).append(float(u.attack))
        for (start, mot, go), factors in sorted(groups.items()):
            for h in sorted({j for i in self._walk(start, mot, go, stop, block) for j in self.net[i]}):
                brought[h].extend(factors)
        most = MARCH.bases * self.now.room_each
        out = [sum(sorted(found, reverse=True)[:most]) for found in brought]
        if self.sky not in (Sky.SNOW, Sky.MUD):
            for h, flying in self._aircraft().items():
                if out[h]:
                    out[h] += MARCH.flying * min(MARCH.flying_most, flying)
        return out

    def _aircraft(self) -> dict[int, int]:
        """Enemy air groups that reach a hex, where any does."""
        out: dict[int, int] = {}
        for u in self.now.view.units:
            if u.hex >= 0 and u.side is not self.side and "air" in u.traits:
                for h, _ in self.atlas.disk(u.hex, self.now.air_reach(u.side)):
                    out[h] = out.get(h, 0) + 1
        return out

    def _walk(self, start: int, mot: bool, go: int, stop: set[int], block: set[int]) -> list[int]:
        """Hexes a unit of the enemy can be in after a march."""
        seen = {start: 0}
        queue = [start]
        spots, kinds, going = self.board.hexes, self.board.kinds, self.going
        for i in queue:
            spent = seen[i] + 1
            if spent > go or (i != start and i in stop):
                continue
            for j in self.net[i]:
                if j in seen or j in block:
                    continue
                way = going.get((spots[j].terrain, mot, "rail" in kinds(i, j)), FREE)
                if way == BARRED:
                    continue
                seen[j] = go if way == STOPS else spent
                queue.append(j)
        return queue


# -- How far it is on foot or on wheels, over the ground there is.  Swamp and mountain cost days. --------------------

FREE, STOPS, BARRED = 1, 3, 9
"""What it costs to enter ground, in hexes: as any other, as the end of a march, round by another way."""
Rows = tuple[tuple[tuple[int, int], ...], ...]
"""For every hex its neighbours, and what it costs to come into it from there."""


Entries = Mapping[tuple[str, bool, bool], int]
"""By terrain, on wheels or not, along a railway or not: ``FREE``, ``STOPS`` or ``BARRED``; ``FREE`` where nothing is
said."""


@lru_cache(maxsize=4)
def entries(rows: Goings) -> Entries:
    """The cost of entering ground, by what the rules say of it."""
    out: dict[tuple[str, bool, bool], int] = {}
    for terrain, foot, mot, rail_free in rows:
        for way, wheels in ((foot, False), (mot, True)):
            off_rails = {"free": FREE, "stop": STOPS}.get(way, BARRED)
            on_rails = FREE if wheels and way == "stop" and rail_free else STOPS if way == "rail" else off_rails
            out[terrain, wheels, False], out[terrain, wheels, True] = off_rails, on_rails
    return out


class MarchDistances:
    """Distances in hexes of march to a place, on foot and on wheels, each worked out on demand."""

    def __init__(self, board: Board, going: Goings) -> None:
        self._board, self._atlas, self._entries = board, atlas_of(board), entries(going)

    @asked_once
    def to(self, goal: int, wheels: bool) -> list[int]:
        """For every hex, the march from there to the goal."""
        rows = self._wheels if wheels else self._foot
        out = [FAR] * len(rows)
        out[goal] = spent = 0
        waiting = {0: [goal]}  # by distance
        while waiting:
            for h in waiting.pop(spent, ()):
                if out[h] < spent:
                    continue
                for j, step in rows[h]:
                    if spent + step < out[j]:
                        out[j] = spent + step
                        waiting.setdefault(spent + step, []).append(j)
            spent += 1
        return out

    @cached_property
    def _foot(self) -> Rows:
        return self._rows(False)

    @cached_property
    def _wheels(self) -> Rows:
        return self._rows(True)

    def _rows(self, wheels: bool) -> Rows:
        return tuple(tuple((j, self._cost(j, h, wheels)) for j in row) for h, row in enumerate(self._atlas.net))

    def _cost(self, here: int, there: int, wheels: bool) -> int:
        """What it costs to come into a hex from one next to it."""
        by_rail = "rail" in self._board.kinds(here, there)
        return self._entries.get((self._board.hexes[there].terrain, wheels, by_rail), FREE)


@lru_cache(maxsize=2)
def ways_of(board: Board, going: Goings) -> MarchDistances:
    """The marches on a map, by what the rules say of its ground; made once."""
    return MarchDistances(board, going)
