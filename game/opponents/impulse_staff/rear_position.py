"""The country behind the front: what is needed where, which places are in danger, where trains run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ecs import Side
from game.opponents.impulse_staff.figures import ODDS, REAR
from game.opponents.impulse_staff.position import Position
from game.opponents.shared.map_analysis import asked_once, flood, spread


class RearPosition:
    """A theatre, asked about what lies behind its front.  Lists are by board index."""

    def __init__(self, now: Position) -> None:
        self.now = now
        self.atlas, self.board, self.side = now.atlas, now.board, now.side

    # -- what is at stake ---------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> Sequence[float]:
        """Enemy factors that may come against a hex within a turn or two."""
        return self.now.pressure({h: self.now.foe_cf[h] for h in self.now.foes_at}, REAR.fade)

    @cached_property
    def support(self) -> Sequence[float]:
        """Own factors that may come to a hex within a turn or two."""
        return self.now.pressure({h: self.now.own_cf[h] for h in self.now.mine_at}, REAR.fade)

    @cached_property
    def worth(self) -> list[float]:
        """The value of holding each place of the map; 0 for every other hex."""
        given, more = self.now.worth, self.now.key_places
        return [
            given[h.index] + (more[h.index].weight / 2 if h.index in more else 0.0) if h.place else 0.0
            for h in self.board.hexes
        ]

    @cached_property
    def dangers(self) -> tuple[tuple[int, float], ...]:
        """Own places the enemy comes near, and how badly each wants men."""
        out, now = [], self.now
        for c, value in enumerate(self.worth):
            if value and now.holder(c) is self.side and now.far_foe[c] <= REAR.alarm:
                held = self.support[c] * REAR.walls.get(self.board.hexes[c].place, 1.0)
                short = (self.threat[c] - REAR.held * held) / (self.threat[c] + ODDS.few)
                lack = max(REAR.lack, short) if self.threat[c] else REAR.idle
                hope = min(1.0, max(REAR.hope_least, REAR.hope * held / (self.threat[c] + 1.0)))
                near = REAR.nearing ** max(0, now.far_foe[c] - REAR.near)
                out.append((c, value * lack * near * hope))
        return tuple(out)

    @cached_property
    def aims(self) -> tuple[tuple[int, float], ...]:
        """Enemy places own armies come near, and how much each draws."""
        out, now = [], self.now
        for c, value in enumerate(self.worth):
            away = now.far_own[c]
            if not value or now.holder(c) is self.side or away > (REAR.alarm if self.bold else REAR.raid):
                continue
            if self.bold or self.share(c) >= REAR.even:
                out.append((c, value * REAR.aim_fade**away * (REAR.aim + self.share(c))))
        return tuple(out)

    def share(self, index: int) -> float:
        """How strong own armies near a place are against the enemy's: 0 to 1."""
        own, foe = self.support[index], self.threat[index]
        return own / (own + foe + ODDS.few)

    @cached_property
    def spears(self) -> tuple[tuple[int, float], ...]:
        """Own stacks near the enemy, by what they can strike with: armour counts double."""
        out = []
        for h, stack in sorted(self.now.mine_at.items()):
            if self.now.far_foe[h] <= REAR.spears:
                out.append((h, sum(u.attack * (REAR.spear_armour if "armour" in u.traits else 1.0) for u in stack)))
        return tuple(out)

    @cached_property
    def prizes(self) -> tuple[tuple[int, float], ...]:
        """Places the railways should lead to: those to take, and own ones that no train reaches."""
        own = [(c, value) for c, value in enumerate(self.worth) if value and self.now.holder(c) is self.side]
        return (
            *self.aims,
            *((c, REAR.unreached * value) for c, value in own if self.now.view.gauges[c] is self.side.other),
        )

    @property
    def bold(self) -> bool:
        """Is the side strong enough to go forward?"""
        return self.now.balance >= REAR.strong

    def need(self, index: int) -> float:
        """How much a new unit is wanted in a hex."""
        far, now = self.atlas.far, self.now
        value = sum(REAR.danger * lack * REAR.danger_fade ** far(c)[index] for c, lack in self.dangers)
        pull = 1.0 if self.bold else REAR.weak
        value += sum(pull * draw * REAR.take_fade ** far(c)[index] for c, draw in self.aims)
        away = now.far_foe[index]
        if away <= 2 and self.threat[index] > REAR.overrun_at * (now.own_cf[index] + REAR.overrun_own):
            value -= REAR.overrun
        elif away <= REAR.pressed_near and self.threat[index] > REAR.pressed_at * (self.support[index] + 1):
            value -= REAR.pressed
        return value

    # -- railways -----------------------------------------------------------------------------------------

    @cached_property
    def wrecked(self) -> frozenset[int]:
        """Hexes in which partisans stop Axis trains."""
        now = self.now
        bands = [u for u in (*now.tail, *now.foe_tail) if "partisans" in u.traits]
        axis = now.mine_at if self.side is Side.AXIS else now.foes_at
        out = {u.hex for u in bands}
        for u in bands:
            if u.stage == 2:
                out.update(j for j in self.board.neighbours[u.hex] if j not in axis)
        return frozenset(out)

    @asked_once
    def usable(self, side: Side) -> list[bool]:
        """Hexes that a side's trains can pass now."""
        now = self.now
        mine = side is self.side
        own, theirs = (now.mine_at, now.foes_at) if mine else (now.foes_at, now.mine_at)
        zones = now.foe_zones if mine else now.own_zones
        wrecked = self.wrecked if side is Side.AXIS else frozenset[int]()
        return [
            gauge is side and i not in theirs and i not in wrecked and (i not in zones or i in own)
            for i, gauge in enumerate(now.view.gauges)
        ]

    def sources(self, side: Side) -> list[int]:
        """Places from which a side's railways draw supply."""
        spots = self.now.key_places.values()
        return [s.hex for s in spots if s.source and s.side is side and self.now.holder(s.hex) is side]

    def fed(self, side: Side, cut: frozenset[int] = frozenset()) -> list[int]:
        """Railway hexes joined to a side's sources with some hexes cut."""
        usable = self.usable(side)
        starts = [i for i in self.sources(side) if usable[i] and i not in cut]
        return list(flood(self.atlas.rails, starts, lambda j: usable[j] and j not in cut))

    @cached_property
    def railhead(self) -> list[int]:
        """Hexes over land to the nearest railway that supplies its side."""
        return spread(self.atlas.net, self.fed(self.side), [bool(cf) for cf in self.now.foe_cf])

    @cached_property
    def lines(self) -> list[int]:
        """For every hex, the number of the stretch of own railway it lies on; 0 off it."""
        usable, rails, out, number = self.usable(self.side), self.atlas.rails, [0] * self.atlas.size, 0
        for first, row in enumerate(rails):
            if not row or out[first] or not usable[first]:
                continue
            number += 1
            for i in flood(rails, (first,), usable.__getitem__):
                out[i] = number
        return out

    # -- cutting the enemy's lines --------------------------------------------------------------------------

    def hunger(self, cut: frozenset[int] = frozenset()) -> float:
        """How poorly the enemy would be supplied with some railway hexes cut: factors far from his railheads."""
        return _hunger(self, self.fed(self.side.other, cut), self.now.foe_cf)

    @cached_property
    def foe_load(self) -> dict[int, float]:
        """The number of enemy factors that each railway hex supplies."""
        return _load(self, self.side.other)

    @cached_property
    def weak_spots(self) -> tuple[tuple[float, int], ...]:
        """Own railway hexes where partisans could rise, the worst first, and the own factors they would starve."""
        now, load = self.now, _load(self, self.side)
        open_hexes = [h for h in load if load[h] >= REAR.serious and self.board.hexes[h].owner == "soviet"]
        open_hexes = [h for h in open_hexes if not self.board.hexes[h].place and h not in now.mine_at]
        heavy = sorted(open_hexes, key=lambda h: (-load[h], h))[: REAR.cuts]
        fine = _hunger(self, self.fed(self.side), now.own_cf)
        found = [(_hunger(self, self.fed(self.side, frozenset((h,))), now.own_cf) - fine, h) for h in heavy]
        return tuple(sorted(((v, h) for v, h in found if v >= REAR.serious), key=lambda entry: (-entry[0], entry[1])))

    @cached_property
    def usual(self) -> float:
        """How poorly the enemy is supplied now."""
        return self.hunger()

    def barrier(self, index: int) -> float:
        """Enemy factors that would starve if a unit of ours stood in a hex, zone of control and all."""
        around = [j for j in self.now.zone_net[index] if j not in self.now.foes_at]
        return self.hunger(frozenset((index, *around))) - self.usual

    @cached_property
    def cuts(self) -> dict[int, float]:
        """Enemy railway hexes and the factors he would starve without each; those that matter little left out."""
        load = self.foe_load
        heavy = sorted(load, key=lambda h: (-load[h], h))[: REAR.cuts]
        found = {h: self.hunger(frozenset((h,))) - self.usual for h in heavy}
        return {h: value for h, value in sorted(found.items()) if value > 0}


