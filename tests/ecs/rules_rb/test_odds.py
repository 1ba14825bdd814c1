"""Chapters 9 to 12: odds, factors, modifiers, automatic victories, Blitzkrieg attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs import Side
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    blitz_refusal,
    column_of,
    columns,
    is_automatic_victory,
    modifiers,
    ratio,
    ratio_name,
    result_cost,
    victory_refusal,
    work_out_odds,
)
from ecs.rulesets.russia_besieged.combat.strength import (
    NO_COMBAT_SUPPLY,
    OUT_OF_SUPPLY,
    AttackConditions,
    Combatant,
    DefendedHex,
    Team,
    air_limit,
    attack_worth,
    defence_worth,
    steps_of,
)

AXIS, SOVIET = Side.AXIS, Side.SOVIET


def unit(name: str, kind: str, cf: int, **more: Any) -> Combatant:
    return Combatant(name, name, kind, cf, **more)


def panzer(cf: int = 8, **more: Any) -> Combatant:
    return unit("Pz", "A", cf, **{"weak": cf // 2, **more})


def foot(cf: int = 5, **more: Any) -> Combatant:
    return unit("K", "I", cf, **more)


def russian(cf: int = 3, **more: Any) -> Combatant:
    return unit("A", "I", cf, **{"nation": "SOV", **more})


def site(*foes: Combatant, ground: str = "clear", side: Side = AXIS, **more: Any) -> AttackConditions:
    return AttackConditions(side, (DefendedHex(ground, foes or (russian(),)),), **more)


def lines(where: AttackConditions, team: Team) -> dict[str, int]:
    return {line.text: line.value for line in modifiers(where, team)}


# -- odds (10.2) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(23, 6, "3-1"), (6, 6, "1-1"), (5, 6, "1-2"), (3, 6, "1-2"), (2, 6, "1-3"), (2, 10, "1-5"), (2, 11, "1-6"),
     (80, 9, "8-1"), (95, 9, "10-1"), (11, 6, "1-1"), (12, 6, "2-1"), (1, 1, "1-1")],
)  # fmt: skip
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert ratio_name(ratio(attack, defence)) == odds


def test_odds_of_all_small_totals() -> None:
    for attack in range(1, 61):
        for defence in range(1, 61):
            found = ratio(attack, defence)
            if attack >= defence:
                assert found * defence <= attack < (found + 1) * defence
            else:
                assert -found * attack >= defence > (-found - 1) * attack


@pytest.mark.parametrize(
    ("odds", "normal", "blitzkrieg"),
    [(-6, "below 1-5", "below 3-1"), (-5, "1-5", "below 3-1"), (1, "1-1", "below 3-1"), (2, "2-1", "below 3-1"),
     (3, "3-1", "3-1"), (7, "7-1", "7-1"), (8, "7-1", "7-1"), (9, "7-1", "7-1"), (10, "7-1", "10-1"),
     (25, "7-1", "10-1"), (0, "below 1-5", "below 3-1")],
)  # fmt: skip
def test_the_column_odds_are_read_in(odds: int, normal: str, blitzkrieg: str) -> None:
    assert columns(CRT).title(column_of(CRT, odds)) == normal
    assert columns(BLITZKRIEG).title(column_of(BLITZKRIEG, odds)) == blitzkrieg


def test_attackers_below_one_to_five_surrender_without_a_roll() -> None:
    odds = work_out_odds(site(russian(11)), (foot(2),))
    assert odds.column == -1
    assert {face.result.code for face in odds.faces()} == {"below"}


# -- factors ----------------------------------------------------------------------------------------------


def test_fractions_are_dropped_in_each_hex_not_in_each_unit() -> None:
    poor: dict[str, Any] = {"supply": NO_COMBAT_SUPPLY}
    together = (foot(5, base=1, **poor), foot(5, base=1, **poor))
    apart = (foot(5, base=1, **poor), foot(5, base=2, **poor))
    assert attack_worth(site(), together).total == 5
    assert attack_worth(site(), apart).total == 4


def test_a_unit_out_of_supply_is_halved_once_and_defends_in_full() -> None:
    assert attack_worth(site(), (foot(5, supply=OUT_OF_SUPPLY),)).total == 2
    assert defence_worth(site(russian(3, supply=OUT_OF_SUPPLY))).total == 3


def test_a_reduced_unit_counts_its_weak_side() -> None:
    assert attack_worth(site(), (panzer(9, weak=5, lost=1),)).total == 5


def test_units_that_have_just_retreated_add_nothing_but_the_hex_defends_with_one() -> None:
    assert defence_worth(site(russian(3), russian(4, idle=True))).total == 3
    assert defence_worth(site(russian(4, idle=True))).total == 1


def test_a_dictator_and_risen_partisans_add_to_the_defence() -> None:
    assert defence_worth(AttackConditions(AXIS, (DefendedHex("clear", (russian(3),), extra=1),))).total == 4


def test_the_factors_of_the_lines_add_up() -> None:
    worth = attack_worth(site(air=2), (panzer(8), foot(5), foot(4)))
    assert (worth.total, sum(line.value for line in worth.lines)) == (23, 23)


# -- aircraft (11.4) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "corps", "groups"),
    [("Clear", 5, 4), ("Clear", 3, 3), ("Lt Mud", 5, 3), ("Mud", 5, 2), ("Mud", 1, 1), ("Snow", 5, 0)],
)
def test_no_more_groups_than_the_weather_and_the_attackers_allow(weather: str, corps: int, groups: int) -> None:
    team = tuple(foot(5, base=i) for i in range(corps))
    assert air_limit(site(weather=weather), team) == groups
    assert attack_worth(site(weather=weather, air=4), team).total == 5 * corps + 3 * groups


def test_artillery_is_no_corps_for_the_air_limit() -> None:
    assert air_limit(site(), (foot(), unit("Siege", "AR", 6))) == 1


@pytest.mark.parametrize(("side", "turn", "factors"), [(AXIS, 1, 3), (AXIS, 20, 3), (SOVIET, 12, 2), (SOVIET, 13, 3)])
def test_factors_of_an_air_group(side: Side, turn: int, factors: int) -> None:
    assert attack_worth(site(side=side, turn=turn, air=1), (foot(5),)).total == 5 + factors


# -- artillery (12) ---------------------------------------------------------------------------------------


def gun(cf: int = 6, **more: Any) -> Combatant:
    return unit("Siege", "AR", cf, **{"base": 1, **more})


@pytest.mark.parametrize(
    ("where", "team", "total"),
    [
        (site(), (foot(5, base=1), gun()), 11),
        (site(), (foot(5, base=2), gun()), 5),  # no company in its hex
        (site(), (foot(5, base=1), gun(moved=1)), 11),
        (site(), (foot(5, base=1), gun(moved=2)), 5),
        (site(), (foot(5, base=1), gun(supply=NO_COMBAT_SUPPLY)), 5),
        (site(weather="Mud"), (foot(5, base=1), gun()), 5),
        (site(weather="Snow"), (foot(5, base=1), gun()), 11),
        (site(), (foot(5, base=1), gun(), gun(8)), 13),  # one piece an attack, the stronger
        (site(ground="major_city"), (foot(5, base=1), gun()), 17),
        (site(ground="major_city"), (foot(5, base=1), gun(), gun(8)), 33),
    ],
)
def test_when_artillery_adds_its_factors(where: AttackConditions, team: Team, total: int) -> None:
    assert attack_worth(where, team).total == total


def test_artillery_does_not_defend_and_counts_no_step() -> None:
    assert defence_worth(site(russian(3), gun())).total == 3
    assert steps_of((panzer(), foot(weak=2), gun())) == 4


# -- modifiers (10.3, 10.5, 10.37) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "value"),
    [("clear", None), ("major_city", -1), ("forest", -1), ("swamp", -1), ("mountain", -1), ("northern_swamp", None)],
)
def test_terrain_takes_one_off_the_die(ground: str, value: int | None) -> None:
    found = lines(site(ground=ground), (foot(),))
    assert found == ({ground.replace("major_city", "Major City"): value} if value else {})


def test_field_marshals_of_both_sides() -> None:
    assert [line.value for line in modifiers(site(marshals=(True, True)), (foot(),))] == [1, -1]
    assert [line.value for line in modifiers(site(marshals=(False, True)), (foot(),))] == [-1]


@pytest.mark.parametrize(
    ("team", "foes", "value"),
    [
        ((panzer(),), (russian(),), 1),
        ((unit("S", "S", 4),), (russian(),), 1),
        ((unit("PG", "PG", 7),), (russian(),), 1),
        ((unit("MX", "MX", 4),), (russian(),), 1),
        ((panzer(),), (russian(), unit("MC", "MX", 3)), None),
        ((foot(),), (russian(), unit("MC", "MX", 3)), -1),
        ((foot(),), (russian(),), None),
        ((panzer(supply=OUT_OF_SUPPLY),), (russian(),), None),
        ((panzer(supply=OUT_OF_SUPPLY),), (unit("MC", "MX", 3),), None),
        ((foot(),), (unit("MC", "MX", 3, supply=OUT_OF_SUPPLY),), None),
        ((unit("KK", "C", 3),), (russian(),), None),
    ],
)
def test_armour_where_the_other_side_has_none(team: Team, foes: Team, value: int | None) -> None:
    told = {name: worth for name, worth in lines(site(*foes), team).items() if "armour advantage" in name}
    whose = {1: "armour advantage", -1: "defender's armour advantage"}
    assert told == ({} if value is None else {whose[value]: value})


@pytest.mark.parametrize("ground", ["major_city", "swamp", "mountain"])
def test_armour_counts_for_nothing_in_cities_swamps_and_mountains(ground: str) -> None:
    assert not any("armour advantage" in name for name in lines(site(ground=ground), (panzer(),)))
    assert not any("armour advantage" in name for name in lines(site(unit("MC", "MX", 3), ground=ground), (foot(),)))


def test_armour_counts_for_nothing_in_mud_but_in_forest_and_snow() -> None:
    assert not any("armour advantage" in name for name in lines(site(weather="Mud"), (panzer(),)))
    assert lines(site(ground="forest", weather="Lt Mud"), (panzer(),))["armour advantage"] == 1
    assert lines(site(weather="Snow", turn=10), (panzer(),))["armour advantage"] == 1


def test_mountain_troops_in_the_mountains() -> None:
    climber, keeper = unit("Gb", "M", 6), unit("R-Mtn", "M", 4)
    assert [line.value for line in modifiers(site(ground="mountain"), (climber,))] == [1, -1]
    assert [line.value for line in modifiers(site(keeper, ground="mountain"), (foot(),))] == [-1, -1]
    assert modifiers(site(keeper), (climber,)) == ()


def test_a_river_helps_if_every_attacker_is_across_it() -> None:
    beyond, this = foot(across=over(0)), foot()
    assert lines(site(), (beyond, beyond)) == {"all attackers across a river": -1}
    assert lines(site(), (beyond, this)) == {}
    assert lines(site(weather="Snow", turn=10), (beyond,)) == {}
    assert lines(site(ground="forest"), (beyond,)) == {"all attackers across a river": -1, "forest": -1}


def test_against_two_hexes_the_worst_of_both_counts() -> None:
    tank = unit("MC", "MX", 3)
    both = AttackConditions(AXIS, (DefendedHex("forest", (russian(),)), DefendedHex("clear", (tank,))))
    assert lines(both, (panzer(),)) == {"forest": -1}
    assert lines(both, (foot(),)) == {"forest": -1, "defender's armour advantage": -1}
    assert lines(both, (foot(across=over(0)),)) == {"forest": -1, "defender's armour advantage": -1}
    assert "all attackers across a river" in lines(both, (foot(across=over(0, 1)),))
    assert defence_worth(both).total == 6


def test_the_first_winter() -> None:
    finn = foot(4, nation="FIN")
    snow: dict[str, Any] = {"weather": "Snow", "turn": 5}
    assert lines(site(**snow), (foot(),)) == {"first winter": -1}
    assert lines(site(**snow), (finn,)) == {}
    assert lines(site(foot(), side=SOVIET, **snow), (russian(),)) == {"first winter": 1}
    assert lines(site(finn, side=SOVIET, **snow), (russian(),)) == {}
    assert lines(site(weather="Snow", turn=10), (foot(),)) == {}
    assert lines(site(weather="Mud", turn=4), (foot(),)) == {}
    assert lines(site(first_winter=False, **snow), (foot(),)) == {}


def test_a_fortress_takes_one_off() -> None:
    assert lines(
        AttackConditions(SOVIET, (DefendedHex("clear", (foot(),), fortress=True),), turn=18), (russian(),)
    ) == {"fortress": -1}


# -- the whole of it --------------------------------------------------------------------------------------


def test_four_to_one_at_a_river_city_with_a_marshal() -> None:
    team = (foot(8, across=over(0)), foot(4, across=over(0)))
    odds = work_out_odds(site(russian(3), ground="major_city", marshals=(True, False)), team)
    assert (odds.title, odds.drm, odds.read(7), odds.result(7).title) == ("4-1", -1, 6, "D3")


def test_one_to_two_in_a_forest_against_a_marshal() -> None:
    odds = work_out_odds(site(russian(6), ground="forest", marshals=(False, True)), (foot(5),))
    assert (odds.title, odds.read(1), odds.result(1).title) == ("1-2", -1, "AE*")


def test_a_blitzkrieg_ten_with_armour_stays_ten() -> None:
    odds = work_out_odds(site(russian(3)), (panzer(9),), BLITZKRIEG)
    assert (odds.title, odds.drm, odds.read(10), odds.result(10).title) == ("3-1", 1, 10, "D2 Adv 2")


def test_an_exchange_with_a_unit_of_one_step() -> None:
    odds = work_out_odds(site(unit("MC", "MX", 4)), (foot(8, weak=4),))
    assert (odds.title, odds.drm, odds.result(8).title) == ("2-1", -1, "X2")
    assert result_cost(odds.result(8), 2, 1)[:2] == (1, 1)


def test_the_ten_faces_are_listed_once_each() -> None:
    faces = work_out_odds(site(russian(3)), (foot(5), foot(4))).faces()
    assert [face.die for face in faces] == list(range(1, 11))
    assert [face.result.title for face in faces] == ["BR", "BR", "D1", "D1", "X2", "X2", "D2", "D3", "DE", "DE"]
    assert sum(Fraction(1, len(faces)) for _ in faces) == 1


# -- automatic victory (9) --------------------------------------------------------------------------------


def test_automatic_victory_takes_ten_to_one() -> None:
    assert is_automatic_victory(95, 9) and is_automatic_victory(30, 3)
    assert not is_automatic_victory(89, 9)


def over(*places: int, name: str = "river") -> frozenset[tuple[int, str]]:
    """Hexsides before the hexes attacked, by place."""
    return frozenset((place, name) for place in places)


def overrun(where: AttackConditions, *more: Combatant) -> str:
    team = (panzer(10), panzer(10), foot(10), *more)
    refusal = victory_refusal(where, team)
    return refusal.reason if refusal else ""


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        (site(), ""), (site(ground="forest"), ""), (site(weather="Snow"), ""), (site(weather="Lt Mud"), ""),
        (site(weather="Mud"), "av-weather"), (site(ground="major_city"), "av-ground"),
        (site(ground="mountain"), "av-ground"), (site(russian(4)), "av-odds"),
    ],
)  # fmt: skip
def test_where_an_automatic_victory_is_open(where: AttackConditions, reason: str) -> None:
    assert overrun(where) == reason


def test_no_automatic_victory_is_won_across_the_strait() -> None:
    assert (
        overrun(site(), foot(across=over(0))) == ""
        and overrun(site(), foot(across=over(0, name="strait"))) == "av-strait"
    )


def test_who_takes_no_part_in_an_automatic_victory() -> None:
    assert overrun(site(), gun()) == overrun(site(), unit("V", "V", 1)) == "av-unit"
    assert overrun(site(), unit("AB", "AB", 1, landed=True)) == "av-unit"
    assert overrun(site(), unit("AB", "AB", 1)) == ""
    assert overrun(site(), foot(supply=NO_COMBAT_SUPPLY)) == "av-supply"


def test_terrain_and_marshals_do_not_matter_but_aircraft_count() -> None:
    assert overrun(site(russian(4), air=3)) == "av-odds"
    assert overrun(site(russian(3), air=0, marshals=(False, True), ground="forest")) == ""
    assert victory_refusal(site(air=4), (panzer(10), panzer(5), foot(6))) is None


# -- Blitzkrieg attacks (10.9) ------------------------------------------------------------------------------


def blitz(where: AttackConditions, *team: Combatant) -> str:
    refusal = blitz_refusal(where, team)
    return refusal.reason if refusal else ""


@pytest.mark.parametrize(("turn", "reason"), [(1, ""), (14, ""), (15, "blitz-turn"), (25, "blitz-turn")])
def test_the_germans_until_august_1943(turn: int, reason: str) -> None:
    assert blitz(site(turn=turn), panzer(9)) == reason


@pytest.mark.parametrize(("turn", "reason"), [(1, "blitz-turn"), (14, "blitz-turn"), (15, ""), (25, "")])
def test_the_soviets_from_september_1943(turn: int, reason: str) -> None:
    assert blitz(site(foot(2), side=SOVIET, turn=turn), unit("TA", "A", 8, nation="SOV")) == reason


def test_what_a_blitzkrieg_attack_needs() -> None:
    assert blitz(site(), foot(9)) == "blitz-armour"
    assert blitz(site(), unit("Hun", "MX", 9, nation="HUN")) == "blitz-armour"
    assert blitz(site(), panzer(9, supply=NO_COMBAT_SUPPLY)) == "blitz-supply"
    assert blitz(site(), panzer(8)) == "blitz-odds"
    assert blitz(site(), panzer(8), foot(1)) == ""
    assert blitz(site(weather="Lt Mud"), panzer(9)) == ""
    assert blitz(site(weather="Mud"), panzer(9)) == blitz(site(weather="Snow"), panzer(9)) == "blitz-weather"
    assert blitz(site(ground="forest"), panzer(9)) == ""


@pytest.mark.parametrize("ground", ["major_city", "swamp", "mountain", "northern_swamp"])
def test_where_no_blitzkrieg_attack_is_made(ground: str) -> None:
    assert blitz(site(ground=ground), panzer(9)) == "blitz-ground"
