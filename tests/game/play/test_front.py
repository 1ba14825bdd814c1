"""One front for map, atlas and report: ground, line and what is cut off, on positions of real games."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest

from ecs import Game, Side
from ecs.core.commands import EndPhase
from ecs.core.events import CutOff
from ecs.core.view import View
from game.play import front
from game.play.front import Front, fighters, front_of, shifted
from game.play.scenarios import new_game
from tests.kits.recruits_games import RECORDS, orders, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")

POSITIONS = (
    ("crusade-4", 135),
    ("crusade-4", 365),
    ("crusade-4", 450),
    ("crusade-4", 545),
    ("valley-3", 500),
    ("valley-4", 700),
    ("besieged-3", 400),
    ("besieged-4", 500),
    ("war-3", 400),
    ("war-4", 500),
)
"""Recruits' games, and after how many commands."""


@pytest.fixture(scope="module", params=POSITIONS, ids=lambda spot: f"{spot[0]} after {spot[1]}")
def told(request: pytest.FixtureRequest) -> Iterator[tuple[Game, View, Front]]:
    game = played(*request.param)
    view = game.look(Side.AXIS)
    yield game, view, front_of(game, view)
    game.close()


def inside(point: tuple[int, int], loop: tuple[tuple[float, float], ...]) -> bool:
    """Does a closed line run round a point?"""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in pairwise(loop):
        crossed += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossed % 2 == 1


def test_no_loop_of_front_is_drawn_but_round_a_source_of_supply(told: tuple[Game, View, Front]) -> None:
    game, view, front = told
    for line in front.lines:
        if line[0] == line[-1]:
            ringed = {h.index for h in view.board.hexes if inside(view.board.centre(h.index), line)}
            sides = {front.ground[i] for i in ringed} - {None}
            assert any(game.supply_ways(side).get(i) == i for side in sides if side for i in ringed)


def test_every_unit_that_supply_reaches_hangs_on_to_where_it_begins(told: tuple[Game, View, Front]) -> None:
    game, view, front = told
    ways = {side: game.supply_ways(side) for side in Side}
    checked = 0
    for unit in fighters(view.units):
        assert front.ground[unit.hex] is unit.side
        index, own = unit.hex, ways[unit.side]
        while index in own and own[index] != index:
            index, checked = own[index], checked + 1
            assert front.ground[index] in (unit.side, None) or index in ways[unit.side.other]
    assert checked


def test_who_is_cut_off_is_hatched_and_nobody_else(told: tuple[Game, View, Front]) -> None:
    game, view, front = told
    for unit in fighters(view.units):
        assert (unit.id in front.cut_off.units) is (not game.is_fed(unit.id))
        assert unit.id not in front.cut_off.units or unit.hex in front.cut_off.ground[unit.side]
    for side, hexes in front.cut_off.ground.items():
        assert all(front.ground[i] is side for i in hexes)
    assert bool(front.cut_off) is bool(front.cut_off.ground)


def test_the_line_stays_clear_of_the_counters_with_the_axis_on_one_hand(told: tuple[Game, View, Front]) -> None:
    _, view, front = told
    board = view.board
    near = 0.36 * min(board.layout.tile_w, board.layout.tile_h)
    hits = dict.fromkeys(Side, 0)
    assert front.lines
    for line in front.lines:
        for point, beside in zip(line[2:-2], shifted(line, near / 2)[2:-2], strict=True):
            index = board.hex_at(round(point[0]), round(point[1]))
            assert index is None or math.dist(point, board.centre(index)) >= near
            over = board.hex_at(round(beside[0]), round(beside[1]))
            holder = front.ground[over] if over is not None else None
            if holder is not None:
                hits[holder] += 1
    assert hits[Side.AXIS] > 20 * hits[Side.SOVIET]


def test_the_front_of_a_view_is_worked_out_once() -> None:
    game = played("crusade-1", 200)
    view = game.look(Side.AXIS)
    assert front_of(game, view) is front_of(game, view)
    game.close()


def test_the_line_is_led_anew_only_where_the_ground_has_changed_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[object] = []
    lead = front.fronts
    monkeypatch.setattr(front, "fronts", lambda board, ground: led.append(ground) or lead(board, ground))
    game, grounds = played("besieged-3", 20), list[object]()
    for order in orders("besieged-3")[20:60]:
        game.apply(order)
        ground = front_of(game, game.look(Side.AXIS)).ground
        grounds += [ground] if grounds[-1:] != [ground] else []
    assert 1 < len(led) <= len(grounds) < 40
    game.close()


def test_where_the_enemy_hides_units_none_of_his_is_told_to_be_cut_off() -> None:
    game = new_game("barbarossa-1941", options={"secret_setup": "on"}, seed=1)
    assert Side.SOVIET not in front_of(game, game.look(Side.AXIS)).cut_off.ground
    game.close()


def test_whom_the_supply_check_cuts_off_was_told_before() -> None:
    """As a phase is closed that leads to the check, everybody it will mark is shown already."""
    scenario, options, seed, _, _ = RECORDS["crusade-4"]
    game, foretold = new_game(scenario, seed=seed, options=options), 0
    for command in orders("crusade-4"):
        told = front_of(game, game.look(Side.AXIS)).cut_off.units if isinstance(command, EndPhase) else frozenset()
        before = len(game.log)
        game.apply(command)
        if isinstance(command, EndPhase):
            marked = [e.unit for r in game.log[before:] for e in r.events if isinstance(e, CutOff)]
            assert told.issuperset(marked)
            foretold += len(marked)
    assert foretold > 20
    game.close()
