"""How the staff for The Dark Valley thinks ahead: lines that hold, rings that close, armies round their staffs."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from ecs import Game, Side, new_game
from game.opponents import Hurry, Seat
from game.opponents.chit_staff.figures import ARMY
from game.opponents.chit_staff.headquarters_groups import Armies
from game.opponents.chit_staff.position import Position
from game.opponents.chit_staff.standing_tasks import PocketSearch, cordon, man
from game.opponents.players import RandomChoice
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut, cheapest_cuts
from game.opponents.shared.map_analysis import Net
from tests.ecs.rules_tdv.ground import Field, plain
from tests.ecs.rules_tdv.stage import position

AXIS, SOVIET = Side.AXIS, Side.SOVIET
OPEN: Field = plain("clear")


def situation(game: Game, side: Side = AXIS) -> Position:
    """A position, as the staff of a side sees it."""
    return Position(Seat(game, side))


def grid(width: int, height: int) -> Net:
    """Squares in rows, each joined to those beside, above and below it."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    near = [[(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] for x, y in cells]
    return tuple(tuple(cells.index(c) for c in row if c in cells) for row in near)


def joined(net: Net, sources: set[int], sinks: set[int], shut: set[int]) -> bool:
    """Is there a way from a source to a sink round the hexes shut?"""
    seen = set(sources)
    queue = list(sources)
    for h in queue:
        for j in net[h]:
            if j not in seen and j not in shut:
                seen.add(j)
                queue.append(j)
    return bool(seen & sinks)


def test_the_cheapest_cut_takes_the_narrow_place() -> None:
    net = grid(5, 3)
    price = [9] * 15
    price[2], price[7], price[12] = 1, 5, 2
    assert cheapest_cut(net, price, [5], [9]) == [2, 7, 12]


def test_a_search_for_a_line_can_be_broken_off_at_every_way_it_fills() -> None:
    net, asked = grid(40, 12), list[int]()
    price = [1] * len(net)
    west, east = [h for h in range(len(net)) if h % 40 == 0], [h for h in range(len(net)) if h % 40 == 39]
    cut = cheapest_cut(net, price, west, east, working=lambda: asked.append(0))
    assert len(cut) == 12 and len(asked) >= 12

    def stop() -> None:
        raise Hurry

    with pytest.raises(Hurry):
        cheapest_cut(net, price, west, east, working=stop)


def test_no_cut_where_sources_and_sinks_touch() -> None:
    assert cheapest_cut(grid(3, 1), [1, 1, 1], [0, 1], [1, 2]) == []
    assert cheapest_cut(grid(2, 1), [1, 1], [0], [1]) == []
    assert cheapest_cut(grid(3, 1), [1, ENDLESS, 1], [0], [2]) == []


@pytest.mark.parametrize("seed", range(12))
def test_no_set_of_hexes_cuts_for_less(seed: int) -> None:
    dice = random.Random(seed)
    net = grid(4, 3)
    price = [dice.randint(1, 6) for _ in net]
    sources, sinks = {0}, {11}
    cut = set(cheapest_cut(net, price, sources, sinks))
    assert not joined(net, sources, sinks, cut)
    inner = [h for h in range(12) if h not in sources | sinks]
    for size in range(len(inner)):
        for other in combinations(inner, size):
            if sum(price[h] for h in other) < sum(price[h] for h in cut):
                assert joined(net, sources, sinks, set(other))


@pytest.mark.parametrize("seed", range(12))
def test_what_cannot_be_closed_is_never_part_of_a_cut_and_every_cut_closes(seed: int) -> None:
    dice = random.Random(seed)
    net = grid(7, 6)
    price = [dice.choice((1, 40, 40, ENDLESS)) for _ in net]
    sources, sinks = {0, 7}, {34, 41}
    closable = {h for h in range(len(net)) if price[h] < ENDLESS} - sources - sinks
    cut = cheapest_cut(net, price, sources, sinks)
    assert bool(cut) != joined(net, sources, sinks, closable)
    assert not cut or (set(cut) <= closable and not joined(net, sources, sinks, set(cut)))


def test_zones_close_a_line_with_fewer_units_than_hexes() -> None:
    spots = [OPEN(0, r) for r in range(-2, 3)]
    units = {f"{n}.K": ("inf_corps", OPEN(-1, r)) for n, r in zip("ABCDE", range(-1, 4), strict=True)}
    now = situation(position({**units, "1.SD": ("rifle_div", OPEN(2, 0))}))
    line = [now.board.by_label[s] for s in spots]
    posts = man(now, line, (), dict.fromkeys(units, line))
    assert 0 < len(posts) < len(line)
    assert {j for h in posts.values() for j in (h, *now.atlas.net[h])} >= set(line)