def _hunger(rear: RearPosition, fed: list[int], factors: list[int]) -> float:
    away, total = spread(rear.atlas.net, fed, (), REAR.hungry + 1), 0.0
    for h, force in enumerate(factors):
        if force:
            total += force * (
                1.0 if away[h] > REAR.hungry else REAR.halved if away[h] > REAR.fed else REAR.farther * away[h]
            )
    return total


def _load(rear: RearPosition, side: Side) -> dict[int, float]:
    """The number of a side's factors that each railway hex supplies, by the shortest way from the sources."""
    usable, factors = rear.usable(side), rear.now.own_cf if side is rear.side else rear.now.foe_cf
    before = flood(rear.atlas.rails, [i for i in rear.sources(side) if usable[i]], usable.__getitem__)
    load = dict.fromkeys(before, 0.0)
    nearest = _nearest(rear, list(before))
    for h, force in enumerate(factors):
        if force and nearest[h] >= 0:
            load[nearest[h]] += force
    for i in reversed(before):
        if before[i] != i:
            load[before[i]] += load[i]
    return load


def _nearest(rear: RearPosition, ring: list[int]) -> list[int]:
    out, queue = [-1] * rear.atlas.size, list(ring)
    for i in ring:
        out[i] = i
    for i in queue:
        for j in rear.atlas.net[i]:
            if out[j] < 0:
                out[j] = out[i]
                queue.append(j)
    return out
