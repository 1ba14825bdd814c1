"""What is done behind the front: new units, replacements, conversions, works, air bases, railways, depots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ecs import Command
from ecs.core.commands import (
    Airlift,
    AsAdvised,
    Build,
    Cadre,
    Convert,
    Enter,
    Merge,
    MoveByRail,
    MoveDepot,
    Raze,
    Rebase,
    Rebuild,
    Recall,
    Refit,
    Sail,
)
from ecs.core.known_facts import Sky
from ecs.core.view import UnitView
from game.opponents.chit_staff.position import Position, strength
from game.opponents.players import Choice
from game.opponents.shared.answers import Desks, first_order

SAFE = 3
HEARD = 20
DRAW = 0.93
ALONG = 5.0
SOON = 6
EXPOSED = 24.0
STORM = 10.0
OPEN = 14


def order(now: Position, refused: set[Command]) -> Choice | None:
    """The next useful thing to do behind the front; None if there is nothing."""
    return first_order((c for c in now.view.legal if c not in refused), _DESKS, now)


def _need(now: Position) -> Callable[[int], float]:
    """How much a fresh unit is wanted in a hex: behind the front, near what is threatened."""
    calls: list[tuple[list[int], float, float]] = []
    for goal in now.goals:
        if goal.taking:
            calls.append((now.atlas.far(goal.hex), 0.5 * goal.worth, 0.92))
        else:
            here = sum(now.own_cf[j] for j in (goal.hex, *now.atlas.net[goal.hex]))
            lack = max(0.15, 1.0 - here / (goal.demand + 3.0))
            calls.append((now.atlas.far(goal.hex), goal.worth * lack, 0.9))

    @cache
    def need(index: int) -> float:
        heard = (worth * fade ** way[index] for way, worth, fade in calls if way[index] <= HEARD)
        value = max(heard, default=0.0)
        far = now.far_foe[index]
        if far <= 1:
            value -= 2.0
        if now.atlas.worth[index] >= 4 and not now.own_cf[index] and now.raids[index] <= OPEN:
            value += 5.0
        if now.open_ground[index]:
            value -= 4.0
        return value + 0.3 * now.atlas.cover[index] - 0.1 * now.own_cf[index] * (far > 4)

    return need


def _enter(now: Position, options: Sequence[Enter]) -> Choice | None:
    need = _need(now)

    def value(c: Enter) -> tuple[float, int, str]:
        unit, h = now.by_id[c.unit], now.at(c.hex)
        worth = need(h) if unit.traits.isdisjoint(("hq", "air", "depot")) else _staff_place(now, unit, h)
        return worth + 0.01 * unit.attack, -h, c.unit

    best = max(options, key=value)
    return best, f"{now.name(now.at(best.hex))} needs it most."


def _staff_place(now: Position, unit: UnitView, h: int) -> float:
    far = now.far_foe[h]
    near = sum(now.own_cf[j] for j, _ in now.atlas.disk(h, 3))
    risk = 6.0 if far <= SAFE and now.own_cf[h] < 6 else 0.0
    return 0.3 * near - 0.4 * abs(far - 5) - risk + 0.2 * now.atlas.worth[h] + 50.0


def _refit(now: Position, options: Sequence[Refit]) -> Choice | None:
    def value(c: Refit) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        near = 1.0 if unit.hex >= 0 and now.far_foe[unit.hex] <= 6 else 0.6
        return unit.cost * (1.2 if "mech" in unit.traits else 1.0) * near, c.unit

    return max(options, key=value), "Replacements where they count most."


def _rebuild(now: Position, options: Sequence[Rebuild]) -> Choice | None:
    def value(c: Rebuild) -> tuple[float, int, str]:
        unit = now.by_id[c.unit]
        return unit.cost * (1.2 if "mech" in unit.traits else 1.0), -c.lost, c.unit

    return max(options, key=value), "Rebuild a lost unit."


def _convert(now: Position, options: Sequence[Convert]) -> Choice | None:
    return max(options, key=lambda c: (now.by_id[c.unit].attack, c.text())), "Better equipment."


def _recall(now: Position, options: Sequence[Recall]) -> Choice | None:
    def harm(c: Recall) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        near = 0.0 if unit.hex < 0 else max(0.0, 6 - now.far_foe[unit.hex]) * 0.3
        return strength(unit) + near, c.unit

    return min(options, key=harm), "A unit must leave. This one will be missed least."


def _build(now: Position, options: Sequence[Build]) -> Choice | None:
    def value(c: Build) -> tuple[float, int, str]:
        h = now.at(c.hex)
        far = now.far_foe[h]
        near = now.atlas.worth[h] * max(0.0, 9.0 - far) / 9.0 if far > 1 or now.own_cf[h] else 0.0
        return near, -h, c.what

    best = max(options, key=value)
    return (best, "") if value(best)[0] > 0.5 else None


def _raze(now: Position, options: Sequence[Raze]) -> Choice | None:
    far = (c for c in options if now.far_foe[now.at(c.hex)] > 11)
    return next(((c, "The works are needed elsewhere.") for c in far), None)


def _rebase(now: Position, options: Sequence[Rebase]) -> Choice | None:
    """Bases that lie far behind, or under the enemy's guns, are left for better ones."""

    @cache
    def merit(h: int) -> float:
        far = now.far_foe[h]
        if far <= 2 and now.own_cf[h] < 5:
            return -5.0
        targets = sum(min(now.foe_cf[j], 3.0) for j, _ in now.atlas.disk(h, 6))
        return 0.1 * targets - 0.5 * abs(far - 4) - (3.0 if now.open_ground[h] else 0.0)

    def gain(c: Rebase) -> tuple[float, str, int]:
        return merit(now.at(c.hex)) - merit(now.by_id[c.unit].hex), c.unit, -now.at(c.hex)

    best = max((c for c in options if not 2 < now.far_foe[now.by_id[c.unit].hex] <= 6), key=gain, default=None)
    return (best, "Closer to the front.") if best is not None and gain(best)[0] >= 2.0 else None


