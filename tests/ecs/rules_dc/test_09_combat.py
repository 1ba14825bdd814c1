"""Chapter 9: rounds, pressing, taking hits, Lotsa Dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Battle, Concealment, SupplyState
from ecs.core.events import Fired
from ecs.rulesets.darkest_crusade.data.components import FireRounds, Strength
from tests.ecs.rules_dc.battles import DUEL, OPEN, battle, declared, hand_over, shoot, take
from tests.ecs.staging import do, is_disrupted, load_dice, stage, texts, where, why


def lines(salvo: Any) -> list[tuple[str, int]]:
    """What a salvo was added up from."""
    return list(salvo.lines)


# -- rounds (9.3) --------------------------------------------------------------------------------------------


def test_operational_battles_last_two_rounds_and_blitzkrieg_and_proriv_one(monkeypatch: Any) -> None:
    soviet = {"K9": ["16.A"], OPEN: ["18.A"]}
    for phase, units, rounds in (
        ("A2a0-attack", DUEL, 2),
        ("A2a-attack", DUEL, 2),
        ("A2d-attack", DUEL, 1),
        ("B2a-attack", soviet, 2),
        ("B2d-attack", soviet, 1),
    ):
        attacker = units["K9"][0]
        game = battle(units, f"{attacker} {OPEN}", phase=phase, turn=1 if phase == "A2a0-attack" else 2)
        assert game._w[FireRounds].rounds == rounds, phase


def test_fire_is_the_sum_of_attack_factors_against_defence_factors(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "1.PzGr", "HunMobKps"], "K10": ["17.A"], OPEN: ["19.A", "5.Mech", "16.A"]}
    game = battle(units, *[f"{u} {OPEN}" for u in ("18.A", "1.PzGr", "HunMobKps", "17.A")])
    ours, theirs = shoot(game, monkeypatch, 6, 6)
    assert (ours.strength, theirs.strength) == (11, 4)


def test_fire_out_of_supply_is_halved_down_in_attack_and_up_in_defence(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "40.PzKps"], OPEN: ["16.A", "19.A", "20.A"]}
    orders = [f"18.A {OPEN}", f"40.PzKps {OPEN}"]
    game = battle(units, *orders, unsupplied=["18.A", "16.A", "19.A"])
    ours, theirs = shoot(game, monkeypatch, 6, 6)
    assert ours.strength == 2 + 1  # 3 halved down
    assert theirs.strength == 1 + 2  # 3 halved up


def test_unsupplied_attackers_of_one_factor_fire_nothing(monkeypatch: Any) -> None:
    game = battle({"K9": ["5.Mech"], OPEN: ["40.PzKps"]}, f"5.Mech {OPEN}", phase="B2a-attack", unsupplied=["5.Mech"])
    ours, _ = shoot(game, monkeypatch, 1, 6)
    assert (ours.strength, ours.hits) == (0, 0)


def test_fire_is_simultaneous(monkeypatch: Any) -> None:
    duel = battle({"K9": ["40.PzKps"], OPEN: ["2.Mech", "16.A"]}, f"40.PzKps {OPEN}")
    ours, theirs = shoot(duel, monkeypatch, 1, 1)  # two hits, three hits
    take(duel, "2.Mech", "16.A")
    assert where(duel, "2.Mech") == "pool"
    assert where(duel, "40.PzKps") == "dead"
    assert (ours.hits, theirs.hits) == (2, 3)


def test_a_disrupted_unit_contributes_no_more_from_the_next_round_on(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["16.A", "19.A"]}, f"18.A {OPEN}", f"17.A {OPEN}")
    shoot(game, monkeypatch, 6, 1)
    take(game, "16.A", "18.A")
    do(game, "done")
    ours, theirs = shoot(game, monkeypatch, 6, 6)
    assert (ours.strength, theirs.strength) == (3, 1)


def test_a_disrupted_defender_does_not_fire_at_all(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A"]}, f"18.A {OPEN}", disrupted=["16.A"])
    _, theirs = shoot(game, monkeypatch, 6, 6)
    assert theirs.strength == 1


def test_when_all_attackers_are_out_the_battle_ends(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 1)
    do(game, "done")
    assert game._w[Battle].hex == -1


def test_the_attacker_may_call_off_after_the_first_round_and_not_before(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}")
    assert why(game, "calloff") == "no-calloff"
    shoot(game, monkeypatch, 6, 6)
    do(game, "done", "calloff")
    assert game._w[Battle].hex == -1
    assert not is_disrupted(game, "16.A")


def test_attackers_stay_where_they_are_if_the_hex_is_not_cleared(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    shoot(game, monkeypatch, 6, 6)
    assert (where(game, "18.A"), where(game, "16.A")) == ("K9", OPEN)
    assert game._w[Battle].hex == -1


def test_in_a_one_round_battle_the_defender_may_retreat_too(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}", phase="A2d-attack")
    shoot(game, monkeypatch, 6, 6)
    assert texts(game, "retreat")


def test_before_and_between_battles_there_is_nothing_to_fire_or_to_hit() -> None:
    game = declared("A2a-attack", DUEL, f"18.A {OPEN}")
    assert why(game, "fire 0") == why(game, "calloff") == why(game, "reserve 18.A") == why(game, "ford") == "no-battle"
    assert why(game, "hit 18.A") == "not-in-battle"


def test_no_river_side_is_ignored_after_the_first_turn() -> None:
    game = battle(DUEL, f"18.A {OPEN}")
    assert why(game, "ford") == "no-ford"


# -- victory cities, fortresses and major cities under fire (9.3, 13) -------------------------------------------


def test_surplus_hits_take_a_victory_city_in_the_round_its_last_defender_dies(monkeypatch: Any) -> None:
    game = battle({"M9": ["18.A", "1.PzGr"], "N10": ["5.Mech"]}, "18.A N10", "1.PzGr N10", control={"soviet": ["N10"]})
    shoot(game, monkeypatch, 6, 6)  # two hits: one kills, one takes the city
    assert texts(game, "advance")


def test_without_a_surplus_hit_the_city_holds_and_fires_on_alone(monkeypatch: Any) -> None:
    game = battle({"M9": ["40.PzKps"], "N10": ["5.Mech"]}, "40.PzKps N10")
    shoot(game, monkeypatch, 4, 6)  # one hit
    assert where(game, "5.Mech") == "pool"
    assert texts(game, "advance") == []
    _, theirs = shoot(game, monkeypatch, 4, 6)
    assert theirs.strength == 1
    assert texts(game, "advance") == ["advance 40.PzKps N10"]


def test_moscow_needs_two_hits_in_one_round(monkeypatch: Any) -> None:
    game = battle({"H10": ["40.PzKps"]}, "40.PzKps H9")
    shoot(game, monkeypatch, 3, 6)  # one hit
    shoot(game, monkeypatch, 3, 6)  # one more, in another round
    assert game._w[Battle].hex == -1
    assert game._w.ground[game.board.by_label["H9"]].control is Side.SOVIET
    game = battle({"H10": ["40.PzKps"]}, "40.PzKps H9")
    shoot(game, monkeypatch, 1, 6)  # two hits
    do(game, "advance 40.PzKps H9")
    assert game._w.ground[game.board.by_label["H9"]].control is Side.AXIS


def test_moscow_in_german_hands_falls_to_one_hit(monkeypatch: Any) -> None:
    game = battle({"H10": ["16.A"]}, "16.A H9", phase="B2a-attack", control={"axis": ["H9"]})
    shoot(game, monkeypatch, 3, 6)
    assert texts(game, "advance") == ["advance 16.A H9"]


def test_hits_on_the_defenders_come_before_hits_on_the_city(monkeypatch: Any) -> None:
    game = battle({"H10": ["18.A", "1.PzGr"], "H9": ["16.A"]}, "18.A H9", "1.PzGr H9")
    shoot(game, monkeypatch, 4, 6)  # three hits: 16.A dies of them, none left for the city
    assert where(game, "16.A") == "pool"
    assert texts(game, "advance") == []


def test_a_major_city_defended_at_the_start_takes_one_hit_more(monkeypatch: Any) -> None:
    game = battle({"J9": ["40.PzKps"], "K8": ["5.Mech"]}, "40.PzKps K8")
    shoot(game, monkeypatch, 4, 6)
    assert texts(game, "advance") == []
    shoot(game, monkeypatch, 4, 6)
    assert texts(game, "advance") == ["advance 40.PzKps K8"]


def test_the_last_defender_retreating_from_a_city_leaves_it_to_be_taken_in_round_two(monkeypatch: Any) -> None:
    game = battle({"M9": ["18.A"], "N10": ["16.A"]}, "18.A N10")
    shoot(game, monkeypatch, 6, 6)
    do(game, texts(game, "retreat")[0])
    assert texts(game, "fire")
    _, theirs = shoot(game, monkeypatch, 1, 6)
    assert theirs.strength == 1
    assert "advance 18.A N10" in texts(game)


def test_the_city_vacated_in_a_one_round_battle_is_not_taken(monkeypatch: Any) -> None:
    game = battle({"M9": ["1.PzGr"], "N10": ["16.A"]}, "1.PzGr N10", phase="A2d-attack")
    shoot(game, monkeypatch, 6, 6)
    do(game, texts(game, "retreat")[0])
    assert game._w.ground[game.board.by_label["N10"]].control is Side.SOVIET
    assert where(game, "1.PzGr") == "M9"


# -- pressed attack (9.4) ------------------------------------------------------------------------------------


def test_pressing_goes_up_on_the_best_three_numbers_and_down_on_the_worst(monkeypatch: Any) -> None:
    for face, column, hits in ((3, 6, 3), (4, 0, 0), (1, 6, 5), (6, 0, 0)):
        game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A", "20.A", "22.A"]}, f"18.A {OPEN}")
        ours = shoot(game, monkeypatch, face, 6, press=3)[0]
        assert (ours.column, ours.hits) == (column, hits)


def test_pressing_by_less_shifts_by_less(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "1.PzGr"], OPEN: ["16.A", "19.A", "20.A"]}, f"18.A {OPEN}", f"1.PzGr {OPEN}")
    ours = shoot(game, monkeypatch, 4, 6, press=2)[0]
    assert (ours.column, ours.hits) == (5, 2)


def test_an_attack_is_pressed_by_its_factors_at_most_and_again_in_round_two(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A"]}, f"18.A {OPEN}")
    assert texts(game, "fire") == ["fire 0", "fire 1", "fire 2", "fire 3"]
    assert why(game, "fire 4") == "press-limit" and why(game, "fire -1") == "press-limit"
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    assert texts(game, "fire")[-1] == "fire 3"


def test_only_german_factors_count_for_the_limit_and_allies_alone_do_not_press() -> None:
    game = battle({"K9": ["18.A", "3.RumA"], OPEN: ["16.A"]}, f"18.A {OPEN}", f"3.RumA {OPEN}")
    assert texts(game, "fire")[-1] == "fire 3"
    game = battle({"K9": ["3.RumA"], OPEN: ["16.A"]}, f"3.RumA {OPEN}")
    assert texts(game, "fire") == ["fire 0"]


def test_halved_fire_halves_the_limit() -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}", unsupplied=["18.A"])
    assert texts(game, "fire")[-1] == "fire 1"


def test_soviets_do_not_press() -> None:
    game = battle({"K9": ["16.A"], OPEN: ["18.A"]}, f"16.A {OPEN}", phase="B2a-attack")
    assert texts(game, "fire") == ["fire 0"]


def test_weather_shifts_the_column_before_it_is_pressed(monkeypatch: Any) -> None:
    game = battle(
        {"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}", weather="Mud", unsupplied=["18.A"]
    )  # 3 halved is 1, less 2 columns is -1, pressed by 1 is 0
    ours = shoot(game, monkeypatch, 1, 6, press=1)[0]
    assert (ours.column, ours.hits) == (0, 0)


# -- hits (9.5) ----------------------------------------------------------------------------------------------


def test_a_unit_absorbs_as_many_hits_as_its_hit_factor_and_is_disrupted_by_the_first(monkeypatch: Any) -> None:
    for face, fate in ((6, OPEN), (3, OPEN), (1, "pool")):  # 3 strong: no hit, two hits, three hits
        game = battle({"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}")
        hits = shoot(game, monkeypatch, face, 6)[0].hits
        assert where(game, "16.A") == fate
        assert is_disrupted(game, "16.A") is (hits == 2)


def test_a_disrupted_unit_dies_of_one_hit(monkeypatch: Any) -> None:
    game = battle({"K9": ["40.PzKps"], OPEN: ["16.A"]}, f"40.PzKps {OPEN}", disrupted=["16.A"])
    shoot(game, monkeypatch, 3, 6)
    assert where(game, "16.A") == "pool"


def test_the_owner_spreads_the_hits_among_all_his_units_in_the_hex(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A", "5.Mech"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 3, 6)  # two hits
    assert game.to_act is Side.SOVIET
    assert texts(game) == ["hit 16.A", "hit 19.A", "hit 5.Mech"]
    assert why(game, "hit 18.A") == "not-in-battle"
    do(game, "hit 16.A", "hit 19.A")
    assert is_disrupted(game, "16.A") and is_disrupted(game, "19.A") and where(game, "5.Mech") == OPEN


def test_a_unit_already_hit_in_this_round_may_absorb_the_rest(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["16.A", "19.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 3, 6)
    do(game, "hit 16.A", "hit 16.A")
    assert is_disrupted(game, "16.A") and not is_disrupted(game, "19.A")


def test_attackers_hits_are_taken_only_by_those_who_took_part_in_the_round(monkeypatch: Any) -> None:
    units = {"K9": ["40.PzKps", "18.A", "17.A"], OPEN: ["16.A", "1.GdsK"]}
    game = battle(units, f"40.PzKps {OPEN}", f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 3)  # one hit on the defenders, two on the attackers
    do(game, "hit 16.A")
    assert texts(game) == ["hit 18.A", "hit 40.PzKps"]
    do(game, "hit 40.PzKps", "hit 40.PzKps", "done")
    shoot(game, monkeypatch, 6, 1)
    assert where(game, "40.PzKps") == "K9"  # out of the second round, out of danger
    assert is_disrupted(game, "18.A")


def test_hits_do_not_add_up_between_rounds(monkeypatch: Any) -> None:
    six = ["33.A", "34.A", "37.A"], ["38.A", "40.A", "43.A"]
    units = {"K9": six[0], "K10": six[1], OPEN: ["18.A"]}
    game = battle(units, *[f"{u} {OPEN}" for side in six for u in side], phase="B2a-attack")
    shoot(game, monkeypatch, 6, 6)  # one hit
    assert is_disrupted(game, "18.A")
    do(game, "done")
    shoot(game, monkeypatch, 6, 6)  # one more: like a unit that had taken three
    assert where(game, "18.A") == "dead"


def test_hits_beyond_what_all_units_can_take_are_no_choice(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "1.PzGr"], OPEN: ["19.A", "5.Mech"]}, f"18.A {OPEN}", f"1.PzGr {OPEN}")
    shoot(game, monkeypatch, 1, 6)
    assert {where(game, "19.A"), where(game, "5.Mech")} == {"pool"}


def test_an_emplaced_shock_army_fires_three_and_absorbs_three(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["2.Shock"]}, f"18.A {OPEN}", f"17.A {OPEN}", strong=["2.Shock"])
    ours, theirs = shoot(game, monkeypatch, 4, 6)  # three hits
    assert (ours.hits, theirs.strength) == (3, 3)
    assert where(game, "2.Shock") == OPEN and is_disrupted(game, "2.Shock")
    assert not game._w.by_id["2.Shock"][Strength].strong


def test_an_emplaced_shock_army_attacks_with_three_and_stays_emplaced(monkeypatch: Any) -> None:
    game = battle({"K9": ["2.Shock"], OPEN: ["18.A"]}, f"2.Shock {OPEN}", phase="B2a-attack", strong=["2.Shock"])
    ours, _ = shoot(game, monkeypatch, 6, 6)
    assert ours.strength == 3
    assert game._w.by_id["2.Shock"][Strength].strong


def test_the_first_hit_destroys_a_fortification_and_leaves_the_army_in_order(monkeypatch: Any) -> None:
    game = battle({"K9": ["16.A"], OPEN: ["18.A"]}, f"16.A {OPEN}", phase="B2a-attack", strong=["18.A"])
    shoot(game, monkeypatch, 3, 6)  # one hit
    assert not game._w.by_id["18.A"][Strength].strong
    assert not is_disrupted(game, "18.A")


def test_an_army_that_attacks_leaves_its_fortification(monkeypatch: Any) -> None:
    game = battle(DUEL, f"18.A {OPEN}", strong=["18.A"])
    assert not game._w.by_id["18.A"][Strength].strong


# -- Lotsa Dice (9.1) ----------------------------------------------------------------------------------------

LOTS = {"combat_dice": "lotsa_dice"}


def lots(monkeypatch: Any, dice: list[int], units: Mapping[str, Iterable[str]], order: str, **more: Any) -> list[int]:
    """Hits of both sides when all dice fall as told."""
    game = battle(units, order, options=LOTS, **more)
    load_dice(monkeypatch, *dice)
    do(game, "fire 0")
    return [e.hits for e in game.log[-1].events if hasattr(e, "expected_sixths")]


def test_lotsa_dice_throws_one_die_a_point_and_hits_on_the_best_three(monkeypatch: Any) -> None:
    assert lots(monkeypatch, [1, 3, 4, 3, 6], {"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}") == [2, 1]


def test_lotsa_dice_in_mud_hits_on_the_best_two_but_not_in_towns(monkeypatch: Any) -> None:
    assert lots(monkeypatch, [1, 2, 3, 3, 2], {"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}", weather="Mud") == [2, 1]
    town = {"K9": ["18.A"], "J10": ["16.A"]}
    assert lots(monkeypatch, [1, 2, 3, 3, 2], town, "18.A J10", weather="Mud") == [2, 2]


def test_lotsa_dice_in_snow_is_worse_for_the_axis_only(monkeypatch: Any) -> None:
    units = {"K9": ["18.A"], OPEN: ["16.A"]}
    assert lots(monkeypatch, [3, 3, 3, 3, 3], units, f"18.A {OPEN}", weather="Snow") == [0, 2]


def test_lotsa_dice_out_of_supply_hits_on_one_number_fewer(monkeypatch: Any) -> None:
    units = {"K9": ["18.A"], OPEN: ["16.A"]}
    found = lots(monkeypatch, [3, 2, 2, 3, 2], units, f"18.A {OPEN}", unsupplied=["18.A", "16.A"])
    assert found == [2, 1]
    found = lots(monkeypatch, [2, 1, 2, 3, 1], units, f"18.A {OPEN}", unsupplied=["18.A", "16.A"], weather="Mud")
    assert found == [1, 1]


def test_9_1_in_lotsa_dice_only_the_dice_of_units_out_of_supply_are_lowered(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "40.PzKps"], OPEN: ["16.A", "20.A"]}

    def both(dice: list[int], *starved: str, **more: Any) -> tuple[int, int]:
        game = declared("A2a-attack", units, f"18.A {OPEN}", f"40.PzKps {OPEN}", options=LOTS, **more)
        for name in starved:
            game._w.mark(SupplyState, game._w.by_id[name], level=1)
        do(game, f"resolve {OPEN} 1")
        load_dice(monkeypatch, *dice)
        do(game, "fire 0")
        ours, theirs = [e.hits for e in game.log[-1].events if isinstance(e, Fired)]
        return ours, theirs

    # of five attacking dice and three defending ones the last are those of units out of supply
    assert both([3] * 8) == (5, 3)
    assert both([3] * 8, "40.PzKps", "20.A") == (3, 2)
    assert both([3] * 8, "18.A", "16.A") == (2, 1)
    assert both([2] * 8, "18.A", "16.A") == (5, 3)
    assert both([2] * 8, "40.PzKps", weather="Mud") == (3, 3)
    assert both([1] * 8, "40.PzKps", "18.A", "20.A", weather="Mud") == (5, 3)


def test_9_1_the_hill_and_the_city_throw_their_lotsa_dice_in_full_for_isolated_units(monkeypatch: Any) -> None:
    for spot, base in (("K12", "K11"), ("N10", "M9")):
        found = lots(
            monkeypatch, [6] * 3 + [3] * 3, {base: ["18.A"], spot: ["16.A"]}, f"18.A {spot}", unsupplied=["16.A"]
        )
        assert found == [0, 1]


def test_lotsa_dice_of_strength_zero_throws_nothing(monkeypatch: Any) -> None:
    units = {"K9": ["19.A"], OPEN: ["40.PzKps"]}
    assert lots(monkeypatch, [6, 6], units, f"19.A {OPEN}", phase="B2a-attack") == [0, 0]


def test_lotsa_dice_knows_no_pressing() -> None:
    game = battle(DUEL, f"18.A {OPEN}", options=LOTS)
    assert texts(game, "fire") == ["fire 0"]


def test_strength_zero_on_the_table_scores_nothing(monkeypatch: Any) -> None:
    game = battle({"K9": ["19.A"], OPEN: ["40.PzKps"]}, f"19.A {OPEN}", phase="B2a-attack")
    ours, _ = shoot(game, monkeypatch, 1, 6)
    assert (ours.strength, ours.hits) == (0, 0)


# -- options for weather and supply (14, 15.3) -----------------------------------------------------------------


def test_with_the_option_weather_worsens_the_die_by_one(monkeypatch: Any) -> None:
    game = battle(DUEL, f"18.A {OPEN}", weather="Mud", options={"weather_mode": "die"})
    ours, theirs = shoot(game, monkeypatch, 3, 6)  # 3 reads 4, 6 reads 7
    assert (ours.column, ours.hits, theirs.hits) == (3, 1, 0)


def test_with_the_option_fire_out_of_supply_worsens_the_die_by_one(monkeypatch: Any) -> None:
    game = battle(DUEL, f"18.A {OPEN}", unsupplied=["18.A"], options={"supply_mode": "die"})
    ours, _ = shoot(game, monkeypatch, 3, 6)
    assert (ours.strength, ours.hits) == (3, 1)


@pytest.mark.parametrize(("die", "hits"), [(1, 2), (3, 1), (4, 0), (5, 0), (6, 0)])
def test_15_3_with_the_option_fire_out_of_supply_scores_one_hit_fewer(monkeypatch: Any, die: int, hits: int) -> None:
    for units, unsupplied, order in (
        (DUEL, ["18.A"], f"18.A {OPEN}"),
        ({"K9": ["40.PzKps", "3.RumA"], OPEN: ["19.A"]}, ["40.PzKps"], f"40.PzKps {OPEN}"),
    ):
        orders = [order] + ([f"3.RumA {OPEN}"] if "3.RumA" in units["K9"] else [])
        game = battle(units, *orders, unsupplied=unsupplied, options={"supply_mode": "hits"})
        ours, _ = shoot(game, monkeypatch, die, 6)
        assert (ours.strength, ours.column, ours.hits) == (3, 3, hits)
    game = battle(DUEL, f"18.A {OPEN}", options={"supply_mode": "hits"})
    assert shoot(game, monkeypatch, 3, 6)[0].hits == 2


# -- what the enemy may not see ----------------------------------------------------------------------------------


def hide(game: Game, *units: str) -> None:
    """Turn counters face down."""
    for unit in units:
        game._w.mark(Concealment, game._w.by_id[unit], hidden=True)


def test_a_hidden_defender_is_unknown_to_the_forecast_and_shown_when_attacked() -> None:
    game = declared("A2a-attack", {"K9": ["18.A"], OPEN: ["16.A"]}, f"18.A {OPEN}")
    hide(game, "16.A")
    f = game.forecast(Side.AXIS, game.board.by_label[OPEN], ["18.A"])
    assert f.estimate and f.defenders == ("?",) and f.defence_strength == 1
    assert "16.A" not in [u.id for u in game.view(Side.AXIS).units]
    do(game, f"resolve {OPEN} 1")
    assert "16.A" in [u.id for u in game.view(Side.AXIS).units]


def test_nobody_forecasts_with_the_other_sides_units() -> None:
    game = stage("B2a-attack", {"K9": ["16.A"], OPEN: ["18.A"]})
    hide(game, "16.A")
    f = game.forecast(Side.AXIS, game.board.by_label[OPEN], ["16.A"])
    assert f.attack_strength == 0 and f.attackers == () and f.refusal


def test_declarations_of_hidden_units_are_not_told_to_the_enemy() -> None:
    game = stage("B2a-attack", {"K9": ["16.A"], OPEN: ["18.A"]})
    hide(game, "16.A")
    do(game, f"attack 16.A {OPEN} 1")
    assert not any("16" in text for _, text in game.reading(Side.AXIS))
    assert all("16.A" not in b.attackers for b in game.view(Side.AXIS).battles)
    assert game.view(Side.AXIS).legal == ()


def test_a_captured_town_shelters_its_new_owner(monkeypatch: Any) -> None:
    game = declared("B2a-attack", {"K9": ["16.A"], "J10": ["18.A"]}, "16.A J10", weather="Snow")
    hand_over(game, Side.AXIS, "J10")
    do(game, "resolve J10 1")
    _, theirs = shoot(game, monkeypatch, 6, 6)
    assert theirs.column == 3
