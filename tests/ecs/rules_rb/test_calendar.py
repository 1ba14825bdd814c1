"""Chapters 1.2, 3.4 and 8: the turns, their weather, and how far units march in it."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.rulesets.russia_besieged.data.calendar import (
    MovingUnit,
    allowance,
    historical_weather,
    is_first_winter,
    is_rolled,
    linked_weather,
    season_of,
    sudden_death,
    turn_name,
    weather_modifier,
    weather_pair,
    year_of,
)
from ecs.rulesets.russia_besieged.data.tables import tables

AXIS, SOVIET = Side.AXIS, Side.SOVIET
CALENDAR = """
    1941  1  2  3  4  -  -
    1942  7  8  9 10  5  6
    1943 13 14 15 16 11 12
    1944 19 20 21 22 17 18
    1945 25  -  -  - 23 24
"""


@pytest.mark.parametrize("line", CALENDAR.strip().splitlines())
def test_the_calendar(line: str) -> None:
    year, *turns = line.split()
    for season, turn in zip(("MJ", "JA", "SO", "ND", "JF", "MA"), turns, strict=True):
        if turn != "-":
            assert (season_of(int(turn)), year_of(int(turn))) == (season, int(year))


def test_there_are_25_turns_and_they_are_named_in_words() -> None:
    assert len(tables().turns) == 25
    assert [turn_name(t) for t in (1, 10, 25)] == ["May/June 1941", "November/December 1942", "May/June 1945"]


@pytest.mark.parametrize(
    ("turn", "rolls", "pair"),
    [
        (1, (1, 10), ("Clear", "Clear")), (2, (1, 10), ("Clear", "Clear")),
        (3, (1, 2), ("Clear", "Clear")), (3, (3, 5), ("Clear", "Lt Mud")), (3, (6, 8), ("Lt Mud", "Lt Mud")),
        (3, (9, 9), ("Lt Mud", "Mud")), (3, (10, 10), ("Mud", "Mud")),
        (4, (1, 2), ("Lt Mud", "Lt Mud")), (4, (3, 4), ("Lt Mud", "Snow")), (4, (5, 6), ("Mud", "Snow")),
        (4, (7, 10), ("Snow", "Snow")),
        (5, (1, 10), ("Snow", "Snow")),
        (6, (1, 3), ("Snow", "Mud")), (6, (4, 8), ("Mud", "Mud")), (6, (9, 10), ("Mud", "Lt Mud")),
    ],
)  # fmt: skip
def test_the_weather_table(turn: int, rolls: tuple[int, int], pair: tuple[str, str]) -> None:
    for die in range(rolls[0], rolls[1] + 1):
        assert weather_pair(turn, die) == pair
        assert weather_pair(turn + 6, die) == pair


def test_only_autumn_and_early_spring_are_rolled() -> None:
    assert [t for t in range(1, 13) if is_rolled(t)] == [3, 4, 6, 9, 10, 12]


@pytest.mark.parametrize(
    ("before", "plus"),
    [(("Clear", "Clear"), 5), (("Clear", "Lt Mud"), 2), (("Lt Mud", "Lt Mud"), 0), (("Lt Mud", "Mud"), 0)],
)
def test_autumn_weighs_on_november(before: tuple[str, str], plus: int) -> None:
    assert weather_modifier(4, before) == plus
    assert weather_modifier(5, before) == 0


def test_the_weather_roll_is_clamped_to_ten() -> None:
    assert weather_pair(4, 10, 5) == ("Snow", "Snow")
    assert weather_pair(4, 2, 5) == ("Snow", "Snow")
    assert weather_pair(4, 1, 2) == ("Lt Mud", "Snow")


def test_linked_weather() -> None:
    assert linked_weather(4, ("Clear", "Lt Mud")) == ("Snow", "Snow")
    assert linked_weather(10, ("Lt Mud", "Mud")) == ("Lt Mud", "Lt Mud")
    assert linked_weather(4, ("Mud", "Mud")) is None
    assert linked_weather(6, ("Clear", "Clear")) is None


@pytest.mark.parametrize(
    ("turn", "pair"),
    [(1, "Clear/Clear"), (3, "Clear/Mud"), (4, "Snow/Snow"), (5, "Snow/Snow"), (6, "Snow/Mud"), (9, "Clear/Lt Mud"),
     (10, "Mud/Snow"), (12, "Snow/Mud"), (15, "Clear/Lt Mud"), (16, "Mud/Snow"), (18, "Mud/Mud"), (21, "Lt Mud/Mud"),
     (22, "Mud/Snow"), (24, "Mud/Lt Mud"), (25, "Clear/Clear")],
)  # fmt: skip
def test_the_weather_as_it_was(turn: int, pair: str) -> None:
    assert "/".join(historical_weather(turn)) == pair


def test_the_first_winter_is_snow_on_turns_4_to_6() -> None:
    assert [t for t in range(1, 26) if is_first_winter(t, "Snow")] == [4, 5, 6]
    assert not is_first_winter(5, "Mud")


# weather, impulse, turn; then what MA 7 Axis MOT, 4 Axis FOOT, 6 Soviet MOT, 5 Soviet CAV, 3 Soviet FOOT may go
MARCHES = """
    Clear  1  1 | 7 4 6 5 3
    Clear  2  1 | 4 2 3 3 1
    Clear  2 13 | 4 2 3 3 2
    Lt_Mud 1  3 | 5 3 4 4 2
    Lt_Mud 2  3 | 2 1 2 2 1
    Mud    1  3 | 2 2 2 2 2
    Mud    2  3 | 1 1 1 1 1
    Snow   1  4 | 4 2 5 5 3
    Snow   2  4 | 1 1 2 3 2
    Snow   1 10 | 5 3 5 5 3
    Snow   2 10 | 2 1 2 2 1
