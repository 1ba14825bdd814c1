"""What a map may cost is counted before it is spent: elements, points, crossings, the hexes that areas hold."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs.board import map_compiler, map_validator
from ecs.board.hexgrid import Layout
from ecs.board.map_compiler import RawMap, RawObject, compile_map
from ecs.board.map_loader import check_map, load_board
from tests.hostile_input.costly_maps import Knobs, together, write

TINY = Knobs(cols=20, rows=20)
GRIDS = [Layout("pointy", "odd", 56, 64, 32), Layout("flat", "even", 64, 56, 32)]


def test_areas_may_hold_so_many_hexes_in_all_and_the_one_too_many_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_compiler, "MAX_MEMBERS", 1_000)
    assert check_map(write(tmp_path, replace(TINY, areas=2))) == []
    (fault,) = check_map(write(tmp_path, replace(TINY, areas=9)))
    assert "layer 'g0', object 2 '2xxxxxxx'" in fault and "more than 1000 hexes in all" in fault


def test_two_hundred_areas_over_the_largest_map_are_refused(tmp_path: Path) -> None:
    (fault,) = check_map(write(tmp_path, Knobs(cols=173, rows=173, areas=200)))
    assert "object 16 " in fault and "more than 500000 hexes in all" in fault


def test_areas_may_cross_the_rows_of_hexes_so_often_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_compiler, "MAX_CROSSINGS", 1_000)
    assert check_map(write(tmp_path, replace(TINY, areas=1, ring=40))) == []
    (fault,) = check_map(write(tmp_path, replace(TINY, areas=9, ring=40)))
    assert "object 2 " in fault and "more than 1000 times in all" in fault


def test_too_many_points_in_all_are_refused_before_any_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unasked:
        def fullmatch(self, text: str) -> NoReturn:
            raise AssertionError("a point was looked at")

    path = write(tmp_path, replace(TINY, lines=110, points=4_000))
    monkeypatch.setattr(map_validator, "POINTS", Unasked())
    (fault,) = check_map(path)
    assert "layer 'g0', object 15 " in fault and "more than 60000 points in all" in fault


@pytest.mark.parametrize(
    ("knobs", "cause"),
    [
        (replace(TINY, properties=40_000, tiles=2_200, tilesets=5, places=1), "have more than 60000 elements in all"),
        (replace(TINY, groups=30_000, tiles=2_200, tilesets=5, lines=1), "have more than 60000 elements in all"),
        (replace(TINY, tilesets=20, tiles=2_000), "the map and its tilesets have more than 60000 elements in all"),
        (replace(TINY, depth=60), "more than 16 deep"),
        (replace(TINY, attributes=60), "<map> has more than 40 attributes"),
        (replace(TINY, art=1, reach=3_000), "object 0 '0xxxxxxx': at -3000,-3000: the object is more than 2000 pixels"),
        (replace(TINY, tile=64, art=30, outline=400), "too long, or have too many points, to be drawn"),
        (replace(TINY, labels=2_100), "object 2000 '2000xxxx': at 36,0: more than 2000 places, roles and labels"),
        (replace(TINY, labels=2, reach=1e60), "object 0"),
    ],
)  # fmt: skip
def test_too_much_of_anything_is_refused_by_name(tmp_path: Path, knobs: Knobs, cause: str) -> None:
    assert any(cause in fault for fault in check_map(write(tmp_path, knobs)))


def test_an_element_too_many_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, replace(TINY, groups=30_000))
    monkeypatch.setattr(map_validator, "MAX_ELEMENTS", 100)
    tally = map_validator.XmlTally()
    with pytest.raises(map_validator.CostlyError):
        map_validator.read_tree(path, 2_000_000, tally)
    assert tally.elements == 101


def test_no_more_faults_are_kept_than_anybody_reads() -> None:
    things = tuple(RawObject("x", i, "", "river", ((1.0, 1.0), (2.0, 2.0)), {}) for i in range(900))
    _, faults = compile_map(RawMap("x.tmx", GRIDS[0], (("clear",) * 9,) * 9, things, {}))
    assert len(faults) == map_validator.MAX_FAULTS + 1


@pytest.mark.parametrize("grid", GRIDS, ids=["pointy", "flat"])
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(-50, 600), st.integers(-50, 600)), min_size=3, max_size=12))
def test_an_area_holds_the_centres_an_odd_number_of_its_edges_lie_left_of(
    grid: Layout, ring: list[tuple[int, int]]
) -> None:
    outline = tuple((float(x), float(y)) for x, y in ring)
    area = RawObject("x", 1, "a", "region", outline, {})
    board, _ = compile_map(RawMap("x.tmx", grid, (("clear",) * 10,) * 10, (area,), {}))

    def holds(x: int, y: int) -> bool:
        edges = zip(outline, (*outline[1:], outline[0]), strict=True)
        left = [ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y)]
        return sum(cut <= x for cut in left) % 2 == 1

    expected = tuple(h.index for h in board.hexes if holds(*board.centre(h.index)))
    assert board.regions.get("a", ()) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="a twin of this process, and limits of a POSIX system")
def test_maps_with_several_numbers_turned_up_cost_no_more_than_they_may(tmp_path: Path) -> None:
    from tests.hostile_input.costliest_map import costs

    found = [*costs(together(6, 4), tmp_path)]
    assert [cost.harm for cost in found if cost.harm] == []
    assert {cost.sound for cost in found} == {True, False}


def test_a_map_just_within_the_limits_is_read(tmp_path: Path) -> None:
    board = load_board(write(tmp_path, replace(TINY, areas=30, lines=110, labels=400, art=4, tile=16)))
    assert len(board.hexes) == 400 and sum(map(len, board.regions.values())) == 12_000
