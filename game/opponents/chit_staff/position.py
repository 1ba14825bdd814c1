"""The front as one side sees it: who stands where, threats, supply, and what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ecs.core.view import UnitView
from game.opponents.chit_staff.supply_railways import Railways
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import FAR
from game.opponents.shared.marches import Errand
from game.opponents.shared.position_reading import USUAL, FactorReading, Style

NO_FIGHTERS = frozenset({"hq", "air", "depot", "art"})
FADE = (1.0, 1.0, 0.85, 0.65, 0.45, 0.3)
ALARM = 1.0
OPENING, URGENT = 0.75, 4.0
MASS = 3.5
LEASH, LONG_LEASH = 5, 16
RAID = 9
SCOUTED = 14
NEXT_DOOR, KEPT = 5, 10
DECISIVE = 4.0
BESIDE = 3
CRUSH = 2.5
LIFELINE, CLOSE = 1.5, 5
BLOCK = 6.0
CORNERED = 0.25
SIEGE, MARCHED, NEARING = 4, 20, 0.92
RAIDING, RING = 3.0, 1.0


def is_fighter(unit: UnitView) -> bool:
    """Is it a combat unit on the map?"""
    return unit.hex >= 0 and NO_FIGHTERS.isdisjoint(unit.traits)


def strength(unit: UnitView) -> float:
    """What a unit is worth in a fight: its factor, half out of supply."""
    return unit.attack * (1.0 if unit.supplied else 0.5)


def is_isolated(unit: UnitView) -> bool:
    """Is it cut off from everything, so that it starves and can hardly attack?"""
    return "isolated" in unit.badges


@dataclass(slots=True)
class Goal(Errand):
    """A place to take or to hold.  ``longest``: hexes from which it still calls; ``army``: an enemy stack to crush;
    ``last``: it is held whatever comes."""

    longest: int = 40
    army: bool = False
    last: bool = False


class Position(FactorReading):
    """A view, sorted by hex, with the fields by which marches and battles are judged.  Lists are by board index."""

    SIGHT = 14

    def __init__(self, seat: Seat, style: Style = USUAL) -> None:
        super().__init__(seat, style, is_fighter)
        self._blows = dict.fromkeys(self.foes_at, 0.0)
        for u in self.foes:
            self._blows[u.hex] += strength(u) * (CORNERED if is_isolated(u) else 1.0)
        self.shut = list(map(bool, self.foe_cf))

    @cached_property
    def own_cf(self) -> list[float]:
        """Own factors in every hex, as they will be when their chits come."""
        return self._factors(self.mine, self.power)

    @cached_property
    def foe_cf(self) -> list[float]:
        """Enemy factors in every hex."""
        return self._factors(self.foes, strength)

    def _factors(self, units: Iterable[UnitView], power: Callable[[UnitView], float]) -> list[float]:
        out = [0.0] * self.atlas.size
        for u in units:
            out[u.hex] += power(u)
        return out

    def power(self, unit: UnitView) -> float:
        """What an own unit will be worth when its chit comes: full strength if supply reaches it now."""
        return float(unit.attack) if unit.hex in self.supply else strength(unit)

    def span(self, head: str) -> int:
        """Hexes that a headquarters reaches."""
        return self._spans.get(head, 0)

    @cached_property
    def _spans(self) -> dict[str, int]:
        return {area.unit: area.reach for area in self.seat.areas() if area.kind == "headquarters"}

    # -- fields ---------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> Sequence[float]:
        """Enemy factors that can be brought against a hex soon."""
        return self.pressure(self._blows, FADE)

    @cached_property
    def support(self) -> Sequence[float]:
        """Own factors that can be brought to a hex soon."""
        return self.pressure({h: self.own_cf[h] for h in self.mine_at}, FADE)

    @cached_property
    def gap(self) -> list[int]:
        """Hexes to the nearest hex in supply, round the enemy; to a hex he stands in, from the nearest beside it."""
        out = list(self.atlas.steps(self.supply, self._held_by_foe, 20))
        for h in sorted(self.foes_at):
            out[h] = 1 + min((out[j] for j in self.atlas.net[h] if not self.shut[j]), default=FAR)
        return out

    @cached_property
    def open_ground(self) -> Sequence[int]:
        """Hexes to the ground that is joined to its own rear, past hexes the enemy could close in one step."""
        far, control = self.far_foe, self.view.control
        rear = [i for i in self.supply if far[i] >= 5 and control[i] is self.side]
        if not rear:
            return [0] * self.atlas.size
        near_foe = {j for h in self.foes_at for j in (h, *self.atlas.net[h])}
        joined = self.atlas.joined(rear, (h for h in near_foe if not self.own_cf[h]))
        return self.atlas.steps(joined, self._held_by_foe, 14)

    @property
    def _held_by_foe(self) -> list[int]:
        """Hexes closed by an enemy in them."""
        return [h for h in self.foes_at if self.shut[h]]

    @property
    def leash(self) -> int:
        """How far beyond supply an objective is worth going for."""
        return LONG_LEASH if self.bold else LEASH

    # -- what is at stake -------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> list[Goal]:
        """Places to take and to hold, railways to open, enemy stacks to crush."""
        out = []
        atlas, control = self.atlas, self.view.control
        decisive = self.view.known.decisive
        places = list(atlas.worth)
        for h in set(decisive):
            places[h] += DECISIVE if places[h] >= 4 else 0.0
        self.style.weigh(places)
        leash = self.leash
        for h, worth in enumerate(places):
            if not worth:
                continue
            if control[h] is not self.side:
                if self.gap[h] > leash:
                    continue
                if worth >= 1 or self.far_own[h] <= 4:
                    need = max(9.0 if worth >= 4 else 3.0, 3.5 * self.foe_cf[h] * atlas.cover[h] + 0.5 * self.threat[h])
                    out.append(Goal(h, worth, need, True))
            elif worth >= 1 and (self.raids[h] <= RAID if worth >= 4 else self.threat[h] >= ALARM):
                need = self.threat[h] / (2.5 * atlas.cover[h])
                out.append(Goal(h, worth, min(max(1.0, need), 12.0), False, longest=14))
        out += self._openings() + self.last_stand
        for h in self.treasures:
            if not atlas.worth[h] and self.far_foe[h] <= 5:
                need = min(max(1.0, self.threat[h] / (3 * atlas.cover[h])), 8.0)
                out.append(Goal(h, 3.0, need, False, longest=8))
        apart = self.board.distance
        for h in sorted(self.foes_at):
            force = self.foe_cf[h] * atlas.cover[h]
            blocks = h in self.railways.blockers
            if blocks or self.support[h] >= CRUSH * force:
                worth = 0.5 + 0.25 * self.foe_cf[h] + 0.2 * min(atlas.worth[h], 4.0)
                worth += 2.0 if h in self.rear_lines else 0.5 * self.corridor.get(h, 0.0)
                if is_isolated(self.foes_at[h][0]) and h not in self.rear_lines:
                    worth *= 0.6
                worth += 1.0 if any(apart(h, t) <= 4 for t in self.treasures) else 0.0
                worth += BLOCK if blocks else 0.0
                out.append(Goal(h, worth, MASS * force, True, longest=12 if blocks else 9, army=True))
        return out

    @cached_property
    def last_stand(self) -> list[Goal]:
        """The only capital, if the enemy marches on it, and the hexes round it: losing it loses the war."""
        capitals = self.view.known.capitals
        if len(capitals) != 1 or self.holder(capitals[0]) is not self.side or self.bold:
            return []
        capital = capitals[0]
        way = self.atlas.far(capital)
        near = [i for i in sorted(self.foes_at) if way[i] <= MARCHED]
        force = sum(self.foe_cf[i] * NEARING ** max(0, way[i] - SIEGE) for i in near)
        if force < RAIDING:
            return []
        ring = [j for j in self.net[capital] if not self.foe_cf[j]]
        share = min(RING * force / max(1, len(ring)), 15.0)
        round_it = [Goal(j, 8.0, share, False, last=True) for j in ring if share >= 2]
        return [Goal(capital, 14.0, min(max(15.0, 0.5 * force), 18.0), False, last=True), *round_it]

    def _openings(self) -> list[Goal]:
        """Railway hexes to open; an enemy unit on one is to be beaten, which is a goal of its own."""
        free = [(h, value) for h, value in sorted(self.corridor.items()) if not self.foe_cf[h]]
        urgent = self.railways.urgent
        out = [Goal(h, URGENT, 4.0, True, longest=12) for h, _ in free if h in urgent]
        return out + [Goal(h, v, 2.0, True, longest=8) for h, v in free if h not in urgent and v >= OPENING]

    @cached_property
    def treasures(self) -> tuple[int, ...]:
        """Own depots and victory places, which no enemy may approach."""
        depots = {u.hex for u in self.tail if "depot" in u.traits}
        control = self.view.control
        places = {h for h, worth in enumerate(self.atlas.worth) if worth >= 4 and control[h] is self.side}
        return tuple(sorted(depots | places))

    @cached_property
    def barrier(self) -> dict[int, float]:
        """Hexes on the enemy's shortest ways to places held, and how much is at stake behind them."""
        out: dict[int, float] = {}
        far = self.far_foe
        band = [i for i, d in enumerate(far) if 1 <= d <= 4 and not self.shut[i]]
        held = [(g.hex, g.worth) for g in self.goals if not g.taking and g.worth >= 1]
        held += [(h, LIFELINE) for h in sorted(self.railways.behind) if far[h] <= CLOSE]
        for h, worth in held:
            way, total = self.atlas.far(h), far[h]
            stake = worth / (2.0 + total)
            for i in band:
                if far[i] + way[i] <= total + 1:
                    out[i] = out.get(i, 0.0) + stake
        return out

    @cached_property
    def raids(self) -> list[int]:
        """Hexes an enemy would march to every place, round own units and stopping in their zones."""
        walls = self.seat.zones(self.side)
        out, net, own_cf = [FAR] * self.atlas.size, self.atlas.net, self.own_cf
        ring = list(self.foes_at)
        for h in ring:
            out[h] = 0
        for step in range(1, SCOUTED + 1):
            last, ring = ring, []
            for h in last:
                for j in net[h]:
                    if out[j] == FAR and not own_cf[j]:
                        out[j] = step
                        if j not in walls:
                            ring.append(j)
        for h in self.mine_at:
            beside = [out[j] + 1 for j in net[h] if out[j] < SCOUTED and (not out[j] or j not in walls)]
            out[h] = min(beside, default=FAR)
        return out

    def exposed(self, index: int) -> bool:
        """Could an enemy be there soon if the units in between march off?"""
        kept = KEPT if self.mine_at.get(index) else NEXT_DOOR
        return self.far_foe[index] <= kept or self.raids[index] <= RAID

    @cached_property
    def railways(self) -> Railways:
        """The railways the depots live on, and those they should take next."""
        return Railways(self)

    @property
    def corridor(self) -> dict[int, float]:
        """Railway hexes in enemy hands that own depots could use next, and what each is worth."""
        return self.railways.wanted

    @cached_property
    def rear_lines(self) -> frozenset[int]:
        """Enemy stacks on the railways behind own depots, or a march from them, that strangle the army."""
        near = {h for line in self.railways.behind for h, _ in self.atlas.disk(line, BESIDE)}
        return frozenset(h for h in self.foes_at if h in near)
