"""13: what comes in, and what it raises."""

from __future__ import annotations

import pytest

from ecs.core.commands import Raise
from ecs.core.components import Clock, Disruption, Replacements, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign import replacements
from ecs.rulesets.war_against_russia.campaign.replacements import SOVIET_ARMOUR
from ecs.systems import scorekeeping
from ecs.systems.replacements import draw_income
from tests.ecs.rules_war.stage import board, position, where

STAGE = {"4.A": ("ger_army", "R3"), "8.A": ("rus_army41", "L5")}
DEAD = {"18.A": ("ger_army", "[dead]"), "3.PzKps": ("ger_pzkps", "[dead]"), "1.InfKps": ("ger_infkps", "[dead]")}
LOST = {
    "3.A": ("rus_army41", "[dead]"), "9.MexKor": ("rus_mexkor", "[dead]"), "5.KavKor": ("rus_kavkor", "[dead]"),
    "42.RifKor": ("rus_rifkor", "[dead]"),
}  # fmt: skip


def staged(side: str, turn: int = 2, **facts) -> World:  # type: ignore[no-untyped-def]
    return position({**STAGE, **facts.pop("units", {})}, turn=turn, phase=f"initial-{side}", **facts)


def rich(side: str, units: dict[str, tuple[str, str]], **facts) -> World:  # type: ignore[no-untyped-def]
    w = staged(side, units=units, **facts)
    w.mark(Replacements, w.table, infantry=9, panzer=9, factors=20)
    scorekeeping.put(w, SOVIET_ARMOUR, 6)
    return w


def hexes(w: World, unit: str) -> set[str]:
    return {c.text().split()[-1] for c in replacements.raise_commands(w, w.by_id[unit])}


def why(w: World, unit: str, spot: str) -> str:
    found = replacements.RAISING.judge(w, Raise(unit, spot))
    return found.reason if found else ""


def axis_purse(w: World) -> tuple[int, int]:
    return w[Replacements].infantry, w[Replacements].panzer


# -- income ---------------------------------------------------------------------------------------------------


def test_the_germans_get_three_factors_a_turn_from_july_on_and_keep_them() -> None:
    w = staged("axis", turn=1)
    draw_income(w)
    assert axis_purse(w) == (0, 0) and not w.events
    for turn in (2, 3):
        w.mark(Clock, w.table, turn=turn)
        draw_income(w)
        replacements.close(w)
    assert axis_purse(w) == (4, 2)


def test_the_russians_get_fifteen_factors_of_cities_and_five_of_siberia() -> None:
    w = staged("soviet", turn=1)
    draw_income(w)
    assert w[Replacements].factors == 0
    w.mark(Clock, w.table, turn=2)
    assert replacements.soviet_infantry(w) == 15 + 5
    assert replacements.soviet_armour(w) == 3 + 1
    draw_income(w)
    assert (w[Replacements].factors, scorekeeping.count(w, SOVIET_ARMOUR)) == (20, 4)


def test_russian_infantry_factors_are_kept_and_armour_factors_are_not() -> None:
    w = staged("soviet", turn=2)
    draw_income(w)
    replacements.close(w)
    assert (w[Replacements].factors, scorekeeping.count(w, SOVIET_ARMOUR)) == (20, 0)
    w.mark(Clock, w.table, turn=3)
    draw_income(w)
    assert (w[Replacements].factors, scorekeeping.count(w, SOVIET_ARMOUR)) == (40, 4)


def test_a_second_siberian_factory_works_from_march_1942() -> None:
    assert replacements.soviet_armour(staged("soviet", turn=9)) == 4
    assert replacements.soviet_armour(staged("soviet", turn=10)) == 5


@pytest.mark.parametrize(
    ("lost", "infantry", "armour"), [("G15", 18, 3), ("Q19", 18, 4), ("BB16", 19, 3), ("Q13", 20, 4)]
)
def test_cities_lost_give_nothing(lost: str, infantry: int, armour: int) -> None:
    w = staged("soviet", control={"axis": [lost]})
    assert (replacements.soviet_infantry(w), replacements.soviet_armour(w)) == (infantry, armour)


def test_nor_do_cities_cut_off() -> None:
    ring = {f"X{i}": ("ger_army", board().hexes[i].label) for i in board().neighbours[board().by_label["BB16"]]}
    w = staged("soviet", units=ring)
    assert (replacements.soviet_infantry(w), replacements.soviet_armour(w)) == (19, 3)


