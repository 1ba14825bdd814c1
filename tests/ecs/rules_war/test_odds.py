"""Chapters 8 and 9: what ground and weather add, columns and their shifts, conversions, exchanges: plain figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs.core.components import Side
from ecs.rulesets.war_against_russia.combat.odds import (
    AttackConditions,
    Combatant,
    attack_factor,
    attack_worth,
    buyers,
    can_pay,
    columns,
    convert,
    crossing_refusal,
    declined,
    defence_factor,
    defence_worth,
    empties,
    exchange_cost,
    facing,
    is_overrun,
    lookup,
    offer,
    payers,
    price,
    shifts,
    toll,
    work_out_odds,
)
from ecs.rulesets.war_against_russia.data.tables import HEXSIDES

AXIS, SOVIET = Side.AXIS, Side.SOVIET
LINE = frozenset({"stalin_line"})


def unit(attack: int, defence: int | None = None, arm: str = "infantry", nation: str = "GER", **more: Any) -> Combatant:
    name = more.pop("name", f"{nation}-{arm}")
    across = frozenset(side for side in HEXSIDES if more.pop(side, False))
    return Combatant(name, name, attack, attack if defence is None else defence, arm, nation, across=across, **more)


def panzer(attack: int = 4, **more: Any) -> Combatant:
    return unit(attack, arm="armour", **more)


def foot(attack: int = 4, **more: Any) -> Combatant:
    return unit(attack, **more)


def ally(attack: int = 2, nation: str = "RUM", **more: Any) -> Combatant:
    return unit(attack, nation=nation, **more)


def rifles(defence: int = 2, **more: Any) -> Combatant:
    return unit(1, defence, nation="SOV", **more)


def tanks(**more: Any) -> Combatant:
    return unit(2, 1, "armour", "SOV", **more)


def cavalry(**more: Any) -> Combatant:
    return unit(1, 1, "cavalry", "SOV", **more)


def site(*foes: Combatant, side: Side = AXIS, **more: Any) -> AttackConditions:
    return AttackConditions(side, foes, **more)


def shift(here: AttackConditions, *team: Combatant) -> dict[str, int]:
    return {line.rule: line.value for line in shifts(here, team)}


# -- columns (9.1) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "title"),
    [(13, 2, "5-1"), (7, 5, "1-1"), (9, 10, "1-2"), (1, 5, "below 1-4"), (1, 4, "1-4"), (5, 20, "1-4"),
     (5, 21, "below 1-4"), (69, 10, "5-1"), (7, 1, "7-1"), (6, 1, "5-1"), (14, 10, "1-1"), (3, 2, "3-2"),
     (19, 10, "3-2"), (2, 1, "2-1"), (10, 1, "10-1"), (99, 1, "10-1"), (0, 1, "below 1-4"), (1, 3, "1-3"),
     (1, 2, "1-2"), (2, 3, "1-2"), (4, 1, "4-1"), (9, 2, "4-1")],
)  # fmt: skip
def test_the_largest_column_the_odds_reach(attack: int, defence: int, title: str) -> None:
    assert columns().title(columns().reached(attack, defence)) == title


def test_columns_of_all_small_totals() -> None:
    heads = [Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), 1, Fraction(3, 2), 2, 3, 4, 5, 7, 10]
    for attack in range(40):
        for defence in range(1, 40):
            assert columns().reached(attack, defence) == sum(Fraction(attack, defence) >= head for head in heads) - 1


def test_shifts_stay_within_the_table_and_save_no_attack_below_it() -> None:
    tired = rifles(dispersed=True)
    assert work_out_odds(site(tired, air=1), (foot(4), foot(4), foot(4), foot(4), foot(4))).title == "10-1"
    assert work_out_odds(site(rifles(8)), (foot(2, river=True),)).title == "1-4"
    assert not work_out_odds(site(rifles(9, dispersed=True), air=1), (foot(2),)).allowed
    with pytest.raises(ValueError, match="below 1-4"):
        lookup(-1, 3)


# -- attack factors (8, 11) -------------------------------------------------------------------------------


def test_without_supply_half_and_fractions_dropped_at_the_end() -> None:
    team = (foot(3, supplied=False), foot(1, supplied=False), foot(1, supplied=False))
    found = attack_worth(site(rifles()), team)
    assert (found.total, found.exact) == (2, Fraction(5, 2)) and sum(line.value for line in found.lines) == 2
    assert found.lines[0].shown == "1½" and found.lines[0].rule == "11" and found.lines[-1].shown == "−½"


def test_across_an_open_lake_infantry_only_at_half() -> None:
    here = site(rifles())
    assert attack_factor(here, foot(3, lake=True)) == Fraction(3, 2)
    assert attack_factor(here, foot(3, lake=True, supplied=False)) == Fraction(3, 4)
    assert attack_factor(here._replace(frozen=True), foot(3, lake=True)) == 3
    assert crossing_refusal(here, foot(lake=True)) is None
    for troop in (panzer(lake=True), unit(1, arm="cavalry", nation="RUM", lake=True)):
        refusal = crossing_refusal(here, troop)
        assert refusal is not None and refusal.reason == "lake"
        assert crossing_refusal(here._replace(frozen=True), troop) is None


def test_the_strait_is_a_lake_without_its_sea_and_a_shift_with_it() -> None:
    here, held = site(rifles()), site(rifles(), seas=frozenset({"Black"}))
    assert attack_factor(here, foot(4, strait=True)) == 2 and attack_factor(held, foot(4, strait=True)) == 4
    refusal = crossing_refusal(here, panzer(strait=True))
    assert refusal is not None and refusal.reason == "strait" and crossing_refusal(held, panzer(strait=True)) is None
    assert shift(here, foot(strait=True)) == {} and shift(held, foot(strait=True)) == {"8": -1}
    assert shift(held, foot(strait=True), foot()) == {}
    assert attack_factor(here._replace(frozen=True), foot(4, strait=True)) == 2


# -- defence factors (8) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "russians", "german", "armour"),
    [
        ({}, 2, 4, 1),
        ({"terrain": "hills"}, 3, 5, 1),
        ({"terrain": "mountain"}, 4, 6, 1),
        ({"terrain": "swamp"}, 3, 4, 1),
        ({"terrain": "swamp", "frozen": True}, 2, 4, 1),
        ({"fortress": True}, 3, 4, 1),
        ({"place": "major"}, 3, 5, 1),
        ({"place": "town"}, 3, 5, 1),
        ({"place": "locality"}, 2, 4, 1),
        ({"place": "victory"}, 4, 8, 2),
        ({"place": "victory", "fortress": True}, 6, 8, 2),
        ({"place": "town", "fortress": True, "terrain": "hills"}, 5, 6, 1),
        ({"place": "victory", "terrain": "mountain", "fortress": True}, 10, 12, 2),
        ({"lined": LINE, "turn": 2}, 2, 4, 1),
        ({"lined": LINE, "turn": 3}, 3, 4, 1),
        ({"lined": LINE, "turn": 3, "place": "victory"}, 6, 8, 2),
    ],
)
def test_what_ground_and_places_add(facts: dict[str, Any], russians: int, german: int, armour: int) -> None:
    assert defence_factor(site(**facts), rifles()) == russians
    assert defence_factor(site(side=SOVIET, **facts), foot(4)) == german
    assert defence_factor(site(**facts), tanks()) == armour
    assert defence_factor(site(**facts), cavalry()) == armour


def test_dispersed_units_keep_their_ground() -> None:
    assert defence_factor(site(place="town"), rifles(dispersed=True)) == 3


def test_a_city_adds_its_own_people_after_all_is_doubled() -> None:
    found = defence_worth(site(rifles(), tanks(), place="victory", intrinsic=2))
    assert found.total == 8 and [line.value for line in found.lines] == [4, 2, 2]
    assert defence_worth(site(place="victory", intrinsic=1)).total == 1
    assert "victory city ×2" in found.lines[0].text


def test_a_fortified_line_is_void_if_one_attacker_comes_round_it() -> None:
    here = site(rifles(), turn=3)
    across, round_it = foot(stalin_line=True), foot()
    assert work_out_odds(here, (across, across)).defence.total == 3
    assert work_out_odds(here, (across, round_it)).defence.total == 2
    assert facing(here, (across,)).lined and not facing(here, ()).lined


# -- shifts (8, 9.1, 4, 12) -------------------------------------------------------------------------------


def test_a_river_shifts_one_column_and_two_before_germans() -> None:
    wet, dry = foot(river=True), foot()
    assert shift(site(rifles()), wet) == {"8": -1} and shift(site(rifles()), wet, dry) == {}
    russians = (rifles(river=True),)
    assert shift(site(ally(), side=SOVIET), *russians) == {"8": -1}
    assert shift(site(ally(), foot(), side=SOVIET), *russians) == {"8": -2}
    assert shift(site(rifles(), frozen=True), wet) == {}
    assert shift(site(rifles()), wet, foot(lake=True)) == {"8": -1}


def test_dispersed_defenders_shift_a_column_if_they_are_half_of_the_strength() -> None:
    two, tired = rifles(2), rifles(2, dispersed=True)
    assert shift(site(tired), foot()) == {"11": 1} and shift(site(two, tired), foot()) == {"11": 1}
    assert shift(site(two, tanks(dispersed=True)), foot()) == {} and shift(site(two), foot()) == {}
    assert shift(site(tanks(), tired), foot()) == {"11": 1}
    assert shift(site(place="victory", intrinsic=2), foot()) == {}


def test_the_strength_that_is_dispersed_is_the_printed_one() -> None:
    here = site(rifles(2), unit(2, 2, "armour", "SOV", dispersed=True), place="town")
    assert defence_worth(here).total == 5 and shift(here, foot()) == {"11": 1}


def test_russians_gain_a_column_in_the_cold_but_not_from_germans_in_a_place() -> None:
    cold = {"side": SOVIET, "weather": "Subarctic", "frozen": True}
    assert shift(site(foot(), **cold), rifles()) == {"4": 1}
    assert shift(site(foot(dispersed=True), **cold), rifles()) == {"4": 1, "11": 1}
    for place in ("locality", "town", "major", "victory"):
        assert shift(site(foot(), place=place, **cold), rifles()) == {}
    assert shift(site(ally(), place="town", **cold), rifles()) == {"4": 1}
    assert shift(site(foot(), side=SOVIET, weather="Snow", frozen=True), rifles()) == {}
    assert shift(site(rifles(), weather="Subarctic", frozen=True), foot()) == {}


def test_one_air_unit_shifts_one_column() -> None:
    assert shift(site(rifles(), air=1), foot()) == {"12": 1} == shift(site(rifles(), air=3), foot())


# -- conversions (9.3, 9.6) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "surrounded", "standing"),
    [("BR", "BR", "BR"), ("DE", "BR", "BR"), ("DR", "DE", "DE"), ("DW", "D", "D"), ("dw", "-", "-"), ("D", "D", "D"),
     ("-", "-", "-"), ("X", "X", "X"), ("AE", "AE", "AE"), ("D/AE", "D/AE", "D/AE")],
)  # fmt: skip
def test_a_result_for_defenders_who_cannot_or_will_not_retreat(code: str, surrounded: str, standing: str) -> None:
    here, team = site(rifles()), (foot(),)
    assert convert(code, here, team, True, False) == surrounded
    assert convert(code, here, team, False, True) == standing
    assert convert(code, here, team, False, False) == code
    assert convert(code, here, team, True, True) == standing


def test_only_one_step_even_with_every_reason() -> None:
    assert convert("DR", site(rifles()), (panzer(9),), True, True) == "DE"


def test_a_breakthrough_is_one_in_prepared_attacks_only() -> None:
    here, team = site(rifles(), prepared=False), (foot(),)
    assert convert("BR", here, team, False, False) == "DE" == convert("DE", here, team, True, False)


def test_defenders_in_mountains_may_refuse_an_exchange() -> None:
    assert declined(site(rifles(), terrain="mountain"), "X") == "D"
    assert declined(site(rifles(), terrain="mountain"), "DR") == "DR"
    assert declined(site(rifles(), terrain="hills"), "X") == "X" == declined(site(terrain="mountain"), "X")


def test_armour_overruns_infantry_of_less_than_half_its_strength() -> None:
    five = (panzer(4), panzer(1))
    assert is_overrun(site(rifles()), five) and not is_overrun(site(rifles()), (panzer(4), foot(4)))
    assert convert("DR", site(rifles()), five, False, False) == "DE"
    assert convert("DE", site(rifles()), five, False, False) == "BR"
    assert convert("DW", site(rifles()), five, False, False) == "DW"
    assert not is_overrun(site(rifles(), tanks()), five)
    assert not is_overrun(site(rifles()), (panzer(4, supplied=False), panzer(4, supplied=False)))


def test_9_6_cavalry_counts_as_infantry_where_armour_overruns() -> None:
    assert is_overrun(site(cavalry()), (panzer(3),)) and not is_overrun(site(cavalry()), (panzer(2),))
    assert not is_overrun(site(rifles(), cavalry()), (panzer(4), panzer(1)))
    assert is_overrun(site(rifles(), cavalry()), (panzer(4), panzer(3)))
    assert not is_overrun(site(cavalry(), tanks()), (panzer(9),))


@pytest.mark.parametrize(
    "facts",
    [{"terrain": "hills"}, {"terrain": "swamp"}, {"place": "town"}, {"place": "victory"}, {"fortress": True},
     {"intrinsic": 1}, {"weather": "Mud"}, {"weather": "Snow"}],
)  # fmt: skip
def test_ground_and_weather_that_stop_an_overrun(facts: dict[str, Any]) -> None:
    assert not is_overrun(site(rifles(), **facts), (panzer(9),))


def test_ground_that_is_no_help_stops_no_overrun() -> None:
    nine = (panzer(9),)
    for facts in ({"place": "locality"}, {"terrain": "swamp", "frozen": True}, {"weather": "Hard Frost"}):
        assert is_overrun(site(rifles(), **facts), nine)
    assert not is_overrun(site(rifles()), (panzer(9, river=True),))
    assert is_overrun(site(rifles()), (panzer(9, river=True), foot()))
    assert not is_overrun(site(rifles(), turn=3, lined=LINE), (panzer(9, stalin_line=True),))
    snow = {"side": SOVIET, "weather": "Snow", "frozen": True}
    assert is_overrun(site(ally(2), **snow), (tanks(), tanks(), tanks()))


# -- losses and exchanges (9.3, 9.5) ----------------------------------------------------------------------


def test_attackers_lose_as_much_as_the_whole_defence_has() -> None:
    assert toll(site(rifles(), tanks(), place="victory", intrinsic=1)) == 7


@pytest.mark.parametrize(("code", "cost"), [("DR", 3), ("DW", 5), ("dw", 10), ("-", 15), ("D", None), ("DE", None)])
def test_what_defenders_cost_by_choice_fractions_up(code: str, cost: int | None) -> None:
    assert price(site(rifles(), place="victory", intrinsic=1), code) == cost


def test_only_germans_buy_and_only_russians_in_good_weather() -> None:
    here, german, rumanian, finn = site(rifles()), foot(4), ally(4), ally(4, "FIN")
    assert buyers(here, (german, rumanian, finn)) == (german,)
    assert offer(here, (german,), "DW") == 2 and offer(here, (german,), "dw") == 4
    assert offer(here, (german,), "-") is None, "6 factors he has not"
    assert offer(here, (rumanian,), "DW") is None
    assert offer(here._replace(weather="Hard Frost"), (german,), "DW") == 2
    assert offer(here._replace(weather="Mud"), (german,), "DW") is None
    assert offer(site(foot(), side=SOVIET), (rifles(),), "DW") is None
    assert offer(site(place="victory", intrinsic=1), (german,), "DW") is None, "nobody there to be bought"


def test_what_attackers_lose_counts_as_it_counted_in_the_attack() -> None:
    assert offer(site(rifles()), (foot(3, supplied=False),), "DW") is None
    assert offer(site(rifles()), (foot(4, supplied=False),), "DW") == 2


def test_allies_pay_for_no_exchange_of_the_axis_but_finns_do() -> None:
    team = (foot(), ally(), ally(nation="HUN"), ally(nation="ITA"), ally(nation="FIN"))
    assert [t.nation for t in payers(site(rifles()), team)] == ["GER", "FIN"]
    assert not can_pay(site(rifles()), (ally(9),), 2) and can_pay(site(rifles()), (foot(2),), 2)
    assert payers(site(foot(), side=SOVIET), (rifles(),)) == (rifles(),)


def test_the_last_defender_exchanged_takes_the_citys_people_along() -> None:
    here = site(rifles(name="A"), tanks(name="B"), place="victory", intrinsic=1)
    assert [exchange_cost(here, ids) for ids in (["A"], ["B"], ["A", "B"])] == [4, 2, 7]
    assert exchange_cost(site(place="victory", intrinsic=2), []) == 2


def test_a_citys_people_alone_fall_to_what_would_move_or_kill_them() -> None:
    city = site(place="victory", intrinsic=1)
    assert {code for code in ("BR", "DE", "DR", "DW", "dw", "D", "-", "X", "AE", "D/AE") if empties(city, code, 0)} == {
        "BR", "DE", "DR", "DW", "X",
    }  # fmt: skip
    assert empties(site(), "dw", 0) and not empties(site(), "DE", 1)
