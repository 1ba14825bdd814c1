"""Chapter 9.5: exchanges, forced and chosen."""

from __future__ import annotations

import pytest

from ecs.core.components import Battle, CombatRoll, Disruption, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import battle
from ecs.rulesets.war_against_russia.data.components import ExchangeUnderway
from tests.ecs.rules_war.fray import do, open_orders, question, strike, why
from tests.ecs.rules_war.stage import load_dice, position, where

ORDERS = ("attack A V23 1", "attack B V23 1", "resolve V23 1")


def planning(units: dict[str, tuple[str, str]], phase: str = "plan1-axis", **facts: object) -> World:
    return position(units, phase=phase, **facts)  # type: ignore[arg-type]


def test_the_attacker_chooses_whom_he_pays_for(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_army", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_gdskor", "V23"),
             "S": ("rus_kavkor", "V23")}  # fmt: skip
    w = planning(units)
    load_dice(monkeypatch, 1)  # 6 against 3: 2-1, X
    strike(w, *ORDERS)
    assert question(w) == "pick" and open_orders(w) == ["hit R", "hit S"] and why(w, "hit A") == "no-defender"
    do(w, "hit R")
    assert open_orders(w) == ["done", "hit S"]
    do(w, "done")
    assert where(w, "R") == "dead" and where(w, "S") == "V23" and open_orders(w) == ["hit A", "hit B"]
    do(w, "hit B")
    assert where(w, "B") == "dead" and where(w, "A") == "V22" and not w.by_id["A"][Disruption].disrupted
    assert w[Battle].hex == -1 and not w[ExchangeUnderway].picked


AXIS_STACK = {"A": ("rus_shock", "V22"), "B": ("rus_shock", "W22"), "C": ("rus_army42", "U22"),
              "G": ("ger_army", "V23"), "H": ("rum_corps", "V23")}  # fmt: skip


def test_9_5_the_axis_chooses_his_loss_in_a_russian_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, rest in (("hit G", "hit H"), ("hit H", "hit G")):
        w = planning(AXIS_STACK, phase="plan1-soviet")
        load_dice(monkeypatch, 1)  # 8 against 5: 3-2, X
        strike(w, "attack C V23 1", *ORDERS)
        do(w, "done")  # nobody stands
        assert question(w) == "cede" and open_orders(w) == ["hit G", "hit H"]
        assert battle.DECISIONS["cede"].side(w) is Side.AXIS and why(w, "hit A") == "no-defender"
        do(w, answer)
        assert question(w) == "pick" and open_orders(w) == ["done", rest]  # whether he pays for more is the attacker's
        assert battle.DECISIONS["pick"].side(w) is Side.SOVIET
        do(w, "done")
        assert where(w, answer[-1]) == "dead" and where(w, rest[-1]) == "V23"


def test_9_5_the_axis_gives_up_nobody_who_cannot_be_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    units = AXIS_STACK | {"A": ("rus_mexkor", "V22"), "B": ("rus_army41", "W22")}
    del units["C"]
    w = planning(units, phase="plan1-soviet", dispersed=("G",))
    load_dice(monkeypatch, 2)  # 3 against 5, and a column for the Dispersed: 1-1, X
    strike(w, *ORDERS)
    do(w, "done")
    assert where(w, "H") == "dead" and where(w, "G") == "V23"


def test_survivors_advance_into_a_hex_emptied_by_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_army", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_shock", "V23")}
    w = planning(units)
    load_dice(monkeypatch, 1)  # 6 against 3: 2-1, X
    strike(w, *ORDERS)
    assert question(w) == "losses" and where(w, "R") == "dead"
    do(w, "hit A")
    assert where(w, "A") == "dead" and where(w, "B") == "V23" and not question(w)


def test_allies_are_not_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("rum_army", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_gdskor", "V23")}
    w = planning(units)
    load_dice(monkeypatch, 1)  # 4 against 2: 2-1, X
    strike(w, *ORDERS)
    assert where(w, "B") == "dead" and where(w, "R") == "dead" and where(w, "A") == "V23"


def test_without_anybody_to_pay_it_is_the_attackers_who_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("rum_army", "V22"), "B": ("hun_army", "W22"), "R": ("rus_gdskor", "V23")}
    w = planning(units)
    load_dice(monkeypatch, 1)  # 2-1, X
    strike(w, *ORDERS)
    assert question(w) == "losses" and where(w, "R") == "V23" and w[CombatRoll].code == "AE"
    do(w, "hit B")
    assert where(w, "B") == "dead" and w.by_id["A"][Disruption].disrupted


