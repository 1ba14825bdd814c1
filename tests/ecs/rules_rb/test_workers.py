"""24.1: workers instead of the RP of cities."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.commands import MoveByRail
from ecs.core.components import Clock, Ground, Side, Transport
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import income
from ecs.rulesets.russia_besieged.combat import declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.data.units import letter
from ecs.rulesets.russia_besieged.ground import occupancy, supply
from ecs.rulesets.russia_besieged.ground.occupancy import army_at
from ecs.rulesets.russia_besieged.ground.terrain import place
from ecs.systems import scorekeeping
from tests.ecs.rules_rb import stage
from tests.ecs.rules_rb.fray import strike
from tests.ecs.rules_rb.stage import at, do, load_dice, position, refusal, where, why

ON = {"workers": "on", "city_points": "2"}
LEADERS = {"Hitler": ("hitler", "0223"), "Stalin": ("stalin", "3520")}


def staged(units: dict[str, tuple[str, str]] | None = None, **facts: Any) -> World:
    given = {"phase": "move1-soviet", "turn": 2, "options": ON, **facts}
    return position(LEADERS | (units or {}), **given)


def offered(w: World, unit: str) -> set[str]:
    return {command.text() for command in income.leave_commands(w, w.by_id[unit])}


def test_without_the_option_there_is_none() -> None:
    w = staged(options={"city_points": "2"})
    assert not income.every(w) and income.soviet_income(w) == 11 + 1
    assert len(staged().units) == len(w.units) + 21


def test_every_city_has_as_many_as_it_gives_points() -> None:
    w = staged()
    assert len(income.every(w)) == 21
    assert [where(w, f"Workers-Moscow-{n}") for n in (1, 2, 3)] == ["3520"] * 3
    assert income.soviet_income(w) == 11 + 1


def test_cities_the_axis_holds_at_the_start_have_none() -> None:
    w = staged(ground="axis_1942_05", turn=7)
    assert income.points(w, "Kiev") == 0 and income.points(w, "Moscow") == 3


def test_workers_hold_their_city_and_never_attack_or_retreat() -> None:
    w = staged({"G": ("ger_inf_54", "3430")}, phase="plan1-soviet")
    one = w.by_id["Workers-Kharkov-1"]
    assert army_at(w, one.hex) is Side.SOVIET and not occupancy.crowd_of(one).numbers[0]
    refused = declaring.cannot_attack(w, one)
    assert refused is not None and refused.reason == "no-fighter"
    assert mandatory_attacks.is_exempt(w, one) and supply.supply_state(w, one) == 0


def test_workers_beaten_are_lost_with_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged({"A": ("ger_inf_54", "3430")}, phase="plan1-axis")
    load_dice(monkeypatch, 10)
    strike(w, "attack A 3431 1", "resolve 3431 1")
    assert {where(w, f"Workers-Kharkov-{n}") for n in (1, 2)} == {"dead"}
    assert income.points(w, "Kharkov") == 0 and income.soviet_income(w) == 10 + 1


def test_one_worker_a_turn_goes_east_and_works_again_two_turns_later() -> None:
    w = staged()
    assert offered(w, "Workers-Kiev-1") == {"rail Workers-Kiev-1 " + spot for spot in ("5018", "5323", "5626")}
    do(w, "rail Workers-Kiev-1 5018")
    assert where(w, "Workers-Kiev-1") == "east:4" and w[Transport].rail == 1
    assert why(w, "rail Workers-Odessa-1 5018") == "workers-gone" and not offered(w, "Workers-Odessa-1")
    assert income.soviet_income(w) == 10 + 1
    scorekeeping.new_turn(w)
    w.mark(Clock, w.table, turn=4)
    assert income.soviet_income(w) == 11 + 1
    w.mark(Ground, w.hexes[place(w, "Kiev")], control=Side.AXIS)
    assert income.soviet_income(w) == 11 + 1
    w.mark(Ground, w.hexes[place(w, "Gorki")], control=Side.AXIS)
    assert income.soviet_income(w) == 10 + 1


def test_workers_need_an_open_railway_and_room_on_the_trains() -> None:
    w = staged({"G": ("ger_inf_54", "2631"), "R": ("army_33", "3521")})
    assert why(w, "rail Workers-Kiev-1 5018") == "enemy-zone"
    assert why(w, "rail Workers-Moscow-1 0223") == "no-exit"
    refused = income.judge_leave(w, MoveByRail("R", "5018"))
    assert refused is not None and refused.reason == "no-workers"
    assert why(w, "rail Workers-Kuibyshev-1 5323") == "no-line"
    assert why(w, "rail Nobody 5018") == "no-such-unit"
    w.mark(Transport, w.table, rail=4)
    assert why(w, "rail Workers-Moscow-1 5018") == "trains-used"
    late = staged(phase="move2-soviet")
    assert why(late, "rail Workers-Moscow-1 5018") == "no-rail"
    cut = staged(gauge={"axis": [w.board.hexes[j].label for j in w.board.neighbours[at(w, "3520")]]})
    assert why(cut, "rail Workers-Moscow-1 5018") == "no-line" and not offered(cut, "Workers-Moscow-1")
    assert refusal(w, "rail Workers-Moscow-1 5018") is not None


def test_a_city_cut_off_gives_half_of_its_workers() -> None:
    centre = at(staged(), "3431")
    ring = [h.label for h in stage.board().hexes if stage.board().distance(centre, h.index) == 2]
    w = staged({f"G{n}": ("ger_inf_54", spot) for n, spot in enumerate(ring)})
    assert income.limited_cities(w) == {"Kharkov": 1} and income.soviet_income(w) == 10 + 1


def test_they_are_never_rebuilt_and_take_no_part_in_victories_on_the_march() -> None:
    w = staged()
    table = w.rules
    assert letter(w.by_id["Workers-Tula-1"]) in table.replace.never
    assert letter(w.by_id["Workers-Tula-1"]) in table.victory_at_odds.never
