"""Battles typed in figures, with the digest's own examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs.core.components import Side
from ecs.core.ruleset import AttackQuery
from ecs.rulesets.russia_besieged.data.units import card
from ecs.rulesets.russia_besieged.table.forecast import ODDS_ARGUMENTS, forecast, odds
from ecs.systems.forecast import OddsError
from tests.ecs.rules_rb.fray import supply_by_marks
from tests.ecs.rules_rb.stage import at, position


def face(found: Any, die: int) -> tuple[str, str]:
    read, text = found.faces[die - 1]
    return read, text.partition(":")[0]


@pytest.mark.parametrize(
    ("attack", "defence", "title"),
    [("23", "6", "3-1"), ("6", "6", "1-1"), ("5", "6", "1-2"), ("3", "6", "1-2"), ("2", "6", "1-3"),
     ("2", "10", "1-5"), ("2", "11", "below 1-5"), ("80", "9", "7-1")],
)  # fmt: skip
def test_columns_of_the_examples(attack: str, defence: str, title: str) -> None:
    assert odds({"attack": attack, "defend": defence}).odds == title


def test_below_one_to_five_the_attackers_surrender_without_a_die() -> None:
    found = odds({"attack": "2", "defend": "11"})
    assert not found.faces and found.mean_attackers_lost == 1 and found.mean_defenders_lost == 0
    assert len(found.outcomes) == 1


def test_eight_to_one_on_the_blitzkrieg_table_reads_seven_to_one() -> None:
    found = odds({"attack": "80a", "defend": "9", "table": "blitz"})
    assert found.odds == "7-1" and not found.refusal and face(found, 1) == ("2", "D1 Adv 2")


def test_ten_to_one_would_do_on_the_march() -> None:
    assert any("automatic victory" in note for note in odds({"attack": "95", "defend": "9"}).notes)
    for more in ({"attack": "80"}, {"city": "yes"}, {"terrain": "mountain"}, {"weather": "Mud"}, {"attack": "95n"}):
        found = odds({"attack": "95", "defend": "9", **more})
        assert not any("automatic victory" in note for note in found.notes)


def test_modifiers_of_the_examples() -> None:
    found = odds({"attack": "24", "defend": "6", "city": "yes", "river": "yes", "marshal": "attacker"})
    assert found.odds == "4-1" and face(found, 7) == ("6", "D3")
    found = odds({"attack": "3", "defend": "6", "terrain": "forest", "marshal": "defender"})
    assert found.odds == "1-2" and face(found, 1) == ("-1", "AE*")
    found = odds({"attack": "9", "defend": "3", "table": "blitz", "armour": "attacker"})
    assert found.odds == "3-1" and face(found, 10) == ("10", "D2 Adv 2")


def test_an_exchange_with_a_unit_of_one_step_costs_one_step_each() -> None:
    found = odds({"attack": "6/3", "defend": "3"})
    exchange = next(o for o in found.outcomes if o.text.startswith("X2"))
    assert exchange.cleared and exchange.defenders_lost == 1 and "attacker loses 0 (3 CF)" in exchange.text


def test_no_more_air_groups_than_corps() -> None:
    found = odds({"attack": "5,5,5", "defend": "3", "air": "4"})
    assert found.attack_total == 15 + 3 * 3


@pytest.mark.parametrize(
    ("facts", "words"),
    [({"turn": "15"}, "turns 1 to 14"), ({"side": "soviet", "turn": "14"}, "turns 15 to 25"),
     ({"weather": "Mud"}, "Mud"), ({"city": "yes"}, "Major City"), ({"armour": "none"}, "armour"),
     ({"attack": "6"}, "3-1")],
)  # fmt: skip
def test_a_blitzkrieg_attack_that_is_none_is_refused(facts: dict[str, str], words: str) -> None:
    given = {"attack": "9", "defend": "3", "table": "blitz", "armour": "attacker", **facts}
    assert words in odds(given).refusal


@pytest.mark.parametrize(
    ("column", "attack", "defence", "ours", "theirs"),
    [("1-5", 1, 7, 4.7, 0), ("1-3", 1, 4, 2.7, 0.1), ("1-2", 1, 3, 1.5, 0.2), ("1-1", 2, 3, 0.8, 0.5),
     ("2-1", 4, 3, 0.7, 1.1), ("3-1", 6, 3, 0.6, 2.1), ("4-1", 8, 3, 0.4, 2.8), ("5-1", 10, 3, 0.2, 3.2),
     ("6-1", 12, 3, 0, 3.4), ("7-1", 14, 3, 0, 3.6)],
)  # fmt: skip
def test_mean_losses_of_six_steps_against_four(
    column: str, attack: int, defence: int, ours: float, theirs: float
) -> None:
    found = odds({"attack": ",".join([str(attack)] * 6), "defend": ",".join([str(defence)] * 4)})
    assert found.odds == column
    assert found.mean_attackers_lost == Fraction(str(ours)) and found.mean_defenders_lost == Fraction(str(theirs))


def test_typed_and_staged_battles_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)
    units = {"A": ("ger_pz_87", "3731"), "B": ("ger_inf_54", "3732"), "R": ("guards_54", "3831")}
    w = position(units, phase="plan1-axis")
    text = {name: "/".join(str(side[0]) for side in (card(u).full, card(u).reduced) if side)
            for name, u in w.by_id.items()}  # fmt: skip
    for table, press in (("crt", 0), ("blitz", 1)):
        staged = forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "B"), press))
        typed = odds({"attack": f"{text['A']}a;{text['B']}", "defend": text["R"], "table": table})
        assert typed.outcomes == staged.outcomes and typed.faces == staged.faces
        assert typed.p_cleared == staged.p_cleared and typed.notes == staged.notes
        assert bool(typed.refusal) == bool(staged.refusal)


@pytest.mark.parametrize(
    "given",
    [{}, {"attack": "5"}, {"attack": "5", "defend": "x"}, {"attack": "5r", "defend": "3"}, {"oddity": "1"},
     {"attack": "5am", "defend": "3"}, {"attack": "5", "defend": "3", "turn": "26"},
     {"attack": "5", "defend": "3", "terrain": "sea"}, {"attack": "5", "defend": "3", "table": "dice"},
     {"attack": "0", "defend": "3"}],
)  # fmt: skip
def test_figures_that_make_no_battle_are_named(given: dict[str, str]) -> None:
    with pytest.raises(OddsError):
        odds(given)


def test_marks_behind_factors() -> None:
    assert odds({"attack": "5n,5n", "defend": "3"}).attack_total == 5
    assert odds({"attack": "5n;5n", "defend": "3"}).attack_total == 4  # fractions are dropped in each hex
    assert odds({"attack": "5,6g", "defend": "3"}).attack_total == 11
    assert odds({"attack": "5,6g", "defend": "3", "city": "yes"}).attack_total == 17
    assert odds({"attack": "9/5r", "defend": "3"}).attack_total == 5
    notes = odds({"attack": "5w", "defend": "3"}).notes
    assert any("river" in note for note in notes)
    assert not any("river" in note for note in odds({"attack": "5w;5", "defend": "3"}).notes)
    winter = {"attack": "5", "defend": "3", "turn": "5", "weather": "Snow"}
    assert any("winter" in note for note in odds(winter).notes)
    assert not any("winter" in note for note in odds({**winter, "winter": "off"}).notes)
    assert odds({"attack": "9", "defend": "3/1", "retreat": "none"}).p_cleared == Fraction(8, 10)


def test_every_argument_is_explained() -> None:
    assert len({name for name, _ in ODDS_ARGUMENTS}) == len(ODDS_ARGUMENTS) and all(w for _, w in ODDS_ARGUMENTS)
