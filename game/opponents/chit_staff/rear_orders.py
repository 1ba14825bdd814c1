"""Orders behind the front: new units, replacements, conversions, works, airbases, railways, depots."""

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
from game.opponents.chit_staff.figures import DEPOT, REPAIR, RESERVE
from game.opponents.chit_staff.position import FAINT, Position, strength
from game.opponents.players import Choice
from game.opponents.shared.answers import Desks, first_order
from game.opponents.shared.map_analysis import FAR, VICTORY

BEFORE_FIGHTERS = 50.0  # headquarters, depots and aircraft come in first


def order(now: Position, refused: set[Command]) -> Choice | None:
    """The next useful order behind the front; None if there is none."""
    return first_order((c for c in now.view.legal if c not in refused), _DESKS, now)


def _need(now: Position) -> Callable[[int], float]:
    """How much a new unit is wanted in a hex: behind the front, near what is threatened."""
    calls: list[tuple[list[int], float, float]] = []
    for goal in now.goals:
        if goal.taking:
            calls.append((now.atlas.far(goal.hex), RESERVE.taking * goal.worth, RESERVE.taking_fade))
        else:
            here = sum(now.own_cf[j] for j in (goal.hex, *now.atlas.net[goal.hex]))
            lack = max(RESERVE.lack, 1.0 - here / max(1.0, goal.demand + RESERVE.margin))
            calls.append((now.atlas.far(goal.hex), goal.worth * lack, RESERVE.holding_fade))

    @cache
    def need(index: int) -> float:
        heard = (worth * fade ** way[index] for way, worth, fade in calls if way[index] <= RESERVE.heard)
        value = max(heard, default=0.0)
        far = now.far_foe[index]
        if far <= 1:
            value -= RESERVE.front
        if now.atlas.worth[index] >= VICTORY and not now.own_cf[index] and now.raids[index] <= RESERVE.open:
            value += RESERVE.urgent
        if now.open_ground[index]:
            value -= RESERVE.pocket
        return (
            value + RESERVE.cover * now.atlas.cover[index] - RESERVE.crowd * now.own_cf[index] * (far > RESERVE.behind)
        )

    return need


def _enter(now: Position, options: Sequence[Enter]) -> Choice | None:
    need = _need(now)

    def value(c: Enter) -> tuple[float, int, str]:
        unit, h = now.by_id[c.unit], now.at(c.hex)
        worth = need(h) if unit.traits.isdisjoint(("hq", "air", "depot")) else _staff_place(now, unit, h)
        return worth + RESERVE.strong * unit.attack, -h, c.unit

    best = max(options, key=value)
    return best, f"{now.name(now.at(best.hex))} needs it most."


def _staff_place(now: Position, unit: UnitView, h: int) -> float:
    far = now.far_foe[h]
    near = sum(now.own_cf[j] for j, _ in now.atlas.disk(h, RESERVE.staff_near))
    risk = RESERVE.staff_risk if far <= RESERVE.staff_safe and now.own_cf[h] < RESERVE.staff_escort else 0.0
    value = RESERVE.staff_company * near - RESERVE.staff_off * abs(far - RESERVE.staff_far)
    return value - risk + RESERVE.staff_place * now.atlas.worth[h] + BEFORE_FIGHTERS


def _refit(now: Position, options: Sequence[Refit]) -> Choice | None:
    def value(c: Refit) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        near = 1.0 if unit.hex >= 0 and now.far_foe[unit.hex] <= REPAIR.near else REPAIR.behind
        return unit.cost * (REPAIR.fast if "mech" in unit.traits else 1.0) * near, c.unit

    return max(options, key=value), "Replacements where they count most."


def _rebuild(now: Position, options: Sequence[Rebuild]) -> Choice | None:
    def value(c: Rebuild) -> tuple[float, int, str]:
        unit = now.by_id[c.unit]
        return unit.cost * (REPAIR.fast if "mech" in unit.traits else 1.0), -c.lost, c.unit

    return max(options, key=value), "Rebuild a lost unit."


def _convert(now: Position, options: Sequence[Convert]) -> Choice | None:
    return max(options, key=lambda c: (now.by_id[c.unit].attack, c.text())), "Better equipment."


def _recall(now: Position, options: Sequence[Recall]) -> Choice | None:
    def harm(c: Recall) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        near = 0.0 if unit.hex < 0 else max(0.0, REPAIR.missed_near - now.far_foe[unit.hex]) * REPAIR.missed
        return strength(unit) + near, c.unit

    return min(options, key=harm), "A unit must leave. This one will be missed least."


def _build(now: Position, options: Sequence[Build]) -> Choice | None:
    def value(c: Build) -> tuple[float, int, str]:
        h = now.at(c.hex)
        far = now.far_foe[h]
        near = (
            now.atlas.worth[h] * max(0.0, REPAIR.works_near - far) / max(1.0, REPAIR.works_near)
            if far > 1 or now.own_cf[h]
            else 0.0
        )
        return near, -h, c.what

    best = max(options, key=value)
    return (best, "") if value(best)[0] > REPAIR.works else None


