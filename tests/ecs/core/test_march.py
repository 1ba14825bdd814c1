"""The search of a march that every game uses, on rows of hexes small enough to draw."""

from __future__ import annotations

from ecs.systems.movement import March, Way, arrivals, arrivals_by, steps
from ecs.systems.network import either, joined, marked, spread

SIZE = 6
ROW = tuple(tuple(j for j in (i - 1, i + 1) if 0 <= j < SIZE) for i in range(SIZE))  # 0 - 1 - 2 - 3 - 4 - 5
RING = tuple(((i - 1) % SIZE, (i + 1) % SIZE) for i in range(SIZE))
NONE = bytes(SIZE)


def at(*hexes: int) -> bytes:
    return bytes(i in hexes for i in range(SIZE))


def plain(here: int, used: bool, spent: int) -> list[Way]:
    return [(j, 1, False, False) for j in ROW[here]]


def test_a_march_goes_as_far_as_its_points() -> None:
    assert arrivals(March(1, 2, plain, NONE, (), NONE)) == [(0, 1, (1, 0)), (2, 1, (1, 2)), (3, 2, (1, 2, 3))]
    assert [step.hex for step in steps(March(1, 0, plain, NONE, (), NONE)).values()] == []


def test_foes_and_closed_hexes_are_not_entered() -> None:
    assert [i for i, *_ in arrivals(March(2, 9, plain, at(4), (1,), NONE))] == [3]


def test_a_march_ends_where_something_halts_it() -> None:
    assert [i for i, *_ in arrivals(March(1, 9, plain, NONE, (), at(3)))] == [0, 2, 3]

    def mire(here: int, used: bool, spent: int) -> list[Way]:
        return [(j, 1, False, j == 2) for j in ROW[here]]

    assert [i for i, *_ in arrivals(March(1, 9, mire, NONE, (), NONE))] == [0, 2]


def test_an_advantage_is_used_once() -> None:
    """One step of a march is free, once."""

    def ways(here: int, used: bool, spent: int) -> list[Way]:
        paid: list[Way] = [(j, 1, used, False) for j in ROW[here]]
        return paid if used else [*paid, *((j, 0, True, False) for j in ROW[here])]

    found = {i: cost for i, cost, _ in arrivals(March(0, 2, ways, NONE, (), NONE))}
    assert found == {1: 0, 2: 1, 3: 2}


def test_of_two_ways_at_one_cost_the_first_found_counts() -> None:
    def ways(here: int, used: bool, spent: int) -> list[Way]:
        return [(j, 1, False, False) for j in RING[here]]

    assert {i: path for i, _, path in arrivals(March(0, 3, ways, NONE, (), NONE))}[3] == (0, 5, 4, 3)


def test_a_flood_stays_on_open_hexes_and_within_its_limit() -> None:
    assert marked(spread(ROW, at(3), (1,))) == {0, 1, 2}
    assert marked(spread(ROW, NONE, (0,), 2)) == {0, 1, 2}
    assert marked(spread(ROW, at(1), (1,))) == set()
    assert joined(ROW, at(0, 1, 4, 5), (5,)) == at(4, 5)
    assert either(at(0), at(5)) == at(0, 5)


# -- by way of hexes --------------------------------------------------------------------------------------


def ring(here: int, used: bool, spent: int) -> list[Way]:
    return [(j, 1, False, False) for j in RING[here]]


def test_a_bent_way_passes_its_hexes_in_turn_and_never_comes_back_to_the_start() -> None:
    march = March(0, 9, ring, NONE, (), NONE)
    assert arrivals_by(march, (5,))[0] == (5, 1, (0, 5))
    assert {there: path for there, _, path in arrivals_by(march, (5,))}[1] == (0, 5, 4, 3, 2, 1)
    assert arrivals_by(march, ()) == arrivals(march)
    assert {there: cost for there, cost, _ in arrivals_by(march, (2, 1))} == {1: 3, 2: 4, 3: 5, 4: 6, 5: 7}
    assert arrivals_by(march, (0,)) == [] == arrivals_by(March(0, 1, ring, NONE, (), NONE), (2,))


def test_what_halts_closes_or_is_used_up_counts_on_a_bent_way_too() -> None:
    assert [i for i, *_ in arrivals_by(March(1, 9, plain, NONE, (), at(3)), (3,))] == [3]
    assert arrivals_by(March(1, 9, plain, NONE, (), at(2)), (3,)) == []
    assert arrivals_by(March(1, 9, plain, at(2), (), NONE), (3,)) == []

    def once(here: int, used: bool, spent: int) -> list[Way]:
        return [(j, 0 if not used else 1, True, False) for j in ROW[here]]

    assert [(i, cost) for i, cost, _ in arrivals_by(March(1, 2, once, NONE, (), NONE), (2,))] == [
        (2, 0),
        (3, 1),
        (4, 2),
    ]
