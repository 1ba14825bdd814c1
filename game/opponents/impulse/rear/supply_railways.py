"""Enemies that strangle the railways that feed the army, and who clears partisans off them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ecs.core.commands import Move
from game.opponents.impulse.position import Position, is_fast, is_fighter
from game.opponents.impulse.rear.rear_position import RearPosition
from game.opponents.shared.map_analysis import flood

Choice = tuple[Move, str]
PER_HEX, MOST = 0.25, 6.0
WORTH_A_HUNT = 1
GUARD_AWAY = 2


class Lifelines:
    """The own railways as they are, and as they would be without each of those who block them."""

    def __init__(self, now: Position) -> None:
        self.now, self.rear = now, RearPosition(now)

    @cached_property
    def gauge(self) -> frozenset[int]:
        """Railway hexes of the own gauge."""
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
        """Railway hexes joined again if an enemy stack or band were gone, by its hex."""
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
        """What it is worth to be rid of the enemy in a hex, for the trains."""
        return min(MOST, PER_HEX * self.relief.get(index, 0))


def hunts(now: Position, used: Sequence[str] = ()) -> list[Choice]:
    """Somebody who can be spared goes for each band of partisans that stops the trains."""
    lines = Lifelines(now)
    out: list[Choice] = []
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
        out.append((Move(hunter.id, now.label(h)), f"Clears the railway at {now.name(h)}."))
    return out
