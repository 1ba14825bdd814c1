"""The line that keeps every enemy from railways and cities, and who closes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from game.opponents.campaign.position import Position
from game.opponents.shared.map_analysis import FAR, spread
from game.opponents.shared.movement.front_line_search import ENDLESS, cheapest_cut, close_by_few, posts_by_hex

MARCH = 4
BAND = 12
AHEAD = 3


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
    """Unit -> hex, so that zones of control close as much of a line as they can, with as few units as will do.

    :param fixed: hexes from which a zone is cast already, whoever moves; ``reach``: unit -> hexes it can be in.
    """
    net, left = now.atlas.net, set(line)
    for h in fixed:
        left -= {h, *net[h]}

    def merit(h: int) -> float:
        return 0.3 * now.atlas.cover[h] - 0.2 * (now.far_foe[h] <= 1)

    def distaste(name: str, h: int) -> float:
        return now.board.distance(now.by_id[name].hex, h) + 0.5 * now.by_id[name].attack

    return close_by_few(left, net, posts_by_hex(reach), merit, distaste)[0]


def _rear(now: Position) -> list[int]:
    held = {*now.treasures, *now.railways.behind}
    return sorted(h for h in held if now.far_foe[h] > 1)


def _front(now: Position) -> list[int]:
    fed = now.seat.supply(now.side.other)
    worth, out = now.atlas.worth, {h for h in now.foes_at if h in fed}
    out.update(h for h in fed if worth[h] >= 4 and now.holder(h) is now.side.other and now.gap[h] > BAND)
    return sorted(out)


def _prices(now: Position, mobile: frozenset[str]) -> list[int]:
    """What it takes to close each hex: little where own units are or can be this segment, more on poor ground."""
    feet = [u.hex for u in now.mine if u.id in mobile]
    away = spread(now.atlas.net, feet, now.shut, BAND)
    out = []
    for h, d in enumerate(away):
        if now.foe_cf[h] or d >= FAR:
            out.append(ENDLESS)
            continue
        price = 6 + 3 * max(0, d - MARCH) + max(0, min(now.far_foe[h], BAND) - AHEAD)
        out.append(max(2, round(price / now.atlas.cover[h])))
    return out
