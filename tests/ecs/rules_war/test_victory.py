"""15: who wins, and when."""

from __future__ import annotations

from ecs.core.components import Clock, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign import victory
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.rulesets.war_against_russia.ground.control import held_points
from ecs.rulesets.war_against_russia.ground.terrain import victory_cities
from ecs.systems.victory import check, result
from tests.ecs.rules_war.stage import at, board, position

STAGE = {"4.A": ("ger_army", "R3"), "8.A": ("rus_army41", "L5")}
SEVEN = ("G15", "Q8", "Q13", "Y10", "GG8", "DD14")
VALUES = {
    "Leningrad": 2, "Moscow": 2, "Minsk": 1, "Smolensk": 1, "Kiev": 1, "Odessa": 1, "Dnepropetrovsk": 1, "Kharkov": 1,
    "Rostov": 1, "Sevastopol": 1, "Stalingrad": 1, "Voronezh": 1,
}  # fmt: skip


def staged(
    *axis: str, turn: int = 5, phase: str = "check-axis", units: dict[str, tuple[str, str]] | None = None
) -> World:
    return position({**STAGE, **(units or {})}, turn=turn, phase=phase, control={"axis": axis})


def winner(w: World) -> str:
    found = result(w)
    return "" if found is None else str(found.winner) if found.winner else found.level


def ring(spot: str, kind: str) -> dict[str, tuple[str, str]]:
    return {f"X{i}": (kind, board().hexes[i].label) for i in board().neighbours[board().by_label[spot]]}


# -- points ---------------------------------------------------------------------------------------------------


def test_fourteen_points_seven_for_the_axis_eight_for_the_russians() -> None:
    w = staged()
    assert {w.board.hexes[i].name: w.board.hexes[i].vp for i in victory_cities(w)} == VALUES
    assert sum(VALUES.values()) == 14
    assert victory.needed(w, Side.AXIS) + victory.needed(w, Side.SOVIET) == 15
    assert tables().first_russian_win == 10


def test_the_score_names_every_city_and_its_holder() -> None:
    w = staged("Q8", "Q19")
    lines = {line.name: line for line in victory.score(w)}
    assert len(lines) == 12 and lines["Moscow"].points == 2
    assert lines["Minsk"].holder is Side.AXIS and lines["Minsk"].counts_for is Side.AXIS
    assert lines["Kiev"].counts_for is Side.SOVIET and lines["Kiev"].note == ""
    assert victory.points(w, Side.AXIS) == 3 and victory.points(w, Side.SOVIET) == 11
    assert victory.tally(w).text == "Axis 3, needs 7 · Soviets 11, need 8 from March 1942"
    w.mark(Clock, w.table, turn=10)
    assert victory.tally(w).text == "Axis 3, needs 7 · Soviets 11, need 8"


def test_a_city_cut_off_counts_for_nobody() -> None:
    w = staged(units=ring("Y19", "ger_army"))
    line = next(line for line in victory.score(w) if line.name == "Voronezh")
    assert (line.holder, line.counts_for, line.note) == (Side.SOVIET, None, "no supply overland")
    assert victory.points(w, Side.SOVIET) == 13 and held_points(w, Side.SOVIET) == 14
    w = staged("Q8", units=ring("Q8", "rus_army41"))
    line = next(line for line in victory.score(w) if line.name == "Minsk")
    assert (line.holder, line.counts_for, line.note) == (Side.AXIS, None, "out of supply")


def test_what_the_sea_feeds_does_not_count_for_the_russians() -> None:
    w = staged(units={**ring("GG8", "ger_army"), "Coastal": ("rus_army41", "GG8")})
    odessa = at(w, "GG8")
    assert odessa in victory.in_supply(w, Side.SOVIET) and victory.counts_for(w, odessa) is None


def end(w: World) -> None:
    """The turn ends."""
    w.mark(Clock, w.table, phase=w.phases.index("end"))
    check(w)


# -- the checks -----------------------------------------------------------------------------------------------


def test_the_axis_wins_with_seven_points_in_any_turn() -> None:
    w = staged(*SEVEN[:-1], turn=1)
    check(w)
    assert winner(w) == ""
    w = staged(*SEVEN, turn=1)
    check(w)
    assert winner(w) == "Axis" and w.clock.over and w.events[-1].text.startswith("Axis victory")


def test_seven_points_of_which_one_is_cut_off_do_not_win() -> None:
    w = staged(*SEVEN, units=ring("Y10", "rus_army41"))
    check(w)
    assert winner(w) == ""


def test_the_russians_win_with_eight_points_from_march_1942_on() -> None:
    six = SEVEN[1:]
    w = staged(*six, turn=9, phase="check-soviet")
    check(w)
    assert winner(w) == ""
    w.mark(Clock, w.table, turn=10)
    check(w)
    assert winner(w) == "Soviet"


def test_seven_points_each_are_a_draw_in_the_end() -> None:
    w = staged(*SEVEN, turn=11, phase="check-soviet", units=ring("Q8", "rus_army41"))
    check(w)
    end(w)
    assert winner(w) == ""
    w.mark(Clock, w.table, turn=12, phase=w.phases.index("check-soviet"))
    check(w)
    end(w)
    assert winner(w) == "draw" and w.clock.over
    end(w)
    assert sum(event.text.startswith("Draw") for event in w.events) == 1
