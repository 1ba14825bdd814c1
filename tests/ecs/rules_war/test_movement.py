"""Chapters 7 and 4: who may move, how far, and what stops or bars him."""

from __future__ import annotations

import pytest

from ecs.core.commands import Move
from ecs.core.components import Engagement, Garrison, Ground, Marched, Place, Readiness, Side, Tallies
from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.units import classes
from ecs.rulesets.war_against_russia.ground import movement
from ecs.rulesets.war_against_russia.ground.movement import (
    allowance,
    can_enter,
    is_road,
)
from ecs.systems.marches import judge_move, move, move_commands, reach
from tests.ecs.rules_war.stage import at, position, side_of, where

ARMY, GROUP, PANZERS, INFANTRY, LIGHT = "ger_army", "ger_pzgr", "ger_pzkps", "ger_infkps", "ger_ltkps"
RIFLES, TANKS, RED_ARMY, COSSACKS = "rus_rifkor", "rus_mexkor", "rus_army41", "rus_kavkor"


def cost(w: World, unit: str, spot: str) -> int | None:
    """Hexes to a place; None if the unit does not get there."""
    step = reach(w, w.by_id[unit]).get(at(w, spot))
    return step.cost if step else None


def why(w: World, unit: str, spot: str) -> str:
    """The reason a move is refused; "" if it is not."""
    refusal = judge_move(w, Move(unit, spot))
    return refusal.reason if refusal else ""


def words(w: World, unit: str, spot: str) -> str:
    """What the player is told."""
    refusal = judge_move(w, Move(unit, spot))
    assert refusal is not None
    return str(refusal)


def path(w: World, unit: str, spot: str) -> list[str]:
    """The hexes a unit goes through to a place, its own first."""
    return [w.board.hexes[i].label for i in reach(w, w.by_id[unit])[at(w, spot)].path]


def taken(w: World) -> World:
    """The same, with the people of Minsk and Smolensk out of the fight."""
    for spot in ("Q8", "Q13"):
        w.mark(Ground, w.hexes[at(w, spot)], control=Side.AXIS)
        w.mark(Garrison, w.hexes[at(w, spot)], garrisoned=False)
    return w


# -- 2.2, 4: movement allowances --------------------------------------------------------------------------

