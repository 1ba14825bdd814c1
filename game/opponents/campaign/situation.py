"""How does the front look from one seat: who stands where, what threatens what, where is supply, what is at stake?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ecs import Side, View
from ecs.view import UnitView
from game.opponents.campaign.atlas import FAR, Atlas, atlas_of, spread
from game.opponents.seat import Seat

NO_FIGHTERS = frozenset({"hq", "air", "depot", "art"})
REACH = 5
FADE = (1.0, 1.0, 0.85, 0.65, 0.45, 0.3)
NEAR_GOALS = 22
HORIZON = 9


def is_fighter(unit: UnitView) -> bool:
    """A combat unit on the map."""
    return unit.hex >= 0 and NO_FIGHTERS.isdisjoint(unit.traits)


def strength(unit: UnitView) -> float:
    """What a unit is worth in a fight: its factor, half out of supply."""
    return unit.attack * (1.0 if unit.supplied else 0.5)


@dataclass(slots=True)
class Goal:
    """A place to take or to hold: what it is worth, and how many factors it takes."""

    hex: int
    worth: float
    taking: bool
    demand: float
    sent: float = 0.0


class Situation:
    """A view, sorted by hex, with the fields that marches and battles are judged by.  Lists are by board index."""

    def __init__(self, seat: Seat, view: View) -> None:
        self.seat, self.view, self.side = seat, view, view.side
        self.board = view.board
        self.atlas: Atlas = atlas_of(view.board)
        on_map = sorted((u for u in view.units if u.hex >= 0), key=lambda u: (u.hex, u.id))
        self.by_id = {u.id: u for u in view.units}
        self.mine = [u for u in on_map if u.side is view.side and is_fighter(u)]
        self.foes = [u for u in on_map if u.side is not view.side and is_fighter(u)]
        self.tail = [u for u in on_map if u.side is view.side and not is_fighter(u)]
        self.mine_at = _by_hex(self.mine)
        self.foes_at = _by_hex(self.foes)
        size = self.atlas.size
        self.foe_cf, self.own_cf = [0.0] * size, [0.0] * size
        for u in self.foes:
            self.foe_cf[u.hex] += strength(u)
        for u in self.mine:
            self.own_cf[u.hex] += strength(u)
        self.shut = [bool(self.foe_cf[i]) for i in range(size)]

    # -- fields ---------------------------------------------------------------------------------------

    @cached_property
    def far_foe(self) -> list[int]:
        """Hexes to the nearest enemy combat unit."""
        return spread(self.atlas.net, self.foes_at, (), 14)

    @cached_property
    def far_own(self) -> list[int]:
        """Hexes to the nearest own combat unit."""
        return spread(self.atlas.net, self.mine_at, (), 14)

    @cached_property
    def threat(self) -> list[float]:
        """Enemy factors that can be brought against a hex soon."""
        return self._pressure(self.foe_cf, self.foes_at)

    @cached_property
    def support(self) -> list[float]:
        """Own factors that can be brought to a hex soon."""
        return self._pressure(self.own_cf, self.mine_at)

    def _pressure(self, factors: list[float], stacks: Iterable[int]) -> list[float]:
        out = [0.0] * self.atlas.size
        for start in stacks:
            force = factors[start]
            for h, d in self.atlas.disk(start, REACH):
                out[h] += force * FADE[d]
        return out

    @cached_property
    def supply(self) -> frozenset[int]:
        """Hexes with a line of supply now."""
        return self.seat.supply(self.side)

    @cached_property
    def gap(self) -> list[int]:
        """Hexes to the nearest hex in supply, round the enemy."""
        return spread(self.atlas.net, self.supply, self.shut, 20)

    @cached_property
    def enemy_zones(self) -> frozenset[int]:
        """Hexes in enemy zones."""
        return frozenset(self.seat.zones(self.side.other))

    @cached_property
    def open_ground(self) -> list[int]:
        """Hexes to the ground that is joined to one's own rear, past hexes the enemy could close in one step."""
        far, control = self.far_foe, self.view.control
        rear = [i for i in self.supply if far[i] >= 5 and control[i] is self.side]
        shut = [far[i] < 2 and not self.own_cf[i] for i in range(self.atlas.size)]
        joined = spread(self.atlas.net, rear, shut)
        if not rear:
            return [0] * self.atlas.size
        return spread(self.atlas.net, [i for i, d in enumerate(joined) if d < FAR], self.shut, 14)

    # -- what is at stake -------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> list[Goal]:
        """Places worth sending somebody to, by hex."""
        out = []
        control = self.view.control
        for h, worth in enumerate(self.atlas.worth):
            if not worth:
                continue
            if control[h] is not self.side:
                if self.far_own[h] < FAR or worth >= 4:
                    need = max(4.0, 2.5 * self.foe_cf[h] * self.atlas.cover[h] + 0.5 * self.threat[h])
                    out.append(Goal(h, worth, True, need))
            elif self.far_foe[h] <= HORIZON and worth >= 1:
                need = max(1.0, self.threat[h] / (2.5 * self.atlas.cover[h]))
                out.append(Goal(h, worth, False, min(need, 12.0)))
        return out

    @cached_property
    def barrier(self) -> dict[int, float]:
        """Hexes on the enemy's shortest ways to places held, and how much is at stake behind them."""
        out: dict[int, float] = {}
        far = self.far_foe
        band = [i for i, d in enumerate(far) if 1 <= d <= 4 and not self.shut[i]]
        for goal in self.goals:
            if goal.taking or goal.worth < 1:
                continue
            way, total = self.atlas.far(goal.hex), far[goal.hex]
            stake = goal.worth / (2.0 + total)
            for i in band:
                if far[i] + way[i] <= total + 1:
                    out[i] = out.get(i, 0.0) + stake
        return out

    def holder(self, index: int) -> Side | None:
        """Who controls a hex."""
        return self.view.control[index]

    def label(self, index: int) -> str:
        """The printed label."""
        return self.board.hexes[index].label

    def name(self, index: int) -> str:
        """The place's name, or its label."""
        spot = self.board.hexes[index]
        return spot.name or spot.label


def _by_hex(units: Iterable[UnitView]) -> dict[int, list[UnitView]]:
    out: dict[int, list[UnitView]] = {}
    for unit in units:
        out.setdefault(unit.hex, []).append(unit)
    return out
