"""Counters gathered from afar: one large symbol for all of a side who stand near each other, with their strength."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ecs import Side
from ecs.board.board import Board
from ecs.core.view import UnitView
from game.ui.map_view.counters.counter_faces import CounterLook, look_of

HEADQUARTERS = "hq"
SPACING = 1.15
"""Symbols stand so many of their own sides apart at least; who is nearer to one than that is counted to it."""
ROUNDS = 24


@dataclass(frozen=True, slots=True)
class Formation:
    """Units of one side that stand together.

    ``at``: map pixel of the symbol, ``home``: where the weight of its units is; ``lead``: the strongest of them;
    ``units``: how many; ``factors``: those they attack with, or of defence if none attacks, 0 unknown; ``name``: of the
    headquarters among them, or "".
    """

    side: Side
    at: tuple[float, float]
    home: tuple[float, float]
    lead: UnitView
    units: int
    factors: int
    name: str = ""

    @property
    def look(self) -> CounterLook:
        """The counter that is drawn for it."""
        look = look_of(self.lead)
        badges = tuple(badge for badge in look.badges if badge == "hidden")
        return look._replace(
            name=look.name if self.units == 1 else self.name,
            factors="" if look.veiled else str(self.factors),
            size="army" if self.units > 1 and look.size else look.size,
            badges=badges,
            disrupted=False,
        )


def formations(board: Board, units: Iterable[UnitView], near: float) -> tuple[Formation, ...]:
    """All units on the map in formations, the strongest first.

    :param near: map pixels within which units of a side are one formation, and symbols are kept apart.
    """
    stacks: dict[tuple[Side, int], list[UnitView]] = {}
    for unit in units:
        if unit.hex >= 0 and (unit.attack or unit.defence or unit.id.startswith("?") or _leads(unit)):
            stacks.setdefault((unit.side, unit.hex), []).append(unit)
    order = sorted(stacks, key=lambda spot: (-_weight(stacks[spot]), spot[0].value, spot[1]))
    found: list[Formation] = []
    left = dict.fromkeys(order)
    for spot in order:
        if spot in left:
            x, y = board.centre(spot[1])
            close = [s for s in left if s[0] is spot[0] and math.dist((x, y), board.centre(s[1])) <= near]
            for one in close:
                del left[one]
            found.append(_formation(board, spot[0], {s[1]: stacks[s] for s in close}))
    return _apart(found, near / SPACING)


def _leads(unit: UnitView) -> bool:
    """Is it a headquarters?"""
    return unit.symbol == HEADQUARTERS


def _weight(units: Iterable[UnitView]) -> int:
    return sum(max(u.attack, u.defence, 1) for u in units)


def _formation(board: Board, side: Side, stacks: dict[int, list[UnitView]]) -> Formation:
    weights = {index: _weight(here) for index, here in stacks.items()}
    total = sum(weights.values())
    spots = {index: board.centre(index) for index in stacks}
    x = sum(spots[i][0] * w for i, w in weights.items()) / total
    y = sum(spots[i][1] * w for i, w in weights.items()) / total
    units = [unit for here in stacks.values() for unit in here]
    lead = max(units, key=lambda u: (u.attack, u.defence, not u.id.startswith("?"), u.id))
    leaders = sorted(u.name for u in units if _leads(u))
    factors = sum(u.attack for u in units) or sum(u.defence for u in units)
    return Formation(side, (x, y), (x, y), lead, len(units), factors, leaders[0] if len(leaders) == 1 else "")


def _apart(found: Sequence[Formation], least: float) -> tuple[Formation, ...]:
    """Symbols moved a little, until none covers another; in ``ROUNDS`` rounds as far as there is room."""
    spots = [list(one.home) for one in found]
    for _ in range(ROUNDS):
        moved = False
        for a in range(len(spots)):
            for b in range(a + 1, len(spots)):
                moved = _push(spots[a], spots[b], least, a, b) or moved
        if not moved:
            break
    return tuple(replace(one, at=(x, y)) for one, (x, y) in zip(found, spots, strict=True))


def _push(one: list[float], two: list[float], least: float, a: int, b: int) -> bool:
    """Push two squares of a side of ``least`` apart along the way that is shorter."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    over_x, over_y = least - abs(dx), least - abs(dy)
    if over_x <= 0 or over_y <= 0:
        return False
    if over_x < over_y:
        part = (over_x / 2 + 0.01) * (1 if dx > 0 or (dx == 0 and a < b) else -1)
        one[0], two[0] = one[0] - part, two[0] + part
    else:
        part = (over_y / 2 + 0.01) * (1 if dy > 0 or (dy == 0 and a < b) else -1)
        one[1], two[1] = one[1] - part, two[1] + part
    return True
