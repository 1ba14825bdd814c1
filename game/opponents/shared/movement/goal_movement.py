"""Where everybody goes who has no attack, ring or post: to what he can take or has to cover, hex by hex."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.shared.movement.march_orders import MarchOrders
from game.opponents.shared.movement.task_assignment import Bid, Errand, share_out

HASTE, CROWD, FAST, FIRST, STEP = 0.9, 0.3, 1.6, 1.5, 0.45
LIGHT, MOST_WORTH = 3.0, 5.0


class ErrandMovement(ABC):
    """Sends the units in hand to the hexes that suit them best.

    ``LONGEST``: hexes from which an errand still calls; ``HEAVY``: how much an attack factor keeps a unit from guards.

    :param bold: goes for the enemy's places and stacks, and guards with as little as will do.
    """

    LONGEST = 22
    HEAVY = 1

    def __init__(self, march: MarchOrders, storm: Sequence[float], fear: float, bold: bool = True) -> None:
        """:param storm: enemy factors that can fall on each hex; ``fear``: how much it minds losing what it exposes."""
        self.march, self.now, self.storm, self.fear, self.bold = march, march.now, storm, fear, bold
        self.errands = self._errands()
        self.errand = self._share()

    # -- what a game decides --------------------------------------------------------------------------------

    @abstractmethod
    def _errands(self) -> list[Errand]:
        """What is to be taken, covered or beaten."""

    @abstractmethod
    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """What it is worth to have a unit in a hex, and to have taken the way there."""

    @abstractmethod
    def is_fast(self, unit: UnitView) -> bool:
        """Does a unit go ahead of the others?"""

    @abstractmethod
    def force(self, h: int) -> float:
        """What holds a hex, as ordered."""

    def way(self, unit: UnitView, goal: int) -> Sequence[int]:
        """Of every hex, how far it is for a unit from there to a goal."""
        return self.march.atlas.far(goal)

    def brings(self, unit: UnitView, errand: Errand) -> float:
        """What a unit adds to an errand."""
        return float(unit.attack)

    # -- what for -------------------------------------------------------------------------------------------

    def _share(self) -> dict[str, Errand]:
        """Unit -> errand, the best pair first; each unit sent makes the next less needed."""
        bids: list[Bid] = []
        for unit in self.march.free():
            quick = FAST if self.is_fast(unit) else 1.0
            self.now.seat.working()
            for k, errand in enumerate(self.errands):
                away = self.way(unit, errand.hex)[unit.hex]
                guards = self.bold and not errand.taking
                if away <= self.LONGEST and (not guards or away <= 2 * unit.movement):
                    value = errand.worth * HASTE ** (away / quick)
                    if guards:
                        value *= (LIGHT + 2.0) / (LIGHT + self.HEAVY * unit.attack)
                    bids.append((value, unit.id, k))
        by_id = self.now.by_id
        return share_out(bids, self.errands, CROWD, lambda name, errand: self.brings(by_id[name], errand))

    # -- where to -------------------------------------------------------------------------------------------

    def go(self, who: Callable[[UnitView], bool] = lambda _: True) -> None:
        """Order everybody who is in hand, or those of a kind, the strong and fast first."""
        units = [u for u in self.march.free() if who(u)]
        units.sort(key=lambda u: (-u.attack * (FIRST if self.is_fast(u) else 1.0), u.hex, u.id))
        for unit in units:
            self._send(unit)

    def _send(self, unit: UnitView) -> int | None:
        """Order a unit to the hex that is best for it; None if there is no room in any, not even in its own."""
        march, steps = self.march, self.march.steps[unit.id]
        spots = march.spots(unit)
        if not spots:
            march.send(unit, unit.hex, "")
            return None
        best = max(spots, key=lambda h: (self.value(unit, h, steps.get(h)), h == unit.hex, -h))
        errand = self.errand.get(unit.id)
        why = "To a better place."
        if errand is not None:
            why = f"{'Towards' if errand.taking else 'To cover'} {self.now.name(errand.hex)}."
        march.send(unit, best, why)
        return best

    def progress(self, unit: UnitView, h: int) -> float:
        """What a hex brings a unit on the way to its errand, and at its end."""
        errand = self.errand.get(unit.id)
        if errand is None:
            return 0.0
        way = self.way(unit, errand.hex)
        gained = max(-2 * unit.movement, way[unit.hex] - way[h])
        value = STEP * sqrt(min(errand.worth, MOST_WORTH)) * gained
        if h == errand.hex:
            lacks = errand.taking or self.force(h) < errand.demand
            value += 1.0 + errand.worth if lacks else 0.0
        return value
