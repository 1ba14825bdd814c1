"""Chapters 9.1 to 9.3 and 9.6: waves, the die, its results, No Retreat, a city's militia."""

from __future__ import annotations

import pytest

from ecs import new_game
from ecs.core.components import Assignment, Battle, CombatRoll, Disruption, Engagement, Garrison, Tallies
from ecs.core.events import BattleBegan, Rolled
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import breakthrough, declaring
from ecs.rulesets.war_against_russia.data.components import NoRetreat, Pursuit
from ecs.systems.combat.declared_attacks import assigned_by_wave
from tests.ecs.rules_war.fray import do, go_to, open_orders, question, strike, why
from tests.ecs.rules_war.stage import at, load_dice, position, where
from tests.kits.random_play import Picker

ORDERS = ("attack A V23 1", "attack B V23 1")
RUSSIANS = {"R": ("rus_army42", "V24"), "S": ("rus_army42", "W23"), "A": ("ger_infkps", "V23")}
RED = ("attack R V23 1", "attack S V23 1", "resolve V23 1")  # 4 against 2: 2-1


def planning(units: dict[str, tuple[str, str]], phase: str = "plan1-axis", **facts: object) -> World:
    return position(units, phase=phase, **facts)  # type: ignore[arg-type]


def odds(attackers: str, defender: str, **facts: object) -> World:
    """A battle for V23 from V22 and W22."""
    first, _, second = attackers.partition(" ")
    units = {"A": (first, "V22"), "R": (defender, "V23")} | ({"B": (second, "W22")} if second else {})
    return planning(units, **facts)


def test_defenders_eliminated_leave_the_hex_to_the_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_infkps", "rus_army41")
    load_dice(monkeypatch, 6)  # 6 against 2: 3-1, DE
    strike(w, *ORDERS, "resolve V23 1")
    assert where(w, "R") == "dead" and "done" not in open_orders(w)  # somebody must
    assert {"advance A V23", "advance B V23"} == set(open_orders(w))
    do(w, "advance B V23")
    assert where(w, "B") == "V23" and "done" in open_orders(w)
    do(w, "done")
    assert w[Battle].hex == -1 and not w[Pursuit].worth and w.by_id["A"][Engagement].fought


def test_the_battle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_infkps", "rus_army41")
    load_dice(monkeypatch, 1)
    strike(w, *ORDERS, "resolve V23 1")
    began = next(e for e in w.events if isinstance(e, BattleBegan))
    rolled = next(e for e in w.events if isinstance(e, Rolled))
    assert began.attackers == ("A", "B") and began.defenders == ("R",) and began.hex == "V23"
    assert rolled.faces == (1,) and rolled.what == "combat" and "3-1" in rolled.text and ": D," in rolled.text


def test_dispersed_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_infkps", "rus_army41", weather="Mud")
    load_dice(monkeypatch, 1)  # D
    strike(w, *ORDERS, "resolve V23 1")
    assert w.by_id["R"][Disruption].disrupted and where(w, "R") == "V23" and not question(w)


def test_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_infkps", "rus_army42", weather="Mud")
    load_dice(monkeypatch, 3)  # 1-1, -
    strike(w, "attack A V23 1", "resolve V23 1")
    assert not w.by_id["R"][Disruption].disrupted and where(w, "A") == "V22" and not question(w)


def test_attackers_lose_as_many_factors_as_defend(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_infkps ger_infkps", "rus_shock", weather="Mud")
    load_dice(monkeypatch, 1)  # 4 against 3: 1-1, AE
    strike(w, *ORDERS, "resolve V23 1")
    assert where(w, "A") == where(w, "B") == "dead" and not question(w)  # neither alone is worth 3


def test_the_owner_says_who_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_infkps", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_gdskor", "V23"),
             "S": ("rus_gdskor", "V23")}  # fmt: skip
    w = planning(units | {"C": ("rum_corps", "V22")}, weather="Mud")
    load_dice(monkeypatch, 1)  # 5 against 4: 1-1, AE
    strike(w, *ORDERS, "attack C V23 1", "resolve V23 1")
    assert question(w) == "losses" and open_orders(w) == ["hit A", "hit B", "hit C"]
    assert why(w, "hit R") == "not-in-battle" and why(w, "done") == "must-choose"
    do(w, "hit A")
    assert where(w, "A") == "dead" and open_orders(w) == ["hit B", "hit C"]
    do(w, "hit B")
    assert where(w, "C") == "V22" and w.by_id["C"][Disruption].disrupted and w[Battle].hex == -1