def _rail(now: Position, options: Sequence[MoveByRail | Sail]) -> Choice | None:
    need = _need(now)

    def goes(c: MoveByRail | Sail) -> bool:
        unit = now.by_id[c.unit]
        idle = now.far_foe[unit.hex] > 4 or now.open_ground[unit.hex] > 0
        return idle and "hq" not in unit.traits and now.far_foe[now.at(c.hex)] >= 2

    def gain(c: MoveByRail | Sail) -> tuple[float, str, int]:
        unit, there = now.by_id[c.unit], now.at(c.hex)
        return (need(there) - need(unit.hex)) * max(strength(unit), 0.5), c.unit, -there

    best = max(filter(goes, options), key=gain, default=None)
    if best is None or gain(best)[0] < 1.0:
        return None
    return best, f"Reserves for {now.name(now.at(best.hex))}."


def _depot(now: Position, options: Sequence[MoveDepot]) -> Choice | None:
    """As far along its line as is safe; back when it is not."""
    best: tuple[float, str, int] | None = None
    for name in sorted({c.unit for c in options}):
        unit = now.by_id[name]
        value = _depot_field(now, [u.hex for u in now.tail if "depot" in u.traits and u.id != name])
        here = value(unit.hex) - ALONG * now.railways.left(name, unit.hex)
        for h in (now.at(c.hex) for c in options if c.unit == name):
            now.seat.working()
            key = (value(h) - ALONG * now.railways.left(name, h) - here, name, -h)
            best = max(best or key, key)
    if best is None or best[0] <= 0.3:
        return None
    return MoveDepot(best[1], now.label(-best[2])), "Bring supply up behind the army."


def _depot_field(now: Position, others: Sequence[int]) -> Callable[[int], float]:
    """What a hex is worth to a depot beside those that stand elsewhere."""
    far, apart, reach = now.atlas.far, now.board.distance, dict(now.view.known.supply_paths).get(Sky.FAIR, 0)
    wants: list[tuple[list[int], float, float]] = []
    for goal in now.goals:
        if goal.taking:
            way = far(goal.hex)
            wants.append((way, 0.5 * goal.worth, max((DRAW ** way[o] for o in others), default=0.0)))
    hungry = [(u.hex, max(strength(u), 0.5), min((apart(o, u.hex) for o in others), default=99)) for u in now.mine]

    def value(h: int) -> float:
        total = sum(weight * max(0.0, DRAW ** way[h] - shared) for way, weight, shared in wants)
        for spot, force, nearest in hungry:
            total += force * max(0.0, _fed(apart(h, spot), reach) - _fed(nearest, reach))
        if now.far_foe[h] <= 4:
            held = now.own_cf[h] + 0.4 * sum(now.own_cf[j] for j in now.atlas.net[h])
            total -= STORM * max(0.0, now.threat[h] / ((held + 0.5) * now.atlas.cover[h]) - 0.8)
        if not now.own_cf[h]:
            total -= EXPOSED if now.raids[h] <= SOON else 1.5
        elif now.own_cf[h] < 2 and now.far_foe[h] <= 2:
            total -= 3.0
        return total

    return value


def _fed(away: int, reach: int) -> float:
    """How well a unit lives so many hexes from a depot: well within its reach, badly beyond."""
    return 0.6 if away <= reach else max(0.0, 0.5 - 0.07 * (away - reach))


def _first(why: str) -> Callable[[Position, Sequence[Command]], Choice | None]:
    """A desk that takes the first there is."""
    return lambda now, options: (options[0], why)


_DESKS: Desks = (
    (AsAdvised, _first("Cut the railway the enemy needs most.")),
    (Recall, _recall),
    (Convert, _convert),
    (Merge, _first("Form an army from divisions.")),
    (Refit, _refit),
    (Rebuild, _rebuild),
    (Cadre, _first("Rebuild a corps on this division.")),
    (Raze, _raze),
    (Build, _build),
    (Enter, _enter),
    (Rebase, _rebase),
    (MoveByRail, _rail),
    (Sail, _rail),
    (Airlift, _first("Supply the pocket by air.")),
    (MoveDepot, _depot),
)