def test_the_panel_tells_of_both_purses() -> None:
    w = staged("axis")
    draw_income(w)
    (ours,), (_, income) = replacements.purse_facts(w, Side.AXIS), replacements.purse_facts(w, Side.SOVIET)
    assert (ours.subject, ours.state) == ("Replacements", "2 infantry and 1 armour factors")
    assert (income.subject, income.state) == ("Current income", "20 infantry and 4 armour factors a turn")


# -- German units ---------------------------------------------------------------------------------------------


def test_a_german_unit_costs_the_larger_of_its_factors_and_comes_back_dispersed_in_warsaw() -> None:
    w = rich("axis", DEAD)
    assert hexes(w, "18.A") == {"Q1"}
    replacements.raise_unit(w, Raise("18.A", "Q1"))
    assert where(w, "18.A") == "Q1" and w.by_id["18.A"][Disruption].disrupted
    assert axis_purse(w) == (5, 9)
    replacements.raise_unit(w, Raise("3.PzKps", "Q1"))
    assert axis_purse(w) == (5, 6)
    assert hexes(w, "1.InfKps") and "Q1" not in hexes(w, "1.InfKps")


def test_armour_factors_may_raise_infantry_but_not_the_reverse() -> None:
    w = rich("axis", DEAD)
    w.mark(Replacements, w.table, infantry=3, panzer=2)
    assert why(w, "3.PzKps", "Q1") == "no-factors"
    replacements.raise_unit(w, Raise("18.A", "Q1"))
    assert axis_purse(w) == (0, 1)
    assert why(w, "1.InfKps", "L1") == "no-factors"


def test_allies_have_no_replacements() -> None:
    w = rich("axis", {"Rum": ("rum_army", "[dead]")}, turn=11)
    assert why(w, "Rum", "DD5") == "no-replacements" and hexes(w, "Rum") == set()


# -- Russian units --------------------------------------------------------------------------------------------


def test_russian_units_appear_in_cities_that_yield_or_at_the_edge() -> None:
    w = rich("soviet", LOST)
    found = hexes(w, "3.A")
    assert {"G15", "Q19", "Y10", "Q25", "AA26", "FF17", "Q28", "A20"} <= found
    assert not {"Q13", "KK10", "T19", "N18"} & found
    assert why(w, "3.A", "Q13") == "no-gate"


def test_one_a_city_a_turn_but_any_number_at_the_edge() -> None:
    w = rich("soviet", LOST)
    replacements.raise_unit(w, Raise("3.A", "Q19"))
    assert w.by_id["3.A"][Disruption].disrupted and w[Replacements].factors == 18
    assert why(w, "42.RifKor", "Q19") == "one-a-city" and "Q19" not in hexes(w, "42.RifKor")
    replacements.raise_unit(w, Raise("42.RifKor", "Q28"))
    assert why(w, "5.KavKor", "Q28") == ""
    w.mark(Clock, w.table, turn=3)
    draw_income(w)
    assert why(w, "5.KavKor", "Q19") == ""


def test_cavalry_takes_infantry_factors_and_armour_its_own() -> None:
    w = rich("soviet", LOST)
    replacements.raise_unit(w, Raise("5.KavKor", "Q19"))
    replacements.raise_unit(w, Raise("9.MexKor", "Q25"))
    assert (w[Replacements].factors, scorekeeping.count(w, SOVIET_ARMOUR)) == (19, 4)
    w = rich("soviet", LOST)
    scorekeeping.put(w, SOVIET_ARMOUR, 1)
    assert why(w, "9.MexKor", "Q25") == "no-factors"


def test_units_of_one_class_come_one_after_the_other() -> None:
    w = rich("soviet", {**LOST, "4.A(R)": ("rus_army41", "[dead]")})
    assert why(w, "4.A(R)", "Q19") == "alike"
    replacements.raise_unit(w, Raise("3.A", "Q28"))
    assert why(w, "4.A(R)", "Q19") == ""


def test_only_what_is_lost_in_the_own_initial_phase() -> None:
    w = rich("axis", {**DEAD, **LOST})
    assert why(w, "3.A", "Q19") == "no-raising" and why(w, "4.A", "Q1") == "not-dead"
    assert why(w, "Nobody", "Q1") == "no-such-unit"
    w = position({**STAGE, **DEAD}, turn=2, phase="move-axis")
    w.mark(Replacements, w.table, infantry=9)
    assert why(w, "18.A", "Q1") == "no-raising"