def _raze(now: Position, options: Sequence[Raze]) -> Choice | None:
    far = (c for c in options if now.far_foe[now.at(c.hex)] > REPAIR.razed)
    return next(((c, "The works are needed elsewhere.") for c in far), None)


def _rebase(now: Position, options: Sequence[Rebase]) -> Choice | None:
    """Leave bases far behind, or under the enemy's guns, for better ones."""

    @cache
    def merit(h: int) -> float:
        far = now.far_foe[h]
        if far <= REPAIR.close and now.own_cf[h] < REPAIR.escort:
            return -REPAIR.overrun
        targets = sum(min(now.foe_cf[j], REPAIR.target_most) for j, _ in now.atlas.disk(h, REPAIR.reach))
        value = REPAIR.target * targets - REPAIR.off * abs(far - REPAIR.base)
        return value - (REPAIR.pocket if now.open_ground[h] else 0.0)

    def gain(c: Rebase) -> tuple[float, str, int]:
        return merit(now.at(c.hex)) - merit(now.by_id[c.unit].hex), c.unit, -now.at(c.hex)

    best = max(
        (c for c in options if not REPAIR.close < now.far_foe[now.by_id[c.unit].hex] <= REPAIR.reach),
        key=gain,
        default=None,
    )
    return (best, "Closer to the front.") if best is not None and gain(best)[0] >= REPAIR.least else None


def _rail(now: Position, options: Sequence[MoveByRail | Sail]) -> Choice | None:
    need = _need(now)

    def goes(c: MoveByRail | Sail) -> bool:
        unit = now.by_id[c.unit]
        idle = now.far_foe[unit.hex] > RESERVE.idle or now.open_ground[unit.hex] > 0
        return idle and "hq" not in unit.traits and now.far_foe[now.at(c.hex)] >= 2

    def gain(c: MoveByRail | Sail) -> tuple[float, str, int]:
        unit, there = now.by_id[c.unit], now.at(c.hex)
        return (need(there) - need(unit.hex)) * max(strength(unit), FAINT), c.unit, -there

    best = max(filter(goes, options), key=gain, default=None)
    if best is None or gain(best)[0] < RESERVE.least:
        return None
    return best, f"Reserves for {now.name(now.at(best.hex))}."


def _depot(now: Position, options: Sequence[MoveDepot]) -> Choice | None:
    """Move a depot as far along its line as is safe; back when it is not."""
    best: tuple[float, str, int] | None = None
    for name in sorted({c.unit for c in options}):
        unit = now.by_id[name]
        value = _depot_field(now, [u.hex for u in now.tail if "depot" in u.traits and u.id != name])
        here = value(unit.hex) - DEPOT.along * now.railways.left(name, unit.hex)
        for h in (now.at(c.hex) for c in options if c.unit == name):
            now.seat.working()
            key = (value(h) - DEPOT.along * now.railways.left(name, h) - here, name, -h)
            best = max(best or key, key)
    if best is None or best[0] <= DEPOT.least:
        return None
    return MoveDepot(best[1], now.label(-best[2])), "Bring supply up behind the army."


def _depot_field(now: Position, others: Sequence[int]) -> Callable[[int], float]:
    """The value of a hex to a depot, given those that stand elsewhere."""
    far, apart, reach = now.atlas.far, now.board.distance, dict(now.view.known.supply_paths).get(Sky.FAIR, 0)
    wants: list[tuple[list[int], float, float]] = []
    for goal in now.goals:
        if goal.taking:
            way = far(goal.hex)
            wants.append((way, DEPOT.goal * goal.worth, max((DEPOT.draw ** way[o] for o in others), default=0.0)))
    hungry = [(u.hex, max(strength(u), FAINT), min((apart(o, u.hex) for o in others), default=FAR)) for u in now.mine]

    def value(h: int) -> float:
        total = sum(weight * max(0.0, DEPOT.draw ** way[h] - shared) for way, weight, shared in wants)
        for spot, force, nearest in hungry:
            total += force * max(0.0, _fed(apart(h, spot), reach) - _fed(nearest, reach))
        if now.far_foe[h] <= DEPOT.near:
            held = now.own_cf[h] + DEPOT.beside * sum(now.own_cf[j] for j in now.atlas.net[h])
            total -= DEPOT.storm * max(0.0, now.threat[h] / ((held + FAINT) * now.atlas.cover[h]) - DEPOT.bearable)
        if not now.own_cf[h]:
            total -= DEPOT.exposed if now.raids[h] <= DEPOT.soon else DEPOT.empty
        elif now.own_cf[h] < DEPOT.escort and now.far_foe[h] <= DEPOT.weak_near:
            total -= DEPOT.weak
        return total

    return value


def _fed(away: int, reach: int) -> float:
    """How good supply is at this many hexes from a depot: good within its reach, poor beyond."""
    return DEPOT.fed if away <= reach else max(0.0, DEPOT.beyond - DEPOT.fade * (away - reach))


def _first(why: str) -> Callable[[Position, Sequence[Command]], Choice | None]:
    """A desk that takes the first command there is."""
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
