"""Chapters 9.2, 14.15 and 14.2: leaders whose stack is destroyed around them, in every way it can be."""

from __future__ import annotations

import pytest

from ecs.core.components import SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import fortresses
from tests.ecs.rules_rb.fray import open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import do, load_dice, position, where

PANZERS = {"A": ("ger_pz_87", "3731"), "B": ("ger_pz_87", "3732")}
FOOT = {"A": ("ger_inf_54", "3731"), "B": ("ger_inf_54", "3732")}
ARMY, GUARDS = {"R": ("army_33", "3831")}, {"R": ("guards_54", "3831")}
ZHUKOV, STALIN = {"Z": ("sov_marshal", "3831")}, {"Z": ("stalin", "3831")}
MODEL = {"F": ("ger_marshal", "3731")}
RING = {name: ("ger_inf_54", spot) for name, spot in (("C", "3830"), ("D", "3832"), ("E", "3931"), ("G", "3932"))}
GONE, BACK = "gone", "returns:4"
REFUGE: dict[str, object] = {"control": {"soviet": ["3828"]}, "gauge": {"soviet": ["3828"]}}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def fought(
    monkeypatch: pytest.MonkeyPatch, units: dict[str, tuple[str, str]], dice: tuple[int, ...], **facts: object
) -> World:
    """A battle of A, and B if there is one, against 3831; every die given is thrown."""
    w = position(units, phase="plan1-axis", **facts)  # type: ignore[arg-type]
    load_dice(monkeypatch, *dice)
    strike(w, *(f"attack {name} 3831 1" for name in "AB" if name in units), "resolve 3831 1")
    return w


def thrown(w: World) -> int:
    return w.dice.thrown


@pytest.mark.parametrize(("die", "box"), [(3, GONE), (4, BACK)])
def test_a_marshal_in_an_eliminated_stack_is_lost_by_the_die(
    monkeypatch: pytest.MonkeyPatch, die: int, box: str
) -> None:
    w = fought(monkeypatch, PANZERS | ARMY | ZHUKOV, (6, die))  # 16 to 3, armour +1, marshal -1: DE
    assert where(w, "R") == "dead" and where(w, "Z") == box and thrown(w) == 2


@pytest.mark.parametrize(("dice", "fate", "box"), [((6, 4), "dead", BACK), ((8,), "surrendered:6", GONE)])
def test_a_marshal_in_a_stack_that_surrenders_is_lost_without_a_die(
    monkeypatch: pytest.MonkeyPatch, dice: tuple[int, ...], fate: str, box: str
) -> None:
    w = fought(monkeypatch, PANZERS | ARMY | ZHUKOV, dice, supply={"R": 2})  # DE does not take captives, DE* does
    assert where(w, "R") == fate and where(w, "Z") == box and thrown(w) == len(dice)


def test_a_stack_destroyed_by_its_losses_leaves_him_to_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, PANZERS | ARMY | ZHUKOV, (2, 1))  # D2, and two steps is all it has
    assert where(w, "R") == "dead" and where(w, "Z") == GONE
    w = fought(monkeypatch, {"A": ("ger_inf_24", "3731"), "R": ("cav_25", "3831")} | ZHUKOV, (8, 10))
    assert where(w, "R") == "dead" and where(w, "Z") == BACK  # a raging battle takes the last step


def test_attackers_that_die_or_surrender_leave_their_marshal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"A": ("rum_inf_23", "3731"), "R": ("shock_54", "3831")} | MODEL
    w = fought(monkeypatch, few, (1, 3))
    assert where(w, "A") == "dead" and where(w, "F") == GONE
    w = fought(monkeypatch, few, (1, 9))
    assert where(w, "F") == BACK
    w = fought(monkeypatch, few | {"S": ("shock_54", "3831"), "T": ("cav_25", "3831")}, ())  # below 1-5
    assert where(w, "A") == "surrendered" and where(w, "F") == GONE
    weak = {"A": ("ger_inf_24", "3731"), "R": ("cav_25", "3831")} | MODEL
    w = fought(monkeypatch, weak, (2, 3), reduced=["A"])  # A2
    assert where(w, "A") == "dead" and where(w, "F") == GONE


def test_he_stays_where_other_troops_of_his_side_hold_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, {"A": ("rum_inf_23", "3731"), "C": ("ger_inf_54", "3731"), "R": ("shock_54", "3831")}
               | MODEL, (1,))  # fmt: skip
    assert where(w, "A") == "dead" and where(w, "F") == "3731"


def test_a_stack_that_cannot_retreat_is_destroyed_around_him(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, FOOT | GUARDS | ZHUKOV | RING, (4, 3))  # 10 to 5, marshal -1: DR
    assert where(w, "R") == "dead" and where(w, "Z") == GONE and thrown(w) == 2
    w = fought(monkeypatch, FOOT | GUARDS | ZHUKOV | RING, (4,), supply={"R": 2})
    assert where(w, "R") == "surrendered:6" and where(w, "Z") == GONE


def test_he_shares_the_fate_of_a_unit_lost_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    far = {f"X{n}": ("ger_inf_54", spot) for n, spot in enumerate(("4030", "4130", "4131", "4132", "4033", "4133"))}
    w = fought(monkeypatch, FOOT | GUARDS | ZHUKOV | far | {"C": ("ger_inf_54", "3731")}, (6, 4), reduced=["R"])
    assert where(w, "R") == "dead" and where(w, "Z") == BACK


