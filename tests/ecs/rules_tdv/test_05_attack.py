"""5.1, 5.12: declaring attacks, what is refused, and the Counterattack! chit."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Assignment, Engagement, SupplyState
from ecs.rulesets.dark_valley.combat import declaring
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay
from tests.ecs.rules_tdv.fights import OPEN, SOVIET, do, fight, question, settle, steps, texts, where
from tests.ecs.rules_tdv.ground import beside
from tests.ecs.rules_tdv.stage import load_dice, position, why

HERE = OPEN()
NORTH = OPEN(0, -1)


def stand_off(kind: str = "inf_corps", foe: str = "rifle_div", **more: Any) -> Game:
    return position({"a": (kind, NORTH), "d": (foe, HERE)}, **more)


def test_an_attack_is_declared_taken_back_and_cancelled() -> None:
    game = position({"a": ("inf_corps", NORTH), "b": ("inf_corps", NORTH), "d": ("rifle_div", HERE)})
    assert texts(game, "attack") == [f"attack a {HERE} 1", f"attack b {HERE} 1"]
    do(game, f"attack a {HERE} 1")
    assert texts(game) == [f"attack b {HERE} 1", "cancel", "end", "withdraw a"]
    do(game, "withdraw a", f"attack a {HERE} 1", f"attack b {HERE} 1")
    view = game.view(Side.AXIS).battles
    assert [(b.hex, b.attackers, b.defenders, b.state) for b in view] == [(OPEN.index, ("a", "b"), ("d",), "declared")]
    do(game, "cancel")
    assert game.view(Side.AXIS).battles == ()


@pytest.mark.parametrize("kind", ["inf_corps", "inf_div", "rum_corps"])
def test_a_unit_on_foot_never_attacks_alone(kind: str) -> None:
    game = stand_off(kind)
    do(game, f"attack a {HERE} 1")
    assert why(game, f"resolve {HERE} 1") == "alone"


@pytest.mark.parametrize("kind", ["panzer41", "mot_div", "cav_div", "rum_cav"])
def test_one_mechanised_or_cavalry_unit_may(kind: str) -> None:
    game = stand_off(kind)
    do(game, f"attack a {HERE} 1")
    assert f"resolve {HERE} 1" in texts(game)


def test_artillery_is_no_company(monkeypatch: Any) -> None:
    game = position({"a": ("inf_corps", NORTH), "g": ("ger_arty", NORTH), "d": ("rifle_div", HERE)})
    do(game, f"attack a {HERE} 1")
    assert why(game, f"attack g {HERE} 1") == "no-fighter"
    assert why(game, f"resolve {HERE} 1") == "alone"


def test_an_airborne_corps_just_landed_may_attack_alone() -> None:
    game = stand_off("airborne", "inf_div", phase="fight-soviet", chit="SU_CB", turn=12)
    do(game, f"attack a {HERE} 1")
    assert why(game, f"resolve {HERE} 1") == "alone"
    game._w.mark(SupplyState, game._w.by_id["a"], dropped=True)
    assert f"resolve {HERE} 1" in texts(game)


def test_units_and_hexes_fight_once_a_segment(monkeypatch: Any) -> None:
    others = {"c": ("panzer41", OPEN(1, -1)), "e": ("rifle_div", OPEN(1, -2)), "f": ("guards", OPEN(2, -1))}
    game = fight(monkeypatch, {"a": "panzer41", "b": "inf_corps"}, {"d": "guards"}, 1, others=others)
    settle_losses(game)
    assert why(game, f"attack a {OPEN(1, -2)} 1") == "fought"
    assert why(game, f"attack c {HERE} 1") == "struck"
    assert why(game, f"attack c {OPEN(2, -1)} 1") == ""


def settle_losses(game: Game) -> None:
    while question(game) == "losses":
        do(game, texts(game)[0])


def test_a_unit_is_assigned_to_one_attack() -> None:
    game = position({"a": ("inf_corps", NORTH), "d": ("rifle_div", HERE), "e": ("rifle_div", OPEN(1, -2))})
    do(game, f"attack a {HERE} 1")
    assert why(game, f"attack a {OPEN(1, -2)} 1") == "assigned"


def test_what_cannot_be_attacked() -> None:
    game = stand_off()
    assert why(game, f"attack a {OPEN(0, 1)} 1") == "not-adjacent"
    assert why(game, f"attack a {OPEN(1, -2)} 1") == "nothing-there"
    assert why(game, f"attack d {NORTH} 1") == "enemy-unit"
    assert why(game, f"attack a {HERE} 2") == "no-such-wave"
    assert why(game, f"resolve {HERE} 1") == "no-attackers"
    assert why(game, "withdraw a") == "not-assigned"
    assert why(game, "cancel") == "no-attacks"


def test_a_headquarters_alone_is_no_target() -> None:
    game = stand_off("panzer41", "zhukov")
    assert why(game, f"attack a {HERE} 1") == "nothing-there"


def test_no_attack_in_a_movement_phase_or_by_units_the_chit_does_not_name() -> None:
    assert why(stand_off(phase="move-axis"), f"attack a {HERE} 1") == "no-combat"
    game = stand_off()
    game._w.mark(Activation, game._w.by_id["a"], active=False)
    assert why(game, f"attack a {HERE} 1") == "not-named"


def test_a_unit_just_landed_from_the_sea_does_not_attack() -> None:
    game = stand_off()
    game._w.mark(Engagement, game._w.by_id["a"], landed=True)
    assert why(game, f"attack a {HERE} 1") == "landed"


def test_isolated_units_attack_only_when_boxed_in() -> None:
    game = stand_off(supply={"a": 2})
    assert why(game, f"attack a {HERE} 1") == "isolated"
    ring = {
        f"z{n}": ("army42", OPEN(q, r - 1)) for n, (q, r) in enumerate([(1, -1), (1, 0), (-1, 1), (-1, 0), (0, -1)])
    }
    game = position({"a": ("panzer41", NORTH), "d": ("rifle_div", HERE), **ring}, supply={"a": 2})
    assert why(game, f"attack a {HERE} 1") == ""
    assert game.forecast(Side.AXIS, OPEN.index, ("a",)).attack_total == 2


def test_the_axis_never_attacks_across_the_volga() -> None:
    here, there = beside("volga")
    game = position({"a": ("inf_corps", here), "d": ("rifle_div", there)})
    assert why(game, f"attack a {there} 1") == "volga"
    game = position({"a": ("army42", here), "d": ("inf_div", there)}, **SOVIET)
    assert why(game, f"attack a {there} 1") == ""


def test_nobody_attacks_across_a_lake() -> None:
    here, there = beside("lake")
    game = position({"a": ("inf_corps", here), "d": ("rifle_div", there)})
    assert why(game, f"attack a {there} 1") == "water-between"


def test_axis_allies_wait_until_july_and_hungarians_never_help_romanians() -> None:
    assert why(stand_off("rum_corps", turn=1), f"attack a {HERE} 1") == "not-at-war"
    game = position({"r": ("rum_corps", NORTH), "h": ("hun_corps", OPEN(1, -1)), "d": ("rifle_div", HERE)})
    do(game, f"attack r {HERE} 1", f"attack h {HERE} 1")
    assert why(game, f"resolve {HERE} 1") == "quarrel"


def test_by_an_option_a_panzer_chit_takes_few_units_on_foot_along() -> None:
    units = {f"a{n}": ("inf_corps", NORTH if n < 3 else OPEN(1, -1)) for n in range(5)}
    game = position(
        {**units, "PzA1": ("pz_hq", NORTH), "d": ("guards", HERE)}, chit="AX_PZ1", options={"panzer_foot": "three"}
    )
    do(game, *(f"attack a{n} {HERE} 1" for n in range(3)))
    assert why(game, f"attack a3 {HERE} 1") == "extras-spent"
    do(game, "withdraw a0")
    assert why(game, f"attack a3 {HERE} 1") == ""


def test_declared_attacks_lapse_with_the_segment() -> None:
    game = stand_off()
    do(game, f"attack a {HERE} 1")
    do(game, "end")
    assert game._w.by_id["a"][Assignment].target == -1


# -- Counterattack! ---------------------------------------------------------------------------------------


def forced(monkeypatch: Any, *dice: int, units: dict[str, tuple[str, str]] | None = None) -> Game:
    stacks = units or {
        "a": ("rifle_corps", NORTH),
        "b": ("rifle_corps", NORTH),
        "c": ("rifle_corps", OPEN(2, -1)),
        "d": ("inf_div", HERE),
        "e": ("inf_div", OPEN(2, 0)),
    }
    game = position(stacks, turn=2, phase="fight-soviet", chit="SU_CA")
    load_dice(monkeypatch, *dice)
    declaring.demand(game._w)
    return game


def test_the_counterattack_die_must_be_satisfied(monkeypatch: Any) -> None:
    game = forced(monkeypatch, 2, 4)
    assert game._w[ChitInPlay].quota == 2
    assert why(game, "end") == "counterattack"
    do(game, f"attack a {HERE} 1", f"attack b {HERE} 1", f"resolve {HERE} 1")  # 4:2 = 2-1, BL1
    settle(game)
    assert game._w[ChitInPlay].quota == 1
    assert "end" in texts(game), "the corps that is left cannot attack with a second unit"


def test_nothing_is_owed_where_nothing_proper_is_possible(monkeypatch: Any) -> None:
    weak = {"a": ("rifle_div", NORTH), "b": ("rifle_div", NORTH), "d": ("ss_panzer", HERE), "e": ("inf_corps", HERE)}
    game = forced(monkeypatch, 6, units=weak)
    assert "end" in texts(game)


def test_5_12_every_mechanised_corps_in_supply_takes_part_where_it_can(monkeypatch: Any) -> None:
    """A die of 1: one attack by one corps does not end the duty of the other, far from it."""
    units = {
        "a": ("rifle_corps", NORTH),
        "m": ("mech41", NORTH),
        "d": ("inf_div", HERE),
        "n": ("mech41", OPEN(2, -1)),
        "o": ("rifle_div", OPEN(2, -1)),
        "e": ("inf_div", OPEN(2, 0)),
    }
    game = forced(monkeypatch, 1, 4, 4, units=units)
    do(game, f"attack a {HERE} 1", f"attack m {HERE} 1", f"resolve {HERE} 1")
    settle(game)
    assert game._w[ChitInPlay].quota == 0
    assert why(game, "end") == "counterattack-corps"
    do(game, f"attack n {OPEN(2, 0)} 1", f"attack o {OPEN(2, 0)} 1", f"resolve {OPEN(2, 0)} 1")
    settle(game)
    assert "end" in texts(game)


def test_5_12_a_corps_out_of_supply_owes_nothing(monkeypatch: Any) -> None:
    units = {"a": ("rifle_div", NORTH), "m": ("mech41", NORTH), "d": ("inf_div", HERE)}
    game = forced(monkeypatch, 1, units=units)
    assert why(game, "end") == "counterattack-corps"
    game._w.mark(SupplyState, game._w.by_id["m"], level=1)
    game._w.mark(ChitInPlay, game._w.table, quota=0)
    assert "end" in texts(game)


def test_5_12_a_corps_does_its_duty_by_a_proper_attack_only_and_its_partner_stays_with_it(monkeypatch: Any) -> None:
    units = {
        "a": ("rifle_corps", NORTH),
        "b": ("rifle_corps", NORTH),
        "m": ("mech41", NORTH),
        "d": ("inf_div", HERE),
    }
    game = forced(monkeypatch, 1, 4, units=units)
    do(game, f"attack m {HERE} 1")
    assert why(game, f"resolve {HERE} 1") == "counterattack-weak"
    do(game, "withdraw m", f"attack a {HERE} 1", f"attack b {HERE} 1")
    assert why(game, f"resolve {HERE} 1") == "counterattack-alone"
    ahead = game.forecast(Side.SOVIET, OPEN.index, ["a", "b"])
    assert ahead.refusal, "the forecast knows the duty too"
    do(game, f"attack m {HERE} 1", f"resolve {HERE} 1")
    assert game._w[ChitInPlay].quota == 0


def test_5_12_hexes_with_panzers_come_first(monkeypatch: Any) -> None:
    """The corps stands between infantry and a panzer division: it goes for the panzers, and only that attack counts."""
    units = {
        "a": ("rifle_corps", NORTH),
        "b": ("rifle_corps", NORTH),
        "m": ("mech41", NORTH),
        "d": ("inf_div", OPEN(-1, 0)),
        "p": ("mot_div", OPEN(1, -1)),
    }
    game = forced(monkeypatch, 1, 4, units=units)
    w = game._w
    infantry, panzers = OPEN(-1, 0), OPEN(1, -1)
    assert not declaring.borders_panzers(w, game.board.by_label[infantry])
    assert not declaring.pays_off(w, game.board.by_label[infantry], [w.by_id["a"], w.by_id["b"]])
    do(game, f"attack a {infantry} 1", f"attack m {infantry} 1")
    assert why(game, f"resolve {infantry} 1") == "panzers-first"
    do(game, "cancel", f"attack a {panzers} 1", f"attack m {panzers} 1", f"resolve {panzers} 1")
    assert w[ChitInPlay].quota == 0


def test_a_combat_chit_owes_nothing(monkeypatch: Any) -> None:
    game = position({"a": ("army42", NORTH), "b": ("army42", NORTH), "d": ("inf_div", HERE)}, **SOVIET)
    declaring.demand(game._w)
    assert game._w[ChitInPlay].quota == 0
    assert declaring.may_end(game._w) is None
    assert steps(game, "a", "d") == [2, 1]
    assert where(game, "d") == HERE
