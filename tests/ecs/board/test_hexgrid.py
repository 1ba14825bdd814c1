"""Hex geometry: four layouts, one arithmetic."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs.board.hexgrid import Axial, Layout, disc, distance, line, neighbours, ring

POINTY_ODD = Layout("pointy", "odd", 112, 128, 64)
POINTY_EVEN = Layout("pointy", "even", 112, 128, 64)
FLAT_ODD = Layout("flat", "odd", 64, 56, 32)
FLAT_EVEN = Layout("flat", "even", 64, 56, 32)
LAYOUTS = [POINTY_ODD, POINTY_EVEN, FLAT_ODD, FLAT_EVEN]

number = st.integers(-40, 40)
axial = st.builds(Axial, number, number)
offset = st.tuples(number, number)
layout = st.sampled_from(LAYOUTS)


@given(layout, offset)
def test_neighbours_by_column_and_row_are_those_of_the_axial_hex(grid, where):
    found = [grid.to_axial(*spot) for spot in grid.neighbours(*where)]
    assert sorted(found) == sorted(neighbours(grid.to_axial(*where)))


@given(axial, axial, axial)
def test_distance_is_a_metric(a, b, c):
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(axial)
def test_the_six_neighbours_are_one_hex_away_and_see_the_hex_too(a):
    assert len(set(neighbours(a))) == 6
    for b in neighbours(a):
        assert distance(a, b) == 1
        assert a in neighbours(b)


@given(axial, st.integers(0, 6))
def test_a_ring_holds_every_hex_at_that_distance(centre, radius):
    hexes = ring(centre, radius)
    assert len(set(hexes)) == len(hexes) == max(1, 6 * radius)
    assert {distance(centre, h) for h in hexes} == {radius}
    assert len(disc(centre, radius)) == 1 + 3 * radius * (radius + 1)


@given(axial, axial)
def test_a_line_goes_step_by_step_from_end_to_end(a, b):
    hexes = line(a, b)
    assert (hexes[0], hexes[-1]) == (a, b)
    assert len(hexes) == distance(a, b) + 1
    assert all(distance(one, other) == 1 for one, other in pairwise(hexes))


@given(layout, offset)
def test_the_hex_at_a_centre_is_that_hex(grid, where):
    assert grid.hex_at(*grid.centre(*where)) == where


@given(layout, st.integers(-3000, 3000), st.integers(-3000, 3000))
def test_the_hex_at_a_pixel_has_no_corner_line_between_it_and_the_pixel(grid, x, y):
    corners = grid.corners(*grid.hex_at(x, y))
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0


@given(layout, offset)
def test_side_i_lies_between_corners_i_and_i_plus_1_and_is_shared_with_neighbour_i(grid, where):
    corners = grid.corners(*where)
    for i, other in enumerate(grid.neighbours(*where)):
        assert grid.side_between(where, other) == i
        assert grid.hexside(where, other) == (corners[i], corners[(i + 1) % 6])
        assert set(grid.hexside(other, where)) == set(grid.hexside(where, other))
        assert grid.distance(where, other) == 1


def test_hexes_apart_share_no_side():
    assert POINTY_ODD.side_between((0, 0), (2, 0)) is None
    with pytest.raises(ValueError, match="share no side"):
        POINTY_ODD.hexside((0, 0), (2, 0))


@pytest.mark.parametrize(
    ("grid", "shifted", "straight"),
    [
        (POINTY_ODD, (112, 160), (56, 256)),
        (POINTY_EVEN, (56, 160), (112, 256)),
    ],
)
def test_pointy_rows_are_shifted_half_a_hex_to_the_right(grid, shifted, straight):
    assert grid.centre(0, 1) == shifted
    assert grid.centre(0, 2) == straight


def test_flat_columns_are_shifted_half_a_hex_down():
    assert [FLAT_ODD.centre(col, 0) for col in range(3)] == [(32, 28), (80, 56), (128, 28)]
    assert [FLAT_EVEN.centre(col, 0) for col in range(3)] == [(32, 56), (80, 28), (128, 56)]


def test_the_first_corner_is_the_top_one_or_the_upper_left_one():
    assert POINTY_ODD.corners(0, 0) == ((56, 0), (112, 32), (112, 96), (56, 128), (0, 96), (0, 32))
    assert FLAT_ODD.corners(0, 0) == ((16, 0), (48, 0), (64, 28), (48, 56), (16, 56), (0, 28))


def test_the_map_rectangle_holds_the_shifted_rows_and_columns():
    assert POINTY_EVEN.pixel_size(12, 18) == (1400, 1760)
    assert POINTY_EVEN.pixel_size(3, 1) == (336, 128)
    assert FLAT_ODD.pixel_size(60, 45) == (60 * 48 + 16, 45 * 56 + 28)