def test_both_suffer_from_the_lowest_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("rum_corps", "rus_shock", weather="Mud")
    load_dice(monkeypatch, 4)  # 1 against 3: 1-3, D/AE
    strike(w, "attack A V23 1", "resolve V23 1")
    assert w.by_id["R"][Disruption].disrupted and where(w, "A") == "dead"


def test_waves_are_fought_in_their_order_and_find_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_army", "rus_army42", weather="Mud")
    load_dice(monkeypatch, 2, 6)  # 4 against 2: 2-1, D; then a column for the Dispersed: 3-1, DE
    strike(w, "attack A V23 1", "attack B V23 2")
    go_to(w, "fight1-axis")
    assert why(w, "resolve V23 2") == "wave-order" and breakthrough.battle_commands(w)[0].text() == "resolve V23 1"
    found = breakthrough.may_end_fight(w)
    assert found is not None and found.reason == "unresolved"
    do(w, "resolve V23 1")
    assert w.by_id["R"][Disruption].disrupted and why(w, "resolve V23 1") == "no-attackers"
    do(w, "resolve V23 2")
    assert where(w, "R") == "dead"


def test_a_wave_with_nobody_left_to_attack_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_army", "rus_kavkor", weather="Mud")
    load_dice(monkeypatch, 6)  # 4-1, BR
    strike(w, "attack A V23 1", "attack B V23 2", "resolve V23 1")
    assert where(w, "A") == "V23" and not assigned_by_wave(w) and not w.by_id["B"][Engagement].fought
    assert breakthrough.may_end_fight(w) is None and not question(w)


def test_aircraft_fly_with_the_first_wave(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_army", "V22"), "B": ("ger_army", "W22"), "F": ("ger_air", "[air]"),
                  "R": ("rus_army42", "V23")})  # fmt: skip
    do(w, "attack A V23 1", "attack B V23 2")
    w.mark(Assignment, w.by_id["F"], target=at(w, "V23"))
    load_dice(monkeypatch, 1, 3)  # 2-1 and the aircraft: 3-1, D
    strike(w, "resolve V23 1")
    assert w.by_id["R"][Disruption].disrupted and where(w, "F") == "flown" and w.by_id["F"][Assignment].target == -1
    do(w, "resolve V23 2")
    assert w[CombatRoll].drm == 1  # the Dispersed alone


def test_germans_may_be_told_to_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, die, box, tired in (
        ("stand", 6, "dead", False),  # DR becomes DE
        ("stand", 4, "V23", True),  # DW becomes D
        ("stand", 3, "V23", False),  # dw becomes nothing
        ("done", 2, "V23", True),  # D
    ):
        w = planning(RUSSIANS, phase="plan1-soviet")
        load_dice(monkeypatch, die)
        strike(w, *RED)
        assert question(w) == "stand" and open_orders(w) == ["done", "stand"]
        do(w, answer)
        assert where(w, "A") == box and w.by_id["A"][Disruption].disrupted is tired, (answer, die)
        assert question(w) == ("advance" if box == "dead" else "")


TWO = RUSSIANS | {"B": ("ger_infkps", "V23"), "T": ("rus_army42", "V24"), "U": ("rus_army42", "V24")}


def test_9_6_germans_are_told_to_stand_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    orders = ("attack T V23 1", "attack U V23 1", *RED)
    for answer, die, left in (
        ("hold A", 6, {"A": "dead"}),  # DR: the one who stands dies of it, the other is driven back
        ("hold B", 6, {"B": "dead"}),
        ("stand", 6, {"A": "dead", "B": "dead"}),
        ("hold A", 4, {"A": "V23"}),  # DW: he stays, Dispersed, and keeps the hex
    ):
        w = planning(TWO, phase="plan1-soviet")
        load_dice(monkeypatch, die)
        strike(w, *orders)
        assert question(w) == "stand" and open_orders(w) == ["done", "hold A", "hold B", "stand"]
        assert why(w, "hold R") == "not-german"
        do(w, answer)
        assert {name: where(w, name) for name in left} == left
        other = ({"A", "B"} - set(left)).pop() if len(left) == 1 else ""
        if other:
            assert question(w) == "retreat" and {o.split()[1] for o in open_orders(w) if o != "done"} == {other}
            while question(w) == "retreat":
                do(w, next(o for o in open_orders(w) if o != "done"))
            assert where(w, other) not in ("V23", "dead") and w.by_id[other][Disruption].disrupted
        if die == 4:
            assert w.by_id["A"][Disruption].disrupted and w[Battle].hex == -1 and not w[Tallies].tally


