"""Chapter 22: who wins, when, and with what?"""

from __future__ import annotations

import pytest

from ecs.core.components import Flags, Side, Verdict
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import victory
from ecs.rulesets.russia_besieged.ground import occupancy
from ecs.systems.victory import check, result
from tests.ecs.rules_rb import stage
from tests.ecs.rules_rb.stage import position, spots

STAGE = {"I.K": ("ger_inf_54", "1224")}


def ended(turn: int = 7, axis: tuple[str, ...] = (), soviet: tuple[str, ...] = (), **facts) -> World:  # type: ignore[no-untyped-def]
    control = {"axis": spots(*axis), "soviet": spots(*soviet)}
    return position(STAGE, turn=turn, phase="end", control=control, **facts)


def test_tournament_points_of_a_summer_with_moscow_held() -> None:
    w = ended(axis=("Riga", "Minsk", "Kiev", "Vilna", "Lvov", "Moscow"), rules={"par": 19})
    victory.note_moscow(w)
    assert occupancy.points(w) == 11


def test_moscow_once_taken_keeps_its_point_and_the_west_counts_against() -> None:
    axis = ("Riga", "Minsk", "Kiev", "Vilna", "Lvov")
    w = ended(axis=axis, soviet=("Warsaw",), rules={"par": 19})
    w.mark(Flags, w.table, flags=(victory.MOSCOW_TAKEN,))
    assert occupancy.points(w) == 7


@pytest.mark.parametrize(("par", "expected"), [(19, "axis-par"), (20, "soviet-par")])
def test_par_decides_the_short_scenarios(par: int, expected: str) -> None:
    axis = (
        "Riga", "Minsk", "Kiev", "Odessa", "Smolensk", "Dnepropetrovsk", "Vilna", "Lvov", "Reval", "Brest-Litovsk",
        "Vitebsk", "Bryansk", "Kursk",
    )  # fmt: skip
    w = ended(axis=axis, turns=7, rules={"par": par})
    check(w)
    assert w[Verdict].result == expected and w.clock.over
    found = result(w)
    assert found is not None and found.winner is (Side.AXIS if par == 19 else Side.SOVIET)


def test_par_may_be_bid_for_and_waits_for_the_last_turn() -> None:
    w = ended(turn=6, turns=7, rules={"par": 19}, options={"par": "21"})
    assert occupancy.par(w) == 21
    check(w)
    assert result(w) is None


def majors(count: int) -> tuple[str, ...]:
    return tuple(sorted(stage.majors("soviet"))[: count - len(stage.majors("axis"))])


@pytest.mark.parametrize(
    ("turn", "count", "over"),
    [(10, 17, False), (10, 16, True), (16, 10, False), (16, 9, True), (11, 8, False)],
)
def test_sudden_death_in_the_campaign(turn: int, count: int, over: bool) -> None:
    w = ended(turn, axis=majors(count))
    assert occupancy.major_cities(w, Side.AXIS) == count
    check(w)
    assert (w[Verdict].result == "soviet-sudden") is over


def test_the_third_check_asks_for_five() -> None:
    lost = sorted(stage.majors("axis"))
    for few, over in ((lost[:2], False), (lost[:3], True)):
        w = ended(22, soviet=tuple(few))
        check(w)
        assert w.clock.over is over


def test_no_sudden_death_where_points_decide() -> None:
    w = ended(10, turns=12, rules={"par": 28})
    check(w)
    assert not w.clock.over


@pytest.mark.parametrize(("lost", "expected"), [((), "axis-campaign"), (("Berlin",), "soviet-campaign")])
def test_berlin_decides_the_campaign(lost: tuple[str, ...], expected: str) -> None:
    w = ended(25, soviet=lost)
    check(w)
    assert w[Verdict].result == expected


def test_bagration_asks_for_cities() -> None:
    lost = sorted(stage.majors("axis"))
    for few, expected in ((lost[:2], "axis-cities"), (lost[:3], "soviet-cities")):
        w = ended(22, soviet=tuple(few), turns=22, rules={"cities": 5})
        check(w)
        assert w[Verdict].result == expected


def test_stalin_dead_and_moscow_taken_ends_it_at_once() -> None:
    for flags, over in ((("dictator-lost-soviet",), True), ((), False)):
        w = position(STAGE, turn=4, phase="check-axis", control={"axis": spots("Moscow")}, rules={"par": 19})
        w.mark(Flags, w.table, flags=flags)
        check(w)
        assert (w[Verdict].result == "axis-instant") is over
        assert victory.MOSCOW_TAKEN in w[Flags].flags
    w = position(STAGE, turn=24, phase="check-soviet", control={"soviet": spots("Berlin")})
    w.mark(Flags, w.table, flags=("dictator-lost-axis",))
    check(w)
    assert w[Verdict].result == "soviet-instant"


def test_the_score_lists_what_counts() -> None:
    w = ended(axis=("Riga",), soviet=("Warsaw",), rules={"par": 19})
    lines = {line.name: line for line in victory.score(w)}
    assert len(lines) == 26 + 34
    assert (lines["Riga"].points, lines["Riga"].counts_for) == (2, Side.AXIS)
    assert (lines["Warsaw"].counts_for, lines["Berlin"].counts_for) == (Side.SOVIET, None)
    assert (lines["Maikop"].points, lines["Kiev"].counts_for) == (1, None)
    assert victory.tally(w).text == "Axis 0 VP · wins with 19"
    w = ended()
    assert len(victory.score(w)) == 26
    assert victory.tally(w).text == "Axis 7 Major Cities · needs 17 after turn 10"
