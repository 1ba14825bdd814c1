"""Battles typed in figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs.rulesets.war_against_russia.table.forecast import ODDS_ARGUMENTS, odds
from ecs.systems.forecast import OddsError


def codes(found: Any) -> list[str]:
    return [text.partition(":")[0] for _, text in found.faces]


@pytest.mark.parametrize(
    ("facts", "title"),
    [
        ({"attack": "4a,3a,4,2", "defend": "2"}, "5-1"),
        ({"attack": "4a,3a", "defend": "2,1a"}, "2-1"),
        ({"attack": "4,4,4,1", "defend": "2,2", "place": "city"}, "2-1"),
        ({"attack": "4,4", "defend": "2", "place": "victory", "intrinsic": "1"}, "3-2"),
        ({"attack": "4,4", "defend": "2", "fortress": "yes", "place": "victory", "intrinsic": "2"}, "1-1"),
        ({"attack": "4,4", "defend": "2,2", "river": "yes"}, "3-2"),
        ({"attack": "4r,4", "defend": "2,2", "river": "no"}, "2-1"),
        ({"attack": "4,4", "defend": "2,2", "river": "yes", "weather": "Snow"}, "2-1"),
        ({"attack": "4,4", "defend": "2,2", "lake": "yes"}, "1-1"),
        ({"attack": "4u,4u", "defend": "2,2"}, "1-1"),
        ({"attack": "4,4", "defend": "2,2", "air": "2"}, "3-1"),
        ({"attack": "4,4", "defend": "2d,2"}, "3-1"),
        ({"attack": "4,4", "defend": "2,2", "dispersed": "yes"}, "3-1"),
        ({"attack": "4,4", "defend": "2,2", "strait": "held"}, "3-2"),
        ({"attack": "4,4", "defend": "2,2", "strait": "open"}, "1-1"),
        ({"attack": "4,4", "defend": "2,2", "line": "yes", "turn": "2"}, "2-1"),
        ({"attack": "4,4", "defend": "2,2", "line": "yes", "turn": "3"}, "1-1"),
        ({"attack": "4,4n", "defend": "2,2", "line": "yes", "turn": "3"}, "2-1"),
        ({"attack": "2,2", "defend": "4", "side": "soviet"}, "1-1"),
        ({"attack": "2,2", "defend": "4", "side": "soviet", "weather": "Subarctic"}, "3-2"),
        ({"attack": "2,2", "defend": "4d", "side": "soviet", "weather": "Subarctic"}, "2-1"),
        ({"attack": "2,2", "defend": "3", "side": "soviet", "weather": "Subarctic", "place": "town"}, "1-1"),
        ({"attack": "2,2", "defend": "4", "side": "soviet", "river": "yes"}, "1-3"),
        ({"attack": "2,2", "defend": "4y", "side": "soviet", "river": "yes"}, "1-2"),
    ],
)
def test_columns(facts: dict[str, str], title: str) -> None:
    found = odds(facts)
    assert (found.odds, found.refusal) == (title, "")
    assert sum(o.probability for o in found.outcomes) == 1 and len(found.faces) == 6


def test_five_to_one_is_the_digests_typical_attack_of_june() -> None:
    found = odds({"attack": "4a,3,4,2", "defend": "2"})
    assert codes(found) == ["DR", "DR", "DE", "DE", "BR", "BR"]
    assert found.p_cleared == 1 and found.mean_defenders_lost == Fraction(2, 3)
    assert found.mean_defender_factors_lost == Fraction(4, 3) and found.mean_attackers_lost == 0


def test_armour_turns_retreats_into_eliminations() -> None:
    found = odds({"attack": "4a,3a,4,2", "defend": "2"})
    assert codes(found) == ["DE", "DE", "BR", "BR", "BR", "BR"] and "converted from DR" in found.faces[0][1]
    late = odds({"attack": "4a,3a,4,2", "defend": "2", "prepared": "no"})
    assert set(codes(late)) == {"DE"} and found.mean_defenders_lost == 1


def test_surrounded_and_standing_defenders() -> None:
    plain = {"attack": "4,4", "defend": "2,2"}
    assert codes(odds(plain)) == ["X", "D", "dw", "DW", "DR", "DR"]
    for name in ("surrounded", "stand"):
        assert codes(odds({**plain, name: "yes"})) == ["X", "D", "-", "D", "DE", "DE"]


def test_what_buying_would_cost_is_told_but_not_counted() -> None:
    found = odds({"attack": "4,4", "defend": "2,1a"})
    texts = [text for _, text in found.faces]
    assert all(f"may pay {6 // n} factors" in texts[n + 1] for n in (1, 2, 3))
    assert "may pay" not in texts[0] and found.mean_attackers_lost == Fraction(1, 6)
    for other in ({"weather": "Mud"}, {"attack": "4y,4y"}):
        assert not any("may pay" in text for _, text in odds({"attack": "4,4", "defend": "2,1a", **other}).faces)


def test_an_exchange_takes_all_if_it_is_no_bad_bargain_else_one() -> None:
    even = odds({"attack": "4,2,2", "defend": "2,2"})
    swap = next(o for o in even.outcomes if o.text.startswith("X"))
    assert (swap.cleared, swap.defenders_lost, swap.attackers_lost) == (True, 2, 1)
    dear = odds({"attack": "4,4,4", "defend": "2,2", "place": "city"})
    swap = next(o for o in dear.outcomes if o.text.startswith("X"))
    assert (swap.cleared, swap.defenders_lost, swap.attackers_lost) == (False, 1, 1)


def test_an_exchange_nobody_can_pay_is_a_loss() -> None:
    found = odds({"attack": "2y,2y", "defend": "2,2"})
    assert codes(found)[1] == "AE" and "the attackers cannot pay" in found.faces[1][1]
    assert codes(odds({"attack": "2f,2f", "defend": "2,2"}))[1] == "X"


def test_defenders_in_mountains_refuse_an_exchange() -> None:
    found = odds({"attack": "4,4", "defend": "2", "terrain": "mountain"})
    assert found.odds == "2-1" and codes(found)[0] == "D"
    assert "Assumes defenders in mountains refuse an exchange (8)." in found.notes


def test_attackers_lose_what_costs_them_least_and_the_rest_are_dispersed() -> None:
    found = odds({"attack": "1,1,2", "defend": "2,2", "side": "axis"})
    loss = next(o for o in found.outcomes if o.text.startswith("AE"))
    assert (loss.attackers_lost, loss.attackers_disrupted) == (3, 0)
    found = odds({"attack": "3,1,1", "defend": "3,1"})
    loss = next(o for o in found.outcomes if o.text.startswith("AE"))
    assert (loss.attackers_lost, loss.attackers_disrupted) == (2, 1)


def test_a_city_with_none_but_its_own_people() -> None:
    found = odds({"attack": "4", "defend": "", "place": "victory", "intrinsic": "2"})
    assert found.odds == "2-1" and found.defenders == ()
    assert found.p_cleared == Fraction(4, 6), "X, DW and DR destroy them, D and dw do not"
    assert found.mean_attackers_lost == 0 == found.mean_defenders_lost


def test_units_driven_from_a_city_in_good_order_leave_its_people() -> None:
    found = odds({"attack": "4,4,4", "defend": "2", "place": "victory", "intrinsic": "2"})
    ends = {o.text.partition(":")[0]: o.cleared for o in found.outcomes}
    assert found.odds == "2-1" and ends == {"X": True, "D": False, "dw": False, "DW": True, "DR": True}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"attack": "1", "defend": "5"}, "1 against 5 is below 1-4"),
        ({"attack": "4a", "defend": "2", "lake": "yes"}, "Only infantry may attack across an unfrozen lake"),
        ({"attack": "4c", "defend": "2", "strait": "open"}, "Only infantry may attack across the strait"),
    ],
)
def test_attacks_the_rules_forbid(facts: dict[str, str], words: str) -> None:
    assert words in odds(facts).refusal


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "at least one unit each"),
        ({"attack": "4"}, "at least one unit each"),
        ({"attack": "4", "defend": "two"}, "expected a factor"),
        ({"attack": "4ac", "defend": "2"}, "one of a and c"),
        ({"attack": "4", "defend": "2y"}, "no allies"),
        ({"attack": "4", "defend": "2", "weather": "Fog"}, "weather = 'Fog'"),
        ({"attack": "4", "defend": "2", "turn": "15"}, "turn = '15'"),
        ({"attack": "4", "defend": "2", "place": "village"}, "place = 'village'"),
        ({"attack": "4", "defend": "2", "intrinsic": "1"}, "add --place victory"),
        ({"attack": "4", "defend": "2", "marshal": "yes"}, "no argument 'marshal'"),
        ({"attack": ",".join("1" * 19), "defend": "2"}, "at most 18"),
    ],
)
def test_wrong_figures_are_named(facts: dict[str, str], words: str) -> None:
    with pytest.raises(OddsError) as refused:
        odds(facts)
    assert words in str(refused.value)


def test_every_argument_is_explained() -> None:
    assert all(words for _, words in ODDS_ARGUMENTS) and len(dict(ODDS_ARGUMENTS)) == len(ODDS_ARGUMENTS)
