"""Tasks that come before any march: places held, the front closed, railways opened, enemies cut off."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ecs.core.view import ReachStep, UnitView
from game.opponents.chit_staff.figures import GUARD, ODDS, RAIL
from game.opponents.chit_staff.movement_orders import MovementOrders
from game.opponents.chit_staff.position import FAINT, Position, strength
from game.opponents.doctrine import table
from game.opponents.shared.encirclement import Cut, EncirclementSearch, Rings, order_rings, risk
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut, close_by_few, posts_by_hex
from game.opponents.shared.map_analysis import FAR, VICTORY, spread

# -- Enemies that fast units can cut off: they close what the front leaves open. -------------------------------------

RING_SEARCH = table("campaign", "rings", Rings)


class PocketSearch(EncirclementSearch):
    """Looks for pockets.  ``fixed``: hexes in or beside which units that stay where they are cast zones."""

    now: Position

    def __init__(self, now: Position, reach: Mapping[str, Collection[int]], fixed: frozenset[int]) -> None:
        super().__init__(now, RING_SEARCH, reach, fixed, now.net, now.net)

    def is_free(self, h: int) -> bool:
        """Is it own ground in supply, whoever stands beside it?"""
        now = self.now
        return now.holder(h) is now.side and h in now.supply and not now.foe_cf[h]

    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """All factors inside the ring."""
        return sum(self.now.foe_cf[h] for h in cut.inside())

    def merit(self, h: int) -> float:
        """The merit of a hex for the ring: good ground, not next to the enemy."""
        return _post(self.now, h)

    def distaste(self, unit: UnitView, h: int) -> float:
        """The order in which units are sent: the near and the weak first."""
        return _journey(self.now, unit, h)

    def cost(self, unit: UnitView, h: int) -> float:
        """What the unit could do elsewhere, and what it may lose to the enemies outside."""
        now, force = self.now, strength(unit)
        odds = now.threat[h] / (max(now.own_cf[h] + force, FAINT) * now.atlas.cover[h])
        return GUARD.tied * force + GUARD.alone * (risk(odds) * force)


# -- The line that keeps every enemy from railways and cities, and who closes it. ------------------------------------


def cordon(now: Position, mobile: frozenset[str]) -> list[int]:
    """Hexes between everything held and every supplied enemy; empty if there is nothing between them.

    :param mobile: units that can be put into the line; the others stand where they stand.
    """
    rear, front = _rear(now), _front(now)
    if not rear or not front:
        return []
    return cheapest_cut(now.atlas.net, _prices(now, mobile), rear, front, working=now.seat.working)


def man(
    now: Position, line: Sequence[int], fixed: Iterable[int], reach: Mapping[str, Collection[int]]
) -> dict[str, int]:
    """Unit -> hex, so that zones of control close as much of a line as possible with as few units as needed.

    :param fixed: hexes from which a zone is cast already, no matter who moves; ``reach``: unit -> hexes it can be in.
    """
    net, left = now.atlas.net, set(line)
    for h in fixed:
        left -= {h, *net[h]}

    def distaste(name: str, h: int) -> float:
        return _journey(now, now.by_id[name], h)

    return close_by_few(left, net, posts_by_hex(reach), lambda h: _post(now, h), distaste)[0]


def _post(now: Position, h: int) -> float:
    """Good ground, and none of it next to the enemy."""
    return GUARD.cover * now.atlas.cover[h] - GUARD.front * (now.far_foe[h] <= 1)


def _journey(now: Position, unit: UnitView, h: int) -> float:
    """The near and the weak are sent."""
    return now.board.distance(unit.hex, h) + GUARD.strong * unit.attack


def _rear(now: Position) -> list[int]:
    held = {*now.treasures, *now.railways.behind}
    return sorted(h for h in held if now.far_foe[h] > 1)


def _front(now: Position) -> list[int]:
    fed = now.seat.supply(now.side.other)
    worth, out = now.atlas.worth, {h for h in now.foes_at if h in fed}
    out.update(
        h for h in fed if worth[h] >= VICTORY and now.holder(h) is now.side.other and now.gap[h] > GUARD.line_band
    )
    return sorted(out)


def _prices(now: Position, mobile: frozenset[str]) -> list[int]:
    """What it takes to close each hex: little where own units are or can be this segment, more on poor ground."""
    feet = [u.hex for u in now.mine if u.id in mobile]
    away = spread(now.atlas.net, feet, now.shut, GUARD.line_band)
    out = []
    for h, d in enumerate(away):
        if now.foe_cf[h] or d >= FAR:
            out.append(ENDLESS)
            continue
        off = max(0, min(now.far_foe[h], GUARD.line_band) - GUARD.line_near)
        price = GUARD.line_hex + GUARD.line_step * max(0, d - GUARD.line_march) + GUARD.line_far * off
        out.append(max(2, round(price / now.atlas.cover[h])))
    return out


def last_stand(m: MovementOrders) -> None:
    """Hold a capital the enemy marches on with the strongest available units, then the hexes round it."""
    now = m.now
    for goal in now.last_stand:
        h, way = goal.hex, now.atlas.far(goal.hex)
        there = _stay(m, h)
        here, room = sum(map(now.power, there)), now.room_each - len(there)
        able = [u for u in m.free() if h == u.hex or h in m.steps[u.id]]
        able.sort(key=lambda u: (-u.attack, "mech" in u.traits, way[u.hex], u.id))
        for unit in able[: max(0, room)]:
            if here < goal.demand:
                m.send(unit, h, f"Hold {now.name(h)} at all costs.")
                here += now.power(unit)


def guards(m: MovementOrders, driving: bool = False) -> None:
    """Every depot, victory place, next stop of a depot and railway hex in enemy zones keeps one unit: the weakest that
    is there, or can come.

    :param driving: only what the depots live on, and places an enemy could be in at once; no unit on wheels comes.
    """
    now = m.now
    active = {u.id for u in m.active}
    depots = {u.hex for u in now.tail if "depot" in u.traits}
    spots = sorted(now.treasures, key=lambda h: (h not in depots, h))
    found: dict[str, int] = {}
    held = set(m.placed.values())
    for h in (*(h for h in spots if _open_to_raids(now, h, h in depots, driving)), *_railway_posts(now, driving)):
        if h in held:
            continue
        there = now.mine_at.get(h, [])
        if any(u.id not in active for u in there):
            continue
        able = there or [u for u in m.active if h in m.steps[u.id] and u.id not in found]
        close = not driving and (h in depots or now.far_foe[h] <= GUARD.menaced)
        able = [u for u in able if "mech" not in u.traits] or list(there) or (able if close else [])
        want = sum(now.threat[h] >= t for t in GUARD.alarms)
        if able:
            guard = min(able, key=lambda u: (max(0, want - u.attack), u.attack, now.atlas.far(h)[u.hex], u.id))
            found[guard.id] = h
        elif now.raids[h] <= GUARD.menaced + 1 and not driving:
            _relieve(m, h, found)
    for name, h in sorted(found.items()):
        m.send(now.by_id[name], h, f"Do not leave {now.name(h)} empty.")


def _open_to_raids(now: Position, h: int, depot: bool, driving: bool) -> bool:
    """Could an enemy be in a place soon; on a drive: at once, if no depot stands there?"""
    return now.exposed(h) if depot or not driving else now.raids[h] <= GUARD.menaced


def _railway_posts(now: Position, driving: bool) -> tuple[int, ...]:
    """Railway hexes that a unit must stand in."""
    rails = now.railways
    if driving:
        return (*rails.stations, *(h for h in rails.covered if h in rails.behind))
    return (*rails.covered, *rails.stations)


def garrisons(m: MovementOrders, driving: bool) -> None:
    """Hold depots and victory places within the enemy's reach in strength: no more than needed, the nearest on foot
    first.

    :param driving: no unit on wheels stays for it.
    """
    now = m.now
    spots = [h for h in now.treasures if now.raids[h] <= GUARD.raiders and now.threat[h]]
    for h in sorted(spots, key=lambda h: (h not in now.view.known.capitals, now.raids[h], h)):
        need = now.threat[h] / (ODDS.garrison * now.atlas.cover[h])
        here = sum(map(now.power, _stay(m, h)))
        way = now.atlas.far(h)
        able = [u for u in m.free() if h == u.hex or (h in m.steps[u.id] and way[u.hex] <= GUARD.relief)]
        able = [u for u in able if not (driving and "mech" in u.traits)]
        able.sort(key=lambda u: (u.hex != h, "mech" in u.traits, way[u.hex], u.attack, u.id))
        for unit in able:
            if here >= need:
                break
            if unit.hex == h or m.has_room(h):
                m.send(unit, h, f"Hold {now.name(h)}.")
                here += now.power(unit)


def _stay(m: MovementOrders, h: int) -> list[UnitView]:
    """Who will stand in a hex: units ordered there, and those in it that cannot move."""
    return [u for u in m.now.mine if m.at(u) == h and (u.id in m.placed or not u.can_act)]


def fall_back(m: MovementOrders) -> None:
    """In winter, bring units out of supply back to it where they can reach it, no farther than they must."""
    now = m.now
    for unit in [u for u in m.free() if not m.feeds(u.hex)]:
        ways = [h for h in m.steps[unit.id] if m.feeds(h) and m.has_room(h)]
        if ways:
            h = min(ways, key=lambda h: (now.board.distance(unit.hex, h), m.danger(h, strength(unit)), h))
            m.send(unit, h, "Get back into supply.")


def _relieve(m: MovementOrders, h: int, found: dict[str, int]) -> None:
    """Send the nearest unit on foot towards an open place that none can reach this turn."""
    way = m.now.atlas.far(h)
    near = [u for u in m.active if u.id not in found and "mech" not in u.traits and way[u.hex] <= GUARD.relief]
    if near:
        unit = min(near, key=lambda u: (way[u.hex], u.attack, u.id))
        spots = [i for i in m.steps[unit.id] if m.has_room(i)]
        if spots:
            found[unit.id] = min(spots, key=lambda i: (way[i], i))


def line(m: MovementOrders) -> None:
    """Close the front with infantry, so that no enemy walks through to the railways and cities behind."""
    now = m.now
    walkers = [u for u in now.mine if "zoc" in u.traits and "mech" not in u.traits]
    movable = {u.id for u in walkers if u.can_act and u.id not in m.placed}
    if not movable:
        return
    fixed = [m.at(u) for u in walkers if u.id not in movable]
    fixed += [m.at(u) for u in now.mine if {"zoc", "mech"} <= u.traits and u.id in m.placed]
    reach = {n: {now.by_id[n].hex, *(h for h in m.steps[n] if m.feeds(h))} for n in movable}
    for name, h in sorted(man(now, cordon(now, frozenset(movable)), fixed, reach).items()):
        unit = now.by_id[name]
        if h == unit.hex or m.has_room(h):
            m.send(unit, h, "Hold the front here.")


def pockets(m: MovementOrders) -> None:
    """Close rings of fast units round enemies they can cut off, the best ring first."""
    order_rings(m, lambda: _search(m), GUARD.rings)


def _search(m: MovementOrders) -> PocketSearch:
    """The rings that fast units still free could close, with those that stay where they are."""
    now, fast = m.now, [u for u in m.free() if {"mech", "zoc"} <= u.traits]
    away = {u.id for u in fast}
    still = [u for u in now.mine if u.id not in away]
    fixed = {m.at(u) for u in still}
    for u in still:
        if "zoc" in u.traits and (not u.can_act or u.id in m.placed or "mech" not in u.traits):
            fixed.update(now.atlas.net[m.at(u)])
    reach = {u.id: [u.hex, *(h for h in m.steps[u.id] if m.has_room(h) and m.feeds(h))] for u in fast}
    return PocketSearch(now, reach, frozenset(fixed))


def menders(m: MovementOrders) -> None:
    """Send units to repair the railways behind the depots, before the front takes them all."""
    now = m.now
    broken = (h for h in sorted(now.railways.behind) if now.railways.is_broken(h) and not now.foe_cf[h])
    _open(m, dict.fromkeys(broken, RAIL.broken), RAIL.menders, RAIL.mending)


def pioneers(m: MovementOrders) -> None:
    """Send units along the railways ahead of the depots, so that these can follow."""
    for _, way in sorted(m.now.railways.ways.items()):
        _open(m, _closed(m, way[: RAIL.pioneers]), RAIL.openers, RAIL.ending)


def _closed(m: MovementOrders, way: Iterable[int]) -> dict[int, float]:
    """Hexes of a way that are in enemy hands or zones, up to the first enemy, and what each is worth."""
    out: dict[int, float] = {}
    value = 1.0
    for h in way:
        if m.now.foe_cf[h]:
            break
        if m.now.railways.is_broken(h) and not m.cf[h]:
            out[h] = value
            value *= RAIL.next_one
    return out


def _open(m: MovementOrders, closed: dict[int, float], most: int, ending: float) -> None:
    """Send up to ``most`` units over the closed hexes, those that open most first.

    :param ending: what it is worth to stop on one of them.
    """
    now = m.now
    for _ in range(most):
        best: tuple[float, str, int] | None = None
        for unit in m.free() if closed else ():
            for h, step in sorted(m.steps[unit.id].items()):
                won = sum(closed.get(p, 0.0) for p in _opened(m, unit, step))
                if won and m.has_room(h):
                    key = won + _fit(m, unit, h) + ending * (h in closed)
                    if best is None or (key, unit.id, -h) > best:
                        best = (key, unit.id, -h)
        if best is None or best[0] < RAIL.least:
            return
        unit, h = now.by_id[best[1]], -best[2]
        for p in _opened(m, unit, m.steps[unit.id][h]):
            closed.pop(p, None)
        m.send(unit, h, "Open the railway for trains.")


def _opened(m: MovementOrders, unit: UnitView, step: ReachStep) -> list[int]:
    """The hexes a march opens to trains: the one it ends in, and for vehicles those they pass outside enemy zones."""
    if "mech" not in unit.traits:
        return [step.hex]
    return [p for p in step.path[1:] if p == step.hex or p not in m.now.foe_zones]


def _fit(m: MovementOrders, unit: UnitView, h: int) -> float:
    """Order of pioneers: weak units with a zone of control first, where they are safe."""
    force = max(m.now.power(unit), FAINT)
    return RAIL.zone * ("zoc" in unit.traits) - RAIL.fear * m.danger(h, force) - RAIL.strong * force