def test_a_line_keeps_every_enemy_in_supply_from_everything_held() -> None:
    now = situation(new_game("tdv-barbarossa-1941", seed=1))
    corps = frozenset(u.id for u in now.mine if "zoc" in u.traits and "mech" not in u.traits)
    line = set(cordon(now, corps))
    assert 20 < len(line) < 80
    fed = now.seat.supply(SOVIET)
    enemies = {h for h in now.foes_at if h in fed}
    assert enemies
    assert not joined(now.atlas.net, enemies, set(now.treasures), line)


def ring_position(panzers: int) -> Game:
    """Three divisions before two corps of infantry, and panzers that could get behind them."""
    units = {f"{n}.SD": ("rifle_div", OPEN(1, n - 2)) for n in (1, 2, 3)}
    units |= {f"{n}.MK": ("mech41", OPEN(1, 0)) for n in (1, 2)}
    units |= {"A.K": ("inf_corps", OPEN(0, 1)), "B.K": ("inf_corps", OPEN(0, -1)), "C.K": ("inf_corps", OPEN(0, 0))}
    units |= {f"P{n}": ("panzer41", OPEN(-1, n - 1)) for n in range(panzers)}
    return position(units, phase="move-axis")


def test_panzers_close_a_ring_behind_those_the_infantry_faces() -> None:
    game = ring_position(4)
    now = situation(game)
    reach = {u.id: [u.hex, *now.seat.reach(u.id)] for u in now.mine if "mech" in u.traits}
    fixed = {h for u in now.mine if "mech" not in u.traits for h in (u.hex, *now.atlas.net[u.hex])}
    pocket = PocketSearch(now, reach, frozenset(fixed)).best()
    assert pocket is not None
    assert pocket.caught >= 7
    held = fixed | {j for h in pocket.posts.values() for j in (h, *now.atlas.net[h])}
    inside = {h for h in now.foes_at if h in now.atlas.net[pocket.center] or h == pocket.center}
    outside = {h for h, d in now.atlas.disk(pocket.center, 9) if d == 9}
    assert not joined(now.atlas.net, inside, outside, held - set(now.foes_at))


def test_no_ring_is_promised_that_cannot_be_closed() -> None:
    now = situation(ring_position(4))
    assert PocketSearch(now, {"P0": [now.by_id["P0"].hex]}, frozenset()).best() is None
    assert PocketSearch(now, {}, frozenset()).best() is None


def test_every_headquarters_has_its_share_of_the_tanks() -> None:
    units = {"PzA1": ("pz_hq", OPEN(-1, 0)), "PzA2": ("pz_hq", OPEN(-1, 2)), "1.SD": ("rifle_div", OPEN(2, 0))}
    units |= {f"P{n}": ("panzer41", OPEN(0, -1 if n < 3 else 0)) for n in range(6)}
    armies = Armies(situation(position(units, phase="move-axis")))
    sizes = {head: len(crew) for head, crew in armies.crews.items()}
    assert sum(sizes.values()) == 6
    assert max(sizes.values()) <= 3 + ARMY.spare


def test_tanks_out_of_reach_of_their_headquarters_are_called_back() -> None:
    units = {"PzA1": ("pz_hq", OPEN(-3, 0)), "P1": ("panzer41", OPEN(2, 0))}
    armies = Armies(situation(position(units, phase="move-axis")))
    now = armies.now
    assert armies.beyond(now.by_id["P1"], OPEN.at(2, 0)) == 2
    assert armies.beyond(now.by_id["P1"], OPEN.at(0, 0)) == 0


@pytest.mark.parametrize("seed", range(20))
def test_cuts_of_growing_sources_are_those_of_each_set_alone(seed: int) -> None:
    """What flows from few sources is kept for more; walls that cannot be closed lie about, sources among them."""
    lots = RandomChoice(seed)
    wide, high = 9, 9
    net = grid(wide, high)
    price = [ENDLESS if not lots.draw(5) else 1 + lots.draw(40) for _ in net]
    few = [wide * high // 2]
    walls = [h for h, much in enumerate(price) if much >= ENDLESS and 2 <= h % wide <= 6 and 2 <= h // wide <= 6]
    rim = [h for h in range(wide * high) if h % wide in (0, wide - 1) or h // wide in (0, high - 1)]
    grown = [few, [*few, *walls[:2]], [*few, *walls]]
    assert cheapest_cuts(net, price, grown, rim) == [cheapest_cut(net, price, some, rim) for some in grown]
