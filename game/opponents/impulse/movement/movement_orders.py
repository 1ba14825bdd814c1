"""What a movement segment is planned on.  What the enemy can bring up next, and the orders given so far."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import ceil

from ecs import Command, Side
from ecs.core.commands import Move
from ecs.core.known_facts import Sky
from ecs.core.view import ReachStep, UnitView
from game.opponents.impulse.position import FAR, Position, spread
from game.opponents.shared.stacks import stand_together

Choice = tuple[Command, str]
ROOM, CITY_ROOM, ARMIES = 3, 4, 2
BASES, PER_BASE = 3, 3
WINTER = range(4, 7)
SEASONS = (Sky.MUD, Sky.FAIR, Sky.FAIR, Sky.WET, Sky.SNOW, Sky.SNOW)  # by turn modulo 6
AIR, AIR_REACH, AIR_MOST = 3.0, 8, 3
LINES = {  # longest supply path to a railway (7.2)
    Side.AXIS: {Sky.FAIR: 12, Sky.WET: 10, Sky.MUD: 7, Sky.SNOW: 8},
    Side.SOVIET: {Sky.FAIR: 9, Sky.WET: 8, Sky.MUD: 6, Sky.SNOW: 8},
}
SCOUTED = 14
ALLY = 1.0


class MovementOrders:
    """One side's movement segment.  Lists are by board index.

    Units without an order are in hand: ``cf`` and ``stack`` count those that have one, or cannot move, where they
    will stand.

    :param used: units that have an attack and are left alone.
    """

    def __init__(self, now: Position, used: frozenset[str]) -> None:
        self.now, self.side, self.board, self.atlas = now, now.side, now.board, now.atlas
        self.net, self.cover = now.atlas.net, now.atlas.cover
        self.shut = [h in now.foes_at for h in range(now.atlas.size)]
        able = {u.id: now.reach(u.id) for u in now.mine if u.can_act and u.id not in used}
        self.steps: dict[str, dict[int, ReachStep]] = {name: steps for name, steps in able.items() if steps}
        self.placed: dict[str, int] = {}
        self.why: dict[str, str] = {}
        self.cf: list[int] = list(now.own_cf)
        self.stack: dict[int, list[UnitView]] = {h: list(stack) for h, stack in now.mine_at.items()}
        for name in self.steps:
            self._lift(now.by_id[name])

    # -- orders -------------------------------------------------------------------------------------------

    def free(self) -> list[UnitView]:
        """Units that may move and have no order yet."""
        return [self.now.by_id[name] for name in sorted(self.steps) if name not in self.placed]

    def at(self, unit: UnitView) -> int:
        """Where a unit will stand."""
        return self.placed.get(unit.id, unit.hex)

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        if unit.id in self.placed:
            self._lift(unit)
        self.cf[h] += unit.defence
        self.stack.setdefault(h, []).append(unit)
        self.placed[unit.id], self.why[unit.id] = h, why

    def _lift(self, unit: UnitView) -> None:
        h = self.at(unit)
        self.cf[h] -= unit.defence
        self.stack[h] = [u for u in self.stack[h] if u.id != unit.id]

    def spots(self, unit: UnitView) -> list[int]:
        """Hexes a unit may end its move in with room for it and no fight forced on it, its own first."""
        return [h for h in (unit.hex, *sorted(self.steps[unit.id])) if self.is_calm(h) and self.has_room(unit, h)]

    def is_calm(self, h: int) -> bool:
        """May a unit stand there without having to attack (10.1)?"""
        return h not in self.now.foe_zones or self.now.is_city(h)

    def has_room(self, unit: UnitView, h: int) -> bool:
        """Will there be room for a unit in a hex, as ordered (5.0)?"""
        return fits(unit, self.stack.get(h, []), self.now.is_city(h))

    def orders(self) -> list[Choice]:
        """The moves, so ordered that nobody finds his hex full: those whose hex has room go first."""
        waiting = [n for n, h in self.placed.items() if n in self.steps and h != self.now.by_id[n].hex]
        stack = {h: list(units) for h, units in self.now.mine_at.items()}
        out: list[Choice] = []
        moved = True
        while waiting and moved:
            moved = False
            for name in list(waiting):
                unit, h = self.now.by_id[name], self.placed[name]
                if fits(unit, stack.get(h, []), self.now.is_city(h)):
                    stack[unit.hex].remove(unit)
                    stack.setdefault(h, []).append(unit)
                    out.append((Move(name, self.now.label(h)), self.why[name]))
                    waiting.remove(name)
                    moved = True
        return out

    @cached_property
    def stake(self) -> list[float]:
        """What is lost with every place held: its worth, and more where an ally may leave the war over it (21.3)."""
        now = self.now
        nations = sorted(u.nation for u in now.mine)
        first = max(sorted(set(nations)), key=nations.count, default="")
        allies = set(nations) - {first}
        spots = self.board.hexes
        return [w + ALLY * (spots[h].place != "" and spots[h].nation in allies) for h, w in enumerate(now.worth)]

    # -- supply and raids -----------------------------------------------------------------------------------

    @cached_property
    def is_cold(self) -> bool:
        """Is the own next turn one of Mud or Snow, as far as the month tells?"""
        return SEASONS[(self.now.turn + 1) % 6] in (Sky.MUD, Sky.SNOW)

    @cached_property
    def beyond(self) -> list[int]:
        """Hexes by which a place lies too far from own railways for supply next turn, round the enemy."""
        now = self.now
        gauges = now.view.gauges or tuple(now.side for _ in range(now.atlas.size))
        rails = [h for h in now.supply if gauges[h] is now.side]
        way = spread(self.net, rails, self.shut, 40) if rails else now.gap
        limit = LINES[self.side][SEASONS[(now.turn + 1) % 6]]
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
            if out[h] >= SCOUTED or (out[h] and h in now.own_zones):
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
        """Weather of the First Impulse of the enemy's next turn, as far as it can be known."""
        if self.side is Side.AXIS:
            return next((sky.sky for sky in self.now.view.skies if sky.part == 1), Sky.FAIR)
        return SEASONS[(self.now.turn + 1) % 6]

    @cached_property
    def foe_turn(self) -> int:
        """Turn of the enemy's next move."""
        return self.now.turn + (self.side is Side.SOVIET)

    def stride(self, unit: UnitView) -> int:
        """How far an enemy unit gets in the First Impulse of its next turn, roughly (3.4)."""
        go, sky, mot = unit.movement, self.sky, "mech" in unit.traits
        if not go or sky is Sky.FAIR:
            return go
        if sky is Sky.MUD:
            return 2
        if sky is Sky.SNOW and unit.side is Side.AXIS and self.foe_turn in WINTER and not unit.northern:
            return ceil(go / 2) if mot else 2
        return max(2, go - (2 if mot and sky is Sky.WET else 1))

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
        most = BASES * PER_BASE
        out = [sum(sorted(found, reverse=True)[:most]) for found in brought]
        if self.sky not in (Sky.SNOW, Sky.MUD):
            for h in self._aircraft():
                if out[h]:
                    out[h] += AIR * min(AIR_MOST, self._aircraft()[h])
        return out

    def _aircraft(self) -> dict[int, int]:
        out: dict[int, int] = {}
        for u in self.now.view.units:
            if u.hex >= 0 and u.side is not self.side and "air" in u.traits:
                for h, _ in self.atlas.disk(u.hex, AIR_REACH):
                    out[h] = out.get(h, 0) + 1
        return out

    def _walk(self, start: int, mot: bool, go: int, stop: set[int], block: set[int]) -> list[int]:
        """Hexes a unit of the enemy can be in after a march."""
        seen = {start: 0}
        queue = [start]
        spots, kinds = self.board.hexes, self.board.kinds
        for i in queue:
            spent = seen[i] + 1
            if spent > go or (i != start and i in stop):
                continue
            for j in self.net[i]:
                if j in seen or j in block:
                    continue
                ground = spots[j].terrain
                if mot and ground != "clear":
                    if "rail" not in kinds(i, j) and ground != "woods":
                        continue
                    seen[j] = spent if "rail" in kinds(i, j) and ground == "woods" else go
                else:
                    seen[j] = go if ground in ("marsh", "mountain") else spent
                queue.append(j)
        return queue


def fits(unit: UnitView, others: list[UnitView], major: bool) -> bool:
    """Is there room for a unit beside others in a hex (5.0)?"""
    if "militia" in unit.traits:
        return True
    crowd = [u for u in others if "militia" not in u.traits]
    if len(crowd) >= (CITY_ROOM if major else ROOM):
        return False
    if not major and unit.size == "army" and sum(u.size == "army" for u in crowd) >= ARMIES:
        return False
    return stand_together([unit, *crowd])
