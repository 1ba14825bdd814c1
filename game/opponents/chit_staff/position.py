"""The front as one side sees it: who stands where, threats, supply, and what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ecs.core.view import UnitView
from game.opponents.chit_staff.figures import FRONT, GOAL, ODDS, STAND
from game.opponents.chit_staff.supply_railways import Railways
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import FAR, VICTORY
from game.opponents.shared.marches import Errand
from game.opponents.shared.position_reading import USUAL, FactorReading, Style

NO_FIGHTERS = frozenset({"hq", "air", "depot", "art"})
FAINT = 0.5  # no unit counts less where something is shared out or divided by its factors


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
            self._blows[u.hex] += strength(u) * (FRONT.cornered if is_isolated(u) else 1.0)
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
        return self.pressure(self._blows, FRONT.fade)

    @cached_property
    def support(self) -> Sequence[float]:
        """Own factors that can be brought to a hex soon."""
        return self.pressure({h: self.own_cf[h] for h in self.mine_at}, FRONT.fade)

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
        rear = [i for i in self.supply if far[i] >= FRONT.rear and control[i] is self.side]
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
        return FRONT.long_leash if self.bold else FRONT.leash

    # -- what is at stake -------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> list[Goal]:
        """Places to take and to hold, railways to open, enemy stacks to crush."""
        out = []
        atlas, control = self.atlas, self.view.control
        decisive = self.view.known.decisive
        places = list(atlas.worth)
        for h in set(decisive):
            places[h] += GOAL.decisive if places[h] >= VICTORY else 0.0
        self.style.weigh(places)
        leash = self.leash
        for h, worth in enumerate(places):
            if not worth:
                continue
            if control[h] is not self.side:
                if self.gap[h] > leash:
                    continue
                if worth >= 1 or self.far_own[h] <= GOAL.next_door:
                    least = GOAL.key if worth >= VICTORY else GOAL.minor
                    need = GOAL.odds * self.foe_cf[h] * atlas.cover[h] + GOAL.relief * self.threat[h]
                    out.append(Goal(h, worth, max(least, need), True))
            elif worth >= 1 and (self.raids[h] <= FRONT.raid if worth >= VICTORY else self.threat[h] >= GOAL.alarm):
                need = self.threat[h] / (ODDS.place * atlas.cover[h])
                out.append(Goal(h, worth, min(max(1.0, need), GOAL.guard), False, longest=GOAL.guard_calls))
        return out + self._openings() + self.last_stand + self._menaced_depots() + self._stacks()

    def _menaced_depots(self) -> list[Goal]:
        """Own depots that an enemy comes near, where no place is held anyway."""
        atlas, out = self.atlas, list[Goal]()
        for h in self.treasures:
            if not atlas.worth[h] and self.far_foe[h] <= GOAL.depot_near:
                need = min(max(1.0, self.threat[h] / (ODDS.depot * atlas.cover[h])), GOAL.depot_guard)
                out.append(Goal(h, GOAL.depot, need, False, longest=GOAL.depot_calls))
        return out

    def _stacks(self) -> list[Goal]:
        """Enemy stacks that can be crushed, or that block a railway."""
        atlas, out = self.atlas, list[Goal]()
        apart = self.board.distance
        for h in sorted(self.foes_at):
            force = self.foe_cf[h] * atlas.cover[h]
            blocks = h in self.railways.blockers
            if blocks or self.support[h] >= GOAL.crush * force:
                worth = GOAL.stack + GOAL.factor * self.foe_cf[h] + GOAL.place * min(atlas.worth[h], GOAL.place_most)
                worth += GOAL.strangler if h in self.rear_lines else GOAL.corridor * self.corridor.get(h, 0.0)
                if is_isolated(self.foes_at[h][0]) and h not in self.rear_lines:
                    worth *= GOAL.starving
                worth += GOAL.menace if any(apart(h, t) <= GOAL.menace_near for t in self.treasures) else 0.0
                worth += GOAL.block if blocks else 0.0
                calls = GOAL.block_calls if blocks else GOAL.stack_calls
                out.append(Goal(h, worth, GOAL.mass * force, True, longest=calls, army=True))
        return out

    @cached_property
    def last_stand(self) -> list[Goal]:
        """The only capital, if the enemy marches on it, and the hexes round it: losing it loses the war."""
        capitals = self.view.known.capitals
        if len(capitals) != 1 or self.holder(capitals[0]) is not self.side or self.bold:
            return []
        capital = capitals[0]
        way = self.atlas.far(capital)
        near = [i for i in sorted(self.foes_at) if way[i] <= STAND.marched]
        force = sum(self.foe_cf[i] * STAND.nearing ** max(0, way[i] - STAND.siege) for i in near)
        if force < STAND.raiding:
            return []
        ring = [j for j in self.net[capital] if not self.foe_cf[j]]
        share = min(STAND.ring * force / max(1, len(ring)), STAND.ring_most)
        round_it = [Goal(j, STAND.ring_worth, share, False, last=True) for j in ring if share >= STAND.ring_least]
        need = min(max(STAND.least, STAND.share * force), STAND.most)
        return [Goal(capital, STAND.worth, need, False, last=True), *round_it]

    def _openings(self) -> list[Goal]:
        """Railway hexes to open; an enemy unit on one is to be beaten, which is a goal of its own."""
        free = [(h, value) for h, value in sorted(self.corridor.items()) if not self.foe_cf[h]]
        urgent = self.railways.urgent
        out = [Goal(h, GOAL.urgent, GOAL.urgent_force, True, longest=GOAL.urgent_calls) for h, _ in free if h in urgent]
        return out + [
            Goal(h, v, GOAL.opening_force, True, longest=GOAL.opening_calls)
            for h, v in free
            if h not in urgent and v >= GOAL.opening
        ]

    @cached_property
    def treasures(self) -> tuple[int, ...]:
        """Own depots and victory places, which no enemy may approach."""
        depots = {u.hex for u in self.tail if "depot" in u.traits}
        control = self.view.control
        places = {h for h, worth in enumerate(self.atlas.worth) if worth >= VICTORY and control[h] is self.side}
        return tuple(sorted(depots | places))

    @cached_property
    def barrier(self) -> dict[int, float]:
        """Hexes on the enemy's shortest ways to places held, and how much is at stake behind them."""
        out: dict[int, float] = {}
        far = self.far_foe
        band = [i for i, d in enumerate(far) if 1 <= d <= FRONT.band and not self.shut[i]]
        held = [(g.hex, g.worth) for g in self.goals if not g.taking and g.worth >= 1]
        held += [(h, FRONT.lifeline) for h in sorted(self.railways.behind) if far[h] <= FRONT.close]
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
        for step in range(1, FRONT.scouted + 1):
            last, ring = ring, []
            for h in last:
                for j in net[h]:
                    if out[j] == FAR and not own_cf[j]:
                        out[j] = step
                        if j not in walls:
                            ring.append(j)
        for h in self.mine_at:
            beside = [out[j] + 1 for j in net[h] if out[j] < FRONT.scouted and (not out[j] or j not in walls)]
            out[h] = min(beside, default=FAR)
        return out

    def exposed(self, index: int) -> bool:
        """Could an enemy be there soon if the units in between march off?"""
        kept = FRONT.kept if self.mine_at.get(index) else FRONT.next_door
        return self.far_foe[index] <= kept or self.raids[index] <= FRONT.raid

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
        near = {h for line in self.railways.behind for h, _ in self.atlas.disk(line, FRONT.beside)}
        return frozenset(h for h in self.foes_at if h in near)