"""


@pytest.mark.parametrize("line", MARCHES.strip().splitlines())
def test_the_movement_allowance_table(line: str) -> None:
    left, _, right = line.partition("|")
    weather, impulse, turn = left.split()
    marchers = [MovingUnit(AXIS, "mot", 7), MovingUnit(AXIS, "foot", 4), MovingUnit(SOVIET, "mot", 6),
                MovingUnit(SOVIET, "cav", 5), MovingUnit(SOVIET, "foot", 3)]  # fmt: skip
    found = [allowance(m, weather.replace("_", " "), int(impulse), int(turn)) for m in marchers]
    assert found == [int(x) for x in right.split()]


@pytest.mark.parametrize(
    ("who", "weather", "impulse", "turn", "hexes"),
    [
        (MovingUnit(AXIS, "mot", 4), "Clear", 2, 1, 2),  # never below 2
        (MovingUnit(SOVIET, "mot", 3), "Lt Mud", 1, 3, 2),
        (MovingUnit(SOVIET, "foot", 1), "Lt Mud", 1, 3, 1),
        (MovingUnit(AXIS, "cav", 5), "Clear", 2, 1, 2),  # Axis horse goes as foot
        (MovingUnit(AXIS, "foot", 4, finn=True), "Snow", 1, 5, 4),  # Finns march in Snow like Soviets
        (MovingUnit(AXIS, "foot", 4, finn=True), "Clear", 2, 5, 2),
        (MovingUnit(AXIS, "mot", 7, oos=True), "Clear", 1, 1, 4),  # half, rounded up
        (MovingUnit(AXIS, "mot", 7, oos=True), "Mud", 2, 3, 1),
        (MovingUnit(AXIS, "foot", 2), "Lt Mud", 2, 3, 1),
        (MovingUnit(SOVIET, "fixed", 0), "Clear", 1, 1, 0),  # militia stays
    ],
)
def test_how_far_a_unit_may_go(who: MovingUnit, weather: str, impulse: int, turn: int, hexes: int) -> None:
    assert allowance(who, weather, impulse, turn) == hexes


def test_sudden_death_is_looked_at_three_times() -> None:
    found = {turn: sudden_death(turn) for turn in range(1, 26) if sudden_death(turn) is not None}
    assert found == {10: 17, 16: 10, 22: 5}
