"""Which railways are converted: those the army will live on, towards the next cities?"""

from __future__ import annotations

from ecs import Command
from ecs.commands import Regauge
from game.opponents.impulse.quarters_rear import Rear
from game.opponents.impulse.theatre import FAR, spread

Choice = tuple[Command, str]
FULL, FIGHTING, END = 3, 8, 16
CITY = 6.0
LONG = 24
SHORT_CHAIN = {"Snow": 5, "Mud": 6}
CHAIN = 8
DETOUR = 0.02


def conversion(rear: Rear, refused: set[Command]) -> Choice | None:
    """The chain that brings most of the army, and the next cities, nearer to a railhead."""
    now = rear.now
    ends = [now.board.by_label[c.hex] for c in now.seat.legal() if isinstance(c, Regauge) and c not in refused]
    if not ends:
        return None
    lengths = _lengths(rear)
    wants = _wants(rear)
    most = min((n for word, n in SHORT_CHAIN.items() if word in now.view.weather_text.partition(";")[0]), default=CHAIN)
    best: tuple[float, int] | None = None
    for end in ends:
        near = rear.atlas.far(end)
        value = sum(force * max(0.0, _fed(near[h]) - _fed(rear.railhead[h])) for h, force in wants)
        value += sum(CITY * w * max(0.0, _near(near[c]) - _near(rear.railhead[c])) for c, w in _goals(rear))
        groups = 1 if lengths[end] <= most else 2
        key = (value / groups - DETOUR * lengths[end], -end)
        if best is None or key > best:
            best = key
    if best is None or best[0] <= 0.0:
        return None
    return Regauge(now.label(-best[1])), f"The railhead moves up to {now.name(-best[1])}."


def _wants(rear: Rear) -> list[tuple[int, float]]:
    """Own stacks and their factors."""
    return [(h, float(force)) for h, force in enumerate(rear.now.own_cf) if force]


def _goals(rear: Rear) -> tuple[tuple[int, float], ...]:
    return rear.prizes


def _fed(away: int) -> float:
    """How well a stack so far from a railhead is fed: fully, well enough to attack, to live, not."""
    if away <= FULL:
        return 1.0
    if away <= FIGHTING:
        return 1.0 - 0.06 * (away - FULL)
    return max(0.0, 0.6 - 0.075 * (away - FIGHTING)) if away < END else 0.0


def _near(away: int) -> float:
    return max(0.0, 1.0 - away / LONG) if away < FAR else 0.0


def _lengths(rear: Rear) -> list[int]:
    """Railway hexes from the own railheads, whoever's they are."""
    starts = rear.fed(rear.side)
    return spread(rear.atlas.rails, starts)