def test_9_6_a_lone_german_is_asked_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(RUSSIANS | {"B": ("rum_corps", "V23"), "T": ("rus_army42", "V24")}, phase="plan1-soviet")
    load_dice(monkeypatch, 6)
    strike(w, "attack T V23 1", *RED)
    assert open_orders(w) == ["done", "stand"]
    assert why(w, "hold A") == "stands-alone" and why(w, "hold B") == "not-german"


def test_nobody_asks_surrounded_germans_or_allies_to_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(RUSSIANS | {"A": ("rum_army", "V23")}, phase="plan1-soviet")
    load_dice(monkeypatch, 2)
    strike(w, *RED)
    assert not question(w) and w.by_id["A"][Disruption].disrupted
    ring = {f"K{n}": ("rus_rifkor", spot) for n, spot in enumerate(("V22", "U22", "U23", "W22"))}
    w = planning(RUSSIANS | ring, phase="plan1-soviet")
    load_dice(monkeypatch, 6)  # DR becomes DE
    strike(w, *RED)
    assert where(w, "A") == "dead"


def test_allies_of_germans_who_stand_follow_the_plain_result(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(RUSSIANS | {"B": ("rum_corps", "V23"), "T": ("rus_army42", "V24")}, phase="plan1-soviet")
    load_dice(monkeypatch, 6)  # 6 against 3: 2-1, DR
    strike(w, "attack T V23 1", *RED)
    do(w, "stand")
    assert where(w, "A") == "dead" and w.by_id["B"][Disruption].disrupted
    assert question(w) == "retreat" and {o.split()[1] for o in open_orders(w) if o != "done"} == {"B"}


def test_russians_under_orders_do_not_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_army", "rus_army42", weather="Mud")
    w.mark(NoRetreat, w.table, ordered=True)
    load_dice(monkeypatch, 3)  # 4-1, DR becomes DE
    strike(w, *ORDERS, "resolve V23 1")
    assert where(w, "R") == "dead"


def test_a_citys_own_people_defend_alone_and_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, beaten in ((1, False), (3, True)):
        w = planning({"A": ("ger_army", "Q18"), "B": ("ger_infkps", "P19")}, control={"soviet": ("Q19",)},
                     weather="Mud")  # fmt: skip
        load_dice(monkeypatch, die)  # 6 against 2: 3-1, D or DW
        strike(w, "attack A Q19 1", "attack B Q19 1", "resolve Q19 1")
        assert w.by_hex(Garrison)[at(w, "Q19")].garrisoned is not beaten
        assert question(w) == ("advance" if beaten else "")
    do(w, "advance B Q19", "done")
    assert w.ground[at(w, "Q19")].control is w.by_id["B"].type.side and where(w, "B") == "Q19"


def test_a_citys_own_people_stay_when_its_garrison_withdraws_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_army", "Q18"), "B": ("ger_army", "P18"), "C": ("ger_pzkps", "Q18"),
                  "R": ("rus_kavkor", "Q19")}, weather="Mud")  # fmt: skip
    load_dice(monkeypatch, 4)  # 7 against 4: 3-2, dw
    strike(w, "attack A Q19 1", "attack C Q19 1", "resolve Q19 1")
    while question(w) == "retreat":
        do(w, open_orders(w)[0])
    assert where(w, "R") != "Q19" and not question(w) and w.by_hex(Garrison)[at(w, "Q19")].garrisoned


def test_battles_wait_for_their_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    w = odds("ger_army ger_army", "rus_army42")
    do(w, "attack A V23 1")
    assert why(w, "resolve V23 1") == "no-combat" and not breakthrough.battle_commands(w)
    go_to(w, "fight1-axis")
    assert why(w, "resolve V23 2") == "no-attackers" and why(w, "resolve ZZ9 1") == "no-such-hex"
    view = declaring.battles(w, w.by_id["A"].type.side)
    assert [(b.wave, b.attackers, b.defenders, b.state) for b in view] == [(1, ("A",), ("R",), "declared")]


def test_5_only_answers_left_to_the_player_are_those_that_cost_an_undo() -> None:
    for scenario, seed in (("war-crimea-1942", 3), ("war-barbarossa-1941", 4)):
        game, picker = new_game(scenario, seed=seed), Picker(seed)
        while not game.over and len(game.log) < 300:
            legal, can = game.legal(), game.can_undo
            game.apply(legal[0] if len(legal) == 1 else picker.pick(game))
            if len(legal) == 1:
                assert can and not game.can_undo, (scenario, game.log[-1].command)
        game.close()