def test_nobody_too_dear_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_infkps", "V22"), "B": ("rum_army", "W22"), "R": ("rus_shock", "V23"),
             "S": ("rus_kavkor", "V23")}  # fmt: skip
    w = planning(units)
    load_dice(monkeypatch, 2)  # 4 against 4: 1-1, X
    strike(w, *ORDERS)
    assert where(w, "S") == "dead" and where(w, "R") == "V23" and where(w, "A") == "dead"


def test_defenders_in_mountains_may_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    board = planning({}).board
    peak = next(
        h for h in board.hexes
        if h.terrain == "mountain" and len([j for j in board.neighbours[h.index] if not board.kinds(h.index, j)]) > 4
    )  # fmt: skip
    one, two = [board.hexes[j].label for j in board.neighbours[peak.index] if not board.kinds(peak.index, j)][:2]
    orders = tuple(line.replace("V23", peak.label) for line in ORDERS)
    for answer in ("stand", "done"):
        w = planning({"A": ("ger_army", one), "B": ("ger_infkps", two), "R": ("rus_rifkor", peak.label)})
        load_dice(monkeypatch, 1)  # 6 against 3: 2-1, X
        strike(w, *orders)
        assert question(w) == "decline" and open_orders(w) == ["done", "stand"]
        do(w, answer)
        assert where(w, "R") == (peak.label if answer == "stand" else "dead")
        assert w.by_id["R"][Disruption].disrupted is (answer == "stand")


def test_germans_may_buy_the_defenders(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, price in ((5, 2), (4, 3)):  # DR for half, DW for the full price
        w = planning({"A": ("ger_infkps", "V22"), "B": ("ger_army", "W22"), "R": ("rus_shock", "V23")})
        load_dice(monkeypatch, die)  # 6 against 3: 2-1
        strike(w, *ORDERS)
        assert question(w) == "buy" and open_orders(w) == ["buy", "done"]
        do(w, "buy")
        assert (
            where(w, "R") == "dead" and w[ExchangeUnderway].owed == 2 * price and open_orders(w) == ["hit A", "hit B"]
        )
        do(w, "hit B")
        assert where(w, "B") == "dead" and where(w, "A") == "V23"


def test_a_result_that_is_not_bought_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_infkps", "V22"), "B": ("ger_army", "W22"), "R": ("rus_shock", "V23")})
    load_dice(monkeypatch, 5)  # 2-1, DR
    strike(w, *ORDERS)
    do(w, "done")
    assert w.by_id["R"][Disruption].disrupted and question(w) == "retreat"


def test_no_sale_in_mud_nor_to_others_nor_without_the_price(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_infkps", "V22"), "B": ("ger_army", "W22"), "R": ("rus_shock", "V23")}
    for changes, weather, sold in (
        ({}, "Good", True),
        ({}, "Hard Frost", True),
        ({}, "Mud", False),
        ({"A": ("rum_army", "V22"), "B": ("ita_army", "W22")}, "Good", False),
    ):
        changes = {name: (kind.replace("ita_", "ital_"), spot) for name, (kind, spot) in changes.items()}
        w = planning(units | changes, weather=weather)
        load_dice(monkeypatch, 5 if not changes else 6)
        strike(w, *ORDERS)
        assert (question(w) == "buy") is sold and why(w, "buy") == ("" if sold else "no-exchange-now")
    w = planning(units)
    load_dice(monkeypatch, 3)  # dw: six factors for three
    strike(w, *ORDERS)
    assert question(w) == "buy"
    w = planning(units | {"B": ("ger_pzkps", "W22")})
    load_dice(monkeypatch, 4)  # 5 against 3: 3-2, dw
    strike(w, *ORDERS)
    assert question(w) == "retreat"


def test_russians_pay_with_anybody_and_buy_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("rus_mexkor", "V22"), "B": ("rus_army42", "W22"), "R": ("ger_infkps", "V23")}
    w = planning(units, phase="plan1-soviet")
    load_dice(monkeypatch, 1)  # 2-1, X
    strike(w, *ORDERS)
    do(w, "done")
    assert where(w, "R") == "dead" and open_orders(w) == ["hit A", "hit B"]
