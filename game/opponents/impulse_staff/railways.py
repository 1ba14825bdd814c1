"""Which railways to convert: those the army will live on, towards the next cities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ecs import Command, Side
from ecs.core.commands import Move, Regauge
from game.opponents.impulse_staff.figures import RAIL
from game.opponents.impulse_staff.position import Position, is_fast, is_fighter
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.players import Choice
from game.opponents.shared.answers import of_kind
from game.opponents.shared.map_analysis import FAR, flood, spread

LONG = 24
CHAIN = 8


def conversion(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """The chain that brings most of the army, and the next cities, nearer to a railhead."""
    now = rear.now
    ends = [now.at(c.hex) for c in of_kind(now.seat.legal(), Regauge) if c not in refused]
    if not ends:
        return None
    lengths = spread(rear.atlas.rails, rear.fed(rear.side))  # from the own railheads, whoever's the railways are

    def value(end: int) -> tuple[float, int]:
        near = rear.atlas.far(end)
        gain = sum(now.own_cf[h] * max(0.0, _fed(near[h]) - _fed(rear.railhead[h])) for h in now.mine_at)
        gain += sum(RAIL.city * w * max(0.0, _near(near[c]) - _near(rear.railhead[c])) for c, w in rear.prizes)
        groups = 1 if lengths[end] <= now.view.known.group_hexes else 2
        return gain / groups - RAIL.detour * lengths[end], -end

    gained, minus = max(map(value, ends))
    second = second_line(rear, set(ends))
    if second is not None and second[0] > gained:
        return Regauge(now.label(second[1])), f"A second line via {now.name(second[1])}, in case the first is cut."
    return (Regauge(now.label(-minus)), f"Move the railhead up to {now.name(-minus)}.") if gained > 0.0 else None


def _fed(away: int) -> float:
    """How well a stack this far from a railhead is supplied: fully, well enough to attack, to live, not."""
    if away <= RAIL.full:
        return 1.0
    if away <= RAIL.fighting:
        return 1.0 - RAIL.full_fade * (away - RAIL.full)
    return max(0.0, RAIL.fighting_worth - RAIL.fighting_fade * (away - RAIL.fighting)) if away < RAIL.end else 0.0


def _near(away: int) -> float:
    return max(0.0, 1.0 - away / LONG) if away < FAR else 0.0


def second_line(rear: RearPosition, ends: set[int]) -> tuple[float, int] | None:
    """Round the hex whose loss would starve most: how much that is worth, and the hex to convert up to now."""
    for starved, spot in rear.weak_spots[: RAIL.spots] if rear.side is Side.AXIS else ():
        path = _round(rear, spot)
        work = [h for h in path if rear.now.view.gauges[h] is not rear.side]
        reached = [h for h in work[:CHAIN] if h in ends]
        if reached and len(work) <= RAIL.longest:
            return RAIL.risk * starved / (1.0 + len(work) / CHAIN), reached[-1]
    return None


def _round(rear: RearPosition, spot: int) -> list[int]:
    """The railway round a hex, from what stays in supply without it to what does not; empty if there is none."""
    now, safe = rear.now, rear.fed(rear.side, frozenset((spot,)))
    lost = set(rear.fed(rear.side)).difference(safe, (spot,))

    def is_open(j: int) -> bool:
        return j != spot and now.holder(j) is rear.side and (j not in now.foe_zones or j in now.mine_at)

    before = flood(rear.atlas.rails, safe, is_open)
    path = [next((j for j in before if j in lost), -1)]
    while before.get(path[-1], path[-1]) != path[-1]:
        path.append(before[path[-1]])
    return path[::-1] if path[0] >= 0 else []


# -- Enemies that strangle the railways that feed the army, and who clears partisans off them. -----------------------

Hunt = tuple[Move, str]
WORTH_A_HUNT = 1
GUARD_AWAY = 2


class Lifelines:
    """The side's railways as they are, and as they would be without each enemy that blocks them."""

    def __init__(self, now: Position) -> None:
        self.now, self.rear = now, RearPosition(now)

    @cached_property
    def gauge(self) -> frozenset[int]:
        """Railway hexes of the side's own gauge."""
        return frozenset(i for i, who in enumerate(self.now.view.gauges) if who is self.now.side)

    @cached_property
    def bands(self) -> dict[int, tuple[int, ...]]:
        """Hexes partisans stop trains in, by where the partisans are."""
        out = {}
        for u in self.now.foe_tail:
            if "partisans" in u.traits:
                wide = [j for j in self.now.net[u.hex] if j not in self.now.mine_at] if u.stage == 2 else []
                out[u.hex] = (u.hex, *wide)
        return out

    @cached_property
    def blocks(self) -> dict[int, frozenset[int]]:
        """Own railway hexes blocked, by the enemy hex that blocks them."""
        now, out = self.now, dict[int, frozenset[int]]()
        for h in sorted(now.foes_at):
            near = {h, *(j for j in now.zone_net[h] if j not in now.mine_at)} & self.gauge
            if near:
                out[h] = frozenset(near)
        for h, wide in sorted(self.bands.items()):
            out[h] = out.get(h, frozenset()) | (frozenset(wide) & self.gauge)
        return out

    @cached_property
    def relief(self) -> dict[int, int]:
        """Railway hexes rejoined if an enemy stack or band were gone, by its hex."""
        rails, sources = self.now.atlas.rails, set(self.rear.sources(self.now.side))
        blocked = Counter(j for near in self.blocks.values() for j in near)
        sound = self.gauge.difference(blocked)
        joined = flood(rails, sound & sources, sound.__contains__)
        apart = sound - joined.keys()
        out = {}
        for h, near in self.blocks.items():
            opened = {j for j in near if blocked[j] == 1}
            ends = [j for j in opened if j in sources or not joined.keys().isdisjoint(rails[j])]
            if more := flood(rails, ends, (apart | opened).__contains__):
                out[h] = len(more)
        return out

    def value(self, index: int) -> float:
        """The value of getting rid of the enemy in a hex, for the trains."""
        return min(RAIL.freed_most, RAIL.freed * self.relief.get(index, 0))


def hunts(now: Position, used: Sequence[str] = ()) -> list[Hunt]:
    """Send units that can be spared after each band of partisans that stops the trains."""
    lines = Lifelines(now)
    out: list[Hunt] = []
    busy = set(used)
    for h, more in sorted(lines.relief.items(), key=lambda item: (-item[1], item[0])):
        if h not in lines.bands or more < WORTH_A_HUNT:
            continue
        free = [
            u
            for u in now.mine
            if is_fighter(u) and u.can_act and u.id not in busy and "victor" not in u.badges and h in now.reach(u.id)
        ]
        if not free:
            continue
        hunter = min(free, key=lambda u: (is_fast(u) and "armour" in u.traits, now.far_foe[u.hex] <= GUARD_AWAY,
                                          u.attack, now.reach(u.id)[h].cost, u.id))  # fmt: skip
        busy.add(hunter.id)
        out.append((Move(hunter.id, now.label(h)), f"Clear the railway {now.where(h)}."))
    return out