UNITS = {
    "A": (ARMY, "P5"), "G": (GROUP, "P6"), "P": (PANZERS, "P7"), "I": (INFANTRY, "P8"), "R": ("rum_cav", "P9"),
    "H": ("hun_mob", "P10"), "S": (RED_ARMY, "P16"), "T": (TANKS, "P17"), "C": (COSSACKS, "P18"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("weather", "wanted"),
    [
        ("Good", [4, 6, 6, 4, 5, 5, 4, 5, 5]),
        ("Hard Frost", [4, 6, 6, 4, 5, 5, 4, 5, 5]),
        ("Mud", [2, 3, 3, 3, 3, 3, 3, 3, 3]),
        ("Snow", [2, 3, 3, 2, 3, 3, 4, 5, 5]),
        ("Subarctic", [2, 3, 3, 2, 3, 3, 4, 5, 5]),
    ],
)
def test_the_allowance_is_printed_and_the_weather_limits_it(weather: str, wanted: list[int]) -> None:
    w = position(UNITS, weather=weather)
    assert [allowance(w, w.by_id[name]) for name in UNITS] == wanted


# -- 7: distances and roads -------------------------------------------------------------------------------


def test_every_hex_costs_one_whatever_the_ground() -> None:
    w = position({"I": (INFANTRY, "T3")})
    assert [cost(w, "I", spot) for spot in ("T4", "T5", "T6", "T7")] == [1, 2, 3, 4]
    assert w.board.hexes[at(w, "T6")].terrain == "swamp" and why(w, "I", "T8") == "too-far"


def test_7_infantry_goes_one_hex_more_if_any_of_its_way_is_a_road() -> None:
    w = taken(position({"L": (LIGHT, "Q9")}))
    assert is_road(w, at(w, "Q13"), at(w, "Q12")) and cost(w, "L", "Q13") == 4
    assert cost(w, "L", "Q15") == 6 and cost(w, "L", "Q16") is None
    assert cost(w, "L", "P14") == 5 and cost(w, "L", "P15") == 6  # the road ends before the last hex
    assert why(w, "L", "P16") == "too-far"
    w = position({"I": (INFANTRY, "T3")})
    assert why(w, "I", "T8") == "too-far"  # no road anywhere


def test_cavalry_gains_nothing_from_roads() -> None:
    w = taken(position({"C": ("rum_cav", "Q9")}))
    assert cost(w, "C", "Q14") == 5 and cost(w, "C", "Q15") is None


def test_armour_goes_two_road_hexes_for_one_and_off_the_road_one() -> None:
    w = taken(position({"P": (PANZERS, "Q9")}))
    assert [cost(w, "P", f"Q{n}") for n in (10, 11, 12, 13, 14)] == [1, 1, 2, 2, 3]
    assert cost(w, "P", "Q19") is None and why(w, "P", "Q19") == "city-defended"
    assert cost(w, "P", "Q18") == 5 and cost(w, "P", "P18") == 5
    assert cost(w, "P", "P19") == 6 and cost(w, "P", "P20") is None


MOTORISED = sorted(name for name, printed in classes().items() if printed.symbol in ("motorised", "armour"))


@pytest.mark.parametrize("kind", MOTORISED)
def test_7_motorised_units_go_two_road_hexes_for_one_like_armour(kind: str) -> None:
    factors, side = classes()[kind].move, side_of(kind)
    w = taken(position({"P": (kind, "Q18")}, phase=f"move-{side}"))
    for factor in range(1, factors + 1):
        assert cost(w, "P", f"Q{18 - min(10, 2 * factor)}") == min(5, factor)
    assert cost(w, "P", "Q17") == 1 and cost(w, "P", "Q15") == 2 and cost(w, "P", "P14") == 3
    w = position({"P": (kind, "T3")}, phase=f"move-{side}")
    assert cost(w, "P", f"T{3 + factors}") == factors and cost(w, "P", f"T{4 + factors}") is None


def test_7_an_italian_motorised_corps_gains_nothing_off_the_road_but_is_infantry_in_snow() -> None:
    w = position({"I": ("ital_corps", "T3")})
    assert cost(w, "I", "T8") == 5 and why(w, "I", "T9") == "too-far"
    w = taken(position({"I": ("ital_corps", "Q9")}, weather="Snow"))
    assert cost(w, "I", "Q13") == 2 and cost(w, "I", "Q14") is None
    w = position({"I": ("ital_corps", "Q9")}, weather="Mud")
    assert cost(w, "I", "Q12") == 3 and cost(w, "I", "Q13") is None


def test_in_mud_the_highway_alone_keeps_its_bonus() -> None:
    w = position({"P": (PANZERS, "Q9"), "I": (INFANTRY, "P9"), "T": (TANKS, "Q14")}, weather="Mud", phase="move-axis")
    assert cost(w, "P", "Q12") == 3 and cost(w, "P", "Q13") is None
    w = position({"T": (TANKS, "Q13"), "S": (RED_ARMY, "Q13")}, weather="Mud", phase="move-soviet")
    assert cost(w, "T", "Q19") == 3 and cost(w, "T", "Q11") == 2 and cost(w, "T", "Q9") is None
    assert cost(w, "S", "Q17") == 4 and cost(w, "S", "Q10") == 3 and cost(w, "S", "Q9") is None


def test_rivers_cost_nothing() -> None:
    w = position({"S": (RED_ARMY, "Q13")}, phase="move-soviet")
    assert "river" in w.board.kinds(at(w, "Q13"), at(w, "R13")) and cost(w, "S", "R13") == 1


# -- 7: lakes, the strait, the sea ------------------------------------------------------------------------


def test_an_open_lake_or_the_strait_takes_the_whole_move() -> None:
    w = position({"S": (RED_ARMY, "J15"), "K": (RED_ARMY, "KK13")}, phase="move-soviet")
    assert path(w, "S", "K14") == ["J15", "J14", "K14"] and cost(w, "S", "K14") == 2
    assert cost(w, "K", "KK14") == 4 and cost(w, "K", "LL15") is None
    assert "crossing the strait to KK14 near Kerch takes a whole move" in words(w, "K", "LL15")
    assert not can_enter(w, w.by_id["K"], at(w, "KK13"), at(w, "KK14"))
    w = position({"S": (RED_ARMY, "J15"), "A": (ARMY, "J13"), "B": (ARMY, "K16")}, phase="move-soviet")
    assert path(w, "S", "K14") == ["J15", "K14"] and cost(w, "S", "K14") == 4


def test_a_frozen_lake_is_crossed_like_land_and_the_strait_is_not() -> None:
    w = position({"S": (RED_ARMY, "J15"), "K": (RED_ARMY, "KK13")}, phase="move-soviet", weather="Snow")
    assert cost(w, "S", "K14") == 1 and cost(w, "K", "KK14") == 4 and cost(w, "K", "LL15") is None


def test_nobody_crosses_the_sea() -> None:
    w = position({"S": (RED_ARMY, "II12")}, phase="move-soviet")
    assert path(w, "S", "JJ12") == ["II12", "II11", "JJ12"]
    w = position({"F": ("fin_corps", "E10")})
    assert why(w, "F", "F10") == "water-between"


# -- 7: zones of control ----------------------------------------------------------------------------------


def test_a_unit_stops_on_entering_an_enemy_zone() -> None:
    units = {"P": (PANZERS, "Q9"), "R": (RIFLES, "P12"), "S": (RIFLES, "S12"), "T": (RIFLES, "N10")}
    w = position(units)
    assert cost(w, "P", "Q11") == 1 and cost(w, "P", "Q12") is None
    assert why(w, "P", "Q12") == "zone-stop" and words(w, "P", "Q12").endswith("(7)")
    assert cost(position(units, dispersed=["R"]), "P", "Q12") == 2


def test_not_straight_from_one_zone_to_another_of_the_same_unit_but_round_about() -> None:
    w = position({"P": (PANZERS, "Q11"), "R": (RIFLES, "P12")})
    assert path(w, "P", "Q12") == ["Q11", "R12", "Q12"] and path(w, "P", "P11") == ["Q11", "Q10", "P11"]
    w = position({"I": (INFANTRY, "Q11"), "R": (RIFLES, "P12"), "S": (RIFLES, "S12")})
    assert why(w, "I", "Q12") == "same-zone" and cost(w, "I", "R12") == 1 == cost(w, "I", "R11")


def test_the_zone_of_another_unit_may_be_entered_straight() -> None:
    w = position({"P": (PANZERS, "Q10"), "R": (RIFLES, "Q9"), "S": (RIFLES, "S11")})
    assert cost(w, "P", "R11") == 1 and cost(w, "P", "Q11") == 1 and why(w, "P", "R10") == "same-zone"


def test_a_german_army_and_a_german_unit_with_it_slip_from_zone_to_zone_by_one_hex() -> None:
    units = {"A": (ARMY, "Q11"), "P": (PANZERS, "Q11"), "R": (RIFLES, "P12")}
    w = position(units, options={"slip": "alone"})
    assert cost(w, "A", "Q12") == 1 == cost(w, "P", "Q12") and cost(w, "A", "Q13") is None
    assert len(path(position(units, dispersed=["A"], options={"slip": "alone"}), "P", "Q12")) == 3
    assert len(path(position({**units, "A": (GROUP, "Q11")}), "A", "Q12")) == 3
    w = position({"R": (RED_ARMY, "Q11"), "A": (ARMY, "P12")}, phase="move-soviet")
    assert len(path(w, "R", "Q12")) == 3
    w = position({"A": (ARMY, "Q11"), "U": ("rum_corps", "Q11"), "R": (RIFLES, "P12")})
    assert len(path(w, "U", "Q12")) == 3 and len(path(w, "A", "Q12")) == 2


def test_7_a_panzer_slips_from_zone_to_zone_only_with_the_army_it_stands_with() -> None:
    units = {"A": (ARMY, "Q11"), "P": (PANZERS, "Q11"), "U": ("ger_infkps", "R11"), "R": (RIFLES, "P12")}
    w = position(units)
    assert len(path(w, "P", "Q12")) == 3 and len(path(w, "A", "Q12")) == 2
    move(w, Move("A", "Q12"))
    assert path(w, "P", "Q12") == ["Q11", "Q12"] and len(path(w, "P", "P11")) == 3
    movement.close(w)
    assert not w[Tallies].tally and len(path(w, "P", "Q12")) == 3
    w = position(units)
    move(w, Move("A", "R12"))  # out of the zone: nobody is led through it
    assert len(path(w, "P", "Q12")) == 3


# -- who and where not ------------------------------------------------------------------------------------


def test_who_may_not_move() -> None:
    units = {
        "D": (ARMY, "Q2"), "M": (ARMY, "R2"), "F": (ARMY, "S2"), "I": (ARMY, "T2"), "B": (ARMY, "[turn:3]"),
        "R": (RIFLES, "U9"),
    }  # fmt: skip
    w = position(units, dispersed=["D"])
    w.mark(Marched, w.by_id["M"], moved=1)
    w.mark(Engagement, w.by_id["F"], fought=True)
    w.mark(Readiness, w.by_id["I"], spent=True)
    reasons = [why(w, name, "P4") for name in units]
    assert reasons == ["dispersed", "moved", "fought", "idle", "off-map", "enemy-unit"]
    assert not any(move_commands(w, w.by_id[name]) for name in units)
    assert why(w, "X", "P4") == "no-such-unit" and why(w, "D", "P99") == "no-such-hex"
    w = position(units, phase="plan1-axis")
    assert why(w, "D", "P4") == "no-movement"


def test_where_a_unit_may_not_go() -> None:
    units = {
        "P": (PANZERS, "Q9"), "A": (ARMY, "Q10"), "C": (INFANTRY, "Q10"), "R": (RIFLES, "N11"),
        "H": ("hun_mob", "Z3"), "S": (RED_ARMY, "CC6"),
    }  # fmt: skip
    w = position(units)
    assert why(w, "P", "Q9") == "same-hex" and why(w, "P", "N11") == "enemy-occupied"
    assert why(w, "P", "Q10") == "overstacked" and at(w, "Q10") in reach(w, w.by_id["P"])
    assert why(w, "P", "Q8") == "city-defended" and "Attack it first" in words(w, "P", "Q8")
    assert why(w, "H", "CC3") == "rumania-shunned" and cost(w, "H", "AA3") is not None
    w = position(units, phase="move-soviet", options={"rumania": "closed"})
    assert why(w, "S", "DD5") == "rumania-closed"


def test_every_move_offered_is_lawful_and_every_other_is_refused() -> None:
    units = {
        "P": (PANZERS, "Q9"),
        "A": (ARMY, "Q10"),
        "C": (INFANTRY, "Q10"),
        "R": (RIFLES, "N11"),
        "S": (TANKS, "R14"),
    }
    w = position(units)
    for name in ("P", "A", "C"):
        offered = {c.text().split()[-1] for c in move_commands(w, w.by_id[name])}
        assert offered == {h.label for h in w.board.hexes if not why(w, name, h.label)}


def test_a_moving_unit_takes_every_hex_it_passes_and_is_spent() -> None:
    w = position({"A": (ARMY, "P4")})
    w.mark(Ground, w.hexes[at(w, "Q8")], control=Side.SOVIET)
    w.mark(Garrison, w.hexes[at(w, "Q8")], garrisoned=False)
    w.mark(Place, w.by_id["A"], hex=at(w, "Q6"))
    move(w, Move("A", "Q9"))
    assert where(w, "A") == "Q9" and w.by_id["A"][Marched].moved == 1
    assert all(w.ground[at(w, spot)].control is Side.AXIS for spot in ("Q7", "Q8", "Q9"))
    assert w.ground[at(w, "Q6")].control is not Side.AXIS
    assert [event.rule for event in w.events if event.text] == ["7", "15"] and why(w, "A", "Q10") == "moved"


def test_units_on_the_same_terms_share_one_answer() -> None:
    w = position({"A": (INFANTRY, "P4"), "B": (INFANTRY, "P4")})
    assert reach(w, w.by_id["A"]) is reach(w, w.by_id["B"])