def test_he_goes_with_the_stack_that_retreats(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, FOOT | GUARDS | ZHUKOV, (4,))
    do(w, "retreat R 3931", "retreat R 4031")
    assert where(w, "R") == where(w, "Z") == "4031"


def test_if_only_some_of_his_stack_get_away_so_does_he(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, FOOT | GUARDS | {"V": ("militia", "3831")} | ZHUKOV, (7,))  # 10 to 6
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert where(w, "V") == "dead" and where(w, "R").isdigit() and where(w, "Z") == BACK and thrown(w) == 1


def test_each_stack_of_a_joined_attack_has_its_own_fate(monkeypatch: pytest.MonkeyPatch) -> None:
    w = position({"A": ("ger_inf_54", "3732"), "B": ("ger_inf_54", "3732"), "R": ("cav_25", "3831"),
                  "S": ("guards_54", "3832")} | ZHUKOV, phase="plan1-axis")  # fmt: skip
    load_dice(monkeypatch, 10, 2)  # 10 to 7: 1-1, marshal -1: reads 9, D1
    strike(w, "attack A 3831 1", "attack B 3831 1", "join 3831 3832", "resolve 3831 1")
    do(w, "hit R")
    assert where(w, "R") == "dead" and where(w, "Z") == GONE and where(w, "S").isdigit()


@pytest.mark.parametrize(("die", "box"), [(4, "dead"), (5, "3828")])
def test_a_dictator_whose_stack_is_eliminated_tries_to_escape(
    monkeypatch: pytest.MonkeyPatch, die: int, box: str
) -> None:
    w = fought(monkeypatch, PANZERS | ARMY | STALIN, (6, die), **REFUGE)  # 16 to 4, armour: DE
    assert where(w, "R") == "dead" and where(w, "Z") == box


def test_a_dictator_in_a_stack_that_surrenders_escapes_less_easily(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, box in ((6, "dead"), (7, "3828")):
        w = fought(monkeypatch, PANZERS | ARMY | STALIN, (9, die), supply={"R": 2}, **REFUGE)
        assert where(w, "R") == "surrendered:6" and where(w, "Z") == box


@pytest.mark.parametrize(("die", "box"), [(6, "dead"), (7, "3828")])
def test_9_5_the_ring_counts_though_the_stack_is_eliminated_not_taken_prisoner(
    monkeypatch: pytest.MonkeyPatch, die: int, box: str
) -> None:
    w = fought(monkeypatch, PANZERS | ARMY | STALIN | RING, (6, die), **REFUGE)  # DE
    assert where(w, "R") == "dead" and where(w, "Z") == box


def test_a_dictator_whose_stack_retreats_waits_for_the_enemy_to_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, FOOT | GUARDS | STALIN, (6, 8), **REFUGE)  # 10 to 6: 1-1, DR
    do(w, "retreat R 3931", "retreat R 4031")
    assert where(w, "Z") == "3831"
    do(w, "advance A 3831")
    assert where(w, "Z") == "3828"


@pytest.mark.parametrize(
    ("leader", "supply", "dice", "box"),
    [("sov_marshal", 0, (3,), GONE), ("sov_marshal", 0, (4,), BACK), ("sov_marshal", 2, (), GONE),
     ("stalin", 0, (4,), "dead"), ("stalin", 0, (5,), "3828"), ("stalin", 2, (6,), "dead")],
)  # fmt: skip
def test_leaders_in_a_stack_overwhelmed_on_the_march(
    monkeypatch: pytest.MonkeyPatch, leader: str, supply: int, dice: tuple[int, ...], box: str
) -> None:
    units = {"A": ("ger_pz_107", "3731"), "B": ("ger_pz_107", "3731"), "C": ("ger_pz_107", "3732")}
    w = position(units | {"R": ("cav_25", "3831"), "Z": (leader, "3831"), "G": ("art_42", "3831")},
                 supply={"R": supply}, **REFUGE)  # type: ignore[arg-type]  # fmt: skip
    load_dice(monkeypatch, *dice)
    do(w, *(f"attack {name} 3831 1" for name in "ABC"), "overwhelm 3831")
    assert where(w, "Z") == box and where(w, "G") == "dead" and thrown(w) == len(dice)


@pytest.mark.parametrize(
    ("leader", "dice", "box"), [("sov_marshal", (), GONE), ("stalin", (6,), "dead"), ("stalin", (7,), "3828")]
)
def test_leaders_in_a_stack_that_surrenders_for_hunger(
    monkeypatch: pytest.MonkeyPatch, leader: str, dice: tuple[int, ...], box: str
) -> None:
    monkeypatch.setattr(fortresses, "supply_state", lambda w, unit: unit[SupplyState].level)
    w = position({"R": ("army_33", "3831"), "Z": (leader, "3831")}, phase="surrender-soviet",
                 supply={"R": 2}, **REFUGE)  # type: ignore[arg-type]  # fmt: skip
    load_dice(monkeypatch, *dice)
    fortresses.surrender_check(w)
    assert where(w, "R").startswith("surrendered") and where(w, "Z") == box and thrown(w) == len(dice)
