"""Chapter 12: artillery given to attacks."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, CombatRoll, Engagement, Marched, Place, Side
from ecs.core.ruleset import AttackQuery
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import declared_attacks, declaring
from ecs.rulesets.russia_besieged.table.forecast import forecast
from tests.ecs.rules_rb.fray import go_to, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, refusal, why

BATTERY = {
    "A": ("ger_inf_54", "3731"),
    "B": ("ger_inf_54", "3732"),
    "G": ("ger_art_62", "3731"),
    "R": ("army_33", "3831"),
}
CITY = {  # Voronezh, attacked from two hexes
    "A": ("ger_inf_54", "3728"),
    "B": ("ger_inf_54", "3729"),
    "G": ("ger_art_62", "3728"),
    "H": ("ger_art_82", "3729"),
    "I": ("ger_art_62", "3827"),
    "C": ("ger_inf_54", "3827"),
    "R": ("army_33", "3828"),
}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def planning(units: dict[str, tuple[str, str]] = BATTERY, number: int = 1, **facts: object) -> World:
    return position(units, phase=f"plan{number}-axis", **facts)  # type: ignore[arg-type]


def texts(w: World, unit: str) -> list[str]:
    return [c.text() for c in declaring.attack_commands(w, w.by_id[unit])]


def guns(w: World) -> list[str]:
    return [u.id for u in declared_attacks.support(w, at(w, "3831"))]


def test_guns_join_an_attack_of_their_own_hex_and_leave_it() -> None:
    w = planning()
    assert texts(w, "G") == [] and why(w, "attack G 3831 1") == "no-attack"
    do(w, "attack B 3831 1")
    assert texts(w, "G") == [] and why(w, "attack G 3831 1") == "no-company"
    do(w, "attack A 3831 1")
    assert texts(w, "G") == ["attack G 3831 1"]
    do(w, "attack G 3831 1")
    assert guns(w) == ["G"] and texts(w, "G") == ["withdraw G"] and why(w, "attack G 3831 1") == "assigned"
    do(w, "withdraw G")
    assert guns(w) == [] and len(declared_attacks.assigned(w)[at(w, "3831")]) == 2


def test_guns_go_when_their_company_goes() -> None:
    w = planning()
    do(w, "attack A 3831 1", "attack B 3831 1", "attack G 3831 1", "withdraw B")
    assert guns(w) == ["G"]
    do(w, "attack B 3831 1", "withdraw A")
    assert guns(w) == [] and w.by_id["B"][Assignment].target >= 0
    do(w, "attack A 3831 1", "attack G 3831 1", "cancel")
    assert w.by_id["G"][Assignment].target == -1


@pytest.mark.parametrize(
    ("facts", "marks", "reason"),
    [
        ({"weather": "Mud"}, {}, "gun-weather"),
        ({"supply": {"G": 1}}, {}, "gun-supply"),
        ({}, {"hexes": 2}, "gun-moved"),
        ({}, {"hexes": 1}, ""),
        ({}, {"fought": True}, "fought"),
    ],
)
def test_what_keeps_guns_silent(facts: dict[str, object], marks: dict[str, int], reason: str) -> None:
    w = planning(**facts)  # type: ignore[arg-type]
    do(w, "attack A 3831 1")
    w.mark(Marched, w.by_id["G"], hexes=marks.get("hexes", 0))
    w.mark(Engagement, w.by_id["G"], fought=bool(marks.get("fought")))
    assert why(w, "attack G 3831 1") == reason and bool(texts(w, "G")) is not bool(reason)
    found = refusal(w, "attack G 3831 1")
    assert found is None or (found.rule == "12" and found.text.endswith("."))


def test_guns_take_no_orders_on_the_march_and_only_one_fires_at_an_open_hex() -> None:
    w = position(BATTERY, phase="move1-axis")
    do(w, "attack A 3831 1")
    assert why(w, "attack G 3831 1") == "no-planning" and texts(w, "G") == []
    w = planning(BATTERY | {"H": ("ger_art_82", "3732")})
    do(w, "attack A 3831 1", "attack B 3831 1", "attack G 3831 1")
    assert why(w, "attack H 3831 1") == "enough-guns"


def test_two_pieces_fire_at_a_major_city_and_count_double() -> None:
    w = planning(CITY)
    do(w, "attack A 3828 1", "attack B 3828 1", "attack C 3828 1", "attack G 3828 1", "attack H 3828 1")
    assert why(w, "attack I 3828 1") == "enough-guns"
    found = forecast(w, AttackQuery(Side.AXIS, at(w, "3828"), ("A", "B", "C", "G", "H")))
    assert found.attack_total == 15 + 2 * (6 + 8)


def test_a_city_attacked_with_open_country_has_one_piece_only() -> None:
    w = planning({name: CITY[name] for name in "BRH"} | {"I": ("ger_art_62", "3729"), "S": ("army_33", "3829")})
    do(w, "attack B 3828 1", "attack H 3828 1", "attack I 3828 1", "join 3828 3829")
    assert [u.id for u in declared_attacks.support(w, at(w, "3828"))] == ["H"]


def test_guns_that_come_by_train_do_not_fire() -> None:
    w = position({"A": ("ger_inf_54", "3731"), "G": ("ger_art_62", "3632"), "R": ("army_33", "4031")},
                 gauge={"axis": ["3632", "3732", "3731"]}, control={"axis": ["3632", "3732", "3731"]})  # fmt: skip
    do(w, "rail G 3732")
    assert w.by_id["G"][Marched].hexes == 2
    w.mark(Place, w.by_id["A"], hex=at(w, "3732"))
    w.mark(Place, w.by_id["R"], hex=at(w, "3832"))
    go_to(w, "plan1-axis")
    do(w, "attack A 3832 1")
    assert why(w, "attack G 3832 1") == "gun-moved"


def test_guns_that_fired_do_not_fire_again_in_the_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(BATTERY | {"S": ("army_33", "3830")})
    load_dice(monkeypatch, 8)
    strike(w, "attack A 3831 1", "attack G 3831 1", "resolve 3831 1")
    assert w.by_id["G"][Engagement].fought and w[CombatRoll].odds >= 0
    go_to(w, "plan1-axis")
    assert why(w, "attack G 3830 1") == "fought"


def test_the_forecast_counts_the_guns() -> None:
    w = planning()
    do(w, "attack A 3831 1", "attack G 3831 1")
    assert declared_attacks.battles(w, Side.AXIS)[0].attackers == ("A", "G")
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "G"))).attack_total == 11
