"""Chapter 8: how many units attack through one hexside, waves, and reserves."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.components import Assignment, Battle, Marched
from ecs.rulesets.darkest_crusade.data.components import FireRounds
from tests.ecs.rules_dc.battles import OPEN, battle, declared, shoot, take
from tests.ecs.staging import do, is_disrupted, stage, texts, where, why

MECHS = ["5.Mech", "1.Mech", "2.Mech", "7.Mech"]
ARMIES = ["33.A", "34.A", "37.A", "38.A"]


def loaded(phase: str, base: str, target: str, units: list[str], foe: str, **more: Any) -> list[str]:
    """Assign units one after another to wave 1; the reason each is refused, or "" """
    game = stage(phase, {base: units, target: [foe]}, **more)
    reasons = []
    for unit in units:
        line = f"attack {unit} {target} 1"
        reasons.append(why(game, line))
        if not reasons[-1]:
            do(game, line)
    return reasons


def test_stacking_has_no_limit() -> None:
    game = stage("A2a-move", {OPEN: ["18.A", "17.A", "6.A", "9.A", "4.A", "1.PzGr", "2.PzGr"], "K9": ["11.A"]})
    do(game, f"move 11.A {OPEN}")
    assert where(game, "11.A") == OPEN


@pytest.mark.parametrize("units", [MECHS, ARMIES, ["16.A", "1.GdsK", "2.Shock", "19.A"]])
def test_three_soviet_units_of_any_kind_attack_through_one_hexside(units: list[str]) -> None:
    assert loaded("B2a-attack", "K9", OPEN, units, "18.A") == ["", "", "", "hexside-full"]


def test_of_three_axis_units_at_most_two_are_armies_or_panzergruppen() -> None:
    full = "hexside-full"
    assert loaded("A2a-attack", "K9", OPEN, ["18.A", "17.A", "6.A"], "19.A") == ["", "", full]
    assert loaded("A2a-attack", "K9", OPEN, ["18.A", "17.A", "1.PzGr"], "19.A") == ["", "", full]
    assert loaded("A2a-attack", "K9", OPEN, ["18.A", "1.PzGr", "40.PzKps", "HunMobKps"], "19.A") == ["", "", "", full]
    assert loaded("A2a-attack", "K9", OPEN, ["3.RumA", "4.RumA", "40.PzKps"], "19.A") == ["", "", ""]


def test_8_rumanian_and_finnish_armies_are_armies_for_the_capacity_of_a_hexside() -> None:
    assert loaded("A2a-attack", "K9", OPEN, ["3.RumA", "4.RumA", "11.A"], "19.A") == ["", "", "hexside-full"]
    assert loaded("A2a-attack", "K9", OPEN, ["18.A", "KarelianA", "11.A"], "19.A", options={"finns": "free"}) == [
        "", "", "hexside-full",
    ]  # fmt: skip
    assert loaded("A2a-attack", "P7", "Q7", ["3.RumA", "4.RumA"], "19.A") == ["", "rough"]
    assert loaded("A2a-attack", "Q7", "P7", ["3.RumA", "4.RumA"], "19.A") == ["", "rough"]


def test_of_them_at_most_one_is_a_panzergruppe() -> None:
    assert loaded("A2a-attack", "K9", OPEN, ["1.PzGr", "2.PzGr", "40.PzKps"], "19.A") == ["", "hexside-full", ""]


def test_each_hexside_has_its_own_capacity() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "1.PzGr"], "K10": ["17.A", "2.PzGr"], OPEN: ["19.A"]})
    do(game, *[f"attack {u} {OPEN} 1" for u in ("18.A", "1.PzGr", "17.A", "2.PzGr")])


def test_into_mountain_two_units_attack_one_army_or_panzergruppe_and_one_tank() -> None:
    rough = "rough"
    axis = ["18.A", "17.A", "40.PzKps", "HunMobKps"]
    assert loaded("A2a-attack", "P7", "Q7", axis, "19.A") == ["", rough, "", rough]
    assert loaded("A2a-attack", "P7", "Q7", ["1.PzGr", "40.PzKps", "HunMobKps"], "19.A") == ["", rough, ""]
    assert loaded("B2a-attack", "P7", "Q7", ["33.A", "34.A", "5.Mech"], "18.A") == ["", rough, ""]
    assert loaded("B2a-attack", "P7", "Q7", ["5.Mech", "1.Mech", "1.GdsK"], "18.A") == ["", rough, ""]


def test_out_of_mountain_the_same_limit_holds() -> None:
    assert loaded("B2a-attack", "Q7", "P7", ["33.A", "34.A"], "18.A") == ["", "rough"]


@pytest.mark.parametrize("weather", ["Good", "Mud", "Snow"])
@pytest.mark.parametrize(("base", "target"), [("H4", "I4"), ("I4", "H4"), ("D8", "D9"), ("D9", "D10"), ("P7", "Q7")])
def test_8_into_and_out_of_swamp_two_units_attack_frozen_or_not(weather: str, base: str, target: str) -> None:
    korps = ["1.PzGr", "40.PzKps", "18.A", "HunMobKps", "3.RumA"]
    assert loaded("A2a-attack", base, target, korps, "19.A", weather=weather) == ["", *["rough"] * 2, "", "rough"]
    soviets = ["33.A", "34.A", "5.Mech", "1.GdsK"]
    assert loaded("B2a-attack", base, target, soviets, "18.A", weather=weather) == ["", "rough", "", "rough"]


def test_8_linked_attacks_count_on_two_units_a_hexside_in_frozen_swamp() -> None:
    # out of Pinsk (swamp) a second army may not join the weaker attack, so nobody owes it; out of the clear it would
    for base, near, far, owed in (("H4", "I4", "H5", False), ("K9", "K10", "L10", True)):
        units = {base: ["16.A", "33.A", "34.A"], near: ["18.A"], far: ["17.A"]}
        game = stage("B2a-attack", units, weather="Snow")
        do(game, f"attack 16.A {near} 1", f"attack 33.A {far} 1")
        assert bool(why(game, "end")) is owed


@pytest.mark.parametrize("weather", ["Good", "Snow"])
def test_across_a_strait_one_unit_attacks_and_no_tanks(weather: str) -> None:
    assert loaded("A2a-attack", "O5", "O6", ["40.PzKps", "18.A", "3.RumA"], "19.A", weather=weather) == [
        "narrow",
        "",
        "narrow",
    ]
    assert loaded("B2a-attack", "C8", "B8", ["5.Mech", "33.A", "34.A"], "18.A", weather=weather) == [
        "narrow",
        "",
        "narrow",
    ]


def test_across_an_open_lake_one_unit_attacks_and_across_a_frozen_one_as_many_as_by_land() -> None:
    assert loaded("A2a-attack", "C6", "D7", ["18.A", "17.A"], "19.A") == ["", "narrow"]
    assert loaded("A2a-attack", "C6", "D7", ["18.A", "17.A"], "19.A", weather="Snow") == ["", ""]


def test_no_attack_goes_across_the_gulf_to_kronshtat() -> None:
    game = stage("A2a-attack", {"B7": ["18.A"], "B8": ["23.A"], "C7": ["17.A"]})
    assert why(game, "attack 18.A B8 1") == why(game, "attack 17.A B8 1") == "sea-between"


def test_units_of_one_hex_may_attack_different_hexes_but_each_only_one() -> None:
    game = stage("A2a-attack", {OPEN: ["18.A", "17.A"], "K9": ["19.A"], "L11": ["20.A"]})
    do(game, "attack 18.A K9 1", "attack 17.A L11 1")
    assert why(game, "attack 18.A L11 1") == "assigned"


# -- waves ---------------------------------------------------------------------------------------------------


def test_a_second_wave_attacks_through_the_same_hexside_with_other_units() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "17.A", "6.A", "9.A"], OPEN: ["19.A"]})
    do(game, f"attack 18.A {OPEN} 1", f"attack 17.A {OPEN} 1", f"attack 6.A {OPEN} 2", f"attack 9.A {OPEN} 2", "end")
    assert texts(game) == [f"resolve {OPEN} 1"]


def test_waves_are_opened_one_after_another_and_four_at_most() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "17.A", "6.A", "9.A", "4.A"], OPEN: ["19.A"]})
    assert why(game, f"attack 18.A {OPEN} 2") == why(game, f"attack 18.A {OPEN} 0") == "no-such-wave"
    for wave, unit in enumerate(["18.A", "17.A", "6.A", "9.A"], 1):
        do(game, f"attack {unit} {OPEN} {wave}")
    assert why(game, f"attack 4.A {OPEN} 5") == "no-such-wave"


def test_taking_the_first_wave_out_moves_the_second_up() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "17.A"], OPEN: ["19.A"]})
    do(game, f"attack 18.A {OPEN} 1", f"attack 17.A {OPEN} 2", "withdraw 18.A")
    assert game._w.by_id["17.A"][Assignment].wave == 1
    assert why(game, "withdraw 18.A") == "not-assigned"


def test_all_attacks_can_be_cancelled_at_once() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "17.A"], OPEN: ["19.A"]})
    do(game, f"attack 18.A {OPEN} 1", f"attack 17.A {OPEN} 2", "cancel")
    assert "cancel" not in texts(game)


def test_the_next_wave_meets_what_the_first_has_left(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "17.A"], OPEN: ["19.A", "20.A"]}
    game = battle(units, f"18.A {OPEN}", f"17.A {OPEN} 2")
    shoot(game, monkeypatch, 4, 6)  # one hit
    do(game, "hit 19.A", "done", "calloff")
    assert is_disrupted(game, "19.A")
    do(game, f"resolve {OPEN} 2")
    assert game._w[FireRounds].wave == 2
    fired = shoot(game, monkeypatch, 6, 4)
    assert fired[1].strength == 1  # 20.A alone still fires


def test_a_wave_lapses_when_the_hex_has_fallen(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["19.A"]}, f"18.A {OPEN}", f"17.A {OPEN} 2")
    shoot(game, monkeypatch, 1, 6)
    do(game, f"advance 18.A {OPEN}", f"resolve {OPEN} 2")
    assert game._w[Battle].hex == -1
    assert any("no battle" in e.text for e in game.log[-1].events)


# -- reserves ------------------------------------------------------------------------------------------------


def test_a_fresh_unit_of_the_attacking_hex_replaces_one_that_was_disrupted(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["19.A", "20.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 1)
    assert is_disrupted(game, "18.A")
    do(game, "done")
    assert texts(game) == ["calloff", "reserve 17.A"]
    do(game, "reserve 17.A")
    fired = shoot(game, monkeypatch, 6, 6)
    assert [line[0] for line in fired[0].lines] == [game._w.by_id["17.A"].type.name]


def test_a_reserve_may_have_just_moved_but_not_by_bonus(monkeypatch: Any) -> None:
    for moved, legal in ((1, True), (2, False)):
        game = declared("A2a-attack", {"K9": ["18.A", "17.A", "6.A"], OPEN: ["19.A", "20.A"]}, f"18.A {OPEN}")
        game._w.mark(Marched, game._w.by_id["17.A"], moved=moved)
        do(game, f"resolve {OPEN} 1")
        shoot(game, monkeypatch, 6, 1)
        do(game, "done")
        assert ("reserve 17.A" in texts(game)) is legal
        assert why(game, "reserve 17.A") == ("" if legal else "no-reserve")


def test_reserves_do_not_swell_an_attack_that_lost_nobody(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["19.A", "20.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    assert why(game, "reserve 17.A") == "no-reserve"
    assert texts(game, "reserve") == []


def test_only_units_of_the_hex_that_lost_somebody_come_in(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "6.A"], "K10": ["17.A", "9.A"], OPEN: ["19.A", "20.A"]}
    game = battle(units, f"18.A {OPEN}", f"17.A {OPEN}")
    shoot(game, monkeypatch, 6, 1)
    take(game, "19.A", "18.A")
    do(game, "done")
    assert is_disrupted(game, "18.A") and not is_disrupted(game, "17.A")
    assert texts(game, "reserve") == ["reserve 6.A"]


def test_reserves_keep_within_the_capacity(monkeypatch: Any) -> None:
    units = {"K9": ["40.PzKps", "1.PzGr", "2.PzGr", "17.A"], OPEN: ["19.A", "20.A"]}
    game = battle(units, f"40.PzKps {OPEN}", f"1.PzGr {OPEN}")
    shoot(game, monkeypatch, 6, 2)
    take(game, "19.A", "40.PzKps")
    do(game, "done")
    assert is_disrupted(game, "40.PzKps")
    assert texts(game, "reserve") == ["reserve 17.A"]  # not a second panzergruppe


def test_units_that_have_attacked_or_wait_to_attack_are_no_reserves(monkeypatch: Any) -> None:
    units = {"K9": ["18.A", "17.A", "6.A"], OPEN: ["19.A", "20.A"], "J9": ["22.A"], "K8": ["24.A"]}
    game = battle(units, f"18.A {OPEN}", "17.A J9", "6.A K8")
    shoot(game, monkeypatch, 6, 1)
    do(game, "done")
    assert game._w[Battle].hex == -1  # nobody is left to go on


def test_a_one_round_battle_has_no_reserves(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["19.A", "20.A"]}, f"18.A {OPEN}", phase="A2d-attack")
    shoot(game, monkeypatch, 6, 1)
    do(game, "done")
    assert game._w[Battle].hex == -1


def test_with_all_attackers_out_the_battle_needs_a_reserve_before_it_goes_on(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A", "17.A"], OPEN: ["19.A", "20.A"]}, f"18.A {OPEN}")
    shoot(game, monkeypatch, 6, 1)
    do(game, "done")
    assert texts(game, "fire") == []
    do(game, "calloff")
    assert game._w[Battle].hex == -1
