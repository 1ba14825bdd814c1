"""Which tanks belong to which headquarters, its objective, and where it should stand."""

from __future__ import annotations

from functools import cached_property

from ecs.core.view import UnitView
from game.opponents.chit_staff.figures import ARMY
from game.opponents.chit_staff.position import FAINT, Goal, Position, strength
from game.opponents.shared.map_analysis import VICTORY

MOBILE = frozenset({"mech", "cav"})


class Armies:
    """Fast units shared out among the headquarters that lead them, nearest first and none too many to one.

    ``of``: unit -> headquarters; ``aims``: headquarters -> the place it goes for; ``posts``: headquarters -> the hex
    round which its army is to be when the segment ends.
    """

    def __init__(self, now: Position) -> None:
        self.now = now
        self.heads = sorted(
            (u for u in now.tail if {"hq", "german"} <= u.traits), key=lambda u: (now.board.hexes[u.hex].row, u.id)
        )
        self.of = self._muster()
        self.crews: dict[str, list[UnitView]] = {u.id: [] for u in self.heads}
        for name, head in self.of.items():
            self.crews[head].append(now.by_id[name])
        self.aims = self._aims()
        self.posts = {u.id: u.hex for u in self.heads}

    def _muster(self) -> dict[str, str]:
        now, out = self.now, dict[str, str]()
        if not self.heads:
            return out
        fast = [u for u in now.mine if "german" in u.traits and not MOBILE.isdisjoint(u.traits)]
        room = {u.id: len(fast) // len(self.heads) + ARMY.spare for u in self.heads}
        apart = now.board.distance
        for _, name, head in sorted((apart(u.hex, hq.hex), u.id, hq.id) for u in fast for hq in self.heads):
            if name not in out and room[head]:
                out[name] = head
                room[head] -= 1
        return out

    def _aims(self) -> dict[str, Goal]:
        """Give every army a city of its own: the most promising pairs first."""
        now, out, taken = self.now, dict[str, Goal](), set[int]()
        rated = []
        for hq in self.heads:
            if not self.crews[hq.id]:
                continue
            for goal in now.goals:
                if goal.taking and not goal.army and now.atlas.worth[goal.hex] >= VICTORY:
                    away = now.atlas.far(goal.hex)[hq.hex]
                    rated.append((-goal.worth * ARMY.nearer ** (away + now.gap[goal.hex]), hq.id, goal.hex, goal))
        for _, name, h, goal in sorted(rated, key=lambda r: r[:3]):
            if name not in out and h not in taken:
                out[name] = goal
                taken.add(h)
        return out

    @cached_property
    def weight(self) -> dict[str, float]:
        """Headquarters -> factors of its army."""
        return {name: sum(strength(u) for u in crew) for name, crew in self.crews.items()}

    def post(self, head: UnitView, reach: list[int]) -> int:
        """The hex in reach of its army that is nearest to its objective."""
        now, apart = self.now, self.now.board.distance
        span = now.span(head.id)
        crew = [(u.hex, max(strength(u), FAINT), u.movement + span) for u in self.crews[head.id]]
        aim = self.aims.get(head.id)
        way = now.atlas.far(aim.hex) if aim is not None else None

        def value(h: int) -> float:
            total = sum(weight for spot, weight, pace in crew if apart(spot, h) <= pace)
            total -= ARMY.straggler * sum(weight * max(0, apart(spot, h) - span) for spot, weight, _ in crew)
            if way is not None:
                total += ARMY.way * (way[head.hex] - way[h])
            return total - ARMY.hunger * max(0, now.gap[h] - ARMY.free) - (ARMY.front if now.far_foe[h] <= 1 else 0.0)

        self.posts[head.id] = max([head.hex, *sorted(reach)], key=lambda h: (value(h), h == head.hex, -h))
        return self.posts[head.id]

    def beyond(self, unit: UnitView, h: int) -> int:
        """How many hexes out of its headquarters' reach a unit would stand."""
        head = self.of.get(unit.id)
        return max(0, self.now.board.distance(h, self.posts[head]) - self.now.span(head)) if head else 0

    def cares(self, unit: UnitView, goal: Goal) -> float:
        """How much of a goal's worth counts for a unit: little if its army is elsewhere."""
        head = self.of.get(unit.id)
        if head is None:
            return 1.0
        aim = self.aims.get(head)
        if aim is not None and aim.hex == goal.hex:
            return ARMY.aim
        return 1.0 if self.now.board.distance(goal.hex, self.posts[head]) <= ARMY.round_it else ARMY.elsewhere
