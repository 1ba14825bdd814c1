"""Chapter 10.7: where beaten units go, and what it costs."""

from __future__ import annotations

import pytest

from ecs.core.components import Battle, Engagement, Steps
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import Partisan
from tests.ecs.rules_rb.fray import open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why

ATTACK = ("attack A 3831 1", "attack B 3831 1", "resolve 3831 1")
PAIR = {"A": ("ger_inf_54", "3731"), "B": ("ger_inf_54", "3732")}
DR, D1 = 1, 2  # dice at 2-1 and 3-1 read so below


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def fought(monkeypatch: pytest.MonkeyPatch, die: int, units: dict[str, tuple[str, str]], **facts: object) -> World:
    w = position(PAIR | units, phase="plan1-axis", **facts)  # type: ignore[arg-type]
    load_dice(monkeypatch, die)
    strike(w, *ATTACK)
    return w


def test_defenders_go_two_hexes_away_from_the_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 3, {"R": ("guards_54", "3831")})  # 10 against 5: 2-1, DR
    assert open_orders(w) == ["retreat R 3931", "retreat R 3932"]
    assert why(w, "retreat R 3731") == "retreat-closed" and why(w, "retreat R 3830") == "retreat-closed"
    do(w, "retreat R 3931")
    assert why(w, "retreat R 3930") in ("", "retreat-preferred") and "done" not in open_orders(w)
    do(w, "retreat R 4031")
    assert where(w, "R") == "4031" and w.by_id["R"][Engagement].routed and w.decisions.stack == ("advance",)


def test_5_5_nobody_retreats_into_partisans_of_the_second_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("army_43", "3731"), "B": ("army_43", "3731"), "R": ("ger_inf_54", "3831"), "P": ("partisan", "3931")}
    for active in (False, True):
        w = position(units, phase="plan1-soviet")
        w.mark(Partisan, w.by_id["P"], promoted=active)
        load_dice(monkeypatch, 6)  # 8 to 5: 1-1, DR
        strike(w, *ATTACK)
        assert ("retreat R 3931" in open_orders(w)) is not active
        assert why(w, "retreat R 3931") == ("retreat-closed" if active else "")
        do(w, "retreat R 3932")


def test_a_retreat_of_one_hex_or_two_is_its_owners_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 7, {"R": ("army_23", "3831"), "S": ("army_23", "3831")})  # 10 against 4: 2-1, X2
    while w.decisions.stack == ("losses",):
        do(w, open_orders(w)[0])
    assert w.decisions.stack == ("retreat",) and "done" not in open_orders(w)
    do(w, open_orders(w)[0])
    assert "done" in open_orders(w)
    do(w, "done")
    gone = [w.board.distance(u.hex, at(w, "3831")) for u in (w.by_id["R"], w.by_id["S"]) if u.hex >= 0]
    assert 1 in gone


def test_attackers_thrown_back_choose_one_hex_or_two_each(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 4, {"R": ("guards_54", "3831"), "S": ("army_23", "3831")})  # 10 against 7: 1-1, AR
    first = open_orders(w)
    assert first and all(line.startswith("retreat A") for line in first) and why(w, "retreat B 3632") == "one-by-one"
    do(w, first[0])
    assert "done" in open_orders(w)
    do(w, "done")
    second = open_orders(w)
    assert all(line.startswith("retreat B") for line in second)
    do(w, second[0])
    do(w, next(line for line in open_orders(w) if line != "done"))
    assert w[Battle].hex == -1 and w.board.distance(w.by_id["A"].hex, at(w, "3831")) == 2
    assert w.board.distance(w.by_id["B"].hex, at(w, "3831")) == 3 and not w.by_id["A"][Engagement].routed


def test_a_retreat_cut_short_costs_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = {f"X{n}": ("ger_inf_54", spot) for n, spot in enumerate(("4131", "4133", "3929", "3934"))}
    w = fought(monkeypatch, 3, {"R": ("guards_54", "3831")} | wall)
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert w.by_id["R"][Steps].lost == 1 and w.board.distance(w.by_id["R"].hex, at(w, "3831")) == 1


def test_without_a_first_hex_the_unit_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = {"X": ("ger_inf_54", "4031")}
    for supply, box in (({}, "dead"), ({"R": 2}, "surrendered:6")):
        w = fought(monkeypatch, 3, {"R": ("guards_54", "3831")} | ring, supply=supply)
        assert where(w, "R") == box


def test_own_units_cover_a_retreat_through_enemy_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 3, {"R": ("guards_54", "3831"), "X": ("ger_inf_54", "4031"), "S": ("army_23", "3932")})
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert where(w, "R") == "3932" or w.board.distance(w.by_id["R"].hex, at(w, "3831")) == 2


def test_a_full_hex_sends_the_retreat_one_further(monkeypatch: pytest.MonkeyPatch) -> None:
    full = {f"S{n}": ("army_23", spot) for n, spot in enumerate(("4031", "4031", "4030", "4030", "4032", "4032"))}
    w = fought(monkeypatch, 3, {"R": ("guards_54", "3831")} | full)
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert w.board.distance(w.by_id["R"].hex, at(w, "3831")) in (2, 3) and where(w, "R") not in ("4030", "4031", "4032")


def test_guns_and_marshals_go_along(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 3, {"R": ("guards_54", "3831"), "G": ("art_42", "3831"), "Z": ("sov_marshal", "3831")})
    # the marshal helps: 2-1, reads 2: AR
    assert w.decisions.stack == ("retreat",) and open_orders(w)[0].startswith("retreat A")
    w = fought(monkeypatch, 4, {"R": ("guards_54", "3831"), "G": ("art_42", "3831"), "Z": ("sov_marshal", "3831")})
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert where(w, "R") == where(w, "G") == where(w, "Z") and where(w, "R") != "3831"


def test_those_who_have_fallen_back_add_nothing_and_do_not_survive_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    w = position(PAIR | {"R": ("guards_54", "3831"), "S": ("guards_54", "3831")}, phase="plan1-axis")
    w.mark(Engagement, w.by_id["R"], routed=True)
    load_dice(monkeypatch, 3)  # 10 against 5: 2-1, DR
    strike(w, *ATTACK)
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert where(w, "R") == "dead" and where(w, "S") not in ("dead", "3831")


def test_militia_never_retreats(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fought(monkeypatch, 1, {"R": ("militia", "3831"), "S": ("army_33", "3831")})  # 10 against 4 or 5
    while w.decisions.stack and w.decisions.stack != ("advance",):
        do(w, open_orders(w)[0])
    assert where(w, "R") in ("dead", "3831")
